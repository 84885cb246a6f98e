"""Conditions, orders and samples over ratings, fresh ones or those of a store."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice

import polars as pl

from tripeaks_solver.batch.columns import INDEX, Request, find_field, merged
from tripeaks_solver.batch.conditions import parse_condition
from tripeaks_solver.batch.rating import Rated, Row
from tripeaks_solver.batch.store import Store, frame
from tripeaks_solver.errors import ConditionError
from tripeaks_solver.rules import DEFAULT_RULES, Rules
from tripeaks_solver.search.rate import Depth


@dataclass(frozen=True)
class Query:
    """What to find in ratings.

    Attributes:
        where: a condition in SQL over their columns; None for all rows.
        sort: the columns to sort by, the first one first; with ``-`` before it downwards.
        sample: the seed of a random sample of what is found.
        count: how many rows to find; None for all.

    """

    where: str | None
    sort: tuple[str, ...]
    sample: int | None
    count: int | None

    @property
    def needs_all(self) -> bool:
        """Whether the first row is known only when all have been seen."""
        return bool(self.sort) or self.sample is not None

    @property
    def columns(self) -> set[str]:
        """The columns that the query looks at.

        Raises:
            ConditionError: the condition is no condition.

        """
        sorting = {name.removeprefix("-") for name in self.sort}
        return sorting | set(_condition(self.where).meta.root_names())

    def request(self, also: tuple[Rules, ...] = ()) -> Request:
        """Return the least request whose ratings have all columns of the query.

        Args:
            also: rules to rate under whether the query looks at them or not.

        Raises:
            ConditionError: there is no such column, or the condition is no condition.

        """
        names = self.columns - set(INDEX)
        fields = [field for name in names if (field := find_field(name))]
        rules = merged(also, {field.rules for field in fields})
        every = Request(rules or DEFAULT_RULES, Depth.ALL)
        _require_columns(names, every.names, [rules.name for rules in every.rules])
        depths = {field.column.depth for field in fields}
        depth = max(depths, key=list(Depth).index, default=Depth.VERDICT)
        return Request(every.rules, depth)


def look_on(results: Iterable[Rated], query: Query) -> Iterator[Row]:
    """Yield the rows of fresh ratings that answer a query, as soon as they are known.

    Raises:
        ConditionError: the condition makes no sense.

    """
    return _rows((frame(rated) for rated in results), query)


def look_in(store: Store, query: Query) -> Iterator[Row]:
    """Yield the rows of a store that answer a query.

    Raises:
        ConditionError: the condition makes no sense, or names a column that the store lacks.
        StoreError: the store is damaged or empty.

    """
    columns = query.columns
    parts = store.require_parts()
    made = parts[0].settings
    _require_columns(columns - set(INDEX), made["columns"], made["rules"])
    return _rows((store.read(part) for part in parts), query)


def _rows(frames: Iterable[pl.DataFrame], query: Query) -> Iterator[Row]:
    condition = _condition(query.where)
    with _clear_errors():
        found: Iterable[pl.DataFrame] = (rows.filter(condition) for rows in frames)
        if query.needs_all:
            found = [_arranged(pl.concat(found), query)]
        every = (row for rows in found for row in rows.iter_rows(named=True))
        for row in islice(every, query.count):
            del row["number"]
            if row["deck"] is None:
                del row["deck"]
            yield row


def _arranged(rows: pl.DataFrame, query: Query) -> pl.DataFrame:
    """Take the sample, in the order of the input, then sort."""
    if query.sample is not None:
        size = min(len(rows), query.count or len(rows))
        rows = rows[sorted(random.Random(query.sample).sample(range(len(rows)), size))]
    if query.sort:
        names = [name.removeprefix("-") for name in query.sort]
        down = [name.startswith("-") for name in query.sort]
        rows = rows.sort(names, descending=down, nulls_last=True, maintain_order=True)
    return rows


def _condition(where: str | None) -> pl.Expr:
    if where is None:
        return pl.lit(True)
    with _clear_errors():
        return parse_condition(where)


@contextmanager
def _clear_errors() -> Iterator[None]:
    try:
        yield
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as fault:
        raise ConditionError(
            f"the condition makes no sense: {str(fault).splitlines()[0]}"
        ) from None


def _require_columns(names: set[str], known: list[str], rules: list[str]) -> None:
    """Say which columns are missing, and why.

    Args:
        names: the columns that are needed.
        known: those that there are.
        rules: the names of the rules that deals are rated under.

    """
    for name in sorted(names - set(known)):
        field = find_field(name)
        if field is None or field.rules.name in rules:
            there = ", ".join([*INDEX, *known])
            needs = field.column.only_with if field else None
            only = f", only in ratings with --{needs}" if needs else ""
            raise ConditionError(f"no column {name}{only}: there are {there}")
        raise ConditionError(
            f"no column {name}: deals are rated under {', '.join(rules)} here, "
            f"not under {field.rules.name}"
        )
