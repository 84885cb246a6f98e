"""Bins of equal width for distributions, which text and figures share."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tripeaks_solver.batch.summary import Distribution, Value

MOST_BINS = 24
_SHARE_BINS = 20


class Bin(NamedTuple):
    """The values from one up to below another one.

    Attributes:
        low: the least value.
        high: the least value above; among shares, the last bin holds it too.
        label: how people read it.

    """

    low: Value
    high: Value
    label: str


def bins_for(columns: Sequence[Distribution]) -> list[Bin]:
    """Return bins of equal width that hold all values of some distributions, in order.

    Whole numbers get bins whose width is 1, 2 or 5 times a power of ten, at most `MOST_BINS`;
    shares, from 0 to 1, get twentieths.

    Raises:
        ValueError: there are no values.

    """
    values = [value for column in columns for value in (min(column.counts), max(column.counts))]
    if any(isinstance(value, float) for value in values):
        return _of_shares()
    low, high = int(min(values)), int(max(values))
    step = next(step for step in _steps() if high // step - low // step < MOST_BINS)
    return [
        Bin(begin, begin + step, _whole(begin, begin + step - 1))
        for begin in range(low // step * step, high + 1, step)
    ]


def _of_shares() -> list[Bin]:
    ends = [number / _SHARE_BINS for number in range(_SHARE_BINS + 1)]
    return [
        Bin(low, high, f"[{low:.2f}, {high:.2f}{']' if high == 1 else ')'}")
        for low, high in pairwise(ends)
    ]


def _steps() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 and so on."""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def _whole(low: int, high: int) -> str:
    return f"{low:,}" if low == high else f"{low:,}–{high:,}"


def shares_in(column: Distribution, bins: Sequence[Bin]) -> list[float]:
    """Return which share of the deals of a distribution lies in each of some bins."""
    lows = [one.low for one in bins]
    counts = [0] * len(bins)
    for value, count in column.counts.items():
        counts[bisect_right(lows, value) - 1] += count
    return [count / column.size for count in counts]
