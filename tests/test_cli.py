"""Usage, help, completion, interrupts, and the drawing of deals."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from unittest.mock import patch

import pytest
from strategies import covers_by_formula
from test_cli_support import DECK, LOST, OTHER, WON, tripeaks

from tripeaks_solver import __version__
from tripeaks_solver.cards import card_sign
from tripeaks_solver.cli import cli, run
from tripeaks_solver.cli.options import OutputFile
from tripeaks_solver.codes import parse_code

CARD_SIGN = re.compile("(?:10|[2-9AJQK])[♣♦♥♠]")
COMMANDS = ("deal", "solve", "rate", "find", "verify", "completion")

BAD_USAGE = [
    ("nosuch", "No such command 'nosuch'"),
    ("--nosuch", "No such option"),
    ("deal", "name a deal"),
    ("solve", "name a deal"),
    ("rate", "name deals, or give"),
    ("find", "say what to find"),
    ("verify", "Missing argument 'FILE...'"),
    ("completion", "Missing argument"),
    ("completion tcsh", "'tcsh' is not one of 'bash', 'zsh', 'fish'"),
    ("completion bash zsh", "unexpected extra argument (zsh)"),
    (f"solve {WON} --nosuch", "No such option"),
    (f"solve {WON} --csv", "No such option"),
    (f"solve {WON} --rules", "requires an argument"),
    (f"solve {WON} --rules hard", "no rules 'hard': write easy or classic"),
    (f"solve {WON} --json=1", "does not take a value"),
    (f"solve {WON} --verdict-only --certificate proof", "leave out --verdict-only"),
    (f"solve {WON} --certificate .", "is a directory"),
    (f"deal {WON} --csv", "No such option"),
    (f"rate {WON} --json", "No such option"),
    (f"rate {WON} --columns none", "'none' is not one of 'verdict', 'exact'"),
    (f"rate {WON} --workers 0", "0 is not in the range x>=1"),
    (f"rate {WON} --workers two", "'two' is not a valid integer"),
    (f"rate {WON} --keep-going=yes", "does not take a value"),
    (f"rate {WON} --start {WON} --count 1", "name deals, or give"),
    (f"rate {WON} --count 1", "name deals, or give"),
    (f"rate --start {WON}", "name deals, or give"),
    ("rate --count 3", "name deals, or give"),
    (f"rate --start {WON} --count 0", "0 is not in the range x>=1"),
    (f"rate --start {WON} --count x", "'x' is not a valid integer"),
    ("rate --start TP1-ZZZZZZZ --count 2", "only 1 code left from there"),
    ("rate --start AAAAAAA --count 1", "'AAAAAAA' is not a deal code"),
    ("find --easy-won --count 0", "0 is not in the range x>=1"),
    ("find --easy-won --among 0", "0 is not in the range x>=1"),
    ("find --easy-won --start TP1-", "ends in 0 letters"),
    (f"find --easy-won {WON}", "unexpected extra argument"),
    ("find --easy-won --json", "No such option"),
    ("solve nosuch.txt", "'nosuch.txt' is not a deal code (TP1-E-AAAAAAB), a file or a deck"),
    ("rate .", ".: cannot read: Is a directory"),
    (f"rate nosuch.txt {WON}", "'nosuch.txt' is not a deal code"),
    ("deal KC", "1 card where 52 are needed"),
    ("solve TP1-AAAAAAB", "TP1-AAAAAAB names no rules: write TP1-E-AAAAAAB or give --rules"),
    ("verify nosuch.json", "nosuch.json: cannot read: No such file"),
    ("verify .", ".: cannot read: Is a directory"),
    ("verify two.txt", "two.txt, line 1: neither a certificate nor JSON"),
]


@pytest.fixture(autouse=True)
def _in_an_empty_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def faults_are_told(arguments: list[str], reason: str) -> None:
    ran = tripeaks(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert reason in ran.fault
    assert len(ran.fault) < 300


@pytest.mark.parametrize(("arguments", "reason"), BAD_USAGE)
def test_bad_usage_is_one_line_and_exit_code_2(arguments: str, reason: str) -> None:
    Path("two.txt").write_text(f"{WON}\n{OTHER}\n", encoding="utf-8")
    faults_are_told(arguments.split(), reason)
    assert [path.name for path in Path().iterdir()] == ["two.txt"]


def test_a_missing_command_is_told_in_a_short_line() -> None:
    faults_are_told([], "ommand")


def test_an_empty_argument_is_no_directory() -> None:
    faults_are_told(["solve", ""], "0 cards where 52 are needed")


def test_an_empty_certificate_name_is_bad_usage() -> None:
    faults_are_told(["solve", WON, "--certificate", ""], "certificate")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("TP1-E-AAAAAA", "ends in 6 letters: 7 are needed"),
        ("TP1-E-AAAAAAAA", "ends in 8 letters: 7 are needed"),
        ("TP1-E-", "ends in 0 letters: 7 are needed"),
        ("TP1-E-AAAA4AB", "character 11 is '4': use A to Z"),
        ("TP1-E-AAAAAÄB", "character 12 is 'Ä': use A to Z"),
        ("TP1-E-AAA AAB", "character 10 is ' ': use A to Z"),
        ("TP1-X-AAAAAAB", "'X' (character 5) names no rules: use E (easy) or C (classic)"),
        ("TP1AAAAAAB", "is not a deal code: write it as TP1-E-AAAAAAB"),
        ("TP1", "is not a deal code: write it as TP1-E-AAAAAAB"),
        ("TP1-E-AAA-AAB", "is not a deal code: write it as TP1-E-AAAAAAB"),
        ("TP2-E-AAAAAAB", "is not a deal code"),
        ("AAAAAAB", "is not a deal code"),
    ],
)
@pytest.mark.parametrize("command", ["deal", "solve", "rate"])
def test_a_bad_code_is_told_with_what_is_wrong_in_it(command: str, code: str, reason: str) -> None:
    faults_are_told([command, code], reason)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    ran = tripeaks(command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: tripeaks {command} ")
    assert tripeaks(command, "-h") == ran


def test_the_help_lists_every_command_and_exit_code() -> None:
    help_text = tripeaks("--help").out
    assert {*COMMANDS} <= {*cli.commands}
    assert all(f"\n  {command} " in help_text for command in cli.commands)
    codes = [
        "0 answered yes",
        "1 error",
        "2 bad",
        "3 answered no",
        "4 undecided",
        "5 cert",
        "130 int",
    ]
    assert all(code in help_text for code in codes)


def test_the_version() -> None:
    assert tripeaks("--version") == (0, f"tripeaks {__version__}\n", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_for_each_shell(shell: str) -> None:
    ran = tripeaks("completion", shell)
    assert (ran.code, ran.err) == (0, "")
    assert f"_TRIPEAKS_COMPLETE={shell}_complete" in ran.out


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("tripeaks so", {"solve"}),
        (
            "tripeaks solve --rules classic-stuck-o",
            {"classic-stuck-open", "classic-stuck-open-stopper"},
        ),
        ("tripeaks completion ", {"bash", "zsh", "fish"}),
        ("tripeaks rate --keep", {"--keep-going"}),
        ("tripeaks deal --layout tower", {"tower-bridge", "tower"}),
        ("tripeaks layouts castl", {"castle", "castl"}),
        ("tripeaks solve --goal turn", {"turn-up:"}),
        ("tripeaks deal pys", {"pysol:", "pys"}),
    ],
)
def test_the_completion_script_is_answered(
    words: str,
    completed: set[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("_TRIPEAKS_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
    with pytest.raises(SystemExit):
        run([])
    assert {line.partition(",")[2] for line in capsys.readouterr().out.splitlines()} == completed


@pytest.mark.parametrize("command", ["deal", "solve", "rate"])
def test_an_interrupt_is_exit_code_130(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tripeaks_solver.formats.sources._read", interrupt)
    ran = tripeaks(command, WON)
    assert (ran.code, ran.out, ran.err.strip()) == (130, "", "tripeaks: interrupted")


def test_a_deal_is_drawn_with_its_face_down_cards_in_parentheses() -> None:
    ran = tripeaks("deal", WON)
    assert (ran.code, ran.err) == (0, "")
    title, _, *rows, _, waste, stock = ran.lines
    deal = parse_code(WON).deal()
    signs = [card_sign(card) for card in deal.tableau]
    assert title == WON
    assert " ".join(rows).split() == [f"({sign})" for sign in signs[:18]] + signs[18:]
    assert waste.split() == ["waste", card_sign(deal.waste)]
    assert stock.split() == ["stock", *map(card_sign, deal.stock)]


def test_each_drawn_card_lies_between_the_two_that_cover_it() -> None:
    rows = tripeaks("deal", WON).lines[2:6]
    found = [match for row in rows for match in CARD_SIGN.finditer(row)]
    middles = [(match.start() + match.end()) / 2 for match in found]
    for place in range(18):
        left, right = covers_by_formula(place)
        assert middles[place] == pytest.approx((middles[left] + middles[right]) / 2, abs=1)


def test_hidden_shows_only_what_a_player_sees() -> None:
    ran = tripeaks("deal", WON, "--hidden")
    deal = parse_code(WON).deal()
    seen = [card_sign(card) for card in (*deal.tableau[18:], deal.waste)]
    assert CARD_SIGN.findall(ran.out) == seen
    assert ran.out.count("▒▒▒") == 18
    assert ran.lines[-1] == "stock  23 cards"


def test_hidden_json_tells_no_hidden_card() -> None:
    assert '"TS"' not in tripeaks("deal", WON, "--hidden", "--json").out


def test_a_deal_as_json_is_the_deck_in_rows() -> None:
    deal = tripeaks("deal", LOST, "--json").json
    assert (deal["code"], deal["deck"], deal["layout"]) == (LOST, DECK, "classic")
    assert [len(row) for row in deal["rows"]] == [3, 6, 9, 10]
    tableau = [card for row in deal["rows"] for card in row]
    assert [*tableau, deal["waste"], *deal["stock"]] == DECK.split()


def test_deals_as_json_are_a_list_or_an_object_a_line() -> None:
    objects = tripeaks("deal", WON, OTHER, "--nl").objects
    assert [found["code"] for found in objects] == [WON, OTHER]
    assert tripeaks("deal", WON, OTHER, "--json").json == objects


def test_a_deal_given_as_cards_has_no_code() -> None:
    assert tripeaks("deal", DECK, "--json").json["code"] is None
    assert tripeaks("deal", DECK).lines[0].split()[0] == "(10♠)"


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (["solve", WON], "--html"),
        (["solve", WON], "--certificate"),
        (["deal", WON], "--svg"),
        (["layouts", "1"], "--svg"),
    ],
)
def test_no_file_is_overwritten_without_force(
    arguments: list[str], option: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine"
    path.write_text("my work", encoding="utf-8")
    ran = tripeaks(*arguments, option, str(path))
    assert (ran.code, ran.out) == (2, "")
    assert f"{path} exists: add --force to overwrite it" in ran.fault
    assert path.read_text(encoding="utf-8") == "my work"
    assert tripeaks(*arguments, option, str(path), "--force").code == 0
    assert path.read_text(encoding="utf-8") != "my work"


def test_every_command_that_writes_files_has_force() -> None:
    for name, command in cli.commands.items():
        kinds = [type(parameter.type) for parameter in command.params]
        names = {option for parameter in command.params for option in parameter.opts}
        assert (OutputFile in kinds) <= ("--force" in names), name


def test_a_page_is_written_whatever_becomes_of_the_output(tmp_path: Path) -> None:
    class Closed(io.StringIO):
        def write(self, _: str) -> int:
            raise BrokenPipeError

    page = tmp_path / "page.html"
    with patch.object(sys, "stdout", Closed()), patch("tripeaks_solver.cli._discard_output"):
        assert run(["solve", WON, "--html", str(page)]) == 0
    assert page.read_text(encoding="ascii").startswith("<!")


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", WON, "--rules", "CLASSIC-Stuck", "--scoring", "Microsoft", "--nl"],
        ["deal", WON, "--as", "Tokens"],
        ["deal", DECK, "--format", "TOKENS"],
        ["completion", "BASH"],
    ],
)
def test_names_may_be_in_upper_or_lower_case(arguments: list[str]) -> None:
    assert tripeaks(*arguments).code in (0, 3)
    lower = [word if word in (WON, DECK) else word.lower() for word in arguments]
    shown = [re.sub(r'"seconds": [\d.]+', "", tripeaks(*words).out) for words in (arguments, lower)]
    assert shown[0] == shown[1]
