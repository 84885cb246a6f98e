"""No false claim is confirmed: mutated certificates and solutions against the slow twin.

Each round takes a true proof, changes it in one to three places as files get damaged or forged, and
lets `verify` look at it. What is confirmed must be true of the deal as it now stands, by an oracle
that shares nothing with the program; what is not true must be rejected, or named as unproven.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, NamedTuple

import naive
import naive_scoring
import pytest
from twin import SMALL_LAYOUTS, naive_game

from tripeaks_solver.answer import Verdict
from tripeaks_solver.ask import find_solution
from tripeaks_solver.cards import DECK_SIZE, JOKER, RANKS, card_text
from tripeaks_solver.certificate import Certificate, certificate_lines, parse_certificate
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import Rejected, TripeaksError
from tripeaks_solver.formats.solution import parse_claims, solution_object
from tripeaks_solver.goals import MOST_CARDS, parse_goal
from tripeaks_solver.layout import Layout
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import PRESETS
from tripeaks_solver.scoring import SYSTEMS, TP1
from tripeaks_solver.verify import Confirmation, check, confirm

THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"
ROUNDS = 100_000 if THOROUGH else 1_500

LAYOUTS = SMALL_LAYOUTS[:3]
"""Small enough for the oracle to answer thousands of deals."""
GOALS = ("win", MOST_CARDS, "clear:1Q", "points:490", "turn-up:0")
CARDS = (*map(card_text, range(JOKER + 1)), "??", "--")

Json = dict[str, Any]


def dealt(chance: Random) -> Deal:
    """A random deal of a small layout, some with jokers."""
    cards = [*range(DECK_SIZE), *[JOKER] * chance.choice((0, 0, 0, 1, 2))]
    chance.shuffle(cards)
    return Deal(tuple(cards), chance.choice(LAYOUTS))


@cache
def truth_of(deal: Deal, rules: str) -> naive.Truth:
    return naive.truth(naive_game(deal, PRESETS[rules]))


class Truths(NamedTuple):
    """The best scores of a deal under a scoring system: of any game, and of a win."""

    best: int
    winning: int | None


@cache
def scores_of(problem: Problem) -> Truths:
    deal, scoring = problem.deal, problem.scoring
    found = naive_scoring.best_scores(
        naive_game(deal, problem.rules),
        scoring.name,
        pace=Fraction(scoring.pace_ms, 1000) if scoring.is_timed else 1,
        run=deal.run,
        score=deal.score,
    )
    return Truths(found.best, found.winning)


# --- Certificates


@cache
def certified(seed: int) -> tuple[tuple[str, ...], Layout]:
    chance = Random(seed)
    deal, rules = dealt(chance), chance.choice(list(PRESETS.values()))
    certificate = find_solution(Problem(deal, rules), certified=True).certificate
    assert certificate
    return tuple(certificate_lines(certificate)), deal.layout


def field(name: str, change: Callable[[str, Random], str]) -> Callable[[list[str], Random], None]:
    """Change the value of one line of the header."""

    def mutate(lines: list[str], chance: Random) -> None:
        for number, line in enumerate(lines):
            key, colon, value = line.partition(": ")
            if key == name and colon:
                lines[number] = f"{key}: {change(value, chance)}"

    return mutate


def other_number(text: str, chance: Random) -> str:
    number = int(text) if text.lstrip("-").isdecimal() else chance.randrange(30)
    return chance.choice([str(number + step) for step in (-100, -2, -1, 1, 2, 100)] + ["none"])


def other_cards(text: str, chance: Random) -> str:
    cards = text.split()
    one, other = chance.randrange(len(cards)), chance.randrange(len(cards))
    if chance.random() < 0.5:
        cards[one], cards[other] = cards[other], cards[one]
    else:
        cards[one] = chance.choice(CARDS)
    return " ".join(cards)


def other_moves(text: str, chance: Random) -> str:
    moves = text.split()
    place = chance.randrange(len(moves) + 1)
    match chance.randrange(4):
        case 0:
            del moves[place:]
        case 1 if moves:
            del moves[min(place, len(moves) - 1)]
        case 2:
            moves.insert(place, chance.choice(["draw", *CARDS]))
        case _ if len(moves) > 1:
            one, other = chance.sample(range(len(moves)), 2)
            moves[one], moves[other] = moves[other], moves[one]
    return " ".join(moves)


def drop_row(lines: list[str], chance: Random) -> None:
    rows = range(10, len(lines))
    if rows:
        del lines[chance.choice(rows)]
        field("tableaus", lambda count, _: str(int(count) - 1))(lines, chance)


def change_row(lines: list[str], chance: Random) -> None:
    rows = range(10, len(lines))
    if rows:
        number = chance.choice(rows)
        tableau, *sets = lines[number].split()
        place = chance.randrange(len(sets))
        mask = int(sets[place][1:], 16) ^ 1 << chance.randrange(45)
        sets[place] = f"{chance.choice((sets[place][0], *RANKS, '*'))}{mask:x}"
        lines[number] = " ".join([tableau, *sets])


def add_row(lines: list[str], chance: Random) -> None:
    lines.append(f"{chance.randrange(64):x} {chance.choice(RANKS)}{chance.randrange(1, 64):x}")
    field("tableaus", lambda count, _: str(int(count) + 1))(lines, chance)


OF_CERTIFICATES = (
    field("deck", other_cards),
    field("rules", lambda _, chance: chance.choice(list(PRESETS))),
    field("layout", lambda _, chance: chance.choice([*(own.name for own in LAYOUTS), "classic"])),
    field("verdict", lambda _, chance: chance.choice(list(Verdict))),
    field("fewest draws", other_number),
    field("best score", other_number),
    field("moves", other_moves),
    drop_row,
    drop_row,
    change_row,
    add_row,
)


def require_true_certificate(certificate: Certificate) -> None:
    answer = certificate.answer
    truth = truth_of(answer.deal, answer.rules.name)
    told = (answer.verdict is Verdict.WINNABLE, answer.fewest_draws, answer.best_score)
    assert told == (truth.winnable, truth.fewest_draws, truth.best_score)
    assert answer.verdict is not Verdict.UNDECIDED


# --- Solutions


@cache
def solved(seed: int) -> tuple[str, Layout]:
    chance = Random(seed)
    deal, rules = dealt(chance), chance.choice(list(PRESETS.values()))
    scoring = chance.choice((TP1, TP1, *SYSTEMS.values()))
    goal = parse_goal(chance.choice(GOALS), deal) if chance.random() < 0.3 else None
    solution = find_solution(Problem(deal, rules, scoring, goal))
    return json.dumps(solution_object(solution.replay, None, solution.seconds)), deal.layout


def change_moves(name: str) -> Callable[[Json, Random], None]:
    def mutate(found: Json, chance: Random) -> None:
        moves = found[name]
        match chance.randrange(4):
            case 0:
                del moves[chance.randrange(len(moves) + 1) :]
            case 1 if moves:
                del moves[chance.randrange(len(moves))]
            case 2 if moves:
                moves[chance.randrange(len(moves))]["score"] += chance.choice((-1, 1, 100))
            case _ if len(moves) > 1:
                one, other = chance.sample(range(len(moves)), 2)
                moves[one], moves[other] = moves[other], moves[one]
        for number, move in enumerate(moves, start=1):
            move["n"] = number

    return mutate


def change_number(name: str) -> Callable[[Json, Random], None]:
    def mutate(found: Json, chance: Random) -> None:
        number = found.get(name)
        begin = number if isinstance(number, int) else chance.randrange(500)
        found[name] = chance.choice([None, 0, begin - 1, begin + 1, begin + 100, begin - 100])

    return mutate


def choose(name: str, *values: Any) -> Callable[[Json, Random], None]:
    return lambda found, chance: found.update({name: chance.choice(values)})


def ask_for_a_goal(found: Json, chance: Random) -> None:
    found["goal"] = chance.choice([*GOALS, "Win", "MOST-CARDS", "points:-5"])
    found["reached"] = chance.choice([True, False])
    found["fewest_moves"] = chance.choice([None, len(found["moves"]), 0])
    if chance.random() < 0.8:
        found["best_score"] = found["best_winning_score"] = None
        found["winning_moves"] = []


def claim_a_loss(found: Json, _: Random) -> None:
    """A line that ends blocked is no proof of a loss."""
    found.update(verdict="not winnable", fewest_draws=None, winning_moves=[])
    found["best_winning_score"] = None


def forget_the_moves(found: Json, _: Random) -> None:
    found.update(moves=[], winning_moves=[])


OF_SOLUTIONS = (
    lambda found, chance: found.update(deck=other_cards(found["deck"], chance)),
    choose("rules", *PRESETS),
    choose("scoring", *SYSTEMS),
    choose("layout", "classic", *(layout.name for layout in LAYOUTS)),
    choose("verdict", *Verdict),
    choose("score", None, 0, 5, 500, 10**6),
    choose("reached", True, False),
    choose("verified", False),
    choose("rating", 5),
    change_number("fewest_draws"),
    change_number("fewest_draws"),
    change_number("best_score"),
    change_number("best_winning_score"),
    change_number("fewest_moves"),
    change_moves("moves"),
    change_moves("winning_moves"),
    ask_for_a_goal,
    claim_a_loss,
    forget_the_moves,
)


def require_true_claim(found: Confirmation) -> None:
    """What is confirmed is true; what may be false is named among the unproven."""
    answer, unproven = found.replay.answer, ", ".join(found.unproven)
    truth = truth_of(answer.deal, answer.rules.name)
    if answer.verdict is Verdict.WINNABLE:
        assert truth.winnable or "that the deal is winnable" in unproven
    if answer.verdict is Verdict.NOT_WINNABLE:
        named = "that no win exists" in unproven or "that the deal is not winnable" in unproven
        assert named or not truth.winnable
    draws = answer.fewest_draws
    if draws is not None and draws != truth.fewest_draws:
        assert "draw" in unproven
    if "that no win draws fewer cards" in unproven:
        assert truth.fewest_draws is not None and draws is not None
        assert truth.fewest_draws <= draws
    if answer.goal:
        require_true_goal(found, unproven)
    elif answer.best_score is not None:
        require_true_scores(found, unproven)


def require_true_scores(found: Confirmation, unproven: str) -> None:
    answer = found.replay.answer
    scores = scores_of(answer.problem)
    best = answer.best_score or 0
    assert best <= scores.best
    assert best == scores.best or "that no game scores more" in unproven
    win = answer.best_win
    if win and win.score is not None:
        assert scores.winning is not None and win.score <= scores.winning
        assert win.score == scores.winning or "scores more" in unproven


def require_true_goal(found: Confirmation, unproven: str) -> None:
    """A goal that is confirmed is reached by the moves, as the oracle plays them."""
    answer = found.replay.answer
    goal = answer.goal
    assert goal
    if not answer.reached:
        assert "that the goal cannot be reached" in unproven
        return
    game = naive_game(answer.deal, answer.rules)
    state = game.start
    for move in answer.moves:
        state = game.moves(state)[move.place]
    emptied = (goal.places & ~state[0]).bit_count()
    if goal.count is not None and goal.points is None:
        assert emptied >= goal.count
    assert "fewer moves" in unproven


# --- The rounds


def mutated_certificate(number: int) -> str:
    """Mutate a certificate, and say what became of it."""
    chance = Random(number)
    lines, layout = certified(number % 150)
    changed = list(lines)
    for _ in range(chance.choice((1, 1, 2, 3))):
        chance.choice(OF_CERTIFICATES)(changed, chance)
    named = next(line for line in changed if line.startswith("layout: "))
    own = next((one for one in LAYOUTS if named.endswith(one.name)), layout)
    try:
        certificate = parse_certificate("\n".join(changed), "mutated", own)
        check(certificate)
    except Rejected:
        return "rejected"
    except TripeaksError:
        return "unreadable"
    require_true_certificate(certificate)
    return "unchanged" if tuple(changed) == lines else "true"


def mutated_solution(number: int) -> str:
    """Mutate a solution, and say what became of it."""
    chance = Random(number)
    text, layout = solved(number % 150)
    found = json.loads(text)
    for _ in range(chance.choice((1, 1, 2, 3))):
        chance.choice(OF_SOLUTIONS)(found, chance)
    own = next((one for one in LAYOUTS if one.name == found["layout"]), layout)
    try:
        (claim,) = parse_claims(json.dumps(found), "mutated", own)
        confirmed = confirm(claim)
    except Rejected:
        return "rejected"
    except TripeaksError:
        return "unreadable"
    require_true_claim(confirmed)
    return "unchanged" if found == json.loads(text) else "true"


@pytest.mark.parametrize("mutated", [mutated_certificate, mutated_solution])
def test_no_false_claim_is_confirmed(mutated: Callable[[int], str]) -> None:
    outcomes = Counter(map(mutated, range(ROUNDS)))
    # The mutations do what they should: all kinds of outcome occur, most are refused.
    assert outcomes["rejected"] > ROUNDS / 4
    assert outcomes["true"] > ROUNDS / 200
    assert outcomes["unreadable"] > ROUNDS / 200
