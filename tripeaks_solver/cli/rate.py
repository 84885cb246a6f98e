"""``tripeaks rate``: many deals under both rules, a row a deal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tripeaks_solver.cli.options import (
    SOURCES_HELP,
    CodeType,
    Form,
    columns_option,
    form_options,
    progress,
    say,
    sources_argument,
    workers_options,
)
from tripeaks_solver.codes import CODE_COUNT, DealCode
from tripeaks_solver.errors import TripeaksError

if TYPE_CHECKING:
    from tripeaks_solver.batch.parallel import Pool
    from tripeaks_solver.batch.rating import Rated, Walk
    from tripeaks_solver.render.rows import Write
    from tripeaks_solver.search.rate import Depth

FAULTS = 1


@click.command(epilog=SOURCES_HELP)
@sources_argument
@click.option("--start", type=CodeType(), metavar="CODE", help="First code of a range.")
@click.option("--random", "seed", type=int, metavar="SEED", help="Codes from the whole code space.")
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="How many codes to rate.")
@columns_option
@click.option("--keep-going", is_flag=True, help="Go on after a line that cannot be read.")
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
    columns: str,
    keep_going: bool,
    out: Path | None,
    workers: int | None,
    scheduler: str | None,
    form: Form | None,
) -> int:
    """Rate deals under easy and classic rules: winnable, fewest draws, best score.

    Name the deals, or a range with --start and --count, or a sample with --random and --count.
    Rows come in the order of the input, as soon as they are known.
    """
    from tripeaks_solver.cli.pools import pool_of
    from tripeaks_solver.search.compiled import load_kernels
    from tripeaks_solver.search.rate import Depth

    walk = _walk(sources, start, seed, count)
    if out and form:
        raise click.UsageError("--out writes Parquet: leave out the other form of output")
    load_kernels(say)
    with pool_of(workers, scheduler) as pool:
        faults = _Faults(keep_going)
        if out:
            _store(out, sources, walk, Depth(columns), pool, faults)
        else:
            _stream(_writer(form), sources, walk, Depth(columns), pool, faults)
    return FAULTS if faults.count else 0


class _Faults:
    """What becomes of lines that cannot be read: the end, or a message each."""

    def __init__(self, keep_going: bool) -> None:
        self.keep_going = keep_going
        self.count = 0

    def meet(self, fault: TripeaksError) -> None:
        if not self.keep_going:
            raise fault
        say(str(fault))
        self.count += 1


def _walk(
    sources: tuple[str, ...], start: DealCode | None, seed: int | None, count: int | None
) -> Walk | None:
    """Return the deal numbers that the options name; None where deals are named themselves."""
    from tripeaks_solver.batch.rating import Walk, scattered

    ways = [bool(sources), start is not None, seed is not None]
    if sum(ways) != 1 or bool(sources) != (count is None):
        raise click.UsageError("name deals, or give --start CODE or --random SEED with --count N")
    if start is not None and count is not None:
        if start.number + count > CODE_COUNT:
            left = CODE_COUNT - start.number
            raise click.UsageError(f"only {left} codes are left from {start} on: lower --count")
        return Walk(start.number, 1, count)
    if seed is not None and count is not None:
        if count > CODE_COUNT:
            raise click.UsageError(f"there are only {CODE_COUNT} codes: lower --count")
        return scattered(seed, count)
    return None


def _stream(
    write: Write,
    sources: tuple[str, ...],
    walk: Walk | None,
    depth: Depth,
    pool: Pool,
    faults: _Faults,
) -> None:
    """Write rows to stdout as they come."""
    total = walk.count if walk else None
    with progress(total, "rating", shown=not sys.stdout.isatty()) as advance:
        for rated in _rated(sources, walk, depth, pool):
            for row in rated.rows():
                write(row)
            advance(len(rated))
            if rated.fault:
                sys.stdout.flush()
                faults.meet(rated.fault)


def _rated(
    sources: tuple[str, ...], walk: Walk | None, depth: Depth, pool: Pool
) -> Iterator[Rated]:
    from tripeaks_solver.batch.rating import rate_items, rate_walk
    from tripeaks_solver.formats.sources import read_sources

    if walk:
        return rate_walk(walk, depth, pool)
    return rate_items(read_sources(sources), depth, pool)


def _store(
    out: Path,
    sources: tuple[str, ...],
    walk: Walk | None,
    depth: Depth,
    pool: Pool,
    faults: _Faults,
) -> None:
    """Write rows to a store, part by part."""
    from tripeaks_solver.cli.extras import needs

    needs("polars", "store")
    from tripeaks_solver.batch.filling import fill_from_items, fill_from_walk
    from tripeaks_solver.formats.sources import read_sources

    with progress(walk.count if walk else None, "rating") as advance:
        if walk:
            fill_from_walk(out, walk, depth, pool, advance)
        else:
            items = read_sources(sources)
            fill_from_items(out, items, depth, pool, advance, faults.meet)


def _writer(form: Form | None) -> Write:
    from tripeaks_solver.render.rows import csv_writer, json_writer, table_writer

    writers = {None: table_writer, Form.CSV: csv_writer, Form.NL: json_writer}
    return writers[form](sys.stdout)
