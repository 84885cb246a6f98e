"""``tripeaks scoring``: the scoring systems."""

from __future__ import annotations

import json
from typing import Any

import click

from tripeaks_solver.cli.options import Form, form_options, show
from tripeaks_solver.layouts import classic
from tripeaks_solver.scoring import SYSTEMS, Scoring, highest


@click.command()
@form_options(Form.JSON, Form.NL)
def scoring(form: Form | None) -> None:
    """List the scoring systems, the highest possible score of each.

    With each stand an example and the source. The highest score is that of the classic layout with
    all cards in one run. Where time counts it is that of the usual pace, see --pace of `solve`.
    """
    if form is Form.JSON:
        click.echo(json.dumps([_object(system) for system in SYSTEMS.values()], indent=2))
        return
    for system in SYSTEMS.values():
        if form is Form.NL:
            click.echo(json.dumps(_object(system)))
        else:
            _show(system)


def _object(system: Scoring) -> dict[str, Any]:
    found = {
        "name": system.name,
        "highest": highest(system, classic()),
        "source": system.source,
        "example": system.example,
    }
    if system.is_timed:
        found["pace"] = system.pace_ms / 1000
    return found


def _show(system: Scoring) -> None:
    best = highest(system, classic())
    pace = f" at {system.pace_ms / 1000:g} s an action" if system.is_timed else ""
    name = click.style(f"{system.name:<22}", bold=True)
    show([f"{name} highest {best:,}{pace}", f"    {system.example}", f"    {system.source}"])
