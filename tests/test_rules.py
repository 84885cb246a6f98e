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
    VARIANTS,
    Rules,
    named,
    ranks_in,
)

ALL = pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
LINKED = {frozenset(pair) for pair in pairwise("A23456789TJQKA")}


@ALL
def test_all_169_pairs_of_ranks_fit_as_the_rules_say(rules: Rules) -> None:
    pairs = LINKED if rules.king_ace_linked else LINKED - {frozenset("KA")}
    for rank, one in enumerate(RANKS):
        for waste, other in enumerate(RANKS):
            stopped = rules.king_stops and other == "K"
            fits = frozenset((one, other)) in pairs and not stopped
            assert rules.fits(rank, waste) == fits, (one, other)


@ALL
def test_the_two_tables_are_each_others_transpose(rules: Rules) -> None:
    assert len(rules.plays_on) == len(rules.wastes_for) == WILD + 1
    for waste in range(WILD + 1):
        assert set(ranks_in(rules.plays_on[waste])) == {
            rank for rank in range(WILD + 1) if rules.fits(rank, waste)
        }
        for rank in range(WILD + 1):
            assert rules.plays_on[waste] >> rank & 1 == rules.wastes_for[rank] >> waste & 1


def test_stopper_is_one_sided() -> None:
    king, queen = RANKS.index("K"), RANKS.index("Q")
    for rules in (named("easy-stopper"), named("classic-stopper")):
        assert rules.plays_on[king] == 0
        assert rules.fits(king, queen)
        assert rules.fits(king, WILD)
        assert not rules.fits(WILD, king)
        assert rules.plays_on != rules.wastes_for


def test_easy_gives_every_rank_two_neighbours() -> None:
    assert [ranks.bit_count() for ranks in EASY.plays_on[:WILD]] == [2 + 1] * 13  # one is wild


def test_classic_stops_at_both_ends() -> None:
    counts = [ranks.bit_count() for ranks in CLASSIC.plays_on[:WILD]]
    assert counts == [1 + 1] + [2 + 1] * 11 + [1 + 1]
    ends = (CLASSIC.plays_on[RANKS.index(end)] for end in "KA")
    assert [[RANKS[rank] for rank in ranks_in(end) if rank != WILD] for end in ends] == [
        ["Q"],
        ["2"],
    ]


def test_the_stuck_presets_differ_from_their_namesakes_only_in_drawing() -> None:
    assert (EASY_STUCK.plays_on, CLASSIC_STUCK.plays_on) == (EASY.plays_on, CLASSIC.plays_on)
    assert [rules.draw_only_when_stuck for rules in (EASY, CLASSIC)] == [False, False]
    assert [rules.draw_only_when_stuck for rules in (EASY_STUCK, CLASSIC_STUCK)] == [True, True]


@ALL
def test_a_joker_fits_on_every_card_and_every_card_on_it(rules: Rules) -> None:
    for rank in range(WILD + 1):
        assert rules.fits(WILD, rank) != (rules.king_stops and RANKS[rank : rank + 1] == "K")
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
    assert rules.king_stops == ("-stopper" in name)


def test_the_plain_rules_come_first() -> None:
    assert list(PRESETS)[:4] == ["easy", "classic", "easy-stuck", "classic-stuck"]
    assert len(PRESETS) == 2 ** (1 + len(VARIANTS))


@pytest.mark.parametrize(
    "name", ["", "normal", "easy-", "easy-stuck-stuck", "stuck-easy", "classic-king"]
)
def test_an_unknown_name_is_refused_with_the_names_that_exist(name: str) -> None:
    with pytest.raises(TripeaksError) as refused:
        named(name)
    assert repr(name) in refused.value.message
    for word in ("easy", "classic", *(f"-{variant.word}" for variant in VARIANTS)):
        assert word in refused.value.message


@pytest.mark.parametrize(
    "name", ["EASY", " Classic-Stuck ", "classic-open-stuck", "easy-stopper-empty"]
)
def test_case_and_the_order_of_words_do_not_matter(name: str) -> None:
    base, *words = name.strip().lower().split("-")
    assert set(named(name).name.split("-")) == {base, *words}


@pytest.mark.parametrize("value", ["classic", 1, None])
def test_rules_are_made_of_true_and_false_only(value: object) -> None:
    with pytest.raises(TripeaksError, match=r"king_ace_linked is .*: bool is needed"):
        Rules(value)  # type: ignore[arg-type]
