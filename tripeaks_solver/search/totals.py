"""The best totals of a deal under any scoring system, with the lines of play that reach them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from tripeaks_solver.answer import DRAW, Line, Move
from tripeaks_solver.cards import WASTE_RANKS
from tripeaks_solver.deal import Deal
from tripeaks_solver.layout import Layout
from tripeaks_solver.rules import Rules, ranks_in
from tripeaks_solver.scoring import Scoring
from tripeaks_solver.search.compiled import load_kernels
from tripeaks_solver.search.kernels.tables import removals_of
from tripeaks_solver.search.points import Numbers, bonus_of, gains_of, times_of, wins_of
from tripeaks_solver.search.states import states_of


class Totals(NamedTuple):
    """The best totals of a deal: of any play, and of any that clears the tableau (or None)."""

    best: int
    best_win: int | None


def best_totals(
    deal: Deal, rules: Rules, scoring: Scoring, workspace: Workspace | None = None
) -> Totals:
    """Find the best totals of a deal; no play is worth more.

    Args:
        deal: the deal.
        rules: the rules of play.
        scoring: the scoring system.
        workspace: memory to work in, for those who ask often; of the deal's layout.

    """
    search = _TotalsSearch(deal, rules, scoring, workspace or Workspace(deal.layout))
    search.run()
    return search.totals()


def best_lines(deal: Deal, rules: Rules, scoring: Scoring) -> tuple[Line, Line | None]:
    """Find lines of play to the best totals: of any play, and of any win."""
    search = _TotalsSearch(deal, rules, scoring, Workspace(deal.layout))
    search.run(traced=True)
    kernels = load_kernels("totals")
    totals = search.totals()
    best = Line(search.line(kernels.BEST), totals.best)
    if totals.best_win is None:
        return best, None
    return best, Line(search.line(kernels.BEST_WIN), totals.best_win)


def quickest_line(deal: Deal, rules: Rules, scoring: Scoring, target: int) -> Line | None:
    """Find the shortest line of play that reaches so many points at any time; None without one."""
    search = _TotalsSearch(deal, rules, scoring, Workspace(deal.layout))
    search.run(target, traced=True, finished_only=False)
    kernels = load_kernels("totals")
    if search.found[kernels.QUICKEST, 1] == kernels.NONE:
        return None
    return Line(search.line(kernels.QUICKEST), None)


class Workspace:
    """Memory for searches on a layout; grows as needed, and is for one thread at a time."""

    def __init__(self, layout: Layout) -> None:
        widths = np.diff(states_of(layout).level.astype(np.int64))
        two_levels = int((widths[:-1] + widths[1:]).max())
        self.groups = np.empty((two_levels, WASTE_RANKS + 1), np.int64)
        self.pool = np.empty(16 * two_levels, np.int64)

    def grow(self) -> None:
        """Make room for twice as many positions."""
        self.pool = np.empty(2 * len(self.pool), np.int64)


@lru_cache(maxsize=8)
def _worths(layout: Layout, scoring: Scoring) -> Any:
    """Return what a scoring system makes of the states of a layout, see `kernels.totals.Worths`."""
    states = states_of(layout)
    return load_kernels("totals").Worths(
        gone=states.cards_removed,
        emptied=states.peaks_emptied,
        bonus=bonus_of(layout, scoring)[states.peaks_emptied],
        gains=gains_of(layout, scoring),
    )


class _TotalsSearch:
    """One search for the best totals of a deal."""

    def __init__(self, deal: Deal, rules: Rules, scoring: Scoring, workspace: Workspace) -> None:
        self.deal, self.rules, self.scoring = deal.under(rules), rules, scoring
        self.workspace, self.kernels = workspace, load_kernels("totals")
        self.states = states_of(deal.layout)
        self.removals, self.worths = removals_of(self.states), _worths(deal.layout, scoring)
        self.begin = self.states.index(deal.mask)
        self.ranks = np.array(self.deal.ranks, np.int64)
        self.wastes_for = np.array(rules.wastes_for, np.int64)
        self.points = self._points()
        empty: Numbers = np.empty((1, 0), np.int64)
        self.trace = self.kernels.Trace(empty, empty)
        self.found = np.empty((3, 5), np.int64)

    def _points(self) -> Any:
        """Return what actions add from the start on, see `kernels.totals.Points`."""
        scoring, cards, stock = self.scoring, self.deal.mask.bit_count(), len(self.deal.stock)
        return self.kernels.Points(
            time=times_of(scoring, cards + stock + 1),
            # A game that is taken up won has been paid for already.
            wins=wins_of(self.deal.layout, scoring, cards, stock) * bool(cards),
            draw=scoring.draw,
            floor=self.kernels.NONE if scoring.floor is None else scoring.floor,
        )

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
        none = self.kernels.NONE
        if traced:
            shape = (len(self.states), len(self.deal.stock) + 1)
            self.trace = self.kernels.Trace(
                np.full(shape, none, np.int64), np.zeros(shape, np.int64)
            )
        aim = self.kernels.Aim(
            self.scoring.finished_only if finished_only is None else finished_only,
            -none if target is None else target,
            self._prunes,
        )
        while not self._fits(aim):
            self.workspace.grow()

    def _fits(self, aim: Any) -> bool:
        """Search, unless the workspace is too small."""
        kernels, deal = self.kernels, self.deal
        done: bool = kernels.best_totals(
            *(self.removals, self.worths, self.points),
            kernels.Start(self.begin, deal.start_score(self.scoring), deal.run),
            *(aim, self.ranks, self.wastes_for, self.rules.draw_only_when_stuck),
            kernels.Workspace(self.workspace.groups, self.workspace.pool),
            *(self.trace, self.found),
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
            rank, began = divmod(int(self.trace.runs[state, drawn]), 1 << 8)
            drawn -= 1

    def _run_scores(self, drawn: int, began: int) -> Numbers:
        run = self.kernels.Run(
            np.ascontiguousarray(self.trace.values[:, drawn]),
            began,
            self._run_length(drawn),
            int(self.ranks[len(self.deal.layout) + drawn]),
            drawn,
        )
        scores = np.empty((len(self.states), WASTE_RANKS), np.int64)
        self.kernels.run_scores(
            *(self.removals, self.worths, self.points, run, self.begin),
            *(self.ranks, self.wastes_for, scores),
        )
        return scores

    def _run_length(self, drawn: int) -> int:
        return 0 if drawn else self.deal.run

    def _run_starts(self, scores: Numbers, drawn: int, state: int, rank: int, began: int) -> bool:
        """Tell whether a run of this began starts here."""
        begins = int(self.worths.gone[state]) - self._run_length(drawn) == began
        on_waste = int(self.ranks[len(self.deal.layout) + drawn]) == rank
        return begins and on_waste and self.trace.values[state, drawn] == scores[state, rank]

    def _before(
        self, scores: Numbers, drawn: int, state: int, rank: int, began: int
    ) -> tuple[int, int, int]:
        """Find a play that leads here with the best score: its place, the state and rank before."""
        states = self.states
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
        gone, emptied, bonus, gains = self.worths
        floor = self.points.floor
        time_points = int(self.points.time[gone[parent] - gone[self.begin] + drawn])
        gain = int(gains[emptied[state], gone[state] - began] + bonus[state] - bonus[parent])
        after_time = max(score + time_points, floor) if time_points else score
        return int(max(after_time + gain, floor))
