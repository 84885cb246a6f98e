"""Small pictures of layouts: a quarter of a character stands for a card."""

from __future__ import annotations

from functools import cache

from tripeaks_solver.layout import Layout
from tripeaks_solver.play.drawing.canvas import Canvas, Look
from tripeaks_solver.play.drawing.geometry import Box

WIDTH = 13
"""Room for the widest layout that comes with the program."""
TILE_WIDTH = WIDTH + 1
"""The width of a picture with its name below."""

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


def draw_tile(canvas: Canvas, box: Box, layout: Layout, *, is_chosen: bool) -> None:
    """Draw the picture of a layout with its name below it, at the bottom of a box."""
    look = Look.CURSOR if is_chosen else Look.FELT
    lines = thumbnail(layout)
    above = [""] * (box.height - 1 - len(lines))
    name = f"[{layout.name[: TILE_WIDTH - 2]}]" if is_chosen else layout.name[:TILE_WIDTH]
    for y, line in enumerate([*above, *lines, name], start=box.y):
        canvas.write(box.x, y, line.center(TILE_WIDTH), look)
