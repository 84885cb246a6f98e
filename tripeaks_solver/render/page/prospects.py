"""From where a deal can still be won, for every position of it, small enough for a page.

A position is a tableau state, a waste rank and a number of draws. For each pair of the first two
the page needs the set of numbers of draws from which the game can be won. Few sets differ, so the
table holds their numbers, 14 ranks a state and the states in the order of `States`. Prospects of
only the positions that the deal can come to make it half as large (`Prospects.where_reached`).
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from typing import TYPE_CHECKING, TypedDict

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from tripeaks_solver.search.prospects import Prospects

MOST_LETTERS = 160_000
"""The longest table that a page holds; few deals of the largest layouts need more."""


class Table(TypedDict):
    """The table as the page holds it.

    Attributes:
        sets: the sets, each a text of digits: the digit at *d* tells whether the game can be won
            after *d* draws.
        table: the numbers of the sets; the lower bytes of all of them, then the higher bytes if
            there are any; compressed by zlib, in base64.

    """

    sets: list[str]
    table: str


def table_of(prospects: Prospects) -> Table | None:
    """Return the table of a deal; None where it would be too large."""
    sets, numbers = np.unique(_below(prospects), return_inverse=True)
    table = b64encode(zlib.compress(in_planes(numbers, len(sets)), 9)).decode("ascii")
    if len(table) > MOST_LETTERS:
        return None
    stock_size = len(prospects.problem.opened.stock)
    return Table(sets=[_digits(int(mask), stock_size) for mask in sets], table=table)


def in_planes(numbers: npt.NDArray[np.intp], count: int) -> bytes:
    """Write numbers below ``count``: the lower bytes of all of them, then the higher ones."""
    planes = range(0, max(count - 1, 1).bit_length(), 8)
    return b"".join((numbers >> shift & 255).astype(np.uint8).tobytes() for shift in planes)


def _below(prospects: Prospects) -> npt.NDArray[np.uint64]:
    """Return the sets of the states below the deal's own, shape (n, 14)."""
    deal = prospects.problem.deal
    below = prospects.states.masks & ~np.uint32(deal.mask) == 0
    return prospects.draws[:, below].T


def _digits(mask: int, stock_size: int) -> str:
    return "".join(str(mask >> drawn & 1) for drawn in range(stock_size + 1))
