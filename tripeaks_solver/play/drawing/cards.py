"""Drawing a card into a box of cells: its face, its back, or the place where a pile lies."""

from __future__ import annotations

from enum import Enum

from tripeaks_solver.cards import DECK_SIZE, SUIT_SIGNS, Card, card_sign, suit_of
from tripeaks_solver.play.drawing.canvas import Canvas, Look
from tripeaks_solver.play.drawing.geometry import Box

_RED_SUITS = (1, 2)
_BLOCKED_LOOKS = (Look.BLOCKED, Look.BLOCKED_RED)
_BACK = "░"
_TALL = 6
"""From this height on a card shows its suit in the middle."""


class Frame(Enum):
    """The corners and lines around a card: upper, then lower corners, then the lines."""

    PLAIN = "╭╮╰╯─│"
    CURSOR = "┏┓┗┛━┃"
    HINT = "╔╗╚╝═║"
    BLOCKED = "╭╮╰╯╌╎"


_FRAME_LOOKS = {
    Frame.PLAIN: Look.EDGE,
    Frame.CURSOR: Look.CURSOR,
    Frame.HINT: Look.HINT,
    Frame.BLOCKED: Look.BLOCKED,
}


def draw_face(canvas: Canvas, box: Box, card: Card, frame: Frame = Frame.PLAIN) -> None:
    """Draw a card face up: its sign in two corners, or in the frame where there is no room."""
    black, red = _BLOCKED_LOOKS if frame is Frame.BLOCKED else (Look.BLACK, Look.RED)
    _draw_frame(canvas, box, frame, _FRAME_LOOKS[frame], black, " ")
    is_red = card < DECK_SIZE and suit_of(card) in _RED_SUITS
    sign, look = card_sign(card), red if is_red else black
    upper = box.y + (box.height > 2)
    canvas.write(box.x + 1, upper, sign, look)
    if box.height > 2:
        canvas.write(box.x + box.width - 1 - len(sign), box.y + box.height - 2, sign, look)
    if box.height >= _TALL and card < DECK_SIZE:
        middle = box.x + (box.width - 1) // 2, box.y + (box.height - 1) // 2
        canvas.write(*middle, SUIT_SIGNS[suit_of(card)], look)


def draw_back(canvas: Canvas, box: Box, text: str = "", frame: Frame = Frame.PLAIN) -> None:
    """Draw a card face down, with a text on it."""
    look = Look.BACK if frame is Frame.PLAIN else _FRAME_LOOKS[frame]
    _draw_frame(canvas, box, frame, look, Look.BACK, _BACK)
    if text:
        x, y = box.x + (box.width - len(text)) // 2, box.y + (box.height - 1) // 2
        canvas.write(x, y, text, Look.BACK)


def draw_slot(canvas: Canvas, box: Box, frame: Frame = Frame.PLAIN) -> None:
    """Draw the place of a pile without cards."""
    look = Look.SLOT if frame is Frame.PLAIN else _FRAME_LOOKS[frame]
    _draw_frame(canvas, box, frame, look, Look.SLOT, " ")


def _draw_frame(
    canvas: Canvas, box: Box, frame: Frame, look: Look, filled: Look, filling: str
) -> None:
    upper_left, upper_right, lower_left, lower_right, across, down = frame.value
    inside, right = box.width - 2, box.x + box.width - 1
    canvas.write(box.x, box.y, upper_left + across * inside + upper_right, look)
    for y in range(box.y + 1, box.y + box.height - 1):
        canvas.write(box.x, y, down, look)
        canvas.write(box.x + 1, y, filling * inside, filled)
        canvas.write(right, y, down, look)
    canvas.write(box.x, box.y + box.height - 1, lower_left + across * inside + lower_right, look)
