"""Whole files of decks, one a line, read into one array.

Lines that hold the 52 cards in the plainest spelling are read all at once. Any other line is read
by `parse_deck`, which knows every spelling of a card and names what is wrong.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tripeaks_solver.cards import DECK_SIZE, RANKS, SUITS, Card
from tripeaks_solver.deal import deck_tokens, parse_deck
from tripeaks_solver.errors import DeckError, TripeaksError
from tripeaks_solver.formats.sources import MOST_CHARACTERS_OF_A_LINE, without_comment
from tripeaks_solver.layout import Layout

Decks: TypeAlias = npt.NDArray[np.uint8]
Indexes: TypeAlias = npt.NDArray[np.intp]

_BLOCK = 1 << 20
"""How many bytes are read at once."""

_NO_CARD = 63
_WHOLE = np.uint64((1 << DECK_SIZE) - 1)


def read_decks(
    source: str | os.PathLike[str] | IO[str] | IO[bytes], layout: Layout | None = None
) -> Decks:
    """Read decks, one a line, in the common order: tableau, waste card, stock.

    Cards are written as `parse_deck` reads them; ``#`` begins a comment, and empty lines are
    passed over.

    Args:
        source: the name of a file, an open file, or the decks themselves: a string is a text of
            decks if it has a line break or 52 words, and otherwise the name of a file.
        layout: the layout whose places faults name, by default the classic one.

    Returns:
        The cards, 0 to 51 as in `cards`, shape (n, 52).

    Raises:
        DeckError: a line is no deck of the 52 cards; the message names the line and its faults.
        TripeaksError: the file cannot be read.

    """
    if isinstance(source, str) and ("\n" in source or len(deck_tokens(source)) >= DECK_SIZE):
        return _read(io.StringIO(source), None, layout)
    if not isinstance(source, str | os.PathLike):
        name = getattr(source, "name", None)
        return _read(source, name if isinstance(name, str) else None, layout)
    path = Path(source)
    try:
        with path.open("rb") as file:
            return _read(file, str(path), layout)
    except OSError as fault:
        raise TripeaksError(f"cannot read: {fault.strerror or fault}", source=str(path)) from None


def _read(file: IO[Any], name: str | None, layout: Layout | None) -> Decks:
    decks, lines = [np.empty((0, DECK_SIZE), np.uint8)], 0
    for block in _blocks(file):
        try:
            decks.append(_read_block(block, layout))
        except DeckError as fault:
            raise DeckError(fault.message, source=name, line=lines + (fault.line or 1)) from None
        lines += block.count(b"\n")
    return np.concatenate(decks)


def _blocks(file: IO[Any]) -> Iterator[bytes]:
    """Yield a file in blocks of whole lines, each ended by a line feed."""
    while block := file.read(_BLOCK):
        block += file.readline()
        data = block.encode(errors="replace") if isinstance(block, str) else block
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        yield data if data.endswith(b"\n") else data + b"\n"


def _read_block(block: bytes, layout: Layout | None) -> Decks:
    """Read the decks of some lines; a fault names its line counted from 1."""
    plain = plain_decks(block)
    if not len(plain.others):
        return plain.cards
    texts = block.decode(errors="replace").split("\n")
    read = {line: _read_line(texts[line], line + 1, layout) for line in plain.others.tolist()}
    found = {line: cards for line, cards in read.items() if cards}
    cards = np.array([*found.values()], np.uint8).reshape(-1, DECK_SIZE)
    order = np.argsort([*plain.lines.tolist(), *found])
    return np.concatenate([plain.cards, cards])[order]


def _read_line(raw: str, number: int, layout: Layout | None) -> tuple[Card, ...]:
    """Read the deck of a line; no cards where it is a comment."""
    if len(raw) > MOST_CHARACTERS_OF_A_LINE:
        most = f"{MOST_CHARACTERS_OF_A_LINE:,} characters"
        raise DeckError(f"is longer than {most}: write one deck a line", line=number)
    text = without_comment(raw)
    if not text:
        return ()
    try:
        deal = parse_deck(text, layout)
    except DeckError as fault:
        raise DeckError(fault.message, line=number) from None
    if len(deal.cards) > DECK_SIZE or max(deal.cards) >= DECK_SIZE:
        raise DeckError(
            "jokers, and cards that are unknown or gone, have no place in an array of decks: "
            "read this deal with Deal.from_text",
            line=number,
        )
    return deal.cards


class PlainDecks(NamedTuple):
    """The lines of a text that hold the 52 cards and nothing else.

    Attributes:
        cards: the cards, shape (n, 52).
        lines: the numbers of their lines, counted from 0, shape (n,).
        others: the numbers of the other lines that are not empty.

    """

    cards: Decks
    lines: Indexes
    others: Indexes


def plain_decks(block: bytes) -> PlainDecks:
    """Read the plain decks of whole lines, all at once: cards like ``TS`` or ``10s``."""
    data = np.frombuffer(b"\n" + block, np.uint8)
    is_ink = _IS_INK[data]
    edges = np.flatnonzero(is_ink[1:] != is_ink[:-1]) + 1
    begins, ends = edges[::2], edges[1::2]
    first_word = np.searchsorted(begins, np.flatnonzero(data == ord("\n")))
    counts = np.diff(first_word)
    lines = np.flatnonzero(counts == DECK_SIZE)
    words = first_word[lines, np.newaxis] + np.arange(DECK_SIZE)
    cards = _cards(data, begins, ends)[words]
    is_deck = np.bitwise_or.reduce(np.uint64(1) << cards.astype(np.uint64), axis=1) == _WHOLE
    is_other = counts > 0
    is_other[lines[is_deck]] = False
    return PlainDecks(cards[is_deck], lines[is_deck], np.flatnonzero(is_other))


def _cards(data: Decks, begins: Indexes, ends: Indexes) -> Decks:
    """Return the card of each word, or `_NO_CARD`."""
    lengths, first, second = ends - begins, data[begins], data[begins + 1]
    is_ten = (first == ord("1")) & (second == ord("0")) & (lengths == len("10S"))
    ranks = np.where(is_ten, RANKS.index("T"), _RANK[first])
    suits = _SUIT[data[ends - 1]]
    is_card = (is_ten | (lengths == len("TS"))) & (ranks != _NO_CARD) & (suits != _NO_CARD)
    return np.where(is_card, ranks + suits, _NO_CARD).astype(np.uint8)


def _table(values: dict[str, int], default: int) -> npt.NDArray[np.uint8]:
    """Return a value for each byte, the same for both cases of a letter."""
    found = np.full(256, default, np.uint8)
    for letter, value in values.items():
        found[[ord(letter), ord(letter.lower())]] = value
    return found


_IS_INK = _table(dict.fromkeys(" \t\n\v\f\r\x1c\x1d\x1e\x1f,;|", 0), default=1).astype(bool)
_RANK = _table({letter: rank for rank, letter in enumerate(RANKS)}, default=_NO_CARD)
_SUIT = _table({letter: len(RANKS) * suit for suit, letter in enumerate(SUITS)}, default=_NO_CARD)
