"""Deals as lines of cards: which lines belong together, which is which, and writing them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain, permutations
from typing import NamedTuple, TypeAlias

from tripeaks_solver.cards import (
    DASHES,
    DECK_SIZE,
    GONE,
    JOKER,
    RANKS,
    SUITS,
    UNKNOWN,
    card_text,
    find_card,
)
from tripeaks_solver.codes import DealCode
from tripeaks_solver.deal import MOST_JOKERS, Deal, deck_tokens, parse_deck
from tripeaks_solver.errors import DeckError, FormatError, counted
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import classic

MOST_CARDS_OF_A_DEAL = DECK_SIZE + MOST_JOKERS + 1
"""With all jokers, and a mark where the waste is empty."""


class Section(Enum):
    """A part of a deal that has lines of its own."""

    TABLEAU = "tableau"
    WASTE = "waste"
    STOCK = "stock"


LABELS = {
    "tableau": Section.TABLEAU, "pyramid": Section.TABLEAU, "peaks": Section.TABLEAU,
    "waste": Section.WASTE, "discard": Section.WASTE,
    "stock": Section.STOCK, "deck": Section.STOCK, "talon": Section.STOCK, "pile": Section.STOCK,
}  # fmt: skip
"""The words that may begin a line and say what it holds; a pile of one card is the waste."""

_DASHES = f"-{DASHES}"
_LABEL = re.compile(
    rf"({'|'.join(LABELS)})(?:[{_DASHES}\s](?:pile|cards?))?(?:\s*[:=]|(?=\s)|$)", re.IGNORECASE
)
# Possessive, so that white space is looked at once.
_VALUE = re.compile(
    rf"(?<!\S)(run|score)\s*+(?:[:=]\s*+)?([{_DASHES}]?)([0-9]{{1,9}})(?![^\s,;|])", re.IGNORECASE
)
_BACKS = re.compile(r"\s*([0-9]{1,2})\s+cards?\s*")
_BACK = re.compile("▒+")
_RANKS_ONLY = re.compile(rf"(?:10|[{RANKS}])+", re.IGNORECASE | re.ASCII)
_RANK = re.compile(rf"10|[{RANKS}]", re.IGNORECASE | re.ASCII)
_TURNED = re.compile(r"\((.+)\)|<(.+)>")


class TextLine(NamedTuple):
    """A line of a deal.

    Attributes:
        number: its number in the input.
        tokens: what should be cards.
        section: what its label says that it holds, if it has one.
        values: the ``run`` and ``score`` that it tells.

    """

    number: int
    tokens: tuple[str, ...]
    section: Section | None = None
    values: tuple[tuple[str, int], ...] = ()

    @property
    def stands_alone(self) -> bool:
        """Tell whether no other line can belong to it: a whole deck, or nothing that we know."""
        if self.section or (self.values and not self.tokens):
            return False
        return len(self.tokens) >= DECK_SIZE or not any(
            find_card(token) is not None or _RANK.fullmatch(token) for token in self.tokens
        )


def parse_line(number: int, text: str) -> TextLine:
    """Part a line into its label, the values it tells, and its cards."""
    values = tuple(
        (name.casefold(), -int(digits) if dash else int(digits))
        for name, dash, digits in _VALUE.findall(text)
    )
    rest = (_VALUE.sub(" ", text) if values else text).strip()
    label = _LABEL.match(rest)
    if label is None:
        return TextLine(number, _tokens(rest), None, values)
    word, rest = label[1].casefold(), rest[label.end() :]
    section = LABELS[word]
    if section is Section.STOCK and (backs := _BACKS.fullmatch(rest)):
        return TextLine(number, (card_text(UNKNOWN),) * int(backs[1]), section, values)
    tokens = _tokens(rest)
    if word == "pile" and len(tokens) == 1:
        section = Section.WASTE
    whole = word == "deck" and len(tokens) >= DECK_SIZE
    return TextLine(number, tokens, None if whole else section, values)


def _tokens(text: str) -> tuple[str, ...]:
    tokens = deck_tokens(text)
    if any(sign in text for sign in "(<▒"):
        tokens = [_turned_up(token) for token in tokens]
    # Some programs leave out suits, and the gaps too: 472 TJ4AT3 … A line of JK alone is jokers.
    only_jokers = all(token == card_text(JOKER) for token in tokens)
    if not only_jokers and all(_RANKS_ONLY.fullmatch(token) for token in tokens):
        tokens = [rank for token in tokens for rank in _RANK.findall(token)]
    return tuple(tokens)


def _suited(tokens: Sequence[str]) -> Iterator[str]:
    """Give suits to the ranks of a deck without any, in the order clubs, diamonds, hearts, spades.

    Raises:
        FormatError: a rank appears more than four times.

    """
    if any((card := find_card(token)) is not None and card < JOKER for token in tokens):
        yield from tokens
        return
    counts: Counter[str] = Counter()
    for token in tokens:
        rank = token.upper().replace("10", "T")
        if rank not in RANKS or not rank:
            yield token
            continue
        if counts[rank] == len(SUITS):
            raise FormatError(f"rank {rank} appears more than four times")
        yield rank + SUITS[counts[rank]]
        counts[rank] += 1


def _turned_up(token: str) -> str:
    """Return a card as if it lay face up: ``(KH)`` and ``<KH>`` are face down, ``▒▒▒`` a back."""
    if turned := _TURNED.fullmatch(token):
        token = turned[1] or turned[2]
    return card_text(UNKNOWN) if _BACK.fullmatch(token) else token


@dataclass
class Block:
    """Lines that make one deal."""

    lines: list[TextLine]

    @property
    def tokens(self) -> list[str]:
        """All cards in the order of the lines."""
        return [token for line in self.lines for token in line.tokens]

    @property
    def is_whole(self) -> bool:
        """Tell whether no other line can belong to it."""
        return self.lines[0].stands_alone

    @property
    def is_no_deck(self) -> bool:
        """Tell whether this is a line of words none of which is a card: hardly a faulty deck."""
        return len(self.lines) == 1 and self.is_whole and 0 < len(self.tokens) < DECK_SIZE

    def takes(self, line: TextLine, *, gap: bool) -> bool:
        """Tell whether a line goes on with this block.

        Args:
            line: the line.
            gap: whether an empty line stands between.

        """
        if line.stands_alone or self._has(line):
            return False
        count = sum(len(own.tokens) for own in self.lines)
        if count + len(line.tokens) > MOST_CARDS_OF_A_DEAL:
            return False
        if count >= DECK_SIZE and count >= DECK_SIZE + _jokers(self.tokens):
            return not gap and self._lacks_waste() and len(line.tokens) == 1
        return line.section is not None if gap else True

    def _has(self, line: TextLine) -> bool:
        """Tell whether a line brings what this block has already: it begins another deal."""
        sections = {own.section for own in self.lines if own.section}
        names = {name for own in self.lines for name, _ in own.values}
        return line.section in sections or any(name in names for name, _ in line.values)

    def _lacks_waste(self) -> bool:
        """Tell whether nothing here can be a line of the waste card."""
        return all(line.section is None and len(line.tokens) != 1 for line in self.lines)

    def values(self) -> dict[str, int]:
        """Return the run and the score that the lines tell.

        Raises:
            FormatError: one is given twice.

        """
        told = [value for line in self.lines for value in line.values]
        for name, count in Counter(name for name, _ in told).items():
            if count > 1:
                raise FormatError(
                    f"{name} is given twice: leave one out", line=self.lines[0].number
                )
        return dict(told)


Shape: TypeAlias = tuple[int, ...]
"""How many cards there are on each line of a tableau."""

Arrange: TypeAlias = Callable[[Sequence[TextLine], Layout], list[str]]
"""Brings the cards of lines into the common order: tableau, waste, stock."""


def read_block(block: Block, layout: Layout | None, arrange: Arrange) -> Deal:
    """Read the deal that lines make.

    Raises:
        FormatError: the lines are not of the format.
        DeckError: the cards are no deck; the message names every fault with its place.

    """
    layout = layout or classic()
    values = block.values()
    try:
        text = " ".join(_suited(arrange(block.lines, layout)))
    except FormatError as fault:
        raise FormatError(fault.message, line=fault.line or block.lines[0].number) from None
    try:
        return parse_deck(text, layout, run=values.get("run", 0), score=values.get("score"))
    except DeckError as fault:
        raise DeckError(fault.message, line=_first_fault(block)) from None


def _first_fault(block: Block) -> int:
    """Return the line of the first word that is no card; else that of the deal."""
    faulty = (
        line.number
        for line in block.lines
        if any(find_card(token) is None for token in line.tokens)
    )
    return next(faulty, block.lines[0].number)


def by_look(lines: Sequence[TextLine], layout: Layout) -> list[str]:
    """Arrange the lines by what they look like.

    Raises:
        FormatError: they look like lines or like a picture, but of another layout.

    """
    shapes = (*_in_one_line(layout), *_in_rows(layout))
    if any(line.section for line in lines):
        return _by_labels(lines, layout, shapes)
    parts = list(_ways(lines, shapes))
    if parts:
        return _only(parts, lines, layout, shapes)
    _require_upright(lines, layout)
    tokens = as_tokens(lines, layout)
    # A line of one card is the waste. Were the deal read in the order of the lines, it could become
    # another deal than was meant, unless the number of cards is wrong anyhow.
    lonely = len(lines) > 1 and sum(len(line.tokens) == 1 for line in lines) == 1
    if lonely and len(tokens) >= DECK_SIZE + _jokers(tokens):
        raise _misshapen(lines, layout, shapes)
    return tokens


def _require_upright(lines: Sequence[TextLine], layout: Layout) -> None:
    """Refuse the rows of a layout written from the bottom up, which would be another deal.

    Raises:
        FormatError: the lines have the lengths of the rows, upside down.

    """
    (rows,), counts = _in_rows(layout), _shape(lines)
    upside_down, size = rows[::-1], len(rows)
    windows = (counts[begin : begin + size] for begin in range(len(counts) - size + 1))
    if size > 1 and rows != upside_down and upside_down in windows:
        raise FormatError(
            f"the rows are upside down: {_listed(upside_down)} cards, but layout {layout.name} has "
            f"{_listed(rows)} from the top. Write the top row first, or use --format tokens for "
            "cards in the common order",
            line=lines[0].number,
        )


def as_tokens(lines: Sequence[TextLine], _layout: Layout) -> list[str]:
    """Arrange lines that hold all cards in the common order, wherever a line ends.

    Raises:
        FormatError: lines have labels.

    """
    if labelled := [line for line in lines if line.section]:
        raise FormatError(
            "cards in the common order have no labels: leave out the labels, or --format tokens",
            line=labelled[0].number,
        )
    return list(chain.from_iterable(line.tokens for line in lines))


def as_lines(lines: Sequence[TextLine], layout: Layout) -> list[str]:
    """Arrange the three lines of the tableau, the waste card and the stock.

    Raises:
        FormatError: they are not three such lines, or it cannot be told which is which.

    """
    return _arranged(lines, layout, _in_one_line(layout))


def as_picture(lines: Sequence[TextLine], layout: Layout) -> list[str]:
    """Arrange the rows of a tableau as it lies, a line of the waste card and one of the stock.

    Raises:
        FormatError: they are no such lines, or it cannot be told which is which.

    """
    return _arranged(lines, layout, _in_rows(layout))


def _in_one_line(layout: Layout) -> tuple[Shape, ...]:
    return ((len(layout),),)


def _in_rows(layout: Layout) -> tuple[Shape, ...]:
    return (tuple(len(row) for row in layout.rows),)


def _arranged(lines: Sequence[TextLine], layout: Layout, shapes: tuple[Shape, ...]) -> list[str]:
    if any(line.section for line in lines):
        return _by_labels(lines, layout, shapes)
    return _only(list(_ways(lines, shapes)), lines, layout, shapes)


class _Parts(NamedTuple):
    tableau: list[str]
    waste: list[str]
    stock: list[str]


def in_common_order(
    tableau: list[str], waste: list[str], stock: list[str], *, under_way: bool
) -> list[str]:
    """Return all cards; what the stock of a game under way lacks has been drawn.

    Args:
        tableau: the cards of the tableau.
        waste: the upper waste card.
        stock: the cards of the stock, or what is left of it.
        under_way: whether the text says that cards have been drawn. Otherwise a short stock beside
            a full tableau is a mistake.

    """
    cards = [*tableau, *waste, *stock]
    # Who marks some of the drawn cards as gone counts them: then none is added.
    if not (under_way or _has_gone(tableau)) or _has_gone(stock):
        return cards
    drawn = DECK_SIZE + _jokers(cards) - len(cards)
    return [*tableau, *waste, *[card_text(GONE)] * drawn, *stock]


def _ways(lines: Sequence[TextLine], shapes: tuple[Shape, ...]) -> Iterator[_Parts]:
    """Yield the ways to see a tableau, a waste card and a stock in lines without labels."""
    lines = [line for line in lines if line.tokens]
    counts = _shape(lines)
    for shape in dict.fromkeys(shapes):
        for begin in range(len(counts) - len(shape) + 1):
            rows = range(begin, begin + len(shape))
            rest = [number for number in range(len(counts)) if number not in rows]
            if counts[rows.start : rows.stop] != shape or len(rest) != 2:
                continue
            tableau = [token for row in rows for token in lines[row].tokens]
            for waste, stock in permutations(rest):
                if counts[waste] == 1:
                    yield _Parts(tableau, [*lines[waste].tokens], [*lines[stock].tokens])


def _only(
    parts: list[_Parts], lines: Sequence[TextLine], layout: Layout, shapes: tuple[Shape, ...]
) -> list[str]:
    """Return the cards in the common order, where there is one way to see them."""
    if not parts:
        raise _misshapen(lines, layout, shapes)
    if len(parts) > 1:
        raise FormatError(
            f"{_counts(lines)} cards: which is the tableau, the waste and the stock? "
            "Begin them with tableau:, waste: and stock:",
            line=lines[0].number,
        )
    return in_common_order(*parts[0], under_way=_tells_progress(lines))


def _by_labels(lines: Sequence[TextLine], layout: Layout, shapes: tuple[Shape, ...]) -> list[str]:
    parts = _sections(lines, len(layout))
    where = lines[0].number
    if _shape(parts[Section.TABLEAU]) not in shapes:
        _require_upright(parts[Section.TABLEAU], layout)
        raise _misshapen(parts[Section.TABLEAU], layout, shapes, "the tableau has ", where)
    waste, stock = _cards(parts[Section.WASTE]), _cards(parts[Section.STOCK])
    rest = DECK_SIZE + _jokers([*_cards(parts[Section.TABLEAU]), *stock]) - len(layout)
    if not parts[Section.WASTE] and len(stock) == rest:
        waste, stock = stock[:1], stock[1:]  # its first card opens the waste
    if len(waste) != 1:
        found = f"{counted(len(waste), 'card')} on the waste"
        message = f"{found}: write waste: and its upper card (-- where it is empty)"
        raise FormatError(message, line=where)
    if not parts[Section.STOCK]:
        raise FormatError("no stock: write stock: and its cards, next drawn first", line=where)
    tableau, under_way = _cards(parts[Section.TABLEAU]), _tells_progress(lines)
    return in_common_order(tableau, waste, stock, under_way=under_way)


def _tells_progress(lines: Sequence[TextLine]) -> bool:
    """Tell whether the run or the points so far are told, as of a game under way."""
    return any(line.values for line in lines)


def _sections(lines: Sequence[TextLine], size: int) -> dict[Section, list[TextLine]]:
    """Sort lines by their labels.

    A label by itself names the lines below it. Lines without a label are the tableau, until that
    has all its cards, and the stock from then on.
    """
    found: dict[Section, list[TextLine]] = {section: [] for section in Section}
    named: Section | None = None
    for line in lines:
        if line.section:
            found[line.section].append(line)
            named = None if line.tokens else line.section
        elif line.tokens:
            is_full = len(_cards(found[Section.TABLEAU])) >= size
            found[named or (Section.STOCK if is_full else Section.TABLEAU)].append(line)
    return found


def _cards(lines: Sequence[TextLine]) -> list[str]:
    return [token for line in lines for token in line.tokens]


def _shape(lines: Sequence[TextLine]) -> Shape:
    return tuple(len(line.tokens) for line in lines if line.tokens)


def _misshapen(
    lines: Sequence[TextLine],
    layout: Layout,
    shapes: tuple[Shape, ...],
    subject: str = "",
    where: int | None = None,
) -> FormatError:
    wanted = " or ".join(
        f"rows of {_listed(shape)} cards"
        if len(shape) > 1
        else f"a line of {counted(shape[0], 'card')}"
        for shape in dict.fromkeys(shapes)
    )
    beside = "" if subject else ", a line with the waste card and one with the stock"
    return FormatError(
        f"{subject}{_counts(lines)} cards: layout {layout.name} needs {wanted}{beside}. "
        "Name another layout with --layout, or use --format tokens for cards in the common order",
        line=where or lines[0].number,
    )


def _counts(lines: Sequence[TextLine]) -> str:
    counts = _shape(lines) or (0,)
    return f"{'a line' if len(counts) == 1 else 'lines'} of {_listed(counts)}"


def _listed(counts: Sequence[int]) -> str:
    *most, last = map(str, counts)
    return f"{', '.join(most)} and {last}" if most else last


def _jokers(tokens: Sequence[str]) -> int:
    return sum(find_card(token) == JOKER for token in tokens)


def _has_gone(tokens: Sequence[str]) -> bool:
    return any(find_card(token) == GONE for token in tokens)


def write_tokens(deal: Deal, _code: DealCode | None = None) -> str:
    """Write all cards of a deal in the common order on one line."""
    return " ".join([str(deal), *values_of(deal)])


def write_lines(deal: Deal, _code: DealCode | None = None) -> str:
    """Write the tableau, the waste card and the stock on a line each."""
    tableau, waste, stock = _texts(deal)
    lines = [" ".join(values_of(deal)), tableau, waste, stock]
    bare = [parse_line(0, line) for line in lines[1:]]
    alike = len(list(_ways(bare, _in_one_line(deal.layout)))) > 1
    if alike or any(line.stands_alone for line in bare):
        lines[1:] = [f"tableau {tableau}", f"waste {waste}", f"stock {stock}"]
    return "\n".join(filter(None, lines))


def write_picture(deal: Deal, _code: DealCode | None = None) -> str:
    """Write the tableau as it lies, and the waste card and the stock below it."""
    _, waste, stock = _texts(deal)
    rows = []
    for row in deal.layout.rows:
        line = ""
        for place in row:
            # Two letters for each half card: a card and a gap as wide as a card.
            line = line.ljust(2 * deal.layout.places[place].column)
            line += card_text(deal.tableau[place])
        rows.append(line)
    return "\n".join(
        filter(None, [" ".join(values_of(deal)), *rows, f"waste {waste}", f"stock {stock}"])
    )


def _texts(deal: Deal) -> tuple[str, str, str]:
    """Write tableau, waste and stock; cards that were drawn are marked as gone, like all others."""
    k = len(deal.layout)
    cards = [card_text(card) for card in deal.cards]
    return " ".join(cards[:k]), cards[k], " ".join(cards[k + 1 :])


def values_of(deal: Deal) -> list[str]:
    """Write the run and the points of a game under way, as `parse_line` reads them."""
    run = [f"run {deal.run}"] if deal.run else []
    return run if deal.score is None else [*run, f"score {deal.score}"]
