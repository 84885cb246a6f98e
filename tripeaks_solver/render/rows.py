"""Ratings as a table for people, CSV or JSON lines; written as they come."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from typing import Any, TextIO

from tripeaks_solver.batch.columns import find_field
from tripeaks_solver.batch.rating import Row
from tripeaks_solver.errors import FormatError

Write = Callable[[Row], None]

_WIDTH = 8


def json_writer(out: TextIO) -> Write:
    """Write one JSON object a line."""
    return lambda row: print(json.dumps(row), file=out)


def csv_writer(out: TextIO) -> Write:
    """Write a header line and rows of values: true, false, numbers, or nothing."""
    writer: csv.DictWriter[str] | None = None

    def write(row: Row) -> None:
        nonlocal writer
        if writer is None:
            writer = csv.DictWriter(out, list(row), lineterminator="\n")
            writer.writeheader()
        if "deck" in row and "deck" not in writer.fieldnames:
            raise FormatError("a deck after codes has no column in CSV: use --nl, or decks first")
        writer.writerow({name: _csv_value(value) for name, value in row.items()})

    return write


def _csv_value(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def table_writer(out: TextIO) -> Write:
    """Write aligned columns for people, one group for each of the rules, under headings."""
    begun = False

    def write(row: Row) -> None:
        nonlocal begun
        deck = row.get("deck", "")
        values = {name: value for name, value in row.items() if name not in ("code", "deck")}
        if not begun:
            begun = True
            for heading in _headings(list(values)):
                print(heading, file=out)
        cells = " ".join(_cell(value).rjust(_WIDTH) for value in values.values())
        print(f"{row['code'] or 'cards':<13} {cells}  {deck}".rstrip(), file=out)

    return write


def _headings(names: list[str]) -> list[str]:
    """Write above each column the words of its rules, one a line, and the heading of the column."""
    fields = [find_field(name) for name in names]
    words = [[*f.rules.name.split("-"), f.column.heading] if f else [""] for f in fields]
    height = max(map(len, words))
    lines = zip(*([""] * (height - len(stack)) + stack for stack in words), strict=True)
    firsts = [""] * (height - 1) + ["deal"]
    return [
        f"{first:<13} {' '.join(word.rjust(_WIDTH) for word in line)}"
        for first, line in zip(firsts, lines, strict=True)
    ]


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "won" if value else "lost"
    return "-" if value is None else f"{value:.2f}" if isinstance(value, float) else f"{value:,}"
