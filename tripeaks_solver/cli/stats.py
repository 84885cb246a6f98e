"""``tripeaks stats``: what a store of ratings says as a whole."""

from __future__ import annotations

import json
from pathlib import Path

import click

from tripeaks_solver.cli.extras import needs
from tripeaks_solver.cli.options import Form, OutputFile, force_option, form_options, show

FIGURES = (".png", ".svg", ".pdf")


@click.command()
@click.argument(
    "store", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option(
    "--plot",
    type=OutputFile(),
    metavar="FILE",
    help="Also draw the distributions to a .png, .svg or .pdf file.",
)
@force_option
@form_options(Form.JSON)
def stats(store: Path, plot: Path | None, form: Form | None) -> None:
    """Sum up a store of ratings: shares, quantiles, distributions.

    DIR is a store of `rate --out`. Shares of winnable deals have 95% intervals. The record of your
    own games is `tripeaks record`.
    """
    if plot and plot.suffix not in FIGURES:
        raise click.UsageError(f"{plot}: a figure ends in {', '.join(FIGURES)}")
    needs("polars", "store")
    from tripeaks_solver.batch.store import Store
    from tripeaks_solver.batch.summary import summarise
    from tripeaks_solver.files import aside
    from tripeaks_solver.render.summary import plot_summary, summary_lines

    summary = summarise(Store(store))
    if plot:
        needs("matplotlib", "plot")
        with aside(plot) as beside:
            plot_summary(summary, beside)
    if form is Form.JSON:
        click.echo(json.dumps(summary.as_object(), indent=2))
    else:
        show(summary_lines(summary))
