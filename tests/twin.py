"""Small deals that the slow twin can walk through, and the same game for it."""

from __future__ import annotations

import naive
from hypothesis import strategies as st

from tripeaks_solver.cards import DECK_SIZE, GONE, JOKER, rank_of
from tripeaks_solver.deal import Deal
from tripeaks_solver.layout import parse_layout
from tripeaks_solver.rules import Rules

SMALL_PICTURES = (
    " L\nL L",
    " L R\nL L R",
    "  L   R\n L L R R\nL L R R R",
    " L L\nL L R\n R R",
    "L L L L L L",
    "   L\n  L L\n L L L\nL L L R",
)
SMALL_LAYOUTS = tuple(
    parse_layout(f"name: small {n}\n\n{picture}\n") for n, picture in enumerate(SMALL_PICTURES)
)


@st.composite
def small_deals(draw: st.DrawFn, most_jokers: int = 3) -> Deal:
    """Deals of small layouts: plain ones, with jokers, with an empty waste, and under way."""
    layout = draw(st.sampled_from(SMALL_LAYOUTS))
    jokers = [JOKER] * draw(st.integers(0, most_jokers))
    cards = draw(st.permutations([*range(DECK_SIZE), *jokers]))
    tableau, waste, stock = cards[: len(layout)], cards[len(layout)], cards[len(layout) + 1 :]
    begins = draw(st.sampled_from(["plain", "plain", "empty waste", "under way"]))
    if begins == "empty waste":
        return Deal((*tableau, GONE, waste, *stock), layout)
    if begins == "under way":
        for _ in range(draw(st.integers(0, len(layout) - 1))):
            mask = sum(1 << place for place, card in enumerate(tableau) if card != GONE)
            place = draw(st.sampled_from(list(layout.free(mask))))
            waste, tableau[place] = tableau[place], GONE
        drawn = draw(st.integers(0, len(stock)))
        if drawn:
            waste, stock[:drawn] = stock[drawn - 1], [GONE] * drawn
    return Deal((*tableau, waste, *stock), layout)


def naive_game(deal: Deal, rules: Rules) -> naive.Game:
    opened = deal.under(rules)
    return naive.Game(
        covered_by=deal.layout.covered_by,
        peaks=deal.layout.peaks,
        tableau=[rank_of(card) for card in opened.tableau],
        waste=naive.EMPTY if opened.waste == GONE else rank_of(opened.waste),
        stock=[rank_of(card) for card in opened.stock],
        linked=rules.king_ace_linked,
        only_when_stuck=rules.draw_only_when_stuck,
        king_stops=rules.king_stops,
        gone=deal.layout.full & ~deal.mask,
    )
