"""The slow twin itself: sums done by hand, and what must be true of any game and any score."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import EMPTY, JOKER, Game
from naive_scoring import SYSTEMS, best_scores, score_of

ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING = range(13)
DRAW = None


def row(
    tableau: Sequence[int],
    waste: int,
    stock: Sequence[int] = (),
    *,
    peaks: Sequence[int] = (),
    linked: bool = True,
    only_when_stuck: bool = False,
    gone: int = 0,
) -> Game:
    """Cards side by side, none of which covers another."""
    return Game(
        tableau,
        waste,
        stock,
        linked=linked,
        only_when_stuck=only_when_stuck,
        covered_by=[0] * len(tableau),
        peaks=peaks,
        gone=gone,
    )


# --- Variants -------------------------------------------------------------------------------------


@pytest.mark.parametrize("linked", [True, False])
@pytest.mark.parametrize("rank", [*range(13), JOKER])
def test_a_joker_goes_on_every_card_and_every_card_on_it(rank: int, linked: bool) -> None:
    assert naive.fits(JOKER, rank, linked)
    assert naive.fits(rank, JOKER, linked)
    assert naive.fits(rank, EMPTY, linked)


def test_other_cards_fit_as_ever() -> None:
    for rank in range(13):
        fitting = {other for other in range(13) if naive.fits(other, rank, linked=True)}
        assert fitting == {(rank - 1) % 13, (rank + 1) % 13}
        fitting = {other for other in range(13) if naive.fits(other, rank, linked=False)}
        assert fitting == {rank - 1, rank + 1} & set(range(13))


def test_a_joker_is_read_as_such_and_not_as_a_jack() -> None:
    assert naive.ranks_of(["JK", "JC", "KS"]) == [JOKER, JACK, KING]


def test_a_joker_wins_what_cannot_be_won_without() -> None:
    assert not naive.truth(row([FIVE, JACK], FOUR)).winnable
    assert naive.truth(row([FIVE, JACK, JOKER], FOUR)).winnable
    drawn = naive.truth(row([FIVE, JACK], FOUR, [KING, JOKER]))
    assert (drawn.winnable, drawn.fewest_draws) == (True, 2)


def test_on_an_empty_waste_any_free_card_may_be_played_or_one_drawn() -> None:
    game = replace(row([FIVE, JACK, ACE], EMPTY, [TWO]), covered_by=[0b010, 0, 0])
    assert set(game.moves(game.start)) == {1, 2, DRAW}
    assert game.moves(game.start)[DRAW] == (0b111, 1, TWO)
    assert set(game.moves((0b111, 1, TWO))) == {2}


def test_on_an_empty_waste_nobody_is_stuck() -> None:
    game = row([FIVE, JACK], EMPTY, [TWO], only_when_stuck=True)
    assert set(game.moves(game.start)) == {0, 1}
    assert set(game.moves((0b11, 0, TWO))) == {DRAW}


def test_the_classic_layout_with_an_empty_waste_has_24_stock_cards() -> None:
    cards = naive.deal_cards(1)
    plain = naive.classic_game(cards, linked=True)
    empty = naive.classic_game(cards, linked=True, empty_waste=True)
    assert (plain.waste, len(plain.stock)) == (ACE, 23)
    assert (empty.waste, len(empty.stock)) == (EMPTY, 24)
    assert empty.stock == [plain.waste, *plain.stock]
    assert set(empty.moves(empty.start)) == {*range(18, 28), DRAW}


def test_a_game_under_way_has_lost_some_places() -> None:
    game = row([FIVE, SIX, SEVEN], FOUR, peaks=[0b001, 0b110], gone=0b001)
    assert game.start == (0b110, 0, FOUR)
    assert game.moves(game.start) == {}
    assert game.moves((0b110, 0, FIVE)) == {1: (0b100, 0, SIX)}
    assert naive.truth(game) == naive.Truth(False, None, 500)
    assert naive.truth(replace(game, waste=FIVE)) == naive.Truth(True, 0, 598)


def test_places_that_do_not_exist_cannot_be_gone() -> None:
    with pytest.raises(ValueError, match="does not have"):
        row([FIVE, SIX], FOUR, gone=0b100)


# --- Scores of given lines ------------------------------------------------------------------------

# The right peak with its ten cards, then the middle and the left one, each from the bottom up.
PEAK_BY_PEAK = (
    *(27, 26, 25, 24, 17, 16, 15, 8, 7, 2),
    *(23, 22, 21, 14, 13, 12, 6, 5, 1),
    *(20, 19, 18, 11, 10, 9, 4, 3, 0),
)
ONE_RUN = Game([JOKER] * 28, JOKER, [JOKER] * 23, linked=True)


@pytest.mark.parametrize(
    ("name", "score"),
    [
        ("tp1", 500 - 28 + 300),
        ("original", 28 * 29 // 2 + 60),
        ("original", 466),
        ("aisleriot", 466),
        ("aisleriot-multiplier", 2**28 - 1 + 100),
        ("microsoft", 84_900),
        ("pysol", 2_336),
        ("square-runs", 28**2 + 28),
        ("square-runs", 812),
        ("three-peaks", 280 + 600_000 // 28),
    ],
)
def test_one_run_clears_the_classic_layout(name: str, score: int) -> None:
    assert score_of(ONE_RUN, name, PEAK_BY_PEAK) == score


def test_one_run_without_peaks() -> None:
    game = replace(ONE_RUN, peaks=())
    assert score_of(game, "microsoft", PEAK_BY_PEAK) == 78_400
    assert score_of(game, "original", PEAK_BY_PEAK) == 406


# Four cards in a row, a draw, two more: the peaks are places 0 and 1, places 2 and 3, the rest.
TWO_RUNS = row([TWO, THREE, FOUR, FIVE, JACK, TEN], ACE, [QUEEN, NINE], peaks=[3, 12, 48])
LINE = (0, 1, 2, 3, DRAW, 4, 5)


@pytest.mark.parametrize(
    ("name", "scores"),
    [
        ("tp1", [499, 598, 597, 696, 695, 694, 793]),
        ("original", [1, 3 + 15, 6 + 15, 10 + 30, 35, 36, 38 + 30]),
        ("aisleriot", [1, 18, 21, 40, 35, 36, 68]),
        ("aisleriot-multiplier", [1, 3 + 25, 7 + 25, 15 + 50, 60, 61, 63 + 50]),
        ("microsoft", [100, 900, 1_400, 3_100, 3_100, 3_200, 8_500]),
        ("pysol", [-51, -39, -37, -13, -13, -9, -9 + 40 + 8 + 10]),
        ("square-runs", [1, 4, 9, 16, 16, 17, 20 + 6]),
        ("three-peaks", [10, 20, 30, 40, 40, 50, 60 + 600_000 // 7]),
    ],
)
def test_scores_move_by_move(name: str, scores: list[int]) -> None:
    assert [score_of(TWO_RUNS, name, LINE[:end]) for end in range(1, 8)] == scores


def test_the_first_four_cards_of_a_run_give_1600_by_microsoft() -> None:
    assert score_of(replace(TWO_RUNS, peaks=()), "microsoft", LINE[:4]) == 1_600


@pytest.mark.parametrize(
    ("name", "after_two_draws"),
    [
        ("tp1", 498),
        ("original", -10),
        ("aisleriot", 0),
        ("aisleriot-multiplier", 0),
        ("microsoft", 0),
        ("pysol", -52),
        ("square-runs", 0),
        ("three-peaks", 0),
    ],
)
def test_draws(name: str, after_two_draws: int) -> None:
    assert score_of(TWO_RUNS, name, [DRAW, DRAW]) == after_two_draws


def test_scores_that_stop_at_0() -> None:
    assert score_of(TWO_RUNS, "tp1", [DRAW, 4], score=1) == 0
    assert score_of(TWO_RUNS, "tp1", [0, 1], score=0) == 99
    # 1 + 2 points cannot pay for a draw; the next card earns again.
    game = row([TWO, THREE, JACK], ACE, [QUEEN])
    assert score_of(game, "aisleriot", [0, 1, DRAW, 2]) == 1
    assert score_of(game, "aisleriot-multiplier", [0, 1, DRAW, 2]) == 1
    assert score_of(game, "original", [0, 1, DRAW, 2]) == -1


@pytest.mark.parametrize(
    ("count", "bonuses"),
    [
        (1, [5_000]),
        (2, [500, 5_000]),
        (3, [500, 1_000, 5_000]),
        (5, [500, 1_000, 1_000, 1_000, 5_000]),
    ],
)
def test_the_last_remaining_peak_gives_the_last_bonus(count: int, bonuses: list[int]) -> None:
    game = row([JOKER] * count, JOKER, peaks=[1 << place for place in range(count)])
    line = random.Random(count).sample(range(count), count)
    scores = [score_of(game, "microsoft", line[:end]) for end in range(count + 1)]
    worth = [after - before for before, after in pairwise(scores)]
    assert worth == [100 + 200 * k + bonus for k, bonus in enumerate(bonuses)]


def test_pysol_doubles_for_a_fifth_card_and_for_each_empty_peak() -> None:
    no_peak = row([JOKER] * 6, JOKER, [ACE])
    scores = [score_of(no_peak, "pysol", range(end)) for end in range(7)]
    assert scores == [-52, -51, -50, -49, -48, -46, -44 + 10]
    one_peak = replace(no_peak, peaks=[0b110000])  # the only peak is the first to be counted
    assert score_of(one_peak, "pysol", range(6)) == -46 + 5 * 2 + 2 * 2 + 10


def test_the_clock_runs_while_cards_are_drawn_and_played() -> None:
    game = row([TWO, THREE, FOUR], ACE, [JACK, TWO])
    # 12 s: 10, 24 s: 20; at 36 s the half minute costs all that there is, then 10 for the card.
    assert score_of(game, "three-peaks", [0, 1, 2], pace=12) == 10 + 600_000 // 36
    # A half minute costs once: at 40 s, 50 s and with the second one at 60 s.
    clocked = [score_of(game, "three-peaks", [], score=90)]
    clocked += [
        score_of(game, "three-peaks", [DRAW], score=90, moves=n, pace=10) for n in (3, 4, 5)
    ]
    assert clocked == [90, 90, 90, 60]
    # The half minute has passed when the clock shows 30 s, not later.
    assert score_of(game, "three-peaks", [0, 1], pace=15) == 10
    assert score_of(game, "three-peaks", [0, 1], pace=14.9) == 20
    # More than one half minute may pass in a move; the score stops at 0 each time.
    assert score_of(game, "three-peaks", [0], pace=60, score=100) == 50
    assert score_of(game, "three-peaks", [0], pace=60, score=40) == 10
    assert score_of(game, "three-peaks", [DRAW], pace=60, score=100) == 40


@pytest.mark.parametrize(
    ("pace", "bonus"),
    [(1, 300_000), (0.7, 428_571), (Fraction(1, 7), 2_100_000), (0.05, 6_000_000)],
)
def test_the_time_bonus_is_exact(pace: float | Fraction, bonus: int) -> None:
    # With binary fractions 600000 // 0.1 is 5999999.
    assert score_of(row([TWO, THREE], ACE), "three-peaks", [0, 1], pace=pace) == 20 + bonus


def test_a_move_takes_some_time() -> None:
    with pytest.raises(ValueError, match="takes some time"):
        best_scores(TWO_RUNS, "three-peaks", pace=0)


@pytest.mark.parametrize("line", [[2], [0, 0], [DRAW] * 3, [*LINE, DRAW], [6]])
def test_a_line_that_cannot_be_played_has_no_score(line: list[int | None]) -> None:
    with pytest.raises(ValueError, match="not possible"):
        score_of(TWO_RUNS, "original", line)


def test_a_game_under_way_brings_its_run_and_its_points_along() -> None:
    for name in SYSTEMS:
        points = score_of(TWO_RUNS, name, LINE[:3])
        rest = replace(TWO_RUNS, waste=FOUR, gone=0b111)
        taken_up = score_of(rest, name, LINE[3:], run=3, score=points, moves=3)
        assert taken_up == score_of(TWO_RUNS, name, LINE), name


def test_of_three_peaks_with_two_gone_the_next_is_the_third() -> None:
    rest = replace(TWO_RUNS, waste=QUEEN, stock=(), gone=0b001111)
    assert score_of(rest, "original", [4, 5]) == 1 + 2 + 30
    assert score_of(rest, "pysol", [4, 5], score=0) == 4 + 8 + 40


# --- The highest scores ---------------------------------------------------------------------------


def test_who_may_stop_at_any_time_stops_before_it_costs() -> None:
    game = row([TWO, THREE, JACK, EIGHT], ACE, [QUEEN, ACE])
    # Drawing for the jack would cost 5 points and give 1.
    assert best_scores(game, "original") == (3, None)
    assert best_scores(game, "microsoft") == (500, None)
    # A finished game has drawn all that it can; after the two and both draws nothing fits the ace.
    assert best_scores(game, "tp1") == (497, None)


def test_a_win_can_be_worth_less_than_stopping() -> None:
    game = row([TWO, THREE, SEVEN], ACE, [EIGHT])
    assert best_scores(game, "original") == (3, -1)
    assert best_scores(game, "aisleriot") == (3, 1)
    assert best_scores(game, "pysol") == (-49, -49)
    assert best_scores(game, "square-runs") == (4 + 1 + 3, 4 + 1 + 3)


def test_the_longer_run_is_found() -> None:
    # The five has to be drawn for the six, which goes on no other card: the runs are 3 and 1.
    game = row([TWO, THREE, FOUR, SIX], ACE, [FIVE])
    assert score_of(game, "square-runs", [0, 1, 2, DRAW, 3]) == 9 + 1 + 4
    assert best_scores(game, "square-runs") == (9 + 1 + 4, 9 + 1 + 4)
    # Three cards go at once, but who draws the five first has all four in one run downwards.
    late = replace(game, tableau=[TWO, THREE, FOUR, ACE])
    assert score_of(late, "square-runs", [0, 1, 2, DRAW]) == 9
    assert best_scores(late, "square-runs") == (16 + 4, 16 + 4)


def test_of_two_ways_to_one_position_the_better_counts() -> None:
    # The two covers the three. Both are gone before the jack is drawn for the ten: in one run or,
    # with the four drawn between them, in two.
    game = replace(row([TWO, THREE, TEN], ACE, [FOUR, JACK]), covered_by=[0, 0b001, 0])
    assert score_of(game, "square-runs", [0, DRAW, 1, DRAW, 2]) == 1 + 1 + 1 + 3
    assert score_of(game, "square-runs", [0, 1, DRAW, DRAW, 2]) == 4 + 1 + 3
    assert best_scores(game, "square-runs") == (4 + 1 + 3, 4 + 1 + 3)


def test_a_game_that_is_won_already_keeps_its_points() -> None:
    game = row([TWO], ACE, [QUEEN], gone=1)
    for name, system in SYSTEMS.items():
        assert best_scores(game, name) == (system.start, system.start)
        assert best_scores(game, name, score=7, run=1) == (7, 7)


def test_a_long_run_counts_on_when_a_game_is_taken_up() -> None:
    game = row([TWO, THREE], ACE)
    assert best_scores(game, "original", run=10, score=55) == (78, 78)
    assert best_scores(game, "microsoft", run=10) == (2_100 + 2_300, 2_100 + 2_300)


RANK = st.sampled_from([*range(4), KING, JOKER])
SHAPES: tuple[tuple[Sequence[int], Sequence[int]], ...] = (
    ([0] * 4, (0b1001, 0b0110)),
    ([0b110, 0, 0], (0b111,)),
    ([0b0100, 0b1100, 0, 0], (0b0101, 0b1010)),
    ([0b00100, 0, 0, 0b10000, 0], (0b00001, 0b00110, 0b11000)),
)
"""For each layout what covers each place, and the peaks."""


@st.composite
def games(draw: st.DrawFn) -> Game:
    covered_by, peaks = draw(st.sampled_from(SHAPES))
    return Game(
        tableau=draw(st.tuples(*[RANK] * len(covered_by))),
        waste=draw(st.one_of(RANK, st.just(EMPTY))),
        stock=tuple(draw(st.lists(RANK, max_size=3))),
        linked=draw(st.booleans()),
        only_when_stuck=draw(st.booleans()),
        covered_by=covered_by,
        peaks=peaks,
        gone=draw(st.sampled_from([0, 0, 1 << len(covered_by) - 1])),
    )


paces = st.sampled_from([0.5, 7, 10, 45])


def every_line(game: Game) -> Iterator[tuple[list[int | None], naive.State]]:
    """Every line of moves, finished or not, with the position that it leads to."""
    open_lines: list[tuple[list[int | None], naive.State]] = [([], game.start)]
    while open_lines:
        line, state = open_lines.pop()
        yield line, state
        open_lines += [([*line, move], after) for move, after in game.moves(state).items()]


@given(games(), st.sampled_from(list(SYSTEMS)), st.integers(0, 5), st.integers(-9, 90), paces)
def test_the_highest_score_is_that_of_some_line_and_none_has_more(
    game: Game, name: str, run: int, score: int, pace: float
) -> None:
    scores, winning = [], []
    for line, state in every_line(game):
        points = score_of(game, name, line, run=run, score=score, pace=pace)
        if name != "tp1" or game.over(state):
            scores.append(points)
        if state[0] == 0:
            winning.append(points)
    found = best_scores(game, name, run=run, score=score, pace=pace)
    assert found == (max(scores), max(winning, default=None))


@given(games())
def test_the_twins_agree_on_the_score_of_the_app(game: Game) -> None:
    best, winning = best_scores(game, "tp1")
    truth = naive.truth(game)
    assert best == truth.best_score
    assert (winning is not None) == truth.winnable


@given(games(), paces)
def test_winning_is_never_worth_more_than_the_best(game: Game, pace: float) -> None:
    winnable = naive.truth(game).winnable
    for name, system in SYSTEMS.items():
        best, winning = best_scores(game, name, pace=pace)
        assert (winning is not None) == winnable
        assert winning is None or winning <= best
        assert name == "tp1" or best >= system.start


@given(games())
def test_systems_that_give_more_for_every_move_give_more(game: Game) -> None:
    def best(name: str, peaks: Sequence[int] = game.peaks) -> int:
        return best_scores(replace(game, peaks=peaks), name).best

    assert best("aisleriot-multiplier") >= best("aisleriot") >= best("original")
    assert best("microsoft") >= 33 * best("original")  # it is the first peak that needs 15 · 33
    assert best("square-runs", ()) >= best("original", ())


@given(games(), st.sampled_from(list(SYSTEMS)))
def test_an_empty_waste_gives_what_a_joker_on_it_gives(game: Game, name: str) -> None:
    empty, joker = replace(game, waste=EMPTY), replace(game, waste=JOKER)
    assert best_scores(empty, name) == best_scores(joker, name)


@given(games(), st.sampled_from(list(SYSTEMS)), st.integers(0, 50), st.integers(0, 20))
def test_more_points_at_first_are_never_fewer_in_the_end(
    game: Game, name: str, score: int, more: int
) -> None:
    less = best_scores(game, name, score=score)
    assert best_scores(game, name, score=score + more).best >= less.best
