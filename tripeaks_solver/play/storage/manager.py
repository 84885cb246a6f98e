"""The session being played, together with what is kept of it on disk."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from tripeaks_solver.answer import Move
from tripeaks_solver.codes import CODE_COUNT, DealCode
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.play.model.options import Options
from tripeaks_solver.play.model.picks import pick_number
from tripeaks_solver.play.model.record import Records, records_of, result_of
from tripeaks_solver.play.model.session import Clock, Session
from tripeaks_solver.play.storage.options_file import OptionsFile
from tripeaks_solver.play.storage.results import ResultsLog
from tripeaks_solver.play.storage.saves import save_text
from tripeaks_solver.play.storage.slots import claim_slot


class Drawn(NamedTuple):
    """A deal number, and what the player should be told about it, if anything."""

    number: int
    message: str | None = None


class SessionManager:
    """Saves the session being played after every action, and counts it once when it is over.

    A deal is lost when the player abandons it for another one after an action. Restarting is not
    abandoning, and a deal that has been counted can be played again without counting.

    Attributes:
        options: what the next deal is played as.
        session: the deal being played.
        unfinished: a game saved earlier, until it is resumed or abandoned.
        is_dealt: whether the player has begun with the session; until then it is a placeholder.
        messages: what the player should be told.

    """

    def __init__(
        self,
        folder: Path,
        *,
        clock: Clock = time.monotonic,
        draw_number: Callable[[], int] = lambda: secrets.randbelow(CODE_COUNT),
    ) -> None:
        self._clock, self._draw_number = clock, draw_number
        self._options_file, self._log = OptionsFile(folder), ResultsLog(folder)
        self.options, message = self._options_file.read()
        claim = claim_slot(folder, clock=clock)
        self._slot, self.unfinished = claim.slot, claim.session
        self.messages = [*claim.messages, *([message] if message else [])]
        self.session = self._session_of(0)
        self.is_dealt = False

    def choose(self, options: Options) -> None:
        """Set what the next deal is played as, and remember it."""
        self.options = options
        self._options_file.write(options)

    def draw(self) -> Drawn:
        """Draw a deal number that is as the options say; this may take a while.

        Where there is none, or it cannot be told, any number is drawn, with a message.
        """
        try:
            return Drawn(pick_number(self.options, self._draw_number))
        except (TripeaksError, MemoryError) as fault:
            return Drawn(self._draw_number(), f"{fault}: any deal is dealt instead")

    def deal(
        self,
        deal: Deal | None = None,
        code: DealCode | None = None,
        *,
        number: int | None = None,
    ) -> None:
        """Abandon what was being played, and deal: the cards or number given, or random ones."""
        self.abandon()
        if deal is None:
            self.session = self._session_of(self.draw().number if number is None else number)
        else:
            kind, rules = self.options.kind, self.options.rules
            self.session = Session(deal, kind, rules, code, clock=self._clock)
        self.is_dealt = True
        self.save()

    def resume(self) -> None:
        """Continue the unfinished game, if there is one."""
        if self.unfinished is None:
            return
        self.session, self.unfinished = self.unfinished, None
        session = self.session
        self.options = replace(
            self.options, layout=session.deal.layout, kind=session.kind, rules=session.rules
        )
        session.resume()
        self.is_dealt = True
        self._keep()

    def abandon(self) -> None:
        """Count a deal with any action, as lost unless it is won; the unfinished one first."""
        for session in (self.unfinished, self.session):
            if session and session.is_started and not session.counted:
                self._count(session)
        self.unfinished = None

    def would_lose(self, session: Session | None = None) -> bool:
        """Tell whether abandoning a session, by default the one being played, is a loss."""
        session = session or self.session
        return session.is_started and not session.counted and not session.is_won

    def make(self, move: Move) -> None:
        """Play a card or draw.

        Raises:
            MoveError: the rules refuse it, or the game is paused.

        """
        self.session.make(move)
        self._keep()

    def undo(self) -> None:
        """Undo the last action.

        Raises:
            MoveError: there is none, the game is won, or it is paused.

        """
        self.session.undo()
        self._keep()

    def redo(self) -> None:
        """Make the move that was undone last.

        Raises:
            MoveError: there is none since the last other move, or the game is paused.

        """
        self.session.redo()
        self._keep()

    def restart(self) -> None:
        """Begin the same deal again."""
        self.session.restart()
        self.save()

    def save(self) -> None:
        """Save the game as it stands; a win needs no saving once it is counted."""
        self.session.tick()
        if self.session.is_won and self.session.counted:
            self._slot.clear()
        else:
            self._slot.write(self.session)

    def close(self) -> None:
        """Save the game, and unlock its file."""
        if self.is_dealt:
            self.save()
        self._slot.release()

    def records(self) -> Records:
        """Count all results so far."""
        return records_of(self._log.read().results)

    def _keep(self) -> None:
        """Save after an action, and count a win; if that fails, the save still holds the win."""
        self.save()
        if self.session.is_won and not self.session.counted:
            self._count(self.session)
            self.save()

    def _count(self, session: Session) -> None:
        self._log.add(result_of(session)._replace(save=save_text(session)))
        session.counted = True

    def _session_of(self, number: int) -> Session:
        """Deal a number as the options say."""
        layout, rules = self.options.layout, self.options.rules
        code = DealCode(number, rules, layout.number)
        return Session(code.deal(layout), self.options.kind, rules, code, clock=self._clock)
