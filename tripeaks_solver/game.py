"""The playable engine: moves, refusals, undo, score and end of a game. Obvious and slow."""

from __future__ import annotations

from collections import deque
from enum import Enum
from typing import NamedTuple

from tripeaks_solver.answer import Move
from tripeaks_solver.cards import Card, rank_of
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import MoveError
from tripeaks_solver.rules import EASY, Rules
from tripeaks_solver.scoring import TP1, Scoring


class Status(Enum):
    """Whether the game goes on, and how it ended."""

    RUNNING = "running"
    WON = "won"
    BLOCKED = "no more moves"


class Refusal(Enum):
    """Why a move cannot be made, in the words that a player sees."""

    RANK = "must be one rank higher or lower"
    COVERED = "this card is blocked"
    GONE = "this card has been played"
    STOCK_EMPTY = "the stock is empty"
    NOT_STUCK = "a card can be played: the stock may be drawn from only when none can"
    WON = "the game is won"


class _Past(NamedTuple):
    tableau: int
    drawn: int
    score: int


class Game:
    """One game of a deal, from the first move to the end.

    Attributes:
        deal, rules, scoring: what is played.
        tableau: the mask of the places that still hold their card.
        drawn: how many stock cards have been drawn.
        waste: the waste pile, oldest card first.
        score: the points so far.
        moves: how many actions were made; undo does not take them back.

    """

    def __init__(
        self,
        deal: Deal,
        rules: Rules = EASY,
        scoring: Scoring = TP1,
        *,
        undo_limit: int | None = 100,
    ) -> None:
        self.deal, self.rules, self.scoring = deal, rules, scoring
        self.tableau = deal.layout.full
        self.drawn = 0
        self.waste: list[Card] = [deal.waste]
        self.score = scoring.start
        self.moves = 0
        self._past: deque[_Past] = deque(maxlen=undo_limit)

    @property
    def stock(self) -> tuple[Card, ...]:
        """The cards still in the stock, next drawn first."""
        return self.deal.stock[self.drawn :]

    @property
    def status(self) -> Status:
        """Won as soon as the tableau is empty, blocked when nothing can be done."""
        if not self.tableau:
            return Status.WON
        return Status.RUNNING if self.plays() or self.stock else Status.BLOCKED

    def is_face_up(self, place: int) -> bool:
        """Tell whether the card of a place can be seen: it turns up when nothing covers it.

        Raises:
            MoveError: there is no such place.

        """
        self._require_place(place)
        return self.deal.layout.is_free(place, self.tableau)

    def plays(self) -> list[int]:
        """Return the places whose cards can be played now, in dealing order."""
        return [place for place in range(len(self.deal.layout)) if not self.play_refusal(place)]

    def play_refusal(self, place: int) -> Refusal | None:
        """Say why the card of a place cannot be played, or None if it can.

        Raises:
            MoveError: there is no such place.

        """
        self._require_place(place)
        if not self.tableau:
            return Refusal.WON
        if not self.tableau >> place & 1:
            return Refusal.GONE
        if not self.deal.layout.is_free(place, self.tableau):
            return Refusal.COVERED
        card, waste = self.deal.tableau[place], self.waste[-1]
        return None if self.rules.fits(rank_of(card), rank_of(waste)) else Refusal.RANK

    def draw_refusal(self) -> Refusal | None:
        """Say why no stock card can be drawn, or None if one can."""
        if not self.tableau:
            return Refusal.WON
        if not self.stock:
            return Refusal.STOCK_EMPTY
        stuck_needed = self.rules.draw_only_when_stuck
        return Refusal.NOT_STUCK if stuck_needed and self.plays() else None

    def play(self, place: int) -> None:
        """Play the card of a place on the waste.

        Raises:
            MoveError: the rules refuse it, or there is no such place.

        """
        self._require(self.play_refusal(place))
        card = self.deal.tableau[place]
        emptied = self._peaks_emptied_by(place)
        self._remember()
        self.tableau ^= 1 << place
        self.waste.append(card)
        self.score = self.scoring.after_play(self.score, emptied)

    def draw(self) -> None:
        """Turn the next stock card onto the waste.

        Raises:
            MoveError: the rules refuse it.

        """
        self._require(self.draw_refusal())
        self._remember()
        self.waste.append(self.stock[0])
        self.drawn += 1
        self.score = self.scoring.after_draw(self.score)

    def make(self, move: Move) -> None:
        """Make a move of a line of play.

        Raises:
            MoveError: the rules refuse it.

        """
        if move.place is None:
            self.draw()
        else:
            self.play(move.place)

    def undo(self) -> None:
        """Take the last action back, all but its count.

        Raises:
            MoveError: there is nothing (or nothing more) to take back.

        """
        if not self._past:
            raise MoveError("there is no action to take back")
        self.tableau, self.drawn, self.score = self._past.pop()
        self.waste.pop()

    def _peaks_emptied_by(self, place: int) -> int:
        layout, after = self.deal.layout, self.tableau ^ 1 << place
        return layout.peaks_emptied(after) - layout.peaks_emptied(self.tableau)

    def _require_place(self, place: int) -> None:
        if not 0 <= place < len(self.deal.layout):
            raise MoveError(f"there is no place {place}: 0 to {len(self.deal.layout) - 1} exist")

    def _require(self, refusal: Refusal | None) -> None:
        if refusal:
            raise MoveError(refusal.value)

    def _remember(self) -> None:
        self._past.append(_Past(self.tableau, self.drawn, self.score))
        self.moves += 1
