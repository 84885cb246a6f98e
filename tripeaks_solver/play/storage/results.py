"""The log of finished games: one JSON object a line, only ever appended to.

Several programs may append at once: each takes the lock and writes whole lines. A line that cannot
be read (torn by a crash, or edited by hand) is skipped, reported, and kept.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from filelock import FileLock, Timeout

from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.play.model.kinds import kind_named
from tripeaks_solver.play.model.record import Result
from tripeaks_solver.play.storage.fields import Fields, parse_fields
from tripeaks_solver.rules import named

VERSION = 1

LOCK_SECONDS = 3
"""How long to wait for another program; it needs the lock only to write a line."""


class History(NamedTuple):
    """What a log holds: its results, oldest first, and what is wrong with its other lines."""

    results: tuple[Result, ...]
    faults: tuple[str, ...]


class ResultsLog:
    """The log of finished games in a folder."""

    def __init__(self, folder: Path, *, on_wait: Callable[[], None] = lambda: None) -> None:
        """Open the log of a folder; ``on_wait`` is called before waiting for its lock."""
        self.path = folder / "results.jsonl"
        self._lock = FileLock(folder / "results.lock")
        self._on_wait = on_wait

    def add(self, result: Result) -> None:
        """Append a result, on a line of its own even after a torn one.

        Raises:
            OSError: it cannot be written.

        """
        line = json.dumps({"version": VERSION, **result._asdict()}) + "\n"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._locked(), self.path.open("ab+") as file:
            file.write((b"" if _ends_whole(file) else b"\n") + line.encode())
            file.flush()
            os.fsync(file.fileno())

    def read(self) -> History:
        """Return all results; a session that is there twice counts once.

        Raises:
            OSError: the log cannot be read.

        """
        if not self.path.exists():
            return History((), ())
        with self._locked():
            data = self.path.read_bytes()
        return parse_log(data, self.path.name)

    def clear(self) -> None:
        """Forget all results.

        Raises:
            OSError: the log cannot be removed.

        """
        if self.path.exists():
            with self._locked():
                self.path.unlink(missing_ok=True)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the lock; another program may keep it waiting, but not for ever.

        Raises:
            OSError: another program has not released the lock in time.

        """
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            self._on_wait()
            try:
                self._lock.acquire(timeout=LOCK_SECONDS)
            except Timeout:
                raise OSError("another program has locked the results: try again later") from None
        try:
            yield
        finally:
            self._lock.release()


def _ends_whole(file: Any) -> bool:
    """Tell whether a file opened for appending is empty or ends with a whole line."""
    if not file.seek(0, os.SEEK_END):
        return True
    file.seek(-1, os.SEEK_END)
    return bool(file.read(1) == b"\n")


def parse_log(data: bytes, source: str) -> History:
    """Read a log; lines that are not results become faults."""
    results: dict[str, Result] = {}
    faults = []
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            result = _result(parse_fields(line))
        except TripeaksError as fault:
            faults.append(str(fault.at(source, number)))
        else:
            results.setdefault(result.name, result)
    return History(tuple(results.values()), tuple(faults))


def _result(fields: Fields) -> Result:
    fields.require("version", VERSION)
    return Result(
        name=fields.get("name", str),
        ended=_moment(fields.get("ended", str)),
        won=fields.get("won", bool),
        layout=fields.get("layout", str),
        game=kind_named(fields.get("game", str)).name,
        rules=named(fields.get("rules", str)).name,
        code=fields.find("code", str),
        score=fields.get("score", int),
        moves=fields.count("moves"),
        time_ms=fields.count("time_ms"),
        cards_left=fields.count("cards_left"),
        save=fields.find("save", str),
    )


def _moment(text: str) -> str:
    try:
        return datetime.fromisoformat(text).isoformat()
    except ValueError:
        raise TripeaksError("ended is not a time: write it as 2030-12-31T23:59:59+00:00") from None


def csv_text(results: Iterable[Result]) -> str:
    """Write results as comma-separated values with a header line."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_TOLD)
    for result in results:
        values = _told(result).values()
        writer.writerow(str(v).lower() if isinstance(v, bool) else v for v in values)
    return out.getvalue()


def json_text(results: Iterable[Result]) -> str:
    """Write results as a JSON list of objects."""
    return json.dumps([_told(result) for result in results], indent=2) + "\n"


_TOLD = tuple(name for name in Result._fields if name != "save")


def _told(result: Result) -> dict[str, Any]:
    """Return what a table tells of a result: all but the game itself."""
    return {name: getattr(result, name) for name in _TOLD}
