"""``tripeaks solve``: proven answers, with the moves that reach them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from tripeaks_solver.answer import Answer, Verdict
from tripeaks_solver.cli.options import (
    OWN_SHUFFLE,
    SOURCES_HELP,
    Faults,
    Form,
    RulesType,
    form_options,
    keep_going_option,
    layout_option,
    rules_for,
    say,
    sources_argument,
)
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.formats.sources import Entry, Item, may_hold_many, read_sources
from tripeaks_solver.layout import Layout
from tripeaks_solver.rules import Rules

if TYPE_CHECKING:
    from tripeaks_solver.verify import Step

NOT_WINNABLE = 3


class Solved(NamedTuple):
    """An answer that the engine has replayed."""

    entry: Entry
    answer: Answer
    steps: Sequence[Step]
    seconds: float


@click.command(epilog=f"{SOURCES_HELP}\n\n{OWN_SHUFFLE}")
@sources_argument
@layout_option
@click.option("--rules", type=RulesType(), help="Rules to use instead of those of the code.")
@keep_going_option
@click.option("--verdict-only", is_flag=True, help="Stop at the first win; no best score.")
@click.option(
    "--certificate",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write the proof to this file, for `tripeaks verify`.",
)
@form_options(Form.JSON, Form.NL)
def solve(
    sources: tuple[str, ...],
    layout: Layout | None,
    rules: Rules | None,
    keep_going: bool,
    verdict_only: bool,
    certificate: Path | None,
    form: Form | None,
) -> int:
    """Decide deals: winnable or not, the best score, and moves that reach it.

    The answer is a proof: the whole space of states is searched. The engine replays the moves
    before they are shown. Exit code 3 when a deal is not winnable.
    """
    if not sources:
        raise click.UsageError("name a deal: a code, a file, 52 cards, or -")
    if certificate and verdict_only:
        raise click.UsageError("--certificate proves a best result: leave out --verdict-only")
    if certificate and certificate.name in ("", "-"):
        raise click.UsageError("--certificate needs the name of a file")
    items = read_sources(sources, layout)
    if certificate:
        items = _only_one(items)
    many = may_hold_many(sources)
    faults, lost = Faults(keep_going), False
    with _output(form, many) as write:
        for item in items:
            try:
                if isinstance(item, TripeaksError):
                    raise item
                rules_here = rules_for(item, rules)
            except TripeaksError as fault:
                faults.meet(fault)
                continue
            solved = _solve(item, rules_here, verdict_only, certificate)
            lost |= solved.answer.verdict is not Verdict.WINNABLE
            write(solved)
    if certificate:
        say(f"certificate written to {certificate}")
    return faults.exit_code or (NOT_WINNABLE if lost else 0)


@contextmanager
def _output(form: Form | None, many: bool) -> Iterator[Callable[[Solved], None]]:
    """Give a function that writes answers; a JSON document comes even before a fault."""
    documents: list[object] = []
    try:
        if form is Form.JSON:
            yield lambda solved: documents.append(_object(solved))
        elif form is Form.NL:
            yield lambda solved: click.echo(json.dumps(_object(solved)))
        else:
            yield lambda solved: click.echo(_summary(solved)) if many else _show(solved)
    finally:
        if documents:
            click.echo(json.dumps(documents if many else documents[0], indent=2))


def _only_one(items: Iterator[Item]) -> Iterator[Item]:
    found = list(islice(items, 2))
    if len(found) > 1:
        raise click.UsageError("--certificate takes one deal")
    return iter(found)


def _solve(entry: Entry, rules: Rules, verdict_only: bool, path: Path | None) -> Solved:
    from tripeaks_solver.search import solve as search
    from tripeaks_solver.verify import replay

    begin = time.perf_counter()
    if path:
        from tripeaks_solver.certificate import write_certificate

        proof = search.certify(entry.deal, rules)
        answer = proof.answer
        steps = replay(answer)
        write_certificate(proof, path)
    else:
        answer = (search.decide if verdict_only else search.solve)(entry.deal, rules)
        steps = replay(answer)
    return Solved(entry, answer, steps, time.perf_counter() - begin)


def _object(solved: Solved) -> object:
    from tripeaks_solver.formats.solution import solution_object

    return solution_object(solved.answer, solved.steps, solved.entry.code, solved.seconds)


def _summary(solved: Solved) -> str:
    from tripeaks_solver.render.terminal import best_result

    answer, code = solved.answer, solved.entry.code
    name = str(code._replace(rules=answer.rules)) if code else str(answer.deal)
    return f"{name}  {answer.rules.name}  {answer.verdict:<12}  {best_result(answer)}".rstrip()


def _show(solved: Solved) -> None:
    from tripeaks_solver.render.terminal import answer_lines, deal_lines, rules_line

    answer, code = solved.answer, solved.entry.code
    title = f"{code._replace(rules=answer.rules)} · " if code else ""
    click.echo(f"{title}{rules_line(answer.rules)}\n")
    for line in deal_lines(answer.deal):
        click.echo(line)
    click.echo()
    for line in answer_lines(answer, solved.steps, solved.seconds):
        click.echo(line)
