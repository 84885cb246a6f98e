"""Arrays given to the kernels: a wrong one is told with its row, others are answered."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from twin import SMALL_LAYOUTS

from tripeaks_solver.cards import DECK_SIZE, GONE, JOKER, UNKNOWN
from tripeaks_solver.codes import CODE_COUNT
from tripeaks_solver.deal import MOST_JOKERS, Deal
from tripeaks_solver.errors import CodeError, DeckError, TripeaksError
from tripeaks_solver.layout import Layout
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import CLASSIC, EASY, EASY_STUCK, PRESETS, Rules
from tripeaks_solver.scoring import TP1
from tripeaks_solver.search.rate import Depth, deal_codes, rate_deals, rate_totals
from tripeaks_solver.search.reach import reach

DEALS = np.array([random.Random(seed).sample(range(52), 52) for seed in range(20)])
"""Deals of the classic layout, as int64."""


def with_value(row: int, column: int, value: int) -> np.ndarray:
    changed = DEALS.copy()
    changed[row, column] = value
    return changed


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        (np.zeros((2000, 400), np.uint8), "row 0 of the array: 400 cards where 52 are needed"),
        (DEALS[:, :18], "row 0 of the array: 18 cards where 52 are needed"),
        (DEALS[:, :40], "row 0 of the array: 40 cards where 52 are needed"),
        (np.zeros((1, 52), int), "row 0 of the array: AC twice or more"),
        (with_value(17, 3, int(DEALS[17, 4])), "row 17 of the array: .. twice or more"),
        (with_value(17, 3, 300), "row 17, column 3: 300 is not a card"),
        (with_value(17, 3, -1), "row 17, column 3: -1 is not a card"),
        (with_value(17, 3, 2**40), "row 17, column 3: 1099511627776 is not a card"),
        (with_value(17, 3, UNKNOWN), "row 17 of the array: 1 unknown card"),
        (DEALS + 1, "row 0 of the array: 52 cards where 53 are needed"),
        (DEALS.astype(float), "the kind float64: integers are needed"),
        (DEALS > 9, "the kind bool: integers are needed"),
        (DEALS.astype(object), "the kind object: integers are needed"),
        (DEALS[0], r"the shape \(52,\)"),
        (DEALS[None], r"the shape \(1, 20, 52\)"),
        ([[1, 2], [3]], "cards are no array"),
        (np.insert(DEALS, 52, np.full((9, 1), JOKER), axis=1), "9 jokers: 8 are possible"),
        (np.where(np.arange(52) < 28, GONE, DEALS), "the tableau is empty"),
    ],
)
def test_wrong_arrays_are_told_with_their_row(cards: Any, told: str) -> None:
    with pytest.raises(DeckError, match=told):
        rate_deals(cards)


def test_games_under_way_of_which_other_cards_are_gone_are_told_apart() -> None:
    cards = DEALS.copy()
    cards[:, 27] = GONE
    cards[5, 26] = GONE
    with pytest.raises(DeckError, match="row 5 of the array: other cards are gone than in row 0"):
        rate_deals(cards)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"depth": "all"}, "depth is str 'all': Depth is needed"),
        ({"rules": EASY}, "rules is Rules"),
        ({"rules": ["easy"]}, "one of the rules is str 'easy': Rules is needed"),
        ({"rules": []}, "no rules: name at least one"),
        ({"layout": 3}, "layout is int '3': Layout is needed"),
    ],
)
def test_other_arguments_of_a_wrong_kind_are_told(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(TripeaksError, match=told):
        rate_deals(DEALS, **arguments)


@pytest.mark.parametrize("numbers", [[-1], [CODE_COUNT], [2**70], [1.5], [True], [[1]], "7", None])
def test_wrong_deal_numbers_are_told(numbers: Any) -> None:
    with pytest.raises(CodeError):
        deal_codes(numbers)


def test_any_integers_that_are_right_are_read_alike() -> None:
    alone = rate_deals(DEALS[:2])
    for cards in (DEALS[:2].tolist(), np.asfortranarray(DEALS[:2]), DEALS.astype(np.int8)[:2]):
        assert np.array_equal(*(found.fewest_draws for found in (rate_deals(cards), alone)))  # type: ignore[arg-type]
    assert rate_deals(np.empty((0, 52), np.int64)).winnable.shape == (0, 2)


def test_deals_with_and_without_a_waste_card_are_rated_together() -> None:
    with_joker = np.append(DEALS[:3], np.full((3, 1), JOKER), axis=1)
    without_waste = np.insert(DEALS[:3], 28, GONE, axis=1)
    cards = np.stack([with_joker, without_waste], axis=1).reshape(6, 53)
    rules = (EASY, PRESETS["classic-stuck-empty"])
    together = rate_deals(cards, Depth.ALL, rules=rules)
    for k in range(6):
        alone = rate_deals(cards[k : k + 1], Depth.ALL, rules=rules)
        assert alone.winnable[0].tolist() == together.winnable[k].tolist()
        assert together.analysis is not None
        assert alone.analysis is not None
        for name, values in vars(alone.analysis).items():
            assert (values[0] == getattr(together.analysis, name)[k]).all()


def test_totals_are_found_for_deals_of_several_layouts() -> None:
    deals = [Deal(tuple(DEALS[k].tolist()), SMALL_LAYOUTS[k % 3]) for k in range(6)]
    best, _ = rate_totals(deals, TP1, rules=[EASY])
    for deal, total in zip(deals, best, strict=True):
        assert rate_totals([deal], TP1, rules=[EASY])[0][0, 0] == total[0]


KINDS = (np.int8, np.int16, np.int32, np.uint8, np.uint64, float, bool, object, "U4", "M8[D]")


class Fuzzer:
    """Arrays of deals of one kind, most of them spoilt in one or two ways."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.layout = self.random.choice(SMALL_LAYOUTS)

    def array(self) -> Any:
        choose = self.random
        cards = np.array([self._deal() for _ in range(choose.randrange(1, 4))], np.int64)
        if choose.random() < 0.4:
            cards = self._played(cards)
        for _ in range(choose.choice((0, 0, 1, 1, 2))):
            cards = choose.choice(self._spoilers())(cards)
        return cards

    def _deal(self) -> list[int]:
        return self.random.sample(range(DECK_SIZE), DECK_SIZE)

    def _played(self, cards: np.ndarray) -> np.ndarray:
        """Remove free cards and draw, from all deals alike."""
        size, choose = len(self.layout), self.random
        mask = self.layout.full
        for _ in range(choose.randrange(size + 1)):
            place = choose.choice(list(self.layout.free(mask)))
            mask ^= 1 << place
            cards[:, place] = GONE
        drawn = choose.choice((0, 0, 5, cards.shape[1] - size - 1))
        cards[:, size + 1 : size + 1 + drawn] = GONE
        return cards

    def _spoilers(self) -> list[Callable[[np.ndarray], Any]]:
        choose = self.random

        def cell(cards: np.ndarray) -> np.ndarray:
            if cards.size and cards.dtype == np.int64:
                values = (-1, 0, 51, JOKER, UNKNOWN, GONE, GONE + 1, 300, -(2**40))
                cards.flat[choose.randrange(cards.size)] = choose.choice(values)
            return cards

        def more(cards: np.ndarray) -> np.ndarray:
            if cards.dtype != np.int64 or not cards.shape[-1]:
                return cards
            value = choose.choice((JOKER, JOKER, GONE, 0, UNKNOWN))
            place = choose.choice((len(self.layout), cards.shape[-1]))
            for _ in range(choose.choice((1, 1, 2, MOST_JOKERS, MOST_JOKERS + 1))):
                cards = np.insert(cards, min(place, cards.shape[-1]), value, axis=-1)
            return cards

        def fewer(cards: np.ndarray) -> np.ndarray:
            return cards[..., : choose.randrange(cards.shape[-1] + 1)]

        def shape(cards: np.ndarray) -> np.ndarray:
            return choose.choice((cards.ravel(), cards[None], cards.T, cards[:0]))

        def kind(cards: np.ndarray) -> np.ndarray:
            return cards.astype(choose.choice(KINDS)) if cards.dtype == np.int64 else cards

        def junk(cards: np.ndarray) -> np.ndarray:
            return np.array(choose.choices(range(-2, 60), k=cards.size)).reshape(cards.shape)

        return [cell, cell, more, more, fewer, shape, kind, junk]


def deals_of(array: Any, layout: Layout) -> list[Deal] | None:
    """Read an array row by row; None where it must be refused."""
    if array.dtype.kind not in "iu" or array.ndim != 2:
        return None
    deals = []
    for row in array.tolist():
        try:
            deal = Deal(tuple(row), layout)
            deal.require_known()
        except TripeaksError:
            return None
        deals.append(deal)
    gone = {(deal.mask, len(deal.stock), deal.is_under_way) for deal in deals}
    under_way = any(deal.is_under_way for deal in deals)
    if any(not deal.mask for deal in deals) or (under_way and len(gone) > 1):
        return None
    return deals


def check_arrays(count: int) -> tuple[int, int]:
    """Rate arrays; returns how many were answered and how many refused."""
    answered = refused = 0
    some_rules: list[Rules] = [EASY, CLASSIC, EASY_STUCK, *PRESETS.values()]
    for seed in range(count):
        fuzzer = Fuzzer(seed)
        array = fuzzer.array()
        rules = [some_rules[seed % len(some_rules)], CLASSIC]
        deals = deals_of(array, fuzzer.layout)
        if deals is None:
            with pytest.raises(DeckError):
                rate_deals(array, rules=rules, layout=fuzzer.layout)
            refused += 1
            continue
        found = rate_deals(array, rules=rules, layout=fuzzer.layout)
        assert found.fewest_draws is not None
        assert found.winnable.shape == (len(deals), 2)
        for k, deal in enumerate(deals):
            for column, one in enumerate(rules):
                fewest = reach(Problem(deal, one)).fewest_draws
                assert found.winnable[k, column] == (fewest is not None), seed
                assert fewest in (None, found.fewest_draws[k, column]), seed
        answered += 1
    return answered, refused


def test_fuzzed_arrays_are_refused_or_answered_as_solve_does(compiled: bool) -> None:
    answered, refused = check_arrays(400 if compiled else 40)
    assert answered > 10
    assert refused > 10


@pytest.mark.slow
def test_very_many_fuzzed_arrays() -> None:
    answered, refused = check_arrays(100_000)
    assert min(answered, refused) > 20_000
