"""What a scoring system gives, as the tables that kernels look points up in."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tripeaks_solver.layout import Layout
from tripeaks_solver.scoring import Scoring

Numbers = npt.NDArray[np.int64]


def gains_of(layout: Layout, scoring: Scoring) -> Numbers:
    """Return what a card brings by peaks emptied and length of its run, from 1.

    Returns:
        Points, shape (peaks + 1, cards + 1).

    """
    lengths = range(1, len(layout) + 1)
    emptied = range(len(layout.peaks) + 1)
    return np.array(
        [[0, *(scoring.card(n, empty) for n in lengths)] for empty in emptied], np.int64
    )


def bonus_of(layout: Layout, scoring: Scoring) -> Numbers:
    """Return what so many emptied peaks bring in all, shape (peaks + 1,)."""
    peaks = len(layout.peaks)
    return np.array([scoring.peaks_total(empty, peaks) for empty in range(peaks + 1)], np.int64)


def times_of(scoring: Scoring, actions: int) -> Numbers:
    """Return what the time of each of so many actions brings, at the pace of the system."""
    pace = scoring.pace_ms
    return np.array(
        [scoring.time_points(n * pace, (n + 1) * pace) for n in range(actions)], np.int64
    )


def wins_of(layout: Layout, scoring: Scoring, cards: int, stock: int) -> Numbers:
    """Return what a win brings after each number of draws, shape (stock + 1,).

    Args:
        layout: the layout.
        scoring: the scoring system.
        cards: how many cards are left in the tableau, each of them an action.
        stock: how many are left in the stock.

    """
    pace = scoring.pace_ms
    return np.array(
        [
            scoring.win(len(layout), stock - drawn, (cards + drawn) * pace)
            for drawn in range(stock + 1)
        ],
        np.int64,
    )
