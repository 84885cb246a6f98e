"""A game that was played, move by move: what each move kept, what it cost, and what was better."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tripeaks_solver.answer import Answer, Move, Verdict, card_of
from tripeaks_solver.ask import solve
from tripeaks_solver.cards import GONE, Card
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import MoveError, require_kind
from tripeaks_solver.game import Game, Status
from tripeaks_solver.hidden import safe_line
from tripeaks_solver.players.estimate import Estimate, estimates
from tripeaks_solver.rules import EASY, Rules
from tripeaks_solver.samples import ADVICE, REVIEW
from tripeaks_solver.scoring import TP1, Scoring
from tripeaks_solver.shares import Share
from tripeaks_solver.view import View, seen_places, view_of


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
        advised: what is to be expected of the advised action, where it clearly wins more often than
            this move by what the player had seen; None where it does not, or none was looked for.
            Without samples where the win was certain.
        advised_card: its card; `UNKNOWN` for the draw of a hidden card.

    """

    number: int
    move: Move
    card: Card
    score: int
    before: Answer
    after: Answer
    better: Move | None = None
    better_card: Card = GONE
    advised: Estimate | None = None
    advised_card: Card = GONE

    @property
    def score_lost(self) -> int | None:
        """By how much the best final score that is still possible fell; None if unknown."""
        before, after = self.before.best_score, self.after.best_score
        return None if before is None or after is None else before - after

    @property
    def lost_the_win(self) -> bool:
        """Tell whether the game could be won before the move, and not after it: proven."""
        return (self.before.verdict, self.after.verdict) == (
            Verdict.WINNABLE,
            Verdict.NOT_WINNABLE,
        )

    @property
    def is_best(self) -> bool:
        """Tell whether nothing was lost, as far as that is known."""
        return not (self.score_lost or self.lost_the_win)


@dataclass(frozen=True)
class Review:
    """A game, move by move.

    Attributes:
        deal: the deal that was played.
        rules: the rules of play.
        scoring: the scoring system, without its points for time.
        start: the solver's answer to the deal.
        moves: the moves of the line that stands.
        score: the points at the end of it.
        status: whether the game goes on, or how it ended.
        taken_back: how many moves were taken back.
        is_timed: whether the game gives points for time, which are left out.

    """

    deal: Deal
    rules: Rules
    scoring: Scoring
    start: Answer
    moves: tuple[Judged, ...]
    score: int
    status: Status
    taken_back: int = 0
    is_timed: bool = False

    @property
    def end(self) -> Answer:
        """The solver's answer to the position at the end."""
        return self.moves[-1].after if self.moves else self.start

    @property
    def turning_point(self) -> int | None:
        """The number of the move that lost the win; None where none did."""
        return next((judged.number for judged in self.moves if judged.lost_the_win), None)

    @property
    def accuracy(self) -> float:
        """The share of moves that lost neither the win nor points; 1 for a game without moves."""
        best = sum(judged.is_best for judged in self.moves)
        return best / len(self.moves) if self.moves else 1.0


class _Made(NamedTuple):
    """A move of the line that stands, and where the player had seen the cards before it."""

    move: Move
    seen: frozenset[int]


class _Adviser(NamedTuple):
    """How to find out what a player could have known; see `review`."""

    rules: Rules
    scoring: Scoring
    samples: int
    seed: int
    announce: Callable[[str], None] | None


def review(
    deal: Deal,
    moves: Sequence[Move | None],
    rules: Rules = EASY,
    scoring: Scoring = TP1,
    *,
    known: Collection[int] = (),
    samples: int = REVIEW,
    seed: int = 0,
    announce: Callable[[str], None] | None = None,
) -> Review:
    """Judge a game move by move: the solver proves what was lost, the players what could be known.

    The line that stands is judged; what was seen in moves that were taken back stays known. Time
    does not count: a position does not tell how long it took to reach it.

    Args:
        deal: the deal, with all cards known.
        moves: the moves that were made; None takes the last one back.
        rules: the rules of play.
        scoring: the scoring system.
        known: where in the common order the player knew the card from the start, as from an earlier
            game of the deal.
        samples: how often to deal the unseen cards at each move; 0 for no advice. What seems better
            is held against the advice of `advise`, from as many samples as that takes.
        seed: what the random numbers begin with.
        announce: is told when the players are compiled for the first time.

    Raises:
        DeckError: there are unknown cards.
        MoveError: the rules refuse a move; the message names its number.
        LayoutError: the layout has too many states for the scoring system.

    """
    require_kind("deal", deal, Deal)
    is_timed = scoring.is_timed
    if is_timed:
        scoring = replace(scoring, win_time=0, tick=0, pace_ms=0)
    start = answer = solve(deal, rules, scoring)
    line = _line_that_stands(Game(deal, rules, scoring, undo_limit=None), moves, known)
    adviser = _Adviser(rules, scoring, samples, seed, announce)
    game, judged = Game(deal, rules, scoring), []
    for number, (move, seen) in enumerate(line, start=1):
        view = view_of(game, seen)
        advised = _advised(view, move, adviser) if samples else None
        position = game.position()
        game.make(move)
        before, answer = answer, solve(game.position(), rules, scoring)
        one = Judged(
            *(number, move, game.waste[-1], game.score, before, answer),
            advised=advised,
            advised_card=GONE
            if advised is None
            else card_of(advised.move, view.known or view.deal),
        )
        judged.append(one if one.is_best else _with_better(one, position))
    ended = game.score, game.status, moves.count(None), is_timed
    return Review(deal, rules, scoring, start, tuple(judged), *ended)


def _line_that_stands(
    game: Game, moves: Sequence[Move | None], known: Collection[int] = ()
) -> list[_Made]:
    """Make the moves, and return those that were not taken back."""
    line: list[_Made] = []
    seen = seen_places(game) | frozenset(known)
    for number, move in enumerate(moves, start=1):
        try:
            if move is None:
                game.undo()
                line.pop()
            else:
                line.append(_Made(move, seen))
                game.make(move)
        except MoveError as fault:
            raise MoveError(f"move {number}: {fault}") from None
        seen |= seen_places(game)
    return line


def _advised(view: View, move: Move, adviser: _Adviser) -> Estimate | None:
    """Return the advised action, where what was seen clearly speaks for it and against a move.

    A win that meets no unknown card is certain, whatever chances a base player has.
    """
    deal = view.known or view.deal
    if line := safe_line(deal, adviser.rules, adviser.scoring):
        if _stays_certain(deal, move, adviser):
            return None
        best, score = line[0].move, line[-1].score
        return Estimate(best, Share(1, 1, 1), score, score, score, 0, chosen=True, is_better=True)
    return None if view.known else _clearly_better(view, move, adviser)


def _stays_certain(deal: Deal, move: Move, adviser: _Adviser) -> bool:
    """Tell whether a win that was certain before a move is so after it, whatever it turns up."""
    size, cards = len(deal.layout), list(deal.cards)
    place = len(cards) - len(deal.stock) if move.place is None else move.place
    cards[size], cards[place] = cards[place], GONE
    after = replace(deal, cards=tuple(cards))
    return not after.mask or bool(safe_line(after, adviser.rules, adviser.scoring))


def _clearly_better(view: View, move: Move, adviser: _Adviser) -> Estimate | None:
    """Return the advised action, if it clearly wins more often than a move.

    What seems better in a few samples is looked at again in as many as an advice is given from, and
    told only if it is what `advise` says.
    """
    rules, scoring, samples, seed, announce = adviser
    first = estimates(
        view, rules, scoring, samples=samples, seed=seed, against=move, announce=announce
    )
    if not any(option.is_better for option in first):
        return None
    most = max(samples, ADVICE)
    advice = estimates(view, rules, scoring, samples=most, seed=seed)
    chosen = next(option.move for option in advice if option.chosen)
    held = estimates(view, rules, scoring, samples=most, seed=seed, against=move)
    return next((option for option in held if option.move == chosen and option.is_better), None)


def _with_better(judged: Judged, position: Deal) -> Judged:
    """Add the move that the solver makes in the position before a move that lost something."""
    before = judged.before
    line = before.best_win.moves if judged.lost_the_win and before.best_win else before.moves
    if not line or line[0] == judged.move:
        return judged
    return judged._replace(better=line[0], better_card=card_of(line[0], position))
