"""What the events of a game are worth under each scoring system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import BOTTOM_UP, covers_by_formula, deal_along, line_of, play_order

from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.game import Game, Status
from tripeaks_solver.layouts import classic, numbered_layout
from tripeaks_solver.rules import EASY
from tripeaks_solver.scoring import (
    AISLERIOT,
    AISLERIOT_MULTIPLIER,
    MICROSOFT,
    ORIGINAL,
    PYSOL,
    SQUARE_RUNS,
    SYSTEMS,
    THREE_PEAKS,
    TP1,
    Scoring,
    highest,
    scoring_named,
)


def _with_all_above(place: int) -> set[int]:
    return {place}.union(*map(_with_all_above, covers_by_formula(place)))


ONE_PEAK_AFTER_THE_OTHER = play_order(
    sorted(
        range(28), key=lambda place: min(top for top in range(3) if place in _with_all_above(top))
    )
)
"""The left peak falls with the 10th card, the middle one with the 19th, the right one last."""


def played(
    scoring: Scoring,
    order: Sequence[int],
    draws_before: Sequence[int] = (),
    made_for: Sequence[int] = BOTTOM_UP,
) -> Game:
    """A classic game in which these places are played, with a draw before some of the plays."""
    line = line_of(order, draws_before)
    game = Game(deal_along(line_of(made_for, draws_before)), EASY, scoring)
    for move in line:
        game.make(move)
    return game


def run_of(scoring: Scoring, length: int) -> Game:
    """A game after a run of so many cards from the deal on."""
    return played(scoring, BOTTOM_UP[:length])


def test_a_game_starts_at_500() -> None:
    assert run_of(TP1, 0).score == 500


def test_a_removal_and_a_draw_cost_one_point_each() -> None:
    assert run_of(TP1, 1).score == 499
    assert played(TP1, BOTTOM_UP[:1], [0]).score == 498


def test_a_win_is_worth_772_without_a_draw_and_749_with_all_23() -> None:
    assert run_of(TP1, 28).score == 772
    assert played(TP1, BOTTOM_UP, range(23)).score == 749


@given(st.integers(0, 60), st.lists(st.sampled_from([-1, 99]), max_size=51))
def test_the_score_never_falls_below_0(start: int, points: list[int]) -> None:
    score = start
    for event in points:
        before = score
        score = TP1.plus(score, event)
        assert score == max(0, before + event)


@pytest.mark.parametrize(
    ("name", "total"),
    [
        ("tp1", 772),
        ("original", 466),
        ("pysol", 2336),
        ("aisleriot", 466),
        ("aisleriot-multiplier", 2**28 - 1 + 100),
        ("microsoft", 84_900),
        ("square-runs", 812),
    ],
)
def test_the_highest_possible_total_of_a_system(name: str, total: int) -> None:
    assert highest(SYSTEMS[name], classic()) == total


@pytest.mark.parametrize("scoring", SYSTEMS.values(), ids=SYSTEMS)
def test_a_run_of_all_cards_reaches_the_highest_total_in_the_engine(scoring: Scoring) -> None:
    game = played(scoring, ONE_PEAK_AFTER_THE_OTHER, made_for=ONE_PEAK_AFTER_THE_OTHER)
    assert game.status is Status.WON
    assert game.score == highest(scoring, classic())


def test_original_rewards_runs_and_charges_draws() -> None:
    assert run_of(ORIGINAL, 4).score == 1 + 2 + 3 + 4
    assert played(ORIGINAL, BOTTOM_UP[:4], [2]).score == (1 + 2) - 5 + (1 + 2)
    assert played(ORIGINAL, BOTTOM_UP[:1], [0, 0]).score == -10 + 1
    assert ORIGINAL.peaks_total(3, 3) == 15 + 15 + 30


def test_aisleriot_never_falls_below_0() -> None:
    assert played(AISLERIOT, BOTTOM_UP[:2], [0, 1]).score == 0 + 1 - 1 + 1
    assert AISLERIOT_MULTIPLIER.peaks_total(3, 3) == 100
    assert run_of(AISLERIOT_MULTIPLIER, 5).score == 31


@pytest.mark.parametrize(("length", "points"), [(1, 100), (4, 1600), (9, 8100)])
def test_microsoft_runs_are_not_worth_too_much(length: int, points: int) -> None:
    assert run_of(MICROSOFT, length).score == points


def test_microsoft_gives_78_400_for_all_cards_in_one_run_without_the_peaks() -> None:
    assert sum(MICROSOFT.run[:28]) == 78_400
    assert run_of(MICROSOFT, 28).score == 78_400 + 500 + 1000 + 5000


def test_pysol_starts_below_0_and_doubles_every_four_cards_and_with_every_peak() -> None:
    assert run_of(PYSOL, 0).score == -52
    assert run_of(PYSOL, 5).score == -52 + 1 + 1 + 1 + 1 + 2
    assert [PYSOL.card(1, emptied) for emptied in range(4)] == [1, 2, 4, 8]
    assert [PYSOL.peaks_total(n, 3) - PYSOL.peaks_total(n - 1, 3) for n in (1, 2, 3)] == [
        10,
        20,
        40,
    ]


def test_pysol_gives_10_for_each_card_left_in_the_stock_at_a_win() -> None:
    with_stock, without = played(PYSOL, BOTTOM_UP), played(PYSOL, BOTTOM_UP, [0] * 23)
    assert with_stock.score - without.score == 230


def test_square_runs_squares_each_run_and_adds_the_cards_at_a_win() -> None:
    assert played(SQUARE_RUNS, BOTTOM_UP[:8], [3]).score == 9 + 25
    assert run_of(SQUARE_RUNS, 28).score == 28**2 + 28


def test_ten_points_a_card_none_for_drawing() -> None:
    still = replace(THREE_PEAKS, pace_ms=0)
    assert run_of(still, 7).score == 70
    assert played(still, BOTTOM_UP[:7], [3, 3]).score == 70


def test_every_full_30_seconds_cost_30_points_and_the_score_stays_at_0_or_above() -> None:
    game = run_of(replace(THREE_PEAKS, pace_ms=0), 4)
    game.pass_time(29_999)
    assert game.score == 40
    game.pass_time(1)
    assert game.score == 10
    game.pass_time(30_000)
    assert game.score == 0


def test_a_win_adds_600_000_divided_by_the_seconds() -> None:
    game = Game(deal_along(line_of(BOTTOM_UP)), EASY, replace(THREE_PEAKS, pace_ms=0))
    for place in BOTTOM_UP[:-1]:
        game.play(place)
    game.pass_time(150_000)
    game.play(BOTTOM_UP[-1])
    assert game.score == (270 - 150) + 10 + 600_000 // 150


def test_with_a_pace_every_action_takes_its_time() -> None:
    game = run_of(THREE_PEAKS.at_pace(10), 28)
    assert game.time_ms == 280_000
    # Three cards earn what the clock takes with the third, but the first time 20 points are there
    # to take, and later 30: the floor at 0 helps once, then 10 are left after each tick.
    assert game.score == 20 + 600_000 // 280


def test_undo_takes_the_points_of_the_move_back_but_not_the_time() -> None:
    game = run_of(replace(THREE_PEAKS, pace_ms=0), 5)
    game.pass_time(30_000)
    game.undo()
    assert (game.score, game.time_ms) == (10, 30_000)


@pytest.mark.parametrize(
    ("scoring", "peaks", "bonuses"),
    [
        (TP1, 5, [100] * 5),
        (ORIGINAL, 1, [30]),
        (ORIGINAL, 2, [15, 30]),
        (MICROSOFT, 5, [500, 1000, 1000, 1000, 5000]),
        (MICROSOFT, 3, [500, 1000, 5000]),
        (PYSOL, 5, [10, 20, 40, 80, 160]),
        (THREE_PEAKS, 4, [0] * 4),
    ],
)
def test_the_peaks_of_other_layouts(scoring: Scoring, peaks: int, bonuses: list[int]) -> None:
    totals = [scoring.peaks_total(emptied, peaks) for emptied in range(peaks + 1)]
    assert [after - before for before, after in pairwise(totals)] == bonuses


@pytest.mark.parametrize("scoring", SYSTEMS.values(), ids=SYSTEMS)
def test_a_system_says_where_it_comes_from_and_shows_a_sum(scoring: Scoring) -> None:
    assert scoring.source
    assert scoring.example
    assert scoring_named(scoring.name) is scoring
    assert highest(scoring, numbered_layout(8)) > scoring.start


def test_an_unknown_system_is_refused_with_those_that_exist() -> None:
    with pytest.raises(TripeaksError, match="no scoring 'golf': choose from tp1, original"):
        scoring_named("golf")


@pytest.mark.parametrize("seconds", [0, -1, 1e9, float("nan")])
def test_an_impossible_pace_is_refused(seconds: float) -> None:
    with pytest.raises(TripeaksError, match="pace"):
        THREE_PEAKS.at_pace(seconds)
