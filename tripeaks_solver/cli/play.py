"""``tripeaks play``: the game on the screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tripeaks_solver.cli.extras import needs
from tripeaks_solver.cli.options import LayoutType, RulesType
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.formats.sources import Entry, read_sources
from tripeaks_solver.layout import Layout
from tripeaks_solver.play.model.kinds import KINDS, kind_named, usual_kind
from tripeaks_solver.rules import Rules

if TYPE_CHECKING:
    from tripeaks_solver.play.model.options import Options
    from tripeaks_solver.play.storage.manager import Desk
    from tripeaks_solver.play.ui.screen import Opening

Command = TypeVar("Command", bound=Callable[..., Any])


def folder_option(command: Command) -> Command:
    """Add the option that says where the game keeps its files."""
    return click.option(
        "--folder",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        help="Folder of saved games and statistics; default: that of the user.",
    )(command)


def require_play(*packages: str) -> None:
    """Say how to install what the game needs, where it is missing.

    Raises:
        click.ClickException: a package is not installed.

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
    help="What is played: tp1 scores as the app with TP1 codes does, three-peaks by the clock; "
    "default: tp1 on the classic layout, three-peaks on others.",
)
@click.option("--rules", type=RulesType(), help="Rules to use instead of those of the code.")
@click.option("--continue", "goes_on", is_flag=True, help="Go on with the game that was left.")
@folder_option
def play(
    deal: str | None,
    layout: Layout | None,
    kind_name: str | None,
    rules: Rules | None,
    goes_on: bool,
    folder: Path | None,
) -> None:
    """Play a deal on the screen, by mouse or keys.

    DEAL is a code, or any deal that other commands read; without it a random one is dealt. Every
    action is saved at once, so that the game can be gone on with later. A deal that is left for
    another one after its first move counts as lost.
    """
    require_play("textual", "filelock")
    if goes_on and (deal or layout or kind_name or rules):
        raise click.UsageError("--continue goes on with the deal that was left: give no other")
    if not is_terminal():
        raise click.UsageError("play needs a terminal")
    entry = _only_entry(deal, layout) if deal else None
    desk = _desk(folder)
    try:
        if goes_on:
            _take_up(desk)
            opening = None
        else:
            opening = _opening(desk.options, entry, layout, kind_name, rules)
        run_screen(desk, opening)
    finally:
        desk.close()
    if desk.session.is_begun and not desk.session.is_won:
        click.echo("The game is saved: go on with tripeaks play --continue")


def _only_entry(deal: str, layout: Layout | None) -> Entry:
    found = list(read_sources([deal], layout))
    if len(found) != 1:
        raise click.UsageError(f"one deal can be played, not {len(found)}")
    if isinstance(found[0], TripeaksError):
        raise found[0]
    found[0].deal.require_known()
    return found[0]


def _desk(folder: Path | None) -> Desk:
    from tripeaks_solver.play.storage.files import user_folder
    from tripeaks_solver.play.storage.manager import Desk

    folder = folder or user_folder()
    try:
        return Desk(folder)
    except OSError as fault:
        message = f"games cannot be kept in {folder}: {fault.strerror or fault}"
        raise click.ClickException(message) from None


def _take_up(desk: Desk) -> None:
    if desk.waiting is None:
        told = [*desk.messages, "no game was left: begin one with tripeaks play"]
        raise TripeaksError("; ".join(told))
    desk.take_up()


def _opening(
    options: Options,
    entry: Entry | None,
    layout: Layout | None,
    kind_name: str | None,
    rules: Rules | None,
) -> Opening:
    """Choose what to begin with: as asked for, else by the deal, else as the last time."""
    from dataclasses import replace

    from tripeaks_solver.play.ui.screen import Opening

    asked = entry.deal.layout if entry else layout
    kind = kind_named(kind_name) if kind_name else usual_kind(asked) if asked else options.kind
    usual = options.rules if kind == options.kind else kind.rules
    of_code = entry.code.rules if entry and entry.code else None
    chosen = replace(
        options, layout=asked or options.layout, kind=kind, rules=rules or of_code or usual
    )
    return Opening(chosen, entry.deal if entry else None, entry.code if entry else None)


def is_terminal() -> bool:
    """Tell whether somebody sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def run_screen(desk: Desk, opening: Opening | None) -> None:
    """Let the player play until they leave."""
    for fixed_size in ("COLUMNS", "LINES"):  # with them the screen would not follow its terminal
        os.environ.pop(fixed_size, None)
    from tripeaks_solver.play.ui.app import PlayApp

    app = PlayApp(desk, opening)
    app.run()
    if app.return_code:
        raise click.exceptions.Exit(app.return_code)
