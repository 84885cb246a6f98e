"""Time the search for best totals on the classic layout, for each scoring system, one core.

python benchmarks/totals.py [--quick]
"""

from __future__ import annotations

import statistics
import time

import click
import numpy as np

from tripeaks_solver.codes import CODE_COUNT, shuffled
from tripeaks_solver.deal import Deal
from tripeaks_solver.layouts import classic
from tripeaks_solver.rules import DEFAULT_RULES
from tripeaks_solver.scoring import SYSTEMS, Scoring
from tripeaks_solver.search.compiled import load_kernels
from tripeaks_solver.search.totals import Workspace, best_totals

SEED = 2026


def seeded_deals(count: int) -> list[Deal]:
    """Deal codes drawn from the whole code space with a fixed seed."""
    numbers = np.random.default_rng(SEED).integers(0, CODE_COUNT, size=count)
    return [Deal(shuffled(int(number))) for number in numbers]


def milliseconds(deals: list[Deal], scoring: Scoring, workspace: Workspace) -> list[float]:
    """Time each deal under each of the rated rules, in milliseconds."""
    times = []
    for deal in deals:
        for rules in DEFAULT_RULES:
            begin = time.perf_counter()
            best_totals(deal, rules, scoring, workspace)
            times.append((time.perf_counter() - begin) * 1e3)
    return times


@click.command()
@click.option("--quick", is_flag=True, help="One deal: only to see that it runs.")
def main(quick: bool) -> None:
    """Print mean and slowest milliseconds a deal and rules."""
    load_kernels("totals", click.echo)
    workspace = Workspace(classic())
    deals = seeded_deals(1 if quick else 100)
    milliseconds(deals[:1], SYSTEMS["original"], workspace)
    click.echo(f"{len(deals)} deals under both rules, one core: milliseconds a deal and rules")
    for name, scoring in SYSTEMS.items():
        times = milliseconds(deals, scoring, workspace)
        click.echo(f"{name:<22} mean {statistics.mean(times):6.1f}  slowest {max(times):6.1f}")


if __name__ == "__main__":
    main()
