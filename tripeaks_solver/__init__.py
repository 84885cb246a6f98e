"""TriPeaks solitaire: proven verdicts, best scores and deal ratings.

The public names are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOME_OF = {
    "Answer": "answer",
    "Problem": "problem",
    "Solution": "ask",
    "ask": "ask",
    "Certificate": "certificate",
    "Deal": "deal",
    "DealCode": "codes",
    "Game": "game",
    "Layout": "layout",
    "Move": "answer",
    "Ratings": "search.rate",
    "Rules": "rules",
    "Scoring": "scoring",
    "TripeaksError": "errors",
    "Verdict": "answer",
    "certify": "ask",
    "check": "verify",
    "classic": "layouts",
    "decide": "ask",
    "parse_code": "codes",
    "parse_deck": "deal",
    "rate_deals": "search.rate",
    "replay": "verify",
    "solve": "ask",
}

__all__ = [*_HOME_OF, "__version__"]

if TYPE_CHECKING:
    from tripeaks_solver.answer import Answer, Move, Verdict
    from tripeaks_solver.ask import Solution, ask, certify, decide, solve
    from tripeaks_solver.certificate import Certificate
    from tripeaks_solver.codes import DealCode, parse_code
    from tripeaks_solver.deal import Deal, parse_deck
    from tripeaks_solver.errors import TripeaksError
    from tripeaks_solver.game import Game
    from tripeaks_solver.layout import Layout
    from tripeaks_solver.layouts import classic
    from tripeaks_solver.problem import Problem
    from tripeaks_solver.rules import Rules
    from tripeaks_solver.scoring import Scoring
    from tripeaks_solver.search.rate import Ratings, rate_deals
    from tripeaks_solver.verify import check, replay


def __getattr__(name: str) -> Any:
    if name in _HOME_OF:
        return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
