"""The depth-first search, with memoisation over bitmask states: plain functions on flat sequences.

They run as they are for a quick look at a single deal (lists in, no numba), and compiled for
everything else (see `kernels.depth_first`), so they keep to integers and to loops. Nothing here
knows of the tables of states behind the other searches.

What it searches through. A *node* is a tableau, the rank on the waste, and the number of cards
drawn. Its children are plays: of each free card the earliest one, after as many draws as it takes
until the card fits. The plays on the way there are children of their own, so no draw needs a node.

*Rounds.* Each node is entered in the round of the best result that it may still lead to. Rounds 0
to 62 stand for a win with so many draws. From `BLOCKED` on they stand for games that end blocked:
fewer peaks left standing are better, then fewer plays. TP1 scoring ranks them so, for a peak is
worth 100 points, a play or a draw costs one, and a game has no more than 32 plays; all blocked
games have drawn the whole stock. A round is searched depth first, and nodes that cannot give its
result wait for the round of theirs. The draws that it has made, `win_round` and `blocked_round` put
a node off, and never beyond its true round. So the first game that ends as well as its round
demands has the best result of all, and the rounds before it prove that.
A search that begins in the last round of wins asks for any win at all: one depth-first dive.

*Memory.* A pair of tableau and waste rank is entered with each number of draws once. Where a draw
is allowed at any time, fewer draws are never worse for what still needs a draw: play the same
cards, then draw what the other had drawn before. Hence a number of draws settles all higher ones
but that of the whole stock, with which a game may end blocked. Three things follow there:

- To win, the whole stock is dominated like any other number of draws.
- A tableau that was expanded with no more draws has children for every card after a draw. Entered
  again, only cards that fit at once, earlier than by those draws, can lead to anything new.
- To end blocked, the rest of the stock may be drawn from any node: either nothing fits its last
  card, or a card is played on that one, as a child of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence, Sequence
from itertools import pairwise, repeat
from typing import NamedTuple

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.cards import RANK_COUNT, WASTE_RANKS, WILD

WON, LOST, GAVE_UP, FULL = 1, 0, -1, -2
"""Outcomes: proven, proven, the nodes ran out, the memory is full."""

BLOCKED = 64
"""The first round of games that end blocked."""
PLAYS = 33
"""How many rounds there are for each number of peaks left standing."""
ROUNDS = BLOCKED + PLAYS * PLAYS + PLAYS
NEVER = 63
"""Stands for the draws until a card fits that fits on none to come."""

_NATURAL = (1 << RANK_COUNT) - 1
_FOR_WINS, _FOR_ENDINGS = 14, 15
"""Stand for a waste rank where the memory holds the draws with which a tableau was expanded."""
_HELD_BACK = -2
"""Stands for the next node where a node waits for the rounds of blocked games."""


class Board(NamedTuple):
    """What does not change from deal to deal: layout and rules.

    Attributes:
        covered_by: for each place the mask of the places that cover it; at most 32 places.
        peaks: the mask of each peak.
        other_peaks: for each peak the mask of what must be played to empty all others.
        plays_on: for each waste rank the 14-bit set of the ranks that may be played on it.
        wastes_for: for each rank the 14-bit set of the waste ranks that it may be played on.
        draw_only_when_stuck: whether a draw is allowed only when no card fits.

    """

    covered_by: Sequence[int]
    peaks: Sequence[int]
    other_peaks: Sequence[int]
    plays_on: Sequence[int]
    wastes_for: Sequence[int]
    draw_only_when_stuck: bool


class Memory(NamedTuple):
    """Room for a search.

    Attributes:
        keys: a hash table of pairs of tableau and waste rank, as long as a power of two.
        tried: for each key the set of the numbers of draws that the pair was entered with.
        nodes: all nodes entered, packed as tableau, waste rank (4 bits) and draws (6); three
            quarters as many as keys.
        parents: the node that each was entered from; -1 for the first.
        links: the node that waits below each in its round; -1 for none.
        rounds: the node that waits on top in each of the `ROUNDS`; -1 for none.
        after: for each number of draws and rank the draws after which it can be played first.
        in_stock: for each number of draws the ranks among the cards drawn, counted in 4 bits each.
        free: the free places of a node.
        plays: its plays, packed as draws and place (6 bits).

    """

    keys: MutableSequence[int]
    tried: MutableSequence[int]
    nodes: MutableSequence[int]
    parents: MutableSequence[int]
    links: MutableSequence[int]
    rounds: MutableSequence[int]
    after: MutableSequence[int]
    in_stock: MutableSequence[int]
    free: MutableSequence[int]
    plays: MutableSequence[int]


SIZES = (1.0, 1.0, 0.75, 0.75, 0.75)
"""The sizes of the first fields of `Memory` as parts of the number of slots."""
FIXED_SIZES = (ROUNDS, WASTE_RANKS * (NEVER + 1), NEVER + 1, PLAYS, 2 * PLAYS)
"""The sizes of the others."""


def count(mask: int) -> int:
    """Count the bits that are set."""
    found = 0
    while mask:
        mask &= mask - 1
        found += 1
    return found


def look_up_draws(board: Board, ranks: Sequence[int], memory: Memory) -> None:
    """Fill the tables of the stock."""
    first = len(board.covered_by) + 1
    size = len(ranks) - first
    memory.in_stock[0] = 0
    for drawn in range(size):
        memory.in_stock[drawn + 1] = memory.in_stock[drawn] + (1 << 4 * ranks[first + drawn])
    for rank in range(WASTE_RANKS):
        soonest = NEVER
        memory.after[size * WASTE_RANKS + rank] = soonest
        for drawn in range(size - 1, -1, -1):
            if board.plays_on[ranks[first + drawn]] >> rank & 1:
                soonest = drawn + 1
            memory.after[drawn * WASTE_RANKS + rank] = soonest


def slot_of(keys: Sequence[int], tableau: int, waste: int) -> int:
    """Find where a pair is in memory, or an empty slot for it; those of a tableau lie together."""
    key = tableau << 4 | waste
    slots = len(keys) - 1
    slot = (tableau * 0x5851F43 >> 20) + waste & slots
    while keys[slot] != key and keys[slot] != 0:
        slot = slot + 1 & slots
    return slot


def unplayable(wastes_for: Sequence[int], left: int, supply: int) -> int:
    """Count cards that cannot be played for want of cards to play them on, at the least.

    Each play needs a card of its own on the waste, so this is a matching of plays and wastes.
    Neighbours in rank are matched from the king down, first with what no lower rank can use. That
    is as many as can be where only neighbours fit. Wastes of other ranks (the ace for a king) are
    given to each rank that fits without taking them from another, which errs on the safe side.

    Args:
        wastes_for: see `Board`.
        left: the ranks in the tableau, counted in 4 bits each; jokers do not matter.
        supply: the same of all that can lie on the waste.

    """
    missing = 0
    higher, own = 0, supply >> 48 & 15
    for rank in range(RANK_COUNT - 1, -1, -1):
        lower = supply >> 4 * (rank - 1) & 15 if rank else 0
        need = left >> 4 * rank & 15
        if need:
            wastes = wastes_for[rank]
            if wastes >> rank + 1 & 1:
                need -= higher
            others = wastes & ~(5 << rank >> 1) & _NATURAL
            other = 0
            while others:
                if others & 1:
                    need -= supply >> 4 * other & 15
                others >>= 1
                other += 1
            if need > 0 and rank and wastes >> rank - 1 & 1:
                taken = min(need, lower)
                need -= taken
                lower -= taken
            missing += max(need, 0)
        higher, own = own, lower
    return missing


def win_round(board: Board, memory: Memory, node: int, left: int, least: int, size: int) -> int:
    """Return the fewest draws, not below ``least``, with which a node may still win, or `NEVER`.

    Args:
        board: see `Board`.
        memory: see `Memory`.
        node: the node.
        left: the ranks in its tableau, counted in 4 bits each.
        least: the first number to think of, not below the draws of the node.
        size: the number of cards in the stock.

    """
    drawn = node & 63
    on_hand = left + (1 << 4 * (node >> 6 & 15)) - memory.in_stock[drawn]
    if may_win(board, left, on_hand + memory.in_stock[least]):
        return least
    if not may_win(board, left, on_hand + memory.in_stock[size]):
        return NEVER
    too_few, enough = least, size
    while too_few + 1 < enough:
        middle = (too_few + enough) // 2
        if may_win(board, left, on_hand + memory.in_stock[middle]):
            enough = middle
        else:
            too_few = middle
    return enough


def may_win(board: Board, left: int, supply: int) -> bool:
    """Tell whether there are wastes enough for all cards left, as far as counting tells."""
    return unplayable(board.wastes_for, left, supply) <= supply >> 4 * WILD & 15


def blocked_round(board: Board, tableau: int) -> int:
    """Return the first round of blocked games that a tableau may lead to, or that it is.

    A blocked game leaves some peak standing, and to empty the others takes some plays.
    """
    fewest = PLAYS
    for peak in range(len(board.peaks)):
        if tableau & board.peaks[peak]:
            fewest = min(fewest, count(tableau & board.other_peaks[peak]))
    played = len(board.covered_by) - count(tableau)
    return BLOCKED + PLAYS + played + fewest


def ending_round(board: Board, tableau: int) -> int:
    """Return the round of a game that ends blocked with this tableau."""
    standing = 0
    for peak in board.peaks:
        if tableau & peak:
            standing += 1
    return BLOCKED + PLAYS * standing + len(board.covered_by) - count(tableau)


def search(
    board: Board,
    ranks: Sequence[int],
    tableau: int,
    first_round: int,
    last_round: int,
    budget: int,
    memory: Memory,
) -> tuple[int, int, int, int]:
    """Search a deal for its best result, or with one round alone for any win.

    Args:
        board: see `Board`.
        ranks: the ranks of the deal in the common order (tableau, waste, stock).
        tableau: the mask of the places that hold a card.
        first_round: 0 for the best result, the number of cards in the stock for any win.
        last_round: the number of cards in the stock where only wins matter, or ``ROUNDS - 1``.
        budget: how many nodes to visit at most.
        memory: room for the search; its keys are zeroed.

    Returns:
        The outcome; the round of the best result, or the one that was not finished (from `BLOCKED`
        on the deal is lost for certain); the node that gives the result, whose parents are the
        line of play, or -1; and the number of nodes visited.

    """
    keys, tried, nodes, parents, links, rounds, after, _, free, plays = memory
    places = len(board.covered_by)
    size = len(ranks) - places - 1
    any_time = not board.draw_only_when_stuck
    room = len(nodes) - 2 * places - 2
    fits_last = board.plays_on[ranks[places + size]]
    look_up_draws(board, ranks, memory)
    for which in range(last_round + 1):
        rounds[which] = -1
    nodes[0] = tableau << 10 | ranks[places] << 6
    parents[0] = links[0] = -1
    rounds[first_round] = 0
    if tableau == 0:
        return WON, 0, 0, 0
    best_round, best = last_round + 1, -1
    entered, stored, visited, now = 1, 0, 0, first_round
    while now < best_round:
        index = rounds[now]
        if index < 0:
            now += 1
            if now == size + 1 and now < best_round:
                # No win: what was held back, and all from which the stock may be drawn, goes on.
                now = BLOCKED
                for held in range(entered):
                    if any_time or links[held] == _HELD_BACK:
                        links[held] = rounds[now]
                        rounds[now] = held
            continue
        if visited == budget or entered > room or stored > room:
            return GAVE_UP if visited == budget else FULL, now, -1, visited
        rounds[now] = links[index]
        visited += 1
        node = nodes[index]
        tableau, waste, drawn = node >> 10, node >> 6 & 15, node & 63
        winning = now < BLOCKED
        fits = board.plays_on[waste]

        left, frees, place, rest = 0, 0, 0, tableau
        while rest:
            if rest & 1:
                left += 1 << 4 * ranks[place]
                if not tableau & board.covered_by[place]:
                    free[frees] = place
                    frees += 1
            rest >>= 1
            place += 1

        expanded = _FOR_WINS if winning else _FOR_ENDINGS
        slot = slot_of(keys, tableau, expanded)
        known = tried[slot] if keys[slot] and any_time else NEVER
        if known <= drawn < size:
            useful = False
            for k in range(frees):
                rank = ranks[free[k]]
                if fits >> rank & 1 and after[known * WASTE_RANKS + rank] > drawn:
                    useful = True
            if not useful:
                continue

        if winning:
            due = win_round(board, memory, node, left, now, size)
            if due == NEVER:
                links[index] = _HELD_BACK
                continue
        else:
            due = blocked_round(board, tableau)
        if due > now:
            links[index] = rounds[due]
            rounds[due] = index
            continue

        if any_time:
            stored += keys[slot] == 0
            keys[slot] = tableau << 4 | expanded
            tried[slot] = min(known, drawn)
        soonest, last_fits = NEVER, False
        for k in range(frees):
            rank = ranks[free[k]]
            soonest = min(soonest, drawn if fits >> rank & 1 else after[drawn * WASTE_RANKS + rank])
            last_fits |= fits_last >> rank & 1 == 1
        draws_out = not winning and any_time and drawn < size and known >= size
        if soonest == NEVER or (draws_out and not last_fits):
            due = ending_round(board, tableau)
            if due < best_round:
                best_round, best = due, index
        # The plays, sorted so that what needs fewer draws is pushed later and comes out first.
        found = 0
        for k in range(frees if draws_out else 0):
            if fits_last >> ranks[free[k]] & 1:
                plays[found] = size << 6 | free[k]
                found += 1
        for k in range(frees):
            rank = ranks[free[k]]
            if fits >> rank & 1:
                draws = drawn
                if known <= drawn < size and after[known * WASTE_RANKS + rank] <= drawn:
                    continue
            else:
                draws = after[drawn * WASTE_RANKS + rank] if known > drawn else NEVER
            if draws == NEVER or (draws > soonest and not any_time):
                continue
            spot = found
            while spot and plays[spot - 1] < draws << 6 | free[k]:
                plays[spot] = plays[spot - 1]
                spot -= 1
            plays[spot] = draws << 6 | free[k]
            found += 1
        for k in range(found):
            place, draws = plays[k] & 63, plays[k] >> 6
            rank = ranks[place]
            child = tableau ^ 1 << place
            nodes[entered] = child << 10 | rank << 6 | draws
            parents[entered] = index
            if child == 0:
                if draws < best_round:
                    best_round, best = draws, entered
                    entered += 1
                continue
            slot = slot_of(keys, child, rank)
            if keys[slot] == 0:
                keys[slot] = child << 4 | rank
                tried[slot] = 0
                stored += 1
            dominating = (2 << draws) - 1 if any_time and draws < size else 1 << draws
            if tried[slot] & dominating:
                continue
            held_back = any_time and draws == size and tried[slot] and winning
            tried[slot] |= 1 << draws
            if held_back:
                links[entered] = _HELD_BACK
            else:
                due = max(now, draws)
                links[entered] = rounds[due]
                rounds[due] = entered
            entered += 1
    return WON if best_round < BLOCKED and best >= 0 else LOST, best_round, best, visited


def moves_of(memory: Memory, node: int, stock_size: int) -> Iterator[Move]:
    """Yield the moves to the result at a node; a blocked game draws the rest of the stock."""
    chain = [int(memory.nodes[node])]
    while memory.parents[node] >= 0:
        node = memory.parents[node]
        chain.append(int(memory.nodes[node]))
    chain.reverse()
    for before, now in pairwise(chain):
        yield from repeat(DRAW, (now & 63) - (before & 63))
        yield Move((before ^ now).bit_length() - 11)
    if chain[-1] >> 10:
        yield from repeat(DRAW, stock_size - (chain[-1] & 63))
