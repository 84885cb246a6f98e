"""``tripeaks play`` and ``tripeaks record`` as commands."""

from __future__ import annotations

import csv
import importlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock
from play_support import AAAAAAB, SMALL, best_moves, manager_in
from test_cli_support import DECK, Ran, tripeaks

from tripeaks_solver.answer import DRAW
from tripeaks_solver.installed import command_for
from tripeaks_solver.play.model.kinds import THREE_PEAKS_KIND, TP1_KIND
from tripeaks_solver.play.model.options import Opening, Options
from tripeaks_solver.play.storage.files import user_folder
from tripeaks_solver.play.storage.manager import SessionManager
from tripeaks_solver.play.storage.options_file import OptionsFile
from tripeaks_solver.rules import CLASSIC, EASY, EASY_STUCK

# --- beginning


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[tuple[SessionManager, Opening | None]]:
    """What `play` begins with, in place of the screen."""
    found: list[tuple[SessionManager, Opening | None]] = []
    command = importlib.import_module("tripeaks_solver.cli.play")
    monkeypatch.setattr(command, "is_terminal", lambda: True)
    monkeypatch.setattr(command, "run_screen", lambda *beginning, **_: found.append(beginning))
    return found


@pytest.fixture
def opened(
    begun: list[tuple[SessionManager, Opening | None]], tmp_path: Path
) -> Callable[..., Opening]:
    def run(*arguments: str) -> Opening:
        ran = tripeaks("play", *arguments, "--folder", str(tmp_path))
        assert (ran.code, ran.out, ran.err) == (0, "", "")
        opening = begun[-1][1]
        assert opening is not None
        return opening

    return run


def test_without_arguments_the_classic_layout_is_played_as_tp1(
    opened: Callable[..., Opening],
) -> None:
    assert opened() == Opening(Options())


def test_a_code_is_played_by_the_rules_of_its_letter(opened: Callable[..., Opening]) -> None:
    assert opened("TP1-E-AAAAAAB") == Opening(Options(), AAAAAAB.deal(), AAAAAAB)
    assert opened("tp1-c-aaaaaab").options.rules is CLASSIC
    assert opened("TP1-AAAAAAB").options.rules is EASY
    assert opened("TP1-C-AAAAAAB", "--rules", "easy-stuck").options.rules == EASY_STUCK


def test_other_layouts_are_played_as_three_peaks(opened: Callable[..., Opening]) -> None:
    for arguments in (["--layout", "7"], ["TP1-E-AAAAAAB/L7"]):
        options = opened(*arguments).options
        assert (options.layout.number, options.kind) == (7, THREE_PEAKS_KIND)
    assert opened("--layout", "7", "--game", "tp1").options.kind is TP1_KIND
    assert opened("--game", "three-peaks").options.kind is THREE_PEAKS_KIND


def test_any_deal_that_other_commands_read_can_be_played(opened: Callable[..., Opening]) -> None:
    assert opened(DECK) == Opening(Options(), AAAAAAB.deal())


def test_what_was_chosen_last_is_played_again(
    opened: Callable[..., Opening], tmp_path: Path
) -> None:
    last = Options(SMALL, TP1_KIND, CLASSIC, False)
    OptionsFile(tmp_path).write(last)
    assert opened().options == last
    assert opened("TP1-AAAAAAB").options == Options(rules=CLASSIC, mistake_help=False)
    assert opened("--layout", "2").options == Options(
        opened("--layout", "2").options.layout, THREE_PEAKS_KIND, EASY, False
    )


def test_continue_resumes_the_saved_game(
    begun: list[tuple[SessionManager, Opening | None]], tmp_path: Path
) -> None:
    manager = manager_in(tmp_path)
    manager.deal()
    manager.make(DRAW)
    manager.close()
    ran = tripeaks("play", "--continue", "--folder", str(tmp_path))
    assert (ran.code, ran.out) == (
        0,
        "The game is saved. Continue it with: tripeaks play --continue\n",
    )
    ((found, opening),) = begun
    assert (found.session.game.drawn, opening) == (1, None)


def test_without_a_saved_game_there_is_nothing_to_continue(
    begun: list[tuple[SessionManager, Opening | None]], tmp_path: Path
) -> None:
    (tmp_path / "game-1.json").write_text("damaged")
    ran = tripeaks("play", "--continue", "--folder", str(tmp_path))
    assert (ran.code, begun) == (2, [])
    assert "renamed to game-1.damaged-1.json" in ran.fault
    assert "there is no saved game: start one with tripeaks play" in ran.fault


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--continue", "TP1-E-AAAAAAB"], "give no deal or other options"),
        (["--continue", "--layout", "2"], "give no deal or other options"),
        (["TP1-E-AAAAAA"], "7 are needed"),
        (["TP1-E-AAAAAAB\nTP1-E-AAAAAAC"], "play takes one deal: 2 were given"),
        ([" ".join(["??"] * 52)], "unknown cards"),
        (["--layout", "99"], "no layout 99"),
        (["--game", "bridge"], "bridge"),
    ],
)
def test_what_cannot_be_played_is_refused(
    begun: list[tuple[SessionManager, Opening | None]],
    arguments: list[str],
    message: str,
    tmp_path: Path,
) -> None:
    ran = tripeaks("play", *arguments, "--folder", str(tmp_path))
    assert (ran.code, begun) == (2, [])
    assert message in ran.fault


def test_where_nothing_can_be_saved_nothing_is_played(
    begun: list[tuple[SessionManager, Opening | None]], tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    ran = tripeaks("play", "--folder", str(tmp_path / "file" / "folder"))
    assert (ran.code, begun) == (1, [])
    assert ran.fault.startswith(f"games cannot be saved in {tmp_path / 'file' / 'folder'}: ")


def test_without_a_terminal_nothing_is_played() -> None:
    ran = tripeaks("play")
    assert (ran.code, ran.fault) == (2, "play needs a terminal (see tripeaks play --help)")


def test_without_the_extra_the_commands_say_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tripeaks_solver.cli.extras.find_spec", lambda _: None)
    for command in ("play", "record"):
        ran = tripeaks(command)
        assert ran.code == 1
        assert command_for("play") in ran.fault


def test_help_loads_nothing_that_only_the_game_needs() -> None:
    program = (
        "import sys\nfrom tripeaks_solver.cli import run\n"
        "run(['play', '--help'])\nrun(['record', '--help'])\nprint(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    loaded = {*done.stdout.decode().split()}
    assert not loaded & {"textual", "filelock", "platformdirs", "numpy"}


def test_the_folder_is_that_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert user_folder() == tmp_path / "tripeaks-solver"
    assert user_folder().name == "tripeaks-solver"


# --- record


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A folder with a win and a loss."""
    manager = manager_in(tmp_path)
    manager.deal()
    for move in best_moves():
        manager.make(move)
    manager.choose(Options(kind=THREE_PEAKS_KIND))
    manager.deal()
    manager.make(DRAW)
    manager.deal()
    manager.close()
    return tmp_path


def record(folder: Path, *arguments: str, stdin: str = "") -> Ran:
    return tripeaks("record", "--folder", str(folder), *arguments, stdin=stdin)


def test_statistics_are_a_table_for_people(played: Path) -> None:
    ran = record(played)
    assert (ran.code, ran.err) == (0, "")
    assert [line.split() for line in ran.lines] == [
        ["layout", "game", "rules", "deals", "won", "lost", "share", "streak", "best"],
        ["all", "2", "1", "1", "50%", "0", "1"],
        ["classic", "three-peaks", "easy", "1", "0", "1", "0%", "0", "0"],
        ["classic", "tp1", "easy", "1", "1", "0", "100%", "1", "1"],
    ]


def test_statistics_are_an_object_for_programs(played: Path) -> None:
    found = record(played, "--json").json
    expected = {"deals": 2, "won": 1, "lost": 1, "streak": 0, "best_streak": 1, "share": 0.5}
    assert found["all"] == expected
    assert [group["game"] for group in found["played"]] == ["three-peaks", "tp1"]
    assert {*found["played"][0]} == {"layout", "game", "rules", *expected}


def test_without_a_game_statistics_are_empty(tmp_path: Path) -> None:
    assert record(tmp_path / "none").lines[1].split() == ["all", "0", "0", "0", "-", "0", "0"]
    assert record(tmp_path / "none", "--json").json["all"]["share"] is None
    assert not (tmp_path / "none").exists()


def test_games_are_exported(played: Path, tmp_path: Path) -> None:
    ran = record(played, "--export", str(tmp_path / "games.csv"))
    assert (ran.code, ran.out) == (0, "")
    assert ran.fault == f"2 finished games written to {tmp_path / 'games.csv'}"
    with (tmp_path / "games.csv").open() as file:
        rows = [*csv.DictReader(file)]
    assert [(row["won"], row["score"], row["cards_left"]) for row in rows] == [
        ("true", "762", "0"),
        ("false", "0", "28"),
    ]
    record(played, "--export", str(tmp_path / "games.json"))
    games = json.loads((tmp_path / "games.json").read_text())
    assert [game["won"] for game in games] == [True, False]


def test_an_export_goes_to_standard_output(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(played)
    for arguments in (["--export", "-"], ["--export", "-", "--json"]):
        command = [sys.executable, "-m", "tripeaks_solver", "record", "--folder", str(played)]
        done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=True)
        assert done.stderr == "tripeaks: 2 finished games written to standard output\n"
        if "--json" in arguments:
            assert [game["won"] for game in json.loads(done.stdout)] == [True, False]
        else:
            assert [row["won"] for row in csv.DictReader(done.stdout.splitlines())] == [
                "true",
                "false",
            ]
    assert not Path("-").exists()


def test_an_export_does_not_overwrite_a_file_unless_forced(played: Path) -> None:
    file = played / "games.csv"
    file.write_text("mine")
    ran = record(played, "--export", str(file))
    assert (ran.code, file.read_text()) == (2, "mine")
    assert f"{file} exists: add --force to overwrite it" in ran.fault
    assert record(played, "--export", str(file), "--force").code == 0
    assert file.read_text().startswith("name,ended,won,")


def test_a_fault_of_an_export_names_the_file(played: Path) -> None:
    file = played / "none" / "games.csv"
    ran = record(played, "--export", str(file))
    assert (ran.code, ran.fault) == (1, f"cannot write {file}: No such file or directory")


@pytest.mark.parametrize("arguments", [[], ["--reset", "--yes"]])
def test_results_that_another_program_locks_are_not_waited_for_long(
    played: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setattr("tripeaks_solver.play.storage.results.LOCK_SECONDS", 0)
    with FileLock(played / "results.lock"):
        ran = record(played, *arguments)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines() == [
        "tripeaks: another program has locked the results: waiting for it",
        f"tripeaks: {played / 'results.jsonl'}: another program has locked the results: "
        "try again later",
    ]
    assert record(played, "--json").json["all"]["deals"] == 2


def test_results_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    (tmp_path / "results.jsonl").mkdir()
    ran = record(tmp_path)
    assert (ran.code, ran.fault) == (1, f"{tmp_path / 'results.jsonl'}: Is a directory")


def test_a_reset_asks_first(played: Path) -> None:
    ran = record(played, "--reset", stdin="n\n")
    assert (ran.code, "nothing was deleted" in ran.err) == (1, True)
    assert record(played, "--json").json["all"]["deals"] == 2
    ran = record(played, "--reset", stdin="y\n")
    assert (ran.code, "results of 2 finished games deleted" in ran.err) == (0, True)
    assert record(played, "--json").json["all"]["deals"] == 0


def test_a_reset_with_yes_does_not_ask(played: Path) -> None:
    ran = record(played, "--reset", "--yes")
    assert (ran.code, ran.fault) == (0, "results of 2 finished games deleted")
    assert record(played, "--yes").code == 2


def test_lines_that_cannot_be_read_are_told(played: Path) -> None:
    with (played / "results.jsonl").open("a") as file:
        file.write("torn")
    ran = record(played, "--json")
    assert ran.fault == "skipped: results.jsonl, line 3: this is not JSON"
    assert ran.json["all"]["deals"] == 2
