"""Input of any size: work in proportion to it, bounded memory, and limits that are told."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_cli_support import DECK, WON, tripeaks

from tripeaks_solver import files
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.files import bounded_lines
from tripeaks_solver.formats import deal_json, sources
from tripeaks_solver.formats.deal_json import Document
from tripeaks_solver.formats.decks import read_decks
from tripeaks_solver.formats.lines import Lines
from tripeaks_solver.formats.sources import Entry, read_sources


def messages(path: Path) -> list[str]:
    return [str(item) for item in read_sources([str(path)]) if isinstance(item, TripeaksError)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file"


# Were one of these read in quadratic time the tests would not end for hours.
HUGE = {
    "run": "run" + " " * 900_000 + "x",
    "score": ("score" + " " * 300_000) * 3,
    "label": "tableau" + " " * 900_000 + "x",
    "stock": "stock 5" + " " * 900_000 + "x",
    "escapes": "{" + '\\"' * 900_000,
    "quotes": "{" + '"' * 900_000,
    "brackets": "[" * 900_000,
    "words": "x " * 400_000,
    "cards": "TS " * 300_000,
    "commas": "," * 900_000,
    "turned": "(" * 900_000,
    "code": "TP1-" + "A" * 900_000,
    "number": "pysol:" + "9" * 900_000,
    "backs": "▒" * 900_000,
}


@pytest.mark.parametrize("name", HUGE)
def test_a_huge_line_is_one_short_fault(path: Path, name: str) -> None:
    path.write_text(f"{HUGE[name]}\n", encoding="utf-8")
    (message,) = messages(path)
    assert message.startswith(f"{path}, line 1: ")
    assert len(message) < len(str(path)) + 300


def test_a_line_that_is_too_long_is_told_and_ends_the_input(path: Path) -> None:
    path.write_text(f"{WON}\n{DECK} {'?' * 1_000_000}\n{WON}\n", encoding="utf-8")
    first, fault, third = read_sources([str(path)])
    assert isinstance(first, Entry)
    assert str(fault) == (
        f"{path}, line 2: is longer than 1,000,000 characters: write one deal a line"
    )
    assert isinstance(third, Entry)


class Endless(io.StringIO):
    """A text without an end, of lines or of one line; counts what was taken of it."""

    def __init__(self, line: str) -> None:
        super().__init__()
        self.line, self.taken = line, 0

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        assert size is not None
        assert size > 0, "a line without a bound may have no end"
        text = self.line if self.line.endswith("\n") else self.line * (size // len(self.line) + 1)
        self.taken += len(text[:size])
        return text[:size]

    def read(self, size: int | None = -1, /) -> str:
        assert size is not None
        assert size > 0
        self.taken += size
        return (self.line * (size // len(self.line) + 1))[:size]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("TS ", "longer than 1,000,000 characters"),
        ("# remark ", "longer than 1,000,000 characters"),
        ("\0", "longer than 1,000,000 characters"),
        (" ", "longer than 1,000,000 characters"),
        ("[", "the JSON is longer than"),
        ("[[1, 2, 3],\n", "the JSON is longer than"),
    ],
)
def test_endless_input_is_told(line: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (deal_json, sources):
        monkeypatch.setattr(module, "MOST_CHARACTERS", 2_000_000)
    endless = Endless(line)
    monkeypatch.setattr("sys.stdin", endless)
    first = next(iter(read_sources(["-"])))
    assert isinstance(first, TripeaksError)
    assert reason in str(first)
    assert str(first).startswith("standard input, line 1: ")
    assert endless.taken < 2_100_000


def test_verify_reads_no_more_than_it_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_CHARACTERS", 1000)
    endless = Endless("{}\n")
    monkeypatch.setattr("sys.stdin", endless)
    with pytest.raises(TripeaksError, match="is longer than 1,000 characters"):
        files.read_whole("-")
    assert endless.taken == 1001


def test_a_layout_file_has_a_bound(path: Path) -> None:
    path.write_text("name: wide\n" + "A A\n" * 30_000, encoding="ascii")
    ran = tripeaks("deal", WON, "--layout", str(path))
    assert ran.code == 2
    assert "is longer than 100,000 characters" in ran.fault


@given(st.lists(st.text(alphabet="ab\n", max_size=9)), st.integers(1, 5))
def test_lines_within_the_bound_are_those_of_the_text(parts: list[str], most: int) -> None:
    text = "\n".join(parts)
    lines = list(io.StringIO(text))
    found = list(bounded_lines(io.StringIO(text), most))
    assert "".join(found) == text[: len("".join(found))]
    assert found[:-1] == lines[: len(found) - 1]
    assert found == lines or len(found[-1]) > most


def by_signs(line: str) -> int:
    """How many brackets a line opens, sign by sign."""
    depth = in_string = 0
    end = -1
    for place, sign in enumerate(line):
        if place < end:
            continue
        if sign == '"':
            if not in_string and not re.match(r'"([^"\\]|\\.)*"', line[place:], re.DOTALL):
                return (
                    depth
                    + sum(line[place:].count(sign) for sign in "{[")
                    - sum(line[place:].count(sign) for sign in "}]")
                )
            in_string ^= 1
        elif in_string and sign == "\\":
            end = place + 2
        elif not in_string:
            depth += (sign in "{[") - (sign in "}]")
    return depth


@given(st.text(alphabet='{}[]"\\a', max_size=12))
def test_brackets_are_counted_outside_of_strings(line: str) -> None:
    assert deal_json._opened(line) == by_signs(line)


json_values = st.recursive(
    st.none() | st.booleans() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=8,
)


@given(st.lists(json_values), st.none() | st.integers(0, 2))
def test_a_document_ends_with_its_last_bracket(value: list[object], indent: int | None) -> None:
    lines = json.dumps(value, indent=indent, ensure_ascii=False).split("\n")
    document = Document(1, lines[0])
    for line in lines[1:]:
        assert not document.is_whole
        document.add(f"\n{line}")
    assert document.is_whole
    assert json.loads(document.text) == value


class EndlessBytes(io.BytesIO):
    """Bytes without an end and without a line break."""

    def read1(self, size: int | None = -1, /) -> bytes:
        return b"TS " * ((size or 0) // 3)


def test_a_slow_stream_has_the_same_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tripeaks_solver.formats.lines.MOST_CHARACTERS", 2_000_000)
    first = next(iter(read_sources(["-"], stdin=Lines(EndlessBytes()))))
    assert "line 1: is longer than 1,000,000 characters" in str(first)


UTF_16 = ["utf-16-le", "utf-16-be"]


def in_utf_16(text: str, encoding: str) -> bytes:
    return ("\ufeff" + text).replace("\n", "\r\n").encode(encoding)


@pytest.mark.parametrize("encoding", UTF_16)
def test_what_powershell_writes_is_read(
    encoding: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = in_utf_16(f"{WON}\n\n{DECK}\n", encoding)
    path.write_bytes(data)
    assert [item.line for item in read_sources([str(path)])] == [1, 3]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(data))))
    assert all(isinstance(item, Entry) for item in read_sources(["-"]))
    assert all(
        isinstance(item, Entry) for item in read_sources(["-"], stdin=Lines(io.BytesIO(data)))
    )
    path.write_bytes(in_utf_16(tripeaks("solve", WON, "--json").out, encoding))
    assert tripeaks("verify", str(path)).code == 0
    path.write_bytes(in_utf_16("name: two\nA B\n", encoding))
    assert tripeaks("layouts", str(path)).code == 0


@pytest.mark.parametrize("name", ["my deals.txt", "two deals of mine.txt", "own/my deals.txt"])
def test_a_missing_file_with_a_space_is_no_deck(name: str) -> None:
    ran = tripeaks("deal", name)
    assert ran.code == 2
    assert ran.fault == f"{name!r} is not a deal code (TP1-E-AAAAAAB), a file or a deck"


def test_a_deck_in_an_array_has_a_bound() -> None:
    with pytest.raises(TripeaksError, match="line 2: is longer than 1,000,000 characters"):
        read_decks(f"{DECK}\n{'?' * 1_000_001}\n")


@pytest.mark.parametrize("row", ["A" * 900_000, '"' + "A" * 900_000, '"' + "\n" * 900_000])
def test_a_huge_row_of_a_rating_is_one_short_fault(path: Path, row: str) -> None:
    path.write_text(f"code,deck\n{row}\n", encoding="ascii")
    (message,) = messages(path)
    assert message.startswith(f"{path}, line ")
    assert "not rows of a rating: field larger than field limit" in message
