"""Writing files so that they appear whole or not at all, reading texts, and looking for files."""

from __future__ import annotations

import codecs
import io
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from secrets import token_hex
from typing import TextIO

from tripeaks_solver.errors import TripeaksError, WriteError

_MARK = ".tripeaks-"
_TOKEN_BYTES = 8
_LEFT_BEHIND = f"{_MARK}{'[0-9a-f]' * (2 * _TOKEN_BYTES)}.tmp*"
"""The names of files that are being written, or were when their writer died."""

_DEAD_AFTER = 3600
"""Seconds without a change after which nobody writes a file any more: all take some seconds."""


MOST_CHARACTERS = 50_000_000
"""How long a file may be; a certificate of a shipped layout has about a million."""


@contextmanager
def aside(path: Path) -> Iterator[Path]:
    """Give a path beside ``path`` to write to; what was written is moved to ``path`` at the end.

    When the writing fails nothing is left behind, and what was at ``path`` stays as it was. Any
    number of writers may write one file: the last one wins, and its file is whole. A link is
    followed; what is no regular file (a pipe, a device) is given itself. A file that was there
    keeps its permissions.

    Raises:
        WriteError: the file cannot be written.

    """
    try:
        with _beside(Path(os.path.realpath(path))) as beside:
            yield beside
    except OSError as fault:
        raise WriteError(fault.errno, fault.strerror or str(fault), str(path)) from None


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    if path.exists() and not path.is_file():
        yield path
        return
    _remove_left_behind(path.parent)
    beside = path.with_name(f"{_MARK}{token_hex(_TOKEN_BYTES)}.tmp{path.suffix}")
    # Made anew, so that it is no link that somebody put there, and secret if the file is.
    beside.touch(mode=0o600 if path.exists() else 0o666, exist_ok=False)
    try:
        yield beside
        _sync(beside)
        if path.exists():
            shutil.copymode(path, beside)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    with suppress(OSError):  # the file is in place; some systems have no directories to sync
        _sync(path.parent)


def _sync(path: Path) -> None:
    """Wait until a file, or what a directory lists, is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _remove_left_behind(folder: Path) -> None:
    """Remove what writers that died have left, so that it does not pile up."""
    for path in folder.glob(_LEFT_BEHIND):
        with suppress(OSError):  # another one removes it too, or it is somebody else's
            if time.time() - path.lstat().st_mtime > _DEAD_AFTER:
                path.unlink()


def write_out(content: str | bytes, path: Path) -> None:
    """Write to a file, whole or not at all, or to standard output where it is ``-``.

    Raises:
        WriteError: the file cannot be written.

    """
    data = content.encode() if isinstance(content, str) else content
    if str(path) == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    with aside(path) as beside:
        beside.write_bytes(data)


def open_text(path: Path) -> TextIO:
    """Open a text for reading; what is no text in it becomes U+FFFD.

    Raises:
        OSError: the file cannot be read.

    """
    file = path.open("rb")
    return io.TextIOWrapper(file, encoding=encoding_of(file.peek(2)), errors="replace")


def standard_input() -> TextIO:
    """Return standard input as a text; what is no text in it becomes U+FFFD.

    Raises:
        TripeaksError: it is closed.

    """
    if sys.stdin is None:
        raise TripeaksError("is closed", source="standard input")
    if isinstance(sys.stdin, io.TextIOWrapper) and isinstance(sys.stdin.buffer, BufferedReader):
        sys.stdin.reconfigure(encoding=encoding_of(sys.stdin.buffer.peek(2)), errors="replace")
    return sys.stdin


def read_whole(file: str) -> str:
    """Read a file that holds one document; - is standard input.

    Raises:
        TripeaksError: it cannot be read, or is too long.

    """
    try:
        if file == "-":
            text = standard_input().read(MOST_CHARACTERS + 1)
        else:
            with open_text(Path(file)) as opened:
                text = opened.read(MOST_CHARACTERS + 1)
    except OSError as fault:
        raise TripeaksError(f"cannot read: {fault.strerror}", source=file) from None
    if len(text) > MOST_CHARACTERS:
        most = f"{MOST_CHARACTERS:,} characters"
        raise TripeaksError(f"is longer than {most}: check it in pieces", source=file)
    return text


def encoding_of(begin: bytes) -> str:
    """Tell UTF-16, which some shells write, from UTF-8 by how a text begins."""
    return "utf-16" if begin[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8"


def bounded_lines(file: TextIO, most: int) -> Iterator[str]:
    """Yield the lines of a text, up to one with more characters; of that comes one more than so.

    What follows it is not read: it may have no end.
    """
    line = ""
    while len(line) <= most and (line := file.readline(most + 1)):
        yield line


def exists(name: str) -> bool:
    """Tell whether a text names a file (or a directory, a pipe); any text may be asked about."""
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):  # longer than a name can be, or with a null character
        return False


def data_folder() -> Path:
    """Return the folder of the data: inside the package in a wheel, beside it in a checkout."""
    package = Path(__file__).parent
    inside = package / "data"
    return inside if inside.is_dir() else package.parent / "data"
