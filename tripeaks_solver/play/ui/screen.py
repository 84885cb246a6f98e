"""The screen of the game: the table between a line of numbers, a line of words and the keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar, NamedTuple, TypeVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, Static

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.codes import DealCode
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import MoveError, TripeaksError
from tripeaks_solver.game import Status
from tripeaks_solver.play.drawing.words import result_lines, standing_lines, status_line
from tripeaks_solver.play.model.hints import Hint, best_hint
from tripeaks_solver.play.model.options import Options
from tripeaks_solver.play.model.record import statistics_of
from tripeaks_solver.play.model.session import Session
from tripeaks_solver.play.storage.manager import Desk
from tripeaks_solver.play.ui.dialogs import STAY, Choice, Page, Question
from tripeaks_solver.play.ui.keys_page import KEYS_PAGE
from tripeaks_solver.play.ui.options_dialog import Choosing
from tripeaks_solver.play.ui.table import Table

_TICK_SECONDS = 0.25
_SAVE_SECONDS = 15
"""Actions are saved at once, the time that passes between them now and then."""

_COUNTS_AS_LOST = "A new deal counts this one as lost."

Answer = TypeVar("Answer")

_NEW, _AGAIN, _OTHER, _UNDO, _QUIT = (
    Choice("n", "New deal", "new"),
    Choice("r", "Same deal again", "again"),
    Choice("o", "Options", "options"),
    Choice("u", "Undo", "undo"),
    Choice("q", "Quit", "quit"),
)


class Opening(NamedTuple):
    """What to begin with: the options, and a deal with the code that named it, if any."""

    options: Options
    deal: Deal | None = None
    code: DealCode | None = None


class PlayScreen(Screen[None]):
    """Lets a player play at a desk."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "draw", "Draw"),
        Binding("u", "undo", "Undo"),
        Binding("r", "restart", "Restart"),
        Binding("n", "new", "New"),
        Binding("h", "hint", "Hint"),
        Binding("p", "pause", "Pause"),
        Binding("o", "choose", "Options"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "quit", "Quit"),
    ]
    DEFAULT_CSS = """
    PlayScreen #status { height: 1; background: $panel; text-style: bold; }
    PlayScreen #message { height: 1; text-align: center; }
    PlayScreen Table { height: 1fr; }
    """

    def __init__(self, desk: Desk, opening: Opening | None = None) -> None:
        super().__init__()
        self._desk, self._opening = desk, opening
        # Counts what was done, so that a hint that comes too late is known by its number.
        self._position = 0

    @property
    def _session(self) -> Session:
        return self._desk.session

    def compose(self) -> ComposeResult:
        """Put the lines around the table."""
        yield Static(id="status", markup=False)
        yield Table(self._session)
        yield Static(id="message", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    @property
    def table(self) -> Table:
        """The table."""
        return self.query_one(Table)

    # --- the begin and the end of a deal

    def on_mount(self) -> None:
        """Begin; a game that waits is gone on with or left first."""
        self.set_interval(_TICK_SECONDS, self._tick)
        self.set_interval(_SAVE_SECONDS, self._save)
        for message in self._desk.messages:
            self.notify(message, severity="warning", timeout=15, markup=False)
        waiting = self._desk.waiting
        if waiting and waiting.is_begun:
            self._ask_about(waiting)
        elif self._desk.is_dealt:
            self._begin()
        else:
            self._deal(self._opening)

    def _ask_about(self, waiting: Session) -> None:
        lines = [*standing_lines(waiting), ""]
        if self._desk.would_lose(waiting):
            lines.append(_COUNTS_AS_LOST)
        choices = [Choice("c", "Go on with it", "continue"), _NEW, _QUIT]

        def then(answer: str | None) -> None:
            if answer == _NEW.value:
                self._deal(self._opening)
            elif answer == _QUIT.value:
                self.app.exit()
            else:
                self._try(self._desk.take_up)
                self._begin()

        self._open(Question("A deal is unfinished", lines, choices), then)

    def _deal(self, opening: Opening | None = None) -> None:
        """Leave the deal and begin another one."""
        if opening:
            self._try(lambda: self._desk.choose(opening.options))
            self._try(lambda: self._desk.deal(opening.deal, opening.code))
        else:
            self._try(self._desk.deal)
        self._begin()

    def _begin(self) -> None:
        """Show the deal that is being played now."""
        self._position += 1
        self.table.show(self._session)
        self._say("")
        self._show_numbers()
        self._look_at_end()

    def _look_at_end(self) -> None:
        status = self._session.game.status
        if status is Status.WON:
            self.table.celebrate()
        elif status is Status.BLOCKED:
            self._say("No more moves: u takes the last one back, n deals anew")
            lines = ["The stock is empty, and no free card fits."]
            lines += [_COUNTS_AS_LOST] if self._desk.would_lose() else []
            self._show_result("No more moves", [*lines, ""], [_UNDO, _NEW, _AGAIN, _QUIT])

    def on_table_celebrated(self) -> None:
        """Show the result of a win."""
        self._say("You have won: n deals anew")
        if self.is_active:
            self._show_result("You have won!", [], [_NEW, _AGAIN, _OTHER, _QUIT])

    def _show_result(self, title: str, lines: Sequence[str], choices: Sequence[Choice]) -> None:
        found = [statistics_of(())]
        self._try(lambda: found.append(self._desk.statistics()))
        told = [*lines, *result_lines(self._session, found[-1])]
        self._open(Question(title, told, choices), self._after_result)

    def _after_result(self, answer: str | None) -> None:
        actions: dict[str, Callable[[], None]] = {
            _NEW.value: self._deal,
            _AGAIN.value: self._restart,
            _OTHER.value: self.action_choose,
            _UNDO.value: self.action_undo,
            _QUIT.value: self.action_quit,
        }
        if action := actions.get(answer or STAY):
            action()

    # --- what the player does

    def on_table_chosen(self, event: Table.Chosen) -> None:
        """Make the move of the card that was chosen, unless a dialog has opened meanwhile."""
        if self.is_active:
            self._make(event.move)

    def action_draw(self) -> None:
        """Draw a card."""
        self._make(DRAW)

    def _make(self, move: Move) -> None:
        if self._session.is_paused:
            self.action_pause()
            return
        if self._session.is_won:
            self.table.end_celebration()
            return
        try:
            self._try(lambda: self._desk.make(move))
        except MoveError as refused:
            self.table.shudder(move)
            self._say(str(refused) if self._desk.options.explains else "")
        else:
            self._moved()

    def action_undo(self) -> None:
        """Take the last action back."""
        try:
            self._try(self._desk.undo)
        except MoveError as refused:
            self._say(str(refused))
        else:
            self._moved()

    def _moved(self) -> None:
        self._position += 1
        self._say("")
        self.table.propose(None)
        self._show_numbers()
        self._look_at_end()

    def action_restart(self) -> None:
        """Begin the same deal anew, if the player is sure."""
        sure = Choice("y", "Yes", "yes")
        if not self._session.done:
            return
        if self._session.game.status is not Status.RUNNING:
            self._restart()
            return
        question = Question("Begin this deal anew?", [], [sure, Choice("n", "No", STAY)])
        self._open(question, lambda answer: self._restart() if answer == sure.value else None)

    def _restart(self) -> None:
        self._try(self._desk.restart)
        self._begin()

    def action_new(self) -> None:
        """Deal anew, if the player is sure."""
        self._leave_for(self._deal)

    def _leave_for(self, then: Callable[[], None]) -> None:
        """Do what leaves the deal; ask first where that counts as a loss."""
        if not self._desk.would_lose():
            then()
            return
        sure = Choice("y", "Yes", "yes")
        question = Question("Leave this deal?", [_COUNTS_AS_LOST], [sure, Choice("n", "No", STAY)])
        self._open(question, lambda answer: then() if answer == sure.value else None)

    def action_pause(self) -> None:
        """Stop the clock and hide the cards, or go on."""
        session = self._session
        if session.is_paused:
            session.resume()
            self._say("")
        elif session.game.status is Status.RUNNING:
            session.pause()
            self._try(self._desk.save)
            self._say("Paused: p goes on")
        self.table.redraw()
        self._show_numbers()

    def action_help(self) -> None:
        """Show the keys."""
        self._open(Page(KEYS_PAGE), lambda _: None)

    def action_choose(self) -> None:
        """Let the player choose layout, game, rules and help."""
        self._open(Choosing(self._desk.options), self._chosen)

    def _chosen(self, options: Options | None) -> None:
        """Deal as was chosen; a game that goes on is left only for another layout or game."""
        if options is None:
            return
        same = options == replace(self._desk.options, mistake_help=options.mistake_help)
        if same and self._session.game.status is Status.RUNNING:
            self._try(lambda: self._desk.choose(options))
        else:
            self._leave_for(lambda: self._deal(Opening(options)))

    def action_quit(self) -> None:
        """Leave the game; it is saved."""
        self.app.exit()

    # --- hints

    def action_hint(self) -> None:
        """Ask for the best move."""
        if self._session.is_paused or self._session.game.status is not Status.RUNNING:
            return
        self._say("Looking for the best move … (the first time may take some seconds)")
        session = self._session
        self._find_hint(self._position, session, session.game.position())

    @work(thread=True, exclusive=True, group="hint", exit_on_error=False)
    def _find_hint(self, position: int, session: Session, deal: Deal) -> None:
        """Search in a thread of its own, so that the screen stays alive."""
        try:
            hint = best_hint(deal, session.rules, session.kind)
        except (TripeaksError, MemoryError) as fault:
            hint = Hint(None, f"No move was found: {fault}")
        self.app.call_from_thread(self._show_hint, position, hint)

    def _show_hint(self, position: int, hint: Hint) -> None:
        """Show a hint, unless the position that it is for has gone."""
        if position == self._position:
            self._say(hint.text)
            self.table.propose(hint.move)

    # --- showing

    def _tick(self) -> None:
        self._session.tick()
        self._show_numbers()

    def _save(self) -> None:
        if self._desk.is_dealt and self._session.is_running:
            self._try(self._desk.save)

    def on_resize(self) -> None:
        """Write the numbers anew."""
        self._show_numbers()

    def _show_numbers(self) -> None:
        line = status_line(self._session, self.size.width) if self._desk.is_dealt else ""
        self.query_one("#status", Static).update(line)

    def _say(self, text: str) -> None:
        self.query_one("#message", Static).update(text)

    def _open(self, dialog: ModalScreen[Answer], then: Callable[[Answer | None], None]) -> None:
        """Open a dialog; the game pauses meanwhile."""
        session, was_paused = self._session, self._session.is_paused
        session.pause()
        self.table.redraw()

        def close(answer: Answer | None) -> None:
            if not was_paused:
                session.resume()
            self.table.redraw()
            then(answer)

        self.app.push_screen(dialog, close)

    def _try(self, action: Callable[[], None]) -> None:
        """Do something with what is kept on disk; the game goes on where that fails."""
        try:
            action()
        except OSError as fault:
            what = fault.strerror or str(fault)
            self.notify(f"Nothing can be kept on disk: {what}", severity="error", markup=False)
