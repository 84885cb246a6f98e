"""The shortest way to a goal."""

from __future__ import annotations

import numpy as np

from tripeaks_solver.answer import Answer, Verdict
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.goals import Goal
from tripeaks_solver.problem import Problem
from tripeaks_solver.search.reach import Reach, reach
from tripeaks_solver.search.totals import quickest_line


def find_goal(problem: Problem) -> Answer:
    """Find the fewest moves to the goal of a problem.

    Returns:
        The answer, whose moves reach the goal (none where it cannot be reached, which is proven)
        and which claims no best score.

    Raises:
        LayoutError: the layout has too many states.
        TripeaksError: the problem has no goal.

    """
    goal = problem.goal
    if goal is None:
        raise TripeaksError("the problem has no goal")
    reached = reach(problem)
    if goal.points is not None:
        line = quickest_line(problem.deal, problem.rules, problem.scoring, goal.points)
        moves = None if line is None else line.moves
    else:
        end = _quickest(reached, goal)
        moves = None if end is None else reached.line_to(*end)
    return Answer(
        problem=problem,
        verdict=Verdict.NOT_WINNABLE if reached.fewest_draws is None else Verdict.WINNABLE,
        moves=moves or (),
        fewest_draws=reached.fewest_draws,
        states=reached.pairs,
        reached=moves is not None,
    )


def _quickest(reached: Reach, goal: Goal) -> tuple[int, int, int] | None:
    """Find the reached state that meets a goal after the fewest moves, with its rank and draws."""
    states = reached.states
    some_draws = np.bitwise_or.reduce(reached.draws, axis=0)
    found = np.flatnonzero(some_draws)
    masks = states.masks[found].astype(np.int64)
    emptied = sum(
        (~masks >> place & 1 for place in range(len(states.layout)) if goal.places >> place & 1),
        start=np.zeros(len(found), np.int64),
    )
    enough = emptied.max() if goal.count is None else goal.count
    found = found[emptied >= enough]
    if not len(found):
        return None
    # The lowest bit of a set of draws is the fewest of them; powers of two have exact logarithms.
    sets = some_draws[found]
    fewest = np.log2((sets & (~sets + sets.dtype.type(1))).astype(np.float64)).astype(np.int64)
    best = int(np.argmin(states.cards_removed[found] + fewest))
    state, drawn = int(found[best]), int(fewest[best])
    rank = int(np.flatnonzero(reached.draws[:, state] >> drawn & 1)[0])
    return state, rank, drawn
