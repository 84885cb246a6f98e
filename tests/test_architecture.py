"""The arrows of docs/architecture.md, kept true; and what is imported when."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = "tripeaks_solver"
RANKING = (
    ("errors", "installed", "values"),
    ("cards", "files"),
    ("layout", "rules"),
    ("layouts", "shares", "samples", "scoring"),
    ("deal",),
    ("codes", "goals"),
    ("problem",),
    ("answer",),
    ("game", "certificate", "claim"),
    ("verify", "search", "view"),
    ("ask",),
    ("hidden",),
    ("players",),
    ("review",),
    ("formats",),
    ("batch",),
    ("ratings",),
    ("render",),
    ("play", "web"),
    ("cli",),
)
"""Each module imports only from the rows above its own (or from its own folder)."""

ROW = {name: row for row, names in enumerate(RANKING) for name in names}

UPWARD = {
    ("layout", "render"): "notebooks ask a layout itself for its picture",
    ("deal", "render"): "notebooks ask a deal itself for its picture",
    ("deal", "formats"): "Deal.from_text reads every format of a deal",
}
"""The only arrows up, and why: methods import there when they are called, not before."""


def module_files(root: Path) -> list[Path]:
    files = sorted((root / PACKAGE).rglob("*.py"))
    return [file for file in files if file.parent.name != PACKAGE or file.name[0] != "_"]


def unit(file: Path, root: Path) -> str:
    """The module or folder right below the package that a file belongs to."""
    return file.relative_to(root / PACKAGE).parts[0].removesuffix(".py")


class _WithoutFunctions(ast.NodeTransformer):
    """Leaves out what is imported only when a function is called."""

    def visit_FunctionDef(self, _node: ast.FunctionDef) -> None:
        return None


class _WithoutTypes(ast.NodeTransformer):
    """Leaves out what is imported for the type checker alone."""

    def visit_If(self, node: ast.If) -> ast.AST | None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return None
        return self.generic_visit(node)


def imports(file: Path, *, with_types: bool = True, anywhere: bool = True) -> set[str]:
    """The units of the package that a file imports, by default anywhere in it."""
    found = set()
    tree: ast.AST = ast.parse(file.read_text(encoding="utf-8"))
    tree = tree if with_types else _WithoutTypes().visit(tree)
    for node in ast.walk(tree if anywhere else _WithoutFunctions().visit(tree)):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
            if node.module == PACKAGE:
                names = [f"{PACKAGE}.{alias.name}" for alias in node.names]
            elif node.module == f"{PACKAGE}.search":
                names = [node.module]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        found |= {name.split(".")[1] for name in names if name.startswith(PACKAGE + ".")}
    return found - {"__version__"}


def test_every_module_has_a_place_in_the_ranking(root: Path) -> None:
    assert {unit(file, root) for file in module_files(root)} == set(ROW)


def test_arrows_point_one_way(root: Path) -> None:
    wrong = [
        f"{file.relative_to(root)} imports {other}"
        for file in module_files(root)
        for other in imports(file)
        if other != unit(file, root) and ROW[other] >= ROW[unit(file, root)]
        if (unit(file, root), other) not in UPWARD
    ]
    assert wrong == []


@pytest.mark.parametrize(("lower", "upper"), UPWARD)
def test_arrows_up_are_drawn_when_a_method_is_called(root: Path, lower: str, upper: str) -> None:
    file = root / PACKAGE / f"{lower}.py"
    assert upper in imports(file, with_types=False)
    assert upper not in imports(file, anywhere=False)


@pytest.mark.parametrize(
    ("unit_name", "never"),
    [
        ("verify", {"search"}),
        ("game", {"search"}),
        ("certificate", {"search"}),
        ("search", {"game", "verify"}),
        # Formats read and write, render draws: what is found and checked is given to them.
        ("formats", {"search", "verify", "ask"}),
        ("render", {"search", "verify", "ask"}),
    ],
)
def test_what_keeps_apart_shares_no_code(root: Path, unit_name: str, never: set[str]) -> None:
    files = [file for file in module_files(root) if unit(file, root) == unit_name]
    assert files
    for file in files:
        assert not imports(file, with_types=False) & never


def test_the_page_names_every_module(root: Path) -> None:
    page = (root / "docs" / "architecture.md").read_text(encoding="utf-8")
    for name in ROW:
        assert f"| `{name}" in page, name


def loaded_by(program: str) -> set[str]:
    told = f"{program}\nimport sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("program", "never"),
    [
        ("import tripeaks_solver", {"numpy", "numba", "click"}),
        ("import tripeaks_solver.cli", {"numpy", "numba", "rich", "polars", "platformdirs"}),
        ("import tripeaks_solver.verify", {"numpy", "numba", f"{PACKAGE}.search"}),
        ("import tripeaks_solver.search.solve", {"numba", "polars"}),
        ("import tripeaks_solver.batch.rating", {"numba", "polars", "distributed"}),
        ("import tripeaks_solver.ratings", {"numba", "polars", "pandas", "distributed"}),
    ],
)
def test_what_is_not_loaded(program: str, never: set[str]) -> None:
    assert not loaded_by(program) & never
