"""Measure the shipped layouts: how large each is, and how many of random deals can be won.

    python benchmarks/measure_layouts.py [--deals N] [--out FILE]

The deals are those of codes drawn with a fixed seed, the same for every layout, so every run with
as many deals writes the same bytes. Time grows with deals and with tableau states; the default
takes about a minute on one core. The file holds counts, not shares, so that anyone can tell from it
how certain a share is.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np

from tripeaks_solver.codes import CODE_COUNT
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import shipped_layouts
from tripeaks_solver.search.rate import Depth, deal_codes, load_rating_kernels, rate_deals
from tripeaks_solver.search.states import states_of

SEED = 54
CHUNK = 1000
"""How many deals are dealt and answered at a time, so that memory does not grow with them."""

MEASURED = Path(__file__).resolve().parent.parent / "data" / "layouts" / "measured.csv"


class Measured(NamedTuple):
    """A row of the file: the tableau states of a layout, and how many of the deals can be won."""

    number: int
    name: str
    states: int
    deals: int
    easy_winnable: int
    classic_winnable: int


def measure(number: int, layout: Layout, deals: int) -> Measured:
    """Count the winnable ones of the first deals that the seed gives."""
    rng = np.random.default_rng(SEED)
    won = np.zeros(2, np.int64)
    for begin in range(0, deals, CHUNK):
        size = min(CHUNK, deals - begin)
        cards = deal_codes(rng.integers(0, CODE_COUNT, size=size, dtype=np.uint64))
        won += rate_deals(cards, Depth.VERDICT, layout=layout).winnable.sum(axis=0)
    easy, classic = map(int, won)
    return Measured(number, layout.name, len(states_of(layout)), deals, easy, classic)


@click.command()
@click.option("--deals", type=click.IntRange(min=1), default=2000, show_default=True)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    default=MEASURED,
    help="Where to write the counts.  [default: data/layouts/measured.csv]",
)
def main(deals: int, out: Path) -> None:
    """Print the size of each layout and its winnable shares, and write the counts as CSV."""
    load_rating_kernels(announce=click.echo)
    click.echo(
        f"{'layout':<20} {'cards':>5} {'states':>8} {'removals':>9} {'easy':>7} {'classic':>7}"
    )
    rows = []
    for number, layout in sorted(shipped_layouts().items()):
        row = measure(number, layout, deals)
        rows.append(row)
        click.echo(
            f"{number:2} {layout.name:<17} {len(layout):>5} {row.states:>8,} "
            f"{len(states_of(layout).card):>9,} {row.easy_winnable / deals:>7.1%} "
            f"{row.classic_winnable / deals:>7.1%}"
        )
    with out.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Measured._fields)
        writer.writerows(rows)


if __name__ == "__main__":
    main()
