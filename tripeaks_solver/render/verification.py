"""What a check of a solution or a certificate has confirmed, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tripeaks_solver.answer import Replay, Verdict
from tripeaks_solver.certificate import Certificate
from tripeaks_solver.errors import counted
from tripeaks_solver.render.terminal import best_result

if TYPE_CHECKING:
    from tripeaks_solver.verify import Confirmation


def certificate_line(certificate: Certificate) -> str:
    """Tell what a certificate proves."""
    answer = certificate.answer
    return (
        f"certificate confirmed: {answer.verdict}, {best_result(answer)} "
        f"({answer.rules.name} rules, closed set of {counted(len(certificate.members), 'tableau')})"
    )


def claim_line(found: Confirmation) -> str:
    """Tell what the moves of a solution show, and what stays unproven."""
    unproven = ""
    if found.unproven:
        unproven = f" (not checked, needs a certificate: {', '.join(found.unproven)})"
    return f"solution confirmed: {_shown(found.replay)}{unproven}"


def _shown(found: Replay) -> str:
    answer, moves = found.answer, counted(len(found.steps), "move")
    if answer.goal:
        reached = f"{moves} reach the goal {answer.goal.text}"
        return reached if answer.reached else "no moves to replay"
    if answer.verdict is Verdict.UNDECIDED:
        return "undecided, so there is nothing to check"
    if not found.steps:
        return "no moves to replay"
    end = _end(found.steps[-1].draws, found.steps[-1].score)
    if answer.verdict is not Verdict.WINNABLE:
        return f"{moves} end with {end}{' and no more moves' * answer.scoring.finished_only}"
    if found.winning == found.steps:
        return f"{moves} win with {end}"
    win = found.winning[-1]
    wins = f"{counted(len(found.winning), 'move')} win with {_end(win.draws, win.score)}"
    return f"{moves} end with {end}, {wins}"


def _end(draws: int, score: int) -> str:
    return f"{counted(draws, 'draw')} and {counted(score, 'point')}"
