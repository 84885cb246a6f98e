"""One deal as it is played: the game, its clock, and every action since the cards were dealt."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import NamedTuple
from uuid import uuid4

from tripeaks_solver.answer import Move
from tripeaks_solver.codes import DealCode
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import MoveError
from tripeaks_solver.game import Game, Status
from tripeaks_solver.play.model.kinds import Kind
from tripeaks_solver.rules import Rules
from tripeaks_solver.view import seen_places

Clock = Callable[[], float]
"""Gives seconds since some moment."""


class Action(NamedTuple):
    """What a player did.

    Attributes:
        time_ms: when, by the clock of the game.
        move: the move; None for undo.

    """

    time_ms: int
    move: Move | None


class Session:
    """A deal with its game, from the first move until it is won or left.

    The clock starts with the first action and stops at the end and in pauses. A restart begins
    the same deal again, not another one.

    Attributes:
        deal, kind, rules: what is played.
        code: the code that named the deal, if any.
        name: a name that no other session has.
        game: the game.
        actions: every action since the start, those that were undone too.
        restarts: how often the deal was restarted.
        known: where in the common order the player knew the card when the game began, as from
            before a restart.
        counted: whether its result is part of the player's record already.

    """

    def __init__(
        self,
        deal: Deal,
        kind: Kind,
        rules: Rules,
        code: DealCode | None = None,
        *,
        name: str | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self.deal, self.kind, self.rules, self.code = deal, kind, rules, code
        self.name = name or uuid4().hex
        self.restarts = 0
        self.counted = False
        self._clock = clock
        self.known: frozenset[int] = frozenset()
        self._start()
        self._seen = seen_places(self.game)

    def _start(self) -> None:
        self.game = Game(self.deal, self.rules, self.kind.scoring, undo_limit=self.kind.undo_limit)
        self.actions: list[Action] = []
        self._made: list[Move] = []
        self._undone: list[Move] = []
        self._is_paused = False
        self._since: float | None = None

    @property
    def is_started(self) -> bool:
        """Tell whether there was any action since the cards were dealt."""
        return bool(self.actions or self.restarts)

    @property
    def is_won(self) -> bool:
        """Tell whether the game is won, which is its end."""
        return self.game.status is Status.WON

    @property
    def is_paused(self) -> bool:
        """Tell whether the player has stopped the clock."""
        return self._is_paused

    @property
    def is_hidden(self) -> bool:
        """Tell whether the cards are hidden: in a pause of a game that is not over."""
        return self._is_paused and self.game.status is Status.RUNNING

    @property
    def is_running(self) -> bool:
        """Tell whether the clock runs."""
        return self._since is not None

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves that led to the position; those that were taken back are left out."""
        return tuple(self._made)

    def seen_places(self) -> frozenset[int]:
        """Return where in the common order the player has seen the card.

        What was seen before an undo or a restart stays known.
        """
        return self._seen

    def remember(self, places: Iterable[int]) -> None:
        """Note where in the common order the player knew the card when the game began."""
        self.known |= frozenset(places)
        self._seen |= self.known

    def make(self, move: Move) -> None:
        """Play a card or draw.

        Raises:
            MoveError: the rules refuse it, or the game is paused.

        """
        self._require_play()
        self._perform(move)
        self._start_or_stop_clock()

    def undo(self) -> None:
        """Undo the last action.

        Raises:
            MoveError: there is none, the game is won, or it is paused.

        """
        self._require_play()
        self._perform(None)
        self._start_or_stop_clock()

    def redo(self) -> None:
        """Make the move that was undone last.

        Raises:
            MoveError: there is none since the last other move, or the game is paused.

        """
        if not self._undone:
            raise MoveError("there is nothing to redo")
        self.make(self._undone[-1])

    def restart(self) -> None:
        """Begin the same deal again, with the clock at zero."""
        self.restarts += bool(self.actions)
        self.known = self._seen
        self._start()

    def tick(self) -> None:
        """Bring the clock of the game, and what it costs, up to date."""
        if self._since is None:
            return
        passed = max(int((self._clock() - self._since) * 1000), 0)
        self._since += passed / 1000
        self.game.pass_time(passed)

    def pause(self) -> None:
        """Stop the clock."""
        self.tick()
        self._is_paused = True
        self._start_or_stop_clock()

    def resume(self) -> None:
        """Let the clock run again."""
        self._is_paused = False
        self._start_or_stop_clock()

    def replay(self, actions: Iterable[Action], time_ms: int) -> None:
        """Repeat saved actions at their times; the game is paused afterwards.

        Raises:
            MoveError: the rules refuse one of them, or a time goes backwards.

        """
        for then, move in actions:
            self._wait_until(then)
            self._perform(move)
        self._wait_until(time_ms)
        self._is_paused = True

    def _wait_until(self, time_ms: int) -> None:
        if time_ms < self.game.time_ms:
            raise MoveError(f"the clock goes back to {time_ms} ms")
        self.game.pass_time(time_ms - self.game.time_ms)

    def _require_play(self) -> None:
        if self._is_paused:
            raise MoveError("the game is paused")
        self.tick()

    def _perform(self, move: Move | None) -> None:
        """Make a move or undo the last one, and remember it for redo and for the save."""
        if self.is_won:
            raise MoveError("the game is won")
        if move is None:
            self.game.undo()
            self._undone.append(self._made.pop())
        else:
            self.game.make(move)
            self._made.append(move)
            is_redone = self._undone[-1:] == [move]
            self._undone = self._undone[:-1] if is_redone else []
        self._seen |= seen_places(self.game)
        self.actions.append(Action(self.game.time_ms, move))

    def _start_or_stop_clock(self) -> None:
        runs = self.actions and not self._is_paused and self.game.status is Status.RUNNING
        if not runs:
            self._since = None
        elif self._since is None:
            self._since = self._clock()
