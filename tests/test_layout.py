"""The classic layout, and reading layouts from pictures."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import ROW_BEGINS, covers_by_formula

from tripeaks_solver.errors import LayoutError
from tripeaks_solver.layout import Layout, Place, parse_layout
from tripeaks_solver.layouts import classic

PICTURE = Path(__file__).parents[1] / "data" / "layouts" / "01-classic.txt"
PLACES = range(28)
TINY = parse_layout("name: tiny\n\n L R\nL L R\n")


def _places(mask: int) -> tuple[int, ...]:
    return tuple(place for place in range(mask.bit_length()) if mask >> place & 1)


def test_28_cards_lie_in_rows_of_3_6_9_and_10() -> None:
    assert len(classic()) == 28
    assert [len(row) for row in classic().rows] == [3, 6, 9, 10]
    assert [place for row in classic().rows for place in row] == list(PLACES)
    assert tuple(row[0] for row in classic().rows) == ROW_BEGINS


def test_the_waste_gets_one_card_and_the_stock_23() -> None:
    assert classic().stock_size == 23
    assert TINY.stock_size == 52 - 5 - 1


@pytest.mark.parametrize("place", PLACES)
def test_covers_are_those_of_the_formulas(place: int) -> None:
    assert _places(classic().covered_by[place]) == covers_by_formula(place)


def test_covers_are_the_overlaps_in_the_picture() -> None:
    picture = PICTURE.read_text(encoding="utf-8").partition("\n\n")[2].splitlines()
    seen = [(y, x) for y, line in enumerate(picture) for x, sign in enumerate(line) if sign != " "]
    for place, (y, x) in enumerate(seen):
        width = {x, x + 1}
        over = [p for p, (v, u) in enumerate(seen) if v == y + 1 and width & {u, u + 1}]
        assert list(_places(classic().covered_by[place])) == over


def test_each_card_above_the_bottom_row_is_covered_by_two_of_the_next() -> None:
    rows = classic().rows
    for row, below in pairwise(rows):
        assert all(len(_places(classic().covered_by[place])) == 2 for place in row)
        assert {over for place in row for over in _places(classic().covered_by[place])} == {*below}
    assert all(classic().covered_by[place] == 0 for place in rows[-1])


def test_the_peaks_have_9_9_and_10_cards_and_split_the_bottom_row_3_3_4() -> None:
    peaks = [_places(peak) for peak in classic().peaks]
    assert [len(peak) for peak in peaks] == [9, 9, 10]
    assert [[p for p in peak if p >= 18] for peak in peaks] == [
        [18, 19, 20], [21, 22, 23], [24, 25, 26, 27],
    ]  # fmt: skip
    assert sorted(place for peak in peaks for place in peak) == list(PLACES)


def test_each_peak_has_its_own_top_and_upper_rows() -> None:
    assert [_places(peak)[:6] for peak in classic().peaks] == [
        (0, 3, 4, 9, 10, 11), (1, 5, 6, 12, 13, 14), (2, 7, 8, 15, 16, 17),
    ]  # fmt: skip


@given(st.integers(0, classic().full))
def test_a_place_is_free_when_it_holds_its_card_and_no_cover_does(tableau: int) -> None:
    held = _places(tableau)
    free = [p for p in held if not {*covers_by_formula(p)} & {*held}]
    assert list(classic().free(tableau)) == free
    assert [p for p in PLACES if classic().is_free(p, tableau)] == free


@given(st.integers(0, classic().full))
def test_a_peak_counts_as_emptied_when_none_of_its_cards_is_left(tableau: int) -> None:
    emptied = sum(not {*_places(peak)} & {*_places(tableau)} for peak in classic().peaks)
    assert classic().peaks_emptied(tableau) == emptied


def test_emptied_peaks_are_counted() -> None:
    left, middle, right = classic().peaks
    assert [classic().peaks_emptied(t) for t in (classic().full, middle | right, left, 0)] == [
        0, 1, 2, 3,
    ]  # fmt: skip
    assert classic().peaks_emptied(left & -left | middle | right) == 0


def test_places_are_named_by_row_and_card() -> None:
    names = [classic().place_name(place) for place in PLACES]
    assert names[0] == "row 1, card 1"
    assert names[8] == "row 2, card 6"
    assert names[27] == "row 4, card 10"
    assert len(set(names)) == 28


@pytest.mark.parametrize("place", [-1, 28])
def test_a_place_outside_the_layout_has_no_name(place: int) -> None:
    with pytest.raises(LayoutError, match=str(place)):
        classic().place_name(place)


def test_a_layout_is_read_from_its_picture() -> None:
    assert TINY.name == "tiny"
    assert TINY.places == (
        Place(0, 1, "L"), Place(0, 3, "R"), Place(1, 0, "L"), Place(1, 2, "L"), Place(1, 4, "R"),
    )  # fmt: skip
    assert TINY.full == 0b11111
    assert TINY.covered_by == (0b01100, 0b11000, 0, 0, 0)
    assert TINY.peaks == (0b01101, 0b10010)


def test_peaks_are_ordered_from_left_to_right_even_when_the_right_one_is_higher() -> None:
    layout = parse_layout("name: steps\n\n    A\nB  A A\n")
    assert layout.peaks == (0b0010, 0b1101)


def test_only_the_next_line_covers_and_only_where_cards_overlap() -> None:
    layout = parse_layout("name: apart\n\nA A\n\nA  A\nA A\n")
    assert layout.covered_by == (0, 0, 0b10000, 0b100000, 0, 0)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "begins with 'name: …'"),
        ("name:\n\nL\n", 1, "begins with 'name: …'"),
        ("L L\n", 1, "begins with 'name: …'"),
        ("name: x\n\nL L\nL 7\n", 4, "column 3: '7'"),
        ("name: x\n\n L\nL.L\n", 4, "column 2: '.'"),
        ("name: x\n\nLL\n", 3, "column 2: the card overlaps its left neighbour"),
        ("name: x\n\n", None, "0 cards in the picture"),
        ("name: x\n\n" + ("L " * 17 + "\n") * 3, None, "51 cards in the picture"),
    ],
)
def test_a_bad_picture_is_refused_with_line_and_column(
    text: str, line: int | None, words: str
) -> None:
    with pytest.raises(LayoutError) as refused:
        parse_layout(text)
    assert refused.value.line == line
    assert words in refused.value.message


def test_a_layout_may_have_32_cards_and_no_more() -> None:
    assert len(parse_layout("name: wide\n\n" + ("L " * 16 + "\n") * 2)) == 32
    with pytest.raises(LayoutError, match="33 cards in the picture: 1 to 32 are possible"):
        parse_layout("name: wide\n\n" + ("L " * 11 + "\n") * 3)


_LINES = st.lists(st.lists(st.sampled_from(["", " "]), max_size=4), min_size=1, max_size=6)


@given(_LINES)
def test_covers_of_any_picture_are_the_overlaps_with_the_next_line(gaps: list[list[str]]) -> None:
    lines = ["X" + "".join(f"{gap} X" for gap in line) for line in gaps]
    layout = parse_layout("name: any\n\n" + "\n".join(lines))
    assert len(layout) == "".join(lines).count("X")
    for place, (row, column, _) in enumerate(layout.places):
        above = lines[row + 1] if row + 1 < len(lines) else ""
        near = [c for c in range(max(column - 1, 0), column + 2) if above[c : c + 1] == "X"]
        over = [layout.places[p] for p in _places(layout.covered_by[place])]
        assert [(p.row, p.column) for p in over] == [(row + 1, c) for c in near]


@given(st.text() | st.text("name: \nLMR", max_size=40).map(lambda picture: f"name: x\n\n{picture}"))
def test_any_text_is_a_layout_or_a_layout_error(text: str) -> None:
    try:
        layout = parse_layout(text)
    except LayoutError:
        return
    assert isinstance(layout, Layout)
    assert 1 <= len(layout) <= 32
    assert parse_layout(f"name: {layout.name}\n{layout.picture}") == layout
    assert sum(layout.peaks) == layout.full
