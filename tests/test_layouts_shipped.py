"""The layouts that come with the program, and layouts of a user's own."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tripeaks_solver.answer import Verdict
from tripeaks_solver.ask import certify, solve
from tripeaks_solver.cli import run
from tripeaks_solver.codes import DealCode, parse_code
from tripeaks_solver.errors import CodeError, LayoutError
from tripeaks_solver.layout import Layout, parse_layout
from tripeaks_solver.layouts import classic, find_layout, shipped_layouts
from tripeaks_solver.rules import CLASSIC, EASY
from tripeaks_solver.search.rate import deal_codes, rate_deals
from tripeaks_solver.search.states import states_of
from tripeaks_solver.shares import measured_shares
from tripeaks_solver.verify import check, replay

LAYOUTS = list(shipped_layouts().values())
OWN = "name: little house\n\n  L R\n L L R\nL L R R\n"


def test_layouts_are_numbered_and_the_first_is_the_classic_one() -> None:
    assert len(LAYOUTS) >= 54  # as many as the rule page describes
    assert [layout.number for layout in LAYOUTS] == [*range(1, len(LAYOUTS) + 1)]
    assert LAYOUTS[0] is classic()
    assert classic().name == "classic"


def test_files_are_called_by_number_and_name(root: Path) -> None:
    files = sorted((root / "data" / "layouts").glob("*.txt"))
    names = [f"{layout.number:02}-{layout.name.replace(' ', '-')}.txt" for layout in LAYOUTS]
    assert [file.name for file in files if file.name != "SOURCE.txt"] == names


def test_names_and_pictures_are_all_different() -> None:
    assert len({layout.name for layout in LAYOUTS}) == len(LAYOUTS)
    assert len({layout.covered_by for layout in LAYOUTS}) == len(LAYOUTS)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_a_layout_has_15_to_30_cards_fits_the_screen_and_is_winnable(layout: Layout) -> None:
    assert 15 <= len(layout) <= 30
    assert max(place.column for place in layout.places) * 3 + 6 <= 80
    assert len(states_of(layout)) <= 100_000
    assert parse_layout(f"name: {layout.name}\n\n{layout.picture}", layout.number) == layout
    measured = measured_shares(layout)
    assert measured["easy"].share >= 0.5
    assert measured["classic"].share <= measured["easy"].share


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_every_layout_is_solved_exactly_by_both_searches(layout: Layout, compiled: bool) -> None:
    if not compiled:
        pytest.skip("slow without compilation")
    number = 1000 + (layout.number or 0)
    ratings = rate_deals(deal_codes(np.array([number], np.uint64)), layout=layout)
    assert ratings.fewest_draws is not None
    assert ratings.best_scores is not None
    for column, rules in enumerate((EASY, CLASSIC)):
        answer = solve(DealCode(number, rules, layout.number).deal(), rules)
        replay(answer)
        assert ratings.winnable[0, column] == (answer.verdict is Verdict.WINNABLE)
        assert answer.fewest_draws in (None, ratings.fewest_draws[0, column])
        assert answer.best_score == ratings.best_scores[0, column]


@pytest.mark.parametrize("number", [31, 52])
def test_certificates_of_other_layouts_hold(number: int) -> None:
    deal = DealCode(5, EASY, number).deal()
    check(certify(deal, EASY))
    check(certify(deal, CLASSIC))


def test_a_suffix_of_a_code_names_the_layout_and_keeps_the_cards() -> None:
    code = parse_code("tp1-c-aaaaaab/l7")
    assert (str(code), code.layout) == ("TP1-C-AAAAAAB/L7", 7)
    assert code.deal().layout.number == 7
    assert code.deal().cards == parse_code("TP1-C-AAAAAAB").deal().cards
    assert str(parse_code("TP1-E-AAAAAAB/L1")) == "TP1-E-AAAAAAB"


@pytest.mark.parametrize(
    "suffix", ["/", "/L", "/L0", "/L55", "/7", "/L7x", "/L²", "/L7/L8", f"/L{'9' * 5000}"]
)
def test_other_suffixes_are_refused(suffix: str) -> None:
    with pytest.raises(CodeError):
        parse_code(f"TP1-E-AAAAAAB{suffix}")


@pytest.mark.parametrize("text", ["7", "four peaks", "Four Peaks"])
def test_a_layout_is_found_by_number_or_name(text: str) -> None:
    assert find_layout(text) is LAYOUTS[6]


@pytest.mark.parametrize(
    "text", ["0", "55", "nothing", "", "no-such-file.txt", "9" * 5000, "x" * 5000, "\0"]
)
def test_unknown_layouts_are_refused(text: str) -> None:
    with pytest.raises(LayoutError):
        find_layout(text)


@pytest.fixture
def own(tmp_path: Path) -> str:
    """The file of a user's own layout."""
    path = tmp_path / "house.txt"
    path.write_text(OWN, encoding="utf-8")
    return str(path)


def test_a_layout_of_ones_own_works_everywhere(
    own: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(*arguments: str, codes: tuple[int, ...] = (0,)) -> str:
        assert run([*arguments, "--layout", own]) in codes
        return capsys.readouterr().out

    code = "TP1-C-AAAAAAB"
    assert json.loads(said("deal", code, "--json"))["layout"] == "little house"
    proof = str(tmp_path / "proof")
    found = said("solve", code, "--json", "--certificate", proof, codes=(0, 3))
    assert json.loads(found)["layout"] == "little house"
    assert "certificate confirmed" in said("verify", proof)
    (tmp_path / "solution.json").write_text(found, encoding="utf-8")
    assert "solution confirmed" in said("verify", str(tmp_path / "solution.json"))
    rated = json.loads(said("rate", code, "--nl"))
    assert rated["classic_best_score"] == json.loads(found)["best_score"]
    assert said("rate", "--start", code, "--count", "3", "--csv").count("\n") == 4
    assert said("find", "--easy-won", "--count", "2").count("\n") == 2
    assert said("rate", "--start", code, "--count", "3", "--out", str(tmp_path / "store")) == ""
    assert run(["layouts", own, "--json"]) == 0
    (shown,) = json.loads(capsys.readouterr().out)
    assert (shown["number"], shown["name"], shown["cards"]) == (None, "little house", 9)


def test_a_faulty_layout_is_refused_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "faulty.txt"
    path.write_text("name: faulty\n\n L L\nLL L\n", encoding="utf-8")
    assert run(["deal", "TP1-E-AAAAAAB", "--layout", str(path)]) == 2
    said = capsys.readouterr().err
    assert f"{path}, line 4: column 2: the card overlaps its left neighbour" in said
    assert said.count("\n") == 1


def test_a_code_with_a_layout_and_another_layout_is_refused(own: str) -> None:
    assert run(["deal", "TP1-E-AAAAAAB/L7", "--layout", own]) == 2
    assert run(["rate", "--start", "TP1-E-AAAAAAB/L7", "--count", "1", "--layout", "8"]) == 2
    assert run(["deal", "TP1-E-AAAAAAB/L7", "--layout", "7"]) == 0


def test_codes_of_different_layouts_may_be_mixed(capsys: pytest.CaptureFixture[str]) -> None:
    codes = ["TP1-E-AAAAAAB/L7", "TP1-E-AAAAAAC", "TP1-E-AAAAAAD/L52", "TP1-E-AAAAAAE/L52"]
    assert run(["rate", *codes, "--nl"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["code"] for row in rows] == codes
    for row in rows:
        assert run(["solve", row["code"], "--json"]) in (0, 3)
        found = json.loads(capsys.readouterr().out)
        assert found["best_score"] == row["easy_best_score"]


def test_layouts_as_json_are_complete(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["layouts", "1", "30", "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert first["number"] == 1
    assert first["name"] == "classic"
    assert (first["cards"], first["stock"], first["states"]) == (28, 23, 22_932)
    assert 0.9 < first["winnable_share"] < 1
    assert second["number"] == 30


def test_a_name_that_cannot_be_printed_is_refused() -> None:
    for name in ("foo\u2028bar", "foo\x0bbar", "\x1b[31mred"):
        with pytest.raises(LayoutError):
            parse_layout(f"name: {name}\n\nL\n")


def test_a_solution_whose_code_names_another_layout_is_rejected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", "TP1-E-AAAAAAB", "--json"]) == 0
    text = capsys.readouterr().out.replace('"TP1-E-AAAAAAB"', '"TP1-E-AAAAAAB/L2"')
    (tmp_path / "solution.json").write_text(text, encoding="utf-8")
    assert run(["verify", str(tmp_path / "solution.json")]) == 5
