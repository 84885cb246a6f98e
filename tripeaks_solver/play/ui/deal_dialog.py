"""The dialog in which a player chooses deals: one of their own, the day's, or a kind of deals."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.formats.sources import read_entry
from tripeaks_solver.play.model.options import Opening, Options, opening_for, opening_of_day
from tripeaks_solver.play.model.picks import Pick

_DAY = "day"


class DealDialog(ModalScreen[Opening | None]):
    """Asks which deal to play; None when the player changes nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]
    DEFAULT_CSS = """
    DealDialog { align: center middle; }
    DealDialog > #box {
        width: 64; max-width: 100%; height: auto; max-height: 100%;
        padding: 0 2; border: round $primary; background: $surface;
    }
    DealDialog #title { width: 100%; text-align: center; text-style: bold; }
    DealDialog #fault { color: $text-error; height: auto; display: none; }
    DealDialog #keys { margin-bottom: 1; }
    DealDialog Input { margin-top: 1; }
    DealDialog Button { width: 100%; content-align: left middle; text-align: left; }
    DealDialog .heading { margin-top: 1; text-style: bold; }
    """

    def __init__(self, options: Options, today: date) -> None:
        super().__init__()
        self._options, self._today = options, today

    def compose(self) -> ComposeResult:
        """Put the line for a deal of one's own above the buttons."""
        with VerticalScroll(id="box", can_focus=False):
            yield Static("Which deal?", id="title", markup=False)
            yield Input(placeholder="a code, a deal number (ms:12345), or 52 cards", compact=True)
            yield Static(id="fault", markup=False)
            yield Static("enter: play it   ↑ ↓: choose   esc: back", id="keys", markup=False)
            yield Button(f"Deal of the day ({self._today.isoformat()})", id=_DAY, compact=True)
            yield Static("New deals from now on", classes="heading", markup=False)
            for pick in Pick:
                mark = "(•)" if pick is self._options.deals else "( )"
                yield Button(f"{mark} {pick.title}", id=pick.value, compact=True)

    @on(Input.Submitted)
    def read(self, event: Input.Submitted) -> None:
        """Play the deal that was typed, or say what is wrong with it."""
        options = self._options
        try:
            entry = read_entry(event.value, None)
            entry.deal.require_known()
        except TripeaksError as fault:
            told = self.query_one("#fault", Static)
            told.update(str(fault))
            told.display = True
            return
        kind = options.kind if entry.deal.layout == options.layout else None
        self.dismiss(opening_for(options, entry, kind))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Play the deal of the day, or deals of the chosen kind."""
        if event.button.id == _DAY:
            self.dismiss(opening_of_day(self._options, self._today))
        else:
            self.dismiss(Opening(replace(self._options, deals=Pick(event.button.id))))

    def action_cancel(self) -> None:
        """Change nothing."""
        self.dismiss(None)
