"""Reading and writing cards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import cards, texts

from tripeaks_solver.cards import (
    ACE,
    DECK_SIZE,
    GONE,
    KING,
    RANKS,
    SUITS,
    card_sign,
    card_text,
    parse_card,
    rank_of,
    rank_sign,
    suit_of,
)
from tripeaks_solver.errors import CardError


def test_a_deck_has_13_ranks_in_4_suits() -> None:
    kinds = {(rank_of(card), suit_of(card)) for card in range(DECK_SIZE)}
    assert kinds == {(rank, suit) for rank in range(13) for suit in range(4)}
    assert len(kinds) == DECK_SIZE == 52


def test_cards_are_numbered_suit_by_suit_from_ace_to_king() -> None:
    assert texts([0, 12, 13, 26, 39, 51]) == "AC KC AD AH AS KS"
    assert (RANKS[ACE], RANKS[KING]) == ("A", "K")


@given(cards)
def test_a_written_card_is_read_back(card: int) -> None:
    assert parse_card(card_text(card)) == card
    assert parse_card(card_sign(card)) == card
    assert parse_card(card_text(card).lower()) == card


@pytest.mark.parametrize(
    "text",
    ["TS", "ts", "Ts", "10S", "10s", "T♠", "10♠", "t♤", "10♠\ufe0f", " TS\n"],
)
def test_the_ten_of_spades_is_read_in_every_spelling(text: str) -> None:
    assert card_text(parse_card(text)) == "TS"


@pytest.mark.parametrize(("signs", "suits"), [("♣♦♥♠", SUITS), ("♧♢♡♤", SUITS), ("cdhs", SUITS)])
def test_suit_signs_filled_and_outlined_mean_the_suit_letters(signs: str, suits: str) -> None:
    assert [parse_card(f"7{sign}") for sign in signs] == [parse_card(f"7{suit}") for suit in suits]


def test_cards_are_shown_to_players_with_10_and_suit_signs() -> None:
    assert card_sign(parse_card("TS")) == "10♠"
    assert card_sign(parse_card("AD")) == "A♦"
    assert " ".join(map(rank_sign, range(13))) == "A 2 3 4 5 6 7 8 9 10 J Q K"


@pytest.mark.parametrize(
    "text", ["", "A", "S", "10", "1S", "0S", "11S", "SA", "AX", "ASS", "A S", "♠", "AS AS", "-1S"]
)
def test_a_text_that_is_no_card_is_refused_by_name(text: str) -> None:
    with pytest.raises(CardError) as refused:
        parse_card(text)
    assert repr(text) in refused.value.message
    assert "CDHS" in refused.value.message


@given(st.text() | st.text("A1023TJQKCDHS♣♠cdhs \ufe0f", max_size=4))
def test_any_text_is_a_card_or_a_card_error(text: str) -> None:
    try:
        card = parse_card(text)
    except CardError:
        return
    assert 0 <= card <= GONE
    assert parse_card(card_text(card)) == card
