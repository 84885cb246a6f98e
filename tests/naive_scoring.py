"""What a game is worth by each scoring system: the oracle of the test-suite for scores.

Each system is written down here by itself, from its description, as one function that says how a
move changes the score. Nothing is derived from totals: a game is played move by move, as `naive`
plays it, and the highest score is looked up among all positions that can be reached. Like `naive`
this uses the standard library only and nothing of the package under test. It is meant for small
layouts and short stocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from naive import Game, State

# --- What a scoring system sees of a move ---------------------------------------------------------


@dataclass(frozen=True)
class Move:
    """One move, a draw or the removal of a tableau card, and what it has led to."""

    is_draw: bool
    length: int
    """The place of the removed card in its run, from 1 on; 0 for a draw."""
    peaks: int
    """How many peaks the layout has."""
    empty_before: int
    """How many peaks were empty before the move."""
    empty: int
    """How many peaks are empty after it."""
    wins: bool
    """Whether it clears the tableau."""
    stock_left: int
    layout_cards: int
    """How many tableau cards the deal began with."""
    number: int
    """Which move of the game this is, from 1 on."""
    pace: Fraction
    """The seconds that every move takes."""


Change = Callable[[int, Move], int]
"""The score after a move, from the score before it."""


@dataclass(frozen=True)
class System:
    """A scoring system."""

    change: Change
    start: int = 0
    finished_only: bool = False
    """Whether only a finished game has a score; otherwise the player may stop at any time."""


def peak_bonus(move: Move, first: int, middle: int, last: int) -> int:
    """The bonus for the peaks that a move empties: peaks count in the order in which they fall.

    The last peak that remains gives the last bonus, however many the layout has, even if it is the
    only one.
    """
    bonus = 0
    for which in range(move.empty_before + 1, move.empty + 1):
        if which == move.peaks:
            bonus += last
        elif which == 1:
            bonus += first
        else:
            bonus += middle
    return bonus


# --- The systems ----------------------------------------------------------------------------------


def tp1(score: int, move: Move) -> int:
    """Every move costs 1 point, an emptied peak gives 100; never below 0."""
    return max(0, score - 1 + 100 * (move.empty - move.empty_before))


def original(score: int, move: Move) -> int:
    """1, 2, 3, … for the cards of a run; a draw costs 5; the peaks give 15, 15, 30."""
    if move.is_draw:
        return score - 5
    return score + move.length + peak_bonus(move, 15, 15, 30)


def aisleriot(score: int, move: Move) -> int:
    """As the original system, but never below 0."""
    return max(0, original(score, move))


def aisleriot_multiplier(score: int, move: Move) -> int:
    """1, 2, 4, 8, … for the cards of a run; a draw costs 5, never below 0; peaks 25, 25, 50."""
    if move.is_draw:
        return max(0, score - 5)
    card: int = 2 ** (move.length - 1)
    return score + card + peak_bonus(move, 25, 25, 50)


def microsoft(score: int, move: Move) -> int:
    """100, 300, 500, … for the cards of a run; draws are free; the peaks give 500, 1000, 5000."""
    if move.is_draw:
        return score
    return score + 100 + 200 * (move.length - 1) + peak_bonus(move, 500, 1000, 5000)


def pysol(score: int, move: Move) -> int:
    """Everything doubles with each empty peak, and a card's worth after four cards of a run."""
    if move.is_draw:
        return score
    multiplier: int = 2**move.empty  # of the peaks that are empty after the removal
    if move.empty > move.empty_before:
        score += 5 * multiplier
    score += multiplier * 2 ** ((move.length - 1) // 4)
    if move.wins:
        score += 10 * move.stock_left
    return score


def square_runs(score: int, move: Move) -> int:
    """The square of its length for each run, at a win a point for each card of the layout."""
    if move.is_draw:
        return score
    score -= (move.length - 1) ** 2  # what the run was worth without this card
    score += move.length**2
    if move.wins:
        score += move.layout_cards
    return score


def three_peaks(score: int, move: Move) -> int:
    """10 points a card; each full 30 seconds cost 30; at a win 600000 through the seconds taken."""
    now = move.number * move.pace
    half_minutes = now // 30 - (now - move.pace) // 30
    for _ in range(half_minutes):
        score = max(0, score - 30)
    if not move.is_draw:
        score += 10
    if move.wins:
        score += 600_000 // now
    return score


SYSTEMS = {
    "tp1": System(tp1, start=500, finished_only=True),
    "original": System(original),
    "aisleriot": System(aisleriot),
    "aisleriot-multiplier": System(aisleriot_multiplier),
    "microsoft": System(microsoft),
    "pysol": System(pysol, start=-52),
    "square-runs": System(square_runs),
    "three-peaks": System(three_peaks),
}

# --- Playing --------------------------------------------------------------------------------------

Seconds = int | float | Fraction


class Position(NamedTuple):
    """What there is to know of a game under way, but for the score."""

    state: State
    run: int
    """How many tableau cards have been removed since the last draw, or since the deal."""
    moves: int
    """How many moves have been made; each of them has taken its time."""


@dataclass(frozen=True)
class Play:
    """A game that is played for points, with the seconds that each move takes."""

    game: Game
    system: System
    pace: Fraction

    def after(self, position: Position, state: State, score: int) -> tuple[Position, int]:
        """The position and the score after the move that leads to *state*."""
        mask, drawn, _ = state
        is_draw = mask == position.state[0]
        run = 0 if is_draw else position.run + 1
        number = position.moves + 1
        move = Move(
            is_draw=is_draw,
            length=run,
            peaks=len(self.game.peaks),
            empty_before=self.game.empty_peaks(position.state[0]),
            empty=self.game.empty_peaks(mask),
            wins=mask == 0,
            stock_left=len(self.game.stock) - drawn,
            layout_cards=len(self.game.tableau),
            number=number,
            pace=self.pace,
        )
        return Position(state, run, number), self.system.change(score, move)

    def layers(self, start: Position, score: int) -> Iterator[dict[Position, int]]:
        """The positions that can be reached in 0, 1, 2, … moves, each with its highest score.

        Of two games that have come to the same position, with the same run and as many moves, the
        one with more points stays ahead: what a move adds or takes does not depend on the score,
        and where the score stops at 0, the one with more points is still not behind. So what a
        lower score can lead to is never more, and only the highest is kept.
        """
        layer = {start: score}
        while layer:
            yield layer
            following: dict[Position, int] = {}
            for position, points in layer.items():
                for state in self.game.successors(position.state):
                    after, then = self.after(position, state, points)
                    following[after] = max(then, following.get(after, then))
            layer = following


def _play(game: Game, name: str, pace: Seconds) -> Play:
    # By way of its digits 0.1 is a tenth, and not the binary fraction next to it.
    exact = Fraction(str(pace))
    if exact <= 0:
        raise ValueError("a move takes some time")
    return Play(game, SYSTEMS[name], exact)


class Best(NamedTuple):
    """The highest scores that a game can end with."""

    best: int
    winning: int | None
    """The highest score of any game that clears the tableau; none if no game can."""


def best_scores(
    game: Game,
    name: str,
    *,
    run: int = 0,
    score: int | None = None,
    moves: int = 0,
    pace: Seconds = 1,
) -> Best:
    """The highest scores by the system of that name.

    A game that is taken up under way brings along the length of its *run*, the *score* that it has
    earned, the run as it stands included, and the number of *moves* that it has taken.
    """
    play = _play(game, name, pace)
    scores, winning = [], []
    first_score = play.system.start if score is None else score
    for layer in play.layers(Position(game.start, run, moves), first_score):
        for position, points in layer.items():
            if game.over(position.state) or not play.system.finished_only:
                scores.append(points)
            if position.state[0] == 0:
                winning.append(points)
    return Best(max(scores), max(winning, default=None))


def fewest_actions(
    game: Game,
    name: str,
    target: int,
    *,
    run: int = 0,
    score: int | None = None,
    pace: Seconds = 1,
) -> int | None:
    """The fewest moves after which a game can have so many points; none if none can."""
    play = _play(game, name, pace)
    first_score = play.system.start if score is None else score
    for moves, layer in enumerate(play.layers(Position(game.start, run, 0), first_score)):
        if max(layer.values()) >= target:
            return moves
    return None


def score_of(
    game: Game,
    name: str,
    line: Sequence[int | None],
    *,
    run: int = 0,
    score: int | None = None,
    moves: int = 0,
    pace: Seconds = 1,
) -> int:
    """The score after a line of moves: places, and None for each draw.

    The game need not be finished. What it brings along is as in `best_scores`.
    """
    play = _play(game, name, pace)
    position = Position(game.start, run, moves)
    points = play.system.start if score is None else score
    for move in line:
        possible = game.moves(position.state)
        if move not in possible:
            raise ValueError(f"move {move} is not possible after {position.moves - moves} moves")
        position, points = play.after(position, possible[move], points)
    return points
