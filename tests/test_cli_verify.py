"""``tripeaks verify``: what it confirms, what it rejects, and what it cannot read."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_cli_support import LOST, OTHER, WON, Ran, tripeaks

from tripeaks_solver.claim import Claim
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.formats.solution import parse_claims

Change = Callable[[dict[str, Any]], object]
HEADER = 10
"""Lines of a certificate before its closed set."""


@pytest.fixture(scope="module")
def solution() -> str:
    """The JSON of a won deal."""
    return tripeaks("solve", WON, "--json").out


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The certificate of a deal that is won with 10 draws and 762 points."""
    path = tmp_path_factory.mktemp("certificate") / "proof"
    tripeaks("solve", WON, "--certificate", str(path))
    return path.read_text(encoding="utf-8")


def verify(text: str) -> Ran:
    return tripeaks("verify", "-", stdin=text)


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        ([WON, "--json"], 1),
        ([LOST, "--json"], 1),
        ([WON, LOST, OTHER, "--json"], 3),
        ([WON, "--nl"], 1),
        ([WON, LOST, OTHER, "--nl"], 3),
        ([WON, "--verdict-only", "--json"], 1),
        ([LOST, "--verdict-only", "--json"], 1),
    ],
)
def test_every_form_of_solutions_is_confirmed(arguments: list[str], count: int) -> None:
    ran = verify(tripeaks("solve", *arguments).out)
    assert (ran.code, ran.err, len(ran.lines)) == (0, "", count)
    assert all(line.startswith("standard input: solution confirmed: ") for line in ran.lines)


def test_a_confirmed_solution_tells_what_the_engine_saw(solution: str, tmp_path: Path) -> None:
    file = tmp_path / "solution.json"
    file.write_text(solution, encoding="utf-8")
    line = (
        f"{file}: solution confirmed: 38 moves win with 10 draws and 762 points (not checked, "
        "needs a certificate: that no win draws fewer cards, that no game scores more)\n"
    )
    assert tripeaks("verify", str(file)) == (0, line, "")


def test_a_line_of_a_lost_deal_is_not_taken_for_a_proof() -> None:
    out = verify(tripeaks("solve", LOST, "--json").out).out
    assert "not checked, needs a certificate: that no win exists" in out


def changed(solution: str, change: Change) -> str:
    found = json.loads(solution)
    change(found)
    return json.dumps(found)


@pytest.mark.parametrize(
    "change",
    [
        lambda found: found.update(best_score=763),
        lambda found: found.update(fewest_draws=9),
        lambda found: found.update(rules="classic"),
        lambda found: found.update(verdict="not winnable"),
        lambda found: found.update(moves=[]),
        lambda found: found["moves"].pop(),
        lambda found: found["moves"].append(found["moves"][0]),
        lambda found: found["moves"][0].update(place=0),
        lambda found: found["moves"][0].update(place=28),
        lambda found: found["moves"][0].update(place=-1),
        lambda found: found["moves"][0].update(place=10**30),
        lambda found: found.update(deck=" ".join(reversed(found["deck"].split()))),
        lambda found: found["moves"][0].update(card="AH"),
        lambda found: found["moves"][0].update(score=600),
        lambda found: found.update(code=OTHER),
        lambda found: found.update(verdict="undecided", best_score=9999, moves=[]),
    ],
)
def test_a_changed_solution_is_rejected(solution: str, change: Change) -> None:
    ran = verify(changed(solution, change))
    assert (ran.code, ran.out) == (5, "")
    assert ran.fault.startswith("rejected: standard input: solution 1: ")


def test_a_rejected_solution_is_told_with_its_number(solution: str) -> None:
    wrong = changed(solution, lambda found: found.update(fewest_draws=9))
    good = json.dumps(json.loads(solution))
    ran = verify(f"{good}\n{wrong}\n{good}\n")
    assert (ran.code, len(ran.lines)) == (5, 1)
    assert ran.fault == ("rejected: standard input: solution 2: the moves draw 10 cards, not 9")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda found: found.pop("deck"), "solution 1: lacks 'deck'"),
        (lambda found: found.pop("moves"), "solution 1: lacks 'moves'"),
        (lambda found: found.update(deck="KC KC"), "solution 1: 2 cards where 52"),
        (lambda found: found.update(rules="hard"), "solution 1: no rules 'hard'"),
        (lambda found: found.update(rules=[]), "solution 1: "),
        (lambda found: found.update(verdict="lost"), "solution 1: no verdict 'lost'"),
        (lambda found: found.update(code="TP1-E-A"), "solution 1: 'TP1-E-A' ends in 1 letter"),
        (lambda found: found.update(code=5), "solution 1: code is 5"),
        (lambda found: found.update(layout="other"), "no layout 'other'"),
        (lambda found: found.update(scoring="other"), "no scoring 'other'"),
        (lambda found: found.update(best_score="762"), "best_score is '762'"),
        (lambda found: found.update(best_score=True), "best_score is True"),
        (lambda found: found.update(fewest_draws=10.0), "fewest_draws is 10.0"),
        (lambda found: found.update(moves=None), "solution 1: "),
        (lambda found: found.update(moves="draw"), "solution 1: "),
        (lambda found: found["moves"][0].update(place="1"), "place is '1'"),
        (lambda found: found["moves"][0].update(place=None), "move 1: a play has a place"),
        (lambda found: found["moves"][0].update(action="draw"), "move 1: a play has a place"),
    ],
)
def test_a_solution_that_lacks_something_is_bad_input(
    solution: str, change: Change, reason: str
) -> None:
    ran = verify(changed(solution, change))
    assert (ran.code, ran.out) == (2, "")
    assert ran.fault.startswith("standard input: ")
    assert reason in ran.fault


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "{",
        '"text"',
        "1",
        "[1]",
        "[[]]",
        "null",
        WON,
        "",
        "[]",
        "1" * 5000,
        "{}\n" + "[" * 10**5,
        "[" * 10**5,
    ],
    ids=lambda text: text[:10],
)
def test_what_is_no_solution_is_bad_input(text: str) -> None:
    ran = verify(text)
    assert (ran.code, ran.out) == (2, "")
    assert ran.fault.startswith("standard input")


def test_a_solution_may_begin_with_a_mark(solution: str) -> None:
    assert verify("\ufeff" + solution).code == 0


def test_a_cut_json_file_is_told_with_its_place(solution: str) -> None:
    ran = verify(solution[: len(solution) // 2])
    assert (ran.code, ran.out) == (2, "")
    assert "standard input, line " in ran.fault


def test_a_cut_line_of_objects_is_told_with_its_line(solution: str) -> None:
    good = json.dumps(json.loads(solution))
    assert "standard input, line 3" in verify(f"{good}\n{good}\n{good[:50]}").fault


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b'{"code": "\xe9"}'])
def test_a_file_that_is_no_text_is_bad_input(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(content)
    ran = tripeaks("verify", str(tmp_path / "file"))
    assert (ran.code, ran.out) == (2, "")
    assert f"{tmp_path / 'file'}" in ran.fault


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@given(st.data())
def test_any_json_reads_as_solutions_or_a_fault(solution: str, data: st.DataObject) -> None:
    found = json.loads(solution)
    part = data.draw(st.just(found) | st.sampled_from(found["moves"]))
    part[data.draw(st.sampled_from([*part]))] = data.draw(json_values)
    with suppress(TripeaksError):
        assert [type(read) for read in parse_claims(json.dumps(found), "x")] == [Claim]


@given(st.text())
def test_any_text_reads_as_solutions_or_a_fault(text: str) -> None:
    with suppress(TripeaksError):
        assert all(isinstance(read, Claim) for read in parse_claims(text, "x"))


@pytest.mark.parametrize(
    ("code", "claim"),
    [
        (WON, "winnable, fewest draws 10, best score 762 (easy rules"),
        ("TP1-C-AAAAAJB", "not winnable, best score 657 (classic rules"),
    ],
)
def test_a_certificate_is_confirmed(code: str, claim: str, tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    solved = tripeaks("solve", code, "--certificate", str(proof), "--json")
    assert solved.json == {**tripeaks("solve", code, "--json").json, **unlike(solved)}
    assert [path.name for path in tmp_path.iterdir()] == ["proof"]
    ran = tripeaks("verify", str(proof))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{proof}: certificate confirmed: {claim}, closed set of ")


def unlike(solved: Ran) -> dict[str, Any]:
    """What differs from run to run."""
    return {"seconds": solved.json["seconds"]}


def test_a_certificate_may_have_other_line_ends_and_a_mark(certificate: str) -> None:
    assert verify("\ufeff" + certificate.replace("\n", "\r\n")).code == 0


def test_a_written_certificate_is_told_on_stderr(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    assert tripeaks("solve", WON, "--certificate", str(proof)).fault.endswith(str(proof))


def without_row(lines: list[str], index: int) -> list[str]:
    """The certificate without one line of its closed set, which its count does not betray."""
    count = int(lines[HEADER - 1].split()[1])
    shorter = [line for number, line in enumerate(lines) if number != index]
    shorter[HEADER - 1] = f"tableaus: {count - 1}"
    return shorter


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("best score: 762", "best score: 763"),
        ("fewest draws: 10", "fewest draws: 9"),
        ("fewest draws: 10", "fewest draws: none"),
        ("verdict: winnable", "verdict: not winnable"),
        ("verdict: winnable", "verdict: undecided"),
        ("rules: easy", "rules: classic"),
        ("moves: KC", "moves: KC KC"),
        ("moves: KC", "moves: draw KC"),
        ("moves: KC", "moves:"),
        ("deck: TS 6S", "deck: 6S TS"),
        ("moves: KC", "moves: TS KC"),
    ],
)
def test_a_certificate_with_another_claim_is_rejected(certificate: str, old: str, new: str) -> None:
    assert old in certificate
    ran = verify(certificate.replace(old, new, 1))
    assert (ran.code, ran.out) == (5, "")
    assert ran.fault.startswith("rejected: standard input: ")


@pytest.mark.parametrize("row", [HEADER, HEADER + 1, 500, -1])
def test_a_certificate_whose_closed_set_lacks_a_row_is_rejected(certificate: str, row: int) -> None:
    lines = certificate.splitlines()
    ran = verify("\n".join(without_row(lines, row % len(lines))))
    assert (ran.code, ran.out) == (5, "")
    assert "the closed set lacks a successor" in ran.fault


def test_a_certificate_whose_closed_set_holds_a_win_is_rejected(certificate: str) -> None:
    lines = certificate.splitlines()
    lines[HEADER] = "0 A1"
    assert verify("\n".join(lines)).code == 5


@pytest.mark.parametrize("kept", [0.9, 0.5, 0.1, 0.001, 0.0001])
def test_a_cut_certificate_is_bad_input(certificate: str, kept: float) -> None:
    ran = verify(certificate[: int(len(certificate) * kept)])
    assert (ran.code, ran.out) == (2, "")
    assert ran.fault.startswith("standard input")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("certificate 1", "certificate 2", "line 1: a certificate begins with"),
        ("deck: ", "cards: ", "line 2: expected 'deck: …'"),
        ("layout: classic", "layout: other", "line 3: bad layout"),
        ("rules: easy", "rules: hard", "line 4: bad rules: no rules 'hard'"),
        ("best score: 762", "best score: many", "line 8: bad best score"),
        ("moves: KC", "moves: KD KX", "line 9: bad moves"),
        ("tableaus: ", "tableaus: 1", "the file is cut or was changed"),
        ("\nfffffff ", "\nfffffff! ", "line 11: expected a tableau"),
    ],
)
def test_a_broken_certificate_is_told_with_what_is_wrong(
    certificate: str, old: str, new: str, reason: str
) -> None:
    assert old in certificate
    ran = verify(certificate.replace(old, new, 1))
    assert (ran.code, ran.out) == (2, "")
    assert reason in ran.fault


@pytest.mark.parametrize("path", ["nosuch/proof", "file/proof", "x" * 300])
def test_an_unwritable_certificate_leaves_nothing_behind(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    ran = tripeaks("solve", WON, "--certificate", path)
    assert (ran.code, ran.out) == (1, "")
    assert ran.fault.startswith(f"cannot write {path}: ")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_certificate_is_written_through_a_link(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "proof")
    tripeaks("solve", WON, "--certificate", str(link))
    assert link.is_symlink()
    assert (tmp_path / "proof").is_file()


def test_a_failed_write_keeps_the_certificate_that_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device", str(target))

    monkeypatch.setattr(Path, "replace", full)
    proof = tmp_path / "proof"
    proof.write_text("old", encoding="utf-8")
    ran = tripeaks("solve", WON, "--certificate", str(proof), "--force")
    assert (ran.code, ran.fault) == (1, f"cannot write {proof}: No space left on device")
    assert proof.read_text(encoding="utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["proof"]


def test_a_certificate_of_two_deals_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    ran = tripeaks("solve", WON, OTHER, "--certificate", str(proof))
    assert ran.code == 2
    assert "--certificate and --html take one deal" in ran.fault
    assert not proof.exists()


def test_a_certificate_of_no_deal_is_not_claimed(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    ran = tripeaks("solve", "-", "--certificate", str(proof))
    assert "certificate written" not in ran.err or proof.exists()
