"""Where the cards lie, the pictures and words of a table, and hints."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from play_support import AAAAAAB, LAYOUTS, Player, best_moves, play, session_of, small_deal
from strategies import deal_with

from tripeaks_solver.answer import DRAW, Answer, Move, Verdict
from tripeaks_solver.ask import solve
from tripeaks_solver.cards import card_sign, parse_card
from tripeaks_solver.codes import DealCode
from tripeaks_solver.game import Status
from tripeaks_solver.layout import parse_layout
from tripeaks_solver.play.drawing.canvas import Canvas, Look
from tripeaks_solver.play.drawing.confetti import FRAMES, sprinkle
from tripeaks_solver.play.drawing.cursor import Direction, neighbour
from tripeaks_solver.play.drawing.geometry import SCALES, Box, Size, arrange, flight, needed_size
from tripeaks_solver.play.drawing.scene import View, draw_scene
from tripeaks_solver.play.drawing.thumbnails import thumbnail
from tripeaks_solver.play.drawing.words import clock_text, peak_line, setup_line, status_line
from tripeaks_solver.play.model.hints import Hint, best_hint, review_of
from tripeaks_solver.play.model.kinds import THREE_PEAKS_KIND, TP1_KIND, Kind
from tripeaks_solver.play.model.session import Session
from tripeaks_solver.play.ui.table import Table
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import CLASSIC, EASY, PRESETS, Rules, named

slow = pytest.mark.slow

ROOM = Size(80, 21)
"""The table of a screen of 80 columns and 24 lines."""


# --- where the cards lie


@pytest.mark.parametrize("number", LAYOUTS)
def test_every_layout_fits_a_screen_of_80_by_24(number: int) -> None:
    layout = LAYOUTS[number]
    arrangement = arrange(layout, ROOM)
    assert arrangement is not None
    boxes = [arrangement.box(Move(place)) for place in range(len(layout))]
    for box in (*boxes, arrangement.stock, arrangement.waste):
        assert 0 <= box.x <= 80 - box.width and 0 <= box.y <= 21 - box.height
        assert box.width >= 6 and box.height >= 2


@pytest.mark.parametrize("number", LAYOUTS)
def test_no_two_cards_that_can_be_seen_hide_each_other(number: int) -> None:
    layout = LAYOUTS[number]
    arrangement = arrange(layout, ROOM)
    assert arrangement is not None
    game = Session(DealCode(1, EASY, number).deal(), THREE_PEAKS_KIND, EASY).game
    picture = draw_scene(game, arrangement, ROOM, View())
    free = [*map(Move, layout.free(layout.full))]
    for move in free:
        box, sign = arrangement.box(move), card_sign(game.deal.tableau[move.place or 0])
        lines = str(picture).split("\n")[box.y : box.y + box.height]
        assert sign in "".join(line[box.x : box.x + box.width] for line in lines)
        corners = product((box.x, box.x + box.width - 1), (box.y, box.y + box.height - 1))
        assert {arrangement.move_at(*corner, layout.full) for corner in corners} == {move}


def test_cards_are_as_large_as_they_can_be() -> None:
    classic = LAYOUTS[1]
    found = [arrange(classic, Size(width, width)) for width in (59, 60, 80, 100, 120, 400)]
    assert [a and a.scale.width for a in found] == [None, 3, 4, 5, 6, 6]
    tall = arrange(LAYOUTS[47], ROOM)
    assert tall and tall.scale == SCALES[-1]


@pytest.mark.parametrize("number", LAYOUTS)
def test_a_layout_fits_exactly_from_the_size_that_it_needs(number: int) -> None:
    layout = LAYOUTS[number]
    for there in (Size(0, 0), Size(40, 40), Size(120, 5)):
        needed = needed_size(layout, there)
        assert arrange(layout, needed)
        assert not arrange(layout, Size(needed.width - 1, needed.height - 1))


def test_the_cursor_goes_to_the_nearest_card_in_a_direction() -> None:
    boxes = {
        Move(0): Box(0, 0, 6, 4),
        Move(1): Box(20, 0, 6, 4),
        Move(2): Box(10, 2, 6, 4),
        DRAW: Box(8, 20, 6, 4),
    }
    steps = [(0, "RIGHT"), (0, "LEFT"), (2, "RIGHT"), (2, "LEFT"), (0, "DOWN"), (2, "DOWN")]
    found = [neighbour(boxes, Move(place), Direction[name]) for place, name in steps]
    assert found == [Move(2), Move(0), Move(1), Move(0), Move(2), DRAW]


@pytest.mark.parametrize("number", LAYOUTS)
def test_every_free_card_can_be_reached_with_arrows(number: int) -> None:
    layout = LAYOUTS[number]
    arrangement = arrange(layout, ROOM)
    assert arrangement is not None
    boxes = {move: arrangement.box(move) for move in (*map(Move, layout.free(layout.full)), DRAW)}
    found, new = {DRAW}, [DRAW]
    while new:
        near = [neighbour(boxes, new[-1], direction) for direction in Direction]
        new.pop()
        new += [move for move in near if move not in found]
        found |= {*near}
    assert found == {*boxes}


# --- pictures and words


def test_hidden_cards_show_nothing() -> None:
    session = Session(AAAAAAB.deal(), TP1_KIND, EASY, AAAAAAB)
    arrangement = arrange(session.deal.layout, ROOM)
    assert arrangement is not None
    picture = str(draw_scene(session.game, arrangement, ROOM, View(is_hidden=True)))
    assert not {*picture} & {*"♣♦♥♠"}
    opened = Session(AAAAAAB.deal(), TP1_KIND, Rules(True, open_peaks=True)).game
    # With open peaks the upper corners of covered cards can be seen.
    assert "10♠" in str(draw_scene(opened, arrangement, ROOM, View()))


def test_open_cards_that_are_blocked_look_different_from_free_ones() -> None:
    game = Session(AAAAAAB.deal(), TP1_KIND, Rules(True, open_peaks=True)).game
    arrangement = arrange(game.deal.layout, ROOM)
    assert arrangement is not None
    canvas = draw_scene(game, arrangement, ROOM, View())
    for place in range(len(game.deal.layout)):
        box = arrangement.box(Move(place))
        is_free = game.deal.layout.is_free(place, game.tableau)
        assert str(canvas).split("\n")[box.y][box.x + 1] == ("─" if is_free else "╌")
    looks = {look for y in range(ROOM.height) for _, look in canvas.spans(y)}
    assert {Look.BLACK, Look.RED, Look.BLOCKED, Look.BLOCKED_RED} <= looks


def test_piles_without_cards_are_empty_frames() -> None:
    game = Session(AAAAAAB.deal(), TP1_KIND, Rules(True, empty_waste=True)).game
    arrangement = arrange(game.deal.layout, ROOM)
    assert arrangement is not None
    assert "24" in str(draw_scene(game, arrangement, ROOM, View()))
    while game.stock:
        game.draw()
    game.tableau = 0
    assert str(draw_scene(game, arrangement, ROOM, View())).count("╭") == 2


def test_canvases_cut_off_what_lies_beyond_them() -> None:
    canvas = Canvas(3, 2)
    for x, y in ((-2, 0), (2, 1), (0, 5), (0, -1)):
        canvas.write(x, y, "abc", Look.TEXT)
    assert str(canvas) == "c  \n  a"


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (80, 21)])
def test_confetti_falls_on_tables_of_any_size(size: tuple[int, int]) -> None:
    pictures = []
    for frame in range(FRAMES):
        canvas = Canvas(*size)
        sprinkle(canvas, frame)
        pictures.append(str(canvas))
    assert (len({*pictures}) > FRAMES // 2) == (size == (80, 21))


def test_thumbnails_differ() -> None:
    assert len({tuple(thumbnail(layout)) for layout in LAYOUTS.values()}) == 54
    assert thumbnail(LAYOUTS[1])[0].strip() == "▗▚ ▗▚ ▗▚"
    wide = parse_layout("name: wide\n" + "A" + " " * 99 + "A")
    assert len(thumbnail(wide)[0]) == len(thumbnail(LAYOUTS[1])[0])


@pytest.mark.parametrize(
    ("time_ms", "text"), [(0, "0:00"), (59_999, "0:59"), (83_000, "1:23"), (3_723_000, "1:02:03")]
)
def test_times_are_written_as_people_do(time_ms: int, text: str) -> None:
    assert clock_text(time_ms) == text


def test_the_status_line_shows_the_numbers() -> None:
    session = Session(AAAAAAB.deal(), TP1_KIND, EASY, AAAAAAB)
    assert status_line(session) == " Stock 23  Waste A♣   Score 500  Time 0:00  Moves 0"


def test_what_is_played_is_named_with_its_rules_at_any_width() -> None:
    rules = named("classic-stuck-empty-open")
    session = Session(AAAAAAB.deal(), TP1_KIND, rules, AAAAAAB)
    assert [setup_line(session, width) for width in (80, 60, 50, 20)] == [
        "classic layout · TP1 · classic-stuck-empty-open rules · TP1-E-AAAAAAB",
        "classic layout · TP1 · classic-stuck-empty-open rules",
        "classic layout · classic-stuck-empty-open rules",
        "classic-stuck-empty-open rules",
    ]


@pytest.mark.parametrize("number", LAYOUTS)
def test_all_rules_are_named_in_80_columns(number: int) -> None:
    code = DealCode(1, EASY, number)
    for rules in PRESETS.values():
        line = setup_line(Session(code.deal(), THREE_PEAKS_KIND, rules, code), 80)
        assert f"{rules.name} rules" in line and LAYOUTS[number].name in line
        assert len(line) <= 80


def lines_after_each_move(kind: Kind) -> list[str]:
    """What is said of peaks on the way to a win."""
    session = Session(AAAAAAB.deal(), kind, EASY, AAAAAAB)
    lines = []
    for move in best_moves():
        before = session.game.tableau
        session.make(move)
        lines.append(peak_line(session.game, before))
    return [line for line in lines if line]


def test_a_peak_that_falls_is_told_with_its_points() -> None:
    lines = lines_after_each_move(TP1_KIND)
    assert sorted(lines) == [f"{side} peak cleared (+100)" for side in ("Left", "Middle", "Right")]
    without_points = [line.removesuffix(" (+100)") for line in lines]
    assert lines_after_each_move(THREE_PEAKS_KIND) == without_points


def test_a_peak_has_a_side_only_where_there_is_a_word_for_it() -> None:
    deal = small_deal()
    session = Session(deal, TP1_KIND, EASY)
    session.make(Move(0))
    assert peak_line(session.game, deal.mask) == "Left peak cleared (+100)"
    layout = parse_layout("name: four\nA B C D\n")
    session = Session(deal_with({0: "2C"}, "AC", layout=layout), TP1_KIND, EASY)
    session.make(Move(0))
    assert peak_line(session.game, session.deal.mask) == "Peak cleared (+100)"


# --- hints


def hint_in(session: Session) -> Hint:
    return best_hint(session.game.position(), session.deal, session.rules, session.kind)


@pytest.mark.parametrize("kind", [TP1_KIND, pytest.param(THREE_PEAKS_KIND, marks=slow)])
def test_following_the_hints_wins_with_the_fewest_draws(kind: Kind) -> None:
    session = Session(AAAAAAB.deal(), kind, EASY)
    while not session.is_won:
        hint = hint_in(session)
        assert hint.move is not None
        session.make(hint.move)
    assert session.game.drawn == solve(AAAAAAB.deal(), EASY).fewest_draws
    assert session.game.moves == len(best_moves())


def test_a_hint_in_a_lost_position_says_so_and_leads_to_the_best_ending() -> None:
    session = Session(AAAAAAB.deal(), TP1_KIND, CLASSIC)
    best = solve(AAAAAAB.deal(), CLASSIC).best_score
    while session.game.status is Status.RUNNING:
        hint = hint_in(session)
        assert hint.text.endswith(" – this deal cannot be won")
        assert hint.move is not None
        session.make(hint.move)
    assert session.game.score == best == 657


def test_where_nothing_can_be_gained_no_move_is_proposed() -> None:
    session = Session(small_deal("7C", "9C"), THREE_PEAKS_KIND, EASY)
    while len(session.game.stock) > 1:
        session.make(DRAW)
    assert hint_in(session) == (
        None,
        "No move gains anything: this position can no longer be won",
    )


def test_only_a_deal_that_could_be_won_can_no_longer_be_won() -> None:
    session = Session(AAAAAAB.deal(), TP1_KIND, EASY)
    while "wins in" in hint_in(session).text:
        session.make(DRAW)
    assert hint_in(session).text.endswith("this position can no longer be won")


def test_a_hint_for_the_last_move_speaks_of_one_move() -> None:
    deal = small_deal("2C", "3C")
    session = Session(deal, TP1_KIND, EASY)
    session.make(Move(0))
    assert hint_in(session).text == "Best: play 3♣ – wins in 1 move with 698 points"


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (
            {"verdict": Verdict.UNDECIDED},
            "The search found no answer: this position may or may not be winnable",
        ),
        (
            {"verdict": Verdict.NOT_WINNABLE},
            "No best move is known: this position can no longer be won",
        ),
        ({"verdict": Verdict.WINNABLE, "moves": (DRAW,)}, "Good: draw – wins in 1 move"),
        (
            {"verdict": Verdict.WINNABLE, "moves": (DRAW, DRAW), "fewest_draws": 2},
            "Best: draw – wins in 2 moves",
        ),
    ],
)
def test_a_hint_claims_no_more_than_the_search_does(
    monkeypatch: pytest.MonkeyPatch, found: dict[str, Any], text: str
) -> None:
    answer = Answer(**{"problem": Problem(AAAAAAB.deal()), "moves": (), **found})
    monkeypatch.setattr("tripeaks_solver.ask.solve", lambda *_: answer)
    hint = best_hint(AAAAAAB.deal(), AAAAAAB.deal(), EASY, TP1_KIND)
    assert (hint.text, hint.move) == (text, found.get("moves", (None,))[0])


def test_what_was_seen_before_an_undo_is_known_to_the_advice() -> None:
    session = Session(AAAAAAB.deal(), TP1_KIND, EASY)
    before = session.seen_places()
    assert before == frozenset(range(18, 29))
    for card in ("KC", "AS", "2D", "3S"):
        session.make(Move(session.deal.tableau.index(parse_card(card))))
    session.make(DRAW)
    turned = session.seen_places()
    assert turned > before
    while session.line:
        session.undo()
    assert session.seen_places() == turned


def test_a_review_tells_the_line_that_stands() -> None:
    session = Session(AAAAAAB.deal(), TP1_KIND, EASY)
    session.make(DRAW)
    session.undo()
    session.make(Move(20))
    review = review_of(session)
    assert [judged.move for judged in review.moves] == [Move(20)]
    assert review.taken_back == 1
    assert (review.start.best_score, review.score) == (762, 499)


# --- a card that flies


@given(st.integers(0, 70), st.integers(0, 20), st.integers(0, 70), st.integers(0, 20))
def test_a_card_flies_straight_to_the_waste(x: int, y: int, to_x: int, to_y: int) -> None:
    start, end = Box(x, y, 6, 4), Box(to_x, to_y, 6, 4)
    way = [start, *flight(start, end, 6), end]
    assert len(way) == 7
    for before, after in pairwise(way):
        assert abs((after.x - before.x) - (to_x - x) / 6) <= 1
        assert abs((after.y - before.y) - (to_y - y) / 6) <= 1
        assert (after.width, after.height) == (6, 4)


def test_while_a_card_flies_the_one_below_it_is_shown() -> None:
    game = session_of().game
    arrangement = arrange(LAYOUTS[1], ROOM)
    assert arrangement is not None
    before = draw_scene(game, arrangement, ROOM, View())
    game.draw()
    away = Box(0, 0, *arrangement.scale.card)
    flying = draw_scene(game, arrangement, ROOM, View(flying=away))
    landed = draw_scene(game, arrangement, ROOM, View())
    at, drawn = arrangement.waste, card_sign(game.waste[-1])
    lines = [str(picture).splitlines()[at.y + 1] for picture in (before, flying, landed)]
    shown = [line[at.x + 1 : at.x + 3] for line in lines]
    assert shown == ["A♣", "A♣", drawn]
    assert str(flying).splitlines()[1].startswith(f"│{drawn}")


@pytest.mark.parametrize("animated", [True, False])
def test_a_played_card_flies_unless_motion_is_reduced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, animated: bool
) -> None:
    seen: list[str] = []
    redraw = Table.redraw

    def watched(table: Table) -> None:
        redraw(table)
        seen.append(str(table.picture))

    monkeypatch.setattr(Table, "redraw", watched)

    async def script(player: Player) -> None:
        seen.clear()
        await player.press("d")
        assert player.session.game.drawn == 1
        await player.wait_for(lambda: not player.table._timer)
        assert (len({*seen}) > 3) == animated

    play(tmp_path, script, animated=animated)
