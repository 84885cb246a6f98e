"""Deal numbers of other programs, dealt with the package ``pysol_cards``."""

from __future__ import annotations

from typing import Any

from tripeaks_solver.cards import RANKS, SUITS, Card
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import FormatError, shortened
from tripeaks_solver.installed import command_for
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import classic

PYSOL, MICROSOFT = "pysol", "microsoft"

PREFIXES = {PYSOL: PYSOL, MICROSOFT: MICROSOFT, "ms": MICROSOFT}
"""What may stand before the colon of a deal number, and whose number it is then."""

MOST = {PYSOL: 10**20, MICROSOFT: 2**33 - 1}
"""The highest deal numbers; the lowest is 1."""

_FIRST_OWN_PYSOL = 32000
"""Below this PySol deals a number as Microsoft does."""


def looks_like_number(text: str) -> bool:
    """Tell whether a text is meant as a deal number, as ``pysol:12345``, well-formed or not."""
    prefix, colon, _ = text.partition(":")
    return bool(colon) and prefix.strip().casefold() in PREFIXES


def numbered_deal(text: str, layout: Layout | None = None, owner: str | None = None) -> Deal:
    """Deal a number of another program.

    PySol deals its Three Peaks from the end of the shuffled deck: the tableau row by row, one card
    to the waste, and what is left is the stock. Microsoft numbers are dealt in the same order, as
    PySol does with them too; no TriPeaks of Microsoft is known to deal by number.

    Args:
        text: ``pysol:12345`` or ``ms:12345``, or the number alone where the owner is given.
        layout: the layout, by default the classic one.
        owner: whose number it must be, `PYSOL` or `MICROSOFT`.

    Raises:
        FormatError: the text is no such number, or ``pysol_cards`` is not installed.

    """
    prefix, colon, digits = text.rpartition(":")
    found = PREFIXES.get(prefix.strip().casefold()) if colon else owner
    if found is None or owner not in (None, found):
        raise FormatError(
            f"{shortened(text, 40)} is not a deal number of {owner or 'pysol or microsoft'}: "
            f"write it as {'ms' if owner == MICROSOFT else PYSOL}:12345"
        )
    digits = digits.strip().casefold()
    if found == PYSOL and digits.startswith("ms"):  # so PySol itself writes Microsoft's numbers
        found, digits = MICROSOFT, digits.removeprefix("ms")
    number = _number(digits)
    if not 1 <= number <= MOST[found]:
        message = f"{shortened(text, 40)} is not a deal number of {found}: use 1 to {MOST[found]}"
        raise FormatError(message)
    return Deal(tuple(map(_card, reversed(_shuffled(found, number)))), layout or classic())


def _number(digits: str) -> int:
    """Read a number; return 0, which no deal has, for a text that is not one or is too long."""
    is_number = digits.isascii() and digits.isdecimal() and len(digits.lstrip("0")) < 25
    return int(digits.lstrip("0") or "0") if is_number else 0


def _shuffled(owner: str, number: int) -> list[Any]:
    """Return the shuffled deck; the card that is dealt first lies last."""
    try:
        from pysol_cards.cards import createCards, ms_rearrange
        from pysol_cards.random import LCRandom31, MTRandom
    except ImportError:
        need = f"deal numbers of other programs need pysol_cards: {command_for('deals')}"
        raise FormatError(need) from None

    deck = createCards(1)
    if owner == PYSOL and number >= _FIRST_OWN_PYSOL:
        shuffled: list[Any] = MTRandom(number).shuffle(deck)
    else:
        shuffled = LCRandom31(number).shuffle(ms_rearrange(deck))
    return shuffled


def _card(card: Any) -> Card:
    return SUITS.index(card.suit_s()) * len(RANKS) + int(card.rank) - 1
