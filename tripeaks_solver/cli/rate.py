"""``tripeaks rate``: many deals under both rules, a row a deal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from tripeaks_solver.cli.options import (
    SOURCES_HELP,
    Form,
    form_options,
    progress,
    range_of,
    range_options,
    say,
    sources_argument,
    workers_option,
)
from tripeaks_solver.codes import DealCode
from tripeaks_solver.errors import TripeaksError

if TYPE_CHECKING:
    from tripeaks_solver.batch.rating import Row
    from tripeaks_solver.render.rows import Write

FAULTS = 1


@click.command(epilog=SOURCES_HELP)
@sources_argument
@range_options
@click.option(
    "--columns",
    type=click.Choice(["verdict", "exact"]),
    default="exact",
    show_default=True,
    help="Only whether the deals can be won, or fewest draws and best scores too.",
)
@click.option("--keep-going", is_flag=True, help="Go on after a line that cannot be read.")
@workers_option
@form_options(Form.CSV, Form.NL)
def rate(
    sources: tuple[str, ...],
    start: DealCode | None,
    count: int | None,
    columns: str,
    keep_going: bool,
    workers: int | None,
    form: Form | None,
) -> int:
    """Rate deals under easy and classic rules: winnable, fewest draws, best score.

    Name the deals, or give a range of codes with --start and --count. Rows come in the order of
    the input, as soon as they are known.
    """
    from tripeaks_solver.batch.rating import Row

    numbers = range_of(start, count)
    if (numbers is None) == (not sources):
        raise click.UsageError("name deals, or a range with --start CODE and --count N")
    exact = columns == "exact"
    results, total = _results(sources, numbers, exact, workers)
    write = _writer(form, exact)
    faults = 0
    with progress(total, "rating", shown=not sys.stdout.isatty()) as advance:
        for row in results:
            if isinstance(row, Row):
                write(row)
            elif keep_going:
                say(str(row))
                faults += 1
            else:
                raise row
            advance(1)
    return FAULTS if faults else 0


def _results(
    sources: tuple[str, ...], numbers: range | None, exact: bool, workers: int | None
) -> tuple[Iterator[Row | TripeaksError], int | None]:
    """Return the stream of ratings, and how many there will be where that is known."""
    from tripeaks_solver.batch.rating import rate_items, rate_range
    from tripeaks_solver.formats.sources import read_sources
    from tripeaks_solver.search.compiled import load_kernels

    load_kernels(say)
    if numbers is not None:
        return rate_range(numbers, exact=exact, workers=workers), len(numbers)
    return rate_items(read_sources(sources), exact=exact, workers=workers), None


def _writer(form: Form | None, exact: bool) -> Write:
    from tripeaks_solver.render.rows import columns_of, csv_writer, json_writer, table_writer

    columns = columns_of(exact)
    if form is Form.NL:
        return json_writer(sys.stdout, columns)
    return (csv_writer if form is Form.CSV else table_writer)(sys.stdout, columns)
