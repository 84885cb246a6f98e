"""Deals in the formats of other tools: read back as written, refused where they are doubtful."""

from __future__ import annotations

import builtins
import io
import json
import random
import re
import sys
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import codes, deals
from test_cli_support import DECK, LOST, OTHER, WON, tripeaks
from test_docs import blocks, read, transcript

from tripeaks_solver.cards import DECK_SIZE, GONE, JOKER, UNKNOWN, card_text, parse_card
from tripeaks_solver.codes import DealCode, parse_code
from tripeaks_solver.deal import Deal, parse_deck
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.formats.numbers import MICROSOFT, MOST, PYSOL
from tripeaks_solver.formats.sources import Entry, Item, read_sources
from tripeaks_solver.formats.texts import FORMATS, WRITTEN, as_seen, write_deal
from tripeaks_solver.installed import command_for
from tripeaks_solver.layout import Layout, parse_layout
from tripeaks_solver.layouts import classic, numbered_layout
from tripeaks_solver.render.terminal import deal_lines

PAGE = "docs/formats.md"
DEAL = parse_code(WON).deal()
TOKENS = DECK.split()
ROWS = [TOKENS[:3], TOKENS[3:9], TOKENS[9:18], TOKENS[18:28]]
TABLEAU, WASTE, STOCK = (" ".join(part) for part in (TOKENS[:28], TOKENS[28:29], TOKENS[29:]))
TINY = parse_layout("name: tiny\n\n L\nL L\n")
ONE = parse_layout("name: one\nA\n")
HALF = parse_layout("name: half\n" + "\n".join(["A A A A A A A A A A A A A", ""] * 2))
"""With 26 cards and one joker, tableau and stock are of the same size."""

layouts = st.sampled_from([*map(numbered_layout, (1, 5, 9, 10, 36, 47, 52)), TINY, ONE, HALF])


@st.composite
def any_deals(draw: st.DrawFn, under_way: bool | None = None) -> Deal:
    """Deals of many layouts, with jokers, unknown cards, an empty waste, or a game under way."""
    layout = draw(layouts)
    jokers = draw(st.integers(0, 3))
    cards = list(draw(st.permutations([*range(DECK_SIZE), *[JOKER] * jokers])))
    k = len(layout)
    empty_waste = draw(st.booleans())
    if empty_waste:
        cards.insert(k, GONE)
    played = draw(st.integers(0, k)) if under_way is not False else 0
    drawn = draw(st.integers(0, len(cards) - k - 1)) if under_way is not False else 0
    if under_way and not played:
        played = 1
    mask = layout.full
    for _ in range(played):
        place = draw(st.sampled_from(list(layout.free(mask))))
        mask &= ~(1 << place)
        cards[k], cards[place] = cards[place], GONE
    for position in range(k + 1, k + 1 + drawn):
        cards[k], cards[position] = cards[position], GONE
    unknown = draw(st.sets(st.integers(0, len(cards) - 1), max_size=5))
    seen = [UNKNOWN if n in unknown and card < JOKER else card for n, card in enumerate(cards)]
    run, score = draw(st.integers(0, played)), draw(st.none() | st.integers(-999, 999))
    return Deal(tuple(seen), layout, run, score)


def read_text(text: str, layout: Layout | None = None, name: str | None = None) -> list[Item]:
    """What a text on standard input holds."""
    with patch.object(sys, "stdin", io.StringIO(text, newline=None)):
        return list(read_sources(["-"], layout, name))


def read_deals(text: str, layout: Layout | None = None, name: str | None = None) -> list[Deal]:
    """The deals that a text holds, all of which must be readable."""
    found = []
    for item in read_text(text, layout, name):
        assert isinstance(item, Entry), item
        found.append(item.deal)
    return found


def fault_of(text: str, layout: Layout | None = None, name: str | None = None) -> str:
    """The only thing that a text holds, which must be a fault."""
    (item,) = read_text(text, layout, name)
    assert isinstance(item, TripeaksError), item
    message = str(item)
    assert message == " ".join(message.split())
    return message.removeprefix("standard input, ")


# What is written is read back.


@pytest.mark.parametrize("name", WRITTEN)
@given(st.lists(any_deals(), min_size=1, max_size=3))
def test_what_is_written_is_read_back_by_its_look_and_by_its_name(
    name: str, shown: list[Deal]
) -> None:
    for deal in shown:
        text = write_deal(deal, name)
        assert read_deals(text, deal.layout) == [deal]
        assert read_deals(text, deal.layout, name) == [deal]
        (argument,) = read_sources([text], deal.layout)
        assert isinstance(argument, Entry)
        assert argument.deal == deal
    alike = [deal for deal in shown if deal.layout == shown[0].layout]
    text = "\n\n".join(write_deal(deal, name) for deal in alike)
    assert read_deals(text, alike[0].layout) == alike


def test_a_row_of_jokers_is_no_row_of_ranks() -> None:
    cards = (*range(17), JOKER, JOKER, *range(19, DECK_SIZE), 17, 18)
    deal = Deal(cards, numbered_layout(47))
    assert read_deals(write_deal(deal, "picture"), deal.layout) == [deal]


@given(any_deals(under_way=False), st.booleans())
def test_the_drawing_for_people_is_read_back(deal: Deal, hidden: bool) -> None:
    deal, hidden = Deal(deal.cards, deal.layout), hidden and JOKER not in deal.cards
    lines = list(deal_lines(as_seen(deal) if hidden else deal))
    text = re.sub("\x1b.*?m", "", "\n".join(lines))
    shown = as_seen(deal) if hidden else deal
    assert read_deals(f"{text}\n\n{text}", deal.layout) == [shown, shown]
    assert read_deals(text, deal.layout, "picture") == [shown]


@given(any_deals(under_way=True))
def test_the_drawing_of_a_game_under_way_shows_all_that_is_left(deal: Deal) -> None:
    text = re.sub("\x1b.*?m", "", "\n".join(deal_lines(deal)))
    (found,) = read_deals(text, deal.layout)
    assert (found.tableau, found.waste, found.stock) == (deal.tableau, deal.waste, deal.stock)


@given(codes, st.sampled_from([1, 20, 52]))
def test_a_drawing_under_its_code_counts_once(code: DealCode, number: int) -> None:
    code = code._replace(layout=number)
    for options in [], ["--hidden"]:
        drawn = tripeaks("deal", str(code), OTHER, *options).out
        found = tripeaks("deal", "-", "--nl", stdin=drawn).objects
        assert [entry["code"] for entry in found] == [str(code), OTHER]


def test_another_drawing_under_a_code_is_another_deal() -> None:
    other = parse_code(OTHER).deal()
    text = f"{WON}\n\n" + "\n".join(deal_lines(other))
    assert read_deals(re.sub("\x1b.*?m", "", text)) == [DEAL, other]
    assert read_deals(f"{WON}\n{DECK}\n") == [DEAL, DEAL]


@pytest.mark.parametrize("name", WRITTEN)
def test_commands_write_and_read_the_formats(name: str) -> None:
    written = tripeaks("deal", WON, OTHER, "--as", name).out
    assert read_deals(written) == [DEAL, parse_code(OTHER).deal()]
    seen = tripeaks("deal", WON, "--as", name, "--hidden").out
    shown = read_deals(seen)
    assert shown == ([DEAL] if name == "json" else [as_seen(DEAL)])
    assert "TS" not in seen
    again = tripeaks("deal", "-", "--format", name, "--as", "tokens", stdin=written)
    assert again.lines[0] == DECK


def test_written_json_keeps_the_code() -> None:
    written = tripeaks("deal", LOST, "--as", "json").out
    assert tripeaks("deal", "-", "--nl", stdin=written).objects[0]["code"] == LOST


@pytest.mark.parametrize("options", [["--json"], ["--nl"], ["--hidden", "--json"]])
def test_deals_as_json_are_read_back(options: list[str]) -> None:
    out = tripeaks("deal", WON, f"{OTHER}/L20", *options).out
    found = tripeaks("deal", "-", "--nl", stdin=out).objects
    assert [entry["code"] for entry in found] == [WON, f"{OTHER}/L20"]


def test_solutions_and_rows_are_deals_too() -> None:
    for out in tripeaks("solve", WON, "--json").out, tripeaks("rate", WON, "--nl").out:
        assert read_deals(out, name="json") == [DEAL]
    assert read_deals(tripeaks("solve", DECK, "--json").out) == [DEAL]


def test_a_hidden_joker_is_one_of_the_unknown_cards() -> None:
    deal = parse_deck(f"JK {DECK}")
    seen = as_seen(deal)
    assert (seen.tableau[0], len(seen.cards), len(seen.stock)) == (UNKNOWN, 53, 24)
    assert parse_deck(str(seen)) == seen


def test_options_for_output_exclude_each_other() -> None:
    assert "exclude each other" in tripeaks("deal", WON, "--as", "lines", "--json").fault


# Lines and pictures.

LINES = [TABLEAU, WASTE, STOCK]
PICTURE = ["   ".join(row) for row in ROWS]


@pytest.mark.parametrize("lines", [LINES, LINES[::-1], [WASTE, STOCK, TABLEAU]])
def test_the_three_lines_come_in_any_order(lines: list[str]) -> None:
    for name in None, "lines":
        assert read_deals("\n".join(lines), name=name) == [DEAL]


@pytest.mark.parametrize(
    "lines",
    [
        [*PICTURE, WASTE, STOCK],
        [*PICTURE, STOCK, WASTE],
        [WASTE, *PICTURE, STOCK],
        [STOCK, WASTE, *PICTURE],
    ],
)
def test_a_picture_has_its_waste_card_and_stock_above_or_below(lines: list[str]) -> None:
    for name in None, "picture":
        assert read_deals("\n".join(lines), name=name) == [DEAL]


@pytest.mark.parametrize(
    "lines",
    [
        [f"tableau: {TABLEAU}", f"waste: {WASTE}", f"stock: {STOCK}"],
        [f"deck = {STOCK}", f"PYRAMID {TABLEAU}", f"Discard pile: {WASTE}"],
        [f"talon\t{STOCK}", f"waste‑card: {WASTE}", "peaks:", *PICTURE],
        [*PICTURE, "waste", WASTE, "stock:", STOCK[:30], STOCK[30:]],
        [f"waste {WASTE}", *PICTURE, STOCK],
        [f"waste {WASTE}", "", f"stock cards: {STOCK}", "", "tableau:", *PICTURE],
    ],
)
def test_labels_name_lines_in_any_order(lines: list[str]) -> None:
    assert read_deals("\n".join(lines)) == [DEAL]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + "\r\n".join(LINES),
        "\r".join(LINES),
        "\n# between\n".join(LINES) + " # after",
        "\n".join(LINES).replace(" ", "\u00a0"),
        "\n".join(LINES).replace(" ", "\t").lower(),
        "\n".join(LINES).replace("T", "10").translate(str.maketrans("CH", "♣♥")),
        "\n".join([*(re.sub(r"(\S+)", r"(\1)", line) for line in PICTURE), WASTE, STOCK]),
        "\n".join(TOKENS),
        "\n".join(" ".join(TOKENS[n : n + 13]) for n in range(0, 52, 13)),
        f"deck: {DECK}",
    ],
)
def test_ends_of_lines_marks_blanks_and_spellings_do_not_matter(text: str) -> None:
    assert read_deals(text) == [DEAL]


def test_formats_mix_in_one_file() -> None:
    parts = [WON, DECK, *LINES, *PICTURE, WASTE, STOCK, '{"code":', f'"{WON}"}}', *LINES]
    items = read_text("\n".join(parts))
    assert [item.line for item in items] == [1, 2, 3, 6, 12, 14]
    assert all(isinstance(item, Entry) and item.deal == DEAL for item in items)


UNDER_WAY = [TABLEAU.replace("KC", "--"), "KC", " ".join(TOKENS[31:])]


def test_what_the_stock_of_a_game_under_way_lacks_is_drawn() -> None:
    played = parse_deck(" ".join([UNDER_WAY[0], "KC", "-- --", UNDER_WAY[2]]))
    for dash in "--", "—", "0", "−", "‑":
        assert read_deals("\n".join(UNDER_WAY).replace("--", dash)) == [played]
    used_up = "\n".join([*UNDER_WAY[:2], "stock:"])
    assert read_deals(f"tableau {used_up.replace('KC', 'waste KC')}")[0].stock == ()
    told = f"run: 1 score −20\n{LINES[0].replace('KC', '--')}\nKC\n{STOCK}\n"
    assert read_deals(told.replace("AD", "--")) == [
        Deal(parse_deck(told.partition("\n")[2].replace("AD", "--")).cards, run=1, score=-20)
    ]


# What is refused.


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        # 51 cards, 24, 53 and none
        ("\n".join([TABLEAU, WASTE, STOCK[:-3]]), "line 1: 51 cards where 52 are needed; mis"),
        ("\n" + "\n".join([WASTE, STOCK]), "line 2: 24 cards where 52 are needed; missing: 3C"),
        ("\n".join([*LINES[:2], f"{STOCK} KH"]), "line 1: 53 cards where 52 are needed; KH twice"),
        (", ,", "line 1: 0 cards where 52 are needed"),
        ("run 1", "line 1: 0 cards where 52 are needed"),
        # doubled, and no card
        (
            "\n".join([*LINES[:2], STOCK.replace("QD", "AC")]),
            "line 1: AC twice or more (waste and stock card 23); missing: QD",
        ),
        (
            "\n".join([*PICTURE, WASTE, STOCK.replace("QD", "1D")]),
            "line 6: '1D' (stock card 23) is not a card; missing: QD",
        ),
        # of another layout, or without what tells the lines apart
        ("\n".join([TABLEAU + " AD", WASTE, STOCK[3:]]), "line 1: lines of 29, 1 and 22 cards"),
        ("\n".join([TABLEAU[:-3], WASTE, STOCK]), "line 1: 51 cards where 52 are needed; mis"),
        ("\n".join([DECK[:41], DECK[42:83], WASTE, STOCK]), "line 1: lines of 14, 14, 1 and 23"),
        ("\n".join([*UNDER_WAY[:2], "AD"]), "line 1: lines of 28, 1 and 1 cards: which is"),
        (f"tableau {DECK[:60]}\nwaste AC\nstock {STOCK}", "line 1: the tableau has a line of 20"),
        (f"{TABLEAU}\nstock {STOCK}", "line 1: 0 cards on the waste: write waste:"),
        (f"{TABLEAU}\nwaste {WASTE} KH\nstock {STOCK}", "line 1: 2 cards on the waste"),
        (f"{TABLEAU}\nwaste {WASTE}", "line 1: no stock: write stock:"),
        # a game under way in which the stock does not fit
        ("\n".join([*UNDER_WAY[:2], f"-- {UNDER_WAY[2]}"]), "line 1: 51 cards where 52 are needed"),
        (f"run 2\n{DECK}", "line 1: 0 cards where 52"),
        (f"run 2 {DECK}", "line 1: a run of 2 cards, but 0 have been played"),
        (f"run 1 run 2 {DECK}", "line 1: run is given twice"),
        # JSON
        ("{", "line 1: not JSON: column 2"),
        (f'{{"deck":\n"{DECK}"\n"layout": 1}}', "line 3: not JSON: column 1"),
        ("[]", "line 1: the JSON list holds no deal"),
        ("[4]", "line 1: deal 1: not a JSON object"),
        ("{}", "line 1: a deal needs deck, or rows"),
        ('{"deck": "KH"}', "line 1: 1 card where 52 are needed"),
        ('{"deck": 5}', "line 1: deck is '5': a text or a list is needed"),
        ('{"deck": [5]}', "line 1: deck holds '5': a card is a text"),
        ('{"rows": 5}', "line 1: rows is '5': a list is needed"),
        ('{"rows": [5]}', "line 1: rows holds '5': each row is a list"),
        ('{"rows": [["KH"], []]}', "line 1: rows of [1, 0] cards: layout classic has rows of [3,"),
        ('{"code": "TP1-E-AAA"}', "line 1: 'TP1-E-AAA' ends in 3 letters"),
        (f'{{"code": "{OTHER}", "deck": "{DECK}"}}', "line 1: the code TP1-E-AAAAAAD deals other"),
        (f'{{"code": "{WON}", "layout": 20}}', ""),
        (f'{{"code": "{WON}/L20", "layout": 7}}', "line 1: 'TP1-E-AAAAAAB/L20' names a layout"),
        (f'{{"code": "{WON}", "layout": "x"}}', "line 1: no layout 'x'"),
        (f'{{"deck": "{DECK}", "layout": true}}', "line 1: layout is 'True'"),
        (f'{{"deck": "{DECK}", "run": 1}}', "line 1: a run of 1 cards, but 0 have been played"),
        (f'{{"deck": "{DECK}", "score": "x"}}', "line 1: score is 'x': a whole number is needed"),
        ("[" * 100_000, "line 1: the JSON is nested too deeply"),
        (f'{{"code": {"9" * 5000}}}', "line 1: not JSON"),
        # numbers
        ("12345", "line 1: '12345' may be a deal number: write it as pysol:"),
        ("pysol:0", "line 1: 'pysol:0' is not a deal number of pysol: use 1 to 1000"),
        (f"pysol:{10**20 + 1}", f"line 1: 'pysol:{10**20 + 1}' is not a deal number of pysol"),
        (
            "ms:8589934592",
            "line 1: 'ms:8589934592' is not a deal number of microsoft: use 1 to 8589934",
        ),
        ("ms:-5", "line 1: 'ms:-5' is not a deal number"),
        ("ms:", "line 1: 'ms:' is not a deal number"),
        ("ms:٣", "line 1: 'ms:٣' is not a deal number"),
        ("pysol:" + "9" * 9999, "line 1: 'pysol:99999"),
    ],
)
def test_a_doubtful_deal_is_refused_with_its_line(text: str, fault: str) -> None:
    if not fault:
        assert len(read_deals(text)) == 1
        return
    first, *_ = (item for item in read_text(text) if isinstance(item, TripeaksError))
    assert str(first).removeprefix("standard input, ").startswith(fault)
    assert len(str(first)) < 600


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        (
            "tokens",
            f"tableau {TABLEAU}\nwaste AC\nstock {STOCK}",
            "line 1: cards in the common ord",
        ),
        ("tokens", WON, f"line 1: '{WON}' is not a deal in the format tokens"),
        ("tokens", "pysol:1", "line 1: 'pysol:1' is not a deal in the format tokens"),
        ("tokens", "{}", "line 1: this is JSON, not the format tokens"),
        ("lines", DECK, "line 1: a line of 52 cards: layout classic needs a line of 28 cards, a"),
        ("lines", "\n".join([*PICTURE, WASTE, STOCK]), "line 1: lines of 3, 6, 9, 10, 1 and 23"),
        (
            "picture",
            "\n".join(LINES),
            "line 1: lines of 28, 1 and 23 cards: layout classic needs ro",
        ),
        ("picture", "nonsense", "line 1: 'nonsense' is not a deal code"),
        ("json", DECK, "line 1: not JSON: a deal in the format json begins with {"),
        ("json", WON, f"line 1: '{WON}' is not a deal in the format json"),
        ("pysol", DECK, "line 1: 'TS 6S 7H"),
        ("pysol", "ms:5", "line 1: 'ms:5' is not a deal number of pysol: write it as pysol:12345"),
        (
            "microsoft",
            "pysol:5",
            "line 1: 'pysol:5' is not a deal number of microsoft: write it as ms",
        ),
        ("microsoft", "-5", "line 1: '-5' is not a deal number of microsoft: use 1 to 8589934591"),
    ],
)
def test_a_chosen_format_is_the_only_one(name: str, text: str, fault: str) -> None:
    assert fault_of(text, name=name).startswith(fault)


def test_the_format_tokens_reads_what_looks_like_lines() -> None:
    text = "\n".join([DECK[:50], DECK[51:101], DECK[102:-3], DECK[-2:]])
    assert "--format tokens" in fault_of(text)
    assert read_deals(text, name="tokens") == [DEAL]


def test_a_layout_decides_which_line_is_the_tableau() -> None:
    tower = numbered_layout(2)
    rows = [len(row) for row in tower.rows]
    cards = iter(TOKENS)
    drawn = "\n".join(" ".join(next(cards) for _ in range(n)) for n in [*rows, 1, 23])
    assert read_deals(drawn, tower) == [Deal(DEAL.cards, tower)]
    assert "layout classic needs" in fault_of(drawn)
    assert "layout tower bridge needs" in fault_of("\n".join([*PICTURE, WASTE, STOCK]), tower)
    chosen = fault_of(f'{{"deck": "{DECK}", "layout": 2}}', classic())
    assert chosen == "line 1: the layout is tower bridge: leave out --layout classic"
    own = json.dumps({"deck": DECK, "layout": "tiny"})
    assert "name its file with --layout" in fault_of(own)
    assert read_deals(own, TINY) == [Deal(DEAL.cards, TINY)]


def test_a_faulty_deal_leaves_the_others_as_they_are() -> None:
    short = " ".join(TOKENS[1:])
    text = f'{short}\n{short}\n{WON}\n{TABLEAU}\n\n{{"deck": "KH"\n{{"code": "{WON}"}}\n{DECK}\n'
    items = read_text(f'{text}[{{"code": "{WON}"}}, {{}}, {{"deck": "{DECK}"}}]')
    assert [item.line for item in items] == [1, 2, 3, 4, 6, 7, 8, 9, 9, 9]
    assert [isinstance(item, Entry) for item in items] == [False] * 2 + [
        *(True, False, False, True, True),
        *(True, False, True),
    ]


def test_arguments_may_be_whole_texts(tmp_path: Path) -> None:
    lines = "\n".join(LINES)
    assert tripeaks("deal", lines, "--json").json["deck"] == DECK
    assert tripeaks("deal", f'{{"deck": "{DECK}"}}', "--json").json["deck"] == DECK
    assert len(tripeaks("deal", f"{lines}\n{lines}", "--json").json) == 2
    assert tripeaks("deal", f"{WON}\nnonsense").fault.startswith("line 2: 'nonsense' is not a deal")


def test_an_endless_input_is_read_as_it_comes() -> None:
    consumed = 0

    lines = cycle([WON, DECK, f'{{"code": "{WON}"}}', "ms:1", "nonsense", *LINES, ""])

    class Endless(io.StringIO):
        def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]
            nonlocal consumed
            consumed += 1
            return f"{next(lines)}\n"

    with patch.object(sys, "stdin", Endless()):
        items = read_sources(["-"])
        seen = [consumed for _ in islice(items, 12)]
    assert seen == [1, 2, 3, 4, 5, 10, 10, 11, 12, 13, 14, 19]


def test_standard_input_beside_a_code_is_no_card() -> None:
    found = tripeaks("deal", WON, "-", "--nl", stdin=OTHER).objects
    assert [entry["code"] for entry in found] == [WON, OTHER]
    assert (
        tripeaks(
            "deal",
            *["0" if t == "--" else t for t in UNDER_WAY[0].split()],
            "KC",
            "0",
            "-",
            *TOKENS[31:],
        ).code
        == 0
    )


# Numbers.


def windows_deal(number: int) -> list[str]:
    """The cards of a Microsoft deal in dealing order, by the published algorithm."""
    cards = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    dealt, state = [], number
    while cards:
        state = (state * 214013 + 2531011) % 2**31
        n = (state >> 16) % len(cards)
        cards[n], cards[-1] = cards[-1], cards[n]
        dealt.append(cards.pop())
    return dealt


def pysol_deal(number: int) -> list[str]:
    """The cards of a PySol deal in dealing order: Python's generator, a shuffle from the end."""
    cards = [rank + suit for suit in "CSHD" for rank in "A23456789TJQK"]
    generator = random.Random(number)
    for n in range(51, 0, -1):
        j = int(generator.random() * (n + 1))
        cards[n], cards[j] = cards[j], cards[n]
    return cards[::-1]


def numbered(text: str, name: str | None = None) -> list[str]:
    (deal,) = read_deals(text, name=name)
    return str(deal).split()


@given(st.integers(1, 2**31 - 1))
def test_microsoft_numbers_are_dealt_in_the_common_order(number: int) -> None:
    assert numbered(f"ms:{number}") == windows_deal(number)
    assert numbered(f" MicroSoft : 0{number} ") == windows_deal(number)
    assert numbered(str(number), MICROSOFT) == windows_deal(number)


@given(st.integers(1, 40000) | st.integers(1, MOST[PYSOL]))
def test_pysol_numbers_are_dealt_from_the_end_of_the_talon(number: int) -> None:
    dealt = windows_deal(number) if number < 32000 else pysol_deal(number)
    assert numbered(f"pysol:{number}") == dealt
    assert numbered(str(number), PYSOL) == dealt


def test_the_bounds_of_numbers_are_those_of_the_package() -> None:
    from pysol_cards.random import LCRandom31, MTRandom

    assert {PYSOL: MTRandom.MAX_SEED, MICROSOFT: LCRandom31.MAX_SEED} == MOST
    for name, most in MOST.items():
        assert len(set(numbered(str(most), name))) == DECK_SIZE
    assert numbered("pysol:31999") == windows_deal(31999)
    assert numbered("pysol:32000") == pysol_deal(32000)
    assert numbered("pysol:ms32000") == windows_deal(32000)


def test_numbers_work_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("7").write_text(WON, encoding="utf-8")
    deck = " ".join(windows_deal(7))
    assert tripeaks("deal", "7", "8", "--format", "pysol", "--as", "tokens").lines[0] == deck
    assert tripeaks("deal", "ms:7", "--json").json["deck"] == deck
    assert tripeaks("deal", "7", "--nl").objects[0]["code"] == WON
    assert tripeaks("rate", "ms:7", "pysol:7", "--csv").lines[1].split(",")[1] == deck


def test_a_missing_package_is_told_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def missing(name: str, *rest: Any) -> Any:
        if name.startswith("pysol_cards"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", missing)
    assert fault_of("ms:7").endswith(f"need pysol_cards: {command_for('deals')}")


# Any text at all.

BITS = f"""
{DECK} 10♠ (KH) ▒▒▒ JK ?? -- 0 , # nonsense 42 waste stock: tableau ms:7 pysol:1 {{ }} [ {WON}
"""
bits = st.sampled_from(
    [*BITS.split(), "\t", "run 1", "score -5", "stock 23 cards", TABLEAU, STOCK, *PICTURE]
)


def named_values(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    names = ["deck", "code", "layout", "rows", "waste", "stock", "stock_size", "run", "score"]
    return st.dictionaries(st.sampled_from(names), inner, max_size=5)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just(DECK) | st.just(WON),
    lambda inner: st.lists(inner, max_size=5) | named_values(inner),
    max_leaves=12,
)
texts = (
    st.text()
    | st.lists(st.lists(bits, max_size=9).map(" ".join), max_size=12).map("\n".join)
    | values.map(json.dumps)
    | named_values(values).map(json.dumps)
    | st.lists(any_deals().map(str), max_size=2).map("\n".join)
)


@given(texts, st.sampled_from([None, *FORMATS]), st.none() | layouts)
def test_any_text_is_deals_and_faults(text: str, name: str | None, layout: Layout | None) -> None:
    items = read_text(text, layout, name)
    assert items
    lines = [item.line for item in items if item.line]
    assert lines == sorted(lines)
    assert all(1 <= line <= len(text.splitlines()) for line in lines)
    for item in items:
        assert isinstance(item, Entry | TripeaksError)
        if isinstance(item, Entry):
            assert item.deal.layout == (layout or item.deal.layout)
        else:
            assert "\n" not in str(item)


@given(
    st.lists(deals, min_size=1, max_size=3), st.integers(0, 51), st.randoms(use_true_random=False)
)
def test_a_card_too_few_is_never_completed(
    shown: Sequence[Deal], place: int, chance: random.Random
) -> None:
    for deal in shown:
        name = chance.choice(WRITTEN)
        text = write_deal(deal, name)
        card = card_text(deal.cards[place])
        cut = re.sub(rf'"{card}",? ?|\b{card}\b ?', "", text)
        assert all(isinstance(item, TripeaksError) for item in read_text(cut))


# The page.


def test_the_table_of_the_page_is_that_of_the_formats(root: Path) -> None:
    rows = [
        f"| `{name}` | {form.meaning} | {'yes' if form.write else 'no'} |"
        for name, form in FORMATS.items()
    ]
    assert rows == re.findall(r"^\| `\w+` \|.* \| (?:yes|no) \|$", read(root, PAGE), re.MULTILINE)


def test_each_format_has_a_section(root: Path) -> None:
    titles = re.findall(r"^## (.*)$", read(root, PAGE), re.MULTILINE)
    assert [name for title in titles for name in title.split(" and ")] == ["Cards", *FORMATS]


def test_the_commands_of_the_page_do_what_is_shown(root: Path) -> None:
    shown = list(transcript(read(root, PAGE)))
    assert len(shown) >= len(FORMATS)
    for command, output in shown:
        _, *arguments = command.split()
        assert tripeaks(*arguments).out.strip() == output.strip(), command
        assert read_deals(output)


def test_the_examples_of_the_page_are_that_deal(root: Path) -> None:
    found = [deal for text in blocks(read(root, PAGE), "text") for deal in read_deals(text)]
    plain, labelled, under_way, seen = found
    assert plain == labelled == DEAL
    assert seen == as_seen(DEAL)
    assert (under_way.score, under_way.run, len(under_way.stock)) == (496, 0, 21)
    assert [card for card in DEAL.tableau if card not in under_way.tableau] == [
        parse_card(text) for text in ("KC", "AS")
    ]


def test_the_cards_of_the_page_are_read(root: Path) -> None:
    rows = re.findall(r"^\| (`.*`) \| (.*) \|$", read(root, PAGE), re.MULTILINE)
    cards = {meaning: spelt.strip("`").split("` `") for spelt, meaning in rows}
    wanted = {"the ten": "TS", "a joker": "JK", "a card": "??", "no card": "--", "the same": "TS"}
    for begin, token in wanted.items():
        (spellings,) = (found for meaning, found in cards.items() if meaning.startswith(begin))
        for spelt in spellings:
            others = " ".join(other for other in TOKENS if other != "TS")
            held = read_text(f"{spelt} {others}")[0]
            expected = read_text(f"{token} {others}")[0]
            assert str(held) == str(expected) or held == expected


def test_the_help_names_every_format() -> None:
    text = " ".join(tripeaks("deal", "--help").out.split())
    for name, form in FORMATS.items():
        assert f"{name}: {form.meaning}" in text


def solved_of(found: dict[str, Any], *options: str) -> dict[str, Any]:
    told: dict[str, Any] = tripeaks("solve", "-", "--json", *options, stdin=json.dumps(found)).json
    return told


def test_json_of_solve_asks_the_same_again() -> None:
    """Rules, scoring and goal of an object hold, unless options say otherwise."""
    for options in (
        ["--rules", "classic-stuck"],
        ["--rules", "easy-empty", "--scoring", "microsoft"],
        ["--scoring", "three-peaks", "--pace", "2"],
        ["--goal", "clear:2Q"],
    ):
        first = tripeaks("solve", WON, "--json", *options).json
        again = solved_of(first)
        assert {**again, "seconds": 0} == {**first, "seconds": 0}
    classic = tripeaks("solve", DECK, "--json", "--rules", "classic").json
    assert solved_of(classic, "--rules", "easy")["rules"] == "easy"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"wate": "AC"}, "unknown field 'wate': a deal has code, deck"),
        ({"rules": "hard"}, "no rules 'hard'"),
        ({"rules": "classic"}, "has other rules than classic: leave one out"),
        ({"scoring": "golf"}, "no scoring 'golf'"),
        ({"pace": 3}, "pace is a number of seconds, for a scoring that counts time"),
        ({"stock_size": 22}, "stock has 23 cards, but stock_size is 22"),
        ({"stock_size": 22, "rows": None}, "differ: leave one out"),
        ({"waste": "KC", "rows": None}, "differ: leave one out"),
        ({"stock": None, "stock_size": 22}, "name different cards"),
    ],
)
def test_a_field_of_json_is_honoured_or_refused(change: dict[str, Any], said: str) -> None:
    found = {**tripeaks("deal", WON, "--json").json, **change}
    ran = tripeaks("solve", "-", stdin=json.dumps(found))
    assert ran.code == 2
    assert said in ran.fault


def test_rows_that_were_edited_are_not_passed_over() -> None:
    found = tripeaks("deal", WON, "--json").json
    found["rows"][3][0], found["rows"][3][1] = found["rows"][3][1], found["rows"][3][0]
    assert "name different cards" in tripeaks("solve", "-", stdin=json.dumps(found)).fault
    del found["deck"], found["code"]
    assert solved_of(found)["deck"] != DECK


def test_rows_of_a_rating_are_read_back() -> None:
    row = tripeaks("rate", WON, "--nl").out
    assert tripeaks("deal", "-", "--as", "tokens", stdin=row).out == f"{DECK}\n"


def test_codes_of_a_layout_of_ones_own_say_so(tmp_path: Path) -> None:
    own = tmp_path / "house.txt"
    own.write_text("name: my hut\n\n L R\nL L R\n", encoding="utf-8")
    code = tripeaks("find", "--easy-won", "--count", "1", "--layout", str(own)).out.strip()
    assert code.endswith("/LOWN")
    assert "of a layout of your own: add --layout FILE" in tripeaks("deal", "-", stdin=code).fault
    assert "my hut" in tripeaks("deal", "-", "--json", "--layout", str(own), stdin=code).out


def test_no_layout_of_ones_own_has_the_name_of_another(tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text("name: classic\n\n L R\nL L R\n", encoding="utf-8")
    ran = tripeaks("deal", WON, "--layout", str(own))
    assert "the name 'classic' is that of layout 1: use another" in ran.fault
    own.write_text(f"name: classic\n\n{classic().picture}\n", encoding="utf-8")
    assert tripeaks("deal", WON, "--layout", str(own)).out == tripeaks("deal", WON).out


def test_the_stock_of_a_game_under_way_may_lack_what_was_drawn() -> None:
    """Where the text says that the game is under way; otherwise the deck is short."""
    drawn = "stock 4C 2C 8S JD 2S 8C QH 7D 5D TD 4D 4H QC 9D JH 5H QS 8D JS 9H QD"
    lines = ["tableau " + " ".join(DECK.split()[:28]), "waste 2H", drawn]
    assert "50 cards where 52 are needed" in tripeaks("deal", "\n".join(lines)).fault
    found = tripeaks("deal", "\n".join(["run 0, score 498", *lines]), "--json").json
    assert (found["stock_size"], found["score"], found["waste"]) == (21, 498, "2H")
    del found["deck"]
    again = tripeaks("deal", "-", "--json", stdin=json.dumps(found)).json
    assert again["stock"] == found["stock"]
    told_wrong = json.dumps({**found, "stock_size": 23})
    assert "stock_size is 23" in tripeaks("deal", "-", stdin=told_wrong).fault


RANKS_OF_DECK = [card[0] for card in DECK.split()]


@pytest.mark.parametrize(
    "text",
    [
        " ".join(RANKS_OF_DECK),
        " ".join(RANKS_OF_DECK).replace("T", "10").lower(),
        "".join(RANKS_OF_DECK),
        "\n".join("".join(RANKS_OF_DECK[a:b]) for a, b in ((0, 3), (3, 9), (9, 18), (18, 52))),
        "tableau "
        + "".join(RANKS_OF_DECK[:28])
        + "\nwaste A\nstock "
        + "".join(RANKS_OF_DECK[29:]),
    ],
)
def test_decks_of_ranks_alone_are_read(text: str) -> None:
    found = tripeaks("deal", "-", "--json", stdin=text).json["deck"].split()
    assert [card[0] for card in found] == RANKS_OF_DECK
    assert sorted(found) == sorted(DECK.split())


def test_a_rank_comes_four_times() -> None:
    ranks = ["A", *RANKS_OF_DECK[1:]]
    assert "rank A appears more than four times" in tripeaks("deal", " ".join(ranks)).fault


def test_a_deck_with_some_suits_left_out_is_no_deck() -> None:
    assert "'T' (row 1, card 1) is not a card" in tripeaks("deal", DECK.replace("TS", "T")).fault


@pytest.mark.parametrize("labels", [("", ""), ("waste ", "stock ")])
def test_rows_from_the_bottom_up_are_not_taken_for_another_deal(labels: tuple[str, str]) -> None:
    cards = DECK.split()
    rows = [cards[18:28], cards[9:18], cards[3:9], cards[:3]]
    lines = [*map(" ".join, rows), labels[0] + cards[28], labels[1] + " ".join(cards[29:])]
    assert (
        "upside down: 10, 9, 6 and 3 cards" in tripeaks("deal", "-", stdin="\n".join(lines)).fault
    )
    joined = [*map(" ".join, rows), " ".join(cards[28:])]
    assert "upside down" in tripeaks("deal", "-", stdin="\n".join(joined)).fault
    as_told = tripeaks("deal", "-", "--format", "tokens", "--json", stdin="\n".join(joined)).json
    assert as_told["rows"][0] == cards[18:21]


def test_rows_of_csv_are_read_back() -> None:
    for named in ([WON, LOST], [DECK, WON]):
        rows = tripeaks("rate", *named, "--csv").out
        again = tripeaks("rate", "-", "--csv", stdin=rows)
        assert (again.out, again.code) == (rows, 0)
    broken = f"code,easy_winnable\n{WON},true\nTP1-E-AAA,true\n"
    assert (
        "standard input, line 3: 'TP1-E-AAA' ends in 3 letters"
        in tripeaks("deal", "-", stdin=broken).fault
    )


def test_rate_does_not_pass_over_what_a_deal_says_of_the_game() -> None:
    stuck = tripeaks("solve", WON, "--rules", "classic-stuck", "--nl").out
    ran = tripeaks("rate", "-", stdin=stuck)
    assert (ran.code, ran.out) == (2, "")
    assert "the deal names the rules classic-stuck: add --rules classic-stuck" in ran.fault
    rated = tripeaks("rate", "-", "--rules", "classic-stuck", "--csv", stdin=stuck)
    assert "classic_stuck_winnable" in rated.out
    assert tripeaks("rate", "-", "--rules", "easy", "--csv", stdin=stuck).code == 0
    scored = tripeaks("solve", WON, "--scoring", "original", "--nl").out
    assert "add --scoring original" in tripeaks("rate", "-", stdin=scored).fault
    goal = tripeaks("solve", WON, "--goal", "win", "--nl").out
    assert "tripeaks solve answers it" in tripeaks("rate", "-", stdin=goal).fault


@pytest.mark.parametrize("label", ["Pile:", "stock", "Deck pile ="])
def test_without_a_waste_the_first_card_of_the_stock_opens_it(label: str) -> None:
    cards = DECK.split()
    text = f"{' '.join(cards[:28])}\n{label} {' '.join(cards[28:])}"
    assert tripeaks("deal", "-", "--as", "tokens", stdin=text).out == f"{DECK}\n"
    short = f"{' '.join(cards[:28])}\n{label} {' '.join(cards[29:])}"
    assert "write waste:" in tripeaks("deal", "-", stdin=short).fault


def test_a_pile_of_one_card_is_the_waste() -> None:
    cards = DECK.split()
    text = f"{' '.join(cards[:28])}\nPile: {cards[28]}\nStock: {' '.join(cards[29:])}"
    assert tripeaks("deal", "-", "--as", "tokens", stdin=text).out == f"{DECK}\n"
