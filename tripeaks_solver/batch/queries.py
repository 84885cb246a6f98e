"""Conditions, orders and samples over ratings, fresh ones or those of a store."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice

import polars as pl

from tripeaks_solver.batch.columns import names_of
from tripeaks_solver.batch.conditions import parse_condition
from tripeaks_solver.batch.rating import Rated, Row
from tripeaks_solver.batch.store import Store, frame
from tripeaks_solver.errors import ConditionError
from tripeaks_solver.search.rate import Depth

_INDEX_COLUMNS = ["number", "code", "deck"]


@dataclass(frozen=True)
class Query:
    """What to find in ratings.

    Attributes:
        where: a condition in SQL over their columns; None for all rows.
        sort: a column to sort by, with ``-`` before it downwards.
        sample: the seed of a random sample of what is found.
        count: how many rows to find; None for all.

    """

    where: str | None
    sort: str | None
    sample: int | None
    count: int | None

    @property
    def needs_all(self) -> bool:
        """Whether the first row is known only when all have been seen."""
        return self.sort is not None or self.sample is not None

    @property
    def columns(self) -> set[str]:
        """The columns that the query looks at.

        Raises:
            ConditionError: the condition is no condition.

        """
        sorting = {self.sort.removeprefix("-")} if self.sort else set()
        return sorting | set(_condition(self.where).meta.root_names())

    @property
    def depth(self) -> Depth:
        """The least depth of ratings that has all columns of the query.

        Raises:
            ConditionError: there is no such column, or the condition is no condition.

        """
        for depth in Depth:
            if self.columns <= {*_INDEX_COLUMNS, *names_of(depth)}:
                return depth
        _require_columns(self.columns, [*_INDEX_COLUMNS, *names_of(Depth.ALL)])
        return Depth.ALL


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
    _require_columns(columns, [*_INDEX_COLUMNS, *parts[0].settings["columns"]])
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
        name, down = query.sort.removeprefix("-"), query.sort.startswith("-")
        rows = rows.sort(name, descending=down, nulls_last=True, maintain_order=True)
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


def _require_columns(names: set[str], known: list[str]) -> None:
    if unknown := sorted(names - set(known)):
        raise ConditionError(f"no column {', '.join(unknown)}: there are {', '.join(known)}")
