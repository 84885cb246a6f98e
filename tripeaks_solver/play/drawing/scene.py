"""The whole table as a canvas: the tableau as it lies, the piles, cursor and hint."""

from __future__ import annotations

from typing import NamedTuple

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.cards import GONE
from tripeaks_solver.game import Game
from tripeaks_solver.play.drawing.canvas import Canvas, Look
from tripeaks_solver.play.drawing.cards import Frame, draw_back, draw_face, draw_slot
from tripeaks_solver.play.drawing.geometry import Arrangement, Box, Size


class View(NamedTuple):
    """What the player's screen adds to the game.

    Attributes:
        cursor: where the cursor is, if it is shown.
        hint: the move that is marked as a hint, if any.
        shaken: the card that shakes, if any, and by how many cells it is off.
        flying: where the upper waste card is on its way to the waste, if it is.
        is_hidden: whether all cards lie face down, as in a pause.

    """

    cursor: Move | None = None
    hint: Move | None = None
    shaken: tuple[Move, int] | None = None
    flying: Box | None = None
    is_hidden: bool = False

    def frame(self, move: Move, otherwise: Frame = Frame.PLAIN) -> Frame:
        """Return the frame of the card that a move is made with."""
        if move == self.hint:
            return Frame.HINT
        return Frame.CURSOR if move == self.cursor else otherwise


def draw_scene(game: Game, arrangement: Arrangement, size: Size, view: View) -> Canvas:
    """Draw the table."""
    canvas = Canvas(*size)
    _draw_piles(canvas, game, arrangement, view)
    for place in range(len(game.deal.layout)):
        if game.tableau >> place & 1:
            _draw_card(canvas, game, arrangement, view, Move(place))
    if view.flying and game.waste and not view.is_hidden:
        draw_face(canvas, view.flying, game.waste[-1])
    return canvas


def _draw_card(
    canvas: Canvas, game: Game, arrangement: Arrangement, view: View, move: Move
) -> None:
    box, place = _shaken(arrangement.box(move), move, view), move.place
    if place is None:
        raise ValueError("the stock is no card of the tableau")
    if game.is_face_up(place) and not view.is_hidden:
        is_free = game.deal.layout.is_free(place, game.tableau)
        frame = view.frame(move, Frame.PLAIN if is_free else Frame.BLOCKED)
        draw_face(canvas, box, game.deal.tableau[place], frame)
    else:
        draw_back(canvas, box, frame=view.frame(move))


def _draw_piles(canvas: Canvas, game: Game, arrangement: Arrangement, view: View) -> None:
    stock, frame = _shaken(arrangement.stock, DRAW, view), view.frame(DRAW)
    if game.stock:
        draw_back(canvas, stock, f" {len(game.stock)} ", frame)
    else:
        draw_slot(canvas, stock, frame)
    pile = game.waste[:-1] if view.flying else game.waste
    waste = pile[-1] if pile else GONE
    if waste == GONE:
        draw_slot(canvas, arrangement.waste)
    elif view.is_hidden:
        draw_back(canvas, arrangement.waste)
    else:
        draw_face(canvas, arrangement.waste, waste)


def _shaken(box: Box, move: Move, view: View) -> Box:
    if view.shaken and view.shaken[0] == move:
        return box._replace(x=box.x + view.shaken[1])
    return box


def draw_too_small(size: Size, needed: Size, there: Size) -> Canvas:
    """Say that the screen is too small for the layout.

    Args:
        size: the room for saying so.
        needed: the size that the screen must have at least.
        there: the size that it has.

    """
    canvas = Canvas(*size)
    lines = [f"too small: {needed.width} × {needed.height} needed"]
    lines += [f"(now {there.width} × {there.height})", "", "Make the terminal larger."]
    top = max((size.height - len(lines)) // 2, 0)
    for y, line in enumerate(lines, start=top):
        canvas.write(max((size.width - len(line)) // 2, 0), y, line, Look.TEXT)
    return canvas
