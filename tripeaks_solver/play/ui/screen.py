"""The screen of the game: a status line, the table, a line for messages, and the keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, Static

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.errors import MoveError, TripeaksError
from tripeaks_solver.game import Status
from tripeaks_solver.play.drawing.words import (
    peak_line,
    result_lines,
    setup_line,
    standing_lines,
    status_line,
)
from tripeaks_solver.play.model.hints import Hint, best_hint, fair_hint, review_of
from tripeaks_solver.play.model.options import Opening, Options, opening_of_day
from tripeaks_solver.play.model.picks import Pick
from tripeaks_solver.play.model.record import records_of
from tripeaks_solver.play.model.session import Session
from tripeaks_solver.play.storage.manager import Drawn, SessionManager
from tripeaks_solver.play.ui.deal_dialog import DealDialog
from tripeaks_solver.play.ui.dialogs import STAY, Choice, Page, Question, Waiting
from tripeaks_solver.play.ui.keys_page import help_page
from tripeaks_solver.play.ui.options_dialog import OptionsDialog
from tripeaks_solver.play.ui.table import Table
from tripeaks_solver.samples import REVIEW

if TYPE_CHECKING:
    from tripeaks_solver.review import Review

_END_TEXTS = {
    Status.WON: "You have won. Press v for the review, or n for a new deal.",
    Status.BLOCKED: "No more moves. Press u to undo, v for the review, or n for a new deal.",
}
"""What is said when a game is over."""
_TICK_SECONDS = 0.25
_SAVE_SECONDS = 15
"""Actions are saved at once, the time that passes between them now and then."""

_UNDO_EFFECT = "undo the last action"
_COUNTS_AS_LOST = "A new deal counts this one as lost."

Answer = TypeVar("Answer")

_NEW, _AGAIN, _OTHER, _UNDO, _QUIT = (
    Choice("n", "New deal", "new"),
    Choice("r", "Same deal again", "again"),
    Choice("o", "Options", "options"),
    Choice("u", "Undo", "undo"),
    Choice("q", "Quit", "quit"),
)
_REVIEW = Choice("v", "Review", "review")
_YES, _NO = Choice("y", "Yes", "yes"), Choice("n", "No", STAY)
_EASY = Choice("e", "Easy: king and ace fit", "easy")
_CLASSIC = Choice("c", "Classic: king and ace do not fit", "classic")
_DAY = Choice("d", "Deal of the day", "day")
_KEEP_PLAYING = Choice("k", "Keep playing", STAY)


def _rules_choice(options: Options) -> Choice:
    return _EASY if options.rules.king_ace_linked else _CLASSIC


class PlayScreen(Screen[None]):
    """Lets a player play the session of a manager."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "draw", "Draw", tooltip="draw a card from the stock"),
        Binding("u", "undo", "Undo", tooltip=_UNDO_EFFECT),
        Binding("ctrl+z", "undo", show=False, tooltip=_UNDO_EFFECT),
        Binding("ctrl+y", "redo", show=False, tooltip="redo what was undone"),
        Binding("r", "restart", "Restart", tooltip="restart this deal"),
        Binding("n", "new", "New", tooltip="deal another one"),
        Binding("c", "pick", show=False, tooltip="choose a deal or a kind of deals"),
        Binding("h", "advice", "Hint", tooltip="advise on a move, from what you have seen"),
        Binding("b", "best", "Best", tooltip="show the best move, proven with all cards known"),
        Binding("v", "review", show=False, tooltip="review the game, once it is over"),
        Binding("p", "pause", "Pause", tooltip="pause (the cards are hidden) or continue"),
        Binding("o", "choose", "Options", tooltip="choose layout, game, rules and help"),
        Binding("question_mark", "help", "Help", key_display="?", tooltip="show this page"),
        Binding("q", "quit", "Quit", tooltip="save the game and quit"),
    ]
    DEFAULT_CSS = """
    PlayScreen #status { height: 1; background: $panel; text-style: bold; }
    PlayScreen #message { height: 1; text-align: center; }
    PlayScreen Table { height: 1fr; }
    """

    def __init__(
        self,
        manager: SessionManager,
        opening: Opening | None = None,
        *,
        welcomes: bool = False,
    ) -> None:
        super().__init__()
        self._manager, self._opening, self._welcomes = manager, opening, welcomes
        # Counts positions, so that a hint for an earlier one is recognised.
        self._position = 0
        self._said = ""
        self._result: Question | None = None
        self._reviewed: tuple[int, Review] | None = None  # the position, and its review

    @property
    def _session(self) -> Session:
        return self._manager.session

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

    # --- beginning and end of a deal

    def on_mount(self) -> None:
        """Begin; ask about an unfinished game first."""
        self.set_interval(_TICK_SECONDS, self._tick)
        self.set_interval(_SAVE_SECONDS, self._save)
        for message in self._manager.messages:
            self.notify(message, severity="warning", timeout=15, markup=False)
        unfinished = self._manager.unfinished
        if unfinished and unfinished.is_started:
            self._ask_about(unfinished)
        elif self._manager.is_dealt:
            self._begin()
        elif self._welcomes:
            self._welcome()
        else:
            self._deal(self._opening)

    def _welcome(self) -> None:
        """Ask for the rules, as players name them; those of the last game come first."""
        options = self._opening.options if self._opening else self._manager.options
        choices = sorted([_EASY, _CLASSIC], key=lambda c: c != _rules_choice(options))

        def then(answer: str | None) -> None:
            if answer == _QUIT.value:
                self.app.exit()
            elif answer == _DAY.value:
                self._deal(opening_of_day(options, date.today()))
            else:
                names = {_EASY.value: True, _CLASSIC.value: False}
                linked = names.get(answer or STAY, options.rules.king_ace_linked)
                rules = replace(options.rules, king_ace_linked=linked)
                self._deal(Opening(replace(options, rules=rules)))

        lines = ["Later: o for options, c for other deals."]
        self._open(Question("TriPeaks", lines, [*choices, _DAY, _QUIT]), then)

    def _ask_about(self, unfinished: Session) -> None:
        lines = [*standing_lines(unfinished), ""]
        if self._manager.would_lose(unfinished):
            lines.append(_COUNTS_AS_LOST)
        choices = [Choice("c", "Continue", "continue"), _NEW, _QUIT]

        def then(answer: str | None) -> None:
            if answer == _NEW.value:
                self._deal(self._opening)
            elif answer == _QUIT.value:
                self.app.exit()
            else:
                self._try(self._manager.resume)
                self._begin()

        self._open(Question("Unfinished game", lines, choices), then)

    def _deal(self, opening: Opening | None = None) -> None:
        """Abandon the deal and begin another one."""
        if opening:
            self._try(lambda: self._manager.choose(opening.options))
        if opening and opening.deal:
            self._try(lambda: self._manager.deal(opening.deal, opening.code))
            self._begin()
        elif self._manager.options.deals is Pick.ANY:
            self._try(self._manager.deal)
            self._begin()
        else:
            waiting = Waiting[Drawn]("Looking for a deal … (the first time may take some seconds)")
            self._open(waiting, self._deal_drawn)
            self._draw(waiting)

    @work(thread=True, exclusive=True, group="deal")
    def _draw(self, waiting: Waiting[Drawn]) -> None:
        """Look for a deal in a thread, so that the screen keeps responding."""
        drawn = self._manager.draw()
        self.app.call_from_thread(waiting.dismiss, drawn)

    def _deal_drawn(self, drawn: Drawn | None) -> None:
        if drawn is None:
            return
        if drawn.message:
            self.notify(drawn.message, severity="warning", markup=False)
        self._try(lambda: self._manager.deal(number=drawn.number))
        self._begin()

    def _begin(self) -> None:
        """Show the deal that is being played now."""
        self._position += 1
        self.table.show(self._session)
        self._say("")
        self._show_status()
        self._look_at_end()

    def _look_at_end(self) -> None:
        status = self._session.game.status
        if status is Status.WON:
            self.table.celebrate()
        elif status is Status.BLOCKED:
            self._say(_END_TEXTS[status])
            lines = ["The stock is empty, and no free card fits."]
            lines += [_COUNTS_AS_LOST] if self._manager.would_lose() else []
            self._show_result("No more moves", [*lines, ""], [_UNDO, _NEW, _AGAIN, _REVIEW, _QUIT])

    def on_table_celebrated(self) -> None:
        """Show the result of a win."""
        self._say(_END_TEXTS[Status.WON])
        if self.is_active:
            self._show_result("You have won!", [], [_NEW, _AGAIN, _REVIEW, _OTHER, _QUIT])

    def _show_result(self, title: str, lines: Sequence[str], choices: Sequence[Choice]) -> None:
        found = [records_of(())]
        self._try(lambda: found.append(self._manager.records()))
        text = [*lines, *result_lines(self._session, found[-1])]
        self._result = Question(title, text, choices)
        self._open(self._result, self._after_result)
        self._find_review(self._position, self._session, samples=0)

    def _after_result(self, answer: str | None) -> None:
        actions: dict[str, Callable[[], None]] = {
            _NEW.value: self._deal,
            _AGAIN.value: self._restart,
            _OTHER.value: self.action_choose,
            _UNDO.value: self.action_undo,
            _REVIEW.value: self.action_review,
            _QUIT.value: self.app.exit,
        }
        if action := actions.get(answer or STAY):
            action()

    # --- what the player does

    def on_table_chosen(self, event: Table.Chosen) -> None:
        """Play the chosen card or draw, unless a dialog has opened meanwhile."""
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
            self._change(lambda: self._manager.make(move))
            if self._session.game.status is Status.RUNNING:
                self.table.fly(move)
        except MoveError as refused:
            self.table.shake(move)
            self._say(str(refused) if self._manager.options.explains else "")

    def action_undo(self) -> None:
        """Undo the last action."""
        self._change_or_say(self._manager.undo)

    def action_redo(self) -> None:
        """Make the move that was undone last."""
        self._change_or_say(self._manager.redo)

    def _change_or_say(self, action: Callable[[], None]) -> None:
        try:
            self._change(action)
        except MoveError as refused:
            self._say(str(refused))

    def _change(self, action: Callable[[], None]) -> None:
        """Change the position, and show what has become of it.

        Raises:
            MoveError: the rules refuse it.

        """
        before = self._session.game.tableau
        self._try(action)
        self._position += 1
        self._say(peak_line(self._session.game, before))
        self.table.propose(None)
        self._show_status()
        self._look_at_end()

    def action_restart(self) -> None:
        """Restart the deal, if the player is sure."""
        if not self._session.actions:
            return
        if self._session.game.status is not Status.RUNNING:
            self._restart()
            return
        self._confirm(Question("Restart this deal?", [], [_YES, _NO]), self._restart)

    def _restart(self) -> None:
        self._try(self._manager.restart)
        self._begin()

    def action_new(self) -> None:
        """Begin a new deal, if the player is sure."""
        self._abandon_for(self._deal)

    def action_pick(self) -> None:
        """Let the player name a deal, or choose which deals are dealt."""

        def then(opening: Opening | None) -> None:
            if opening:
                self._abandon_for(lambda: self._deal(opening))

        self._open(DealDialog(self._manager.options, date.today()), then)

    def _abandon_for(self, then: Callable[[], None]) -> None:
        """Do what abandons the deal; ask first where that counts as a loss."""
        if not self._manager.would_lose():
            then()
            return
        self._confirm(Question("Abandon this deal?", [_COUNTS_AS_LOST], [_YES, _NO]), then)

    def _confirm(self, question: Question, then: Callable[[], None]) -> None:
        """Ask, and do it unless the player says no."""
        self._open(question, lambda answer: then() if answer not in (None, STAY) else None)

    def action_pause(self) -> None:
        """Stop the clock and hide the cards, or continue."""
        session = self._session
        if session.is_paused:
            session.resume()
            self._say("")
        elif session.game.status is Status.RUNNING:
            session.pause()
            self._try(self._manager.save)
            self._say("Paused. Press p to continue.")
        self.table.redraw()
        self._show_status()

    def action_help(self) -> None:
        """Show the keys, what brings points, and tips."""
        page = help_page(self._session, Table.BINDINGS, self.BINDINGS)
        self._open(Page(page), lambda _: None)

    def action_choose(self) -> None:
        """Let the player choose layout, game, rules and help."""
        self._open(OptionsDialog(self._manager.options), self._use)

    def _use(self, options: Options | None) -> None:
        """Deal with these options; a change of help alone keeps the deal that is being played."""
        if options is None:
            return
        same = options == replace(self._manager.options, mistake_help=options.mistake_help)
        if same and self._session.game.status is Status.RUNNING:
            self._try(lambda: self._manager.choose(options))
        else:
            self._abandon_for(lambda: self._deal(Opening(options)))

    def action_quit(self) -> None:
        """Quit, if the player is sure: keys beside q play cards. The game is saved."""
        lines = ["The game is saved, and you can continue it later."]
        self._confirm(Question("Quit?", lines, [_QUIT, _KEEP_PLAYING]), self.app.exit)

    # --- hints

    def action_advice(self) -> None:
        """Ask what a player does who sees no more."""
        session = self._session
        self._ask("Dealing the hidden cards at random …", lambda: fair_hint(session))

    def action_best(self) -> None:
        """Ask for the best move."""
        session = self._session
        deal = session.game.position()
        self._ask(
            "Searching for the best move …",
            lambda: best_hint(deal, session.deal, session.rules, session.kind),
        )

    def _ask(self, saying: str, ask: Callable[[], Hint]) -> None:
        if self._session.is_paused or self._session.game.status is not Status.RUNNING:
            return
        self._say(f"{saying} (the first time may take some seconds)")
        self._find_hint(self._position, ask)

    @work(thread=True, exclusive=True, group="hint", exit_on_error=False)
    def _find_hint(self, position: int, ask: Callable[[], Hint]) -> None:
        """Search in a thread, so that the screen keeps responding."""
        try:
            hint = ask()
        except (TripeaksError, MemoryError) as fault:
            hint = Hint(None, f"The search failed: {fault}")
        self.app.call_from_thread(self._show_hint, position, hint)

    def _show_hint(self, position: int, hint: Hint) -> None:
        """Show a hint, unless the position has changed since."""
        if position == self._position:
            self._say(hint.text)
            self.table.propose(hint.move)

    # --- review

    def action_review(self) -> None:
        """Review the game; while it goes on that would tell what is hidden."""
        if self._session.game.status is Status.RUNNING:
            self._say("The review shows all cards: it comes when the game is over.")
        elif self._reviewed and self._reviewed[0] == self._position:
            self._open_review(self._reviewed[1])
        else:
            self._say("Reviewing the game … (the first time may take some seconds)")
            self._find_review(self._position, self._session, REVIEW)

    @work(thread=True, exclusive=True, group="review", exit_on_error=False)
    def _find_review(self, position: int, session: Session, samples: int) -> None:
        """Review a finished game; without samples only for what its result tells."""
        try:
            found: Review | str = review_of(session, samples)
        except (TripeaksError, MemoryError) as fault:
            found = f"The review failed: {fault}"
        take = self._take_review if samples else self._tell_outcome
        self.app.call_from_thread(take, position, found)

    def _tell_outcome(self, position: int, found: Review | str) -> None:
        """Add what was possible to the result, as long as it is shown."""
        from tripeaks_solver.render.review import outcome_text

        is_shown = position == self._position and self.app.screen is self._result
        if self._result and is_shown and not isinstance(found, str):
            self._result.tell([outcome_text(found)])

    def _take_review(self, position: int, found: Review | str) -> None:
        """Open a review, unless the position has changed since or a dialog has opened."""
        if position != self._position:
            return
        if isinstance(found, str):
            self._say(found)
            return
        self._reviewed = position, found
        self._say(_END_TEXTS[self._session.game.status])
        if self.is_active:
            self._open_review(found)

    def _open_review(self, review: Review) -> None:
        from tripeaks_solver.play.ui.review_screen import ReviewScreen

        self._open(ReviewScreen(self._session, review), lambda _: None)

    # --- showing

    def _tick(self) -> None:
        self._session.tick()
        self._show_status()

    def _save(self) -> None:
        if self._manager.is_dealt and self._session.is_running:
            self._try(self._manager.save)

    def on_resize(self) -> None:
        """Fit what is played to the new width."""
        self._say(self._said)

    def _show_status(self) -> None:
        line = status_line(self._session) if self._manager.is_dealt else ""
        self.query_one("#status", Static).update(line)

    def _say(self, text: str) -> None:
        """Show a message; without one, what is played."""
        self._said = text
        if not text and self._manager.is_dealt:
            text = setup_line(self._session, self.size.width)
        self.query_one("#message", Static).update(text[:1].upper() + text[1:])

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
        """Do something that reads or writes files; a failure does not end the game."""
        try:
            action()
        except OSError as fault:
            what = fault.strerror or str(fault)
            self.notify(f"The game cannot be saved: {what}", severity="error", markup=False)
