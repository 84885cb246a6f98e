"""Which rank fits on which, under each preset."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tripeaks_solver.cards import RANKS, WILD
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.rules import (
    CLASSIC,
    CLASSIC_STUCK,
    EASY,
    EASY_STUCK,
    PRESETS,
    Rules,
    named,
)

ALL = pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
LINKED = {frozenset(pair) for pair in pairwise("A23456789TJQKA")}


@ALL
def test_a4_all_169_pairs_of_ranks_fit_as_the_rules_say(rules: Rules) -> None:
    pairs = LINKED if rules.king_ace_linked else LINKED - {frozenset("KA")}
    for r, one in enumerate(RANKS):
        for s, other in enumerate(RANKS):
            assert rules.fits(r, s) == (frozenset((one, other)) in pairs), (one, other)


@ALL
def test_fitting_is_symmetric(rules: Rules) -> None:
    for one in range(13):
        for other in range(13):
            assert rules.fits(one, other) is rules.fits(other, one)


@ALL
def test_sets_and_lists_of_neighbours_say_the_same_as_fits(rules: Rules) -> None:
    for waste in range(WILD + 1):
        fitting = [rank for rank in range(WILD + 1) if rules.fits(rank, waste)]
        assert list(rules.fitting[waste]) == fitting
        assert rules.neighbours[waste] == sum(1 << rank for rank in fitting)
    assert len(rules.fitting) == len(rules.neighbours) == WILD + 1


def test_a4_easy_gives_every_rank_two_neighbours() -> None:
    assert [len(ranks) for ranks in EASY.fitting[:WILD]] == [2 + 1] * 13  # one is the wild rank


def test_a4_classic_stops_at_both_ends() -> None:
    assert [len(ranks) for ranks in CLASSIC.fitting[:WILD]] == [1 + 1] + [2 + 1] * 11 + [1 + 1]
    assert "".join(RANKS[rank] for rank in CLASSIC.fitting[12][:-1]) == "Q"
    assert "".join(RANKS[rank] for rank in CLASSIC.fitting[0][:-1]) == "2"


def test_a10_the_stuck_presets_differ_from_their_namesakes_only_in_drawing() -> None:
    assert (EASY_STUCK.fitting, CLASSIC_STUCK.fitting) == (EASY.fitting, CLASSIC.fitting)
    assert [rules.draw_only_when_stuck for rules in (EASY, CLASSIC)] == [False, False]
    assert [rules.draw_only_when_stuck for rules in (EASY_STUCK, CLASSIC_STUCK)] == [True, True]


@ALL
def test_a10_a_joker_fits_on_every_card_and_every_card_on_it(rules: Rules) -> None:
    for rank in range(WILD + 1):
        assert rules.fits(WILD, rank)
        assert rules.fits(rank, WILD)


@pytest.mark.parametrize("name", PRESETS)
def test_rules_are_found_by_their_name_which_says_what_holds(name: str) -> None:
    rules = named(name)
    assert rules.name == name
    assert rules is PRESETS[name]
    assert rules.king_ace_linked == name.startswith("easy")
    assert rules.draw_only_when_stuck == ("-stuck" in name)
    assert rules.empty_waste == ("-empty" in name)
    assert rules.open_peaks == ("-open" in name)


def test_the_plain_rules_come_first() -> None:
    assert list(PRESETS)[:4] == ["easy", "classic", "easy-stuck", "classic-stuck"]
    assert len(PRESETS) == 2**4


@pytest.mark.parametrize("name", ["", "Easy", "normal", "easy "])
def test_an_unknown_name_is_refused_with_the_names_that_exist(name: str) -> None:
    with pytest.raises(TripeaksError) as refused:
        named(name)
    assert repr(name) in refused.value.message
    for word in ("easy", "classic", "-stuck", "-empty", "-open"):
        assert word in refused.value.message
