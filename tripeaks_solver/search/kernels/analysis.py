"""What can be done with deals besides winning them, where drawing is allowed at any time."""

from __future__ import annotations

import numpy as np

from tripeaks_solver.search.kernels.exact import (
    FEWEST,
    have_jokers,
    prepare,
    question_of,
    search,
    workspace,
)
from tripeaks_solver.search.kernels.tables import LANES, NEVER
from tripeaks_solver.search.kernels.vectors import QUESTIONS
from tripeaks_solver.search.machine_code import compiled


@compiled
def analyse_deals(removals, relations, blocked, deals, longest_chain, latest_start):
    """Find the longest first chain of deals, and how far the stock may be burnt at the start.

    Args:
        removals: see `exact.answer_deals`, as all that is not named here.
        relations: see there.
        blocked: see there.
        deals: see there.
        longest_chain: receives the most removals without a draw, shape (n, rules), int8.
        latest_start: receives the most cards that can be drawn before the first removal of a
            win, or -1 where there is none, shape (n, rules), int8.

    """
    states, rules = len(removals.into) - 1, len(relations.plays_on)
    places = int(removals.card.max()) + 1
    stock_size = deals.shape[1] - places - 1
    work = workspace(states, places)
    drawn = np.empty(QUESTIONS, np.int64)
    jokers = have_jokers(deals, places)
    for block in range(0, len(deals) * rules, QUESTIONS):
        prepare(block, relations, blocked, deals, work)
        # Whoever can win after burning some cards can win after burning fewer: search by halves,
        # for all questions of the pass at once. The first round burns nothing.
        low, high = np.full(QUESTIONS, -1), np.full(QUESTIONS, stock_size + 1)
        drawn[:] = 0
        searching = True
        while searching:
            search(block, removals, relations, deals, drawn, jokers, work)
            searching = False
            for group in range(QUESTIONS):
                deal, rule = question_of(block, group, len(deals), rules)
                fewest = work.table[:, group * LANES + FEWEST]
                if low[group] == -1 and high[group] == stock_size + 1:
                    longest_chain[deal, rule] = _deepest(fewest, removals.level)
                if low[group] + 1 < high[group]:
                    if fewest[states - 1] != NEVER:
                        low[group] = drawn[group]
                    else:
                        high[group] = drawn[group]
                if low[group] + 1 < high[group]:
                    drawn[group] = (low[group] + high[group]) // 2
                    searching = True
        for group in range(QUESTIONS):
            deal, rule = question_of(block, group, len(deals), rules)
            latest_start[deal, rule] = low[group]


@compiled
def _deepest(fewest, level):
    """Find the deepest level of states that is reached without a draw."""
    for depth in range(1, len(level) - 1):
        reached = False
        for state in range(level[depth], level[depth + 1]):
            if fewest[state] == 0:
                reached = True
                break
        if not reached:
            return depth - 1
    return len(level) - 2
