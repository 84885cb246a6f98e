"""Reading the files of the game: JSON objects whose values are of the right kind."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

from tripeaks_solver.errors import FormatError, shortened

Value = TypeVar("Value")

_KINDS = {str: "a text", int: "a whole number", bool: "true or false", list: "a list"}
_MOST = 10**12
"""More than any time in milliseconds and any score."""


class Fields:
    """A JSON object whose values are checked before they are used."""

    def __init__(self, found: object) -> None:
        if not isinstance(found, Mapping):
            raise FormatError("this is not a JSON object")
        self._found: Mapping[str, Any] = found

    def get(self, name: str, kind: type[Value]) -> Value:
        """Return the value of a name.

        Raises:
            FormatError: there is none, or it is of another kind.

        """
        value = self.find(name, kind)
        if value is None:
            raise FormatError(f"{name} is missing")
        return value

    def find(self, name: str, kind: type[Value]) -> Value | None:
        """Return the value of a name; None where there is none, or null.

        Raises:
            FormatError: it is of another kind.

        """
        value = self._found.get(name)
        if value is not None and type(value) is not kind:
            found = shortened(str(value), 40)
            raise FormatError(f"{name} is {found}: {_KINDS[kind]} is needed")
        if isinstance(value, int) and abs(value) > _MOST:
            raise FormatError(f"{name} is too large a number")
        return value

    def holds_text(self, name: str) -> bool:
        """Tell whether the value of a name is a text."""
        return isinstance(self._found.get(name), str)

    def count(self, name: str) -> int:
        """Return a number that is not negative.

        Raises:
            FormatError: there is none.

        """
        number = self.get(name, int)
        if number < 0:
            raise FormatError(f"{name} is {number}: it cannot be less than 0")
        return number

    def require(self, name: str, value: str | int) -> None:
        """Make sure that a name has this value.

        Raises:
            FormatError: it has another one.

        """
        found = self.get(name, type(value))
        if found != value:
            raise FormatError(f"{name} is {shortened(str(found), 40)}, not {value!r}")


def parse_fields(data: bytes) -> Fields:
    """Read a JSON object.

    Raises:
        FormatError: the bytes are none.

    """
    try:
        return Fields(json.loads(data.decode("utf-8")))
    except FormatError:
        raise
    except (ValueError, RecursionError):
        raise FormatError("this is not JSON") from None
