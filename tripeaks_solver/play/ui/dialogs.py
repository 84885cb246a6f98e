"""Questions to the player, and pages of text."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase
from typing import ClassVar, NamedTuple, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Static

Answer = TypeVar("Answer")


class Choice(NamedTuple):
    """An answer that a player can give: by its key, by a click, or with enter.

    Attributes:
        key: the key.
        label: what the button says.
        value: what stands for it in the code.

    """

    key: str
    label: str
    value: str


STAY = "stay"
"""The answer of a player who closes a dialog without choosing."""


class Question(ModalScreen[str]):
    """Asks something; enter gives the first choice, escape gives `STAY`."""

    # Bindings also catch keys that were typed before the dialog was there.
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(letter, f"choose('{letter}')", show=False) for letter in ascii_lowercase),
        Binding("escape", "stay", show=False),
        Binding("up,left", "app.focus_previous", show=False),
        Binding("down,right", "app.focus_next", show=False),
    ]
    DEFAULT_CSS = """
    Question { align: center middle; }
    Question > #box {
        width: auto; min-width: 40; max-width: 90%; height: auto; max-height: 100%;
        padding: 1 2; border: round $primary; background: $surface;
    }
    Question #title { width: 100%; text-align: center; text-style: bold; }
    Question #lines { height: auto; width: auto; margin-top: 1; }
    Question Button { width: 100%; }
    Question #choices { height: auto; width: 100%; margin-top: 1; }
    """

    def __init__(self, title: str, lines: Sequence[str], choices: Sequence[Choice]) -> None:
        super().__init__()
        self._title, self._lines, self._choices = title, lines, choices

    def compose(self) -> ComposeResult:
        """Put the text above the buttons."""
        with VerticalScroll(id="box", can_focus=False):
            yield Static(self._title, id="title", markup=False)
            yield Static("\n".join(self._lines), id="lines", markup=False)
            with Vertical(id="choices"):
                for choice in self._choices:
                    label = f"{choice.label} ({choice.key})"
                    yield Button(label, id=f"choice-{choice.value}", compact=True)

    def tell(self, lines: Sequence[str]) -> None:
        """Put lines above those that stand there."""
        self._lines = [*lines, *self._lines]
        self.query_one("#lines", Static).update("\n".join(self._lines))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Take a button as the answer."""
        self.dismiss((event.button.id or "").removeprefix("choice-"))

    def action_choose(self, key: str) -> None:
        """Take the key of a choice as the answer."""
        for choice in self._choices:
            if choice.key == key:
                self.dismiss(choice.value)

    def action_stay(self) -> None:
        """Choose nothing."""
        self.dismiss(STAY)


class Waiting(ModalScreen[Answer]):
    """Says what is being done; what has started it closes it, with what was found."""

    DEFAULT_CSS = """
    Waiting { align: center middle; }
    Waiting > Static {
        width: auto; height: auto; padding: 1 2; border: round $primary; background: $surface;
    }
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Show the text."""
        yield Static(self._text, markup=False)


class Page(ModalScreen[str]):
    """A text to read; any of the usual keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark", "close", show=False)
    ]
    DEFAULT_CSS = """
    Page { align: center middle; }
    Page > VerticalScroll {
        width: auto; max-width: 100%; height: auto; max-height: 100%;
        padding: 0 1; border: round $primary; background: $surface;
        scrollbar-size-vertical: 1; scrollbar-gutter: stable;
    }
    Page Static { width: auto; }
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Show the text."""
        with VerticalScroll():
            yield Static(self._text, markup=False)

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(STAY)

    def on_click(self) -> None:
        """Go back."""
        self.action_close()
