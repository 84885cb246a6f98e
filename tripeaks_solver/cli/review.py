"""``tripeaks review``: a game that was played, move by move."""

from __future__ import annotations

import json
from typing import NamedTuple

import click

from tripeaks_solver.answer import Move
from tripeaks_solver.cli.interrupts import interruptible
from tripeaks_solver.cli.options import (
    Form,
    RulesType,
    form_options,
    layout_option,
    only_deal,
    rules_for,
    say,
    scoring_for,
    scoring_options,
    show,
)
from tripeaks_solver.cli.verify import read_whole
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import FormatError, TripeaksError, counted
from tripeaks_solver.files import exists
from tripeaks_solver.formats.moves import MOVES_HELP, read_moves
from tripeaks_solver.formats.sources import read_sources
from tripeaks_solver.game import Game
from tripeaks_solver.layout import Layout
from tripeaks_solver.rules import NAMES_HELP, Rules
from tripeaks_solver.scoring import Scoring


class Played(NamedTuple):
    """A game that was played.

    Attributes:
        deal: the deal.
        rules: the rules of play.
        scoring: the scoring system.
        moves: the moves, those left out that were taken back.
        taken_back: how many those were.

    """

    deal: Deal
    rules: Rules
    scoring: Scoring
    moves: tuple[Move, ...]
    taken_back: int = 0


@click.command()
@click.argument("game", nargs=-1, required=True, metavar="GAME")
@layout_option
@click.option("--rules", type=RulesType(), metavar="NAME", help=f"Rules of the game: {NAMES_HELP}.")
@scoring_options
@click.option("--moves", metavar="MOVES", help=f"The moves of a code or deck: {MOVES_HELP}.")
@form_options(Form.JSON, Form.NL)
def review(
    game: tuple[str, ...],
    layout: Layout | None,
    rules: Rules | None,
    scoring: Scoring | None,
    pace: float | None,
    moves: str | None,
    form: Form | None,
) -> None:
    """Judge a game move by move: what each cost, what was better.

    GAME is a code or a deck with --moves, a saved game of `tripeaks play`, or a solution (the JSON
    of `solve`); - is standard input. What a move lost is proven by the solver. Beside it stands
    what the advised player does, who sees no more than you did.
    """
    chosen = None if scoring is None and pace is None else scoring_for(scoring, pace)
    if moves is None:
        played = _from_file(game, layout)
        if rules or chosen:
            raise click.UsageError("the file tells rules and scoring: leave out the options")
    else:
        played = _from_moves(game, layout, rules, scoring_for(scoring, pace), moves)
    _tell(played, form)


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
    return Played(deal, played, scoring, read_moves(Game(deal, played, scoring), moves))


def _from_file(names: tuple[str, ...], layout: Layout | None) -> Played:
    if len(names) != 1 or not (names[0] == "-" or exists(names[0])):
        raise click.UsageError("name the file of a game, or give the moves of a deal with --moves")
    text = read_whole(names[0])
    source = "standard input" if names[0] == "-" else names[0]
    if '"tripeaks game"' in text:
        return _from_save(text, source)
    return _from_solution(text, source, layout)


def _from_save(text: str, source: str) -> Played:
    from tripeaks_solver.play.storage.saves import parse_save

    try:
        session = parse_save(text.encode())
    except TripeaksError as fault:
        raise FormatError(f"no saved game: {fault}", source=source) from None
    taken_back = sum(action.move is None for action in session.actions)
    return Played(session.deal, session.rules, session.kind.scoring, session.line, taken_back)


def _from_solution(text: str, source: str, layout: Layout | None) -> Played:
    from tripeaks_solver.formats.solution import parse_claims

    claims = list(parse_claims(text, source, layout))
    if len(claims) != 1:
        raise FormatError(f"{counted(len(claims), 'solution')}: one is needed", source=source)
    problem = claims[0].answer.problem
    return Played(problem.deal, problem.rules, problem.scoring, claims[0].answer.moves)


def _tell(played: Played, form: Form | None) -> None:
    from tripeaks_solver.review import review as judge

    found = interruptible(
        lambda: judge(*(played.deal, played.moves, played.rules, played.scoring), announce=say)
    )
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

    if played.taken_back:
        say(f"{counted(played.taken_back, 'action')} taken back: the line that stands is reviewed")
    show(review_lines(found))
