"""Writing files so that they appear whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tripeaks_solver.errors import TripeaksError


def write_atomically(path: Path, chunks: Iterable[str]) -> None:
    """Write text aside, then move it into place.

    Raises:
        TripeaksError: the file cannot be written; nothing is left behind.

    """
    aside: Path | None = None
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as file:
            aside = Path(file.name)
            file.writelines(chunks)
        aside.chmod(0o666 & ~_umask())
        aside.replace(path)
    except OSError as fault:
        raise TripeaksError(f"cannot write: {fault.strerror or fault}", source=str(path)) from None
    finally:
        if aside is not None:
            aside.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
