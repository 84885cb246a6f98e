"""Deals as people name them: a code, 52 cards, a file of either, or standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tripeaks_solver.cards import find_card
from tripeaks_solver.codes import DealCode, looks_like_code, parse_code
from tripeaks_solver.deal import Deal, parse_deck
from tripeaks_solver.errors import TripeaksError

STDIN = "-"
COMMENT = "#"


class Entry(NamedTuple):
    """A deal that was asked for, and the code that named it if it was not given as cards."""

    deal: Deal
    code: DealCode | None


Item = Entry | TripeaksError
"""What a line holds: a deal, or the fault that keeps it from being one."""


def read_sources(arguments: Sequence[str]) -> Iterator[Item]:
    """Yield the deals that command line arguments name, in order.

    An argument is a deal code, a file of codes and decks (one a line), ``-`` for standard input,
    or a deck; a deck may also be spread over all arguments. A line that cannot be read is yielded
    as its error, so that the reader may go on.
    """
    if len(arguments) > 1 and not any(map(_is_source, arguments)):
        yield _read(" ".join(arguments))
        return
    for argument in arguments:
        if argument == STDIN:
            yield from _read_lines(sys.stdin, "standard input")
        elif not looks_like_code(argument) and Path(argument).exists():
            yield from _read_file(Path(argument))
        else:
            yield _read(argument)


def _may_be_deck(text: str) -> bool:
    """A single word that is no card is hardly a deck of which 51 cards are missing."""
    return len(text.split()) > 1 or find_card(text) is not None


def _is_source(argument: str) -> bool:
    return argument == STDIN or looks_like_code(argument) or Path(argument).exists()


def _read_file(path: Path) -> Iterator[Item]:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            yield from _read_lines(file, str(path))
    except OSError as fault:
        yield TripeaksError(f"cannot read: {fault.strerror or fault}", source=str(path))


def _read_lines(lines: Iterable[str], source: str) -> Iterator[Item]:
    for number, line in enumerate(lines, start=1):
        text = line.lstrip("\ufeff").partition(COMMENT)[0].strip()
        if text:
            item = _read(text)
            yield item.at(source, number) if isinstance(item, TripeaksError) else item


def _read(text: str) -> Item:
    try:
        if looks_like_code(text):
            code = parse_code(text)
            return Entry(code.deal(), code)
        if not _may_be_deck(text):
            return TripeaksError(f"{text!r} is no deal code (TP1-E-AAAAAAB), no file, and no deck")
        return Entry(parse_deck(text), None)
    except TripeaksError as fault:
        return fault
