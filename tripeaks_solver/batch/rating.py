"""Streams of deals rated under both rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from tripeaks_solver.batch.parallel import ordered_map
from tripeaks_solver.cards import DECK_SIZE
from tripeaks_solver.codes import DealCode
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.formats.sources import Entry, Item
from tripeaks_solver.rules import EASY
from tripeaks_solver.search.compiled import load_kernels
from tripeaks_solver.search.rate import RATED_RULES, Ratings, deal_codes, rate_deals

CHUNK = 256
"""Deals a task: short enough to answer an interrupt at once, long enough to cost no time."""


class Row(NamedTuple):
    """The rating of one deal; what was not asked for, or does not exist, is None."""

    code: str | None
    deck: str | None
    easy_winnable: bool
    easy_fewest_draws: int | None
    easy_best_score: int | None
    classic_winnable: bool
    classic_fewest_draws: int | None
    classic_best_score: int | None


def rate_range(numbers: range, *, exact: bool, workers: int | None = None) -> Iterator[Row]:
    """Yield the rating of each deal number of a range, in order; by default on all cores."""
    chunks = (numbers[k : k + CHUNK] for k in range(0, len(numbers), CHUNK))
    load_kernels()
    return (
        row
        for rows in ordered_map(lambda chunk: _range_rows(chunk, exact), chunks, workers)
        for row in rows
    )


def _range_rows(numbers: range, exact: bool) -> list[Row]:
    cards = deal_codes(np.arange(numbers.start, numbers.stop, dtype=np.uint64))
    names = [(str(DealCode(number)), None) for number in numbers]
    return _rows(names, rate_deals(cards, exact=exact))


def rate_items(
    items: Iterable[Item], *, exact: bool, workers: int | None = None
) -> Iterator[Row | TripeaksError]:
    """Yield the rating of each deal, or the error in its stead, in order."""
    load_kernels()
    return (
        result
        for results in ordered_map(lambda chunk: _item_rows(chunk, exact), _chunks(items), workers)
        for result in results
    )


def _chunks(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Group items; a chunk ends with an error, so that all before it is answered at once."""
    chunk: list[Item] = []
    for item in items:
        chunk.append(item)
        if len(chunk) == CHUNK or isinstance(item, TripeaksError):
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def _item_rows(chunk: list[Item], exact: bool) -> list[Row | TripeaksError]:
    entries = [item for item in chunk if isinstance(item, Entry)]
    cards = np.array([entry.deal.cards for entry in entries], np.uint8).reshape(-1, DECK_SIZE)
    rows: list[Row | TripeaksError] = [*_rows(map(_name, entries), rate_deals(cards, exact=exact))]
    return rows + [item for item in chunk if isinstance(item, TripeaksError)]


def _name(entry: Entry) -> tuple[str | None, str | None]:
    """Return the code of a deal, or its deck where it was given as cards."""
    if entry.code is None:
        return None, str(entry.deal)
    return str(entry.code._replace(rules=entry.code.rules or EASY)), None


def _rows(names: Iterable[tuple[str | None, str | None]], ratings: Ratings) -> list[Row]:
    columns: list[list[Any]] = []
    for rule in range(len(RATED_RULES)):
        won = ratings.winnable[:, rule].tolist()
        nothing = [None] * len(won)
        draws, scores = nothing, nothing
        if ratings.best_scores is not None:
            fewest = ratings.fewest_draws[:, rule].tolist()
            draws = [draw if win else None for win, draw in zip(won, fewest, strict=True)]
            scores = ratings.best_scores[:, rule].tolist()
        columns += [won, draws, scores]
    return [
        Row(*name, *values) for name, values in zip(names, zip(*columns, strict=True), strict=True)
    ]
