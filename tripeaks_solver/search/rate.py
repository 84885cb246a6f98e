"""Many deals: exact answers and an analysis under any rules, by compiled kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tripeaks_solver.cards import DECK_SIZE, GONE, JOKER
from tripeaks_solver.codes import REFERENCE_DECK
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import TripeaksError, require_kind
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import classic
from tripeaks_solver.rules import DEFAULT_RULES, PRESETS, Rules
from tripeaks_solver.scoring import TP1, Scoring
from tripeaks_solver.search.agreement import require_same_ratings
from tripeaks_solver.search.arrays import Cards, Ranks, checked_cards, checked_numbers, ranks_of
from tripeaks_solver.search.base_player import panel_tastes, table_of
from tripeaks_solver.search.choice import Search
from tripeaks_solver.search.compiled import load_kernels
from tripeaks_solver.search.depth_first import GAVE_UP, WON
from tripeaks_solver.search.depth_first_answers import DEFAULT_NODES, depth_first_deals
from tripeaks_solver.search.kernels.tables import (
    NEVER,
    Endings,
    blocked_lanes,
    covers_of,
    has_lanes,
    relations_of,
    removals_of,
)
from tripeaks_solver.search.states import fits, states_of, worth_of_states
from tripeaks_solver.search.totals import Workspace, best_totals

Found: TypeAlias = dict[str, npt.NDArray[Any]]
"""Values under the names of the fields of `Answers` and `Analysis`."""

LARGE_NODES = 5_000_000
"""How many nodes to visit for each verdict where the states have no tables: about a second."""

GAMES = 100
"""How many games each of the players without foresight plays of a deal."""


class Depth(Enum):
    """How much a rating tells: verdicts only, exact answers, or the analysis too."""

    VERDICT = "verdict"
    EXACT = "exact"
    ALL = "all"


@dataclass(frozen=True, eq=False)
class Analysis:
    """What `Depth.ALL` adds for *n* deals; every array has the shape (n, rules).

    Attributes:
        first_moves: how many cards can be played at once.
        longest_chain: the most cards that can be played before the first draw.
        latest_start: the most cards that can be drawn before the first play of some win;
            -1 where there is no win.
        random_wins: how many of `GAMES` games a player wins who plays any card that fits.
        greedy_wins: the same for one who prefers cards that turn up others.
        panel_wins: how many of a panel of `PANEL` good players win.

    """

    first_moves: npt.NDArray[np.int8]
    longest_chain: npt.NDArray[np.int8]
    latest_start: npt.NDArray[np.int8]
    random_wins: npt.NDArray[np.int32]
    greedy_wins: npt.NDArray[np.int32]
    panel_wins: npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Answers:
    """Answers to *n* deals; every array has the shape (n, len(rules)).

    Attributes:
        rules: the rules of the columns, in order.
        winnable: whether the deal can be won.
        fewest_draws: the fewest draws of a win; meaningless where there is none. None at
            `Depth.VERDICT`.
        best_scores: the best final TP1 score; None at `Depth.VERDICT`.
        analysis: what players make of the deal; None but at `Depth.ALL`.
        best_wins: the best scores of a win; meaningless where there is none. None unless a
            scoring system was asked for.
        undecided: where a limit was reached first, so that nothing is told of the deal; None where
            all was searched in tables.
        completions: of deals with unknown cards the share of completions that can be won, and the
            ends of its interval, shape (n, len(rules), 3); None where all cards are known.

    """

    rules: tuple[Rules, ...]
    winnable: npt.NDArray[np.bool_]
    fewest_draws: npt.NDArray[np.uint8] | None = None
    best_scores: npt.NDArray[np.integer[Any]] | None = None
    analysis: Analysis | None = None
    best_wins: npt.NDArray[np.integer[Any]] | None = None
    undecided: npt.NDArray[np.bool_] | None = None
    completions: npt.NDArray[np.float64] | None = None


def rate_deals(
    cards: npt.ArrayLike,
    depth: Depth = Depth.EXACT,
    *,
    rules: Sequence[Rules] = DEFAULT_RULES,
    layout: Layout | None = None,
    search: Search = Search.TABLES,
) -> Answers:
    """Answer deals under some rules. Releases the GIL while it searches.

    Args:
        cards: the cards of the deals in the common order, shape (n, m), see `Deal`. Deals with an
            empty waste may stand among others. In games under way the same cards must be gone.
        depth: how much to tell.
        rules: the rules, one column each.
        layout: the layout, by default the classic one. One with more states than tables may have
            is searched depth first, within a number of nodes; then only verdicts are told.
        search: which search to ask; depth first there is no analysis.

    Raises:
        DeckError: a row is no deal that can be rated; the message names the row and the fault.
        LayoutError: both searches are asked for, and the layout has too many states for tables.
        TripeaksError: another argument is of the wrong kind, or the depth-first search cannot do
            what is asked of it.
        SearchesDiffer: both searches were asked, and their answers differ.

    """
    layout = classic() if layout is None else layout
    require_kind("layout", layout, Layout)
    require_kind("depth", depth, Depth)
    require_kind("search", search, Search)
    return rate_checked(checked_cards(cards, layout), depth, _checked_rules(rules), layout, search)


def _checked_rules(rules: Sequence[Rules]) -> tuple[Rules, ...]:
    require_kind("rules", rules, Sequence)
    for one in rules:
        require_kind("one of the rules", one, Rules)
    if not rules:
        raise TripeaksError("no rules: name at least one")
    return tuple(rules)


def rate_checked(
    cards: Cards,
    depth: Depth,
    rules: tuple[Rules, ...],
    layout: Layout,
    search: Search = Search.TABLES,
) -> Answers:
    """Rate deals as `rate_deals` does that the program has dealt or checked itself."""
    if search is Search.BOTH:
        return _rate_twice(cards, depth, rules, layout)
    require_told(search, depth)
    jokers = bool((cards == JOKER).any())
    whole: Found = {}
    for kind, columns in _columns_by_kind(rules, jokers).items():
        chosen = tuple(rules[column] for column in columns)
        for rows, opened, left in _opened(cards, layout, kind.empty_waste):
            find = _finder(search, left)
            ranks = ranks_of(opened)
            for name, values in find(ranks, depth, chosen, left, kind).items():
                every = np.empty((len(cards), len(rules)), values.dtype)
                whole.setdefault(name, every)[rows[:, None], columns] = values
    analysis = {f.name: whole.pop(f.name) for f in fields(Analysis) if f.name in whole}
    return Answers(rules, analysis=Analysis(**analysis) if analysis else None, **whole)


def require_told(search: Search, depth: Depth) -> None:
    """See that a search tells as much as is asked for.

    Raises:
        TripeaksError: it does not.

    """
    if search is Search.DEPTH_FIRST and depth is Depth.ALL:
        raise TripeaksError("the depth-first search has no analysis: ask for exact answers")


def _rate_twice(cards: Cards, depth: Depth, rules: tuple[Rules, ...], layout: Layout) -> Answers:
    """Rate deals by both searches, which must agree."""
    tables = rate_checked(cards, depth, rules, layout)
    if tables.undecided is not None:
        states_of(layout)  # which tells that there are too many of them
    exact = Depth.EXACT if depth is Depth.ALL else depth
    deep = rate_checked(cards, exact, rules, layout, Search.DEPTH_FIRST)
    require_same_ratings(cards, tables, deep)
    return tables


def _finder(search: Search, layout: Layout) -> Callable[..., Found]:
    if search is Search.DEPTH_FIRST:
        return _search_depth_first
    return _search if fits(layout) else _decide_depth_first


def load_rating_kernels(
    rules: Sequence[Rules] = DEFAULT_RULES,
    announce: Callable[[str], None] | None = None,
    search: Search = Search.TABLES,
) -> None:
    """Load the kernels that rate deals under these rules; see `compiled.load_kernels`."""
    announce = announce and cache(announce)  # several modules say the same
    if search is not Search.TABLES:
        load_kernels("depth_first", announce)
    if search is not Search.DEPTH_FIRST:
        for kind in _columns_by_kind(tuple(rules), jokers=False):
            load_kernels(kind.kernel, announce)


class _Kind(NamedTuple):
    """What rules have in common that one kernel answers from the same cards."""

    kernel: str
    empty_waste: bool


def _columns_by_kind(rules: tuple[Rules, ...], jokers: bool) -> dict[_Kind, list[int]]:
    """Part rules into those that can be answered together; for each kind their columns."""
    columns: dict[_Kind, list[int]] = {}
    for column, one in enumerate(rules):
        kernel = "exact" if has_lanes(one, jokers=jokers) else "sets"
        columns.setdefault(_Kind(kernel, one.empty_waste), []).append(column)
    return columns


def _opened(
    cards: Cards, layout: Layout, empty_waste: bool
) -> Iterator[tuple[npt.NDArray[np.intp], Cards, Layout]]:
    """Yield deals as they lie when a game begins, as `Deal.under` has it.

    Yields:
        Some rows, their cards, and the layout of the places that hold one.

    """
    waste, rows = len(layout), np.arange(len(cards))
    gone = (cards[:1] == GONE).any(axis=0)
    gone[waste] = False
    if gone.any():
        mask = sum(1 << place for place in range(waste) if not gone[place])
        yield rows, cards[:, ~gone], layout.restricted(mask)
        return
    opened = cards[:, waste] == GONE
    if not empty_waste or opened.all():
        yield rows, cards, layout
        return
    yield rows[~opened], np.insert(cards[~opened], waste, GONE, axis=1), layout
    if opened.any():
        yield rows[opened], cards[opened], layout


def _search(
    ranks: Ranks, depth: Depth, rules: tuple[Rules, ...], layout: Layout, kind: _Kind
) -> Found:
    """Search all states of deals under rules of one kind."""
    answer = _answer_by_sets if kind.kernel == "sets" else _answer
    if depth is Depth.VERDICT:
        return {"winnable": _decide(answer, ranks, rules, layout)}
    found = answer(ranks, depth, rules, layout)
    found["winnable"] = found["fewest_draws"] != NEVER
    return found | _play(ranks, rules, layout) if depth is Depth.ALL else found


def _decide(
    answer: Callable[..., Found], ranks: Ranks, rules: tuple[Rules, ...], layout: Layout
) -> npt.NDArray[np.bool_]:
    """Decide deals under the narrowest rules first: what is won by them is won by wider ones."""
    won = np.zeros((len(ranks), len(rules)), np.bool_)
    widths = [sum(map(int.bit_count, one.plays_on)) for one in rules]
    for column in np.argsort(widths, kind="stable").tolist():
        own = rules[column]
        narrower = [
            other for other, one in enumerate(rules) if other != column and own.include(one)
        ]
        won[:, column] = won[:, narrower].any(axis=1)
        open_ = np.flatnonzero(~won[:, column])
        fewest = answer(ranks[open_], Depth.VERDICT, (own,), layout)["fewest_draws"]
        won[open_, column] = fewest[:, 0] != NEVER
    return won


def _answer(ranks: Ranks, depth: Depth, rules: tuple[Rules, ...], layout: Layout) -> Found:
    found = _empty(ranks, rules, fewest_draws=np.uint8, best_scores=np.int16)
    relations, blocked = relations_of(rules), blocked_lanes(rules)
    removals, exact = removals_of(states_of(layout)), depth is not Depth.VERDICT
    load_kernels("exact").answer_deals(
        removals, _endings(layout), relations, blocked, ranks, exact, *found.values()
    )
    if depth is not Depth.ALL:
        return found
    analysis = _empty(ranks, rules, longest_chain=np.int8, latest_start=np.int8)
    load_kernels("analysis").analyse_deals(removals, relations, blocked, ranks, *analysis.values())
    return found | analysis


def _answer_by_sets(ranks: Ranks, depth: Depth, rules: tuple[Rules, ...], layout: Layout) -> Found:
    found = _empty(ranks, rules, fewest_draws=np.uint8, best_scores=np.int16)
    analysis = _empty(ranks, rules, longest_chain=np.int8, latest_start=np.int8)
    only_when_stuck = np.array([one.draw_only_when_stuck for one in rules])
    analysed = depth is Depth.ALL
    load_kernels("sets").answer_deals(
        *(removals_of(states_of(layout)), _endings(layout), relations_of(rules)),
        *(only_when_stuck, ranks, analysed, *found.values(), *analysis.values()),
    )
    return found | analysis if analysed else found


def _play(ranks: Ranks, rules: tuple[Rules, ...], layout: Layout) -> Found:
    """Let the players without foresight play."""
    found = _empty(ranks, rules, random_wins=np.int32, greedy_wins=np.int32, first_moves=np.int8)
    seeds = np.array([_seed(one) for one in rules], np.int64)
    for greedy, name in enumerate(("random_wins", "greedy_wins")):
        load_kernels("players").play_deals(
            *(covers_of(layout), relations_of(rules).plays_on, seeds, bool(greedy), GAMES, ranks),
            *(found[name], found["first_moves"]),
        )
    return found | _play_panel(ranks, rules, layout)


def _play_panel(ranks: Ranks, rules: tuple[Rules, ...], layout: Layout) -> Found:
    """Let a panel of good players play each deal once."""
    kernels, columns = load_kernels("blind"), []
    for one in rules:
        wins = np.empty(len(ranks), np.int32)
        kernels.panel_games(table_of(layout, one), ranks, panel_tastes(one), wins)
        columns.append(wins)
    return {"panel_wins": np.stack(columns, axis=1)}


def _seed(rules: Rules) -> int:
    """Return the number of the first preset under which a player plays the same game."""
    return next(n for n, one in enumerate(PRESETS.values()) if one.plays_on == rules.plays_on)


def _decide_depth_first(
    ranks: Ranks, _depth: Depth, rules: tuple[Rules, ...], layout: Layout, kind: _Kind
) -> Found:
    """Decide deals whose states have no tables."""
    return _search_depth_first(ranks, Depth.VERDICT, rules, layout, kind, LARGE_NODES)


def _search_depth_first(
    ranks: Ranks,
    depth: Depth,
    rules: tuple[Rules, ...],
    layout: Layout,
    _kind: _Kind,
    nodes: int = DEFAULT_NODES,
) -> Found:
    """Search deals depth first, with so many nodes for each."""
    found = _empty(ranks, rules, winnable=np.bool_, undecided=np.bool_)
    found |= _empty(ranks, rules, fewest_draws=np.uint8, best_scores=np.int16)
    exact = depth is not Depth.VERDICT
    for column, one in enumerate(rules):
        deep = depth_first_deals(ranks, one, layout, exact=exact, nodes=nodes)
        found["winnable"][:, column] = deep.outcomes == WON
        found["undecided"][:, column] = deep.outcomes == GAVE_UP
        found["fewest_draws"][:, column] = np.minimum(deep.fewest_draws, NEVER)
        found["best_scores"][:, column] = deep.best_scores
    if not exact:
        del found["fewest_draws"], found["best_scores"]
    return found


def _empty(ranks: Ranks, rules: tuple[Rules, ...], **kinds: npt.DTypeLike) -> Found:
    return {name: np.empty((len(ranks), len(rules)), kind) for name, kind in kinds.items()}


@lru_cache(maxsize=4)
def _endings(layout: Layout) -> Endings:
    """Return what the states of a layout are worth under TP1 scoring."""
    worth = worth_of_states(TP1, states_of(layout)) + TP1.start
    return Endings(worth, np.argsort(-worth[:-1], kind="stable"))


def rate_totals(
    deals: Sequence[Deal], scoring: Scoring, rules: Sequence[Rules] = DEFAULT_RULES
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Find the best totals of deals under some rules and any scoring system.

    Returns:
        The best totals of any play and those of a win, each of shape (n, len(rules)); the latter
        are 0 where there is no win.

    Raises:
        DeckError: there are unknown cards.
        LayoutError: a layout has too many states.
        TripeaksError: an argument is of the wrong kind.

    """
    require_kind("scoring", scoring, Scoring)
    rules = _checked_rules(rules)
    best = np.zeros((len(deals), len(rules)), np.int64)
    wins = np.zeros_like(best)
    workspace = None
    for number, deal in enumerate(deals):
        require_kind("one of the deals", deal, Deal)
        deal.require_known()
        if number == 0 or deal.layout != deals[number - 1].layout:
            workspace = Workspace(deal.layout)
        for column, one in enumerate(rules):
            totals = best_totals(deal, one, scoring, workspace)
            best[number, column], wins[number, column] = totals.best, totals.best_win or 0
    return best, wins


def deal_codes(numbers: npt.ArrayLike) -> Cards:
    """Deal the cards of deal numbers, shape (n,), as `codes.shuffled` does; shape (n, 52).

    Raises:
        CodeError: a number is none of a deal, or no integer.

    """
    numbers = checked_numbers(numbers)
    cards = np.empty((len(numbers), DECK_SIZE), np.uint8)
    reference = np.array(REFERENCE_DECK, np.uint8)
    load_kernels("shuffle").shuffle_deals(numbers, reference, cards)
    return cards
