"""Deals as people name them: a code, 52 cards, a file of either, or standard input."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tripeaks_solver.cards import DECK_SIZE, find_card
from tripeaks_solver.codes import DealCode, looks_like_code, parse_code
from tripeaks_solver.deal import Deal, deck_tokens, parse_deck
from tripeaks_solver.errors import CodeError, TripeaksError, shortened
from tripeaks_solver.files import exists
from tripeaks_solver.layout import Layout

STDIN = "-"
COMMENT = "#"


class Entry(NamedTuple):
    """A deal that was asked for.

    Attributes:
        deal: the cards.
        code: the code that named it, if it was not given as cards.
        source: the file that it stood in, if any.
        line: the line of that file.

    """

    deal: Deal
    code: DealCode | None
    source: str | None = None
    line: int | None = None


Item = Entry | TripeaksError
"""What a line holds: a deal, or the fault that keeps it from being one."""


def read_sources(arguments: Sequence[str], layout: Layout | None = None) -> Iterator[Item]:
    """Yield the deals that command line arguments name, in order.

    An argument is a deal code, a file of codes and decks (one a line), ``-`` for standard input,
    or a deck; a deck may also be spread over all arguments. A line that cannot be read is yielded
    as its error, so that the reader may go on.

    Args:
        arguments: what the user typed.
        layout: the layout of the deals; by default that of their code, or the classic one.

    """
    if _is_spread_deck(arguments):
        yield _read(" ".join(arguments), layout)
        return
    for argument in arguments:
        if argument == STDIN:
            yield from _read_lines(_stdin(), "standard input", layout)
        elif _is_file(argument):
            yield from _read_file(Path(argument), layout)
        else:
            yield _read(argument, layout)


def may_hold_many(arguments: Sequence[str]) -> bool:
    """Tell whether arguments name many deals, or a file that may hold many."""
    if len(arguments) > 1:
        return not _is_spread_deck(arguments)
    return any(argument == STDIN or _is_file(argument) for argument in arguments)


def _is_spread_deck(arguments: Sequence[str]) -> bool:
    parts = [deck_tokens(argument) for argument in arguments]
    if len(parts) < 2 or any(len(tokens) >= DECK_SIZE for tokens in parts):
        return False
    return any(find_card(token) is not None for tokens in parts for token in tokens)


def _is_file(argument: str) -> bool:
    """Tell whether an argument names a file (or a pipe, or a directory, which is refused later)."""
    return not _is_code(argument) and exists(argument)


def _is_code(text: str) -> bool:
    try:
        parse_code(text)
    except CodeError:
        return False
    return True


def _stdin() -> Iterable[str]:
    """Return the lines of standard input; what is no text becomes a card that nobody can read."""
    if sys.stdin is None:
        raise TripeaksError("is closed", source="standard input")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    return sys.stdin


def _read_file(path: Path, layout: Layout | None) -> Iterator[Item]:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            yield from _read_lines(file, str(path), layout)
    except OSError as fault:
        yield TripeaksError(f"cannot read: {fault.strerror or fault}", source=str(path))


def _read_lines(lines: Iterable[str], source: str, layout: Layout | None) -> Iterator[Item]:
    empty = True
    for number, line in enumerate(lines, start=1):
        text = line.lstrip("\ufeff").partition(COMMENT)[0].strip()
        if text:
            empty = False
            item = _read(text, layout)
            if isinstance(item, TripeaksError):
                yield item.at(source, number)
            else:
                yield item._replace(source=source, line=number)
    if empty:
        yield TripeaksError("holds no deal: write codes or decks, one a line", source=source)


def _read(text: str, layout: Layout | None) -> Item:
    try:
        if looks_like_code(text):
            code = parse_code(text)
            own = code.layout_or(layout)
            return Entry(code.deal(own), code._replace(layout=own.number))
        # A single word that is no card is hardly a deck of which 51 cards are missing.
        if len(deck_tokens(text)) == 1 and find_card(text) is None:
            found = shortened(text, 60)
            return TripeaksError(f"{found} is no deal code (TP1-E-AAAAAAB), no file, and no deck")
        return Entry(parse_deck(text, layout), None)
    except TripeaksError as fault:
        return fault
