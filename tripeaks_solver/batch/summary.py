"""What a store of ratings says as a whole: shares, quantiles, distributions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import polars as pl

from tripeaks_solver.batch.store import Store
from tripeaks_solver.shares import Share, share_of

QUANTILES = {
    "min": 0.0,
    "p5": 0.05,
    "p25": 0.25,
    "median": 0.5,
    "p75": 0.75,
    "p95": 0.95,
    "max": 1.0,
}

Value = int | float


class Distribution(NamedTuple):
    """How often each value of a column occurs, in ascending order."""

    counts: dict[Value, int]

    @property
    def size(self) -> int:
        """How many deals have a value."""
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        """The mean value."""
        return sum(value * count for value, count in self.counts.items()) / self.size

    def quantile(self, share: float) -> Value:
        """Return the least value that at least this share of the deals does not exceed."""
        seen = 0
        for value, count in self.counts.items():
            seen += count
            if seen >= share * self.size:
                return value
        raise ValueError("a distribution without values has no quantiles")


class Summary(NamedTuple):
    """The numbers of a store.

    Attributes:
        deals: how many deals it holds.
        settings: how it was made.
        shares: the share of deals of each kind of verdict.
        columns: the distribution of each column but the verdicts.

    """

    deals: int
    settings: dict[str, Any]
    shares: dict[str, Share]
    columns: dict[str, Distribution]

    def as_object(self) -> dict[str, Any]:
        """Return the summary as a JSON object."""
        return {
            "deals": self.deals,
            "settings": self.settings,
            "shares": {kind: share._asdict() for kind, share in self.shares.items()},
            "columns": {name: _object(column) for name, column in self.columns.items()},
        }


def _object(column: Distribution) -> dict[str, Any]:
    quantiles = {name: column.quantile(share) for name, share in QUANTILES.items()}
    counts = {str(value): count for value, count in column.counts.items()}
    return {"deals": column.size, "mean": column.mean, **quantiles, "counts": counts}


def summarise(store: Store) -> Summary:
    """Read a store part by part and sum it up; the memory does not grow with the store.

    Raises:
        StoreError: the store is damaged or empty.

    """
    parts = store.require_parts()
    verdicts: Counter[tuple[bool | None, bool | None]] = Counter()
    counters: dict[str, Counter[Value]] = {
        name: Counter() for name in parts[0].settings["columns"] if not name.endswith("_winnable")
    }
    for part in parts:
        rows = store.read(part)
        verdicts.update(dict(_counts(rows, ["easy_winnable", "classic_winnable"])))
        for name, counter in counters.items():
            counter.update({value: count for (value,), count in _counts(rows, [name])})
    return Summary(
        deals=verdicts.total(),
        settings=parts[0].settings,
        shares=_shares(verdicts),
        columns={
            name: Distribution(dict(sorted(counter.items())))
            for name, counter in counters.items()
            if counter
        },
    )


def _counts(rows: pl.DataFrame, names: list[str]) -> Iterator[tuple[Any, int]]:
    """Yield each combination of values that occurs, and how often; single nulls are left out."""
    known = rows.drop_nulls(names) if len(names) == 1 else rows
    for *values, count in known.group_by(names).len().iter_rows():
        yield tuple(values), count


_KINDS: Mapping[str, tuple[bool | None, bool | None]] = {
    "easy": (True, None),
    "classic": (None, True),
    "both": (True, True),
    "easy only": (True, False),
    "classic only": (False, True),
    "neither": (False, False),
}
"""The kinds of verdict: what easy and classic rules say, None where it does not matter."""


def _shares(verdicts: Counter[tuple[bool | None, bool | None]]) -> dict[str, Share]:
    return {
        kind: share_of(
            sum(count for pair, count in verdicts.items() if _is(pair, wanted)),
            verdicts.total(),
            sum(count for pair, count in verdicts.items() if _may_be(pair, wanted)),
        )
        for kind, wanted in _KINDS.items()
    }


def _is(pair: Iterable[bool | None], wanted: Iterable[bool | None]) -> bool:
    return all(want in (None, found) for found, want in zip(pair, wanted, strict=True))


def _may_be(pair: Iterable[bool | None], wanted: Iterable[bool | None]) -> bool:
    """Tell whether an undecided deal may or may not be of a kind."""
    pairs = list(zip(pair, wanted, strict=True))
    possible = all(found is None or want in (None, found) for found, want in pairs)
    return possible and any(found is None and want is not None for found, want in pairs)
