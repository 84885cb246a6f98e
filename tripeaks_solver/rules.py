"""The rules of play that differ between games, and the names under which people choose them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tripeaks_solver.cards import ACE, KING, WILD, Rank
from tripeaks_solver.errors import TripeaksError


@dataclass(frozen=True)
class Rules:
    """What may be played on what, and when the stock may be drawn from.

    Attributes:
        king_ace_linked: whether king and ace are neighbours, so that a run may go Q, K, A, 2.
        draw_only_when_stuck: the traditional rule, a draw only when no tableau card fits;
            otherwise drawing is allowed at any time.
        empty_waste: whether the waste is empty at the start. The card that would open it lies on
            the stock instead, and the first card may be any free one.
        open_peaks: whether all tableau cards lie face up from the start. It changes what a player
            sees, not what can be won.

    """

    king_ace_linked: bool
    draw_only_when_stuck: bool = False
    empty_waste: bool = False
    open_peaks: bool = False

    @property
    def name(self) -> str:
        """The name that `named` reads: ``easy`` or ``classic``, then what else is not usual."""
        base = "easy" if self.king_ace_linked else "classic"
        return "-".join(
            [base, *(word for word, field in _VARIANTS.items() if getattr(self, field))]
        )

    def fits(self, rank: Rank, waste: Rank) -> bool:
        """Tell whether a card of one rank may be played on a waste card of the other."""
        return bool(self.neighbours[waste] >> rank & 1)

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each rank the 14-bit set of the ranks that fit on it (bit 0 the ace, bit 13 wild)."""
        return tuple(sum(1 << rank for rank in ranks) for ranks in self.fitting)

    @cached_property
    def fitting(self) -> tuple[tuple[Rank, ...], ...]:
        """For each rank the ranks that fit on it, the wild one last."""
        every = range(WILD + 1)
        return tuple(tuple(other for other in every if self._adjacent(r, other)) for r in every)

    def _adjacent(self, one: Rank, other: Rank) -> bool:
        wraps = self.king_ace_linked and {one, other} == {ACE, KING}
        return abs(one - other) == 1 or wraps or WILD in (one, other)


_VARIANTS = {"stuck": "draw_only_when_stuck", "empty": "empty_waste", "open": "open_peaks"}
"""The words after ``easy`` or ``classic`` in a name, and what each of them sets."""

EASY = Rules(king_ace_linked=True)
CLASSIC = Rules(king_ace_linked=False)
EASY_STUCK = Rules(king_ace_linked=True, draw_only_when_stuck=True)
CLASSIC_STUCK = Rules(king_ace_linked=False, draw_only_when_stuck=True)

PRESETS = {
    rules.name: rules
    for rules in (
        Rules(linked, stuck, empty, peaks)
        for peaks in (False, True)
        for empty in (False, True)
        for stuck in (False, True)
        for linked in (True, False)
    )
}
"""Every combination, by its name; the plain ones first."""


def named(name: str) -> Rules:
    """Return the rules of that name.

    Raises:
        TripeaksError: there are none.

    """
    try:
        return PRESETS[name]
    except KeyError:
        raise TripeaksError(f"no rules {name!r}: {NAMES_HELP}") from None


_WORDS_HELP = ", ".join(f"-{word}" for word in _VARIANTS)
NAMES_HELP = f"write easy or classic, then any of {_WORDS_HELP}, as in classic-stuck-empty"
