"""A widget that shows a canvas in the colours of its terminal."""

from __future__ import annotations

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from tripeaks_solver.play.drawing.canvas import Canvas
from tripeaks_solver.play.drawing.palettes import FULL, SIXTEEN


class CanvasView(Widget):
    """Shows a canvas.

    Attributes:
        picture: the canvas; after a change the widget must be refreshed.

    """

    def __init__(self) -> None:
        super().__init__()
        self.picture = Canvas(0, 0)

    def render_line(self, y: int) -> Strip:
        """Return a line of the canvas."""
        if y >= self.picture.height:
            return Strip.blank(self.size.width)
        palette = SIXTEEN if self.app.native_ansi_color else FULL
        return Strip([Segment(text, palette[look]) for text, look in self.picture.spans(y)])
