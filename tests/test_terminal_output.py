"""Output for people: it fits the terminal, and lists are whole, short and quick."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from contextlib import redirect_stdout

import click
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from test_cli_support import OTHER, WON, tripeaks

from tripeaks_solver.cli import FORMER, cli, run
from tripeaks_solver.codes import parse_code
from tripeaks_solver.errors import meant
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import shipped_layouts
from tripeaks_solver.render.terminal import deal_lines
from tripeaks_solver.render.wrapping import GLUE, wrapped
from tripeaks_solver.search.states import states_of
from tripeaks_solver.shares import measured

words = st.lists(st.text("abc♠é", min_size=1, max_size=12), min_size=1, max_size=30)


@given(words, st.integers(1, 60), st.integers(0, 8))
@example(["a"], 1, 8)
def test_wrapped_lines_keep_all_words_and_fit(told: list[str], width: int, indent: int) -> None:
    line = " " * indent + " ".join(told)
    parts = list(wrapped(line, width))
    assert [word for part in parts for word in part.split()] == told
    for part in parts:
        assert len(part) <= width or len(part.split()) == 1


@given(words)
def test_without_a_width_a_line_stays_whole(told: list[str]) -> None:
    assert list(wrapped(GLUE.join(told), None)) == [" ".join(told)]


def test_the_rest_of_a_line_stands_below_its_text() -> None:
    assert list(wrapped("stock  A♦ 2♥ 3♣ 4♠", 14)) == ["stock  A♦ 2♥", "       3♣ 4♠"]
    assert list(wrapped(f"13  draw{GLUE}A♦ K♦", 13)) == ["13  draw A♦", "    K♦"]


def test_colours_take_no_columns() -> None:
    red = click.style("A♦", fg="red")
    assert list(wrapped(f"{red} {red} {red}", 5)) == [f"{red} {red}", red]


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("width", [24, 40, 59, 80])
@pytest.mark.parametrize(
    "command",
    [f"solve {WON}", f"solve {WON} {OTHER}", f"deal {WON} --hidden", "scoring", f"solve {WON}/L7"],
)
def test_output_fits_the_terminal(
    command: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    whole = tripeaks(*command.split())
    with redirect_stdout(_Terminal()) as terminal:
        run(command.split())
    fitted = click.unstyle(terminal.getvalue())
    for line in fitted.splitlines():
        assert len(line) <= width or len(line.split()) == 1
    cards = r"\b(?:10|[A2-9JQK])[♣♦♥♠]"
    assert re.findall(cards, fitted) == re.findall(cards, whole.out)


def test_rows_are_told_where_a_drawing_is_too_wide() -> None:
    deal = parse_code(WON).deal()
    drawn = list(deal_lines(deal))
    assert list(deal_lines(deal, width=60)) == drawn
    told = [click.unstyle(line) for line in deal_lines(deal, width=59)]
    assert told[0] == "row 1   (10♠) (6♠) (7♥)"
    assert told[4:] == list(map(click.unstyle, drawn[4:]))


def test_help_tells_every_command_in_one_whole_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = tripeaks("--help").lines
    for name, command in cli.commands.items():
        (line,) = [line for line in lines if line.startswith(f"  {name} ")]
        assert line.split(maxsplit=1)[1] == (command.help or "").split("\n")[0]
        assert line.endswith(".")


@pytest.mark.parametrize(("former", "name"), FORMER.items())
def test_former_names_still_work(former: str, name: str) -> None:
    assert former not in tripeaks("--help").out
    told = tripeaks(former, "--help").out
    assert told.replace(former, name) == tripeaks(name, "--help").out


def test_layouts_are_listed_one_a_line() -> None:
    heading, *lines, note = tripeaks("layouts").lines
    assert len(lines) == len(shipped_layouts())
    assert len({*map(len, [heading, *lines])}) == 1
    assert all(len(line) <= 80 for line in [heading, *lines, note])
    assert lines[0].split() == ["1", "classic", "28", "23", "22,932", "96.9%", "74.7%"]
    assert "▢" not in "".join(lines)
    assert tripeaks("layouts", "--pictures").out.count("winnable in easy") == len(lines)
    assert tripeaks("layouts", "--pictures", "--json").code == 2


def test_listing_layouts_loads_no_numpy() -> None:
    program = "import sys; from tripeaks_solver.cli import run; run(['layouts', '--json'])"
    done = subprocess.run(
        [sys.executable, "-c", f"{program}; sys.exit('numpy' in sys.modules)"], capture_output=True
    )
    assert done.returncode == 0


@pytest.mark.parametrize("layout", shipped_layouts().values(), ids=lambda layout: layout.name)
def test_the_states_that_are_listed_are_those_that_there_are(layout: Layout) -> None:
    found = measured(layout)
    assert found is not None
    assert found.states == len(states_of(layout))


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ("layouts castel", "no layout 'castel' (did you mean 'castle'?)"),
        ("layouts tower-brige", "no layout 'tower-brige' (did you mean 'tower bridge'?)"),
        (f"solve {WON} --rules Clasic-stuck", "(did you mean 'classic-stuck'?): write easy or"),
        (f"solve {WON} --scoring microsfot", "(did you mean 'microsoft'?): choose from"),
        ("layouts xxxxxx", "no layout 'xxxxxx': use a number"),
    ],
)
def test_misspelt_names_are_told_the_likest(arguments: str, fault: str) -> None:
    ran = tripeaks(*arguments.split())
    assert ran.code == 2
    assert fault in ran.fault


@pytest.mark.parametrize("text", ["", "\0", "x" * 5000, "İ♠", "castle"])
def test_any_text_may_be_misspelt(text: str) -> None:
    assert meant(text, []) == ""
    assert meant(text, ["castle"]) in ("", " (did you mean 'castle'?)")


def test_numbers_have_separators_of_thousands() -> None:
    assert "best score 28,900" in tripeaks("solve", "TP1-E-AAAAAAI", "--scoring", "microsoft").out
    assert " 28,900" in tripeaks("rate", "TP1-E-AAAAAAI", "--scoring", "microsoft").out
