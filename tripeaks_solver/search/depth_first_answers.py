"""Answers by the depth-first search: a second opinion, and layouts with too many states for tables.

What is proven within the limits of nodes and memory is told, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tripeaks_solver.answer import Answer, Move, Verdict
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.layout import Layout
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import Rules
from tripeaks_solver.scoring import TP1
from tripeaks_solver.search import depth_first
from tripeaks_solver.search.compiled import load_kernels
from tripeaks_solver.search.depth_first import (
    BLOCKED,
    FULL,
    GAVE_UP,
    LOST,
    ROUNDS,
    WON,
    Board,
    Memory,
)

DEFAULT_NODES = 20_000_000
"""How many nodes to visit before giving up, unless you say otherwise: some ten seconds."""

FEWEST_SLOTS, MOST_SLOTS = 1 << 14, 1 << 22
"""How much memory a search begins with, and how much it may have: some 120 megabytes."""
_GROWTH = 16

_QUICK_NODES, _QUICK_SLOTS = 300, 1 << 11
"""An interpreted look is worth less than the tables, which take as long as some hundred nodes."""


class Result(NamedTuple):
    """What a search of a deal has proven.

    Attributes:
        outcome: `WON`, `LOST` or `GAVE_UP`.
        round: see `depth_first.search`.
        moves: the moves to the result, if any.
        nodes: how many nodes were visited.

    """

    outcome: int
    round: int
    moves: tuple[Move, ...]
    nodes: int


def solve_depth_first(
    problem: Problem, nodes: int = DEFAULT_NODES, *, verdict_only: bool = False
) -> Answer:
    """Decide a deal, and find the fewest draws and the best score, as far as the nodes allow.

    First comes a search for any win, then one for the best result: even where the nodes are too
    few for that one, the verdict of the first is told. No best score is claimed but under TP1
    scoring, far from its floor.

    Args:
        problem: the question; a goal is not looked for.
        nodes: how many nodes to visit before giving up.
        verdict_only: whether to stop at the first win.

    """
    any_win = _search(problem, nodes, for_any_win=True)
    won = any_win.outcome == WON
    if any_win.outcome == GAVE_UP or verdict_only:
        return Answer(problem, _VERDICTS[any_win.outcome], any_win.moves, states=any_win.nodes)
    best = _search(problem, nodes - any_win.nodes, for_any_win=False)
    scored, nodes = _is_scored(problem), any_win.nodes + best.nodes
    if best.outcome == GAVE_UP or not (won or scored):
        return Answer(problem, _VERDICTS[any_win.outcome], any_win.moves, states=nodes)
    return Answer(
        problem,
        _VERDICTS[best.outcome],
        best.moves,
        fewest_draws=best.round if won else None,
        best_score=_score(problem, best.moves) if scored else None,
        states=nodes,
    )


_VERDICTS = {WON: Verdict.WINNABLE, LOST: Verdict.NOT_WINNABLE, GAVE_UP: Verdict.UNDECIDED}


def _is_scored(problem: Problem) -> bool:
    """Tell whether the best result is the best score."""
    return problem.scoring == TP1 and TP1.is_orderless_from(problem.deal.score)


def require_scored(problem: Problem) -> None:
    """Make sure that the search finds what a problem asks for.

    Raises:
        TripeaksError: there is a goal, another scoring system than TP1, or points near the floor.

    """
    if problem.goal is not None or not _is_scored(problem):
        raise TripeaksError(
            "the depth-first search finds best TP1 scores, far from 0 points: leave out the goal, "
            "the scoring system and the score so far, or search the tables"
        )


def _score(problem: Problem, moves: tuple[Move, ...]) -> int:
    played = sum(1 << move.place for move in moves if move.place is not None)
    drawn = sum(move.place is None for move in moves)
    deal = problem.opened
    return deal.score_at(TP1, deal.mask ^ played, drawn)


def _search(problem: Problem, nodes: int, *, for_any_win: bool) -> Result:
    """Search a deal, again with more memory wherever that is full."""
    deal, rules = problem.opened, problem.rules
    ranks = np.array(deal.ranks, np.int64)
    size = len(deal.stock)
    first_round, last_round = (size, size) if for_any_win else (0, ROUNDS - 1)
    slots, visited = FEWEST_SLOTS, 0
    while True:
        memory = _arrays(slots)
        found = load_kernels("depth_first").search(
            *(_board(deal.layout, rules), ranks, deal.mask, first_round, last_round),
            *(nodes - visited, memory),
        )
        outcome, now, best, more = map(int, found)
        visited += more
        if outcome != FULL or slots >= MOST_SLOTS:
            break
        slots *= _GROWTH
    outcome = GAVE_UP if outcome == FULL else outcome
    return Result(outcome, now, _moves(memory, best, size), visited)


def _moves(memory: Memory, node: int, size: int) -> tuple[Move, ...]:
    """Return the moves to the result at a node, none without a result."""
    return () if node < 0 else tuple(depth_first.moves_of(memory, node, size))


def find_win(problem: Problem) -> Result:
    """Take a quick look for any win, without compiled code."""
    deal, rules = problem.opened, problem.rules
    size = len(deal.stock)
    memory = Memory(*([0] * length for length in _lengths(_QUICK_SLOTS)))
    outcome, now, best, visited = depth_first.search(
        *(_plain_board(deal.layout, rules), deal.ranks, deal.mask, size, size),
        *(_QUICK_NODES, memory),
    )
    return Result(outcome, now, _moves(memory, best, size), visited)


@dataclass(frozen=True, eq=False)
class DeepRatings:
    """Answers to *n* deals; every array has the shape (n, rules).

    Attributes:
        outcomes: `WON`, `LOST` or, where a limit was reached first, `GAVE_UP`.
        fewest_draws: the fewest draws of a win; meaningless where there is none or the deals were
            only decided.
        best_scores: the best final TP1 scores; meaningless where the deals were only decided.
        nodes: how many nodes were visited.

    """

    outcomes: npt.NDArray[np.int64]
    fewest_draws: npt.NDArray[np.int64]
    best_scores: npt.NDArray[np.int64]
    nodes: int


def depth_first_deals(
    ranks: npt.NDArray[np.integer[Any]],
    rules: Rules,
    layout: Layout,
    *,
    exact: bool = True,
    nodes: int = DEFAULT_NODES,
) -> DeepRatings:
    """Search deals under one rule set. Releases the GIL while it searches.

    Args:
        ranks: the ranks of the deals in the common order, as they lie when games by these rules
            begin, shape (n, m).
        rules: the rules.
        layout: the layout; all its places hold a card.
        exact: whether to find best results, not only verdicts.
        nodes: how many nodes to visit for a deal at most.

    """
    places, board = len(layout), _board(layout, rules)
    size = ranks.shape[1] - places - 1
    limits = (0, ROUNDS - 1) if exact else (size, size)
    wide = np.ascontiguousarray(ranks, np.int64)
    outcomes = np.full(len(wide), FULL, np.int64)
    results = np.zeros(len(wide), np.int64)
    slots, visited = FEWEST_SLOTS, 0
    while slots <= MOST_SLOTS and (full := np.flatnonzero(outcomes == FULL)).size:
        found, rounds = np.empty(len(full), np.int64), np.empty(len(full), np.int64)
        visited += load_kernels("depth_first").search_deals(
            board, wide[full], *limits, nodes, _arrays(slots), found, rounds
        )
        outcomes[full], results[full] = found, rounds
        slots *= _GROWTH
    outcomes[outcomes == FULL] = GAVE_UP
    return DeepRatings(outcomes, results, _scores(results, layout, size), visited)


def _scores(results: npt.NDArray[np.int64], layout: Layout, size: int) -> npt.NDArray[np.int64]:
    """Return the TP1 scores of results."""
    won, peaks = results < BLOCKED, len(layout.peaks)
    standing, played = np.divmod(results - BLOCKED, depth_first.PLAYS)
    standing[won], played[won] = 0, len(layout)
    bonus = np.array([TP1.peaks_total(emptied, peaks) for emptied in range(peaks + 1)])
    earned = bonus[np.clip(peaks - standing, 0, peaks)]
    draws = np.where(won, results, size)
    scores: npt.NDArray[np.int64] = TP1.start + TP1.run[0] * played + TP1.draw * draws + earned
    return scores


def _lengths(slots: int) -> tuple[int, ...]:
    """The lengths of the fields of a memory with so many slots."""
    return (*(int(slots * part) for part in depth_first.SIZES), *depth_first.FIXED_SIZES)


def _arrays(slots: int) -> Memory:
    """Make room for a compiled search; the keys are zeroed, the rest holds anything."""
    kinds = (np.int64, np.int64, np.int64, *[np.int32] * 3, *[np.int64] * 4)
    fields: list[Any] = [np.empty(n, kind) for n, kind in zip(_lengths(slots), kinds, strict=True)]
    fields[0] = np.zeros(slots, np.int64)
    return Memory(*fields)


@lru_cache(maxsize=16)
def _board(layout: Layout, rules: Rules) -> Board:
    """Lay out a board for the compiled search."""
    *plain, draw_only_when_stuck = _plain_board(layout, rules)
    fields: list[Any] = [*(np.array(one, np.int64) for one in plain), draw_only_when_stuck]
    return Board(*fields)


@lru_cache(maxsize=16)
def _plain_board(layout: Layout, rules: Rules) -> Board:
    above = [_with_covers(layout, peak) for peak in layout.peaks]
    others = [
        reduce(or_, (mask for n, mask in enumerate(above) if n != peak), 0)
        for peak in range(len(above))
    ]
    return Board(
        covered_by=layout.covered_by,
        peaks=layout.peaks,
        other_peaks=tuple(others),
        plays_on=rules.plays_on,
        wastes_for=rules.wastes_for,
        draw_only_when_stuck=rules.draw_only_when_stuck,
    )


def _with_covers(layout: Layout, mask: int) -> int:
    """Return some places with all that lie on them, directly or not."""
    # Upper cards are dealt later, so one pass upwards meets them all.
    for place, covers in enumerate(layout.covered_by):
        if mask >> place & 1:
            mask |= covers
    return mask
