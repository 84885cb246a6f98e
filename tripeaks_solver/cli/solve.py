"""``tripeaks solve``: proven answers, with the moves that reach them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from tripeaks_solver.answer import Verdict
from tripeaks_solver.cards import UNKNOWN, card_sign
from tripeaks_solver.cli.interrupts import interruptible
from tripeaks_solver.cli.options import (
    OWN_SHUFFLE,
    SOURCES_HELP,
    Faults,
    Form,
    GoalType,
    OutputFile,
    RulesType,
    force_option,
    form_options,
    format_option,
    keep_going_option,
    layout_option,
    output_width,
    samples_option,
    say,
    scoring_for,
    scoring_options,
    search_option,
    seed_option,
    several,
    show,
    sources_argument,
)
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import DeckError, Rejected, TripeaksError, counted
from tripeaks_solver.files import write_out
from tripeaks_solver.formats.sources import Entry, Item, read_sources
from tripeaks_solver.goals import GOALS_HELP, parse_goal
from tripeaks_solver.layout import Layout
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import NAMES_HELP, Rules
from tripeaks_solver.samples import COMPLETIONS
from tripeaks_solver.scoring import TP1, Scoring
from tripeaks_solver.search.choice import Search

if TYPE_CHECKING:
    from tripeaks_solver.ask import Solution
    from tripeaks_solver.hidden import Outlook
    from tripeaks_solver.view import View

NOT_WINNABLE, UNDECIDED = 3, 4
_CODES = {Verdict.NOT_WINNABLE: NOT_WINNABLE, Verdict.UNDECIDED: UNDECIDED}


class Asked(NamedTuple):
    """What is asked about each deal.

    Attributes:
        rules: the rules to use instead of those of the code.
        scoring: the scoring system to use instead of the one beside the deal.
        run: how many cards have been played since the last draw, in a game under way.
        score: the points earned so far, in a game under way.
        goal: a goal besides winning.
        verdict_only: whether to stop at the first win.
        nodes: how many nodes to search depth first.
        search: the search to ask.
        samples: how many completions of a deal with unknown cards to sample.
        seed: what their random numbers begin with.
        certificate: where to write the proof.
        html: where to write the page that plays the solution.

    """

    rules: Rules | None
    scoring: Scoring | None
    run: int | None
    score: int | None
    goal: str | None
    verdict_only: bool
    nodes: int | None
    search: Search
    samples: int
    seed: int
    certificate: Path | None
    html: Path | None

    @property
    def writes_files(self) -> bool:
        """Tell whether files are asked for, which are about one deal."""
        return bool(self.certificate or self.html)

    def deal(self, entry: Entry) -> Deal:
        """Return the deal, with the run and the score so far that were given.

        Raises:
            DeckError: they make no sense for the deal.

        """
        deal = entry.deal
        return replace(
            deal,
            run=deal.run if self.run is None else self.run,
            score=deal.score if self.score is None else self.score,
        )

    def problem(self, entry: Entry) -> Problem:
        """Return the question about a deal.

        Raises:
            TripeaksError: the code names no rules, or the goal or the game under way makes no
                sense for the deal.

        """
        deal = self.deal(entry)
        text = entry.terms.goal if self.goal is None else self.goal
        goal = None if text is None else parse_goal(text, deal)
        scoring = self.scoring or entry.terms.scoring or TP1
        return Problem(deal, entry.rules_or(self.rules), scoring, goal)


class Solved(NamedTuple):
    """A deal with what was found out about it."""

    entry: Entry
    solution: Solution

    @property
    def name(self) -> str | None:
        """The code of the deal with the rules that were used, if it has a code."""
        code, rules = self.entry.code, self.solution.answer.rules
        return str(code._replace(rules=rules)) if code else None

    @property
    def exit_code(self) -> int:
        """What the command ends with."""
        answer = self.solution.answer
        if answer.goal:
            return 0 if answer.reached else NOT_WINNABLE
        return _CODES.get(answer.verdict, 0)


class Foreseen(NamedTuple):
    """A deal with unknown cards, what holds for it, and how long that took to find out."""

    entry: Entry
    outlook: Outlook
    seconds: float

    @property
    def exit_code(self) -> int:
        """What the command ends with."""
        return _CODES.get(self.outlook.verdict, 0)


@click.command(epilog=f"{SOURCES_HELP}\n\n{OWN_SHUFFLE}")
@sources_argument
@layout_option
@format_option
@click.option("--rules", type=RulesType(), metavar="NAME", help=f"Rules to use: {NAMES_HELP}.")
@scoring_options
@click.option("--run", type=int, metavar="N", help="Game under way: cards since the last draw.")
@click.option("--score", type=int, metavar="N", help="Game under way: points so far.")
@click.option(
    "--goal", type=GoalType(), metavar="GOAL", help=f"The fewest moves to a goal: {GOALS_HELP}."
)
@keep_going_option
@click.option("--verdict-only", is_flag=True, help="Stop at the first win; no best score.")
@click.option(
    "--nodes",
    type=click.IntRange(1, 10**15),
    metavar="N",
    help="Depth-first search (also for layouts with too many states): nodes before giving up.",
)
@search_option
@samples_option(COMPLETIONS, "Unknown cards: completions to sample, if too many to search.")
@seed_option("Unknown cards: seed of the random completions.")
@click.option(
    "--certificate",
    type=OutputFile(),
    metavar="FILE",
    help="Also write the proof to this file, for `tripeaks verify`.",
)
@click.option(
    "--html",
    type=OutputFile(allow_dash=True),
    metavar="FILE",
    help="Also write a page that plays the solution in a browser; - for standard output.",
)
@force_option
@form_options(Form.JSON, Form.NL)
def solve(
    sources: tuple[str, ...],
    layout: Layout | None,
    format_name: str | None,
    scoring: Scoring | None,
    pace: float | None,
    keep_going: bool,
    form: Form | None,
    **asked: Any,
) -> int:
    """Decide deals: winnable or not, the best score, the moves.

    The answer is a proof: the whole space of states is searched. The engine replays the moves
    before they are shown. Of a deal with unknown cards (??) it says what holds whatever lies there,
    or how often the deal can be won. Exit code 3 when a deal is not winnable (or a goal cannot be
    reached), 4 when that depends on unknown cards or a limit was reached first.
    """
    if not sources:
        raise click.UsageError("name a deal: a code, a file, 52 cards, or -")
    chosen = None if scoring is None and pace is None else scoring_for(scoring, pace)
    question = Asked(scoring=chosen, **asked)
    _require_sense(question, form)
    items = read_sources(sources, layout, format_name)
    if question.writes_files:
        items = _only_one(items)
    if str(question.html) == "-":
        form = Form.NONE
    many, items = several(items)
    faults, codes = Faults(keep_going), {0}
    with _output(form, many) as write:
        for item in items:
            try:
                if isinstance(item, TripeaksError):
                    raise item
                solved = _answer(item, question)
            except Rejected:
                raise
            except TripeaksError as fault:
                faults.handle(_placed(fault, item))
                continue
            codes.add(solved.exit_code)
            # Files are written whatever becomes of standard output.
            if isinstance(solved, Solved):
                _write_files(solved, question)
            write(solved)
    return faults.exit_code or max(codes)


def _require_sense(asked: Asked, form: Form | None) -> None:
    """Refuse questions that do not go together."""
    if asked.certificate and asked.certificate.name in ("", "-"):
        raise click.UsageError("--certificate needs the name of a file")
    if asked.certificate and (asked.verdict_only or asked.goal is not None):
        other = "--goal" if asked.goal is not None else "--verdict-only"
        raise click.UsageError(f"--certificate proves a best result: leave out {other}")
    if asked.certificate and asked.scoring not in (None, TP1):
        raise click.UsageError("--certificate proves TP1 scores: leave out --scoring")
    if asked.search is not Search.TABLES:
        _require_for_depth_first(asked)
    if str(asked.html) == "-" and form:
        raise click.UsageError("--html - writes to standard output: leave out --json and --nl")
    if asked.goal is not None and asked.verdict_only:
        raise click.UsageError("--goal asks for more than a verdict: leave out --verdict-only")


def _require_for_depth_first(asked: Asked) -> None:
    refused = {
        "--certificate": asked.certificate is not None,
        "--goal": asked.goal is not None,
        "--scoring": asked.scoring not in (None, TP1),
    }
    for option, given in refused.items():
        if given:
            name = asked.search.value
            raise click.UsageError(f"--search {name} tells TP1 results only: leave out {option}")


def _placed(fault: TripeaksError, item: Item) -> TripeaksError:
    """Say where the deal stands that a fault is about."""
    if fault.source or isinstance(item, TripeaksError) or not item.source:
        return fault
    return fault.at(item.source, item.line)


@contextmanager
def _output(form: Form | None, many: bool) -> Iterator[Callable[[Solved | Foreseen], None]]:
    """Give a function that writes answers; a JSON document comes even before a fault."""
    documents: list[object] = []
    try:
        if form is Form.JSON:
            yield lambda solved: documents.append(_object(solved))
        elif form is Form.NL:
            yield lambda solved: click.echo(json.dumps(_object(solved)))
        elif form is Form.NONE:
            yield lambda _: None
        else:
            yield lambda solved: show([_summary(solved)]) if many else _show(solved)
    finally:
        if documents:
            click.echo(json.dumps(documents if many else documents[0], indent=2))


def _only_one(items: Iterator[Item]) -> Iterator[Item]:
    found = list(islice(items, 2))
    if len(found) > 1:
        raise click.UsageError("--certificate and --html take one deal")
    return iter(found)


def _answer(entry: Entry, asked: Asked) -> Solved | Foreseen:
    """Solve a deal; of one with unknown cards, find out what holds whatever lies there."""
    if UNKNOWN not in entry.deal.cards:
        return _solve(entry, asked)
    from tripeaks_solver.view import View

    view = View(asked.deal(entry))
    if known := view.known:
        say(_inferred(view, known))
        return _solve(entry._replace(deal=known), asked)
    return _foresee(entry, view, asked)


def _inferred(view: View, known: Deal) -> str:
    """Say which cards follow from those that are seen."""
    cards = [known.cards[index] for index in view.hidden]
    named = " and ".join(map(card_sign, cards))
    if len(cards) == len(view.unseen) == 1:
        return f"the unknown card can only be {named}"
    return f"the unknown cards are all of one rank: taken as {named}, for suits do not matter"


def _foresee(entry: Entry, view: View, asked: Asked) -> Foreseen:
    from tripeaks_solver.hidden import outlook

    refused = {
        "--goal": asked.goal is not None,
        "--certificate": asked.certificate is not None,
        "--html": asked.html is not None,
        "--nodes": asked.nodes is not None,
        f"--search {asked.search.value}": asked.search is not Search.TABLES,
    }
    for option, given in refused.items():
        if given:
            count = counted(len(view.hidden), "card")
            are = "is" if len(view.hidden) == 1 else "are"
            raise DeckError(f"{option} needs all cards, but {count} {are} unknown: leave it out")
    begin = time.perf_counter()
    found = interruptible(
        lambda: outlook(
            *(view, entry.rules_or(asked.rules)),
            asked.scoring or entry.terms.scoring or TP1,
            samples=asked.samples,
            seed=asked.seed,
            announce=say,
        )
    )
    return Foreseen(entry, found, time.perf_counter() - begin)


def _solve(entry: Entry, asked: Asked) -> Solved:
    from tripeaks_solver.ask import find_solution

    problem = asked.problem(entry)
    for name in _compiled_for(problem, asked):
        _load(name)
    answer = partial(
        find_solution,
        problem,
        verdict_only=asked.verdict_only,
        nodes=asked.nodes,
        search=asked.search,
        certified=asked.certificate is not None,
        with_prospects=asked.html is not None,
    )
    return Solved(entry, interruptible(answer))


def _compiled_for(problem: Problem, asked: Asked) -> Iterator[str]:
    """Yield the compiled searches that a question needs; most need none."""
    goal, begun = problem.goal, problem.deal.score
    best = goal is None and not asked.verdict_only
    if (goal and goal.points is not None) or (
        best and not problem.scoring.is_orderless_from(begun)
    ):
        yield "totals"
    if asked.search is not Search.TABLES:
        yield "depth_first"


@cache
def _load(name: str) -> None:
    """Load a compiled search, and say so where it is compiled for the first time."""
    from tripeaks_solver.search.compiled import load_kernels

    load_kernels(name, say)


def _write_files(solved: Solved, asked: Asked) -> None:
    if asked.certificate and solved.solution.certificate:
        from tripeaks_solver.certificate import write_certificate

        write_certificate(solved.solution.certificate, asked.certificate)
        say(f"certificate written to {asked.certificate}")
    if asked.html:
        from tripeaks_solver.render.page import replay_page

        page = replay_page(solved.solution.answer, solved.solution.prospects, solved.name)
        write_out(page, asked.html)
        if asked.html.name != "-":
            say(f"page written to {asked.html}")


def _object(solved: Solved | Foreseen) -> object:
    from tripeaks_solver.formats.solution import outlook_object, solution_object

    if isinstance(solved, Foreseen):
        return outlook_object(solved.outlook, solved.entry.code, solved.seconds)
    solution = solved.solution
    return solution_object(solution.replay, solved.entry.code, solution.seconds)


def _summary(solved: Solved | Foreseen) -> str:
    from tripeaks_solver.render.outlook import outlook_line
    from tripeaks_solver.render.terminal import summary_line

    if isinstance(solved, Foreseen):
        return outlook_line(solved.outlook)
    return summary_line(solved.solution.replay, solved.name)


def _show(solved: Solved | Foreseen) -> None:
    from tripeaks_solver.render.outlook import outlook_lines
    from tripeaks_solver.render.terminal import answer_lines, deal_lines, rules_line

    width = output_width()
    if isinstance(solved, Foreseen):
        drawn = deal_lines(solved.entry.deal, width=width)
        found = outlook_lines(solved.outlook)
        show([rules_line(solved.outlook.rules), "", *drawn, "", *found])
        return
    answer = solved.solution.answer
    title = f"{solved.name} · " if solved.name else ""
    told = answer_lines(solved.solution.replay, solved.solution.seconds)
    drawn = deal_lines(answer.deal, width=width)
    show([f"{title}{rules_line(answer.rules)}", "", *drawn, "", *told])
