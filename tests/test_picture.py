"""Pictures of deals and layouts: what they show, what they hide, and how they are written."""

from __future__ import annotations

import html
import io
import re
from collections import Counter
from errno import ENOSPC
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.image import imread

from tripeaks_solver.cards import (
    DECK_SIZE,
    GONE,
    JOKER,
    RANKS,
    SUITS,
    UNKNOWN,
    Card,
    card_sign,
    card_text,
)
from tripeaks_solver.cli import run
from tripeaks_solver.codes import parse_code
from tripeaks_solver.deal import Deal
from tripeaks_solver.installed import command_for
from tripeaks_solver.layout import Layout, Place
from tripeaks_solver.layouts import classic, numbered_layout, shipped_layouts
from tripeaks_solver.render.picture import (
    COLOURS,
    THEMES,
    TINTS,
    Theme,
    deal_picture,
    layout_picture,
    layouts_grid,
    png_of,
)

SVG = "{http://www.w3.org/2000/svg}"
CODE = "TP1-E-AAAAAAB"
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
RANK_WORDS = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"]
SUIT_WORDS = ["clubs", "diamonds", "hearts", "spades"]

layouts = st.sampled_from(list(shipped_layouts().values()))
deals = st.builds(
    lambda order, layout: Deal(tuple(order), layout), st.permutations(range(DECK_SIZE)), layouts
)


def words(card: Card) -> str:
    return f"{RANK_WORDS[card % 13]} of {SUIT_WORDS[card // 13]}"


def tree(picture: str) -> ElementTree.Element:
    assert picture.isascii()
    return ElementTree.fromstring(picture)


def text_of(picture: str, element: str) -> str:
    return tree(picture).findtext(f"{SVG}{element}") or ""


def drawn(picture: str) -> dict[str, ElementTree.Element]:
    """The cards of a picture by their names, in the order in which they are drawn."""
    named = [group for group in tree(picture).findall(f"{SVG}g") if group.get("id")]
    assert max(Counter(group.get("id") for group in named).values()) == 1
    return {group.get("id", ""): group for group in named}


def spot(element: ElementTree.Element) -> tuple[float, float]:
    found = re.fullmatch(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    assert found
    return float(found[1]), float(found[2])


def shapes(element: ElementTree.Element) -> list[str]:
    return [use.get("href", "") for use in element.iter(f"{SVG}use")]


def printed(card: Card, paper: str) -> list[str]:
    return [f"#{paper}", f"#glyph-{RANKS[card % 13]}", f"#sign-{SUITS[card // 13]}"]


def free_places(deal: Deal) -> list[int]:
    return list(deal.layout.free(deal.layout.full))


def hidden_indexes(deal: Deal) -> list[int]:
    covered = set(range(len(deal.layout))) - set(free_places(deal))
    return [*sorted(covered), *range(len(deal.layout) + 1, DECK_SIZE)]


def changed(cards: dict[int, Card]) -> Deal:
    """The deal of `CODE` with other cards, or marks, in these positions."""
    order = parse_code(CODE).deal().cards
    return Deal(tuple(cards.get(index, card) for index, card in enumerate(order)))


@given(deals, st.booleans())
def test_every_place_is_drawn_once_where_it_lies(deal: Deal, hidden: bool) -> None:
    picture = deal_picture(deal, hidden=hidden)
    found = drawn(picture)
    names = [f"place-{number}" for number in range(len(deal.layout))]
    assert list(found)[: len(names)] == names
    left, top = spot(found["place-0"])
    first = deal.layout.places[0]
    for name, place in zip(names, deal.layout.places, strict=True):
        x, y = spot(found[name])
        assert (x - left, y - top) == (33 * (place.column - first.column), 45 * place.row)
    width, height = (float(tree(picture).get(name, "")) for name in ("width", "height"))
    for group in found.values():
        x, y = spot(group)
        small = (group.get("id") or "").startswith("stock-")
        assert 24 <= x <= width - (28 if small else 60) - 24
        assert 24 <= y <= height - (39 if small else 84) - 24


@given(deals, st.booleans())
def test_no_card_lies_on_another_but_those_of_the_tableau(deal: Deal, hidden: bool) -> None:
    found = drawn(deal_picture(deal, hidden=hidden))
    boxes = []
    for name, group in found.items():
        size = (28, 39) if name.startswith("stock-") else (60, 84)
        boxes.append((*spot(group), *size))
    piles = boxes[len(deal.layout) :]
    for number, (x, y, wide, high) in enumerate(piles):
        for other_x, other_y, other_wide, other_high in boxes[: len(deal.layout) + number]:
            beside = x >= other_x + other_wide or other_x >= x + wide
            assert beside or y >= other_y + other_high or other_y >= y + high


@given(deals)
def test_the_open_view_tells_every_card(deal: Deal) -> None:
    picture = deal_picture(deal)
    found = drawn(picture)
    free = free_places(deal)
    for number, card in enumerate(deal.tableau):
        paper = "face" if number in free else "told"
        assert shapes(found[f"place-{number}"]) == printed(card, paper)
    assert shapes(found["waste"]) == printed(deal.waste, "face")
    for number, card in enumerate(deal.stock):
        assert shapes(found[f"stock-{number}"]) == printed(card, "small")
    assert list(found)[len(deal.layout) :] == [
        "stock", "waste", *(f"stock-{number}" for number in range(len(deal.stock)))
    ]  # fmt: skip
    described = text_of(picture, "desc")
    assert all(described.count(words(card)) == 1 for card in deal.cards)
    assert described.endswith(", ".join(map(words, deal.stock)) + ".")


@given(deals)
def test_the_hidden_view_shows_what_a_player_sees(deal: Deal) -> None:
    picture = deal_picture(deal, hidden=True)
    found, free, described = drawn(picture), free_places(deal), text_of(picture, "desc")
    for number, card in enumerate(deal.tableau):
        expected = printed(card, "face") if number in free else ["#back"]
        assert shapes(found[f"place-{number}"]) == expected
        assert (words(card) in described) == (number in free)
    assert shapes(found["waste"]) == printed(deal.waste, "face")
    assert words(deal.waste) in described
    count = [f"#glyph-{digit}" for digit in str(len(deal.stock))]
    assert shapes(found["stock"]) == ["#counted", *count]
    assert list(found)[len(deal.layout) :] == ["stock", "waste"]


@given(deals)
def test_the_hidden_view_names_no_hidden_card_anywhere(deal: Deal) -> None:
    picture = deal_picture(deal, hidden=True, name="a deal")
    text = html.unescape(re.sub(' d="[^"]*"', "", picture))
    for card in (deal.cards[index] for index in hidden_indexes(deal)):
        assert words(card) not in text
        assert card_sign(card) not in text
        assert not re.search(rf"\b{card_text(card)}\b", text)
    assert words(deal.waste) in text
    assert text.count("#sign-") == len(free_places(deal)) + 1


@given(deals, st.randoms(use_true_random=False))
def test_the_hidden_view_is_the_same_however_the_hidden_cards_lie(
    deal: Deal, chance: Random
) -> None:
    order = list(deal.cards)
    hidden = hidden_indexes(deal)
    mixed = chance.sample(hidden, len(hidden))
    for index, other in zip(hidden, mixed, strict=True):
        order[index] = deal.cards[other]
    twin = Deal(tuple(order), deal.layout)
    assert deal_picture(twin, hidden=True) == deal_picture(deal, hidden=True)


def test_jokers_unknown_cards_and_gaps_have_pictures_of_their_own() -> None:
    order = list(
        changed({4: UNKNOWN, 26: UNKNOWN, 27: GONE, 18: GONE, 19: GONE, 31: UNKNOWN}).cards
    )
    order[20] = order[3] = order[30] = JOKER
    order += [UNKNOWN, UNKNOWN, UNKNOWN]
    deal = Deal(tuple(order))
    found = drawn(deal_picture(deal))
    assert shapes(found["place-20"]) == ["#face", "#sign-joker"]
    assert shapes(found["place-3"]) == ["#told", "#sign-joker"]
    assert shapes(found["stock-1"]) == ["#small", "#sign-joker"]
    assert shapes(found["place-4"]) == shapes(found["place-26"]) == ["#unknown"]
    assert shapes(found["stock-2"]) == ["#small-unknown"]
    assert not {"place-18", "place-19", "place-27"} & set(found)
    assert shapes(found["place-9"]) == printed(deal.tableau[9], "face"), "uncovered by the gaps"
    described = text_of(deal_picture(deal), "desc")
    assert described.startswith("Row 1: 10 of spades face down,")
    assert "Row 4: empty, empty, joker, " in described
    assert ", unknown card, empty. Waste: " in described
    hidden = drawn(deal_picture(deal, hidden=True))
    assert shapes(hidden["place-3"]) == shapes(hidden["place-4"]) == ["#back"]
    assert shapes(hidden["place-26"]) == ["#unknown"]


def test_an_empty_waste_and_an_empty_stock_are_outlines() -> None:
    order = parse_code(CODE).deal().cards
    empty_waste = Deal((*order[:28], GONE, *order[28:]))
    assert shapes(drawn(deal_picture(empty_waste))["waste"]) == ["#gone"]
    drawn_out = changed(dict.fromkeys(range(29, DECK_SIZE), GONE))
    for hidden in (False, True):
        picture = deal_picture(drawn_out, hidden=hidden)
        assert shapes(drawn(picture)["stock"]) == ["#gone"]
        assert list(drawn(picture))[-2:] == ["stock", "waste"]
    assert text_of(deal_picture(drawn_out), "desc").endswith("Stock, next drawn first: empty.")


def test_what_is_used_is_defined_once() -> None:
    for picture in (deal_picture(parse_code(CODE).deal()), layouts_grid([classic()])):
        root = tree(picture)
        identities = [element.get("id") for element in root.iter() if element.get("id")]
        assert max(Counter(identities).values()) == 1
        assert {shape.removeprefix("#") for shape in shapes(root)} <= set(identities)
        assert root.get("role") == "img"
        for attribute, element in (("aria-labelledby", "title"), ("aria-describedby", "desc")):
            labels = [e for e in root.iter() if e.get("id") == root.get(attribute)]
            assert [label.tag for label in labels] == [SVG + element]


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("column", [0, 1])
def test_print_stands_out_in_both_themes(column: int) -> None:
    colour = {name: pair[column] for name, pair in COLOURS.items()}
    for name in (*SUITS, "joker", "ink"):
        assert contrast(colour[name], colour["face"]) >= 4.5, name
    assert contrast(colour["ink"], colour["table"]) >= 4.5
    assert len({colour[suit] for suit in SUITS}) == len(SUITS)
    for tint in TINTS:
        assert contrast(tint[column], colour["table"]) >= 1.5


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_has_its_colours(theme: Theme) -> None:
    picture = deal_picture(parse_code(CODE).deal(), theme=theme)
    light, dark = (f".table{{fill:{colour}}}" for colour in COLOURS["table"])
    assert (light in picture) == (theme != "dark")
    assert (dark in picture) == (theme != "light")
    assert ("@media (prefers-color-scheme:dark)" in picture) == (theme == "auto")
    if theme == "auto":
        assert picture.index(light) < picture.index("@media") < picture.index(dark)


@given(st.text(min_size=1, max_size=40))
def test_names_are_text_whatever_they_hold(name: str) -> None:
    layout = Layout(name, (Place(0, 0, "A"),))
    shown = "".join(c if c.isprintable() else "\ufffd" for c in name)
    assert text_of(layout_picture(layout), "title") == f"TriPeaks layout {shown}"
    assert text_of(layouts_grid([layout, layout]), "desc") == f"{shown}, 1 card; {shown}, 1 card."
    deal = Deal(tuple(range(DECK_SIZE)), layout)
    assert text_of(deal_picture(deal), "title") == f"TriPeaks deal on the layout {shown}"
    assert text_of(deal_picture(deal, name=name), "title") == f"TriPeaks deal {shown}"


def test_marks_of_markup_are_escaped() -> None:
    layout = Layout('<b> & "c"', (Place(0, 0, "A"),))
    assert '&lt;b&gt; &amp; "c"' in layout_picture(layout)
    assert text_of(layout_picture(layout), "text") == '<b> & "c"'


def tinted(element: ElementTree.Element) -> list[tuple[str, float, float]]:
    return [
        (use.get("class", ""), float(use.get("x", "")), float(use.get("y", "")))
        for use in element.iter(f"{SVG}use")
    ]


def test_the_grid_has_every_layout() -> None:
    shown = list(shipped_layouts().values())
    cells = tree(layouts_grid(shown)).findall(f"{SVG}svg")
    assert len(cells) == len(shown)
    for layout, cell in zip(shown, cells, strict=True):
        assert cell.findtext(f"{SVG}text") == f"{layout.number} {layout.name}"
        assert [(x, y) for _, x, y in tinted(cell)] == [
            (33 * place.column, 45 * place.row) for place in layout.places
        ]
        tints = [tint for tint, _, _ in tinted(cell)]
        assert len(set(tints)) == len(layout.peaks)
        assert len(set(zip(tints, (p.peak for p in layout.places), strict=True))) == len(set(tints))
    corners = {(cell.get("x"), cell.get("y")) for cell in cells}
    columns, rows = ({corner[axis] for corner in corners} for axis in (0, 1))
    assert len(corners) == len(shown) <= len(columns) * len(rows) < len(shown) + len(columns)


@pytest.mark.parametrize("count", [0, 1, 2, 9, 10, 19])
def test_a_grid_holds_any_number(count: int) -> None:
    root = tree(layouts_grid([classic()] * count))
    width, height = (float(root.get(name, "")) for name in ("width", "height"))
    for cell in root.findall(f"{SVG}svg"):
        assert 0 < float(cell.get("x", "")) <= width - float(cell.get("width", ""))
        assert 0 < float(cell.get("y", "")) <= height - float(cell.get("height", ""))
    assert len(root.findall(f"{SVG}svg")) == count
    assert text_of(layouts_grid([classic()] * count), "title") == f"{count} TriPeaks layouts"


def test_the_classic_layout_has_a_colour_a_peak() -> None:
    root = tree(layout_picture(classic()))
    letters = "LMR"
    assert tinted(root) == [
        (f"tint{letters.index(place.peak)}", 33 * place.column, 45 * place.row)
        for place in classic().places
    ]
    assert root.findtext(f"{SVG}desc") == "28 cards in 3 peaks, row by row 3, 6, 9, 10."


rendered = cache(png_of)


def pixels(png: bytes) -> dict[tuple[int, int], str]:
    """The colours of a PNG picture at every tenth pixel of the SVG picture, by column and row."""
    image = imread(io.BytesIO(png))
    return {
        (x // 2, y // 2): "#" + "".join(f"{round(255 * part):02x}" for part in image[y, x, :3])
        for y in range(0, image.shape[0], 20)
        for x in range(0, image.shape[1], 20)
    }


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_png_picture_shows_the_same_twice_as_large(theme: Theme) -> None:
    deal = parse_code(CODE).deal()
    picture = deal_picture(deal, theme=theme)
    png = rendered(picture)
    assert png.startswith(PNG_SIGNATURE)
    width, height = (int(tree(picture).get(name, "")) for name in ("width", "height"))
    assert imread(io.BytesIO(png)).shape == (2 * height, 2 * width, 4)
    colours, colour = pixels(png), {name: pair[theme == "dark"] for name, pair in COLOURS.items()}
    assert {(x, y) for x, y in colours} == {
        (x, y) for x in range(0, width, 10) for y in range(0, height, 10)
    }
    assert colours[10, 10] == colours[240, 60] == colour["table"]
    assert colours[70, 180] == colours[200, 180] == colour["face"]
    assert colours[60, 230] == colour["S"], "the three of spades in the bottom row"
    assert colours[330, 220] == colour["D"], "the two of diamonds"
    assert Counter(colours.values())[colour["face"]] > 100


def test_png_pictures_of_theme_auto_are_light() -> None:
    deal = parse_code(CODE).deal()
    assert png_of(deal_picture(deal)) == rendered(deal_picture(deal, theme="light"))


def test_cards_need_no_font() -> None:
    from resvg_py import svg_to_bytes

    picture = deal_picture(parse_code(CODE).deal(), theme="light")
    (caption,) = re.findall("<text.*?</text>", picture)
    assert ">stock, next drawn first, row by row<" in caption
    cards = picture.replace(caption, "")
    assert svg_to_bytes(svg_string=cards, zoom=2, skip_system_fonts=True) == rendered(cards)
    assert "<text" not in deal_picture(parse_code(CODE).deal(), hidden=True)


def picture_of_code(**options: Any) -> str:
    return deal_picture(parse_code(CODE).deal(), name=CODE, **options)


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty directory, in which the test runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_command_writes_svg_files(empty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["deal", CODE, "--svg", "open.svg"]) == 0
    assert run(["deal", "--svg", "hidden.svg", "--hidden", "--theme", "dark", CODE]) == 0
    assert capsys.readouterr() == ("", "")
    assert (empty / "open.svg").read_text(encoding="ascii") == picture_of_code()
    hidden = picture_of_code(hidden=True, theme="dark")
    assert (empty / "hidden.svg").read_text(encoding="ascii") == hidden
    assert len(list(empty.iterdir())) == 2


@pytest.mark.parametrize("arguments", [[CODE, "--svg"], ["--svg", "-", CODE]])
def test_the_command_writes_svg_to_stdout(
    arguments: list[str], empty: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["deal", *arguments]) == 0
    assert capsys.readouterr() == (picture_of_code(), "")
    assert not list(empty.iterdir())


def test_a_deck_of_cards_has_no_name(empty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deal = parse_code(CODE).deal()
    assert run(["deal", str(deal), "--svg"]) == 0
    assert capsys.readouterr().out == deal_picture(deal)


def test_the_command_writes_png(empty: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["deal", CODE, "--png", "deal.png"]) == 0
    light = png_of(picture_of_code(theme="light"))
    assert (empty / "deal.png").read_bytes() == light
    assert capfdbinary.readouterr() == (b"", b"")
    assert run(["deal", CODE, "--hidden", "--theme", "dark", "--png"]) == 0
    dark = png_of(picture_of_code(hidden=True, theme="dark"))
    assert capfdbinary.readouterr() == (dark, b"")


@pytest.mark.parametrize(
    "arguments",
    [["7", "--svg"], ["--svg", "-", "7"], ["--svg", "out.svg", "7"], ["7", "--svg", "out.svg"]],
)
def test_one_layout_is_drawn_by_itself(
    arguments: list[str], empty: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["layouts", *arguments]) == 0
    said = capsys.readouterr().out
    if "out.svg" in arguments:
        assert said == ""
        said = (empty / "out.svg").read_text(encoding="ascii")
    assert said == layout_picture(numbered_layout(7))


def test_many_layouts_are_drawn_as_a_grid(empty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (empty / "house.txt").write_text("name: <house>\n\n L\nL L\n", encoding="utf-8")
    assert run(["layouts", "7", "house.txt", "--theme", "light", "--svg"]) == 0
    said = capsys.readouterr().out
    assert text_of(said, "title") == "2 TriPeaks layouts"
    captions = [element.text for element in tree(said).iter(f"{SVG}text")]
    assert captions == [
        "7 four peaks",
        "29 \N{MIDDLE DOT} 99%/83%",
        "<house>",
        "3",
        "cards \N{MIDDLE DOT} winnable in easy/classic",
    ]
    assert "7 four peaks, 29 cards, 99% winnable in easy, 83% winnable in classic" in text_of(
        said, "desc"
    )
    assert "@media" not in said


BAD_USAGE = [
    (f"deal {CODE} --svg out.svg --png out.png", "exclude each other"),
    (f"deal {CODE} --svg out.svg --json", "exclude each other"),
    (f"deal {CODE} --png --nl", "exclude each other"),
    (f"deal {CODE} {CODE} --svg out.svg", "a picture shows one deal"),
    ("deal two.txt --png", "a picture shows one deal"),
    (f"deal {CODE} --theme dark", "--theme is for pictures"),
    (f"deal {CODE} --svg --theme blue", "'blue' is not one of 'auto', 'light', 'dark'"),
    (f"deal --svg {CODE}", "name a deal"),
    ("deal TP1-E-AAAAAA --svg out.svg", "ends in 6 letters"),
    (f"deal {CODE} --svg .", "is a directory"),
    ("layouts --svg out.svg --nl", "exclude each other"),
    ("layouts 7 --theme dark", "--theme is for pictures"),
    ("layouts --svg 7", "write tripeaks layouts 7 --svg"),
]


@pytest.mark.parametrize(("arguments", "reason"), BAD_USAGE)
def test_bad_usage_is_one_line_and_leaves_no_file(
    arguments: str, reason: str, empty: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (empty / "two.txt").write_text(f"{CODE}\n{CODE}\n", encoding="utf-8")
    assert run(arguments.split()) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert reason in said.err
    assert said.err.count("\n") == 1
    assert [path.name for path in empty.iterdir()] == ["two.txt"]


def test_what_was_there_stays_when_writing_fails(
    empty: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(path: Path, content: bytes) -> int:
        with path.open("wb") as file:
            file.write(content[:100])
        raise OSError(ENOSPC, "No space left on device")

    (empty / "deal.svg").write_text("before", encoding="ascii")
    monkeypatch.setattr(Path, "write_bytes", full)
    assert run(["deal", CODE, "--svg", "deal.svg", "--force"]) == 1
    assert capsys.readouterr().err == "tripeaks: cannot write deal.svg: No space left on device\n"
    assert [path.read_text(encoding="ascii") for path in empty.iterdir()] == ["before"]


def test_a_missing_extra_is_told(
    empty: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tripeaks_solver.cli.extras.find_spec", lambda _: None)
    assert run(["deal", CODE, "--png", "deal.png"]) == 1
    assert command_for("picture") in capsys.readouterr().err
    assert run(["deal", CODE, "--svg", "deal.svg"]) == 0
    assert [path.name for path in empty.iterdir()] == ["deal.svg"]


@pytest.mark.parametrize(
    ("arguments", "page"),
    [(["layouts", "--svg"], "layouts.svg"), (["deal", CODE, "--svg"], "deal.svg")],
)
def test_the_pictures_of_the_documentation_are_those_of_the_commands(
    arguments: list[str], page: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 0
    shipped = (root / "docs" / page).read_text(encoding="ascii")
    assert shipped == capsys.readouterr().out, f"tripeaks {' '.join(arguments)} docs/{page}"
    assert len(shipped) < 120_000


@pytest.mark.parametrize(("left", "caption"), [(23, 35), (10, 17), (2, None), (4, 5), (0, None)])
def test_the_stock_is_told_to_be_in_drawing_order(left: int, caption: int | None) -> None:
    deal = parse_code(CODE).deal()
    drawn = len(deal.stock) - left
    cards = (*deal.cards[:28], deal.stock[drawn - 1] if drawn else deal.waste)
    stock = (*[GONE] * drawn, *deal.stock[drawn:])
    root = tree(deal_picture(Deal((*cards, *stock))))
    texts = [element.text or "" for element in root.iter(f"{SVG}text")]
    assert [len(text) for text in texts] == ([] if caption is None else [caption])
    assert all(text.startswith("stock") for text in texts if text)
