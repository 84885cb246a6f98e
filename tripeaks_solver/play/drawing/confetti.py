"""Suit symbols that fall over the table when a game is won."""

from __future__ import annotations

import random
from typing import NamedTuple

from tripeaks_solver.cards import SUIT_SIGNS
from tripeaks_solver.play.drawing.canvas import Canvas, Look

FRAMES = 24
FRAMES_A_SECOND = 12

_RED_SIGNS = "♦♥"
_CELLS_PER_SYMBOL = 20
"""How many cells of the table there are for each symbol."""


class _Symbol(NamedTuple):
    x: float
    delay: int
    speed: float
    character: str


def sprinkle(canvas: Canvas, frame: int) -> None:
    """Draw the falling suit symbols of one frame of the animation."""
    for symbol in _symbols(canvas.width, canvas.height):
        y = int((frame - symbol.delay) * symbol.speed)
        if frame >= symbol.delay:
            look = Look.RED if symbol.character in _RED_SIGNS else Look.BLACK
            canvas.write(int(symbol.x * canvas.width), y, symbol.character, look)


def _symbols(width: int, height: int) -> list[_Symbol]:
    """Scatter symbols, the same for all frames on a screen of this size."""
    chance = random.Random(width * 1000 + height)
    fastest = 2 * max(height, 1) / FRAMES
    return [
        _Symbol(
            chance.random(),
            chance.randrange(FRAMES // 2),
            fastest * (0.5 + chance.random()),
            chance.choice(SUIT_SIGNS),
        )
        for _ in range(width * height // _CELLS_PER_SYMBOL)
    ]
