"""A reviewed game as text: for a terminal, for the screen of the game, and for the replay page."""

from __future__ import annotations

from collections.abc import Iterator

import click

from tripeaks_solver.answer import Verdict
from tripeaks_solver.errors import counted
from tripeaks_solver.game import Status
from tripeaks_solver.render.advice import move_text
from tripeaks_solver.review import Judged, Review


def review_lines(review: Review) -> Iterator[str]:
    """Tell a game move by move, and what it comes to."""
    width = max((len(move_text(j.move, j.card)) for j in review.moves), default=0)
    for judged in review.moves:
        line = f"{judged.number:>4}  {move_text(judged.move, judged.card):<{width}}  "
        line += f"{judged.score:>7,}  {remark(judged)}"
        yield click.style(line.rstrip(), bold=judged.lost_the_win)
    if review.moves:
        yield ""
    yield from summary_lines(review)


def remark(judged: Judged) -> str:
    """Tell what a move lost, what was better, and what could have been known; empty if nothing."""
    return "; ".join(_remarks(judged))


def _remarks(judged: Judged) -> Iterator[str]:
    if judged.lost_the_win:
        yield "loses the win"
    if judged.score_lost:
        yield f"costs {counted(judged.score_lost, 'point')}"
    if judged.better is not None:
        yield f"better: {move_text(judged.better, judged.better_card)}"
    if judged.advised is not None:
        sure = not judged.advised.samples
        chance = "certain win" if sure else f"{judged.advised.win.share:.0%}"
        yield f"advised: {move_text(judged.advised.move, judged.advised_card)} ({chance})"


def summary_lines(review: Review) -> Iterator[str]:
    """Tell how the game ended, what was possible, and how well it was played."""
    yield result_line(review)
    yield from outcome_lines(review)
    if review.moves:
        best = sum(judged.is_best for judged in review.moves)
        count = counted(len(review.moves), "move")
        share = f"{review.accuracy:.0%}"
        yield f"Moves that lost neither the win nor points: {best} of {count} ({share})."
        better = sum(judged.advised is not None for judged in review.moves)
        yield f"Moves for which what you had seen clearly spoke for another: {better} of {count}."
    if review.taken_back:
        yield f"{counted(review.taken_back, 'move')} taken back: the line that stands is reviewed."


def outcome_text(review: Review) -> str:
    """Tell what was possible in a game that is over, and which move lost the win."""
    return " ".join([*_best_lines(review), *outcome_lines(review)])


def result_line(review: Review) -> str:
    """Tell how the game ended or stands, with the best possible score and that of the player."""
    ended = {Status.WON: "The game was won.", Status.BLOCKED: "The game was lost."}
    told = [ended.get(review.status, "The game is unfinished."), *_best_lines(review)]
    if review.status is Status.RUNNING and review.end.best_score is not None:
        told.append(f"Still possible: {review.end.best_score:,}.")
    return " ".join(told)


def _best_lines(review: Review) -> Iterator[str]:
    if (best := review.start.best_score) is not None:
        without = ", without points for time" if review.is_timed else ""
        yield f"Best possible {best:,}, yours {review.score:,}{without}."


def outcome_lines(review: Review) -> Iterator[str]:
    """Tell which move lost the win, or that there was none to lose."""
    if review.turning_point is not None:
        yield f"Move {review.turning_point} lost the win."
    elif review.start.verdict is Verdict.NOT_WINNABLE:
        yield "The deal cannot be won."
    elif review.status is Status.RUNNING and review.end.verdict is Verdict.WINNABLE:
        yield "It can still be won."
