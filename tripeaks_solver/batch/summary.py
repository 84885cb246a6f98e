"""What a store of ratings says as a whole: shares, quantiles, distributions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import polars as pl

from tripeaks_solver.batch.columns import find_field, verdicts_among
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
Verdicts = tuple[bool | None, ...]
"""What each of the rules says of a deal, None where that is undecided or does not matter."""


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
        pairs: by the names of the rules, how often fewest draws and a share of games that were won
            without foresight (that of the panel) occur together.

    """

    deals: int
    settings: dict[str, Any]
    shares: dict[str, Share]
    columns: dict[str, Distribution]
    pairs: dict[str, dict[tuple[int, float], int]] = {}  # noqa: RUF012

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
    made = parts[0].settings
    fields = verdicts_among(made["columns"])
    names = [field.name for field in fields]
    verdicts: Counter[Verdicts] = Counter()
    counters: dict[str, Counter[Value]] = {
        name: Counter() for name in made["columns"] if name not in names
    }
    together = _paired(made["columns"])
    pairs: dict[str, Counter[tuple[Any, ...]]] = {rules: Counter() for rules in together}
    for part in parts:
        rows = store.read(part)
        for rules, pair in together.items():
            pairs[rules].update(dict(_counts(rows.drop_nulls(pair), pair)))
        verdicts.update(dict(_counts(rows, names)))
        for name, counter in counters.items():
            known = _counts(rows.drop_nulls(name), [name])
            counter.update({value: count for (value,), count in known})
    return Summary(
        deals=verdicts.total(),
        settings=made,
        shares=_shares(verdicts, _kinds([field.rules.name for field in fields])),
        columns={
            name: Distribution(dict(sorted(counter.items())))
            for name, counter in counters.items()
            if counter
        },
        pairs={rules: dict(counter) for rules, counter in pairs.items() if counter},
    )


def _paired(names: Sequence[str]) -> dict[str, list[str]]:
    """Return which columns are looked at together, by the names of the rules."""
    found: dict[str, list[str]] = {}
    for field in filter(None, map(find_field, names)):
        if field.column.name in ("fewest_draws", "panel_share"):
            found.setdefault(field.rules.name, []).append(field.name)
    return {rules: pair for rules, pair in found.items() if len(pair) == 2}


def _counts(rows: pl.DataFrame, names: list[str]) -> Iterator[tuple[Any, int]]:
    """Yield each combination of values that occurs, and how often."""
    for *values, count in rows.group_by(names).len().iter_rows():
        yield tuple(values), count


def _kinds(rules: Sequence[str]) -> dict[str, Verdicts]:
    """Name the kinds of verdicts: under each of the rules, then how the rules agree."""
    alone = _each(rules, True, None)
    every: Verdicts = (True,) * len(rules)
    none: Verdicts = (False,) * len(rules)
    if len(rules) == 1:
        return alone
    if len(rules) > 2:
        return {**alone, "all": every, "none": none}
    only = _each([f"{name} only" for name in rules], True, False)
    return {**alone, "both": every, **only, "neither": none}


def _each(names: Sequence[str], its: bool, others: bool | None) -> dict[str, Verdicts]:
    """Name what one of the rules says and the others do not."""
    return {
        name: tuple(its if k == at else others for k in range(len(names)))
        for at, name in enumerate(names)
    }


def _shares(verdicts: Counter[Verdicts], kinds: dict[str, Verdicts]) -> dict[str, Share]:
    return {
        kind: share_of(
            sum(count for found, count in verdicts.items() if _is(found, wanted)),
            verdicts.total(),
            sum(count for found, count in verdicts.items() if _may_be(found, wanted)),
        )
        for kind, wanted in kinds.items()
    }


def _is(found: Verdicts, wanted: Verdicts) -> bool:
    return all(want in (None, verdict) for verdict, want in zip(found, wanted, strict=True))


def _may_be(found: Verdicts, wanted: Verdicts) -> bool:
    """Tell whether an undecided deal may or may not be of a kind."""
    pairs = list(zip(found, wanted, strict=True))
    possible = all(verdict is None or want in (None, verdict) for verdict, want in pairs)
    return possible and any(verdict is None and want is not None for verdict, want in pairs)
