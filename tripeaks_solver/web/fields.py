"""What a request may hold: fields by name, read and checked from one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tripeaks_solver.errors import FormatError, shortened

_KINDS: dict[type, tuple[str, str]] = {
    str: ("string", "a text"),
    int: ("integer", "a whole number"),
    float: ("number", "a number"),
    bool: ("boolean", "true or false"),
    dict: ("object", "an object"),
}
"""For each type its name in JSON Schema, and in a message."""


class Field(NamedTuple):
    """A field of a request.

    Attributes:
        name: its name.
        kinds: the types that its value may have.
        meaning: what it says, in a sentence.
        required: whether it must be there.
        choices: the values that it may have, where they are few.
        most: the largest value of a number that has one.

    """

    name: str
    kinds: tuple[type, ...]
    meaning: str
    required: bool = False
    choices: tuple[str, ...] = ()
    most: int | None = None

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the field."""
        names = [_KINDS[kind][0] for kind in self.kinds]
        found: dict[str, Any] = {"type": names[0] if len(names) == 1 else names}
        if self.choices:
            found["enum"] = list(self.choices)
        if self.most is not None:
            found["maximum"] = self.most
        return found | {"description": self.meaning}

    def read(self, request: Mapping[str, Any]) -> Any:
        """Return the value of the field in a request; None where it is not there, or null.

        Raises:
            FormatError: it is of a wrong type, no choice, too large, or not there though it must
                be.

        """
        value = request.get(self.name)
        if value is None and self.required:
            raise FormatError(f"{self.name} is missing: {self.meaning}")
        if value is None:
            return None
        if isinstance(value, int) and type(value) is not bool and float in self.kinds:
            return value
        if type(value) not in self.kinds:
            wanted = " or ".join(_KINDS[kind][1] for kind in self.kinds)
            raise FormatError(f"{self.name} is {shortened(str(value), 40)}: {wanted} is needed")
        if self.choices and value not in self.choices:
            wanted = ", ".join(self.choices)
            raise FormatError(f"{self.name} is {shortened(str(value), 40)}: choose from {wanted}")
        if self.most is not None and value > self.most:
            found = shortened(str(value), 40)
            raise FormatError(f"{self.name} is {found}: at most {self.most:,} can be asked for")
        return value


def read_fields(request: object, fields: Sequence[Field]) -> dict[str, Any]:
    """Return the values of all fields of a request by their names.

    Raises:
        FormatError: the request is no object, or a field is unknown, missing or of a wrong type.

    """
    if not isinstance(request, Mapping):
        raise FormatError('the request is not a JSON object: write it as {"deal": "…"}')
    names = [field.name for field in fields]
    for name in request:
        if name not in names:
            known = ", ".join(names)
            raise FormatError(f"unknown field {shortened(str(name), 20)}: there are {known}")
    return {field.name: field.read(request) for field in fields}
