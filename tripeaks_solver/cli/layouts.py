"""``tripeaks layouts``: the shapes that the tableau can have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from tripeaks_solver.cli.options import (
    Form,
    LayoutType,
    force_option,
    form_options,
    picture_option,
    theme_option,
)
from tripeaks_solver.errors import counted
from tripeaks_solver.files import write_out
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import shipped_layouts
from tripeaks_solver.render.picture import (
    Theme,
    layout_picture,
    layouts_grid,
)
from tripeaks_solver.rules import EASY
from tripeaks_solver.shares import measured_shares


@click.command()
@click.argument("chosen", nargs=-1, metavar="[N|NAME|FILE]...", type=LayoutType())
@picture_option(
    "--svg",
    "Draw an SVG picture, of many layouts as a grid; without FILE, or with -, to standard output.",
)
@theme_option("auto, which follows the viewer")
@force_option
@form_options(Form.JSON, Form.NL)
def layouts(
    chosen: tuple[Layout, ...], svg: Path | None, theme: Theme | None, form: Form | None
) -> None:
    """Show layouts with their pictures, sizes and measured winnable shares.

    Without arguments all that come with the program are listed. A file of your own begins with
    a line 'name: …', then the picture: a letter is a card and names its peak, a column is half a
    card wide, a line half a card high.
    """
    if svg and form:
        raise click.UsageError("--svg, --json and --nl exclude each other")
    if theme and not svg:
        raise click.UsageError("--theme is for pictures: give --svg")
    shown = chosen or tuple(shipped_layouts().values())
    if svg:
        if not chosen and svg.name.isdecimal():
            raise click.UsageError(f"--svg takes a file: write tripeaks layouts {svg} --svg")
        _write_picture(shown, theme or "auto", svg)
        return
    if form is Form.JSON:
        click.echo(json.dumps([_object(layout) for layout in shown], indent=2))
        return
    for layout in shown:
        if form is Form.NL:
            click.echo(json.dumps(_object(layout)))
        else:
            _show(layout)


def _write_picture(shown: tuple[Layout, ...], theme: Theme, path: Path) -> None:
    """Draw one layout by itself, more in a grid."""
    if len(shown) == 1:
        write_out(layout_picture(shown[0], theme=theme), path)
    else:
        write_out(layouts_grid(shown, theme=theme), path)


def _show(layout: Layout) -> None:
    """Draw a layout with its title and numbers."""
    number = "" if layout.number is None else f"{layout.number:>2}  "
    click.echo(click.style(f"{number}{layout.name}", bold=True))
    facts = _object(layout)
    click.echo(
        f"{counted(facts['cards'], 'card')}, stock {facts['stock']}, {_states(facts['states'])}"
    )
    for rules, share in measured_shares(layout).items():
        click.echo(
            f"winnable in {rules}: {share.share:.1%} (95 % interval {share.low:.1%} to "
            f"{share.high:.1%})"
        )
    click.echo()
    for line in layout.picture.splitlines():
        click.echo(f"    {''.join(' ' if letter == ' ' else '▢' for letter in line)}")
    click.echo()


def _states(count: int | None) -> str:
    from tripeaks_solver.search.states import MOST_STATES

    return f"{count:,} tableau states" if count else f"more than {MOST_STATES:,} tableau states"


def _object(layout: Layout) -> dict[str, Any]:
    from tripeaks_solver.search.states import fits, states_of

    shares = measured_shares(layout)
    return {
        "number": layout.number,
        "name": layout.name,
        "cards": len(layout),
        "stock": layout.stock_size,
        "states": len(states_of(layout)) if fits(layout) else None,
        "winnable_share": shares[EASY.name].share if shares else None,
        "winnable_shares": {rules: share._asdict() for rules, share in shares.items()},
    }
