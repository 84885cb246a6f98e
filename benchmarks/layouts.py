"""Time exact answers on each of the layouts that come with the program, one core.

python benchmarks/layouts.py [--quick]
"""

from __future__ import annotations

import time

import click
import numpy as np

from tripeaks_solver.codes import CODE_COUNT
from tripeaks_solver.deal import Deal
from tripeaks_solver.layouts import shipped_layouts
from tripeaks_solver.rules import EASY
from tripeaks_solver.scoring import ORIGINAL
from tripeaks_solver.search.compiled import load_kernels
from tripeaks_solver.search.rate import deal_codes, load_rating_kernels, rate_deals
from tripeaks_solver.search.states import states_of
from tripeaks_solver.search.totals import Workspace, best_totals

SEED = 54


@click.command()
@click.option("--quick", is_flag=True, help="Few deals: only to see that it runs.")
def main(quick: bool) -> None:
    """Print, for each layout, its states and the time for exact answers to random deals.

    That is microseconds a deal for both rules together under TP1 scoring, and milliseconds a deal
    for the best total and the best win under original scoring and easy rules.
    """
    load_rating_kernels(announce=click.echo)
    load_kernels("totals", click.echo)
    exact, scored = (4, 1) if quick else (400, 10)
    numbers = np.random.default_rng(SEED).integers(0, CODE_COUNT, size=exact, dtype=np.uint64)
    cards = deal_codes(numbers)
    click.echo(f"{'layout':<20} {'cards':>5} {'states':>8} {'exact, us':>10} {'original, ms':>13}")
    for number, layout in shipped_layouts().items():
        states, workspace = states_of(layout), Workspace(layout)
        rate_deals(cards[:4], layout=layout)
        begin = time.perf_counter()
        rate_deals(cards, layout=layout)
        between = time.perf_counter()
        for order in cards[:scored].tolist():
            best_totals(Deal(tuple(order), layout), EASY, ORIGINAL, workspace)
        end = time.perf_counter()
        click.echo(
            f"{number:2} {layout.name:<17} {len(layout):>5} {len(states):>8,} "
            f"{(between - begin) / exact * 1e6:>10.0f} {(end - between) / scored * 1e3:>13.1f}"
        )


if __name__ == "__main__":
    main()
