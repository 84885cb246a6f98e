"""The answer to a problem: a verdict, the best result, and a line of play that reaches it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from tripeaks_solver.cards import Card
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import TripeaksError, counted, shortened
from tripeaks_solver.goals import Goal
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import Rules
from tripeaks_solver.scoring import Scoring


class Move(NamedTuple):
    """One action: playing the card of a place, or drawing (no place)."""

    place: int | None

    @property
    def action(self) -> str:
        """The word for it: ``play`` or ``draw``."""
        return "draw" if self.place is None else "play"


DRAW = Move(None)
"""The move that draws a card from the stock."""


def card_of(move: Move, position: Deal) -> Card:
    """Return the card that a move in a position puts on the waste."""
    return position.stock[0] if move.place is None else position.tableau[move.place]


class Verdict(StrEnum):
    """Whether a deal can be won; *undecided* when a limit was reached first."""

    WINNABLE = "winnable"
    NOT_WINNABLE = "not winnable"
    UNDECIDED = "undecided"


def parse_verdict(text: object) -> Verdict:
    """Read a verdict.

    Raises:
        TripeaksError: it is none; the message lists them.

    """
    for verdict in Verdict:
        if text == verdict.value:
            return verdict
    names = ", ".join(Verdict)
    raise TripeaksError(f"no verdict {shortened(str(text), 40)}: choose from {names}")


class Line(NamedTuple):
    """A line of play, and the score that it ends with (None where nobody asked)."""

    moves: tuple[Move, ...]
    score: int | None


@dataclass(frozen=True)
class Answer:
    """The answer to a problem.

    Attributes:
        problem: the question.
        verdict: whether the deal can be won.
        moves: a line of play to the best score. Where only finished games count that is a win or,
            where there is none, the best blocked ending. If a goal was asked for, the shortest
            line to it.
        fewest_draws: the fewest draws of any win; None without a win, or where not asked for.
        best_score: the best score of any game; None where not asked for.
        states: how many pairs of tableau state and waste rank were examined.
        winning: the best win, where the best score may be reached without one.
        reached: whether the goal can be reached; None where none was asked for.

    """

    problem: Problem
    verdict: Verdict
    moves: tuple[Move, ...]
    fewest_draws: int | None = None
    best_score: int | None = None
    states: int = 0
    winning: Line | None = None
    reached: bool | None = None

    def __repr__(self) -> str:
        results = {
            "fewest draws": self.fewest_draws,
            "best score": self.best_score,
            "goal reached": self.reached,
        }
        told = [f"{name} {value}" for name, value in results.items() if value is not None]
        rules = f"{self.rules.name} rules"
        return (
            f"<Answer {', '.join([self.verdict, rules, *told, counted(len(self.moves), 'move')])}>"
        )

    @property
    def deal(self) -> Deal:
        """The cards that were asked about."""
        return self.problem.deal

    @property
    def rules(self) -> Rules:
        """The rules of play."""
        return self.problem.rules

    @property
    def scoring(self) -> Scoring:
        """The scoring system of the scores."""
        return self.problem.scoring

    @property
    def goal(self) -> Goal | None:
        """The goal that was asked for, if any."""
        return self.problem.goal

    @property
    def best_win(self) -> Line | None:
        """The win that is worth most; None without a win, or where a goal was asked for."""
        if self.verdict is not Verdict.WINNABLE or self.goal is not None:
            return None
        return self.winning or Line(self.moves, self.best_score)


class Step(NamedTuple):
    """One move of a replay.

    Attributes:
        move: what was done.
        card: the new upper waste card.
        score: the points after it.
        draws: how many cards have been drawn after it.

    """

    move: Move
    card: Card
    score: int
    draws: int


class Replay(NamedTuple):
    """An answer as the engine has replayed it.

    Attributes:
        answer: the answer.
        steps: the moves to the best score, or to the goal.
        winning: the moves of the best win; none without one.

    """

    answer: Answer
    steps: tuple[Step, ...]
    winning: tuple[Step, ...] = ()

    def __repr__(self) -> str:
        return f"<Replay of {self.answer!r}>"
