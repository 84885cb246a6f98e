"""A store of ratings: a directory of Parquet parts, each of which appears whole or not at all.

Part *k* holds the ratings of deals ``k * PART`` to ``(k + 1) * PART`` of the input, in order. Its
file is written aside and renamed; its metadata tell how it was made, and the digest of its rows.
So an interrupted run leaves whole parts only, and the same command goes on after the last one.
The bytes depend on the input and the settings alone, not on workers or interruptions.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
import polars as pl
from filelock import FileLock, Timeout
from polars.exceptions import PanicException, PolarsError

from tripeaks_solver import __version__
from tripeaks_solver.batch.columns import INDEX, Request, verdicts_among
from tripeaks_solver.batch.rating import Rated
from tripeaks_solver.errors import StoreError, TripeaksError, WriteError, counted
from tripeaks_solver.files import write_out
from tripeaks_solver.rules import named
from tripeaks_solver.scoring import TP1

PART = 65_536
"""Deals a part: some seconds of work, about a megabyte."""

_KEY = "tripeaks"
_PATTERN = "part-*.parquet"
_REPAIR = "then run the command again that made the store"


def settings(request: Request, origin: dict[str, Any], layout: str) -> dict[str, Any]:
    """Return what all parts of a store have in common.

    Args:
        request: what is told of each deal.
        origin: where the deals come from.
        layout: the picture of the layout, or what chooses it.

    """
    scoring = request.scoring or TP1
    samples = {} if request.samples is None else {"samples": [request.samples, request.seed]}
    pace = f" at {scoring.pace_ms} ms an action" if scoring.is_timed else ""
    return {
        "program": __version__,
        "layout": layout,
        "scoring": scoring.name + pace,
        "rules": [rules.name for rules in request.rules],
        "columns": request.names,
        "deals_per_part": PART,
        "origin": origin,
        **samples,
    }


class Part(NamedTuple):
    """One part of a store: its file, and what its metadata say.

    Attributes:
        path: the file.
        settings: how it was made.
        number: which part it is, counted from 0.
        rows: how many rows it has.
        digest: the digest of its rows.
        ends: the codes of the first and the last row, where they have one.

    """

    path: Path
    settings: dict[str, Any]
    number: int
    rows: int
    digest: str
    ends: tuple[str | None, str | None]


class Store:
    """A directory of parts that were all made with the same settings."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def parts(self) -> list[Part]:
        """Return the parts in order.

        Raises:
            StoreError: a part is damaged, missing, or made with other settings than the first.

        """
        parts = [_read_part(path) for path in sorted(self.directory.glob(_PATTERN))]
        for number, part in enumerate(parts):
            if part.number != number:
                message = f"part {number} is missing: run the command again that made the store"
                raise StoreError(message, source=str(part.path))
            if part.settings != parts[0].settings:
                raise _other_settings(part, parts[0].settings)
            if number + 1 < len(parts) and part.rows != PART:
                message = f"{counted(part.rows, 'row')}, {PART} expected: delete it, {_REPAIR}"
                raise StoreError(message, source=str(part.path))
        return parts

    @contextmanager
    def written(self) -> Iterator[None]:
        """Keep the directory from any other run as long as this one writes to it.

        Raises:
            StoreError: another run writes to it.
            WriteError: the directory cannot be made or written to.

        """
        lock, is_new = FileLock(self.directory / ".lock", timeout=0), not self.directory.exists()
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            lock.acquire()
        except Timeout:
            message = "another run writes to this store: wait for it, or use another directory"
            raise StoreError(message, source=str(self.directory)) from None
        except OSError as fault:
            reason = fault.strerror or str(fault)
            raise WriteError(fault.errno, reason, str(self.directory)) from None
        try:
            yield
        finally:
            lock.release()
            if is_new and not any(self.directory.glob(_PATTERN)):
                with suppress(OSError):  # what was made for nothing; others may have come
                    Path(lock.lock_file).unlink(missing_ok=True)
                    self.directory.rmdir()

    def require_parts(self) -> list[Part]:
        """Return the parts in order.

        Raises:
            StoreError: there are none, or they do not belong together.

        """
        if parts := self.parts():
            return parts
        raise StoreError("holds no part-*.parquet files", source=str(self.directory))

    def resume(self, wanted: dict[str, Any]) -> dict[int, Part]:
        """Check that the parts that are there belong to a run, and return them by their numbers.

        Parts may be missing. One that is short is left out unless it is the last one: it is to be
        made anew.

        Raises:
            StoreError: a part is damaged, or was made with other settings.

        """
        parts = [_read_part(path) for path in sorted(self.directory.glob(_PATTERN))]
        for part in parts:
            if part.settings != wanted:
                raise _other_settings(part, wanted)
            self.read(part)
        last = max((part.number for part in parts), default=0)
        return {part.number: part for part in parts if part.rows == PART or part.number == last}

    def has_undecided(self) -> bool:
        """Tell whether the verdict of a deal is missing, because a limit was reached."""
        for part in self.parts():
            verdicts = [field.name for field in verdicts_among(part.settings["columns"])]
            with _opened(part.path) as file, _damage_told(part.path):
                rows = pl.read_parquet(file, columns=verdicts)
            if any(rows.null_count().row(0)):
                return True
        return False

    def read(self, part: Part) -> pl.DataFrame:
        """Read all rows of a part, and compare them with its digest.

        Raises:
            StoreError: the part is damaged.

        """
        with _opened(part.path) as file, _damage_told(part.path):
            rows = pl.read_parquet(file)
            told = [*INDEX, *part.settings["columns"]]
            ends = (rows["code"][0], rows["code"][-1])
            whole = len(rows) == part.rows and rows.columns == told and ends == part.ends
            if not whole or _digest(rows) != part.digest:
                raise ValueError("its rows are not those that its metadata tell")
        return rows

    def write(self, number: int, rows: pl.DataFrame, common: dict[str, Any]) -> None:
        """Write a part aside and move it into place.

        Raises:
            WriteError: the part cannot be written; nothing is left behind.

        """
        about = {
            "settings": common,
            "part": number,
            "rows": len(rows),
            "first": rows["code"][0],
            "last": rows["code"][-1],
            "digest": _digest(rows),
        }
        file = io.BytesIO()
        rows.write_parquet(
            file,
            compression="zstd",
            row_group_size=PART,
            metadata={_KEY: json.dumps(about, sort_keys=True)},
        )
        write_out(file.getvalue(), self.directory / f"part-{number:06}.parquet")


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """Open a part; one that cannot be opened is not called damaged."""
    try:
        file = path.open("rb")
    except OSError as fault:
        raise StoreError(f"cannot read: {fault.strerror}", source=str(path)) from None
    with file:
        yield file


@contextmanager
def _damage_told(path: Path) -> Iterator[None]:
    """Say in one line that a part is damaged, whatever the libraries below make of it."""
    try:
        yield
    except (PolarsError, PanicException, OSError, LookupError, TypeError, ValueError) as fault:
        message = f"is damaged or no part of a store ({_first_line(fault)}): delete it, {_REPAIR}"
        raise StoreError(message, source=str(path)) from None


def _read_part(path: Path) -> Part:
    with _opened(path) as file, _damage_told(path):
        about = json.loads(pl.read_parquet_metadata(file)[_KEY])
        common = about["settings"]
        ends = about["first"], about["last"]
        part = Part(path, common, about["part"], about["rows"], about["digest"], ends)
        if [*map(type, part[1:5])] != [dict, int, int, str] or not _is_settings(common):
            raise ValueError("its metadata are not those of a store")
        # How many deals there are to be is no setting: a store can be extended.
        common["origin"].pop("count", None)
    return part


def _is_settings(found: dict[str, Any]) -> bool:
    """Tell whether settings have what readers look at; `named` knows the rules."""
    lists = ("rules", "columns")
    texts = [text for name in lists for text in found[name]]
    return (
        all(isinstance(found[name], list) for name in lists)
        and all(isinstance(text, str) for text in [*texts, found["layout"], found["scoring"]])
        and isinstance(found["origin"], dict)
        and all(named(rules) for rules in found["rules"])
    )


def _other_settings(part: Part, wanted: dict[str, Any]) -> StoreError:
    names = [name for name in wanted if part.settings.get(name) != wanted[name]]
    found = ", ".join(f"{name} {part.settings.get(name)}" for name in names)
    return StoreError(
        f"was made with other settings ({found}): use another directory", source=str(part.path)
    )


def _first_line(fault: Exception) -> str:
    return str(fault).splitlines()[0] if str(fault) else type(fault).__name__


def _digest(rows: pl.DataFrame) -> str:
    """Digest all values, whatever file format holds them."""
    digest = hashlib.blake2b(digest_size=16)
    for name in rows.columns:
        values = rows[name]
        digest.update(f"{name} {values.dtype} {len(values)}\n".encode())
        digest.update(np.packbits(values.is_null().to_numpy()).tobytes())
        if values.dtype == pl.String:
            digest.update("\n".join(values.fill_null("")).encode())
        else:
            filled = values.cast(pl.Int8) if values.dtype == pl.Boolean else values
            digest.update(filled.fill_null(0).to_numpy().tobytes())
    return digest.hexdigest()


def frame(rated: Rated) -> pl.DataFrame:
    """Return ratings as a table: deal number, code, deck, and the columns of ratings."""
    named = {
        "number": pl.Series(rated.numbers, dtype=pl.UInt64),
        "code": pl.Series(rated.codes, dtype=pl.String),
        "deck": pl.Series(rated.decks, dtype=pl.String),
    }
    values = {
        name: _series(column.data, np.ma.getmaskarray(column))
        for name, column in rated.columns.items()
    }
    return pl.DataFrame(named | values)


def _series(values: Any, missing: Any) -> pl.Series:
    series = pl.Series(values)
    return series.set(pl.Series(missing), None) if missing.any() else series


def in_parts(frames: Iterable[pl.DataFrame]) -> Iterator[pl.DataFrame]:
    """Cut a stream of tables again, into parts of `PART` rows; the last one may be shorter.

    Raises:
        TripeaksError: the stream ended with it; the rows before it have been yielded.

    """
    waiting: list[pl.DataFrame] = []
    count = 0
    ended_by: TripeaksError | None = None
    try:
        for rows in frames:
            waiting.append(rows)
            count += len(rows)
            while count >= PART:
                together = pl.concat(waiting)
                yield together[:PART].rechunk()
                waiting = [together[PART:]]
                count -= PART
    except TripeaksError as fault:
        ended_by = fault
    if count:
        yield pl.concat(waiting).rechunk()
    if ended_by:
        raise ended_by
