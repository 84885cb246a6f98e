"""The page that explains the game; its list of keys comes from the bindings themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from textual.binding import Binding, BindingType

_AIM = """\
Clear the tableau: play free cards that are one rank above or below
the waste card. When none fits, draw. The stock is dealt only once.
A deal that you abandon after the first move is lost.      (esc: close)"""


class KeyRow(NamedTuple):
    """A row of the list of keys: the keys, and what they do."""

    keys: str
    effect: str


MOUSE = KeyRow("mouse", "click a card to play it, or the stock to draw")


def key_rows(bindings: Iterable[BindingType]) -> Iterator[KeyRow]:
    """Yield a row for each binding; neighbours with the same effect share one."""
    given = [binding for binding in bindings if isinstance(binding, Binding)]
    for effect, group in groupby(given, key=lambda binding: binding.tooltip):
        yield KeyRow(" ".join(binding.key_display or binding.key for binding in group), effect)


def keys_page(*groups: Iterable[BindingType]) -> str:
    """Write the page; each group of bindings is a paragraph."""
    paragraphs = [[*key_rows(group)] for group in groups]
    paragraphs[0].insert(0, MOUSE)
    width = max(len(row.keys) for rows in paragraphs for row in rows)
    written = ("\n".join(f"{keys:{width}}  {effect}" for keys, effect in p) for p in paragraphs)
    return "\n\n".join([_AIM, *written])
