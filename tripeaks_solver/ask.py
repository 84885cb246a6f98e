"""Answers a problem: searches, then lets the engine replay what was found.

Whoever wants an answer asks here; nothing that a search claims leaves the program before the
engine has played it.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from tripeaks_solver.answer import Answer, Replay
from tripeaks_solver.certificate import Certificate
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import TripeaksError, require_kind
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import EASY, Rules
from tripeaks_solver.scoring import TP1, Scoring
from tripeaks_solver.search.choice import Search
from tripeaks_solver.verify import replay

if TYPE_CHECKING:
    from tripeaks_solver.search.prospects import Prospects


class Solution(NamedTuple):
    """What was found out about a problem.

    Attributes:
        replay: the answer, and its lines as the engine has replayed them.
        seconds: how long search and replay took.
        certificate: the answer with its proof, where it was asked for.
        prospects: from which positions of the deal the game can still be won, where that was
            asked for and the layout has few enough states to tell.

    """

    replay: Replay
    seconds: float
    certificate: Certificate | None = None
    prospects: Prospects | None = None

    @property
    def answer(self) -> Answer:
        """The answer."""
        return self.replay.answer


def find_solution(
    problem: Problem,
    *,
    verdict_only: bool = False,
    nodes: int | None = None,
    search: Search = Search.TABLES,
    certified: bool = False,
    with_prospects: bool = False,
) -> Solution:
    """Answer a problem, and replay the answer.

    Args:
        problem: the question.
        verdict_only: whether to stop at the first win; then no best result is claimed.
        nodes: how many nodes to search depth first, as where the states of the layout have no
            tables; by default some ten seconds' worth.
        search: which search to ask; the proof and the positions of the deal come from the tables.
        certified: whether to return the proof too.
        with_prospects: whether to tell of each position whether it can still be won.

    Raises:
        TripeaksError: what is asked for does not go together.
        LayoutError: the layout has too many states for a goal or a certificate.
        Rejected: the engine does not confirm what the search has found.
        SearchesDiffer: both searches were asked, and their answers differ.

    """
    require_kind("problem", problem, Problem)
    begin = time.perf_counter()
    if certified and search is not Search.TABLES:
        raise TripeaksError("the proof comes from the tables: leave out the other search")
    certificate = _certificate(problem) if certified else None
    found = replay(
        certificate.answer if certificate else _search(problem, search, verdict_only, nodes)
    )
    seconds = time.perf_counter() - begin
    return Solution(found, seconds, certificate, _prospects(problem) if with_prospects else None)


def _search(problem: Problem, search: Search, verdict_only: bool, nodes: int | None) -> Answer:
    # A search is loaded only where one is needed: all of them load numpy.
    from tripeaks_solver.search.depth_first_answers import DEFAULT_NODES

    nodes = nodes or DEFAULT_NODES
    if search is not Search.TABLES:
        from tripeaks_solver.search.agreement import second_opinion

        return second_opinion(problem, search, nodes, verdict_only=verdict_only)
    if problem.goal is not None:
        from tripeaks_solver.search.goals import find_goal

        return find_goal(problem)
    from tripeaks_solver.search.solve import find_answer, find_verdict

    return (find_verdict if verdict_only else find_answer)(problem, nodes)


def _certificate(problem: Problem) -> Certificate:
    from tripeaks_solver.search.solve import find_certificate

    return find_certificate(problem)


def _prospects(problem: Problem) -> Prospects | None:
    from tripeaks_solver.search.prospects import prospects
    from tripeaks_solver.search.states import fits

    return prospects(problem).where_reached() if fits(problem.deal.layout) else None


def solve(
    deal: Deal,
    rules: Rules = EASY,
    scoring: Scoring = TP1,
    *,
    nodes: int | None = None,
    search: Search = Search.TABLES,
) -> Answer:
    """Decide a deal: winnable or not, the fewest draws, the best score, and moves that reach it.

    See `find_solution` for the arguments and the errors.

    Raises:
        DeckError: there are unknown cards.

    """
    return find_solution(Problem(deal, rules, scoring), nodes=nodes, search=search).answer


def decide(deal: Deal, rules: Rules = EASY, *, nodes: int | None = None) -> Answer:
    """Decide only whether a deal can be won, stopping at the first win.

    Raises:
        DeckError: there are unknown cards.

    """
    return find_solution(Problem(deal, rules), verdict_only=True, nodes=nodes).answer


def certify(deal: Deal, rules: Rules = EASY) -> Certificate:
    """Decide a deal and return the answer with the closed set of states that proves it.

    Raises:
        DeckError: there are unknown cards.
        TripeaksError: the deal tells the score so far.

    """
    certificate = _certificate(Problem(deal, rules))
    replay(certificate.answer)
    return certificate
