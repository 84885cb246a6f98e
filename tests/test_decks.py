"""Whole files of decks in one array: the same cards and the same faults as one by one."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import deals

from tripeaks_solver.cards import DECK_SIZE, card_sign
from tripeaks_solver.deal import Deal, parse_deck
from tripeaks_solver.errors import DeckError, TripeaksError
from tripeaks_solver.formats import decks
from tripeaks_solver.formats.decks import plain_decks, read_decks
from tripeaks_solver.layouts import numbered_layout

DEALS = [Deal.random(seed) for seed in range(5)]
LINES = [str(deal) for deal in DEALS]
ARRAY = np.array([deal.cards for deal in DEALS])


def _spelt(deal: Deal, separator: str, lower: bool, sign: str) -> str:
    """A deck in one of the ways in which people write it."""
    text = str(deal).lower() if lower else str(deal)
    tokens = text.replace("T", sign).split() if sign else list(map(card_sign, deal.cards))
    return separator.join(tokens)


spelt = st.builds(
    _spelt,
    deals,
    st.sampled_from([" ", "\t", ", ", ";", " | ", "  ", "\f", "\u00a0"]),
    st.booleans(),
    st.sampled_from(["T", "10", "t", ""]),
)
"""The empty sign stands for suits as players see them."""
gaps = st.sampled_from(["", "# a comment", "   ", "\t#", ",;|", "\ufeff# marked"])


@given(st.lists(spelt), gaps, st.sampled_from(["\n", "\r\n", "\r"]))
def test_decks_are_read_as_one_by_one(texts: list[str], gap: str, newline: str) -> None:
    lines = [line for text in texts for line in (gap.replace(",;|", ""), text)]
    found = read_decks(io.StringIO(newline.join(lines), newline=""))
    assert found.shape == (len(texts), DECK_SIZE)
    assert found.dtype == np.uint8
    assert [tuple(row) for row in found.tolist()] == [parse_deck(text).cards for text in texts]


@given(st.lists(deals, min_size=1))
def test_plain_lines_are_read_all_at_once(some: list[Deal]) -> None:
    text = "".join(f"{deal}\n" for deal in some).encode()
    plain = plain_decks(text)
    assert plain.lines.tolist() == list(range(len(some)))
    assert not len(plain.others)


@pytest.mark.parametrize("size", [1, 7, 155, 156, 157, 400])
@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_decks_may_lie_on_the_border_of_blocks(
    monkeypatch: pytest.MonkeyPatch, size: int, end: str
) -> None:
    monkeypatch.setattr(decks, "_BLOCK", size)
    text = (end or "\n").join(LINES) + end
    assert (read_decks(io.BytesIO(text.encode())) == ARRAY).all()
    with pytest.raises(DeckError, match="line 6: 1 card where 52"):
        read_decks(io.StringIO("\n".join([*LINES, "KC"])))


def test_a_source_is_a_name_a_file_or_a_text(tmp_path: Path) -> None:
    path = tmp_path / "decks.txt"
    path.write_text("\n".join(LINES))
    openers: list[Callable[[], IO[Any]]] = [path.open, lambda: path.open("rb")]
    for source in (path, str(path), path.read_text(), path.read_text() + "\n"):
        assert (read_decks(source) == ARRAY).all()
    for opened in openers:
        with opened() as file:
            assert (read_decks(file) == ARRAY).all()
    assert (read_decks(LINES[0]) == ARRAY[:1]).all()
    assert read_decks(io.StringIO()).shape == (0, DECK_SIZE)


SORTED = str(Deal(tuple(range(DECK_SIZE))))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("AC 2C", "line 3: 2 cards where 52 are needed; missing: 3C"),
        (SORTED.replace("KS", "AC"), "AC twice or more (row 1, card 1 and stock card 22)"),
        (SORTED.replace("AC", "1C"), "line 3: '1C' (row 1, card 1) is not a card; missing: AC"),
        (SORTED.replace("2C", "2"), "line 3: '2' (row 1, card 2) is not a card; missing: 2C"),
        (SORTED.replace("2C", "A"), "'A' (row 1, card 2) is not a card"),
        (SORTED.replace("AC", "101C"), "'101C' (row 1, card 1) is not a card"),
        (SORTED.replace("AC", "0C"), "'0C' (row 1, card 1) is not a card"),
        (SORTED.replace("AC", "??"), "line 3: jokers, and cards that are unknown or gone"),
        (SORTED + " JK", "line 3: jokers, and cards that are unknown or gone"),
        (SORTED + " AC", "53 cards where 52 are needed; AC twice or more"),
        ("TP1-E-AAAAAAB", "line 3: 1 card where 52 are needed; 'TP1-E-AAAAA…"),
    ],
)
def test_a_line_that_is_no_deck_is_told_with_every_fault(line: str, fault: str) -> None:
    with pytest.raises(DeckError) as told:
        read_decks(f"{LINES[0]}\n\n{line}\n{LINES[1]}\n", numbered_layout(7))
    assert fault in str(told.value)


def test_a_fault_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "decks.txt"
    path.write_text(f"{LINES[0]}\nKC\n")
    for source in (path, str(path)):
        with pytest.raises(DeckError, match=rf"^{path}, line 2: 1 card where"):
            read_decks(source)
    with path.open() as file, pytest.raises(DeckError, match=rf"^{path}, line 2: 1 card where"):
        read_decks(file)
    with pytest.raises(TripeaksError, match="cannot read: No such file"):
        read_decks(tmp_path / "none.txt")


@given(st.text(alphabet="A2KTt10CcSs♠ ,#\n\t\ufeff?-*", max_size=60))
def test_what_is_no_deck_is_never_read_as_one(text: str) -> None:
    lines = [line.lstrip("\ufeff").partition("#")[0].strip() for line in text.split("\n")]
    if any(lines):
        with pytest.raises(DeckError):
            read_decks(io.StringIO(text))
    else:
        assert not len(read_decks(io.StringIO(text)))
