"""The compiled search for the best total under any scoring system.

What a card is worth may depend on its place in the run, so a position is a tableau state, a waste
rank, the number of draws and the length of the run; the last is kept as how many cards were gone
when the run *began*, which a play does not change. Each position has one best score. States are
taken one after the other, full tableau first: each pulls the positions of the states one play
above it, then draws.

Most positions need no second look: where drawing is allowed at any time, whoever has drawn less,
has earned as much but for the draws, and is in a run as long can do all that another can. Only
positions that no other of the same state and rank outdoes so are kept.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tripeaks_solver.cards import WASTE_RANKS
from tripeaks_solver.search.kernels.bits import lowest
from tripeaks_solver.search.machine_code import compiled

MOST_CARDS = 32
"""The most cards of a layout, and so the numbers of cards gone with which a run can begin."""
NONE = -(1 << 40)
"""Stands for the score of a position that nothing reaches."""
BEST, BEST_WIN, QUICKEST = 0, 1, 2
"""The rows of what is found: the best total, the best win, the fewest actions to a target."""


@compiled
def _after_draw(score, time_points, draw, floor):
    return max(max(score + time_points, floor) + draw, floor)


@compiled
def _note(found, key, drawn, state, run):
    """Keep a position that was found."""
    found[0], found[1], found[2], found[3], found[4] = key, drawn, state, run >> 8, run & 255


class Worths(NamedTuple):
    """What a scoring system makes of the states of a layout; int64.

    Attributes:
        gone: how many cards are gone in each state.
        emptied: how many peaks of each state are empty.
        bonus: what the emptied peaks of each state are worth together.
        gains: what a card is worth, by the peaks that are empty after it and by its place in the
            run, shape (peaks + 1, cards + 1).

    """

    gone: Any
    emptied: Any
    bonus: Any
    gains: Any


class Start(NamedTuple):
    """Where a game begins: the state, the points and the length of the run."""

    state: int
    score: int
    run: int


class Points(NamedTuple):
    """What actions add from the start on.

    Attributes:
        time: what the clock adds during the first, second, … action, int64.
        wins: what a win adds, for each number of draws, int64.
        draw: what a draw adds.
        floor: the score never falls below this; `NONE` where it may.

    """

    time: Any
    wins: Any
    draw: int
    floor: int


class Aim(NamedTuple):
    """What is asked for.

    Attributes:
        finished_only: whether only finished games count.
        target: the points that are asked for in the fewest actions.
        prunes: whether a position may be left out for one that is at least as good.

    """

    finished_only: bool
    target: int
    prunes: bool


class Workspace(NamedTuple):
    """Memory for the positions of the states of two levels; int64.

    Attributes:
        groups: where the positions of each rank begin in ``pool``, shape (states, 15).
        pool: the positions.

    """

    groups: Any
    pool: Any


class Trace(NamedTuple):
    """The best score of each state right after each number of draws; int64.

    Attributes:
        values: the score, or `NONE`, shape (n, stock + 1); with a single row it is left out.
        runs: where that score came from, ``rank << 8 | began``, of the same shape.

    """

    values: Any
    runs: Any


@compiled
def best_totals(
    removals, worths, points, start, aim, ranks, wastes_for, only_when_stuck, work, trace, found
):
    """Find the best totals of one deal.

    Args:
        removals: the states of the layout, see `tables.Removals`.
        worths: what they are worth.
        points: what actions add.
        start: where the game begins.
        aim: what is asked for.
        ranks: the ranks of the deal in the common order, int64.
        wastes_for: for each rank the 14-bit set of the waste ranks that it may be played on, int64.
        only_when_stuck: whether a draw is allowed only when no card fits.
        work: memory.
        trace: receives what lines of play are found by.
        found: receives the rows `BEST`, `BEST_WIN` and `QUICKEST`, each a score (for the last:
            a number of actions), the draws, the state, the waste rank and the cards that were
            gone when the run began; int64.

    Returns:
        Whether the pool was large enough.

    """
    first, card = removals.first, removals.card
    into, removed, parent = removals.into, removals.removed, removals.parent
    gone, emptied, bonus, gains = worths
    time, wins, draw, floor = points
    begin, score, run = start
    finished_only, target, prunes = aim
    groups, pool = work
    values, runs_before = trace
    last = len(gone) - 1
    places = len(ranks) - len(wins)
    layers = len(wins)
    room, half = len(groups), len(pool) // 2
    traced = len(values) > 1
    found[:] = NONE
    found[QUICKEST, 0] = -NONE  # as many actions as nobody makes
    groups[:] = 0
    # The positions of one state: for each rank and begin of a run the numbers of draws there are,
    # as a mask, and their scores; and for each rank the begins there are.
    held = np.zeros((WASTE_RANKS, MOST_CARDS), np.int64)
    begins = np.zeros(WASTE_RANKS, np.int64)
    scores = np.empty((WASTE_RANKS, MOST_CARDS, layers), np.int64)
    # For each number of draws the best of them, of all and of those on which no card can be played,
    # and which they are: ``rank << 8 | began``.
    best, best_run = np.empty(layers, np.int64), np.zeros(layers, np.int64)
    stuck, stuck_run = np.empty(layers, np.int64), np.zeros(layers, np.int64)
    front = np.empty(layers, np.int64)
    timed = time.any()
    # Positions of a level are put in one half of the pool, while the level above is in the other.
    level, used = gone[begin], 0
    for state in range(begin, last + 1):
        if gone[state] != level:
            level, used = gone[state], 0
        fitting = 0
        for edge in range(first[state], first[state + 1]):
            fitting |= wastes_for[ranks[card[edge]]]
        best[:] = NONE
        stuck[:] = NONE
        reached = 0

        for edge in range(into[state], into[state + 1]):
            above = int(parent[edge])
            if above < begin:
                continue
            rank = ranks[removed[edge]]
            plus = bonus[state] - bonus[above]
            actions_above = gone[above] - gone[begin]
            goes_on = fitting >> rank & 1
            group = above % room
            fits = wastes_for[rank]
            while fits:
                waste = lowest(fits)
                fits &= fits - 1
                for index in range(groups[group, waste], groups[group, waste + 1]):
                    position = pool[index]
                    drawn, began = position & 255, position >> 8 & 255
                    total = position >> 16
                    if timed:
                        total = max(total + time[actions_above + drawn], floor)
                    total = max(total + gains[emptied[state], level - began] + plus, floor)
                    if total > best[drawn]:
                        best[drawn], best_run[drawn] = total, rank << 8 | began
                    if not goes_on:
                        if total > stuck[drawn]:
                            stuck[drawn], stuck_run[drawn] = total, rank << 8 | began
                    elif not held[rank, began] >> drawn & 1:
                        held[rank, began] |= 1 << drawn
                        begins[rank] |= 1 << began
                        scores[rank, began, drawn] = total
                        reached |= 1 << rank
                    elif total > scores[rank, began, drawn]:
                        scores[rank, began, drawn] = total

        value = score if state == begin else NONE
        for drawn in range(layers):
            if traced:
                values[state, drawn] = value
            if value == NONE and best[drawn] == NONE:
                continue
            if value > NONE:
                waste, began = ranks[places + drawn], level - (run if drawn == 0 else 0)
                if value > best[drawn]:
                    best[drawn], best_run[drawn] = value, waste << 8 | began
                if not fitting >> waste & 1:
                    if value > stuck[drawn]:
                        stuck[drawn], stuck_run[drawn] = value, waste << 8 | began
                elif not held[waste, began] >> drawn & 1:
                    held[waste, began] |= 1 << drawn
                    begins[waste] |= 1 << began
                    scores[waste, began, drawn] = value
                    reached |= 1 << waste
                elif value > scores[waste, began, drawn]:
                    scores[waste, began, drawn] = value

            actions = level - gone[begin] + drawn
            total, which = best[drawn], best_run[drawn]
            if state == last:
                total += wins[drawn]
                if total > found[BEST_WIN, 0]:
                    _note(found[BEST_WIN], total, drawn, state, which)
            elif finished_only:
                total, which = stuck[drawn] if drawn == layers - 1 else NONE, stuck_run[drawn]
            if total > found[BEST, 0]:
                _note(found[BEST], total, drawn, state, which)
            if total >= target and actions < found[QUICKEST, 0]:
                _note(found[QUICKEST], actions, drawn, state, which)

            total, which = best[drawn], best_run[drawn]
            if only_when_stuck:
                total, which = stuck[drawn], stuck_run[drawn]
            value = NONE
            if drawn < layers - 1 and state < last and total > NONE:
                value = _after_draw(total, time[actions], draw, floor)
                if traced:
                    runs_before[state, drawn + 1] = which

        group = state % room
        base = level % 2 * half
        for rank in range(WASTE_RANKS):
            groups[group, rank] = base + used
            if not reached >> rank & 1:
                continue
            front[:] = NONE
            runs = begins[rank]
            begins[rank] = 0
            while runs:  # the longest runs first
                began = lowest(runs)
                runs &= runs - 1
                there = held[rank, began]
                held[rank, began] = 0
                while there:
                    drawn = lowest(there)
                    there &= there - 1
                    total = scores[rank, began, drawn]
                    earned = total - drawn * draw
                    if prunes:
                        if front[drawn] >= earned:
                            continue
                        later = drawn
                        while later < layers and front[later] < earned:
                            front[later] = earned
                            later += 1
                    if used == half:
                        return False
                    pool[base + used] = total << 16 | began << 8 | drawn
                    used += 1
        groups[group, WASTE_RANKS] = base + used
    return True


class Run(NamedTuple):
    """Runs that began after one number of draws with so many cards gone.

    Attributes:
        starts: the best score of each state right after the draw, or `NONE`, shape (n,), int64.
        began: how many cards were gone when the runs began.
        length: the length that a run has when it starts, 0 but where a game is taken up.
        waste: the rank on the waste after the draw.
        drawn: how many cards have been drawn.

    """

    starts: Any
    began: int
    length: int
    waste: int
    drawn: int


@compiled
def run_scores(removals, worths, points, run, begin, ranks, wastes_for, scores):
    """Find the best scores of all runs that began alike.

    Args:
        removals: see `best_totals`, as all that is not named here.
        worths: see there.
        points: see there.
        run: the runs.
        begin: the state at the start.
        ranks: see there.
        wastes_for: see there.
        scores: receives the best score with each rank on the waste, shape (n, 14), int64.

    """
    gone, emptied, bonus, gains = worths
    floor = points.floor
    scores[:] = NONE
    for state in range(begin, len(gone)):
        if run.starts[state] > NONE and gone[state] - run.length == run.began:
            scores[state, run.waste] = max(scores[state, run.waste], run.starts[state])
        time_points = points.time[gone[state] - gone[begin] + run.drawn]
        for edge in range(removals.first[state], removals.first[state + 1]):
            rank = ranks[removals.card[edge]]
            best = NONE
            for other in range(WASTE_RANKS):
                if wastes_for[rank] >> other & 1:
                    best = max(best, scores[state, other])
            if best > NONE:
                after = int(removals.child[edge])
                gain = gains[emptied[after], gone[after] - run.began]
                gain += bonus[after] - bonus[state]
                total = best if time_points == 0 else max(best + time_points, floor)
                scores[after, rank] = max(scores[after, rank], max(total + gain, floor))
