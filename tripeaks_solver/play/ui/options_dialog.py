"""The dialog in which a player chooses layout, game, rules and help."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Button, Checkbox, RadioButton, RadioSet, Static

from tripeaks_solver.errors import counted
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import shipped_layouts
from tripeaks_solver.play.model.kinds import KINDS, Kind
from tripeaks_solver.play.model.options import Options
from tripeaks_solver.play.ui.gallery import Gallery
from tripeaks_solver.rules import VARIANTS

_RULES = {
    "king_ace_linked": "King fits ace",
    **{variant.field: variant.label for variant in VARIANTS},
}
"""The boxes for the rules, by the fields that they set."""
_HELP = "mistake_help"
_KEYS = "arrows: move   tab: next group   space: tick   enter: play   esc: cancel"


class _CheckBox(Checkbox):
    """A box that shows its state by its mark, not by a colour alone."""

    def render(self) -> Content:
        """Show the mark only where it is set."""
        return _marked("[x]" if self.value else "[ ]", self)


class _RadioButton(RadioButton):
    """A button that shows its state by its mark, not by a colour alone."""

    def render(self) -> Content:
        """Show the mark only where it is set."""
        return _marked("(•)" if self.value else "( )", self)


def _marked(mark: str, button: Checkbox | RadioButton) -> Content:
    label_style = button.get_visual_style("toggle--label")
    return Content.assemble(mark, button.label.pad(1, 1).stylize_before(label_style))


class _RadioSet(RadioSet, inherit_bindings=False):
    """Buttons of which the arrows press the next one, so that the cursor is where the dot is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,left", "press(-1)", show=False),
        Binding("down,right", "press(1)", show=False),
    ]

    def action_press(self, step: int) -> None:
        """Press another button."""
        buttons = [*self.query(RadioButton)]
        buttons[(self.pressed_index + step) % len(buttons)].value = True


class OptionsDialog(ModalScreen[Options | None]):
    """Asks for the options of the next deal; None when the player changes nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", show=False),
        Binding("enter", "confirm", show=False, priority=True),
    ]
    DEFAULT_CSS = """
    OptionsDialog > Horizontal { width: 100%; height: 1fr; background: $surface; }
    OptionsDialog #keys { width: 100%; height: 1; text-align: center; background: $panel; }
    OptionsDialog #layouts { width: 1fr; height: 100%; scrollbar-size-vertical: 1; }
    OptionsDialog #rest { width: 23; height: 100%; padding: 0 1; }
    OptionsDialog RadioSet, OptionsDialog Checkbox { width: 100%; padding: 0; }
    OptionsDialog RadioSet, OptionsDialog RadioSet:focus { border: none; background: $surface; }
    OptionsDialog .toggle--label { text-style: none; background: $surface; color: $foreground; }
    OptionsDialog Checkbox:focus > .toggle--label { text-style: reverse; }
    OptionsDialog RadioSet:focus > RadioButton.-on > .toggle--label { text-style: reverse; }
    OptionsDialog .heading { text-style: bold; margin-top: 1; }
    OptionsDialog #buttons { height: auto; margin-top: 1; }
    OptionsDialog Button { width: 100%; content-align: left middle; text-align: left; }
    """

    def __init__(self, options: Options) -> None:
        super().__init__()
        self._options = options
        self._is_kind_chosen = False

    def compose(self) -> ComposeResult:
        """Put the pictures on the left, all else on the right."""
        shipped = list(shipped_layouts().values())
        own = [] if self._options.layout in shipped else [self._options.layout]
        with Horizontal():
            with VerticalScroll(id="layouts", can_focus=False):
                yield Gallery([*own, *shipped], self._options.layout)
            with VerticalScroll(id="rest", can_focus=False):
                yield from self._choices()
        yield Static(_KEYS, id="keys", markup=False)

    def _choices(self) -> Iterator[Widget]:
        options = self._options
        yield Static(_described(options.layout), id="name", markup=False)
        yield Static("Game", classes="heading")
        kinds = KINDS.values()
        yield _RadioSet(
            *(_RadioButton(kind.title, kind == options.kind, id=kind.name) for kind in kinds),
            compact=True,
        )
        yield Static("Rules and help", classes="heading")
        for field, label in _RULES.items():
            yield _CheckBox(label, getattr(options.rules, field), id=field, compact=True)
        yield _CheckBox("Mistake help", options.explains, id=_HELP, compact=True)
        yield Vertical(
            Button("Play (enter)", id="play", compact=True),
            Button("Cancel (esc)", id="cancel", compact=True),
            id="buttons",
        )

    def on_mount(self) -> None:
        """Begin in the pictures."""
        self.query_one(Gallery).focus()

    @on(Gallery.Chosen)
    @on(RadioSet.Changed)
    @on(Checkbox.Changed)
    def update_options(self) -> None:
        """Take over what the player has changed, and let every box show what will be in force."""
        while (chosen := self._chosen()) != self._options:
            self._options = chosen
            self._show()

    def _chosen(self) -> Options:
        """Return the options with what the player has changed.

        Another game brings its usual rules and help; so does another layout, unless the player
        has chosen a game.
        """
        options, layout, kind = self._options, self.query_one(Gallery).chosen, self._pressed_kind()
        if kind != options.kind:
            self._is_kind_chosen = True
            return options.with_kind(kind)
        if layout != options.layout:
            return options.on_layout(layout, kind if self._is_kind_chosen else None)
        boxes = {field: self.query_one(f"#{field}", Checkbox).value for field in _RULES}
        explains = self.query_one(f"#{_HELP}", Checkbox).value
        return replace(options, rules=replace(options.rules, **boxes)).with_help(explains)

    def _pressed_kind(self) -> Kind:
        """Return the game whose button was pressed last; the one before may still be on."""
        pressed = {KINDS[button.id or ""] for button in self.query(RadioButton) if button.value}
        return next(iter(pressed - {self._options.kind}), self._options.kind)

    def _show(self) -> None:
        options = self._options
        self.query_one("#name", Static).update(_described(options.layout))
        for button in self.query(RadioButton):
            if button.id == options.kind.name:
                button.value = True
            else:
                with self.prevent(RadioButton.Changed):
                    button.value = False
        for field in _RULES:
            self.query_one(f"#{field}", Checkbox).value = getattr(options.rules, field)
        self.query_one(f"#{_HELP}", Checkbox).value = options.explains

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Close the dialog."""
        self._close(is_confirmed=event.button.id == "play")

    def action_confirm(self) -> None:
        """Play with what is chosen, unless the focus is on the other button."""
        self._close(is_confirmed=not (self.focused and self.focused.id == "cancel"))

    def _close(self, *, is_confirmed: bool) -> None:
        # The messages of the last changes may still be on their way.
        self.update_options()
        self.dismiss(self._options if is_confirmed else None)

    def action_cancel(self) -> None:
        """Change nothing."""
        self.dismiss(None)


def _described(layout: Layout) -> str:
    number = f"{layout.number} " if layout.number else ""
    return f"{number}{layout.name}\n{counted(len(layout), 'card')}, stock {layout.stock_size}"
