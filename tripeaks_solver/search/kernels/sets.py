"""Exact answers to deals under any rules, above all where a draw is allowed only when stuck.

There fewer draws are not always better, so for each tableau state and waste rank the *set* of all
numbers of draws is kept with which the two can be reached together, as a mask (bit *d* stands for
*d* draws), as in `reach`. Whoever draws only when stuck reaches few states (2 to 9 of 100 on the
classic layout). So each state is put in a queue when it is first reached, and hands its sets on to
the states below it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tripeaks_solver.cards import WASTE_RANKS
from tripeaks_solver.search.kernels.bits import lowest
from tripeaks_solver.search.kernels.tables import EVERY_RANK, NEVER
from tripeaks_solver.search.machine_code import compiled


class Workspace(NamedTuple):
    """Memory for a search, zeroed before and after.

    Attributes:
        draws: the sets of numbers of draws of each state and waste rank, shape (states, 14), int64.
        reached: whether a state is in the queue, shape (states,), bool.
        queue: the states that are reached, level by level, shape (states,), int64.

    """

    draws: Any
    reached: Any
    queue: Any


@compiled
def answer_deals(
    removals, endings, relations, only_when_stuck, deals, analysed,
    fewest_draws, best_scores, longest_chain, latest_start,
):  # fmt: skip
    """Answer deals: fewest draws and best scores, and where ``analysed`` how a game may begin.

    Args:
        removals: see `exact.answer_deals`, as all that is not named here.
        endings: see there.
        relations: see there.
        only_when_stuck: for each rules whether a draw is allowed only when no card fits, bool.
        deals: see there.
        analysed: whether the last two are asked for.
        fewest_draws: see there.
        best_scores: see there.
        longest_chain: see `analysis.analyse_deals`.
        latest_start: see there; where a draw is allowed only when stuck those are the cards that
            have to be drawn before the first one fits.

    """
    states, rules = len(removals.into) - 1, len(relations.plays_on)
    places = int(removals.card.max()) + 1
    stock_size = deals.shape[1] - places - 1
    work = Workspace(
        np.zeros((states, WASTE_RANKS), np.int64),
        np.zeros(states, np.bool_),
        np.empty(states, np.int64),
    )
    for deal in range(len(deals)):
        for rule in range(rules):
            ranks, wastes_for = deals[deal], relations.wastes_for[rule]
            stuck = only_when_stuck[rule]
            won, blocked, chain = _search(
                removals, endings.worth, wastes_for, stuck, ranks, places, 0, work
            )
            fewest_draws[deal, rule] = won
            best = blocked - stock_size if won == NEVER else endings.worth[states - 1] - won
            best_scores[deal, rule] = best
            if not analysed:
                continue
            longest_chain[deal, rule] = np.searchsorted(removals.level, chain, side="right") - 1
            latest_start[deal, rule] = -1
            if won != NEVER and stuck:
                latest_start[deal, rule] = _forced_draws(removals, wastes_for, ranks, places)
            elif won != NEVER:
                latest_start[deal, rule] = _latest_start(
                    removals, endings.worth, wastes_for, ranks, places, work
                )


@compiled
def _search(removals, worth, wastes_for, only_when_stuck, ranks, places, burnt, work):
    """Search all that a deal can reach after so many cards have been drawn in advance.

    Returns:
        The fewest draws of a win or `NEVER`, the worth of the best blocked ending, and the
        deepest state that is reached without a draw.

    """
    last, stock_size = len(removals.into) - 2, len(ranks) - places - 1
    positions = np.zeros(WASTE_RANKS, np.int64)
    for position in range(stock_size):
        positions[ranks[places + 1 + position]] |= 1 << position
    blocked, chain, won = np.int64(-1 << 40), 0, NEVER
    work.draws[0, ranks[places + burnt]] = 1 << burnt
    work.queue[0] = 0
    size = 1
    for index in range(last + 1):
        if index == size:
            break
        state = work.queue[index]
        here = work.draws[state]
        together, open_to = np.int64(0), 0
        for waste in range(WASTE_RANKS):
            together |= here[waste]
        if together & 1:
            chain = state
        if state == last:
            won = lowest(together)
        for edge in range(removals.first[state], removals.first[state + 1]):
            open_to |= wastes_for[ranks[removals.card[edge]]]
        _draw(here, positions, EVERY_RANK & ~open_to if only_when_stuck else EVERY_RANK)
        if state != last and _drawn_where(here, EVERY_RANK & ~open_to) >> stock_size & 1:
            blocked = max(blocked, worth[state])
        for edge in range(removals.first[state], removals.first[state + 1]):
            rank = ranks[removals.card[edge]]
            carried = _drawn_where(here, wastes_for[rank])
            if carried:
                child = removals.child[edge]
                work.draws[child, rank] |= carried
                if not work.reached[child]:
                    work.reached[child] = True
                    work.queue[size] = child
                    size += 1
        here[:] = 0
        work.reached[state] = False
    return won, blocked, chain


@compiled
def _drawn_where(here, wastes):
    """Return the numbers of draws with which one of these ranks lies on the waste."""
    drawn = np.int64(0)
    while wastes:
        drawn |= here[lowest(wastes)]
        wastes &= wastes - 1
    return drawn


@compiled
def _draw(here, positions, wastes):
    """Close the sets of a state under drawing from any of these waste ranks.

    A draw leads on as long as it turns up one of these ranks: as a carry in an addition runs
    through ones, so each number of draws runs through the stock positions of such cards.
    """
    drawable = _drawn_where(here, wastes)
    if drawable:
        leading_on = _drawn_where(positions, wastes)
        drawable |= (leading_on + (drawable & leading_on)) ^ leading_on
        for waste in range(WASTE_RANKS):
            here[waste] |= (drawable & positions[waste]) << 1


@compiled
def _forced_draws(removals, wastes_for, ranks, places):
    """Count the cards that must be drawn before the first one fits, in a deal that can be won."""
    open_to = 0
    for edge in range(removals.first[0], removals.first[1]):
        open_to |= wastes_for[ranks[removals.card[edge]]]
    drawn = 0
    while not open_to >> ranks[places + drawn] & 1:
        drawn += 1
    return drawn


@compiled
def _latest_start(removals, worth, wastes_for, ranks, places, work):
    """Find the most cards that can be drawn in advance of a win, by halves: fewer do as well."""
    low, high = 0, len(ranks) - places
    while low + 1 < high:
        middle = (low + high) // 2
        won, _, _ = _search(removals, worth, wastes_for, False, ranks, places, middle, work)
        if won != NEVER:
            low = middle
        else:
            high = middle
    return low
