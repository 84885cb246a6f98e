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
from tripeaks_solver.rules import DEFAULT_RULES, EASY
from tripeaks_solver.shares import measured, measured_shares


@click.command()
@click.argument("chosen", nargs=-1, metavar="[N|NAME|FILE]...", type=LayoutType())
@picture_option(
    "--svg",
    "Draw an SVG picture, of many layouts as a grid; without FILE, or with -, to standard output.",
)
@theme_option("auto, which follows the viewer")
@force_option
@click.option("--pictures", is_flag=True, help="Draw all of them.")
@form_options(Form.JSON, Form.NL)
def layouts(
    chosen: tuple[Layout, ...],
    svg: Path | None,
    theme: Theme | None,
    pictures: bool,
    form: Form | None,
) -> None:
    """List the layouts: cards, stock, states, and winnable shares.

    Without arguments all that come with the program are listed, one a line. Layouts that you name
    are drawn. A file of your own begins with a line 'name: …', then the picture: a letter is a card
    and names its peak, a column is half a card wide, a line half a card high.
    """
    if svg and form:
        raise click.UsageError("--svg, --json and --nl exclude each other")
    if theme and not svg:
        raise click.UsageError("--theme is for pictures: give --svg")
    if pictures and (svg or form):
        raise click.UsageError("--pictures draws for a terminal: leave out --svg, --json and --nl")
    shown = chosen or tuple(shipped_layouts().values())
    if svg:
        if not chosen and svg.name.isdecimal():
            raise click.UsageError(f"--svg takes a file: write tripeaks layouts {svg} --svg")
        _write_picture(shown, theme or "auto", svg)
        return
    if form is Form.JSON:
        click.echo(json.dumps([_object(layout) for layout in shown], indent=2))
        return
    if form is Form.NL:
        for layout in shown:
            click.echo(json.dumps(_object(layout)))
    elif chosen or pictures:
        for layout in shown:
            _show(layout)
    else:
        _list(shown)


def _write_picture(shown: tuple[Layout, ...], theme: Theme, path: Path) -> None:
    """Draw one layout by itself, more in a grid."""
    if len(shown) == 1:
        write_out(layout_picture(shown[0], theme=theme), path)
    else:
        write_out(layouts_grid(shown, theme=theme), path)


def _list(shown: tuple[Layout, ...]) -> None:
    """Write a line for each layout of the program, under a heading."""
    width = max(len(layout.name) for layout in shown)
    click.echo(f"{'':2}  {'layout':{width}} cards  stock   states   easy  classic")
    for layout in shown:
        facts = _object(layout)
        easy, classic = (facts["winnable_shares"][rules.name]["share"] for rules in DEFAULT_RULES)
        click.echo(
            f"{layout.number:>2}  {layout.name:{width}} {facts['cards']:>5} {facts['stock']:>6}"
            f" {facts['states']:>8,} {easy:>6.1%} {classic:>8.1%}"
        )
    click.echo("The last two columns are the shares of random deals that can be won.")


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
            f"winnable in {rules}: {share.share:.1%} (95% interval {share.low:.1%} to "
            f"{share.high:.1%})"
        )
    click.echo()
    for line in layout.picture.splitlines():
        click.echo(f"    {''.join(' ' if letter == ' ' else '▢' for letter in line)}")
    click.echo()


def _states(count: int | None) -> str:
    from tripeaks_solver.search.states import MOST_STATES

    return f"{count:,} tableau states" if count else f"more than {MOST_STATES:,} tableau states"


def _count_states(layout: Layout) -> int | None:
    """Return how many tableau states a layout has; None where they are too many to count."""
    if counted_before := measured(layout):
        return counted_before.states
    from tripeaks_solver.search.states import fits, states_of

    return len(states_of(layout)) if fits(layout) else None


def _object(layout: Layout) -> dict[str, Any]:
    shares = measured_shares(layout)
    return {
        "number": layout.number,
        "name": layout.name,
        "cards": len(layout),
        "stock": layout.stock_size,
        "states": _count_states(layout),
        "winnable_share": shares[EASY.name].share if shares else None,
        "winnable_shares": {rules: share._asdict() for rules, share in shares.items()},
    }
