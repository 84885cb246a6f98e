"""The playable engine: moves, refusals, undo, score and end of a game. Obvious and slow."""

from __future__ import annotations

from collections import deque
from enum import Enum
from types import NoneType
from typing import NamedTuple

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.cards import GONE, UNKNOWN, WILD, Card, Rank, rank_of
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import MoveError, counted, require_kind
from tripeaks_solver.rules import EASY, Rules
from tripeaks_solver.scoring import TP1, Scoring


class Status(Enum):
    """Whether the game goes on, and how it ended."""

    RUNNING = "running"
    WON = "won"
    BLOCKED = "no more moves"
    UNKNOWN = "no move is known: the next one depends on unknown cards"


class Refusal(Enum):
    """Why a move cannot be made, in the words that a player sees."""

    RANK = "must be one rank higher or lower"
    UNKNOWN = "this depends on an unknown card: find out which one it is"
    COVERED = "this card is blocked"
    GONE = "this card has been played"
    STOCK_EMPTY = "the stock is empty"
    NOT_STUCK = "a card can be played: the stock may be drawn from only when none can"
    WON = "the game is won"


class _Past(NamedTuple):
    """What an action changed: the state before it, and the points that it brought."""

    tableau: int
    drawn: int
    run: int
    points: int


class Game:
    """One game of a deal, from the first move (or from where it is under way) to the end.

    Some cards may be unknown. A move is refused that plays or draws such a card, or that depends
    on which card it is; a game goes on from there once the deal tells the card.

    Two games are equal when deal, rules and scoring are, and position, score, time and the number
    of actions too. What can be taken back does not matter.

    Attributes:
        deal, rules, scoring: what is played; the deal as it lies when the game begins.
        tableau: the mask of the places that still hold their card.
        drawn: how many stock cards have been drawn.
        waste: the waste pile, oldest card first.
        run: how many cards have been played since the last draw.
        score: the points so far.
        moves: how many actions were made; undo does not take them back.
        time_ms: the time on the clock, in milliseconds.

    """

    def __init__(
        self,
        deal: Deal,
        rules: Rules = EASY,
        scoring: Scoring = TP1,
        *,
        undo_limit: int | None = 100,
    ) -> None:
        require_kind("deal", deal, Deal)
        require_kind("rules", rules, Rules)
        require_kind("scoring", scoring, Scoring)
        require_kind("undo_limit", undo_limit, int, NoneType)
        self.deal, self.rules, self.scoring = deal.under(rules), rules, scoring
        self.tableau = deal.mask
        self.drawn = 0
        self.waste: list[Card] = [] if self.deal.waste == GONE else [self.deal.waste]
        self.run = deal.run
        self.score = deal.start_score(scoring)
        self.moves = 0
        self.time_ms = 0
        self._past: deque[_Past] = deque(maxlen=undo_limit)

    def __repr__(self) -> str:
        counts = counted(self.drawn, "draw"), counted(self.tableau.bit_count(), "card")
        told = f"score {self.score}, {counts[0]}, {counts[1]} left"
        return f"<Game {self.status.name.lower()}, {told}; {self.rules.name}, {self.scoring.name}>"

    def _repr_svg_(self) -> str:
        """Draw the position for a notebook."""
        return self.position()._repr_svg_()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._compared() == other._compared()

    __hash__ = None  # type: ignore[assignment]

    def _compared(self) -> tuple[object, ...]:
        played = (self.deal, self.rules, self.scoring)
        position = (self.tableau, self.drawn, self.waste[-1:], self.run)
        return *played, *position, self.score, self.moves, self.time_ms

    def copy(self) -> Game:
        """Return a game that goes its own way from here, with all that can be taken back."""
        other = object.__new__(type(self))
        vars(other).update(vars(self), waste=self.waste.copy(), _past=self._past.copy())
        return other

    __copy__ = copy

    @property
    def stock(self) -> tuple[Card, ...]:
        """The cards still in the stock, next drawn first."""
        return self.deal.stock[self.drawn :]

    @property
    def waste_rank(self) -> Rank:
        """The rank of the upper waste card; `WILD` where the waste is empty.

        Raises:
            CardError: the card is unknown.

        """
        return rank_of(self.waste[-1]) if self.waste else WILD

    @property
    def status(self) -> Status:
        """Won as soon as the tableau is empty, blocked when nothing can be done."""
        if not self.tableau:
            return Status.WON
        if self.stock or self.plays():
            return Status.RUNNING
        return Status.UNKNOWN if self._may_have_plays() else Status.BLOCKED

    @property
    def legal_moves(self) -> list[Move]:
        """The moves that can be made now: plays in dealing order, then the draw."""
        draws = [] if self.draw_refusal() else [DRAW]
        return [*map(Move, self.plays()), *draws]

    def position(self) -> Deal:
        """Return the game as it stands: a deal from which it can be taken up."""
        deal = self.deal
        tableau = (c if self.tableau >> p & 1 else GONE for p, c in enumerate(deal.tableau))
        waste = self.waste[-1] if self.waste else GONE
        begun = len(deal.cards) - len(deal.layout) - 1 - len(self.stock)
        cards = (*tableau, waste, *[GONE] * begun, *self.stock)
        return Deal(cards, deal.layout, self.run, self.score)

    def is_face_up(self, place: int) -> bool:
        """Tell whether the card of a place can be seen: it turns up when nothing covers it.

        With open peaks every card can be seen.

        Raises:
            MoveError: there is no such place.

        """
        self._require_place(place)
        if self.rules.open_peaks:
            return bool(self.tableau >> place & 1)
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
        card = self.deal.tableau[place]
        if UNKNOWN in (card, *self.waste[-1:]):
            return Refusal.UNKNOWN
        return None if self.rules.fits(rank_of(card), self.waste_rank) else Refusal.RANK

    def draw_refusal(self) -> Refusal | None:
        """Say why no stock card can be drawn, or None if one can."""
        if not self.tableau:
            return Refusal.WON
        if not self.stock:
            return Refusal.STOCK_EMPTY
        if self.rules.draw_only_when_stuck:
            if self.plays():
                return Refusal.NOT_STUCK
            if self._may_have_plays():
                return Refusal.UNKNOWN
        return Refusal.UNKNOWN if self.stock[0] == UNKNOWN else None

    def play(self, place: int) -> None:
        """Play the card of a place on the waste.

        Raises:
            MoveError: the rules refuse it, or there is no such place.

        """
        self._require(self.play_refusal(place))
        self._begin_action()
        self.tableau ^= 1 << place
        self.waste.append(self.deal.tableau[place])
        self.run += 1
        self._earn(self._worth_of_play(place))

    def draw(self) -> None:
        """Turn the next stock card onto the waste.

        Raises:
            MoveError: the rules refuse it.

        """
        self._require(self.draw_refusal())
        self._begin_action()
        self.waste.append(self.stock[0])
        self.drawn += 1
        self.run = 0
        self._earn(self.scoring.draw)

    def make(self, move: Move) -> None:
        """Make a move of a line of play.

        Raises:
            MoveError: the rules refuse it.
            TripeaksError: it is no move.

        """
        require_kind("move", move, Move)
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
            raise MoveError("there is nothing to undo")
        self.tableau, self.drawn, self.run, points = self._past.pop()
        self.score = self.scoring.plus(self.score, -points)
        self.waste.pop()

    def pass_time(self, milliseconds: int) -> None:
        """Let the clock go on, which costs points where the scoring system says so."""
        before, self.time_ms = self.time_ms, self.time_ms + milliseconds
        self.score = self.scoring.plus(self.score, self.scoring.time_points(before, self.time_ms))

    def _may_have_plays(self) -> bool:
        """Tell whether there may be a play that depends on an unknown card."""
        refusals = map(self.play_refusal, range(len(self.deal.layout)))
        return Refusal.UNKNOWN in refusals

    def _worth_of_play(self, place: int) -> int:
        """Return what the card just played from a place brings."""
        layout, scoring = self.deal.layout, self.scoring
        emptied, peaks = layout.peaks_emptied(self.tableau), len(layout.peaks)
        emptied_before = layout.peaks_emptied(self.tableau | 1 << place)
        worth = scoring.card(self.run, emptied)
        worth += scoring.peaks_total(emptied, peaks) - scoring.peaks_total(emptied_before, peaks)
        if not self.tableau:
            worth += scoring.win(len(layout), len(self.stock), self.time_ms)
        return worth

    def _require_place(self, place: int) -> None:
        if not 0 <= place < len(self.deal.layout):
            raise MoveError(f"there is no place {place}: 0 to {len(self.deal.layout) - 1} exist")

    def _require(self, refusal: Refusal | None) -> None:
        if refusal:
            raise MoveError(refusal.value)

    def _begin_action(self) -> None:
        """Let the time of an action pass, and note the state before it for undo."""
        if self.scoring.pace_ms:
            self.pass_time(self.scoring.pace_ms)
        self._past.append(_Past(self.tableau, self.drawn, self.run, points=0))
        self.moves += 1

    def _earn(self, points: int) -> None:
        """Add the points of the action just made, and note what it really brought."""
        before = self.score
        self.score = self.scoring.plus(before, points)
        if self._past:
            self._past[-1] = self._past[-1]._replace(points=self.score - before)
