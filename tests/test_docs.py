"""What the documentation shows is what happens."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
import pytest

from tripeaks_solver.batch.columns import COLUMNS, Column
from tripeaks_solver.cards import parse_card
from tripeaks_solver.cli import EPILOG, cli, run
from tripeaks_solver.cli.options import OWN_SHUFFLE
from tripeaks_solver.codes import REFERENCE_DECK
from tripeaks_solver.deal import Deal
from tripeaks_solver.layouts import shipped_layouts
from tripeaks_solver.rules import VARIANTS

PAGES = ("README.md", "docs/columns.md", "docs/census.md", "docs/code-space.md")


def read(root: Path, page: str) -> str:
    return (root / page).read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def transcript(text: str) -> Iterator[tuple[str, str]]:
    """Yield the commands of all console blocks, each with the output that is shown."""
    for block in blocks(text, "console"):
        for shown in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = shown.partition("\n")
            yield command, output


def timeless(text: str) -> str:
    return re.sub(r"\d+\.\d+ s\b", "… s", text).strip()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "at_least"),
    [
        ("README.md", 8),
        ("docs/rules.md", 1),
        ("docs/columns.md", 2),
        ("docs/tutorial.md", 8),
        ("docs/how-to.md", 10),
    ],
)
def test_the_transcripts_of_a_page_are_real(
    root: Path, tmp_path: Path, page: str, at_least: int
) -> None:
    commands = list(transcript(read(root, page)))
    assert len(commands) >= at_least
    for command, output in commands:
        assert "tripeaks " in command
        done = subprocess.run(
            re.sub(r"\btripeaks (?=[a-z])", f"{sys.executable} -m tripeaks_solver ", command),
            shell=True,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            # Whoever runs the tests may have set how wide texts are.
            env={name: value for name, value in os.environ.items() if name != "COLUMNS"},
        )
        assert done.returncode in (0, 3), done.stderr
        assert timeless(done.stdout) == timeless(output), command


@pytest.mark.parametrize("page", ["docs/tutorial.md", "docs/how-to.md"])
def test_quick_commands_of_a_page_are_real(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    """Those that need neither another program nor a compiled search, in this process."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hut.txt").write_text(hut(root), encoding="utf-8")
    quick = 0
    for command, output in transcript(read(root, page)):
        if re.match(r"tripeaks (?:deal|solve|verify) [^|<>]+$", command):
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                assert run(shlex.split(command)[1:]) in (0, 3), command
            assert timeless(out.getvalue()) == timeless(output), command
            quick += 1
        elif "> solution.txt" in command:
            assert run(shlex.split(command.partition(" > ")[0])[1:]) == 3
    assert quick >= 2


def hut(root: Path) -> str:
    """The layout that the recipes draw."""
    (drawn,) = re.findall(r"^\$ printf '(.*?)' > hut.txt", read(root, "docs/how-to.md"), re.M)
    return str(drawn).replace("\\n", "\n")


def test_the_layout_of_the_recipes_is_that_of_the_page_of_layout_files(root: Path) -> None:
    (shown,) = blocks(read(root, "docs/layout-files.md"), "text")
    assert shown == hut(root)


def test_the_board_of_the_recipes_is_the_one_on_the_command_line(root: Path) -> None:
    (drawn,) = blocks(read(root, "docs/how-to.md"), "text")
    (line,) = re.findall(r'^\$ tripeaks advise "(.*?)"', read(root, "docs/how-to.md"), re.M)
    assert Deal.from_text(drawn) == Deal.from_text(line)


def test_the_page_of_json_names_every_field(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "TP1-E-AAAAAAB", "--json"]) == 0
    solution = json.loads(capsys.readouterr().out)
    told = re.findall(r"^\| `(\w+)` \|", read(root, "docs/json.md"), re.M)
    assert told == [*solution, *solution["moves"][0]]


@pytest.mark.slow
def test_the_notebook_of_the_recipes_runs(root: Path) -> None:
    (program,) = blocks(read(root, "docs/how-to.md"), "python")
    exec(program, {})


def test_the_python_of_the_readme_runs(root: Path) -> None:
    (program,) = blocks(read(root, "README.md"), "python")
    exec(program, {})


@pytest.mark.parametrize("page", ["README.md", "docs/dealing.md"])
def test_pages_say_in_a_sentence_that_the_shuffle_is_our_own(root: Path, page: str) -> None:
    text = " ".join(read(root, page).split()).casefold()
    assert "does not publish its shuffle" in text
    assert "may differ from that app's" in text


@pytest.mark.parametrize("command", ["deal", "solve"])
def test_help_says_so_too(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    assert OWN_SHUFFLE in " ".join(capsys.readouterr().out.split())


def test_the_reference_deck_of_the_page_is_the_one_in_use(root: Path) -> None:
    page = read(root, "docs/dealing.md")
    cards = re.findall(r"\b[A2-9TJQK][CDHS]\b", "".join(re.findall(r"`3C.*?2C`", page, re.DOTALL)))
    assert tuple(map(parse_card, cards)) == REFERENCE_DECK


def test_every_command_is_documented(root: Path) -> None:
    text = read(root, "README.md")
    assert cli.commands
    for name, command in cli.commands.items():
        assert f"`tripeaks {name}" in text
        assert command.help
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.help, f"{name} {parameter.opts}"


def test_exit_codes_are_told_in_both_places(root: Path) -> None:
    table = re.findall(r"^\| (\d+) \|", read(root, "README.md"), re.MULTILINE)
    words = "answered|error|bad|undecided|certificate|interrupted"
    assert table == re.findall(rf"\b(\d+) (?:{words})", EPILOG)


def told_of(columns: Iterable[Column]) -> list[str]:
    """The lines that the page of columns owes them."""
    return [
        f"| `{column.name}` | {column.kind.__name__.rstrip('_')} | "
        f"{'not winnable' if column.missing else 'never'} | {column.depth.value} | "
        f"{column.meaning} |"
        for column in columns
    ]


def test_the_page_of_columns_is_that_of_the_table(root: Path) -> None:
    shown = re.findall(r"^\| `.*\|$", read(root, "docs/columns.md"), re.MULTILINE)
    assert shown == told_of(COLUMNS)


def test_the_page_of_rules_tells_each_variant(root: Path) -> None:
    _, _, table = read(root, "docs/rules.md").partition("| in the name | what it means |")
    shown = re.findall(r"^\| `-(\w+)` \| (.*) \|$", table.partition("\n\n")[0], re.MULTILINE)
    assert shown == [(variant.word, variant.meaning) for variant in VARIANTS]


def test_layouts_are_counted_not_told_by_heart(root: Path) -> None:
    count = len(shipped_layouts())
    pages = [root / "README.md", *(page for page in (root / "docs").glob("*.md"))]
    told = [
        (page.name, int(number))
        for page in pages
        for number in re.findall(r"\b(\d+) layouts\b", page.read_text(encoding="utf-8"))
    ]
    assert {number for _, number in told} == {count}, told
    assert {"README.md", "rules.md", "playing.md"} <= {name for name, _ in told}


RECIPES = (
    "rule",
    "scoring system",
    "column",
    "command",
    "question to the server",
    "deal format",
    "layout",
    "public name",
    "key of the game",
)


def recipes(root: Path) -> dict[str, str]:
    """What the page of the architecture says of adding each kind of thing."""
    _, _, section = read(root, "docs/architecture.md").partition("## Where to add\n")
    return dict(re.findall(r"^- \*\*An? (.*?):\*\* (.*?)(?=^- |\Z)", section, re.M | re.S))


def test_the_page_says_where_to_add_what(root: Path) -> None:
    assert tuple(recipes(root)) == RECIPES


@pytest.mark.parametrize("kind", RECIPES)
def test_recipes_name_what_exists(root: Path, kind: str) -> None:
    for path in re.findall(r"`([\w./-]+/[\w./-]*|[\w-]+\.md)`", recipes(root)[kind]):
        assert (root / path).exists() or (root / "tripeaks_solver" / path).exists(), path


def test_links_between_pages_lead_somewhere(root: Path) -> None:
    for page in (root / "README.md", *(root / "docs").glob("*.md")):
        for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
