"""A layout: where the tableau cards lie, which covers which, and to which peak each belongs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from types import NoneType
from typing import NamedTuple

from tripeaks_solver.cards import DECK_SIZE
from tripeaks_solver.errors import LayoutError, counted, elided, require_kind
from tripeaks_solver.values import Value

CARD_WIDTH = 2
"""The width of a card in columns of a layout picture; neighbours nearer than this overlap."""

MOST_SPAN = 200
"""The most half cards that a picture may be wide or high, so that pictures of it can be drawn."""

MOST_CARDS = 32
"""The most cards a layout may have, so that a set of places fits a machine word."""


class Place(NamedTuple):
    """Where a tableau card lies.

    Attributes:
        row: the line of the picture, half a card high, 0 at the top.
        column: the left edge in half card widths.
        peak: the letter of the peak that the card belongs to.

    """

    row: int
    column: int
    peak: str


@dataclass(frozen=True)
class Layout(Value):
    """Places in dealing order (top row to bottom row, left to right), with all that follows.

    A set of places is a mask: an integer whose bit *p* stands for place *p*.

    Raises:
        TripeaksError: a part is of another kind, or there are more places than `MOST_CARDS`.

    """

    name: str
    places: tuple[Place, ...]
    number: int | None = None

    def __post_init__(self) -> None:
        require_kind("name", self.name, str)
        require_kind("places", self.places, tuple)
        require_kind("number", self.number, int, NoneType)
        if len(self.places) > MOST_CARDS:
            raise LayoutError(f"{len(self.places)} places: at most {MOST_CARDS} are possible")

    def __len__(self) -> int:
        return len(self.places)

    def __repr__(self) -> str:
        number = "" if self.number is None else f"{self.number} "
        size = f"{counted(len(self), 'card')} in {counted(len(self.peaks), 'peak')}"
        return f"<Layout {number}{elided(self.name, 30)}: {size}>"

    def _repr_svg_(self) -> str:
        """Draw the layout for a notebook."""
        from tripeaks_solver.render.picture import layout_picture

        return layout_picture(self)

    @property
    def full(self) -> int:
        """The mask of all places."""
        return (1 << len(self)) - 1

    @property
    def stock_size(self) -> int:
        """How many cards are left for the stock after the tableau and the waste card."""
        return DECK_SIZE - len(self) - 1

    @property
    def picture(self) -> str:
        """The picture that `parse_layout` reads."""
        lines = [[" "] * (1 + max(p.column for p in self.places)) for _ in range(self._height)]
        for row, column, peak in self.places:
            lines[row][column] = peak
        return "\n".join("".join(line).rstrip() for line in lines)

    @property
    def _height(self) -> int:
        return 1 + max(place.row for place in self.places)

    @cached_property
    def covered_by(self) -> tuple[int, ...]:
        """For each place the mask of the places that cover it, derived from the geometry."""
        return tuple(
            sum(1 << over for over, upper in enumerate(self.places) if _covers(upper, lower))
            for lower in self.places
        )

    @cached_property
    def covers(self) -> tuple[int, ...]:
        """For each place the mask of the places that it covers."""
        return tuple(
            sum(1 << under for under in range(len(self)) if self.covered_by[under] >> place & 1)
            for place in range(len(self))
        )

    @cached_property
    def peaks(self) -> tuple[int, ...]:
        """The mask of each peak, left to right."""
        letters = dict.fromkeys(place.peak for place in sorted(self.places, key=lambda p: p.column))
        return tuple(
            sum(1 << p for p, place in enumerate(self.places) if place.peak == letter)
            for letter in letters
        )

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The places of each row, left to right."""
        rows: dict[int, list[int]] = {}
        for p, place in enumerate(self.places):
            rows.setdefault(place.row, []).append(p)
        return tuple(tuple(row) for row in rows.values())

    def restricted(self, mask: int) -> Layout:
        """Return the layout of some of the places; the layout itself where that is all of them."""
        if mask == self.full:
            return self
        return Layout(self.name, tuple(p for n, p in enumerate(self.places) if mask >> n & 1))

    def is_free(self, place: int, tableau: int) -> bool:
        """Tell whether a place still holds its card and nothing covers it."""
        return bool(tableau >> place & 1) and not tableau & self.covered_by[place]

    def free(self, tableau: int) -> Iterator[int]:
        """Yield the places whose cards may be played from, in dealing order."""
        return (place for place in range(len(self)) if self.is_free(place, tableau))

    def peaks_emptied(self, tableau: int) -> int:
        """Count the peaks of which no card is left."""
        return sum(not tableau & peak for peak in self.peaks)

    def place_name(self, place: int) -> str:
        """Name a place as people count: ``row 2, card 3``."""
        for number, row in enumerate(self.rows, start=1):
            if place in row:
                return f"row {number}, card {row.index(place) + 1}"
        raise LayoutError(f"layout {self.name} has no place {place}")


def _covers(upper: Place, lower: Place) -> bool:
    """A card lies on those of the line above that are less than a card's width away."""
    return upper.row == lower.row + 1 and abs(upper.column - lower.column) < CARD_WIDTH


def parse_layout(text: str, number: int | None = None) -> Layout:
    """Read a layout from its title line and its picture.

    Args:
        text: ``name: …``, then a line for each half card of height, a character for each half
            card of width; a letter is a card and names its peak.
        number: the number under which the layout is shipped, if it is.

    Raises:
        LayoutError: the text is no layout; the message names the line and the column.

    """
    title, *lines = text.lstrip("\ufeff").replace("\r\n", "\n").split("\n")
    name = title.removeprefix("name:").strip()
    if not title.startswith("name:") or not name or not name.isprintable():
        raise LayoutError("a layout begins with 'name: …', then its picture", line=1)
    places: list[Place] = []
    for row, line in enumerate(lines):
        places += _read_row(row, line)
    if len(lines) > MOST_SPAN or max(map(len, lines), default=0) > MOST_SPAN:
        raise LayoutError(f"the picture is more than {MOST_SPAN} half cards wide or high")
    if not 1 <= len(places) <= MOST_CARDS:
        raise LayoutError(
            f"{counted(len(places), 'card')} in the picture: 1 to {MOST_CARDS} are possible"
        )
    top, left = min(place.row for place in places), min(place.column for place in places)
    moved = (Place(row - top, column - left, peak) for row, column, peak in places)
    return Layout(name, tuple(moved), number)


def _read_row(row: int, line: str) -> Iterator[Place]:
    end = -CARD_WIDTH
    for column, letter in enumerate(line.rstrip()):
        if letter == " ":
            continue
        where = f"column {column + 1}"
        if not letter.isalpha():
            raise LayoutError(
                f"{where}: {letter!r} is not a letter: name the peak of each card by one",
                line=row + 2,
            )
        if column - end < CARD_WIDTH:
            message = f"{where}: the card overlaps its left neighbour: leave a gap"
            raise LayoutError(message, line=row + 2)
        yield Place(row, column, letter)
        end = column
