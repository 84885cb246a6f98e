"""Decks as text, and every fault of a deck named at once."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import deals, texts

from tripeaks_solver.cards import DECK_SIZE, card_sign, card_text, parse_card
from tripeaks_solver.deal import Deal, parse_deck, whole_deck
from tripeaks_solver.errors import DeckError
from tripeaks_solver.layout import parse_layout
from tripeaks_solver.layouts import classic
from tripeaks_solver.rules import named

SORTED = [card_text(card) for card in range(DECK_SIZE)]
"""Place 0 holds AC, the waste (28) 3H, the first stock card (29) 4H, the last KS."""
TINY = parse_layout("name: tiny\n\n L\nL L\n")


def _refusal(tokens: list[str]) -> str:
    with pytest.raises(DeckError) as refused:
        parse_deck(" ".join(tokens))
    return refused.value.message


def test_cards_come_as_tableau_then_waste_then_stock() -> None:
    deal = parse_deck(" ".join(SORTED))
    assert texts(deal.tableau) == " ".join(SORTED[:28])
    assert card_text(deal.waste) == "3H"
    assert texts(deal.stock) == " ".join(SORTED[29:])
    assert (len(deal.tableau), len(deal.stock)) == (28, 23)
    assert deal.layout is classic()


def test_another_layout_takes_its_own_number_of_cards_first() -> None:
    deal = parse_deck(" ".join(SORTED), TINY)
    assert texts(deal.tableau) == "AC 2C 3C"
    assert card_text(deal.waste) == "4C"
    assert texts(deal.stock) == " ".join(SORTED[4:])


@given(deals)
def test_a_written_deck_is_read_back(deal: Deal) -> None:
    assert parse_deck(str(deal)) == deal
    assert len(str(deal).split()) == 52


@given(deals, st.sampled_from([" ", "\n", ", ", ";", " | ", "\t\t"]))
def test_spelling_case_and_separators_do_not_matter(deal: Deal, separator: str) -> None:
    tokens = str(deal).split()
    tokens[::3] = map(card_sign, deal.cards[::3])
    tokens[1::3] = [token.lower().replace("t", "10") for token in tokens[1::3]]
    assert parse_deck(separator.join(tokens)) == deal


@pytest.mark.parametrize("count", [0, 24, 51])
def test_a_short_deck_is_refused_with_its_count_and_what_is_missing(count: int) -> None:
    message = _refusal(SORTED[:count])
    assert message.startswith(f"{count} cards where 52 are needed")
    assert message.endswith("missing: " + " ".join(SORTED[count:]))


def test_a_long_deck_is_refused_with_its_count_and_the_doubled_card() -> None:
    message = _refusal([*SORTED, "AC"])
    assert message.startswith("53 cards where 52 are needed")
    assert "AC twice or more (row 1, card 1 and stock card 24)" in message
    assert "missing" not in message


def test_a_doubled_card_is_one_error_with_both_places_and_the_missing_card() -> None:
    tokens = ["QC" if token == "QS" else token for token in SORTED]
    message = _refusal(tokens)
    assert message == "QC twice or more (row 3, card 3 and stock card 22); missing: QS"


def test_all_faults_of_a_deck_are_named_at_once_with_their_places() -> None:
    tokens = ["1S", *SORTED[1:18], "2C", *SORTED[19:28], "3c", *SORTED[29:40], "knave", "5D", "5d"]
    message = _refusal(tokens)
    assert message.split("; ") == [
        "43 cards where 52 are needed",
        "'1S' (row 1, card 1) is not a card",
        "'knave' (stock card 12) is not a card",
        "2C twice or more (row 1, card 2 and row 4, card 1)",
        "3C twice or more (row 1, card 3 and waste)",
        "5D twice or more (row 3, card 9 and stock card 13 and stock card 14)",
        f"missing: AC 6D 3H {' '.join(SORTED[40:])}",
    ]


@given(deals, st.data())
@settings(max_examples=40)
def test_any_faulty_tokens_are_all_named_by_place(deal: Deal, data: st.DataObject) -> None:
    places = data.draw(st.sets(st.integers(0, 51), min_size=1, max_size=6))
    tokens = ["!" if p in places else token for p, token in enumerate(str(deal).split())]
    message = _refusal(tokens)
    assert message.count("is not a card") == len(places)
    for place in places:
        name = classic().place_name(place) if place < 28 else "waste"
        assert f"({name if place <= 28 else f'stock card {place - 28}'}) is not a card" in message
    missing = {parse_card(token) for token in message.partition("missing: ")[2].split()}
    assert missing == {deal.cards[place] for place in places}


@given(st.text() | st.lists(st.sampled_from([*SORTED, "10s", "x"]), max_size=60).map(" ".join))
def test_any_text_is_a_deck_or_a_deck_error(text: str) -> None:
    try:
        deal = parse_deck(text)
    except DeckError as refused:
        assert refused.message
        return
    assert sorted(deal.cards) == list(range(52))


def test_a_long_word_is_cut_short_in_the_message() -> None:
    message = _refusal(["x" * 1000, *SORTED[1:]])
    assert message == f"'{'x' * 11}…' (row 1, card 1) is not a card; missing: AC"


def test_a_deal_cannot_be_made_of_cards_that_are_no_deck() -> None:
    with pytest.raises(DeckError, match=r"AC twice or more .* missing: KS"):
        Deal((*range(51), 0))
    with pytest.raises(DeckError, match="51 cards"):
        Deal(tuple(range(51)))


# --- Marks: jokers, unknown cards, cards that are gone


def with_marks(changes: dict[int, str], extra: list[str] | None = None) -> list[str]:
    return [changes.get(place, token) for place, token in enumerate(SORTED)] + (extra or [])


def test_a_game_under_way_holds_what_is_left() -> None:
    deal = parse_deck(" ".join(with_marks({27: "--", 26: "0", 29: "—", 30: "--"})))
    assert deal.is_under_way
    assert deal.mask == (1 << 26) - 1
    assert texts(deal.stock) == " ".join(SORTED[31:])
    assert parse_deck(str(deal)) == deal


def test_a_deal_at_its_start_is_not_under_way() -> None:
    deal = parse_deck(" ".join(SORTED))
    assert (deal.is_under_way, deal.mask) == (False, classic().full)
    assert deal.remaining() == (classic(), deal.cards)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({0: "--"}, "row 1, card 1 is gone, but row 2, card 1 covers it"),
        ({30: "--"}, "stock card 2 is gone before others"),
        ({28: "--"}, "52 cards where 53 are needed: write -- for each that is gone"),
        ({28: "--", 27: "--"}, "the waste is empty, but cards have been played or drawn"),
        ({3: "JK"}, "52 cards where 53 are needed"),
    ],
)
def test_what_cannot_be_gone_is_refused(changes: dict[int, str], fault: str) -> None:
    assert fault in _refusal(with_marks(changes))


def test_a_run_is_no_longer_than_what_has_been_played() -> None:
    tokens = " ".join(with_marks({27: "--"}))
    assert parse_deck(tokens, run=1).run == 1
    with pytest.raises(DeckError, match="a run of 2 cards, but 1 have been played"):
        parse_deck(tokens, run=2)


def test_a_card_that_is_missing_must_be_gone_somewhere() -> None:
    assert "51 cards where 52 are needed" in _refusal(with_marks({27: "--"})[:-1])


def test_jokers_lie_beside_the_52_cards() -> None:
    deal = parse_deck(" ".join(["JK", *SORTED, "*"]))
    assert (len(deal.cards), len(deal.stock)) == (54, 25)
    assert "9 jokers: 8 are possible" in _refusal(["JK"] * 9 + SORTED)


def test_an_empty_waste_leaves_a_card_more_in_the_stock() -> None:
    deal = parse_deck(" ".join([*SORTED[:28], "--", *SORTED[28:]]))
    assert (len(deal.stock), deal.is_under_way) == (24, False)
    plain = parse_deck(" ".join(SORTED))
    assert plain.under(named("easy-empty")) == deal
    assert plain.under(named("easy")) == plain
    assert deal.under(named("easy-empty")) == deal


def test_unknown_cards_are_kept_but_cannot_be_solved() -> None:
    deal = parse_deck(" ".join(with_marks({0: "??", 40: "?"})))
    assert parse_deck(str(deal)) == deal
    with pytest.raises(DeckError, match=r"2 unknown cards \(the first: row 1, card 1\)"):
        deal.require_known()


def test_what_remains_of_a_game_under_way_is_a_smaller_deal() -> None:
    deal = parse_deck(" ".join(with_marks({27: "--", 26: "--", 29: "--"})))
    layout, cards = deal.remaining()
    assert (len(layout), len(cards)) == (26, 26 + 1 + 22)
    assert layout.covered_by == tuple(mask & deal.mask for mask in classic().covered_by[:26])


# --- Whole decks at a glance


@given(deals, st.data())
def test_only_a_text_of_the_52_cards_and_nothing_else_is_a_whole_deck(
    deal: Deal, data: st.DataObject
) -> None:
    tokens = str(deal).split()
    assert whole_deck(" ".join(tokens)) == deal.cards
    place = data.draw(st.integers(0, DECK_SIZE - 1))
    other = data.draw(st.sampled_from(["xx", "JK", "??", "--", tokens[place - 1]]))
    for wrong in ([*tokens, other], [*tokens[:place], other, *tokens[place + 1 :]], tokens[1:]):
        assert whole_deck(" ".join(wrong)) is None
