"""What a process rates deals with, so that workers of other versions are found out."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import tripeaks_solver
from tripeaks_solver.files import data_folder


@cache
def version() -> str:
    """Name the version of the package, with a digest of its code and of its layouts."""
    digest = hashlib.sha256()
    code = sorted(Path(tripeaks_solver.__file__).parent.rglob("*.py"))
    for path in (*code, *sorted((data_folder() / "layouts").glob("*.txt"))):
        digest.update(path.read_bytes())
    return f"{tripeaks_solver.__version__} (code {digest.hexdigest()[:8]})"
