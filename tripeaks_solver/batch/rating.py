"""Streams of deals, rated under any rules."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tripeaks_solver.answer import Verdict
from tripeaks_solver.batch.columns import Masked, Request, table, verdicts_among
from tripeaks_solver.batch.parallel import Pool, ordered_map
from tripeaks_solver.cards import UNKNOWN
from tripeaks_solver.codes import CODE_COUNT, DealCode
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import DeckError, FormatError, TripeaksError, counted
from tripeaks_solver.formats.blocks import values_of
from tripeaks_solver.formats.deal_json import Terms
from tripeaks_solver.formats.sources import Entry, Item
from tripeaks_solver.hidden import outlook
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import classic
from tripeaks_solver.rules import DEFAULT_RULES, EASY
from tripeaks_solver.scoring import TP1, Scoring
from tripeaks_solver.search.arrays import require_ratable
from tripeaks_solver.search.choice import Search
from tripeaks_solver.search.rate import Answers, deal_codes, rate_checked, rate_totals
from tripeaks_solver.search.states import fits
from tripeaks_solver.view import View

CHUNK = 256
"""Deals a task: short enough to answer an interrupt at once, long enough to cost no time."""

SLOW_CHUNK = 8
"""The same where another scoring system or completions are asked for: a hundred times longer."""

Numbers = npt.NDArray[np.uint64]
Row = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Rated:
    """The ratings of some deals, in order.

    Attributes:
        numbers: the deal number of each deal, None for one given as cards.
        codes: the code of each deal, None for one given as cards.
        decks: the cards of each deal that has no code, None for the others.
        columns: the values under the names of `Request.names`.

    """

    numbers: list[int | None]
    codes: list[str | None]
    decks: list[str | None]
    columns: dict[str, Masked]

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def has_undecided(self) -> bool:
        """Tell whether a limit was reached before all verdicts were found."""
        verdicts = verdicts_among(self.columns)
        return any(np.ma.is_masked(self.columns[verdict.name]) for verdict in verdicts)

    def rows(self) -> Iterator[Row]:
        """Yield a flat row for each deal; the deck only where the deal was given as cards."""
        values = [column.tolist() for column in self.columns.values()]
        names = list(self.columns)
        for code, deck, *row in zip(self.codes, self.decks, *values, strict=True):
            named = {"code": code} if deck is None else {"code": code, "deck": deck}
            yield named | dict(zip(names, row, strict=True))


Result: TypeAlias = Rated | TripeaksError
"""What a stream of deals becomes: ratings, and in its place each deal that cannot be rated."""


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

    def chunks(self, begin: int = 0, size: int = CHUNK) -> Iterator[Numbers]:
        """Cut the walk from a position on into groups of a size that suits a task."""
        return (self[k : k + size] for k in range(begin, self.count, size))


def _chunk(request: Request) -> int:
    is_fast = request.scoring in (None, TP1) and request.samples is None
    return CHUNK if is_fast else SLOW_CHUNK


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


def rate_walk(walk: Walk, request: Request, pool: Pool, begin: int = 0) -> Iterator[Rated]:
    """Yield the ratings of a walk from a position on, group by group, in order."""
    rate = partial(rate_numbers, request=request, layout=walk.layout)
    return ordered_map(rate, walk.chunks(begin, _chunk(request)), pool)


def rate_numbers(numbers: Numbers, request: Request, layout: Layout) -> Rated:
    """Rate deal numbers on a layout."""
    cards = deal_codes(numbers)
    answers = rate_checked(cards, request.depth, request.rules, layout, request.search)
    if request.scoring:
        deals = [Deal(tuple(order), layout) for order in cards.tolist()]
        answers = _scored(answers, deals, request.scoring)
    return Rated(
        numbers=numbers.tolist(),
        codes=[str(DealCode(number, layout=layout.number)) for number in numbers.tolist()],
        decks=[None] * len(numbers),
        columns=table(answers, request),
    )


def _scored(answers: Answers, deals: list[Deal], scoring: Scoring) -> Answers:
    """Add what deals are worth under a scoring system to their exact ratings."""
    if answers.best_scores is None:
        return answers
    if deals and not fits(deals[0].layout):
        # What is left has few states, but totals are searched for among those of the layout.
        return replace(answers, best_scores=None, undecided=np.zeros_like(answers.winnable))
    if scoring == TP1 and all(deal.score is None for deal in deals):
        return replace(answers, best_wins=answers.best_scores)
    best, wins = rate_totals(deals, scoring, answers.rules)
    return replace(answers, best_scores=best, best_wins=wins)


def rate_items(
    items: Iterable[Item],
    request: Request,
    pool: Pool,
    ready: Callable[[], bool] = lambda: True,
) -> Iterator[Result]:
    """Yield the ratings of deals, group by group, and faults, in order.

    A group ends where deals of another kind begin: of another layout, with other places left, or
    with more cards.

    Args:
        items: the deals, and what cannot be read.
        request: what to tell of each deal.
        pool: who does the work.
        ready: tells whether the next item can be had at once. Where it cannot, all results so far
            are yielded before it is waited for.

    """
    rate = partial(_rate_group, request=request)
    return ordered_map(
        rate,
        _groups(map(partial(_ratable, request=request), items), _chunk(request), ready),
        pool,
    )


def _inferred(entry: Entry) -> Entry:
    """Fill in unknown cards that follow from those that are seen."""
    known = View(entry.deal).known if UNKNOWN in entry.deal.cards else None
    return entry if known is None else entry._replace(deal=known)


def _ratable(item: Item, request: Request) -> Item:
    """Turn a deal that cannot be rated as it asks to be into a fault."""
    if isinstance(item, Entry):
        try:
            item = _inferred(item)
            _require_ratable(item.deal, request)
            _require_terms(item.terms, request)
            if request.search is not Search.TABLES and item.deal.score is not None:
                raise DeckError("--search rates no points so far: leave them out, or the option")
        except TripeaksError as fault:
            return fault.at(item.source, item.line) if item.source else fault
    return item


def _require_ratable(deal: Deal, request: Request) -> None:
    """See that some cards of a deal are left, and are known or may be unknown."""
    if UNKNOWN not in deal.cards:
        require_ratable(deal)
    elif request.samples is None:
        count = counted(deal.cards.count(UNKNOWN), "unknown card")
        raise DeckError(f"{count}: add --samples 2000 for the share of completions that can be won")
    elif not deal.mask:
        raise DeckError("the tableau is empty: there is nothing to rate")
    else:
        View(deal)


def _require_terms(terms: Terms, request: Request) -> None:
    """See that what a text tells beside the deal is rated, or that others were asked for."""
    rules, scoring = terms.rules, terms.scoring
    if terms.goal is not None:
        raise FormatError("a goal stands beside the deal: tripeaks solve answers it")
    if rules and request.rules == DEFAULT_RULES and rules not in request.rules:
        raise FormatError(f"the deal names the rules {rules.name}: add --rules {rules.name}")
    if scoring and request.scoring is None and scoring != TP1:
        raise FormatError(
            f"the deal names the scoring {scoring.name}: add --scoring {scoring.name}"
        )


def _groups(
    items: Iterable[Item], size: int, ready: Callable[[], bool]
) -> Iterator[list[Entry] | TripeaksError | None]:
    """Part a stream into deals of one kind and faults; None where no more can be had at once."""
    group: list[Entry] = []
    for item in items:
        ends = isinstance(item, TripeaksError) or (group and _kind(item) != _kind(group[0]))
        if group and ends:
            yield group
            group = []
        if isinstance(item, TripeaksError):
            yield item
        else:
            group.append(item)
        more = ready()
        if group and (len(group) == size or not more):
            yield group
            group = []
        if not more:
            yield None
    if group:
        yield group


def _kind(entry: Entry) -> tuple[Layout, int, int, int, bool]:
    """Tell which deals can be rated together."""
    deal = entry.deal
    return deal.layout, deal.mask, len(deal.stock), len(deal.cards), UNKNOWN in deal.cards


def _rate_group(group: list[Entry] | TripeaksError, request: Request) -> Result:
    """Rate deals of one kind; a fault stays what it is."""
    if isinstance(group, TripeaksError):
        return group
    return Rated(
        numbers=[entry.code.number if entry.code else None for entry in group],
        codes=[code_of(entry) for entry in group],
        decks=[deck_of(entry) for entry in group],
        columns=table(_rate_alike([entry.deal for entry in group], request), request),
    )


def _rate_alike(deals: list[Deal], request: Request) -> Answers:
    """Rate deals of one kind: by what is left of them."""
    if UNKNOWN in deals[0].cards:
        return _foreseen(deals, request)
    layout, cards = deals[0].layout, np.array([deal.cards for deal in deals], np.uint8)
    answers = rate_checked(cards, request.depth, request.rules, layout, request.search)
    if request.scoring or any(deal.score is not None for deal in deals):
        return _scored(answers, deals, request.scoring or TP1)
    return answers


def _foreseen(deals: list[Deal], request: Request) -> Answers:
    """Tell what holds for deals with unknown cards, or how often they can be won."""
    found = [
        [
            outlook(View(deal), rules, samples=request.samples or 1, seed=request.seed)
            for rules in request.rules
        ]
        for deal in deals
    ]
    verdicts = np.array([[one.verdict for one in row] for row in found])
    return Answers(
        request.rules,
        winnable=verdicts == Verdict.WINNABLE,
        undecided=verdicts == Verdict.UNDECIDED,
        completions=np.array([[one.share for one in row] for row in found]),
    )


def deck_of(entry: Entry) -> str | None:
    """Write the cards of a deal that no code tells, before them the run and the points so far."""
    deal = entry.deal
    if entry.code and not values_of(deal):
        return None
    return " ".join([*values_of(deal), str(deal)])


def code_of(entry: Entry) -> str | None:
    """Write the code of a deal with its rules; a code without rules is written as easy."""
    return str(entry.code._replace(rules=entry.code.rules or EASY)) if entry.code else None
