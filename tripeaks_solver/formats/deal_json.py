"""Deals as JSON objects, and back. The names are fixed: other programs read them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from tripeaks_solver.cards import UNKNOWN, card_text, find_card
from tripeaks_solver.codes import DealCode, parse_code
from tripeaks_solver.deal import Deal, parse_deck
from tripeaks_solver.errors import FormatError, TripeaksError, counted, shortened
from tripeaks_solver.formats.blocks import MOST_CARDS_OF_A_DEAL, in_common_order, parse_line
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import classic, layout_named, numbered_layout
from tripeaks_solver.rules import CLASSIC, EASY, Rules, named
from tripeaks_solver.scoring import Scoring, scoring_named

MOST_CHARACTERS = 16_000_000
"""How long a JSON document may be; one object a line needs no bound on their number."""

# Possessive, so that each sign is looked at once.
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?P<end>")?')


class Terms(NamedTuple):
    """The terms of a game that a text tells beside its cards, each None where it does not.

    Attributes:
        rules: the rules of play.
        scoring: the scoring system.
        goal: the goal, as `goals.parse_goal` reads it.

    """

    rules: Rules | None = None
    scoring: Scoring | None = None
    goal: str | None = None


class DealRead(NamedTuple):
    """A deal as its object tells it, the code that it says the deal has, and the terms."""

    deal: Deal
    code: DealCode | None
    terms: Terms = Terms()


_QUESTION = [
    "code",
    "deck",
    "layout",
    "rows",
    "waste",
    "stock",
    "stock_size",
    "run",
    "score",
    "rules",
    "scoring",
    "pace",
    "goal",
]
_RESULTS = [
    "number",
    "verdict",
    "fewest_draws",
    "best_score",
    "best_winning_score",
    "moves",
    "winning_moves",
    "verified",
    "states",
    "seconds",
    "reached",
    "fewest_moves",
]
"""What `solve` and `rate` tell beside the question; it may stand there, but nothing follows."""
_RATING = (f"{EASY.name}_", f"{CLASSIC.name}_")
"""How the columns of a rating begin, whatever the rules."""


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
        self._size = len(first)
        self._depth = _opened(first)

    @property
    def is_too_long(self) -> bool:
        """Tell whether there is more of it than can be read."""
        return self._size > MOST_CHARACTERS

    @property
    def is_whole(self) -> bool:
        """Tell whether all brackets are closed, or nothing more can be taken in."""
        return self._depth <= 0 or self.is_too_long

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
        self._size += len(line)
        self._depth += _opened(line)


def _opened(line: str) -> int:
    """Count the brackets that a line opens, less those that it closes.

    Those in a string do not count, unless it does not end on its line, as every string must.
    """
    bare = _STRING.sub(lambda string: "" if string["end"] else string[0], line)
    return sum(map(bare.count, "{[")) - sum(map(bare.count, "}]"))


def read_document(
    document: Document, layout: Layout | None = None
) -> Iterator[DealRead | TripeaksError]:
    """Yield the deals of a JSON object or of a list of them; a faulty one is yielded as its error.

    Args:
        document: the document.
        layout: the layout that was chosen, if any; it may be a user's own one.

    Raises:
        FormatError: the document is no JSON.

    """
    found = _load(document)
    if not isinstance(found, list):
        yield deal_or_fault(found, layout, document.number)
    elif not found:
        raise FormatError("the JSON list holds no deal")
    else:
        for number, element in enumerate(found, start=1):
            yield deal_or_fault(element, layout, document.number, f"deal {number}: ")


def _load(document: Document) -> object:
    if document.is_too_long:
        most = f"{MOST_CHARACTERS:,} characters"
        raise FormatError(f"the JSON is longer than {most}: write one object a line")
    try:
        return json.loads(document.text)
    except RecursionError:
        raise FormatError("the JSON is nested too deeply") from None
    except json.JSONDecodeError as fault:
        message = f"not JSON: column {fault.colno}: {fault.msg}"
        raise FormatError(message, line=document.number + fault.lineno - 1) from None
    except ValueError as fault:
        raise FormatError(f"not JSON: {fault}") from None


def deal_or_fault(
    found: object, chosen: Layout | None, line: int, name: str = ""
) -> DealRead | TripeaksError:
    """Read the object of a deal; a fault is returned with its line.

    Args:
        found: the object.
        chosen: the layout that was chosen, if any.
        line: where the object begins.
        name: what stands before the message of a fault.

    """
    try:
        return _deal(found, chosen)
    except TripeaksError as fault:
        return type(fault)(name + fault.message, line=line)


def _deal(found: object, chosen: Layout | None) -> DealRead:
    if not isinstance(found, Mapping):
        raise FormatError("not a JSON object: write a deal as {'deck': '…'}, with double quotes")
    _require_fields(found)
    layout, text = _layout(found, chosen), _typed(found, "code", str)
    code = None if text is None else parse_code(text)
    own = code.layout_or(layout) if code else layout or classic()
    cards, terms = _cards(found, own), _terms(found, code)
    if code is None:
        if cards is None:
            raise FormatError("a deal needs deck, or rows, waste and stock, or code")
        return DealRead(cards, None, terms)
    deal = replace(code.deal(own), **_progress(found))
    if cards and not shows(cards, deal):
        raise FormatError(f"the code {code} deals other cards: leave out the code or the cards")
    return DealRead(deal, code._replace(layout=own.number), terms)


def _require_fields(found: Mapping[str, Any]) -> None:
    """Refuse a field that means nothing: it may be a misspelled one."""
    known = {*_QUESTION, *_RESULTS}
    unknown = [name for name in found if name not in known and not name.startswith(_RATING)]
    if unknown:
        names = ", ".join(shortened(name, 20) for name in unknown[:3])
        raise FormatError(f"unknown field {names}: a deal has {', '.join(_QUESTION)}")


def _terms(found: Mapping[str, Any], code: DealCode | None) -> Terms:
    """Read rules, scoring and goal; they must not contradict the code."""
    name, system = _typed(found, "rules", str), _typed(found, "scoring", str)
    rules = None if name is None else named(name)
    if rules and code and not code.allows(rules):
        raise FormatError(f"the code {code} has other rules than {rules.name}: leave one out")
    scoring, pace = None if system is None else scoring_named(system), found.get("pace")
    if pace is not None:
        scoring = at_told_pace(scoring, pace)
    return Terms(rules, scoring, _typed(found, "goal", str))


def at_told_pace(scoring: Scoring | None, pace: Any) -> Scoring:
    """Return a scoring system at the pace that an object tells.

    Raises:
        TripeaksError: the pace is no number or impossible, or no time counts.

    """
    if type(pace) not in (int, float) or scoring is None or not scoring.is_timed:
        raise FormatError("pace is a number of seconds, for a scoring that counts time")
    return scoring.at_pace(pace)


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
    """Read the deck, or the rows, the waste and the stock; where both are told they must agree."""
    deck, rows = _deck(found, layout), _rows(found, layout)
    if deck and rows and not _agree(rows, deck):
        raise FormatError("deck and rows, waste, stock name different cards: leave one out")
    if deck and rows is None:
        _require_parts(found, deck)
    return deck or rows


def _deck(found: Mapping[str, Any], layout: Layout) -> Deal | None:
    deck = _typed(found, "deck", str, list)
    if deck is None:
        return None
    line = parse_line(1, deck if isinstance(deck, str) else " ".join(_tokens(deck, "deck")))
    progress = {**_progress(found), **dict(line.values)}  # run and score as in rows of a rating
    return parse_deck(" ".join(line.tokens), layout, **progress)


def _rows(found: Mapping[str, Any], layout: Layout) -> Deal | None:
    rows = _typed(found, "rows", list)
    if rows is None:
        return None
    tableau, waste, stock = _tableau(rows, layout), _waste(found), _stock(found)
    is_counted = found.get("stock_size") is not None
    text = " ".join(in_common_order(tableau, waste, stock, under_way=is_counted))
    return parse_deck(text, layout, **_progress(found))


def _agree(seen: Deal, deal: Deal) -> bool:
    """Tell whether two deals show the same cards, as far as the first one shows them."""
    parts = zip(
        (*seen.tableau, seen.waste, *seen.stock),
        (*deal.tableau, deal.waste, *deal.stock),
        strict=False,
    )
    alike = all(card in (UNKNOWN, own) for card, own in parts)
    return alike and len(seen.stock) == len(deal.stock)


def _require_parts(found: Mapping[str, Any], deck: Deal) -> None:
    """See that a waste or a stock told beside the deck, without rows, agrees with it."""
    waste, stock = _typed(found, "waste", str), _typed(found, "stock", list)
    size = _typed(found, "stock_size", int)
    alike = waste is None or find_card(waste) == deck.waste
    alike &= stock is None or [*map(find_card, _tokens(stock, "stock"))] == [*deck.stock]
    if not alike or size not in (None, len(deck.stock)):
        raise FormatError("deck and waste, stock or stock_size differ: leave one out")


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
    stock, size = _typed(found, "stock", list), _typed(found, "stock_size", int)
    if stock is not None and size not in (None, len(stock)):
        raise FormatError(f"stock has {counted(len(stock), 'card')}, but stock_size is {size}")
    if stock is not None:
        return _tokens(stock, "stock")
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
