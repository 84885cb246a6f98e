"""The game on the screen, played by keys and by mouse."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest
from play_support import AAAAAAB, LAYOUTS, SMALL, Player, best_moves, manager_in, play, small_deal
from textual.geometry import Region
from textual.widgets import Checkbox, RadioButton, RadioSet

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.ask import solve
from tripeaks_solver.cards import card_sign, card_text
from tripeaks_solver.codes import DealCode
from tripeaks_solver.game import Game, Refusal
from tripeaks_solver.layouts import numbered_layout
from tripeaks_solver.play.model.hints import Hint, review_of
from tripeaks_solver.play.model.kinds import THREE_PEAKS_KIND, TP1_KIND
from tripeaks_solver.play.model.options import Opening, Options
from tripeaks_solver.play.model.record import Record, Records
from tripeaks_solver.play.model.session import Session
from tripeaks_solver.play.storage.manager import SessionManager
from tripeaks_solver.play.ui.dialogs import Page, Question
from tripeaks_solver.play.ui.gallery import Gallery
from tripeaks_solver.play.ui.options_dialog import OptionsDialog
from tripeaks_solver.play.ui.review_screen import ReviewScreen
from tripeaks_solver.play.ui.screen import PlayScreen
from tripeaks_solver.play.ui.table import Table
from tripeaks_solver.review import Review
from tripeaks_solver.rules import CLASSIC, EASY, PRESETS, Rules


def place_of(card: str) -> Move:
    return Move([card_text(c) for c in AAAAAAB.deal().tableau].index(card))


def opening_of(number: int) -> Opening:
    layout = numbered_layout(number)
    return Opening(Options(layout, THREE_PEAKS_KIND))


def test_cards_are_played_by_mouse(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.click(place_of("KC"))
        await player.click(place_of("AS"))
        await player.click(place_of("2D"))
        assert player.session.game.score == 497
        assert "7♠" in str(player.table.picture)
        assert "Waste 2♦   Score 497" in player.line("status")
        await player.click(DRAW)
        assert player.session.game.drawn == 1
        assert "Stock 22" in player.line("status")
        await player.pilot.click(Table, offset=(0, 0))
        assert player.session.game.moves == 4

    play(tmp_path, script)


def test_cards_are_played_by_keys(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        assert player.table.cursor == place_of("KC")  # the first card that fits
        await player.press("enter")
        assert card_sign(player.session.game.waste[-1]) == "K♣"
        await player.press("right", "right", "right", "space")
        assert card_sign(player.session.game.waste[-1]) == "A♠"
        await player.press("down", "enter")
        assert player.session.game.drawn == 1
        await player.press("d", "u", "u")
        assert (player.session.game.drawn, player.session.game.moves) == (0, 4)
        await player.press("tab")
        assert player.table.cursor == place_of("3S")

    play(tmp_path, script)


@pytest.mark.slow
def test_the_letter_of_a_rank_plays_the_only_free_card_of_it(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("2")
        assert card_sign(player.session.game.waste[-1]) == "2♦"
        await player.press("a")
        assert card_sign(player.session.game.waste[-1]) == "A♠"
        await player.press("k")
        assert player.table.cursor == place_of("KC")
        await player.press("k")
        assert player.table.cursor == place_of("KD")
        await player.press("k", "Q", "0", "t", "j", "1")
        assert player.table.cursor == place_of("KC")
        assert player.session.game.moves == 2
        await player.press("enter")
        assert card_sign(player.session.game.waste[-1]) == "K♣"

    play(tmp_path, script)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("card", "refusal"), [("3S", Refusal.RANK), ("7S", Refusal.COVERED), ("TS", Refusal.COVERED)]
)
def test_a_card_that_cannot_be_played_says_why(tmp_path: Path, card: str, refusal: Refusal) -> None:
    async def script(player: Player) -> None:
        await player.click(place_of(card))
        assert player.message.lower() == refusal.value
        assert player.session.game.moves == 0
        await player.click(place_of("KC"))
        assert player.message == ""

    play(tmp_path, script)


@pytest.mark.slow
def test_without_mistake_help_nothing_is_said(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.click(place_of("3S"))
        assert player.message == ""

    play(tmp_path, script, opening=Opening(Options(mistake_help=False)))


@pytest.mark.slow
def test_a_refused_card_shakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    redraw = Table.redraw

    def watched(table: Table) -> None:
        redraw(table)
        seen.append(str(table.picture))

    monkeypatch.setattr(Table, "redraw", watched)

    async def script(player: Player) -> None:
        await player.press("left")
        still = str(player.table.picture)
        seen.clear()
        await player.press("enter")
        await player.wait_for(lambda: len({*seen}) == 3 and seen[-1] == still)

    play(tmp_path, script, animated=True)


@pytest.mark.slow
def test_undo_and_redo_also_have_the_usual_keys(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("2", "a", "ctrl+z", "u")
        assert len(player.session.game.waste) == 1
        await player.press("ctrl+y", "ctrl+y")
        assert card_sign(player.session.game.waste[-1]) == "A♠"
        await player.press("ctrl+y")
        assert player.message == "There is nothing to redo"

    play(tmp_path, script)


@pytest.mark.slow
@pytest.mark.parametrize("sure", ["q", "enter"])
def test_quitting_asks_first(tmp_path: Path, sure: str) -> None:
    async def script(player: Player) -> None:
        await player.press("d", "q")
        assert "Quit?" in player.told
        await player.press("escape", "d", "q", "k", "d")
        assert player.session.game.drawn == 3
        assert player.pilot.app._exit is False
        await player.pilot.press("q", sure)
        assert player.pilot.app._exit

    play(tmp_path, script)


@pytest.mark.slow
def test_a_cleared_peak_is_told(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        moves = best_moves()
        heard = set()
        for move in moves[:-1]:
            await player.play((move,))
            heard.add(player.message)
        assert heard == {"", "Left peak cleared (+100)", "Right peak cleared (+100)"}

    play(tmp_path, script)


@pytest.mark.slow
def test_the_rules_in_force_are_named_where_nothing_else_is_said(tmp_path: Path) -> None:
    rules = [*PRESETS.values()][-1]

    async def script(player: Player) -> None:
        assert f"{rules.name} rules" in player.line("message")
        await player.press("d")
        assert player.message.startswith("A card can be played")
        await player.press("enter")
        assert f"{rules.name} rules" in player.line("message")

    opening = Opening(Options(rules=rules), AAAAAAB.deal(), AAAAAAB)
    play(tmp_path, script, opening=opening)


@pytest.mark.slow
def test_undo_without_an_action_says_so(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("u")
        assert player.message == "There is nothing to undo"

    play(tmp_path, script)


def test_the_hint_points_at_the_best_move_and_enter_makes_it(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("b")
        await player.wait_for(lambda: player.table.hint is not None)
        assert player.message.startswith("Best: play ")
        assert player.message.endswith("wins in 38 moves with 762 points")
        assert "╔" in str(player.table.picture)
        hint = player.table.hint
        await player.press("enter")
        assert player.session.actions[0].move == hint
        assert (player.table.hint, player.message) == (None, "")

    play(tmp_path, script)


def test_advice_comes_from_what_has_been_seen(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("h")
        await player.wait_for(lambda: player.table.hint is not None)
        assert player.message.startswith("Advice: play ")
        assert "% chance of winning; " in player.message
        legal = player.session.game.legal_moves
        assert player.table.hint in legal

    play(tmp_path, script)


def test_a_review_waits_for_the_end_of_the_game(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("v")
        assert player.message.startswith("The review shows all cards")

    play(tmp_path, script)


def test_the_result_tells_what_was_possible(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.play(best_moves())
        await player.press("x")  # ends the celebration
        await player.wait_for(lambda: "Best possible" in player.told)
        assert "Best possible 762, yours 762." in player.told
        assert player.message == "You have won. Press v for the review, or n for a new deal."

    play(tmp_path, script)


@pytest.mark.slow
def test_a_review_goes_through_the_game_move_by_move(tmp_path: Path) -> None:
    game, moves = Game(AAAAAAB.deal()), []
    while legal := game.legal_moves:
        moves.append(legal[-1])  # a draw as long as there is one
        game.make(moves[-1])

    async def script(player: Player) -> None:
        await player.play(tuple(moves))
        await player.wait_for(lambda: isinstance(player.screen, Question))
        await player.wait_for(lambda: "lost the win" in player.told)
        await player.pilot.pause()
        assert player.screen.query_one("#box").max_scroll_y == 0  # all answers are in sight
        await player.press("v")
        await player.wait_for(lambda: "Loses the win" in player.told)
        assert isinstance(player.screen, ReviewScreen)
        losing = int(player.told.split("Move ")[1].split(" ")[0])
        await player.press("home")
        assert f"Move 1 of {len(moves)}: draw" in player.told
        await player.press("right", "right", "left")
        assert f"Move 2 of {len(moves)}: draw" in player.told
        await player.press("end")
        assert f"Move {losing} lost the win." in player.told
        await player.press("escape", "v")  # it is not looked for again
        assert isinstance(player.screen, ReviewScreen)
        await player.press("escape", "u")
        assert len(player.session.line) == len(moves) - 1

    play(tmp_path, script)


@pytest.mark.slow
def test_a_review_that_comes_too_late_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_left = Event()

    def late(session: Session, samples: int) -> Review:
        assert is_left.wait(10)
        return review_of(session, 0)

    monkeypatch.setattr("tripeaks_solver.play.ui.screen.review_of", late)

    async def script(player: Player) -> None:
        await player.play(best_moves())
        await player.press("x", "v", "r")
        assert not player.session.line
        is_left.set()
        await player.pilot.app.workers.wait_for_complete()
        await player.pilot.pause()
        assert not isinstance(player.screen, ReviewScreen)
        assert player.message == ""

    play(tmp_path, script)


@pytest.mark.slow
def test_a_review_that_fails_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError("too large")

    monkeypatch.setattr("tripeaks_solver.play.ui.screen.review_of", fail)

    async def script(player: Player) -> None:
        await player.play(best_moves())
        await player.press("x", "v")
        await player.wait_for(lambda: "The review failed: too large" in player.message)

    play(tmp_path, script)


@pytest.mark.slow
def test_a_hint_that_comes_too_late_is_not_shown(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.pilot.press("b", "d")
        await player.pilot.app.workers.wait_for_complete()
        await player.pilot.pause()
        assert (player.table.hint, player.message) == (None, "")

    play(tmp_path, script)


@pytest.mark.slow
def test_a_search_that_fails_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Hint:
        raise MemoryError("too large")

    monkeypatch.setattr("tripeaks_solver.play.ui.screen.best_hint", fail)

    async def script(player: Player) -> None:
        await player.press("b")
        await player.wait_for(lambda: "The search failed: too large" in player.message)

    play(tmp_path, script)


def test_a_pause_hides_the_cards_and_stops_the_clock(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("d")
        player.clock.wait(65)
        await player.wait_for(lambda: "Time 1:05" in player.line("status"))
        await player.press("p")
        assert not {*str(player.table.picture)} & {*"♣♦♥♠"}
        assert "Waste --" in player.line("status")
        player.clock.wait(600)
        await player.press("h", "k")
        assert player.session.game.time_ms == 65_000
        await player.press("enter")
        assert (player.session.game.moves, player.session.is_paused) == (1, False)
        player.clock.wait(1)
        await player.press("p", "p")
        assert player.session.game.time_ms == 66_000

    play(tmp_path, script)


@pytest.mark.slow
def test_a_dialog_stops_the_clock_too(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("d", "question_mark")
        assert isinstance(player.screen, Page)
        player.clock.wait(60)
        await player.press("escape")
        assert player.session.game.time_ms == 0
        assert player.session.is_running
        await player.press("p", "question_mark", "q")
        assert player.session.is_paused

    play(tmp_path, script)


@pytest.mark.slow
def test_the_score_falls_with_the_clock(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        moves = best_moves()
        await player.play(moves[:5])
        assert "Score 50" in player.line("status")
        player.clock.wait(31)
        await player.wait_for(lambda: "Score 20" in player.line("status"))

    play(tmp_path, script, opening=Opening(Options(kind=THREE_PEAKS_KIND)))


def test_a_new_deal_asks_first_where_it_counts_as_a_loss(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("n")
        before = player.session
        assert before.code == DealCode(100)
        await player.press("d", "n")
        assert "counts this one as lost" in player.told
        await player.press("escape")
        assert player.session is before
        await player.press("n", "y")
        assert player.session.code == DealCode(101)
        assert player.manager.records().all == Record(lost=1)

    play(tmp_path, script)


@pytest.mark.slow
def test_a_restart_asks_first_and_counts_nothing(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("r", "d", "r")
        assert "Restart this deal?" in player.told
        await player.press("escape")
        assert player.session.game.drawn == 1
        await player.press("r", "enter")
        assert (player.session.game.drawn, player.session.restarts) == (0, 1)
        assert player.manager.records().all == Record()

    play(tmp_path, script)


@pytest.mark.slow
def test_a_win_shows_its_result_with_the_statistics(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        moves = best_moves()
        await player.play(moves[:5])
        player.clock.wait(83)
        await player.play(moves[5:])
        assert isinstance(player.screen, Question)
        for text in (
            "You have won!",
            "Score 762    Time 1:23    Moves 38",
            "Layout classic, TP1, easy rules",
            "Deal TP1-E-AAAAAAB",
            "All deals: 1 won, 0 lost (100%); streak 1, best 1",
        ):
            assert text in player.told
        await player.press("escape", "u")
        assert player.message == "The game is won"
        await player.press("enter", "h", "r")
        assert len(player.session.game.waste) == 1

    play(tmp_path, script)


@pytest.mark.slow
def test_from_the_result_the_player_goes_on_to_the_next_deal(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.play(best_moves())
        await player.press("n")
        assert (player.session.is_started, player.session.code) == (False, DealCode(100))
        await player.press("d", "n", "y")
        assert player.manager.records().all == Record(1, 1, 0, 1)

    play(tmp_path, script)


@pytest.mark.slow
def test_a_win_is_celebrated(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.play(best_moves())
        await player.wait_for(lambda: str(player.table.picture).count("♥") > 1)
        await player.press("d")
        assert isinstance(player.screen, Question)

    play(tmp_path, script, animated=True)


@pytest.mark.slow
def test_a_celebration_ends_by_itself(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.play(best_moves())
        await player.wait_for(lambda: isinstance(player.screen, Question))

    play(tmp_path, script, animated=True)


@pytest.mark.slow
def test_no_more_moves_are_told_and_can_be_taken_back(tmp_path: Path) -> None:
    deal = small_deal("7C", "9C")

    async def script(player: Player) -> None:
        while player.session.game.stock:
            await player.pilot.press("d")
        await player.pilot.pause()
        assert "No more moves" in player.told
        assert "2 cards left" in player.told
        await player.press("u")
        assert (len(player.session.game.stock), player.message) == (1, "")
        await player.press("d", "escape", "d", "enter")
        assert player.message
        await player.press("n", "y")
        assert player.manager.records().all == Record(lost=1)

    play(tmp_path, script, opening=Opening(Options(SMALL), deal))


@pytest.mark.slow
def test_an_unfinished_game_is_offered_at_the_next_start(tmp_path: Path) -> None:
    async def leave(player: Player) -> None:
        await player.press("d", "d", "q", "q")

    async def go_on(player: Player) -> None:
        assert "Unfinished game" in player.told
        assert "counts this one as lost" in player.told
        player.clock.wait(600)
        await player.press("c")
        assert (player.session.game.drawn, player.session.game.time_ms) == (2, 0)
        player.clock.wait(1)
        await player.press("u", "u")
        assert (player.session.game.drawn, player.session.game.time_ms) == (0, 1000)

    async def leave_it(player: Player) -> None:
        await player.press("n")
        assert player.session.code == AAAAAAB
        assert player.manager.records().all == Record(lost=1)

    async def nothing_waits(player: Player) -> None:
        assert isinstance(player.screen, PlayScreen)

    for script in (leave, go_on, leave_it, nothing_waits):
        play(tmp_path, script)


@pytest.mark.slow
def test_a_resumed_game_is_shown_at_once(tmp_path: Path) -> None:
    async def leave(player: Player) -> None:
        await player.press("d")

    async def go_on(player: Player) -> None:
        assert isinstance(player.screen, PlayScreen)
        assert "Stock 22" in player.line("status")
        assert not player.session.is_paused

    play(tmp_path, leave)
    manager = manager_in(tmp_path)
    manager.resume()
    play(tmp_path, go_on, manager=manager)


@pytest.mark.slow
def test_damaged_files_are_told_on_the_screen(tmp_path: Path) -> None:
    (tmp_path / "game-1.json").write_text("damaged")

    async def script(player: Player) -> None:
        (found,) = [*player.pilot.app._notifications]
        assert "renamed to game-1.damaged-1.json" in found.message

    play(tmp_path, script)


@pytest.mark.slow
def test_a_game_that_cannot_be_saved_goes_on_and_says_so(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        (tmp_path / "game-1.json").unlink()
        (tmp_path / "game-1.json").mkdir()
        (tmp_path / "game-1.json" / "x").touch()
        await player.press("d")
        assert player.session.game.drawn == 1
        (found,) = player.pilot.app._notifications
        assert found.message.startswith("The game cannot be saved: ")
        (tmp_path / "game-1.json" / "x").unlink()
        (tmp_path / "game-1.json").rmdir()

    play(tmp_path, script)


@pytest.mark.slow
def test_results_that_cannot_be_read_end_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: SessionManager) -> Records:
        raise OSError("no disk")

    monkeypatch.setattr(SessionManager, "records", fail)

    async def script(player: Player) -> None:
        await player.play(best_moves())
        assert "All deals: none finished yet" in player.told
        (found,) = player.pilot.app._notifications
        assert found.message == "The game cannot be saved: no disk"

    play(tmp_path, script)


# --- choosing


@pytest.mark.slow
def test_a_layout_is_chosen_from_the_pictures(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("o")
        assert isinstance(player.screen, OptionsDialog)
        await player.press("right", "right")
        assert "3 great wall\n30 cards, stock 21" in player.told
        assert player.screen.query_one("#three-peaks", RadioButton).value
        await player.press("enter")
        session = player.session
        assert (session.deal.layout.number, session.kind) == (3, THREE_PEAKS_KIND)
        assert len(session.game.stock) == 21

    manager = play(tmp_path, script)
    assert manager_in(tmp_path).options == manager.options


@pytest.mark.slow
def test_pictures_can_be_clicked_and_scrolled(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("o")
        await player.pilot.click(Gallery, offset=(20, 2))
        gallery = player.screen.query_one(Gallery)
        assert gallery.chosen.number == 2
        await player.press("end")
        assert gallery.chosen.number == 54
        await player.pilot.pause()
        assert player.screen.query_one("#layouts").scroll_offset.y > 40
        await player.press("up", "left", "home", "left", "up")
        assert gallery.chosen.number == 1
        await player.pilot.click("#cancel")
        await player.pilot.pause()
        assert isinstance(player.screen, PlayScreen)

    play(tmp_path, script)


@pytest.mark.slow
def test_rules_game_and_help_are_chosen(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("o")
        await player.pilot.click("#three-peaks")
        await player.pilot.click("#king_ace_linked")
        await player.pilot.click("#open_peaks")
        await player.pilot.click("#mistake_help")
        await player.pilot.click("#play")
        await player.pilot.pause()
        assert player.manager.options == Options(
            LAYOUTS[1], THREE_PEAKS_KIND, Rules(False, open_peaks=True), mistake_help=True
        )
        assert player.session.rules.name == "classic-open"

    play(tmp_path, script)


@pytest.mark.slow
def test_every_box_shows_what_will_be_in_force(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("o")
        shown = options_shown(player)
        assert shown == (TP1_KIND.name, CLASSIC, True)
        await player.press("right")
        assert options_shown(player) == (THREE_PEAKS_KIND.name, EASY, False)
        await player.press("tab", "up")
        assert options_shown(player) == (TP1_KIND.name, EASY, True)
        await player.press("tab", "space", "tab", "space", "enter")
        assert player.session.rules == Rules(False, draw_only_when_stuck=True)
        assert (player.session.kind, player.manager.options.explains) == (TP1_KIND, True)

    play(tmp_path, script, opening=Opening(Options(rules=CLASSIC)))


def options_shown(player: Player) -> tuple[str | None, Rules, bool]:
    """The game, the rules and the help that the dialog shows."""
    (game,) = [button.id for button in player.screen.query(RadioButton) if button.value]
    assert game == player.screen.query_one(RadioSet).pressed_button.id
    ticks = {box.id: box.value for box in player.screen.query(Checkbox)}
    explains = ticks.pop("mistake_help")
    return game, Rules(**ticks), explains


@pytest.mark.slow
@pytest.mark.parametrize("rules", [EASY, [*PRESETS.values()][-1]], ids=["plain", "all"])
def test_the_dialog_keeps_all_rules_in_force(tmp_path: Path, rules: Rules) -> None:
    async def script(player: Player) -> None:
        await player.press("o", "enter")
        assert player.manager.options.rules == rules

    play(tmp_path, script, opening=Opening(Options(rules=rules)))


@pytest.mark.slow
def test_a_rule_without_a_box_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boxes = {"king_ace_linked": "King fits ace"}
    monkeypatch.setattr("tripeaks_solver.play.ui.options_dialog._RULES", boxes)

    async def script(player: Player) -> None:
        await player.press("o", "tab", "tab", "space", "enter")
        assert player.session.rules == Rules(False, draw_only_when_stuck=True, king_stops=True)

    rules = Rules(True, draw_only_when_stuck=True, king_stops=True)
    play(tmp_path, script, opening=Opening(Options(rules=rules)))


@pytest.mark.slow
@pytest.mark.parametrize("colours", ["COLORTERM=truecolor", "TERM=xterm-16color", "NO_COLOR=1"])
def test_boxes_can_be_seen_in_any_colours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, colours: str
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv(*colours.split("="))

    async def script(player: Player) -> None:
        await player.press("o")
        for box in player.screen.query("Checkbox, RadioButton"):
            (line,) = box.render_lines(Region(0, 0, box.size.width, 1))
            mark = next(segment for segment in line if segment.text.startswith(("[", "(")))
            assert mark.text in ("[x]", "[ ]", "(•)", "( )")
            assert mark.style.color.is_default or mark.style.color != mark.style.bgcolor

    play(tmp_path, script)


@pytest.mark.slow
def test_a_game_that_the_player_chose_stays_when_the_layout_changes(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("o")
        await player.pilot.click("#three-peaks")
        await player.pilot.pause()
        await player.pilot.click("#tp1")
        player.screen.query_one(Gallery).focus()
        await player.press("right", "enter")
        assert player.session.kind is TP1_KIND
        assert player.session.deal.layout.number == 2

    play(tmp_path, script)


@pytest.mark.slow
def test_help_alone_is_changed_without_a_new_deal(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("d", "o")
        box = player.screen.query_one("#mistake_help", Checkbox)
        assert box.value
        box.value = False
        await player.press("enter")
        assert (player.session.game.drawn, player.manager.options.explains) == (1, False)
        await player.press("o", "escape")
        assert player.session.game.drawn == 1

    play(tmp_path, script)


@pytest.mark.slow
def test_a_layout_of_ones_own_stands_among_the_pictures(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("o")
        assert player.screen.query_one(Gallery).chosen == SMALL
        await player.press("right", "enter")
        assert player.session.deal.layout.number == 1

    play(tmp_path, script, opening=Opening(Options(SMALL)))


@pytest.mark.slow
def test_another_layout_asks_first_where_the_deal_would_be_lost(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("d", "o", "right", "enter")
        assert "counts this one as lost" in player.told
        await player.press("n")
        assert player.session.deal.layout.number == 1
        assert player.manager.options.layout.number == 1

    play(tmp_path, script)


# --- sizes and colours


@pytest.mark.slow
@pytest.mark.parametrize("number", LAYOUTS)
def test_every_layout_is_played_at_80_by_24(tmp_path: Path, number: int) -> None:
    async def script(player: Player) -> None:
        layout = player.session.deal.layout
        assert layout.number == number
        picture = str(player.table.picture)
        for place in layout.free(layout.full):
            assert card_sign(player.session.deal.tableau[place]) in picture
        for move in solve(player.session.deal, EASY).moves[:3]:
            await player.click(move)
        assert player.session.game.moves == 3

    play(tmp_path, script, opening=opening_of(number))


@pytest.mark.slow
def test_no_size_breaks_the_screen(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        for keys in ((), ("o",), ("question_mark",), ("n",)):
            await player.press("d", *keys)
            for size in [(1, 1), (2, 30), (200, 1), (30, 10), (80, 9), (250, 80)]:
                await player.pilot.resize_terminal(*size)
                await player.press("left", "down")
            await player.press("escape")
        await player.pilot.resize_terminal(50, 20)
        await player.press("enter", "k")
        await player.pilot.click(Table, offset=(3, 3))
        assert "too small: 60 × 10 needed" in str(player.table.picture)
        assert "(now 50 × 20)" in str(player.table.picture)
        await player.pilot.resize_terminal(80, 24)
        await player.pilot.pause()
        assert "too small" not in str(player.table.picture)
        assert player.session.game.drawn == 4

    play(tmp_path, script)


@pytest.mark.slow
@pytest.mark.parametrize("wanted", ["NO_COLOR", "TERM"])
def test_without_colours_shapes_tell_what_colours_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: str
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv(wanted, "xterm-16color")

    async def script(player: Player) -> None:
        await player.press("b")
        await player.wait_for(lambda: player.table.hint is not None)
        picture = str(player.table.picture)
        assert "╔" in picture and "┏" not in picture
        await player.press("left")
        assert "┏" in str(player.table.picture)
        assert player.pilot.app.native_ansi_color
        names = {
            str(segment.style.bgcolor.name)
            for y in range(21)
            for segment in player.table.render_line(y)
            if segment.style and segment.style.bgcolor
        }
        assert names <= {"default", "bright_white", "blue", "yellow", "magenta"}

    play(tmp_path, script)
