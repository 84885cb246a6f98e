"""Where the game keeps its files."""

from __future__ import annotations

from pathlib import Path


def user_folder() -> Path:
    """Return the folder of this user on this system; it need not exist yet."""
    from platformdirs import user_data_path

    return user_data_path("tripeaks-solver", appauthor=False)
