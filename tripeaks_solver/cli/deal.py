"""``tripeaks deal``: draw a deal."""

from __future__ import annotations

import json
from typing import Any

import click

from tripeaks_solver.cli.options import (
    OWN_SHUFFLE,
    SOURCES_HELP,
    Form,
    form_options,
    sources_argument,
)
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.formats.sources import Entry, read_sources


@click.command(epilog=f"{SOURCES_HELP}\n\n{OWN_SHUFFLE}")
@sources_argument
@click.option("--hidden", is_flag=True, help="Show face-down cards and the stock as backs.")
@form_options(Form.JSON, Form.NL)
def deal(sources: tuple[str, ...], hidden: bool, form: Form | None) -> None:
    """Draw deals as peaks; face-down cards stand in parentheses."""
    if not sources:
        raise click.UsageError("name a deal: a code, a file, 52 cards, or -")
    objects = []
    for number, item in enumerate(read_sources(sources)):
        if isinstance(item, TripeaksError):
            raise item
        if form is None:
            _draw(item, hidden, first=number == 0)
        elif form is Form.NL:
            click.echo(json.dumps(_object(item)))
        else:
            objects.append(_object(item))
    if form is Form.JSON:
        click.echo(json.dumps(objects[0] if len(objects) == 1 else objects, indent=2))


def _draw(entry: Entry, hidden: bool, *, first: bool) -> None:
    from tripeaks_solver.render.terminal import deal_lines

    if not first:
        click.echo()
    if entry.code:
        click.echo(f"{entry.code}\n")
    for line in deal_lines(entry.deal, hidden=hidden):
        click.echo(line)


def _object(entry: Entry) -> dict[str, Any]:
    from tripeaks_solver.cards import card_text

    deal = entry.deal
    return {
        "code": str(entry.code) if entry.code else None,
        "deck": str(deal),
        "layout": deal.layout.name,
        "rows": [[card_text(deal.tableau[place]) for place in row] for row in deal.layout.rows],
        "waste": card_text(deal.waste),
        "stock": [card_text(card) for card in deal.stock],
    }
