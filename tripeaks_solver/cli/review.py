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
    samples_option,
    say,
    scoring_for,
    scoring_options,
    seed_option,
    show,
)
from tripeaks_solver.cli.play import folder_option, require_play
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
    from tripeaks_solver.play.model.record import Result
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

    GAME is a code or a deck with --moves, a saved game or the results of `tripeaks play` (a file,
    or a name such as game-1), or a solution (the JSON of `solve`); - is standard input. Without it,
    the last game that you finished in `tripeaks play` is reviewed. What a move lost is proven by
    the solver. Beside it stands what you could have known: an action that clearly wins more often
    by what you had seen.
    """
    if str(html) == "-" and form:
        raise click.UsageError("--html - writes to standard output: leave out --json and --nl")
    if moves is not None and (back is not None or folder):
        raise click.UsageError(
            "--back and --folder are for games of tripeaks play, not for --moves"
        )
    if moves is not None:
        played = _from_moves(game, layout, rules, scoring_for(scoring, pace), moves)
    elif rules or scoring or pace is not None:
        raise click.UsageError(_TOLD)
    elif not game:
        if layout:
            raise click.UsageError(_TOLD)
        played = _finished(folder, back)
    elif len(game) > 1:
        raise click.UsageError(_NO_GAME)
    elif game[0] == "-" or exists(game[0]):
        played = _from_file(game[0], layout, back)
    else:
        played = _from_folder(game[0], folder, back)
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
    deal, played = entry.deal, entry.rules_or(rules)
    deal.require_known()
    return Played(deal, played, scoring, read_moves(Game(deal, played, scoring), moves), entry.code)


_NO_GAME = "name the file of a game, or give the moves of a deal with --moves"
_TOLD = "the game tells layout, rules and scoring: leave out the options"
_NO_BACK = "--back counts finished games: leave it out"


def _from_file(name: str, layout: Layout | None, back: int | None) -> Played:
    """Read a game from a file or standard input."""
    text = read_whole(name)
    source = "standard input" if name == "-" else name
    is_results, is_save = '"cards_left"' in text, '"tripeaks game"' in text
    if layout and (is_results or is_save):
        raise click.UsageError(_TOLD)
    if is_results:
        return _counted_back(_results(text, source), source, back)
    if back is not None:
        raise click.UsageError(_NO_BACK)
    return _from_save(text, source) if is_save else _from_solution(text, source, layout)


def _from_folder(name: str, folder: Path | None, back: int | None) -> Played:
    """Find a game of `tripeaks play` by the name of its save, or by that of its result."""
    if back is not None:
        raise click.UsageError(_NO_BACK)
    folder = folder or _user_folder()
    save, log = folder / f"{name}.json", folder / "results.jsonl"
    if save.name == f"{name}.json" and save.is_file():
        return _from_save(read_whole(str(save)), str(save))
    for result in _results(read_whole(str(log)), str(log)) if log.is_file() else ():
        if result.name == name:
            return _of_result(result, str(log))
    raise click.UsageError(_NO_GAME)


def _finished(folder: Path | None, back: int | None) -> Played:
    """Return a game that was finished in `tripeaks play`."""
    file = (folder or _user_folder()) / "results.jsonl"
    if not file.exists():
        message = "no finished games: name a game, or finish one in tripeaks play"
        raise TripeaksError(message, source=str(file))
    return _counted_back(_results(read_whole(str(file)), str(file)), str(file), back)


def _user_folder() -> Path:
    from tripeaks_solver.play.storage.files import user_folder

    return user_folder()


def _results(text: str, source: str) -> tuple[Result, ...]:
    """Read the results of `tripeaks play`, and tell which lines cannot be read."""
    require_play("filelock")
    from tripeaks_solver.play.storage.results import parse_log

    history = parse_log(text.encode(), source)
    for fault in history.faults:
        say(f"skipped: {fault}")
    return history.results


def _counted_back(results: tuple[Result, ...], source: str, back: int | None) -> Played:
    """Return the last of the games, or the one that is so many games back."""
    if len(results) < (back or 1):
        there = counted(len(results), "finished game")
        raise FormatError(f"{there}: finish more in tripeaks play", source=source)
    return _of_result(results[-(back or 1)], source)


def _of_result(result: Result, source: str) -> Played:
    if result.save is None:
        message = f"the game of {result.ended} was written without its moves by an earlier version"
        raise FormatError(message, source=source)
    return _from_save(result.save, source)


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
