"""A clock that stands still, session managers in a test folder, and a player at the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

from strategies import deal_with
from textual.pilot import Pilot
from textual.widgets import Static

from tripeaks_solver.answer import Move
from tripeaks_solver.ask import solve
from tripeaks_solver.codes import parse_code
from tripeaks_solver.deal import Deal
from tripeaks_solver.layout import parse_layout
from tripeaks_solver.layouts import shipped_layouts
from tripeaks_solver.play.drawing.words import setup_line
from tripeaks_solver.play.model.kinds import TP1_KIND, Kind
from tripeaks_solver.play.model.options import Opening
from tripeaks_solver.play.model.session import Session
from tripeaks_solver.play.storage.manager import SessionManager
from tripeaks_solver.play.ui.app import PlayApp
from tripeaks_solver.play.ui.screen import PlayScreen
from tripeaks_solver.play.ui.table import Table
from tripeaks_solver.rules import EASY, Rules

AAAAAAB = parse_code("TP1-E-AAAAAAB")

LAYOUTS = shipped_layouts()

SMALL = parse_layout("name: small\nA   B\n")
"""A layout of two cards that nothing covers."""


class FakeClock:
    """A clock that goes on only when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds


def numbers(*first: int) -> Callable[[], int]:
    """Draw these deal numbers, then 100, 101, …"""
    drawn = iter([*first, *range(100, 1000)])
    return lambda: next(drawn)


def manager_in(
    folder: Path, clock: FakeClock | None = None, first: Iterable[int] = (1,)
) -> SessionManager:
    """A manager whose first deal is that of TP1-E-AAAAAAB, if no other number is given."""
    return SessionManager(folder, clock=clock or FakeClock(), draw_number=numbers(*first))


def session_of(
    kind: Kind = TP1_KIND,
    clock: FakeClock | None = None,
    deal: Deal | None = None,
    rules: Rules = EASY,
) -> Session:
    """A session of the deal of TP1-E-AAAAAAB, or of another one."""
    code = None if deal else AAAAAAB
    return Session(deal or AAAAAAB.deal(), kind, rules, code, clock=clock or FakeClock())


def best_moves() -> tuple[Move, ...]:
    """The best win of TP1-E-AAAAAAB: 38 moves, 762 points."""
    return solve(AAAAAAB.deal(), EASY).moves


def small_deal(left: str = "2C", right: str = "3C", waste: str = "AC") -> Deal:
    """A deal of the layout of two cards."""
    return deal_with({0: left, 1: right}, waste, layout=SMALL)


Script = Callable[["Player"], Awaitable[None]]


class Player:
    """Someone who plays, and what they see."""

    def __init__(self, pilot: Pilot[None], manager: SessionManager, clock: FakeClock) -> None:
        self.pilot, self.manager, self.clock = pilot, manager, clock

    @property
    def session(self) -> Session:
        return self.manager.session

    @property
    def screen(self) -> Any:
        return self.pilot.app.screen

    @property
    def table(self) -> Table:
        return next(s for s in self.pilot.app.screen_stack if isinstance(s, PlayScreen)).table

    def line(self, name: str) -> str:
        screen = next(s for s in self.pilot.app.screen_stack if isinstance(s, PlayScreen))
        return str(screen.query_one(f"#{name}", Static).content)

    @property
    def message(self) -> str:
        """The message below the table; empty where the line says only what is played."""
        found = self.line("message")
        played = setup_line(self.session, self.pilot.app.size.width)
        return "" if found.lower() == played.lower() else found

    @property
    def told(self) -> str:
        """The text of the dialog."""
        return "\n".join(str(found.content) for found in self.screen.query(Static))

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def click(self, move: Move) -> None:
        arrangement = self.table.arrangement
        assert arrangement is not None
        box = arrangement.box(move)
        # The lower right corner of a card is its own wherever the next row covers it.
        await self.pilot.click(Table, offset=(box.x + 1, box.y))
        await self.pilot.pause()

    async def play(self, moves: tuple[Move, ...]) -> None:
        for move in moves:
            self.table.post_message(Table.Chosen(move))
            await self.pilot.pause()

    async def wait_for(self, met: Callable[[], bool]) -> None:
        for _ in range(2000):
            if met():
                return
            await self.pilot.pause(0.01)
        raise AssertionError("it did not happen in time")


def play(
    folder: Path,
    script: Script,
    *,
    size: tuple[int, int] = (80, 24),
    opening: Opening | None = None,
    animated: bool = False,
    manager: SessionManager | None = None,
    clock: FakeClock | None = None,
) -> SessionManager:
    """Let someone play in a folder; the first deal is that of TP1-E-AAAAAAB."""
    clock = clock or FakeClock()
    manager = manager or manager_in(folder, clock)

    async def run() -> None:
        app = PlayApp(manager, opening)
        app.animation_level = "full" if animated else "none"
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(Player(pilot, manager, clock))

    asyncio.run(run())
    manager.close()
    return manager
