"""The review of a game on the screen: each position with what is to be said of the move made."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from tripeaks_solver.play.model.session import Session
from tripeaks_solver.play.ui.table import Table
from tripeaks_solver.render.advice import move_text
from tripeaks_solver.render.review import remark, summary_lines
from tripeaks_solver.review import Review


class _Board(Table, can_focus=False):
    """A table on which nothing can be played."""

    BINDINGS: ClassVar[list[BindingType]] = []

    def on_click(self, event: events.Click) -> None:
        """Do nothing."""


class ReviewScreen(ModalScreen[str]):
    """Steps through a game that was played, from the deal to its end."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,j", "go(1)", "Next move", key_display="→"),
        Binding("left,k", "go(-1)", "Back", key_display="←"),
        Binding("n,tab", "next_remark", "Next remark", key_display="n"),
        Binding("home", "go(-1000)", "First", key_display="Home"),
        Binding("end", "go(1000)", "Last", key_display="End"),
        Binding("escape,q,v,enter", "close", "Close", key_display="Esc"),
    ]
    DEFAULT_CSS = """
    ReviewScreen { background: $background; }
    ReviewScreen #where { height: 1; background: $panel; text-style: bold; }
    ReviewScreen #remark { height: auto; min-height: 2; padding: 0 1; text-align: center; }
    ReviewScreen _Board { height: 1fr; }
    """

    def __init__(self, played: Session, review: Review) -> None:
        super().__init__()
        self._played, self._review, self._step = played, review, 0

    def compose(self) -> ComposeResult:
        """Put the move above the board and the remark below."""
        yield Static(id="where", markup=False)
        yield _Board(self._at(0))
        yield Static(id="remark", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Begin at the move that lost the win, or else at the deal."""
        self._show((self._review.turning_point or 1) - 1)

    def action_go(self, steps: int) -> None:
        """Go so many moves on, or back."""
        self._show(self._step + steps)

    def action_next_remark(self) -> None:
        """Go to the next move of which there is something to say; after the last, to the end."""
        later = self._review.moves[self._step + 1 :]
        found = (judged.number - 1 for judged in later if remark(judged))
        self._show(next(found, len(self._review.moves)))

    def action_close(self) -> None:
        """Go back to the result."""
        self.dismiss("")

    def _at(self, step: int) -> Session:
        """Return the game as it stood before the move after a step."""
        played = self._played
        session = Session(played.deal, played.kind, played.rules, played.code)
        for judged in self._review.moves[:step]:
            session.make(judged.move)
        return session

    def _show(self, step: int) -> None:
        moves = self._review.moves
        self._step = max(0, min(step, len(moves)))
        board = self.query_one(_Board)
        board.show(self._at(self._step))
        if self._step == len(moves):
            where, text = "The end", "  ".join(summary_lines(self._review))
        else:
            judged = moves[self._step]
            where = f"Move {judged.number} of {len(moves)}: {move_text(judged.move, judged.card)}"
            text = remark(judged) or "nothing lost"
            board.propose(judged.move if judged.better is None else judged.better)
        self.query_one("#where", Static).update(f" {where}")
        self.query_one("#remark", Static).update(text[:1].upper() + text[1:])
