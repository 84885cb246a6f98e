"""A deal as it is played and kept: clock, undo, saves, slots, results and statistics."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import given, settings
from hypothesis import strategies as st
from play_support import (
    AAAAAAB,
    SMALL,
    FakeClock,
    best_moves,
    manager_in,
    session_of,
    small_deal,
)
from strategies import deals, presets

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.codes import DealCode
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import FormatError, MoveError, TripeaksError
from tripeaks_solver.game import Status
from tripeaks_solver.layouts import numbered_layout
from tripeaks_solver.play.model.kinds import (
    KINDS,
    THREE_PEAKS_KIND,
    TP1_KIND,
    Kind,
    kind_named,
    usual_kind,
)
from tripeaks_solver.play.model.options import Options
from tripeaks_solver.play.model.record import Record, Result, record_lines, records_of, result_of
from tripeaks_solver.play.model.session import Session
from tripeaks_solver.play.storage.options_file import OptionsFile, options_text, parse_options
from tripeaks_solver.play.storage.results import History, ResultsLog, parse_log
from tripeaks_solver.play.storage.saves import parse_save, save_text
from tripeaks_solver.play.storage.slots import claim_slot
from tripeaks_solver.rules import CLASSIC, EASY_STUCK, Rules
from tripeaks_solver.scoring import SYSTEMS


def play_at_random(session: Session, chance: random.Random, clock: FakeClock, count: int) -> None:
    """Play, draw and take back, with time between."""
    for _ in range(count):
        clock.wait(chance.random() * 20)
        game = session.game
        moves = [*map(Move, game.plays()), *([DRAW] if not game.draw_refusal() else [])]
        if moves and chance.random() < 0.7:
            session.make(chance.choice(moves))
        elif session.actions and session.game.status is not Status.WON:
            try:
                session.undo()
            except MoveError:
                continue


def seen(session: Session) -> tuple[object, ...]:
    """All of a session that a player can see."""
    game = session.game
    return (game.tableau, game.drawn, tuple(game.waste), game.run, game.score, game.moves)


# --- kinds of game


def test_the_classic_layout_plays_tp1_and_others_three_peaks() -> None:
    assert usual_kind(numbered_layout(1)) is TP1_KIND
    assert {usual_kind(numbered_layout(n)) for n in range(2, 55)} == {THREE_PEAKS_KIND}
    assert usual_kind(SMALL) is THREE_PEAKS_KIND


def test_kinds_are_named_after_their_scoring() -> None:
    assert {name: kind_named(name).scoring.name for name in KINDS} == {
        name: name for name in SYSTEMS
    }
    with pytest.raises(TripeaksError, match="no game 'bridge': choose from tp1, three-peaks"):
        kind_named("bridge")


def test_mistakes_are_explained_in_tp1_unless_the_player_chose_otherwise() -> None:
    assert Options().explains
    assert not Options(kind=THREE_PEAKS_KIND).explains
    assert Options(kind=THREE_PEAKS_KIND, mistake_help=True).explains
    assert not Options(mistake_help=False).explains


# --- the clock


def test_the_clock_starts_with_the_first_move() -> None:
    clock = FakeClock()
    session = session_of(THREE_PEAKS_KIND, clock)
    clock.wait(100)
    session.tick()
    assert session.game.time_ms == 0
    session.make(DRAW)
    clock.wait(2.5)
    session.tick()
    assert session.game.time_ms == 2500


def test_every_full_30_seconds_cost_30_points_and_the_score_never_falls_below_0() -> None:
    clock = FakeClock()
    session = session_of(THREE_PEAKS_KIND, clock)
    for move in best_moves()[:7]:
        session.make(move)
    assert session.game.score == 70
    scores = []
    for seconds in (29, 1, 30, 30):
        clock.wait(seconds)
        session.tick()
        scores.append(session.game.score)
    assert scores == [70, 40, 10, 0]


def test_a_win_adds_600000_divided_by_the_seconds_taken() -> None:
    clock = FakeClock()
    session = session_of(THREE_PEAKS_KIND, clock)
    moves = best_moves()
    for move in moves[:-1]:
        session.make(move)
    clock.wait(150)
    session.make(moves[-1])
    assert session.is_won
    assert session.game.score == 28 * 10 - 5 * 30 + 4000
    clock.wait(500)
    session.tick()
    assert session.game.time_ms == 150_000


def test_a_pause_stops_the_clock_and_all_play() -> None:
    clock = FakeClock()
    session = session_of(THREE_PEAKS_KIND, clock)
    session.make(DRAW)
    clock.wait(10)
    session.pause()
    clock.wait(1000)
    session.tick()
    assert (session.game.time_ms, session.is_running) == (10_000, False)
    with pytest.raises(MoveError, match="paused"):
        session.make(DRAW)
    with pytest.raises(MoveError, match="paused"):
        session.undo()
    session.resume()
    clock.wait(5)
    session.tick()
    assert session.game.time_ms == 15_000


def test_a_pause_before_the_first_move_does_not_start_the_clock() -> None:
    clock = FakeClock()
    session = session_of(clock=clock)
    session.pause()
    session.resume()
    clock.wait(10)
    session.tick()
    assert session.game.time_ms == 0


def test_the_clock_stops_when_there_are_no_more_moves_and_goes_on_with_undo() -> None:
    clock = FakeClock()
    session = session_of(THREE_PEAKS_KIND, clock, small_deal("7C", "9C"))
    while session.game.status is Status.RUNNING:
        session.make(DRAW)
    clock.wait(60)
    session.tick()
    assert (session.game.status, session.game.time_ms) == (Status.BLOCKED, 0)
    session.undo()
    clock.wait(1)
    session.tick()
    assert session.game.time_ms == 1000


def test_a_clock_that_goes_backwards_takes_no_time_away() -> None:
    clock = FakeClock()
    session = session_of(clock=clock)
    session.make(DRAW)
    clock.wait(5)
    session.tick()
    clock.wait(-3)
    session.tick()
    assert session.game.time_ms == 5000


# --- undo and restart


def test_tp1_keeps_the_last_100_actions_and_three_peaks_all() -> None:
    assert (TP1_KIND.undo_limit, THREE_PEAKS_KIND.undo_limit) == (100, None)


def test_undo_gives_points_back_and_moves_do_not_go_down() -> None:
    session = session_of()
    session.make(best_moves()[0])
    session.undo()
    assert (session.game.score, session.game.moves) == (500, 1)


def test_redo_makes_what_was_undone_in_turn() -> None:
    session = session_of()
    moves = best_moves()[:4]
    for move in moves:
        session.make(move)
    before = seen(session)
    for _ in range(3):
        session.undo()
    session.redo()
    session.make(moves[2])  # by hand; what was undone after it can still be redone
    session.redo()
    assert seen(session)[:5] == before[:5]
    with pytest.raises(MoveError, match="nothing to redo"):
        session.redo()


def test_another_move_ends_redo() -> None:
    session = session_of()
    session.make(best_moves()[0])
    session.undo()
    session.make(DRAW)
    with pytest.raises(MoveError, match="nothing to redo"):
        session.redo()


def test_a_save_keeps_what_can_be_redone() -> None:
    session = session_of()
    for move in best_moves()[:3]:
        session.make(move)
    session.undo()
    session.undo()
    back = parse_save(save_text(session).encode())
    back.resume()
    for found in (session, back):
        found.redo()
        found.redo()
    assert seen(back) == seen(session)


@pytest.mark.parametrize("kind", KINDS.values())
def test_a_won_game_is_over(kind: Kind) -> None:
    session = session_of(kind)
    for move in best_moves():
        session.make(move)
    with pytest.raises(MoveError, match="the game is won"):
        session.undo()


def test_a_restart_begins_the_same_deal_with_the_clock_at_zero() -> None:
    clock = FakeClock()
    session = session_of(clock=clock)
    session.restart()
    assert (session.restarts, session.is_started) == (0, False)
    session.make(DRAW)
    clock.wait(10)
    session.restart()
    clock.wait(10)
    session.tick()
    assert (session.game.moves, session.game.time_ms, session.actions) == (0, 0, [])
    assert (session.restarts, session.is_started) == (1, True)


# --- saves


@given(st.data(), st.sampled_from([*KINDS.values()]), presets, deals)
@settings(max_examples=15)
def test_a_save_gives_back_the_game_and_its_whole_undo_history(
    data: st.DataObject, kind: Kind, rules: Rules, deal: Deal
) -> None:
    clock = FakeClock()
    session = session_of(kind, clock, deal, rules)
    play_at_random(session, data.draw(st.randoms(use_true_random=False)), clock, 60)
    session.tick()
    back = parse_save(save_text(session).encode(), clock=clock)
    assert seen(back) == seen(session)
    assert back.game.time_ms == session.game.time_ms
    assert (back.deal, back.kind, back.rules, back.name) == (deal, kind, rules, session.name)
    assert (back.is_paused, back.actions) == (True, session.actions)
    back.resume()
    if session.is_won:
        return
    while True:
        try:
            session.undo()
        except MoveError:
            with pytest.raises(MoveError):
                back.undo()
            break
        back.undo()
        assert seen(back) == seen(session)


def test_a_save_keeps_restarts_count_and_code() -> None:
    session = session_of()
    session.make(DRAW)
    session.restart()
    session.counted = True
    back = parse_save(save_text(session).encode())
    assert (back.restarts, back.counted, back.code) == (1, True, AAAAAAB)


def test_what_was_seen_before_a_restart_stays_known() -> None:
    session = session_of()
    session.make(DRAW)
    session.make(DRAW)
    session.restart()
    back = parse_save(save_text(session).encode())
    seen = frozenset(range(18, 31))
    assert session.seen_places() == back.seen_places() == back.known == seen


def test_saves_of_earlier_versions_tell_nothing_of_earlier_games() -> None:
    back = parse_save(save_with(known="gone"))
    assert (back.known, back.seen_places()) == (frozenset(), frozenset(range(18, 30)))


def test_a_layout_of_ones_own_is_saved_with_its_picture() -> None:
    session = session_of(THREE_PEAKS_KIND, deal=small_deal())
    assert parse_save(save_text(session).encode()).deal.layout == SMALL


@pytest.mark.parametrize("number", [1, 7, 54])
def test_a_deal_of_a_code_is_saved_with_the_code(number: int) -> None:
    code = DealCode(12345, CLASSIC, number)
    session = Session(code.deal(), THREE_PEAKS_KIND, EASY_STUCK, code)
    back = parse_save(save_text(session).encode())
    assert (back.code, back.rules, back.deal) == (code, EASY_STUCK, code.deal())


def save_with(**changes: object) -> bytes:
    session = session_of()
    session.make(DRAW)
    found = json.loads(save_text(session))
    found.update(changes)
    return json.dumps({name: value for name, value in found.items() if value != "gone"}).encode()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "other"}, "format is 'other', not 'tripeaks game'"),
        ({"version": 2}, "version is '2', not 1"),
        ({"version": True}, "version is 'True': a whole number"),
        ({"game": "bridge"}, "no game 'bridge'"),
        ({"rules": "hard"}, "no rules 'hard'"),
        ({"layout": 99}, "no layout 99"),
        ({"layout": "name: x\n\n#"}, "is not a letter"),
        ({"layout": None}, "layout is missing"),
        ({"deck": "AC"}, "card where 52 are needed"),
        ({"deck": " ".join(["??"] * 52)}, "unknown cards"),
        ({"code": "TP1-E-AAAAAAC"}, "deals other cards than the deck"),
        ({"done": [[0, "draw"], [0, 0]]}, "action 2 of 2: this card is blocked"),
        ({"done": [[0, "draw"], [0, 77]]}, "action 2 of 2: there is no place 77"),
        ({"done": [[0, "draw"], [0, -1]]}, "action 2 of 2: there is no place -1"),
        ({"done": [[0, "undo"]]}, "action 1 of 1: there is nothing to undo"),
        ({"done": [[5, "draw"], [4, "draw"]]}, "action 2 of 2: the clock goes back"),
        ({"done": [[5, "draw"]]}, "the clock goes back to 0 ms"),
        ({"done": [[0, "jump"]]}, "done holds"),
        ({"done": [[0, True]]}, "done holds"),
        ({"done": [0]}, "done holds"),
        ({"done": [[0, 1, 2]]}, "done holds"),
        ({"done": "gone"}, "done is missing"),
        ({"time_ms": -1}, "time_ms is -1"),
        ({"time_ms": 10**400}, "time_ms is too large"),
        ({"time_ms": 1.5}, "a whole number is needed"),
        ({"score": 10**400}, "score is too large"),
        ({"run": 3}, "a run of 3 cards"),
        ({"counted": 1}, "true or false is needed"),
        ({"restarts": "2"}, "a whole number is needed"),
        ({"known": [3, 52]}, "known holds '52': write places from 0 to 51"),
        ({"known": [True]}, "known holds 'True'"),
        ({"known": 3}, "a list is needed"),
        ({"name": None}, "name is missing"),
    ],
)
def test_a_save_that_cannot_be_is_refused_with_its_fault(
    changes: dict[str, object], message: str
) -> None:
    with pytest.raises(TripeaksError, match=message):
        parse_save(save_with(**changes))


def test_no_action_follows_a_win() -> None:
    session = session_of(deal=small_deal())
    session.make(Move(0))
    session.make(Move(1))
    found = json.loads(save_text(session))
    found["done"].append([0, "undo"])
    with pytest.raises(FormatError, match="action 3 of 3: the game is won"):
        parse_save(json.dumps(found).encode())


texts = st.text(max_size=20)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)
names = st.sampled_from([*json.loads(save_with())])


@given(st.binary(max_size=200) | values.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_are_a_save_or_refused(data: bytes) -> None:
    for parse in (parse_save, parse_options):
        with pytest.raises(TripeaksError):
            parse(data)
    assert not parse_log(data, "log").results


@given(st.dictionaries(names, values, min_size=1, max_size=3))
def test_any_value_in_a_save_is_taken_or_refused(changes: dict[str, object]) -> None:
    try:
        session = parse_save(save_with(**changes))
    except TripeaksError:
        return
    assert parse_save(save_text(session).encode()).actions == session.actions


@given(st.integers(0, 500), st.binary(max_size=3))
def test_a_save_with_damaged_bytes_is_taken_or_refused(at: int, bytes_: bytes) -> None:
    data = save_with()
    try:
        parse_save(data[:at] + bytes_ + data[at + len(bytes_) :])
        parse_save(data[:at])
    except TripeaksError:
        return


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(FormatError, match="this is not JSON"):
        parse_save(b"[" * 100_000)


# --- options


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(numbered_layout(7), THREE_PEAKS_KIND, CLASSIC, True),
        Options(SMALL, TP1_KIND, EASY_STUCK, False),
    ],
)
def test_options_are_remembered(tmp_path: Path, options: Options) -> None:
    file = OptionsFile(tmp_path / "new" / "folder")
    assert file.read() == (Options(), None)
    file.write(options)
    assert file.read() == (options, None)
    assert parse_options(options_text(options).encode()) == options


def test_damaged_options_are_set_aside_and_told(tmp_path: Path) -> None:
    (tmp_path / "options.json").write_text("{}")
    options, message = OptionsFile(tmp_path).read()
    assert options == Options()
    assert message is not None and "options.damaged-1.json" in message
    assert (tmp_path / "options.damaged-1.json").read_text() == "{}"
    assert OptionsFile(tmp_path).read() == (Options(), None)


# --- slots


def test_a_slot_in_use_is_left_alone(tmp_path: Path) -> None:
    first, second = claim_slot(tmp_path), claim_slot(tmp_path)
    assert first.slot.path != second.slot.path
    first.slot.write(session_of())
    second.slot.release()
    assert claim_slot(tmp_path).session is None
    first.slot.release()


def test_the_game_that_was_saved_last_is_resumed(tmp_path: Path) -> None:
    slots = [claim_slot(tmp_path).slot for _ in range(3)]
    sessions = [session_of() for _ in slots]
    for age, (slot, session) in enumerate(zip(slots, sessions, strict=True)):
        slot.write(session)
        os.utime(slot.path, (1000 - abs(age - 1), 1000 - abs(age - 1)))
    for slot in slots:
        slot.release()
    claim = claim_slot(tmp_path)
    assert claim.session is not None
    assert claim.session.name == sessions[1].name
    claim.slot.release()


def test_damaged_saves_are_set_aside_with_a_message_and_never_lost(tmp_path: Path) -> None:
    for text in ("broken", "broken again"):
        (tmp_path / "game-1.json").write_text(text)
        claim = claim_slot(tmp_path)
        assert claim.session is None
        (message,) = claim.messages
        assert "could not be read (this is not JSON); renamed to game-1.damaged-" in message
        claim.slot.release()
    assert (tmp_path / "game-1.damaged-1.json").read_text() == "broken"
    assert (tmp_path / "game-1.damaged-2.json").read_text() == "broken again"


def test_behind_a_damaged_save_an_older_one_is_found(tmp_path: Path) -> None:
    slots = [claim_slot(tmp_path).slot for _ in range(2)]
    slots[0].write(session_of())
    slots[1].path.write_bytes(b"\xff")
    for slot in slots:
        slot.release()
    claim = claim_slot(tmp_path)
    assert claim.session is not None
    assert len(claim.messages) == 1
    claim.slot.release()


# --- the manager


def test_every_action_is_saved(tmp_path: Path) -> None:
    manager = manager_in(tmp_path)
    manager.deal()
    for act in (
        partial(manager.make, DRAW),
        partial(manager.make, DRAW),
        manager.undo,
        manager.restart,
    ):
        act()
        saved = parse_save((tmp_path / "game-1.json").read_bytes())
        assert (saved.actions, saved.restarts) == (
            manager.session.actions,
            manager.session.restarts,
        )
    manager.close()


def test_a_game_is_continued_with_the_same_cards_and_undo_history(tmp_path: Path) -> None:
    manager = manager_in(tmp_path)
    manager.deal()
    for move in best_moves()[:9]:
        manager.make(move)
    before = seen(manager.session)
    manager.close()
    manager = manager_in(tmp_path)
    assert manager.unfinished is not None
    manager.resume()
    assert seen(manager.session) == before
    for _ in range(9):
        manager.undo()
    assert manager.session.game.score == 500
    manager.close()


def test_an_abandoned_deal_counts_as_lost(tmp_path: Path) -> None:
    manager = manager_in(tmp_path)
    manager.deal()
    manager.deal()
    assert manager.records().all == Record()
    manager.make(DRAW)
    manager.deal()
    assert manager.records().all == Record(lost=1)
    manager.close()


def test_a_deal_abandoned_at_the_next_start_counts_as_lost(tmp_path: Path) -> None:
    manager = manager_in(tmp_path)
    manager.deal()
    manager.make(DRAW)
    manager.close()
    manager = manager_in(tmp_path)
    manager.deal()
    assert manager.records().all == Record(lost=1)
    manager.close()


def test_closing_before_a_deal_keeps_the_unfinished_game(tmp_path: Path) -> None:
    manager = manager_in(tmp_path)
    manager.deal()
    manager.make(DRAW)
    manager.close()
    before = (tmp_path / "game-1.json").read_bytes()
    manager_in(tmp_path).close()
    assert (tmp_path / "game-1.json").read_bytes() == before


def test_a_restart_does_not_abandon_a_deal_but_keeps_it_started(tmp_path: Path) -> None:
    manager = manager_in(tmp_path)
    manager.deal()
    manager.make(DRAW)
    manager.restart()
    assert manager.records().all == Record()
    manager.deal()
    assert manager.records().all == Record(lost=1)
    manager.close()


def test_a_win_counts_once_even_when_the_deal_is_played_again(tmp_path: Path) -> None:
    manager = manager_in(tmp_path)
    manager.deal()
    for _ in range(2):
        for move in best_moves():
            manager.make(move)
        assert not (tmp_path / "game-1.json").exists()
        assert not manager.would_lose()
        manager.restart()
    manager.make(DRAW)
    manager.deal()
    assert manager.records().all == Record(1, 0, 1, 1)
    (result,) = ResultsLog(tmp_path).read().results
    assert (result.score, result.moves, result.cards_left) == (762, 38, 0)
    assert (result.layout, result.game, result.rules) == ("classic", "tp1", "easy")
    assert result.code == "TP1-E-AAAAAAB"
    manager.close()


def test_a_win_that_could_not_be_counted_is_counted_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tripeaks_solver.play.storage.results.LOCK_SECONDS", 0)
    manager = manager_in(tmp_path)
    manager.deal(small_deal())
    manager.make(Move(0))
    with FileLock(tmp_path / "results.lock"), pytest.raises(OSError, match="locked"):
        manager.make(Move(1))
    manager.close()
    manager = manager_in(tmp_path)
    manager.deal()
    assert manager.records().all == Record(1, 0, 1, 1)
    manager.close()


def test_a_blocked_deal_is_lost_only_when_it_is_abandoned(tmp_path: Path) -> None:
    manager = manager_in(tmp_path)
    manager.deal(small_deal("7C", "9C"))
    while manager.session.game.stock:
        manager.make(DRAW)
    assert manager.records().all == Record()
    manager.undo()
    manager.deal()
    assert manager.records().all == Record(lost=1)
    manager.close()


def test_a_deal_is_played_as_the_options_say(tmp_path: Path) -> None:
    manager = manager_in(tmp_path)
    manager.choose(Options(numbered_layout(7), THREE_PEAKS_KIND, CLASSIC))
    manager.deal()
    session = manager.session
    assert (session.deal.layout.number, session.kind, session.rules) == (
        7,
        THREE_PEAKS_KIND,
        CLASSIC,
    )
    assert session.code is not None
    assert session.code.deal() == session.deal
    manager.close()
    assert manager_in(tmp_path).options == manager.options


def test_after_a_game_is_resumed_the_next_deals_are_like_it(tmp_path: Path) -> None:
    manager = manager_in(tmp_path)
    manager.choose(Options(numbered_layout(7), THREE_PEAKS_KIND))
    manager.deal()
    manager.choose(Options())
    manager.close()
    manager = manager_in(tmp_path)
    manager.resume()
    assert manager.options.layout.number == 7
    manager.resume()
    manager.close()


def test_two_programs_at_once_do_not_share_a_game(tmp_path: Path) -> None:
    one, other = manager_in(tmp_path), manager_in(tmp_path, first=[5])
    for manager in (one, other):
        manager.deal()
        manager.make(DRAW)
    one.close()
    other.close()
    saved = {parse_save(path.read_bytes()).name for path in tmp_path.glob("game-*.json")}
    assert saved == {one.session.name, other.session.name}


# --- results and statistics


def result(name: str, won: bool = True, **changes: object) -> Result:
    found = result_of(session_of())._replace(name=name, won=won)
    return found._replace(**changes)  # type: ignore[arg-type]


def test_results_are_read_back_in_order(tmp_path: Path) -> None:
    log = ResultsLog(tmp_path / "new")
    assert log.read() == History((), ())
    results = [result(name, won=name > "b") for name in "cab"]
    for found in results:
        log.add(found)
    assert log.read().results == tuple(results)
    log.clear()
    log.clear()
    assert log.read() == History((), ())


def test_torn_and_strange_lines_are_passed_over_told_and_kept(tmp_path: Path) -> None:
    log = ResultsLog(tmp_path)
    log.add(result("a"))
    with log.path.open("ab") as file:
        file.write(b'{"version": 1, "na')
    log.add(result("b"))
    log.path.write_bytes(log.path.read_bytes() + b"\xff\xfe\n\n[]\n")
    history = log.read()
    assert [found.name for found in history.results] == ["a", "b"]
    assert [fault.partition(": ")[0] for fault in history.faults] == [
        f"results.jsonl, line {number}" for number in (2, 4, 6)
    ]
    assert b'{"version": 1, "na\n' in log.path.read_bytes()


@pytest.mark.parametrize(
    ("name", "value"),
    [("version", 2), ("won", 1), ("ended", "noon"), ("game", "x"), ("rules", "x"), ("moves", -1)],
)
def test_a_line_with_a_value_that_cannot_be_is_passed_over(name: str, value: object) -> None:
    line = json.dumps({"version": 1, **result("a")._asdict(), name: value})
    history = parse_log(line.encode(), "log")
    assert (history.results, len(history.faults)) == ((), 1)


def test_a_session_that_stands_twice_in_the_log_counts_once() -> None:
    lines = [json.dumps({"version": 1, **result("a", won=won)._asdict()}) for won in (False, True)]
    (found,) = parse_log("\n".join(lines).encode(), "log").results
    assert not found.won


WRITER = """
import sys
from pathlib import Path
from tripeaks_solver.play.model.record import Result
from tripeaks_solver.play.storage.results import ResultsLog

log, who = ResultsLog(Path(sys.argv[1])), sys.argv[2]
for number in range(50):
    log.add(Result(f"{who}-{number}", "2030-01-01", True, "x", "tp1", "easy", None, 0, 0, 0, 0))
"""


def test_two_programs_that_write_at_once_tear_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITER, str(tmp_path)]
    writers = [subprocess.Popen([*command, who]) for who in ("one", "two")]
    assert [writer.wait() for writer in writers] == [0, 0]
    history = ResultsLog(tmp_path).read()
    assert history.faults == ()
    for who in ("one", "two"):
        written = [found.name for found in history.results if found.name.startswith(who)]
        assert written == [f"{who}-{number}" for number in range(50)]


def test_streaks_count_wins_in_a_row() -> None:
    record = Record()
    for won in (True, True, False, True, True, True, False, True):
        record = record.after(won)
    assert record == Record(won=6, lost=2, streak=1, best_streak=3)
    assert record.share == 0.75
    assert Record().share is None


@given(st.lists(st.booleans()))
def test_a_record_adds_up(outcomes: list[bool]) -> None:
    record = Record()
    for won in outcomes:
        record = record.after(won)
    runs = "".join("x" if won else " " for won in outcomes)
    assert (record.won, record.lost) == (sum(outcomes), len(outcomes) - sum(outcomes))
    assert record.streak == len(runs) - len(runs.rstrip("x"))
    assert record.best_streak == max(map(len, runs.split()), default=0)


def test_records_are_kept_over_all_and_by_setup() -> None:
    results = [
        result("a"),
        result("b", layout="ring", game="three-peaks"),
        result("c", won=False),
        result("d", rules="classic"),
        result("e"),
    ]
    found = records_of(results)
    assert found.all == Record(4, 1, 2, 2)
    assert [*found.by_setup.values()] == [
        Record(1, 0, 1, 1),
        Record(2, 1, 1, 1),
        Record(1, 0, 1, 1),
    ]
    assert [*record_lines(found)] == [
        "layout   game         rules     deals     won    lost   share  streak    best",
        "all                                 5       4       1     80%       2       2",
        "classic  tp1          classic       1       1       0    100%       1       1",
        "classic  tp1          easy          3       2       1     67%       1       1",
        "ring     three-peaks  easy          1       1       0    100%       1       1",
    ]


def test_without_a_game_there_is_no_share() -> None:
    *_, line = record_lines(records_of([]))
    assert line.split() == ["all", "0", "0", "0", "-", "0", "0"]
