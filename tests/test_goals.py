"""Goals besides winning: the fewest moves to them, against the slow twin and the engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import naive
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import deal_with
from twin import naive_game, small_deals

from tripeaks_solver.answer import Answer
from tripeaks_solver.cards import GONE, RANKS, WILD, card_text, rank_of
from tripeaks_solver.codes import parse_code
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import Rejected, TripeaksError
from tripeaks_solver.goals import Goal, parse_goal
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import CLASSIC, EASY, PRESETS, Rules
from tripeaks_solver.search.goals import find_goal
from tripeaks_solver.verify import replay

AAAAAAB = parse_code("TP1-E-AAAAAAB").deal()


def fewest_moves(deal: Deal, rules: Rules, met: Callable[[int], bool]) -> int | None:
    """Look at all positions that a game can come to, move by move."""
    for moves, layer in enumerate(naive.layers(naive_game(deal, rules))):
        if any(met(mask) for mask, _, _ in layer):
            return moves
    return None


def asked(goal: str) -> Answer:
    return find_goal(Problem(AAAAAAB, EASY, goal=parse_goal(goal, AAAAAAB)))


def most_cards(deal: Deal, rules: Rules) -> int:
    left = min(mask.bit_count() for mask, _, _ in naive.states(naive_game(deal, rules)))
    return deal.mask.bit_count() - left


@settings(max_examples=40)
@given(small_deals(), st.sampled_from(list(PRESETS.values())), st.data())
def test_goals_are_reached_in_the_fewest_moves(
    deal: Deal, rules: Rules, data: st.DataObject
) -> None:
    layout = deal.layout
    present = [place for place in range(len(layout)) if deal.mask >> place & 1]
    ranks = sorted({rank_of(deal.tableau[p]) for p in present} - {WILD}) or [0]
    rank = data.draw(st.sampled_from(ranks))
    count = data.draw(st.integers(1, 4))
    place = data.draw(st.sampled_from(range(len(layout))))
    of_rank = [p for p in present if rank_of(deal.tableau[p]) == rank]
    cleared = most_cards(deal, rules)

    def enough(mask: int) -> bool:
        return sum(not mask >> p & 1 for p in of_rank) >= count

    wishes: dict[str, Callable[[int], bool]] = {
        "win": lambda mask: mask == 0,
        f"clear:{count}{RANKS[rank]}": enough,
        f"turn-up:{place}": lambda mask: not mask & layout.covered_by[place],
        "most-cards": lambda mask: (deal.mask & ~mask).bit_count() == cleared,
    }
    for text, met in wishes.items():
        goal = parse_goal(text, deal)
        answer = find_goal(Problem(deal, rules, goal=goal))
        truth = fewest_moves(deal, rules, met)
        assert (len(answer.moves) if answer.reached else None) == truth, text
        replay(answer)


def test_the_fewest_moves_to_a_win_are_those_of_the_fewest_draws() -> None:
    answer = asked("win")
    assert answer.reached
    assert len(answer.moves) == 28 + 10
    assert answer.fewest_draws == 10


def test_a_lost_deal_is_cleared_as_far_as_can_be() -> None:
    deal = parse_code("TP1-C-AAAAAAD").deal()
    goal = parse_goal("most-cards", deal)
    answer = find_goal(Problem(deal, CLASSIC, goal=goal))
    steps = replay(answer).steps
    assert answer.reached
    assert sum(step.move.place is not None for step in steps) == 26
    more = Goal("27 cards", deal.layout.full, 27)
    with_all = find_goal(Problem(deal, CLASSIC, goal=more))
    assert (with_all.moves, with_all.reached) == ((), False)


def test_turning_up_a_card_is_turning_up_its_place() -> None:
    card = card_text(AAAAAAB.tableau[0])
    by_card, by_place = (parse_goal(f"turn-up:{name}", AAAAAAB) for name in (card, "0"))
    assert (by_card.places, by_card.count) == (by_place.places, by_place.count)
    assert asked("turn-up:27").moves == ()


def test_more_cards_of_a_rank_than_there_are_cannot_be_cleared() -> None:
    deal = deal_with({27: "QC", 26: "QD"}, "KC", "QH QS KD")
    goal = parse_goal("clear:3Q", deal)
    assert find_goal(Problem(deal, goal=goal)).reached is False


def test_moves_that_do_not_reach_a_goal_are_rejected() -> None:
    answer = asked("turn-up:0")
    win = Problem(AAAAAAB, goal=parse_goal("win", AAAAAAB))
    with pytest.raises(Rejected, match="do not reach the goal win"):
        replay(replace(answer, problem=win))


def test_fewer_cards_than_can_be_cleared_are_not_the_most() -> None:
    answer = asked("most-cards")
    for kept in (0, 5, len(answer.moves) - 1):
        with pytest.raises(Rejected, match="more cards can be cleared"):
            replay(replace(answer, moves=answer.moves[:kept]))


@pytest.mark.parametrize(
    "text",
    [
        "", "win:1", "points", "points:x", "points:1e3", "clear", "clear:Q", "clear:3", "clear:3X",
        "turn-up", "turn-up:28", "turn-up:-1", "turn-up:AC", "turn-up:--", "most", "clear:100Q",
    ],
)  # fmt: skip
def test_what_is_no_goal_is_refused(text: str) -> None:
    with pytest.raises(TripeaksError) as refused:
        parse_goal(text, AAAAAAB)
    assert repr(text) in refused.value.message or "neither a tableau card" in refused.value.message


@given(st.text() | st.from_regex(r"(win|clear|points|turn-up|most-cards):?\w{0,4}", fullmatch=True))
def test_any_text_is_a_goal_or_an_error(text: str) -> None:
    try:
        goal = parse_goal(text, AAAAAAB)
    except TripeaksError:
        return
    assert parse_goal(goal.text, AAAAAAB) == goal


def test_the_cards_of_a_game_under_way_count_from_there() -> None:
    deal = Deal(
        (
            *AAAAAAB.tableau[:27],
            GONE,
            AAAAAAB.tableau[27],
            *AAAAAAB.cards[29:],
        )
    )
    goal = parse_goal("most-cards", deal)
    assert goal.emptied(deal.mask) == 0
    assert parse_goal("win", deal).is_met(0, 0)
