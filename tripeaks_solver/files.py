"""Writing files so that they appear whole or not at all, and looking for them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tripeaks_solver.errors import TripeaksError


@contextmanager
def aside(path: Path) -> Iterator[Path]:
    """Give a path beside ``path`` to write to; what was written is moved to ``path`` at the end.

    When the writing fails nothing is left behind, and what was at ``path`` stays as it was. A link
    is followed; what is no regular file (a pipe, a device) is given itself.

    Raises:
        OSError: the file cannot be written.

    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        yield path
        return
    beside = path.with_name(f".{path.stem}.{os.getpid()}.tmp{path.suffix}")
    try:
        yield beside
        with beside.open("rb") as written:
            os.fsync(written.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def write_out(content: str | bytes, path: Path) -> None:
    """Write to a file, whole or not at all, or to standard output where it is ``-``.

    Raises:
        TripeaksError: the file cannot be written.

    """
    data = content.encode() if isinstance(content, str) else content
    if str(path) == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        with aside(path) as beside:
            beside.write_bytes(data)
    except OSError as fault:
        raise TripeaksError(f"cannot write: {fault.strerror}", source=str(path)) from None


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
