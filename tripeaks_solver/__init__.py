"""TriPeaks solitaire: proven verdicts, best scores and deal ratings.

The public names are loaded when they are first used, so that importing the package costs nothing.
`docs/library.md` shows them at work.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tripeaks_solver.answer import DRAW, Answer, Line, Move, Replay, Step, Verdict
    from tripeaks_solver.ask import Solution, certify, decide, find_solution, solve
    from tripeaks_solver.cards import GONE, JOKER, UNKNOWN, WILD, card_text, parse_card, rank_of
    from tripeaks_solver.certificate import Certificate, parse_certificate, write_certificate
    from tripeaks_solver.codes import DealCode, parse_code
    from tripeaks_solver.deal import Deal, parse_deck
    from tripeaks_solver.errors import (
        CardError,
        CodeError,
        ConditionError,
        DeckError,
        FormatError,
        LayoutError,
        MoveError,
        Rejected,
        SearchesDiffer,
        StoreError,
        TripeaksError,
        WriteError,
    )
    from tripeaks_solver.formats.decks import read_decks
    from tripeaks_solver.formats.texts import write_deal
    from tripeaks_solver.game import Game, Refusal, Status
    from tripeaks_solver.goals import Goal, parse_goal
    from tripeaks_solver.hidden import Ground, Outlook, outlook
    from tripeaks_solver.layout import Layout, Place, parse_layout
    from tripeaks_solver.layouts import classic, find_layout, shipped_layouts
    from tripeaks_solver.players.advice import Advice, Aim, Option, advise
    from tripeaks_solver.players.estimate import Estimate
    from tripeaks_solver.players.look import Plan
    from tripeaks_solver.problem import Problem
    from tripeaks_solver.ratings import Ratings, rate
    from tripeaks_solver.render.picture import deal_picture, layout_picture
    from tripeaks_solver.review import Judged, Review
    from tripeaks_solver.review import review as review_game
    from tripeaks_solver.rules import (
        CLASSIC,
        CLASSIC_STUCK,
        DEFAULT_RULES,
        EASY,
        EASY_STUCK,
        PRESETS,
        Rules,
    )
    from tripeaks_solver.rules import named as rules_named
    from tripeaks_solver.scoring import SYSTEMS, TP1, Scoring, scoring_named
    from tripeaks_solver.search.prospects import Prospects, prospects
    from tripeaks_solver.search.rate import Analysis, Answers, Depth, rate_deals
    from tripeaks_solver.shares import Share
    from tripeaks_solver.verify import check, replay
    from tripeaks_solver.view import Completion, View, view_of
else:

    def __getattr__(name: str) -> Any:
        """Load a public name; type checkers see the imports above instead."""
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        home, own = _HOME_OF[name]
        return getattr(import_module(f"{__name__}.{home}"), own)


__version__ = "0.1.0"

__all__ = [
    "CLASSIC",
    "CLASSIC_STUCK",
    "DEFAULT_RULES",
    "DRAW",
    "EASY",
    "EASY_STUCK",
    "GONE",
    "JOKER",
    "PRESETS",
    "SYSTEMS",
    "TP1",
    "UNKNOWN",
    "WILD",
    "Advice",
    "Aim",
    "Analysis",
    "Answer",
    "Answers",
    "CardError",
    "Certificate",
    "CodeError",
    "Completion",
    "ConditionError",
    "Deal",
    "DealCode",
    "DeckError",
    "Depth",
    "Estimate",
    "FormatError",
    "Game",
    "Goal",
    "Ground",
    "Judged",
    "Layout",
    "LayoutError",
    "Line",
    "Move",
    "MoveError",
    "Option",
    "Outlook",
    "Place",
    "Plan",
    "Problem",
    "Prospects",
    "Ratings",
    "Refusal",
    "Rejected",
    "Replay",
    "Review",
    "Rules",
    "Scoring",
    "SearchesDiffer",
    "Share",
    "Solution",
    "Status",
    "Step",
    "StoreError",
    "TripeaksError",
    "Verdict",
    "View",
    "WriteError",
    "__version__",
    "advise",
    "card_text",
    "certify",
    "check",
    "classic",
    "deal_picture",
    "decide",
    "find_layout",
    "find_solution",
    "layout_picture",
    "outlook",
    "parse_card",
    "parse_certificate",
    "parse_code",
    "parse_deck",
    "parse_goal",
    "parse_layout",
    "prospects",
    "rank_of",
    "rate",
    "rate_deals",
    "read_decks",
    "replay",
    "review_game",
    "rules_named",
    "scoring_named",
    "shipped_layouts",
    "solve",
    "view_of",
    "write_certificate",
    "write_deal",
]

_HOMES = {
    "answer": "DRAW Answer Line Move Replay Step Verdict",
    "ask": "Solution certify decide find_solution solve",
    "cards": "GONE JOKER UNKNOWN WILD card_text parse_card rank_of",
    "certificate": "Certificate parse_certificate write_certificate",
    "codes": "DealCode parse_code",
    "deal": "Deal parse_deck",
    "errors": (
        "CardError CodeError ConditionError DeckError FormatError LayoutError "
        "MoveError Rejected SearchesDiffer StoreError TripeaksError WriteError"
    ),
    "formats.decks": "read_decks",
    "formats.texts": "write_deal",
    "game": "Game Refusal Status",
    "goals": "Goal parse_goal",
    "layout": "Layout Place parse_layout",
    "hidden": "Ground Outlook outlook",
    "layouts": "classic find_layout shipped_layouts",
    "players.advice": "Advice Aim Option advise",
    "players.estimate": "Estimate",
    "players.look": "Plan",
    "problem": "Problem",
    "ratings": "Ratings rate",
    "render.picture": "deal_picture layout_picture",
    "review": "Judged Review",
    "rules": "CLASSIC CLASSIC_STUCK DEFAULT_RULES EASY EASY_STUCK PRESETS Rules",
    "scoring": "SYSTEMS TP1 Scoring scoring_named",
    "search.prospects": "Prospects prospects",
    "search.rate": "Analysis Answers Depth rate_deals",
    "shares": "Share",
    "verify": "check replay",
    "view": "Completion View view_of",
}
"""The module of each public name that is called the same there."""

_HOME_OF = {name: (home, name) for home, names in _HOMES.items() for name in names.split()}
_HOME_OF["rules_named"] = ("rules", "named")
_HOME_OF["review_game"] = ("review", "review")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
