"""The application that runs the game in a terminal."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress

from textual.app import App

from tripeaks_solver.play.model.options import Opening
from tripeaks_solver.play.storage.manager import SessionManager
from tripeaks_solver.play.ui.screen import PlayScreen

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
_ENDING_SIGNALS = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]


class PlayApp(App[None]):
    """Shows the screen of the game."""

    TITLE = "TriPeaks"
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        manager: SessionManager,
        opening: Opening | None = None,
        *,
        welcomes: bool = False,
    ) -> None:
        # Only without any colours can those of the terminal itself be left out.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self._manager, self._opening, self._welcomes = manager, opening, welcomes

    def on_load(self) -> None:
        """Let signals end the program in good order, from before it changes the terminal."""
        loop = asyncio.get_running_loop()
        with suppress(NotImplementedError):  # as on Windows
            for number in _ENDING_SIGNALS:
                loop.add_signal_handler(number, self._end, 128 + number)

    def _end(self, code: int) -> None:
        self.exit(return_code=code)

    def on_mount(self) -> None:
        """Begin to play."""
        if not self.is_headless:
            _keep_out_of_job_control()
        if self._has_few_colours:
            self.theme = "ansi-dark"
        self.push_screen(PlayScreen(self._manager, self._opening, welcomes=self._welcomes))

    @property
    def _has_few_colours(self) -> bool:
        """Tell whether the terminal has no more than sixteen colours, or none are wanted."""
        return self.no_color or self.console.color_system in (None, "standard", "windows")


def _keep_out_of_job_control() -> None:
    """Neither suspend nor resume the screen by signals; ctrl+z is undo here.

    A terminal that closes sends SIGCONT after SIGHUP. If the screen resumed then, a second thread
    would wait for keys, and the program would never end.
    """
    if hasattr(signal, "SIGCONT"):
        signal.signal(signal.SIGTSTP, signal.SIG_IGN)
        signal.signal(signal.SIGCONT, signal.SIG_DFL)
