"""Ranks, suits, and reading and writing cards.

A card is an integer from 0 to 51: ``13 * suit + rank``, with the suits in the order clubs,
diamonds, hearts, spades and the ranks from ace (0) to king (12). Beyond them stand the joker, whose
rank `WILD` fits on every other, and two marks: a card that nobody has seen, and one that is gone.
"""

from __future__ import annotations

from typing import TypeAlias

from tripeaks_solver.errors import CardError, shortened

Card: TypeAlias = int
Rank: TypeAlias = int
Suit: TypeAlias = int

RANKS = "A23456789TJQK"
SUITS = "CDHS"
SUIT_SIGNS = "♣♦♥♠"
RANK_COUNT = len(RANKS)
DECK_SIZE = RANK_COUNT * len(SUITS)
ACE, KING = 0, 12
WILD = RANK_COUNT
"""The rank of a joker. An empty waste is one too: every card goes on it."""
WASTE_RANKS = WILD + 1
"""How many ranks a waste card can have, the wild one among them."""

JOKER: Card = DECK_SIZE
"""A card of every rank."""
UNKNOWN: Card = DECK_SIZE + 1
"""A card that nobody has seen yet."""
GONE: Card = DECK_SIZE + 2
"""No card: it has been played or drawn, or the waste is empty."""

_MARKS = {JOKER: "JK", UNKNOWN: "??", GONE: "--"}
_SPELLINGS = {JOKER: "JK JKR JOKER * ** 🃏", UNKNOWN: "?? ?", GONE: "-- - 0"}
_RANK_OF = {letter: rank for rank, letter in enumerate(RANKS)} | {"10": RANKS.index("T")}
_SUIT_OF = {sign: suit for signs in (SUITS, SUIT_SIGNS, "♧♢♡♤") for suit, sign in enumerate(signs)}
_CARD_OF = {
    **{text: mark for mark, texts in _SPELLINGS.items() for text in texts.split()},
    **{
        r + s: suit * len(RANKS) + rank
        for r, rank in _RANK_OF.items()
        for s, suit in _SUIT_OF.items()
    },
}
_EMOJI_STYLE = "\ufe0f"
DASHES = "‐‑‒–—−"
"""What editors and web pages make of a hyphen."""
_PLAIN = str.maketrans(DASHES, "-" * len(DASHES))


def rank_of(card: Card) -> Rank:
    """Return the rank of a card, 0 (ace) to 12 (king); 13 for a joker and for an empty waste.

    Raises:
        CardError: nobody has seen the card.

    """
    if card == UNKNOWN:
        raise CardError("an unknown card has no rank: find out which one it is")
    return card % len(RANKS) if card < DECK_SIZE else WILD


def suit_of(card: Card) -> Suit:
    """Return the suit of a card of the 52, 0 to 3 in the order of `SUITS`."""
    return card // len(RANKS)


def find_card(text: str) -> Card | None:
    """Read a card as people write it: ``TS``, ``10s``, ``T♠``; None where the text is no card.

    ``JK`` or ``*`` is a joker, ``??`` an unknown card, ``--`` or ``0`` one that is gone.
    """
    card = _CARD_OF.get(text)
    if card is None:
        card = _CARD_OF.get(text.strip().removesuffix(_EMOJI_STYLE).upper().translate(_PLAIN))
    return card


def parse_card(text: str) -> Card:
    """Read a card as `find_card` does.

    Raises:
        CardError: the text is no card.

    """
    card = find_card(text)
    if card is None:
        raise CardError(
            f"{shortened(text, 40)} is not a card: write a rank of {RANKS} (or 10) "
            "and a suit of CDHS"
        )
    return card


CARD_TEXTS = (*(rank + suit for suit in SUITS for rank in RANKS), *_MARKS.values())
"""How cards and marks are written, in the order of their numbers."""


def card_text(card: Card) -> str:
    """Write a card in two letters, as ``TS``."""
    return CARD_TEXTS[card]


def card_sign(card: Card) -> str:
    """Write a card as players see it, as ``10♠``."""
    if card >= DECK_SIZE:
        return _MARKS[card]
    return rank_sign(rank_of(card)) + SUIT_SIGNS[suit_of(card)]


def rank_sign(rank: Rank) -> str:
    """Write a rank as players see it, as ``10``."""
    return "10" if RANKS[rank] == "T" else RANKS[rank]
