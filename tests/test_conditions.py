"""Conditions in SQL: what they mean, and that only expressions over columns are let through."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_cli_support import tripeaks

pl = pytest.importorskip("polars")
conditions = pytest.importorskip("tripeaks_solver.batch.conditions")

from tripeaks_solver.batch.conditions import ALLOWED, MOST_CHARACTERS, parse_condition  # noqa: E402
from tripeaks_solver.errors import ConditionError  # noqa: E402

ROWS: list[dict[str, object]] = [
    {"number": 0, "draws": 0, "score": -7, "share": 0.5, "won": True, "code": "TP1-E-AAAAAAA"},
    {"number": 1, "draws": 1, "score": 500, "share": 0.25, "won": False, "code": "TP1-C-ZZZZZZZ"},
    {"number": 2, "draws": 24, "score": -500, "share": None, "won": None, "code": None},
    {"number": 3, "draws": 255, "score": 762, "share": 1.0, "won": True, "code": "a.b%_c"},
]
KINDS = {
    "number": pl.UInt64,
    "draws": pl.UInt8,
    "score": pl.Int16,
    "share": pl.Float64,
    "won": pl.Boolean,
    "code": pl.String,
}
TABLE = pl.DataFrame(ROWS, schema=KINDS)


def found(condition: str) -> list[int]:
    numbers: list[int] = TABLE.filter(parse_condition(condition))["number"].to_list()
    return numbers


def by_sqlite(condition: str) -> list[int]:
    """Ask another database; its LIKE tells cases apart only where it is told to."""
    with sqlite3.connect(":memory:") as database:
        database.execute("pragma case_sensitive_like = on")
        database.execute("create table rows (number, draws, score, share, won, code)")
        values = [tuple(row.values()) for row in ROWS]
        database.executemany("insert into rows values (?, ?, ?, ?, ?, ?)", values)
        query = f"select number from rows where {condition} order by number"
        return [number for (number,) in database.execute(query)]


@pytest.mark.parametrize(
    "condition",
    [
        "draws >= 1 and won",
        "draws > 0 or score < 0",
        "not won",
        "won is null or not won",
        "won is not true",
        "share is not null and not share between 0.4 and 0.6",
        "draws - 1 < 0",
        "-draws = -24",
        "draws + 1 > 255",
        "draws * draws * draws * draws * 1000000 > 1000",
        "draws > 300 or draws > -1",
        "score % 2 = -1",
        "score / 2.0 = -3.5",
        "draws in (1, 24, 300)",
        "draws not in (1, 24)",
        "code in ('TP1-E-AAAAAAA', 'other')",
        "code like 'TP1-_-%'",
        "code not like '%.%'",
        "code = lower(code)",
        "length(code) = 6",
        "coalesce(share, 2) = 2",
        "abs(score) = 500",
        "round(share, 1) = 0.5",
        "share = null",
        "null or draws = 1",
        "(draws = 1 or draws = 24) and (score = 500 or won)",
        "code = 'it''s'",
        "draws == 1 and draws <> 2 and draws != 3",
        "draws < 999999999999999999999999",
        'draws = 1 -- "and" a remark',
    ],
)
def test_a_condition_means_what_it_means_in_a_database(condition: str) -> None:
    assert found(condition) == by_sqlite(condition)


def test_what_databases_call_otherwise() -> None:
    assert found("greatest(draws, score, 1) = 1") == [0]
    assert found("least(draws, score) = draws") == [1, 3]
    assert found("code ilike 'tp1%'") == [0, 1]
    assert found("code like 'a.b%'") == [3]
    assert found("code like 'a_b%'") == [3]
    assert found("code like 'axb%'") == []
    assert found("ceil(share) = 1 and floor(share) = 0") == [0, 1]
    assert found("upper(code) = 'A.B%_C'") == [3]


@pytest.mark.parametrize(
    "condition",
    [
        "(select max(draws) from read_csv('/etc/hostname')) = 1",
        "draws in (select draws from read_csv('http://127.0.0.1:1/'))",
        "exists (select 1)",
        "max(draws) > 1",
        "max(draws) over () > 1",
        "cast(draws as text) = '1'",
        "draws::int = 1",
        "rpad(code, 2000000000, 'x') = 'x'",
        "repeat(code, 2000000000) = 'x'",
        "read_csv('/etc/hostname')",
        "nosuch(draws)",
        "rows.draws = 1",
        '"*" = 1',
        '"^d.*$" = 1',
        "draws = ?",
        "code like code",
        "code like any ('x', 'y')",
        "draws between symmetric 3 and 1",
        "case when won then 1 end = 1",
        "code || code = 'x'",
        "current_date = 1",
    ],
)
def test_anything_else_is_not_allowed(condition: str) -> None:
    with pytest.raises(ConditionError, match="is not allowed in a condition"):
        parse_condition(condition)


@pytest.mark.parametrize(
    "condition",
    [
        "draws >",
        "greatest() > 1",
        "draws = 'x",
        "draws = 1; draws = 2",
        "(draws = 1",
        "draws as x",
        "create table x",
        "draws = 1 order by draws",
        "draws = 1 union select 1",
        "/* */",
        "draws draws",
    ],
)
def test_what_is_no_condition_makes_no_sense(condition: str) -> None:
    with pytest.raises(ConditionError, match="makes no sense"):
        parse_condition(condition)


@pytest.mark.parametrize(
    ("condition", "reason"),
    [
        (" and ".join(["draws = 1"] * 6000), "characters: 10,000 are allowed"),
        ("(" * 4900 + "draws" + ")" * 4900, "nested too deeply"),
        ("not " * 2400 + "won", "nested too deeply"),
        ("- " * 4900 + "draws", "nested too deeply"),
        ("+".join(["draws"] * 1600) + " > 1", "nested too deeply"),
        ("coalesce(" * 300 + "draws" + ")" * 300, "nested too deeply"),
        ("case when won then " * 500, "nested too deeply"),
    ],
)
def test_a_condition_has_bounds(condition: str, reason: str) -> None:
    with pytest.raises(ConditionError, match=reason):
        parse_condition(condition)


@pytest.mark.parametrize("joint", [" or ", " and "])
def test_many_terms_within_the_bounds_are_answered(joint: str) -> None:
    term = "draws=1"
    count = (MOST_CHARACTERS + len(joint)) // len(term + joint)
    assert found(joint.join([term] * count)) == [1]
    assert found(f"draws in ({', '.join(map(str, range(1000)))})") == [0, 1, 2, 3]


@given(st.text(alphabet="draws won()'\"*-/=<>,;.%_1select$@[]{}\\", max_size=40))
def test_any_text_is_a_condition_or_one_fault(text: str) -> None:
    try:
        TABLE.filter(parse_condition(text))
    except (ConditionError, pl.exceptions.PolarsError) as fault:
        assert str(fault)


@pytest.mark.parametrize("condition", ["code like '\udcff'", "code = '\udcff'", "\udcff = 1"])
def test_what_is_no_text_is_no_condition(condition: str) -> None:
    with pytest.raises(ConditionError, match=r"character \d+ of the condition is no text"):
        parse_condition(condition)


def test_a_condition_in_a_command_is_one_line(tmp_path: Path) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("a\nprecious\n", encoding="ascii")
    condition = f"(select max(a) from read_csv('{secret}')) = 1"
    ran = tripeaks("find", "--where", condition, "--among", "4")
    assert (ran.code, ran.out) == (2, "")
    assert "is not allowed in a condition" in ran.fault
    assert "precious" not in ran.fault


def test_the_page_lists_what_is_allowed(root: Path) -> None:
    page = (root / "docs" / "columns.md").read_text(encoding="utf-8")
    _, section = page.split("## Conditions")
    for name in re.findall(r"\w+", ALLOWED.partition("the functions")[2]):
        assert f"`{name}`" in section


@pytest.mark.parametrize("text", ["", "  "])
def test_an_empty_condition_is_told(text: str) -> None:
    with pytest.raises(ConditionError, match="the condition is empty"):
        parse_condition(text)
