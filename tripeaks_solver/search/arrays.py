"""Arrays of cards and numbers, checked before they reach a kernel.

Kernels look up whatever an array holds, so a wrong array would be answered wrongly or read memory
of others. What is wrong with one is told as `Deal` and `DealCode` would tell it, with the row.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tripeaks_solver.cards import DECK_SIZE, GONE, JOKER, UNKNOWN, rank_of
from tripeaks_solver.codes import CODE_COUNT
from tripeaks_solver.deal import MOST_JOKERS, Deal
from tripeaks_solver.errors import CodeError, DeckError, TripeaksError
from tripeaks_solver.layout import Layout

Cards = npt.NDArray[np.uint8]
Ranks = npt.NDArray[np.uint8]

_EVERY_CARD = np.uint64((1 << DECK_SIZE) - 1)
_RANKS = np.array([rank_of(card) if card != UNKNOWN else 0 for card in range(GONE + 1)], np.uint8)
"""The rank of each card and mark; unknown cards are refused before they are looked up."""
_BITS = np.array([1 << card if card < DECK_SIZE else 0 for card in range(GONE + 1)], np.uint64)


def checked_cards(cards: npt.ArrayLike, layout: Layout) -> Cards:
    """Return the cards of deals as kernels take them.

    Args:
        cards: the cards in the common order, shape (n, m), of an integer kind.
        layout: their layout.

    Raises:
        DeckError: the array is of the wrong shape or kind, a row is no deal as `Deal` has it, has
            unknown cards or an empty tableau, or two rows are games under way of which other cards
            are gone. The message names the row.

    """
    found = _integers("cards", cards, DeckError)
    if found.ndim != 2:
        raise DeckError(f"cards have the shape {found.shape}: (deals, cards) is needed")
    _require_range(found, GONE, "is not a card", DeckError)
    found = np.ascontiguousarray(found, np.uint8)
    if not len(found):
        return np.empty((0, DECK_SIZE), np.uint8)
    if not len(layout):
        raise DeckError("the layout has no places: there is nothing to rate")
    wrong = np.flatnonzero(~_are_whole(found, len(layout)))
    for row in wrong.tolist():
        _require_deal(found[row], row, layout)
    if len(wrong):  # those are games under way
        _require_alike(found, len(layout))
    return found


def ranks_of(cards: Cards) -> Ranks:
    """Return the ranks of cards that have been checked, in an array as kernels take them."""
    return np.ascontiguousarray(_RANKS[cards])


def checked_numbers(numbers: npt.ArrayLike) -> npt.NDArray[np.uint64]:
    """Return deal numbers as the shuffle takes them.

    Raises:
        CodeError: the array is of the wrong shape or kind, or a number is none of a deal.

    """
    found = _integers("numbers", numbers, CodeError)
    if found.ndim != 1:
        raise CodeError(f"numbers have the shape {found.shape}: (deals,) is needed")
    _require_range(found, CODE_COUNT - 1, "is not a deal number", CodeError)
    return np.ascontiguousarray(found, np.uint64)


def _integers(name: str, values: npt.ArrayLike, fault: type[TripeaksError]) -> npt.NDArray[Any]:
    try:
        found = np.asarray(values)
    except (TypeError, ValueError) as error:
        raise fault(f"{name} are no array: {error}") from None
    if np.ma.is_masked(values):
        raise fault(f"{name} are masked in part: give an array without a mask")
    if found.dtype.kind not in "iu":
        raise fault(f"{name} are of the kind {found.dtype}: integers are needed")
    return found


def _require_range(
    found: npt.NDArray[Any], most: int, is_not: str, fault: type[TripeaksError]
) -> None:
    """See that integers are from 0 to a limit."""
    if found.size and (found.min() < 0 or found.max() > most):
        place = np.argwhere((found < 0) | (found > most))[0].tolist()
        value = int(found[tuple(place)])
        where = ", column ".join(map(str, place))
        raise fault(f"row {where}: {value} {is_not}: 0 to {most} are")


def _are_whole(cards: Cards, waste: int) -> npt.NDArray[np.bool_]:
    """Tell which rows hold all 52 cards once, jokers as they may, and nothing else.

    Only the waste may be empty; then the stock holds its card.
    """
    count, width = cards.shape
    if width <= waste:
        return np.zeros(count, bool)
    seen = np.bitwise_or.reduce(_BITS[cards], axis=1)
    whole = seen == _EVERY_CARD
    if width == DECK_SIZE:
        return np.asarray(whole)
    empty = (cards[:, waste] == GONE).astype(int)
    jokers = width - DECK_SIZE - empty
    whole &= (cards == JOKER).sum(axis=1) == jokers
    return np.asarray(whole & (jokers <= MOST_JOKERS))


def _require_deal(cards: Cards, row: int, layout: Layout) -> None:
    """See that a row is a deal of which all cards are known and some are left."""
    try:
        require_ratable(Deal(tuple(cards.tolist()), layout))
    except DeckError as fault:
        raise DeckError(f"row {row} of the array: {fault.message}") from None


def require_ratable(deal: Deal) -> None:
    """See that all cards of a deal are known and some are left in the tableau.

    Raises:
        DeckError: they are not.

    """
    deal.require_known()
    if not deal.mask:
        raise DeckError("the tableau is empty: there is nothing to rate")


def _require_alike(cards: Cards, waste: int) -> None:
    """See that of all games under way the same cards are gone, wherever the waste is empty."""
    gone = cards == GONE
    gone[:, waste] = False
    unlike = np.flatnonzero((gone != gone[0]).any(axis=1))
    if len(unlike):
        raise DeckError(
            f"row {unlike[0]} of the array: other cards are gone than in row 0; rate them apart"
        )
