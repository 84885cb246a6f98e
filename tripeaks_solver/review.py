"""A game that was played, move by move: what each move kept, what it cost, and what was better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tripeaks_solver.answer import Answer, Move, Verdict, card_of
from tripeaks_solver.ask import solve
from tripeaks_solver.cards import GONE, Card
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import MoveError, require_kind
from tripeaks_solver.game import Game
from tripeaks_solver.players.estimate import Estimate, estimates
from tripeaks_solver.rules import EASY, Rules
from tripeaks_solver.scoring import TP1, Scoring
from tripeaks_solver.view import view_of

SAMPLES = 200
"""How often the unseen cards are dealt for the advice at each move."""


class Judged(NamedTuple):
    """One move of a game.

    Attributes:
        number: which move it is, counted from 1.
        move: the move.
        card: the card that it put on the waste.
        score: the points after it.
        before, after: the solver's answers to the positions before and after it.
        better: the move that the solver makes instead, where this one loses the win or points.
        better_card: its card.
        advised: what is to be expected of the action that the advised player does here, who sees no
            more than the player saw; None where no other action was possible.
        advised_card: its card; `UNKNOWN` for the draw of a hidden card.

    """

    number: int
    move: Move
    card: Card
    score: int
    before: Answer
    after: Answer
    better: Move | None
    better_card: Card
    advised: Estimate | None
    advised_card: Card

    @property
    def score_lost(self) -> int:
        """By how much the best final score that is still possible fell."""
        return (self.before.best_score or 0) - (self.after.best_score or 0)

    @property
    def lost_the_win(self) -> bool:
        """Tell whether the game could be won before the move, and not after it: proven."""
        return (self.before.verdict, self.after.verdict) == (
            Verdict.WINNABLE,
            Verdict.NOT_WINNABLE,
        )

    @property
    def is_best(self) -> bool:
        """Tell whether nothing was lost."""
        return not (self.score_lost or self.lost_the_win)

    @property
    def is_as_advised(self) -> bool:
        """Tell whether the advised player does the same, as far as it had a choice."""
        return self.advised is None or self.advised.move == self.move


@dataclass(frozen=True)
class Review:
    """A game, move by move.

    Attributes:
        deal: the deal that was played.
        rules: the rules of play.
        scoring: the scoring system.
        start: the solver's answer to the deal.
        moves: the moves.
        score: the points at the end.
        is_won: whether the game was won.

    """

    deal: Deal
    rules: Rules
    scoring: Scoring
    start: Answer
    moves: tuple[Judged, ...]
    score: int
    is_won: bool

    @property
    def turning_point(self) -> int | None:
        """The number of the move that lost the win; None where none did."""
        return next((judged.number for judged in self.moves if judged.lost_the_win), None)

    @property
    def accuracy(self) -> float:
        """The share of moves that lost neither the win nor points; 1 for a game without moves."""
        best = sum(judged.is_best for judged in self.moves)
        return best / len(self.moves) if self.moves else 1.0


def review(
    deal: Deal,
    moves: Sequence[Move],
    rules: Rules = EASY,
    scoring: Scoring = TP1,
    *,
    samples: int = SAMPLES,
    seed: int = 0,
    announce: Callable[[str], None] | None = None,
) -> Review:
    """Judge a game move by move: the solver proves what was lost, the players what could be known.

    Time does not count: a position does not tell how long it took to reach it.

    Args:
        deal: the deal, with all cards known.
        moves: the moves that were made, undone ones left out.
        rules: the rules of play.
        scoring: the scoring system.
        samples: how often to deal the unseen cards for the advice at each move.
        seed: what the random numbers begin with.
        announce: is told when the players are compiled for the first time.

    Raises:
        DeckError: there are unknown cards.
        MoveError: the rules refuse a move; the message names its number.
        LayoutError: the layout has too many states for the scoring system.

    """
    require_kind("deal", deal, Deal)
    if scoring.is_timed:
        scoring = replace(scoring, win_time=0, tick=0, pace_ms=0)
    game = Game(deal, rules, scoring)
    start = answer = solve(deal, rules, scoring)
    position, judged = game.position(), []
    for number, move in enumerate(moves, start=1):
        view = view_of(game)
        options = estimates(view, rules, scoring, samples=samples, seed=seed, announce=announce)
        advised = next((one for one in options if one.chosen), None) if options[1:] else None
        try:
            game.make(move)
        except MoveError as fault:
            raise MoveError(f"move {number}: {fault}") from None
        before, answer = answer, solve(game.position(), rules, scoring)
        one = Judged(
            *(number, move, game.waste[-1], game.score, before, answer),
            better=None,
            better_card=GONE,
            advised=advised,
            advised_card=GONE if advised is None else card_of(advised.move, view.deal),
        )
        judged.append(one if one.is_best else _with_better(one, position))
        position = game.position()
    return Review(deal, rules, scoring, start, tuple(judged), game.score, not game.tableau)


def _with_better(judged: Judged, position: Deal) -> Judged:
    """Add the move that the solver makes in the position before a move that lost something."""
    before = judged.before
    line = before.best_win.moves if judged.lost_the_win and before.best_win else before.moves
    if not line or line[0] == judged.move:
        return judged
    return judged._replace(better=line[0], better_card=card_of(line[0], position))
