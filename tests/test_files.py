"""Files appear whole or not at all, whoever else writes them, and however a writer ends."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from test_cli_support import WON, tripeaks

from tripeaks_solver.errors import WriteError
from tripeaks_solver.files import aside, write_out

HOUR = 3600


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_of_many_writers_each_file_is_whole_and_the_last_one_wins(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"

    def write(sign: str) -> set[tuple[int, int]]:
        found = set()
        for _ in range(40):
            write_out(sign * 20_000, path)
            text = path.read_text(encoding="ascii")
            found.add((len(text), len(set(text))))
        return found

    with ThreadPoolExecutor(8) as pool:
        assert set().union(*pool.map(write, "abcdefgh")) == {(20_000, 1)}
    assert names(tmp_path) == ["file.txt"]


def test_writers_that_overlap_have_names_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    with aside(path) as one:
        one.write_text("one", encoding="ascii")
        with aside(path) as other:
            other.write_text("other", encoding="ascii")
        assert path.read_text(encoding="ascii") == "other"
    assert path.read_text(encoding="ascii") == "one"
    assert names(tmp_path) == ["file.txt"]


def test_a_link_in_the_way_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tripeaks_solver.files.token_hex", lambda _: "0123456789abcdef")
    (tmp_path / "victim").write_text("precious", encoding="ascii")
    (tmp_path / ".tripeaks-0123456789abcdef.tmp.txt").symlink_to("victim")
    with pytest.raises(WriteError, match="File exists"):
        write_out("text", tmp_path / "file.txt")
    assert (tmp_path / "victim").read_text(encoding="ascii") == "precious"
    assert not (tmp_path / "file.txt").exists()


@pytest.mark.parametrize("kept", [0o600, 0o640, 0o444, 0o755])
def test_a_file_keeps_its_permissions(tmp_path: Path, umask: None, kept: int) -> None:
    path = tmp_path / "file.txt"
    write_out("before", path)
    assert mode(path) == 0o644
    path.chmod(kept)
    with aside(path) as beside:
        assert mode(beside) == 0o600
        beside.write_text("after", encoding="ascii")
    assert (mode(path), path.read_text(encoding="ascii")) == (kept, "after")


def test_what_dead_writers_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    dead = tmp_path / ".tripeaks-0123456789abcdef.tmp.parquet"
    alive = tmp_path / ".tripeaks-123456789abcdef0.tmp.parquet"
    others = [tmp_path / name for name in (".tripeaks-notes.tmp", ".hidden.tmp", "part.parquet")]
    for path in (dead, alive, *others):
        path.touch()
    for path in (dead, *others):
        os.utime(path, times=(0, time.time() - 2 * HOUR))
    write_out("text", tmp_path / "file.txt")
    assert names(tmp_path) == sorted(["file.txt", alive.name, *(path.name for path in others)])


@pytest.mark.parametrize("name", ["nosuch/file", "plain/file", "x" * 300, "."])
def test_what_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plain").touch()
    with pytest.raises(WriteError) as caught:
        write_out("text", Path(name))
    assert str(caught.value).startswith(f"cannot write {name}: ")
    assert names(tmp_path) == ["plain"]


def test_links_in_a_ring_are_replaced(tmp_path: Path) -> None:
    (tmp_path / "ring").symlink_to("ring")
    write_out("text", tmp_path / "ring")
    assert (tmp_path / "ring").read_text(encoding="ascii") == "text"


def test_a_device_is_written_to_and_stays_one() -> None:
    write_out("text", Path(os.devnull))
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


@pytest.mark.parametrize(
    "arguments",
    [
        f"deal {WON} --svg no/out.svg",
        f"deal {WON} --png no/out.png",
        "layouts 7 --svg no/out.svg",
        f"solve {WON} --html no/out.html",
        f"solve {WON} --certificate no/proof",
    ],
)
def test_commands_name_what_they_cannot_write(
    arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = tripeaks(*arguments.split())
    path = arguments.split()[-1]
    assert (ran.code, ran.fault) == (1, f"cannot write {path}: No such file or directory")
    assert names(tmp_path) == []


SMALL_FILES = (
    "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
    "from tripeaks_solver.cli import main; main()"
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        f"deal {WON} --svg out.svg",
        f"solve {WON} --html out.html",
        f"solve {WON} --certificate proof",
        f"rate {WON} --out store",
        "stats full --plot out.png",
    ],
)
def test_a_limit_on_files_is_told_like_a_full_disk(arguments: str, tmp_path: Path) -> None:
    pytest.importorskip("resource", reason="needs limits")
    for package in ("polars", "matplotlib"):
        pytest.importorskip(package)
    full = tmp_path / "full"
    assert tripeaks("rate", WON, "--out", str(full)).code == 0
    ran = subprocess.run(
        [sys.executable, "-c", SMALL_FILES, *arguments.split()],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 1
    assert ran.stderr.startswith("tripeaks: cannot write ")
    assert ran.stderr.endswith(": File too large\n")
    assert ran.stderr.count("\n") == 1
    names = {path.name for path in tmp_path.rglob("*")}
    assert names <= {"full", "store", "part-000000.parquet", ".lock"}
    assert not list(tmp_path.glob("store/part*"))
