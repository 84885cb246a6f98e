"""Many deals: exact answers under easy and classic rules, by the compiled kernels."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tripeaks_solver.cards import DECK_SIZE, RANKS
from tripeaks_solver.codes import REFERENCE_DECK
from tripeaks_solver.layout import Layout, classic
from tripeaks_solver.rules import CLASSIC, EASY
from tripeaks_solver.scoring import TP1
from tripeaks_solver.search.compiled import load_kernels
from tripeaks_solver.search.states import states_of

Cards = npt.NDArray[np.uint8]

RATED_RULES = (EASY, CLASSIC)
"""The rules of the columns of a rating, in order."""


class Ratings(NamedTuple):
    """Answers to *n* deals; columns are `RATED_RULES`.

    Attributes:
        winnable: shape (n, 2).
        fewest_draws: the fewest draws of a win, shape (n, 2); meaningless where not winnable.
        best_scores: the best final TP1 score, shape (n, 2); None where only verdicts are known.

    """

    winnable: npt.NDArray[np.bool_]
    fewest_draws: npt.NDArray[np.uint8]
    best_scores: npt.NDArray[np.int16] | None


def rate_deals(cards: Cards, *, exact: bool = True, layout: Layout | None = None) -> Ratings:
    """Answer deals under both rules, drawing at any time. Releases the GIL while it searches.

    Args:
        cards: the cards of the deals in the common order, shape (n, 52).
        exact: whether best scores are asked for; lost deals take longer then.
        layout: the layout, by default the classic one.

    """
    kernels = load_kernels()
    count = len(cards)
    # The kernel answers whole blocks; the last one is filled up with copies of the last deal.
    padding = [(0, -count % kernels.DEALS), (0, 0)]
    ranks = np.pad(np.ascontiguousarray(cards, np.uint8) % len(RANKS), padding, mode="edge")
    fewest_draws = np.empty((len(ranks), len(RATED_RULES)), np.uint8)
    best_scores = np.empty((len(ranks), len(RATED_RULES)), np.int16)
    if count:
        tables = _tables(layout or classic())
        kernels.answer_deals(*tables, ranks, exact, fewest_draws, best_scores)
    return Ratings(
        winnable=fewest_draws[:count] != kernels.NEVER,
        fewest_draws=fewest_draws[:count],
        best_scores=best_scores[:count] if exact else None,
    )


@lru_cache(maxsize=4)
def _tables(layout: Layout) -> tuple[object, ...]:
    """Lay out what the kernel needs to know of a layout, of the rules and of TP1 scoring."""
    states = states_of(layout)
    ends = slice(0, len(states) - 1)
    worth = (
        TP1.total(0, layout.stock_size, 0)
        + TP1.peak * states.peaks_emptied[ends]
        + TP1.play * states.cards_removed[ends]
    )
    by_worth = np.argsort(-worth, kind="stable")
    return (
        *(states.into, states.removed, states.parent, states.first, states.card),
        by_worth.astype(np.int32),
        worth[by_worth].astype(np.int32),
        TP1.total(len(layout), 0, len(layout.peaks)),
        np.array([rules.neighbours for rules in RATED_RULES], np.uint32),
    )


def deal_codes(numbers: npt.NDArray[np.uint64]) -> Cards:
    """Deal the cards of deal numbers, shape (n,), as `codes.shuffled` does; shape (n, 52)."""
    cards = np.empty((len(numbers), DECK_SIZE), np.uint8)
    reference = np.array(REFERENCE_DECK, np.uint8)
    load_kernels().shuffle_deals(np.ascontiguousarray(numbers, np.uint64), reference, cards)
    return cards
