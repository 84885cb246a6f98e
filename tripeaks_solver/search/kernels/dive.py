"""The depth-first search, compiled."""

from __future__ import annotations

import numpy as np

from tripeaks_solver.search.dive import STACK_SIZE
from tripeaks_solver.search.dive import dive as _interpreted_dive
from tripeaks_solver.search.kernels.bits import compiled

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
