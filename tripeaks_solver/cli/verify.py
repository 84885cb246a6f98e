"""``tripeaks verify``: check a solution or a certificate with the engine alone."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tripeaks_solver.answer import Verdict
from tripeaks_solver.cli.options import layout_option
from tripeaks_solver.errors import Rejected, TripeaksError
from tripeaks_solver.layout import Layout

if TYPE_CHECKING:
    from tripeaks_solver.certificate import Certificate
    from tripeaks_solver.formats.solution import Replay, Solution


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path())
@layout_option
def verify(files: tuple[str, ...], layout: Layout | None) -> None:
    """Check solutions (the JSON of `solve`) and certificates; - is standard input.

    The moves are replayed by the engine. The closed set of a certificate is checked state by
    state: it holds the deal, no cleared tableau, and every successor of every state, so nothing
    better than the claim exists. No code of the search takes part. Exit code 5 when a claim does
    not hold.
    """
    for file in files:
        _verify(_read(file), "standard input" if file == "-" else file, layout)


def _read(file: str) -> str:
    try:
        if file != "-":
            return Path(file).read_text(encoding="utf-8")
        if sys.stdin is None:
            raise TripeaksError("is closed", source="standard input")
        return sys.stdin.read()
    except OSError as fault:
        raise TripeaksError(f"cannot read: {fault.strerror}", source=file) from None
    except UnicodeDecodeError as fault:
        raise TripeaksError(f"byte {fault.start + 1} is no text", source=file) from None


def _verify(text: str, source: str, layout: Layout | None) -> None:
    from tripeaks_solver.certificate import looks_like_certificate, parse_certificate
    from tripeaks_solver.formats.solution import parse_solutions

    if looks_like_certificate(text):
        click.echo(f"{source}: {_check(parse_certificate(text, source, layout), source)}")
        return
    for number, solution in enumerate(parse_solutions(text, source, layout), start=1):
        click.echo(f"{source}: {_confirm(solution, f'{source}: solution {number}')}")


def _check(certificate: Certificate, source: str) -> str:
    from tripeaks_solver.render.terminal import best_result
    from tripeaks_solver.verify import check

    try:
        check(certificate)
    except Rejected as fault:
        raise fault.at(source) from None
    answer = certificate.answer
    return (
        f"certificate confirmed: {answer.verdict}, {best_result(answer)} "
        f"({answer.rules.name} rules, closed set of {len(certificate.members):,} tableaus)"
    )


def _confirm(solution: Solution, source: str) -> str:
    from tripeaks_solver.formats.solution import confirm

    try:
        found = confirm(solution)
    except Rejected as fault:
        raise fault.at(source) from None
    if found.goal:
        return f"solution confirmed: {_of_goal(found)}"
    end = found.steps[-1] if found.steps else None
    reached = f"{end.draws} draws and {end.score} points" if end else "no move"
    moves = f"{len(found.steps)} moves"
    answer = found.answer
    if answer.verdict is Verdict.UNDECIDED:
        return "solution confirmed: undecided, so there is nothing to check"
    if answer.verdict is not Verdict.WINNABLE:
        at_end = " and no more moves" if answer.scoring.finished_only else ""
        return (
            f"solution confirmed: {moves} end with {reached}{at_end} "
            "(only a certificate can prove that no win exists)"
        )
    if found.winning == found.steps:
        return f"solution confirmed: {moves} win with {reached}"
    win = found.winning[-1]
    return (
        f"solution confirmed: {moves} end with {reached}, {len(found.winning)} moves win with "
        f"{win.draws} draws and {win.score} points"
    )


def _of_goal(found: Replay) -> str:
    if not found.goal or not found.reached:
        return "no moves to check (that a goal cannot be reached is for a search to prove)"
    return f"{len(found.steps)} moves reach the goal {found.goal.text}"
