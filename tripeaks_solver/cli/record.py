"""``tripeaks record``: wins, losses and streaks of the games that were played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tripeaks_solver.cli.options import Form, OutputFile, force_option, form_options, say
from tripeaks_solver.cli.play import folder_option, require_play
from tripeaks_solver.errors import counted
from tripeaks_solver.files import write_out

if TYPE_CHECKING:
    from tripeaks_solver.play.storage.results import History, ResultsLog

NOT_DONE = 1


@click.command()
@form_options(Form.JSON)
@click.option(
    "--export",
    type=OutputFile(allow_dash=True),
    metavar="FILE",
    help="Write every finished game to FILE, or to standard output where it is -: comma-separated "
    "values, or JSON with --json or where FILE ends in .json.",
)
@force_option
@click.option("--reset", is_flag=True, help="Delete the results of all finished games.")
@click.option("--yes", is_flag=True, help="Do not ask before --reset deletes.")
@folder_option
def record(
    form: Form | None,
    export: Path | None,
    reset: bool,
    yes: bool,
    folder: Path | None,
) -> int:
    """Show your record: wins, losses and streaks of your games.

    The games are those of `tripeaks play`; `tripeaks stats` is about stores of ratings. A deal that
    you abandoned for another one after the first move counts as lost.
    """
    require_play("filelock")
    if yes and not reset:
        raise click.UsageError("--yes is for --reset")
    from tripeaks_solver.play.storage.files import user_folder
    from tripeaks_solver.play.storage.results import ResultsLog

    log = ResultsLog(folder or user_folder(), on_wait=_say_waiting)
    with _named_faults(log):
        history = log.read()
    for fault in history.faults:
        say(f"skipped: {fault}")
    if export:
        _export(history, export, as_json=form is Form.JSON)
    if reset:
        return _reset(log, history, sure=yes)
    if not export:
        _show(history, form)
    return 0


def _say_waiting() -> None:
    say("another program has locked the results: waiting for it")


@contextmanager
def _named_faults(log: ResultsLog) -> Iterator[None]:
    """Name the file in faults of reading and deleting."""
    try:
        yield
    except OSError as fault:
        raise click.ClickException(f"{log.path}: {fault.strerror or fault}") from None


def _show(history: History, form: Form | None) -> None:
    from tripeaks_solver.play.model.record import record_lines, records_of

    records = records_of(history.results)
    if form is Form.JSON:
        click.echo(json.dumps(records.as_object(), indent=2))
        return
    for line in record_lines(records):
        click.echo(line)


def _export(history: History, path: Path, *, as_json: bool) -> None:
    from tripeaks_solver.play.storage.results import csv_text, json_text

    as_json = as_json or path.suffix == ".json"
    write_out((json_text if as_json else csv_text)(history.results), path)
    say(f"{_games(history)} written to {'standard output' if str(path) == '-' else path}")


def _reset(log: ResultsLog, history: History, *, sure: bool) -> int:
    if not (sure or click.confirm(f"Delete the results of {_games(history)}?", err=True)):
        say("nothing was deleted")
        return NOT_DONE
    with _named_faults(log):
        log.clear()
    say(f"results of {_games(history)} deleted")
    return 0


def _games(history: History) -> str:
    return counted(len(history.results), "finished game")
