"""Moving a cursor from card to card as they lie."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from tripeaks_solver.answer import Move
from tripeaks_solver.play.drawing.geometry import Box

_ASPECT = 2
"""A cell is so many times as high as it is wide."""


class Direction(Enum):
    """A direction on the screen, as steps right and down."""

    LEFT = (-1, 0)
    RIGHT = (1, 0)
    UP = (0, -1)
    DOWN = (0, 1)


def neighbour(boxes: Mapping[Move, Box], current: Move, direction: Direction) -> Move:
    """Return the nearest card in a direction; the card itself where there is none.

    Straight ahead counts as nearer than aside.
    """
    right, down = direction.value
    x, y = _centre(boxes[current])
    best, best_distance = current, float("inf")
    for move, box in boxes.items():
        dx, dy = _centre(box)[0] - x, _centre(box)[1] - y
        ahead, aside = (dx * right, abs(dy)) if right else (dy * down, abs(dx))
        distance = ahead + 2 * aside
        if ahead > 0 and distance < best_distance:
            best, best_distance = move, distance
    return best


def nearest(boxes: Mapping[Move, Box], box: Box) -> Move:
    """Return the card whose middle is nearest to that of a box."""
    x, y = _centre(box)

    def distance(move: Move) -> float:
        dx, dy = _centre(boxes[move])[0] - x, _centre(boxes[move])[1] - y
        return dx * dx + dy * dy

    return min(boxes, key=distance)


def _centre(box: Box) -> tuple[float, float]:
    return box.x + box.width / 2, (box.y + box.height / 2) * _ASPECT
