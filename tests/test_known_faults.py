"""Faults that other programs of this kind were known for, each in our terms, by its number.

Each is closed as a kind, by a law or a table; what other files of tests close is here with the one
case that shows the fault.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import naive
import naive_scoring
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import (
    BOTTOM_UP,
    ODD_BOTTOM,
    deal_along,
    deal_with,
    deals,
    line_of,
    play_order,
    winning_lines,
)
from test_cli_support import DECK, LOST, OTHER, WON, tripeaks
from test_scoring import ONE_PEAK_AFTER_THE_OTHER
from twin import SMALL_LAYOUTS, naive_game, small_deals

from tripeaks_solver.answer import DRAW, Answer, Move, Verdict
from tripeaks_solver.ask import certify, decide, solve
from tripeaks_solver.cards import (
    ACE,
    DECK_SIZE,
    GONE,
    KING,
    RANKS,
    SUIT_SIGNS,
    SUITS,
    card_text,
    parse_card,
    rank_of,
)
from tripeaks_solver.codes import CODE_COUNT, parse_code
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import MoveError
from tripeaks_solver.formats.texts import WRITTEN, write_deal
from tripeaks_solver.game import Game, Refusal, Status
from tripeaks_solver.goals import parse_goal
from tripeaks_solver.layout import Layout, parse_layout
from tripeaks_solver.layouts import classic, shipped_layouts
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import CLASSIC, DEFAULT_RULES, EASY, PRESETS, Rules
from tripeaks_solver.scoring import MICROSOFT, SYSTEMS, Scoring, highest
from tripeaks_solver.search.prospects import prospects
from tripeaks_solver.search.rate import Depth, deal_codes, rate_checked
from tripeaks_solver.shares import measured_shares
from tripeaks_solver.verify import check, replay

pytestmark = pytest.mark.slow

ANY_RULES = st.sampled_from(list(PRESETS.values()))
UNTIMED = [scoring for scoring in SYSTEMS.values() if not scoring.is_timed]
PAGES = ("README.md", "docs/rules.md", "docs/formats.md", "docs/columns.md", "docs/code-space.md")
BETTER_LOST = {"microsoft": ("TP1-E-AAAAAAJ", 35_500, 31_300), "original": (OTHER, 28, 16)}
"""Deals whose best score is not that of a win: the code, the best score, that of the best win."""


def small_deal(layout: Layout, tableau: str, waste: str, stock: str = "") -> Deal:
    """A deal of which all cards that are not named have been drawn already."""
    cards = [parse_card(text) for text in f"{tableau} {waste}".split()]
    drawn = DECK_SIZE - len(cards) - len(stock.split())
    return Deal((*cards, *[GONE] * drawn, *map(parse_card, stock.split())), layout)


PAIR = parse_layout("name: a pair\n\nL L\n")
PYRAMID, ROW = SMALL_LAYOUTS[0], SMALL_LAYOUTS[4]


@cache
def solved(code: str, scoring: str = "tp1", rules: str = "") -> Any:
    """The JSON object of a deal; it is shared, so nobody may change it."""
    chosen = ["--rules", rules] if rules else []
    return tripeaks("solve", code, "--scoring", scoring, *chosen, "--json").json


def twin_of(found: dict[str, Any]) -> tuple[naive.Game, list[int | None]]:
    """The game of a solution of the classic layout, and its moves, for the slow solver."""
    words = found["rules"].split("-")
    game = naive.classic_game(
        found["deck"].split(),
        linked=words[0] == "easy",
        only_when_stuck="stuck" in words,
        empty_waste="empty" in words,
    )
    return game, [move["place"] for move in found["moves"]]


def told_scores(found: dict[str, Any], line: str) -> list[int]:
    return [move["score"] for move in found[line]]


def scored_anew(found: dict[str, Any], line: str) -> list[int]:
    """What the slow twin says of a line of a solution after each of its moves."""
    game, _ = twin_of(found)
    places = [move["place"] for move in found[line]]
    return [
        naive_scoring.score_of(game, found["scoring"], places[: n + 1], pace=found.get("pace", 1))
        for n in range(len(places))
    ]


def is_won(game: naive.Game, places: list[int | None]) -> bool:
    """Whether these moves clear the tableau, the last of them and not one before it."""
    state = game.start
    for place in places:
        assert state[0]
        state = game.moves(state)[place]
    return state[0] == 0


# A run is worth too much: each of its cards counted with the bonus of the whole run.
def test_a_run_of_n_cards_makes_a_hundred_n_squared_under_microsoft() -> None:
    game = Game(deal_along(line_of(BOTTOM_UP)), EASY, MICROSOFT)
    peaks = [0, 500, 1500, 6500]
    for cards, place in enumerate(BOTTOM_UP, start=1):
        game.play(place)
        emptied = game.deal.layout.peaks_emptied(game.tableau)
        assert game.score - peaks[emptied] == 100 * cards**2
    assert game.score == 78_400 + 6500 == 84_900
    line = line_of(BOTTOM_UP, [4])
    two_runs = Game(deal_along(line), EASY, MICROSOFT)
    for move in line[:8]:
        two_runs.make(move)
    assert two_runs.score == 1600 + 900


# The best score is taken for that of a win: both are told, each with a line that reaches it.
@pytest.mark.parametrize("scoring", BETTER_LOST)
def test_the_best_score_and_the_best_win_are_both_told_with_their_lines(
    scoring: str,
) -> None:
    code, best, best_win = BETTER_LOST[scoring]
    found = solved(code, scoring)
    assert (found["best_score"], found["best_winning_score"]) == (best, best_win)
    for line, score in (("moves", best), ("winning_moves", best_win)):
        assert scored_anew(found, line) == told_scores(found, line)
        assert told_scores(found, line)[-1] == score
    game, places = twin_of(found)
    assert not is_won(game, places)
    assert is_won(game, [move["place"] for move in found["winning_moves"]])

    words = tripeaks("solve", code, "--scoring", scoring).out
    first, _, second = words.partition("The best win:")
    assert f"best score {best:,}, with a win only {best_win:,}\n" in first
    assert first.rstrip().endswith(f"= {best:,}")
    assert second.rstrip().endswith(f"= {best_win:,}")


# A solution draws although the card that is needed fits already.
@settings(max_examples=25)
@given(small_deals(), ANY_RULES)
def test_a_solution_draws_no_more_than_it_must(deal: Deal, rules: Rules) -> None:
    answer = solve(deal, rules)
    fewest = naive.truth(naive_game(deal, rules)).fewest_draws
    if fewest is not None:
        assert answer.fewest_draws == answer.moves.count(DRAW) == fewest


@pytest.mark.parametrize("stock", ["5D 6D", "5D 7D", "7D 5D"])
def test_no_draw_comes_first_where_the_waste_fits(stock: str) -> None:
    deal = small_deal(PAIR, "6C 7C", "5C", stock)
    assert solve(deal, CLASSIC).moves == (Move(0), Move(1))


LAST_CARD = small_deal(PAIR, "5C 6C", "KS", "2D 2H 4C")
LOST_AFTER_IT = small_deal(PAIR, "5C 9C", "KS", "2D 2H 4C")


# The last card of the stock is never drawn, so deals that need it seem to be lost.
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_the_last_stock_card_can_win_or_be_followed_by_plays(rules: Rules) -> None:
    won = solve(LAST_CARD, rules)
    assert (won.verdict, won.fewest_draws) == (Verdict.WINNABLE, 3)
    assert won.moves == (DRAW, DRAW, DRAW, Move(0), Move(1))
    lost = solve(LOST_AFTER_IT, rules)
    assert (lost.verdict, lost.best_score) == (Verdict.NOT_WINNABLE, 500 - 3 - 1)
    assert lost.moves == (DRAW, DRAW, DRAW, Move(0))
    for deal, winnable in ((LAST_CARD, True), (LOST_AFTER_IT, False)):
        assert (decide(deal, rules).verdict is Verdict.WINNABLE) == winnable
        assert prospects(Problem(deal, rules)).can_win(deal.mask, KING, 0) == winnable
        check(certify(deal, rules))


def test_batches_and_the_classic_layout_know_the_last_card_too() -> None:
    for deal, winnable in ((LAST_CARD, True), (LOST_AFTER_IT, False)):
        layout, cards = deal.remaining()
        # What is left of a game is no whole deck, so this is the way without checks.
        rated = rate_checked(np.array([cards], np.uint8), Depth.VERDICT, DEFAULT_RULES, layout)
        assert rated.winnable.tolist() == [[winnable] * 2]
    deal = parse_code("TP1-C-AAAAAAA").deal()
    answer = solve(deal, CLASSIC)
    assert answer.fewest_draws == answer.moves.count(DRAW) == 23
    game = Game(deal, CLASSIC)
    for move in answer.moves:
        if move == DRAW and len(game.stock) == 1:
            break
        game.make(move)
    assert solve(game.position(), CLASSIC).fewest_draws == 1
    game.draw()
    assert solve(game.position(), CLASSIC).fewest_draws == 0


# A deck with a card twice is taken as it is.
@pytest.mark.parametrize("command", ["solve", "rate", "deal"])
@pytest.mark.parametrize("form", WRITTEN)
def test_a_doubled_card_is_one_error_with_both_cards_and_both_places(
    command: str, form: str
) -> None:
    text = write_deal(parse_code(WON).deal(), form)
    doubled = text.replace("QS", "QC")
    assert doubled != text
    ran = tripeaks(command, "-", stdin=doubled)
    assert (ran.code, ran.out) == (2, "")
    assert "QC twice or more (stock card 15 and stock card 19); missing: QS" in ran.fault


# A deck that is too short or too long is filled up or cut.
@pytest.mark.parametrize("command", ["solve", "rate", "deal"])
@pytest.mark.parametrize("count", [0, 24, 51, 53])
def test_a_deck_of_another_size_is_refused(command: str, count: int) -> None:
    deck = " ".join([*DECK.split(), "2C"][:count])
    for ran in (
        tripeaks(command, deck),
        tripeaks(command, "-", stdin=json.dumps({"deck": deck})),
        tripeaks(command, "-", "--format", "tokens", stdin=f"{deck}\n"),
    ):
        assert (ran.code, ran.out) == (2, "")
        assert f"{count} cards where 52 are needed" in ran.fault or count == 0


# What the documentation shows does not work.
@pytest.mark.parametrize("page", PAGES)
def test_codes_rules_scorings_and_goals_of_a_page_exist(root: Path, page: str) -> None:
    text = (root / page).read_text(encoding="utf-8")
    for code in re.findall(r"TP1-[A-Z]-[A-Z]{7}\b", text):
        assert sorted(parse_code(code).deal().cards) == list(range(DECK_SIZE))
    for option, names in (("rules", PRESETS), ("scoring", SYSTEMS)):
        shown = set(re.findall(rf"--{option} ([a-z][a-z-]*)", text))
        assert shown <= set(names)
    if page == "docs/rules.md":
        table = re.findall(r"^\| `([a-z-]+(?::\w+)?)` \|", text, re.MULTILINE)
        goals = table[table.index("win") :]
        assert len(goals) >= 5
        for goal in goals:
            parse_goal(goal, parse_code(WON).deal())


def test_every_system_of_the_page_of_rules_is_one_that_is_listed(root: Path) -> None:
    text = (root / "docs/rules.md").read_text(encoding="utf-8")
    _, _, table = text.partition("| name | a card |")
    listed = re.findall(r"^\| `([a-z0-9-]+)` \|", table.partition("\n\n")[0], re.MULTILINE)
    assert listed == [found["name"] for found in tripeaks("scoring", "--json").json]


# A covered or face-down card is moved.
@pytest.mark.parametrize("scoring", ["tp1", "pysol"])
@pytest.mark.parametrize("rules", ["easy", "classic", "classic-stuck", "easy-stuck-empty"])
def test_printed_moves_are_legal_to_code_that_shares_nothing_with_the_search(
    rules: str, scoring: str
) -> None:
    found = solved(OTHER, scoring, rules)
    for line in ("moves", "winning_moves"):
        assert scored_anew(found, line) == told_scores(found, line)


@pytest.mark.parametrize("top", range(3))
def test_no_top_of_a_peak_can_be_played_at_the_start(top: int) -> None:
    game = Game(deal_with({top: "6C"}, "5C"))
    assert game.play_refusal(top) is Refusal.COVERED
    with pytest.raises(MoveError):
        game.play(top)


# A wrong cover in one layout frees a card too early.
@pytest.mark.parametrize("layout", shipped_layouts().values(), ids=lambda layout: layout.name)
def test_covers_of_every_layout_follow_from_its_picture(layout: Layout, root: Path) -> None:
    (file,) = (root / "data" / "layouts").glob(f"{layout.number:02}-*.txt")
    lines = file.read_text(encoding="utf-8").splitlines()[1:]
    cards = [(y, x) for y, line in enumerate(lines) for x, sign in enumerate(line) if sign != " "]
    assert len(cards) == len(layout)
    for place, (y, x) in enumerate(cards):
        over = {other for other, (row, column) in enumerate(cards) if row == y + 1 and
                column in (x - 1, x, x + 1)}  # fmt: skip
        assert {p for p in range(64) if layout.covered_by[place] >> p & 1} == over
        # What covers a card comes after it in the order of dealing: there is no cycle.
        assert all(other > place for other in over)


# A new layout can hardly ever be won, and nobody knows.
@pytest.mark.parametrize("number", [1, 7, 36, 54])
def test_a_listed_layout_tells_its_measured_share(number: int) -> None:
    (found,) = tripeaks("layouts", str(number), "--json").json
    measured = measured_shares(shipped_layouts()[number])
    assert found["winnable_share"] == measured["easy"].share >= 0.5
    words = tripeaks("layouts", str(number)).out
    for rules in ("easy", "classic"):
        assert len(re.findall(rf"winnable in {rules}: \d+\.\d%", words)) == 1


def cards_in_sight(game: Game) -> Counter[int]:
    places = range(len(game.deal.layout))
    tableau = [game.deal.tableau[place] for place in places if game.tableau >> place & 1]
    return Counter((*tableau, *game.waste, *game.stock))


def act(game: Game, random: Random) -> None:
    """Do something that is allowed, or try what is not, or take something back."""
    choice = random.choice(["play", "play", "draw", "undo", "nonsense"])
    try:
        if choice == "play":
            game.play(random.choice(game.plays() or [0]))
        elif choice == "draw":
            game.draw()
        elif choice == "undo":
            game.undo()
        else:
            game.play(random.randrange(len(game.deal.layout)))
    except MoveError:
        return


# More stock cards are played with than there are, after undo and a new start.
@settings(max_examples=25)
@given(deals | small_deals(), ANY_RULES, st.randoms(use_true_random=False))
def test_no_card_comes_or_goes_whatever_is_done(deal: Deal, rules: Rules, random: Random) -> None:
    game = Game(deal, rules)
    there = Counter(card for card in deal.cards if card != GONE)
    for _ in range(60):
        act(game, random)
        assert cards_in_sight(game) == there
        assert game.drawn + len(game.stock) == len(game.deal.stock)
    assert cards_in_sight(Game(game.deal, rules)) == there
    if deal.layout is classic() and not deal.is_under_way and len(deal.cards) == DECK_SIZE:
        assert there == Counter(range(DECK_SIZE))


# A new start puts the first card of the deck, whose number is 0, into the stock.
@settings(max_examples=25)
@given(deals, st.randoms(use_true_random=False))
def test_a_new_start_and_the_undoing_of_all_moves_are_the_deal(deal: Deal, random: Random) -> None:
    game = Game(deal, undo_limit=None)
    for _ in range(40):
        act(game, random)
    assert Game(game.deal).position().cards == deal.cards
    while (game.tableau, game.drawn) != (deal.mask, 0):
        game.undo()
    assert game.position().cards == deal.cards


@pytest.mark.parametrize("place", [0, 9, 27])
def test_the_ace_of_clubs_stays_where_it_lies(place: int) -> None:
    deal = deal_with({place: "AC"}, "5C", "KH")
    game = Game(deal)
    game.draw()
    again = Game(game.deal)
    assert again.deal.tableau[place] == parse_card("AC") == 0
    assert 0 not in again.stock
    assert game.position().tableau[place] == 0


# "No more moves" although one is left, across king and ace or by drawing.
@settings(max_examples=25)
@given(small_deals(), ANY_RULES, st.randoms(use_true_random=False))
def test_a_game_ends_exactly_when_nothing_can_be_done(
    deal: Deal, rules: Rules, random: Random
) -> None:
    game, twin = Game(deal, rules), naive_game(deal, rules)
    state = twin.start
    while moves := twin.moves(state):
        assert game.status is Status.RUNNING
        place = random.choice(list(moves))
        game.make(Move(place))
        state = moves[place]
    assert game.status is (Status.BLOCKED if state[0] else Status.WON)


@pytest.mark.parametrize(("card", "waste"), [("KC", "AS"), ("AC", "KS")])
def test_the_link_of_king_and_ace_is_a_move_too(card: str, waste: str) -> None:
    deal = small_deal(PAIR, f"{card} 7C", waste)
    assert Game(deal, EASY).status is Status.RUNNING
    assert Game(deal, CLASSIC).status is Status.BLOCKED
    assert Game(small_deal(PAIR, f"{card} 7C", waste, "7D"), CLASSIC).status is Status.RUNNING


# The last move wins, but as nothing else can be done the game is called lost.
@pytest.mark.parametrize("draws", [0, 1, 22, 23])
def test_the_last_play_wins_however_empty_the_stock_is(draws: int) -> None:
    line = line_of(BOTTOM_UP, [27] * draws)
    game = Game(deal_along(line))
    for move in line:
        assert game.status is Status.RUNNING
        game.make(move)
    assert (game.status, len(game.stock)) == (Status.WON, 23 - draws)
    answer = Answer(Problem(game.deal, EASY), Verdict.WINNABLE, tuple(line), draws, 772 - draws)
    assert replay(answer).steps[-1].score == 772 - draws


# The score jumps after the win: something is added that no line shows.
@pytest.mark.parametrize("scoring", SYSTEMS)
def test_the_final_score_is_the_sum_of_what_is_shown(scoring: str) -> None:
    found = solved(WON, scoring)
    for line, best in (("moves", "best_score"), ("winning_moves", "best_winning_score")):
        assert scored_anew(found, line) == told_scores(found, line)
        assert told_scores(found, line)[-1] == found[best]
    words = tripeaks("solve", WON, "--scoring", scoring).lines
    totals = [re.search(r"= (-?[\d,]+)$", line) for line in words]
    ends = [int(total[1].replace(",", "")) for total in totals if total]
    runs = [0, *(move["n"] for move in found["moves"] if move["action"] == "draw")]
    before = [SYSTEMS[scoring].start, *told_scores(found, "moves")]
    assert ends[: len(runs)] == [before[n - 1] for n in runs[1:]] + [found["best_score"]]


# The stated maximum cannot be reached, or can be passed.
@pytest.mark.parametrize("scoring", SYSTEMS.values(), ids=SYSTEMS)
def test_the_stated_maximum_is_reached_by_a_run_of_all_cards(scoring: Scoring) -> None:
    stated = {found["name"]: found["highest"] for found in tripeaks("scoring", "--json").json}
    answer = solve(deal_along(line_of(ONE_PEAK_AFTER_THE_OTHER)), EASY, scoring)
    assert answer.best_score == stated[scoring.name] == highest(scoring, classic())
    assert len(replay(answer).steps) == 28


@pytest.mark.parametrize("scoring", SYSTEMS.values(), ids=SYSTEMS)
@settings(max_examples=10)
@given(winning_lines)
def test_no_game_passes_the_stated_maximum(scoring: Scoring, line: list[Move]) -> None:
    most = highest(scoring, classic())
    game = Game(deal_along(line), EASY, scoring)
    for move in line:
        game.make(move)
        assert game.score <= most


# A win is not noticed when the last card is the top of one of the peaks.
@pytest.mark.parametrize("top", range(3))
@pytest.mark.parametrize("rules", [EASY, PRESETS["easy-stuck"]], ids=lambda rules: rules.name)
def test_a_win_is_noticed_whichever_top_is_last(top: int, rules: Rules) -> None:
    order = play_order([*(p for p in range(27, -1, -1) if p != top), top])
    game = Game(deal_along(line_of(order)), rules)
    for place in order:
        game.play(place)
    assert order[-1] == top
    assert game.status is Status.WON
    position = small_deal(PAIR, "5C --", "6C")
    assert solve(position, rules).moves == (Move(0),)


# Undo takes back half a move: the run, the score or a card that was turned up stays.
@pytest.mark.parametrize("scoring", UNTIMED, ids=lambda scoring: scoring.name)
@settings(max_examples=10)
@given(small_deals(), ANY_RULES, st.randoms(use_true_random=False))
def test_undo_takes_back_a_whole_move(
    scoring: Scoring, deal: Deal, rules: Rules, random: Random
) -> None:
    game = Game(deal, rules, scoring)
    past = [look(game)]
    while game.status is Status.RUNNING:
        plays = [Move(place) for place in game.plays()]
        game.make(random.choice(plays + ([] if game.draw_refusal() else [DRAW])))
        past.append(look(game))
    while len(past) > 1:
        assert look(game) == past.pop()
        game.undo()
    assert look(game) == past.pop()


def look(game: Game) -> object:
    face_up = [game.is_face_up(place) for place in range(len(game.deal.layout))]
    return game.tableau, game.stock, list(game.waste), game.run, game.score, face_up, game.status


# The stock is read from its wrong end.
def test_the_next_card_of_the_stock_is_the_first_one() -> None:
    deal = f"7H {'-- ' * 27}5C {'-- ' * 21}6S 9D"
    found = tripeaks("solve", deal, "--rules", "classic", "--json")
    assert [(move["action"], move["card"]) for move in found.json["moves"]] == [
        ("draw", "6S"), ("play", "7H"),
    ]  # fmt: skip


@given(deals)
def test_cards_are_drawn_in_their_order(deal: Deal) -> None:
    game = Game(deal)
    for card in deal.cards[29:]:
        game.draw()
        assert game.waste[-1] == card


# "Impossible" although it can be won, because some moves were never tried.
@settings(max_examples=30)
@given(small_deals(), ANY_RULES)
def test_every_search_finds_what_brute_force_finds(deal: Deal, rules: Rules) -> None:
    winnable = naive.truth(naive_game(deal, rules)).winnable
    assert (solve(deal, rules).verdict is Verdict.WINNABLE) == winnable
    assert (decide(deal, rules).verdict is Verdict.WINNABLE) == winnable
    start = Game(deal, rules)
    assert prospects(Problem(deal, rules)).can_win(start.tableau, start.waste_rank, 0) == winnable


@pytest.mark.parametrize(
    ("tableau", "waste", "stock"), [("KS QD AS", "JS", "2D JC"), ("4H 6H 5H", "JH", "4C 7C")]
)
def test_a_deal_may_be_won_only_by_drawing_where_a_card_fits(
    tableau: str, waste: str, stock: str
) -> None:
    deal = small_deal(PYRAMID, tableau, waste, stock)
    answer = solve(deal, CLASSIC)
    assert answer.verdict is Verdict.WINNABLE
    game = Game(deal, CLASSIC)
    held_back = 0
    for move in answer.moves:
        held_back += move == DRAW and bool(game.plays())
        game.make(move)
    assert held_back
    assert solve(deal, PRESETS["classic-stuck"]).verdict is Verdict.NOT_WINNABLE


# What fits one way does not fit the other, for a modulo of a negative number.
@pytest.mark.parametrize("rules", [EASY, CLASSIC], ids=["easy", "classic"])
def test_all_169_pairs_of_ranks_fit_as_a_circle_or_a_line(rules: Rules) -> None:
    pairs = list(product(range(len(RANKS)), repeat=2))
    cards = np.array([(rank, 13 + waste) for rank, waste in pairs], np.uint8)
    single = parse_layout("name: single\n\nL\n")
    won = rate_checked(cards, Depth.VERDICT, (rules,), single).winnable[:, 0]
    for (rank, waste), winnable in zip(pairs, won.tolist(), strict=True):
        linked = rules.king_ace_linked and {rank, waste} == {ACE, KING}
        fits = abs(rank - waste) == 1 or linked
        game = Game(small_deal(single, RANKS[rank] + "C", RANKS[waste] + "D"), rules)
        assert (bool(game.plays()), winnable, rules.fits(waste, rank)) == (fits,) * 3


# The first card that fits fails, and what it left behind spoils the second.
def test_the_second_card_wins_where_the_first_one_fails() -> None:
    deal = small_deal(ROW, "6C 5D 7C 4C 7S 8H", "5C")
    game = Game(deal, CLASSIC)
    first, second = game.plays()
    assert (first, second) == (0, 3)
    chances = prospects(Problem(deal, CLASSIC))
    for place, winnable in ((first, False), (second, True)):
        game.play(place)
        assert chances.can_win(game.tableau, game.waste_rank, 0) == winnable
        assert (solve(game.position(), CLASSIC).verdict is Verdict.WINNABLE) == winnable
        game.undo()
    assert [answer.moves[0] for answer in (solve(deal, CLASSIC), decide(deal, CLASSIC))] == [
        Move(second)
    ] * 2
    for place in (second, 1, first, 2, 5, 4):
        game.play(place)
    assert game.status is Status.WON


# A lost deal is searched for ever, or a solution goes on after the win.
@pytest.mark.parametrize("scoring", ["tp1", "original", "three-peaks"])
@pytest.mark.parametrize("code", [WON, LOST, OTHER, "TP1-C-AAAAAAD"])
def test_lines_end_with_the_card_that_wins_or_where_nothing_is_left(
    code: str, scoring: str
) -> None:
    found = solved(code, scoring)
    winning = [move["place"] for move in found["winning_moves"]]
    game, moves = twin_of(found)
    assert bool(winning) == (found["verdict"] == "winnable")
    assert not winning or is_won(game, winning)
    assert len(moves) <= 51
    if not winning and scoring == "tp1":
        state = game.start
        for place in moves:
            state = game.moves(state)[place]
        assert game.over(state)


# "No" and "gave up" look the same.
def test_lost_and_undecided_differ_in_words_in_json_and_in_the_exit_code(
    tmp_path: Path,
) -> None:
    own = tmp_path / "row.txt"
    own.write_text("name: row\n\n" + "L " * 24 + "\n", encoding="utf-8")
    limited = ("--layout", str(own), "--rules", "classic", "--nodes", "5")

    def told(*arguments: str) -> tuple[int, str, str]:
        words, found = tripeaks("solve", *arguments), tripeaks("solve", *arguments, "--json")
        assert words.code == found.code
        assert found.json["fewest_draws"] is found.json["best_winning_score"] is None
        (line,) = (line for line in words.lines if "innable" in line or "ndecided" in line)
        return words.code, found.json["verdict"], line.split("  ")[0]

    assert told(LOST) == (3, "not winnable", "Not winnable")
    assert told(DECK, *limited) == (4, "undecided", "Undecided")
    assert tripeaks("solve", DECK, *limited).out.count("the whole space was searched") == 0
    assert tripeaks("solve", LOST).out.count("the whole space was searched") == 1


def timeless(found: Any) -> Any:
    return {name: value for name, value in found.items() if name != "seconds"}


# The result depends on the clock or on the number of workers.
@pytest.mark.parametrize("scoring", [[], ["--scoring", "original"]], ids=["tp1", "original"])
def test_rows_are_the_same_bytes_with_any_workers_and_every_time(
    scoring: list[str],
) -> None:
    arguments = ["rate", "--start", WON, "--count", "9", "--csv", *scoring, "--workers"]
    assert tripeaks(*arguments, "1") == tripeaks(*arguments, "2")


@pytest.mark.parametrize("options", [["--scoring", "pysol"], ["--goal", "most-cards"], []])
def test_solutions_are_the_same_every_time(options: list[str]) -> None:
    one, other = (tripeaks("solve", LOST, *options, "--json").json for _ in range(2))
    assert timeless(one) == timeless(other)


# A lost game is worth more than a win, without a word.
@pytest.mark.parametrize("scoring", BETTER_LOST)
def test_every_output_says_where_a_win_is_worth_less(scoring: str) -> None:
    code, best, best_win = BETTER_LOST[scoring]
    (line,) = (
        line for line in tripeaks("solve", code, WON, "--scoring", scoring).lines if code in line
    )
    assert line.endswith(f"best score {best:,}, with a win only {best_win:,}")
    (row,) = tripeaks("rate", code, "--scoring", scoring, "--nl").objects
    assert (row["easy_best_score"], row["easy_best_winning_score"]) == (best, best_win)
    cells = tripeaks("rate", code, "--scoring", scoring).lines[-1].split()
    assert cells[3:5] == [f"{best:,}", f"{best_win:,}"]
    assert "with a win only" not in tripeaks("solve", code).out


# Counts in help texts are typed by hand and wrong.
def test_counts_that_are_told_are_those_that_there_are(root: Path) -> None:
    words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    for page in PAGES:
        text = (root / page).read_text(encoding="utf-8")
        for count in re.findall(r"(\d+) layouts", text):
            assert int(count) == len(shipped_layouts())
        for count in re.findall(r"the (\w+) scoring systems", text):
            assert count == words[len(SYSTEMS)]
    for command in ("solve", "rate", "deal", "layouts", "scoring", "find"):
        helped = " ".join(tripeaks(command, "--help").out.split())
        told = {int(count) for count in re.findall(r"(\d+) (?:cards|layouts)", helped)}
        assert told <= {DECK_SIZE, len(shipped_layouts())}


# Dealing is not uniform.
@pytest.mark.parametrize("first", [0, CODE_COUNT - 20_000, None], ids=["first", "last", "random"])
def test_every_card_is_as_likely_in_every_place(first: int | None) -> None:
    count = 20_000
    if first is None:
        numbers = np.random.default_rng(28).integers(0, CODE_COUNT, count, np.uint64)
    else:
        numbers = np.arange(first, first + count, dtype=np.uint64)
    cards = deal_codes(numbers)
    counts = np.array([np.bincount(cards[:, place], minlength=52) for place in range(52)])
    expected = count / 52
    # A deck is a permutation: 51² degrees of freedom, and the factor 51/52.
    statistic = ((counts - expected) ** 2).sum() / expected * 51 / 52
    freedom = 51**2
    assert abs(statistic - freedom) < 4 * (2 * freedom) ** 0.5


def test_the_order_of_dealing_is_the_documented_one(root: Path) -> None:
    assert "top row to bottom row, left to right" in (root / "README.md").read_text("utf-8")
    lines = write_deal(parse_code(WON).deal(), "lines").splitlines()
    assert " ".join(lines) == DECK
    game = Game(parse_code(WON).deal())
    assert card_text(game.waste[0]) == DECK.split()[28]
    assert card_text(game.stock[0]) == DECK.split()[29]


# A hint is no legal move, or never names drawing.
@settings(max_examples=30)
@given(small_deals(), ANY_RULES, st.randoms(use_true_random=False))
def test_a_hint_is_a_legal_move_that_gives_nothing_away(
    deal: Deal, rules: Rules, random: Random
) -> None:
    game = Game(deal, rules)
    while game.status is Status.RUNNING:
        if random.random() < 0.2:
            answer = solve(game.position(), rules)
            after = Game(game.position(), rules)
            after.make(answer.moves[0])
            rest = solve(after.position(), rules)
            assert (rest.verdict, rest.best_score) == (answer.verdict, answer.best_score)
        plays = [Move(place) for place in game.plays()]
        game.make(random.choice(plays + ([] if game.draw_refusal() else [DRAW])))


@pytest.mark.parametrize("code", [WON, "TP1-C-AAAAAAA"])
def test_hints_lead_to_the_best_end_and_name_drawing(code: str) -> None:
    named = parse_code(code)
    rules = named.rules or EASY
    game = Game(named.deal(), rules)
    best, hints = solve(game.deal, rules).best_score, Counter[str]()
    for step in range(60):
        if game.status is not Status.RUNNING:
            break
        # A solution is asked for anew at every sixth move; in between the last one is followed.
        if step % 6 == 0:
            moves = iter(solve(game.position(), rules).moves)
        hint = next(moves)
        hints[hint.action] += 1
        game.make(hint)
    assert (game.status, game.score) == (Status.WON, best)
    assert hints == {"play": 28, "draw": game.drawn}


def test_drawing_is_named_where_it_is_best() -> None:
    blocked = Game(deal_with(ODD_BOTTOM, "KD", "KC 8C"))
    assert solve(blocked.position()).moves[0] == DRAW
    held_back = small_deal(PYRAMID, "KS QD AS", "JS", "2D JC")
    assert Game(held_back).plays()
    assert solve(held_back, CLASSIC).moves[0] == DRAW


# Upper and lower case, T and 10, letters and signs do not mix.
@pytest.mark.parametrize("seed", range(4))
def test_all_spellings_mix_in_one_deck(seed: int) -> None:
    random = Random(seed)

    def spelled(token: str) -> str:
        rank, suit = token[0], token[1]
        suit = random.choice([suit, suit.lower(), SUIT_SIGNS[SUITS.index(suit)]])
        rank = (
            random.choice(["10", "t", "T"]) if rank == "T" else random.choice([rank, rank.lower()])
        )
        return rank + suit

    deck = " ".join(map(spelled, DECK.split()))
    found = tripeaks("solve", deck, "--json").json
    assert (found["deck"], found["best_score"]) == (DECK, 762)
    assert tripeaks("rate", "-", "--nl", stdin=deck).objects[0]["deck"] == DECK
    assert parse_card("10♠") == parse_card("ts") == rank_of(parse_card("TC")) + 13 * 3
