"""The analysis of deals, against plain recomputations on small layouts; and honest intervals."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from twin import naive_game, small_deals

from tripeaks_solver.batch.columns import COLUMNS, Request, table
from tripeaks_solver.cards import rank_of
from tripeaks_solver.deal import Deal
from tripeaks_solver.rules import CLASSIC, EASY, PRESETS, Rules
from tripeaks_solver.scoring import TP1
from tripeaks_solver.search.rate import GAMES, Analysis, Depth, deal_codes, rate_deals
from tripeaks_solver.shares import share_of

ALL = Request(depth=Depth.ALL)


def analysed(deal: Deal, *rules: Rules) -> Analysis:
    cards = np.array([deal.cards], np.uint8)
    analysis = rate_deals(cards, Depth.ALL, rules=rules, layout=deal.layout).analysis
    assert analysis is not None
    return analysis


def playable(deal: Deal, rules: Rules, tableau: int, waste: int) -> list[int]:
    return [
        place
        for place in deal.layout.free(tableau)
        if rules.fits(rank_of(deal.tableau[place]), waste)
    ]


def longest_chain(deal: Deal, rules: Rules) -> int:
    @cache
    def longest(tableau: int, waste: int) -> int:
        after = (
            1 + longest(tableau ^ 1 << place, rank_of(deal.tableau[place]))
            for place in playable(deal, rules, tableau, waste)
        )
        return max(after, default=0)

    return longest(deal.mask, rank_of(deal.waste))


def latest_start(deal: Deal, rules: Rules) -> int:
    """Burn more and more cards, as far as the rules allow, and ask the slow solver of the rest."""
    best = -1
    opened = deal.under(rules)
    for burnt in range(len(opened.stock) + 1):
        game = naive_game(deal, rules)
        pile = (game.waste, *game.stock)
        rest = replace(game, waste=pile[burnt], stock=pile[burnt + 1 :])
        if naive.truth(rest).winnable:
            best = burnt
        waste = rank_of((opened.waste, *opened.stock)[burnt])
        if rules.draw_only_when_stuck and playable(deal, rules, deal.mask, waste):
            break
    return best


@settings(max_examples=12)
@given(small_deals(), st.sampled_from(list(PRESETS.values())))
def test_first_moves_chains_and_latest_starts(deal: Deal, any_rules: Rules) -> None:
    asked = (EASY, any_rules)
    analysis = analysed(deal, *asked)
    for column, rules in enumerate(asked):
        opened = deal.under(rules)
        first = playable(opened, rules, opened.mask, rank_of(opened.waste))
        assert analysis.first_moves[0, column] == len(first)
        assert analysis.longest_chain[0, column] == longest_chain(opened, rules)
        assert analysis.latest_start[0, column] == latest_start(deal, rules)


Choice = Callable[[Deal, Rules, int, list[int]], list[int]]


def any_card(_deal: Deal, _rules: Rules, _tableau: int, options: list[int]) -> list[int]:
    return options


def liked_cards(deal: Deal, rules: Rules, tableau: int, options: list[int]) -> list[int]:
    """What turns up most cards; among those, what another face-up card can follow."""
    before = set(deal.layout.free(tableau))

    def liking(place: int) -> tuple[int, bool]:
        after = tableau ^ 1 << place
        turned_up = set(deal.layout.free(after)) - before
        rank = rank_of(deal.tableau[place])
        followers = [p for p in before - {place} if rules.fits(rank_of(deal.tableau[p]), rank)]
        return len(turned_up), bool(followers)

    best = max(map(liking, options))
    return [place for place in options if liking(place) == best]


def win_probability(deal: Deal, rules: Rules, choice: Choice) -> float:
    """The exact probability with which a player wins who chooses evenly among some cards."""

    @cache
    def chance(tableau: int, waste: int, drawn: int) -> float:
        if not tableau:
            return 1.0
        options = playable(deal, rules, tableau, waste)
        if not options:
            if drawn == len(deal.stock):
                return 0.0
            return chance(tableau, rank_of(deal.stock[drawn]), drawn + 1)
        chosen = choice(deal, rules, tableau, options)
        after = [chance(tableau ^ 1 << p, rank_of(deal.tableau[p]), drawn) for p in chosen]
        return sum(after) / len(after)

    return chance(deal.mask, rank_of(deal.waste), 0)


@settings(max_examples=30)
@given(small_deals(), st.sampled_from(list(PRESETS.values())))
def test_players_win_as_often_as_they_should(deal: Deal, any_rules: Rules) -> None:
    asked = (CLASSIC, any_rules)
    analysis = analysed(deal, *asked)
    for column, rules in enumerate(asked):
        for wins, choice in ((analysis.random_wins, any_card), (analysis.greedy_wins, liked_cards)):
            chance = win_probability(deal.under(rules), rules, choice)
            tolerance = 5 * math.sqrt(GAMES * chance * (1 - chance)) + 1e-6
            assert abs(int(wins[0, column]) - GAMES * chance) <= tolerance


def test_the_shares_of_many_deals_are_unbiased(compiled: bool) -> None:
    """On the classic layout the sum over many deals must meet the exact sum closely."""
    if not compiled:
        pytest.skip("slow without compilation")
    cards = deal_codes(np.arange(12, dtype=np.uint64))
    analysis = rate_deals(cards, Depth.ALL).analysis
    assert analysis is not None
    for wins, choice in ((analysis.random_wins, any_card), (analysis.greedy_wins, liked_cards)):
        for column, rules in enumerate((EASY, CLASSIC)):
            expected, variance = 0.0, 0.0
            for deal in cards.tolist():
                chance = win_probability(Deal(tuple(deal)), rules, choice)
                expected += GAMES * chance
                variance += GAMES * chance * (1 - chance)
            assert abs(int(wins[:, column].sum()) - expected) <= 4 * math.sqrt(variance) + 1e-6


def test_a_rating_is_the_same_each_time_and_in_any_company(compiled: bool) -> None:
    cards = deal_codes(np.arange(5 if compiled else 1, dtype=np.uint64))
    together = table(rate_deals(cards, Depth.ALL), ALL)
    alone = [table(rate_deals(cards[k : k + 1], Depth.ALL), ALL) for k in range(len(cards))]
    for name, values in together.items():
        assert values.tolist() == [one[name].tolist()[0] for one in alone]


def test_columns_of_lost_deals_are_empty_where_only_a_win_has_values() -> None:
    rated = table(rate_deals(deal_codes(np.array([1], np.uint64)), Depth.ALL), ALL)
    row = {name: values.tolist()[0] for name, values in rated.items()}
    assert row["classic_winnable"] is False
    assert row["easy_fewest_draws"] == 10
    empty = {name for name, value in row.items() if value is None}
    assert empty == {"classic_fewest_draws", "classic_latest_start", "classic_grade"}


def test_grades_fall_with_the_shares_of_the_players() -> None:
    cards = deal_codes(np.arange(64, dtype=np.uint64))
    rated = table(rate_deals(cards, Depth.ALL), ALL)
    limits = ((1, 0.75, 2.0), (2, 0.5, 0.75), (3, 0.25, 0.5), (4, 0.05, 0.25), (5, -1.0, 0.05))
    grades = set()
    for k, grade in enumerate(rated["easy_grade"].tolist()):
        if grade is not None:
            mean = (rated["easy_random_share"][k] + rated["easy_panel_share"][k]) / 2
            assert [g for g, low, high in limits if low <= mean < high] == [grade]
            grades.add(grade)
    assert grades == {1, 2, 3, 4, 5}


def test_each_depth_adds_columns_to_the_one_before() -> None:
    verdict, exact, every = (Request(depth=depth).names for depth in Depth)
    assert verdict == ["easy_winnable", "classic_winnable"]
    assert set(verdict) < set(exact) < set(every)
    assert every[: len(exact)] == exact
    scored = Request(depth=Depth.ALL, scoring=TP1).names
    assert set(scored) - set(every) == {"easy_best_winning_score", "classic_best_winning_score"}
    sampled = Request(depth=Depth.ALL, scoring=TP1, samples=1).names
    assert len(sampled) == 2 * len(COLUMNS)


@pytest.mark.parametrize(
    ("yes", "total", "low", "high"),
    # Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I,
    # method 3 (Wilson).
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals_of_the_literature(yes: int, total: int, low: float, high: float) -> None:
    share = share_of(yes, total)
    assert (round(share.low, 4), round(share.high, 4)) == (low, high)


@given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 500))
def test_undecided_deals_only_widen_an_interval(yes: int, no: int, undecided: int) -> None:
    total = yes + no + undecided
    if total == 0:
        with pytest.raises(ValueError, match="undecided"):
            share_of(yes, total, undecided)
        return
    plain, wide = share_of(yes, total), share_of(yes, total, undecided)
    assert 0 <= wide.low <= plain.low + 1e-12
    assert plain.low <= plain.share <= plain.high <= wide.high + 1e-12
    assert wide.low <= (yes + undecided) / total <= wide.high + 1e-12
    assert wide.high <= 1
