"""What the events of a game are worth."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tripeaks_solver.scoring import TP1

EVENTS = st.lists(st.sampled_from(["play", "play+peak", "draw"]), max_size=51)


def test_a6_a_game_starts_at_500() -> None:
    assert TP1.start == TP1.total(0, 0, 0) == 500


def test_a6_a_removal_and_a_draw_cost_one_point_each() -> None:
    assert TP1.after_play(500, 0) == 499
    assert TP1.after_draw(500) == 499


def test_a6_emptying_a_peak_gives_100_on_top_of_the_removal() -> None:
    assert TP1.after_play(500, 1) == 599
    assert TP1.after_play(500, 2) == 699


def test_a6_the_score_never_falls_below_0() -> None:
    assert (TP1.after_play(0, 0), TP1.after_draw(0), TP1.after_draw(1)) == (0, 0, 0)
    assert TP1.after_play(0, 1) == 99


def test_a6_a_win_is_worth_772_without_a_draw_and_749_with_all_23() -> None:
    assert TP1.total(28, 0, 3) == 772
    assert TP1.total(28, 23, 3) == 749


@given(EVENTS)
def test_a6_the_total_is_the_sum_of_the_events_in_whatever_order(events: list[str]) -> None:
    score = TP1.start
    for event in events:
        score = TP1.after_draw(score) if event == "draw" else TP1.after_play(score, "+" in event)
    draws, peaks = events.count("draw"), events.count("play+peak")
    assert score == TP1.total(len(events) - draws, draws, peaks)
    assert score == 500 - len(events) + 100 * peaks


@given(EVENTS, st.integers(0, 60))
def test_a6_from_any_start_the_score_stays_at_0_or_above(events: list[str], start: int) -> None:
    scoring = replace(TP1, start=start)
    score = scoring.start
    for event in events:
        before = score
        score = scoring.after_draw(score) if event == "draw" else scoring.after_play(score, 0)
        assert score == max(0, before - 1)
