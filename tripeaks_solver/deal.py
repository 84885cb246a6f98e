"""A deal: which card lies where before the first move."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tripeaks_solver.cards import DECK_SIZE, Card, card_text, find_card
from tripeaks_solver.errors import DeckError, shortened
from tripeaks_solver.layout import Layout, classic


@dataclass(frozen=True)
class Deal:
    """All 52 cards in the common order: tableau, waste card, stock (next drawn first).

    Raises:
        DeckError: the cards are no deck; the message names every fault with its place.

    """

    cards: tuple[Card, ...]
    layout: Layout = field(default_factory=classic)

    def __post_init__(self) -> None:
        read = [_numbered(card) for card in self.cards]
        if faults := _faults(read, self.layout):
            raise DeckError("; ".join(faults))

    @property
    def tableau(self) -> tuple[Card, ...]:
        """The tableau cards in the order of the layout's places."""
        return self.cards[: len(self.layout)]

    @property
    def waste(self) -> Card:
        """The card that lies on the waste at the start."""
        return self.cards[len(self.layout)]

    @property
    def stock(self) -> tuple[Card, ...]:
        """The stock cards, next drawn first."""
        return self.cards[len(self.layout) + 1 :]

    def __str__(self) -> str:
        """Write the deck as 52 tokens that `parse_deck` reads."""
        return " ".join(map(card_text, self.cards))


def parse_deck(text: str, layout: Layout | None = None) -> Deal:
    """Read a deal from 52 cards in the common order, separated by white space or commas.

    Raises:
        DeckError: the text is no deck; the message names every fault with its place.

    """
    layout = layout or classic()
    read = [(token, find_card(token)) for token in deck_tokens(text)]
    if faults := _faults(read, layout):
        raise DeckError("; ".join(faults))
    return Deal(tuple(card for _, card in read if card is not None), layout)


def deck_tokens(text: str) -> list[str]:
    """Part a text into what should be cards."""
    return [token for token in re.split(r"[\s,;|]+", text) if token]


def _numbered(card: Card) -> tuple[str, Card | None]:
    return (card_text(card), card) if 0 <= card < DECK_SIZE else (str(card), None)


def _faults(read: Sequence[tuple[str, Card | None]], layout: Layout) -> list[str]:
    """Name all that keeps these tokens from being a deck."""
    faults = [] if len(read) == DECK_SIZE else [f"{len(read)} cards where {DECK_SIZE} are needed"]
    if len(read) > 2 * DECK_SIZE:  # hardly a deck with faults
        return faults
    places: defaultdict[Card, list[str]] = defaultdict(list)
    for index, (token, card) in enumerate(read):
        if card is None:
            faults.append(f"{shortened(token, 12)} ({_position(index, layout)}) is no card")
        else:
            places[card].append(_position(index, layout))
    doubled = {card: where for card, where in places.items() if len(where) > 1}
    faults += [
        f"{card_text(card)} twice or more ({_list(where)})" for card, where in doubled.items()
    ]
    missing = [card_text(card) for card in range(DECK_SIZE) if card not in places]
    if missing and faults:
        faults.append(f"missing: {' '.join(missing)}")
    return faults


def _position(index: int, layout: Layout) -> str:
    """Name a position in the common order as people count."""
    if index < len(layout):
        return layout.place_name(index)
    if index == len(layout):
        return "waste"
    return f"stock card {index - len(layout)}"


def _list(names: Iterable[str]) -> str:
    return " and ".join(names)
