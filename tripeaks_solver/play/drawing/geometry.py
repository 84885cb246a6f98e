"""Where the cards lie on a screen: the largest size at which a layout and both piles fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.layout import CARD_WIDTH, Layout

_GAP = 2
"""Cells between the piles, and between them and the tableau where they lie beside it."""


class Size(NamedTuple):
    """Cells of a screen."""

    width: int
    height: int


class Box(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Tell whether a cell is one of it."""
        return 0 <= x - self.x < self.width and 0 <= y - self.y < self.height


class Scale(NamedTuple):
    """How many cells half a card is wide and high."""

    width: int
    height: int

    @property
    def card(self) -> Size:
        """The size of a card."""
        return Size(2 * self.width, 2 * self.height)


SCALES = tuple(Scale(*cells) for cells in ((6, 4), (5, 3), (4, 3), (4, 2), (3, 2), (3, 1)))
"""The sizes that cards can have, the largest first; the smallest still has room for a ten."""


@dataclass(frozen=True)
class Arrangement:
    """A layout laid out on a screen.

    Attributes:
        layout: the layout.
        scale: the size of its cards.
        left, top: the cell of the tableau's corner.
        stock, waste: the boxes of the piles.

    """

    layout: Layout
    scale: Scale
    left: int
    top: int
    stock: Box
    waste: Box

    def box(self, move: Move) -> Box:
        """Return the box of the card that a move is made with: a tableau card, or the stock."""
        if move.place is None:
            return self.stock
        place = self.layout.places[move.place]
        x, y = self.left + place.column * self.scale.width, self.top + place.row * self.scale.height
        return Box(x, y, *self.scale.card)

    def move_at(self, x: int, y: int, tableau: int) -> Move | None:
        """Return the move that is made with what lies uppermost in a cell; None for nothing."""
        if self.stock.holds(x, y):
            return DRAW
        places = (Move(place) for place in range(len(self.layout)) if tableau >> place & 1)
        return next((m for m in reversed(list(places)) if self.box(m).holds(x, y)), None)


def arrange(layout: Layout, size: Size) -> Arrangement | None:
    """Lay out a layout as large as it fits; None where it fits at no scale."""
    for scale in SCALES:
        for candidate in _candidates(scale):
            needed = candidate.needed(layout)
            if needed.width <= size.width and needed.height <= size.height:
                return candidate.arrangement(layout, size)
    return None


def needed_size(layout: Layout, size: Size) -> Size:
    """Return a size at which a layout fits at the smallest scale, the nearest to the one given."""

    def lacking(needed: Size) -> int:
        return max(needed.width - size.width, 0) + max(needed.height - size.height, 0)

    return min((c.needed(layout) for c in _candidates(SCALES[-1])), key=lacking)


def flight(start: Box, end: Box, steps: int) -> Iterator[Box]:
    """Yield where a card is on its way, after each of so many steps but the last."""
    for step in range(1, steps):
        x = start.x + round((end.x - start.x) * step / steps)
        y = start.y + round((end.y - start.y) * step / steps)
        yield start._replace(x=x, y=y)


def _candidates(scale: Scale) -> Iterator[_Candidate]:
    return (_Candidate(scale, beside) for beside in (False, True))


class _Candidate(NamedTuple):
    """A scale, with the piles below the tableau or beside it."""

    scale: Scale
    beside: bool

    def _tableau(self, layout: Layout) -> Size:
        rows = 1 + 1 + max(place.row for place in layout.places)
        columns = CARD_WIDTH + max(place.column for place in layout.places)
        return Size(columns * self.scale.width, rows * self.scale.height)

    def _piles(self) -> Size:
        width, height = self.scale.card
        return Size(width, 2 * height + 1) if self.beside else Size(2 * width + _GAP, height)

    def needed(self, layout: Layout) -> Size:
        (width, height), piles = self._tableau(layout), self._piles()
        if self.beside:
            return Size(width + _GAP + piles.width, max(height, piles.height))
        return Size(max(width, piles.width), height + piles.height)

    def arrangement(self, layout: Layout, size: Size) -> Arrangement:
        """Centre the whole; what is left of the height stands between tableau and piles too."""
        needed, tableau = self.needed(layout), self._tableau(layout)
        width, height = self.scale.card
        if self.beside:
            left, top = (size.width - needed.width) // 2, (size.height - needed.height) // 2
            x = left + tableau.width + _GAP
            stock, waste = Box(x, top, width, height), Box(x, top + height + 1, width, height)
        else:
            spare = size.height - needed.height
            left, top = (size.width - tableau.width) // 2, spare // 3
            x, y = (size.width - self._piles().width) // 2, top + tableau.height + -(-spare // 3)
            stock, waste = Box(x, y, width, height), Box(x + width + _GAP, y, width, height)
        return Arrangement(layout, self.scale, left, top, stock, waste)
