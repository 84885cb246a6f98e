"""What a player sees of a game, and what may lie where no card is seen."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tripeaks_solver.cards import DECK_SIZE, GONE, UNKNOWN, parse_card, rank_of
from tripeaks_solver.codes import parse_code
from tripeaks_solver.deal import Deal, parse_deck
from tripeaks_solver.errors import DeckError
from tripeaks_solver.game import Game
from tripeaks_solver.view import View, view_of


def game_after(seed: int, moves: int) -> Game:
    game = Game(Deal.random(seed))
    chance = Random(seed)
    for _ in range(moves):
        if game.legal_moves:
            game.make(chance.choice(game.legal_moves))
    return game


def test_at_the_start_ten_cards_and_the_waste_are_seen() -> None:
    view = view_of(Game(parse_code("TP1-E-AAAAAAB").deal()))
    assert len(view.hidden) == len(view.unseen) == DECK_SIZE - 11
    assert [n for n, card in enumerate(view.deal.cards) if card != UNKNOWN] == [*range(18, 29)]


@given(st.integers(0, 10**6), st.integers(0, 51))
def test_a_view_shows_only_what_is_so(seed: int, moves: int) -> None:
    game = game_after(seed, moves)
    view, position = view_of(game), game.position()
    for shown, real in zip(view.deal.cards, position.cards, strict=True):
        assert shown in (real, UNKNOWN)
    assert sorted(view.unseen) == sorted(position.cards[n] for n in view.hidden)
    assert Counter(view.sample(Random(seed)).cards) == Counter(position.cards)


def test_a_card_seen_before_an_undo_stays_known() -> None:
    game = game_after(3, 0)
    assert UNKNOWN not in view_of(game, known=range(DECK_SIZE)).deal.cards
    assert view_of(game, known=[0]).deal.cards[0] == game.deal.cards[0]


def test_a_board_does_not_tell_which_cards_are_gone() -> None:
    position = game_after(5, 30).position()
    hidden = tuple(UNKNOWN if n > 28 and c != GONE else c for n, c in enumerate(position.cards))
    view = View(Deal(hidden, position.layout, position.run, position.score))
    assert len(view.unseen) == len(view.hidden) + position.cards.count(GONE)
    told = View(view.deal, frozenset(view.unseen[: position.cards.count(GONE)]))
    assert len(told.unseen) == len(told.hidden)


def test_a_single_missing_card_is_known() -> None:
    deal = parse_code("TP1-E-AAAAAAB").deal()
    cards = (*deal.cards[:5], UNKNOWN, *deal.cards[6:])
    assert View(Deal(cards)).known == deal


def test_missing_cards_of_one_rank_are_known_by_rank() -> None:
    deal = parse_code("TP1-E-AAAAAAB").deal()
    view = View(Deal(tuple(UNKNOWN if rank_of(card) == 3 else card for card in deal.cards)))
    assert view.known is not None
    assert view.known.ranks == deal.ranks


@given(st.integers(0, 10**6), st.integers(0, 5), st.booleans())
def test_completions_are_counted_as_they_are_listed(seed: int, hidden: int, spare: bool) -> None:
    chance = Random(seed)
    game = game_after(seed, 20 if spare else 0)
    position = game.position()
    there = [n for n, card in enumerate(position.cards) if card != GONE]
    backs = chance.sample(there, hidden)
    cards = tuple(UNKNOWN if n in backs else card for n, card in enumerate(position.cards))
    gone = set(game.deal.cards) - set(position.cards)
    view = View(Deal(cards, position.layout), frozenset(sorted(gone)[: max(0, len(gone) - 2)]))
    found = list(view.completions())
    assert len(found) == view.completion_count
    assert len({found.deal.ranks for found in found}) == len(found)
    ways = 1
    for n in range(len(view.hidden)):
        ways *= len(view.unseen) - n
    assert sum(found.weight for found in found) == ways


def test_a_card_in_sight_cannot_be_gone() -> None:
    with pytest.raises(DeckError, match="AC is both on the board and gone"):
        View(Deal.random(1), frozenset({parse_card("AC")}))


def test_a_joker_may_lie_where_no_card_is_seen() -> None:
    deal = parse_deck(" ".join([*str(Deal.random(1)).split(), "JK"]))
    view = View(Deal((UNKNOWN, *deal.cards[1:-1], UNKNOWN)))
    assert len(view.unseen) == 2
    assert view.completion_count == 2
