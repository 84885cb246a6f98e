"""What a Python user meets first: how things print, copy, compare and pickle."""

from __future__ import annotations

import copy
import pickle
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import deals, presets

import tripeaks_solver
from tripeaks_solver.answer import DRAW, Answer, Move
from tripeaks_solver.ask import certify, solve
from tripeaks_solver.cards import DECK_SIZE, GONE, JOKER, UNKNOWN, WILD, rank_of
from tripeaks_solver.codes import parse_code
from tripeaks_solver.deal import Deal, parse_deck
from tripeaks_solver.errors import CardError, DeckError, FormatError, MoveError, TripeaksError
from tripeaks_solver.formats.texts import WRITTEN, write_deal
from tripeaks_solver.game import Game, Refusal, Status
from tripeaks_solver.goals import parse_goal
from tripeaks_solver.layout import Layout, parse_layout
from tripeaks_solver.layouts import classic, numbered_layout, shipped_layouts
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import CLASSIC, EASY, EASY_STUCK, PRESETS, Rules
from tripeaks_solver.scoring import ORIGINAL, SYSTEMS, THREE_PEAKS, TP1
from tripeaks_solver.verify import replay

AAAAAAB = parse_code("TP1-E-AAAAAAB").deal()
PAIR = parse_layout("name: pair\n\nL R\n")
"""Two cards side by side, nothing on them."""
LONGEST_REPR = 100


@pytest.fixture(scope="module")
def answer() -> Answer:
    return solve(AAAAAAB)


def _pair(left: str, right: str, waste: str, stock: str = "") -> Deal:
    """A deal on `PAIR`, of which the stock is all but drawn."""
    told = f"{left} {right} {waste}"
    left_over = DECK_SIZE - len(told.split()) - len(stock.split())
    return parse_deck(f"{told} {'-- ' * left_over} {stock}", PAIR)


# --- Texts


def test_a_deal_prints_its_ends_and_its_layout() -> None:
    assert repr(AAAAAAB) == "<Deal TS 6S 7H KH 3C 3H KS … JS 9H QD on classic>"


def test_a_game_prints_its_score_draws_cards_left_and_status() -> None:
    game = Game(AAAAAAB)
    game.make(game.legal_moves[0])
    game.draw()
    assert repr(game) == "<Game running, score 498, 1 draw, 27 cards left; easy, tp1>"


def test_answers_and_questions_print_in_a_line(answer: Answer) -> None:
    found = replay(answer)
    told = "winnable, easy rules, fewest draws 10, best score 762, 38 moves"
    assert repr(answer) == f"<Answer {told}>"
    assert repr(found) == f"<Replay of <Answer {told}>>"
    assert repr(answer.problem) == f"<Problem {AAAAAAB!r}, easy, tp1>"
    assert repr(certify(AAAAAAB)).startswith(f"<Certificate of <Answer {told}>, ")


@pytest.mark.parametrize("layout", shipped_layouts().values(), ids=lambda layout: layout.name)
def test_reprs_are_short_on_every_layout(layout: Layout) -> None:
    assert repr(layout).startswith(f"<Layout {layout.number} {layout.name}: {len(layout)} cards in")
    deal = Deal.random(1, layout)
    for thing in (layout, deal, Game(deal, PRESETS["classic-stuck-empty-open-stopper"])):
        assert len(repr(thing)) <= LONGEST_REPR


def test_a_long_name_does_not_make_a_long_repr() -> None:
    layout = replace(classic(), name="my own " * 20, number=None)
    assert repr(layout) == "<Layout my own my own my own my own m…: 28 cards in 3 peaks>"
    assert len(repr(Deal.random(1, layout))) <= LONGEST_REPR


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_rules_print_their_name(rules: Rules) -> None:
    assert repr(rules) == f"<Rules {rules.name}>"


def test_a_pace_is_printed() -> None:
    assert repr(TP1) == "<Scoring tp1>"
    assert repr(THREE_PEAKS.at_pace(1.5)) == "<Scoring three-peaks, 1.5 s an action>"


# --- Pictures in notebooks


@pytest.mark.parametrize("thing", [classic(), AAAAAAB, Game(AAAAAAB)], ids=type)
def test_notebooks_get_a_picture(thing: Any) -> None:
    root = ElementTree.fromstring(thing._repr_svg_())
    assert root.tag.endswith("svg")


def test_the_picture_of_a_game_is_that_of_its_position() -> None:
    game = Game(AAAAAAB)
    game.draw()
    assert game._repr_svg_() == game.position()._repr_svg_()
    assert game._repr_svg_() != AAAAAAB._repr_svg_()


# --- Copies, comparisons and pickles


def _pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def _things(answer: Answer) -> list[Any]:
    game = Game(AAAAAAB, EASY_STUCK, ORIGINAL)
    game.make(game.legal_moves[0])
    problem = Problem(AAAAAAB, CLASSIC, THREE_PEAKS, parse_goal("clear:2Q", AAAAAAB))
    certificate = certify(AAAAAAB)
    settings = [classic(), *PRESETS.values(), *SYSTEMS.values()]
    return [*settings, AAAAAAB, game, problem, answer, replay(answer), certificate]


@pytest.mark.parametrize("copied", [_pickled, copy.copy, copy.deepcopy])
def test_copies_are_equal(copied: Callable[[Any], Any], answer: Answer) -> None:
    for thing in _things(answer):
        assert copied(thing) == thing, thing


def test_what_was_worked_out_is_not_pickled() -> None:
    problem = Problem(AAAAAAB, PRESETS["easy-empty"])
    before = len(pickle.dumps(problem))
    assert problem.opened.ranks
    assert problem.deal.mask
    assert problem.deal.layout.rows
    assert problem.rules.plays_on
    assert len(pickle.dumps(problem)) == before
    assert _pickled(problem).opened == problem.opened


@given(presets, st.randoms(use_true_random=False), st.integers(0, 12))
def test_a_copy_of_a_game_goes_its_own_way(rules: Rules, random: Any, count: int) -> None:
    game = Game(AAAAAAB, rules, ORIGINAL)
    for _ in range(count):
        game.make(random.choice(game.legal_moves or [DRAW]))
    twin, state = game.copy(), _pickled(game)
    assert twin == game
    twin.make(twin.legal_moves[-1])
    assert game == state != twin
    assert game.waste == state.waste
    twin.undo()
    assert (twin.tableau, twin.drawn, twin.score) == (game.tableau, game.drawn, game.score)
    assert twin != game  # an action more was made


def test_games_are_equal_where_everything_that_matters_is() -> None:
    assert Game(AAAAAAB) == Game(AAAAAAB, undo_limit=0)
    others: list[object] = [
        Game(AAAAAAB, CLASSIC),
        Game(AAAAAAB, EASY, ORIGINAL),
        Game(Deal.random(1)),
        Game(replace(AAAAAAB, score=3)),
        AAAAAAB,
    ]
    for other in others:
        assert Game(AAAAAAB) != other
    with pytest.raises(TypeError, match="unhashable"):
        hash(Game(AAAAAAB))


@given(deals, presets)
def test_legal_moves_are_those_that_are_not_refused(deal: Deal, rules: Rules) -> None:
    game = Game(deal, rules)
    for move in map(Move, [*range(28), None]):
        attempt = game.copy()
        if move in game.legal_moves:
            attempt.make(move)
        else:
            with pytest.raises(MoveError):
                attempt.make(move)


# --- Deals from seeds and texts


def test_a_random_deal_is_the_same_for_a_seed() -> None:
    text = str(Deal.random(1))
    assert text == str(Deal.random(1))
    assert text != str(Deal.random(2))
    assert Deal.random(1, numbered_layout(7)).layout.number == 7


def test_random_deals_put_any_card_anywhere() -> None:
    counts = Counter(Deal.random(seed).cards[28] for seed in range(52 * 40))
    # Each of 52 counts has the mean 40 and the standard deviation 6.3.
    assert len(counts) == DECK_SIZE
    assert min(counts.values()) > 12
    assert max(counts.values()) < 72


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(DeckError, match="seed -1 is negative"):
        Deal.random(-1)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_deal_is_read_from_every_format_that_is_written(name: str) -> None:
    assert Deal.from_text(write_deal(AAAAAAB, name)) == AAAAAAB


def test_a_deal_is_read_from_its_code() -> None:
    assert Deal.from_text("tp1-aaaaaab") == AAAAAAB
    assert Deal.from_text("TP1-AAAAAAB/L7").layout.number == 7
    assert Deal.from_text(str(AAAAAAB), numbered_layout(7)).layout.number == 7


def test_a_text_of_no_deal_or_of_two_is_refused(tmp_path: Any) -> None:
    with pytest.raises(FormatError, match="more than one deal"):
        Deal.from_text("TP1-AAAAAAB\nTP1-AAAAAAC\n")
    file = tmp_path / "deals.txt"
    file.write_text("TP1-AAAAAAB\n")
    for text in ("", "nothing", str(file), "-"):  # a name is no deal, and nothing is opened
        with pytest.raises(TripeaksError):
            Deal.from_text(text)


# --- Unknown cards


def test_only_jokers_and_the_empty_waste_have_the_wild_rank() -> None:
    assert [card for card in range(GONE + 1) if card != UNKNOWN and rank_of(card) == WILD] == [
        JOKER,
        GONE,
    ]
    with pytest.raises(CardError, match="unknown card has no rank"):
        rank_of(UNKNOWN)


def _refused(act: Callable[[], None]) -> str:
    with pytest.raises(MoveError) as refused:
        act()
    return refused.value.message


def test_an_unknown_card_cannot_be_played() -> None:
    game = Game(_pair("??", "7C", "6C", "KC"))
    assert game.plays() == [1]
    assert game.play_refusal(0) is Refusal.UNKNOWN
    assert _refused(lambda: game.play(0)) == Refusal.UNKNOWN.value
    assert game.legal_moves == [Move(1), DRAW]


def test_nothing_can_be_played_on_an_unknown_card() -> None:
    game = Game(_pair("7C", "8C", "??", "KC"))
    assert game.legal_moves == [DRAW]
    assert _refused(lambda: game.play(0)) == Refusal.UNKNOWN.value
    game.draw()
    assert game.play_refusal(0) is Refusal.RANK


def test_an_unknown_card_cannot_be_drawn() -> None:
    game = Game(_pair("7C", "8C", "2C", "??"))
    assert game.legal_moves == []
    assert _refused(game.draw) == Refusal.UNKNOWN.value
    assert game.status is Status.RUNNING  # whatever the card is, it can be drawn


def test_whether_a_draw_is_allowed_may_depend_on_an_unknown_card() -> None:
    assert Game(_pair("??", "8C", "2C", "KC"), EASY).draw_refusal() is None
    assert Game(_pair("??", "8C", "2C", "KC"), EASY_STUCK).draw_refusal() is Refusal.UNKNOWN
    assert Game(_pair("??", "3C", "2C", "KC"), EASY_STUCK).draw_refusal() is Refusal.NOT_STUCK
    assert Game(_pair("9C", "8C", "2C", "KC"), EASY_STUCK).draw_refusal() is None


@pytest.mark.parametrize(
    ("left", "waste", "status"),
    [
        ("??", "2C", Status.UNKNOWN),
        ("9C", "??", Status.UNKNOWN),
        ("9C", "2C", Status.BLOCKED),
        ("3C", "2C", Status.RUNNING),
    ],
)
def test_a_game_that_depends_on_an_unknown_card_is_not_called_blocked(
    left: str, waste: str, status: Status
) -> None:
    assert Game(_pair(left, "8C", waste)).status is status


@given(deals, presets, st.sets(st.integers(0, DECK_SIZE - 1), max_size=DECK_SIZE), st.data())
def test_a_game_with_unknown_cards_makes_only_moves_of_the_known_game(
    deal: Deal, rules: Rules, hidden: set[int], data: st.DataObject
) -> None:
    seen = replace(
        deal, cards=tuple(UNKNOWN if n in hidden else c for n, c in enumerate(deal.cards))
    )
    game, known = Game(seen, rules), Game(deal, rules)
    while moves := game.legal_moves:
        assert set(moves) <= set(known.legal_moves)
        if game.status in (Status.WON, Status.BLOCKED):
            assert game.status is known.status
        move = data.draw(st.sampled_from(moves))
        game.make(move)
        known.make(move)
    assert game.tableau == known.tableau


# --- The page


def test_every_block_of_the_page_runs(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    page = (root / "docs" / "library.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 10
    names: dict[str, Any] = {}
    for block in blocks:
        if "matplotlib" in block and find_spec("matplotlib") is None:
            continue
        exec(compile(block, "docs/library.md", "exec"), names)


def test_the_page_names_everything_that_is_public(root: Path) -> None:
    page = (root / "docs" / "library.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"`(\w+)`", page[page.index("## All names") :]))
    assert shown - {"ValueError"} == set(tripeaks_solver.__all__) - {"__version__"}


def test_what_is_no_question_is_told_by_name() -> None:
    deal = Deal.random(1)
    chances = tripeaks_solver.prospects(Problem(deal))
    full, decks = deal.mask, np.array([deal.cards], np.uint8)
    calls: list[tuple[Callable[[], Any], str]] = [
        (lambda: chances.can_win(full, -1, 0), "no position with tableau 0xfffffff, waste rank -1"),
        (lambda: chances.can_win(full, 99, 0), "waste rank 99"),
        (lambda: chances.can_win(full, 0, -1), "-1 drawn"),
        (lambda: chances.can_win(full, 0, 24), "24 drawn"),
        (lambda: chances.can_win(-1, 0, 0), "no position"),
        (lambda: chances.can_win(1 << 27, 0, 0), "no position"),
        (lambda: tripeaks_solver.prospects(deal), "problem is Deal"),  # type: ignore[arg-type]
        (lambda: tripeaks_solver.find_solution(deal), "problem is Deal"),  # type: ignore[arg-type]
        (lambda: Game(deal).make(5), "move is int '5': Move is needed"),  # type: ignore[arg-type]
        (lambda: tripeaks_solver.rate(decks[0]), "one deck, not deal numbers"),
        (lambda: tripeaks_solver.rate(b"abc"), "deals is bytes"),
        (lambda: tripeaks_solver.rate(None), "deals is NoneType"),  # type: ignore[arg-type]
        (lambda: tripeaks_solver.rate(decks, layout="ring"), "layout is str"),  # type: ignore[arg-type]
        (lambda: tripeaks_solver.rate(decks, rules="easy"), "rules is str 'easy'"),  # type: ignore[arg-type]
        (lambda: tripeaks_solver.rate(decks, workers=0), "workers is 0: at least 1"),
        (lambda: tripeaks_solver.rate(np.ma.masked_equal(decks, 3)), "are masked in part"),
    ]
    for call, said in calls:
        with pytest.raises(TripeaksError, match=said):
            call()
