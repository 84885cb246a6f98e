"""``tripeaks statistics``: wins, losses and streaks of the games that were played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tripeaks_solver.cli.options import Form, form_options, say
from tripeaks_solver.cli.play import folder_option, require_play
from tripeaks_solver.files import aside

if TYPE_CHECKING:
    from tripeaks_solver.play.storage.results import History, ResultsLog

NOT_DONE = 1


@click.command()
@form_options(Form.JSON)
@click.option(
    "--export",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write every finished game to FILE: comma-separated values, or JSON where it ends so.",
)
@click.option("--reset", is_flag=True, help="Forget all finished games.")
@click.option("--yes", is_flag=True, help="Do not ask before forgetting.")
@folder_option
def statistics(
    form: Form | None, export: Path | None, reset: bool, yes: bool, folder: Path | None
) -> int:
    """Show wins, losses and streaks of the games that were played with `tripeaks play`.

    A deal that was left for another one after its first move counts as lost.
    """
    require_play("filelock")
    if yes and not reset:
        raise click.UsageError("--yes is for --reset")
    from tripeaks_solver.play.storage.files import user_folder
    from tripeaks_solver.play.storage.results import ResultsLog

    log = ResultsLog(folder or user_folder())
    history = log.read()
    for fault in history.faults:
        say(f"passed over: {fault}")
    if export:
        _export(history, export)
    if reset:
        return _reset(log, history, sure=yes)
    if not export:
        _show(history, form)
    return 0


def _show(history: History, form: Form | None) -> None:
    from tripeaks_solver.play.model.record import record_lines, records_of

    found = records_of(history.results)
    if form is Form.JSON:
        click.echo(json.dumps(found.as_object(), indent=2))
        return
    for line in record_lines(found):
        click.echo(line)


def _export(history: History, path: Path) -> None:
    from tripeaks_solver.play.storage.results import write_csv

    with aside(path) as beside, beside.open("w", encoding="utf-8", newline="") as out:
        if path.suffix == ".json":
            json.dump([result._asdict() for result in history.results], out, indent=2)
            out.write("\n")
        else:
            write_csv(history.results, out)
    say(f"{_games(history)} written to {path}")


def _reset(log: ResultsLog, history: History, *, sure: bool) -> int:
    if not (sure or click.confirm(f"Forget {_games(history)}?", err=True)):
        say("nothing was forgotten")
        return NOT_DONE
    log.clear()
    say(f"{_games(history)} forgotten")
    return 0


def _games(history: History) -> str:
    count = len(history.results)
    return f"{count} finished {'game' if count == 1 else 'games'}"
