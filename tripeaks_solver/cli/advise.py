"""``tripeaks advise``: what to play when only the cards in sight are known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from tripeaks_solver.cli.interrupts import interruptible
from tripeaks_solver.cli.options import (
    SOURCES_HELP,
    Budget,
    BudgetType,
    Form,
    RulesType,
    form_options,
    format_option,
    is_terminal,
    layout_option,
    only_deal,
    output_width,
    say,
    scoring_for,
    scoring_options,
    seed_option,
    show,
    sources_argument,
)
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.files import read_whole
from tripeaks_solver.formats.moves import MOVES_HELP, seen_view
from tripeaks_solver.formats.sources import read_sources
from tripeaks_solver.layout import Layout
from tripeaks_solver.rules import EASY, NAMES_HELP, Rules
from tripeaks_solver.samples import ADVICE
from tripeaks_solver.scoring import Scoring

if TYPE_CHECKING:
    from tripeaks_solver.players.advice import Advice
    from tripeaks_solver.players.companion import Companion
    from tripeaks_solver.view import View


class Asked(NamedTuple):
    """How advice is asked for: the aim, the seed and the budget."""

    aim: str
    seed: int
    budget: Budget


@click.command(epilog=SOURCES_HELP)
@sources_argument
@layout_option
@format_option
@click.option("--rules", type=RulesType(), metavar="NAME", help=f"Rules to use: {NAMES_HELP}.")
@scoring_options
@click.option("--moves", default="", metavar="MOVES", help=f"Moves made so far: {MOVES_HELP}.")
@click.option(
    "--for",
    "aim",
    type=click.Choice(["win", "score", "look"], case_sensitive=False),
    default="win",
    show_default=True,
    help="Play to win, for the score, or to see most where you may undo or restart.",
)
@seed_option("Seed of the random deals; the same seed gives the same answer.")
@click.option(
    "--budget",
    type=BudgetType(),
    default="2000",
    show_default=True,
    metavar="SAMPLES|SECONDS",
    help="How often to deal the hidden cards (4000), or for how long (0.5s).",
)
@click.option("--resume", is_flag=True, help="Take up the dialogue that was saved last.")
@form_options(Form.JSON, Form.NL)
def advise(
    sources: tuple[str, ...],
    layout: Layout | None,
    format_name: str | None,
    rules: Rules | None,
    scoring: Scoring | None,
    pace: float | None,
    moves: str,
    aim: str,
    seed: int,
    budget: Budget,
    resume: bool,
    form: Form | None,
) -> None:
    """Say what to play when you see what a player sees.

    DEAL is a board with ?? for each card that you cannot see and -- for each that is gone, or a
    code or whole deck with the moves made so far, of which only what a player has seen is used.
    For every action: the chance of winning under good play, the expected score, and the reason.
    Without a DEAL it starts a dialogue: you name each card that turns up, it says what to play.
    """
    asked = Asked(aim.lower(), seed, budget)
    if resume:
        if sources or moves or form or rules or layout or scoring or pace is not None:
            raise click.UsageError("--resume takes up a dialogue as it was: leave out the rest")
        _resume(asked)
        return
    if not sources and form is None and is_terminal():
        _begin(rules or EASY, scoring_for(scoring, pace), layout, asked)
        return
    wanted = "name one board: 52 cards with ?? for those that are hidden, a code, or -"
    entry = only_deal(read_sources(sources, layout, format_name), wanted)
    played = entry.rules_or(rules)
    worth = scoring_for(scoring, pace)
    view = seen_view(entry.deal, played, worth, moves)
    _tell(view, _advice(view, played, worth, asked), form)


def _resume(asked: Asked) -> None:
    from tripeaks_solver.play.storage.companions import parse_companion

    file = _file()
    if not file.exists():
        raise click.UsageError("no dialogue has been saved: start one with tripeaks advise")
    _converse(parse_companion(read_whole(str(file)).encode(), str(file)), file, asked)


def _begin(rules: Rules, scoring: Scoring, layout: Layout | None, asked: Asked) -> None:
    from tripeaks_solver.players.companion import Companion

    file = _file()
    if _is_going_on(file) and not click.confirm(
        "A dialogue is saved, which a new one replaces. Begin a new one?"
    ):
        click.echo("To go on with the saved one: tripeaks advise --resume")
        return
    _converse(Companion.begin(rules, scoring, layout), file, asked)


def _is_going_on(file: Path) -> bool:
    """Tell whether a dialogue is saved that is not over; a damaged file is set aside."""
    from tripeaks_solver.play.storage.companions import parse_companion
    from tripeaks_solver.play.storage.files import set_aside

    if not file.exists():
        return False
    try:
        saved = parse_companion(read_whole(str(file)).encode(), str(file))
    except TripeaksError as fault:
        say(f"{fault}; kept as {set_aside(file)}")
        return False
    if saved.awaited is not None:
        return True
    return bool(saved.game.tableau and saved.view().legal_moves(saved.rules))


def _file() -> Path:
    from tripeaks_solver.play.storage.files import user_folder

    return user_folder() / "companion.json"


def _converse(companion: Companion, file: Path, asked: Asked) -> None:
    from tripeaks_solver.cli.companion import Keeper, converse

    played = companion.rules, companion.scoring
    converse(companion, lambda view: _advice(view, *played, asked), Keeper(file))


def _advice(view: View, rules: Rules, scoring: Scoring, asked: Asked) -> Advice:
    from tripeaks_solver.players.advice import Aim
    from tripeaks_solver.players.advice import advise as find_advice

    return interruptible(
        lambda: find_advice(
            *(view, rules, scoring),
            aim=Aim(asked.aim),
            samples=asked.budget.samples or ADVICE,
            seconds=asked.budget.seconds,
            seed=asked.seed,
            announce=say,
        )
    )


def _tell(view: View, advice: Advice, form: Form | None) -> None:
    if form:
        from tripeaks_solver.formats.advice import advice_object

        click.echo(json.dumps(advice_object(advice), indent=2 if form is Form.JSON else None))
        return
    from tripeaks_solver.render.advice import advice_lines
    from tripeaks_solver.render.terminal import deal_lines, rules_line

    drawn = deal_lines(view.deal, width=output_width())
    show([rules_line(advice.rules), "", *drawn, "", *advice_lines(advice)])
