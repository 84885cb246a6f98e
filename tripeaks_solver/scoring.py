"""Scoring systems as data: what a play, a draw, an emptied peak, a win and time are worth."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from itertools import accumulate, permutations
from operator import or_
from types import NoneType

from tripeaks_solver.errors import TripeaksError, meant, require_kind, shortened
from tripeaks_solver.layout import MOST_CARDS, Layout

_KINDS: dict[str, tuple[type, ...]] = {
    "str": (str,),
    "int": (int,),
    "bool": (bool,),
    "int | None": (int, NoneType),
    "tuple[int, ...]": (tuple,),
}
"""The types of the fields of a scoring system, by how they are annotated."""


@dataclass(frozen=True)
class Scoring:
    """Points for the events of a game.

    A *run* is what is played between two draws; its length is the number of cards removed since
    the last draw (or since the deal).

    Attributes:
        name: the name under which people choose it.
        source: where the rule comes from.
        example: a short sum that shows it.
        run: what the first, second, … card of a run is worth, one entry for each card of the
            largest layout.
        draw: what drawing a stock card adds.
        peaks: what the first, second, … emptied peak adds. The last entry is for the last peak of
            a layout, the one before it for all others that have no entry of their own.
        peak_factor: by how much each empty peak multiplies the worth of cards and peaks, of the
            card that empties it and of that peak as well.
        start: the score at the deal.
        floor: the score never falls below this; None where it may.
        win_card: what a win adds for each card of the layout.
        win_stock_card: what a win adds for each card left in the stock.
        win_time: a win adds this divided by the seconds taken, rounded down.
        tick: what every full `TICK_MS` of the clock adds.
        pace_ms: how many milliseconds an action takes, where time counts and no clock is at hand.
        finished_only: whether only finished games (won, or no more moves) count. Otherwise a
            player may stop at any time and keep what has been earned.

    """

    name: str
    source: str
    example: str
    run: tuple[int, ...]
    draw: int = 0
    peaks: tuple[int, ...] = (0,)
    peak_factor: int = 1
    start: int = 0
    floor: int | None = None
    win_card: int = 0
    win_stock_card: int = 0
    win_time: int = 0
    tick: int = 0
    pace_ms: int = 0
    finished_only: bool = False

    def __post_init__(self) -> None:
        for field in fields(self):
            require_kind(field.name, getattr(self, field.name), *_KINDS[str(field.type)])
        if len(self.run) < MOST_CARDS or not self.peaks:
            raise TripeaksError(f"a scoring needs {MOST_CARDS} entries in run, and one in peaks")

    def __repr__(self) -> str:
        pace = f", {self.pace_ms / 1000:g} s an action" if self.pace_ms else ""
        return f"<Scoring {self.name}{pace}>"

    @property
    def is_timed(self) -> bool:
        """Tell whether time counts."""
        return bool(self.win_time or self.tick)

    def at_pace(self, seconds: float) -> Scoring:
        """Return the same system for a player who takes so many seconds for an action.

        Raises:
            TripeaksError: the pace is no time between 0.001 s and an hour.

        """
        if not 0.001 <= seconds <= 3600:
            raise TripeaksError(f"a pace of {seconds} seconds an action: use 0.001 to 3600")
        return replace(self, pace_ms=round(seconds * 1000))

    def card(self, length: int, peaks_empty: int) -> int:
        """Return what a card is worth.

        Args:
            length: which card of its run it is, counted from 1.
            peaks_empty: how many peaks are empty after it has been removed.

        """
        factor: int = self.peak_factor**peaks_empty
        return self.run[length - 1] * factor

    def peaks_total(self, emptied: int, peaks: int) -> int:
        """Return what the emptied peaks of a layout of so many peaks are worth together."""
        return sum(self._peak(number, peaks) for number in range(emptied))

    def _peak(self, number: int, peaks: int) -> int:
        *others, last = self.peaks
        factor: int = self.peak_factor ** (number + 1)
        if number == peaks - 1 or not others:
            return last * factor
        return others[min(number, len(others) - 1)] * factor

    def win(self, cards: int, stock_left: int, time_ms: int) -> int:
        """Return what a win adds on a layout of so many cards."""
        fixed = self.win_card * cards + self.win_stock_card * stock_left
        return fixed + self.time_bonus(time_ms)

    def time_bonus(self, time_ms: int) -> int:
        """Return what a win adds for the time that it took."""
        return self.win_time * 1000 // max(time_ms, 1) if self.win_time else 0

    def time_points(self, before_ms: int, after_ms: int) -> int:
        """Return what the clock adds while it goes on from one time to the other."""
        return self.tick * (after_ms // TICK_MS - before_ms // TICK_MS)

    def is_orderless_from(self, score: int | None) -> bool:
        """Tell whether only the numbers of plays, draws and peaks matter, not their order.

        Args:
            score: the points at the start; None for those of the system.

        """
        far_from_floor = (
            self.floor is None
            or (self.start if score is None else score) > self.floor + LONGEST_GAME
        )
        return self.finished_only and not self.is_timed and far_from_floor

    def plus(self, score: int, points: int) -> int:
        """Add points, which may be negative, to a score."""
        total = score + points
        return total if self.floor is None else max(self.floor, total)


TICK_MS = 30_000
"""The clock takes points every full half minute."""


LONGEST_GAME = 100
"""More actions than a game can have."""


def _run(worth: range) -> tuple[int, ...]:
    return tuple(worth[:MOST_CARDS])


_ONE_TWO_THREE = _run(range(1, MOST_CARDS + 1))

TP1 = Scoring(
    name="tp1",
    source="rule pages of the app with TP1 codes, section on scoring",
    example="a win with 10 draws: 500 − 28 − 10 + 3 · 100 = 762",
    run=(-1,) * MOST_CARDS,
    draw=-1,
    peaks=(100,),
    start=500,
    floor=0,
    finished_only=True,
)
"""The scoring of the app with TP1 codes; the default of `solve` and `rate`."""
ORIGINAL = Scoring(
    name="original",
    source="the game as first published (Robert Hogue, Tri Peaks, 1989)",
    example="a run of four: 1 + 2 + 3 + 4 = 10; a draw −5; the peaks 15, 15 and 30",
    run=_ONE_TWO_THREE,
    draw=-5,
    peaks=(15, 15, 30),
)
THREE_PEAKS = Scoring(
    name="three-peaks",
    source="rule page of the app with 54 layouts, section on points and time",
    example="a win after 150 seconds: 28 · 10 − 5 · 30 + 600,000 / 150 = 4130",
    run=(10,) * MOST_CARDS,
    floor=0,
    win_time=600_000,
    tick=-30,
    pace_ms=3000,
)
PYSOL = Scoring(
    name="pysol",
    source="PySol Fan Club edition, Three Peaks",
    example="a run of five: 1 + 1 + 1 + 1 + 2 = 6, with an empty peak 12; the peaks 10, 20, 40",
    run=tuple(2 ** (card // 4) for card in range(MOST_CARDS)),
    peaks=(5,),
    peak_factor=2,
    start=-52,
    win_stock_card=10,
)
AISLERIOT = replace(
    ORIGINAL,
    name="aisleriot",
    source="GNOME Aisleriot, Triple Peaks, standard scoring",
    example="a draw at 3 points leaves 0; all else as original",
    floor=0,
)
AISLERIOT_MULTIPLIER = replace(
    AISLERIOT,
    name="aisleriot-multiplier",
    source="GNOME Aisleriot, Triple Peaks, multiplier scoring",
    example="a run of five: 1 + 2 + 4 + 8 + 16 = 31; the peaks 25, 25 and 50",
    run=tuple(2**card for card in range(MOST_CARDS)),
    peaks=(25, 25, 50),
)
MICROSOFT = Scoring(
    name="microsoft",
    source="Microsoft Solitaire Collection, TriPeaks",
    example="a run of four: 100 + 300 + 500 + 700 = 1600; the peaks 500, 1000 and 5000",
    run=_run(range(100, 100 + 200 * MOST_CARDS, 200)),
    peaks=(500, 1000, 5000),
)
SQUARE_RUNS = Scoring(
    name="square-runs",
    source="players' variant: the square of each run, the number of cards at a win",
    example="runs of 3 and 5: 9 + 25 = 34",
    run=_run(range(1, 2 * MOST_CARDS, 2)),
    win_card=1,
)

SYSTEMS = {
    system.name: system
    for system in (
        TP1,
        ORIGINAL,
        THREE_PEAKS,
        PYSOL,
        AISLERIOT,
        AISLERIOT_MULTIPLIER,
        MICROSOFT,
        SQUARE_RUNS,
    )
}
"""The scoring systems by name."""


def scoring_named(name: str) -> Scoring:
    """Return the scoring system of that name, in upper or lower case.

    Raises:
        TripeaksError: there is none.

    """
    try:
        return SYSTEMS[str(name).strip().lower()]
    except KeyError:
        named = f"{shortened(str(name), 40)}{meant(str(name), SYSTEMS)}"
        raise TripeaksError(f"no scoring {named}: choose from {', '.join(SYSTEMS)}") from None


def highest(scoring: Scoring, layout: Layout) -> int:
    """Return the highest total that any deal of a layout can give: all cards in one run.

    The peaks fall as early as they can, in the best order: each needs all cards that cover its
    own to be gone.
    """
    matters = scoring.peak_factor != 1
    orders = permutations(layout.peaks) if matters else [layout.peaks]
    return max(_one_run(scoring, layout, order) for order in orders)


def _one_run(scoring: Scoring, layout: Layout, order: tuple[int, ...]) -> int:
    """Return what a single run is worth that clears the peaks in this order."""
    cleared = [_with_all_above(layout, peaks) for peaks in accumulate(order, or_)]
    score, pace = scoring.start, scoring.pace_ms
    for length in range(1, len(layout) + 1):
        emptied = sum(mask.bit_count() <= length for mask in cleared)
        score = scoring.plus(score, scoring.time_points((length - 1) * pace, length * pace))
        score = scoring.plus(score, scoring.card(length, emptied))
    peaks = scoring.peaks_total(len(order), len(order))
    return score + peaks + scoring.win(len(layout), layout.stock_size, len(layout) * pace)


def _with_all_above(layout: Layout, mask: int) -> int:
    """Add to a set of places all that cover them, directly or not."""
    while True:
        wider = mask
        for place in range(len(layout)):
            if mask >> place & 1:
                wider |= layout.covered_by[place]
        if wider == mask:
            return mask
        mask = wider
