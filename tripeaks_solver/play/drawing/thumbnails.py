"""Small pictures of layouts: a quarter of a character stands for a card."""

from __future__ import annotations

from functools import cache

from tripeaks_solver.layout import Layout

WIDTH = 13
"""Room for the widest layout that comes with the program."""

_QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Block characters by the set of their quarters: upper left 1, upper right 2, then the lower."""


@cache
def thumbnail(layout: Layout) -> tuple[str, ...]:
    """Draw a layout as lines of one width; what is too wide is cut off."""
    columns = 1 + max(place.column for place in layout.places)
    rows = 1 + max(place.row for place in layout.places)
    left = max(2 * WIDTH - columns, 0) // 2
    lines = [[0] * WIDTH for _ in range(-(-rows // 2))]
    for row, column, _ in layout.places:
        x = column + left
        if x < 2 * WIDTH:
            lines[row // 2][x // 2] |= 1 << (2 * (row % 2) + x % 2)
    return tuple("".join(_QUARTERS[quarters] for quarters in line) for line in lines)
