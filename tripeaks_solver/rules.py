"""The rules of play that differ between games, and the names under which people choose them.

Two tables say what may be played on what, and they are each other's transpose: `Rules.plays_on`
(the rank on the waste, then what may be played on it) and `Rules.wastes_for` (the rank of a card,
then on what it may be played). They differ where a rule is one-sided, as ``-stopper`` is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

from tripeaks_solver.cards import ACE, KING, WILD, Rank
from tripeaks_solver.errors import TripeaksError, meant, require_kind, shortened
from tripeaks_solver.values import Value


@dataclass(frozen=True)
class Rules(Value):
    """What may be played on what, and when the stock may be drawn from.

    Attributes:
        king_ace_linked: whether king and ace are neighbours, so that a run may go Q, K, A, 2.
        draw_only_when_stuck: the traditional rule, a draw only when no tableau card fits;
            otherwise drawing is allowed at any time.
        empty_waste: whether the waste is empty at the start. The card that would open it lies on
            the stock instead, and the first card may be any free one.
        open_peaks: whether all tableau cards lie face up from the start. It changes what a player
            sees, not what can be won.
        king_stops: whether nothing may be played on a king, not even a joker.

    Raises:
        TripeaksError: a value is not true or false.

    """

    king_ace_linked: bool
    draw_only_when_stuck: bool = False
    empty_waste: bool = False
    open_peaks: bool = False
    king_stops: bool = False

    def __post_init__(self) -> None:
        for field, value in vars(self).items():
            require_kind(field, value, bool)

    def __repr__(self) -> str:
        return f"<Rules {self.name}>"

    @property
    def name(self) -> str:
        """The name that `named` reads: ``easy`` or ``classic``, then the words of its variants."""
        base = "easy" if self.king_ace_linked else "classic"
        return "-".join([base, *(v.word for v in VARIANTS if getattr(self, v.field))])

    def fits(self, rank: Rank, waste: Rank) -> bool:
        """Tell whether a card of one rank may be played on a waste card of the other."""
        return bool(self.plays_on[waste] >> rank & 1)

    @cached_property
    def plays_on(self) -> tuple[int, ...]:
        """For each waste rank the 14-bit set of the ranks that may be played on it.

        Bit 0 stands for the ace, bit 13 for `WILD`: a joker, or as a waste rank an empty waste too.
        """
        every = range(WILD + 1)
        return tuple(sum(1 << rank for rank in every if self._fits(rank, w)) for w in every)

    @cached_property
    def wastes_for(self) -> tuple[int, ...]:
        """For each rank the 14-bit set of the waste ranks that it may be played on."""
        every = range(WILD + 1)
        return tuple(sum(1 << waste for waste in every if self._fits(r, waste)) for r in every)

    def include(self, others: Rules) -> bool:
        """Tell whether every line of play by other rules is one by these.

        Then whatever is won by the others is won by these. Rules that forbid a draw while a card
        can be played include none: each further play that they allow forbids draws.
        """
        return (
            not self.draw_only_when_stuck
            and self.empty_waste == others.empty_waste
            and all(
                not few & ~many for few, many in zip(others.plays_on, self.plays_on, strict=True)
            )
        )

    def _fits(self, rank: Rank, waste: Rank) -> bool:
        if self.king_stops and waste == KING:
            return False
        wraps = self.king_ace_linked and {rank, waste} == {ACE, KING}
        return abs(rank - waste) == 1 or wraps or WILD in (rank, waste)


class Variant(NamedTuple):
    """A rule that may be added to easy or classic rules.

    Attributes:
        word: what stands for it in a name.
        field: the field of `Rules` that it sets.
        label: what a dialog calls it.
        told: what it means, in a line that tells the rules.
        meaning: what it means, for the page of rules.

    """

    word: str
    field: str
    label: str
    told: str
    meaning: str


VARIANTS = (
    Variant(
        "stuck",
        "draw_only_when_stuck",
        "Draw when stuck",
        "draw only when stuck",
        "the traditional rule: a card may be drawn only when no free card fits",
    ),
    Variant(
        "empty",
        "empty_waste",
        "Empty waste",
        "empty waste at the start",
        "the waste is empty at the start and its card lies on the stock; the first card may be any "
        "free one",
    ),
    Variant(
        "open",
        "open_peaks",
        "Open peaks",
        "open peaks",
        "all tableau cards lie face up; it changes what a player sees, not what can be won",
    ),
    Variant(
        "stopper",
        "king_stops",
        "King stops a run",
        "nothing goes on a king",
        "nothing may be played on a king, not even a joker",
    ),
)
"""What may be added to easy and classic rules, in the order of names."""

EASY = Rules(king_ace_linked=True)
"""King and ace are linked; draw at any time."""
CLASSIC = Rules(king_ace_linked=False)
"""King and ace are not linked; draw at any time."""
EASY_STUCK = Rules(king_ace_linked=True, draw_only_when_stuck=True)
"""As `EASY`, but draw only when no card fits."""
CLASSIC_STUCK = Rules(king_ace_linked=False, draw_only_when_stuck=True)
"""As `CLASSIC`, but draw only when no card fits."""

DEFAULT_RULES = (EASY, CLASSIC)
"""The rules that `rate` uses unless you name others."""


def _presets() -> Iterator[Rules]:
    """Yield every combination; the last variant changes slowest, easy and classic fastest."""
    fields = [variant.field for variant in reversed(VARIANTS)]
    for values in product((False, True), repeat=len(fields)):
        for linked in (True, False):
            yield Rules(linked, **dict(zip(fields, values, strict=True)))


PRESETS = {rules.name: rules for rules in _presets()}
"""Every combination, by its name; the plain ones first."""

_WORDS_HELP = ", ".join(f"-{variant.word}" for variant in VARIANTS)
NAMES_HELP = f"write easy or classic, then any of {_WORDS_HELP}, as in classic-stuck-empty"


def ranks_in(ranks: int) -> Iterator[Rank]:
    """Yield the ranks of a set of ranks, the lowest first."""
    return (rank for rank in range(WILD + 1) if ranks >> rank & 1)


def named(name: str) -> Rules:
    """Return the rules of that name.

    Upper and lower case and the order of the words do not matter.

    Raises:
        TripeaksError: there are none.

    """
    base, *words = str(name).strip().lower().split("-")
    order = [variant.word for variant in VARIANTS]
    known = set(words) <= set(order) and len(set(words)) == len(words)
    if not known or base not in (EASY.name, CLASSIC.name):
        told = f"{shortened(str(name), 40)}{meant(str(name), PRESETS)}"
        raise TripeaksError(f"no rules {told}: {NAMES_HELP}")
    return PRESETS["-".join([base, *sorted(words, key=order.index)])]
