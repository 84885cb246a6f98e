"""``tripeaks rate``: many deals under both rules, a row a deal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from tripeaks_solver.cli.options import (
    SOURCES_HELP,
    CodeType,
    Faults,
    Form,
    columns_option,
    form_options,
    format_option,
    keep_going_option,
    layout_option,
    progress,
    say,
    scoring_for,
    scoring_options,
    sources_argument,
    workers_options,
)
from tripeaks_solver.codes import CODE_COUNT, DealCode
from tripeaks_solver.errors import FormatError
from tripeaks_solver.layout import Layout
from tripeaks_solver.scoring import Scoring

if TYPE_CHECKING:
    from tripeaks_solver.batch.parallel import Pool
    from tripeaks_solver.batch.rating import Walk
    from tripeaks_solver.formats.sources import Item
    from tripeaks_solver.render.rows import Write
    from tripeaks_solver.search.rate import Depth

UNDECIDED = 4

Deals: TypeAlias = "Walk | Iterator[Item]"


@click.command(epilog=SOURCES_HELP)
@sources_argument
@click.option("--start", type=CodeType(), metavar="CODE", help="First code of a range.")
@click.option("--random", "seed", type=int, metavar="SEED", help="Codes from the whole code space.")
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="How many codes to rate.")
@layout_option
@format_option
@scoring_options
@columns_option
@keep_going_option
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Store the rows as Parquet parts; the same command goes on where it was interrupted.",
)
@workers_options
@form_options(Form.CSV, Form.NL)
def rate(
    sources: tuple[str, ...],
    start: DealCode | None,
    seed: int | None,
    count: int | None,
    layout: Layout | None,
    format_name: str | None,
    scoring: Scoring | None,
    pace: float | None,
    columns: str,
    keep_going: bool,
    out: Path | None,
    workers: int | None,
    scheduler: str | None,
    form: Form | None,
) -> int:
    """Rate deals under easy and classic rules: winnable, fewest draws, best score.

    Name the deals, or a range with --start and --count, or a sample with --random and --count.
    Rows come in the order of the input, a few hundred at a time.
    """
    from tripeaks_solver.cli.pools import pool_of
    from tripeaks_solver.search.compiled import load_kernels
    from tripeaks_solver.search.rate import Depth

    deals = _deals(sources, start, seed, count, layout, format_name)
    scoring = scoring_for(scoring, pace) if scoring or pace is not None else None
    if scoring and columns == "verdict":
        raise click.UsageError("--columns verdict has no scores: leave out --scoring")
    if out and form:
        raise click.UsageError("--out writes Parquet: leave out the other form of output")
    load_kernels(say)
    faults = Faults(keep_going)
    with pool_of(workers, scheduler) as pool:
        if out:
            undecided = _store(out, deals, Depth(columns), pool, faults, layout, scoring)
        else:
            undecided = _stream(_writer(form), deals, Depth(columns), pool, faults, scoring)
    return faults.exit_code or (UNDECIDED if undecided else 0)


def _deals(
    sources: tuple[str, ...],
    start: DealCode | None,
    seed: int | None,
    count: int | None,
    layout: Layout | None,
    format_name: str | None,
) -> Deals:
    """Return the deals that the arguments name, or the walk of deal numbers that options name."""
    from tripeaks_solver.batch.rating import Walk, scattered
    from tripeaks_solver.formats.sources import read_sources

    ways = [bool(sources), start is not None, seed is not None]
    if sum(ways) != 1 or bool(sources) != (count is None):
        raise click.UsageError("name deals, or give --start CODE or --random SEED with --count N")
    if count is None:
        return read_sources(sources, layout, format_name)
    left = CODE_COUNT - (start.number if start else 0)
    if count > left:
        raise click.UsageError(f"only {left} codes are left from there on: lower --count")
    if start:
        return Walk(start.number, 1, count, start.layout_or(layout))
    return scattered(seed or 0, count, layout)


def _stream(
    write: Write,
    deals: Deals,
    depth: Depth,
    pool: Pool,
    faults: Faults,
    scoring: Scoring | None,
) -> bool:
    """Write rows to stdout as they come; returns whether a deal is undecided."""
    from tripeaks_solver.batch.rating import Walk, rate_items, rate_walk

    if isinstance(deals, Walk):
        results, total = rate_walk(deals, depth, pool, scoring=scoring), deals.count
    else:
        results, total = rate_items(deals, depth, pool, scoring), None
    undecided = False
    with progress(total, "rating", shown=not sys.stdout.isatty()) as advance:
        for rated in results:
            undecided |= rated.has_undecided
            for row in rated.rows():
                try:
                    write(row)
                except FormatError as fault:
                    faults.meet(fault)
            advance(len(rated))
            if rated.fault:
                sys.stdout.flush()
                faults.meet(rated.fault)
    return undecided


def _store(
    out: Path,
    deals: Deals,
    depth: Depth,
    pool: Pool,
    faults: Faults,
    layout: Layout | None,
    scoring: Scoring | None,
) -> bool:
    """Write rows to a store, part by part; returns whether a deal is undecided."""
    from tripeaks_solver.batch.rating import Walk
    from tripeaks_solver.cli.extras import needs

    needs("polars", "store")
    from tripeaks_solver.batch.filling import fill_from_items, fill_from_walk
    from tripeaks_solver.batch.store import Store

    with progress(deals.count if isinstance(deals, Walk) else None, "rating") as advance:
        if isinstance(deals, Walk):
            fill_from_walk(out, deals, depth, pool, advance, scoring)
        else:
            fill_from_items(out, deals, depth, pool, advance, faults.meet, layout, scoring)
    return Store(out).has_undecided()


def _writer(form: Form | None) -> Write:
    from tripeaks_solver.render.rows import csv_writer, json_writer, table_writer

    writers = {None: table_writer, Form.CSV: csv_writer, Form.NL: json_writer}
    return writers[form](sys.stdout)
