"""A deal: which card lies where, before the first move or in a game under way."""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from types import NoneType

from tripeaks_solver.cards import (
    CARD_TEXTS,
    DECK_SIZE,
    GONE,
    JOKER,
    UNKNOWN,
    Card,
    Rank,
    card_text,
    find_card,
    rank_of,
)
from tripeaks_solver.errors import DeckError, counted, elided, require_kind, shortened
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import classic
from tripeaks_solver.rules import Rules
from tripeaks_solver.scoring import Scoring
from tripeaks_solver.values import Value

MOST_JOKERS = 8
"""The most jokers that a deal may hold beside the 52 cards."""

MOST_POINTS = 10**11
"""More points than any scoring system gives for a game."""


@dataclass(frozen=True)
class Deal(Value):
    """All cards in the common order: tableau, waste card, stock (next drawn first).

    Before the first move that is 52 cards, and any jokers beside them. In a game under way a place
    that has been played and a stock card that has been drawn hold `GONE`, and the waste its upper
    card; what lies below it does not matter. The waste may be empty (`GONE`) at the start: then
    the stock holds a card more.

    Attributes:
        cards: the cards, and the marks `UNKNOWN` and `GONE`.
        layout: where the tableau cards lie.
        run: how many cards have been removed since the last draw, in a game under way.
        score: the points earned so far, in a game under way; None stands for those that the
            scoring system gives at the start.

    Raises:
        DeckError: the cards are no deck; the message names every fault with its place.

    """

    cards: tuple[Card, ...]
    layout: Layout = field(default_factory=classic)
    run: int = 0
    score: int | None = None

    def __post_init__(self) -> None:
        require_kind("cards", self.cards, tuple)
        require_kind("layout", self.layout, Layout)
        require_kind("run", self.run, int)
        require_kind("score", self.score, int, NoneType)
        faults = [] if _is_whole(self.cards) else _faults(_written(self.cards), self.layout)
        if faults := faults or self._faults_under_way():
            raise DeckError("; ".join(faults))

    @classmethod
    def random(cls, seed: int, layout: Layout | None = None) -> Deal:
        """Shuffle the 52 cards; every order is equally likely, and a seed always gives the same.

        The cards, in ascending order, are sorted by 52 numbers that the Mersenne Twister of
        `random.Random` draws from the seed (Matsumoto and Nishimura, 1998).

        Args:
            seed: any integer from 0 on.
            layout: the layout, by default the classic one.

        Raises:
            DeckError: the seed is negative.

        """
        if operator.index(seed) < 0:
            raise DeckError(f"the seed {seed} is negative: use an integer from 0 on")
        drawn = Random(operator.index(seed))
        cards = sorted(range(DECK_SIZE), key=lambda _: drawn.random())
        return cls(tuple(cards), layout or classic())

    @classmethod
    def from_text(cls, text: str, layout: Layout | None = None) -> Deal:
        """Read the only deal of a text, in any form that the commands read.

        That is a deal code, a deal number of another program (``pysol:12345``), cards in the
        common order, lines, a picture, or a JSON object; see ``docs/formats.md``. No file is
        opened.

        Args:
            text: the text.
            layout: the layout; by default that which the text names, or the classic one.

        Raises:
            TripeaksError: the text is no deal, or more than one; the message says why.

        """
        from tripeaks_solver.formats.sources import read_entry

        return read_entry(text, layout).deal

    @cached_property
    def tableau(self) -> tuple[Card, ...]:
        """The tableau cards in the order of the layout's places."""
        return self.cards[: len(self.layout)]

    @cached_property
    def mask(self) -> int:
        """The mask of the places that hold a card."""
        if GONE not in self.tableau:
            return self.layout.full
        return sum(1 << place for place, card in enumerate(self.tableau) if card != GONE)

    @property
    def waste(self) -> Card:
        """The card that lies on the waste, or `GONE`."""
        return self.cards[len(self.layout)]

    @cached_property
    def stock(self) -> tuple[Card, ...]:
        """The cards in the stock, next drawn first."""
        dealt = self.cards[len(self.layout) + 1 :]
        return dealt[dealt.count(GONE) :]  # those that are gone have been drawn first

    @cached_property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks of the tableau, the waste and what is left of the stock, in order."""
        return tuple(rank_of(card) for card in (*self.tableau, self.waste, *self.stock))

    @property
    def is_under_way(self) -> bool:
        """Tell whether cards have been played or drawn already."""
        return GONE in self.cards[: len(self.layout)] + self.cards[len(self.layout) + 1 :]

    def under(self, rules: Rules) -> Deal:
        """Return the deal as it lies when a game by these rules begins."""
        if not rules.empty_waste or self.waste == GONE or self.is_under_way:
            return self
        return replace(self, cards=(*self.tableau, GONE, self.waste, *self.stock))

    def remaining(self) -> tuple[Layout, tuple[Card, ...]]:
        """Return the layout of the places that hold a card, and the cards that are left, in order.

        What can still be done with a game under way is what can be done with those.
        """
        if not self.is_under_way:
            return self.layout, self.cards
        cards = (*(card for card in self.tableau if card != GONE), self.waste, *self.stock)
        return self.layout.restricted(self.mask), cards

    def start_score(self, scoring: Scoring) -> int:
        """Return the points so far; in a game that is not under way, those at the start."""
        return scoring.start if self.score is None else self.score

    def score_at(self, scoring: Scoring, tableau: int, drawn: int) -> int:
        """Return the score with these places left and so many stock cards drawn.

        Exact only where a card is worth the same whenever it is played and the floor is out of
        reach, as under TP1 scoring: 500 points outlast the 51 actions of a whole game.

        """
        layout = self.layout
        plays = self.mask.bit_count() - tableau.bit_count()
        emptied, peaks = layout.peaks_emptied, len(layout.peaks)
        bonus = scoring.peaks_total(emptied(tableau), peaks)
        earned_before = scoring.peaks_total(emptied(self.mask), peaks)
        earned = scoring.run[0] * plays + scoring.draw * drawn + bonus - earned_before
        return self.start_score(scoring) + earned

    def require_known(self) -> None:
        """Make sure that every card is known.

        Raises:
            DeckError: some are not; the message names their places.

        """
        if UNKNOWN in self.cards:
            first = position_name(self.cards.index(UNKNOWN), self.layout)
            count = counted(self.cards.count(UNKNOWN), "unknown card")
            raise DeckError(f"{count} (the first: {first}): only known cards can be solved")

    def __repr__(self) -> str:
        first, last = (" ".join(map(card_text, part)) for part in (self.cards[:7], self.cards[-3:]))
        under_way = ", under way" if self.is_under_way else ""
        return f"<Deal {first} … {last} on {elided(self.layout.name, 30)}{under_way}>"

    def _repr_svg_(self) -> str:
        """Draw the deal for a notebook."""
        from tripeaks_solver.render.picture import deal_picture

        return deal_picture(self)

    def __str__(self) -> str:
        """Write the deck as tokens that `parse_deck` reads."""
        return " ".join([CARD_TEXTS[card] for card in self.cards])

    def _faults_under_way(self) -> list[str]:
        played = self.tableau.count(GONE)
        if not 0 <= self.run <= played:
            return [f"a run of {str(self.run)[:12]} cards, but {played} have been played"]
        if self.score is not None and abs(self.score) > MOST_POINTS:
            return [f"a score beyond {MOST_POINTS:,} points, which no game has"]
        return []


def parse_deck(
    text: str, layout: Layout | None = None, *, run: int = 0, score: int | None = None
) -> Deal:
    """Read a deal from its cards in the common order, separated by white space or commas.

    Args:
        text: the cards as `find_card` reads them.
        layout: the layout, by default the classic one.
        run: see `Deal`.
        score: see `Deal`.

    Raises:
        DeckError: the text is no deck; the message names every fault with its place.

    """
    layout = layout or classic()
    tokens = deck_tokens(text)
    cards = tuple(map(find_card, tokens))
    if not _is_whole(cards) and (faults := _faults(list(zip(tokens, cards, strict=True)), layout)):
        raise DeckError("; ".join(faults))
    return Deal(tuple(card for card in cards if card is not None), layout, run, score)


def whole_deck(text: str) -> tuple[Card, ...] | None:
    """Read the 52 cards of a text that holds them and nothing else; None where it does not."""
    if len(text) < 3 * DECK_SIZE - 1:  # two letters and a gap for each
        return None
    cards = list(map(find_card, deck_tokens(text)))
    return tuple(card for card in cards if card is not None) if _is_whole(cards) else None


def deck_tokens(text: str) -> list[str]:
    """Part a text into what should be cards."""
    return text.translate(_GAPS).split()


_GAPS = str.maketrans(",;|", "   ")

_WHOLE = frozenset(range(DECK_SIZE))


def _is_whole(cards: Sequence[Card | None]) -> bool:
    """Tell whether these are the 52 cards and nothing else: then nothing is wrong with them."""
    return len(cards) == DECK_SIZE and {*cards} == _WHOLE and {int} == {*map(type, cards)}


def _written(cards: Iterable[Card]) -> list[tuple[str, Card | None]]:
    return [
        (card_text(card), card)
        if isinstance(card, int) and 0 <= card <= GONE
        else (str(card), None)
        for card in cards
    ]


def _faults(read: Sequence[tuple[str, Card | None]], layout: Layout) -> list[str]:
    """Name all that keeps these tokens from being a deck."""
    cards = [card for _, card in read]
    faults = _wrong_count(cards, layout)
    if len(read) > 2 * DECK_SIZE:  # hardly a deck with faults
        return faults
    places: defaultdict[Card, list[int]] = defaultdict(list)
    for index, (token, card) in enumerate(read):
        if card is None:
            faults.append(f"{shortened(token, 12)} ({position_name(index, layout)}) is not a card")
        elif card < DECK_SIZE:
            places[card].append(index)
    for card, where in places.items():
        if len(where) > 1:
            named = " and ".join(position_name(index, layout) for index in where)
            faults.append(f"{card_text(card)} twice or more ({named})")
    missing = [card_text(card) for card in range(DECK_SIZE) if card not in places]
    if missing and faults and GONE not in cards and UNKNOWN not in cards:
        faults.append(f"missing: {' '.join(missing)}")
    return faults + (_wrongly_gone(cards, layout) if GONE in cards else [])


def _wrong_count(cards: Sequence[Card | None], layout: Layout) -> list[str]:
    """Every card of the 52 must lie somewhere: in sight, unknown, or as one of those gone."""
    waste = len(layout)
    jokers = cards.count(JOKER)
    if jokers > MOST_JOKERS:
        return [f"{jokers} jokers: {MOST_JOKERS} are possible"]
    empty_waste = len(cards) > waste and cards[waste] == GONE
    needed = DECK_SIZE + jokers + empty_waste
    surplus = len(cards) - needed
    # In a game under way jokers may be gone too, and the waste may have been empty at the start.
    under_way = cards.count(GONE) > empty_waste
    more_jokers = MOST_JOKERS - jokers
    hidden = min(more_jokers, cards.count(UNKNOWN))  # an unknown card may be a joker
    most = more_jokers + (not empty_waste) if under_way else hidden
    if 0 <= surplus <= most:
        return []
    hint = ": write -- for each that is gone" if GONE in cards else ""
    return [f"{counted(len(cards), 'card')} where {needed} are needed{hint}"]


def _wrongly_gone(cards: Sequence[Card | None], layout: Layout) -> list[str]:
    """Name the cards that cannot be gone, because others would have to be gone before them."""
    faults = []
    size = min(len(layout), len(cards))
    present = sum(1 << place for place in range(size) if cards[place] != GONE)
    for place in range(size):
        above = layout.covered_by[place] & present
        if not present >> place & 1 and above:
            upper = layout.place_name((above & -above).bit_length() - 1)
            faults.append(f"{layout.place_name(place)} is gone, but {upper} covers it")
    stock = cards[size + 1 :]
    drawn = stock.count(GONE)
    if GONE in stock[drawn:]:
        faults.append(f"stock card {drawn + 1 + stock[drawn:].index(GONE)} is gone before others")
    if len(cards) > size and cards[size] == GONE and GONE in (*cards[:size], *stock):
        faults.append("the waste is empty, but cards have been played or drawn")
    return faults


def position_name(index: int, layout: Layout) -> str:
    """Name a position in the common order as people count."""
    if index < len(layout):
        return layout.place_name(index)
    if index == len(layout):
        return "waste"
    return f"stock card {index - len(layout)}"
