"""``tripeaks find``: deals that answer a wish, printed as they are found."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import click

from tripeaks_solver.cli.extras import needs
from tripeaks_solver.cli.options import (
    CodeType,
    Form,
    form_options,
    layout_option,
    progress,
    say,
    workers_options,
)
from tripeaks_solver.codes import CODE_COUNT, DealCode
from tripeaks_solver.layout import Layout

if TYPE_CHECKING:
    from tripeaks_solver.batch.parallel import Pool
    from tripeaks_solver.batch.rating import Row, Walk
    from tripeaks_solver.render.rows import Write

NOTHING_FOUND = 3

Command = TypeVar("Command", bound=Callable[..., int])
Look: TypeAlias = "Callable[[Walk, Pool], Iterator[Row]]"


def _wish(rules: str) -> Callable[[Command], Command]:
    """Add the pair of options that ask for deals won or lost under some rules."""
    won = click.option(f"--{rules}-won", is_flag=True, help=f"Deals that are winnable in {rules}.")
    lost = click.option(f"--{rules}-lost", is_flag=True, help=f"Deals not winnable in {rules}.")
    return lambda command: won(lost(command))


def _wanted(rules: str, won: bool, lost: bool) -> bool | None:
    """Return whether a deal shall be won under some rules; None where it does not matter."""
    if won and lost:
        raise click.UsageError(f"no deal is won and lost in {rules}: leave one out")
    return won if won or lost else None


@click.command()
@_wish("easy")
@_wish("classic")
@click.option(
    "--where",
    metavar="CONDITION",
    help="A condition over the columns of `rate --columns all`, in SQL, as "
    '"easy_fewest_draws >= 15 and easy_greedy_share between 0.4 and 0.6".',
)
@click.option(
    "--count", type=click.IntRange(min=1), help="How many to find; default: 10, in a store all."
)
@click.option(
    "--start", type=CodeType(), metavar="CODE", help="Where to begin; default: TP1-AAAAAAA."
)
@layout_option
@click.option(
    "--among",
    type=click.IntRange(min=1),
    metavar="N",
    help="Look at N codes at most; default: at all from the start on.",
)
@click.option(
    "--in",
    "store",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Look in a store of `rate --out` instead.",
)
@click.option("--sort", metavar="COLUMN", help="Sort by a column; with - before it, downwards.")
@click.option("--sample", type=int, metavar="SEED", help="Take a random sample of what is found.")
@workers_options
@form_options(Form.NL, Form.CSV)
def find(
    easy_won: bool,
    easy_lost: bool,
    classic_won: bool,
    classic_lost: bool,
    where: str | None,
    count: int | None,
    start: DealCode | None,
    layout: Layout | None,
    among: int | None,
    store: Path | None,
    sort: str | None,
    sample: int | None,
    workers: int | None,
    scheduler: str | None,
    form: Form | None,
) -> int:
    """Find deals by what is proven of them: a code a line, as soon as it is found.

    Example: tripeaks find --easy-won --classic-lost --count 20. Exit code 3 when there is none.
    """
    easy = _wanted("easy", easy_won, easy_lost)
    classic = _wanted("classic", classic_won, classic_lost)
    conditions = _conditions(easy, classic, where)
    if not conditions:
        raise click.UsageError("say what to find, as --easy-won --classic-lost or --where")
    if store:
        if any(option is not None for option in (start, among, layout, workers, scheduler)):
            raise click.UsageError("--in asks a store: leave out what searches new deals")
        return _print(_writer(form), _look_in(store, conditions, sort, sample, count))
    if among is None and (sort or sample is not None):
        raise click.UsageError(
            "--sort and --sample need all rows first: give --among N or --in DIR"
        )
    from tripeaks_solver.batch.rating import Walk
    from tripeaks_solver.cli.pools import pool_of
    from tripeaks_solver.search.compiled import load_kernels

    count, start = count or 10, start or DealCode(0)
    left = CODE_COUNT - start.number
    walk = Walk(start.number, 1, min(left, among or left), start.layout_or(layout))
    look = _look_plainly(easy, classic, count)
    if where or sort or sample is not None:
        look = _look_with_query(conditions, sort, sample, count)
    load_kernels(say)
    with (
        pool_of(workers, scheduler) as pool,
        progress(count, "finding", shown=not sys.stdout.isatty()) as advance,
    ):
        return _print(_writer(form), look(walk, pool), advance)


def _conditions(easy: bool | None, classic: bool | None, where: str | None) -> list[str]:
    """Return all conditions in SQL."""
    wanted = {"easy": easy, "classic": classic}
    plain = [
        f"{'' if won else 'not '}{name}_winnable" for name, won in wanted.items() if won is not None
    ]
    return [*plain, f"({where})"] if where else plain


def _look_plainly(easy: bool | None, classic: bool | None, count: int) -> Look:
    """Look at verdicts only; needs no package but our own."""
    from tripeaks_solver.batch.rating import rate_walk
    from tripeaks_solver.search.rate import Depth

    def look(walk: Walk, pool: Pool) -> Iterator[Row]:
        rows = (row for rated in rate_walk(walk, Depth.VERDICT, pool) for row in rated.rows())
        wanted = (
            row
            for row in rows
            if easy in (None, row["easy_winnable"]) and classic in (None, row["classic_winnable"])
        )
        return islice(wanted, count)

    return look


def _look_with_query(
    conditions: list[str], sort: str | None, sample: int | None, count: int
) -> Look:
    """Look at as many columns as the conditions name."""
    needs("polars", "store")
    from tripeaks_solver.batch.queries import Query, look_on
    from tripeaks_solver.batch.rating import rate_walk

    query = Query(" and ".join(conditions), sort, sample, count)
    depth = query.depth
    return lambda walk, pool: look_on(rate_walk(walk, depth, pool), query)


def _look_in(
    store: Path, conditions: list[str], sort: str | None, sample: int | None, count: int | None
) -> Iterator[Row]:
    needs("polars", "store")
    from tripeaks_solver.batch.queries import Query, look_in
    from tripeaks_solver.batch.store import Store

    return look_in(Store(store), Query(" and ".join(conditions), sort, sample, count))


def _print(
    write: Write, rows: Iterator[Row], advance: Callable[[int], None] = lambda _: None
) -> int:
    found = False
    for row in rows:
        write(row)
        sys.stdout.flush()
        advance(1)
        found = True
    return 0 if found else NOTHING_FOUND


def _writer(form: Form | None) -> Write:
    from tripeaks_solver.render.rows import csv_writer, json_writer

    if form is None:
        return lambda row: click.echo(row.get("code") or row["deck"])
    return (json_writer if form is Form.NL else csv_writer)(sys.stdout)
