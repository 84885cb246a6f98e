"""What a player sees of a game: the cards in sight, and which cards may lie where none is seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import factorial, perm
from random import Random
from typing import NamedTuple

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.cards import (
    DECK_SIZE,
    GONE,
    JOKER,
    UNKNOWN,
    WASTE_RANKS,
    Card,
    card_text,
    rank_of,
)
from tripeaks_solver.deal import Deal, position_name
from tripeaks_solver.errors import DeckError, counted, require_kind
from tripeaks_solver.game import Game, Refusal
from tripeaks_solver.rules import Rules
from tripeaks_solver.values import Value


class Completion(NamedTuple):
    """One way in which the ranks may lie where no card is seen.

    Attributes:
        deal: the deal with a card of the rank at each place.
        weight: in how many ways cards of these ranks can lie there.

    """

    deal: Deal
    weight: int


@dataclass(frozen=True)
class View(Value):
    """A game as a player sees it.

    Every arrangement of the unseen cards at the hidden places is taken to be equally likely. Where
    a board does not tell which cards are gone, there are more unseen cards than hidden places.

    Attributes:
        deal: the position; `UNKNOWN` where a card lies that the player has not seen.
        discarded: the cards that the player knows to be gone, or to lie below the upper waste card.
        first_empty: whether the game began with an empty waste; that decides how many jokers there
            are in a game under way.

    Raises:
        DeckError: a card lies in the deal and is gone too.

    """

    deal: Deal
    discarded: frozenset[Card] = frozenset()
    first_empty: bool = False

    def __post_init__(self) -> None:
        require_kind("deal", self.deal, Deal)
        require_kind("discarded", self.discarded, frozenset)
        if twice := sorted(self.discarded.difference([JOKER]).intersection(self.deal.cards)):
            raise DeckError(f"{card_text(twice[0])} is both on the board and gone")
        if len(self.unseen) < len(self.hidden):
            fault = f"{counted(len(self.hidden), 'unknown card')}, but only {len(self.unseen)}"
            raise DeckError(f"{fault} of the deck have not been seen")

    @cached_property
    def hidden(self) -> tuple[int, ...]:
        """Where in the common order unknown cards lie."""
        return tuple(n for n, card in enumerate(self.deal.cards) if card == UNKNOWN)

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that may lie at the hidden places, in ascending order, jokers last."""
        cards = self.deal.cards
        seen = self.discarded.union(cards)
        empty = self.first_empty or self.deal.waste == GONE
        jokers = len(cards) - DECK_SIZE - empty - cards.count(JOKER) - (JOKER in self.discarded)
        return (*(card for card in range(DECK_SIZE) if card not in seen), *[JOKER] * max(jokers, 0))

    @cached_property
    def unseen_ranks(self) -> tuple[int, ...]:
        """How many unseen cards there are of each rank; the last number is that of the jokers."""
        counts = Counter(map(rank_of, self.unseen))
        return tuple(counts[rank] for rank in range(WASTE_RANKS))

    @cached_property
    def completion_count(self) -> int:
        """In how many ways ranks can lie at the hidden places.

        The number of words of a length over a multiset of letters, by its exponential generating
        function (R. P. Stanley, *Enumerative Combinatorics* 1, section 1.2).
        """
        length = len(self.hidden)
        ways = [1] + [0] * length
        for most in self.unseen_ranks:
            ways = [
                sum(
                    ways[n - used] * (factorial(n) // factorial(used) // factorial(n - used))
                    for used in range(min(n, most) + 1)
                )
                for n in range(length + 1)
            ]
        return ways[length]

    @cached_property
    def known(self) -> Deal | None:
        """The deal, where the ranks of all hidden cards follow from those that are seen."""
        return next(self.completions()).deal if self.completion_count == 1 else None

    def legal_moves(self, rules: Rules) -> list[Move]:
        """Return what the player can do: plays in dealing order, then the draw.

        Unlike `Game.legal_moves` it has the draw of an unknown card, which shows the card.

        Raises:
            DeckError: a card is unknown that lies in sight; the message names its place.

        """
        game = Game(self.deal, rules)
        free = [
            n for n in range(len(self.deal.layout)) if game.deal.layout.is_free(n, game.tableau)
        ]
        for index in (*free, len(self.deal.layout)):
            if game.tableau and game.deal.cards[index] == UNKNOWN:
                where = position_name(index, self.deal.layout)
                raise DeckError(f"{where} is in sight: say which card lies there")
        may_draw = game.draw_refusal() in (None, Refusal.UNKNOWN)
        return [*map(Move, game.plays()), *([DRAW] if may_draw else [])]

    def completions(self) -> Iterator[Completion]:
        """Yield each way in which ranks can lie at the hidden places, in ascending order."""
        by_rank: list[list[Card]] = [[] for _ in range(WASTE_RANKS)]
        for card in self.unseen:
            by_rank[rank_of(card)].append(card)
        used = [0] * WASTE_RANKS

        def filled(cards: tuple[Card, ...]) -> Iterator[Completion]:
            if len(cards) == len(self.hidden):
                weight = 1
                for count, some in zip(used, by_rank, strict=True):
                    weight *= perm(len(some), count)
                yield Completion(self.with_cards(cards), weight)
                return
            for rank, some in enumerate(by_rank):
                if used[rank] < len(some):
                    used[rank] += 1
                    yield from filled((*cards, some[used[rank] - 1]))
                    used[rank] -= 1

        return filled(())

    def sample(self, chance: Random) -> Deal:
        """Deal the unseen cards to the hidden places at random."""
        return self.with_cards(tuple(chance.sample(self.unseen, len(self.hidden))))

    def with_cards(self, cards: tuple[Card, ...]) -> Deal:
        """Return the deal with these cards at the hidden places, in order."""
        whole = list(self.deal.cards)
        for index, card in zip(self.hidden, cards, strict=True):
            whole[index] = card
        return replace(self.deal, cards=tuple(whole))


def view_of(game: Game, known: Collection[int] = ()) -> View:
    """Return what a player sees of a game: free cards, the waste, and the backs of all others.

    The player remembers the cards that were played and drawn.

    Args:
        game: the game; cards of its deal may be unknown.
        known: where in the common order the player has seen the card in another way, as before an
            undo.

    """
    position, begun = game.position(), game.deal
    size = len(begun.layout)
    cards = [
        card
        if card in (GONE, UNKNOWN)
        or index in known
        or index == size
        or (index < size and game.is_face_up(index))
        else UNKNOWN
        for index, card in enumerate(position.cards)
    ]
    still = Counter(position.cards)
    gone = {card for card in begun.cards if card <= JOKER and not still[card]}
    deal = replace(position, cards=tuple(cards))
    return View(deal, frozenset(gone), first_empty=begun.waste == GONE)


def seen_places(game: Game) -> frozenset[int]:
    """Return where in the common order the cards lie that a game shows, or has shown."""
    size = len(game.deal.layout)
    face_up = [place for place in range(size) if game.is_face_up(place)]
    return frozenset([*face_up, *range(size, size + 1 + game.drawn)])
