"""What is said where a package of an extra is missing."""

from __future__ import annotations

import json
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest

from tripeaks_solver import installed


class Metadata:
    """What an installer has noted."""

    def __init__(self, origin: dict[str, Any] | None) -> None:
        self._origin = origin

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return None if self._origin is None else json.dumps(self._origin)


@pytest.fixture
def prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "python"))
    monkeypatch.setattr("shutil.which", lambda _: str(tmp_path / "bin" / "pip"))
    return tmp_path


def came_from(monkeypatch: pytest.MonkeyPatch, origin: dict[str, Any] | None) -> None:
    monkeypatch.setattr(installed, "distribution", lambda _: Metadata(origin))


ORIGINS = [
    (None, "pip install 'tripeaks-solver[play]'"),
    (
        {"url": "file:///home/me/tri%20peaks", "dir_info": {"editable": True}},
        "pip install -e '/home/me/tri peaks[play]'",
    ),
    ({"url": "file:///home/me/peaks", "dir_info": {}}, "pip install '/home/me/peaks[play]'"),
    ({"url": "file:///tmp/t.whl", "archive_info": {}}, "pip install '/tmp/t.whl[play]'"),
    (
        {"url": "https://host/peaks.git", "vcs_info": {"vcs": "git", "commit_id": "1"}},
        "pip install 'tripeaks-solver[play] @ git+https://host/peaks.git'",
    ),
    (
        {"url": "https://host/peaks.whl", "archive_info": {}},
        "pip install 'tripeaks-solver[play] @ https://host/peaks.whl'",
    ),
]


@pytest.mark.usefixtures("prefix")
@pytest.mark.parametrize(("origin", "command"), ORIGINS)
def test_an_extra_comes_from_where_the_program_came_from(
    monkeypatch: pytest.MonkeyPatch, origin: dict[str, Any] | None, command: str
) -> None:
    came_from(monkeypatch, origin)
    assert installed.command_for("play") == command


@pytest.mark.parametrize(
    ("mark", "command"),
    [
        ("pipx_metadata.json", "pipx runpip tripeaks-solver install 'tripeaks-solver[store]'"),
        ("uv-receipt.toml", "uv tool install --force 'tripeaks-solver[store]'"),
    ],
)
def test_tools_that_make_environments_are_known(
    prefix: Path, monkeypatch: pytest.MonkeyPatch, mark: str, command: str
) -> None:
    came_from(monkeypatch, None)
    (prefix / mark).write_text("{}")
    assert installed.command_for("store") == command


def test_another_pip_on_the_path_is_not_named(
    prefix: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    came_from(monkeypatch, None)
    monkeypatch.setattr("shutil.which", lambda _: "/usr/bin/pip")
    python = prefix / "bin" / "python"
    assert installed.command_for("web") == f"{python} -m pip install 'tripeaks-solver[web]'"


@pytest.mark.usefixtures("prefix")
def test_a_checkout_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> Metadata:
        raise PackageNotFoundError

    monkeypatch.setattr(installed, "distribution", missing)
    root = Path(installed.__file__).parent.parent
    assert installed.command_for("web") == f"pip install -e '{root}[web]'"
