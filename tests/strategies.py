"""Decks and lines of play for the tests: random ones, and ones made to measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.cards import DECK_SIZE, card_text, parse_card
from tripeaks_solver.codes import CODE_COUNT, DealCode
from tripeaks_solver.deal import Deal
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import classic
from tripeaks_solver.rules import CLASSIC, EASY, PRESETS

ROW_BEGINS = (0, 3, 9, 18)
"""The first place of each row of the classic layout: tops, row 2, row 3, bottom row."""

cards = st.integers(0, DECK_SIZE - 1)
deals = st.permutations(range(DECK_SIZE)).map(lambda order: Deal(tuple(order)))
codes = st.builds(
    DealCode, st.integers(0, CODE_COUNT - 1), st.sampled_from([EASY, CLASSIC]), st.just(1)
)
presets = st.sampled_from(list(PRESETS.values()))


def covers_by_formula(place: int) -> tuple[int, ...]:
    """The places that cover a place of the classic layout, by the formulas of the rule pages."""
    tops, row_2, row_3, bottom = ROW_BEGINS
    if place < row_2:
        return row_2 + 2 * (place - tops), row_2 + 2 * (place - tops) + 1
    if place < row_3:
        i = place - row_2
        return row_3 + 3 * (i // 2) + i % 2, row_3 + 3 * (i // 2) + i % 2 + 1
    if place < bottom:
        return bottom + place - row_3, bottom + place - row_3 + 1
    return ()


def play_order(wish: Sequence[int]) -> list[int]:
    """The order of a wish list of all 28 places, changed only where a card is still covered."""
    order: list[int] = []
    while len(order) < len(wish):
        order.append(
            next(p for p in wish if p not in order and {*covers_by_formula(p)} <= {*order})
        )
    return order


BOTTOM_UP = play_order(range(27, -1, -1))
"""Row by row from the bottom right; the right peak is emptied first, the left one last."""


def line_of(order: Sequence[int], draws_before: Sequence[int] = ()) -> list[Move]:
    """A line that plays in this order; each number in *draws_before* is a draw before that play."""
    line: list[Move] = []
    for number, place in enumerate(order):
        line += [DRAW] * list(draws_before).count(number)
        line.append(Move(place))
    return line


winning_lines = st.builds(
    lambda wish, draws: line_of(play_order(wish), draws),
    st.permutations(range(28)),
    st.lists(st.integers(0, 27), max_size=23),
)
"""Lines that clear the classic layout; `deal_along` makes a deal in which they can be played."""


def deal_along(line: Sequence[Move]) -> Deal:
    """A classic deal whose waste runs A♣, 2♣, … K♣, A♦, 2♦, … through a line that wins.

    Every play fits where king and ace are linked. What the line leaves in the stock follows.
    """
    tableau = [0] * len(classic())
    stock = []
    for card, move in enumerate(line, start=1):
        if move.place is None:
            stock.append(card)
        else:
            tableau[move.place] = card
    return Deal((*tableau, 0, *stock, *range(len(line) + 1, DECK_SIZE)))


def deal_with(
    tableau: Mapping[int, str], waste: str, stock: str = "", layout: Layout | None = None
) -> Deal:
    """A deal with these cards in these places and first in the stock; the others fill the rest."""
    layout = layout or classic()
    fixed = {place: parse_card(text) for place, text in tableau.items()}
    fixed[len(layout)] = parse_card(waste)
    for number, text in enumerate(stock.split(), start=len(layout) + 1):
        fixed[number] = parse_card(text)
    others = iter(sorted(set(range(DECK_SIZE)) - set(fixed.values())))
    order = (fixed[p] if p in fixed else next(others) for p in range(DECK_SIZE))
    return Deal(tuple(order), layout)


def bottom_row(cards: str) -> dict[int, str]:
    """The bottom row of the classic layout, left to right, for `deal_with`."""
    return dict(zip(range(ROW_BEGINS[-1], len(classic())), cards.split(), strict=True))


ODD_BOTTOM = bottom_row("5C 5D 5H 5S 7C 7D 7H 7S 9C 9D")
"""On this row nothing goes once the last stock card is up, which is the king of spades in
`deal_with`."""


def texts(cards: Sequence[int]) -> str:
    """Cards as the rule pages and tests write them."""
    return " ".join(map(card_text, cards))
