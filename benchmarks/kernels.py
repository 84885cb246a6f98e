"""Time a deal of the compiled kernels, on fixed seeded deals.

    python benchmarks/kernels.py [--quick] [--yardstick PROGRAM]

A yardstick is a program that prints ``… N us a deal …`` for exact answers to random deals under
both rules on one core when it is called with a number of deals. It runs in turn with ours, and
the ratio of medians is what to quote: absolute times on shared machines are noise.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click
import numpy as np

from tripeaks_solver.codes import CODE_COUNT
from tripeaks_solver.search.rate import Cards, Depth, deal_codes, load_rating_kernels, rate_deals

SEED = 2026


def seeded_deals(count: int) -> Cards:
    """Deal codes drawn from the whole code space with a fixed seed."""
    chosen = np.random.default_rng(SEED).integers(0, CODE_COUNT, size=count, dtype=np.uint64)
    return deal_codes(chosen)


def microseconds(run: Callable[[], object], deals: int) -> float:
    """Time one run, in microseconds a deal."""
    begin = time.perf_counter()
    run()
    return (time.perf_counter() - begin) / deals * 1e6


def yardstick_microseconds(program: Path, deals: int) -> float:
    """Let the other program time itself."""
    said = subprocess.run([program, str(deals)], capture_output=True, text=True, check=True).stdout
    found = re.search(r"([\d.]+) us a deal", said)
    if not found:
        raise click.ClickException(f"{program} does not print 'N us a deal': {said!r}")
    return float(found[1])


@click.command()
@click.option("--quick", is_flag=True, help="Few deals, one round: only to see that it runs.")
@click.option("--yardstick", type=click.Path(exists=True, path_type=Path))
def main(quick: bool, yardstick: Path | None) -> None:
    """Print microseconds a deal on one core for each depth of a rating, both rules together."""
    deals, rounds = (200, 1) if quick else (4000, 9)
    load_rating_kernels(announce=click.echo)
    cards = seeded_deals(deals)
    for depth in Depth:
        rate_deals(cards[:4], depth)
    times: dict[str, list[float]] = {depth.value: [] for depth in Depth}
    other: list[float] = []
    for _ in range(rounds):
        for depth in Depth:
            times[depth.value].append(microseconds(partial(rate_deals, cards, depth), deals))
            if yardstick:
                other.append(yardstick_microseconds(yardstick, deals))
    click.echo(f"{deals} deals, both rules, one core, median of {rounds} rounds")
    if other:
        click.echo(f"yardstick  {statistics.median(other):8.1f} us a deal")
    for name, found in times.items():
        median = statistics.median(found)
        ratio = f"  {median / statistics.median(other):5.2f} of it" if other else ""
        click.echo(f"{name:<9}  {median:8.1f} us a deal{ratio}")


if __name__ == "__main__":
    main()
