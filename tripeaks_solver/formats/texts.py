"""The formats in which deals are read and written, in one table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from tripeaks_solver.cards import GONE, UNKNOWN
from tripeaks_solver.codes import DealCode
from tripeaks_solver.deal import Deal
from tripeaks_solver.formats.blocks import (
    Arrange,
    as_lines,
    as_picture,
    as_tokens,
    write_lines,
    write_picture,
    write_tokens,
)
from tripeaks_solver.formats.deal_json import write_object
from tripeaks_solver.formats.numbers import MICROSOFT, PYSOL

TOKENS, JSON = "tokens", "json"


class Format(NamedTuple):
    """A format of deals.

    Attributes:
        meaning: what a deal looks like in it.
        arrange: brings lines of cards into the common order, in a format of such lines.
        write: writes a deal, where the format can hold any; the code that named it may be told too.

    """

    meaning: str
    arrange: Arrange | None = None
    write: Callable[[Deal, DealCode | None], str] | None = None


FORMATS = {
    TOKENS: Format(
        "all cards in the common order, on one line or on many", as_tokens, write_tokens
    ),
    "lines": Format(
        "a line with the tableau, one with the waste card, one with the stock",
        as_lines,
        write_lines,
    ),
    "picture": Format(
        "the rows as the layout lies, a line with the waste card, one with the stock",
        as_picture,
        write_picture,
    ),
    JSON: Format("JSON objects as `deal --json` and `solve --json` write them", None, write_object),
    PYSOL: Format("deal numbers of PySol's Three Peaks, as pysol:12345"),
    MICROSOFT: Format("deal numbers of Microsoft, dealt in the common order, as ms:12345"),
}
"""The formats by their names."""

WRITTEN = tuple(name for name, form in FORMATS.items() if form.write)
"""The names of the formats that deals can be written in."""


def write_deal(deal: Deal, name: str, code: DealCode | None = None) -> str:
    """Write a deal in a format of `WRITTEN`; what is written is read back as the same deal.

    Raises:
        KeyError: there is no such format.

    """
    write = FORMATS[name].write
    if write is None:
        raise KeyError(name)
    return write(deal, code)


def as_seen(deal: Deal) -> Deal:
    """Return a deal as a player sees it: covered cards and those in the stock are unknown."""
    layout, k = deal.layout, len(deal.layout)
    seen = [
        UNKNOWN if layout.covered_by[place] & deal.mask and card != GONE else card
        for place, card in enumerate(deal.tableau)
    ]
    stock = [card if card == GONE else UNKNOWN for card in deal.cards[k + 1 :]]
    return replace(deal, cards=(*seen, deal.waste, *stock))
