"""A grid of characters, each with the look that it is drawn in."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from itertools import groupby
from typing import NamedTuple


class Look(Enum):
    """What a cell shows; palettes give each a colour."""

    FELT = auto()
    BLACK = auto()
    RED = auto()
    EDGE = auto()
    BLOCKED = auto()
    BLOCKED_RED = auto()
    BACK = auto()
    SLOT = auto()
    CURSOR = auto()
    HINT = auto()
    TEXT = auto()


class Cell(NamedTuple):
    """A character and its look."""

    character: str
    look: Look


class Canvas:
    """A grid of cells; what is drawn beyond its edges is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._rows = [[Cell(" ", Look.FELT)] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, look: Look) -> None:
        """Write a text in one line."""
        if 0 <= y < self.height:
            for column, character in enumerate(text, start=x):
                if 0 <= column < self.width:
                    self._rows[y][column] = Cell(character, look)

    def spans(self, y: int) -> Iterator[tuple[str, Look]]:
        """Yield the texts of a line that have one look each."""
        for look, cells in groupby(self._rows[y], key=lambda cell: cell.look):
            yield "".join(cell.character for cell in cells), look

    def __str__(self) -> str:
        return "\n".join("".join(cell.character for cell in row) for row in self._rows)
