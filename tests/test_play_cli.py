"""``tripeaks play`` and ``tripeaks statistics`` as commands, and the game in a real terminal."""

from __future__ import annotations

import csv
import importlib
import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from play_support import AAAAAAB, SMALL, best_moves, manager_in
from test_cli_support import DECK, Ran, tripeaks

from tripeaks_solver.answer import DRAW
from tripeaks_solver.play.model.kinds import THREE_PEAKS_KIND, TP1_KIND
from tripeaks_solver.play.model.options import Opening, Options
from tripeaks_solver.play.storage.files import user_folder
from tripeaks_solver.play.storage.manager import SessionManager
from tripeaks_solver.play.storage.options_file import OptionsFile
from tripeaks_solver.play.storage.saves import parse_save
from tripeaks_solver.rules import CLASSIC, EASY, EASY_STUCK


def wait_for(met: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


# --- beginning


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[tuple[SessionManager, Opening | None]]:
    """What `play` begins with, in place of the screen."""
    found: list[tuple[SessionManager, Opening | None]] = []
    command = importlib.import_module("tripeaks_solver.cli.play")
    monkeypatch.setattr(command, "is_terminal", lambda: True)
    monkeypatch.setattr(command, "run_screen", lambda *beginning: found.append(beginning))
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
    for command in ("play", "statistics"):
        ran = tripeaks(command)
        assert ran.code == 1
        assert "pip install 'tripeaks-solver[play]'" in ran.fault


def test_help_loads_nothing_that_only_the_game_needs() -> None:
    program = (
        "import sys\nfrom tripeaks_solver.cli import run\n"
        "run(['play', '--help'])\nrun(['statistics', '--help'])\nprint(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    loaded = {*done.stdout.decode().split()}
    assert not loaded & {"textual", "filelock", "platformdirs", "numpy"}


def test_the_folder_is_that_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert user_folder() == tmp_path / "tripeaks-solver"
    assert user_folder().name == "tripeaks-solver"


# --- statistics


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


def statistics(folder: Path, *arguments: str, stdin: str = "") -> Ran:
    return tripeaks("statistics", "--folder", str(folder), *arguments, stdin=stdin)


def test_statistics_are_a_table_for_people(played: Path) -> None:
    ran = statistics(played)
    assert (ran.code, ran.err) == (0, "")
    assert [line.split() for line in ran.lines] == [
        ["layout", "game", "rules", "deals", "won", "lost", "share", "streak", "best"],
        ["all", "2", "1", "1", "50%", "0", "1"],
        ["classic", "three-peaks", "easy", "1", "0", "1", "0%", "0", "0"],
        ["classic", "tp1", "easy", "1", "1", "0", "100%", "1", "1"],
    ]


def test_statistics_are_an_object_for_programs(played: Path) -> None:
    found = statistics(played, "--json").json
    record = {"deals": 2, "won": 1, "lost": 1, "streak": 0, "best_streak": 1, "share": 0.5}
    assert found["all"] == record
    assert [group["game"] for group in found["played"]] == ["three-peaks", "tp1"]
    assert {*found["played"][0]} == {"layout", "game", "rules", *record}


def test_without_a_game_statistics_are_empty(tmp_path: Path) -> None:
    assert statistics(tmp_path / "none").lines[1].split() == ["all", "0", "0", "0", "-", "0", "0"]
    assert statistics(tmp_path / "none", "--json").json["all"]["share"] is None
    assert not (tmp_path / "none").exists()


def test_games_are_exported(played: Path, tmp_path: Path) -> None:
    ran = statistics(played, "--export", str(tmp_path / "games.csv"))
    assert (ran.code, ran.out) == (0, "")
    assert ran.fault == f"2 finished games written to {tmp_path / 'games.csv'}"
    with (tmp_path / "games.csv").open() as file:
        rows = [*csv.DictReader(file)]
    assert [(row["won"], row["score"], row["cards_left"]) for row in rows] == [
        ("true", "762", "0"),
        ("false", "0", "28"),
    ]
    statistics(played, "--export", str(tmp_path / "games.json"))
    games = json.loads((tmp_path / "games.json").read_text())
    assert [game["won"] for game in games] == [True, False]


def test_a_reset_asks_first(played: Path) -> None:
    ran = statistics(played, "--reset", stdin="n\n")
    assert (ran.code, "nothing was forgotten" in ran.err) == (1, True)
    assert statistics(played, "--json").json["all"]["deals"] == 2
    ran = statistics(played, "--reset", stdin="y\n")
    assert (ran.code, "2 finished games forgotten" in ran.err) == (0, True)
    assert statistics(played, "--json").json["all"]["deals"] == 0


def test_a_reset_with_yes_does_not_ask(played: Path) -> None:
    ran = statistics(played, "--reset", "--yes")
    assert (ran.code, ran.fault) == (0, "2 finished games forgotten")
    assert statistics(played, "--yes").code == 2


def test_lines_that_cannot_be_read_are_told(played: Path) -> None:
    with (played / "results.jsonl").open("a") as file:
        file.write("torn")
    ran = statistics(played, "--json")
    assert ran.fault == "passed over: results.jsonl, line 3: this is not JSON"
    assert ran.json["all"]["deals"] == 2


# --- in a real terminal

COMMAND = [sys.executable, "-m", "tripeaks_solver", "play"]


@pytest.mark.slow
def test_a_game_survives_a_kill(tmp_path: Path) -> None:
    save = tmp_path / "game-1.json"
    master, slave = pty.openpty()
    player = subprocess.Popen(
        [*COMMAND, "TP1-E-AAAAAAB", "--folder", str(tmp_path)],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
        env=os.environ | {"TERM": "xterm-256color", "LINES": "24", "COLUMNS": "80"},
    )
    try:
        wait_for(save.exists)
        for count, key in enumerate(b"2ad", start=1):
            os.write(master, bytes([key]))
            wait_for(lambda count=count: len(parse_save(save.read_bytes()).actions) == count)  # type: ignore[misc]
    finally:
        player.send_signal(signal.SIGKILL)
        player.wait()
        os.close(master)
        os.close(slave)
    manager = manager_in(tmp_path)
    assert manager.unfinished is not None
    manager.resume()
    game = manager.session.game
    assert (manager.session.deal, game.drawn, game.tableau.bit_count()) == (AAAAAAB.deal(), 1, 26)
    for _ in range(3):
        manager.undo()
    assert (game.tableau, game.drawn, game.score) == (AAAAAAB.deal().layout.full, 0, 500)
    manager.close()


class Terminal:
    """A terminal of 80 columns and 24 lines, by tmux."""

    def __init__(self, socket: Path) -> None:
        self._tmux = ["tmux", "-f", "/dev/null", "-S", str(socket)]

    def _run(self, *arguments: str) -> str:
        command = [*self._tmux, *arguments]
        return subprocess.run(command, capture_output=True, check=True, text=True).stdout

    def start(self, *command: str) -> None:
        self._run("new-session", "-d", "-x", "80", "-y", "24", *command)

    def press(self, *keys: str) -> None:
        self._run("send-keys", *keys)

    def click(self, column: int, line: int) -> None:
        for end in "Mm":
            self.press("-l", f"\x1b[<0;{column};{line}{end}")

    def resize(self, width: int, height: int) -> None:
        self._run("resize-window", "-x", str(width), "-y", str(height))

    @property
    def text(self) -> str:
        return self._run("capture-pane", "-p")

    def shows(self, *texts: str) -> None:
        try:
            wait_for(lambda: all(text in self.text for text in texts))
        except AssertionError:
            raise AssertionError(f"{texts} are not all in\n{self.text}") from None

    def end(self) -> None:
        subprocess.run([*self._tmux, "kill-server"], check=False, capture_output=True)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    if not shutil.which("tmux"):
        pytest.skip("there is no tmux")
    found = Terminal(tmp_path / "socket")
    yield found
    found.end()


@pytest.mark.slow
def test_the_game_runs_in_a_real_terminal(terminal: Terminal, tmp_path: Path) -> None:
    play = " ".join([*COMMAND, "--folder", str(tmp_path / "data")])
    terminal.start(f"env TERM=xterm-256color {play} TP1-E-AAAAAAB; read; {play} --continue; cat")
    terminal.shows("Stock 23  Waste A♣   Score 500  Time 0:00  Moves 0", "┃3♠", "d Draw", "q Quit")
    terminal.press("Right", "Right", "Enter")
    terminal.shows("Waste K♣", "Moves 1")
    terminal.click(44, 12)
    terminal.shows("Waste A♠", "Moves 2")
    terminal.press("5")
    terminal.shows("must be one rank higher or lower")
    terminal.press("u")
    terminal.shows("Waste K♣", "Score 499", "Moves 2")
    terminal.press("h")
    terminal.shows("Best: play A♠ – wins in 37 moves with 762 points", "╔")
    terminal.press("Enter")
    terminal.shows("Moves 3")
    terminal.resize(50, 15)
    terminal.shows("too small: 60 × 10 needed")
    terminal.resize(120, 40)
    terminal.shows("classic · TP1 · easy · TP1-E-AAAAAAB")
    terminal.press("o")
    terminal.shows("[classic]", "tower bridge", "Play (enter)")
    terminal.press("Escape")
    terminal.shows("d Draw")
    terminal.press("q")
    terminal.shows("The game is saved. Continue it with: tripeaks play --continue")
    terminal.press("Enter")
    terminal.shows("Waste A♠", "Moves 3")
    terminal.press("n", "y")
    terminal.shows("Moves 0")
    terminal.press("d")
    terminal.shows("Moves 1")
    terminal.press("q")
    terminal.shows("The game is saved. Continue it with: tripeaks play --continue")
