"""What the score of a played game is made of, and what the page of help says of points."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from play_support import AAAAAAB, FakeClock, best_moves, session_of, small_deal
from textual.binding import Binding

from tripeaks_solver.answer import DRAW
from tripeaks_solver.errors import MoveError
from tripeaks_solver.layouts import classic
from tripeaks_solver.play.drawing.words import points_line
from tripeaks_solver.play.model.kinds import KINDS, THREE_PEAKS_KIND, TP1_KIND, Kind
from tripeaks_solver.play.model.points import Item, items_of, scoring_lines
from tripeaks_solver.play.model.session import Session
from tripeaks_solver.play.ui.keys_page import help_page, keys_page
from tripeaks_solver.scoring import SYSTEMS


def won(kind: Kind, seconds: float = 1.0) -> Session:
    clock = FakeClock()
    session = session_of(kind, clock)
    for move in best_moves():
        session.make(move)
        clock.wait(seconds)
    return session


def test_the_items_of_a_win_are_told() -> None:
    assert items_of(won(TP1_KIND)) == [
        Item(500, "start"),
        Item(-28, "28 cards"),
        Item(-10, "10 draws"),
        Item(300, "3 peaks"),
    ]
    assert points_line(won(TP1_KIND)) == (
        "762 = 500 − 28 (28 cards) − 10 (10 draws) + 300 (3 peaks)"
    )


def test_the_time_bonus_is_told() -> None:
    session = won(THREE_PEAKS_KIND, seconds=2)
    seconds = 2 * (len(best_moves()) - 1)
    assert session.game.time_ms == seconds * 1000
    assert items_of(session) == [
        Item(0, "start"),
        Item(280, "28 cards"),
        Item(-30 * (seconds // 30), "clock"),
        Item(600_000 // seconds, "time bonus"),
    ]


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_the_items_add_up_in_every_game(kind: Kind) -> None:
    session = won(kind, seconds=1)
    assert sum(item.points for item in items_of(session)) == session.game.score
    assert "never below" not in points_line(session) or kind.scoring.floor is not None


@given(st.lists(st.integers(0, 30), max_size=40), st.sampled_from([*KINDS.values()]))
def test_the_items_add_up_wherever_a_game_stands(choices: list[int], kind: Kind) -> None:
    clock = FakeClock()
    session = session_of(kind, clock)
    for choice in choices:
        clock.wait(choice)
        moves = session.game.legal_moves
        try:
            if choice == 30 or not moves:
                session.undo()
            else:
                session.make(moves[choice % len(moves)])
        except MoveError:
            continue
    session.tick()
    start, *others = items_of(session)
    assert start.points == kind.scoring.start
    assert start.points + sum(item.points for item in others) == session.game.score
    assert all(item.points for item in others)


def test_what_the_floor_gives_back_is_told() -> None:
    session = session_of(THREE_PEAKS_KIND, clock := FakeClock())
    session.make(DRAW)
    clock.wait(65)
    session.tick()
    assert items_of(session) == [Item(0, "start"), Item(-60, "clock"), Item(60, "never below 0")]
    assert points_line(session) == "0 = 0 − 60 (clock) + 60 (never below 0)"


def test_a_game_that_begins_under_zero_is_written_with_a_minus() -> None:
    assert points_line(session_of(KINDS["pysol"])) == "−52 = −52"


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("tp1", ["500 at the start", "−1 a card", "−1 a draw", "+100 a peak", "never below 0"]),
        (
            "three-peaks",
            [
                "+10 a card",
                "−30 every full 30 seconds",
                "for a win 600,000 divided by the seconds taken",
                "never below 0",
            ],
        ),
        (
            "microsoft",
            [
                "the cards between two draws: +100, +300, +500, …",
                "the peaks: +500, +1,000, +5,000",
            ],
        ),
        (
            "square-runs",
            ["the cards between two draws: +1, +3, +5, …", "+28 for a win"],
        ),
    ],
)
def test_the_points_of_a_system_are_told(name: str, lines: list[str]) -> None:
    assert list(scoring_lines(SYSTEMS[name], 28, 3)) == lines


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_the_page_of_help_tells_keys_points_and_tips(kind: Kind) -> None:
    keys = [Binding("d", "draw", tooltip="draw a card")]
    page = help_page(session_of(kind), keys)
    assert page.startswith(keys_page(keys))
    assert f"\nPoints in {kind.title}\n  " in page
    assert "\nTips\n  " in page
    assert max(map(len, page.splitlines())) <= 74
    for line in scoring_lines(kind.scoring, len(classic()), 3):
        assert f"  {line}\n" in page


def test_a_deal_of_other_cards_has_its_own_items() -> None:
    session = Session(small_deal(), TP1_KIND, AAAAAAB.rules or session_of().rules)
    assert items_of(session) == [Item(500, "start")]
