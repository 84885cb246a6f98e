"""``tripeaks review``: a game that was played, move by move."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from tripeaks_solver.answer import Line, Move
from tripeaks_solver.cli.interrupts import interruptible
from tripeaks_solver.cli.options import (
    Form,
    OutputFile,
    RulesType,
    force_option,
    form_options,
    layout_option,
    only_deal,
    rules_for,
    samples_option,
    say,
    scoring_for,
    scoring_options,
    seed_option,
    show,
)
from tripeaks_solver.cli.play import folder_option
from tripeaks_solver.codes import DealCode
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import FormatError, TripeaksError, counted
from tripeaks_solver.files import exists, read_whole, write_out
from tripeaks_solver.formats.moves import MOVES_HELP, read_moves
from tripeaks_solver.formats.sources import read_sources
from tripeaks_solver.game import Game
from tripeaks_solver.layout import Layout
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import NAMES_HELP, Rules
from tripeaks_solver.samples import REVIEW
from tripeaks_solver.scoring import Scoring

if TYPE_CHECKING:
    from tripeaks_solver.play.model.session import Session
    from tripeaks_solver.review import Review


class Played(NamedTuple):
    """A game that was played.

    Attributes:
        deal: the deal.
        rules: the rules of play.
        scoring: the scoring system.
        moves: the moves; None takes the last one back.
        code: the code of the deal, if it has one.
        known: where in the common order the player knew the card from the start.

    """

    deal: Deal
    rules: Rules
    scoring: Scoring
    moves: tuple[Move | None, ...]
    code: DealCode | None = None
    known: frozenset[int] = frozenset()

    @property
    def name(self) -> str | None:
        """The code of the deal with the rules of the game, if it has a code."""
        return str(self.code._replace(rules=self.rules)) if self.code else None


@click.command()
@click.argument("game", nargs=-1, metavar="[GAME]")
@layout_option
@click.option("--rules", type=RulesType(), metavar="NAME", help=f"Rules of the game: {NAMES_HELP}.")
@scoring_options
@click.option("--moves", metavar="MOVES", help=f"The moves of a code or deck: {MOVES_HELP}.")
@click.option(
    "--back",
    type=click.IntRange(min=1),
    metavar="N",
    help="Of the finished games of `tripeaks play` the Nth last; default: the last one.",
)
@folder_option
@samples_option(REVIEW, "How often to deal the hidden cards for the advice at each move.")
@seed_option("Seed of the random deals; the same seed gives the same review.")
@click.option(
    "--html",
    type=OutputFile(allow_dash=True),
    metavar="FILE",
    help="Write a page that plays the game with its remarks; - for standard output.",
)
@force_option
@form_options(Form.JSON, Form.NL)
def review(
    game: tuple[str, ...],
    layout: Layout | None,
    rules: Rules | None,
    scoring: Scoring | None,
    pace: float | None,
    moves: str | None,
    back: int | None,
    folder: Path | None,
    samples: int,
    seed: int,
    html: Path | None,
    form: Form | None,
) -> None:
    """Judge a game move by move: what each cost, what was better.

    GAME is a code or a deck with --moves, a saved game or the results of `tripeaks play`, or a
    solution (the JSON of `solve`); - is standard input. Without it, the last game that you finished
    in `tripeaks play` is reviewed. What a move lost is proven by the solver. Beside it stands what
    you could have known: an action that clearly wins more often by what you had seen.
    """
    if str(html) == "-" and form:
        raise click.UsageError("--html - writes to standard output: leave out --json and --nl")
    if moves is not None:
        played = _from_moves(game, layout, rules, scoring_for(scoring, pace), moves)
    elif rules or scoring or pace is not None:
        raise click.UsageError("the file tells rules and scoring: leave out the options")
    else:
        played = _from_file(game, layout, back) if game else _finished(folder, back)
    found = _reviewed(played, samples, seed)
    if html:
        _write_page(found, played, html)
    if str(html) != "-":
        _tell(found, form)


def _from_moves(
    sources: tuple[str, ...],
    layout: Layout | None,
    rules: Rules | None,
    scoring: Scoring,
    moves: str,
) -> Played:
    wanted = "name one deal, with its moves behind --moves"
    entry = only_deal(read_sources(sources, layout, None), wanted)
    deal, played = entry.deal, rules_for(entry, rules)
    deal.require_known()
    return Played(deal, played, scoring, read_moves(Game(deal, played, scoring), moves), entry.code)


def _from_file(names: tuple[str, ...], layout: Layout | None, back: int | None) -> Played:
    if len(names) != 1 or not (names[0] == "-" or exists(names[0])):
        raise click.UsageError("name the file of a game, or give the moves of a deal with --moves")
    text = read_whole(names[0])
    source = "standard input" if names[0] == "-" else names[0]
    if '"cards_left"' in text:
        return _from_results(text, source, back)
    if back is not None:
        raise click.UsageError("--back counts finished games: leave it out")
    if '"tripeaks game"' in text:
        return _from_save(text, source)
    return _from_solution(text, source, layout)


def _finished(folder: Path | None, back: int | None) -> Played:
    """Return a game that was finished in `tripeaks play`."""
    from tripeaks_solver.play.storage.files import user_folder

    file = (folder or user_folder()) / "results.jsonl"
    if not file.exists():
        message = "no finished games: name a game, or finish one in tripeaks play"
        raise TripeaksError(message, source=str(file))
    return _from_results(read_whole(str(file)), str(file), back)


def _from_results(text: str, source: str, back: int | None) -> Played:
    from tripeaks_solver.play.storage.results import parse_log

    saves = [result.save for result in parse_log(text.encode(), source).results if result.save]
    if len(saves) < (back or 1):
        there = counted(len(saves), "finished game")
        raise FormatError(f"{there} with moves: finish more in tripeaks play", source=source)
    return _from_save(saves[-(back or 1)], source)


def _from_save(text: str, source: str) -> Played:
    from tripeaks_solver.play.storage.saves import parse_save

    try:
        session = parse_save(text.encode())
    except TripeaksError as fault:
        raise FormatError(f"no saved game: {fault}", source=source) from None
    return _of_session(session)


def _of_session(session: Session) -> Played:
    moves = tuple(action.move for action in session.actions)
    asked = session.deal, session.rules, session.kind.scoring
    return Played(*asked, moves, session.code, session.known)


def _from_solution(text: str, source: str, layout: Layout | None) -> Played:
    from tripeaks_solver.formats.solution import parse_claims

    claims = list(parse_claims(text, source, layout))
    if len(claims) != 1:
        raise FormatError(f"{counted(len(claims), 'solution')}: one is needed", source=source)
    problem = claims[0].answer.problem
    return Played(problem.deal, problem.rules, problem.scoring, claims[0].answer.moves)


def _reviewed(played: Played, samples: int, seed: int) -> Review:
    from tripeaks_solver.review import review as judge

    return interruptible(
        lambda: judge(
            *(played.deal, played.moves, played.rules, played.scoring),
            known=played.known,
            samples=samples,
            seed=seed,
            announce=say,
        )
    )


def _write_page(found: Review, played: Played, file: Path) -> None:
    from tripeaks_solver.ask import find_solution
    from tripeaks_solver.render.page import replay_page
    from tripeaks_solver.render.page.data import Played as PlayedLine
    from tripeaks_solver.render.review import outcome_lines, remark, result_line

    solution = find_solution(Problem(found.deal, found.rules, found.scoring), with_prospects=True)
    own = PlayedLine(
        Line(tuple(judged.move for judged in found.moves), found.score),
        tuple(map(remark, found.moves)),
        " ".join([result_line(found), *outcome_lines(found)]),
    )
    write_out(replay_page(solution.answer, solution.prospects, played.name, own), file)
    if file.name != "-":
        say(f"page written to {file}")


def _tell(found: Review, form: Form | None) -> None:
    if form:
        from tripeaks_solver.formats.review import review_objects

        objects = review_objects(found)
        if form is Form.JSON:
            click.echo(json.dumps(objects, indent=2))
        else:
            for one in objects:
                click.echo(json.dumps(one))
        return
    from tripeaks_solver.render.review import review_lines

    show(review_lines(found))
