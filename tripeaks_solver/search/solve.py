"""One deal: its proven answer, with a line of play, and the certificate behind it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tripeaks_solver.answer import Answer, Verdict
from tripeaks_solver.certificate import Certificate, Members
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.problem import Problem
from tripeaks_solver.scoring import TP1
from tripeaks_solver.search.depth_first import WON
from tripeaks_solver.search.depth_first_answers import DEFAULT_NODES, find_win, solve_depth_first
from tripeaks_solver.search.reach import Reach, reach
from tripeaks_solver.search.states import fits, worth_of_states
from tripeaks_solver.search.totals import best_lines


def find_answer(problem: Problem, nodes: int = DEFAULT_NODES) -> Answer:
    """Decide a deal: winnable or not, the fewest draws, the best score.

    The whole space of states is covered, so the answer is a proof. The moves reach the best
    score: under TP1 scoring by the win with the fewest draws or, for a lost deal, by the best
    blocked ending.

    Where the layout has more states than tables of them may have (`states.MOST_STATES`), the deal
    is searched depth first through so many nodes at most, see `solve_depth_first`;
    then it may stay undecided.
    """
    if not fits(problem.deal.layout):
        return solve_depth_first(problem, nodes)
    reached = reach(problem)
    if problem.scoring.is_orderless_from(problem.deal.score):
        return _answer(reached)
    best, winning = best_lines(problem.deal, problem.rules, problem.scoring)
    return Answer(
        problem=problem,
        verdict=Verdict.NOT_WINNABLE if winning is None else Verdict.WINNABLE,
        moves=best.moves,
        fewest_draws=reached.fewest_draws,
        best_score=best.score,
        states=reached.pairs,
        winning=winning,
    )


def find_verdict(problem: Problem, nodes: int = DEFAULT_NODES) -> Answer:
    """Decide only whether a deal can be won, stopping at the first win.

    The moves of a win are not the best ones, and no best result is claimed. Where a quick look
    depth first finds no win the whole space is covered, as in `find_answer`.
    """
    quick = find_win(problem)
    if quick.outcome == WON:
        return Answer(problem, Verdict.WINNABLE, quick.moves, states=quick.nodes)
    if not fits(problem.deal.layout):
        return solve_depth_first(problem, nodes, verdict_only=True)
    # Only the verdict matters, and under TP1 scoring it is found without the search for totals.
    answer = find_answer(replace(problem, scoring=TP1))
    return replace(
        answer,
        problem=problem,
        fewest_draws=None,
        best_score=None,
        winning=None,
        states=answer.states + quick.nodes,
    )


def find_certificate(problem: Problem) -> Certificate:
    """Decide a deal and return the answer with the closed set that proves it.

    Raises:
        TripeaksError: the answer cannot be certified: another scoring system than TP1, points
            earned before, or a goal.
        LayoutError: the layout has too many states.

    """
    if problem.scoring != TP1 or problem.deal.score is not None or problem.goal is not None:
        raise TripeaksError(
            "a certificate proves the best TP1 score from the deal on: leave out the scoring "
            "system, the score so far and the goal"
        )
    reached = reach(problem)
    return Certificate(_answer(reached), _members(reached))


def _answer(reached: Reach) -> Answer:
    won = reached.fewest_draws is not None
    state, rank, drawn = _best_win(reached) if won else _best_blocked(reached)
    tableau = int(reached.states.masks[state])
    return Answer(
        problem=reached.problem,
        verdict=Verdict.WINNABLE if won else Verdict.NOT_WINNABLE,
        moves=reached.line_to(state, rank, drawn),
        fewest_draws=reached.fewest_draws,
        best_score=reached.deal.score_at(TP1, tableau, drawn),
        states=reached.pairs,
    )


def _best_win(reached: Reach) -> tuple[int, int, int]:
    """Find the win with the fewest draws; under TP1 scoring it is worth most."""
    drawn = reached.fewest_draws or 0
    last = len(reached.states) - 1
    ranks = np.flatnonzero(reached.draws[:, last] >> drawn & 1)
    return last, int(ranks[0]), drawn


def _best_blocked(reached: Reach) -> tuple[int, int, int]:
    """Find the blocked ending worth most under TP1 scoring."""
    states = reached.states
    ranks, ends = np.nonzero(reached.blocked())
    worth = worth_of_states(TP1, states)
    best = int(np.argmax(worth[ends]))
    return int(ends[best]), int(ranks[best]), len(reached.deal.stock)


def _members(reached: Reach) -> Members:
    """Collect the reached states below the draws of the best win, or all of a lost deal."""
    fewest = reached.fewest_draws
    limit = len(reached.deal.stock) + 1 if fewest is None else fewest
    sets = reached.draws & (1 << limit) - 1
    return {
        int(reached.states.masks[state]): {
            int(rank): int(sets[rank, state]) for rank in np.flatnonzero(sets[:, state])
        }
        for state in np.flatnonzero(sets.any(axis=0))
    }
