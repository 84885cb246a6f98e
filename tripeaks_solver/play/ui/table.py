"""The table as a widget: cards that can be clicked, and a cursor that moves between them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.cards import RANKS, rank_of
from tripeaks_solver.play.drawing.canvas import Canvas
from tripeaks_solver.play.drawing.confetti import FRAMES, FRAMES_A_SECOND, sprinkle
from tripeaks_solver.play.drawing.cursor import Direction, nearest, neighbour
from tripeaks_solver.play.drawing.geometry import (
    Arrangement,
    Box,
    Size,
    arrange,
    flight,
    needed_size,
)
from tripeaks_solver.play.drawing.scene import View, draw_scene, draw_too_small
from tripeaks_solver.play.model.session import Session
from tripeaks_solver.play.ui.canvas_view import CanvasView

_SHAKE = (1, -1, 1, -1, 0)
_SHAKE_SECONDS = 0.05
_FLIGHT_STEPS, _FLIGHT_SECONDS = 6, 0.025

_STEP = "select a free card or the stock"
_NEXT = "select the next free card, or the one before"
_CHOOSE = "play the selected card, or draw"
_RANK = "play or select that rank (queen: capital Q)"


def _rank_binding(rank: str) -> Binding:
    """Bind the keys of a rank; a small q quits, so the queen has only the capital letter."""
    keys = {"Q": "Q", "T": "T,t,0,1"}.get(rank, f"{rank},{rank.lower()}")
    return Binding(keys, f"rank('{rank}')", show=False, key_display=rank, tooltip=_RANK)


class Table(CanvasView, can_focus=True):
    """Shows the cards of a session, and reports which one the player chooses."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step('LEFT')", show=False, key_display="←", tooltip=_STEP),
        Binding("right", "step('RIGHT')", show=False, key_display="→", tooltip=_STEP),
        Binding("up", "step('UP')", show=False, key_display="↑", tooltip=_STEP),
        Binding("down", "step('DOWN')", show=False, key_display="↓", tooltip=_STEP),
        Binding("tab", "next_card(1)", show=False, tooltip=_NEXT),
        Binding("shift+tab", "next_card(-1)", show=False, tooltip=_NEXT),
        Binding("enter", "choose", show=False, tooltip=_CHOOSE),
        Binding("space", "choose", show=False, tooltip=_CHOOSE),
        *(_rank_binding(rank) for rank in RANKS),
    ]

    class Chosen(Message):
        """The player wants to make a move."""

        def __init__(self, move: Move) -> None:
            super().__init__()
            self.move = move

    class Celebrated(Message):
        """The win has been celebrated."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.cursor: Move | None = None
        self.hint: Move | None = None
        self._shows_cursor = True
        self._shaken: tuple[Move, int] | None = None
        self._flying: Box | None = None
        self._confetti: int | None = None
        self._timer: Timer | None = None

    def show(self, session: Session) -> None:
        """Show another session."""
        self._stop()
        self._confetti, self.hint, self.cursor, self.session = None, None, None, session
        self.redraw()

    def redraw(self) -> None:
        """Show the session as it is now."""
        self._follow()
        arrangement = self.arrangement
        if arrangement is None:
            self.picture = self._too_small()
        else:
            self.picture = draw_scene(self.session.game, arrangement, self._cells, self._view)
        if self._confetti is not None:
            sprinkle(self.picture, self._confetti)
        self.refresh()

    @property
    def arrangement(self) -> Arrangement | None:
        """Where the cards lie; None where the widget is too small for them."""
        return arrange(self.session.deal.layout, self._cells)

    @property
    def _cells(self) -> Size:
        return Size(self.size.width, self.size.height)

    @property
    def _view(self) -> View:
        is_hidden = self.session.is_hidden
        shows_cursor = self._shows_cursor and not is_hidden and not self.session.is_won
        cursor = self.cursor if shows_cursor else None
        return View(cursor, self.hint, self._shaken, self._flying, is_hidden)

    def _boxes(self) -> dict[Move, Box]:
        """Return the boxes of the cards that can be chosen: the free ones, and the stock."""
        game, arrangement = self.session.game, self.arrangement
        if arrangement is None:
            return {}
        free = map(Move, self.session.deal.layout.free(game.tableau))
        return {move: arrangement.box(move) for move in chain(free, [DRAW])}

    def _too_small(self) -> Canvas:
        """Say how large the whole screen must be."""
        needed, there = needed_size(self.session.deal.layout, self._cells), self.app.size
        beside, above = there.width - self.size.width, there.height - self.size.height
        screen = Size(needed.width + beside, needed.height + above)
        return draw_too_small(self._cells, screen, Size(there.width, there.height))

    def _follow(self) -> None:
        """Move the cursor to the nearest card when its own is gone; it starts at one that fits."""
        boxes, arrangement = self._boxes(), self.arrangement
        if arrangement is None or self.cursor in boxes:
            return
        if self.cursor is None:
            self.cursor = next(map(Move, self.session.game.plays()), DRAW)
        else:
            self.cursor = nearest(boxes, arrangement.box(self.cursor))

    # --- what the player does

    def action_step(self, name: str) -> None:
        """Move the cursor in a direction."""
        boxes = self._boxes()
        if self.cursor in boxes:
            self._point_at(neighbour(boxes, self.cursor, Direction[name]))

    def action_next_card(self, step: int) -> None:
        """Move the cursor to the next card in dealing order, or the one before."""
        cards = list(self._boxes())
        if self.cursor in cards:
            self._point_at(cards[(cards.index(self.cursor) + step) % len(cards)])

    def action_choose(self) -> None:
        """Choose the card under the cursor."""
        if self.cursor in self._boxes():
            self.post_message(self.Chosen(self.cursor))

    def action_rank(self, rank: str) -> None:
        """Choose the free card of a rank; of several, point at each in turn."""
        if self.session.is_hidden:
            return
        cards = [move for move in self._boxes() if self._has_rank(move, RANKS.index(rank))]
        if len(cards) == 1:
            self._point_at(cards[0])
            self.action_choose()
        elif cards:
            after = cards.index(self.cursor) + 1 if self.cursor in cards else 0
            self._point_at(cards[after % len(cards)])

    def on_click(self, event: events.Click) -> None:
        """Choose the uppermost card under the mouse."""
        arrangement = self.arrangement
        if arrangement is None:
            return
        move = arrangement.move_at(event.x, event.y, self.session.game.tableau)
        if move is not None:
            self._shows_cursor = False
            if move in self._boxes():
                self.cursor = move
            self.post_message(self.Chosen(move))

    def on_resize(self) -> None:
        """Lay the cards out for the new size."""
        self.redraw()

    def _has_rank(self, move: Move, rank: int) -> bool:
        return move.place is not None and rank_of(self.session.deal.tableau[move.place]) == rank

    def _point_at(self, move: Move) -> None:
        self.cursor, self._shows_cursor = move, True
        self.redraw()

    # --- hints and animations

    def propose(self, move: Move | None) -> None:
        """Mark a move as the hint, and point at it; None removes the mark."""
        self.hint = move
        if move is not None:
            self.cursor = move
        self.redraw()

    def shake(self, move: Move) -> None:
        """Shake the card of a refused move."""
        if self.app.animation_level != "none":
            self._shake_along(iter([(move, offset) for offset in _SHAKE]))

    def _shake_along(self, steps: Iterator[tuple[Move, int]]) -> None:
        def step() -> None:
            self._shaken = next(steps, None)
            if self._shaken is None:
                self._stop()
            self.redraw()

        self._stop()
        self._timer = self.set_interval(_SHAKE_SECONDS, step)

    def fly(self, move: Move) -> None:
        """Let the card of a move that has been made fly to the waste."""
        arrangement = self.arrangement
        if arrangement is None or self.app.animation_level == "none":
            return
        way = flight(arrangement.box(move), arrangement.waste, _FLIGHT_STEPS)
        self._stop()
        self._flying = next(way)
        self._timer = self.set_interval(_FLIGHT_SECONDS, lambda: self._fly_on(way))
        self.redraw()

    def _fly_on(self, way: Iterator[Box]) -> None:
        self._flying = next(way, None)
        if self._flying is None:
            self._stop()
        self.redraw()

    def celebrate(self) -> None:
        """Let suit symbols fall, and report when they have."""
        if self.app.animation_level == "none":
            self.post_message(self.Celebrated())
            return
        self._stop()
        self._confetti = 0
        self._timer = self.set_interval(1 / FRAMES_A_SECOND, self._fall)

    def _fall(self) -> None:
        self._confetti = (self._confetti or 0) + 1
        if self._confetti > FRAMES:
            self.end_celebration()
        self.redraw()

    def end_celebration(self) -> None:
        """Stop celebrating."""
        if self._confetti is not None:
            self._stop()
            self._confetti = None
            self.post_message(self.Celebrated())

    def _stop(self) -> None:
        if self._timer:
            self._timer.stop()
        self._timer, self._shaken, self._flying = None, None, None
