"""The rules of play that differ between games, and the named presets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tripeaks_solver.cards import ACE, KING, RANKS, Rank
from tripeaks_solver.errors import TripeaksError


@dataclass(frozen=True)
class Rules:
    """What may be played on what, and when the stock may be drawn from.

    Attributes:
        name: the name under which people choose these rules.
        king_ace_linked: whether king and ace are neighbours, so that a run may go Q, K, A, 2.
        draw_only_when_stuck: the traditional rule, a draw only when no tableau card fits;
            otherwise drawing is allowed at any time.

    """

    name: str
    king_ace_linked: bool
    draw_only_when_stuck: bool = False

    def fits(self, rank: Rank, waste: Rank) -> bool:
        """Tell whether a card of one rank may be played on a waste card of the other."""
        return bool(self.neighbours[waste] >> rank & 1)

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each rank the 13-bit set of the ranks that fit on it (bit 0 the ace)."""
        return tuple(sum(1 << rank for rank in ranks) for ranks in self.fitting)

    @cached_property
    def fitting(self) -> tuple[tuple[Rank, ...], ...]:
        """For each rank the ranks that fit on it."""
        every = range(len(RANKS))
        return tuple(tuple(other for other in every if self._adjacent(r, other)) for r in every)

    def _adjacent(self, one: Rank, other: Rank) -> bool:
        wraps = self.king_ace_linked and {one, other} == {ACE, KING}
        return abs(one - other) == 1 or wraps


EASY = Rules("easy", king_ace_linked=True)
CLASSIC = Rules("classic", king_ace_linked=False)
EASY_STUCK = Rules("easy-stuck", king_ace_linked=True, draw_only_when_stuck=True)
CLASSIC_STUCK = Rules("classic-stuck", king_ace_linked=False, draw_only_when_stuck=True)

PRESETS = {rules.name: rules for rules in (EASY, CLASSIC, EASY_STUCK, CLASSIC_STUCK)}


def named(name: str) -> Rules:
    """Return the preset of that name.

    Raises:
        TripeaksError: there is none.

    """
    try:
        return PRESETS[name]
    except KeyError:
        raise TripeaksError(f"no rules {name!r}: choose from {', '.join(PRESETS)}") from None
