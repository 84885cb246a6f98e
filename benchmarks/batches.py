"""Deals a second of whole batches: workers, depth, and what a store costs.

    python benchmarks/batches.py [--quick]

The ways run in turn in one process; ratios of medians are what to quote. At the end a process of
its own rates many deals to CSV, to show that its memory does not grow.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click

from tripeaks_solver.batch.columns import Request
from tripeaks_solver.batch.filling import fill_from_walk
from tripeaks_solver.batch.parallel import threads
from tripeaks_solver.batch.rating import rate_walk, scattered
from tripeaks_solver.search.rate import Depth, load_rating_kernels

SIZES = {Depth.VERDICT: 12_800, Depth.EXACT: 12_800, Depth.ALL: 2_560}


def searched(depth: Depth, deals: int, workers: int) -> float:
    """Rate deals and throw the answers away; returns seconds a deal."""
    begin = time.perf_counter()
    with threads(workers) as pool:
        for _ in rate_walk(scattered(1, deals), Request(depth=depth), pool):
            pass
    return (time.perf_counter() - begin) / deals


def stored(depth: Depth, deals: int, workers: int) -> float:
    """Rate deals into a new store; returns seconds a deal."""
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory() as directory, threads(workers) as pool:
        walk, request = scattered(1, deals), Request(depth=depth)
        fill_from_walk(Path(directory), walk, request, pool, lambda _: None)
    return (time.perf_counter() - begin) / deals


def peak_of_a_process(deals: int) -> float:
    """Rate deals to CSV in a process of its own; returns its peak memory in MiB."""
    command = [sys.executable, "-m", "tripeaks_solver", "rate", "--random", "1", "--csv"]
    subprocess.run([*command, "--count", str(deals)], stdout=subprocess.DEVNULL, check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


@click.command()
@click.option("--quick", is_flag=True, help="Few deals, one round: only to see that it runs.")
def main(quick: bool) -> None:
    """Print deals a second, the gain of a second worker, and the cost of a store."""
    rounds, part = (1, 50) if quick else (5, 1)
    load_rating_kernels(announce=click.echo)
    for depth, size in SIZES.items():
        searched(depth, 512, 2)
        stored(depth, 512, 2)
        ways = {"1": (searched, 1), "2": (searched, 2), "store": (stored, 2)}
        times: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(rounds):
            for name, (function, workers) in ways.items():
                times[name].append(function(depth, size // part, workers))
        one, two, store = (statistics.median(found) for found in times.values())
        click.echo(
            f"{depth.value:<8} 1 worker {1 / one:8,.0f} deals/s, 2 workers {1 / two:8,.0f} "
            f"(scaling {one / two / 2:.2f}), store overhead {store / two - 1:+.1%}"
        )
    few, many = (1_000, 4_000) if quick else (50_000, 1_000_000)
    click.echo(f"peak memory: {peak_of_a_process(few):.0f} MiB for {few:,} deals")
    click.echo(f"peak memory: {peak_of_a_process(many):.0f} MiB for {many:,} deals")


if __name__ == "__main__":
    main()
