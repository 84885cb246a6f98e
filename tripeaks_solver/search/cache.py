"""The directory in which machine code is kept between runs: one that nobody else can write to."""

from __future__ import annotations

import logging
import os
import stat
from functools import cache
from pathlib import Path

_PRIVATE = 0o700


@cache
def say_once(message: str) -> None:
    """Tell a person what went wrong with the cache, which is only a convenience."""
    logging.getLogger(__name__).warning("tripeaks: %s", message)


def private_directory(path: Path) -> Path | None:
    """Make a directory for machine code; None, after saying so, where it would not be safe there.

    Whoever can write to the directory can have this program run any code.
    """
    try:
        for folder in (*reversed(path.parents), path):
            folder.mkdir(mode=_PRIVATE, exist_ok=True)
        if not os.access(path, os.W_OK | os.X_OK):
            raise PermissionError(None, "Permission denied")
        if _is_private(path):
            return path
        reason = "it must be a directory of your own that nobody else can write to"
    except OSError as fault:
        reason = fault.strerror or str(fault)
    say_once(f"the compiled search is not kept in {path}: {reason}")
    return None


def _is_private(path: Path) -> bool:
    """Tell whether a directory is ours alone, and nobody can put another one in its place."""
    if not hasattr(os, "geteuid"):
        return True  # a system with other permissions; a user's cache is private there
    own, above = path.lstat(), path.parent.stat()
    is_ours = stat.S_ISDIR(own.st_mode) and own.st_uid == os.geteuid()
    is_movable = above.st_mode & stat.S_IWOTH and not above.st_mode & stat.S_ISVTX
    return is_ours and stat.S_IMODE(own.st_mode) == _PRIVATE and not is_movable
