"""What a player has chosen for the next deal, and what a deal begins with."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING

from tripeaks_solver.codes import DealCode
from tripeaks_solver.deal import Deal
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import classic
from tripeaks_solver.play.model.kinds import TP1_KIND, Kind, usual_kind
from tripeaks_solver.play.model.picks import Pick, number_of_day
from tripeaks_solver.rules import EASY, Rules

if TYPE_CHECKING:
    from tripeaks_solver.formats.sources import Entry


@dataclass(frozen=True)
class Options:
    """What the next deal is played as.

    Attributes:
        layout, kind, rules: what is played.
        mistake_help: whether refused moves are explained; None leaves it to the kind of game.
        deals: which random deals are dealt.

    """

    layout: Layout = field(default_factory=classic)
    kind: Kind = TP1_KIND
    rules: Rules = EASY
    mistake_help: bool | None = None
    deals: Pick = Pick.ANY

    @property
    def explains(self) -> bool:
        """Tell whether refused moves are explained."""
        return self.kind.mistake_help if self.mistake_help is None else self.mistake_help

    def on_layout(self, layout: Layout, kind: Kind | None = None) -> Options:
        """Return the options for a layout, and the kind of game that is usual on it or given."""
        return replace(self, layout=layout).with_kind(kind or usual_kind(layout))

    def with_kind(self, kind: Kind) -> Options:
        """Return the options for a kind of game; a change of kind brings its usual rules."""
        return self if kind == self.kind else replace(self, kind=kind, rules=kind.rules)

    def with_help(self, explains: bool) -> Options:
        """Return the options with or without explanations of refused moves.

        Going back to what is usual for the kind of game lets it follow the kind again.
        """
        if explains == self.explains:
            return self
        return replace(self, mistake_help=None if explains == self.kind.mistake_help else explains)


@dataclass(frozen=True)
class Opening:
    """What to begin with: the options, and a deal with the code that named it, if any."""

    options: Options
    deal: Deal | None = None
    code: DealCode | None = None


def opening_for(
    options: Options, entry: Entry, kind: Kind | None = None, rules: Rules | None = None
) -> Opening:
    """Return what to begin with for a deal that was named.

    Args:
        options: what is played otherwise.
        entry: the deal; its code names rules, if it has one.
        kind: the kind of game, by default the usual one on the layout of the deal.
        rules: the rules, by default those of the code or the options.

    """
    options = options.on_layout(entry.deal.layout, kind)
    if wanted := rules or (entry.code.rules if entry.code else None):
        options = replace(options, rules=wanted)
    return Opening(options, entry.deal, entry.code)


def opening_of_day(options: Options, day: date) -> Opening:
    """Return what to begin with for the deal of a day, under the rules of the options."""
    code = DealCode(number_of_day(day), options.rules, options.layout.number)
    return Opening(options, code.deal(options.layout), code)
