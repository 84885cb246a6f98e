"""What the frozen classes have in common: how they are copied and pickled."""

from __future__ import annotations

from dataclasses import fields
from typing import Any


class Value:
    """A frozen dataclass of which copies and pickles hold the fields alone.

    What its cached properties have worked out is worked out again where it is needed.
    """

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]
