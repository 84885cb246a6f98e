"""What falls over the table when a game is won."""

from __future__ import annotations

import random
from typing import NamedTuple

from tripeaks_solver.cards import SUIT_SIGNS
from tripeaks_solver.play.drawing.canvas import Canvas, Look

FRAMES = 24
FRAMES_A_SECOND = 12

_RED_SIGNS = "♦♥"
_WIDTH_OF_ONE = 20
"""One sign falls for so many cells of the table."""


class _Sign(NamedTuple):
    x: float
    delay: int
    speed: float
    character: str


def sprinkle(canvas: Canvas, frame: int) -> None:
    """Draw the signs of the suits as they fall, in one frame of the animation."""
    for sign in _signs(canvas.width, canvas.height):
        y = int((frame - sign.delay) * sign.speed)
        if frame >= sign.delay:
            look = Look.RED if sign.character in _RED_SIGNS else Look.BLACK
            canvas.write(int(sign.x * canvas.width), y, sign.character, look)


def _signs(width: int, height: int) -> list[_Sign]:
    """Scatter signs, the same for all frames on a screen of this size."""
    chance = random.Random(width * 1000 + height)
    fastest = 2 * max(height, 1) / FRAMES
    return [
        _Sign(
            chance.random(),
            chance.randrange(FRAMES // 2),
            fastest * (0.5 + chance.random()),
            chance.choice(SUIT_SIGNS),
        )
        for _ in range(width * height // _WIDTH_OF_ONE)
    ]
