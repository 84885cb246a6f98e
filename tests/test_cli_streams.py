"""The command line as a process: pipes, interrupts, terminals, and what it imports."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from test_cli_support import DECK, LOST, WON, compile_once, tripeaks

from tripeaks_solver.codes import DealCode
from tripeaks_solver.rules import CLASSIC

pytestmark = pytest.mark.slow

pty = pytest.importorskip("pty", reason="needs pseudo-terminals")

COMMAND = [sys.executable, "-m", "tripeaks_solver"]
INTERRUPTIBLE = [
    sys.executable,
    "-c",
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from tripeaks_solver.cli import main; main()",
]
"""What starts a test in the background may have interrupts ignored; this does not."""

HEAVY = ["numpy", "numba", "rich", "polars", "distributed", "matplotlib"]
MANY = ["--start", "TP1-AAAAAAA", "--count", "100000000", "--workers", "1"]
ENDLESS = ["rate", *MANY, "--csv", "--columns", "verdict"]
FINDING = ["find", *MANY, "--easy-won", "--classic-lost"]


@pytest.fixture(scope="module", autouse=True)
def _compiled_kernels(compiled: bool) -> None:
    if not compiled:
        pytest.skip("kernels that are not compiled are too slow for streams")
    compile_once()


def environment(**changes: str) -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    return {**plain, "TERM": "xterm", **changes}


def finish(*arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(**changes),
        timeout=120,
    )


@pytest.mark.parametrize("arguments", [ENDLESS, FINDING])
def test_a_closed_pipe_ends_the_rows_silently(arguments: list[str]) -> None:
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout and process.stderr
        assert process.stdout.readline().endswith(b"\n")
        process.stdout.close()
        assert process.wait(timeout=60) == 0
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    "arguments",
    [
        ["deal", WON],
        ["solve", "--help"],
        ["--help"],
    ],
)
def test_a_pipe_that_is_closed_from_the_start_is_no_error(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as out:
        ran = subprocess.run(
            [*COMMAND, *arguments], stdout=out, stderr=subprocess.PIPE, timeout=120
        )
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [["deal", WON], ["rate", WON]])
def test_a_full_disk_is_one_line_and_exit_code_1(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as out:
        ran = subprocess.run(
            [*COMMAND, *arguments], stdout=out, stderr=subprocess.PIPE, timeout=120
        )
    assert (ran.returncode, ran.stderr) == (1, b"tripeaks: No space left on device\n")


@pytest.mark.parametrize(("arguments", "commas"), [(ENDLESS, 2), (FINDING, 0)])
def test_an_interrupt_ends_at_once_after_a_whole_row(arguments: list[str], commas: int) -> None:
    with subprocess.Popen(
        [*INTERRUPTIBLE, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        assert process.stderr
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out = first + process.stdout.read()
        assert process.wait(timeout=60) == 130
        assert process.stderr.read().strip() == "tripeaks: interrupted"
    assert out.endswith("\n")
    rows = out.splitlines()
    assert {row.count(",") for row in rows} == {commas}
    assert all(row.startswith("TP1-E-") and len(row) >= 13 for row in rows[1:])


AT_WORK = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from numba import njit
from tripeaks_solver.{package} import {module}
@njit(nogil=True)
def count(number):
    while number:
        number = number % 1_000 + 1
count(0)
def told(*_, **__):
    print("at work", flush=True)
    count(1)
{module}.{name} = told
from tripeaks_solver.cli import main
main()
"""
"""The command line with a search that never ends, and says when it begins."""


@pytest.mark.parametrize(
    ("where", "command"),
    [
        (("search", "solve", "find_answer"), ["solve"]),
        (("batch", "rating", "_rate_group"), ["rate", "--workers", "1"]),
    ],
)
def test_an_interrupt_is_answered_while_compiled_code_searches(
    where: tuple[str, str, str], command: list[str], tmp_path: Path
) -> None:
    wide = tmp_path / "wide.txt"
    wide.write_text("name: wide\n\n" + "L " * 26 + "\n", encoding="utf-8")
    deals = tmp_path / "deals.txt"
    count = 1 if "solve" in command else 5_000
    deals.write_text("".join(f"{DealCode(n, CLASSIC, 1)}\n" for n in range(count)), "utf-8")
    program = AT_WORK.format(package=where[0], module=where[1], name=where[2])
    options = ["--layout", str(wide), "--rules", "classic", str(deals)]
    with subprocess.Popen(
        [sys.executable, "-c", program, *command, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline() == "at work\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=300) == 130
        assert process.stderr.read().strip() == "tripeaks: interrupted"


def imported(*commands: list[str]) -> list[str]:
    """Which heavy packages are loaded after these commands have run in one process."""
    script = (
        "import sys; from tripeaks_solver.cli import run\n"
        f"for command in {list(commands)}: run(command)\n"
        f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0
    found: list[str] = [name for name in HEAVY if repr(name) in ran.stderr]
    return found


def test_help_loads_no_heavy_package() -> None:
    commands = ["deal", "solve", "rate", "find", "verify", "completion"]
    assert imported(["--help"], ["--version"], *([name, "--help"] for name in commands)) == []


def test_drawing_a_deal_loads_no_heavy_package() -> None:
    assert imported(["deal", WON], ["deal", DECK, "--json"]) == []


def test_solving_one_code_loads_only_numpy() -> None:
    assert imported(["solve", WON], ["solve", LOST, "--json"]) == ["numpy"]


class Terminal:
    """A pseudo-terminal that keeps what is shown on it."""

    def __init__(self) -> None:
        self.shown, self.end = pty.openpty()

    def text(self) -> str:
        """Wait until nobody writes any more, and return all that was shown."""
        os.close(self.end)
        parts = []
        with suppress(OSError):  # how a terminal ends on Linux
            while part := os.read(self.shown, 4096):
                parts.append(part)
        os.close(self.shown)
        return b"".join(parts).decode()


def shown_on_stdout(*arguments: str, **changes: str) -> str:
    """What a command shows where stdout is a terminal."""
    terminal = Terminal()
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=terminal.end, env=environment(**changes)
    ) as process:
        text = terminal.text()
    assert process.returncode == 0
    return text


RED = "\x1b[31m"


def test_colours_are_for_terminals() -> None:
    assert RED in shown_on_stdout("solve", WON)
    assert "\x1b" not in shown_on_stdout("solve", WON, NO_COLOR="1")
    assert "\x1b" not in finish("solve", WON).stdout


def test_an_empty_no_color_is_none() -> None:
    assert RED in shown_on_stdout("deal", WON, NO_COLOR="")


RATING = ["rate", "--start", "TP1-AAAAAAA", "--count", "40", "--csv", "--columns", "verdict"]


def test_the_progress_bar_is_on_stderr_and_only_on_a_terminal() -> None:
    plain = tripeaks(*RATING)
    assert (plain.code, plain.err, len(plain.lines)) == (0, "", 41)
    terminal = Terminal()
    with subprocess.Popen(
        [*COMMAND, *RATING], stdout=subprocess.PIPE, stderr=terminal.end, env=environment()
    ) as process:
        bar = terminal.text()
        assert process.stdout
        assert process.stdout.read().decode() == plain.out
    assert "rating" in bar
    assert "TP1-" not in bar


def test_rows_on_the_terminal_are_not_mixed_with_a_bar() -> None:
    terminal = Terminal()
    with subprocess.Popen(
        [*COMMAND, *RATING], stdout=terminal.end, stderr=terminal.end, env=environment()
    ):
        shown = terminal.text()
    assert "rating" not in shown
    assert "\x1b" not in shown
    assert shown.count("TP1-") == 40


def test_the_module_runs_as_the_command_does() -> None:
    ran = finish("solve", LOST, "--nl")
    assert (ran.returncode, ran.stderr) == (3, "")
    assert ran.stdout.startswith('{"code": "TP1-C-AAAAAAB"')


def test_stdin_that_is_no_text_is_bad_input() -> None:
    ran = subprocess.run(
        [*COMMAND, "deal", "-"],
        input=WON.encode() + b"\nTP1-\xff\n",
        capture_output=True,
        env=environment(PYTHONIOENCODING="utf-8:strict"),
        timeout=120,
    )
    assert ran.returncode == 2
    assert ran.stderr.startswith(b"tripeaks: standard input")


def test_a_terminal_without_suit_signs_gets_no_traceback() -> None:
    ran = finish("deal", WON, PYTHONIOENCODING="latin-1")
    assert ran.returncode == 0
    assert ran.stderr == ""


def test_suit_signs_are_read_where_the_locale_has_none() -> None:
    changes = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    signs = DECK.replace("S", "♠").replace("H", "♥")
    ran = subprocess.run(
        [*COMMAND, "deal", signs, "--as", "tokens"],
        capture_output=True,
        env=environment(**changes),
        timeout=120,
    )
    assert (ran.returncode, ran.stdout.decode().strip()) == (0, DECK)


def test_a_closed_stdin_is_bad_input() -> None:
    ran = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *COMMAND, "deal", "-"], capture_output=True, timeout=120
    )
    assert ran.returncode == 2
    assert ran.stderr.startswith(b"tripeaks: ")


def test_json_of_a_named_pipe_tells_all_its_deals(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen([*COMMAND, "solve", str(pipe), "--json"], stdout=subprocess.PIPE) as ran:
        pipe.write_text(f"{WON}\n{LOST}\n", encoding="utf-8")
        assert ran.stdout
        assert ran.stdout.read().count(b'"verified"') == 2


@pytest.mark.parametrize("command", ["solve TP1-E-AAAAAAB", "deal TP1-E-AAAAAAB", "nonsense"])
def test_a_closed_stdout_gets_no_traceback(command: str) -> None:
    ran = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *COMMAND, *command.split()],
        stderr=subprocess.PIPE,
        timeout=120,
    )
    assert b"Traceback" not in ran.stderr
    assert ran.returncode == (2 if command == "nonsense" else 0)
