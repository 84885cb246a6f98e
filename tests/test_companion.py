"""The companion at the table: what it knows of a game that is told card by card."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_cli_support import WON, Ran, tripeaks

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.cards import DECK_SIZE, UNKNOWN, card_text, parse_card
from tripeaks_solver.codes import parse_code
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import DeckError, FormatError, MoveError
from tripeaks_solver.game import Game
from tripeaks_solver.layout import parse_layout
from tripeaks_solver.play.storage.companions import companion_text, parse_companion
from tripeaks_solver.players.companion import Companion
from tripeaks_solver.rules import EASY, PRESETS, Rules, named
from tripeaks_solver.scoring import SYSTEMS
from tripeaks_solver.view import view_of

START = parse_code(WON).deal()
SIGHT = [card_text(card) for card in START.cards[18:29]]


def told(deal: Deal = START, rules: Rules = EASY) -> Companion:
    """A companion that has been told what is in sight at the start."""
    companion = Companion.begin(rules)
    while (index := companion.awaited) is not None:
        companion.tell(deal.cards[index])
    return companion


def test_it_asks_for_the_free_cards_in_order_and_then_for_the_waste() -> None:
    companion = Companion.begin(EASY)
    asked = []
    while (index := companion.awaited) is not None:
        asked.append(index)
        companion.tell(START.cards[index])
    assert asked == list(range(18, 29))


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from([*PRESETS.values()]))
def test_it_knows_what_a_player_knows(seed: int, rules: Rules) -> None:
    chance, game = Random(seed), Game(Deal.random(seed), rules)
    companion = told(game.deal, rules)
    for _ in range(25):
        if not game.legal_moves:
            break
        move = chance.choice(game.legal_moves)
        game.make(move)
        companion.make(move)
        while (index := companion.awaited) is not None:
            companion.tell(game.deal.cards[index])
        assert companion.view().deal.cards == view_of(game).deal.cards
        assert companion.view().unseen == view_of(game).unseen
        assert parse_companion(companion_text(companion).encode(), "x").view() == companion.view()


def test_what_was_seen_before_an_undo_stays_known() -> None:
    companion = told()
    companion.make(DRAW)
    assert companion.awaited == 29
    companion.tell(parse_card("AD"))
    assert companion.game.drawn == 1
    companion.undo()
    assert companion.game.drawn == 0
    assert companion.awaited is None
    assert companion.deal.cards[29] == parse_card("AD")
    companion.make(DRAW)
    assert companion.awaited is None


def test_a_draw_that_waits_for_its_card_can_be_taken_back() -> None:
    companion = told()
    companion.make(DRAW)
    companion.undo()
    assert companion.awaited is None
    with pytest.raises(MoveError, match="nothing to undo"):
        companion.undo()


def test_a_card_that_was_told_already_is_refused_with_its_place() -> None:
    companion = told()
    companion.make(DRAW)
    with pytest.raises(DeckError, match=r"KC twice or more \(row 4, card 3 and stock card 1\)"):
        companion.tell(parse_card("KC"))
    assert companion.awaited == 29


def test_a_correction_keeps_the_moves_or_nothing_changes() -> None:
    companion = told()
    companion.make(Move(20))
    companion.correct(parse_card("3S"), parse_card("3H"))
    assert companion.deal.cards[18] == parse_card("3H")
    with pytest.raises(MoveError):
        companion.correct(parse_card("KC"), parse_card("QC"))
    assert companion.deal.cards[20] == parse_card("KC")
    with pytest.raises(DeckError, match="QC has not been named"):
        companion.correct(parse_card("QC"), parse_card("JC"))


def test_a_mark_is_no_correction() -> None:
    companion = told()
    with pytest.raises(DeckError, match="name the two cards themselves"):
        companion.correct(UNKNOWN, parse_card("AD"))
    assert companion.deal == told().deal


@pytest.mark.parametrize(("rules", "asked"), [("easy-empty", 10), ("classic-open", 29)])
def test_what_is_asked_for_depends_on_the_rules(rules: str, asked: int) -> None:
    companion = Companion.begin(named(rules))
    cards = iter(range(DECK_SIZE))
    count = 0
    while companion.awaited is not None:
        companion.tell(next(cards))
        count += 1
    assert count == asked


def test_all_of_a_dialogue_is_kept() -> None:
    """Its own layout, the pace, and a draw that waits for its card."""
    layout = parse_layout("name: mine\n\n A\nB C\n")
    scoring = replace(SYSTEMS["three-peaks"], pace_ms=1234)
    companion = Companion.begin(EASY, scoring, layout)
    for card in ("KC", "QC", "2H"):
        companion.tell(parse_card(card))
    companion.make(DRAW)
    assert companion.is_drawing
    again = parse_companion(companion_text(companion).encode(), "x")
    assert (again.deal, again.scoring, again.rules) == (companion.deal, scoring, EASY)
    assert again.awaited == companion.awaited == 4
    again.tell(parse_card("KH"))
    assert again.game.drawn == 1


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "tripeaks companion"}', "{" * 9999])
def test_what_cannot_be_taken_up_is_one_fault(text: str) -> None:
    with pytest.raises(FormatError):
        parse_companion(text.encode(), "x")


# --- The dialogue ---------------------------------------------------------------------------------


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    module = sys.modules["tripeaks_solver.cli.advise"]  # the package has the command by that name
    monkeypatch.setattr(module, "is_terminal", lambda: True)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def talk(*answers: str, resume: bool = False) -> Ran:
    options = ["--resume"] if resume else []
    return tripeaks("advise", *options, "--budget", "100", stdin="\n".join(answers) + "\n")


@pytest.mark.usefixtures("terminal")
def test_a_dialogue_from_the_first_card_on() -> None:
    ran = talk(*SIGHT, "kc", "draw", "ad", "?", "undo", "", "q")
    assert ran.code == 0
    assert "Which card is row 4, card 1?" in ran.out
    assert "Which card is on the waste?" in ran.out
    assert "What did you do? [play K" in ran.out
    assert "Which card did you draw?" in ran.out
    assert "what was seen stays known" in ran.out
    assert "To go on: tripeaks advise --resume" in ran.out


@pytest.mark.usefixtures("terminal")
def test_bad_answers_are_asked_for_again() -> None:
    ran = talk("3s", "3s", "xx", "5s", *SIGHT[2:], "jh", "9c 8c", "fix 3s", "??", "q")
    assert ran.code == 0
    assert "3S twice or more (row 4, card 1 and row 4, card 2)" in ran.out
    assert "(or 10) and a suit of CDHS; ? shows what else you can say" in ran.out
    assert "is not a card" in ran.out
    assert "this card is not in the tableau; to draw, say draw" in ran.out
    assert "9c: this card is not in the tableau" in ran.out


@pytest.mark.usefixtures("terminal")
def test_a_dialogue_is_taken_up_where_it_ended() -> None:
    talk(*SIGHT, "kc", "as", "q")
    ran = talk("q", resume=True)
    assert ran.code == 0
    assert "Which card" not in ran.out
    assert "play 2♦" in ran.out


@pytest.mark.usefixtures("terminal")
def test_a_dialogue_is_taken_up_as_it_was() -> None:
    talk(*SIGHT, "q")
    for option in ("--rules=classic", "--layout=2", "--scoring=original", "--pace=2"):
        ran = tripeaks("advise", "--resume", option)
        assert (ran.code, "leave out the rest" in ran.fault) == (2, True)


@pytest.mark.usefixtures("terminal")
def test_a_saved_dialogue_is_not_replaced_without_a_word() -> None:
    talk(*SIGHT, "kc", "q")
    kept = talk("n")
    assert "Begin a new one? [y/N]" in kept.out
    assert "To go on with the saved one: tripeaks advise --resume" in kept.out
    assert "play A♠" in talk("q", resume=True).out
    assert "Which card is row 4, card 1?" in talk("y", "q").out


@pytest.mark.usefixtures("terminal")
def test_several_cards_are_told_at_once() -> None:
    ran = talk(" ".join(SIGHT), "kc as 2d", "q")
    assert ran.out.count("Which card is") == 1
    assert "Which card turned up at row 3, card 5?" in ran.out
    ran = talk("y", "3s 3s", "q")
    assert "3s: done. 3s: 3S twice or more" in ran.out


@pytest.mark.usefixtures("terminal")
def test_the_beginning_of_an_answer_stands_where_its_rest_is_refused() -> None:
    ran = talk(" ".join(SIGHT), "kc xx", "q")
    assert "kc: done. xx: " in ran.out
    after = ran.out[ran.out.index("kc: done") :]
    assert "What did you do? [" in after
    assert "[play K♣]" not in after
    again = talk("q", resume=True)
    assert "waste  K♣" in again.out
    assert "play A♠" in again.out


@pytest.mark.usefixtures("terminal")
def test_a_lost_game_can_be_taken_back() -> None:
    unseen = [card_text(card) for card in range(DECK_SIZE) if card_text(card) not in SIGHT]
    last = next(card for card in unseen if card.startswith("J"))
    drawn = [*(card for card in unseen if card != last)][:22]
    ran = talk(" ".join(SIGHT), " ".join(f"d {card}" for card in [*drawn, last]), "", "u", "q")
    assert "Nothing can be done: no free card fits on the J" in ran.out
    lost = ran.out[ran.out.index("To go back, say undo; to end, q.") :]
    assert "name a card, as 5h" in lost
    assert "What did you do? [" in lost


def test_a_folder_that_cannot_be_written_to_is_told_once(
    terminal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (terminal / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(terminal / "file"))
    ran = talk(*SIGHT, "kc", "q")
    assert ran.code == 0
    assert ran.err.count("the dialogue goes on, but it is not saved") == 1
    assert "play A♠" in ran.out
    assert "The game is saved" not in ran.out


@pytest.mark.usefixtures("terminal")
def test_covered_cards_that_were_seen_are_shown() -> None:
    ran = talk(*SIGHT, "kc as 2d jc", "undo", "q")
    assert "(J♣)" in ran.out


@pytest.mark.usefixtures("terminal")
def test_nothing_to_take_up_is_said() -> None:
    ran = talk(resume=True)
    assert (ran.code, "no dialogue has been saved" in ran.fault) == (2, True)


@pytest.mark.usefixtures("terminal")
def test_a_damaged_save_is_bad_input(terminal: Path) -> None:
    talk(*SIGHT, "q")
    (file,) = terminal.rglob("companion.json")
    file.write_text("{")
    ran = talk(resume=True)
    assert (ran.code, ran.out) == (2, "")
    assert "not a saved dialogue" in ran.fault


@pytest.mark.usefixtures("terminal")
def test_when_everything_is_known_the_answers_are_proven() -> None:
    known = [card for n, card in enumerate(START.cards) if n < 51 and card != UNKNOWN]
    companion = Companion(Deal((*known, UNKNOWN)), EASY)
    known_deal = companion.view().known
    assert known_deal is not None
    assert known_deal.cards == START.cards
