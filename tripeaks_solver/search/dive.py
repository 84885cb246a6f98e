"""A depth-first search for some win, with memoisation over bitmask tableau states.

One function that runs interpreted for a single deal (lists in, no numba) and compiled for
thousands (see `kernels`), so it keeps to plain integers and flat sequences. It needs no tables of
states, finds a win of most winnable deals within a few hundred nodes, and when it has visited
everything without one, that is a proof too.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence, Sequence

from tripeaks_solver.answer import DRAW, Move

WON, LOST, GAVE_UP = 1, 0, -1

STACK_SIZE = 2048
"""Enough for the open alternatives of a whole game: at most 51 moves, and for each the waste
cards to come or the free cards that fit."""

_PROBES = 8
_DRAWING = 15
"""Stands in for a waste rank in a node that is about to draw."""
_NO_PLAY = 63
"""Stands in for a place in a node that no play led to."""


def dive(
    tableau: int,
    covered_by: Sequence[int],
    ranks: Sequence[int],
    plays_on: Sequence[int],
    draw_only_when_stuck: bool,
    budget: int,
    keys: MutableSequence[int],
    tried: MutableSequence[int],
    stack: MutableSequence[int],
    line: MutableSequence[int],
) -> tuple[int, int]:
    """Search for a win: the cards that lie highest first, drawing last.

    A pair of tableau and waste rank is entered again only with a number of draws that was not
    tried. Where drawing is allowed at any time fewer draws are never worse, so trying one number
    settles all higher ones too; a node that draws then leads to every waste card to come.

    Args:
        tableau: the mask of the places that hold a card.
        covered_by: for each place the mask of the places that cover it; at most 44 places.
        ranks: the ranks of the deal in the common order (tableau, waste, stock).
        plays_on: for each waste rank the 14-bit set of the ranks that may be played on it.
        draw_only_when_stuck: whether a draw is allowed only when no card fits.
        budget: how many nodes to visit at most.
        keys: the pairs in memory, zeroed, as long as a power of two. When it is full some are
            forgotten, which costs time but never an answer.
        tried: the numbers of draws tried with each of ``keys``, as long as it.
        stack: room for `STACK_SIZE` nodes.
        line: receives the plays of a win in order, ``draws before it << 6 | place``; one entry
            for each place. The entries of places that were empty at the start stay as they are.

    Returns:
        `WON`, `LOST` (everything was visited) or `GAVE_UP` (the budget ran out), and the number
        of nodes visited.

    """
    places = len(covered_by)
    stock_begin = places + 1
    stock_size = len(ranks) - stock_begin
    slots = len(keys) - 1
    nodes = 0
    # A node is packed as tableau, waste rank (4 bits), draws (6) and the place just played (6).
    stack[0] = (tableau << 4 | ranks[places]) << 12 | _NO_PLAY
    top = 1
    while top:
        top -= 1
        node = stack[top]
        tableau, waste, drawn = node >> 16, node >> 12 & 15, node >> 6 & 63

        removed = places
        rest = tableau
        while rest:
            rest &= rest - 1
            removed -= 1
        if node & 63 != _NO_PLAY:
            line[removed - 1] = node & 0xFFF
        if tableau == 0:
            return WON, nodes

        key = node >> 12
        home = (key * 0x9E3779B1 >> 20) & slots
        slot = home
        for _ in range(_PROBES):
            if keys[slot] == key or keys[slot] == 0:
                break
            slot = (slot + 1) & slots
        if keys[slot] != key:
            if keys[slot] != 0:
                slot = home
            keys[slot] = key
            tried[slot] = 0
        if tried[slot] >> drawn & 1:
            continue
        tried[slot] |= 1 << drawn if draw_only_when_stuck else -1 << drawn
        if nodes == budget:
            return GAVE_UP, nodes
        nodes += 1

        if waste == _DRAWING:
            for position in range(stock_size - 1, drawn - 1, -1):
                after = tableau << 4 | ranks[stock_begin + position]
                stack[top] = (after << 6 | position + 1) << 6 | _NO_PLAY
                top += 1
            continue
        if drawn < stock_size and not draw_only_when_stuck:
            stack[top] = (tableau << 4 | _DRAWING) << 12 | drawn << 6 | _NO_PLAY
            top += 1
        stuck = True
        for place in range(places - 1, -1, -1):
            if (
                plays_on[waste] >> ranks[place] & 1
                and tableau >> place & 1
                and not tableau & covered_by[place]
            ):
                after = (tableau ^ 1 << place) << 4 | ranks[place]
                stack[top] = (after << 6 | drawn) << 6 | place
                top += 1
                stuck = False
        if drawn < stock_size and draw_only_when_stuck and stuck:
            after = tableau << 4 | ranks[stock_begin + drawn]
            stack[top] = (after << 6 | drawn + 1) << 6 | _NO_PLAY
            top += 1
    return LOST, nodes


def moves_of(line: Sequence[int]) -> Iterator[Move]:
    """Unpack the plays of a win, with the draws between them."""
    drawn = 0
    for entry in line:
        while drawn < entry >> 6:
            drawn += 1
            yield DRAW
        yield Move(entry & 63)
