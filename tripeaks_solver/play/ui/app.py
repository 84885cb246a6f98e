"""The application that runs the game in a terminal."""

from __future__ import annotations

import os

from textual.app import App

from tripeaks_solver.play.drawing.palettes import has_few_colours
from tripeaks_solver.play.drawing.words import NAME
from tripeaks_solver.play.storage.manager import Desk
from tripeaks_solver.play.ui.screen import Opening, PlayScreen


class PlayApp(App[None]):
    """Shows the screen of the game."""

    TITLE = NAME
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, desk: Desk, opening: Opening | None = None) -> None:
        # Without colours at all only the terminal's own ones can be left out.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self._desk, self._opening = desk, opening

    def on_mount(self) -> None:
        """Begin to play."""
        if has_few_colours(self):
            self.theme = "ansi-dark"
        self.push_screen(PlayScreen(self._desk, self._opening))
