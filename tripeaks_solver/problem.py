"""A question about a deal: the cards, the rules, the scoring system and the goal, checked once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import NoneType

from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import require_kind
from tripeaks_solver.goals import Goal
from tripeaks_solver.rules import EASY, Rules
from tripeaks_solver.scoring import TP1, Scoring
from tripeaks_solver.values import Value


@dataclass(frozen=True)
class Problem(Value):
    """Whether a deal can be won, and the best score of any game, as a question.

    With a goal, how few moves reach it.

    Attributes:
        deal: the cards as they were given; all of them must be known.
        rules: the rules of play.
        scoring: the scoring system.
        goal: what to reach instead of the best score, if anything.

    Raises:
        TripeaksError: a part is of another kind.
        DeckError: there are unknown cards; the message names the first one.

    """

    deal: Deal
    rules: Rules = EASY
    scoring: Scoring = TP1
    goal: Goal | None = None

    def __post_init__(self) -> None:
        require_kind("deal", self.deal, Deal)
        require_kind("rules", self.rules, Rules)
        require_kind("scoring", self.scoring, Scoring)
        require_kind("goal", self.goal, Goal, NoneType)
        self.deal.require_known()

    def __repr__(self) -> str:
        goal = f", {self.goal.text}" if self.goal else ""
        return f"<Problem {self.deal!r}, {self.rules.name}, {self.scoring.name}{goal}>"

    @cached_property
    def opened(self) -> Deal:
        """The deal as it lies when a game by these rules begins."""
        return self.deal.under(self.rules)

    @property
    def start_score(self) -> int:
        """The points at the start."""
        return self.deal.start_score(self.scoring)
