"""The engine: every rule of play, every published fact, and laws that hold for any game."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from strategies import (
    BOTTOM_UP,
    ODD_BOTTOM,
    bottom_row,
    covers_by_formula,
    deal_along,
    deal_with,
    deals,
    line_of,
    play_order,
    presets,
    texts,
    winning_lines,
)

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.cards import JOKER, RANKS, SUITS, card_text, parse_card, rank_of
from tripeaks_solver.codes import parse_code
from tripeaks_solver.deal import Deal, parse_deck
from tripeaks_solver.errors import MoveError
from tripeaks_solver.game import Game, Refusal, Status
from tripeaks_solver.layout import parse_layout
from tripeaks_solver.layouts import classic
from tripeaks_solver.rules import CLASSIC, CLASSIC_STUCK, EASY, EASY_STUCK, Rules, named
from tripeaks_solver.scoring import TP1

PLACES = range(28)
BOTTOM = range(18, 28)
LEFT, MIDDLE, RIGHT = 0, 1, 2
"""The tops of the three peaks."""
AAAAAAB = parse_code("TP1-E-AAAAAAB").deal()
STUCK_RULES = pytest.mark.parametrize("rules", [EASY_STUCK, CLASSIC_STUCK], ids=lambda r: r.name)
EITHER_KING = pytest.mark.parametrize("rules", [EASY, CLASSIC], ids=lambda r: r.name)


class _Seen(NamedTuple):
    """All that a player can see of a game, but for the counter of moves."""

    tableau: int
    waste: tuple[int, ...]
    stock: tuple[int, ...]
    score: int
    status: Status
    face_up: tuple[bool, ...]
    plays: tuple[int, ...]


def _seen(game: Game) -> _Seen:
    return _Seen(
        game.tableau,
        tuple(game.waste),
        game.stock,
        game.score,
        game.status,
        tuple(game.is_face_up(place) for place in PLACES),
        tuple(game.plays()),
    )


def _after(line: Iterable[Move], deal: Deal, rules: Rules = EASY) -> Game:
    game = Game(deal, rules)
    for move in line:
        game.make(move)
    return game


def _along(line: list[Move], count: int | None = None, rules: Rules = EASY) -> Game:
    """A game that has followed so many moves (all by default) of a line that fits its deal."""
    return _after(line[:count], deal_along(line), rules)


def _random_move(game: Game, random: Random) -> bool:
    """Make some move that the rules allow; tell whether there was one."""
    moves = [Move(place) for place in game.plays()]
    moves += [] if game.draw_refusal() else [DRAW]
    if moves:
        game.make(random.choice(moves))
    return bool(moves)


def _playable(game: Game) -> str:
    return texts([game.deal.tableau[place] for place in game.plays()])


# --- set-up


def test_the_tableau_is_full_one_card_on_the_waste_and_23_in_the_stock() -> None:
    game = Game(AAAAAAB)
    assert game.tableau.bit_count() == 28
    assert game.waste == [AAAAAAB.cards[28]]
    assert game.stock == AAAAAAB.cards[29:]
    assert (len(game.stock), game.drawn, game.moves) == (23, 0, 0)


@given(deals)
def test_only_the_bottom_row_is_face_up(deal: Deal) -> None:
    game = Game(deal)
    assert [place for place in PLACES if game.is_face_up(place)] == list(BOTTOM)


# --- moves


@EITHER_KING
@given(deals)
def test_a_free_card_can_be_played_exactly_when_its_rank_is_one_off(
    rules: Rules, deal: Deal
) -> None:
    links = "A23456789TJQKA" if rules.king_ace_linked else "A23456789TJQK"
    waste = card_text(deal.waste)[0]
    for place in BOTTOM:
        rank = card_text(deal.tableau[place])[0]
        fits = waste + rank in links or rank + waste in links
        assert (Game(deal, rules).play_refusal(place) is None) == fits


@pytest.mark.parametrize("suit", SUITS)
def test_suits_do_not_matter(suit: str) -> None:
    bottom = bottom_row("5C 5D 5H 5S 7C 7D 7H 7S AC AD")
    assert Game(deal_with(bottom, f"6{suit}")).plays() == list(range(18, 26))


def test_a_played_card_becomes_the_waste_card() -> None:
    game = Game(deal_with({20: "5D", 21: "4C"}, "6C"))
    game.play(20)
    assert texts(game.waste) == "6C 5D"
    assert not game.tableau >> 20 & 1
    assert game.tableau.bit_count() == 27
    game.play(21)
    assert texts(game.waste) == "6C 5D 4C"


def test_a_covered_card_is_turned_up_when_both_covers_are_gone_and_not_before() -> None:
    game = Game(deal_with({13: "8C", 22: "6C", 23: "7C"}, "5C"))
    game.play(22)
    assert not game.is_face_up(13)
    assert game.play_refusal(13) is Refusal.COVERED
    game.play(23)
    assert game.is_face_up(13)
    game.play(13)
    assert card_text(game.waste[-1]) == "8C"


@given(winning_lines)
def test_a_card_is_face_up_exactly_while_it_lies_there_uncovered(line: list[Move]) -> None:
    game = Game(deal_along(line))
    left = set(PLACES)
    for move in line:
        game.make(move)
        left -= {move.place}
        uncovered = [p for p in left if not left & {*covers_by_formula(p)}]
        assert [p for p in PLACES if game.is_face_up(p)] == sorted(uncovered)


@pytest.mark.parametrize("place", range(18))
def test_no_card_above_the_bottom_row_can_be_played_at_the_start(place: int) -> None:
    game = Game(deal_with({place: "5C"}, "6C"))
    assert game.play_refusal(place) is Refusal.COVERED
    with pytest.raises(MoveError, match=r"^this card is blocked$"):
        game.play(place)


@pytest.mark.parametrize("card", ["6D", "4D", "8D", "KD", "AD"])
def test_a_free_card_that_does_not_fit_is_refused_with_the_reason(card: str) -> None:
    game = Game(deal_with({20: card}, "6C"))
    assert game.play_refusal(20) is Refusal.RANK
    with pytest.raises(MoveError, match=r"^must be one rank higher or lower$"):
        game.play(20)


def test_a_covered_card_that_does_not_fit_either_is_refused_as_blocked() -> None:
    assert Game(deal_with({0: "6D"}, "6C")).play_refusal(0) is Refusal.COVERED


def test_a_card_that_has_been_played_cannot_be_played_again() -> None:
    game = Game(deal_with({20: "5D", 21: "6D"}, "6C"))
    game.play(20)
    game.play(21)
    assert game.play_refusal(20) is Refusal.GONE
    with pytest.raises(MoveError, match="has been played"):
        game.play(20)


@pytest.mark.parametrize("place", [-1, 28, 1000])
def test_a_place_that_does_not_exist_is_refused(place: int) -> None:
    game = Game(AAAAAAB)
    before = _seen(game)
    with pytest.raises(MoveError, match=f"there is no place {place}: 0 to 27 exist"):
        game.make(Move(place))
    assert (_seen(game), game.moves) == (before, 0)


@given(winning_lines, presets, st.randoms(use_true_random=False), st.integers(0, 51))
@settings(max_examples=40)
def test_a_refused_move_does_nothing(
    line: list[Move], rules: Rules, random: Random, steps: int
) -> None:
    game = Game(deal_along(line), rules)
    made = sum(_random_move(game, random) for _ in range(steps))
    before = _seen(game)
    refused = [Move(p) for p in PLACES if p not in before.plays]
    refused += [DRAW] if game.draw_refusal() else []
    for move in refused:
        with pytest.raises(MoveError):
            game.make(move)
    assert (_seen(game), game.moves) == (before, made)
    for _ in range(made):
        game.undo()
    assert _seen(game) == _seen(Game(game.deal, rules))


# --- stock


def test_drawing_turns_the_top_stock_card_onto_the_waste() -> None:
    game = Game(AAAAAAB)
    game.draw()
    assert texts(game.waste) == "AC AD"
    assert game.stock == AAAAAAB.stock[1:]
    assert game.drawn == 1


def test_the_stock_is_read_from_its_top() -> None:
    game = Game(deal_with({18: "7C"}, "5C", "6C 9C"))
    assert 18 not in game.plays()
    game.draw()
    assert card_text(game.waste[-1]) == "6C"
    game.play(18)
    game.draw()
    assert texts(game.waste) == "5C 6C 7C 9C"


@EITHER_KING
def test_drawing_is_allowed_while_a_card_could_be_played(rules: Rules) -> None:
    game = Game(AAAAAAB, rules)
    assert game.plays()
    assert game.draw_refusal() is None
    game.draw()
    assert game.drawn == 1


@given(deals, presets)
def test_the_stock_is_dealt_once_in_its_order_and_never_refilled(deal: Deal, rules: Rules) -> None:
    game = Game(deal, rules)
    stock = (deal.waste, *deal.stock) if rules.empty_waste else deal.stock
    while game.status is Status.RUNNING:
        game.play(game.plays()[0]) if game.draw_refusal() else game.draw()
    assert [card for card in game.waste if card in stock] == list(stock[: game.drawn])
    assert game.stock == stock[game.drawn :]
    if game.status is Status.BLOCKED:
        assert game.stock == ()
        assert game.draw_refusal() is Refusal.STOCK_EMPTY
    with pytest.raises(MoveError):
        game.draw()


def test_a_24th_draw_is_refused() -> None:
    game = _after([DRAW] * 23, AAAAAAB)
    assert game.draw_refusal() is Refusal.STOCK_EMPTY
    with pytest.raises(MoveError, match=r"^the stock is empty$"):
        game.draw()


# --- king and ace


def test_easy_is_the_default() -> None:
    assert Game(AAAAAAB).rules is EASY


def test_an_easy_run_may_go_queen_king_ace_2_and_back() -> None:
    game = Game(deal_with(bottom_row("QC KC AC 2C AD KD QD JD TD 9D"), "JC"), EASY)
    for place in BOTTOM:
        game.play(place)
    assert texts(game.waste) == "JC QC KC AC 2C AD KD QD JD TD 9D"


@pytest.mark.parametrize(
    ("waste", "easy", "classic_"),
    [("KC", "QC AC AD", "QC"), ("AH", "KD 2C", "2C"), ("QD", "KD JC", "KD JC")],
)
def test_classic_stops_at_both_ends(waste: str, easy: str, classic_: str) -> None:
    bottom = bottom_row("QC KD AC AD 2C JC 5C 5D 7C 7D")
    deal = deal_with(bottom, waste)
    assert set(_playable(Game(deal, EASY)).split()) == set(easy.split())
    assert set(_playable(Game(deal, CLASSIC)).split()) == set(classic_.split())
    for place, card in bottom.items():
        if card in easy.split() and card not in classic_.split():
            assert Game(deal, CLASSIC).play_refusal(place) is Refusal.RANK


# --- end


def test_a_game_is_won_as_soon_as_the_tableau_is_cleared_even_with_stock_left() -> None:
    line = line_of(BOTTOM_UP)
    game = Game(deal_along(line))
    for move in line:
        assert game.status is Status.RUNNING
        game.make(move)
    assert game.status is Status.WON
    assert len(game.stock) == 23


def test_the_last_play_wins_with_an_empty_stock_too() -> None:
    game = _along(line_of(BOTTOM_UP, [0] * 23))
    assert (game.stock, game.plays(), game.status) == ((), [], Status.WON)


@pytest.mark.parametrize("top", [LEFT, MIDDLE, RIGHT])
@pytest.mark.parametrize("draws", [0, 23])
def test_a_win_is_noticed_whichever_peak_is_last(top: int, draws: int) -> None:
    order = play_order([*range(27, 2, -1), *{LEFT, MIDDLE, RIGHT} - {top}, top])
    assert order[-1] == top
    assert _along(line_of(order, [5] * draws)).status is Status.WON


@EITHER_KING
def test_a_game_is_blocked_when_the_stock_is_empty_and_nothing_fits(rules: Rules) -> None:
    game = _after([DRAW] * 23, deal_with(ODD_BOTTOM, "2C"), rules)
    assert card_text(game.waste[-1]) == "KS"
    assert (game.plays(), game.stock) == ([], ())
    assert game.status is Status.BLOCKED
    assert game.status.value == "no more moves"


def test_it_is_not_the_end_while_a_card_can_be_drawn() -> None:
    game = Game(deal_with(ODD_BOTTOM, "2C"))
    assert (game.plays(), game.status) == ([], Status.RUNNING)
    game = _along(line_of(BOTTOM_UP, [27] * 23), 27 + 22)
    assert (game.plays(), len(game.stock), game.status) == ([], 1, Status.RUNNING)


def test_it_is_not_the_end_while_the_last_stock_card_lets_a_card_be_played() -> None:
    line = line_of(BOTTOM_UP, [27] * 23)
    game = _along(line, 27 + 23)
    assert (game.stock, game.plays(), game.status) == ((), [line[-1].place], Status.RUNNING)
    game.make(line[-1])
    assert game.status is Status.WON


def test_it_is_not_the_end_while_a_card_fits_only_across_king_and_ace() -> None:
    deal = deal_with(ODD_BOTTOM | {27: "AD"}, "2C")
    game = _after([DRAW] * 23, deal, EASY)
    assert (_playable(game), game.status) == ("AD", Status.RUNNING)
    assert _after([DRAW] * 23, deal, CLASSIC).status is Status.BLOCKED


def test_a_blocked_player_may_undo_and_go_on() -> None:
    game = _after([DRAW] * 23, deal_with(ODD_BOTTOM, "2C"))
    game.undo()
    assert (game.status, len(game.stock)) == (Status.RUNNING, 1)
    game.draw()
    assert (game.status, len(game.stock)) == (Status.BLOCKED, 0)


@pytest.mark.parametrize("draws", [0, 23])
def test_after_the_win_nothing_more_can_be_done(draws: int) -> None:
    game = _along(line_of(BOTTOM_UP, [0] * draws))
    before = _seen(game)
    assert game.draw_refusal() is Refusal.WON
    assert {game.play_refusal(place) for place in PLACES} == {Refusal.WON}
    for move in [DRAW, *map(Move, PLACES)]:
        with pytest.raises(MoveError, match="the game is won"):
            game.make(move)
    assert _seen(game) == before


@given(deals, presets, st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_every_game_ends_within_51_moves(deal: Deal, rules: Rules, random: Random) -> None:
    game = Game(deal, rules)
    while _random_move(game, random):
        assert game.moves <= 51
    assert game.status is not Status.RUNNING
    assert (game.status is Status.WON) == (game.tableau == 0)


# --- score


def test_the_score_starts_at_500() -> None:
    assert Game(AAAAAAB).score == 500


def test_a_removal_and_a_draw_cost_a_point_each() -> None:
    game = Game(AAAAAAB)
    game.play(game.plays()[0])
    assert game.score == 499
    game.draw()
    assert game.score == 498


@pytest.mark.parametrize("top", [LEFT, MIDDLE, RIGHT])
def test_the_removal_that_empties_a_peak_gives_100_on_top(top: int) -> None:
    others = [place for place in (LEFT, MIDDLE, RIGHT) if place != top]
    line = line_of(play_order([*range(27, 2, -1), top, *others]))
    game = _along(line, 25)
    assert game.score == 475
    game.make(line[25])
    assert game.score == 475 - 1 + 100


@given(winning_lines)
def test_the_bonus_comes_with_the_last_card_of_each_peak(line: list[Move]) -> None:
    peaks = [
        {0, 3, 4, 9, 10, 11, 18, 19, 20},
        {1, 5, 6, 12, 13, 14, 21, 22, 23},
        {2, 7, 8, 15, 16, 17, 24, 25, 26, 27},
    ]
    game = Game(deal_along(line))
    for move in line:
        score = game.score
        for peak in peaks:
            peak.discard(-1 if move.place is None else move.place)
        game.make(move)
        assert game.score == score - 1 + 100 * peaks.count(set())
        peaks = [peak for peak in peaks if peak]
    assert peaks == []


@given(winning_lines)
def test_a_win_without_undo_is_worth_500_less_the_moves_plus_300(line: list[Move]) -> None:
    game = _along(line)
    assert game.status is Status.WON
    assert game.moves == len(line)
    assert game.score == 500 - game.moves + 300
    assert 749 <= game.score <= 772


@pytest.mark.parametrize(("draws", "score"), [(0, 772), (23, 749)])
def test_a_win_is_worth_772_without_a_draw_and_749_with_all(draws: int, score: int) -> None:
    assert _along(line_of(BOTTOM_UP, [9] * draws)).score == score


def test_a_blocked_game_has_no_penalty_and_no_bonus() -> None:
    game = _after([DRAW] * 23, deal_with(ODD_BOTTOM, "2C"))
    assert (game.status, game.score) == (Status.BLOCKED, 477)


def test_the_score_never_falls_below_0_and_undo_still_restores_it() -> None:
    game = Game(AAAAAAB, scoring=replace(TP1, start=1))
    scores = []
    for _ in range(3):
        game.draw()
        scores.append(game.score)
    assert scores == [0, 0, 0]
    for expected in (0, 0, 1):
        game.undo()
        assert game.score == expected


@given(deals, presets, st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_the_score_is_500_less_plays_and_draws_plus_100_a_peak(
    deal: Deal, rules: Rules, random: Random
) -> None:
    game = Game(deal, rules)
    stock_size = 24 if rules.empty_waste else 23
    while _random_move(game, random):
        plays, draws = 28 - game.tableau.bit_count(), stock_size - len(game.stock)
        # A peak can only be emptied by its top, the last of its cards to come free.
        peaks = sum(not game.tableau >> top & 1 for top in (LEFT, MIDDLE, RIGHT))
        assert game.score == 500 - plays - draws + 100 * peaks


# --- undo


def test_undo_of_a_play_puts_the_card_back_and_turns_cards_down_again() -> None:
    game = Game(deal_with({13: "8C", 22: "6C", 23: "7C"}, "5C"))
    game.play(22)
    before = _seen(game)
    game.play(23)
    assert game.is_face_up(13)
    game.undo()
    assert not game.is_face_up(13)
    assert game.is_face_up(23)
    assert card_text(game.waste[-1]) == "6C"
    assert _seen(game) == before


def test_undo_of_a_draw_puts_the_card_back_on_top_of_the_stock() -> None:
    game = _after([DRAW] * 2, AAAAAAB)
    game.undo()
    assert (texts(game.waste), game.drawn) == ("AC AD", 1)
    assert game.stock == AAAAAAB.stock[1:]


def test_undo_gives_the_points_back_and_takes_the_bonus() -> None:
    line = line_of(BOTTOM_UP)
    game = Game(deal_along(line))
    scores = []
    for move in line:
        scores.append(game.score)
        game.make(move)
    assert max(b - a for a, b in pairwise(scores)) == 99
    for score in reversed(scores):
        game.undo()
        assert game.score == score


def test_the_move_counter_does_not_go_down() -> None:
    game = _after([DRAW] * 3, AAAAAAB)
    game.undo()
    game.undo()
    assert game.moves == 3
    game.draw()
    assert game.moves == 4
    assert game.score == 498


def test_the_first_actions_of_a_game_can_be_undone_and_no_more() -> None:
    game = Game(AAAAAAB)
    with pytest.raises(MoveError, match="nothing to undo"):
        game.undo()
    game.draw()
    game.undo()
    with pytest.raises(MoveError, match="nothing to undo"):
        game.undo()
    assert _seen(game) == _seen(Game(AAAAAAB))


def test_the_last_100_actions_are_kept() -> None:
    """No game of 52 cards has more than 51 actions to take back, so the default is looked up."""
    assert inspect.signature(Game).parameters["undo_limit"].default == 100


@pytest.mark.parametrize(("limit", "kept"), [(0, 0), (1, 1), (5, 5), (100, 20), (None, 20)])
def test_only_the_last_actions_within_the_limit_are_kept(limit: int | None, kept: int) -> None:
    game = Game(AAAAAAB, undo_limit=limit)
    for _ in range(20):
        game.draw()
    for _ in range(kept):
        game.undo()
    with pytest.raises(MoveError):
        game.undo()
    assert game.drawn == 20 - kept


@given(deals, presets, st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_undo_inverts_every_action_of_a_whole_game(
    deal: Deal, rules: Rules, random: Random
) -> None:
    game = Game(deal, rules)
    seen = [_seen(game)]
    while _random_move(game, random):
        seen.append(_seen(game))
    made = game.moves
    for before in reversed(seen[:-1]):
        game.undo()
        assert _seen(game) == before
        assert game.moves == made
    assert _seen(game) == _seen(Game(deal, rules))


@given(winning_lines)
def test_a_win_can_be_undone_and_won_again(line: list[Move]) -> None:
    game = _along(line)
    won = _seen(game)
    game.undo()
    assert game.status is Status.RUNNING
    game.make(line[-1])
    assert _seen(game) == won
    assert game.moves == len(line) + 1


def test_two_games_of_one_deal_share_nothing() -> None:
    one, other = Game(AAAAAAB), Game(AAAAAAB)
    one.draw()
    one.play(one.plays()[0])
    assert _seen(other) == _seen(Game(AAAAAAB))
    with pytest.raises(MoveError):
        other.undo()


def test_a_first_choice_that_fails_leaves_nothing_behind_for_the_second() -> None:
    """Of two fives that fit only the second frees, with the six beside it, the seven above."""
    deal = deal_with({18: "5C", 22: "5D", 23: "6D", 13: "7D"}, "4C")
    game = Game(deal)
    game.play(18)
    game.undo()
    for place in (22, 23, 13):
        game.play(place)
    assert texts(game.waste) == "4C 5D 6D 7D"
    assert game.score == 497


# --- published facts


def test_aaaaaab_shows_its_waste_card_and_bottom_row() -> None:
    game = Game(AAAAAAB)
    assert texts(game.waste) == "AC"
    shown = [game.deal.tableau[place] for place in PLACES if game.is_face_up(place)]
    assert texts(shown) == "3S 5S KC 4S 2D AS KD 8H 7C 9S"


def test_aaaaaab_has_three_first_moves_in_easy_and_one_in_classic() -> None:
    assert _playable(Game(AAAAAAB, EASY)) == "KC 2D KD"
    assert _playable(Game(AAAAAAB, CLASSIC)) == "2D"


def test_aaaaaab_refuses_the_3_of_spades_on_the_ace_for_its_rank() -> None:
    assert Game(AAAAAAB).play_refusal(AAAAAAB.tableau.index(parse_card("3S"))) is Refusal.RANK


def test_in_aaaaaab_kc_then_as_then_2d_turns_up_7s_under_bottom_cards_5_and_6() -> None:
    game = Game(AAAAAAB)
    before = {place for place in PLACES if game.is_face_up(place)}
    for card in ("KC", "AS", "2D"):
        game.play(AAAAAAB.tableau.index(parse_card(card)))
    turned = {place for place in PLACES if game.is_face_up(place)} - before
    assert [classic().place_name(place) for place in turned] == ["row 3, card 5"]
    assert [card_text(AAAAAAB.tableau[place]) for place in turned] == ["7S"]
    assert [classic().place_name(place) for place in covers_by_formula(*turned)] == [
        "row 4, card 5",
        "row 4, card 6",
    ]


def test_a_game_that_empties_its_peaks_on_moves_37_42_and_50_ends_with_750_points() -> None:
    order = [18, 19, 20, 21, 9, 10, 11, 3, 4, 22, 23, 24, 12, 13, LEFT]
    order += [14, 5, 6, 25, MIDDLE]
    order += [26, 27, 15, 16, 17, 7, 8, RIGHT]
    line = line_of(order, [0, 0, 0, *range(14), *range(9, 14)])
    game = Game(deal_along(line))
    bonuses = []
    for move in line:
        before = game.score
        game.make(move)
        bonuses += [game.moves] if game.score > before else []
    assert bonuses == [37, 42, 50]
    assert (game.status, game.score, game.drawn) == (Status.WON, 750, 22)


# --- the traditional rule of drawing


@STUCK_RULES
def test_under_stuck_rules_a_draw_is_refused_while_a_card_fits(rules: Rules) -> None:
    game = Game(AAAAAAB, rules)
    assert game.draw_refusal() is Refusal.NOT_STUCK
    with pytest.raises(MoveError, match="only when none can"):
        game.draw()
    assert (game.drawn, game.moves, game.score) == (0, 0, 500)


@given(deals, presets, st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_a_draw_is_refused_exactly_when_the_rules_say(
    deal: Deal, rules: Rules, random: Random
) -> None:
    game = Game(deal, rules)
    while game.status is Status.RUNNING:
        waiting = rules.draw_only_when_stuck and bool(game.plays())
        assert (game.draw_refusal() is None) == (bool(game.stock) and not waiting)
        _random_move(game, random)


# --- variants


@given(presets, st.integers(0, 12), st.integers(0, 12))
def test_a_joker_goes_on_every_card_and_every_card_on_it(
    rules: Rules, waste: int, card: int
) -> None:
    layout = parse_layout("name: two\n\nL L\n")
    others = [c for c in range(52) if c not in (waste, 13 + card)]
    game = Game(Deal((JOKER, 13 + card, waste, *others), layout), replace(rules, empty_waste=False))
    if rules.king_stops and RANKS[rank_of(waste)] == "K":
        assert game.plays() == []
        return
    assert 0 in game.plays()
    game.play(0)
    assert game.plays() == [1]
    game.play(1)
    assert game.status is Status.WON


def test_jokers_make_the_stock_longer() -> None:
    tokens = str(AAAAAAB).split()
    deal = parse_deck(" ".join(["JK", *tokens, "JK"]))
    assert (len(deal.stock), deal.tableau[0], deal.stock[-1]) == (25, JOKER, JOKER)


def test_with_an_empty_waste_any_free_card_may_be_the_first() -> None:
    game = Game(AAAAAAB, named("classic-empty"))
    assert (game.waste, len(game.stock), game.stock[0]) == ([], 24, AAAAAAB.waste)
    assert game.plays() == list(range(18, 28))
    assert game.play_refusal(0) is Refusal.COVERED
    game.play(18)
    assert game.waste == [AAAAAAB.tableau[18]]
    game.undo()
    assert (game.waste, len(game.plays())) == ([], 10)
    game.draw()
    assert game.waste == [AAAAAAB.waste]


def test_with_an_empty_waste_a_card_can_always_be_played_before_a_draw() -> None:
    game = Game(AAAAAAB, named("easy-stuck-empty"))
    assert game.draw_refusal() is Refusal.NOT_STUCK


def test_open_peaks_show_all_cards_but_free_none() -> None:
    closed, opened = Game(AAAAAAB), Game(AAAAAAB, named("easy-open"))
    assert [place for place in range(28) if closed.is_face_up(place)] == list(range(18, 28))
    assert all(opened.is_face_up(place) for place in range(28))
    assert closed.plays() == opened.plays()
    opened.play(opened.plays()[0])
    assert sum(opened.is_face_up(place) for place in range(28)) == 27


def test_a_game_under_way_goes_on_with_what_is_left() -> None:
    tokens = str(AAAAAAB).split()
    tokens[20], tokens[28], tokens[29] = "--", tokens[29], "--"
    game = Game(parse_deck(" ".join(tokens), run=0, score=498))
    assert (game.tableau.bit_count(), len(game.stock), game.score) == (27, 22, 498)
    assert game.play_refusal(20) is Refusal.GONE
    assert game.position() == game.deal


# --- Other layouts


def test_a_layout_of_one_card_is_won_by_its_first_play() -> None:
    layout = parse_layout("name: one\n\nL\n")
    game = Game(deal_with({0: "2C"}, "AC", layout=layout))
    assert len(game.stock) == 50
    game.play(0)
    assert (game.status, game.score) == (Status.WON, 599)


# --- Any game, against a model that says it another way


class AnyGame(RuleBasedStateMachine):
    """Random actions, refused ones among them, and undos; the model replays its own history."""

    @initialize(line=winning_lines, preset=presets)
    def start(self, line: list[Move], preset: Rules) -> None:
        self.deal, self.preset = deal_along(line), preset
        self.game = Game(self.deal, preset)
        self.history: list[Move] = []
        self.made = 0

    def _left(self) -> set[int]:
        return set(PLACES) - {move.place for move in self.history if move.place is not None}

    def _drawn(self) -> int:
        return self.history.count(DRAW)

    def _stock(self) -> tuple[int, ...]:
        """The stock at the start: with an empty waste a card more."""
        return self.deal.cards[28 if self.preset.empty_waste else 29 :]

    def _waste(self) -> int | None:
        if not self.history:
            return None if self.preset.empty_waste else self.deal.cards[28]
        last = self.history[-1].place
        return self._stock()[self._drawn() - 1] if last is None else self.deal.cards[last]

    def _fitting(self) -> list[int]:
        left, waste = self._left(), self._waste()
        free = [place for place in sorted(left) if not left & {*covers_by_formula(place)}]
        if waste is None:
            return free
        if self.preset.king_stops and RANKS[rank_of(waste)] == "K":
            return []
        gaps = {1, -1, *({12, -12} if self.preset.king_ace_linked else ())}
        return [p for p in free if rank_of(self.deal.cards[p]) - rank_of(waste) in gaps]

    def _make(self, move: Move, allowed: bool) -> None:
        if allowed:
            self.game.make(move)
            self.history.append(move)
            self.made += 1
        else:
            with pytest.raises(MoveError):
                self.game.make(move)

    @rule(place=st.integers(0, 27))
    def play_any(self, place: int) -> None:
        self._make(Move(place), place in self._fitting())

    @precondition(lambda self: self._fitting())
    @rule(data=st.data())
    def play_one_that_fits(self, data: st.DataObject) -> None:
        self._make(Move(data.draw(st.sampled_from(self._fitting()))), True)

    @rule()
    def draw(self) -> None:
        waiting = self.preset.draw_only_when_stuck and self._fitting()
        self._make(DRAW, bool(self._left()) and self._drawn() < len(self._stock()) and not waiting)

    @rule()
    def undo(self) -> None:
        if self.history:
            self.game.undo()
            self.history.pop()
        else:
            with pytest.raises(MoveError):
                self.game.undo()

    @invariant()
    def all_52_cards_are_somewhere(self) -> None:
        held = [card for p, card in enumerate(self.deal.tableau) if self.game.tableau >> p & 1]
        assert sorted([*held, *self.game.waste, *self.game.stock]) == list(range(52))

    @invariant()
    def the_game_is_where_its_actions_lead(self) -> None:
        left, drawn = self._left(), self._drawn()
        assert self.game.tableau == sum(1 << place for place in left)
        assert self.game.stock == self._stock()[drawn:]
        assert (self.game.waste[-1] if self.game.waste else None) == self._waste()
        assert self.game.plays() == self._fitting()
        assert self.game.moves == self.made
        peaks = len({LEFT, MIDDLE, RIGHT} - left)
        assert self.game.score == 500 - len(self.history) + 100 * peaks
        if not left:
            assert self.game.status is Status.WON
        elif drawn == len(self._stock()) and not self._fitting():
            assert self.game.status is Status.BLOCKED
        else:
            assert self.game.status is Status.RUNNING


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(max_examples=30, stateful_step_count=60)


def test_refusals_are_worded_for_players() -> None:
    assert [Refusal.RANK.value, Refusal.COVERED.value] == [
        "must be one rank higher or lower",
        "this card is blocked",
    ]
