"""Everything that a deal can reach, one level of tableau states at a time.

The table answers any question about one deal under any draw policy without compiled code: for
each waste rank and tableau state the set of all numbers of drawn cards with which the two can
be reached together, as a mask (bit *d* stands for *d* draws). A play keeps the number of draws,
so it moves a whole set at once; a draw shifts it by one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.cards import GONE, JOKER, WILD, rank_of
from tripeaks_solver.deal import Deal
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import Rules, ranks_in
from tripeaks_solver.search.states import Indices, States, states_of

DrawSets = npt.NDArray[np.uint32] | npt.NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class Reach:
    """What a deal can reach under given rules.

    Attributes:
        problem: the question.
        states: the tableau states of the deal's layout.
        begin: the state that the deal begins with.
        draws: for each waste rank and state the set of numbers of draws, shape (r, n); r is 14
            where a joker or an empty waste can lie on the waste, else 13.

    """

    problem: Problem
    states: States
    begin: int
    draws: DrawSets

    @property
    def deal(self) -> Deal:
        """The deal as it lies when the game begins."""
        return self.problem.opened

    @property
    def fewest_draws(self) -> int | None:
        """The fewest draws of any win, or None."""
        won = int(np.bitwise_or.reduce(self.draws[:, -1]))
        return (won & -won).bit_length() - 1 if won else None

    @property
    def pairs(self) -> int:
        """How many pairs of waste rank and tableau state can be reached."""
        return int(np.count_nonzero(self.draws))

    def blocked(self) -> npt.NDArray[np.bool_]:
        """Tell for each waste rank and state whether a game can end blocked there, (r, n)."""
        ended = (self.draws >> len(self.deal.stock) & 1).astype(bool)
        ended[:, -1] = False
        return ended & stuck_ranks(self.problem, self.states)[: len(ended)]

    def line_to(self, state: int, rank: int, drawn: int) -> tuple[Move, ...]:
        """Return moves that reach a tableau state with this waste rank and number of draws."""
        return tuple(reversed(list(self._back_from(state, rank, drawn))))

    def _back_from(self, state: int, rank: int, drawn: int) -> Iterator[Move]:
        """Yield the moves of a line backwards; each step finds some state that leads here."""
        while state != self.begin or drawn:
            move, state, rank, drawn = self._before(state, rank, drawn)
            yield move

    def _before(self, state: int, rank: int, drawn: int) -> tuple[Move, int, int, int]:
        ranks, states = self._ranks, self.states
        for q in range(int(states.into[state]), int(states.into[state + 1])):
            card, parent = int(states.removed[q]), int(states.parent[q])
            if ranks[card] == rank:
                for waste in ranks_in(self.problem.rules.wastes_for[rank]):
                    if self._has(parent, waste, drawn):
                        return Move(card), parent, waste, drawn
        for waste in range(len(self.draws)):
            if self._has(state, waste, drawn - 1) and self._may_draw(state, waste):
                return DRAW, state, waste, drawn - 1
        raise AssertionError("a reached state has a predecessor")

    @cached_property
    def _ranks(self) -> list[int]:
        return [rank_of(card) for card in self.deal.cards]

    def _has(self, state: int, rank: int, drawn: int) -> bool:
        return (
            drawn >= 0
            and rank < len(self.draws)
            and bool(int(self.draws[rank, state]) >> drawn & 1)
        )

    def _may_draw(self, state: int, waste: int) -> bool:
        rules = self.problem.rules
        if not rules.draw_only_when_stuck:
            return True
        free = self.deal.layout.free(int(self.states.masks[state]))
        return not any(rules.fits(self._ranks[place], waste) for place in free)


def reach(problem: Problem) -> Reach:
    """Compute all that a deal can reach, each level of tableau states from the one before."""
    deal, rules = problem.opened, problem.rules
    states = states_of(deal.layout)
    ranks = [rank_of(card) for card in deal.cards]
    has_wild = deal.waste == GONE or JOKER in deal.cards
    shape = (WILD + has_wild, len(states))
    draws: DrawSets = np.zeros(shape, np.uint32)
    if len(deal.stock) >= 32:
        draws = np.zeros(shape, np.uint64)
    begin = states.index(deal.mask)
    draws[rank_of(deal.waste), begin] = 1
    stuck = None
    if rules.draw_only_when_stuck:
        stuck = stuck_ranks(problem, states)
    stock = [rank_of(card) for card in deal.stock]
    played = len(deal.layout) - deal.mask.bit_count()
    levels = itertools.pairwise(states.level[:-1])
    for step, (first, end) in itertools.islice(enumerate(levels), played, None):
        _draw(draws[:, first:end], stock, None if stuck is None else stuck[:, first:end])
        for place, parents, children in states.steps[step]:
            if deal.mask >> place & 1:
                _play(draws, ranks[place], parents, children, rules)
    return Reach(problem, states, begin, draws)


def _draw(draws: DrawSets, stock: list[int], stuck: npt.NDArray[np.bool_] | None) -> None:
    """Close the sets of one level under drawing."""
    if stuck is None:
        drawable = np.bitwise_or.reduce(draws, axis=0)
        drawable |= ~drawable + 1
    else:
        drawable = np.bitwise_or.reduce(np.where(stuck[: len(draws)], draws, 0), axis=0)
        for position, rank in enumerate(stock):
            drawn = drawable >> position & stuck[rank]
            drawable |= drawn << position + 1
    for rank in range(len(draws)):
        positions = sum(1 << position for position, other in enumerate(stock) if other == rank)
        draws[rank] |= (drawable & positions) << 1


def _play(draws: DrawSets, rank: int, parents: Indices, children: Indices, rules: Rules) -> None:
    """Carry the sets of one level along the removals of a card of this rank."""
    carried = np.zeros(len(parents), draws.dtype)
    for waste in ranks_in(rules.wastes_for[rank]):
        if waste < len(draws):
            carried |= draws[waste].take(parents)
    draws[rank, children] |= carried


def stuck_ranks(problem: Problem, states: States) -> npt.NDArray[np.bool_]:
    """For each waste rank and state whether no free card can be played, shape (14, n)."""
    tableau, rules = problem.opened.tableau, problem.rules
    wastes_for = np.array([rules.wastes_for[rank_of(card)] for card in tableau], np.uint16)
    open_to = np.zeros(len(states), np.uint16)
    open_to[:-1] = np.bitwise_or.reduceat(wastes_for[states.card], states.first[:-2])
    return np.array([(open_to >> waste & 1) == 0 for waste in range(WILD + 1)])
