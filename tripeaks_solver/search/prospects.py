"""From which positions of a deal the game can still be won: the search in reverse.

For each waste rank and tableau state the set of all numbers of drawn cards from which the tableau
can still be cleared, as a mask. It mirrors `reach`: one level of states after the other, the empty
tableau first, exact for both draw policies.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from tripeaks_solver.cards import WILD, rank_of
from tripeaks_solver.errors import TripeaksError, require_kind
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import ranks_in
from tripeaks_solver.search.reach import reach, stuck_ranks
from tripeaks_solver.search.states import States, states_of

DrawSets = npt.NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class Prospects:
    """From where a deal can still be won under given rules.

    Attributes:
        problem: the question.
        states: the tableau states of the deal's layout.
        draws: for each waste rank and state the set of numbers of draws, counted from the start of
            the deal, from which it can be won, shape (14, n).

    """

    problem: Problem
    states: States
    draws: DrawSets

    def can_win(self, tableau: int, waste_rank: int, drawn: int) -> bool:
        """Tell whether the tableau can be cleared from a position that the deal can come to.

        Args:
            tableau: the mask of the places that hold a card.
            waste_rank: the rank on the waste; `WILD` for a joker or an empty waste.
            drawn: how many cards have been drawn since the start of the deal.

        Raises:
            TripeaksError: the deal has no such tableau, rank or number of draws.

        """
        stock = len(self.problem.opened.stock)
        if not (0 <= waste_rank <= WILD and 0 <= drawn <= stock and self.states.has(tableau)):
            position = f"tableau {tableau:#x}, waste rank {waste_rank}, {drawn} drawn"
            raise TripeaksError(f"the deal has no position with {position}")
        return bool(int(self.draws[waste_rank, self.states.index(tableau)]) >> drawn & 1)

    def where_reached(self) -> Prospects:
        """Return the same for the positions that the deal can come to, and nothing for others.

        Where no game can come to a pair of rank and state, or none that can be won, its set is
        empty.
        """
        reached = np.zeros_like(self.draws)
        draws = reach(self.problem).draws
        reached[: len(draws)] = draws
        return replace(self, draws=np.where(self.draws & reached, self.draws, np.uint64(0)))


def prospects(problem: Problem) -> Prospects:
    """Compute from where a deal can still be won, each level of states from the one below.

    Raises:
        LayoutError: the layout has too many states.
        TripeaksError: the problem is none.

    """
    require_kind("problem", problem, Problem)
    deal, rules = problem.opened, problem.rules
    states = states_of(deal.layout)
    ranks = [rank_of(card) for card in deal.cards]
    stock = [rank_of(card) for card in deal.stock]
    draws = np.zeros((WILD + 1, len(states)), np.uint64)
    draws[:, -1] = (1 << len(stock) + 1) - 1
    stuck = stuck_ranks(problem, states) if rules.draw_only_when_stuck else None
    levels = list(itertools.pairwise(states.level[:-1].tolist()))
    for step, (first, end) in reversed(list(enumerate(levels[: len(states.steps)]))):
        for place, parents, children in states.steps[step]:
            if deal.mask >> place & 1:
                after = draws[ranks[place], children]
                for waste in ranks_in(rules.wastes_for[ranks[place]]):
                    draws[waste, parents] |= after
        _draw(draws[:, first:end], stock, None if stuck is None else stuck[:, first:end])
    return Prospects(problem, states, draws)


def _draw(draws: DrawSets, stock: list[int], stuck: npt.NDArray[np.bool_] | None) -> None:
    """Add the numbers of draws from which a draw leads on, the latest draw first."""
    one = np.uint64(1)
    for position in reversed(range(len(stock))):
        after = draws[stock[position]] >> np.uint64(position + 1) & one
        before = after << np.uint64(position)
        draws |= before if stuck is None else np.where(stuck, before, np.uint64(0))
