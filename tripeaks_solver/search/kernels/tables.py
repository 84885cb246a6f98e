"""What kernels are told, as named tuples of arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tripeaks_solver.cards import RANK_COUNT, WASTE_RANKS, WILD
from tripeaks_solver.layout import Layout
from tripeaks_solver.rules import Rules
from tripeaks_solver.search.states import States

Array = npt.NDArray[Any]


class Removals(NamedTuple):
    """The tableau states of a layout and the removals between them; the fields are of `States`."""

    level: Array
    first: Array
    card: Array
    child: Array
    into: Array
    removed: Array
    parent: Array


class Covers(NamedTuple):
    """What covers what: for each place a mask of places, int64.

    Attributes:
        by: the places that cover it.
        of: the places that it covers.

    """

    by: Array
    of: Array


class Relations(NamedTuple):
    """What may be played on what, under each of some rules; sets of ranks are 14-bit masks.

    Attributes:
        plays_on: for each waste rank the ranks that may be played on it, shape (rules, 14), int64.
        wastes_for: for each rank the waste ranks that it may be played on, of the same shape.

    """

    plays_on: Array
    wastes_for: Array


class Endings(NamedTuple):
    """What endings are worth under a scoring system; each draw costs a point more.

    Attributes:
        worth: the score in each state without a draw, int64.
        by_worth: the states but the empty one, best first, int64.

    """

    worth: Array
    by_worth: Array


def removals_of(states: States) -> Removals:
    """Return the states of a layout as kernels take them."""
    return Removals(*(getattr(states, name) for name in Removals._fields))


def covers_of(layout: Layout) -> Covers:
    """Return what covers what in a layout."""
    return Covers(np.array(layout.covered_by, np.int64), np.array(layout.covers, np.int64))


def relations_of(rules: tuple[Rules, ...]) -> Relations:
    """Return what may be played on what under each of these rules."""
    plays_on = np.array([one.plays_on for one in rules], np.int64)
    return Relations(plays_on, np.array([one.wastes_for for one in rules], np.int64))


EVERY_RANK = (1 << WASTE_RANKS) - 1
"""The set of all waste ranks."""

LANES = 16
"""The bytes of a vector for each question: one for each waste rank, the rest to spare."""
NEVER = 255
"""More draws than any: what cannot be reached, or not be played."""


def blocked_lanes(rules: tuple[Rules, ...]) -> Array:
    """Lay out relations for the vectors of `exact`: a byte a rank, 0 where a play is possible.

    Returns:
        For each rank whether it may not be played on the rank above it, on the one below it (king
        and ace in a circle), and on the wild rank, shape (3, rules, 16), uint8.

    """
    blocked = np.full((3, len(rules), LANES), NEVER, np.uint8)
    for column, one in enumerate(rules):
        for rank in range(RANK_COUNT):
            for side, waste in enumerate(_sides(rank)):
                if one.fits(rank, waste):
                    blocked[side, column, rank] = 0
    return blocked


def _sides(rank: int) -> tuple[int, int, int]:
    """Return the waste ranks on which the vectors of `exact` can express a play."""
    return (rank + 1) % RANK_COUNT, (rank - 1) % RANK_COUNT, WILD


def has_lanes(rules: Rules, *, jokers: bool) -> bool:
    """Tell whether `exact` can answer deals under some rules, with or without jokers.

    Drawing must be allowed at any time, and a rank be played on its neighbours and the wild rank
    at most, or else on every waste card.
    """
    if rules.draw_only_when_stuck:
        return False
    ranks = range(WASTE_RANKS if jokers else RANK_COUNT)
    return all(
        rules.wastes_for[rank] == EVERY_RANK
        or (rank != WILD and not rules.wastes_for[rank] & ~sum(1 << w for w in _sides(rank)))
        for rank in ranks
    )
