"""The depth-first search against the slow twin, against the tables, and at its limits."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import product
from typing import Any

import naive
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from twin import SMALL_LAYOUTS, naive_game, small_deals

from tripeaks_solver.answer import Answer, Verdict
from tripeaks_solver.ask import find_solution, solve
from tripeaks_solver.batch.columns import Request, table
from tripeaks_solver.cards import JOKER, rank_of
from tripeaks_solver.cli import run
from tripeaks_solver.codes import REFERENCE_DECK, parse_code, shuffled
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import LayoutError, SearchesDiffer, TripeaksError
from tripeaks_solver.goals import parse_goal
from tripeaks_solver.layout import parse_layout
from tripeaks_solver.layouts import classic, find_layout
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import CLASSIC, EASY, PRESETS, Rules
from tripeaks_solver.scoring import MICROSOFT, TP1
from tripeaks_solver.search import agreement, depth_first, depth_first_answers, rate
from tripeaks_solver.search.choice import Search
from tripeaks_solver.search.compiled import load_kernels
from tripeaks_solver.search.depth_first import BLOCKED, FULL, GAVE_UP, LOST, ROUNDS, WON, Memory
from tripeaks_solver.search.depth_first_answers import (
    depth_first_deals,
    find_win,
    solve_depth_first,
)
from tripeaks_solver.search.rate import Depth, rate_deals
from tripeaks_solver.verify import replay

all_rules = st.sampled_from(list(PRESETS.values()))


@settings(max_examples=120)
@given(small_deals(), all_rules)
def test_answers_equal_brute_force_on_small_layouts(deal: Deal, rules: Rules) -> None:
    truth = naive.truth(naive_game(deal, rules))
    answer = solve_depth_first(Problem(deal, rules))
    assert (answer.verdict is Verdict.WINNABLE) == truth.winnable
    assert answer.fewest_draws == truth.fewest_draws
    assert answer.best_score == truth.best_score
    replay(answer)


@settings(max_examples=60)
@given(small_deals(), all_rules)
def test_a_quick_look_claims_only_what_brute_force_confirms(deal: Deal, rules: Rules) -> None:
    problem = Problem(deal, rules)
    found = find_win(problem)
    if found.outcome != GAVE_UP:
        assert (found.outcome == WON) == naive.truth(naive_game(deal, rules)).winnable
    assert bool(found.moves) == (found.outcome == WON and deal.mask > 0)


def lists(slots: int) -> Memory:
    return Memory(*([0] * length for length in depth_first_answers._lengths(slots)))


@settings(max_examples=40)
@given(small_deals(), all_rules)
def test_one_source_gives_the_same_interpreted_and_compiled(deal: Deal, rules: Rules) -> None:
    opened = Problem(deal, rules).opened
    slots, limits = 1 << 12, (0, ROUNDS - 1, 10**6)
    plain = depth_first.search(
        depth_first_answers._plain_board(opened.layout, rules),
        *(opened.ranks, opened.mask, *limits, lists(slots)),
    )
    compiled = load_kernels("depth_first").search(
        depth_first_answers._board(opened.layout, rules),
        np.array(opened.ranks, np.int64),
        *(opened.mask, *limits, depth_first_answers._arrays(slots)),
    )
    assert tuple(compiled) == plain
    assert plain[0] in (WON, LOST)


def most_matched(plays: list[int], wastes: list[int], rules: Rules) -> int:
    """The most plays that can each have a waste card of its own, by augmenting paths."""
    used: dict[int, int] = {}

    def place(play: int, tried: set[int]) -> bool:
        for k, waste in enumerate(wastes):
            if k not in tried and rules.fits(plays[play], waste):
                tried.add(k)
                if k not in used or place(used[k], tried):
                    used[k] = play
                    return True
        return False

    return sum(place(play, set()) for play in range(len(plays)))


def only_neighbours_fit(rules: Rules) -> bool:
    """Whether a card goes on no rank but those beside its own: then counting is exact."""
    return all(
        abs(rank - waste) == 1
        for rank, waste in product(range(13), repeat=2)
        if rules.fits(rank, waste)
    )


def counted(ranks: list[int]) -> int:
    return sum(1 << 4 * rank for rank in ranks)


ranks_of_cards = st.lists(st.integers(0, 51), unique=True, max_size=14).map(
    lambda cards: [card % 13 for card in cards]
)


@settings(max_examples=200)
@given(ranks_of_cards, ranks_of_cards, all_rules)
def test_no_more_cards_are_called_unplayable_than_a_matching_leaves(
    plays: list[int], wastes: list[int], rules: Rules
) -> None:
    missing = depth_first.unplayable(rules.wastes_for, counted(plays), counted(wastes))
    assert missing <= len(plays) - most_matched(plays, wastes, rules)
    if only_neighbours_fit(rules):
        assert missing == len(plays) - most_matched(plays, wastes, rules)


def full_deals(count: int) -> list[Deal]:
    """Deals of whole decks on some shipped layouts, a third of them with jokers."""
    chosen = random.Random(50)
    layouts = [classic(), find_layout("5"), find_layout("12"), find_layout("52")]
    deals = []
    for number in range(count):
        cards = chosen.sample(REFERENCE_DECK, 52)
        if number % 3 == 2:
            cards.insert(chosen.randrange(20, 50), JOKER)
        deals.append(Deal(tuple(cards), layouts[number % len(layouts)]))
    return deals


def require_the_answer_of_the_tables(deal: Deal, rules: Rules) -> None:
    problem = Problem(deal, rules)
    answer, other = solve_depth_first(problem), solve(deal, rules)
    assert (answer.verdict, answer.fewest_draws, answer.best_score) == (
        other.verdict, other.fewest_draws, other.best_score,
    )  # fmt: skip
    replay(answer)


def test_answers_to_whole_decks_equal_those_of_the_tables(compiled: bool) -> None:
    presets = list(PRESETS.values())
    for number, deal in enumerate(full_deals(32 if compiled else 2)):
        require_the_answer_of_the_tables(deal, presets[number % len(presets)])


@pytest.mark.slow
@pytest.mark.parametrize("rules", PRESETS.values(), ids=str)
def test_many_answers_to_whole_decks_equal_those_of_the_tables(rules: Rules) -> None:
    for deal in full_deals(8):
        require_the_answer_of_the_tables(deal, rules)


@pytest.fixture(scope="module")
def decks() -> npt.NDArray[Any]:
    """The ranks of some decks, on layout 5."""
    return np.array([[rank_of(card) for card in shuffled(number)] for number in range(12)])


@pytest.mark.parametrize("name", ["easy", "classic", "easy-stuck", "classic-stopper"])
def test_many_deals_are_answered_as_one(name: str, decks: npt.NDArray[Any]) -> None:
    rules, layout = PRESETS[name], find_layout("5")
    exact = depth_first_deals(decks, rules, layout)
    decided = depth_first_deals(decks, rules, layout, exact=False)
    assert (exact.outcomes == decided.outcomes).all()
    for number in range(len(decks)):
        answer = solve_depth_first(Problem(Deal(shuffled(number), layout), rules))
        assert (exact.outcomes[number] == WON) == (answer.verdict is Verdict.WINNABLE)
        assert exact.best_scores[number] == answer.best_score
        if answer.fewest_draws is not None:
            assert exact.fewest_draws[number] == answer.fewest_draws


def test_no_deals_have_no_answers(decks: npt.NDArray[Any]) -> None:
    found = depth_first_deals(decks[:0], EASY, find_layout("5"))
    assert len(found.outcomes) == len(found.best_scores) == found.nodes == 0


def test_a_full_memory_is_reported_and_a_larger_one_is_taken(
    monkeypatch: pytest.MonkeyPatch, decks: npt.NDArray[Any]
) -> None:
    rules, layout = CLASSIC, find_layout("5")
    expected = depth_first_deals(decks, rules, layout)
    single = solve_depth_first(Problem(Deal(shuffled(3), layout), rules))
    monkeypatch.setattr(depth_first_answers, "FEWEST_SLOTS", 1 << 7)
    found = depth_first_deals(decks, rules, layout)
    assert (found.outcomes == expected.outcomes).all()
    assert (found.best_scores == expected.best_scores).all()
    again = solve_depth_first(Problem(Deal(shuffled(3), layout), rules))
    assert (again.best_score, again.moves) == (single.best_score, single.moves)
    monkeypatch.setattr(depth_first_answers, "MOST_SLOTS", 1 << 7)
    assert (depth_first_deals(decks, rules, layout).outcomes == GAVE_UP).any()


def test_a_memory_that_is_full_ends_a_search_without_a_result() -> None:
    opened = Problem(Deal(shuffled(3)), EASY).opened
    outcome, _, node, _ = depth_first.search(
        depth_first_answers._plain_board(opened.layout, EASY),
        *(opened.ranks, opened.mask, 0, ROUNDS - 1, 10**6, lists(1 << 7)),
    )
    assert (outcome, node) == (FULL, -1)


def test_a_limit_of_nodes_leaves_undecided_what_is_not_proven() -> None:
    deal = Deal(shuffled(1))
    for nodes in (1, 5, 20):
        answer = solve_depth_first(Problem(deal, CLASSIC), nodes)
        assert answer.verdict is Verdict.UNDECIDED
        assert answer.states == nodes
        assert (answer.fewest_draws, answer.best_score, answer.moves) == (None, None, ())
        replay(answer)


def test_a_verdict_is_told_though_the_nodes_do_not_last_for_the_best_result() -> None:
    problem = Problem(Deal(shuffled(1)), EASY)
    decided = solve_depth_first(problem, verdict_only=True)
    assert decided.verdict is Verdict.WINNABLE
    answer = solve_depth_first(problem, decided.states + 1)
    assert (answer.verdict, answer.moves) == (decided.verdict, decided.moves)
    assert answer.fewest_draws is answer.best_score is None
    replay(answer)


def test_the_lowest_round_of_blocked_games_lies_above_all_wins() -> None:
    longest_stock = 52 + 8  # a layout of one card, an empty waste, all jokers in the stock
    assert longest_stock < depth_first.NEVER < BLOCKED


def test_rounds_rank_results_as_tp1_scoring_does() -> None:
    worst_win = TP1.peaks_total(3, 3) - 32
    best_blocked = TP1.peaks_total(2, 3)
    assert worst_win > best_blocked
    assert min(TP1.peaks) > 32 * -min(TP1.run) - TP1.draw
    assert len(set(TP1.peaks)) == len(set(TP1.run)) == 1


def test_no_best_score_is_claimed_under_another_scoring_system() -> None:
    deal = Deal(shuffled(7), SMALL_LAYOUTS[0])
    answer = solve_depth_first(Problem(deal, EASY, MICROSOFT))
    assert answer.best_score is None
    replay(answer)


def test_both_searches_agree() -> None:
    deal = Deal(shuffled(2), find_layout("5"))
    for rules in (EASY, CLASSIC):
        both = solve(deal, rules, search=Search.BOTH)
        assert both == solve(deal, rules)
        deep = solve(deal, rules, search=Search.DEPTH_FIRST)
        assert (deep.verdict, deep.best_score) == (both.verdict, both.best_score)


def test_both_searches_tell_a_verdict_alone_where_that_is_asked() -> None:
    problem = Problem(Deal(shuffled(2), find_layout("5")))
    answer = find_solution(problem, verdict_only=True, search=Search.BOTH).answer
    assert answer.verdict is Verdict.WINNABLE
    assert answer.best_score is answer.fewest_draws is None


def test_answers_that_differ_stop_everything(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def find_wrongly(problem: Problem, nodes: int) -> Answer:
        right = solve_depth_first(problem, nodes)
        return replace(right, best_score=(right.best_score or 0) + 1)

    monkeypatch.setattr(agreement, "solve_depth_first", find_wrongly)
    with pytest.raises(SearchesDiffer, match=r"easy rules: tables .* 762; depth-first .* 763"):
        solve(parse_code("TP1-E-AAAAAAB").deal(), EASY, search=Search.BOTH)
    assert run(["solve", "TP1-E-AAAAAAB", "TP1-E-AAAAAAC", "--search", "both", "--keep-going"]) == 1
    told = capsys.readouterr().err
    assert "the searches differ" in told
    assert str(parse_code("TP1-E-AAAAAAB").deal()) in told


def test_no_second_opinion_is_pretended_where_the_nodes_run_out() -> None:
    with pytest.raises(TripeaksError, match="gave up after 10 nodes"):
        solve(Deal(shuffled(2)), EASY, nodes=10, search=Search.BOTH)


def test_both_searches_need_a_layout_with_tables() -> None:
    row = parse_layout("name: row\n\n" + "L " * 24 + "\n")
    with pytest.raises(LayoutError, match="tableau states"):
        solve(Deal(shuffled(2), row), EASY, search=Search.BOTH)


@pytest.mark.parametrize(
    "problem",
    [
        Problem(Deal(shuffled(2)), EASY, MICROSOFT),
        Problem(Deal(shuffled(2), score=20)),
        Problem(Deal(shuffled(2)), goal=parse_goal("win", Deal(shuffled(2)))),
    ],
    ids=["scoring", "near the floor", "goal"],
)
def test_what_the_search_cannot_find_is_refused(problem: Problem) -> None:
    with pytest.raises(TripeaksError, match="best TP1 scores"):
        find_solution(problem, search=Search.DEPTH_FIRST)


def test_a_proof_from_another_search_than_the_tables_is_refused() -> None:
    with pytest.raises(TripeaksError, match="proof comes from the tables"):
        find_solution(Problem(Deal(shuffled(2))), search=Search.BOTH, certified=True)


@pytest.mark.parametrize(
    "option",
    [["--goal", "win"], ["--scoring", "microsoft"], ["--certificate", "never.txt"]],
    ids=lambda option: option[0],
)
def test_solve_refuses_what_goes_not_with_a_search(
    option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", "TP1-E-AAAAAAB", "--search", "depth-first", *option]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"leave out {option[0]}" in told


@pytest.mark.parametrize("search", Search)
def test_solve_tells_the_same_by_each_search(
    search: Search, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", "TP1-E-AAAAAAB", "--search", search.value, "--nl"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["verdict"], told["fewest_draws"], told["best_score"]) == ("winnable", 10, 762)


EXACT_RULES = tuple(PRESETS[name] for name in ("easy", "classic-stuck", "easy-empty-stopper"))


@pytest.mark.parametrize("depth", [Depth.VERDICT, Depth.EXACT])
def test_ratings_are_the_same_by_each_search(depth: Depth) -> None:
    cards = np.array([shuffled(number) for number in range(9)], np.uint8)
    layout = find_layout("5")
    tables, deep, both = (
        rate_deals(cards, depth, rules=EXACT_RULES, layout=layout, search=search)
        for search in (Search.TABLES, Search.DEPTH_FIRST, Search.BOTH)
    )
    assert deep.undecided is not None
    assert not deep.undecided.any()
    for other in (deep, both):
        assert (tables.winnable == other.winnable).all()
        if depth is Depth.EXACT:
            assert tables.fewest_draws is not None
            assert other.fewest_draws is not None
            assert (tables.fewest_draws == other.fewest_draws)[tables.winnable].all()
            assert np.array_equal(tables.best_scores, other.best_scores)  # type: ignore[arg-type]


def test_a_rating_that_differs_names_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = np.array([shuffled(number) for number in range(3)], np.uint8)
    right = rate._search_depth_first

    def wrong(*arguments: Any) -> Any:
        found = right(*arguments)
        found["best_scores"][1] += 1
        return found

    monkeypatch.setattr(rate, "_search_depth_first", wrong)
    with pytest.raises(SearchesDiffer) as differ:
        rate_deals(cards, rules=(CLASSIC,), layout=find_layout("5"), search=Search.BOTH)
    assert str(Deal(shuffled(1), find_layout("5"))) in str(differ.value)


def test_ratings_without_a_second_opinion_are_no_agreement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(depth_first_answers, "MOST_SLOTS", 1 << 14)
    cards = np.array([shuffled(1)], np.uint8)
    with pytest.raises(TripeaksError, match="gave up on"):
        rate_deals(cards, rules=(CLASSIC,), search=Search.BOTH)
    alone = rate_deals(cards, rules=(CLASSIC,), search=Search.DEPTH_FIRST)
    assert alone.undecided is not None
    assert alone.undecided.all()
    columns = table(alone, Request((CLASSIC,), search=Search.DEPTH_FIRST))
    assert all(np.ma.getmaskarray(column).all() for column in columns.values())


def test_what_is_asked_of_a_batch_must_suit_the_search() -> None:
    with pytest.raises(TripeaksError, match="TP1 scores"):
        Request(scoring=MICROSOFT, search=Search.BOTH)
    with pytest.raises(TripeaksError, match="no analysis"):
        Request(depth=Depth.ALL, search=Search.DEPTH_FIRST)
    with pytest.raises(TripeaksError, match="no analysis"):
        rate_deals(np.array([shuffled(1)]), Depth.ALL, search=Search.DEPTH_FIRST)
    assert Request(depth=Depth.ALL, search=Search.BOTH)
    row = parse_layout("name: row\n\n" + "L " * 24 + "\n")
    with pytest.raises(LayoutError, match="tableau states"):
        rate_deals(np.array([shuffled(1)]), layout=row, search=Search.BOTH)


def test_rate_writes_the_same_by_each_search(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["rate", "TP1-E-AAAAAAB", "TP1-E-AAAAAAC", "--layout", "5", "--csv"]
    written = []
    for search in Search:
        assert run([*command, "--search", search.value]) == 0
        written.append(capsys.readouterr().out)
    assert written[0] == written[1] == written[2]
    assert run([*command, "--search", "both", "--scoring", "microsoft"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
