"""The best totals of a deal under any scoring system, with the lines of play that reach them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tripeaks_solver.answer import DRAW, Line, Move
from tripeaks_solver.cards import WASTE_RANKS
from tripeaks_solver.deal import Deal
from tripeaks_solver.layout import Layout
from tripeaks_solver.rules import Rules, ranks_in
from tripeaks_solver.scoring import Scoring
from tripeaks_solver.search.compiled import load_kernels
from tripeaks_solver.search.states import States, states_of

Numbers = npt.NDArray[np.int64]


class Totals(NamedTuple):
    """The best totals of a deal: of any play, and of any that clears the tableau (or None)."""

    best: int
    best_win: int | None


def best_totals(deal: Deal, rules: Rules, scoring: Scoring, room: Room | None = None) -> Totals:
    """Find the best totals of a deal; no play is worth more.

    Args:
        deal: the deal.
        rules: the rules of play.
        scoring: the scoring system.
        room: memory to work in, for those who ask often; of the deal's layout.

    """
    search = _Search(deal, rules, scoring, room or Room(deal.layout))
    search.run()
    return search.totals()


def best_lines(deal: Deal, rules: Rules, scoring: Scoring) -> tuple[Line, Line | None]:
    """Find lines of play to the best totals: of any play, and of any win."""
    search = _Search(deal, rules, scoring, Room(deal.layout))
    search.run(traced=True)
    kernels = load_kernels("totals")
    totals = search.totals()
    best = Line(search.line(kernels.BEST), totals.best)
    if totals.best_win is None:
        return best, None
    return best, Line(search.line(kernels.BEST_WIN), totals.best_win)


def quickest_line(deal: Deal, rules: Rules, scoring: Scoring, target: int) -> Line | None:
    """Find the shortest line of play that reaches so many points at any time; None without one."""
    search = _Search(deal, rules, scoring, Room(deal.layout))
    search.run(target, traced=True, finished_only=False)
    kernels = load_kernels("totals")
    if search.found[kernels.QUICKEST, 1] == kernels.NONE:
        return None
    return Line(search.line(kernels.QUICKEST), None)


class Room:
    """Memory for searches on a layout; grows as needed, and is for one thread at a time."""

    def __init__(self, layout: Layout) -> None:
        widths = np.diff(states_of(layout).level.astype(np.int64))
        two_levels = int((widths[:-1] + widths[1:]).max())
        self.groups = np.empty((two_levels, WASTE_RANKS + 1), np.int64)
        self.pool = np.empty(16 * two_levels, np.int64)

    def grow(self) -> None:
        """Make room for twice as many positions."""
        self.pool = np.empty(2 * len(self.pool), np.int64)


@dataclass(frozen=True, eq=False)
class _Tables:
    """What a scoring system makes of the states of a layout; see `kernels.totals.best_totals`."""

    states: States
    gone: Numbers
    emptied: Numbers
    bonus: Numbers
    gains: Numbers


@lru_cache(maxsize=8)
def _tables(layout: Layout, scoring: Scoring) -> _Tables:
    states, peaks, cards = states_of(layout), len(layout.peaks), len(layout)
    totals = [scoring.peaks_total(emptied, peaks) for emptied in range(peaks + 1)]
    gains = [
        [0, *(scoring.card(length, emptied) for length in range(1, cards + 1))]
        for emptied in range(peaks + 1)
    ]
    return _Tables(
        states=states,
        gone=states.cards_removed,
        emptied=states.peaks_emptied,
        bonus=np.array(totals, np.int64)[states.peaks_emptied],
        gains=np.array(gains, np.int64),
    )


class _Search:
    """One search for the best totals of a deal."""

    def __init__(self, deal: Deal, rules: Rules, scoring: Scoring, room: Room) -> None:
        self.deal, self.rules, self.scoring = deal.under(rules), rules, scoring
        self.room, self.kernels = room, load_kernels("totals")
        self.tables = _tables(deal.layout, scoring)
        self.begin = self.tables.states.index(deal.mask)
        opened = self.deal
        self.ranks = np.array(opened.ranks, np.int64)
        self.wastes_for = np.array(rules.wastes_for, np.int64)
        self.stock_size = len(opened.stock)
        self.floor = self.kernels.NONE if scoring.floor is None else scoring.floor
        cards, pace = opened.mask.bit_count(), scoring.pace_ms
        actions = range(cards + self.stock_size + 1)
        tolls = [scoring.toll(done * pace, (done + 1) * pace) for done in actions]
        self.tolls = np.array(tolls, np.int64)
        wins = [
            scoring.win(len(opened.layout), self.stock_size - drawn, (cards + drawn) * pace)
            for drawn in range(self.stock_size + 1)
        ]
        # A game that is taken up won has been paid for already.
        self.wins = np.array(wins, np.int64) * bool(opened.mask)
        self.values = self.traces = np.empty((1, 0), np.int64)
        self.found = np.empty((3, 5), np.int64)

    def run(
        self,
        target: int | None = None,
        *,
        traced: bool = False,
        finished_only: bool | None = None,
    ) -> None:
        """Search the whole space.

        Args:
            target: points to reach in the fewest actions.
            traced: whether lines will be asked for.
            finished_only: whether only finished games count; by default as the system has it.

        """
        shape = (len(self.tables.states), self.stock_size + 1)
        if traced:
            self.values = np.full(shape, self.kernels.NONE, np.int64)
            self.traces = np.zeros(shape, np.int64)
        if finished_only is None:
            finished_only = self.scoring.finished_only
        while not self._fits(-self.kernels.NONE if target is None else target, finished_only):
            self.room.grow()

    def _fits(self, target: int, finished_only: bool) -> bool:
        """Search, unless there is too little room."""
        scoring, deal = self.scoring, self.deal
        tables, states = self.tables, self.tables.states
        done: bool = self.kernels.best_totals(
            *(states.into, states.removed, states.parent, states.first, states.card),
            *(tables.gone, tables.emptied, tables.bonus),
            self.begin,
            scoring.start if deal.score is None else deal.score,
            deal.run,
            self.ranks,
            self.wastes_for,
            self.rules.draw_only_when_stuck,
            self.tables.gains,
            self.tolls,
            self.floor,
            scoring.draw,
            self.wins,
            finished_only,
            self._prunes,
            target,
            self.values,
            self.traces,
            self.room.groups,
            self.room.pool,
            self.found,
        )
        return done

    @property
    def _prunes(self) -> bool:
        """Tell whether less drawn and as much earned is always as good.

        It is not where a draw must be earned by being stuck. Nor where a floor can forgive what a
        play or the clock takes away: there it may pay to be poor at the right time.
        """
        forgiving = self.scoring.floor is not None and (
            self.scoring.tick != 0 or min(self.scoring.run) < 0
        )
        return not self.rules.draw_only_when_stuck and not forgiving

    def totals(self) -> Totals:
        """Return the best totals that were found."""
        kernels = self.kernels
        best, win = int(self.found[kernels.BEST, 0]), int(self.found[kernels.BEST_WIN, 0])
        return Totals(best, None if win == kernels.NONE else win)

    def line(self, row: int) -> tuple[Move, ...]:
        """Return moves to what was found in a row of the kernel's findings."""
        _, drawn, state, rank, began = map(int, self.found[row])
        return tuple(reversed(list(self._back_from(drawn, state, rank, began))))

    def _back_from(self, drawn: int, state: int, rank: int, began: int) -> Iterator[Move]:
        """Yield the moves of a line backwards: the last run, the draw before it, and so on."""
        while True:
            scores = self._run_scores(drawn, began)
            while not self._run_starts(scores, drawn, state, rank, began):
                place, state, rank = self._before(scores, drawn, state, rank, began)
                yield Move(place)
            if drawn == 0:
                return
            yield DRAW
            rank, began = divmod(int(self.traces[state, drawn]), 1 << 8)
            drawn -= 1

    def _run_scores(self, drawn: int, began: int) -> Numbers:
        tables, states = self.tables, self.tables.states
        scores = np.empty((len(states), WASTE_RANKS), np.int64)
        self.kernels.run_scores(
            *(states.first, states.card, states.child),
            *(tables.gone, tables.emptied, tables.bonus),
            self.begin,
            np.ascontiguousarray(self.values[:, drawn]),
            began,
            self._run_length(drawn),
            self.ranks[len(self.deal.layout) + drawn],
            self.ranks,
            self.wastes_for,
            self.tables.gains,
            self.tolls,
            drawn,
            self.floor,
            scores,
        )
        return scores

    def _run_length(self, drawn: int) -> int:
        return 0 if drawn else self.deal.run

    def _run_starts(self, scores: Numbers, drawn: int, state: int, rank: int, began: int) -> bool:
        """Tell whether a run of this began starts here."""
        begins = int(self.tables.gone[state]) - self._run_length(drawn) == began
        on_waste = int(self.ranks[len(self.deal.layout) + drawn]) == rank
        return begins and on_waste and self.values[state, drawn] == scores[state, rank]

    def _before(
        self, scores: Numbers, drawn: int, state: int, rank: int, began: int
    ) -> tuple[int, int, int]:
        """Find a play that leads here with the best score: its place, the state and rank before."""
        states = self.tables.states
        for edge in range(int(states.into[state]), int(states.into[state + 1])):
            place, parent = int(states.removed[edge]), int(states.parent[edge])
            if self.ranks[place] != rank:
                continue
            for waste in ranks_in(self.rules.wastes_for[rank]):
                before = int(scores[parent, waste])
                if before > self.kernels.NONE and (
                    self._after_play(before, drawn, parent, state, began) == scores[state, rank]
                ):
                    return place, parent, waste
        raise AssertionError("a position that was reached has one before it")

    def _after_play(self, score: int, drawn: int, parent: int, state: int, began: int) -> int:
        tables = self.tables
        toll = int(self.tolls[tables.gone[parent] - tables.gone[self.begin] + drawn])
        gain = int(tables.gains[tables.emptied[state], tables.gone[state] - began])
        bonus = int(tables.bonus[state] - tables.bonus[parent])
        after_toll = max(score + toll, self.floor) if toll else score
        return max(after_toll + gain + bonus, self.floor)
