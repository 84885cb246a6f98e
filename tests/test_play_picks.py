"""Which deals a player gets: winnable ones, those of a grade, the day's, or one that is named."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from hashlib import sha256
from itertools import count
from pathlib import Path

import pytest
from play_support import AAAAAAB, LAYOUTS, FakeClock, Player, Script, manager_in, play
from test_cli_support import tripeaks
from textual.widgets import Button, Input

from tripeaks_solver.answer import Verdict
from tripeaks_solver.ask import decide
from tripeaks_solver.codes import CODE_COUNT, DealCode, parse_code
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.play.model import picks
from tripeaks_solver.play.model.kinds import THREE_PEAKS_KIND
from tripeaks_solver.play.model.options import Opening, Options
from tripeaks_solver.play.model.picks import Pick, number_of_day, pick_named, pick_number
from tripeaks_solver.play.storage.manager import SessionManager
from tripeaks_solver.play.storage.options_file import options_text, parse_options
from tripeaks_solver.play.ui.app import PlayApp
from tripeaks_solver.play.ui.deal_dialog import DealDialog
from tripeaks_solver.rules import CLASSIC, EASY, Rules

DAY = date(2026, 12, 1)
HARD = Rules(king_ace_linked=False, draw_only_when_stuck=True)


def from_one() -> Callable[[], int]:
    """Draw 1, 2, 3, …"""
    drawn = count(1)
    return lambda: next(drawn)


def codes_of_day(rules: Rules) -> list[DealCode]:
    """The codes of today and of the days beside it, for tests that run at midnight."""
    today = date.today()
    days = [today - timedelta(1), today, today + timedelta(1)]
    return [DealCode(number_of_day(day), rules) for day in days]


# --- the choice


def test_any_deal_is_the_first_that_is_drawn() -> None:
    assert pick_number(Options(), lambda: 7) == 7


@pytest.mark.parametrize(("rules", "layout"), [(CLASSIC, 1), (HARD, 1), (HARD, 6)])
def test_a_winnable_deal_is_the_first_that_can_be_won(rules: Rules, layout: int) -> None:
    options = Options(LAYOUTS[layout], rules=rules, deals=Pick.WINNABLE)
    found = pick_number(options, from_one())
    verdicts = [
        decide(DealCode(number).deal(options.layout), rules).verdict
        for number in range(1, found + 1)
    ]
    assert verdicts == [Verdict.NOT_WINNABLE] * (found - 1) + [Verdict.WINNABLE]


@pytest.mark.slow
@pytest.mark.parametrize("grade", range(1, 6))
def test_a_graded_deal_is_the_first_of_its_grade(grade: int) -> None:
    options = Options(rules=CLASSIC, deals=pick_named(f"grade-{grade}"))
    found = pick_number(options, from_one())
    codes = [str(DealCode(number, CLASSIC)) for number in range(1, found + 1)]
    rows = tripeaks("rate", *codes, "--rules", "classic", "--columns", "all", "--nl").objects
    grades = [row["classic_grade"] for row in rows]
    assert grades.index(grade) == found - 1


def test_a_kind_of_deal_that_there_is_none_of_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picks, "_TRIES", 3)
    options = Options(rules=CLASSIC, deals=Pick.WINNABLE)
    with pytest.raises(TripeaksError, match="among 3 deals there was none that can be won"):
        pick_number(options, lambda: AAAAAAB.number)
    manager = SessionManager(tmp_path, clock=FakeClock(), draw_number=lambda: AAAAAAB.number)
    manager.choose(options)
    drawn = manager.draw()
    assert drawn.number == AAAAAAB.number
    assert drawn.message == (
        "among 3 deals there was none that can be won: any deal is dealt instead"
    )
    manager.close()


def test_the_day_decides_the_deal() -> None:
    days = [DAY + timedelta(days) for days in range(400)]
    numbers = [number_of_day(day) for day in days]
    assert len({*numbers}) == 400
    assert all(0 <= number < CODE_COUNT for number in numbers)
    assert numbers[0] == int(sha256(b"tripeaks 2026-12-01").hexdigest(), 16) % 26**7


def test_picks_have_names_and_titles() -> None:
    assert [pick_named(pick.value) for pick in Pick] == [*Pick]
    assert len({pick.title for pick in Pick}) == len(Pick)
    with pytest.raises(TripeaksError, match="no deals 'best': choose from any, winnable, grade-1"):
        pick_named("best")


@pytest.mark.parametrize("pick", Pick)
def test_the_choice_is_remembered(pick: Pick) -> None:
    options = Options(deals=pick)
    assert parse_options(options_text(options).encode()) == options
    old = options_text(Options()).replace(', "deals": "any"', "")
    assert "deals" not in old
    assert parse_options(old.encode()).deals is Pick.ANY


# --- the dialog


def test_a_deal_is_typed_or_pasted(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("c")
        player.screen.query_one(Input).value = "TP1-C-AAAAAAD/L7"
        await player.press("enter")
        assert player.session.code == parse_code("TP1-C-AAAAAAD/L7")
        assert (player.session.rules, player.session.kind) == (CLASSIC, THREE_PEAKS_KIND)
        deck = str(AAAAAAB.deal())
        await player.press("c")
        player.screen.query_one(Input).value = deck
        await player.press("enter")
        assert str(player.session.deal) == deck
        assert player.session.code is None

    play(tmp_path, script)


@pytest.mark.parametrize(
    ("text", "fault"), [("foo", "'foo' is not a deal code"), ("?? " * 52, "unknown"), ("", "no")]
)
def test_what_is_no_deal_is_refused_in_the_dialog(tmp_path: Path, text: str, fault: str) -> None:
    async def script(player: Player) -> None:
        before = player.session.name
        await player.press("c")
        player.screen.query_one(Input).value = text
        await player.press("enter")
        assert isinstance(player.screen, DealDialog)
        assert fault in player.told
        await player.press("escape")
        assert player.session.name == before

    play(tmp_path, script)


def test_the_deal_of_the_day_is_played_from_the_dialog(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("c", "down", "enter")
        assert player.session.code in codes_of_day(EASY)

    play(tmp_path, script)


def test_only_winnable_deals_are_dealt_from_then_on(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        for _ in range(2):
            before = player.session.name
            await player.press("c", "down", "down", "down", "enter")
            await player.wait_for(lambda name=before: player.session.name != name)  # type: ignore[misc]
        assert player.manager.options.deals is Pick.WINNABLE
        await player.press("d", "n", "y")
        await player.wait_for(lambda: not player.session.is_started)
        assert player.session.rules == CLASSIC
        assert decide(player.session.deal, CLASSIC).verdict is Verdict.WINNABLE

    opening = Opening(Options(rules=CLASSIC))
    play(tmp_path, script, opening=opening, manager=manager_in(tmp_path, first=[1, 1, 1, 1]))


# --- the beginning


@pytest.mark.parametrize(
    ("keys", "rules"),
    [("e", EASY), ("c", CLASSIC), ("enter", CLASSIC), ("escape", CLASSIC), ("down enter", EASY)],
)
def test_the_first_window_asks_for_the_rules(tmp_path: Path, keys: str, rules: Rules) -> None:
    manager = manager_in(tmp_path)
    manager.choose(Options(rules=CLASSIC))

    async def script(player: Player) -> None:
        labels = [str(button.label) for button in player.screen.query(Button)]
        assert labels[0] == "Classic: king and ace do not fit (c)"  # as in the last game
        assert labels[1] == "Easy: king and ace fit (e)"
        await player.press(*keys.split())
        assert player.session.rules == rules
        assert player.manager.is_dealt

    play_welcomed(manager, script)


def play_welcomed(manager: SessionManager, script: Script) -> None:
    async def run() -> None:
        app = PlayApp(manager, welcomes=True)
        app.animation_level = "none"
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await script(Player(pilot, manager, FakeClock()))

    asyncio.run(run())
    manager.close()


def test_the_first_window_offers_the_deal_of_the_day(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("d")
        assert player.session.code in codes_of_day(EASY)

    play_welcomed(manager_in(tmp_path), script)


def test_the_command_chooses_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[Opening, bool]] = []
    command = importlib.import_module("tripeaks_solver.cli.play")
    monkeypatch.setattr(command, "is_terminal", lambda: True)
    monkeypatch.setattr(
        command, "run_screen", lambda _, opening, welcomes: begun.append((opening, welcomes))
    )
    for arguments in ([], ["--deals", "grade-4"], ["--daily", "--rules", "classic"]):
        assert tripeaks("play", *arguments, "--folder", str(tmp_path)).code == 0
    options = Options()
    assert begun[:2] == [
        (Opening(options), True),
        (Opening(replace(options, deals=Pick.GRADE_4)), False),
    ]
    daily, welcomes = begun[2]
    assert (daily.options, welcomes) == (replace(options, rules=CLASSIC), False)
    assert daily.code in codes_of_day(CLASSIC)
    assert daily.deal == daily.code.deal()
    for arguments in (
        ["--daily", "--deals", "any"],
        ["TP1-E-AAAAAAB", "--daily"],
        ["TP1-E-AAAAAAB", "--deals", "any"],
        ["--continue", "--daily"],
    ):
        assert tripeaks("play", *arguments, "--folder", str(tmp_path)).code == 2
