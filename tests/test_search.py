"""The search against the slow twin, against known answers, and against itself."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import naive
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from twin import SMALL_LAYOUTS, naive_game, small_deals

from tripeaks_solver.answer import Verdict
from tripeaks_solver.ask import certify, decide, solve
from tripeaks_solver.cards import WILD
from tripeaks_solver.codes import DealCode, parse_code, shuffled
from tripeaks_solver.deal import Deal
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import classic
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import CLASSIC, CLASSIC_STUCK, EASY, EASY_STUCK, PRESETS, Rules
from tripeaks_solver.search.rate import Depth, deal_codes, rate_deals
from tripeaks_solver.search.reach import reach
from tripeaks_solver.search.states import states_of
from tripeaks_solver.verify import check, replay


@settings(max_examples=60)
@given(small_deals(), st.sampled_from(list(PRESETS.values())))
def test_answers_equal_brute_force_on_small_layouts(deal: Deal, rules: Rules) -> None:
    truth = naive.truth(naive_game(deal, rules))
    answer = solve(deal, rules)
    assert (answer.verdict is Verdict.WINNABLE) == truth.winnable
    assert answer.fewest_draws == truth.fewest_draws
    assert answer.best_score == truth.best_score
    replay(answer)


@settings(max_examples=60)
@given(small_deals(), st.sampled_from(list(PRESETS.values())))
def test_verdicts_alone_equal_brute_force(deal: Deal, rules: Rules) -> None:
    answer = decide(deal, rules)
    assert (answer.verdict is Verdict.WINNABLE) == naive.truth(naive_game(deal, rules)).winnable
    assert answer.best_score is answer.fewest_draws is None
    replay(answer)


@settings(max_examples=40)
@given(small_deals(), st.sampled_from(list(PRESETS.values())))
def test_the_reached_states_are_those_of_brute_force(deal: Deal, rules: Rules) -> None:
    reached = reach(Problem(deal, rules))
    found = {
        (int(reached.states.masks[state]), drawn, int(rank))
        for rank, state in zip(*np.nonzero(reached.draws), strict=True)
        for drawn in range(len(reached.deal.stock) + 1)
        if int(reached.draws[rank, state]) >> drawn & 1
    }
    # A won game goes no further, while the tables do not mind drawing on after a win.
    going_on = {state for state in found if state[0]}
    # An empty waste is one on which every card fits, as on a joker.
    of_the_twin = {
        (mask, drawn, min(rank, naive.JOKER))
        for mask, drawn, rank in naive.states(naive_game(deal, rules))
        if mask
    }
    assert going_on == of_the_twin


ALL_RULES = tuple(PRESETS.values())


@settings(max_examples=30)
@given(small_deals())
def test_the_kernels_equal_the_tables_of_one_deal_under_all_rules(deal: Deal) -> None:
    ratings = rate_deals(np.array([deal.cards], np.uint8), rules=ALL_RULES, layout=deal.layout)
    assert ratings.rules == ALL_RULES
    assert ratings.fewest_draws is not None
    assert ratings.best_scores is not None
    for column, rules in enumerate(ALL_RULES):
        answer = solve(deal, rules)
        assert ratings.winnable[0, column] == (answer.verdict is Verdict.WINNABLE)
        assert answer.fewest_draws in (None, ratings.fewest_draws[0, column])
        assert ratings.best_scores[0, column] == answer.best_score


@settings(max_examples=30)
@given(small_deals(), st.sampled_from(ALL_RULES))
def test_the_kernels_equal_brute_force_on_small_layouts(deal: Deal, rules: Rules) -> None:
    cards = np.array([deal.cards], np.uint8)
    ratings = rate_deals(cards, rules=[rules], layout=deal.layout)
    assert ratings.fewest_draws is not None
    truth = naive.truth(naive_game(deal, rules))
    assert ratings.winnable[0, 0] == truth.winnable
    if truth.winnable:
        assert ratings.fewest_draws[0, 0] == truth.fewest_draws
    assert ratings.best_scores is not None
    assert ratings.best_scores[0, 0] == truth.best_score


@dataclass(frozen=True)
class TwoApart(Rules):
    """A relation that no rules of the program have: a card goes on one two ranks below it."""

    def _fits(self, rank: int, waste: int) -> bool:
        return rank == waste + 2 or WILD in (rank, waste)


@settings(max_examples=30)
@given(small_deals(), st.booleans())
def test_the_kernels_answer_under_a_relation_that_neither_was_made_for(
    deal: Deal, only_when_stuck: bool
) -> None:
    rules = TwoApart(king_ace_linked=True, draw_only_when_stuck=only_when_stuck)
    cards = np.array([deal.cards], np.uint8)
    ratings = rate_deals(cards, rules=[CLASSIC, rules], layout=deal.layout)
    reached = reach(Problem(deal, rules))
    assert ratings.fewest_draws is not None
    assert ratings.winnable[0, 1] == (reached.fewest_draws is not None)
    assert reached.fewest_draws in (None, ratings.fewest_draws[0, 1])


def known(root: Path, name: str) -> Iterator[dict[str, str]]:
    with (root / "data" / "known-deals" / f"{name}.csv").open(newline="") as file:
        yield from csv.DictReader(file)


def expected(row: dict[str, str], rules: str) -> tuple[bool, int | None, int]:
    draws = row[f"{rules}_fewest_draws"]
    winnable = row[f"{rules}_winnable"] == "true"
    return winnable, int(draws) if draws else None, int(row[f"{rules}_best_score"])


@pytest.mark.parametrize(
    ("name", "easy", "classic"), [("tp1", EASY, CLASSIC), ("stuck", EASY_STUCK, CLASSIC_STUCK)]
)
def test_known_deals(root: Path, name: str, easy: Rules, classic: Rules) -> None:
    rows = list(known(root, name))
    assert len(rows) >= 40
    for row in rows[::8]:  # the kernels answer them all
        deal = parse_code(row["code"]).deal()
        for rules, column in ((easy, "easy"), (classic, "classic")):
            answer = solve(deal, rules)
            winnable = answer.verdict is Verdict.WINNABLE
            found = (winnable, answer.fewest_draws, answer.best_score)
            assert found == expected(row, column), (row["code"], rules)
            replay(answer)
            assert decide(deal, rules).verdict is answer.verdict


@pytest.mark.parametrize(
    ("list_name", "rules"), [("tp1", (EASY, CLASSIC)), ("stuck", (EASY_STUCK, CLASSIC_STUCK))]
)
def test_known_deals_by_the_kernels(root: Path, list_name: str, rules: tuple[Rules, Rules]) -> None:
    rows = list(known(root, list_name))
    numbers = np.array([parse_code(row["code"]).number for row in rows], np.uint64)
    ratings = rate_deals(deal_codes(numbers), rules=rules)
    assert ratings.fewest_draws is not None
    assert ratings.best_scores is not None
    for k, row in enumerate(rows):
        for column, name in enumerate(("easy", "classic")):
            winnable = bool(ratings.winnable[k, column])
            draws = int(ratings.fewest_draws[k, column]) if winnable else None
            found = (winnable, draws, int(ratings.best_scores[k, column]))
            assert found == expected(row, name), (row["code"], name)


def test_both_searches_agree_on_random_deals() -> None:
    chosen = random.Random(7)
    numbers = [chosen.randrange(26**7) for _ in range(20)]
    ratings = rate_deals(deal_codes(np.array(numbers, np.uint64)))
    assert ratings.fewest_draws is not None
    assert ratings.best_scores is not None
    for k, number in enumerate(numbers):
        for column, rules in enumerate((EASY, CLASSIC)):
            answer = solve(DealCode(number).deal(), rules)
            assert ratings.winnable[k, column] == (answer.verdict is Verdict.WINNABLE)
            assert answer.fewest_draws in (None, ratings.fewest_draws[k, column])
            assert answer.best_score == ratings.best_scores[k, column]
            replay(answer)


@pytest.mark.parametrize("count", [0, 1, 3, 4, 5, 9])
def test_a_rating_does_not_depend_on_its_neighbours(count: int) -> None:
    numbers = np.arange(count, dtype=np.uint64)
    together = rate_deals(deal_codes(numbers))
    assert len(together.winnable) == count
    for k in range(count):
        alone = rate_deals(deal_codes(numbers[k : k + 1]))
        assert (alone.winnable[0] == together.winnable[k]).all()
        assert alone.best_scores is not None
        assert together.best_scores is not None
        assert (alone.best_scores[0] == together.best_scores[k]).all()


@given(small_deals(), st.sampled_from(ALL_RULES), st.sampled_from(ALL_RULES))
def test_what_is_won_by_rules_is_won_by_those_that_include_them(
    deal: Deal, rules: Rules, others: Rules
) -> None:
    if rules.include(others):
        narrow, wide = (naive.truth(naive_game(deal, one)).winnable for one in (others, rules))
        assert wide or not narrow


def test_which_rules_include_which() -> None:
    assert EASY.include(CLASSIC)
    assert EASY.include(EASY_STUCK)
    assert not CLASSIC.include(EASY)
    # A king on the ace forbids a draw that classic rules allow.
    assert not EASY_STUCK.include(CLASSIC_STUCK)
    assert not EASY.include(PRESETS["easy-empty"])


def test_verdicts_alone_equal_the_exact_ones() -> None:
    cards = deal_codes(np.arange(64, dtype=np.uint64))
    for rules in ((EASY, CLASSIC), ALL_RULES, ALL_RULES[::-1]):
        verdicts = rate_deals(cards, Depth.VERDICT, rules=rules)
        assert (verdicts.best_scores, verdicts.fewest_draws) == (None, None)
        assert (verdicts.winnable == rate_deals(cards, rules=rules).winnable).all()


@given(st.lists(st.integers(0, 26**7 - 1), min_size=1, max_size=20))
@example([0, 1, 26**7 - 1, 1_552_175, 12_778_260])
def test_the_shuffle_kernel_deals_as_the_plain_shuffle(numbers: list[int]) -> None:
    cards = deal_codes(np.array(numbers, np.uint64))
    assert [tuple(deal) for deal in cards.tolist()] == [shuffled(number) for number in numbers]


def test_the_classic_layout_has_22932_states_and_119364_removals() -> None:
    states = states_of(classic())
    assert (len(states), len(states.card), len(states.parent)) == (22_932, 119_364, 119_364)
    assert states.masks[0] == classic().full
    assert states.masks[-1] == 0


@pytest.mark.parametrize("layout", [*SMALL_LAYOUTS, classic()], ids=lambda layout: layout.name)
def test_every_removal_takes_one_free_card(layout: Layout) -> None:
    states = states_of(layout)
    chosen = random.Random(1).sample(range(len(states)), min(200, len(states)))
    for state in chosen:
        tableau = int(states.masks[state])
        begin, end = int(states.first[state]), int(states.first[state + 1])
        assert list(states.card[begin:end]) == list(layout.free(tableau))
        for card, child in zip(states.card[begin:end], states.child[begin:end], strict=True):
            assert int(states.masks[child]) == tableau ^ 1 << int(card)
    edges = {(int(p), int(c)) for p, c in zip(*_leaving(states.first, states.child), strict=True)}
    back = {(int(p), int(c)) for c, p in zip(*_leaving(states.into, states.parent), strict=True)}
    assert edges == back


def _leaving(begins: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return np.repeat(np.arange(len(begins) - 1), [int(size) for size in np.diff(begins)]), ends


@settings(max_examples=25)
@given(small_deals(), st.sampled_from(list(PRESETS.values())))
def test_certificates_of_small_deals_hold(deal: Deal, rules: Rules) -> None:
    check(certify(deal, rules))


@pytest.mark.slow
def test_winnable_shares_lie_inside_the_known_intervals() -> None:
    chosen = np.random.default_rng(20_000)
    numbers = chosen.integers(0, 26**7, size=40_000, dtype=np.uint64)
    easy, hard = rate_deals(deal_codes(numbers), Depth.VERDICT).winnable.mean(axis=0)
    # 95 % intervals of independent programs: 97.19 ± 0.15 and 74.10 ± 0.38 per cent; ours adds
    # its own error of as much.
    assert abs(easy - 0.9719) < 0.0015 + 0.0016
    assert abs(hard - 0.7410) < 0.0038 + 0.0043


@pytest.mark.slow
def test_winnable_shares_of_the_traditional_draw_rule() -> None:
    chosen = np.random.default_rng(20_001)
    cards = deal_codes(chosen.integers(0, 26**7, size=20_000, dtype=np.uint64))
    won = rate_deals(cards, Depth.VERDICT, rules=(EASY_STUCK, CLASSIC_STUCK)).winnable
    for share, known_share, interval in zip(
        won.mean(axis=0), (0.911, 0.558), (0.004, 0.007), strict=True
    ):
        own_interval = 1.96 * (known_share * (1 - known_share) / len(won)) ** 0.5
        assert abs(share - known_share) < interval + own_interval


@pytest.mark.slow
def test_winnable_shares_with_an_empty_waste() -> None:
    chosen = np.random.default_rng(20_002)
    cards = deal_codes(chosen.integers(0, 26**7, size=20_000, dtype=np.uint64))
    empty = (PRESETS["easy-empty"], PRESETS["classic-empty"])
    easy, hard = rate_deals(cards, Depth.VERDICT, rules=empty).winnable.mean(axis=0)
    # 95 % intervals of an independent program, and ours beside them.
    assert abs(easy - 0.9914) < 0.0013 + 0.0013
    assert abs(hard - 0.894) < 0.004 + 0.0043
