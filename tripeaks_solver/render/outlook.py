"""What holds for a deal with unknown cards, as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

import click

from tripeaks_solver.answer import Verdict
from tripeaks_solver.errors import counted
from tripeaks_solver.hidden import Ground, Outlook
from tripeaks_solver.render.advice import move_text


def outlook_lines(found: Outlook) -> Iterator[str]:
    """Tell what holds whatever lies there, or how often the deal can be won, and why."""
    yield click.style(_result(found), bold=True)
    yield _ground(found)
    if found.steps:
        yield ""
        yield ", ".join(move_text(step.move, step.card) for step in found.steps)
        yield f"The engine replayed the {counted(len(found.steps), 'move')}."


def outlook_line(found: Outlook) -> str:
    """Tell the same in one line."""
    return f"{found.view.deal}  {found.rules.name}  {_result(found)}"


def _result(found: Outlook) -> str:
    if found.verdict is not Verdict.UNDECIDED:
        return f"{found.verdict} whatever lies there"
    share, low, high = found.share
    if found.ground is Ground.ALL and low == high:
        return f"depends on what lies there: {share:.1%} of all completions can be won"
    return f"depends on what lies there: {share:.1%} ({low:.1%} to {high:.1%}) can be won"


def _ground(found: Outlook) -> str:
    count = found.view.completion_count
    match found.ground:
        case Ground.LINE:
            return "Proof: a line that meets no unknown card."
        case Ground.WILD:
            return "Proof: it cannot be won even if every unknown card fits on every other."
        case Ground.ALL:
            return f"All {counted(count, 'completion')} by rank were searched."
        case Ground.SAMPLES:
            return f"{found.searched:,} random completions were searched (seed {found.seed})."
