"""How often unseen cards are dealt at random where nothing else is asked for."""

from __future__ import annotations

from tripeaks_solver.errors import TripeaksError, require_kind

COMPLETIONS = 2000
"""How many completions of a deal with unknown cards are searched, where there are too many."""
ADVICE = 2000
"""How often the unseen cards are dealt for an advice."""
REVIEW = 200
"""How often they are dealt for the advice at each move of a review."""


def require_samples(samples: object, seed: object) -> None:
    """See that a number of samples and a seed are such.

    Raises:
        TripeaksError: they are not.

    """
    require_kind("samples", samples, int)
    require_kind("seed", seed, int)
    if isinstance(samples, int) and samples < 1:
        raise TripeaksError(f"{samples} samples: take at least one")
    if isinstance(seed, int) and not 0 <= seed < 2**63:
        raise TripeaksError(f"the seed {seed} is not from 0 to 2**63 - 1")
