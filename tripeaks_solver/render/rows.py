"""Ratings as a table for people, CSV or JSON lines; written as they come."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from typing import Any, TextIO

from tripeaks_solver.batch.rating import Row
from tripeaks_solver.errors import FormatError

Write = Callable[[Row], None]

_HEADINGS = {
    "easy_winnable": "easy",
    "easy_fewest_draws": "draws",
    "easy_best_score": "best",
    "classic_winnable": "classic",
    "classic_fewest_draws": "draws",
    "classic_best_score": "best",
}
_WIDTH = 7


def json_writer(out: TextIO, columns: Sequence[str]) -> Write:
    """Write one JSON object a line; the deck only where the deal was given as cards."""

    def write(row: Row) -> None:
        values = {name: getattr(row, name) for name in columns if name != "deck" or row.deck}
        out.write(json.dumps(values) + "\n")

    return write


def csv_writer(out: TextIO, columns: Sequence[str]) -> Write:
    """Write a header line and rows of values: true, false, numbers, or nothing."""
    writer = csv.writer(out, lineterminator="\n")
    chosen: list[str] = []

    def write(row: Row) -> None:
        if not chosen:
            chosen.extend(name for name in columns if name != "deck" or row.deck)
            writer.writerow(chosen)
        if row.deck and "deck" not in chosen:
            raise FormatError("a deck after codes has no column in CSV: use --nl, or decks first")
        writer.writerow([_csv_value(getattr(row, name)) for name in chosen])

    return write


def _csv_value(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def table_writer(out: TextIO, columns: Sequence[str]) -> Write:
    """Write aligned columns for people, with a heading."""
    shown = [name for name in columns if name in _HEADINGS]
    begun = False

    def write(row: Row) -> None:
        nonlocal begun
        if not begun:
            headings = " ".join(_HEADINGS[name].rjust(_WIDTH) for name in shown)
            out.write(f"{'deal':<13} {headings}\n")
            begun = True
        values = " ".join(_cell(getattr(row, name)).rjust(_WIDTH) for name in shown)
        out.write(
            f"{row.code or '(cards)':<13} {values}{'  ' if row.deck else ''}{row.deck or ''}\n"
        )

    return write


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "won" if value else "lost"
    return "-" if value is None else str(value)


def columns_of(exact: bool) -> list[str]:
    """Return the names of the columns: all, or those that a verdict fills."""
    verdict = ("code", "deck", "easy_winnable", "classic_winnable")
    return [name for name in Row._fields if exact or name in verdict]
