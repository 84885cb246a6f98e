"""``tripeaks find``: deals that meet conditions, printed as they are found."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import click

from tripeaks_solver.cli.extras import needs
from tripeaks_solver.cli.options import (
    CodeType,
    Form,
    RulesType,
    form_options,
    gathered,
    layout_option,
    progress,
    say,
    workers_options,
)
from tripeaks_solver.cli.pools import Workers, pool_of
from tripeaks_solver.codes import CODE_COUNT, DealCode
from tripeaks_solver.errors import counted
from tripeaks_solver.layout import Layout
from tripeaks_solver.rules import DEFAULT_RULES, Rules

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from tripeaks_solver.batch.columns import Request
    from tripeaks_solver.batch.queries import Query
    from tripeaks_solver.batch.rating import Rated, Row, Walk
    from tripeaks_solver.render.rows import Write

NOTHING_FOUND = 3

Command = TypeVar("Command", bound=Callable[..., int])
Look: TypeAlias = "Callable[[Iterator[Rated]], Iterator[Row]]"


@dataclass(frozen=True)
class Wanted:
    """What to find.

    Attributes:
        won: rules under which the deals can be won.
        lost: rules under which they cannot.
        where: a condition in SQL.
        sort: columns to sort by, some of them several in one text, with commas between.
        sample: the seed of a random sample.
        count: how many deals to find.

    """

    won: tuple[Rules, ...]
    lost: tuple[Rules, ...]
    where: str | None
    sort: tuple[str, ...]
    sample: int | None
    count: int | None

    @property
    def verdicts(self) -> dict[Rules, bool]:
        """Whether the deals shall be won, under each of the rules for which that matters.

        Raises:
            click.UsageError: they shall be won and lost under the same rules.

        """
        for rules in self.won:
            if rules in self.lost:
                raise click.UsageError(
                    f"no deal is both won and lost under {rules.name}: leave one out"
                )
        return dict.fromkeys(self.won, True) | dict.fromkeys(self.lost, False)

    @property
    def is_plain(self) -> bool:
        """Tell whether only verdicts matter, which no package but our own has to look at."""
        return self.where is None and not self.needs_all

    @property
    def needs_all(self) -> bool:
        """Tell whether the first deal is known only when all have been seen."""
        return bool(self.sort) or self.sample is not None

    def query(self, count: int | None) -> Query:
        """Return the conditions and the order in SQL, for so many deals."""
        from tripeaks_solver.batch.columns import VERDICT, Field
        from tripeaks_solver.batch.queries import Query

        conditions = [
            f"{'' if won else 'not '}{Field(rules, VERDICT).name}"
            for rules, won in self.verdicts.items()
        ]
        if self.where is not None:
            # Faults quote what stands there, so parentheses are added only where they are needed.
            conditions.append(f"({self.where})" if conditions else self.where)
        sort = tuple(name.strip() for names in self.sort for name in names.split(","))
        where = " and ".join(conditions) if conditions else None
        return Query(where, sort, self.sample, count)


@dataclass(frozen=True)
class Fresh:
    """Which new deals to look at; all None and empty where a store is asked instead.

    Attributes:
        rules: rules to rate them under whether they are asked about or not.
        start: the first code.
        layout: the layout, if it is not that of the code.
        among: how many codes to look at.

    """

    rules: tuple[Rules, ...]
    start: DealCode | None
    layout: Layout | None
    among: int | None

    def walk(self) -> Walk:
        """Return the codes to look at."""
        from tripeaks_solver.batch.rating import Walk

        start = self.start or DealCode(0)
        left = CODE_COUNT - start.number
        return Walk(start.number, 1, min(left, self.among or left), start.layout_or(self.layout))


def _verdict_options(command: Command) -> Command:
    """Add ``--won RULES`` and ``--lost RULES``, and short forms of them for the usual rules."""
    for rules in reversed(DEFAULT_RULES):
        for verdict in ("lost", "won"):
            told = f"The same as --{verdict} {rules.name}."
            name = f"--{rules.name}-{verdict}"
            command = click.option(name, is_flag=True, help=told)(command)
    for verdict, told in (("lost", "not winnable"), ("won", "winnable")):
        command = click.option(
            f"--{verdict}",
            type=RulesType(),
            multiple=True,
            metavar="RULES",
            help=f"Deals that are {told} under these rules, as easy or classic-stuck.",
        )(command)
    return command


def _with_short_forms(wanted: Wanted, short: dict[str, bool]) -> Wanted:
    """Add what the short forms of ``--won`` and ``--lost`` stand for."""
    won, lost = (
        tuple(rules for rules in DEFAULT_RULES if short[f"{rules.name}_{verdict}"])
        for verdict in ("won", "lost")
    )
    return replace(wanted, won=wanted.won + won, lost=wanted.lost + lost)


def _columns_to_sort_by(
    ctx: click.Context,
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """Complete the last of the columns, first to those of the rules that are rated anyway."""
    from click.shell_completion import CompletionItem

    from tripeaks_solver.batch.columns import INDEX, Request, every_field
    from tripeaks_solver.search.rate import Depth

    before, comma, last = incomplete.rpartition(",")
    name = last.removeprefix("-")
    usual = [*Request(ctx.params.get("rules") or DEFAULT_RULES, Depth.ALL).names, *INDEX]
    every = (field.name for field in every_field())
    matching = [found for found in usual if found.startswith(name)]
    matching = matching or [found for found in every if found.startswith(name)]
    begun = before + comma + last[: len(last) - len(name)]
    return [CompletionItem(begun + found) for found in matching]


@click.command()
@_verdict_options
@click.option(
    "--where",
    metavar="CONDITION",
    help="A condition over the columns of `rate --columns all`, in SQL, as "
    '"easy_fewest_draws >= 15 and classic_stuck_winnable".',
)
@click.option(
    "--rules",
    type=RulesType(),
    multiple=True,
    metavar="NAME",
    help="Also rate under these rules, for --nl and --csv; default: under those asked about.",
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
    help="Look at N codes at most; default: all from --start on.",
)
@click.option(
    "--in",
    "store",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Look in a store of `rate --out` instead.",
)
@click.option(
    "--sort",
    multiple=True,
    metavar="COLUMN",
    shell_complete=_columns_to_sort_by,
    help="Sort by a column; - before it reverses the order. For more than one, write commas "
    "between them or give the option again.",
)
@click.option("--sample", type=int, metavar="SEED", help="Take a random sample of what is found.")
@workers_options
@form_options(Form.NL, Form.CSV)
@gathered(wanted=Wanted, fresh=Fresh, workers=Workers)
def find(
    wanted: Wanted,
    fresh: Fresh,
    workers: Workers,
    store: Path | None,
    form: Form | None,
    **short: bool,
) -> int:
    """Find deals that match your conditions; print a code a line.

    A code is written as soon as it is found. Example: tripeaks find --easy-won --classic-lost
    --count 20. Exit code 3 when there is none.
    """
    wanted = _with_short_forms(wanted, short)
    if store:
        if any(option for part in (fresh, workers) for option in vars(part).values()):
            raise click.UsageError("--in asks a store: leave out what searches new deals")
        return _find_in(store, wanted, _writer(form))
    if not (wanted.verdicts or wanted.where is not None or wanted.needs_all):
        raise click.UsageError("say what to find, as --easy-won --classic-lost or --where")
    if wanted.needs_all and fresh.among is None:
        raise click.UsageError(
            "--sort and --sample need all rows first: give --among N or --in DIR"
        )
    return _find_fresh(fresh, wanted, workers, _writer(form))


def _need_queries() -> None:
    for package in ("filelock", "polars", "sqlglot"):
        needs(package, "store")


def _find_in(store: Path, wanted: Wanted, write: Write) -> int:
    _need_queries()
    from tripeaks_solver.batch.queries import look_in
    from tripeaks_solver.batch.store import Store

    asked = Store(store)
    found = _print(write, look_in(asked, wanted.query(wanted.count)))
    return 0 if found else _nothing_among(sum(part.rows for part in asked.require_parts()))


def _find_fresh(fresh: Fresh, wanted: Wanted, workers: Workers, write: Write) -> int:
    from tripeaks_solver.batch.rating import rate_walk
    from tripeaks_solver.search.rate import load_rating_kernels

    walk, count = fresh.walk(), wanted.count or 10
    request, look = (_plainly if wanted.is_plain else _with_query)(fresh, wanted, count)
    load_rating_kernels(request.rules, say)
    with (
        pool_of(workers) as pool,
        progress(count, "finding", shown=not sys.stdout.isatty()) as advance,
    ):
        found = _print(write, look(rate_walk(walk, request, pool)), advance)
    return 0 if found else _nothing_among(walk.count)


def _plainly(fresh: Fresh, wanted: Wanted, count: int) -> tuple[Request, Look]:
    """Look at verdicts only; needs no package but our own."""
    from tripeaks_solver.batch.columns import VERDICT, Field, Request, merged
    from tripeaks_solver.search.rate import Depth

    verdicts = {Field(rules, VERDICT).name: won for rules, won in wanted.verdicts.items()}

    def look(results: Iterator[Rated]) -> Iterator[Row]:
        rows = (row for rated in results for row in rated.rows())
        return islice((row for row in rows if verdicts.items() <= row.items()), count)

    return Request(merged(fresh.rules, wanted.verdicts), Depth.VERDICT), look


def _with_query(fresh: Fresh, wanted: Wanted, count: int) -> tuple[Request, Look]:
    """Look at as many columns as the conditions name."""
    _need_queries()
    from tripeaks_solver.batch.queries import look_on

    query = wanted.query(count)
    return query.request(fresh.rules), lambda results: look_on(results, query)


def _print(
    write: Write, rows: Iterator[Row], advance: Callable[[int], None] = lambda _: None
) -> bool:
    """Write rows as they are found; returns whether there are any."""
    found = False
    for row in rows:
        write(row)
        sys.stdout.flush()
        advance(1)
        found = True
    return found


def _nothing_among(looked_at: int) -> int:
    say(f"looked at {counted(looked_at, 'deal')}: none matches")
    return NOTHING_FOUND


def _writer(form: Form | None) -> Write:
    from tripeaks_solver.render.rows import csv_writer, json_writer

    if form is None:
        return lambda row: click.echo(row.get("code") or row["deck"])
    return (json_writer if form is Form.NL else csv_writer)(sys.stdout)
