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
from tripeaks_solver.rules import VARIANTS, named
from tripeaks_solver.search.arrays import Cards
from tripeaks_solver.search.rate import Depth, deal_codes, load_rating_kernels, rate_deals

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


QUESTIONS = {
    **{depth.value: (depth, ("easy", "classic")) for depth in Depth},
    **{
        f"exact, {variant.word}": (Depth.EXACT, (f"easy-{variant.word}", f"classic-{variant.word}"))
        for variant in VARIANTS
    },
}
"""The depths of a rating, and exact answers under each variant; always two rules together."""


@click.command()
@click.option("--quick", is_flag=True, help="Few deals, one round: only to see that it runs.")
@click.option("--yardstick", type=click.Path(exists=True, path_type=Path))
def main(quick: bool, yardstick: Path | None) -> None:
    """Print microseconds a deal on one core for each question, two rules together."""
    deals, rounds = (200, 1) if quick else (4000, 9)
    cards = seeded_deals(deals)
    runs = {}
    for name, (depth, rules) in QUESTIONS.items():
        asked = [named(one) for one in rules]
        load_rating_kernels(asked, click.echo)
        rate_deals(cards[:4], depth, rules=asked)
        runs[name] = partial(rate_deals, cards, depth, rules=asked)
    times: dict[str, list[float]] = {name: [] for name in runs}
    other: list[float] = []
    for _ in range(rounds):
        for name, run in runs.items():
            times[name].append(microseconds(run, deals))
            if yardstick:
                other.append(yardstick_microseconds(yardstick, deals))
    click.echo(f"{deals} deals, two rules, one core, median of {rounds} rounds")
    if other:
        click.echo(f"{'yardstick':<14}  {statistics.median(other):8.1f} us a deal")
    for name, found in times.items():
        median = statistics.median(found)
        ratio = f"  {median / statistics.median(other):5.2f} of it" if other else ""
        click.echo(f"{name:<14}  {median:8.1f} us a deal{ratio}")


if __name__ == "__main__":
    main()
