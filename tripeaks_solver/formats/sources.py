"""Deals as people name them: a code, a number, cards, a file of these, or standard input."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple, TextIO, TypeAlias

from tripeaks_solver.cards import DECK_SIZE, JOKER, Card, find_card
from tripeaks_solver.codes import DealCode, looks_like_code, parse_code
from tripeaks_solver.deal import Deal, deck_tokens, whole_deck
from tripeaks_solver.errors import CodeError, FormatError, TripeaksError, shortened
from tripeaks_solver.files import bounded_lines, exists, open_text, standard_input
from tripeaks_solver.formats.blocks import Block, TextLine, by_look, parse_line, read_block
from tripeaks_solver.formats.deal_json import (
    MOST_CHARACTERS,
    DealRead,
    Document,
    Terms,
    deal_or_fault,
    read_document,
    shows,
    starts_document,
)
from tripeaks_solver.formats.numbers import PREFIXES, looks_like_number, numbered_deal
from tripeaks_solver.formats.texts import FORMATS, JSON, TOKENS
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import classic
from tripeaks_solver.rules import EASY, Rules

MOST_CHARACTERS_OF_A_LINE = 1_000_000
"""More than any deal needs; a JSON document may be longer."""

STDIN = "-"
COMMENT = "#"
CSV_BEGINS = "code,"
"""How the header of the rows of a rating begins."""


class Entry(NamedTuple):
    """A deal that was asked for.

    Attributes:
        deal: the cards.
        code: the code that named it, if it was not given as cards.
        terms: the rules, the scoring and the goal that stood beside it, if any did.
        source: the file that it stood in, if any.
        line: the line of that file where it begins.

    """

    deal: Deal
    code: DealCode | None
    terms: Terms = Terms()
    source: str | None = None
    line: int | None = None

    def rules_or(self, chosen: Rules | None) -> Rules:
        """Return the rules of the deal: those chosen, else those beside it or of its code.

        A deal without any is played by easy rules.

        Raises:
            CodeError: the code names no rules and none were chosen.

        """
        if found := chosen or self.terms.rules:
            return found
        if self.code is None:
            return EASY
        if self.code.rules is None:
            unruled = str(self.code).replace("-E-", "-")
            fault = CodeError(f"{unruled} names no rules: write {self.code} or give --rules")
            raise fault.at(self.source, self.line) if self.source else fault
        return self.code.rules


Item = Entry | TripeaksError
"""What a piece of text holds: a deal, or the fault that keeps it from being one."""


def read_sources(
    arguments: Sequence[str],
    layout: Layout | None = None,
    format_name: str | None = None,
    stdin: Iterable[str] | None = None,
) -> Iterator[Item]:
    """Yield the deals that command line arguments name, in order.

    An argument is a deal code, a deal number, a file, ``-`` for standard input, or a deal in one
    of the `FORMATS`; a deck may also be spread over all arguments. A deal that cannot be read is
    yielded as its error, so that the reader may go on.

    Args:
        arguments: what the user typed.
        layout: the layout of the deals; by default that of their code, or the classic one.
        format_name: the name of the format that they must have; by default each deal may have
            any, and its look tells which.
        stdin: the lines that ``-`` stands for; by default those of standard input.

    """
    if _is_spread_deck(arguments, format_name):
        yield from _read_argument(" ".join(arguments), layout, format_name)
        return
    for argument in arguments:
        if argument == STDIN:
            lines = _lines(standard_input()) if stdin is None else stdin
            yield from _read_input(lines, "standard input", layout, format_name)
        elif _is_file(argument, format_name):
            yield from _read_file(Path(argument), layout, format_name)
        else:
            yield from _read_argument(argument, layout, format_name)


def read_entry(text: str, layout: Layout | None = None) -> Entry:
    """Return the only deal of a text, which may be of any format; no file is opened.

    Args:
        text: the text.
        layout: the layout of the deal; by default that which the text names, or the classic one.

    Raises:
        TripeaksError: the text is no deal, or holds more than one.

    """
    found, *more = islice(_read_argument(text, layout, None), 2)
    if isinstance(found, TripeaksError):
        raise found
    if more:
        raise FormatError("the text holds more than one deal: give each as a text of its own")
    return found


def _is_spread_deck(arguments: Sequence[str], format_name: str | None = None) -> bool:
    parts = [deck_tokens(argument) for argument in arguments]
    if len(parts) < 2 or format_name in PREFIXES or any(len(part) >= DECK_SIZE for part in parts):
        return False
    cards = (find_card(token) for part in parts for token in part)
    # The mark of a card that is gone can be standard input.
    return any(card is not None and card <= JOKER for card in cards)


def _is_file(argument: str, format_name: str | None = None) -> bool:
    """Tell whether an argument names a file (or a pipe, or a directory, which is refused later)."""
    is_number = looks_like_number(argument) or (format_name in PREFIXES and argument.isdecimal())
    return not is_number and not _is_code(argument) and exists(argument)


def _is_code(text: str) -> bool:
    try:
        parse_code(text)
    except CodeError:
        return False
    return True


def _read_file(path: Path, layout: Layout | None, format_name: str | None) -> Iterator[Item]:
    try:
        with open_text(path) as file:
            yield from _read_input(_lines(file), str(path), layout, format_name)
    except OSError as fault:
        yield TripeaksError(f"cannot read: {fault.strerror or fault}", source=str(path))


def _lines(file: TextIO) -> Iterator[str]:
    return bounded_lines(file, MOST_CHARACTERS)


def _read_argument(argument: str, layout: Layout | None, format_name: str | None) -> Iterator[Item]:
    """Yield the deals of a text on the command line; one of several lines is read as a file is."""
    lines = list(io.StringIO(argument, newline=None))
    items = _items(lines, layout, format_name)
    yield from items if len(lines) > 1 else (_placed(item, None, None) for item in items)
    if not any(map(without_comment, lines)):
        yield from _read(Block([TextLine(1, ())]), layout, format_name)


def _read_input(
    lines: Iterable[str], source: str, layout: Layout | None, format_name: str | None
) -> Iterator[Item]:
    empty, lines = True, iter(lines)
    first = next(lines, "")
    read = _items(chain([first], lines), layout, format_name)
    if first.lstrip("\ufeff").startswith(CSV_BEGINS) and format_name is None:
        read = _rows(first.lstrip("\ufeff"), lines, layout)
    for item in read:
        empty = False
        yield _placed(item, source, item.line)
    if empty:
        yield TripeaksError("holds no deal: write codes or decks, one a line", source=source)


def _rows(header: str, lines: Iterator[str], layout: Layout | None) -> Iterator[Item]:
    """Yield the deals of the rows that `rate --csv` or `find --csv` wrote."""
    rows = csv.DictReader(chain([header], lines))
    try:
        for row in rows:
            told = {name: row[name] for name in ("code", "deck") if row.get(name)}
            read = deal_or_fault(told, layout, rows.line_num)
            yield read if isinstance(read, TripeaksError) else Entry(*read, line=rows.line_num)
    except csv.Error as fault:
        yield FormatError(f"not rows of a rating: {fault}", line=rows.line_num)


def _placed(item: Item, source: str | None, line: int | None) -> Item:
    if isinstance(item, TripeaksError):
        return type(item)(item.message, source=source, line=line)
    return item._replace(source=source, line=line)


class _Word(NamedTuple):
    """A code or a deal number on a line of its own."""

    number: int
    text: str
    is_whole: bool = True


class _Deck(NamedTuple):
    """The 52 cards on a line of their own, as most lines of large files are."""

    number: int
    cards: tuple[Card, ...]
    is_whole: bool = True


class _TooLong(NamedTuple):
    """A line that is too long for any deal."""

    number: int
    is_whole: bool = True


_Piece: TypeAlias = Document | _Word | _Deck | Block | _TooLong


def _items(lines: Iterable[str], layout: Layout | None, format_name: str | None) -> Iterator[Item]:
    """Yield the deals of a text, and its faults with the lines that they are on."""
    above: Entry | None = None
    for piece in _pieces(lines, format_name):
        if above and isinstance(piece, Block) and _is_drawing_of(piece, above.deal):
            above = None
            continue
        for item in _read(piece, layout, format_name):
            yield item
            above = item if isinstance(item, Entry) and isinstance(piece, _Word) else None


def _is_drawing_of(block: Block, deal: Deal) -> bool:
    """Tell whether lines of cards show the deal of the code above them once more.

    So deals are drawn for people: under their codes.
    """
    if len(block.lines) == 1:
        return False
    try:
        return shows(read_block(block, deal.layout, by_look), deal)
    except TripeaksError:
        return False


def _pieces(lines: Iterable[str], format_name: str | None) -> Iterator[_Piece]:
    """Part a text into pieces that are read by themselves, holding no more than one of them."""
    piece: _Piece | None = None
    gap = False
    for number, raw in enumerate(lines, start=1):
        if isinstance(piece, Document) and piece.takes(raw):
            piece.add(raw)
        elif (text := without_comment(raw)) or len(raw) > MOST_CHARACTERS_OF_A_LINE:
            found = _look_at(number, raw, text, format_name)
            if (
                isinstance(found, TextLine)
                and isinstance(piece, Block)
                and piece.takes(found, gap=gap)
            ):
                piece.lines.append(found)
            else:
                if piece:
                    yield piece
                piece = Block([found]) if isinstance(found, TextLine) else found
            gap = False
        elif not raw.strip():
            gap = True
        if piece and piece.is_whole:
            yield piece
            piece = None
    if piece:
        yield piece


def without_comment(raw: str) -> str:
    """Return what a line says, without its comment and the white space around it."""
    return raw.lstrip("\ufeff").partition(COMMENT)[0].strip()


def _look_at(
    number: int, raw: str, text: str, format_name: str | None
) -> Document | _Word | _Deck | TextLine | _TooLong:
    if starts_document(text):
        return Document(number, raw)
    if len(raw) > MOST_CHARACTERS_OF_A_LINE:
        return _TooLong(number)
    if format_name in (None, TOKENS) and (cards := whole_deck(text)):
        return _Deck(number, cards)
    if format_name in PREFIXES or looks_like_code(text) or looks_like_number(text):
        return _Word(number, text)
    return parse_line(number, text)


def _read(piece: _Piece, layout: Layout | None, format_name: str | None) -> Iterator[Item]:
    line = piece.lines[0].number if isinstance(piece, Block) else piece.number
    try:
        if isinstance(piece, Document):
            for read in _read_document(piece, layout, format_name):
                yield read if isinstance(read, TripeaksError) else Entry(*read, line=line)
        elif isinstance(piece, _Deck):
            yield Entry(Deal(piece.cards, layout or classic()), None, line=line)
        elif isinstance(piece, Block):
            yield Entry(_read_block(piece, layout, format_name), None, line=line)
        elif isinstance(piece, _TooLong):
            most = f"{MOST_CHARACTERS_OF_A_LINE:,} characters"
            raise FormatError(f"is longer than {most}: write one deal a line")
        else:
            yield _read_word(piece.text, layout, format_name)._replace(line=line)
    except TripeaksError as fault:
        yield _placed(fault, None, fault.line or line)


def _read_document(
    document: Document, layout: Layout | None, format_name: str | None
) -> Iterator[DealRead | TripeaksError]:
    if format_name not in (None, JSON):
        raise FormatError(f"this is JSON, not the format {format_name}: leave out --format")
    return read_document(document, layout)


def _read_block(block: Block, layout: Layout | None, format_name: str | None) -> Deal:
    if format_name == JSON:
        raise FormatError("not JSON: a deal in the format json begins with {")
    tokens = block.tokens
    is_number = len(block.lines) == 1 and tokens and all(map(str.isdecimal, tokens))
    if is_number or block.is_no_deck:
        raise _no_deal(("" if is_number else " ").join(tokens))
    arrange = FORMATS[format_name].arrange if format_name else None
    return read_block(block, layout, arrange or by_look)


def _read_word(text: str, layout: Layout | None, format_name: str | None) -> Entry:
    if format_name in PREFIXES or (format_name is None and looks_like_number(text)):
        return Entry(numbered_deal(text, layout, format_name), None)
    if format_name:
        found = shortened(text, 60)
        raise FormatError(f"{found} is not a deal in the format {format_name}: leave out --format")
    code = parse_code(text)
    own = code.layout_or(layout)
    return Entry(code.deal(own), code._replace(layout=own.number))


def _no_deal(text: str) -> TripeaksError:
    found = shortened(text, 60)
    if text.isdecimal():
        return FormatError(f"{found} may be a deal number: write it as pysol:… or ms:…")
    return TripeaksError(f"{found} is not a deal code (TP1-E-AAAAAAB), a file or a deck")
