"""Layouts with more tableau states than memory holds: depth-first search within limits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tripeaks_solver.answer import Answer, Move, Verdict
from tripeaks_solver.deal import Deal
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import Rules
from tripeaks_solver.scoring import Scoring
from tripeaks_solver.search.compiled import load_kernels
from tripeaks_solver.search.dive import LOST, STACK_SIZE, WON, moves_of

DEFAULT_NODES = 20_000_000
"""How many nodes to visit before giving up, unless told otherwise: some ten seconds."""
_SLOTS = 1 << 22
"""Pairs of tableau and waste rank in memory; 64 megabytes."""


@dataclass
class _Found:
    verdict: Verdict
    moves: tuple[Move, ...] = ()


def solve_large(problem: Problem, nodes: int = DEFAULT_NODES) -> Answer:
    """Decide a deal, and find the fewest draws of a win, as far as a number of nodes allows.

    A verdict is proven: a win by its moves, a loss by having visited everything. The fewest draws
    are those with which the deal can be won from a stock cut short there and from none shorter.
    No best score is claimed, but that of a win under TP1 scoring, which its draws decide.
    """
    search = _Search(problem.opened, problem.rules, nodes)
    full = len(search.deal.stock)
    found = search.search(full)
    fewest = None
    if found.verdict is Verdict.WINNABLE:
        fewest, found = _fewest_draws(search, found)
    return Answer(
        problem=problem,
        verdict=found.verdict,
        moves=found.moves,
        fewest_draws=fewest,
        best_score=_best_score(search.deal, problem.scoring, fewest),
        states=nodes - search.nodes_left,
    )


def _fewest_draws(search: _Search, win: _Found) -> tuple[int | None, _Found]:
    """Search by halves for the shortest stock that is enough; None where the nodes ran out."""
    lost_with, won_with = -1, sum(move.place is None for move in win.moves)
    while lost_with + 1 < won_with:
        middle = (lost_with + won_with) // 2
        found = search.search(middle)
        if found.verdict is Verdict.UNDECIDED:
            return None, win
        if found.verdict is Verdict.WINNABLE:
            win, won_with = found, sum(move.place is None for move in found.moves)
        else:
            lost_with = middle
    return won_with, win


def _best_score(deal: Deal, scoring: Scoring, fewest_draws: int | None) -> int | None:
    """Under TP1 scoring a win is worth more than any blocked ending, and each draw costs."""
    if fewest_draws is None or not scoring.is_orderless_from(deal.score):
        return None
    return deal.score_at(scoring, 0, fewest_draws)


class _Search:
    """Dives for a win of one deal, all of them together within a number of nodes."""

    def __init__(self, deal: Deal, rules: Rules, nodes: int) -> None:
        self.deal, self.rules, self.nodes_left = deal, rules, nodes
        self.ranks = np.array(deal.ranks, np.int64)
        self.covered_by = np.array(deal.layout.covered_by, np.int64)
        self.plays_on = np.array(rules.plays_on, np.int64)
        self.keys, self.tried = np.zeros(_SLOTS, np.int64), np.zeros(_SLOTS, np.int64)
        self.stack = np.zeros(STACK_SIZE, np.int64)

    def search(self, stock_size: int) -> _Found:
        """Search for a win with so many cards of the stock."""
        self.keys[:] = 0
        line = np.zeros(len(self.covered_by), np.int64)
        outcome, nodes = load_kernels("dive").dive(
            self.deal.mask,
            self.covered_by,
            self.ranks[: len(self.covered_by) + 1 + stock_size],
            self.plays_on,
            self.rules.draw_only_when_stuck,
            self.nodes_left,
            *(self.keys, self.tried, self.stack, line),
        )
        self.nodes_left -= nodes
        if outcome == WON:
            played = len(line) - self.deal.mask.bit_count()
            return _Found(Verdict.WINNABLE, tuple(moves_of(line[played:].tolist())))
        lost = outcome == LOST
        return _Found(Verdict.NOT_WINNABLE if lost else Verdict.UNDECIDED)
