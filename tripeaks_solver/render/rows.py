"""Ratings as a table for people, CSV or JSON lines; written as they come."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from typing import Any, TextIO

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
    """Write aligned columns for people, the two rules side by side, under a heading."""
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


def _headings(names: list[str]) -> tuple[str, str]:
    """Split ``easy_fewest_draws`` over two lines: the rules, and the last word of the rest."""
    pairs = [name.split("_", 1) for name in names]
    rules = " ".join(rules.rjust(_WIDTH) for rules, _ in pairs)
    words = " ".join(_WORDS.get(rest, rest).rjust(_WIDTH) for _, rest in pairs)
    return f"{'':<13} {rules}", f"{'deal':<13} {words}"


_WORDS = {
    "best_winning_score": "win",
    "fewest_draws": "draws",
    "best_score": "best",
    "first_moves": "moves",
    "longest_chain": "chain",
    "latest_start": "latest",
    "random_share": "random",
    "greedy_share": "greedy",
}


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "won" if value else "lost"
    return "-" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)
