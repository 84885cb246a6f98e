"""Players who see what a player sees: the kernels against their twins, and what they promise."""

from __future__ import annotations

from random import Random

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_players import base_action

from tripeaks_solver.answer import DRAW
from tripeaks_solver.cards import DECK_SIZE, UNKNOWN
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import DeckError
from tripeaks_solver.game import Game, Status
from tripeaks_solver.layout import parse_layout
from tripeaks_solver.layouts import classic, find_layout
from tripeaks_solver.players.estimate import estimates, good_play
from tripeaks_solver.players.games import Knows, play_games, play_small_games
from tripeaks_solver.players.perfect import best_chance
from tripeaks_solver.rules import CLASSIC, CLASSIC_STUCK, EASY, EASY_STUCK, Rules
from tripeaks_solver.scoring import SYSTEMS, Scoring
from tripeaks_solver.search.base_player import Weights, weights_for
from tripeaks_solver.search.compiled import load_kernels
from tripeaks_solver.search.kernels.tables import covers_of, relations_of
from tripeaks_solver.view import View, view_of

RULES = [EASY, CLASSIC, EASY_STUCK, CLASSIC_STUCK]


def after(seed: int, moves: int, rules: Rules = EASY, layout: str = "1") -> Game:
    game = Game(Deal.random(seed, find_layout(layout)), rules)
    chance = Random(seed)
    for _ in range(moves):
        if game.legal_moves:
            game.make(chance.choice(game.legal_moves))
    return game


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(0, 40), st.sampled_from(RULES), st.sampled_from("12345"))
def test_the_base_player_does_as_its_twin(seed: int, moves: int, rules: Rules, name: str) -> None:
    game = after(seed, moves, rules, name)
    if game.status is not Status.RUNNING:
        return
    kernels = load_kernels("blind")
    layout, deal = game.deal.layout, game.deal
    weights = weights_for(rules)
    table = kernels.Table(
        covers_of(layout),
        relations_of((rules,)).plays_on[0],
        rules.draw_only_when_stuck,
        weights.array(),
    )
    cards = kernels.new_cards(np.array(deal.ranks, np.uint8), 0, 0)
    kernels.lay_out(table, cards)
    unseen = np.array(view_of(game).unseen_ranks, np.int64)
    free = sum(1 << p for p in range(len(layout)) if layout.is_free(p, game.tableau))
    action = kernels.base_action(
        table, cards, unseen, game.tableau, free, game.waste_rank, game.drawn
    )
    chosen = base_action(game, weights)
    assert chosen is not None
    assert action == (kernels.DRAW if chosen == DRAW else chosen.place)


def rest(seed: int, cards: int, layout: str = "1", rules: Rules = EASY) -> Game:
    """A game with few cards left in the tableau."""
    game = Game(Deal.random(seed, find_layout(layout)), rules)
    chance = Random(seed)
    while game.tableau.bit_count() > cards and game.legal_moves:
        plays = [move for move in game.legal_moves if move != DRAW]
        game.make(chance.choice(plays or game.legal_moves))
    return game


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_one_estimate_for_each_action_in_order(rules: Rules) -> None:
    view = view_of(after(4, 3, rules))
    found = estimates(view, rules, samples=50)
    assert [estimate.move for estimate in found] == view.legal_moves(rules)
    assert [estimate.chosen for estimate in found].count(True) == 1
    for estimate in found:
        assert 0 <= estimate.win.low <= estimate.win.share <= estimate.win.high <= 1
        assert estimate.score_low <= estimate.score <= estimate.score_high
        assert estimate.samples == 50


def test_the_same_seed_gives_the_same_answer() -> None:
    view = view_of(after(7, 5))
    assert estimates(view, samples=300, seed=3) == estimates(view, samples=300, seed=3)
    assert estimates(view, samples=300, seed=3) != estimates(view, samples=300, seed=4)


def test_hidden_cards_do_not_change_an_estimate() -> None:
    game = after(11, 4)
    view = view_of(game)
    again = Game(view.sample(Random(1)), game.rules)
    assert again.deal != game.position()
    other = View(view_of(again).deal, view.discarded)
    assert estimates(view, samples=100) == estimates(other, samples=100)


def test_a_last_card_that_fits_wins_for_sure() -> None:
    game = next(
        game
        for seed in range(2000)
        if (game := rest(seed, 1)).tableau.bit_count() == 1 and game.plays() and game.stock
    )
    play, draw = estimates(view_of(game), samples=100)
    assert (play.win.share, play.chosen) == (1, True)
    assert not draw.chosen
    assert draw.score < play.score
    worth = game.copy()
    worth.play(game.plays()[0])
    assert play.score == play.score_low == play.score_high == worth.score


@pytest.mark.parametrize("scoring", SYSTEMS.values(), ids=lambda scoring: scoring.name)
def test_with_all_cards_known_scores_are_those_of_the_engine(scoring: Scoring) -> None:
    begun = Game(Deal.random(5), EASY, scoring)
    for estimate in estimates(View(begun.deal), EASY, scoring, samples=3):
        game = begun.copy()
        game.make(estimate.move)
        while move := base_action(game, weights_for(EASY), all_known=True):
            game.make(move)
        assert estimate.score == game.score
        assert estimate.win.share == (game.status is Status.WON)


def test_a_card_in_sight_must_be_told() -> None:
    deal = Deal.random(1)
    cards = (*deal.cards[:18], UNKNOWN, *deal.cards[19:])
    with pytest.raises(DeckError, match="row 4, card 1 is in sight"):
        estimates(View(Deal(cards)))


def test_a_game_that_is_over_has_no_estimates() -> None:
    game = rest(3, 0)
    while game.legal_moves:
        game.make(game.legal_moves[-1])
    assert estimates(view_of(game)) == ()


def twin_wins(deal: Deal, rules: Rules, weights: Weights) -> bool:
    """Let the twin of the base player play a whole deal."""
    game = Game(deal, rules)
    while move := base_action(game, weights):
        game.make(move)
    return game.status is Status.WON


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_games_of_the_base_player_end_as_those_of_its_twin(rules: Rules) -> None:
    deals = [Deal.random(seed) for seed in range(8)]
    found = play_games([deal.cards for deal in deals], rules, samples=0)
    assert found.won.tolist() == [twin_wins(deal, rules, weights_for(rules)) for deal in deals]
    assert (found.told == -1).all()


def test_a_panel_is_many_base_players() -> None:
    deals, chance = [Deal.random(seed) for seed in range(6)], np.random.default_rng(1)
    kernels, own = load_kernels("blind"), weights_for(EASY).array()
    tastes = own + chance.standard_normal((3, len(own)))
    table = kernels.Table(covers_of(classic()), relations_of((EASY,)).plays_on[0], False, own)
    wins = np.empty(len(deals), np.int32)
    kernels.panel_games(table, np.array([deal.ranks for deal in deals], np.uint8), tastes, wins)
    players = [weights_of(taste) for taste in tastes]
    assert wins.tolist() == [
        sum(twin_wins(deal, EASY, weights) for weights in players) for deal in deals
    ]


def weights_of(taste: npt.NDArray[np.float64]) -> Weights:
    pairs = taste[: 2 * 9].reshape(9, 2).tolist()
    return Weights(tuple((weight, more) for weight, more in pairs), tuple(taste[18:]), (0.0, 1.0))


def test_rollouts_count_what_happens_over_all_completions() -> None:
    """With few backs left every completion can be played out by the twin."""
    game = next(
        game
        for seed in range(500)
        if (game := rest(seed, 6)).plays()
        and 1 < len(view_of(game).hidden) <= 4
        and len(game.stock) > 1
    )
    view = view_of(game)
    found = estimates(view, samples=4000)
    for estimate in found:
        won = total = 0
        for completion in view.completions():
            played = Game(completion.deal)
            played.make(estimate.move)
            while move := base_action(played, weights_for(EASY)):
                played.make(move)
            won += completion.weight * (played.status is Status.WON)
            total += completion.weight
        assert estimate.win.low - 0.02 <= good_play(won / total, EASY) <= estimate.win.high + 0.02


def test_who_knows_more_wins_more() -> None:
    cards = [Deal.random(seed).cards for seed in range(100)]
    won = {knows: play_games(cards, samples=20, knows=knows).won.sum() for knows in Knows}
    assert won[Knows.NOTHING] < won[Knows.STOCK]
    assert won[Knows.NOTHING] < won[Knows.BACKS]


def test_the_same_seed_plays_the_same_games() -> None:
    cards = [Deal.random(seed).cards for seed in range(20)]
    first, again, other = (play_games(cards, samples=20, telling=5, seed=s) for s in (0, 0, 1))
    assert (first.told == again.told).all()
    assert (first.told != other.told).any()


# --- The best blind player of small games ---------------------------------------------------------

ONE = parse_layout("name: one\n\nA\n")
PEAK = parse_layout("name: peak\n\n  A\n B C\nD E F\n")


@pytest.mark.parametrize(
    ("deck", "chance"), [((0, 1), 1), ((0, 5), 0), ((0, 1, 4), 4 / 6), ((0, 1, 4, 4), 1 / 2)]
)
def test_games_of_one_card_are_computed_by_hand(deck: tuple[int, ...], chance: float) -> None:
    """The card goes where its neighbour lies before it: on the waste or in the stock."""
    assert best_chance(ONE, CLASSIC, deck) == pytest.approx(chance)


def test_two_cards_in_sight_are_played_in_the_better_order() -> None:
    """Of ace, two and three the first on the waste decides; with the two on it one is left over."""
    pair = parse_layout("name: pair\n\nA B\n")
    assert best_chance(pair, CLASSIC, (0, 1, 2)) == pytest.approx(2 / 3)
    assert best_chance(pair, EASY, (0, 1, 12)) == pytest.approx(2 / 3)
    assert best_chance(pair, CLASSIC, (0, 1, 12)) == 0


@pytest.mark.parametrize("rules", [CLASSIC, CLASSIC_STUCK], ids=lambda rules: rules.name)
def test_no_player_wins_more_often_than_the_best(rules: Rules) -> None:
    """Games of ten cards: the best player bounds the others, and rollouts come close."""
    deck = tuple(range(5)) * 2
    deals = np.random.default_rng(1).permuted(np.tile(deck, (4000, 1)), axis=1)
    best = best_chance(PEAK, rules, deck)
    error = (best * (1 - best) / len(deals)) ** 0.5
    shares = [play_small_games(deals, rules, PEAK, samples=n).mean() for n in (0, 100)]
    assert max(shares) < best + 3 * error
    assert shares[1] > best - 0.03
    assert shares[1] > shares[0]


@pytest.mark.parametrize("deck", [(0,), tuple(range(13)) * 4, (0, 14)])
def test_decks_that_cannot_be_computed_are_refused(deck: tuple[int, ...]) -> None:
    with pytest.raises(DeckError):
        best_chance(ONE, CLASSIC, deck)


@pytest.mark.parametrize("deals", [[[0]], [[0, 1], [0, 2]], [[0, 14]], [0, 1]])
def test_small_games_are_checked(deals: list[object]) -> None:
    with pytest.raises(DeckError):
        play_small_games(np.array(deals), CLASSIC, ONE, samples=0)


# --- What the chances mean ------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("rules", [EASY, CLASSIC], ids=lambda rules: rules.name)
def test_what_is_told_to_be_won_is_won_that_often(rules: Rules) -> None:
    """Positions told to be won by 20, 40, 60 and 80 % are won that often, within 3 points.

    The games are others than those that the curves were fitted to.
    """
    chance, size = np.random.default_rng(202), 100
    cards = np.array([chance.permutation(DECK_SIZE) for _ in range(2000)])
    games = [
        play_games(cards[first : first + size], rules, samples=300, telling=150, seed=202 + first)
        for first in range(0, len(cards), size)
    ]
    won = np.concatenate([some.won for some in games])
    base = np.concatenate([some.told for some in games])
    told = np.vectorize(good_play)(base, rules)
    for middle in (0.2, 0.4, 0.6, 0.8):
        near = (base >= 0) & (abs(told - middle) < 0.1)
        assert near.sum() > 2000
        excess = np.where(near, told - won[:, None], 0).sum()
        assert abs(excess / near.sum()) <= 0.03
