"""A second opinion on the answers of the tables; where the two differ, that is an error."""

from __future__ import annotations

from dataclasses import replace

from tripeaks_solver.answer import Answer, Verdict
from tripeaks_solver.errors import SearchesDiffer, TripeaksError
from tripeaks_solver.problem import Problem
from tripeaks_solver.search.choice import Search
from tripeaks_solver.search.depth_first_answers import require_scored, solve_depth_first
from tripeaks_solver.search.solve import find_answer
from tripeaks_solver.search.states import states_of


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
        raise TripeaksError(
            f"the depth-first search gave up after {deep.states:,} nodes, so there is no second "
            "opinion: allow more nodes, or search the tables alone"
        )
    if _claims(tables) != _claims(deep):
        rules = tables.rules.name
        raise SearchesDiffer(
            f"the searches differ under {rules} rules: tables {_told(tables)}, "
            f"depth-first {_told(deep)}: {tables.deal}"
        )


def _claims(answer: Answer) -> tuple[Verdict, int | None, int | None]:
    return answer.verdict, answer.fewest_draws, answer.best_score


def _told(answer: Answer) -> str:
    draws = "" if answer.fewest_draws is None else f", fewest draws {answer.fewest_draws}"
    return f"{answer.verdict}{draws}, best score {answer.best_score}"
