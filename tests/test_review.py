"""Games reviewed move by move: `review` and the command."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_cli_support import LOST, WON, tripeaks

from tripeaks_solver.answer import DRAW, Move, Verdict
from tripeaks_solver.ask import solve
from tripeaks_solver.codes import parse_code
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import MoveError
from tripeaks_solver.game import Game, Status
from tripeaks_solver.play.model.kinds import kind_named
from tripeaks_solver.play.model.session import Session
from tripeaks_solver.play.storage.manager import SessionManager
from tripeaks_solver.play.storage.saves import save_text
from tripeaks_solver.players.advice import advise
from tripeaks_solver.render.review import outcome_lines, remark, result_line
from tripeaks_solver.review import Review, _line_that_stands, review
from tripeaks_solver.rules import CLASSIC, EASY, EASY_STUCK, Rules
from tripeaks_solver.scoring import SYSTEMS, TP1
from tripeaks_solver.view import view_of

START = parse_code(WON).deal()
EVERYWHERE = range(len(START.cards))


def played(seed: int, rules: Rules = EASY, deal: Deal = START, most: int = 60) -> list[Move]:
    """The moves of a player who does anything."""
    game, chance = Game(deal, rules), Random(seed)
    moves: list[Move] = []
    while game.legal_moves and len(moves) < most:
        moves.append(chance.choice(game.legal_moves))
        game.make(moves[-1])
    return moves


@cache
def reviewed() -> Review:
    """The review of a game that loses the win at its fifteenth move."""
    return review(START, played(2), samples=20)


def assert_adds_up(found: Review) -> None:
    lost = [judged.score_lost for judged in found.moves if judged.score_lost is not None]
    assert len(lost) == len(found.moves)
    assert min(lost) >= 0
    assert found.end.best_score is not None
    assert found.start.best_score == found.end.best_score + sum(lost)
    if found.status is not Status.RUNNING:
        assert found.end.best_score == found.score


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([EASY, CLASSIC, EASY_STUCK]))
def test_what_is_lost_adds_up(seed: int, rules: Rules) -> None:
    found = review(START, played(seed, rules), rules, samples=0)
    assert_adds_up(found)
    for earlier, later in zip(found.moves, found.moves[1:], strict=False):
        assert earlier.after == later.before


@pytest.mark.slow
def test_points_for_time_are_left_out() -> None:
    found = review(START, played(2, most=15), EASY, SYSTEMS["three-peaks"], samples=0)
    assert_adds_up(found)
    assert f"yours {found.score}, without points for time." in result_line(found)


def test_every_verdict_is_that_of_solve() -> None:
    game, found = Game(START), reviewed()
    for judged in found.moves:
        assert judged.before.verdict == solve(game.position()).verdict
        game.make(judged.move)
    assert found.score == game.score


def test_the_turning_point_is_the_one_move_that_loses_the_win() -> None:
    found = reviewed()
    losing = [judged.number for judged in found.moves if judged.lost_the_win]
    assert [found.turning_point] == losing
    judged = found.moves[losing[0] - 1]
    assert judged.better is not None
    game = Game(START)
    for earlier in found.moves[: losing[0] - 1]:
        game.make(earlier.move)
    game.make(judged.better)
    assert solve(game.position()).verdict is Verdict.WINNABLE


@pytest.mark.slow
def test_the_solution_of_the_solver_loses_nothing() -> None:
    for scoring in (TP1, SYSTEMS["microsoft"]):
        best = solve(START, EASY, scoring)
        found = review(START, best.moves, EASY, scoring, samples=0)
        assert (found.accuracy, found.turning_point) == (1.0, None)
        assert found.score == best.best_score


def test_a_deal_that_cannot_be_won_has_no_turning_point() -> None:
    deal = parse_code(LOST).deal()
    found = review(deal, played(1, CLASSIC, deal), CLASSIC, samples=20)
    assert found.turning_point is None
    assert found.status is Status.BLOCKED


@pytest.mark.slow
def test_what_the_player_could_not_see_does_not_change_the_advice() -> None:
    """Who only draws is advised alike on every deal that shows the same cards."""
    other = Deal((*reversed(START.cards[:18]), *START.cards[18:]))
    draws = [DRAW] * len(START.stock)
    first, second = ([j.advised for j in review(deal, draws).moves] for deal in (START, other))
    assert any(first)
    assert first == second


def test_what_was_seen_before_an_undo_stays_known() -> None:
    line = solve(START).moves[:-1]
    made = _line_that_stands(Game(START), [*line, *[None] * len(line), DRAW])
    assert [move for move, _ in made] == [DRAW]
    drawn = sum(move == DRAW for move in line)
    assert made[0].seen == frozenset(range(len(START.layout) + 1 + drawn))
    assert len(view_of(Game(START), made[0].seen).hidden) == len(START.stock) - drawn


def test_what_is_told_as_advised_is_what_advise_says() -> None:
    game, found, told = Game(START), reviewed(), 0
    for judged in found.moves:
        if judged.advised is not None:
            first = advise(view_of(game)).options[0]
            assert first.move == judged.advised.move != judged.move
            assert first.estimate.win == judged.advised.win
            told += 1
        game.make(judged.move)
    assert told
    assert review(START, played(2), samples=20) == found


@pytest.mark.slow
@pytest.mark.parametrize("rules", [EASY, CLASSIC, EASY_STUCK])
def test_who_knows_all_cards_is_told_what_is_proven(rules: Rules) -> None:
    """The base player may not find the win that a move keeps, nor lose that which it loses."""
    best = review(START, solve(START, rules).moves, rules, known=EVERYWHERE, samples=1)
    assert not any(judged.advised for judged in best.moves)
    game = Game(START, rules)
    for judged in review(START, played(3, rules), rules, known=EVERYWHERE, samples=1).moves:
        assert (judged.advised is not None) == judged.lost_the_win
        if judged.advised is not None:
            assert (judged.advised.win.share, judged.advised.samples) == (1, 0)
            assert "(certain win)" in remark(judged)
            other = game.copy()
            other.make(judged.advised.move)
            assert solve(other.position(), rules).verdict is Verdict.WINNABLE
        game.make(judged.move)


def test_a_win_that_was_seen_is_certain_though_cards_are_unseen() -> None:
    """Cards of the stock that the line does not reach are not needed to know that it wins."""
    line = solve(START).moves
    back = [*line[:-1], *[None] * (len(line) - 1)]
    assert not any(judged.advised for judged in review(START, [*back, *line], samples=1).moves)
    found = review(START, [*back, *[DRAW] * len(START.stock)], samples=1)
    sure = [
        judged.number for judged in found.moves if judged.advised and not judged.advised.samples
    ]
    assert len(sure) == 1
    assert all(j.advised is None for j in found.moves[: sure[0] - 1])


def test_without_samples_nothing_is_advised() -> None:
    assert not any(judged.advised for judged in review(START, played(2), samples=0).moves)


def test_a_game_without_moves() -> None:
    found = review(START, [])
    assert (found.moves, found.accuracy, found.score) == ((), 1.0, 500)


def test_an_unfinished_game_tells_what_is_still_possible() -> None:
    found = review(START, [Move(20)], samples=5)
    assert found.status is Status.RUNNING
    assert result_line(found) == (
        "The game is unfinished. Best possible 762, yours 499. Still possible: 762."
    )
    assert list(outcome_lines(found)) == ["It can still be won."]


def test_where_no_best_score_is_known_none_is_told() -> None:
    """On a layout with too many states a verdict is all that there is."""
    unknown = replace(reviewed().start, best_score=None)
    found = replace(reviewed(), start=unknown)
    assert "Best possible" not in result_line(found)
    assert found.moves[0]._replace(before=unknown).score_lost is None
    zero = replace(reviewed().start, best_score=0)
    assert "Best possible 0, yours" in result_line(replace(found, start=zero))


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
    assert "1 of 1 move (100%)" in ran.out
    assert "1 move taken back: the line that stands is reviewed." in ran.out


def test_what_was_seen_before_a_restart_is_known_to_the_review(tmp_path: Path) -> None:
    """Who has seen how the deal is won, and then only draws, has clearly lost a certain win."""
    session = Session(START, kind_named("tp1"), EASY)
    for move in solve(START).moves[:-1]:
        session.make(move)
    session.restart()
    for _ in START.stock:
        session.make(DRAW)
    file = tmp_path / "save.json"
    file.write_text(save_text(session))
    ran = tripeaks("review", str(file), "--samples", "1")
    assert ran.out.count("(certain win)") == 1


def finished(folder: Path, *scripts: list[Move]) -> None:
    """Play games in a folder, and leave them."""
    manager = SessionManager(folder)
    for moves in scripts:
        manager.deal(START, parse_code(WON))
        for move in moves:
            manager.make(move)
    manager.abandon()
    manager.close()


def test_finished_games_are_found_by_how_long_ago_they_were(tmp_path: Path) -> None:
    finished(tmp_path, [Move(20)], list(solve(START).moves))
    last = tripeaks("review", "--folder", str(tmp_path))
    assert "The game was won. Best possible 762, yours 762." in last.out
    before = tripeaks("review", str(tmp_path / "results.jsonl"), "--back", "2")
    assert "The game is unfinished. Best possible 762, yours 499." in before.out
    none = tripeaks("review", "--folder", str(tmp_path), "--back", "3")
    assert (none.code, none.out) == (2, "")
    assert "2 finished games: finish more in tripeaks play" in none.fault


def test_the_results_of_earlier_versions_hold_no_moves(tmp_path: Path) -> None:
    finished(tmp_path, [Move(20)])
    file = tmp_path / "results.jsonl"
    old = {name: value for name, value in json.loads(file.read_text()).items() if name != "save"}
    file.write_text(json.dumps(old))
    assert (
        "was written without its moves by an earlier version" in tripeaks("review", str(file)).fault
    )
    file.write_text(f"{json.dumps(old)}\ntorn\n")
    ran = tripeaks("review", str(file))
    assert (ran.code, ran.out) == (2, "")
    assert "skipped: " in ran.err


def test_games_of_play_are_named_as_their_files_and_results_are(tmp_path: Path) -> None:
    finished(tmp_path, [Move(20)], list(solve(START).moves))
    session = Session(START, kind_named("tp1"), EASY)
    session.make(DRAW)
    (tmp_path / "game-2.json").write_text(save_text(session))
    there = "--folder", str(tmp_path)
    assert "draw A♦" in tripeaks("review", "game-2", *there).out
    first = json.loads((tmp_path / "results.jsonl").read_text().splitlines()[0])["name"]
    assert "yours 499. Still possible: 762." in tripeaks("review", first, *there).out
    for arguments in (["game-3", *there], ["../game-2", *there]):
        ran = tripeaks("review", *arguments)
        assert (ran.code, ran.out) == (2, "")
        assert "name the file of a game" in ran.fault


def test_the_page_plays_the_game_with_its_remarks(tmp_path: Path) -> None:
    file = tmp_path / "review.html"
    ran = tripeaks("review", WON, "--moves", MOVES, "--html", str(file))
    assert ran.code == 0
    text = file.read_text(encoding="ascii")
    data = json.loads(text.split('type="application/json">')[1].split("</script>")[0])
    own, best, *_ = data["lines"]
    assert (own["name"], own["score"], best["score"]) == ("your game", 460, 762)
    assert own["moves"] == [move.place for move in played(2)]
    assert own["remarks"][14].startswith("loses the win")
    assert own["winnable"][14:16] == [True, False]
    assert "Move 15 lost the win." in text


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ([WON], "name the file of a game, or give the moves of a deal with --moves"),
        (["--folder", "/nowhere"], "no finished games: name a game, or finish one"),
        ([WON, "--moves", "d", "--html", "-", "--json"], "leave out --json"),
        (
            [WON, "--moves", "d", "--back", "2"],
            "--back and --folder are for games of tripeaks play",
        ),
        (["--layout", "3"], "the game tells layout, rules and scoring"),
        (["game-1", "game-2"], "name the file of a game"),
        (["game-1", "--back", "2"], "--back counts finished games"),
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
