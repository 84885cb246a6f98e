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
    layout_option,
    sources_argument,
)
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.formats.sources import Entry, may_hold_many, read_sources
from tripeaks_solver.layout import Layout


@click.command(epilog=f"{SOURCES_HELP}\n\n{OWN_SHUFFLE}")
@sources_argument
@layout_option
@click.option("--hidden", is_flag=True, help="Show face-down cards and the stock as backs.")
@form_options(Form.JSON, Form.NL)
def deal(sources: tuple[str, ...], layout: Layout | None, hidden: bool, form: Form | None) -> None:
    """Draw deals as peaks; face-down cards stand in parentheses."""
    if not sources:
        raise click.UsageError("name a deal: a code, a file, 52 cards, or -")
    objects = []
    for number, item in enumerate(read_sources(sources, layout)):
        if isinstance(item, TripeaksError):
            raise item
        if form is None:
            _draw(item, hidden, first=number == 0)
        elif form is Form.NL:
            click.echo(json.dumps(_object(item, hidden)))
        else:
            objects.append(_object(item, hidden))
    if form is Form.JSON:
        click.echo(json.dumps(objects if may_hold_many(sources) else objects[0], indent=2))


def _draw(entry: Entry, hidden: bool, *, first: bool) -> None:
    from tripeaks_solver.render.terminal import deal_lines

    if not first:
        click.echo()
    if entry.code:
        click.echo(f"{entry.code}\n")
    for line in deal_lines(entry.deal, hidden=hidden):
        click.echo(line)


def _object(entry: Entry, hidden: bool) -> dict[str, Any]:
    from tripeaks_solver.cards import card_text

    deal, layout = entry.deal, entry.deal.layout

    def shown(place: int) -> str | None:
        face_up = layout.is_free(place, layout.full)
        return card_text(deal.tableau[place]) if face_up or not hidden else None

    return {
        "code": str(entry.code) if entry.code else None,
        "deck": None if hidden else str(deal),
        "layout": layout.name,
        "rows": [[shown(place) for place in row] for row in layout.rows],
        "waste": card_text(deal.waste),
        "stock": None if hidden else [card_text(card) for card in deal.stock],
        "stock_size": len(deal.stock),
    }
