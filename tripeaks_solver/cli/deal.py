"""``tripeaks deal``: draw a deal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import click

from tripeaks_solver.cli.extras import needs
from tripeaks_solver.cli.options import (
    OWN_SHUFFLE,
    SOURCES_HELP,
    Form,
    force_option,
    form_options,
    format_option,
    gathered,
    layout_option,
    output_width,
    picture_option,
    several,
    show,
    sources_argument,
    theme_option,
)
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.files import write_out
from tripeaks_solver.formats.deal_json import deal_object
from tripeaks_solver.formats.sources import Entry, Item, read_sources
from tripeaks_solver.formats.texts import WRITTEN, as_seen, write_deal
from tripeaks_solver.layout import Layout
from tripeaks_solver.render.picture import Theme, deal_picture, png_of


@dataclass(frozen=True)
class Drawing:
    """How deals are drawn, and where to.

    Attributes:
        hidden: whether face-down cards and the stock are backs.
        svg: the file of an SVG picture.
        png: the file of a PNG picture.
        theme: the colours of a picture.
        written: the format of a text that all commands read.
        form: the form of the output otherwise.

    """

    hidden: bool
    svg: Path | None
    png: Path | None
    theme: Theme | None
    written: str | None
    form: Form | None

    def require_sense(self) -> None:
        """Refuse options that do not go together."""
        if sum(way is not None for way in (self.svg, self.png, self.written, self.form)) > 1:
            raise click.UsageError("--svg, --png, --as, --json and --nl exclude each other")
        if self.theme and not (self.svg or self.png):
            raise click.UsageError("--theme is for pictures: give --svg or --png")


@click.command(epilog=f"{SOURCES_HELP}\n\n{OWN_SHUFFLE}")
@sources_argument
@layout_option
@format_option
@click.option("--hidden", is_flag=True, help="Show face-down cards and the stock as backs.")
@picture_option(
    "--svg", "Draw one deal as an SVG picture; without FILE, or with -, to standard output."
)
@picture_option("--png", "Draw one deal as a PNG picture.")
@theme_option("auto, which follows the viewer (PNG: light)")
@click.option(
    "--as",
    "written",
    type=click.Choice(WRITTEN, case_sensitive=False),
    help="Write deals as text in one of the formats that all commands read.",
)
@force_option
@form_options(Form.JSON, Form.NL)
@gathered(drawing=Drawing)
def deal(
    sources: tuple[str, ...], layout: Layout | None, format_name: str | None, drawing: Drawing
) -> None:
    """Draw deals as peaks; face-down cards stand in parentheses.

    With --svg or --png one deal becomes a picture.
    """
    if not sources:
        raise click.UsageError("name a deal: a code, a file, 52 cards, or -")
    drawing.require_sense()
    items = read_sources(sources, layout, format_name)
    if drawing.svg or drawing.png:
        _write_picture(_only_one(items), drawing)
    elif drawing.written:
        _write_format(items, drawing.written, drawing.hidden)
    else:
        many, items = several(items)
        _write_texts(items, drawing.hidden, drawing.form, many=many)


def _only_one(items: Iterator[Item]) -> Entry:
    found = list(islice(items, 2))
    if len(found) > 1:
        raise click.UsageError("a picture shows one deal")
    (item,) = found
    if isinstance(item, TripeaksError):
        raise item
    return item


def _write_picture(entry: Entry, drawing: Drawing) -> None:
    name = str(entry.code) if entry.code else None
    usual: Theme = "auto" if drawing.svg else "light"
    theme = drawing.theme or usual
    picture = deal_picture(entry.deal, hidden=drawing.hidden, theme=theme, name=name)
    if drawing.svg:
        write_out(picture, drawing.svg)
    elif drawing.png:
        needs("resvg_py", "picture")
        write_out(png_of(picture), drawing.png)


def _write_texts(items: Iterator[Item], hidden: bool, form: Form | None, *, many: bool) -> None:
    objects = []
    for number, item in enumerate(items):
        if isinstance(item, TripeaksError):
            raise item
        if form is None:
            _draw(item, hidden, first=number == 0)
        elif form is Form.NL:
            click.echo(json.dumps(deal_object(item.deal, item.code, hidden=hidden)))
        else:
            objects.append(deal_object(item.deal, item.code, hidden=hidden))
    if form is Form.JSON:
        click.echo(json.dumps(objects if many else objects[0], indent=2))


def _write_format(items: Iterator[Item], name: str, hidden: bool) -> None:
    for number, item in enumerate(items):
        if isinstance(item, TripeaksError):
            raise item
        text = write_deal(as_seen(item.deal) if hidden else item.deal, name, item.code)
        if number and "\n" in text:
            click.echo()
        click.echo(text)


def _draw(entry: Entry, hidden: bool, *, first: bool) -> None:
    from tripeaks_solver.formats.texts import as_seen
    from tripeaks_solver.render.terminal import deal_lines

    if not first:
        click.echo()
    if entry.code:
        click.echo(f"{entry.code}\n")
    deal = as_seen(entry.deal) if hidden else entry.deal
    show(deal_lines(deal, width=output_width()))
