"""The shuffle of deal codes."""

from __future__ import annotations

import numpy as np

from tripeaks_solver.search.machine_code import compiled


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
