"""Advice for players who see what a player sees: `players/advice.py`, `look` and the command."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_cli_support import tripeaks

from tripeaks_solver.answer import DRAW, Move, Verdict
from tripeaks_solver.ask import solve
from tripeaks_solver.cards import GONE, UNKNOWN
from tripeaks_solver.codes import parse_code
from tripeaks_solver.deal import Deal, parse_deck
from tripeaks_solver.errors import FormatError
from tripeaks_solver.formats.moves import read_moves
from tripeaks_solver.game import Game
from tripeaks_solver.hidden import outlook
from tripeaks_solver.layout import parse_layout
from tripeaks_solver.layouts import find_layout
from tripeaks_solver.players.advice import Advice, Aim, advise
from tripeaks_solver.players.look import Plan, plan_to_see
from tripeaks_solver.rules import CLASSIC, CLASSIC_STUCK, EASY, EASY_STUCK, PRESETS, Rules
from tripeaks_solver.view import View, view_of

CODE = "TP1-E-AAAAAAB"
START = parse_code(CODE).deal()


def board_of(game: Game) -> str:
    """Write what a player sees."""
    return str(view_of(game).deal)


def after(deal: Deal, moves: str, rules: str = "easy") -> Game:
    game = Game(deal, PRESETS[rules])
    read_moves(game, moves)
    return game


def advice_after(moves: str, rules: str = "easy", aim: Aim = Aim.WIN) -> Advice:
    return advise(view_of(after(START, moves, rules)), PRESETS[rules], aim=aim, samples=200)


# --- Moves ----------------------------------------------------------------------------------------


def test_moves_are_cards_places_and_draws() -> None:
    game = after(START, "KC, as 22 d DRAW")
    assert (game.tableau.bit_count(), game.drawn) == (25, 2)


@pytest.mark.parametrize(
    ("moves", "fault"),
    [
        ("KC KC", "move 2, 'KC': this card has been played"),
        ("KC 3S", "move 2, '3S': must be one rank higher or lower"),
        ("d x", "move 2, 'x': is not a move"),
        ("0", "move 1, '0': this card is blocked"),
        ("99", "move 1, '99': there is no place 99"),
        ("TS", "move 1, 'TS': "),
    ],
)
def test_a_move_that_cannot_be_made_is_named(moves: str, fault: str) -> None:
    with pytest.raises(FormatError) as raised:
        after(START, moves)
    assert str(raised.value).startswith(fault)


@given(st.text(max_size=30))
def test_moves_raise_nothing_but_their_own_error(text: str) -> None:
    try:
        after(START, text)
    except FormatError as fault:
        assert "\n" not in str(fault)


# --- Advice ---------------------------------------------------------------------------------------


def test_every_action_has_an_option_and_a_reason() -> None:
    advice = advice_after("")
    view = view_of(Game(START))
    assert sorted(map(str, (o.move for o in advice.options))) == sorted(
        map(str, view.legal_moves(EASY))
    )
    reasons = {option.move: option.reason for option in advice.options}
    assert reasons[Move(20)] == "A♠ can follow; keeps K♦; 6 of 41 unseen cards fit on it"
    assert reasons[DRAW] == "a free card fits on 37 of 41 unseen cards; leaves 22 stock cards"


def test_a_play_says_how_many_cards_it_turns_up() -> None:
    advice = advice_after("KC AS 2D 3S")
    reasons = {option.move: option.reason for option in advice.options}
    assert reasons[Move(21)].startswith("turns up 2 cards; ")


def test_the_recommended_action_comes_first_and_the_rest_by_its_chance() -> None:
    for aim, worth in ((Aim.WIN, "win"), (Aim.SCORE, "score")):
        first, *rest = advice_after("", aim=aim).options
        assert first.estimate.chosen
        values = [getattr(option.estimate, worth) for option in rest]
        assert values == sorted(values, reverse=True)


def test_with_all_cards_known_the_answers_are_proven() -> None:
    game = after(START, "KC AS 2D 3S 4S 5S")
    advice = advise(View(game.position()), EASY)
    assert advice.is_exact
    for option in advice.options:
        played = game.copy()
        played.make(option.move)
        answer = solve(played.position(), EASY)
        assert option.estimate.win.share == (answer.verdict == "winnable")
        assert option.estimate.score == answer.best_score
    shares = [option.estimate.win.share for option in advice.options]
    assert shares == sorted(shares, reverse=True)


def test_a_last_hidden_card_is_known() -> None:
    """The last card of the stock is the only one that has not been seen."""
    cards = (*START.cards[:-1], UNKNOWN)
    advice = advise(View(Deal(cards)))
    assert advice.is_exact
    assert advice.options[0].estimate.win.share == 1


def test_one_action_says_why_there_is_no_other() -> None:
    game = stuck_game()
    advice = advise(view_of(game), samples=50)
    assert [option.move for option in advice.options] == [DRAW]
    assert advice.note.startswith("the only action: no free card fits on the ")


def stuck_game(rules: Rules = EASY) -> Game:
    for seed in range(100):
        game = Game(Deal.random(seed), rules)
        if game.legal_moves == [DRAW]:
            return game
    raise AssertionError("no deal begins without a play")


def test_with_an_empty_stock_one_play_is_the_only_action() -> None:
    for seed in range(400):
        game = Game(Deal.random(seed))
        while game.stock:
            game.draw()
        if len(game.plays()) == 1:
            advice = advise(view_of(game), samples=20)
            assert advice.note.endswith(", and the stock is empty")
            return
    raise AssertionError("no such deal")


def test_when_drawing_must_wait_the_note_says_so() -> None:
    for seed in range(200):
        game = Game(Deal.random(seed), EASY_STUCK)
        if len(game.plays()) == 1:
            advice = advise(view_of(game), EASY_STUCK, samples=20)
            assert [option.move for option in advice.options] == [Move(game.plays()[0])]
            assert "only when no card can be played" in advice.note
            return
    raise AssertionError("no such deal")


def test_no_action_is_told() -> None:
    for seed in range(200):
        game = Game(Deal.random(seed), CLASSIC_STUCK)
        while game.legal_moves:
            game.make(game.legal_moves[0])
        if game.tableau:
            advice = advise(view_of(game), CLASSIC_STUCK)
            assert advice.options == ()
            assert advice.note.startswith("nothing can be done: no free card fits on the ")
            return
    raise AssertionError("every deal was won")


def test_a_cleared_tableau_is_won() -> None:
    cards = (*[GONE] * 28, START.cards[0], *[GONE] * 23)
    advice = advise(View(Deal(cards)))
    assert (advice.options, advice.note) == ((), "the tableau is cleared: the game is won")


def test_jokers_may_be_among_the_unknown() -> None:
    deal = parse_deck(" ".join([*str(Deal.random(4)).split(), "JK"]))
    view = view_of(Game(deal))
    assert view.unseen_ranks[-1] == 1
    advice = advise(view, samples=100)
    assert len(advice.options) == len(view.legal_moves(EASY))


def test_open_peaks_leave_only_the_stock_hidden() -> None:
    rules = Rules(king_ace_linked=True, open_peaks=True)
    view = view_of(Game(Deal.random(2), rules))
    assert len(view.hidden) == 23
    assert len(advise(view, rules, samples=50).options) == len(view.legal_moves(rules))


@pytest.mark.parametrize("name", ["2", "7", "30"])
def test_other_layouts_are_advised_on(name: str) -> None:
    game = Game(Deal.random(6, find_layout(name)))
    advice = advise(view_of(game), samples=50)
    assert len(advice.options) == len(game.legal_moves)


# --- Looking --------------------------------------------------------------------------------------


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.integers(0, 20), st.sampled_from([EASY, CLASSIC, EASY_STUCK]))
def test_a_plan_holds_whatever_lies_there(seed: int, moves: int, rules: Rules) -> None:
    game, chance = Game(Deal.random(seed), rules), Random(seed)
    for _ in range(moves):
        if game.legal_moves:
            game.make(chance.choice(game.legal_moves))
    view = view_of(game)
    plan = plan_to_see(view, rules)
    for deal in (view.sample(chance), view.sample(chance)):
        other = Game(deal, rules)
        for move in plan.moves:
            other.make(move)
        shown = [p for p in deal.layout.free(other.tableau) if view.deal.cards[p] == UNKNOWN]
        assert tuple(shown) == plan.places


def test_no_plan_sees_more_by_brute_force() -> None:
    view = view_of(Game(START))

    def most(game: Game) -> int:
        shown = sum(view.deal.cards[p] == UNKNOWN for p in game.deal.layout.free(game.tableau))
        found = [shown]
        for move in game.legal_moves:
            later = game.copy()
            later.make(move)
            found.append(most(later))
        return max(found)

    plan = plan_to_see(view, EASY)
    assert len(plan.places) == most(Game(view.deal, EASY)) == 5
    assert plan.draws == len(START.stock)


def test_a_draw_is_in_a_plan_only_where_it_is_allowed_for_sure() -> None:
    assert plan_to_see(view_of(Game(START, EASY_STUCK)), EASY_STUCK).draws == 0
    game = stuck_game(EASY_STUCK)
    assert plan_to_see(view_of(game), EASY_STUCK) == Plan((), (), 1)


def test_a_known_deal_has_nothing_to_look_for() -> None:
    ran = tripeaks("advise", str(with_all_but_one_known()), "--for", "look")
    assert "To see most" not in ran.out
    assert "`tripeaks solve` shows the whole line" in ran.out


def with_all_but_one_known() -> Deal:
    return Deal((*START.cards[:-1], UNKNOWN))


def test_a_line_of_known_cards_decides_the_advice() -> None:
    """The last three stock cards are unknown, and no win needs them."""
    view = View(Deal((*START.cards[:49], UNKNOWN, UNKNOWN, UNKNOWN)))
    advice = advise(view, samples=20)
    assert (advice.decided, advice.is_exact) == (Verdict.WINNABLE, False)
    assert advice.options[0].estimate.win == (1, 1, 1)
    by_score = advise(view, samples=20, aim=Aim.SCORE)
    scores = [option.estimate.score for option in by_score.options]
    assert scores[0] == max(scores)
    ran = tripeaks("advise", str(view.deal), "--budget", "20")
    assert "begins a line of known cards that wins whatever lies there" in ran.out


def test_a_game_that_nothing_can_win_is_told_so() -> None:
    """The last stock card is known, and nothing fits on it or on the waste."""
    for seed in range(200):
        game = Game(Deal.random(seed), CLASSIC)
        while len(game.stock) > 1:
            game.draw()
        later = game.copy()
        later.draw()
        if not game.plays() and not later.plays():
            advice = advise(view_of(game, [51]), CLASSIC, samples=20)
            assert advice.decided is Verdict.NOT_WINNABLE
            assert [option.estimate.win for option in advice.options] == [(0, 0, 0)]
            return
    raise AssertionError("every last card can be played on")


def test_an_action_after_which_nothing_can_win_is_proven_lost() -> None:
    """Only the three leads to the back below it; after the ace no card is left to play or draw."""
    layout = parse_layout("name: two heaps\n\nA\nB C\n")
    view = View(parse_deck(f"?? 3C AC 2C {'-- ' * 48}", layout))
    by_move = {option.move: option for option in advise(view, CLASSIC, samples=100).options}
    assert set(by_move) == {Move(1), Move(2)}
    assert by_move[Move(2)].estimate.win == (0, 0, 0)
    assert by_move[Move(2)].reason.startswith("proven: cannot win after it")


@pytest.mark.parametrize("cards", ["KC KD KH KS KC", "5C 5D 5H 5S 5C"])
def test_a_board_with_five_of_a_rank_is_refused(cards: str) -> None:
    board = " ".join([*["??"] * 18, *cards.split(), *["2C", "3C", "4C", "6C", "7C", "8C"]])
    ran = tripeaks("advise", f"{board} {'?? ' * 23}")
    assert (ran.code, ran.out) == (2, "")
    assert "twice or more" in ran.fault


def test_a_reveal_that_ends_the_game() -> None:
    """The last back turns up, and the play of it clears the tableau, or not: both are counted."""
    layout = parse_layout("name: two\n\nA\nB\n")
    deal = parse_deck(f"?? 2C AC {'-- ' * 49}", layout)
    view = View(deal)
    advice = advise(view, CLASSIC, samples=400)
    assert [option.move for option in advice.options] == [Move(1)]
    # An ace or a three wins: 3 + 4 of the 50 cards that may lie there.
    assert advice.options[0].estimate.win.low < 7 / 50 < advice.options[0].estimate.win.high + 0.05
    assert outlook(view, CLASSIC).share.share == pytest.approx(7 / 50)


def test_two_backs_under_one_pair_turn_up_together_only_by_both_cards() -> None:
    """A card that needs two plays is in no plan that makes one of them."""
    plan = plan_to_see(view_of(Game(START)), EASY)
    layout = START.layout
    played = {move.place for move in plan.moves}
    for place in plan.places:
        above = {p for p in range(len(layout)) if layout.covered_by[place] >> p & 1}
        assert above <= played


# --- The command ----------------------------------------------------------------------------------


def test_a_code_and_a_board_get_the_same_advice() -> None:
    by_code = tripeaks("advise", CODE, "--moves", "KC d", "--json", "--budget", "100")
    by_board = tripeaks("advise", CODE, "--moves", "KC d", "--json", "--budget", "100")
    assert by_code == by_board
    found = json.loads(by_code.out)
    assert found["recommended"] == 0
    assert {"action", "card", "place", "win_probability", "low", "high", "samples"} <= {
        *found["actions"][0]
    }
    board = board_of(after(START, "KC d"))
    assert found["deck"] == board
    again = json.loads(tripeaks("advise", board, "--json", "--budget", "100").out)
    assert [a["card"] for a in again["actions"]]


def test_the_text_names_action_chance_and_reason() -> None:
    ran = tripeaks("advise", CODE, "--budget", "200")
    assert ran.code == 0
    assert "play K♣" in ran.out
    assert "A♠ can follow" in ran.out
    assert "from 200 ways to deal 41 hidden cards" in ran.out


def test_a_plan_is_told_in_both_forms() -> None:
    ran = tripeaks("advise", CODE, "--for", "look", "--budget", "50")
    assert "That turns up 5 hidden cards: row 3, card 1;" in ran.out
    found = json.loads(tripeaks("advise", CODE, "--for", "look", "--budget", "50", "--nl").out)
    assert len(found["plan"]) == 6
    assert found["turns_up"] == [9, 10, 11, 12, 13]


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ([], "name one board"),
        ([CODE, CODE], "name one board"),
        ([CODE, "--moves", "KC KC"], "move 2, 'KC': this card has been played"),
        ([CODE, "--budget", "fast"], "write a number of samples as 4000, or of seconds as 0.5s"),
        ([CODE, "--budget", "0"], "write a number of samples"),
        ([CODE, "--budget", "0.0s"], "write a number of samples"),
        (["KC " * 5 + "?? " * 47], "KC twice or more"),
        (["?? " * 52], "row 4, card 1 is in sight: say which card lies there"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: list[str], fault: str) -> None:
    ran = tripeaks("advise", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert fault in ran.fault
