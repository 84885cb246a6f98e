"""Deals as JSON objects, and back. The names are fixed: other programs read them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from tripeaks_solver.cards import UNKNOWN, card_text
from tripeaks_solver.codes import DealCode, parse_code
from tripeaks_solver.deal import Deal, parse_deck
from tripeaks_solver.errors import FormatError, TripeaksError, shortened
from tripeaks_solver.formats.blocks import MOST_CARDS_OF_A_DEAL, in_common_order, parse_line
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import classic, layout_named, numbered_layout

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


class Told(NamedTuple):
    """A deal as its object tells it, and the code that it says the deal has, if any."""

    deal: Deal
    code: DealCode | None


def deal_object(
    deal: Deal, code: DealCode | None = None, *, hidden: bool = False
) -> dict[str, Any]:
    """Return the object that stands for a deal.

    Args:
        deal: the deal.
        code: the code that named it, if any.
        hidden: whether to tell only what a player sees.

    """
    layout = deal.layout

    def shown(place: int) -> str | None:
        face_down = hidden and layout.covered_by[place] & deal.mask
        return None if face_down else card_text(deal.tableau[place])

    return {
        "code": str(code) if code else None,
        "deck": None if hidden else str(deal),
        "layout": layout.name,
        "rows": [[shown(place) for place in row] for row in layout.rows],
        "waste": card_text(deal.waste),
        "stock": None if hidden else [card_text(card) for card in deal.stock],
        "stock_size": len(deal.stock),
        "run": deal.run,
        "score": deal.score,
    }


def write_object(deal: Deal, code: DealCode | None = None) -> str:
    """Write the object of a deal on one line."""
    return json.dumps(deal_object(deal, code))


def starts_document(text: str) -> bool:
    """Tell whether a text begins a JSON document."""
    return text.startswith(("{", "["))


class Document:
    """A JSON document, line by line.

    Attributes:
        number: the line of the input that it begins on.

    """

    def __init__(self, number: int, first: str) -> None:
        self.number = number
        self._lines = [first.lstrip("\ufeff")]
        self._depth = _opened(first)

    @property
    def is_whole(self) -> bool:
        """Tell whether all brackets are closed."""
        return self._depth <= 0

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(self._lines).rstrip()

    def takes(self, line: str) -> bool:
        """Tell whether a line goes on with the document.

        Where objects stand one a line, one that is cut off must not swallow those below it.
        """
        return not (line.startswith("{") and self._lines[0].startswith("{"))

    def add(self, line: str) -> None:
        """Go on with a line."""
        self._lines.append(line)
        self._depth += _opened(line)


def _opened(line: str) -> int:
    """Count the brackets that a line opens, less those that it closes."""
    bare = _STRING.sub("", line)
    return sum(map(bare.count, "{[")) - sum(map(bare.count, "}]"))


def read_document(
    document: Document, layout: Layout | None = None
) -> Iterator[Told | TripeaksError]:
    """Yield the deals of a JSON object or of a list of them; a faulty one is yielded as its error.

    Args:
        document: the document.
        layout: the layout that was chosen, if any; it may be a user's own one.

    Raises:
        FormatError: the document is no JSON.

    """
    found = _load(document)
    if not isinstance(found, list):
        yield _told_or_fault(found, layout, document.number)
    elif not found:
        raise FormatError("the JSON list holds no deal")
    else:
        for number, element in enumerate(found, start=1):
            yield _told_or_fault(element, layout, document.number, f"deal {number}: ")


def _load(document: Document) -> object:
    try:
        return json.loads(document.text)
    except RecursionError:
        raise FormatError("the JSON is nested too deeply") from None
    except json.JSONDecodeError as fault:
        message = f"no JSON: column {fault.colno}: {fault.msg}"
        raise FormatError(message, line=document.number + fault.lineno - 1) from None
    except ValueError as fault:
        raise FormatError(f"no JSON: {fault}") from None


def _told_or_fault(
    found: object, chosen: Layout | None, line: int, name: str = ""
) -> Told | TripeaksError:
    try:
        return _told(found, chosen)
    except TripeaksError as fault:
        return type(fault)(name + fault.message, line=line)


def _told(found: object, chosen: Layout | None) -> Told:
    if not isinstance(found, Mapping):
        raise FormatError("no JSON object: write a deal as {'deck': '…'}, with double quotes")
    layout, text = _layout(found, chosen), _typed(found, "code", str)
    code = None if text is None else parse_code(text)
    own = code.layout_or(layout) if code else layout or classic()
    cards = _cards(found, own)
    if code is None:
        if cards is None:
            raise FormatError("a deal needs deck, or rows, waste and stock, or code")
        return Told(cards, None)
    deal = replace(code.deal(own), **_progress(found))
    if cards and not shows(cards, deal):
        raise FormatError(f"the code {code} deals other cards: leave out the code or the cards")
    return Told(deal, code._replace(layout=own.number))


def shows(seen: Deal, deal: Deal) -> bool:
    """Tell whether one deal is another one, or what can be seen of it."""
    return len(seen.cards) == len(deal.cards) and all(
        card in (UNKNOWN, own) for card, own in zip(seen.cards, deal.cards, strict=True)
    )


def _layout(found: Mapping[str, Any], chosen: Layout | None) -> Layout | None:
    named = _typed(found, "layout", str, int)
    if named is None:
        return chosen
    own = layout_named(named, chosen) if isinstance(named, str) else numbered_layout(named)
    if chosen and own != chosen:
        raise FormatError(f"the layout is {own.name}: leave out --layout {chosen.name}")
    return own


def _cards(found: Mapping[str, Any], layout: Layout) -> Deal | None:
    """Read the deck or, where there is none, the rows, the waste and the stock."""
    deck, rows = _typed(found, "deck", str, list), _typed(found, "rows", list)
    if deck is not None:
        text = deck if isinstance(deck, str) else " ".join(_tokens(deck, "deck"))
        line = parse_line(1, text)
        if line.values:  # as in the rows of a rating
            progress = {**_progress(found), **dict(line.values)}
            return parse_deck(" ".join(line.tokens), layout, **progress)
    elif rows is not None:
        text = " ".join(in_common_order(_tableau(rows, layout), _waste(found), _stock(found)))
    else:
        return None
    return parse_deck(text, layout, **_progress(found))


def _progress(found: Mapping[str, Any]) -> dict[str, Any]:
    """Read what has been earned so far."""
    return {"run": _typed(found, "run", int) or 0, "score": _typed(found, "score", int)}


def _tableau(rows: list[Any], layout: Layout) -> list[str]:
    for row in rows:
        if not isinstance(row, list):
            raise FormatError(f"rows holds {shortened(str(row), 20)}: each row is a list of cards")
    counts, wanted = [*map(len, rows)], [*map(len, layout.rows)]
    if counts != wanted:
        raise FormatError(f"rows of {counts} cards: layout {layout.name} has rows of {wanted}")
    return [token for row in rows for token in _tokens(row, "rows")]


def _waste(found: Mapping[str, Any]) -> list[str]:
    waste = _typed(found, "waste", str)
    if waste is None:
        raise FormatError("there are rows but no waste: write its upper card, or -- if it is empty")
    return [waste]


def _stock(found: Mapping[str, Any]) -> list[str]:
    """Return the cards of the stock, or as many unknown ones as it is said to have."""
    stock = _typed(found, "stock", list)
    if stock is not None:
        return _tokens(stock, "stock")
    size = _typed(found, "stock_size", int)
    if size is None or not 0 <= size <= MOST_CARDS_OF_A_DEAL:
        raise FormatError("there are rows but no stock: write its cards, or stock_size")
    return [card_text(UNKNOWN)] * size


def _tokens(cards: list[Any], name: str) -> list[str]:
    """Return cards as tokens; null is a card that nobody has seen."""
    for card in cards:
        if not isinstance(card, str | None):
            what = shortened(str(card), 20)
            raise FormatError(f"{name} holds {what}: a card is a text, or null if it is unknown")
    return [card_text(UNKNOWN) if card is None else card for card in cards]


def _typed(found: Mapping[str, Any], name: str, *types: type) -> Any:
    """Return the value of a name; None where there is none, or null.

    Raises:
        FormatError: it is of another type.

    """
    value = found.get(name)
    if value is not None and type(value) not in types:
        kinds = {str: "a text", int: "a whole number", list: "a list"}
        wanted = " or ".join(kinds[kind] for kind in types)
        raise FormatError(f"{name} is {shortened(str(value), 40)}: {wanted} is needed")
    return value
