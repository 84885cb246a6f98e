"""Many deals: exact answers and an analysis under any rules, by compiled kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tripeaks_solver.cards import DECK_SIZE, GONE, UNKNOWN, rank_of
from tripeaks_solver.codes import REFERENCE_DECK
from tripeaks_solver.deal import Deal
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import classic
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import DEFAULT_RULES, Rules
from tripeaks_solver.scoring import TP1, Scoring
from tripeaks_solver.search.compiled import load_kernels
from tripeaks_solver.search.dive import GAVE_UP, WON
from tripeaks_solver.search.reach import reach
from tripeaks_solver.search.states import fits, states_of, worth_of_states
from tripeaks_solver.search.totals import Room, best_totals

Cards: TypeAlias = npt.NDArray[np.uint8]

LARGE_NODES = 5_000_000
"""How many nodes to visit for each verdict where the states have no tables: about a second."""
_LARGE_SLOTS = 1 << 20

_NO_RANK = 255
_RANKS = np.array(
    [_NO_RANK if card == UNKNOWN else rank_of(card) for card in range(GONE + 1)], np.uint8
)
"""The rank of each card and mark."""

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

    """

    first_moves: npt.NDArray[np.int8]
    longest_chain: npt.NDArray[np.int8]
    latest_start: npt.NDArray[np.int8]
    random_wins: npt.NDArray[np.int32]
    greedy_wins: npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Ratings:
    """Answers to *n* deals; every array has the shape (n, len(rules)).

    Attributes:
        rules: the rules of the columns, in order.
        winnable: whether the deal can be won.
        fewest_draws: the fewest draws of a win; meaningless where there is none.
        best_scores: the best final TP1 score; None at `Depth.VERDICT`.
        analysis: what players make of the deal; None but at `Depth.ALL`.
        best_wins: the best scores of a win; meaningless where there is none. None unless a
            scoring system was asked for.
        undecided: where a limit was reached first; only the verdicts of the others are told.
            None where all was searched.

    """

    rules: tuple[Rules, ...]
    winnable: npt.NDArray[np.bool_]
    fewest_draws: npt.NDArray[np.uint8]
    best_scores: npt.NDArray[np.integer[Any]] | None
    analysis: Analysis | None
    best_wins: npt.NDArray[np.integer[Any]] | None = None
    undecided: npt.NDArray[np.bool_] | None = None


def rate_deals(
    cards: Cards,
    depth: Depth = Depth.EXACT,
    *,
    rules: Sequence[Rules] = DEFAULT_RULES,
    layout: Layout | None = None,
) -> Ratings:
    """Answer deals under some rules. Releases the GIL while it searches.

    Args:
        cards: the cards of the deals in the common order, shape (n, m); a waste card that is
            `GONE` stands for an empty waste.
        depth: how much to tell.
        rules: the rules, one column each.
        layout: the layout, by default the classic one. One with more states than tables may have
            is searched depth first, within a number of nodes; then only verdicts are told.

    """
    layout, rules = layout or classic(), tuple(rules)
    cards = np.ascontiguousarray(cards, np.uint8)
    return _beside([_rate_under(cards, depth, one, layout) for one in rules], rules)


def _beside(each: list[Ratings], rules: tuple[Rules, ...]) -> Ratings:
    """Put ratings under one rule each side by side."""

    def columns(parts: list[Any]) -> Any:
        return None if parts[0] is None else np.concatenate(parts, axis=1)

    analyses = [vars(one.analysis) for one in each if one.analysis]
    return Ratings(
        rules=rules,
        winnable=columns([one.winnable for one in each]),
        fewest_draws=columns([one.fewest_draws for one in each]),
        best_scores=columns([one.best_scores for one in each]),
        analysis=Analysis(**{n: columns([one[n] for one in analyses]) for n in analyses[0]})
        if analyses
        else None,
        undecided=columns([one.undecided for one in each]),
    )


def _opened(cards: Cards, rules: Rules, layout: Layout) -> Cards:
    """Return the deals as they lie when games by these rules begin."""
    places = len(layout)
    if not rules.empty_waste or not len(cards) or (cards[:, places] == GONE).all():
        return cards
    return np.insert(cards, places, GONE, axis=1)


def _rate_under(cards: Cards, depth: Depth, rules: Rules, layout: Layout) -> Ratings:
    cards = _opened(cards, rules, layout)
    if not fits(layout):
        return _decide_large(cards, rules, layout)
    if rules.draw_only_when_stuck or rules.king_stops:
        return _rate_slowly(cards, depth, rules, layout)
    both = _rate_both(cards, depth, layout)
    column = slice(0, 1) if rules.king_ace_linked else slice(1, 2)

    def one(values: Any) -> Any:
        return None if values is None else values[:, column]

    analysis = both.analysis
    return Ratings(
        (rules,),
        one(both.winnable),
        one(both.fewest_draws),
        one(both.best_scores),
        analysis and Analysis(**{name: one(values) for name, values in vars(analysis).items()}),
    )


def _rate_slowly(cards: Cards, depth: Depth, rules: Rules, layout: Layout) -> Ratings:
    """Rate deals one by one."""
    ratings = replace(_rate_both(cards, depth, layout), rules=(rules,))
    worth = worth_of_states(TP1, states_of(layout)) + TP1.start
    fewest, best = np.zeros((len(cards), 1), np.uint8), np.zeros((len(cards), 1), np.int16)
    winnable = np.zeros((len(cards), 1), bool)
    for k, order in enumerate(cards.tolist()):
        found = reach(Problem(Deal(tuple(order), layout), rules))
        draws = found.fewest_draws
        winnable[k] = draws is not None
        fewest[k] = draws or 0
        best[k] = (
            worth[-1] - draws
            if draws is not None
            else worth[found.blocked().any(axis=0)].max() - len(found.problem.deal.stock)
        )
    analysis = ratings.analysis
    if analysis:
        analysis = Analysis(**{n: values[:, :1] for n, values in vars(analysis).items()})
    scores = None if depth is Depth.VERDICT else best
    return Ratings((rules,), winnable, fewest, scores, analysis)


def _rate_both(cards: Cards, depth: Depth, layout: Layout) -> Ratings:
    """Answer deals under easy and classic rules."""
    kernels = load_kernels()
    count = len(cards)
    # The kernels answer whole blocks; the last one is filled up with copies of the last deal.
    ranks = _RANKS[cards]
    if count:
        ranks = np.pad(ranks, [(0, -count % kernels.DEALS), (0, 0)], mode="edge")
    fewest_draws = _empty(ranks, np.uint8)
    best_scores = _empty(ranks, np.int16)
    exact = depth is not Depth.VERDICT
    kernels.answer_deals(*_answer_tables(layout), ranks, exact, fewest_draws, best_scores)
    return Ratings(
        rules=DEFAULT_RULES,
        winnable=fewest_draws[:count] != kernels.NEVER,
        fewest_draws=fewest_draws[:count],
        best_scores=best_scores[:count] if exact else None,
        analysis=_analyse(ranks, count, layout) if depth is Depth.ALL else None,
    )


def _decide_large(cards: Cards, rules: Rules, layout: Layout) -> Ratings:
    """Dive for a win of each deal."""
    ranks = _RANKS[cards].astype(np.int64)
    found = np.empty(len(ranks), np.int8)
    load_kernels().dive_deals(
        np.array(layout.covered_by, np.int64),
        np.array(rules.plays_on, np.int64),
        rules.draw_only_when_stuck,
        *(LARGE_NODES, _LARGE_SLOTS, ranks, found),
    )
    verdicts = found.reshape(-1, 1)
    return Ratings(
        rules=(rules,),
        winnable=verdicts == WON,
        fewest_draws=np.empty(verdicts.shape, np.uint8),
        best_scores=None,
        analysis=None,
        undecided=verdicts == GAVE_UP,
    )


def rate_totals(
    deals: Sequence[Deal], scoring: Scoring, rules: Sequence[Rules] = DEFAULT_RULES
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Find the best totals of deals of one layout under some rules and any scoring system.

    Returns:
        The best totals of any play and those of a win, each of shape (n, len(rules)); the latter
        are 0 where there is no win.

    """
    best = np.zeros((len(deals), len(rules)), np.int64)
    wins = np.zeros_like(best)
    room = Room(deals[0].layout) if deals else None
    for number, deal in enumerate(deals):
        for column, one in enumerate(rules):
            totals = best_totals(deal, one, scoring, room)
            best[number, column], wins[number, column] = totals.best, totals.best_win or 0
    return best, wins


def _analyse(ranks: Cards, count: int, layout: Layout) -> Analysis:
    kernels = load_kernels()
    longest_chain, latest_start = _empty(ranks, np.int8), _empty(ranks, np.int8)
    first_moves = _empty(ranks, np.int8)
    wins = {greedy: _empty(ranks, np.int32) for greedy in (False, True)}
    states = states_of(layout)
    covered_by, covers, plays_on = _player_tables(layout)
    kernels.analyse_deals(
        *(states.into, states.removed, states.parent, states.level),
        *(covered_by, plays_on, ranks, longest_chain, latest_start),
    )
    for greedy, won in wins.items():
        kernels.play_deals(covered_by, covers, plays_on, greedy, GAMES, ranks, won, first_moves)
    return Analysis(
        first_moves[:count],
        longest_chain[:count],
        latest_start[:count],
        random_wins=wins[False][:count],
        greedy_wins=wins[True][:count],
    )


def _empty(ranks: Cards, kind: npt.DTypeLike) -> npt.NDArray[Any]:
    return np.empty((len(ranks), len(DEFAULT_RULES)), kind)


@lru_cache(maxsize=4)
def _answer_tables(layout: Layout) -> tuple[object, ...]:
    """Lay out what the kernel needs to know of a layout, of the rules and of TP1 scoring."""
    states = states_of(layout)
    ends = slice(0, len(states) - 1)
    worth = worth_of_states(TP1, states)[ends] + TP1.start
    by_worth = np.argsort(-worth, kind="stable")
    return (
        *(states.into, states.removed, states.parent, states.first, states.card),
        by_worth.astype(np.int64),
        worth[by_worth].astype(np.int32),
        TP1.start + int(worth_of_states(TP1, states)[-1]),
        np.array([rules.plays_on for rules in DEFAULT_RULES], np.int64),
        np.array([rules.wastes_for for rules in DEFAULT_RULES], np.int64),
    )


@lru_cache(maxsize=4)
def _player_tables(layout: Layout) -> tuple[npt.NDArray[np.int64], ...]:
    return (
        np.array(layout.covered_by, np.int64),
        np.array(layout.covers, np.int64),
        np.array([rules.plays_on for rules in DEFAULT_RULES], np.int64),
    )


def deal_codes(numbers: npt.NDArray[np.uint64]) -> Cards:
    """Deal the cards of deal numbers, shape (n,), as `codes.shuffled` does; shape (n, 52)."""
    cards = np.empty((len(numbers), DECK_SIZE), np.uint8)
    reference = np.array(REFERENCE_DECK, np.uint8)
    load_kernels().shuffle_deals(np.ascontiguousarray(numbers, np.uint64), reference, cards)
    return cards
