"""Where the game keeps its files, and how they are replaced."""

from __future__ import annotations

from pathlib import Path

from tripeaks_solver.files import aside


def user_folder() -> Path:
    """Return the folder of this user on this system; it need not exist yet."""
    from platformdirs import user_data_path

    return user_data_path("tripeaks-solver", appauthor=False)


def write_whole(path: Path, text: str) -> None:
    """Write a file whole; where that fails, the file stays as it was.

    Raises:
        OSError: it cannot be written.

    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with aside(path) as beside:
        beside.write_text(text, encoding="utf-8")


def set_aside(path: Path) -> Path:
    """Rename a damaged file, so that nothing overwrites it; return its new path.

    Raises:
        OSError: it cannot be renamed.

    """
    number = 1
    while (kept := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    return path.rename(kept)
