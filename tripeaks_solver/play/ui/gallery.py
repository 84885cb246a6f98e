"""The layouts as a grid of small pictures of which one is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from tripeaks_solver.layout import Layout
from tripeaks_solver.play.drawing.canvas import Canvas
from tripeaks_solver.play.drawing.geometry import Box
from tripeaks_solver.play.drawing.thumbnails import TILE_WIDTH, draw_tile, thumbnail
from tripeaks_solver.play.ui.canvas_view import CanvasView


class Gallery(CanvasView, can_focus=True):
    """Shows small pictures of layouts; one of them is always chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1, 0)", show=False),
        Binding("right", "step(1, 0)", show=False),
        Binding("up", "step(0, -1)", show=False),
        Binding("down", "step(0, 1)", show=False),
        Binding("home", "choose(0)", show=False),
        Binding("end", "choose(-1)", show=False),
    ]
    DEFAULT_CSS = "Gallery { height: auto; }"

    class Chosen(Message):
        """Another layout is chosen."""

        def __init__(self, layout: Layout) -> None:
            super().__init__()
            self.layout = layout

    def __init__(self, layouts: Sequence[Layout], chosen: Layout) -> None:
        super().__init__()
        self._layouts = layouts
        self._index = layouts.index(chosen)

    @property
    def chosen(self) -> Layout:
        """The layout that is chosen."""
        return self._layouts[self._index]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Return the height of all rows of pictures."""
        return sum(self._row_heights(width))

    def action_step(self, right: int, down: int) -> None:
        """Choose the picture beside the chosen one, or above or below it."""
        index = self._index + right + down * self._columns(self.size.width)
        if 0 <= index < len(self._layouts):
            self.action_choose(index)

    def action_choose(self, index: int) -> None:
        """Choose a layout by its place in the list."""
        self._index = index % len(self._layouts)
        self._redraw()
        self._scroll_to_chosen()
        self.post_message(self.Chosen(self.chosen))

    def on_click(self, event: events.Click) -> None:
        """Choose the picture under the mouse."""
        for index in range(len(self._layouts)):
            if self._region(index).contains(event.x, event.y):
                self.action_choose(index)

    def on_resize(self) -> None:
        """Lay the pictures out for the new size."""
        self._redraw()
        self.call_after_refresh(self._scroll_to_chosen)

    def _scroll_to_chosen(self) -> None:
        if isinstance(self.parent, Widget):
            self.parent.scroll_to_region(self._region(self._index), animate=False)

    def _columns(self, width: int) -> int:
        return max(width // TILE_WIDTH, 1)

    def _row_heights(self, width: int) -> list[int]:
        """Return the height of each row: its highest picture, a line for names, and a gap."""
        columns = self._columns(width)
        heights = [len(thumbnail(layout)) for layout in self._layouts]
        rows = range(0, len(heights), columns)
        return [max(heights[first : first + columns]) + 2 for first in rows]

    def _region(self, index: int) -> Region:
        """Return where a picture with its name is."""
        heights = self._row_heights(self.size.width)
        row, column = divmod(index, self._columns(self.size.width))
        return Region(column * TILE_WIDTH, sum(heights[:row]), TILE_WIDTH, heights[row] - 1)

    def _redraw(self) -> None:
        self.picture = Canvas(self.size.width, sum(self._row_heights(self.size.width)))
        for index, layout in enumerate(self._layouts):
            region = self._region(index)
            box = Box(region.x, region.y, region.width, region.height)
            draw_tile(self.picture, box, layout, is_chosen=index == self._index)
        self.refresh()
