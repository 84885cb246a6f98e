"""Which search answers a question."""

from __future__ import annotations

from enum import Enum


class Search(Enum):
    """The searches, which share nothing but the rules.

    Attributes:
        TABLES: over all tableau states of the layout, as tables; the fast one.
        DEPTH_FIRST: depth first with memoisation, a second opinion.
        BOTH: one after the other; where they differ, that is an error.

    """

    TABLES = "tables"
    DEPTH_FIRST = "depth-first"
    BOTH = "both"
