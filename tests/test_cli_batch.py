"""``tripeaks rate`` and ``tripeaks find``: rows, their order, bad lines, and what is found."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from test_cli_support import DECK, LOST, OTHER, WON, Ran, tripeaks

from tripeaks_solver.batch.columns import Request
from tripeaks_solver.batch.parallel import threads
from tripeaks_solver.batch.rating import rate_items
from tripeaks_solver.cli import cli
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.formats.lines import Lines
from tripeaks_solver.formats.sources import Item, read_sources

VERDICTS = ["easy_winnable", "classic_winnable"]
EXACT = [
    "easy_winnable",
    "easy_fewest_draws",
    "easy_best_score",
    "classic_winnable",
    "classic_fewest_draws",
    "classic_best_score",
]
WON_ROW = "true,10,762,false,,657"
START = "TP1-AAAAAAA"

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
"""Without compilation numpy warns in the threads where integers wrap around, as they should."""


@pytest.fixture(autouse=True)
def _small_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few deals make many tasks, as many deals do outside of tests."""
    monkeypatch.setattr("tripeaks_solver.batch.rating.CHUNK", 3)


def codes_of(ran: Ran) -> list[str]:
    return [found["code"] for found in ran.objects]


def range_of(count: int) -> list[str]:
    return ["--start", START, "--count", str(count)]


def test_csv_rows_have_these_columns_in_this_order() -> None:
    ran = tripeaks("rate", WON, OTHER, "--csv")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines == [
        ",".join(["code", *EXACT]),
        f"{WON},{WON_ROW}",
        f"{OTHER},true,22,750,false,,655",
    ]


def test_csv_has_a_deck_column_only_for_decks() -> None:
    assert tripeaks("rate", DECK, "--csv").lines == [
        ",".join(["code", "deck", *EXACT]),
        f",{DECK},{WON_ROW}",
    ]


def test_csv_of_decks_and_then_codes_leaves_the_deck_of_a_code_empty() -> None:
    assert tripeaks("rate", DECK, WON, "--csv").lines[1:] == [
        f",{DECK},{WON_ROW}",
        f"{WON},,{WON_ROW}",
    ]


def test_csv_of_codes_and_then_a_deck_ends_with_a_clear_fault() -> None:
    ran = tripeaks("rate", WON, DECK, "--csv")
    assert (ran.code, ran.lines[1:]) == (2, [f"{WON},{WON_ROW}"])
    assert "use --nl" in ran.fault


def test_nl_rows_have_these_names_in_this_order_and_json_values() -> None:
    ran = tripeaks("rate", WON, "--nl")
    assert ran.out == (
        f'{{"code": "{WON}", "easy_winnable": true, "easy_fewest_draws": 10, '
        '"easy_best_score": 762, "classic_winnable": false, "classic_fewest_draws": null, '
        '"classic_best_score": 657}\n'
    )


def test_nl_names_the_deck_only_of_a_deck() -> None:
    code_row, deck_row = tripeaks("rate", WON, DECK, "--nl").objects
    assert list(code_row) == ["code", *EXACT]
    assert list(deck_row) == ["code", "deck", *EXACT]
    assert (deck_row["code"], deck_row["deck"]) == (None, DECK)


@pytest.mark.parametrize("form", ["--csv", "--nl"])
def test_verdict_columns_are_the_two_verdicts(form: str) -> None:
    ran = tripeaks("rate", WON, form, "--columns", "verdict")
    if form == "--csv":
        assert ran.lines == [",".join(["code", *VERDICTS]), f"{WON},true,false"]
    else:
        assert ran.objects == [{"code": WON, "easy_winnable": True, "classic_winnable": False}]


def test_more_columns_stand_beside_the_exact_ones() -> None:
    (exact,) = tripeaks("rate", WON, "--nl").objects
    (found,) = tripeaks("rate", WON, "--nl", "--columns", "all").objects
    assert exact.items() <= found.items()
    assert list(found)[: len(exact)] == list(exact)
    assert tripeaks("rate", WON, "--nl", "--columns", "exact").objects == [exact]


def test_people_see_a_table_with_a_row_a_deal() -> None:
    ran = tripeaks("rate", WON, DECK)
    won_row, deck_row = ran.lines[-2:]
    assert won_row.split() == [WON, "won", "10", "762", "lost", "-", "657"]
    assert deck_row.endswith(DECK)
    headings = " ".join(ran.lines[:-2])
    assert all(word in headings for word in ("deal", "easy", "classic", "draws", "best"))


def test_rows_keep_the_order_of_the_input() -> None:
    wanted = [f"TP1-E-AAAAAA{letter}" for letter in "HBXAQCDZKB"]
    ran = tripeaks("rate", "-", "--nl", "--workers", "3", stdin="\n".join(wanted))
    assert codes_of(ran) == wanted


def test_a_range_is_its_codes_in_order() -> None:
    ran = tripeaks("rate", *range_of(8), "--nl")
    assert codes_of(ran) == [f"TP1-E-AAAAAA{letter}" for letter in "ABCDEFGH"]
    assert ran.objects == tripeaks("rate", *codes_of(ran), "--nl").objects
    last = tripeaks("rate", "--start", "tp1-zzzzzzz", "--count", "1", "--nl")
    assert codes_of(last) == ["TP1-E-ZZZZZZZ"]


def test_a_row_keeps_the_rules_letter_of_its_code_and_answers_both_rules() -> None:
    ran = tripeaks("rate", "tp1-c-aaaaaab", "TP1-N-AAAAAAB", "TP1-AAAAAAB", "--nl")
    assert codes_of(ran) == [LOST, WON, WON]
    assert len({tuple(found[name] for name in EXACT) for found in ran.objects}) == 1


def test_rate_and_solve_agree() -> None:
    for row in tripeaks("rate", *range_of(5), "--nl").objects:
        for rules in ("easy", "classic"):
            found = tripeaks("solve", row["code"], "--rules", rules, "--json").json
            assert row[f"{rules}_winnable"] == (found["verdict"] == "winnable")
            assert row[f"{rules}_fewest_draws"] == found["fewest_draws"]
            assert row[f"{rules}_best_score"] == found["best_score"]


def test_rows_are_not_held_back_while_the_input_waits() -> None:
    """A reader says before each of three deals that nothing more is there right now."""
    taken: list[str] = []

    def typed() -> Iterator[Item]:
        for code in (WON, "TP1-OOPS", OTHER, LOST):
            taken.append(code)
            yield from read_sources([code])

    with threads(2) as pool:
        results = rate_items(typed(), Request(), pool, ready=lambda: len(taken) > 3)
        for count in range(1, 4):
            result = next(results)
            assert len(taken) == count
            assert isinstance(result, TripeaksError) == (count == 2)
        assert [row["code"] for row in next(results).rows()] == [LOST]  # type: ignore[union-attr]
        assert next(results, None) is None


def test_lines_tell_whether_another_is_there() -> None:
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb") as stream, os.fdopen(writer, "wb", buffering=0) as out:
        found = Lines(stream)
        assert found.ready()
        out.write(b"a\r\nb\nc")
        lines = iter(found)
        assert (next(lines), found.ready()) == ("a\n", True)
        assert (next(lines), found.ready()) == ("b\n", False)
        out.write(b"\xe2")
        out.write(b"\x99\xa3\n\xff")
        assert (found.ready(), next(lines), found.ready()) == (True, "c♣\n", False)
        out.close()
        assert (found.ready(), list(lines), found.ready()) == (True, ["\ufffd"], True)


def test_a_stream_that_is_no_file_is_always_ready() -> None:
    found = Lines(io.BytesIO(b"a\nb"))
    assert [(line, found.ready()) for line in found] == [("a\n", True), ("b", True)]


@pytest.mark.parametrize(("form", "columns"), [("--csv", "exact"), ("--nl", "verdict")])
def test_the_number_of_workers_changes_no_byte(form: str, columns: str) -> None:
    arguments = ["rate", *range_of(8), form, "--columns", columns]
    one = tripeaks(*arguments, "--workers", "1")
    assert one.code == 0
    assert tripeaks(*arguments, "--workers", "3") == one


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """Good lines and bad ones; the first bad one is line 4."""
    file = tmp_path / "mixed.txt"
    lines = [WON, OTHER, "# comment", "TP1-E-AAAAAA", LOST, "KC KC", "TP1-E-AAAAAAC"]
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def test_a_bad_line_ends_the_rows_after_all_earlier_ones(mixed: Path) -> None:
    ran = tripeaks("rate", str(mixed), "--nl")
    assert (ran.code, codes_of(ran)) == (2, [WON, OTHER])
    assert ran.fault == f"{mixed}, line 4: 'TP1-E-AAAAAA' ends in 6 letters: 7 are needed"


def test_keep_going_writes_all_other_rows_and_exits_with_1(mixed: Path) -> None:
    ran = tripeaks("rate", str(mixed), "--nl", "--keep-going")
    assert (ran.code, codes_of(ran)) == (1, [WON, OTHER, LOST, "TP1-E-AAAAAAC"])
    first, second = ran.err.splitlines()
    assert first == f"tripeaks: {mixed}, line 4: 'TP1-E-AAAAAA' ends in 6 letters: 7 are needed"
    assert second.startswith(f"tripeaks: {mixed}, line 6: 2 cards where 52 are needed; KC twice")


def test_keep_going_without_bad_lines_exits_with_0() -> None:
    assert tripeaks("rate", WON, "--nl", "--keep-going").code == 0


def test_keep_going_goes_past_a_file_that_is_missing(mixed: Path) -> None:
    ran = tripeaks("rate", WON, "nosuch.txt", OTHER, str(mixed.parent), "--nl", "--keep-going")
    assert (ran.code, codes_of(ran)) == (1, [WON, OTHER])
    assert len(ran.err.splitlines()) == 2


@pytest.mark.parametrize("first", [True, False])
def test_a_file_of_bad_lines_only_gives_no_row(first: bool) -> None:
    ran = tripeaks("rate", "-", "--csv", *([] if first else ["--keep-going"]), stdin="x\ny\n")
    assert (ran.code, ran.out) == (2 if first else 1, "")
    assert len(ran.err.splitlines()) == (1 if first else 2)


STUCK = ["classic-stuck", "easy-stopper", "easy-empty", "classic-stuck-stopper"]


@pytest.mark.parametrize("rules", [["easy"], STUCK, ["classic", "easy"]])
def test_columns_follow_the_rules_that_are_named(rules: list[str]) -> None:
    options = [word for name in rules for word in ("--rules", name)]
    ran = tripeaks("rate", *range_of(4), "--nl", *options)
    assert ran.code == 0
    for row in ran.objects:
        assert [name for name in row if name.endswith("_winnable")] == [
            f"{name.replace('-', '_')}_winnable" for name in rules
        ]
        for name in rules:
            found = tripeaks("solve", row["code"], "--rules", name, "--json").json
            column = name.replace("-", "_")
            assert row[f"{column}_winnable"] == (found["verdict"] == "winnable")
            assert row[f"{column}_fewest_draws"] == found["fewest_draws"]
            assert row[f"{column}_best_score"] == found["best_score"]


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["classic-stuck", "easy-empty", "classic-stopper"])
def test_scores_of_another_system_follow_the_rules_too(rules: str) -> None:
    ran = tripeaks("rate", WON, OTHER, "--nl", "--rules", rules, "--scoring", "microsoft")
    for row in ran.objects:
        asked = ["--rules", rules, "--scoring", "microsoft", "--json"]
        found = tripeaks("solve", row["code"], *asked).json
        column = rules.replace("-", "_")
        assert row[f"{column}_best_score"] == found["best_score"]
        assert row[f"{column}_best_winning_score"] == found["best_winning_score"]


def test_people_see_the_words_of_rules_above_each_other() -> None:
    lines = tripeaks("rate", WON, "--rules", "easy", "--rules", "classic-stuck").lines
    assert [line.split() for line in lines] == [
        ["classic"] * 3,
        [*["easy"] * 3, *["stuck"] * 3],
        ["deal", *["winnable", "draws", "best"] * 2],
        [WON, "won", "10", "762", "lost", "-", "654"],
    ]


def test_rules_that_are_given_twice_or_unknown_are_refused() -> None:
    twice = tripeaks("rate", WON, "--rules", "easy", "--rules", "Easy")
    assert (twice.code, twice.out) == (2, "")
    assert twice.fault == "the rules easy are given twice: name them once"
    assert tripeaks("rate", WON, "--rules", "hard").code == 2


VERDICTS_ASKED = [
    ("--easy-won", {"easy": True}),
    ("--easy-lost", {"easy": False}),
    ("--classic-won", {"classic": True}),
    ("--classic-lost", {"classic": False}),
    ("--easy-won --classic-lost", {"easy": True, "classic": False}),
    ("--easy-won --classic-won", {"easy": True, "classic": True}),
    ("--easy-lost --classic-lost", {"easy": False, "classic": False}),
]


@pytest.mark.parametrize(("options", "wanted_verdicts"), VERDICTS_ASKED)
def test_all_deals_with_the_verdicts_are_found_in_code_order(
    options: str, wanted_verdicts: dict[str, bool]
) -> None:
    first = ["--start", "TP1-AAAAAAK"]
    rows = tripeaks("rate", *first, "--count", "6", "--nl", "--columns", "verdict").objects
    wanted = [
        row["code"]
        for row in rows
        if all(row[f"{rules}_winnable"] == won for rules, won in wanted_verdicts.items())
    ]
    assert 0 < len(wanted) < 6
    ran = tripeaks("find", *options.split(), *first, "--among", "6")
    assert (ran.code, ran.lines, ran.err) == (0, wanted, "")


def test_deals_lost_in_classic_may_be_won_in_easy() -> None:
    ran = tripeaks("find", "--classic-lost", "--among", "4")
    assert ran.lines == [WON, OTHER]


def test_solve_confirms_what_find_finds() -> None:
    found = tripeaks("find", "--easy-won", "--classic-lost", "--count", "2", "--among", "6").lines
    assert found == [WON, OTHER]
    for code in found:
        assert tripeaks("solve", code, "--rules", "easy").code == 0
        assert tripeaks("solve", code, "--rules", "classic").code == 3


def test_find_begins_at_the_start_and_stops_at_the_count() -> None:
    arguments = ["find", "--easy-won", "--classic-lost", "--among", "9"]
    ran = tripeaks(*arguments, "--start", "TP1-C-AAAAAAC", "--count", "1")
    assert (ran.code, ran.lines) == (0, [OTHER])


def test_find_looks_at_no_more_codes_than_it_may() -> None:
    arguments = ["find", "--easy-won", "--classic-lost", "--start", START, "--among"]
    assert tripeaks(*arguments, "1").out == ""
    assert tripeaks(*arguments, "2").lines == [WON]
    assert tripeaks(*arguments, "3").lines == [WON]
    assert tripeaks(*arguments, "4").lines == [WON, OTHER]


@pytest.mark.parametrize("form", [[], ["--nl"], ["--csv"]])
def test_nothing_found_is_exit_code_3(form: list[str]) -> None:
    ran = tripeaks("find", "--easy-lost", "--classic-won", "--among", "5", *form)
    assert ran == (3, "", "tripeaks: looked at 5 deals: none matches\n")


def test_find_ends_at_the_last_code() -> None:
    ran = tripeaks("find", "--easy-lost", "--classic-won", "--start", "TP1-ZZZZZZY")
    assert ran == (3, "", "tripeaks: looked at 2 deals: none matches\n")


def test_find_tells_the_verdicts_as_rate_does() -> None:
    arguments = ["find", "--easy-won", "--classic-lost", "--among", "4"]
    rows = tripeaks("rate", WON, OTHER, "--columns", "verdict", "--nl").objects
    assert tripeaks(*arguments, "--nl").objects == rows
    table = list(csv.DictReader(tripeaks(*arguments, "--csv").lines))
    assert [row["code"] for row in table] == [WON, OTHER]
    assert [[row[name] for name in VERDICTS] for row in table] == [["true", "false"]] * 2


def test_find_gives_the_same_bytes_with_any_number_of_workers() -> None:
    arguments = ["find", "--easy-won", "--classic-lost", "--among", "8", "--workers"]
    one = tripeaks(*arguments, "1")
    assert len(one.lines) == 3
    assert tripeaks(*arguments, "3") == one


@pytest.mark.parametrize("verdict", ["won", "lost"])
def test_short_options_stand_for_long_ones(verdict: str) -> None:
    for rules in ("easy", "classic"):
        short = tripeaks("find", f"--{rules}-{verdict}", "--among", "14", "--nl")
        assert tripeaks("find", f"--{verdict}", rules, "--among", "14", "--nl") == short
        assert list(short.objects[0]) == ["code", f"{rules}_winnable"]


def test_find_rates_under_the_rules_that_are_asked_about_and_no_others() -> None:
    verdicts = ["--won", "classic", "--lost", "classic-stuck", "--among", "9"]
    plain = tripeaks("find", *verdicts, "--nl").objects
    assert {tuple(row) for row in plain} == {("code", "classic_winnable", "classic_stuck_winnable")}
    assert {tuple(row.values())[1:] for row in plain} == {(True, False)}
    where = "classic_winnable and not classic_stuck_winnable"
    assert tripeaks("find", "--where", where, "--among", "9", "--nl").objects == plain
    more = tripeaks("find", *verdicts, "--rules", "easy", "--nl").objects
    assert list(more[0]) == [
        *("code", "easy_winnable", "classic_winnable", "classic_stuck_winnable")
    ]


@pytest.mark.parametrize("options", [["--won", "easy", "--lost", "easy"], ["--won", "hard"], []])
def test_verdicts_that_contradict_each_other_or_none_are_bad_usage(options: list[str]) -> None:
    ran = tripeaks("find", *options)
    assert (ran.code, ran.out) == (2, "")
    assert ran.fault


def test_rows_are_sorted_by_several_columns() -> None:
    among = ["find", "--among", "12", "--count", "12", "--nl"]
    once = tripeaks(*among, "--sort", "-easy_fewest_draws, code").objects
    assert tripeaks(*among, "--sort=-easy_fewest_draws", "--sort", "code").objects == once
    rows = tripeaks("rate", *range_of(12), "--nl", "--rules", "easy").objects
    known = sorted(
        rows,
        key=lambda row: (
            row["easy_fewest_draws"] is None,
            -(row["easy_fewest_draws"] or 0),
            row["code"],
        ),
    )
    assert once == known


@pytest.mark.parametrize(
    ("typed", "incomplete", "some"),
    [
        (["--sort"], "easy_f", {"easy_fewest_draws", "easy_first_moves"}),
        (["--sort"], "co", {"code"}),
        (["--sort"], "easy_grade,-classic_stuck_gra", {"easy_grade,-classic_stuck_grade"}),
        (["--rules", "easy-empty", "--sort"], "easy_", {"easy_empty_grade"}),
        (["--won"], "classic-stuck-s", {"classic-stuck-stopper"}),
        (["--rules"], "easy-op", {"easy-open"}),
    ],
)
def test_columns_and_rules_are_completed(typed: list[str], incomplete: str, some: set[str]) -> None:
    shell = ShellComplete(cli, {}, "tripeaks", "_TRIPEAKS_COMPLETE")
    found = {item.value for item in shell.get_completions(["find", *typed], incomplete)}
    assert some <= found
    assert all(name.startswith(incomplete) for name in found)


def test_a_condition_that_compares_deals_is_refused() -> None:
    for condition in ("easy_best_score = max(easy_best_score)", "sum(easy_fewest_draws) > 30"):
        ran = tripeaks("find", "--where", condition, "--among", "8")
        assert (ran.code, ran.out) == (2, "")
        assert "is not allowed in a condition" in ran.fault
