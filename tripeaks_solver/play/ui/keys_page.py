"""The page that explains the game; its list of keys comes from the bindings themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from textual.binding import Binding, BindingType

from tripeaks_solver.play.model.points import scoring_lines
from tripeaks_solver.play.model.session import Session

_AIM = """\
Clear the tableau: play free cards one rank above or below the waste
card. When none fits, draw.      (esc: close   PgDn: points and tips)"""

_TIPS = """\
Tips
  Before you draw, look for the longest run of cards.
  Of two cards that fit, play the one that turns up more.
  Keep cards that can end one run and begin the next.
  Count ranks: there are four of each, and what has been played is gone.
  A card that lies under two waits for both: clear the sides together.
  A deal that you abandon after the first move is lost."""


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


def help_page(session: Session, *groups: Iterable[BindingType]) -> str:
    """Write the page of keys, and below it the scoring of what is played, and tips."""
    layout, kind = session.deal.layout, session.kind
    scoring = scoring_lines(kind.scoring, len(layout), len(layout.peaks))
    told = "\n".join([f"Points in {kind.title}", *(f"  {line}" for line in scoring)])
    return "\n\n".join([keys_page(*groups), told, _TIPS])
