"""The site made from ``docs/``: every page has its place, and every public name its entry."""

from __future__ import annotations

import re
from pathlib import Path

import tripeaks_solver


def test_every_page_is_in_the_index_once(root: Path) -> None:
    index = (root / "docs" / "index.md").read_text(encoding="utf-8")
    listed = [
        name
        for tree in re.findall(r"^```\{toctree\}\n(.*?)^```$", index, re.M | re.S)
        for name in re.findall(r"^[\w-]+$", tree, re.M)
    ]
    pages = {page.stem for page in (root / "docs").glob("*.md")} - {"index"}
    assert sorted(listed) == sorted(pages)


def test_every_public_constant_has_an_entry(root: Path) -> None:
    page = (root / "docs" / "api.md").read_text(encoding="utf-8")
    entries = re.findall(r"^\.\. autodata:: tripeaks_solver\.(?:\w+\.)*(\w+)$", page, re.M)
    values = {name: getattr(tripeaks_solver, name) for name in tripeaks_solver.__all__}
    constants = {name for name, value in values.items() if not callable(value)}
    assert set(entries) == constants - {"__version__"}


def test_all_other_public_names_have_docstrings() -> None:
    """Only those appear in the reference."""
    for name in tripeaks_solver.__all__:
        value = getattr(tripeaks_solver, name)
        assert not callable(value) or value.__doc__, name
