"""The compiled kernels: thousands of deals a second, both king–ace rules in one pass.

For each tableau state and waste rank there is one number that matters where drawing is allowed
at any time: the fewest draws with which the two can be reached together, because whoever has
drawn less can still draw. One pass over the states, full tableau first, computes it for all.

A row of the table is the vector of one state: `DEALS` deals, for each of them both rules (easy,
classic), for each of those `LANES` bytes, one a waste rank. Stored is not the number of draws
with which a rank lies on the waste but, ready for the next level, the fewest draws with which a
card of that rank can be *played* here. The byte after the ranks is that of the wild rank: a joker
can be played whatever lies on the waste, so it holds the fewest draws of the state.

numba has no vector types, so a vector is a small type of its own with five operations on it,
each emitted as LLVM vector code. Where compilation is off (``NUMBA_DISABLE_JIT=1``) each
operation is the numpy function that stands beside it.

Constants and callees of a cached kernel are not watched by numba's cache: `compiled` gives the
cache a directory of its own for each version of these sources.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, njit, types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

from tripeaks_solver.search.dive import STACK_SIZE
from tripeaks_solver.search.dive import dive as _interpreted_dive

DEALS = 4
"""How many deals one pass answers: enough to share the cost of walking the tables."""
RULES = 2
LANES = 16
RANKS = 13
WIDTH = DEALS * RULES * LANES
WILD = RANKS
FEWEST = WILD
"""The lane that holds the fewest draws of a state."""
NEVER = 255

compiled = njit(cache=True, nogil=True, error_model="numpy")


class _Vector(types.Type):
    """A row of `WIDTH` bytes held in vector registers."""

    def __init__(self) -> None:
        super().__init__(name="TripeaksVector")


_VECTOR = _Vector()
_BYTE = ir.IntType(8)
_LLVM_VECTOR = ir.VectorType(_BYTE, WIDTH)
_LLVM_GROUP = ir.VectorType(_BYTE, LANES)


@register_model(_Vector)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager: Any, vector: _Vector) -> None:
        super().__init__(manager, vector, _LLVM_VECTOR)


def _operation(twin: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Choose between an operation emitted as vector code and its numpy twin."""
    return lambda emitted: twin if config.DISABLE_JIT else intrinsic(emitted)


def _row(context: Any, builder: Any, table_type: Any, table: Any, row: Any, offset: int = 0) -> Any:
    """Return the address of a byte in a row of a table of `WIDTH` bytes a row."""
    array = context.make_array(table_type)(context, builder, table)
    wide = builder.zext(row, ir.IntType(64)) if row.type.width < 64 else row
    first = builder.mul(wide, ir.Constant(wide.type, WIDTH))
    base = builder.bitcast(array.data, _BYTE.as_pointer())
    return builder.gep(base, [builder.add(first, ir.Constant(wide.type, offset))])


def _load(builder: Any, address: Any, kind: Any) -> Any:
    return builder.load(builder.bitcast(address, kind.as_pointer()), align=1)


def _least(builder: Any, one: Any, other: Any) -> Any:
    return builder.select(builder.icmp_unsigned("<", one, other), one, other)


def _shuffle(builder: Any, one: Any, other: Any, lanes: list[int]) -> Any:
    order = ir.Constant(ir.VectorType(ir.IntType(32), len(lanes)), lanes)
    return builder.shuffle_vector(one, other, order)


def _neighbour_lanes(step: int) -> list[int]:
    """For each lane the lane of the next rank up or down, or `WIDTH` (never) where none is."""
    lanes = []
    for group in range(DEALS * RULES):
        king_ace_linked = group % RULES == 0
        for rank in range(LANES):
            other = (rank + step) % RANKS
            adjacent = rank < RANKS and (king_ace_linked or abs(rank - other) == 1)
            lanes.append(group * LANES + other if adjacent else WIDTH)
    return lanes


_UP, _DOWN = _neighbour_lanes(1), _neighbour_lanes(-1)
_ON_WILD = [lane - lane % LANES + WILD for lane in range(WIDTH)]
"""For each lane the lane of the wild rank beside it, on which every card can be played."""


def _never_twin() -> Any:
    return np.full(WIDTH, NEVER, np.uint8)


@_operation(_never_twin)
def _never(_typing: Any) -> Any:
    """Return the vector of a state that nothing reaches."""

    def emit(_context: Any, _builder: Any, _signature: Any, _arguments: Any) -> Any:
        return ir.Constant(_LLVM_VECTOR, [NEVER] * WIDTH)

    return _VECTOR(), emit


def _pull_twin(vector: Any, table: Any, parent: int, others: Any, place: int) -> Any:
    return np.minimum(vector, table[parent] | others[place])


@_operation(_pull_twin)
def _pull(_typing: Any, vector: Any, table: Any, parent: Any, others: Any, place: Any) -> Any:
    """Take over what playing the card of a place from a parent state reaches."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vector, table, parent, others, place = arguments
        from_parent = _load(
            builder, _row(context, builder, signature.args[1], table, parent), _LLVM_VECTOR
        )
        not_this_rank = _load(
            builder, _row(context, builder, signature.args[3], others, place), _LLVM_VECTOR
        )
        return _least(builder, vector, builder.or_(from_parent, not_this_rank))

    return _VECTOR(vector, table, parent, others, place), emit


def _playable_twin(vector: Any, after_draw: Any) -> Any:
    padded = np.append(vector, np.uint8(NEVER))
    fewest = vector.reshape(-1, LANES).min(axis=1)
    drawn = after_draw.reshape(-1, DEALS * RULES, LANES)[fewest, np.arange(DEALS * RULES)]
    fitting = np.minimum(padded[_UP], padded[_DOWN])
    return np.minimum(np.minimum(fitting, vector[_ON_WILD]), drawn.ravel())


@_operation(_playable_twin)
def _playable(_typing: Any, vector: Any, after_draw: Any) -> Any:
    """Turn draws with which ranks lie on the waste into draws with which ranks can be played."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vector, after_draw = arguments
        kind = ir.FunctionType(_BYTE, [_LLVM_GROUP])
        name = f"llvm.vector.reduce.umin.v{LANES}i8"
        reduce = cgutils.get_or_insert_function(builder.module, kind, name)
        drawn = []
        for group in range(DEALS * RULES):
            begin = group * LANES
            lanes = _shuffle(builder, vector, vector, list(range(begin, begin + LANES)))
            fewest = builder.call(reduce, [lanes])
            address = _row(context, builder, signature.args[1], after_draw, fewest, begin)
            drawn.append(_load(builder, address, _LLVM_GROUP))
        while len(drawn) > 1:
            width = 2 * drawn[0].type.count
            pairs = zip(drawn[::2], drawn[1::2], strict=True)
            drawn = [_shuffle(builder, one, two, list(range(width))) for one, two in pairs]
        never = ir.Constant(_LLVM_VECTOR, [NEVER] * WIDTH)
        up, down = _shuffle(builder, vector, never, _UP), _shuffle(builder, vector, never, _DOWN)
        on_wild = _shuffle(builder, vector, vector, _ON_WILD)
        fitting = _least(builder, _least(builder, up, down), on_wild)
        return _least(builder, fitting, drawn[0])

    return _VECTOR(vector, after_draw), emit


def _store_twin(table: Any, row: int, vector: Any) -> None:
    table[row] = vector


@_operation(_store_twin)
def _store(_typing: Any, table: Any, row: Any, vector: Any) -> Any:
    """Write a vector into a row of a table."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        table, row, vector = arguments
        address = _row(context, builder, signature.args[0], table, row)
        builder.store(vector, builder.bitcast(address, _LLVM_VECTOR.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(table, row, vector), emit


def _lowest_twin(mask: int) -> int:
    return (int(mask) & -int(mask)).bit_length() - 1


@_operation(_lowest_twin)
def lowest(_typing: Any, _mask: Any) -> Any:
    """Return the number of the lowest bit that is set in a mask that is not empty."""

    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), emit


@compiled
def _prepare(ranks, plays_on, places, others, after_draw):
    """Fill the rows that depend on the cards."""
    stock_size = ranks.shape[1] - places - 1
    others[:] = NEVER
    after_draw[: stock_size + 1] = NEVER
    for deal in range(DEALS):
        for rule in range(RULES):
            begin = (deal * RULES + rule) * LANES
            for place in range(places):
                others[place, begin + ranks[deal, place]] = 0
            for drawn in range(stock_size, -1, -1):
                row = after_draw[drawn, begin : begin + LANES]
                if drawn < stock_size:
                    row[:] = after_draw[drawn + 1, begin : begin + LANES]
                    playable = plays_on[rule, ranks[deal, places + 1 + drawn]]
                    for rank in range(RANKS):
                        if playable >> rank & 1:
                            row[rank] = drawn + 1
                row[FEWEST] = drawn


@compiled
def _begin(ranks, plays_on, places, drawn, after_draw, table):
    """Fill the row of state 0, for each deal and rule with so many cards drawn in advance."""
    for deal in range(DEALS):
        for rule in range(RULES):
            begin = (deal * RULES + rule) * LANES
            burnt = drawn[deal, rule]
            row = table[0, begin : begin + LANES]
            row[:] = after_draw[burnt, begin : begin + LANES]
            for rank in range(RANKS):
                if plays_on[rule, ranks[deal, places + burnt]] >> rank & 1:
                    row[rank] = burnt


@compiled
def _pass(into, removed, parent, others, after_draw, table):
    """Compute the rows of all states from that of state 0."""
    edge = np.uint32(0)
    for state in range(np.uint32(1), np.uint32(len(into) - 1)):
        end = into[state + 1]
        vector = _never()
        while edge < end:
            vector = _pull(vector, table, parent[edge], others, removed[edge])
            edge += np.uint32(1)
        _store(table, state, _playable(vector, after_draw))


@compiled
def _best_blocked(
    into,
    removed,
    parent,
    first,
    card,
    by_worth,
    fewest,
    plays_on,
    wastes_for,
    ranks,
    places,
    stack,
    seen,
):
    """Find the blocked ending worth most; returns its index in ``by_worth``.

    A game ends blocked with the whole stock drawn and a waste card on which nothing fits. That
    may be the last stock card, in any state that can be reached with fewer draws (draw the rest).
    Or it is a tableau card played after the last draw, which `_ends_with` traces back.
    """
    last_rank = ranks[len(ranks) - 1]
    stock_size = len(ranks) - places - 1
    seen[:] = 0
    for index in range(len(by_worth)):
        state = by_worth[index]
        if fewest[state] == NEVER:
            continue
        stuck = (1 << RANKS) - 1
        for edge in range(first[state], first[state + 1]):
            stuck &= ~wastes_for[ranks[card[edge]]]
        drawn_out = fewest[state] < stock_size or (stock_size == 0 and state == 0)
        if stuck >> last_rank & 1 and drawn_out:
            return index
        for rank in range(RANKS):
            if stuck >> rank & 1 and _ends_with(
                state,
                rank,
                into,
                removed,
                parent,
                fewest,
                plays_on,
                wastes_for,
                ranks,
                places,
                stack,
                seen,
            ):
                return index
    return -1


@compiled
def _ends_with(
    state, rank, into, removed, parent, fewest, plays_on, wastes_for, ranks, places, stack, seen
):
    """Tell whether a state can be reached by plays after the last draw, the last of this rank.

    Goes back from play to play until the last stock card fits below. What was tried without
    success is kept in ``seen``, a set of ranks for each state.
    """
    fits_on_last = plays_on[ranks[len(ranks) - 1]]
    stock_size = len(ranks) - places - 1
    if seen[state] >> rank & 1:
        return False
    seen[state] |= 1 << rank
    stack[0] = state << 4 | rank
    top = 1
    while top:
        top -= 1
        state, rank = stack[top] >> 4, stack[top] & 15
        for edge in range(into[state], into[state + 1]):
            if ranks[removed[edge]] == rank:
                before = parent[edge]
                drawn_out = fewest[before] < stock_size or (stock_size == 0 and before == 0)
                if drawn_out and fits_on_last >> rank & 1:
                    return True
                if fewest[before] == NEVER:
                    continue
                untried = wastes_for[rank] & ~seen[before]
                for other in range(WILD + 1):
                    if untried >> other & 1:
                        seen[before] |= 1 << other
                        stack[top] = before << 4 | other
                        top += 1
    return False


@compiled
def answer_deals(
    into, removed, parent, first, card, by_worth, worth, win_worth, plays_on, wastes_for, deals,
    exact, fewest_draws, best_scores,
):  # fmt: skip
    """Answer deals under both rules: fewest draws, and best scores where ``exact``.

    Args:
        into: see `States`, as the next four.
        removed: the place whose card was removed.
        parent: the state that a removal leaves.
        first: where the removals from a state begin.
        card: the place whose card is removed.
        by_worth: the states but the empty one, best blocked ending first, int64.
        worth: the score in each of ``by_worth`` without a draw, int32; each draw costs a point.
        win_worth: the score of a win without a draw.
        plays_on: for both rules and each waste rank the 14-bit set of the ranks that may be played
            on it, shape (2, 14), int64.
        wastes_for: for both rules and each rank the 14-bit set of the waste ranks that it may be
            played on, shape (2, 14), int64.
        deals: ranks in the common order, shape (n, cards), uint8; n a multiple of `DEALS`.
        exact: whether best scores are asked for.
        fewest_draws: receives the fewest draws of a win or `NEVER`, shape (n, 2), uint8.
        best_scores: receives the best final scores, shape (n, 2), int16.

    """
    states = len(into) - 1
    places = int(card.max()) + 1
    stock_size = deals.shape[1] - places - 1
    table = np.empty((states, WIDTH), np.uint8)
    others = np.empty((places, WIDTH), np.uint8)
    after_draw = np.full((256, WIDTH), NEVER, np.uint8)
    nothing_drawn = np.zeros((DEALS, RULES), np.uint8)
    seen = np.empty(states, np.int64)
    stack = np.empty(states * (WILD + 1), np.int64)
    for block in range(0, len(deals), DEALS):
        ranks = deals[block : block + DEALS]
        _prepare(ranks, plays_on, places, others, after_draw)
        _begin(ranks, plays_on, places, nothing_drawn, after_draw, table)
        _pass(into, removed, parent, others, after_draw, table)
        for group in range(DEALS * RULES):
            deal, rule = block + group // RULES, group % RULES
            won = int(table[states - 1, group * LANES + FEWEST])
            fewest_draws[deal, rule] = won
            if not exact:
                continue
            if won != NEVER:
                best_scores[deal, rule] = win_worth - won
                continue
            fewest = table[:, group * LANES + FEWEST]
            best = _best_blocked(
                into, removed, parent, first, card, by_worth, fewest, plays_on[rule],
                wastes_for[rule], deals[deal], places, stack, seen,
            )  # fmt: skip
            best_scores[deal, rule] = worth[best] - stock_size


@compiled
def analyse_deals(
    into, removed, parent, level, covered_by, plays_on, deals, longest_chain, latest_start
):
    """Find the longest first chain of deals, and how far the stock may be burnt at the start.

    Args:
        into: see `States`, as the next three.
        removed: the place whose card was removed.
        parent: the state that a removal leaves.
        level: where each level of states begins.
        covered_by: for each place the mask of the places that cover it.
        plays_on: for both rules and each waste rank the 14-bit set of the ranks that may be played
            on it, shape (2, 14), int64.
        deals: ranks in the common order, shape (n, cards), uint8; n a multiple of `DEALS`.
        longest_chain: receives the most removals without a draw, shape (n, 2), int8.
        latest_start: receives the most cards that can be drawn before the first removal of a
            win, or -1 where there is none, shape (n, 2), int8.

    """
    states = len(into) - 1
    places = len(covered_by)
    stock_size = deals.shape[1] - places - 1
    table = np.empty((states, WIDTH), np.uint8)
    others = np.empty((places, WIDTH), np.uint8)
    after_draw = np.full((256, WIDTH), NEVER, np.uint8)
    drawn = np.empty((DEALS, RULES), np.uint8)
    for block in range(0, len(deals), DEALS):
        ranks = deals[block : block + DEALS]
        _prepare(ranks, plays_on, places, others, after_draw)
        # Whoever can win after burning some cards can win after burning fewer: search by halves,
        # for all deals and rules of the block at once. The first round burns nothing.
        low = np.full((DEALS, RULES), -1, np.int64)
        high = np.full((DEALS, RULES), stock_size + 1, np.int64)
        drawn[:] = 0
        searching = True
        while searching:
            _begin(ranks, plays_on, places, drawn, after_draw, table)
            _pass(into, removed, parent, others, after_draw, table)
            searching = False
            for group in range(DEALS * RULES):
                deal, rule = group // RULES, group % RULES
                if low[deal, rule] == -1 and high[deal, rule] == stock_size + 1:
                    chain = _deepest(table[:, group * LANES + FEWEST], level)
                    longest_chain[block + deal, rule] = chain
                if low[deal, rule] + 1 < high[deal, rule]:
                    if table[states - 1, group * LANES + FEWEST] != NEVER:
                        low[deal, rule] = drawn[deal, rule]
                    else:
                        high[deal, rule] = drawn[deal, rule]
                if low[deal, rule] + 1 < high[deal, rule]:
                    drawn[deal, rule] = (low[deal, rule] + high[deal, rule]) // 2
                    searching = True
        latest_start[block : block + DEALS] = low


@compiled
def _deepest(fewest, level):
    """Find the deepest level of states that is reached without a draw."""
    for depth in range(1, len(level) - 1):
        reached = False
        for state in range(level[depth], level[depth + 1]):
            if fewest[state] == 0:
                reached = True
                break
        if not reached:
            return depth - 1
    return len(level) - 2


@compiled
def play_deals(covered_by, covers, plays_on, greedy, games, deals, wins, first_moves):
    """Let a player without foresight play each deal many times under both rules.

    Both players draw only when no free card fits and see only face-up cards. The random one
    plays any card that fits. The greedy one plays a card that turns up most cards; among those
    one on which another face-up card fits; among those any.

    Args:
        covered_by: for each place the mask of the places that cover it, int64.
        covers: for each place the mask of the places that it covers, int64.
        plays_on: for both rules and each waste rank the 14-bit set of the ranks that may be played
            on it, shape (2, 14), int64.
        greedy: whether the greedy player plays, or the random one.
        games: how many games to play of each deal under each rules.
        deals: ranks in the common order, shape (n, cards), uint8.
        wins: receives how many of them are won, shape (n, 2), int32.
        first_moves: receives how many cards fit at the start, shape (n, 2), int8.

    """
    places = len(covered_by)
    uncovered = 0
    for place in range(places):
        if covered_by[place] == 0:
            uncovered |= 1 << place
    fitting = np.empty(WILD + 1, np.int64)
    for k in range(len(deals)):
        ranks = deals[k]
        for rule in range(RULES):
            fitting[:] = 0
            for waste in range(WILD + 1):
                for place in range(places):
                    if plays_on[rule, waste] >> ranks[place] & 1:
                        fitting[waste] |= 1 << place
            first_moves[k, rule] = _count(uncovered & fitting[ranks[places]])
            chance = _seed(ranks, rule)
            wins[k, rule] = 0
            for _ in range(games):
                chance, won = _play_out(
                    covered_by, covers, fitting, greedy, uncovered, ranks, chance
                )
                wins[k, rule] += won


@compiled
def _play_out(covered_by, covers, fitting, greedy, free, ranks, chance):
    """Play one game; returns the state of the random numbers and whether it was won."""
    places = len(covered_by)
    tableau = (1 << places) - 1
    top = places
    waste = ranks[top]
    while tableau:
        options = free & fitting[waste]
        if options == 0:
            top += 1
            if top == len(ranks):
                return chance, False
            waste = ranks[top]
            continue
        if options & options - 1:
            if greedy:
                options = _greedy_options(
                    options, covered_by, covers, fitting, free, tableau, ranks
                )
            chance += np.uint64(0x9E3779B97F4A7C15)
            z = (chance ^ chance >> np.uint64(32)) * np.uint64(0xD6E8FEB86659FD93)
            number = (z >> np.uint64(32)) * np.uint64(_count(options)) >> np.uint64(32)
            for _ in range(number):
                options &= options - 1
        place = lowest(options)
        tableau ^= 1 << place
        free ^= 1 << place
        waste = ranks[place]
        below = covers[place]
        while below:
            other = lowest(below)
            below &= below - 1
            if not tableau & covered_by[other]:
                free |= 1 << other
    return chance, True


@compiled
def _greedy_options(options, covered_by, covers, fitting, free, tableau, ranks):
    """Keep the options that the greedy player likes best."""
    best, kept = -1, 0
    while options:
        place = lowest(options)
        options &= options - 1
        after = tableau ^ 1 << place
        liking = 1 if free & fitting[ranks[place]] else 0
        below = covers[place]
        while below:
            if not after & covered_by[lowest(below)]:
                liking += 2
            below &= below - 1
        if liking > best:
            best, kept = liking, 0
        if liking == best:
            kept |= 1 << place
    return kept


@compiled
def _count(mask):
    """Count the bits that are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@compiled
def _seed(ranks, rule):
    """Derive the random numbers of a deal from its ranks, so that a rating never changes."""
    seed = np.uint64(rule)
    for rank in ranks:
        seed = seed * np.uint64(0x5851F42D4C957F2D) + np.uint64(rank + 1)
    return seed


@compiled
def shuffle_deals(numbers, reference, out):
    """Deal the cards of deal numbers: shuffle version 1, as in `codes.shuffled`.

    Args:
        numbers: the deal numbers, shape (n,), uint64.
        reference: the reference deck, shape (52,), uint8.
        out: receives the cards in the common order, shape (n, 52), uint8.

    """
    for k in range(len(numbers)):
        cards = out[k]
        cards[:] = reference
        state = numbers[k]
        for i in range(len(reference) - 1, 0, -1):
            state += np.uint64(0x9E3779B97F4A7C15)
            z = state
            z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
            z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
            z ^= z >> np.uint64(31)
            j = (z >> np.uint64(32)) * np.uint64(i + 1) >> np.uint64(32)
            cards[i], cards[j] = cards[j], cards[i]


dive = compiled(_interpreted_dive)


@compiled
def dive_deals(covered_by, plays_on, draw_only_when_stuck, budget, slots, deals, verdicts):
    """Dive for a win of each deal (see `dive.dive`), with a fresh memory of so many slots."""
    keys = np.zeros(slots, np.int64)
    tried = np.zeros(slots, np.int64)
    stack = np.zeros(STACK_SIZE, np.int64)
    line = np.zeros(len(covered_by), np.int64)
    for k in range(len(deals)):
        keys[:] = 0
        verdicts[k], _ = dive(
            (1 << len(covered_by)) - 1, covered_by, deals[k], plays_on, draw_only_when_stuck,
            budget, keys, tried, stack, line,
        )  # fmt: skip
