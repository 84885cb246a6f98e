"""Best totals under every scoring system, against the slow twin and known results."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import naive_scoring
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from twin import naive_game, small_deals

from tripeaks_solver.ask import solve
from tripeaks_solver.cards import GONE
from tripeaks_solver.codes import parse_code
from tripeaks_solver.deal import Deal
from tripeaks_solver.layouts import classic
from tripeaks_solver.rules import CLASSIC, EASY, PRESETS, Rules
from tripeaks_solver.scoring import MICROSOFT, ORIGINAL, PYSOL, SYSTEMS, TP1, Scoring
from tripeaks_solver.search.totals import Workspace, best_totals, quickest_line
from tripeaks_solver.verify import replay

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
@settings(max_examples=20)
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


def test_tp1_totals_are_those_of_the_other_search(root: Path) -> None:
    workspace = Workspace(classic())
    with (root / "data" / "known-deals" / "tp1.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))[::12]
    for row in rows:
        deal = parse_code(row["code"]).deal()
        for rules in (EASY, CLASSIC):
            answer = solve(deal, rules)
            win = answer.best_win.score if answer.best_win else None
            assert best_totals(deal, rules, TP1, workspace) == (answer.best_score, win)


@pytest.mark.parametrize("number", [8, 27, 35])
def test_totals_on_other_layouts_are_reached_by_their_lines(number: int) -> None:
    deal = parse_code(f"TP1-E-AAAAAAB/L{number}").deal()
    for scoring in (ORIGINAL, MICROSOFT, PYSOL):
        answer = solve(deal, CLASSIC, scoring)
        replay(answer)
        assert best_totals(deal, CLASSIC, scoring).best == answer.best_score


def test_the_workspace_grows_as_needed() -> None:
    deal = parse_code("TP1-E-AAAAAAB").deal()
    workspace = Workspace(deal.layout)
    workspace.pool = workspace.pool[:64].copy()
    assert best_totals(deal, EASY, ORIGINAL, workspace) == best_totals(deal, EASY, ORIGINAL)
    assert len(workspace.pool) > 64
