"""Many deals: exact answers and an analysis under easy and classic rules, by compiled kernels."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tripeaks_solver.cards import DECK_SIZE, GONE, rank_of
from tripeaks_solver.codes import REFERENCE_DECK
from tripeaks_solver.layout import Layout, classic
from tripeaks_solver.rules import CLASSIC, EASY
from tripeaks_solver.scoring import TP1
from tripeaks_solver.search.compiled import load_kernels
from tripeaks_solver.search.states import states_of, worth_of_states

Cards: TypeAlias = npt.NDArray[np.uint8]

RATED_RULES = (EASY, CLASSIC)
"""The rules of the columns of a rating, in order."""

_RANKS = np.array([rank_of(card) for card in range(GONE + 1)], np.uint8)
"""The rank of each card and mark."""

GAMES = 100
"""How many games each of the players without foresight plays of a deal."""


class Depth(Enum):
    """How much a rating tells: verdicts only, exact answers, or the analysis too."""

    VERDICT = "verdict"
    EXACT = "exact"
    ALL = "all"


@dataclass(frozen=True, eq=False)
class Analysis:
    """What `Depth.ALL` adds for *n* deals; every array has the shape (n, 2).

    Attributes:
        first_moves: how many cards can be played at once.
        longest_chain: the most cards that can be played before the first draw.
        latest_start: the most cards that can be drawn before the first play of some win;
            -1 where there is no win.
        random_wins: how many of `GAMES` games a player wins who plays any card that fits.
        greedy_wins: the same for one who prefers cards that turn up others.

    """

    first_moves: npt.NDArray[np.int8]
    longest_chain: npt.NDArray[np.int8]
    latest_start: npt.NDArray[np.int8]
    random_wins: npt.NDArray[np.int32]
    greedy_wins: npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Ratings:
    """Answers to *n* deals; every array has the shape (n, 2), its columns are `RATED_RULES`.

    Attributes:
        winnable: whether the deal can be won.
        fewest_draws: the fewest draws of a win; meaningless where there is none.
        best_scores: the best final TP1 score; None at `Depth.VERDICT`.
        analysis: what players make of the deal; None but at `Depth.ALL`.

    """

    winnable: npt.NDArray[np.bool_]
    fewest_draws: npt.NDArray[np.uint8]
    best_scores: npt.NDArray[np.int16] | None
    analysis: Analysis | None


def rate_deals(
    cards: Cards, depth: Depth = Depth.EXACT, *, layout: Layout | None = None
) -> Ratings:
    """Answer deals under both rules, drawing at any time. Releases the GIL while it searches.

    Args:
        cards: the cards of the deals in the common order, shape (n, m); a waste card that is
            `GONE` stands for an empty waste.
        depth: how much to tell.
        layout: the layout, by default the classic one.

    """
    kernels = load_kernels()
    layout = layout or classic()
    count = len(cards)
    # The kernels answer whole blocks; the last one is filled up with copies of the last deal.
    ranks = _RANKS[np.ascontiguousarray(cards, np.uint8)]
    if count:
        ranks = np.pad(ranks, [(0, -count % kernels.DEALS), (0, 0)], mode="edge")
    fewest_draws = _empty(ranks, np.uint8)
    best_scores = _empty(ranks, np.int16)
    exact = depth is not Depth.VERDICT
    kernels.answer_deals(*_answer_tables(layout), ranks, exact, fewest_draws, best_scores)
    return Ratings(
        winnable=fewest_draws[:count] != kernels.NEVER,
        fewest_draws=fewest_draws[:count],
        best_scores=best_scores[:count] if exact else None,
        analysis=_analyse(ranks, count, layout) if depth is Depth.ALL else None,
    )


def _analyse(ranks: Cards, count: int, layout: Layout) -> Analysis:
    kernels = load_kernels()
    longest_chain, latest_start = _empty(ranks, np.int8), _empty(ranks, np.int8)
    first_moves = _empty(ranks, np.int8)
    wins = {greedy: _empty(ranks, np.int32) for greedy in (False, True)}
    states = states_of(layout)
    covered_by, covers, neighbours = _player_tables(layout)
    kernels.analyse_deals(
        *(states.into, states.removed, states.parent, states.level),
        *(covered_by, neighbours, ranks, longest_chain, latest_start),
    )
    for greedy, won in wins.items():
        kernels.play_deals(covered_by, covers, neighbours, greedy, GAMES, ranks, won, first_moves)
    return Analysis(
        first_moves[:count],
        longest_chain[:count],
        latest_start[:count],
        random_wins=wins[False][:count],
        greedy_wins=wins[True][:count],
    )


def _empty(ranks: Cards, kind: npt.DTypeLike) -> npt.NDArray[Any]:
    return np.empty((len(ranks), len(RATED_RULES)), kind)


@lru_cache(maxsize=4)
def _answer_tables(layout: Layout) -> tuple[object, ...]:
    """Lay out what the kernel needs to know of a layout, of the rules and of TP1 scoring."""
    states = states_of(layout)
    ends = slice(0, len(states) - 1)
    worth = worth_of_states(TP1, states)[ends] + TP1.start
    by_worth = np.argsort(-worth, kind="stable")
    return (
        *(states.into, states.removed, states.parent, states.first, states.card),
        by_worth.astype(np.int64),
        worth[by_worth].astype(np.int32),
        TP1.start + int(worth_of_states(TP1, states)[-1]),
        np.array([rules.neighbours for rules in RATED_RULES], np.int64),
    )


@lru_cache(maxsize=4)
def _player_tables(layout: Layout) -> tuple[npt.NDArray[np.int64], ...]:
    return (
        np.array(layout.covered_by, np.int64),
        np.array(layout.covers, np.int64),
        np.array([rules.neighbours for rules in RATED_RULES], np.int64),
    )


def deal_codes(numbers: npt.NDArray[np.uint64]) -> Cards:
    """Deal the cards of deal numbers, shape (n,), as `codes.shuffled` does; shape (n, 52)."""
    cards = np.empty((len(numbers), DECK_SIZE), np.uint8)
    reference = np.array(REFERENCE_DECK, np.uint8)
    load_kernels().shuffle_deals(np.ascontiguousarray(numbers, np.uint64), reference, cards)
    return cards
