"""Deal codes, and the shuffle behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import codes, texts

from tripeaks_solver.cards import card_text
from tripeaks_solver.codes import (
    CODE_COUNT,
    REFERENCE_DECK,
    DealCode,
    looks_like_code,
    parse_code,
    shuffled,
)
from tripeaks_solver.deal import parse_deck
from tripeaks_solver.errors import CodeError
from tripeaks_solver.rules import CLASSIC, CLASSIC_STUCK, EASY

AAAAAAB = (
    "TS 6S 7H KH 3C 3H KS 6H 6C AH 6D TC 3D 7S JC TH 9C 5C | 3S 5S KC 4S 2D AS KD 8H 7C 9S | AC | "
    "AD 2H 4C 2C 8S JD 2S 8C QH 7D 5D TD 4D 4H QC 9D JH 5H QS 8D JS 9H QD"
)
AAAAAAD = (
    "4D KS 6S 9S 3C AD QC 4C 9C 2D KH 7C 5C 4S TS 5D 7S 5S | 7H 2H KC 9D QS 3D 4H JD TD KD | 3H | "
    "7D 6H AS 2S 2C JS JC JH 3S 8H 6D QH 8S 9H 8D TH 8C QD TC AC AH 5H 6C"
)


@pytest.mark.parametrize(("code", "deck"), [("AAAAAAB", AAAAAAB), ("AAAAAAD", AAAAAAD)])
def test_the_check_values_of_the_shuffle(code: str, deck: str) -> None:
    assert parse_code(f"TP1-E-{code}").deal() == parse_deck(deck)


def test_the_published_cards_of_aaaaaab() -> None:
    deal = parse_code("TP1-E-AAAAAAB").deal()
    assert card_text(deal.waste) == "AC"
    assert texts(deal.tableau[18:]) == "3S 5S KC 4S 2D AS KD 8H 7C 9S"
    assert card_text(deal.tableau[9 + 4]) == "7S"


@pytest.mark.parametrize(
    ("letters", "number"),
    [
        ("AAAAAAA", 0),
        ("AAAAAAB", 1),
        ("AAAAABA", 26),
        ("BAAAAAA", 26**6),
        ("ZZZZZZZ", 26**7 - 1),
    ],
)
def test_the_letters_are_a_number_to_base_26(letters: str, number: int) -> None:
    assert parse_code(f"TP1-E-{letters}").number == number
    assert str(DealCode(number)) == f"TP1-E-{letters}"


def test_there_are_26_to_the_7_codes() -> None:
    assert CODE_COUNT == 8_031_810_176


@given(codes)
def test_a_written_code_is_read_back(code: DealCode) -> None:
    assert parse_code(str(code)) == code
    assert parse_code(f" {str(code).lower()}\n") == code


@given(st.text("ABCXYZ", min_size=7, max_size=7), st.sampled_from("EC"))
def test_a_read_code_is_written_back(letters: str, rules: str) -> None:
    assert str(parse_code(f"TP1-{rules}-{letters}")) == f"TP1-{rules}-{letters}"


@pytest.mark.parametrize(("letter", "rules"), [("E", EASY), ("C", CLASSIC), ("N", EASY)])
def test_e_is_easy_c_is_classic_and_an_old_n_is_easy(letter: str, rules: object) -> None:
    assert parse_code(f"TP1-{letter}-QWERTYU").rules is rules


def test_the_letter_changes_the_rules_and_never_the_cards() -> None:
    deals = [parse_code(f"TP1-{letter}QWERTYU").deal() for letter in ("E-", "C-", "N-", "")]
    assert deals == deals[:1] * 4


def test_a_code_deals_the_same_cards_each_time_and_another_code_others() -> None:
    assert shuffled(7) == shuffled(7)
    assert len({shuffled(number) for number in range(1000)}) == 1000


def test_a_code_without_a_letter_leaves_the_rules_open() -> None:
    assert parse_code("TP1-AAAAAAB") == DealCode(1, None)


def test_codes_are_written_with_e_or_c_whatever_the_preset() -> None:
    assert str(parse_code("tp1-n-aaaaaab")) == "TP1-E-AAAAAAB"
    assert str(DealCode(1, None)) == "TP1-E-AAAAAAB"
    assert str(DealCode(1, CLASSIC_STUCK)) == "TP1-C-AAAAAAB"


@pytest.mark.parametrize("hyphen", "‐‑‒–—−")
def test_typographic_hyphens_are_read_as_hyphens(hyphen: str) -> None:
    assert parse_code(f"TP1{hyphen}C{hyphen}AAAAAAB") == DealCode(1, CLASSIC)
    assert looks_like_code(f"TP1{hyphen}C")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "write it as TP1-E-AAAAAAB"),
        ("AAAAAAB", "write it as TP1-E-AAAAAAB"),
        ("TP2-E-AAAAAAB", "write it as TP1-E-AAAAAAB"),
        ("TP1E-AAAAAAB", "write it as TP1-E-AAAAAAB"),
        ("TP1-E-AAA-AAAB", "write it as TP1-E-AAAAAAB"),
        ("TP1-X-AAAAAAB", "'X' (character 5) names no rules"),
        ("TP1--AAAAAAB", "'' (character 5) names no rules"),
        ("TP1-E-AAAA1AB", "character 11 is '1'"),
        ("TP1-AAAAAÄB", "character 10 is 'Ä'"),
        ("TP1-E-AAAAAA", "ends in 6 letters: 7 are needed"),
        ("TP1-E-AAAAAABB", "ends in 8 letters: 7 are needed"),
        ("TP1-E-", "ends in 0 letters: 7 are needed"),
        ("TP1-E-AAAAAAB/7", "'7' after the slash"),
    ],
)
def test_a_bad_code_is_refused_with_the_character_at_fault(text: str, words: str) -> None:
    with pytest.raises(CodeError) as refused:
        parse_code(text)
    assert words in refused.value.message


@given(st.text() | st.text("TP1-ECNABZ az–ſı", max_size=16) | st.from_regex(r"TP1-[^-]?-.{7}"))
def test_any_text_is_a_code_or_a_code_error(text: str) -> None:
    try:
        code = parse_code(text)
    except CodeError as refused:
        assert refused.message
        return
    assert 0 <= code.number < CODE_COUNT
    assert looks_like_code(text)
    assert parse_code(str(code)).number == code.number


@pytest.mark.parametrize("number", [-1, 26**7])
def test_a_number_outside_the_range_has_no_code(number: int) -> None:
    with pytest.raises(CodeError, match=str(number)):
        str(DealCode(number))


@pytest.mark.parametrize("text", ["TP1-E-AAAAAAB", " tp1-broken", "TP1"])
def test_what_begins_with_tp1_is_meant_as_a_code(text: str) -> None:
    assert looks_like_code(text)


@pytest.mark.parametrize("text", ["", "TS 6S 7H", "deck.txt", "XTP1-E-AAAAAAB"])
def test_what_does_not_begin_with_tp1_is_not_meant_as_a_code(text: str) -> None:
    assert not looks_like_code(text)


def test_the_reference_deck_has_every_card_once() -> None:
    assert sorted(REFERENCE_DECK) == list(range(52))


def test_the_free_cards_of_the_reference_deck_follow_in_suit_and_rank_order() -> None:
    published = "3S 5S KC 4S 2D AS KD 8H 7C 9S AC 7S"
    free = [card for card in REFERENCE_DECK if card_text(card) not in published]
    assert card_text(free[0]) == "3C"
    assert free == sorted(free)[1:] + sorted(free)[:1]


@given(st.integers(0, CODE_COUNT - 1))
def test_every_number_deals_a_whole_deck(number: int) -> None:
    assert sorted(shuffled(number)) == list(range(52))


@example(1552175)
@example(12778260)
@given(st.integers(0, CODE_COUNT - 1))
def test_the_shuffle_is_splitmix64_and_fisher_yates_from_the_end(number: int) -> None:
    """In the two examples even the lowest bit that is used decides where a card goes."""
    order = list(REFERENCE_DECK)
    for step, i in enumerate(range(51, 0, -1), start=1):
        z = (number + step * 0x9E3779B97F4A7C15) % 2**64
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        j = ((z ^ (z >> 31)) // 2**32) * (i + 1) // 2**32
        order[i], order[j] = order[j], order[i]
    assert shuffled(number) == tuple(order)


SAMPLES = {
    "the first numbers": range(5200),
    "every 26th number": range(0, 26 * 5200, 26),
    "the last numbers": range(CODE_COUNT - 5200, CODE_COUNT),
    "random numbers": Random(1).sample(range(CODE_COUNT), 5200),
}


@pytest.mark.parametrize("numbers", SAMPLES.values(), ids=SAMPLES)
def test_every_card_is_equally_likely_in_every_position(numbers: Sequence[int]) -> None:
    """A chi-square test that a fair shuffle fails once in a thousand samples, at either end.

    The 52 × 52 counts have fixed margins, hence 51² degrees of freedom; the factor 51/52 is
    due to a deck being a permutation. So many degrees are as good as normally distributed.
    """
    counts = Counter(
        (position, card) for number in numbers for position, card in enumerate(shuffled(number))
    )
    expected = len(numbers) / 52
    excess = ((counts[p, card] - expected) ** 2 for p in range(52) for card in range(52))
    statistic = sum(excess) / expected * 51 / 52
    freedom = 51**2
    assert abs(statistic - freedom) < 3.29 * (2 * freedom) ** 0.5


def test_neighbouring_codes_have_nothing_in_common() -> None:
    """A fair shuffle leaves on average one card in its place from one code to the next."""
    same = sum(
        one == other
        for number in range(2000)
        for one, other in zip(shuffled(number), shuffled(number + 1), strict=True)
    )
    assert abs(same - 2000) < 3.29 * 2000**0.5
