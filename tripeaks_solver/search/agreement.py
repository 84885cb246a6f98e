"""A second opinion on the answers of the tables; where the two differ, that is an error."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from tripeaks_solver.answer import Answer, Verdict
from tripeaks_solver.cards import card_text
from tripeaks_solver.errors import SearchesDiffer, TripeaksError
from tripeaks_solver.problem import Problem
from tripeaks_solver.search.choice import Search
from tripeaks_solver.search.depth_first_answers import require_scored, solve_depth_first
from tripeaks_solver.search.solve import find_answer
from tripeaks_solver.search.states import states_of

if TYPE_CHECKING:
    from tripeaks_solver.search.rate import Answers


def second_opinion(
    problem: Problem, search: Search, nodes: int, *, verdict_only: bool = False
) -> Answer:
    """Answer a problem depth first, alone or to confirm what the tables say.

    Args:
        problem: the question.
        search: `Search.DEPTH_FIRST` or `Search.BOTH`.
        nodes: how many nodes to visit before giving up.
        verdict_only: whether only the verdict is asked for.

    Raises:
        TripeaksError: the depth-first search does not find what is asked for, or it gave up where
            its opinion is needed.
        LayoutError: both searches are asked for, and the layout has too many states for tables.
        SearchesDiffer: they gave different answers.

    """
    require_scored(problem)
    if search is Search.DEPTH_FIRST:
        return solve_depth_first(problem, nodes, verdict_only=verdict_only)
    states_of(problem.deal.layout)
    answer = find_answer(problem)
    _require_agreement(answer, solve_depth_first(problem, nodes))
    return replace(answer, fewest_draws=None, best_score=None) if verdict_only else answer


def _require_agreement(tables: Answer, deep: Answer) -> None:
    if deep.best_score is None:
        raise TripeaksError(_gave_up(f"after {deep.states:,} nodes"))
    said = [(a.verdict, a.fewest_draws, a.best_score) for a in (tables, deep)]
    if said[0] != said[1]:
        raise _differ(tables.rules.name, _told(*said[0]), _told(*said[1]), str(tables.deal))


def require_same_ratings(cards: npt.NDArray[np.uint8], tables: Answers, deep: Answers) -> None:
    """Make sure that two ratings of deals are the same; see `second_opinion` for the errors."""
    if deep.undecided is not None and deep.undecided.any():
        row = int(deep.undecided.any(axis=1).argmax())
        raise TripeaksError(_gave_up(f"on {_deck(cards[row])}"))
    wrong = _claims(tables) != _claims(deep)
    if wrong.any():
        row, column, _ = np.argwhere(wrong)[0]
        ours, theirs = (_told_of(ratings, row, column) for ratings in (tables, deep))
        raise _differ(tables.rules[column].name, ours, theirs, _deck(cards[row]))


def _claims(ratings: Answers) -> npt.NDArray[np.int64]:
    """Return the verdicts, fewest draws and best scores, as far as they are told."""
    won = ratings.winnable.astype(np.int64)
    if ratings.fewest_draws is None or ratings.best_scores is None:
        return won[:, :, None]
    draws = np.where(ratings.winnable, ratings.fewest_draws, 0)
    return np.stack([won, draws, ratings.best_scores], axis=2)


def _told_of(ratings: Answers, row: int, column: int) -> str:
    won, *best = (int(value) for value in _claims(ratings)[row, column])
    draws, score = best or (None, None)
    return _told(_VERDICTS[won], draws if won else None, score)


_VERDICTS = (Verdict.NOT_WINNABLE, Verdict.WINNABLE)


def _told(verdict: Verdict, draws: int | None, score: int | None) -> str:
    named = {"fewest draws": draws, "best score": score}
    return ", ".join(
        [verdict, *(f"{n} {value}" for n, value in named.items() if value is not None)]
    )


def _deck(cards: npt.NDArray[np.uint8]) -> str:
    return " ".join(map(card_text, cards.tolist()))


def _gave_up(where: str) -> str:
    return (
        f"the depth-first search gave up {where}, so there is no second opinion: "
        "allow it more nodes, or search the tables alone"
    )


def _differ(rules: str, tables: str, deep: str, deck: str) -> SearchesDiffer:
    return SearchesDiffer(
        f"the searches differ under {rules} rules: tables {tables}; depth-first {deep}: {deck}"
    )
