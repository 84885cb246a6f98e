"""The best player who does not see the hidden cards, of games so small that it can be computed.

A position is what has been seen of it: the cards in sight, and which cards are left. Every action
is worth the mean over all cards that may turn up of the best action after that (expectimax over
information states; S. Russell and P. Norvig, *Artificial Intelligence*, chapter on games of
chance). No player who sees no more wins more often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from tripeaks_solver.cards import WASTE_RANKS, WILD, Rank
from tripeaks_solver.errors import DeckError, counted, require_kind
from tripeaks_solver.layout import Layout
from tripeaks_solver.rules import Rules

MOST_CARDS = 14
"""The size of the largest deck: the time grows tenfold with every two cards."""


class _Seen(NamedTuple):
    """A position as its player sees it.

    Attributes:
        tableau: the mask of the places that hold a card.
        free: the ranks of the free places, in their order.
        waste: the waste rank.
        drawn: how many stock cards have been drawn.
        unseen: how many cards of each rank have not been seen.

    """

    tableau: int
    free: tuple[Rank, ...]
    waste: Rank
    drawn: int
    unseen: tuple[int, ...]


def best_chance(layout: Layout, rules: Rules, deck: Sequence[Rank]) -> float:
    """Compute how often the best player wins, who knows the deck, but not how it was shuffled.

    Args:
        layout: a small layout; what the deck has besides its cards is the waste card and the stock.
        rules: the rules of play; the waste is not empty, and covered cards lie face down.
        deck: the ranks of the cards.

    Raises:
        DeckError: the deck is too small for the layout, or too large to compute.
        TripeaksError: an argument is of the wrong kind.

    """
    require_kind("layout", layout, Layout)
    require_kind("rules", rules, Rules)
    if not len(layout) < len(deck) <= MOST_CARDS:
        fits = f"{len(layout) + 1} to {MOST_CARDS}"
        raise DeckError(f"the deck has {counted(len(deck), 'card')}: {fits} can be computed here")
    if not all(0 <= rank <= WILD for rank in deck):
        raise DeckError(f"ranks are from 0 to {WILD}")
    stock = len(deck) - len(layout) - 1

    @cache
    def worth(seen: _Seen) -> float:
        if not seen.tableau:
            return 1.0
        places = list(layout.free(seen.tableau))
        plays = [
            index for index, rank in enumerate(seen.free) if rules.plays_on[seen.waste] >> rank & 1
        ]
        chances = [played(seen, places, index) for index in plays]
        if seen.drawn < stock and not (plays and rules.draw_only_when_stuck):
            chances.append(drawn(seen))
        return max(chances, default=0.0)

    def played(seen: _Seen, places: list[int], index: int) -> float:
        tableau = seen.tableau ^ 1 << places[index]
        known = dict(zip(places, seen.free, strict=True))
        after = list(layout.free(tableau))
        turned = [place for place in after if place not in known]
        return sum(
            share
            * worth(
                _Seen(
                    tableau,
                    tuple((known | dict(zip(turned, ranks, strict=True)))[p] for p in after),
                    *(seen.free[index], seen.drawn, unseen),
                )
            )
            for ranks, unseen, share in _dealt(seen.unseen, len(turned))
        )

    def drawn(seen: _Seen) -> float:
        return sum(
            share * worth(seen._replace(waste=rank, drawn=seen.drawn + 1, unseen=unseen))
            for (rank,), unseen, share in _dealt(seen.unseen, 1)
        )

    counts = Counter(deck)
    whole = tuple(counts[rank] for rank in range(WASTE_RANKS))
    places = len(list(layout.free(layout.full)))
    return sum(
        share * worth(_Seen(layout.full, free, waste, 0, unseen))
        for (waste, *rest), unseen, share in _dealt(whole, places + 1)
        for free in [tuple(rest)]
    )


def _dealt(
    unseen: tuple[int, ...], cards: int
) -> Iterator[tuple[tuple[Rank, ...], tuple[int, ...], float]]:
    """Yield the ranks that may turn up, what is unseen then, and how likely that is."""
    if not cards:
        yield (), unseen, 1.0
        return
    left = sum(unseen)
    for rank, count in enumerate(unseen):
        if count:
            fewer = (*unseen[:rank], count - 1, *unseen[rank + 1 :])
            for ranks, last, share in _dealt(fewer, cards - 1):
                yield (rank, *ranks), last, count / left * share
