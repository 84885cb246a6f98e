"""What a store of ratings says as a whole, as text and as figures.

Both show the same numbers: distributions in the same bins, as shares of the deals that have a
value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from tripeaks_solver.batch.columns import find_field
from tripeaks_solver.errors import counted
from tripeaks_solver.render.bins import Bin, bins_for, shares_in

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tripeaks_solver.batch.summary import Distribution, Summary, Value

_BAR = 40
_LARGEST = 120
"""The area of the largest circle of a scatter plot, in square points."""
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#F0E442")
"""Colours of the palette of Okabe and Ito, which everybody can tell apart; one for each rules."""


def summary_lines(summary: Summary) -> Iterator[str]:
    """Tell shares, quantiles and distributions."""
    yield counted(summary.deals, "deal")
    yield ""
    width = max(14, *map(len, summary.shares))
    yield f"{'winnable in':<{width}} {'share of all':>14}   95% interval"
    decimals = _decimals(summary)
    for kind, share in summary.shares.items():
        exact, low, high = (f"{end:.{decimals}%}" for end in share)
        yield f"{kind:<{width}} {exact:>14}   {low} to {high}"
    bins = {name: topic.bins for topic in _topics(summary) for name in topic.columns}
    for name, column in summary.columns.items():
        yield ""
        yield from _column_lines(name, column, bins.get(name) or bins_for([column]))
    if any(is_old_grade(name, summary.columns) for name in summary.columns):
        yield ""
        yield "The grades come from random_share and greedy_share; newer ones from panel_share too."


def _decimals(summary: Summary) -> int:
    """Return how many decimals the percentages have: as many as the widest interval leaves."""
    return min(share.decimals for share in summary.shares.values())


def is_old_grade(name: str, columns: Iterable[str]) -> bool:
    """Tell whether a column holds grades that were made before there was a panel of players."""
    rules = name.removesuffix("_grade")
    return rules != name and f"{rules}_panel_share" not in columns


def _column_lines(name: str, column: Distribution, bins: list[Bin]) -> Iterator[str]:
    lower, median, upper = (_number(column.quantile(share)) for share in (0.25, 0.5, 0.75))
    yield f"{click.style(name, bold=True)} of {_deals(name, column)}"
    yield f"mean {column.mean:,.2f}, median {median}, half of them from {lower} to {upper}"
    shares = shares_in(column, bins)
    width = max(len(one.label) for one in bins)
    for one, share in zip(bins, shares, strict=True):
        bar = "█" * round(_BAR * share / max(shares))
        bar = f"{click.style(bar, fg='blue')} " if bar else ""
        yield f"  {one.label:>{width}} {bar}{share:.1%}"


def _number(value: Value) -> str:
    return f"{value:.2f}" if isinstance(value, float) else f"{value:,}"


def _deals(name: str, column: Distribution) -> str:
    """Say which deals have a value of a column, and so what its shares are shares of."""
    return counted(column.size, _kind(name))


def _kind(name: str) -> str:
    field = find_field(name)
    return "winnable deal" if field and field.column.missing else "deal"


class _Topic(NamedTuple):
    """A column under all of the rules.

    Attributes:
        name: the name of the column.
        columns: its distributions, by their names.
        bins: the bins that they share.

    """

    name: str
    columns: dict[str, Distribution]
    bins: list[Bin]


def _topics(summary: Summary) -> list[_Topic]:
    """Gather the distributions of each column under all of the rules."""
    topics: dict[str, dict[str, Distribution]] = {}
    for name, distribution in summary.columns.items():
        if field := find_field(name):
            topics.setdefault(field.column.name, {})[name] = distribution
    return [_Topic(name, each, bins_for([*each.values()])) for name, each in topics.items()]


def plot_summary(summary: Summary, path: Path) -> None:
    """Draw the shares and distributions as PNG, SVG or PDF.

    Raises:
        ValueError: the ending of the path names no such format.
        OSError: the file cannot be written.

    """
    summary_figure(summary).savefig(path, dpi=150)


def summary_figure(summary: Summary) -> Figure:
    """Draw the shares, and below them a row for each column with a panel for each of the rules.

    The last row shows fewest draws against the share of blind players who win, where both are
    known.
    """
    from matplotlib.figure import Figure

    topics = _topics(summary)
    rules = _rules(summary)
    rows, columns = 1 + len(topics) + bool(summary.pairs), max(len(rules), 1)
    figure = Figure(figsize=(1 + 4 * columns, 2.4 * rows), layout="constrained")
    grid = figure.add_gridspec(rows, columns)
    figure.suptitle(f"{counted(summary.deals, 'deal')} of TriPeaks")
    _draw_shares(figure.add_subplot(grid[0, :]), summary)
    for row, topic in enumerate(topics, start=1):
        first: Axes | None = None
        for name, column in topic.columns.items():
            field = find_field(name)
            number = rules.index(field.rules.name) if field else 0
            axis = figure.add_subplot(grid[row, number], sharex=first, sharey=first)
            colour = _COLOURS[number % len(_COLOURS)]
            _draw_column(axis, shares_in(column, topic.bins), topic.bins, colour)
            axis.set_title(f"{rules[number]} rules, {_deals(name, column)}", fontsize="medium")
            axis.set_xlabel(topic.name.replace("_", " "))
            if first is None:
                axis.set_ylabel(f"share of {_kind(name)}s")
            first = first or axis
    for name, pairs in summary.pairs.items():
        axis = figure.add_subplot(grid[rows - 1, rules.index(name)])
        _draw_pairs(axis, pairs, _COLOURS[rules.index(name) % len(_COLOURS)])
        deals = counted(sum(pairs.values()), "winnable deal")
        axis.set_title(f"{name} rules, {deals}", fontsize="medium")
    return figure


def _rules(summary: Summary) -> list[str]:
    """Return the names of the rules of a store, in order."""
    fields = map(find_field, summary.columns)
    return list(dict.fromkeys(field.rules.name for field in fields if field))


def _draw_shares(axis: Axes, summary: Summary) -> None:
    """Draw a point with its interval for each kind of verdict, the first at the top."""
    from matplotlib.ticker import PercentFormatter

    shares = list(summary.shares.values())
    errors = [[s.share - s.low for s in shares], [s.high - s.share for s in shares]]
    heights = range(len(shares))
    axis.errorbar([s.share for s in shares], heights, xerr=errors, fmt="o", color="k", capsize=3)
    for height, share in enumerate(shares):
        text = f"{share.share:.{_decimals(summary)}%}"
        axis.annotate(text, (share.share, height), (0, 6), textcoords="offset points", ha="center")
    axis.set_yticks(heights, list(summary.shares))
    axis.set_ylim(len(shares) - 0.5, -0.8)
    axis.set_xlim(-0.05, 1.05)
    axis.xaxis.set_major_formatter(PercentFormatter(1.0))
    axis.set_xlabel(f"share of all {counted(summary.deals, 'deal')}, with 95% interval")
    axis.set_ylabel("winnable in")
    axis.grid(axis="x", alpha=0.3)


def _draw_pairs(axis: Axes, pairs: dict[tuple[int, float], int], colour: str) -> None:
    """Draw a circle for each pair of values, as large as it is frequent."""
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    draws, shares = zip(*pairs, strict=True)
    most = max(pairs.values())
    areas = [_LARGEST * count / most for count in pairs.values()]
    axis.scatter(draws, shares, s=areas, color=colour, alpha=0.6, linewidths=0)
    axis.xaxis.set_major_locator(MaxNLocator(8, integer=True, steps=[1, 2, 5, 10]))
    axis.yaxis.set_major_formatter(PercentFormatter(1.0))
    axis.spines[["top", "right"]].set_visible(False)
    axis.set_xlabel("fewest draws")
    axis.set_ylabel("won by blind players")


def _draw_column(axis: Axes, shares: list[float], bins: list[Bin], colour: str) -> None:
    """Draw a histogram; a bar of whole numbers has its least and greatest one inside."""
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    is_whole = isinstance(bins[0].low, int)
    shift = 0.5 if is_whole else 0
    axis.bar(
        [one.low - shift for one in bins],
        shares,
        width=[one.high - one.low for one in bins],
        align="edge",
        color=colour,
        edgecolor="white",
        linewidth=0.5,
    )
    axis.xaxis.set_major_locator(MaxNLocator(8, integer=is_whole, steps=[1, 2, 5, 10]))
    axis.yaxis.set_major_formatter(PercentFormatter(1.0))
    axis.spines[["top", "right"]].set_visible(False)
