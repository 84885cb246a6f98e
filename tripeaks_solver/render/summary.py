"""What a store of ratings says as a whole, as text and as figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tripeaks_solver.batch.columns import find_field
from tripeaks_solver.errors import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tripeaks_solver.batch.summary import Distribution, Summary, Value

_BAR = 40
_BINS = 24
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#F0E442")
"""Colours of the palette of Okabe and Ito, which everybody can tell apart; one for each rules."""


def summary_lines(summary: Summary) -> Iterator[str]:
    """Tell shares, quantiles and distributions."""
    yield counted(summary.deals, "deal")
    yield ""
    width = max(14, *map(len, summary.shares))
    yield f"{'winnable in':<{width}} {'share':>9}   95 % interval"
    for kind, (share, low, high) in summary.shares.items():
        yield f"{kind:<{width}} {share:>9.4%}   {low:.4%} to {high:.4%}"
    for name, column in summary.columns.items():
        yield ""
        yield from _column_lines(name, column)
    if any(is_old_grade(name, summary.columns) for name in summary.columns):
        yield ""
        yield "The grades come from random_share and greedy_share; newer ones from panel_share too."


def is_old_grade(name: str, columns: Iterable[str]) -> bool:
    """Tell whether a column holds grades that were made before there was a panel of players."""
    rules = name.removesuffix("_grade")
    return rules != name and f"{rules}_panel_share" not in columns


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
    """Draw the distributions, all rules side by side, as PNG, SVG or PDF.

    Raises:
        ValueError: the ending of the path names no such format.
        OSError: the file cannot be written.

    """
    from matplotlib.figure import Figure

    topics = _topics(summary)
    rows = -(-len(topics) // 2) + 1
    figure = Figure(figsize=(10, 3 * rows), layout="constrained")
    axes = figure.subplots(rows, 2, squeeze=False).flatten()
    figure.suptitle(f"{counted(summary.deals, 'deal')} of TriPeaks")
    _draw_shares(axes[0], summary)
    for axis, (topic, each) in zip(axes[2:], topics.items(), strict=False):
        _draw_topic(axis, topic, each, summary.deals)
    for axis in (axes[1], *axes[2 + len(topics) :]):
        axis.axis("off")
    figure.savefig(path, dpi=120)


def _topics(summary: Summary) -> dict[str, dict[str, Distribution]]:
    """Return the distributions of each column, by the names of the rules."""
    topics: dict[str, dict[str, Distribution]] = {}
    for name, distribution in summary.columns.items():
        if field := find_field(name):
            topics.setdefault(field.column.name, {})[field.rules.name] = distribution
    return topics


def _draw_shares(axis: Axes, summary: Summary) -> None:
    shares = list(summary.shares.values())
    errors = [[s.share - s.low for s in shares], [s.high - s.share for s in shares]]
    axis.bar(
        list(summary.shares), [s.share for s in shares], yerr=errors, color="#999999", capsize=3
    )
    axis.set_title("winnable")
    axis.tick_params(axis="x", rotation=30)


def _draw_topic(axis: Axes, topic: str, each: dict[str, Distribution], deals: int) -> None:
    """Draw the bars of each rules beside each other."""
    step = 0.01 if topic.endswith("_share") else 1
    width = 0.8 * step / len(each)
    for number, (rules, column) in enumerate(each.items()):
        shift = (number - (len(each) - 1) / 2) * width
        axis.bar(
            [value + shift for value in column.counts],
            [count / deals for count in column.counts.values()],
            width=width,
            color=_COLOURS[number % len(_COLOURS)],
            label=rules,
        )
    axis.set_title(topic.replace("_", " "))
    axis.set_ylabel("share of deals")
    axis.legend()
