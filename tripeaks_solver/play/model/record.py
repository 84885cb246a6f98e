"""What finished games say together: wins, losses and streaks, over all and by what was played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tripeaks_solver.play.storage.results import Result


class Played(NamedTuple):
    """What was played: the names of the layout, the game and the rules."""

    layout: str
    game: str
    rules: str


def played(result: Result) -> Played:
    """Return what a result is about."""
    return Played(result.layout, result.game, result.rules)


class Tally(NamedTuple):
    """Wins and losses, and how many wins there were in a row."""

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

    def after(self, won: bool) -> Tally:
        """Return the tally with a deal more."""
        if not won:
            return self._replace(lost=self.lost + 1, streak=0)
        streak = self.streak + 1
        return Tally(self.won + 1, self.lost, streak, max(streak, self.best_streak))

    def as_object(self) -> dict[str, Any]:
        """Return the object that stands for it in JSON."""
        return {"deals": self.deals, **self._asdict(), "share": self.share}


class Statistics(NamedTuple):
    """The tally of all results, and one for each layout, game and rules, in that order."""

    all: Tally
    by_played: dict[Played, Tally]

    def as_object(self) -> dict[str, Any]:
        """Return the object that stands for them in JSON."""
        groups = self.by_played.items()
        return {
            "all": self.all.as_object(),
            "played": [what._asdict() | tally.as_object() for what, tally in groups],
        }


def statistics_of(results: Iterable[Result]) -> Statistics:
    """Count results, given oldest first."""
    total, groups = Tally(), dict[Played, Tally]()
    for result in results:
        total = total.after(result.won)
        groups[played(result)] = groups.get(played(result), Tally()).after(result.won)
    return Statistics(total, dict(sorted(groups.items())))


_COLUMNS = ("deals", "won", "lost", "share", "streak", "best")


def statistics_lines(statistics: Statistics) -> Iterator[str]:
    """Tell statistics as a table."""
    names = [Played("layout", "game", "rules"), Played("all", "", ""), *statistics.by_played]
    rows = [_COLUMNS, _row(statistics.all), *map(_row, statistics.by_played.values())]
    widths = [max(map(len, column)) for column in zip(*names, strict=True)]
    for what, cells in zip(names, rows, strict=True):
        left = "  ".join(name.ljust(width) for name, width in zip(what, widths, strict=True))
        yield left + "".join(cell.rjust(8) for cell in cells)


def _row(tally: Tally) -> tuple[str, ...]:
    counts = (tally.deals, tally.won, tally.lost, percent(tally), tally.streak, tally.best_streak)
    return tuple(map(str, counts))


def percent(tally: Tally) -> str:
    """Write the share of wins."""
    return "-" if tally.share is None else f"{tally.share:.0%}"
