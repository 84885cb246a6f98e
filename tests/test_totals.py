"""Best totals under every scoring system, against the slow twin and known results."""

from __future__ import annotations

from dataclasses import replace

import naive_scoring
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from twin import naive_game, small_deals

from tripeaks_solver.cards import GONE
from tripeaks_solver.deal import Deal
from tripeaks_solver.rules import PRESETS, Rules
from tripeaks_solver.scoring import SYSTEMS, Scoring
from tripeaks_solver.search.solve import solve
from tripeaks_solver.search.totals import best_totals, quickest_line
from tripeaks_solver.verify import replay, replay_win

ANY_RULES = st.sampled_from(list(PRESETS.values()))
SECONDS = 3
"""The pace of the systems that count time."""


@st.composite
def situations(draw: st.DrawFn) -> Deal:
    """Small deals, those under way with a run going on and with points earned."""
    deal = draw(small_deals())
    if not deal.is_under_way:
        return deal
    run = draw(st.integers(0, deal.tableau.count(GONE)))
    return replace(deal, run=run, score=draw(st.none() | st.integers(0, 60)))


@pytest.mark.parametrize("scoring", SYSTEMS.values(), ids=SYSTEMS)
@settings(max_examples=40)
@given(situations(), ANY_RULES)
def test_totals_equal_brute_force_on_small_layouts(
    scoring: Scoring, deal: Deal, rules: Rules
) -> None:
    game = naive_game(deal, rules)
    truth = naive_scoring.best_scores(
        game, scoring.name, pace=SECONDS, run=deal.run, score=deal.score
    )
    assert best_totals(deal, rules, scoring) == (truth.best, truth.winning)


@pytest.mark.parametrize("scoring", SYSTEMS.values(), ids=SYSTEMS)
@settings(max_examples=25)
@given(situations(), ANY_RULES)
def test_lines_reach_the_totals_in_the_engine(scoring: Scoring, deal: Deal, rules: Rules) -> None:
    answer = solve(deal, rules, scoring)
    best, win = best_totals(deal, rules, scoring)
    assert answer.best_score == best
    assert (answer.best_win.score if answer.best_win else None) == win
    replay(answer)
    replay_win(answer)


@pytest.mark.parametrize("scoring", SYSTEMS.values(), ids=SYSTEMS)
@settings(max_examples=25)
@given(situations(), ANY_RULES, st.integers(0, 40))
def test_points_are_reached_in_the_fewest_actions(
    scoring: Scoring, deal: Deal, rules: Rules, more: int
) -> None:
    begun = scoring.start if deal.score is None else deal.score
    target = begun + more
    game = naive_game(deal, rules)
    truth = naive_scoring.fewest_actions(
        game, scoring.name, target, pace=SECONDS, run=deal.run, score=deal.score
    )
    line = quickest_line(deal, rules, scoring, target)
    assert (None if line is None else len(line.moves)) == truth
