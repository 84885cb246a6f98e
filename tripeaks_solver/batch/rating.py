"""Streams of deals rated under both rules."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from tripeaks_solver.batch.columns import Masked, table
from tripeaks_solver.batch.parallel import Pool, ordered_map
from tripeaks_solver.cards import DECK_SIZE
from tripeaks_solver.codes import CODE_COUNT, DealCode
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.formats.sources import Entry, Item
from tripeaks_solver.layout import Layout, classic
from tripeaks_solver.rules import EASY
from tripeaks_solver.search.rate import Depth, deal_codes, rate_deals

CHUNK = 256
"""Deals a task: short enough to answer an interrupt at once, long enough to cost no time."""

Numbers = npt.NDArray[np.uint64]
Row = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Rated:
    """The ratings of some deals, in order.

    Attributes:
        numbers: the deal number of each deal, None for one given as cards.
        codes: the code of each deal, None for one given as cards.
        decks: the cards of each deal that has no code, None for the others.
        columns: the values under the names of `columns.names_of`.
        fault: what ended the input here, if anything did.

    """

    numbers: list[int | None]
    codes: list[str | None]
    decks: list[str | None]
    columns: dict[str, Masked]
    fault: TripeaksError | None = None

    def __len__(self) -> int:
        return len(self.codes)

    def rows(self) -> Iterator[Row]:
        """Yield a flat row for each deal; the deck only where the deal was given as cards."""
        values = [column.tolist() for column in self.columns.values()]
        names = list(self.columns)
        for code, deck, *row in zip(self.codes, self.decks, *values, strict=True):
            named = {"code": code} if deck is None else {"code": code, "deck": deck}
            yield named | dict(zip(names, row, strict=True))


@dataclass(frozen=True)
class Walk:
    """Deal numbers visited in strides around the whole code space, none of them twice.

    A stride of 1 is a plain range of codes. `scattered` makes a walk that samples the whole space.
    """

    first: int
    stride: int
    count: int
    layout: Layout = field(default_factory=classic)

    def __getitem__(self, positions: slice) -> Numbers:
        """Return the deal numbers at positions ``begin:end`` of the walk."""
        begin, end, _ = positions.indices(self.count)
        base = (self.first + begin * self.stride) % CODE_COUNT
        steps = np.arange(end - begin, dtype=np.uint64) * np.uint64(self.stride)
        return (np.uint64(base) + steps) % np.uint64(CODE_COUNT)

    def chunks(self, begin: int = 0) -> Iterator[Numbers]:
        """Cut the walk from a position on into groups of a size that suits a task."""
        return (self[k : k + CHUNK] for k in range(begin, self.count, CHUNK))


def scattered(seed: int, count: int, layout: Layout | None = None) -> Walk:
    """Return a walk that spreads over the whole code space, another one for each seed.

    The shuffle makes deals of any two numbers unlike each other, so even steps are as good as
    random ones, and they never visit a deal twice.
    """
    chosen = random.Random(seed)
    stride = chosen.randrange(CODE_COUNT // 3, CODE_COUNT)
    while math.gcd(stride, CODE_COUNT) > 1:
        stride += 1
    first = chosen.randrange(CODE_COUNT)
    return Walk(first, stride % CODE_COUNT, count, layout or classic())


def rate_walk(walk: Walk, depth: Depth, pool: Pool, begin: int = 0) -> Iterator[Rated]:
    """Yield the ratings of a walk from a position on, group by group, in order."""
    rate = partial(_rate_numbers, depth=depth, layout=walk.layout)
    return ordered_map(rate, walk.chunks(begin), pool)


def _rate_numbers(numbers: Numbers, depth: Depth, layout: Layout) -> Rated:
    ratings = rate_deals(deal_codes(numbers), depth, layout=layout)
    return Rated(
        numbers=numbers.tolist(),
        codes=[str(DealCode(number, layout=layout.number)) for number in numbers.tolist()],
        decks=[None] * len(numbers),
        columns=table(ratings, depth),
    )


def rate_items(items: Iterable[Item], depth: Depth, pool: Pool) -> Iterator[Rated]:
    """Yield the ratings of deals, group by group, in order.

    A group ends at a fault, and where another layout begins.
    """
    return ordered_map(partial(_rate_items, depth=depth), _groups(items), pool)


def _groups(items: Iterable[Item]) -> Iterator[list[Item]]:
    group: list[Item] = []
    for item in items:
        if group and isinstance(item, Entry) and item.deal.layout != _layout_of(group):
            yield group
            group = []
        group.append(item)
        if len(group) == CHUNK or isinstance(item, TripeaksError):
            yield group
            group = []
    if group:
        yield group


def _layout_of(group: list[Item]) -> Layout:
    """Return the layout that all deals of a group share."""
    return next((item.deal.layout for item in group if isinstance(item, Entry)), classic())


def _rate_items(group: list[Item], depth: Depth) -> Rated:
    entries = [item for item in group if isinstance(item, Entry)]
    cards = np.array([entry.deal.cards for entry in entries], np.uint8).reshape(-1, DECK_SIZE)
    return Rated(
        numbers=[entry.code.number if entry.code else None for entry in entries],
        codes=[code_of(entry) for entry in entries],
        decks=[deck_of(entry) for entry in entries],
        columns=table(rate_deals(cards, depth, layout=_layout_of(group)), depth),
        fault=group[-1] if isinstance(group[-1], TripeaksError) else None,
    )


def deck_of(entry: Entry) -> str | None:
    """Write the cards of a deal that has no code."""
    return None if entry.code else str(entry.deal)


def code_of(entry: Entry) -> str | None:
    """Write the code of a deal with its rules; a code without rules is written as easy."""
    return str(entry.code._replace(rules=entry.code.rules or EASY)) if entry.code else None
