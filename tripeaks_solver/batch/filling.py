"""Fills a store from a walk of codes or from an input, going on where an earlier run ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, groupby, islice
from pathlib import Path
from typing import Any

import polars as pl

from tripeaks_solver.batch.columns import Request
from tripeaks_solver.batch.parallel import Pool
from tripeaks_solver.batch.rating import Result, Walk, code_of, deck_of, rate_items, rate_walk
from tripeaks_solver.batch.store import PART, Part, Store, frame, in_parts, settings
from tripeaks_solver.errors import StoreError, TripeaksError, counted
from tripeaks_solver.formats.sources import Entry, Item
from tripeaks_solver.layout import Layout

Advance = Callable[[int], None]
"""Receives how many more deals are done."""

Handle = Callable[[TripeaksError], None]
"""Is given what cannot be rated; raises it to end the input there."""


def fill_from_walk(
    directory: Path, walk: Walk, request: Request, pool: Pool, advance: Advance
) -> None:
    """Rate the deals of a walk into a store.

    Raises:
        StoreError: what the directory holds does not belong to this walk and request.

    """
    store = Store(directory)
    origin = {"first": walk.first, "stride": walk.stride}
    common = settings(request, origin, _named(walk.layout))
    with store.written():
        parts = store.resume(common)
        rows = sum(part.rows for part in parts.values())
        if rows > walk.count:
            message = (
                f"holds {counted(rows, 'deal')} already: raise --count, or use another directory"
            )
            raise StoreError(message, source=str(directory))
        advance(rows)
        for first, end in _gaps(parts, walk.count):
            begun = [store.read(parts[first])] if first in parts else []
            done = first * PART + sum(map(len, begun))
            until = replace(walk, count=min(end * PART, walk.count))
            rest = _tables(rate_walk(until, request, pool, done), advance)
            _write(store, common, first, chain(begun, rest))


def _gaps(parts: Mapping[int, Part], count: int) -> Iterator[tuple[int, int]]:
    """Yield the numbers of the parts that are missing or short, as ranges ``first`` to ``end``."""
    last, rest = divmod(count, PART)
    sizes = [PART] * last + [rest] * bool(rest)
    rows = [parts[number].rows if number in parts else 0 for number in range(len(sizes))]
    lacking = [number for number, size in enumerate(sizes) if rows[number] < size]
    for _, run in groupby(enumerate(lacking), lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in run]
        yield numbers[0], numbers[-1] + 1


def fill_from_items(
    directory: Path,
    items: Iterator[Item],
    request: Request,
    pool: Pool,
    advance: Advance,
    handle: Handle,
    layout: Layout | None = None,
) -> None:
    """Rate the deals of an input into a store.

    Args:
        directory: the store.
        items: the input.
        request: what to tell of each deal.
        pool: who does the work.
        advance: is told how many deals are done.
        handle: is given what cannot be rated; may raise it, which ends the input there. All deals
            before it are stored first.
        layout: the layout that was chosen for all deals, if any.

    Raises:
        StoreError: what the directory holds does not belong to this input and request.

    """
    store = Store(directory)
    chosen = _named(layout) if layout else "that of each deal"
    common = settings(request, {"input": "codes and decks"}, chosen)
    with store.written():
        parts = store.resume(common)
        unfinished: list[pl.DataFrame] = []
        for number in range(max(parts, default=-1) + 1):
            if part := parts.get(number):
                _require_same_deals(store, part, islice(_entries(items, handle), part.rows))
                advance(part.rows)
                unfinished = [store.read(part)] if part.rows < PART else []
            else:
                missing = rate_items(_of_a_part(items), request, pool)
                _write(store, common, number, _tables(missing, advance, handle))
        first = max(parts, default=-1) + 1 - len(unfinished)
        rest = _tables(rate_items(items, request, pool), advance, handle)
        _write(store, common, first, chain(unfinished, rest))


def _named(layout: Layout) -> str:
    """Name a layout so that nobody can mistake it: a user's own one by its picture."""
    return layout.name if layout.number else f"{layout.name}\n\n{layout.picture}"


def _raise(fault: TripeaksError) -> None:
    raise fault


def _tables(
    results: Iterable[Result], advance: Advance, handle: Handle = _raise
) -> Iterator[pl.DataFrame]:
    for result in results:
        if isinstance(result, TripeaksError):
            handle(result)
        else:
            yield frame(result)
            advance(len(result))


def _write(
    store: Store, common: dict[str, Any], first: int, frames: Iterable[pl.DataFrame]
) -> None:
    for number, rows in enumerate(in_parts(frames), start=first):
        store.write(number, rows, common)


def _entries(items: Iterable[Item], handle: Handle) -> Iterator[Entry]:
    for item in items:
        if isinstance(item, Entry):
            yield item
        else:
            handle(item)


def _of_a_part(items: Iterator[Item]) -> Iterator[Item]:
    """Yield as many deals as a part has, with the faults between them."""
    entries = 0
    while entries < PART and (item := next(items, None)) is not None:
        entries += isinstance(item, Entry)
        yield item


def _require_same_deals(store: Store, part: Part, entries: Iterable[Entry]) -> None:
    names = [(code_of(entry), deck_of(entry)) for entry in entries]
    if names != store.read(part).select("code", "deck").rows():
        message = "holds other deals than the input: use another directory"
        raise StoreError(message, source=str(part.path))
