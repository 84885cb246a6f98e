"""``tripeaks find``: deals that answer a wish, printed as they are found."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING

import click

from tripeaks_solver.cli.options import (
    CodeType,
    Form,
    form_options,
    progress,
    say,
    workers_option,
)
from tripeaks_solver.codes import CODE_COUNT, DealCode

if TYPE_CHECKING:
    from tripeaks_solver.batch.rating import Row
    from tripeaks_solver.render.rows import Write

NOTHING_FOUND = 3


def _wish(rules: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Add the pair of options that ask for deals won or lost under some rules."""

    def add(command: Callable[..., int]) -> Callable[..., int]:
        for won, word in ((False, "not winnable"), (True, "winnable")):
            name = f"--{rules}-{'won' if won else 'lost'}"
            command = click.option(
                name, rules, flag_value=won, type=bool, help=f"Deals that are {word} in {rules}."
            )(command)
        return command

    return add


@click.command()
@_wish("easy")
@_wish("classic")
@click.option(
    "--count", type=click.IntRange(min=1), default=10, show_default=True, help="How many to find."
)
@click.option(
    "--start", type=CodeType(), default="TP1-AAAAAAA", metavar="CODE", help="Where to begin."
)
@click.option(
    "--among",
    type=click.IntRange(min=1),
    metavar="N",
    help="Look at N codes at most; default: at all from the start on.",
)
@workers_option
@form_options(Form.NL, Form.CSV)
def find(
    easy: bool | None,
    classic: bool | None,
    count: int,
    start: DealCode,
    among: int | None,
    workers: int | None,
    form: Form | None,
) -> int:
    """Find deals by what is proven of them: a code a line, as soon as it is found.

    Example: tripeaks find --easy-won --classic-lost --count 20. Exit code 3 when there is none.
    """
    from tripeaks_solver.batch.rating import rate_range
    from tripeaks_solver.search.compiled import load_kernels

    if easy is None and classic is None:
        raise click.UsageError("say what to find, as --easy-won --classic-lost")
    load_kernels(say)
    numbers = range(start.number, min(CODE_COUNT, start.number + (among or CODE_COUNT)))
    ratings = rate_range(numbers, exact=False, workers=workers)
    wanted = (row for row in ratings if _answers(row, easy, classic))
    found = 0
    write = _writer(form)
    with progress(count, "finding", shown=not sys.stdout.isatty()) as advance:
        for row in islice(wanted, count):
            write(row)
            sys.stdout.flush()
            advance(1)
            found += 1
    return 0 if found else NOTHING_FOUND


def _answers(row: Row, easy: bool | None, classic: bool | None) -> bool:
    return easy in (None, row.easy_winnable) and classic in (None, row.classic_winnable)


def _writer(form: Form | None) -> Write:
    from tripeaks_solver.render.rows import columns_of, csv_writer, json_writer

    if form is None:
        return lambda row: click.echo(row.code)
    writer = json_writer if form is Form.NL else csv_writer
    return writer(sys.stdout, columns_of(exact=False))
