"""Time the depth-first search, deal by deal, in turn with the tables.

python benchmarks/depth_first.py [--quick]
"""

from __future__ import annotations

import statistics
import time
from typing import NamedTuple

import click
import numpy as np

from tripeaks_solver.cards import rank_of
from tripeaks_solver.codes import CODE_COUNT
from tripeaks_solver.layouts import classic
from tripeaks_solver.rules import CLASSIC, CLASSIC_STUCK, EASY, EASY_STUCK, Rules
from tripeaks_solver.search.arrays import Cards
from tripeaks_solver.search.depth_first_answers import depth_first_deals
from tripeaks_solver.search.rate import Depth, deal_codes, rate_deals

SEED = 2027
TOGETHER = 4
"""How many deals the tables answer in one pass, so that is what they are timed with."""


class Times(NamedTuple):
    """What a search took.

    Attributes:
        seconds: of processor time for each deal.
        nodes: the nodes visited for each deal.

    """

    seconds: list[float]
    nodes: list[int]

    @property
    def row(self) -> str:
        """Mean, median and maximum in milliseconds, and the mean number of nodes."""
        mean, median = statistics.fmean(self.seconds), statistics.median(self.seconds)
        worst, nodes = max(self.seconds), statistics.fmean(self.nodes)
        return f"{mean * 1e3:8.3f} {median * 1e3:8.3f} {worst * 1e3:8.3f}  {nodes:10,.0f}"


def deep_times(cards: Cards, rules: Rules, *, exact: bool) -> Times:
    """Time the depth-first search of each deal."""
    seconds, nodes = [], []
    ranks = np.array([[rank_of(card) for card in deal] for deal in cards.tolist()], np.int64)
    for deal in range(len(ranks)):
        begin = time.thread_time()
        found = depth_first_deals(ranks[deal : deal + 1], rules, classic(), exact=exact)
        seconds.append(time.thread_time() - begin)
        nodes.append(found.nodes)
    return Times(seconds, nodes)


def table_seconds(cards: Cards, rules: Rules, *, exact: bool) -> float:
    """Time the tables, and return the mean for a deal."""
    depth = Depth.EXACT if exact else Depth.VERDICT
    begin = time.thread_time()
    rate_deals(cards, depth, rules=(rules,))
    return (time.thread_time() - begin) / len(cards)


@click.command()
@click.option("--quick", is_flag=True, help="Few deals, one round: only to see that it runs.")
def main(quick: bool) -> None:
    """Print milliseconds of processor time a deal, the nodes, and the ratio to the tables."""
    deals, rounds = (2 * TOGETHER, 1) if quick else (100 * TOGETHER, 3)
    chosen = np.random.default_rng(SEED).integers(0, CODE_COUNT, size=deals, dtype=np.uint64)
    cards = deal_codes(chosen)
    click.echo("rules          result       mean   median      max       nodes  tables     ratio")
    for rules in (EASY, CLASSIC, EASY_STUCK, CLASSIC_STUCK):
        for exact in (False, True):
            deep_times(cards[:1], rules, exact=exact)
            table_seconds(cards[:TOGETHER], rules, exact=exact)
            tables, deep = [], []
            for _ in range(rounds):
                tables.append(table_seconds(cards, rules, exact=exact))
                deep.append(deep_times(cards, rules, exact=exact))
            middle = sorted(deep, key=lambda times: sum(times.seconds))[rounds // 2]
            usual = statistics.median(tables)
            ratio = statistics.fmean(middle.seconds) / usual
            result = "exact" if exact else "verdict"
            click.echo(
                f"{rules.name:<14} {result:<8} {middle.row}  {usual * 1e3:6.3f}  {ratio:8.1f}"
            )


if __name__ == "__main__":
    main()
