"""A player's record: how finished deals ended, and the wins, losses and streaks they add up to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from tripeaks_solver.play.model.session import Session


class Result(NamedTuple):
    """How a deal ended.

    Attributes:
        name: the name of the session; each counts once.
        ended: when, as ISO 8601 writes it.
        won: whether it was won; a deal that was abandoned counts as lost.
        layout: the name of the layout.
        game, rules: the names of what was played.
        code: the code of the deal, if it had one.
        score, moves, time_ms, cards_left: where the game stood at its end.
        save: the game itself as a save, for a review; None in the logs of earlier versions.

    """

    name: str
    ended: str
    won: bool
    layout: str
    game: str
    rules: str
    code: str | None
    score: int
    moves: int
    time_ms: int
    cards_left: int
    save: str | None = None

    @property
    def setup(self) -> Setup:
        """What was played."""
        return Setup(self.layout, self.game, self.rules)


class Setup(NamedTuple):
    """What is played: the names of the layout, the game and the rules."""

    layout: str
    game: str
    rules: str


def result_of(session: Session) -> Result:
    """Return the result of a session as it stands."""
    game = session.game
    return Result(
        name=session.name,
        ended=datetime.now(UTC).isoformat(timespec="seconds"),
        won=session.is_won,
        layout=session.deal.layout.name,
        game=session.kind.name,
        rules=session.rules.name,
        code=str(session.code) if session.code else None,
        score=game.score,
        moves=game.moves,
        time_ms=game.time_ms,
        cards_left=game.tableau.bit_count(),
    )


class Record(NamedTuple):
    """Wins, losses, and how many wins there were in a row."""

    won: int = 0
    lost: int = 0
    streak: int = 0
    best_streak: int = 0

    @property
    def deals(self) -> int:
        """How many deals were won or lost."""
        return self.won + self.lost

    @property
    def share(self) -> float | None:
        """The share of wins; None without any deal."""
        return self.won / self.deals if self.deals else None

    @property
    def percentage(self) -> str:
        """The share of wins in words; a dash without any deal."""
        return "-" if self.share is None else f"{self.share:.0%}"

    def after(self, won: bool) -> Record:
        """Return the record with one more deal."""
        if not won:
            return self._replace(lost=self.lost + 1, streak=0)
        streak = self.streak + 1
        return Record(self.won + 1, self.lost, streak, max(streak, self.best_streak))

    def as_object(self) -> dict[str, Any]:
        """Return the object that stands for it in JSON."""
        return {"deals": self.deals, **self._asdict(), "share": self.share}


class Records(NamedTuple):
    """The record over all deals, and one for each setup in alphabetical order."""

    all: Record
    by_setup: dict[Setup, Record]

    def as_object(self) -> dict[str, Any]:
        """Return the object that stands for them in JSON."""
        groups = self.by_setup.items()
        return {
            "all": self.all.as_object(),
            "played": [setup._asdict() | record.as_object() for setup, record in groups],
        }


def records_of(results: Iterable[Result]) -> Records:
    """Count results, given oldest first."""
    total, groups = Record(), dict[Setup, Record]()
    for result in results:
        total = total.after(result.won)
        groups[result.setup] = groups.get(result.setup, Record()).after(result.won)
    return Records(total, dict(sorted(groups.items())))


_COLUMNS = ("deals", "won", "lost", "share", "streak", "best")


def record_lines(records: Records) -> Iterator[str]:
    """Write records as a table."""
    names = [Setup("layout", "game", "rules"), Setup("all", "", ""), *records.by_setup]
    rows = [_COLUMNS, _row(records.all), *map(_row, records.by_setup.values())]
    widths = [max(map(len, column)) for column in zip(*names, strict=True)]
    for setup, cells in zip(names, rows, strict=True):
        left = "  ".join(name.ljust(width) for name, width in zip(setup, widths, strict=True))
        yield left + "".join(cell.rjust(8) for cell in cells)


def _row(record: Record) -> tuple[str, ...]:
    won, lost, streak, best_streak = map(str, record)
    return str(record.deals), won, lost, record.percentage, streak, best_streak
