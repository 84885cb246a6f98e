"""Machine code is kept in directories of our own alone, and its faults cost only time."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tripeaks_solver.search.cache import private_directory, say_once

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs permissions of POSIX")


@pytest.fixture(autouse=True)
def _said_nothing() -> Iterator[None]:
    say_once.cache_clear()
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_all_that_is_made_is_private(tmp_path: Path) -> None:
    path = tmp_path / "new" / "kernels"
    assert private_directory(path) == path
    assert private_directory(path) == path
    assert (mode(path), mode(path.parent)) == (0o700, 0o700)


def open_to_all(path: Path) -> None:
    path.mkdir()
    path.chmod(0o777)


def open_to_the_group(path: Path) -> None:
    path.mkdir()
    path.chmod(0o770)


def linked(path: Path) -> None:
    path.with_name("other").mkdir(mode=0o700)
    path.symlink_to("other")


def replaceable(path: Path) -> None:
    path.mkdir(mode=0o700)
    path.parent.chmod(0o777)


def a_file(path: Path) -> None:
    path.touch()


@pytest.mark.parametrize("made", [open_to_all, open_to_the_group, linked, replaceable, a_file])
def test_what_others_can_write_to_is_refused_and_said_once(
    made: Callable[[Path], None], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "kernels"
    made(path)
    assert private_directory(path) is None
    assert private_directory(path) is None
    (message,) = caplog.messages
    assert f"the compiled search is not kept in {path}: " in message


def test_the_directory_of_another_user_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kernels"
    path.mkdir(mode=0o700)
    monkeypatch.setattr("os.geteuid", lambda: path.stat().st_uid + 1)
    assert private_directory(path) is None


def test_a_directory_that_everyone_may_add_to_is_no_danger(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    assert private_directory(tmp_path / "kernels") == tmp_path / "kernels"


PROGRAM = """
import numpy as np
from tripeaks_solver.search.rate import deal_codes
print(deal_codes(np.arange(3, dtype=np.uint64)).tolist())
"""


def dealt(cache: Path, before: str = "") -> subprocess.CompletedProcess[str]:
    """Deal three codes with a compiled kernel."""
    return subprocess.run(
        [sys.executable, "-c", before + PROGRAM],
        env=os.environ | {"NUMBA_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:100])


def change(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-100] ^= 1
    path.write_bytes(data)


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("damage", "ending"),
    [(cut, "nbi"), (empty, "nbi"), (cut, "nbc"), (empty, "nbc"), (change, "nbc")],
)
def test_a_damaged_cache_is_told_and_replaced(
    damage: Callable[[Path], None], ending: str, tmp_path: Path, compiled: bool
) -> None:
    if not compiled:
        pytest.skip("nothing is compiled")
    good = dealt(tmp_path / "cache")
    files = sorted((tmp_path / "cache").rglob(f"*.{ending}"))
    assert files
    for path in files:
        damage(path)
    told = dealt(tmp_path / "cache")
    assert told.stdout == good.stdout
    assert "is damaged: the search is compiled again" in told.stderr
    assert told.stderr.count("\n") == 1
    again = dealt(tmp_path / "cache")
    assert (again.stdout, again.stderr) == (good.stdout, "")


@pytest.mark.slow
def test_a_full_cache_disk_costs_only_time(tmp_path: Path, compiled: bool) -> None:
    if not compiled:
        pytest.skip("nothing is compiled")
    pytest.importorskip("resource", reason="needs limits")
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
    told = dealt(tmp_path / "cache", limit)
    assert told.stdout == dealt(tmp_path / "other").stdout
    assert "the compiled search cannot be kept in " in told.stderr
    assert told.stderr.endswith(": File too large\n")
    assert told.stderr.count("\n") == 1
