"""The folders of the game: what may import what, and what is loaded."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PLAY = "tripeaks_solver.play"
MAY_IMPORT = {
    "model": {"model"},
    "storage": {"model", "storage"},
    "drawing": {"model", "drawing"},
    "ui": {"model", "storage", "drawing", "ui"},
}


def modules(root: Path, folder: str) -> list[Path]:
    return sorted((root / "tripeaks_solver" / "play" / folder).glob("*.py"))


def imported_folders(file: Path) -> set[str]:
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    names = [n.module or "" for n in nodes if isinstance(n, ast.ImportFrom)]
    return {name.split(".")[2] for name in names if name.startswith(f"{PLAY}.")}


def test_all_modules_lie_in_the_folders(root: Path) -> None:
    assert {file.name for file in modules(root, ".")} == {"__init__.py"}
    found = {path.parent.name for path in (root / "tripeaks_solver" / "play").glob("*/*.py")}
    assert found == {*MAY_IMPORT}


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_arrows_point_one_way(root: Path, folder: str) -> None:
    wrong = {
        file.name: others
        for file in modules(root, folder)
        if (others := imported_folders(file) - MAY_IMPORT[folder])
    }
    assert wrong == {}


@pytest.mark.parametrize(
    ("folder", "never"),
    [
        ("model", {"textual", "rich", "filelock", "platformdirs", "numpy"}),
        ("storage", {"textual", "rich", "numpy"}),
        ("drawing", {"textual", "filelock", "numpy"}),
    ],
)
def test_what_a_folder_does_not_load(root: Path, folder: str, never: set[str]) -> None:
    names = [f"{PLAY}.{folder}.{file.stem}" for file in modules(root, folder)]
    program = f"import sys, {', '.join(names)}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert not {*done.stdout.split()} & never
