"""Layouts with more states than tables may have: proven where it can be, undecided where not."""

from __future__ import annotations

import pytest

from tripeaks_solver.answer import Verdict
from tripeaks_solver.ask import decide, solve
from tripeaks_solver.codes import shuffled
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import LayoutError
from tripeaks_solver.layout import parse_layout
from tripeaks_solver.rules import CLASSIC, EASY
from tripeaks_solver.scoring import MICROSOFT
from tripeaks_solver.search.states import MOST_STATES, fits, states_of
from tripeaks_solver.verify import replay

ROW = parse_layout("name: row\n\n" + "L " * 24 + "\n")
"""Nothing covers anything: every set of places is a state, 2 to the power of 24 of them."""


def test_too_many_states_are_refused_and_told() -> None:
    assert not fits(ROW)
    with pytest.raises(LayoutError, match=f"more than {MOST_STATES:,} tableau states"):
        states_of(ROW)


@pytest.fixture
def wide_deal() -> Deal:
    return Deal(shuffled(1), ROW)


def test_a_win_on_a_large_layout_is_shown(wide_deal: Deal) -> None:
    answer = solve(wide_deal, EASY, nodes=200_000)
    assert answer.verdict is Verdict.WINNABLE
    replay(answer)
    assert decide(wide_deal, EASY).verdict is Verdict.WINNABLE


def test_a_limit_reached_is_undecided_and_claims_nothing(wide_deal: Deal) -> None:
    answer = solve(wide_deal, CLASSIC, nodes=10)
    assert answer.verdict is Verdict.UNDECIDED
    assert (answer.fewest_draws, answer.best_score, answer.moves, answer.best_win) == (
        None, None, (), None,
    )  # fmt: skip
    replay(answer)


def test_no_best_score_is_claimed_that_is_not_proven(wide_deal: Deal) -> None:
    answer = solve(wide_deal, EASY, MICROSOFT, nodes=200_000)
    assert answer.best_score is None
    replay(answer)
