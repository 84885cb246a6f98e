"""Deals a second of whole batches: workers, depth, and what a store costs.

    python benchmarks/batches.py [--quick]

Each way runs in turn with the others; the ratio of medians is what to quote.
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

RATE = [sys.executable, "-m", "tripeaks_solver", "rate", "--random", "1"]


def run(arguments: list[str], deals: int) -> float:
    """Rate deals in a process of its own; returns the seconds it took."""
    begin = time.perf_counter()
    command = [*RATE, "--count", str(deals), *arguments]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begin


def stored(depth: str, deals: int, workers: int) -> float:
    """Rate deals into a new store."""
    with tempfile.TemporaryDirectory() as directory:
        out = str(Path(directory) / "store")
        return run(["--columns", depth, "--workers", str(workers), "--out", out], deals)


def searched(depth: str, deals: int, workers: int) -> float:
    """Rate deals and throw the answers away, in a process like the others."""
    program = f"""
from tripeaks_solver.batch.parallel import threads
from tripeaks_solver.batch.rating import rate_walk, scattered
from tripeaks_solver.search.rate import Depth
with threads({workers}) as pool:
    for _ in rate_walk(scattered(1, {deals}), Depth({depth!r}), pool): pass
"""
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True)
    return time.perf_counter() - begin


@click.command()
@click.option("--quick", is_flag=True, help="Few deals, one round: only to see that it runs.")
def main(quick: bool) -> None:
    """Print deals a second, the gain of a second worker, and the cost of a store."""
    rounds = 1 if quick else 5
    sizes = {"verdict": 60_000, "exact": 40_000, "all": 8_000}
    for depth, size in sizes.items():
        deals = size // 50 if quick else size
        small = deals // 10
        times: dict[tuple[str, int], list[float]] = {}
        for _ in range(rounds):
            for way, function in (("searched", searched), ("stored", stored)):
                for workers in (1, 2):
                    # The difference of two sizes leaves out what a process takes to start.
                    took = function(depth, deals, workers) - function(depth, small, workers)
                    each = max(took, 1e-6) / (deals - small)
                    times.setdefault((way, workers), []).append(each)
        one, two = (statistics.median(times["searched", workers]) for workers in (1, 2))
        store = statistics.median(times["stored", 2])
        click.echo(
            f"{depth:<8} 1 worker {1 / one:8,.0f} deals/s, 2 workers {1 / two:8,.0f} "
            f"(scaling {one / two / 2:.2f}), store overhead {store / two - 1:+.1%}"
        )
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    click.echo(f"largest process: {peak:.0f} MiB")


if __name__ == "__main__":
    main()
