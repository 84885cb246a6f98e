"""From where a deal can still be won, against the slow twin."""

from __future__ import annotations

from random import Random

import naive
from hypothesis import given, settings
from hypothesis import strategies as st
from twin import naive_game, small_deals

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.ask import solve
from tripeaks_solver.cards import WILD
from tripeaks_solver.codes import parse_code
from tripeaks_solver.deal import Deal
from tripeaks_solver.game import Game, Status
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import PRESETS, Rules
from tripeaks_solver.search.prospects import prospects


@settings(max_examples=40)
@given(small_deals(), st.sampled_from(list(PRESETS.values())))
def test_prospects_equal_brute_force_from_every_position(deal: Deal, rules: Rules) -> None:
    chances = prospects(Problem(deal, rules))
    game = naive_game(deal, rules)
    winning: set[naive.State] = set()
    for layer in reversed(list(naive.layers(game))):
        for state in layer:
            if state[0] == 0 or winning.intersection(game.successors(state)):
                winning.add(state)
    for mask, drawn, rank in naive.states(game):
        can_win = chances.can_win(mask, min(rank, WILD), drawn)
        assert can_win == ((mask, drawn, rank) in winning), (mask, drawn, rank)


@settings(max_examples=20)
@given(small_deals(), st.sampled_from(list(PRESETS.values())), st.randoms(use_true_random=False))
def test_a_game_can_be_taken_up_from_any_position(deal: Deal, rules: Rules, random: Random) -> None:
    game = Game(deal, rules)
    chances = prospects(Problem(deal, rules))
    while game.status is Status.RUNNING:
        taken_up = Game(game.position(), rules)
        assert (taken_up.plays(), taken_up.stock) == (game.plays(), game.stock)
        assert (taken_up.score, taken_up.run) == (game.score, game.run)
        winnable = solve(game.position(), rules).fewest_draws is not None
        assert winnable == chances.can_win(game.tableau, game.waste_rank, game.drawn)
        moves = [Move(place) for place in game.plays()]
        game.make(random.choice(moves + ([DRAW] if game.draw_refusal() is None else [])))


def test_the_prospects_of_a_deal_are_its_verdict() -> None:
    for code in ("TP1-E-AAAAAAB", "TP1-C-AAAAAAB", "TP1-C-AAAAAAD"):
        named = parse_code(code)
        assert named.rules is not None
        deal = named.deal()
        won = solve(deal, named.rules).fewest_draws is not None
        game = Game(deal, named.rules)
        assert (
            prospects(Problem(deal, named.rules)).can_win(game.tableau, game.waste_rank, 0) == won
        )


def test_prospects_count_draws_from_where_a_game_was_taken_up() -> None:
    game = Game(parse_code("TP1-E-AAAAAAB").deal())
    for move in solve(game.deal).moves[:20]:
        game.make(move)
    assert game.drawn
    assert prospects(Problem(game.position(), game.rules)).can_win(game.tableau, game.waste_rank, 0)
