"""What a store says as a whole: text and figure tell the same, in bins of equal width."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import click
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_cli_support import tripeaks

pytest.importorskip("polars")

from tripeaks_solver.batch.store import Store
from tripeaks_solver.batch.summary import Distribution, Summary, summarise
from tripeaks_solver.render.bins import MOST_BINS, bins_for, shares_in
from tripeaks_solver.render.summary import summary_figure, summary_lines
from tripeaks_solver.shares import share_of


def distribution(*values: float) -> Distribution:
    return Distribution(dict(sorted(Counter(values).items())))


SUMMARY = Summary(
    deals=400,
    settings={},
    shares={"easy": share_of(388, 400), "classic": share_of(295, 400), "neither": share_of(0, 400)},
    columns={
        "easy_fewest_draws": distribution(*[5, 7, 7, 12] * 97),
        "easy_best_score": distribution(*[565, 762, 762, 1028] * 100),
        "easy_random_share": distribution(*[0.0, 0.05, 0.29, 1.0] * 100),
        "classic_fewest_draws": distribution(*[9] * 295),
        "classic_best_score": distribution(*[657, 759] * 200),
        "classic_random_share": distribution(*[0.99] * 400),
    },
)


@given(st.lists(st.integers(-50, 700_000), min_size=1))
def test_bins_of_whole_numbers_are_equal_and_hold_every_value(values: list[int]) -> None:
    column = distribution(*values)
    bins = bins_for([column])
    assert len(bins) <= MOST_BINS
    assert len({one.high - one.low for one in bins}) == 1
    assert [one.high for one in bins[:-1]] == [one.low for one in bins[1:]]
    shares = shares_in(column, bins)
    for one, share in zip(bins, shares, strict=True):
        assert share == sum(one.low <= value < one.high for value in values) / len(values)
    assert shares[0] > 0
    assert shares[-1] > 0


@given(st.lists(st.integers(0, 300), min_size=1))
def test_bins_of_shares_are_twentieths(wins: list[int]) -> None:
    column = distribution(*(won / 300 for won in wins))
    bins = bins_for([column])
    assert len(bins) == 20
    assert shares_in(column, bins) == [
        sum(min(won * 20 // 300, 19) == number for won in wins) / len(wins) for number in range(20)
    ]


def test_labels_tell_both_ends() -> None:
    assert [one.label for one in bins_for([distribution(3, 5)])] == ["3", "4", "5"]
    labels = [one.label for one in bins_for([distribution(995, 1024)])]
    assert (labels[0], labels[3], labels[-1]) == ("994–995", "1,000–1,001", "1,024–1,025")
    labels = [one.label for one in bins_for([distribution(0.5)])]
    assert (labels[0], labels[-1]) == ("[0.00, 0.05)", "[0.95, 1.00]")


@pytest.mark.parametrize(
    ("yes", "total", "decimals"),
    [(388, 400, 1), (1938, 2000, 2), (1_942_000, 2_000_000, 3), (1, 2, 0)],
)
def test_percentages_have_as_many_decimals_as_the_interval_leaves(
    yes: int, total: int, decimals: int
) -> None:
    assert share_of(yes, total).decimals == decimals


def texts() -> list[str]:
    return [click.unstyle(line) for line in summary_lines(SUMMARY)]


def test_the_text_names_its_denominators() -> None:
    lines = texts()
    assert lines[3].split() == ["easy", "97.0%", "94.8%", "to", "98.3%"]
    assert lines[2].split("  ")[0] == "winnable in"
    assert "share of all" in lines[2]
    assert "easy_fewest_draws of 388 winnable deals" in lines
    assert "easy_best_score of 400 deals" in lines
    assert "mean 779.25, median 762, half of them from 565 to 762" in lines
    assert "   6 0.0%" in lines


def test_the_figure_shows_the_numbers_of_the_text() -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.patches import Rectangle

    shares, *panels = summary_figure(SUMMARY).axes
    names = re.findall(r"^(\w+) of \d+ (?:winnable )?deals$", "\n".join(texts()), re.MULTILINE)
    blocks = [block.splitlines() for block in "\n".join(texts()).split("\n\n")]
    told = {block[0]: [line.split()[-1] for line in block[2:]] for block in blocks[2:]}
    assert len(told) == len(names) == len(panels) == 6
    drawn = {}
    for panel in panels:
        rules, deals = panel.get_title().split(" rules, ")
        column = panel.get_xlabel().replace(" ", "_")
        bars = [bar.get_height() for bar in panel.patches if isinstance(bar, Rectangle)]
        drawn[f"{rules}_{column} of {deals}"] = [f"{height:.1%}" for height in bars]
    assert drawn == told
    annotated = [text.get_text() for text in shares.texts]
    assert annotated == [line.split()[-4] for line in blocks[1][1:]]


def test_fewest_draws_are_drawn_against_the_share_of_blind_wins() -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.collections import PathCollection

    pairs = {(5, 1.0): 97, (7, 0.5): 194, (12, 0.0): 97}
    figure = summary_figure(SUMMARY._replace(pairs={"classic": pairs}))
    (panel,) = [axis for axis in figure.axes if axis.collections and "classic" in axis.get_title()]
    assert panel.get_title() == "classic rules, 388 winnable deals"
    (circles,) = panel.collections
    assert isinstance(circles, PathCollection)
    assert np.asarray(circles.get_offsets()).tolist() == [list(pair) for pair in pairs]
    areas = circles.get_sizes()
    assert [area / areas[1] for area in areas] == [0.5, 1, 0.5]
    assert panel.get_xlabel() == "fewest draws"


def test_a_store_tells_which_draws_and_shares_occur_together(tmp_path: Path) -> None:
    store = str(tmp_path / "store")
    arguments = ["--start", "TP1-AAAAAAA", "--count", "40", "--columns", "all"]
    assert tripeaks("rate", *arguments, "--out", store).code == 0
    rows = tripeaks("rate", *arguments, "--nl").objects
    pairs = summarise(Store(Path(store))).pairs
    assert pairs == {
        rules: Counter(
            (row[f"{rules}_fewest_draws"], row[f"{rules}_panel_share"])
            for row in rows
            if row[f"{rules}_winnable"]
        )
        for rules in ("easy", "classic")
    }


def test_axes_have_labels_and_whole_numbers_have_whole_ticks() -> None:
    pytest.importorskip("matplotlib")
    figure = summary_figure(SUMMARY)
    figure.canvas.draw()
    shares, *panels = figure.axes
    assert shares.get_xlabel() == "share of all 400 deals, with 95% interval"
    for panel in panels:
        if panel.get_xlabel() != "random share":
            assert all(tick == int(tick) for tick in panel.get_xticks())
    labels = [panel.get_ylabel() for panel in panels if panel.get_title().startswith("easy")]
    assert labels == ["share of winnable deals", "share of deals", "share of deals"]
