"""Where games under way are saved: one file for each game that is open at the same time.

A program locks its slot while it runs, so that two games never write to one file. The system
releases the lock however the program ends.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock, Timeout

from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.play.model.session import Clock, Session
from tripeaks_solver.play.storage.files import set_aside, write_whole
from tripeaks_solver.play.storage.saves import parse_save, save_text

_MOST = 99


class Slot:
    """A file for a game under way, locked for this program."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = FileLock(path.with_suffix(".lock"))

    def claim(self) -> bool:
        """Lock the slot; tell whether it was free.

        Raises:
            OSError: the folder cannot be written to.

        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            return False
        return True

    def release(self) -> None:
        """Unlock the slot."""
        self._lock.release()

    def write(self, session: Session) -> None:
        """Save a session.

        Raises:
            OSError: it cannot be written.

        """
        write_whole(self.path, save_text(session))

    def read(self, clock: Clock) -> Session | None:
        """Return the saved session; None where there is none.

        Raises:
            TripeaksError: the save is damaged.
            OSError: it cannot be read.

        """
        return parse_save(self.path.read_bytes(), clock=clock) if self.path.exists() else None

    def clear(self) -> None:
        """Remove the save.

        Raises:
            OSError: the file cannot be removed.

        """
        self.path.unlink(missing_ok=True)

    @property
    def saved_at(self) -> float:
        """When the slot was last written; 0 where it is empty."""
        with suppress(FileNotFoundError):
            return self.path.stat().st_mtime
        return 0


class Claim(NamedTuple):
    """A locked slot, the session saved there, and what was wrong with other saves."""

    slot: Slot
    session: Session | None
    messages: tuple[str, ...]


def claim_slot(folder: Path, *, clock: Clock = time.monotonic) -> Claim:
    """Lock the most recently saved slot that no other program uses, or an empty one.

    A save that cannot be read is renamed.

    Raises:
        TripeaksError: too many games are open.
        OSError: the folder cannot be written to.

    """
    claimed = sorted(_claimable(folder), key=lambda slot: slot.saved_at, reverse=True)
    if not claimed:
        raise TripeaksError(f"{_MOST} games are open already: close one first")
    messages, chosen, session = [], claimed[-1], None
    for slot in claimed:
        try:
            session = slot.read(clock)
        except TripeaksError as fault:
            kept = set_aside(slot.path)
            messages.append(f"a saved game could not be read ({fault}); renamed to {kept.name}")
            continue
        chosen = slot
        break
    for slot in claimed:
        if slot is not chosen:
            slot.release()
    return Claim(chosen, session, tuple(messages))


def _claimable(folder: Path) -> Iterator[Slot]:
    """Lock and yield every free slot that holds a save, then one empty slot."""
    for number in range(1, _MOST + 1):
        slot = Slot(folder / f"game-{number}.json")
        if slot.claim():
            yield slot
            if not slot.saved_at:
                return
