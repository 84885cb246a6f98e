"""Exact answers to thousands of deals a second where drawing is allowed at any time.

For each tableau state and waste rank there is one number that matters then: the fewest draws with
which the two can be reached together, because whoever has drawn less can still draw. One pass over
the states, full tableau first, computes it for all.

A row of the table is the vector of one state: a byte a waste rank, for each of `QUESTIONS` deals
and rules (see `vectors`). Stored is not the number of draws with which a rank lies on the waste
but, ready for the next level, the fewest draws with which a card of that rank can be *played* here.
One more lane holds the fewest draws of the state.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tripeaks_solver.cards import WASTE_RANKS, WILD
from tripeaks_solver.search.kernels.tables import EVERY_RANK, LANES, NEVER
from tripeaks_solver.search.kernels.vectors import (
    QUESTIONS,
    WIDTH,
    at_least,
    either,
    from_above,
    from_below,
    from_wild,
    least,
    load,
    never,
    store,
)
from tripeaks_solver.search.machine_code import compiled

FEWEST = WASTE_RANKS
"""The lane that holds the fewest draws of a state."""


class Workspace(NamedTuple):
    """Memory for the questions of one pass; each row is a vector.

    Attributes:
        table: a row for each state: with how few draws each rank can be played, uint8.
        places: a row for each place: 0 in the lane of its rank, else `NEVER`, uint8.
        after_draw: a row for each number of draws with which a state is reached: with how few
            draws each rank can be played on the cards that are drawn from there on, uint8.
        blocked: what may not be played on the rank above, on the one below, and on the wild rank,
            see `tables.blocked_lanes`, uint8.

    """

    table: Any
    places: Any
    after_draw: Any
    blocked: Any


@compiled
def workspace(states, places):
    """Return the memory for passes over so many states and places."""
    return Workspace(
        np.empty((states, WIDTH), np.uint8),
        np.empty((places, WIDTH), np.uint8),
        np.full((NEVER + 1, WIDTH), NEVER, np.uint8),
        np.empty((3, WIDTH), np.uint8),
    )


@compiled
def question_of(block, lane_group, deals, rules):
    """Return the deal and the rules of a question; the last one is repeated to fill a pass."""
    question = min(block + lane_group, deals * rules - 1)
    return question // rules, question % rules


@compiled
def have_jokers(deals, places):
    """Tell whether a joker lies on the tableau or in the stock of any deal."""
    return (deals[:, :places] == WILD).any() or (deals[:, places + 1 :] == WILD).any()


@compiled
def prepare(block, relations, blocked, deals, work):
    """Fill the rows that depend on the cards and the rules."""
    places = len(work.places)
    stock_size = deals.shape[1] - places - 1
    work.places[:] = NEVER
    work.after_draw[: stock_size + 1] = NEVER
    for group in range(QUESTIONS):
        deal, rule = question_of(block, group, len(deals), len(relations.plays_on))
        plays_on = relations.plays_on[rule]
        begin, end = group * LANES, (group + 1) * LANES
        work.blocked[:, begin:end] = blocked[:, rule]
        for place in range(places):
            work.places[place, begin + deals[deal, place]] = 0
        always = EVERY_RANK
        for waste in range(WASTE_RANKS):
            always &= plays_on[waste]
        for drawn in range(stock_size, -1, -1):
            row = work.after_draw[drawn, begin:end]
            playable = 0
            if drawn < stock_size:
                row[:] = work.after_draw[drawn + 1, begin:end]
                playable = plays_on[deals[deal, places + 1 + drawn]]
            for rank in range(WASTE_RANKS):
                if always >> rank & 1:
                    row[rank] = drawn
                elif playable >> rank & 1:
                    row[rank] = drawn + 1
            row[FEWEST] = drawn


@compiled
def search(block, removals, relations, deals, drawn, jokers, work):
    """Compute the rows of all states, for each question with so many cards drawn in advance.

    ``jokers`` tells whether any of the deals holds one.
    """
    places = len(work.places)
    for group in range(QUESTIONS):
        deal, rule = question_of(block, group, len(deals), len(relations.plays_on))
        begin, burnt = group * LANES, drawn[group]
        row = work.table[0, begin : begin + LANES]
        row[:] = work.after_draw[burnt, begin : begin + LANES]
        for rank in range(WASTE_RANKS):
            if relations.plays_on[rule, deals[deal, places + burnt]] >> rank & 1:
                row[rank] = burnt
    _pass(removals.into, removals.removed, removals.parent, jokers, work)


@compiled
def _pass(into, removed, parent, jokers, work):
    """Compute the rows of all states from that of state 0."""
    table, places, after_draw, blocked = work
    edge = np.uint32(0)
    for state in range(np.uint32(1), np.uint32(len(into) - 1)):
        end = into[state + 1]
        draws = never()
        while edge < end:
            draws = least(draws, either(load(table, parent[edge]), load(places, removed[edge])))
            edge += np.uint32(1)
        playable = least(
            either(from_above(draws), load(blocked, 0)), either(from_below(draws), load(blocked, 1))
        )
        if jokers:
            playable = least(playable, either(from_wild(draws), load(blocked, 2)))
        store(table, state, least(playable, at_least(draws, after_draw)))


@compiled
def answer_deals(removals, endings, relations, blocked, deals, exact, fewest_draws, best_scores):
    """Answer deals: fewest draws, and best scores where ``exact``.

    A rank that may be played on every waste card has no lane among the relations, since its
    fewest draws are those of the state.

    Args:
        removals: the states of the layout, see `tables.Removals`.
        endings: what endings are worth, see `tables.Endings`.
        relations: what may be played on what, see `tables.Relations`.
        blocked: the same for vectors, see `tables.blocked_lanes`.
        deals: ranks in the common order, shape (n, cards), uint8.
        exact: whether best scores are asked for.
        fewest_draws: receives the fewest draws of a win or `NEVER`, shape (n, rules), uint8.
        best_scores: receives the best final scores, shape (n, rules), int16.

    """
    states, rules = len(removals.into) - 1, len(relations.plays_on)
    places = int(removals.card.max()) + 1
    stock_size = deals.shape[1] - places - 1
    work = workspace(states, places)
    nothing_drawn = np.zeros(QUESTIONS, np.int64)
    seen = np.empty(states, np.int64)
    stack = np.empty(states * WASTE_RANKS, np.int64)
    jokers = have_jokers(deals, places)
    for block in range(0, len(deals) * rules, QUESTIONS):
        prepare(block, relations, blocked, deals, work)
        search(block, removals, relations, deals, nothing_drawn, jokers, work)
        for group in range(min(QUESTIONS, len(deals) * rules - block)):
            deal, rule = question_of(block, group, len(deals), rules)
            fewest = work.table[:, group * LANES + FEWEST]
            won = int(fewest[states - 1])
            fewest_draws[deal, rule] = won
            if not exact:
                continue
            if won != NEVER:
                best_scores[deal, rule] = endings.worth[states - 1] - won
                continue
            best = _best_blocked(
                removals, endings.by_worth, fewest, relations.plays_on[rule],
                relations.wastes_for[rule], deals[deal], places, stack, seen,
            )  # fmt: skip
            best_scores[deal, rule] = endings.worth[best] - stock_size


@compiled
def _best_blocked(removals, by_worth, fewest, plays_on, wastes_for, ranks, places, stack, seen):
    """Find the state of the blocked ending worth most.

    A game ends blocked with the whole stock drawn and a waste card on which nothing fits. That
    may be the last stock card, in any state that can be reached with fewer draws (draw the rest).
    Or it is a tableau card played after the last draw, which `_ends_with` traces back.
    """
    last_rank = ranks[len(ranks) - 1]
    stock_size = len(ranks) - places - 1
    seen[:] = 0
    for index in range(len(by_worth)):
        state = by_worth[index]
        if fewest[state] == NEVER:
            continue
        stuck = EVERY_RANK
        for edge in range(removals.first[state], removals.first[state + 1]):
            stuck &= ~wastes_for[ranks[removals.card[edge]]]
        drawn_out = fewest[state] < stock_size or (stock_size == 0 and state == 0)
        if stuck >> last_rank & 1 and drawn_out:
            return state
        for rank in range(WASTE_RANKS):
            if stuck >> rank & 1 and _ends_with(
                state, rank, removals, fewest, plays_on, wastes_for, ranks, places, stack, seen
            ):
                return state
    return -1


@compiled
def _ends_with(state, rank, removals, fewest, plays_on, wastes_for, ranks, places, stack, seen):
    """Tell whether a state can be reached by plays after the last draw, the last of this rank.

    Goes back from play to play until the last stock card fits below. What was tried without
    success is kept in ``seen``, a set of ranks for each state.
    """
    fits_on_last = plays_on[ranks[len(ranks) - 1]]
    stock_size = len(ranks) - places - 1
    if seen[state] >> rank & 1:
        return False
    seen[state] |= 1 << rank
    stack[0] = state << 4 | rank
    top = 1
    while top:
        top -= 1
        state, rank = stack[top] >> 4, stack[top] & 15
        for edge in range(removals.into[state], removals.into[state + 1]):
            if ranks[removals.removed[edge]] == rank:
                before = removals.parent[edge]
                drawn_out = fewest[before] < stock_size or (stock_size == 0 and before == 0)
                if drawn_out and fits_on_last >> rank & 1:
                    return True
                if fewest[before] == NEVER:
                    continue
                untried = wastes_for[rank] & ~seen[before]
                for other in range(WASTE_RANKS):
                    if untried >> other & 1:
                        seen[before] |= 1 << other
                        stack[top] = before << 4 | other
                        top += 1
    return False
