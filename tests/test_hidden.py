"""What holds for deals with unknown cards: `hidden`, and `tripeaks solve` of such deals."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_cli_support import WON, tripeaks

from tripeaks_solver.answer import DRAW, Verdict
from tripeaks_solver.ask import decide
from tripeaks_solver.batch.store import Store
from tripeaks_solver.cards import GONE, UNKNOWN
from tripeaks_solver.codes import parse_code
from tripeaks_solver.deal import Deal, parse_deck
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.game import Game, Status
from tripeaks_solver.hidden import MOST_COMPLETIONS, Ground, outlook
from tripeaks_solver.layouts import find_layout
from tripeaks_solver.ratings import rate
from tripeaks_solver.rules import CLASSIC, CLASSIC_STUCK, EASY, EASY_STUCK, Rules
from tripeaks_solver.view import View

START = parse_code(WON).deal()
RULES = [EASY, CLASSIC, EASY_STUCK, CLASSIC_STUCK]


def with_backs(deal: Deal, *places: int) -> Deal:
    cards = (UNKNOWN if n in places else card for n, card in enumerate(deal.cards))
    return Deal(tuple(cards), deal.layout, deal.run, deal.score)


def exact_share(view: View, rules: Rules) -> float:
    """The share of completions that can be won, each decided on its own."""
    found = [(c.weight, decide(c.deal, rules).verdict) for c in view.completions()]
    won = sum(weight for weight, verdict in found if verdict is Verdict.WINNABLE)
    return won / sum(weight for weight, _ in found)


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.integers(2, 3), st.sampled_from(RULES), st.integers(0, 30))
def test_few_completions_are_all_decided(seed: int, backs: int, rules: Rules, moves: int) -> None:
    chance, game = Random(seed), Game(Deal.random(seed), rules)
    for _ in range(moves):
        if game.legal_moves:
            game.make(chance.choice(game.legal_moves))
    position = game.position()
    there = [n for n, card in enumerate(position.cards) if card < UNKNOWN and n != 28]
    if len(there) < backs or not position.mask:
        return
    gone = frozenset(game.deal.cards) - frozenset(position.cards)
    view = View(with_backs(position, *chance.sample(there, backs)), gone)
    found, share = outlook(view, rules), exact_share(view, rules)
    assert found.share.low <= share + 1e-12
    assert share <= found.share.high + 1e-12
    expected = {1.0: Verdict.WINNABLE, 0.0: Verdict.NOT_WINNABLE}
    assert found.verdict is expected.get(share, Verdict.UNDECIDED)


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.sampled_from(RULES), st.integers(5, 40))
def test_what_is_proven_holds_for_every_sample(seed: int, rules: Rules, backs: int) -> None:
    chance, deal = Random(seed), Deal.random(seed)
    view = View(with_backs(deal, *chance.sample(range(52), backs)))
    found = outlook(view, rules, samples=100)
    for _ in range(5):
        verdict = decide(view.sample(chance), rules).verdict
        assert found.verdict in (Verdict.UNDECIDED, verdict)


def test_a_line_that_meets_no_unknown_card_is_a_proof() -> None:
    view = View(with_backs(START, 49, 50, 51))
    found = outlook(view, EASY)
    assert (found.verdict, found.ground) == (Verdict.WINNABLE, Ground.LINE)
    game = Game(view.deal)
    for step in found.steps:
        game.make(step.move)
    assert game.status is Status.WON


def test_the_line_may_begin_on_an_empty_waste() -> None:
    rules = replace(EASY_STUCK, empty_waste=True)
    found = outlook(View(with_backs(START, 49, 50, 51)), rules)
    assert (found.verdict, found.ground) == (Verdict.WINNABLE, Ground.LINE)


def test_a_draw_covers_an_unknown_waste_card() -> None:
    view = View(with_backs(START, 28, 47, 48, 49, 50, 51))
    found = outlook(view, EASY)
    assert (found.verdict, found.ground) == (Verdict.WINNABLE, Ground.LINE)
    assert found.steps[0].move == DRAW
    assert outlook(view, EASY_STUCK, samples=20).ground is not Ground.LINE


@pytest.mark.parametrize(
    "given",
    [{"scoring": "tp1"}, {"samples": "5"}, {"samples": 0}, {"seed": -1}, {"rules": "easy"}],
)
def test_what_is_given_is_checked(given: dict[str, Any]) -> None:
    with pytest.raises(TripeaksError, match=next(iter(given))):
        outlook(View(with_backs(START, 1, 2)), **given)


def drawn_to_the_end() -> Deal:
    """A board whose stock has been drawn without a play, and on which nothing can be played."""
    for seed in range(100):
        game = Game(Deal.random(seed), CLASSIC)
        while game.stock:
            game.draw()
        if not game.plays():
            return with_backs(game.position(), *range(18))
    raise AssertionError("every deal has a play at the end")


def test_a_deal_that_no_joker_saves_is_lost_whatever_lies_there() -> None:
    view = View(drawn_to_the_end())
    found = outlook(view, CLASSIC)
    assert view.completion_count > MOST_COMPLETIONS
    assert (found.verdict, found.ground) == (Verdict.NOT_WINNABLE, Ground.WILD)


def test_samples_are_never_a_proof() -> None:
    view = View(with_backs(START, *range(18), *range(29, 52)))
    found = outlook(view, EASY, samples=50)
    assert (found.verdict, found.ground, found.searched) == (
        Verdict.UNDECIDED,
        Ground.SAMPLES,
        50,
    )
    assert found.share.low < found.share.high
    assert outlook(view, EASY, samples=50) == found
    assert outlook(view, EASY, samples=50, seed=1) != found


def test_jokers_may_be_among_the_unknown() -> None:
    deal = parse_deck(" ".join([*str(START).split(), "JK"]))
    view = View(with_backs(deal, 0, 52))
    found = outlook(view, CLASSIC)
    assert found.searched == view.completion_count == 2
    assert found.share.share == exact_share(view, CLASSIC)


def test_a_cleared_tableau_is_won_whatever_is_in_the_stock() -> None:
    cards = (*[GONE] * 28, START.cards[0], *[GONE] * 13, *[UNKNOWN] * 10)
    found = outlook(View(Deal(cards)), EASY)
    assert (found.verdict, found.ground, found.steps) == (Verdict.WINNABLE, Ground.LINE, ())


@pytest.mark.parametrize("name", ["2", "17"])
def test_other_layouts(name: str) -> None:
    deal = Deal.random(3, find_layout(name))
    view = View(with_backs(deal, 0, 1))
    assert outlook(view, CLASSIC).share.share == exact_share(view, CLASSIC)


# --- The command ----------------------------------------------------------------------------------


def test_one_missing_card_is_known() -> None:
    board = str(with_backs(START, 0))
    ran = tripeaks("solve", board, "--json")
    assert (ran.code, ran.fault) == (0, "the unknown card can only be 10♠")
    told = json.loads(ran.out)
    own = json.loads(tripeaks("solve", str(START), "--json").out)
    assert told | {"seconds": 0} == own | {"seconds": 0}


def test_missing_cards_of_one_rank_are_known() -> None:
    places = [n for n, card in enumerate(START.cards) if card % 13 == 5]
    ran = tripeaks("solve", str(with_backs(START, *places)), "--verdict-only")
    assert ran.code == 0
    assert "all of one rank" in ran.fault


def test_a_share_is_told_and_the_exit_code_is_4() -> None:
    board = str(with_backs(START, *range(18)))
    ran = tripeaks("solve", board, "--rules", "classic", "--samples", "60", "--seed", "3")
    assert ran.code == 4
    assert "depends on what lies there: " in ran.out
    assert "60 random completions were searched (seed 3)" in ran.out


def test_the_object_has_the_names_that_programs_rely_on() -> None:
    known = {"code", "deck", "rules", "layout", "scoring", "verdict", "fewest_draws", "best_score"}
    board = str(with_backs(START, 0, 1))
    found = json.loads(tripeaks("solve", board, "--json").out)
    assert known | {"moves", "verified", "states", "seconds", "completions"} == {*found}
    assert found["completions"]["count"] == 2
    assert found["deck"] == board


def test_run_and_score_so_far_are_checked_and_counted() -> None:
    board = str(with_backs(START, 50, 51))
    assert tripeaks("solve", board, "--run", "2").code == 2
    found = json.loads(tripeaks("solve", board, "--score", "100", "--json").out)
    assert found["moves"][0]["score"] == 99


def test_exit_codes_of_what_is_proven() -> None:
    assert tripeaks("solve", str(with_backs(START, 50, 51))).code == 0
    ran = tripeaks("solve", str(drawn_to_the_end()), "--rules", "classic")
    assert (ran.code, "not winnable whatever lies there" in ran.out) == (3, True)


@pytest.mark.parametrize("option", ["--goal=win", "--search=both", "--html=-", "--nodes=9"])
def test_what_needs_all_cards_is_refused(option: str) -> None:
    ran = tripeaks("solve", str(with_backs(START, *range(18))), option)
    assert (ran.code, ran.out) == (2, "")
    assert "needs all cards, but 18 cards are unknown: leave it out" in ran.fault


def test_a_rating_fills_in_what_follows() -> None:
    (told,) = tripeaks("rate", str(with_backs(START, 7)), "--nl").objects
    (own,) = tripeaks("rate", str(START), "--nl").objects
    assert told["easy_best_score"] == own["easy_best_score"]


def test_a_rating_tells_shares() -> None:
    boards = [START, with_backs(START, 49, 50, 51), with_backs(START, *range(18))]
    texts = "\n".join(map(str, boards))
    asked = "--rules", "classic", "--samples", "60", "--seed", "3"
    ran = tripeaks("rate", "-", *asked, "--nl", stdin=texts)
    whole, few, many = ran.objects
    assert ran.code == 4
    assert whole["classic_winnable"] is False
    assert whole["classic_best_score"] == 657
    assert [whole[f"classic_winnable_{end}"] for end in ("share", "low", "high")] == [0, 0, 0]
    assert few["classic_winnable_share"] == exact_share(View(boards[1]), CLASSIC)
    assert (few["classic_winnable"], few["classic_best_score"]) == (None, None)
    own = outlook(View(boards[2]), CLASSIC, samples=60, seed=3).share
    assert [many[f"classic_winnable_{end}"] for end in ("share", "low", "high")] == [*own]


def test_a_rating_says_which_option_takes_unknown_cards() -> None:
    ran = tripeaks("rate", str(with_backs(START, *range(18))))
    assert (ran.code, ran.out) == (2, "")
    assert "18 unknown cards: add --samples 2000" in ran.fault
    ran = tripeaks("rate", str(with_backs(START, *range(18))), "--samples", "9", "--search", "both")
    assert (ran.code, "leave out --samples" in ran.fault) == (2, True)


def test_the_library_rates_unknown_cards() -> None:
    rated = rate([START, with_backs(START, 49, 50, 51)], samples=10)
    assert rated["easy_winnable_share"].tolist() == [1, 1]
    assert rated["easy_best_score"].tolist() == [762, None]
    with pytest.raises(TripeaksError, match="samples"):
        rate([START], samples=0)


def test_a_store_says_how_its_completions_were_sampled(tmp_path: Path) -> None:
    asked = "rate", str(with_backs(START, *range(18))), "--rules", "easy", "--out", str(tmp_path)
    assert tripeaks(*asked, "--samples", "20").code == 4
    (part,) = Store(tmp_path).parts()
    assert part.settings["samples"] == [20, 0]
    assert "other settings" in tripeaks(*asked, "--samples", "30").fault
