"""A question is checked once, and its answer is searched for, then replayed once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from strategies import presets
from twin import small_deals

from tripeaks_solver.answer import Answer, Move, Verdict
from tripeaks_solver.ask import certify, decide, find_solution, solve
from tripeaks_solver.cards import GONE, UNKNOWN
from tripeaks_solver.codes import DealCode, parse_code
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import DeckError, Rejected, TripeaksError
from tripeaks_solver.game import Game
from tripeaks_solver.goals import parse_goal
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import numbered_layout
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import CLASSIC, EASY, Rules, named
from tripeaks_solver.scoring import MICROSOFT, TP1
from tripeaks_solver.verify import check

WON = parse_code("TP1-E-AAAAAAB").deal()
LOST = Problem(WON, CLASSIC)
TWO_LINES = Problem(parse_code("TP1-E-AAAAAAJ").deal(), EASY, MICROSOFT)
"""Its best score is reached without a win, so it has two lines."""


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Move]:
    """All moves that the engine has been asked to make."""
    moves: list[Move] = []
    make = Game.make

    def noted(game: Game, move: Move) -> None:
        moves.append(move)
        make(game, move)

    monkeypatch.setattr(Game, "make", noted)
    return moves


@pytest.mark.parametrize("problem", [Problem(WON), LOST, TWO_LINES], ids=["won", "lost", "two"])
@pytest.mark.parametrize("with_prospects", [False, True])
def test_each_line_is_replayed_once(
    problem: Problem, with_prospects: bool, played: list[Move]
) -> None:
    solution = find_solution(problem, with_prospects=with_prospects)
    answer = solution.answer
    apart = answer.winning.moves if answer.winning else ()
    assert tuple(played) == answer.moves + apart
    assert bool(solution.prospects) == with_prospects
    assert bool(apart) == (problem is TWO_LINES)


def test_a_line_with_its_certificate_is_replayed_once(played: list[Move]) -> None:
    solution = find_solution(LOST, certified=True)
    assert solution.certificate
    assert solution.certificate.answer is solution.answer
    assert tuple(played) == solution.answer.moves
    check(solution.certificate)


@pytest.mark.parametrize(
    "lie",
    [
        lambda answer: replace(answer, best_score=763),
        lambda answer: replace(answer, fewest_draws=9),
        lambda answer: replace(answer, moves=answer.moves[:-1]),
        lambda answer: replace(answer, moves=(Move(0), *answer.moves)),
        lambda answer: replace(answer, verdict=Verdict.NOT_WINNABLE),
    ],
)
def test_what_the_engine_does_not_confirm_is_never_told(
    lie: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = lie(solve(WON))
    monkeypatch.setattr("tripeaks_solver.search.solve.find_answer", lambda *_: wrong)
    with pytest.raises(Rejected):
        find_solution(Problem(WON))


def test_short_forms_say_what_ask_says() -> None:
    assert solve(WON, CLASSIC) == find_solution(LOST).answer
    assert decide(WON, CLASSIC) == find_solution(LOST, verdict_only=True).answer
    assert certify(WON, CLASSIC) == find_solution(LOST, certified=True).certificate


@settings(max_examples=20)
@given(small_deals(), presets)
def test_verdicts_alone_are_those_of_whole_answers(deal: Deal, rules: Rules) -> None:
    if not deal.mask:
        return
    assert decide(deal, rules).verdict is solve(deal, rules).verdict
    assert decide(deal, rules).best_score is None


def test_a_goal_is_part_of_the_question() -> None:
    answer = find_solution(Problem(WON, goal=parse_goal("turn-up:0", WON))).answer
    assert answer.reached
    assert answer.goal
    assert answer.goal.text == "turn-up:0"
    assert answer.best_win is None


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (("TP1-E-AAAAAAB",), "deal is str"),
        ((WON, "classic"), "rules is str 'classic': Rules is needed"),
        ((WON, EASY, "tp1"), "scoring is str"),
        ((WON, EASY, TP1, "win"), "goal is str"),
        ((WON, None), "rules is NoneType"),
    ],
)
def test_a_part_of_another_kind_is_named(parts: Any, said: str) -> None:
    with pytest.raises(TripeaksError, match=said):
        Problem(*parts)


@pytest.mark.parametrize("place", [0, 28, 51])
def test_a_problem_has_no_unknown_card(place: int) -> None:
    cards = list(WON.cards)
    cards[place] = UNKNOWN
    with pytest.raises(DeckError, match="1 unknown card "):
        Problem(Deal(tuple(cards)))


def test_a_problem_is_opened_under_its_rules() -> None:
    opened = Problem(WON, named("easy-empty")).opened
    assert (opened.waste, opened.stock[0]) == (GONE, WON.waste)
    assert Problem(WON).opened is WON


def test_a_certificate_is_for_tp1_scores_from_the_deal_on() -> None:
    deal = replace(WON, score=300)
    for problem in (TWO_LINES, Problem(deal), Problem(WON, goal=parse_goal("win", WON))):
        with pytest.raises(TripeaksError, match="a certificate proves"):
            find_solution(problem, certified=True)


def test_questions_about_other_layouts_are_answered() -> None:
    deal = Deal(WON.cards, numbered_layout(52))
    answer: Answer = find_solution(Problem(deal)).answer
    assert answer.verdict is not Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: Rules("classic"), "king_ace_linked is str 'classic': bool is needed"),  # type: ignore[arg-type]
        (lambda: Rules(1), "king_ace_linked is int '1': bool is needed"),  # type: ignore[arg-type]
        (lambda: Deal(list(WON.cards)), "cards is list"),  # type: ignore[arg-type]
        (lambda: Deal(("TS", *WON.cards[1:])), r"'TS' \(row 1, card 1\) is not a card"),  # type: ignore[arg-type]
        (lambda: Deal(WON.cards, 7), "layout is int '7': Layout is needed"),  # type: ignore[arg-type]
        (lambda: Deal(WON.cards, score=4.5), "score is float '4.5': int or None is needed"),  # type: ignore[arg-type]
        (lambda: Game("TP1-E-AAAAAAB"), "deal is str"),  # type: ignore[arg-type]
        (lambda: Game(WON, "easy"), "rules is str 'easy': Rules is needed"),  # type: ignore[arg-type]
        (lambda: Game(WON, EASY, "tp1"), "scoring is str"),  # type: ignore[arg-type]
        (lambda: Layout("mine", "AB"), "places is str"),  # type: ignore[arg-type]
        (lambda: replace(TP1, draw="-1"), "draw is str '-1': int is needed"),  # type: ignore[arg-type]
        (lambda: replace(TP1, run=(1, 2)), "entries in run"),
        (lambda: DealCode("AAAAAAB").deal(), "the deal number is str"),  # type: ignore[arg-type]
    ],
)
def test_constructors_check_their_arguments(made: Callable[[], object], said: str) -> None:
    with pytest.raises(TripeaksError, match=said):
        made()
