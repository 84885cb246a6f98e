"""The kinds of game that can be played: how they score, and what a player may do."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tripeaks_solver.errors import TripeaksError, shortened
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import CLASSIC
from tripeaks_solver.rules import EASY, Rules
from tripeaks_solver.scoring import (
    AISLERIOT,
    AISLERIOT_MULTIPLIER,
    MICROSOFT,
    ORIGINAL,
    PYSOL,
    SQUARE_RUNS,
    THREE_PEAKS,
    TP1,
    Scoring,
)


@dataclass(frozen=True)
class Kind:
    """A kind of game; it has the name of its scoring system.

    Attributes:
        title: its name as players see it.
        scoring: the points, by the real clock where time counts.
        undo_limit: how many actions can be taken back; None for all.
        mistake_help: whether a refused move is explained, unless the player chose otherwise.
        rules: the rules, unless the player chose others.

    """

    title: str
    scoring: Scoring
    undo_limit: int | None
    mistake_help: bool
    rules: Rules = EASY

    @property
    def name(self) -> str:
        """The name under which people choose it."""
        return self.scoring.name


TP1_KIND = Kind("TP1", TP1, undo_limit=100, mistake_help=True)
THREE_PEAKS_KIND = Kind(
    "Three Peaks", replace(THREE_PEAKS, pace_ms=0), undo_limit=None, mistake_help=False
)

_RUNS = {
    ORIGINAL: "Original",
    PYSOL: "PySol",
    AISLERIOT: "Aisleriot",
    AISLERIOT_MULTIPLIER: "Aisleriot double",
    MICROSOFT: "Microsoft",
    SQUARE_RUNS: "Square runs",
}
"""The systems that reward cards played without a draw between them, and their titles."""

KINDS = {
    kind.name: kind
    for kind in (
        TP1_KIND,
        THREE_PEAKS_KIND,
        *(
            Kind(title, scoring, undo_limit=None, mistake_help=True)
            for scoring, title in _RUNS.items()
        ),
    )
}


def kind_named(name: str) -> Kind:
    """Return the kind of game of that name.

    Raises:
        TripeaksError: there is none.

    """
    try:
        return KINDS[name]
    except KeyError:
        names = ", ".join(KINDS)
        raise TripeaksError(f"no game {shortened(name, 40)}: choose from {names}") from None


def usual_kind(layout: Layout) -> Kind:
    """Return the kind that a layout is played as unless another is chosen."""
    return TP1_KIND if layout.number == CLASSIC else THREE_PEAKS_KIND
