"""Deals as people write them: codes, decks, files, standard input, and what is none of these."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import cards, codes, deals
from test_cli_support import DECK, LOST, OTHER, SIGNED_DECK, WON, tripeaks

from tripeaks_solver.cards import card_text
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.formats.sources import Entry, read_sources

STYLES: tuple[Callable[[str], str], ...] = (
    str,
    str.lower,
    lambda token: token.replace("T", "10"),
    lambda token: token.translate(str.maketrans("CDHS", "♣♦♥♠")),
    lambda token: token.lower().translate(str.maketrans("tcdhs", "T♧♢♡♤")),
    lambda token: token.translate(str.maketrans("CDHS", "♣♦♥♠")).replace("T", "10") + "\ufe0f",
)


def read(text: str) -> list[str]:
    """The decks that a text on standard input names."""
    ran = tripeaks("deal", "-", "--nl", stdin=text)
    assert (ran.code, ran.err) == (0, "")
    return [found["deck"] for found in ran.objects]


@pytest.mark.parametrize("first", range(len(STYLES)))
def test_all_ways_to_write_a_card_mix_in_one_deck(first: int) -> None:
    styles = STYLES[first:] + STYLES[:first]
    mixed = [styles[n % len(styles)](token) for n, token in enumerate(DECK.split())]
    assert read(" ".join(mixed)) == [DECK]


@pytest.mark.parametrize("separator", ["  ", "\t", ", ", " | ", ",", ";"])
def test_cards_are_parted_by_white_space_or_signs(separator: str) -> None:
    assert read(separator.join(DECK.split())) == [DECK]


@pytest.mark.parametrize(
    "text", ["tp1-e-aaaaaab", "Tp1-C-aAaAaAb", "  TP1-N-AAAAAAB\t", "tp1-aaaaaab", "TP1–E–AAAAAAB"]
)
def test_codes_in_any_case_with_spaces_around(text: str) -> None:
    assert tripeaks("deal", text, "--json").json["deck"] == DECK
    assert read(text) == [DECK]


@pytest.mark.parametrize(
    "arguments", [[DECK], DECK.split(), SIGNED_DECK.split(), [DECK[:80], DECK[80:]]]
)
def test_a_deck_is_one_argument_or_many(arguments: list[str]) -> None:
    assert tripeaks("deal", *arguments, "--json").json["deck"] == DECK


def test_codes_decks_files_and_stdin_mix_in_the_order_given(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(f"{OTHER}\n", encoding="utf-8")
    ran = tripeaks("deal", WON, str(file), DECK, "-", "--nl", stdin=LOST)
    assert [found["code"] for found in ran.objects] == [WON, OTHER, None, LOST]


@pytest.mark.parametrize(
    "content",
    [
        f"{WON}\n{DECK}\n",
        f"{WON}\n{DECK}",
        f"{WON}\r\n{DECK}\r\n",
        f"{WON}\r{DECK}\r",
        f"\ufeff{WON}\n{DECK}\n",
        f"\ufeff# list\r\n\r\n{WON}\r\n{DECK}\r\n",
        f"\n\n{WON}\n   \n\t\n{DECK}\n\n",
        f"# first\n{WON} # note\n#{OTHER}\n{DECK}# note\n",
        f"\t{WON}\t\n" + DECK.replace(" ", "\t"),
    ],
)
def test_files_with_other_line_ends_marks_comments_and_blanks(content: str, tmp_path: Path) -> None:
    file = tmp_path / "deals.txt"
    file.write_bytes(content.encode())
    ran = tripeaks("deal", str(file), "--nl")
    assert [(found["code"], found["deck"]) for found in ran.objects] == [(WON, DECK), (None, DECK)]


def test_line_numbers_count_blank_lines_and_comments(tmp_path: Path) -> None:
    file = tmp_path / "deals.txt"
    file.write_bytes(f"\ufeff# list\r\n\r\n{WON}\r\nnonsense\r\n".encode())
    assert tripeaks("deal", str(file)).fault.startswith(f"{file}, line 4: 'nonsense' is not a deal")


def test_a_file_may_be_called_tp1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tp1.txt").write_text(f"{WON}\n", encoding="utf-8")
    assert tripeaks("deal", "tp1.txt").code == 0


def test_missing_files_are_told_as_missing_files() -> None:
    assert ", a file or a deck" in tripeaks("rate", "nosuch1.txt", "nosuch2.txt").fault


TOKENS = DECK.split()
WITHOUT_KING = [token for token in TOKENS if token != "KH"]


@pytest.mark.parametrize(
    ("tokens", "faults"),
    [
        (WITHOUT_KING, ["51 cards where 52 are needed", "missing: KH"]),
        ([*TOKENS, "KH"], ["53 cards", "KH twice or more (row 2, card 1 and stock card 24)"]),
        (TOKENS[:24], ["24 cards where 52 are needed", "missing: AC 2C 4C"]),
        ([",", ","], ["0 cards where 52 are needed"]),
        (
            ["AC" if token == "KH" else token for token in TOKENS],
            ["AC twice or more (row 2, card 1 and waste)", "missing: KH"],
        ),
        (
            ["9S" if token == "QD" else token for token in TOKENS],
            ["9S twice or more (row 4, card 10 and stock card 23)", "missing: QD"],
        ),
        (
            ["1H" if token == "KH" else token for token in TOKENS],
            ["'1H' (row 2, card 1) is not a card", "missing: KH"],
        ),
    ],
)
def test_a_bad_deck_is_told_with_cards_and_places(tokens: list[str], faults: list[str]) -> None:
    for ran in tripeaks("deal", " ".join(tokens)), tripeaks("deal", *tokens):
        assert (ran.code, ran.out) == (2, "")
        assert all(fault in ran.fault for fault in faults)
    in_a_file = tripeaks("rate", "-", stdin=" ".join(tokens))
    assert in_a_file.code == 2
    assert in_a_file.fault == f"standard input, line 1: {ran.fault}"


def test_a_good_deck_with_one_fault_names_only_that() -> None:
    fault = tripeaks("deal", " ".join(WITHOUT_KING)).fault
    assert fault == "51 cards where 52 are needed; missing: KH"


def test_a_very_long_line_has_a_short_message() -> None:
    assert len(tripeaks("deal", "-", stdin="x " * 10_000).fault) < 2_000
    assert len(tripeaks("deal", "-", stdin="x" * 10_000).fault) < 2_000


words = st.one_of(st.text(max_size=8), codes.map(str), cards.map(card_text))
lines = st.one_of(
    st.text(),
    st.lists(words, max_size=60).map(" ".join),
    codes.map(str),
    deals.map(str),
    st.tuples(deals.map(str), st.integers(0, 160), st.text(max_size=4)).map(
        lambda parts: parts[0][: parts[1]] + parts[2] + parts[0][parts[1] + 1 :]
    ),
)


@given(st.lists(lines, max_size=6).map("\n".join))
def test_any_text_reads_as_deals_and_faults(text: str) -> None:
    with patch.object(sys, "stdin", io.StringIO(text)):
        items = list(read_sources(["-"]))
    assert len(items) <= len(text.split("\n"))
    if not any(line.lstrip("\ufeff").partition("#")[0].strip() for line in text.split("\n")):
        assert [str(item) for item in items] == [
            "standard input: holds no deal: write codes or decks, one a line"
        ]
        return
    numbers = [item.line or 0 for item in items if isinstance(item, TripeaksError)]
    assert numbers == sorted(set(numbers) & {*range(1, len(text.split("\n")) + 1)})
    for item in items:
        if isinstance(item, TripeaksError):
            assert item.source == "standard input"
            assert len(str(item).splitlines()) == 1
        else:
            assert isinstance(item, Entry)
            assert sorted(item.deal.cards) == [*range(52)]


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0/."), max_size=60))
def test_any_argument_reads_as_a_deal_or_a_fault(text: str) -> None:
    assume(text.strip() != "-")
    items = list(read_sources([text]))
    assert items
    assert all(isinstance(item, Entry | TripeaksError) for item in items)
