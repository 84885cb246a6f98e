"""Answers as JSON objects, and back. The names are fixed: other programs read them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tripeaks_solver.answer import Answer, Line, Move, Verdict
from tripeaks_solver.cards import card_text
from tripeaks_solver.codes import DealCode, parse_code
from tripeaks_solver.deal import Deal, parse_deck
from tripeaks_solver.errors import FormatError, Rejected, TripeaksError
from tripeaks_solver.goals import Goal, parse_goal
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import CLASSIC, layout_named
from tripeaks_solver.rules import named
from tripeaks_solver.scoring import Scoring, scoring_named
from tripeaks_solver.verify import Step, replay, replay_goal, replay_win


class Replay(NamedTuple):
    """An answer as the engine has replayed it.

    Attributes:
        answer: the answer.
        steps: the moves to the best score, or to the goal.
        winning: the moves of the best win; none without one.
        goal: the goal that was asked for, if any.
        reached: whether it can be reached.

    """

    answer: Answer
    steps: tuple[Step, ...]
    winning: tuple[Step, ...] = ()
    goal: Goal | None = None
    reached: bool = True


def replayed(answer: Answer, goal: Goal | None = None, *, reached: bool = True) -> Replay:
    """Replay all lines of an answer.

    Raises:
        Rejected: a line does not hold what the answer claims.

    """
    if goal is None:
        return Replay(answer, replay(answer), replay_win(answer))
    return Replay(answer, replay_goal(answer, goal) if reached else (), (), goal, reached)


def solution_object(replay: Replay, code: DealCode | None, seconds: float) -> dict[str, Any]:
    """Return the object that stands for a replayed answer.

    Args:
        replay: the answer and its replay by the engine.
        code: the code that named the deal, if any.
        seconds: how long the search took.

    """
    answer = replay.answer
    scoring, win = answer.scoring, answer.best_win if replay.goal is None else None
    found = {
        "code": str(code._replace(rules=answer.rules)) if code else None,
        "deck": str(answer.deal),
        "rules": answer.rules.name,
        "layout": answer.deal.layout.name,
        "scoring": scoring.name,
        "verdict": answer.verdict.value,
        "fewest_draws": answer.fewest_draws,
        "best_score": answer.best_score,
        "best_winning_score": win.score if win else None,
        "moves": _move_objects(replay.steps),
        "winning_moves": _move_objects(replay.winning),
        "verified": True,
        "states": answer.states,
        "seconds": round(seconds, 6),
    }
    if scoring.is_timed:
        found["pace"] = scoring.pace_ms / 1000
    if answer.deal.run or answer.deal.score is not None:
        found |= {"run": answer.deal.run, "score": answer.deal.score}
    if replay.goal:
        fewest = len(replay.steps) if replay.reached else None
        found |= {"goal": replay.goal.text, "reached": replay.reached, "fewest_moves": fewest}
    return found


def _move_objects(steps: Sequence[Step]) -> list[dict[str, Any]]:
    return [
        {
            "n": number,
            "action": step.move.action,
            "card": card_text(step.card),
            "place": step.move.place,
            "score": step.score,
        }
        for number, step in enumerate(steps, start=1)
    ]


Told = tuple[tuple[int, str, int], ...]
"""The number, the card and the score that an object tells of each move."""


class Solution(NamedTuple):
    """An answer as its object tells it.

    Attributes:
        answer: the answer.
        code: the code that it says the deal has, if any.
        told: what it tells of the moves.
        told_win: what it tells of the moves of the best win.
        goal: the goal that its moves reach, if it is for one.
        reached: whether it says that the goal can be reached.
        fewest_moves: in how many moves it says so.

    """

    answer: Answer
    code: DealCode | None
    told: Told
    told_win: Told
    goal: Goal | None = None
    reached: bool = True
    fewest_moves: int | None = None


def confirm(solution: Solution) -> Replay:
    """Replay a solution and confirm all that its object tells.

    Raises:
        Rejected: something in it is not so.

    """
    answer, code = solution.answer, solution.code
    if code and code.deal(answer.deal.layout).cards != answer.deal.cards:
        raise Rejected(f"the code {code} deals other cards than the deck")
    if code and code.layout != (answer.deal.layout.number or CLASSIC):
        raise Rejected(f"the code {code} names another layout than {answer.deal.layout.name}")
    if code and code.rules and code.rules.king_ace_linked != answer.rules.king_ace_linked:
        raise Rejected(f"the code {code} has other rules than {answer.rules.name}")
    if solution.goal and solution.fewest_moves != (len(answer.moves) if solution.reached else None):
        raise Rejected("moves, fewest_moves and reached contradict each other")
    won = answer.verdict is Verdict.WINNABLE
    if solution.goal and not won and answer.fewest_draws is not None:
        raise Rejected(f"draws of a win are claimed of a deal that is {answer.verdict}")
    if solution.goal and solution.goal.text == "win":
        draws = sum(move.place is None for move in answer.moves)
        if solution.reached != won or (won and answer.fewest_draws not in (None, draws)):
            raise Rejected("the goal win, the verdict and the fewest draws contradict each other")
    found = replayed(answer, solution.goal, reached=solution.reached)
    _require_as_told(found.steps, solution.told)
    _require_as_told(found.winning, solution.told_win)
    return found


def _require_as_told(steps: Sequence[Step], told: Told) -> None:
    if len(steps) != len(told):
        raise Rejected(f"it tells {len(told)} moves where there are {len(steps)}")
    for number, (step, claim) in enumerate(zip(steps, told, strict=True), start=1):
        if claim != (number, card_text(step.card), step.score):
            found = f"move {number}, {card_text(step.card)} with {step.score} points"
            told_here = "move {}, {} with {}".format(*claim)
            raise Rejected(f"it is {found}, not {told_here[:60]}")


def parse_solutions(text: str, source: str, layout: Layout | None = None) -> Iterator[Solution]:
    """Read solutions from one JSON object, a list of them, or one object a line.

    Args:
        text: the content of the file.
        source: its name, for messages.
        layout: the layout, where it is a user's own one.

    Raises:
        FormatError: the text is none of these; the message names the place.

    """
    for number, found in enumerate(_objects(text, source), start=1):
        try:
            yield _solution(found, layout)
        except (KeyError, TypeError, ValueError) as fault:
            what = str(fault)
            if isinstance(fault, KeyError):
                what = f"lacks {fault}"
            elif isinstance(fault, TypeError):
                what = f"holds a value of the wrong kind ({fault})"
            raise FormatError(f"solution {number}: {what}", source=source) from None


def _objects(text: str, source: str) -> list[Any]:
    """Read one JSON document or, where a line is one by itself, one a line."""
    text = text.removeprefix("\ufeff")
    lines = [
        (number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()
    ]
    try:
        first = _load(lines[0][1]) if lines else None
    except ValueError:
        first = None
    documents = lines if isinstance(first, dict) else [(1, text)]
    found = []
    for number, document in documents:
        try:
            found.append(_load(document))
        except json.JSONDecodeError as fault:
            where = number + fault.lineno - 1
            message = f"neither a certificate nor JSON: column {fault.colno}: {fault.msg}"
            raise FormatError(message, source=source, line=where) from None
        except ValueError as fault:
            raise FormatError(f"no solution: {fault}", source=source, line=number) from None
    if len(found) == 1 and isinstance(found[0], list):
        found = found[0]
    if not found:
        raise FormatError("holds no solution", source=source)
    return found


def _load(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise TripeaksError("it is nested too deeply") from None


def _solution(found: Mapping[str, Any], own: Layout | None) -> Solution:
    if not isinstance(found, Mapping):
        raise TripeaksError("is no JSON object")
    deal = parse_deck(
        found["deck"],
        layout_named(found["layout"], own),
        run=_whole(found.get("run"), "run") or 0,
        score=_whole(found.get("score"), "score"),
    )
    moves, winning = found["moves"], found.get("winning_moves")
    fewest_draws = _whole(found["fewest_draws"], "fewest_draws")
    verdict = Verdict(found["verdict"])
    won = verdict is Verdict.WINNABLE
    win_score = _whole(found.get("best_winning_score"), "best_winning_score")
    if fewest_draws is not None and fewest_draws < 0:
        raise TripeaksError(f"fewest_draws is {fewest_draws}")
    answer = Answer(
        deal=deal,
        rules=named(found["rules"]),
        verdict=verdict,
        moves=_moves(moves),
        fewest_draws=fewest_draws,
        best_score=_whole(found["best_score"], "best_score"),
        scoring=_scoring(found),
        winning=_win(winning, moves, win_score),
    )
    goal = _goal(found, deal)
    if winning is None:  # a win is its own best one where only finished games count
        winning = moves if won and goal is None else []
    told, told_win = _told(moves), _told(winning)
    reached = found.get("reached", True) is True
    fewest_moves = _whole(found.get("fewest_moves"), "fewest_moves")
    return Solution(answer, _code(found["code"]), told, told_win, goal, reached, fewest_moves)


def _goal(found: Mapping[str, Any], deal: Deal) -> Goal | None:
    """Read the goal of an object, and see that what it tells of it agrees."""
    if "goal" not in found:
        return None
    if not isinstance(found["goal"], str):
        raise TripeaksError(f"goal is {found['goal']!r}: a text is needed")
    if type(found["reached"]) is not bool:
        raise TripeaksError(f"reached is {found['reached']!r}: true or false is needed")
    if found["best_score"] is not None or found.get("best_winning_score") is not None:
        raise TripeaksError("an answer for a goal has no best score")
    return parse_goal(found["goal"], deal)


def _win(
    winning: Sequence[Mapping[str, Any]] | None,
    moves: Sequence[Mapping[str, Any]],
    score: int | None,
) -> Line | None:
    """Return the best win where it is told apart from the line to the best score."""
    if not winning and score is None:
        return None
    return Line(_moves(moves if winning is None else winning), score)


def _scoring(found: Mapping[str, Any]) -> Scoring:
    scoring = scoring_named(found["scoring"])
    return scoring.at_pace(found["pace"]) if "pace" in found else scoring


def _told(moves: Sequence[Mapping[str, Any]]) -> Told:
    return tuple((move["n"], move["card"], move["score"]) for move in moves)


def _moves(found: Sequence[Mapping[str, Any]]) -> tuple[Move, ...]:
    return tuple(_move(move) for move in found)


def _code(found: object) -> DealCode | None:
    if found is None:
        return None
    if not isinstance(found, str):
        raise TripeaksError(f"code is {found!r}: a deal code or null is needed")
    return parse_code(found)


def _move(found: Mapping[str, Any]) -> Move:
    place = _whole(found["place"], "place")
    if found["action"] != Move(place).action:
        raise TripeaksError(f"move {found['n']}: a play has a place, a draw has none")
    return Move(place)


def _whole(value: object, name: str) -> int | None:
    if value is not None and type(value) is not int:
        raise TripeaksError(f"{name} is {value!r}: a whole number or null is needed")
    return value
