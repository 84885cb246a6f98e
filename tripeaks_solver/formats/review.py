"""A reviewed game as JSON: one object a move."""

from __future__ import annotations

from typing import Any

from tripeaks_solver.formats.solution import move_object
from tripeaks_solver.review import Judged, Review


def review_objects(review: Review) -> list[dict[str, Any]]:
    """Return an object for each move."""
    return [_object(judged) for judged in review.moves]


def _object(judged: Judged) -> dict[str, Any]:
    advised = judged.advised
    return {
        "n": judged.number,
        **move_object(judged.move, judged.card),
        "score": judged.score,
        "verdict_before": judged.before.verdict.value,
        "verdict_after": judged.after.verdict.value,
        "best_score_before": judged.before.best_score,
        "best_score_after": judged.after.best_score,
        "score_lost": judged.score_lost,
        "better": None if judged.better is None else move_object(judged.better, judged.better_card),
        "advised": None
        if advised is None
        else move_object(advised.move, judged.advised_card)
        | {"win_probability": round(advised.win.share, 4), "samples": advised.samples},
        "as_advised": judged.advised is None,
    }
