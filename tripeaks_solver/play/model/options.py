"""What a player has chosen for the next deal, and what a deal begins with."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tripeaks_solver.codes import DealCode
from tripeaks_solver.deal import Deal
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import classic
from tripeaks_solver.play.model.kinds import TP1_KIND, Kind, usual_kind
from tripeaks_solver.rules import EASY, Rules


@dataclass(frozen=True)
class Options:
    """What the next deal is played as.

    Attributes:
        layout, kind, rules: what is played.
        mistake_help: whether refused moves are explained; None leaves it to the kind of game.

    """

    layout: Layout = field(default_factory=classic)
    kind: Kind = TP1_KIND
    rules: Rules = EASY
    mistake_help: bool | None = None

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
