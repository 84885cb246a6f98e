"""The depth-first search, compiled; see `depth_first`."""

from __future__ import annotations

from types import FunctionType

import numpy as np

from tripeaks_solver.search import depth_first
from tripeaks_solver.search.machine_code import compiled

_CALLEES_FIRST = (
    depth_first.count,
    depth_first.look_up_draws,
    depth_first.slot_of,
    depth_first.unplayable,
    depth_first.may_win,
    depth_first.win_round,
    depth_first.blocked_round,
    depth_first.ending_round,
    depth_first.search,
)


def _compile_all():
    """Compile the functions of `depth_first` so that they call each other compiled."""
    scope = dict(vars(depth_first))
    for plain in _CALLEES_FIRST:
        scope[plain.__name__] = compiled(FunctionType(plain.__code__, scope, plain.__name__))
    return scope["search"]


search = _compile_all()


@compiled
def search_deals(board, deals, first_round, last_round, budget, memory, outcomes, results):
    """Search deals one by one.

    Args:
        board: see `depth_first.Board`; its sequences are int64 arrays.
        deals: the ranks of the deals in the common order, shape (n, cards), int64.
        first_round: see `depth_first.search`.
        last_round: see `depth_first.search`.
        budget: how many nodes to visit at most for each deal.
        memory: room for one search after the other, see `depth_first.Memory`.
        outcomes: receives the outcome of each deal, shape (n,), int64.
        results: receives the round of its result, or the one not finished, shape (n,), int64.

    Returns:
        The number of nodes visited.

    """
    total = 0
    full = (1 << len(board.covered_by)) - 1
    for k in range(len(deals)):
        memory.keys[:] = np.int64(0)
        outcomes[k], results[k], _, visited = search(
            board, deals[k], full, first_round, last_round, budget, memory
        )
        total += visited
    return total
