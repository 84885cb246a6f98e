"""Fills a store from a walk of codes or from an input, going on where an earlier run ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

import polars as pl

from tripeaks_solver.batch.columns import names_of
from tripeaks_solver.batch.parallel import Pool
from tripeaks_solver.batch.rating import Rated, Walk, code_of, deck_of, rate_items, rate_walk
from tripeaks_solver.batch.store import PART, Part, Store, frame, in_parts, settings
from tripeaks_solver.errors import StoreError, TripeaksError
from tripeaks_solver.formats.sources import Entry, Item
from tripeaks_solver.layout import Layout
from tripeaks_solver.scoring import Scoring
from tripeaks_solver.search.rate import Depth

Advance = Callable[[int], None]
OnFault = Callable[[TripeaksError], None]


def fill_from_walk(
    directory: Path,
    walk: Walk,
    depth: Depth,
    pool: Pool,
    advance: Advance,
    scoring: Scoring | None = None,
) -> None:
    """Rate the deals of a walk into a store.

    Raises:
        StoreError: what the directory holds does not belong to this walk and depth.

    """
    origin = {"first": walk.first, "stride": walk.stride, "count": walk.count}
    store = Store(directory)
    common = _settings(depth, origin, _named(walk.layout), scoring)
    done = sum(part.rows for part in store.resume(common))
    advance(done)
    if done < walk.count:
        rest = _Tables(rate_walk(walk, depth, pool, done, scoring), advance)
        _write(store, common, done // PART, rest)


def fill_from_items(
    directory: Path,
    items: Iterator[Item],
    depth: Depth,
    pool: Pool,
    advance: Advance,
    on_fault: OnFault,
    layout: Layout | None = None,
    scoring: Scoring | None = None,
) -> None:
    """Rate the deals of an input into a store.

    Args:
        directory: the store.
        items: the input.
        depth: how much to tell of each deal.
        pool: who does the work.
        advance: is told how many deals are done.
        on_fault: is told what cannot be read; may raise it, which ends the input there. All
            deals before it are stored first.
        layout: the layout that was chosen for all deals, if any.
        scoring: the scoring system that was asked for, if any.

    Raises:
        StoreError: what the directory holds does not belong to this input and depth.

    """
    store = Store(directory)
    chosen = _named(layout) if layout else "that of each deal"
    common = _settings(depth, {"input": "codes and decks"}, chosen, scoring)
    parts = store.resume(common)
    for part in parts:
        _require_same_deals(store, part, islice(_entries(items, on_fault), part.rows))
        advance(part.rows)
    unfinished = [store.read(part) for part in parts if part.rows < PART]
    rest = _Tables(rate_items(items, depth, pool, scoring), advance, on_fault)
    _write(store, common, len(parts) - len(unfinished), chain(unfinished, rest))
    if rest.fault:
        raise rest.fault


def _settings(
    depth: Depth, origin: dict[str, Any], layout: str, scoring: Scoring | None
) -> dict[str, Any]:
    names = names_of(depth, scored=scoring is not None)
    if scoring is None:
        return settings(names, origin, layout)
    pace = f" at {scoring.pace_ms} ms an action" if scoring.is_timed else ""
    return settings(names, origin, layout, scoring.name + pace)


def _named(layout: Layout) -> str:
    """Name a layout so that nobody can mistake it: a user's own one by its picture."""
    return layout.name if layout.number else f"{layout.name}\n\n{layout.picture}"


def _raise(fault: TripeaksError) -> None:
    raise fault


class _Tables:
    """Ratings as tables, up to the fault that ends the input."""

    def __init__(
        self, results: Iterable[Rated], advance: Advance, on_fault: OnFault = _raise
    ) -> None:
        self.results, self.advance, self.on_fault = results, advance, on_fault
        self.fault: TripeaksError | None = None

    def __iter__(self) -> Iterator[pl.DataFrame]:
        for rated in self.results:
            yield frame(rated)
            self.advance(len(rated))
            if rated.fault:
                try:
                    self.on_fault(rated.fault)
                except TripeaksError as fault:
                    self.fault = fault
                    return


def _write(
    store: Store, common: dict[str, Any], first: int, frames: Iterable[pl.DataFrame]
) -> None:
    for number, rows in enumerate(in_parts(frames), start=first):
        store.write(number, rows, common)


def _entries(items: Iterable[Item], on_fault: OnFault) -> Iterator[Entry]:
    for item in items:
        if isinstance(item, Entry):
            yield item
        else:
            on_fault(item)


def _require_same_deals(store: Store, part: Part, entries: Iterable[Entry]) -> None:
    names = [(code_of(entry), deck_of(entry)) for entry in entries]
    if names != store.read(part).select("code", "deck").rows():
        message = "holds other deals than the input: use another directory"
        raise StoreError(message, source=str(part.path))
