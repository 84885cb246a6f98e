"""Advice as JSON."""

from __future__ import annotations

from typing import Any

from tripeaks_solver.cards import UNKNOWN
from tripeaks_solver.formats.solution import move_object
from tripeaks_solver.players.advice import Advice


def advice_object(advice: Advice) -> dict[str, Any]:
    """Return advice as an object: every action, the best first, and what else is to be said."""
    found: dict[str, Any] = {
        "deck": str(advice.view.deal),
        "rules": advice.rules.name,
        "scoring": advice.scoring.name,
        "for": advice.aim.value,
        "actions": [
            move_object(option.move, option.card)
            | {
                "win_probability": round(option.estimate.win.share, 4),
                "low": round(option.estimate.win.low, 4),
                "high": round(option.estimate.win.high, 4),
                "samples": option.estimate.samples,
                "expected_score": round(option.estimate.score, 2),
                "score_low": round(option.estimate.score_low, 2),
                "score_high": round(option.estimate.score_high, 2),
                "reason": option.reason,
            }
            for option in advice.options
        ],
        "recommended": 0 if advice.options else None,
        "proven": advice.is_exact,
        "decided": advice.decided.value,
        "note": advice.note,
    }
    if advice.plan is not None:
        tableau = advice.view.deal.tableau
        found["plan"] = [
            move_object(move, UNKNOWN if move.place is None else tableau[move.place])
            for move in advice.plan.moves
        ]
        found["turns_up"] = list(advice.plan.places)
        found["draws"] = advice.plan.draws
    return found
