"""Shares of deals with honest intervals, and those measured of the layouts of the program."""

from __future__ import annotations

import csv
from functools import cache
from math import floor, log10, sqrt
from statistics import NormalDist
from typing import NamedTuple

from tripeaks_solver.files import data_folder
from tripeaks_solver.layout import Layout

_WINNABLE = "_winnable"
"""How the columns of the measured counts end, after the name of the rules."""


class Share(NamedTuple):
    """A share of deals, and the interval that holds the true one with 95 % confidence."""

    share: float
    low: float
    high: float

    @property
    def decimals(self) -> int:
        """How many decimals of a percentage the interval leaves: two digits of its half width."""
        half = 100 * max(self.high - self.share, self.share - self.low)
        return max(0, 1 - floor(log10(half))) if half else 0


def share_of(yes: int, total: int, undecided: int = 0, confidence: float = 0.95) -> Share:
    """Return a share with its Wilson interval; undecided deals are counted both ways.

    The lower end takes every undecided deal as a no, the upper end as a yes. (E. B. Wilson,
    "Probable inference, the law of succession, and statistical inference", 1927.)

    Args:
        yes: how many deals are known to be of the kind.
        total: how many deals there are, decided or not; at least one.
        undecided: how many may be of the kind or not.
        confidence: how sure the interval is.

    Raises:
        ValueError: the counts do not go together.

    """
    if not (yes >= 0 and undecided >= 0 and yes + undecided <= total and total > 0):
        raise ValueError(f"{yes} of {total} with {undecided} undecided")
    low, _ = _wilson(yes, total, confidence)
    _, high = _wilson(yes + undecided, total, confidence)
    return Share(yes / total, low, high)


def _wilson(yes: int, total: int, confidence: float) -> tuple[float, float]:
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, weight = yes / total, z * z / total
    centre = (share + weight / 2) / (1 + weight)
    half = z / (1 + weight) * sqrt(share * (1 - share) / total + weight / (4 * total))
    # At the ends rounding may leave the interval a hair beside 0 or 1, or beside the share.
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))


class Measured(NamedTuple):
    """What was counted of a layout of the program.

    Attributes:
        states: how many tableau states it has.
        shares: the shares of random deals that can be won, by the names of the rules.

    """

    states: int
    shares: dict[str, Share]


@cache
def _measured() -> dict[int, Measured]:
    """Read the counts of ``data/layouts/measured.csv``, by the numbers of the layouts."""
    with (data_folder() / "layouts" / "measured.csv").open(encoding="utf-8", newline="") as file:
        return {int(row["number"]): _measured_of(row) for row in csv.DictReader(file)}


def _measured_of(row: dict[str, str]) -> Measured:
    counts = {name: int(count) for name, count in row.items() if name.endswith(_WINNABLE)}
    shares = {
        name.removesuffix(_WINNABLE): share_of(count, int(row["deals"]))
        for name, count in counts.items()
    }
    return Measured(int(row["states"]), shares)


def measured(layout: Layout) -> Measured | None:
    """Return what was counted of a layout of the program; None for other layouts."""
    return None if layout.number is None else _measured().get(layout.number)


def measured_shares(layout: Layout) -> dict[str, Share]:
    """Return the winnable shares of a layout of the program, by rules; none for other layouts."""
    found = measured(layout)
    return found.shares if found else {}
