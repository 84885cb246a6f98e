"""The names of the package: what is exported, that it is all there, and what checkers see."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args, get_type_hints

import pytest

import tripeaks_solver
from tripeaks_solver import errors

PACKAGE = "tripeaks_solver"
EXPORTED = {name: getattr(tripeaks_solver, name) for name in tripeaks_solver.__all__}
PUBLIC = [name for name in EXPORTED if not name.startswith("_")]
INTERNAL = {"States"}
"""What a public class may hold without anybody having to name it."""
UNSEEN = dict.fromkeys(["pandas", "polars", *INTERNAL], SimpleNamespace(DataFrame=object))
"""What is imported for type checkers alone, and not public."""


def _seen_by_checkers() -> dict[str, tuple[str, str]]:
    """The imports for type checkers: the public name, its module and its name there."""
    tree = ast.parse(Path(tripeaks_solver.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    assert ast.unparse(block.test) == "TYPE_CHECKING"
    return {
        alias.asname or alias.name: ((node.module or "").removeprefix(f"{PACKAGE}."), alias.name)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def test_checkers_see_what_is_loaded() -> None:
    assert _seen_by_checkers() == tripeaks_solver._HOME_OF
    assert set(PUBLIC) == set(tripeaks_solver._HOME_OF)


def test_names_are_listed_once() -> None:
    assert len(EXPORTED) == len(tripeaks_solver.__all__)


def test_what_is_not_there_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing_here'"):
        getattr(tripeaks_solver, "nothing_here")  # noqa: B009


def test_no_public_name_is_that_of_a_module() -> None:
    # Otherwise it would mean the module as soon as that has been imported.
    modules = {module.name for module in pkgutil.iter_modules(tripeaks_solver.__path__)}
    assert not modules & set(PUBLIC)


def test_dir_tells_all_names_and_loads_nothing() -> None:
    program = f"import {PACKAGE}, sys; print(*dir({PACKAGE})); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    names, modules = (set(line.split()) for line in done.stdout.splitlines())
    assert names >= set(PUBLIC)
    assert not modules & {"numpy", "numba", f"{PACKAGE}.deal"}


@pytest.mark.parametrize(
    "name", [name for name in PUBLIC if inspect.isclass(EXPORTED[name]) or callable(EXPORTED[name])]
)
def test_what_can_be_called_is_documented(name: str) -> None:
    found = EXPORTED[name]
    members = inspect.getmembers(found) if inspect.isclass(found) else []
    own = {n: member for n, member in members if n in vars(found) and not n.startswith("_")}
    documented = {name: found} | {
        n: member for n, member in own.items() if callable(member) or isinstance(member, property)
    }
    assert [n for n, member in documented.items() if not inspect.getdoc(member)] == []


def _hints(thing: Any) -> Iterator[Any]:
    """Yield the types that a function returns, and those of what a class holds."""
    hints = get_type_hints(thing, localns=EXPORTED | UNSEEN)
    yield from [hints["return"]] if "return" in hints else hints.values()
    for name, member in vars(thing).items() if inspect.isclass(thing) else ():
        if isinstance(member, property) and not name.startswith("_"):
            yield from _hints(member.fget)
        elif inspect.isfunction(member) and not name.startswith("_"):
            yield from _hints(member)


def _classes_in(hint: Any) -> set[type]:
    inner = {found for part in get_args(hint) for found in _classes_in(part)}
    return inner | ({hint} if inspect.isclass(hint) else set())


@pytest.mark.parametrize(
    "name",
    [n for n in PUBLIC if inspect.isroutine(EXPORTED[n])]
    + [n for n in PUBLIC if inspect.isclass(EXPORTED[n])],
)
def test_what_a_public_name_gives_is_public(name: str) -> None:
    given = {found for hint in _hints(EXPORTED[name]) for found in _classes_in(hint)}
    ours = {found.__name__ for found in given if found.__module__.startswith(PACKAGE)}
    assert ours <= set(PUBLIC) | INTERNAL


def test_every_error_is_public() -> None:
    kinds = {
        name
        for name, found in vars(errors).items()
        if inspect.isclass(found) and found.__module__ == errors.__name__
    }
    assert "TripeaksError" in kinds
    assert kinds <= set(PUBLIC)


# --- Type checkers


def _snippets(root: Path) -> Iterator[tuple[str, str]]:
    for page in ("README.md", "docs/library.md"):
        text = (root / page).read_text(encoding="utf-8")
        found = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        assert found, page
        yield page.replace("/", "_").replace(".", "_"), "\n".join(found)


@pytest.mark.slow
def test_the_python_of_the_pages_passes_mypy_from_outside(root: Path, tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    for name, program in _snippets(root):
        (tmp_path / f"{name}.py").write_text(program, encoding="utf-8")
    settings = tmp_path / "mypy.ini"
    settings.write_text(
        f"[mypy]\nstrict = true\n[mypy-{PACKAGE}.*]\nfollow_imports = silent\n"
        "[mypy-numba.*,llvmlite.*,pysol_cards.*]\nignore_missing_imports = true\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", settings, "--cache-dir", tmp_path, "."],
        cwd=tmp_path,
        env={"MYPYPATH": str(root), "PATH": ""},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
