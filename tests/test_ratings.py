"""Many deals rated from Python: what goes in, what comes out, and what is refused."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tripeaks_solver.ask import solve
from tripeaks_solver.batch.columns import COLUMNS
from tripeaks_solver.cards import GONE, UNKNOWN
from tripeaks_solver.codes import CODE_COUNT, DealCode
from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.game import Game
from tripeaks_solver.layouts import numbered_layout
from tripeaks_solver.ratings import Columns, OneDeal, Ratings, rate
from tripeaks_solver.rules import CLASSIC, CLASSIC_STUCK, EASY, EASY_STUCK
from tripeaks_solver.scoring import ORIGINAL, TP1
from tripeaks_solver.search.rate import Depth

NUMBERS = range(300)
CODES = [DealCode(number) for number in NUMBERS]
DEALS = [code.deal() for code in CODES]
RING = numbered_layout(17)
CARDS = np.array([deal.cards for deal in DEALS])


@pytest.fixture(scope="module")
def table() -> pl.DataFrame:
    return rate(CODES).to_polars()


def test_ratings_are_the_answers_of_solve() -> None:
    ratings = rate(DEALS[:6], rules=(CLASSIC_STUCK, EASY))
    for row, deal in zip(ratings, DEALS, strict=False):
        for name, rules in (("classic_stuck", CLASSIC_STUCK), ("easy", EASY)):
            answer = solve(deal, rules)
            assert row[f"{name}_winnable"] == (answer.verdict == "winnable")
            assert row[f"{name}_fewest_draws"] == answer.fewest_draws
            assert row[f"{name}_best_score"] == answer.best_score


@pytest.mark.parametrize(
    "deals",
    [
        NUMBERS,
        list(NUMBERS),
        np.array(NUMBERS),
        CODES,
        map(str, CODES),
        DEALS,
        map(str, DEALS),
        CARDS,
        CARDS.astype(np.uint8),
        list(CARDS),
    ],
    ids=[
        *("range", "numbers", "array of numbers", "codes", "texts of codes", "deals", "decks"),
        *("cards", "bytes", "rows of cards"),
    ],
)
def test_deals_may_be_given_in_any_way(deals: Any, table: pl.DataFrame) -> None:
    found = rate(deals, workers=2).to_polars()
    assert found.drop("number", "code", "deck").equals(table.drop("number", "code", "deck"))
    named = found["code"].fill_null(found["deck"]).to_list()
    assert named in ([str(code) for code in CODES], [str(deal) for deal in DEALS])


def test_a_single_deal_needs_no_list() -> None:
    alone: list[Any] = [DEALS[1], CODES[1], 1, "TP1-E-AAAAAAB", str(DEALS[1])]
    assert {rate(deal, rules=EASY)["easy_best_score"].tolist()[0] for deal in alone} == {762}


def test_values_that_do_not_exist_are_masked() -> None:
    ratings = rate(["TP1-E-AAAAAAB"])
    assert ratings["classic_fewest_draws"].tolist() == [None]
    assert ratings["easy_fewest_draws"].tolist() == [10]
    with pytest.raises(KeyError, match=r"no column 'draws': there are easy_winnable, "):
        ratings["draws"]


@pytest.mark.parametrize("columns", ["verdict", "exact", "all", *Depth])
def test_as_much_is_told_as_was_asked_for(columns: Columns) -> None:
    ratings = rate(CODES[:3], rules=EASY, columns=columns)
    depths = list(Depth)[: list(Depth).index(Depth(columns)) + 1]
    filled = [c.name for c in COLUMNS if c.depth in depths and c.only_with is None]
    assert list(ratings.columns) == [f"easy_{name}" for name in filled]
    assert ("easy_grade" in ratings.columns) == (Depth(columns) is Depth.ALL)


def test_scores_of_another_system() -> None:
    ratings = rate(DEALS[:2], rules=EASY, scoring=ORIGINAL)
    for row, deal in zip(ratings, DEALS, strict=False):
        answer = solve(deal, EASY, ORIGINAL)
        assert row["easy_best_score"] == answer.best_score
        assert row["easy_best_winning_score"] == (answer.best_win and answer.best_win.score)
    assert list(rate(CARDS[:2], rules=EASY, scoring=ORIGINAL)) == list(ratings)


def test_all_forms_of_the_table_agree() -> None:
    pd = pytest.importorskip("pandas")
    ratings = rate(CODES[:20], columns="all")
    rows, names = list(ratings), list(ratings.columns)
    array, frame, table = ratings.to_numpy(), ratings.to_pandas(), ratings.to_polars()
    assert array.dtype.names == tuple(names)
    assert [dict(zip(names, row, strict=True)) for row in array.tolist()] == [
        {name: row[name] for name in names} for row in rows
    ]
    assert table.select(names).rows() == array.tolist()
    assert list(frame) == table.columns
    for name in table.columns:
        assert [None if pd.isna(v) else v for v in frame[name]] == table[name].to_list()


def test_types_of_a_frame_do_not_depend_on_the_deals() -> None:
    pytest.importorskip("pandas")
    won, lost = rate(["TP1-AAAAAAA"]).to_pandas(), rate(["TP1-AAAAAAB"]).to_pandas()
    empty = rate([]).to_pandas()
    assert list(won.dtypes) == list(lost.dtypes) == list(empty.dtypes)


def test_ratings_remember_what_was_asked() -> None:
    ratings = rate(range(3), rules=(EASY_STUCK, CLASSIC), columns="verdict")
    assert (ratings.rules, ratings.depth, ratings.scoring) == (
        (EASY_STUCK, CLASSIC),
        Depth.VERDICT,
        None,
    )
    assert repr(ratings) == "<Ratings of 3 deals: easy-stuck, classic; verdict>"
    assert repr(rate([], scoring=TP1)) == "<Ratings of 0 deals: easy, classic; exact, tp1>"
    assert ratings.numbers == [0, 1, 2]


@pytest.mark.parametrize("copied", [lambda r: pickle.loads(pickle.dumps(r)), copy.deepcopy])
def test_ratings_can_be_copied_and_pickled(copied: Callable[[Ratings], Ratings]) -> None:
    ratings = rate(["TP1-AAAAAAB", str(DEALS[0])], columns="all", scoring=ORIGINAL)
    again = copied(ratings)
    assert repr(again) == repr(ratings)
    assert again.rules == ratings.rules
    assert list(again) == list(ratings)


def test_the_layout_is_that_of_the_deal() -> None:
    dealt = replace(DEALS[1], layout=RING)
    given: list[Any] = [1, str(DealCode(1, EASY, 17)), DealCode(1), dealt]
    scores = [rate([one], rules=EASY, layout=RING)["easy_best_score"].tolist() for one in given]
    assert scores == [[solve(dealt).best_score]] * len(given)
    assert rate(CARDS[1:2], rules=EASY, layout=RING)["easy_best_score"].tolist() == scores[0]
    assert rate([*given[1:2], 1], rules=EASY).codes == ["TP1-E-AAAAAAB/L17", "TP1-E-AAAAAAB"]


def test_deals_of_every_kind_may_stand_in_one_list() -> None:
    game = Game(DEALS[0])
    game.draw()
    some: list[OneDeal] = [
        DEALS[0],
        1,
        game.position(),
        replace(DEALS[2], layout=RING),
        "TP1-AAAAAAA",
    ]
    together, alone = rate(some), [rate(deal).rows() for deal in some]
    assert list(together) == [row for rows in alone for row in rows]
    assert together.decks[2] == f"score {game.score} {game.position()}"


# --- What is refused


@pytest.mark.parametrize(
    ("deals", "fault"),
    [
        ([0, "TP1-E-AAAA"], "deal 2: 'TP1-E-AAAA' ends in 4 letters"),
        ([0, 1, None], "deal 3: a NoneType is not a deal: give a Deal, a code or a text"),
        ([True], "deal 1: a bool is not a deal"),
        ([-1], "deal 1: deal number -1 has no code"),
        (range(-1, 3), "row 0: -1 is not a deal number"),
        (np.array([0, CODE_COUNT]), f"row 1: {CODE_COUNT} is not a deal number"),
        (np.zeros((2000, 400), np.uint8), "row 0 of the array: 400 cards where 52 are needed"),
        (
            np.zeros((3, 18), np.uint8),
            "row 0 of the array: 18 cards where 52 are needed; AC twice",
        ),
        (np.zeros((3, 52), np.uint8), "row 0 of the array: AC twice or more"),
        (CARDS[:3] + 1, "row 0 of the array: 52 cards where 53 are needed; missing: AC"),
        (CARDS[:3].astype(float), "of the kind float64: integers are needed"),
        (CARDS[:3].astype(bool), "of the kind bool: integers are needed"),
        (CARDS[:3, :, np.newaxis], "the shape (3, 52, 1)"),
        (np.where(CARDS[:2] == 7, UNKNOWN, CARDS[:2]), "row 0 of the array: 1 unknown card"),
        (np.where(CARDS[:2] == 7, 300, CARDS[:2]), ": 300 is not a card"),
        (np.where(CARDS[:2] == 7, -1, CARDS[:2]), ": -1 is not a card"),
        (
            [1, replace(DEALS[1], cards=(GONE,) * 28 + DEALS[1].cards[28:])],
            "deal 2: the tableau is",
        ),
    ],
)
def test_what_is_no_deal_is_refused_with_its_number(deals: Any, fault: str) -> None:
    with pytest.raises(TripeaksError) as refused:
        rate(deals)
    assert fault in str(refused.value)


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ({"rules": "easy"}, "rules is str 'easy': use EASY, CLASSIC or rules_named('easy')"),
        ({"rules": ()}, "no rules to rate under"),
        ({"rules": (EASY, EASY)}, "the rules easy are given twice"),
        ({"columns": "most"}, "no columns 'most': use 'verdict', 'exact' or 'all'"),
        ({"columns": "verdict", "scoring": TP1}, "verdicts have no scores"),
        ({"layout": numbered_layout(7)}, "deal 1: lies on classic: leave out the layout"),
    ],
)
def test_what_makes_no_sense_is_refused(asked: dict[str, Any], fault: str) -> None:
    with pytest.raises(TripeaksError) as refused:
        rate(DEALS[:1], **asked)
    assert fault in str(refused.value)


@given(
    st.sampled_from([np.uint8, np.int8, np.int64, np.uint64, np.float64, np.bool_, object]),
    st.integers(1, 2),
    st.integers(0, 51) | st.integers(53, 70),
    st.data(),
)
def test_no_array_of_wrong_cards_is_answered(
    kind: Any, n: int, m: int, data: st.DataObject
) -> None:
    values = data.draw(st.lists(st.integers(0, 60), min_size=n * m, max_size=n * m))
    array = np.array(values, int).reshape(n, m).astype(kind)
    with pytest.raises(TripeaksError):
        rate(array)
