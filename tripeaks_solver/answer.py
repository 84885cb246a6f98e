"""What is claimed about a deal: a verdict, the best result, and a line of play that reaches it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from tripeaks_solver.deal import Deal
from tripeaks_solver.rules import Rules
from tripeaks_solver.scoring import TP1, Scoring


class Move(NamedTuple):
    """One action: playing the card of a place, or drawing (no place)."""

    place: int | None

    @property
    def action(self) -> str:
        """The word for it: ``play`` or ``draw``."""
        return "draw" if self.place is None else "play"


DRAW = Move(None)


class Verdict(StrEnum):
    """Whether a deal can be won; *undecided* when a limit was reached first."""

    WINNABLE = "winnable"
    NOT_WINNABLE = "not winnable"
    UNDECIDED = "undecided"


class Line(NamedTuple):
    """A line of play, and the score that it ends with (None where nobody asked)."""

    moves: tuple[Move, ...]
    score: int | None


@dataclass(frozen=True)
class Answer:
    """The answer to a deal under given rules.

    Attributes:
        deal: the cards.
        rules: the rules of play.
        verdict: whether the deal can be won.
        moves: a line of play to the best score. Where only finished games count that is a win or,
            where there is none, the best blocked ending.
        fewest_draws: the fewest draws of any win; None without a win, or where not asked for.
        best_score: the best score of any game; None where not asked for.
        states: how many pairs of tableau state and waste rank were examined.
        scoring: the scoring system of the scores.
        winning: the best win, where the best score may be reached without one.

    """

    deal: Deal
    rules: Rules
    verdict: Verdict
    moves: tuple[Move, ...]
    fewest_draws: int | None = None
    best_score: int | None = None
    states: int = 0
    scoring: Scoring = TP1
    winning: Line | None = None

    @property
    def best_win(self) -> Line | None:
        """The win that is worth most, or None without a win."""
        if self.verdict is not Verdict.WINNABLE:
            return None
        return self.winning or Line(self.moves, self.best_score)
