"""A reviewed game as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

import click

from tripeaks_solver.answer import Verdict
from tripeaks_solver.errors import counted
from tripeaks_solver.render.advice import move_text
from tripeaks_solver.review import Judged, Review


def review_lines(review: Review) -> Iterator[str]:
    """Tell a game move by move, and what it comes to."""
    width = max((len(move_text(j.move, j.card)) for j in review.moves), default=0)
    for judged in review.moves:
        line = f"{judged.number:>4}  {move_text(judged.move, judged.card):<{width}}  "
        line += f"{judged.score:>7,}  {'; '.join(_remarks(judged))}"
        yield click.style(line.rstrip(), bold=judged.lost_the_win)
    if review.moves:
        yield ""
    yield from _summary(review)


def _remarks(judged: Judged) -> Iterator[str]:
    if judged.lost_the_win:
        yield "loses the win"
    if judged.score_lost:
        yield f"costs {counted(judged.score_lost, 'point')}"
    if judged.better is not None:
        yield f"better: {move_text(judged.better, judged.better_card)}"
    if judged.advised is not None and not judged.is_as_advised:
        chance = f"{judged.advised.win.share:.0%}"
        yield f"advised: {move_text(judged.advised.move, judged.advised_card)} ({chance})"


def _summary(review: Review) -> Iterator[str]:
    ended = "won" if review.is_won else "not won"
    best = f"{review.start.best_score or 0:,}"
    yield f"The game was {ended}. Best possible {best}, yours {review.score:,}."
    if review.turning_point is not None:
        yield f"Move {review.turning_point} lost the win."
    elif review.start.verdict is Verdict.NOT_WINNABLE:
        yield "The deal cannot be won."
    if review.moves:
        best_moves = sum(judged.is_best for judged in review.moves)
        advised = sum(judged.is_as_advised for judged in review.moves)
        count = counted(len(review.moves), "move")
        yield f"Lost neither the win nor points: {best_moves} of {count} ({review.accuracy:.0%})."
        yield f"As the advised player, who sees no more than you did: {advised} of {count}."
