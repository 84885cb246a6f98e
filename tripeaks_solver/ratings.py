"""Many deals rated at once: arrays, codes, texts or deals in, a table out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from tripeaks_solver.batch.columns import Field, Masked, Request, table
from tripeaks_solver.batch.parallel import Pool, ordered_map, threads
from tripeaks_solver.batch.rating import CHUNK, Rated, Row, rate_items, rate_numbers
from tripeaks_solver.cards import CARD_TEXTS, DECK_SIZE
from tripeaks_solver.codes import DealCode
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import (
    DeckError,
    LayoutError,
    TripeaksError,
    counted,
    require_kind,
    shortened,
)
from tripeaks_solver.formats.sources import Entry, read_entry
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import classic
from tripeaks_solver.rules import DEFAULT_RULES, Rules
from tripeaks_solver.scoring import Scoring
from tripeaks_solver.search.arrays import checked_cards, checked_numbers
from tripeaks_solver.search.rate import Depth, rate_checked

if TYPE_CHECKING:
    import pandas
    import polars

OneDeal: TypeAlias = Deal | DealCode | str | int
Deals: TypeAlias = "OneDeal | Iterable[OneDeal] | npt.NDArray[np.integer[Any]]"
Columns: TypeAlias = Depth | Literal["verdict", "exact", "all"]


@dataclass(frozen=True, eq=False, repr=False)
class Ratings(Rated):
    """The ratings of *n* deals, a row a deal in the order in which they were given.

    Indexing by the name of a column gives its values, shape (n,); they are masked where there are
    none, as the fewest draws of a deal that cannot be won. Iterating gives the rows.

    Attributes:
        rules: the rules that the deals are rated under; they name the columns.
        depth: how much is told.
        scoring: the scoring system that was asked for; None for TP1 scores alone.

    """

    rules: tuple[Rules, ...]
    depth: Depth
    scoring: Scoring | None

    def __repr__(self) -> str:
        rules = ", ".join(one.name for one in self.rules)
        scoring = f", {self.scoring.name}" if self.scoring else ""
        return f"<Ratings of {counted(len(self), 'deal')}: {rules}; {self.depth.value}{scoring}>"

    def __iter__(self) -> Iterator[Row]:
        return self.rows()

    def __getitem__(self, name: str) -> Masked:
        if name not in self.columns:
            there = ", ".join(self.columns)
            raise KeyError(f"no column {shortened(name, 40)}: there are {there}")
        return self.columns[name]

    def to_numpy(self) -> Masked:
        """Return the columns as the fields of one structured array, shape (n,), masked as they are.

        Codes and decks are not among them.
        """
        kinds = [(name, column.dtype) for name, column in self.columns.items()]
        array: Masked = np.ma.zeros(len(self), kinds)
        for name, column in self.columns.items():
            array[name] = column
        return array

    def to_polars(self) -> polars.DataFrame:
        """Return a data frame: deal number, code and deck, then the columns.

        This needs the package `polars`.
        """
        from tripeaks_solver.batch.store import frame

        return frame(self)

    def to_pandas(self) -> pandas.DataFrame:
        """Return a data frame: deal number, code and deck, then the columns, in nullable types.

        This needs the package `pandas`.
        """
        import pandas as pd

        kinds = {"b": pd.arrays.BooleanArray, "f": pd.arrays.FloatingArray}
        named = {
            "number": pd.array(self.numbers, dtype="UInt64"),
            "code": pd.array(self.codes, dtype="string"),
            "deck": pd.array(self.decks, dtype="string"),
        }
        values = {
            name: kinds.get(column.dtype.kind, pd.arrays.IntegerArray)(
                column.data, np.ma.getmaskarray(column)
            )
            for name, column in self.columns.items()
        }
        return pd.DataFrame(named | values)


def rate(
    deals: Deals,
    *,
    rules: Rules | Sequence[Rules] = DEFAULT_RULES,
    columns: Columns = Depth.EXACT,
    scoring: Scoring | None = None,
    layout: Layout | None = None,
    workers: int | None = None,
    samples: int | None = None,
    seed: int = 0,
) -> Ratings:
    """Rate deals: verdicts, exact answers, or the analysis and the grade too.

    Args:
        deals: a `Deal`, a `DealCode`, a deal number, or a text that `Deal.from_text` reads; any
            iterable of these; an array of cards in the common order, shape (n, 52); or an array or
            a range of deal numbers.
        rules: the rules to rate under, each of which has columns of its own.
        columns: how much to tell: *verdict*, *exact* or *all*.
        scoring: a scoring system for the scores. By default they are TP1 scores, which take a
            hundredth of the time.
        layout: the layout of arrays, numbers, and texts that name none; by default the classic one.
        workers: how many threads to use, by default one for each core.
        samples: take deals with unknown cards too, and tell the share of completions that can be
            won, from so many random ones where they are too many to search all.
        seed: what the random numbers of the samples begin with.

    Raises:
        TripeaksError: something is no deal, or cannot be rated; the message says which and why.

    """
    request = replace(_request(rules, columns, scoring), samples=samples, seed=seed)
    require_kind("layout", layout, Layout, NoneType)
    require_kind("workers", workers, int, NoneType)
    if workers is not None and workers < 1:
        raise TripeaksError(f"workers is {workers}: at least 1 is needed")
    with threads(workers) as pool:
        parts = list(_rate(deals, request, layout, pool))
    return Ratings(
        numbers=[number for part in parts for number in part.numbers],
        codes=[code for part in parts for code in part.codes],
        decks=[deck for part in parts for deck in part.decks],
        columns={field.name: _joined(field, parts) for field in request.fields},
        rules=request.rules,
        depth=request.depth,
        scoring=scoring,
    )


def _joined(field: Field, parts: list[Rated]) -> Masked:
    columns = [np.ma.empty(0, field.column.kind), *(part.columns[field.name] for part in parts)]
    joined: Masked = np.ma.concatenate(columns)  # type: ignore[no-untyped-call]
    return joined


def _request(rules: Rules | Sequence[Rules], columns: Columns, scoring: Scoring | None) -> Request:
    if isinstance(rules, str):
        raise TripeaksError(f"rules is str {rules!r}: use EASY, CLASSIC or rules_named({rules!r})")
    chosen = (rules,) if isinstance(rules, Rules) else tuple(rules)
    for one in chosen:
        if not isinstance(one, Rules):
            raise TripeaksError(f"{one!r} are no rules: use EASY, CLASSIC or rules_named('easy')")
    if columns not in [*Depth, *(depth.value for depth in Depth)]:
        raise TripeaksError(f"no columns {columns!r}: use 'verdict', 'exact' or 'all'")
    request = Request(chosen, Depth(columns), scoring)
    if scoring and request.depth is Depth.VERDICT:
        raise TripeaksError("verdicts have no scores: leave out scoring, or ask for 'exact'")
    return request


def _rate(deals: Deals, request: Request, layout: Layout | None, pool: Pool) -> Iterator[Rated]:
    """Yield the ratings of deals, group by group, in order."""
    if isinstance(deals, np.ndarray | range):
        deals = _checked(np.asanyarray(deals), layout or classic())
        if not request.scoring:  # which needs deals, not arrays
            yield from _rate_array(deals, request, layout or classic(), pool)
            return
    for result in rate_items(_entries(deals, layout), request, pool):
        if isinstance(result, TripeaksError):
            raise result
        yield result


def _checked(array: npt.NDArray[Any], layout: Layout) -> npt.NDArray[Any]:
    if array.ndim != 1:
        return checked_cards(array, layout)
    numbers = checked_numbers(array)
    if len(numbers) == DECK_SIZE and (np.sort(numbers) == np.arange(DECK_SIZE)).all():
        raise DeckError("this is one deck, not deal numbers: give an array of decks, as decks[:1]")
    return numbers


def _rate_array(
    array: npt.NDArray[Any], request: Request, layout: Layout, pool: Pool
) -> Iterator[Rated]:
    rate = partial(rate_numbers if array.ndim == 1 else _rate_cards, request=request, layout=layout)
    return ordered_map(rate, (array[k : k + CHUNK] for k in range(0, len(array), CHUNK)), pool)


def _rate_cards(cards: npt.NDArray[Any], request: Request, layout: Layout) -> Rated:
    answers = rate_checked(cards, request.depth, request.rules, layout, request.search)
    return Rated(
        numbers=[None] * len(cards),
        codes=[None] * len(cards),
        decks=[" ".join([CARD_TEXTS[card] for card in deck]) for deck in cards.tolist()],
        columns=table(answers, request),
    )


def _entries(deals: Deals, layout: Layout | None) -> Iterator[Entry]:
    """Yield deals of any kind; a fault names which of them it is, counted from 1."""
    if isinstance(deals, bytes | bytearray) or not isinstance(deals, OneDeal | Iterable):
        found = shortened(str(deals), 40)
        raise TripeaksError(f"deals is {type(deals).__name__} {found}: give decks, codes or texts")
    for number, deal in enumerate([deals] if isinstance(deals, OneDeal) else deals, start=1):
        name = f"deal {number}"
        try:
            yield _entry(deal, layout)._replace(source=name)
        except TripeaksError as fault:
            raise fault.at(name) from None


def _entry(deal: Any, layout: Layout | None) -> Entry:
    match deal:
        case Deal():
            if layout not in (None, deal.layout):
                raise LayoutError(f"lies on {deal.layout.name}: leave out the layout")
            return Entry(deal, None)
        case str():
            return read_entry(deal, layout)
        case DealCode():
            own = deal.layout_or(layout)
            return Entry(deal.deal(own), deal._replace(layout=own.number))
        case int() | np.integer() if not isinstance(deal, bool):
            return _entry(DealCode(int(deal)), layout)
        case np.ndarray():
            return Entry(Deal(tuple(deal.tolist()), layout or classic()), None)
    raise TripeaksError(f"a {type(deal).__name__} is not a deal: give a Deal, a code or a text")
