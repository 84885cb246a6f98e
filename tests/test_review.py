"""Games reviewed move by move: `review` and the command."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_cli_support import LOST, WON, tripeaks

from tripeaks_solver.answer import Move, Verdict
from tripeaks_solver.ask import solve
from tripeaks_solver.codes import parse_code
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import MoveError
from tripeaks_solver.game import Game
from tripeaks_solver.play.model.kinds import kind_named
from tripeaks_solver.play.model.session import Session
from tripeaks_solver.play.storage.saves import save_text
from tripeaks_solver.review import Review, review
from tripeaks_solver.rules import CLASSIC, EASY, EASY_STUCK, Rules
from tripeaks_solver.scoring import SYSTEMS, TP1

START = parse_code(WON).deal()


def played(seed: int, rules: Rules = EASY, deal: Deal = START, most: int = 60) -> list[Move]:
    """The moves of a player who does anything."""
    game, chance = Game(deal, rules), Random(seed)
    moves: list[Move] = []
    while game.legal_moves and len(moves) < most:
        moves.append(chance.choice(game.legal_moves))
        game.make(moves[-1])
    return moves


def reviewed(seed: int, rules: Rules = EASY) -> Review:
    return review(START, played(seed, rules), rules, samples=20)


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([EASY, CLASSIC, EASY_STUCK]))
def test_what_is_lost_adds_up(seed: int, rules: Rules) -> None:
    found = reviewed(seed, rules)
    assert found.start.best_score is not None
    assert sum(judged.score_lost for judged in found.moves) == found.start.best_score - found.score
    assert all(judged.score_lost >= 0 for judged in found.moves)
    for earlier, later in zip(found.moves, found.moves[1:], strict=False):
        assert earlier.after == later.before


def test_points_for_time_are_left_out() -> None:
    found = review(START, played(2), EASY, SYSTEMS["three-peaks"], samples=5)
    assert found.start.best_score is not None
    assert all(judged.score_lost >= 0 for judged in found.moves)
    assert sum(judged.score_lost for judged in found.moves) == found.start.best_score - found.score


def test_every_verdict_is_that_of_solve() -> None:
    game, found = Game(START), reviewed(2)
    for judged in found.moves:
        assert judged.before.verdict == solve(game.position()).verdict
        game.make(judged.move)
    assert found.score == game.score


def test_the_turning_point_is_the_one_move_that_loses_the_win() -> None:
    found = reviewed(2)
    losing = [judged.number for judged in found.moves if judged.lost_the_win]
    assert [found.turning_point] == losing
    judged = found.moves[losing[0] - 1]
    assert judged.better is not None
    game = Game(START)
    for earlier in found.moves[: losing[0] - 1]:
        game.make(earlier.move)
    game.make(judged.better)
    assert solve(game.position()).verdict is Verdict.WINNABLE


def test_the_solution_of_the_solver_loses_nothing() -> None:
    for scoring in (TP1, SYSTEMS["microsoft"]):
        best = solve(START, EASY, scoring)
        found = review(START, best.moves, EASY, scoring, samples=20)
        assert (found.accuracy, found.turning_point) == (1.0, None)
        assert found.score == best.best_score


def test_a_deal_that_cannot_be_won_has_no_turning_point() -> None:
    deal = parse_code(LOST).deal()
    found = review(deal, played(1, CLASSIC, deal), CLASSIC, samples=20)
    assert found.turning_point is None
    assert not found.is_won


def test_what_the_player_could_not_see_does_not_change_the_advice() -> None:
    """The advice at the first move is the same for every deal that shows the same cards."""
    other = Deal((*reversed(START.cards[:18]), *START.cards[18:]))
    first, second = (review(deal, [Move(20)], samples=50).moves[0] for deal in (START, other))
    assert first.advised == second.advised


def test_a_game_without_moves() -> None:
    found = review(START, [])
    assert (found.moves, found.accuracy, found.score) == ((), 1.0, 500)


def test_a_move_that_the_rules_refuse_is_named() -> None:
    with pytest.raises(MoveError, match="move 2: this card has been played"):
        review(START, [Move(20), Move(20)], samples=5)


# --- The command ----------------------------------------------------------------------------------

MOVES = " ".join("d" if move.place is None else str(move.place) for move in played(2))


def test_a_code_with_moves() -> None:
    ran = tripeaks("review", WON, "--moves", MOVES)
    assert ran.code == 0
    assert "loses the win" in ran.out
    assert "Best possible 762, yours 460." in ran.out
    assert "Move 15 lost the win." in ran.out


def test_one_object_a_move() -> None:
    found = json.loads(tripeaks("review", WON, "--moves", "KC d", "--json").out)
    assert [one["n"] for one in found] == [1, 2]
    assert {"verdict_before", "verdict_after", "score_lost", "better"} <= {*found[0]}
    assert found == tripeaks("review", WON, "--moves", "KC d", "--nl").objects


def test_a_solution_is_a_game(tmp_path: Path) -> None:
    file = tmp_path / "solution.json"
    file.write_text(tripeaks("solve", WON, "--json").out)
    ran = tripeaks("review", str(file))
    assert ran.code == 0
    assert "Best possible 762, yours 762." in ran.out


def test_a_saved_game_is_reviewed_as_it_stands(tmp_path: Path) -> None:
    session = Session(START, kind_named("tp1"), EASY)
    for move in (Move(20), Move(23)):
        session.make(move)
    session.undo()
    file = tmp_path / "save.json"
    file.write_text(save_text(session))
    ran = tripeaks("review", str(file))
    assert ran.code == 0
    assert "1 action taken back" in ran.err
    assert "1 of 1 move (100%)" in ran.out


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ([WON], "name the file of a game, or give the moves of a deal with --moves"),
        ([WON, "--moves", "KC KC"], "move 2, 'KC': this card has been played"),
        ([WON, LOST, "--moves", "d"], "name one deal"),
        (["?? " * 52, "--moves", "d"], "52 unknown cards"),
        (["/"], "cannot read"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: list[str], fault: str) -> None:
    ran = tripeaks("review", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert fault in ran.fault


def test_a_damaged_save_is_bad_input() -> None:
    ran = tripeaks("review", "-", stdin='{"format": "tripeaks game", "version": 1}')
    assert (ran.code, ran.out) == (2, "")
    assert ran.fault.startswith("standard input: no saved game: ")
