"""The table of columns: their names under any rules, and what follows from an entry of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_cli_support import LOST, WON, tripeaks
from test_docs import read, told_of

from tripeaks_solver.batch import columns, store
from tripeaks_solver.batch.columns import COLUMNS, Column, Field, Request, every_field, find_field
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.render.rows import _WIDTH
from tripeaks_solver.render.summary import is_old_grade
from tripeaks_solver.rules import CLASSIC_STUCK, EASY, PRESETS, Rules
from tripeaks_solver.scoring import TP1
from tripeaks_solver.search.rate import Depth

VALUES: dict[str, list[Any]] = {
    "winnable": [True, False],
    "winnable_share": [1.0, 0.0],
    "winnable_low": [1.0, 0.0],
    "winnable_high": [1.0, 0.0],
    "fewest_draws": [10, None],
    "best_score": [762, 657],
    "best_winning_score": [762, None],
    "first_moves": [3, 1],
    "longest_chain": [12, 4],
    "latest_start": [7, None],
    "random_share": [0.94, 0.0],
    "greedy_share": [0.98, 0.0],
    "panel_share": [1.0, 0.0],
    "grade": [1, None],
}
"""What each column says of one deal in easy and in classic; a new column needs a line here."""


def test_values_of_every_column() -> None:
    assert list(VALUES) == [column.name for column in COLUMNS]
    (row,) = tripeaks(
        "rate", WON, "--columns", "all", "--scoring", "tp1", "--samples", "1", "--nl"
    ).objects
    for name, values in VALUES.items():
        assert [row[f"easy_{name}"], row[f"classic_{name}"]] == values


NEW = Column(
    *("tested", "new", Depth.EXACT, np.int16, False, "what no page tells yet"),
    lambda ratings: ratings.best_scores % 100,
)


@pytest.fixture
def new_column(monkeypatch: pytest.MonkeyPatch) -> None:
    """One more entry of the table, and nothing else."""
    monkeypatch.setattr(columns, "COLUMNS", (*COLUMNS, NEW))


@pytest.mark.usefixtures("new_column")
def test_a_new_column_is_one_entry(tmp_path: Path) -> None:
    words, _ = tripeaks("rate", WON).lines[1:]
    assert words.split()[-1] == NEW.heading
    header, row = tripeaks("rate", WON, "--csv").lines
    assert dict(zip(header.split(","), row.split(","), strict=True))["easy_tested"] == "62"
    (found,) = tripeaks("rate", WON, "--nl").objects
    assert (found["easy_tested"], found["classic_tested"]) == (62, 57)
    fresh = tripeaks("find", "--where", "easy_tested = 62", "--count", "1", "--nl").objects
    assert fresh[0]["code"] == WON
    directory = str(tmp_path / "store")
    assert tripeaks("rate", WON, LOST, "--out", directory).code == 0
    assert pl.read_parquet(directory).schema["easy_tested"] == pl.Int16
    assert len(tripeaks("find", "--in", directory, "--where", "easy_tested = 62").lines) == 2
    assert (
        json.loads(tripeaks("stats", directory, "--json").out)["columns"]["easy_tested"]["min"]
        == 62
    )
    assert "mean 62" in tripeaks("stats", directory).out


@pytest.mark.usefixtures("new_column")
def test_a_new_column_is_missing_where_its_values_and_its_meaning_are_asked_for(root: Path) -> None:
    page = read(root, "docs/columns.md")
    missing = [line for line in told_of(columns.COLUMNS) if line not in page]
    assert [line.split("`")[1] for line in missing] == ["tested"]
    assert {column.name for column in columns.COLUMNS} - set(VALUES) == {"tested"}


def test_columns_are_named_by_their_rules() -> None:
    assert Request().names == [
        *("easy_winnable", "easy_fewest_draws", "easy_best_score"),
        *("classic_winnable", "classic_fewest_draws", "classic_best_score"),
    ]
    assert Request((CLASSIC_STUCK, EASY), Depth.VERDICT).names == [
        "classic_stuck_winnable",
        "easy_winnable",
    ]


def test_each_name_belongs_to_one_column_under_one_of_the_rules() -> None:
    fields = {field.name: field for field in every_field()}
    assert len(fields) == len(PRESETS) * len(COLUMNS)
    assert all(name.isidentifier() for name in fields)
    assert all(find_field(name) == field for name, field in fields.items())
    assert find_field("easy_stuck") is find_field("winnable") is find_field("code") is None


def test_headings_fit_the_table() -> None:
    assert all(len(column.heading) <= _WIDTH for column in COLUMNS)
    assert all(len(word) <= _WIDTH for name in PRESETS for word in name.split("-"))


@given(
    st.lists(st.sampled_from(list(PRESETS.values())), unique=True, min_size=1).map(tuple),
    st.sampled_from(Depth),
    st.sampled_from([None, TP1]),
)
def test_a_request_has_each_column_once_under_each_of_its_rules(
    rules: tuple[Rules, ...], depth: Depth, scoring: Any
) -> None:
    request = Request(rules, depth, scoring)
    fields = list(request.fields)
    wanted = {Field(one, column) for one in rules for column in request.columns}
    assert set(fields) == wanted
    assert len(fields) == len(wanted)


@pytest.mark.parametrize(("rules", "fault"), [((), "no rules"), ((EASY, EASY), "easy are given")])
def test_rules_of_a_request_are_there_once(rules: tuple[Rules, ...], fault: str) -> None:
    with pytest.raises(TripeaksError, match=fault):
        Request(rules)


def test_settings_of_stores_are_what_they_were_before_rules_could_be_chosen() -> None:
    """So stores that were made then are gone on with."""
    made = store.settings(Request(), {"input": "codes and decks"}, "classic")
    assert {name: value for name, value in made.items() if name != "program"} == {
        "layout": "classic",
        "scoring": "tp1",
        "rules": ["easy", "classic"],
        "columns": Request().names,
        "deals_per_part": 65_536,
        "origin": {"input": "codes and decks"},
    }


def test_grades_made_before_the_panel_are_told_apart() -> None:
    assert is_old_grade("easy_grade", ["easy_winnable", "easy_greedy_share", "easy_grade"])
    assert not is_old_grade("easy_grade", Request(depth=Depth.ALL).names)
    assert not is_old_grade("easy_winnable", ["easy_winnable"])
