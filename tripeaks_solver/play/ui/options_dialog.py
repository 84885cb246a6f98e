"""The dialog in which a player chooses layout, game, rules and help."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Checkbox, RadioButton, RadioSet, Static

from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import shipped_layouts
from tripeaks_solver.play.model.kinds import KINDS, Kind, usual_kind
from tripeaks_solver.play.model.options import Options
from tripeaks_solver.play.ui.gallery import Gallery
from tripeaks_solver.rules import VARIANTS, Rules

_RULES = {
    "king_ace_linked": "King fits ace",
    **{variant.field: variant.label for variant in VARIANTS},
}
"""The boxes for the rules, by the fields that they set."""
_HELP = "mistake_help"


class _Tick(Checkbox):
    """A box that tells its state by its mark, and not by a colour alone."""

    BUTTON_LEFT, BUTTON_RIGHT = "[", "]"

    def render(self) -> Content:
        """Show the mark only where it is set."""
        self.BUTTON_INNER = "x" if self.value else " "
        return super().render()


class _Dot(RadioButton):
    """A button that tells its state by its mark, and not by a colour alone."""

    BUTTON_LEFT, BUTTON_RIGHT = "(", ")"

    def render(self) -> Content:
        """Show the mark only where it is set."""
        self.BUTTON_INNER = "•" if self.value else " "
        return super().render()


class Choosing(ModalScreen[Options | None]):
    """Asks for the options of the next deal; None when the player changes nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", show=False),
        Binding("enter", "confirm", show=False, priority=True),
    ]
    DEFAULT_CSS = """
    Choosing { align: center middle; }
    Choosing > Horizontal { width: 100%; height: 100%; background: $surface; }
    Choosing #layouts { width: 1fr; height: 100%; scrollbar-size-vertical: 1; }
    Choosing #rest { width: 22; height: 100%; padding: 0 1; }
    Choosing RadioSet, Choosing Checkbox { width: 100%; padding: 0; }
    Choosing .toggle--button { background: $surface; color: $foreground; }
    Choosing Checkbox:focus > .toggle--label { text-style: reverse; }
    Choosing RadioSet:focus > RadioButton.-selected > .toggle--label { text-style: reverse; }
    Choosing .heading { text-style: bold; margin-top: 1; }
    Choosing #buttons { height: auto; margin-top: 1; }
    Choosing Button { margin-right: 1; }
    """

    def __init__(self, options: Options) -> None:
        super().__init__()
        self._options = options
        self._is_kind_chosen = False

    def compose(self) -> ComposeResult:
        """Put the pictures on the left, all else on the right."""
        options = self._options
        shipped = list(shipped_layouts().values())
        own = [] if options.layout in shipped else [options.layout]
        with Horizontal():
            with VerticalScroll(id="layouts", can_focus=False):
                yield Gallery([*own, *shipped], options.layout)
            with VerticalScroll(id="rest", can_focus=False):
                yield Static(_described(options.layout), id="name", markup=False)
                yield Static("Game", classes="heading")
                with RadioSet(compact=True):
                    for kind in KINDS.values():
                        yield _Dot(kind.title, kind == options.kind, id=kind.name)
                yield Static("Rules", classes="heading")
                for field, label in _RULES.items():
                    yield _Tick(label, getattr(options.rules, field), id=field, compact=True)
                yield Static("Help", classes="heading")
                yield _Tick("Mistake help", options.explains, id=_HELP, compact=True)
                with Vertical(id="buttons"):
                    yield Button("Play (enter)", id="play", compact=True)
                    yield Button("Cancel (esc)", id="cancel", compact=True)

    def on_mount(self) -> None:
        """Begin in the pictures."""
        self.query_one(Gallery).focus()

    def on_gallery_chosen(self, event: Gallery.Chosen) -> None:
        """Name the layout; a game that nobody chose is the usual one of the layout."""
        self.query_one("#name", Static).update(_described(event.layout))
        kind = usual_kind(event.layout)
        if not self._is_kind_chosen and kind != self._kind():
            with self.prevent(RadioSet.Changed):
                self.query_one(f"#{kind.name}", RadioButton).value = True
            self._tick_usual_rules(kind)

    @on(RadioSet.Changed)
    def keep_kind(self) -> None:
        """Remember that the player has chosen a game."""
        self._is_kind_chosen = True
        self._tick_usual_rules(self._kind())

    def _tick_usual_rules(self, kind: Kind) -> None:
        for field in _RULES:
            self.query_one(f"#{field}", Checkbox).value = getattr(kind.rules, field)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Close the dialog."""
        if event.button.id == "play":
            self._confirm()
        else:
            self.action_cancel()

    def action_confirm(self) -> None:
        """Play with what is chosen, unless enter is for something else that has the focus."""
        if isinstance(self.focused, Button) and self.focused.id == "cancel":
            self.action_cancel()
        else:
            self._confirm()

    def action_cancel(self) -> None:
        """Change nothing."""
        self.dismiss(None)

    def _confirm(self) -> None:
        boxes = {field: self.query_one(f"#{field}", Checkbox).value for field in _RULES}
        explains = self.query_one(f"#{_HELP}", Checkbox).value
        chosen = replace(
            self._options,
            layout=self.query_one(Gallery).chosen,
            kind=self._kind(),
            rules=Rules(**boxes),
        )
        # A choice that nobody made follows the game.
        if explains != self._options.explains:
            chosen = replace(chosen, mistake_help=explains)
        self.dismiss(chosen)

    def _kind(self) -> Kind:
        pressed = self.query_one(RadioSet).pressed_button
        return KINDS[pressed.id] if pressed and pressed.id else self._options.kind


def _described(layout: Layout) -> str:
    number = f"{layout.number} " if layout.number else ""
    return f"{number}{layout.name}\n{len(layout)} cards, stock {layout.stock_size}"
