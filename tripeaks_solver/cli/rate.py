"""``tripeaks rate``: many deals under any rules, a row a deal."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import click

from tripeaks_solver.cli.options import (
    SOURCES_HELP,
    CodeType,
    Faults,
    Form,
    RulesType,
    columns_option,
    form_options,
    format_option,
    gathered,
    keep_going_option,
    layout_option,
    progress,
    samples_option,
    say,
    scoring_for,
    scoring_options,
    search_option,
    seed_option,
    sources_argument,
    workers_options,
)
from tripeaks_solver.cli.pools import Workers, pool_of
from tripeaks_solver.codes import CODE_COUNT, DealCode
from tripeaks_solver.errors import FormatError, TripeaksError, counted
from tripeaks_solver.layout import Layout
from tripeaks_solver.rules import DEFAULT_RULES, NAMES_HELP, Rules
from tripeaks_solver.scoring import Scoring
from tripeaks_solver.search.choice import Search

if TYPE_CHECKING:
    from tripeaks_solver.batch.columns import Request
    from tripeaks_solver.batch.parallel import Pool
    from tripeaks_solver.batch.rating import Rated, Result, Walk
    from tripeaks_solver.formats.lines import Lines
    from tripeaks_solver.formats.sources import Item
    from tripeaks_solver.render.rows import Write

UNDECIDED = 4


class Stream(NamedTuple):
    """Deals as they come in, and what tells whether the next one can be had at once."""

    items: Iterator[Item]
    ready: Callable[[], bool]


Deals: TypeAlias = "Walk | Stream"


@dataclass(frozen=True)
class DealOptions:
    """Which deals to rate.

    Attributes:
        sources: what names the deals, as the arguments of a command.
        start: the first code of a range.
        seed: the seed of a sample of all codes.
        count: how many codes the range or the sample has.
        layout: the layout, if it is not that of the codes.
        format_name: the only format that deals may have.

    """

    sources: tuple[str, ...]
    start: DealCode | None
    seed: int | None
    count: int | None
    layout: Layout | None
    format_name: str | None

    def deals(self) -> Deals:
        """Return the deals that are named, or the walk of deal numbers.

        Raises:
            click.UsageError: there are none, or they are named in two ways.

        """
        from tripeaks_solver.batch.rating import Walk, scattered
        from tripeaks_solver.formats.sources import read_sources

        ways = [bool(self.sources), self.start is not None, self.seed is not None]
        if sum(ways) != 1 or bool(self.sources) != (self.count is None):
            raise click.UsageError(
                "name deals, or give --start CODE or --random SEED with --count N"
            )
        if self.count is None:
            lines = _stdin()
            items = read_sources(self.sources, self.layout, self.format_name, lines)
            return Stream(items, lines.ready if lines else lambda: True)
        left = CODE_COUNT - (self.start.number if self.start else 0)
        if self.count > left:
            raise click.UsageError(f"only {counted(left, 'code')} left from there: lower --count")
        if self.start:
            return Walk(self.start.number, 1, self.count, self.start.layout_or(self.layout))
        return scattered(self.seed or 0, self.count, self.layout)


def _stdin() -> Lines | None:
    """Return standard input as lines that can be asked for; None where it is no byte stream."""
    from tripeaks_solver.formats.lines import Lines

    return Lines(sys.stdin.buffer) if isinstance(sys.stdin, io.TextIOWrapper) else None


@dataclass(frozen=True)
class RatingOptions:
    """What to tell of each deal.

    Attributes:
        rules: the rules to rate under; none for the usual ones.
        columns: the name of the depth.
        scoring: the scoring system of the scores.
        pace: the seconds that an action takes.
        search: the search to ask.
        samples: how many completions of a deal with unknown cards to sample.
        completion_seed: what their random numbers begin with.

    """

    rules: tuple[Rules, ...]
    columns: str
    scoring: Scoring | None
    pace: float | None
    search: Search
    samples: int | None
    completion_seed: int

    def request(self) -> Request:
        """Return what is asked of the batch.

        Raises:
            click.UsageError: the options do not go together.
            TripeaksError: rules are given twice, or the pace is impossible.

        """
        from tripeaks_solver.batch.columns import Request
        from tripeaks_solver.search.rate import Depth

        asked = self.scoring or self.pace is not None
        scoring = scoring_for(self.scoring, self.pace) if asked else None
        if scoring and self.columns == "verdict":
            raise click.UsageError("--columns verdict has no scores: leave out --scoring")
        return Request(
            self.rules or DEFAULT_RULES,
            Depth(self.columns),
            scoring,
            self.search,
            self.samples,
            self.completion_seed,
        )


@click.command(epilog=SOURCES_HELP)
@sources_argument
@click.option("--start", type=CodeType(), metavar="CODE", help="First code of a range.")
@click.option("--random", "seed", type=int, metavar="SEED", help="Codes from the whole code space.")
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="How many codes to rate.")
@layout_option
@format_option
@click.option(
    "--rules",
    type=RulesType(),
    multiple=True,
    metavar="NAME",
    help=f"Rules to rate under, once for each: {NAMES_HELP}; default: easy and classic.",
)
@scoring_options
@columns_option
@search_option
@samples_option(None, "Take unknown cards too: completions to sample, if too many to search.")
@seed_option("Unknown cards: seed of the random completions.", "completion_seed")
@keep_going_option
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Store the rows as Parquet parts; the same command continues where it was interrupted.",
)
@workers_options
@form_options(Form.CSV, Form.NL)
@gathered(which=DealOptions, what=RatingOptions, workers=Workers)
def rate(
    which: DealOptions,
    what: RatingOptions,
    workers: Workers,
    keep_going: bool,
    out: Path | None,
    form: Form | None,
) -> int:
    """Rate deals under any rules: winnable, fewest draws, best score.

    Deals with unknown cards (??) need --samples: their rows hold the share of completions that can
    be won.

    Name the deals, or a range with --start and --count, or a sample with --random and --count.
    Rows come in the order of the input, a few hundred at a time, and immediately while the input
    waits.
    """
    from tripeaks_solver.search.rate import load_rating_kernels

    deals, request = which.deals(), what.request()
    if out and form:
        raise click.UsageError("--out writes Parquet: leave out the other form of output")
    load_rating_kernels(request.rules, say, request.search)
    faults = Faults(keep_going)
    with pool_of(workers) as pool:
        if out:
            undecided = _store(out, deals, request, pool, faults, which.layout)
        else:
            undecided = _stream(_writer(form), deals, request, pool, faults)
    return faults.exit_code or (UNDECIDED if undecided else 0)


def _stream(write: Write, deals: Deals, request: Request, pool: Pool, faults: Faults) -> bool:
    """Write rows to stdout as they come; returns whether a deal is undecided."""
    from tripeaks_solver.batch.rating import Walk, rate_items, rate_walk

    results: Iterator[Result]
    if isinstance(deals, Walk):
        results, total = rate_walk(deals, request, pool), deals.count
    else:
        results, total = rate_items(deals.items, request, pool, deals.ready), None
    undecided = False
    with progress(total, "rating", shown=not sys.stdout.isatty()) as advance:
        for result in results:
            if isinstance(result, TripeaksError):
                faults.handle(result)
            else:
                _write(write, result, faults)
                undecided |= result.has_undecided
                advance(len(result))
    return undecided


def _write(write: Write, rated: Rated, faults: Faults) -> None:
    """Write all rows of a group, so that they are seen before what comes next is waited for."""
    for row in rated.rows():
        try:
            write(row)
        except FormatError as fault:
            faults.handle(fault)
    sys.stdout.flush()


def _store(
    out: Path,
    deals: Deals,
    request: Request,
    pool: Pool,
    faults: Faults,
    layout: Layout | None,
) -> bool:
    """Write rows to a store, part by part; returns whether a deal is undecided."""
    from tripeaks_solver.batch.rating import Walk
    from tripeaks_solver.cli.extras import needs

    for package in ("polars", "filelock"):
        needs(package, "store")
    from tripeaks_solver.batch.filling import fill_from_items, fill_from_walk
    from tripeaks_solver.batch.store import Store

    with progress(deals.count if isinstance(deals, Walk) else None, "rating") as advance:
        if isinstance(deals, Walk):
            fill_from_walk(out, deals, request, pool, advance)
        else:
            fill_from_items(out, deals.items, request, pool, advance, faults.handle, layout)
    return Store(out).has_undecided()


def _writer(form: Form | None) -> Write:
    from tripeaks_solver.render.rows import csv_writer, json_writer, table_writer

    writers = {None: table_writer, Form.CSV: csv_writer, Form.NL: json_writer}
    return writers[form](sys.stdout)
