"""The game as a process in a real terminal: keys, mouse, signals, and saves after any end."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest
from play_support import AAAAAAB, manager_in

from tripeaks_solver.play.storage.saves import parse_save

COMMAND = [sys.executable, "-m", "tripeaks_solver", "play"]
LOOKS = 5000
"""How often to look at a terminal before a test gives up."""

slow = pytest.mark.slow

_CONTROLS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Game:
    """A game that runs in a terminal of its own, at the deal of TP1-E-AAAAAAB.

    Waiting means reading: it ends when the text is there, or with the program.
    """

    def __init__(self, folder: Path) -> None:
        self.save = folder / "game-1.json"
        ends = [os.fdopen(end, "r+b", buffering=0) for end in pty.openpty()]
        self.master, self.slave = ends
        self.before = termios.tcgetattr(self.slave)
        self.written = ""
        self.process = subprocess.Popen(
            [*COMMAND, "TP1-E-AAAAAAB", "--folder", str(folder)],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            env=os.environ | {"TERM": "xterm-256color", "LINES": "24", "COLUMNS": "80"},
        )
        self.shows("Moves 0")

    def shows(self, text: str) -> None:
        """Wait until the screen shows a text that is new."""
        while text not in _CONTROLS.sub("", self.written):
            self.written += self.master.read(65536).decode(errors="replace")
        self.written = ""

    def play(self, keys: str) -> None:
        """Press keys that make a move each."""
        for count, key in enumerate(keys, start=1):
            self.master.write(key.encode())
            self.shows(f"Moves {count}")

    def end(self) -> int:
        """Wait for the end; return the exit code."""
        self.slave.close()
        try:
            while part := self.master.read(65536):
                self.written += part.decode(errors="replace")
        except OSError:  # the end of a terminal that nobody writes to any more
            pass
        return self.process.wait()

    def saved_actions(self) -> int:
        return len(parse_save(self.save.read_bytes()).actions)


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    found = Game(tmp_path)
    yield found
    found.process.kill()
    found.process.wait()
    found.master.close()
    found.slave.close()


@slow
def test_a_game_survives_a_kill(game: Game, tmp_path: Path) -> None:
    game.play("2ad")
    game.process.kill()
    assert game.end() == -signal.SIGKILL
    manager = manager_in(tmp_path)
    assert manager.unfinished is not None
    manager.resume()
    found = manager.session.game
    assert (manager.session.deal, found.drawn, found.tableau.bit_count()) == (
        AAAAAAB.deal(),
        1,
        26,
    )
    for _ in range(3):
        manager.undo()
    assert (found.tableau, found.drawn, found.score) == (AAAAAAB.deal().layout.full, 0, 500)
    manager.close()


@pytest.mark.parametrize(
    "number",
    [signal.SIGTERM, *(pytest.param(n, marks=slow) for n in (signal.SIGHUP, signal.SIGINT))],
)
def test_a_signal_restores_the_terminal_and_saves_the_game(
    game: Game, number: signal.Signals
) -> None:
    game.play("2ad")
    during = termios.tcgetattr(game.slave)
    game.process.send_signal(number)
    code = game.process.wait()
    after = termios.tcgetattr(game.slave)
    game.end()
    assert code == 128 + number
    assert (during != game.before, after) == (True, game.before)
    for switched_off in ("\x1b[?1049l", "\x1b[?1003l", "\x1b[?25h"):  # screen, mouse, cursor
        assert switched_off in game.written
    assert game.saved_actions() == 3


@slow
def test_a_terminal_that_hangs_up_ends_the_game(game: Game) -> None:
    game.play("2")
    # As the system does for the programs of a terminal that closes.
    for number in (signal.SIGHUP, signal.SIGCONT):
        game.process.send_signal(number)
    assert game.process.wait() == 128 + signal.SIGHUP
    assert game.saved_actions() == 1


@slow
def test_no_signal_suspends_the_game(game: Game) -> None:
    for number in (signal.SIGTSTP, signal.SIGCONT):
        game.process.send_signal(number)
    game.play("2a")


@slow
def test_closing_the_terminal_saves_the_game(game: Game) -> None:
    game.play("2a")
    game.slave.close()
    game.master.close()
    assert game.process.wait() == 128 + signal.SIGHUP
    assert game.saved_actions() == 2


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
        # Counted, not timed: on a busy machine every look takes longer too.
        for _ in range(LOOKS):
            if all(text in self.text for text in texts):
                return
        raise AssertionError(f"{texts} are not all in\n{self.text}")

    def end(self) -> None:
        subprocess.run([*self._tmux, "kill-server"], check=False, capture_output=True)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    if not shutil.which("tmux"):
        pytest.skip("there is no tmux")
    found = Terminal(tmp_path / "socket")
    yield found
    found.end()


@slow
def test_the_game_runs_in_a_real_terminal(terminal: Terminal, tmp_path: Path) -> None:
    play = " ".join([*COMMAND, "--folder", str(tmp_path / "data")])
    terminal.start(f"env TERM=xterm-256color {play} TP1-E-AAAAAAB; read; {play} --continue; cat")
    terminal.shows("Stock 23  Waste A♣   Score 500  Time 0:00  Moves 0", "┃K♣", "d Draw", "q Quit")
    terminal.press("Enter")
    terminal.shows("Waste K♣", "Moves 1")
    terminal.click(44, 12)
    terminal.shows("Waste A♠", "Moves 2")
    terminal.press("5")
    terminal.shows("Must be one rank higher or lower")
    terminal.press("u")
    terminal.shows("Waste K♣", "Score 499", "Moves 2")
    terminal.press("b")
    terminal.shows("Best: play A♠ – wins in 37 moves with 762 points", "╔")
    terminal.press("Enter")
    terminal.shows("Moves 3")
    terminal.resize(50, 15)
    terminal.shows("too small: 60 × 10 needed")
    terminal.resize(120, 40)
    terminal.shows("Classic layout · TP1 · easy rules · TP1-E-AAAAAAB")
    terminal.press("o")
    terminal.shows("[classic]", "tower bridge", "Play (enter)")
    terminal.press("Escape")
    terminal.shows("d Draw")
    terminal.press("q")
    terminal.shows("Quit?")
    terminal.press("q")
    terminal.shows("The game is saved. Continue it with: tripeaks play --continue")
    terminal.press("Enter")
    terminal.shows("Waste A♠", "Moves 3")
    terminal.press("n", "y")
    terminal.shows("Moves 0")
    terminal.press("d")
    terminal.shows("Moves 1")
    terminal.press("q")
    terminal.shows("Quit?")
    terminal.press("q")
    terminal.shows("The game is saved. Continue it with: tripeaks play --continue")
