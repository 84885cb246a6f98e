"""``tripeaks play``: the game in the terminal."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tripeaks_solver.cli.extras import needs
from tripeaks_solver.cli.options import LayoutType, RulesType, is_terminal
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.formats.sources import Entry, read_sources
from tripeaks_solver.layout import Layout
from tripeaks_solver.play.model.kinds import KINDS, kind_named
from tripeaks_solver.play.model.picks import Pick
from tripeaks_solver.rules import Rules

if TYPE_CHECKING:
    from tripeaks_solver.play.model.options import Opening, Options
    from tripeaks_solver.play.storage.manager import SessionManager

Command = TypeVar("Command", bound=Callable[..., Any])


def folder_option(command: Command) -> Command:
    """Add the option that says where the game keeps its files."""
    return click.option(
        "--folder",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        help="Folder of saved games and results; default: the data folder of the user.",
    )(command)


def require_play(*packages: str) -> None:
    """Make sure that packages of the extra are installed.

    Raises:
        click.ClickException: a package is missing.

    """
    for package in packages:
        needs(package, "play")


@click.command()
@click.argument("deal", required=False)
@click.option(
    "--layout",
    type=LayoutType(),
    metavar="N|FILE",
    help="Layout, by number, name or file; default: that of the code, or the last one.",
)
@click.option(
    "--game",
    "kind_name",
    type=click.Choice(tuple(KINDS)),
    help="Game, by its scoring: tp1 scores as the app with TP1 codes does, three-peaks also counts "
    "time, the others reward runs; default: tp1 on the classic layout, three-peaks on others.",
)
@click.option(
    "--rules", type=RulesType(), help="Rules of play; default: those of the code, or the last ones."
)
@click.option(
    "--deals",
    "pick_name",
    type=click.Choice([pick.value for pick in Pick]),
    help="Which random deals are dealt, from now on; default: as the last time.",
)
@click.option("--daily", is_flag=True, help="Play the deal of the day, the same for everybody.")
@click.option("--continue", "resumes", is_flag=True, help="Continue the saved game.")
@folder_option
def play(
    deal: str | None,
    layout: Layout | None,
    kind_name: str | None,
    rules: Rules | None,
    pick_name: str | None,
    daily: bool,
    resumes: bool,
    folder: Path | None,
) -> None:
    """Play a deal in the terminal, with mouse or keyboard.

    DEAL is a code, or any deal that `tripeaks solve` reads; without it a random one is dealt. The
    game is saved after every action, and --continue continues it. A deal that you abandon for
    another one after the first move counts as lost.
    """
    require_play("textual", "filelock")
    from tripeaks_solver.play.model.options import opening_of_day

    asked = any((deal, layout, kind_name, rules, pick_name, daily))
    if resumes and asked:
        raise click.UsageError("--continue continues the saved game: give no deal or other options")
    if deal and (daily or pick_name):
        raise click.UsageError("--daily and --deals choose deals: name none beside them")
    if daily and pick_name:
        raise click.UsageError("--daily is one deal: leave out --deals")
    if not is_terminal():
        raise click.UsageError("play needs a terminal")
    entry = _only_entry(deal, layout) if deal else None
    manager = _manager(folder)
    try:
        if resumes:
            _resume(manager)
            opening = None
        else:
            opening = _opening(manager.options, entry, layout, kind_name, rules)
            if pick_name:
                opening = _with_deals(opening, pick_name)
            elif daily:
                opening = opening_of_day(opening.options, date.today())
        run_screen(manager, opening, welcomes=not (resumes or asked))
    finally:
        manager.close()
    if manager.session.is_started and not manager.session.is_won:
        click.echo("The game is saved. Continue it with: tripeaks play --continue")


def _only_entry(deal: str, layout: Layout | None) -> Entry:
    found = list(read_sources([deal], layout))
    if len(found) != 1:
        raise click.UsageError(f"play takes one deal: {len(found)} were given")
    if isinstance(found[0], TripeaksError):
        raise found[0]
    found[0].deal.require_known()
    return found[0]


def _manager(folder: Path | None) -> SessionManager:
    from tripeaks_solver.play.storage.files import user_folder
    from tripeaks_solver.play.storage.manager import SessionManager

    folder = folder or user_folder()
    try:
        return SessionManager(folder)
    except OSError as fault:
        message = f"games cannot be saved in {folder}: {fault.strerror or fault}"
        raise click.ClickException(message) from None


def _resume(manager: SessionManager) -> None:
    if manager.unfinished is None:
        messages = [*manager.messages, "there is no saved game: start one with tripeaks play"]
        raise TripeaksError("; ".join(messages))
    manager.resume()


def _opening(
    options: Options,
    entry: Entry | None,
    layout: Layout | None,
    kind_name: str | None,
    rules: Rules | None,
) -> Opening:
    """Choose what to begin with: as asked for, else by the deal, else as the last time."""
    from tripeaks_solver.play.model.options import Opening, opening_for

    kind = kind_named(kind_name) if kind_name else None
    if entry:
        return opening_for(options, entry, kind, rules)
    options = options.on_layout(layout, kind) if layout else options.with_kind(kind or options.kind)
    return Opening(replace(options, rules=rules) if rules else options)


def _with_deals(opening: Opening, name: str) -> Opening:
    return replace(opening, options=replace(opening.options, deals=Pick(name)))


def run_screen(manager: SessionManager, opening: Opening | None, *, welcomes: bool = False) -> None:
    """Let the player play until they quit."""
    for fixed_size in ("COLUMNS", "LINES"):  # with them the screen would not follow its terminal
        os.environ.pop(fixed_size, None)
    from tripeaks_solver.play.ui.app import PlayApp

    app = PlayApp(manager, opening, welcomes=welcomes)
    app.run()
    if app.return_code:
        raise click.exceptions.Exit(app.return_code)
