"""Which search answers a question."""

from __future__ import annotations

from enum import Enum

from tripeaks_solver.errors import TripeaksError


class Search(Enum):
    """The searches that share nothing but the rules, and both of them in turn."""

    TABLES = "tables"
    DEPTH_FIRST = "depth-first"
    BOTH = "both"


class SearchesDiffer(TripeaksError):  # noqa: N818
    """Two searches gave different answers to one question, so one of them has a fault."""
