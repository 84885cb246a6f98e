"""Summaries of ratings as text and as figures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from tripeaks_solver.batch.summary import Distribution, Summary, Value

_BAR = 40
_BINS = 24
_COLOURS = {"easy": "#0072B2", "classic": "#D55E00"}
"""Two colours of the palette of Okabe and Ito that everybody can tell apart."""


def summary_lines(summary: Summary) -> Iterator[str]:
    """Tell shares, quantiles and distributions."""
    yield f"{summary.deals:,} deals"
    yield ""
    yield f"{'winnable in':<14} {'share':>9}   95 % interval"
    for kind, (share, low, high) in summary.shares.items():
        yield f"{kind:<14} {share:>9.4%}   {low:.4%} to {high:.4%}"
    for name, column in summary.columns.items():
        yield ""
        yield from _column_lines(name, column)


def _column_lines(name: str, column: Distribution) -> Iterator[str]:
    quartiles = [column.quantile(share) for share in (0.25, 0.5, 0.75)]
    lower, median, upper = (f"{value:g}" for value in quartiles)
    yield (
        f"{click.style(name, bold=True)}: mean {column.mean:.2f}, median {median}, "
        f"half of the deals from {lower} to {upper}"
    )
    bins = _binned(column)
    most = max(bins.values())
    width = max(map(len, bins))
    for label, count in bins.items():
        bar = click.style("█" * round(_BAR * count / most), fg="blue")
        yield f"  {label:>{width}} {bar} {count / column.size:.1%}"


def _binned(column: Distribution) -> dict[str, int]:
    """Group values where there are too many to show each."""
    values = list(column.counts)
    if len(values) <= _BINS:
        return {f"{value:g}": count for value, count in column.counts.items()}
    size = (values[-1] - values[0]) / _BINS
    step: Value = -(-size // 1) if isinstance(values[0], int) else size
    bins: dict[str, int] = {}
    for value, count in column.counts.items():
        begin = values[0] + (value - values[0]) // step * step
        label = f"{begin:.4g}"
        bins[label] = bins.get(label, 0) + count
    return bins


def plot_summary(summary: Summary, path: Path) -> None:
    """Draw the distributions, easy and classic rules side by side, as PNG, SVG or PDF.

    Raises:
        ValueError: the ending of the path names no such format.
        OSError: the file cannot be written.

    """
    from matplotlib.figure import Figure

    topics = list(dict.fromkeys(name.split("_", 1)[1] for name in summary.columns))
    rows = -(-len(topics) // 2) + 1
    figure = Figure(figsize=(10, 3 * rows), layout="constrained")
    axes = figure.subplots(rows, 2, squeeze=False)
    figure.suptitle(f"{summary.deals:,} deals of TriPeaks")
    kinds = list(summary.shares)
    shares = [summary.shares[kind] for kind in kinds]
    errors = [[s.share - s.low for s in shares], [s.high - s.share for s in shares]]
    axes[0][0].bar(kinds, [s.share for s in shares], yerr=errors, color="#999999", capsize=3)
    axes[0][0].set_title("winnable")
    axes[0][0].tick_params(axis="x", rotation=30)
    axes[0][1].axis("off")
    flat = [axis for row in axes[1:] for axis in row]
    for axis, topic in zip(flat, topics, strict=False):
        for shift, (rules, colour) in zip((-0.2, 0.2), _COLOURS.items(), strict=True):
            column = summary.columns.get(f"{rules}_{topic}")
            if column:
                step = 0.01 if topic.endswith("_share") else 1
                places = [value + shift * step for value in column.counts]
                heights = [count / summary.deals for count in column.counts.values()]
                axis.bar(places, heights, width=0.4 * step, color=colour, label=rules)
        axis.set_title(topic.replace("_", " "))
        axis.set_ylabel("share of deals")
        axis.legend()
    for axis in flat[len(topics) :]:
        axis.axis("off")
    figure.savefig(path, dpi=120)
