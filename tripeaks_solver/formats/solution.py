"""Answers as JSON objects, and back. The names are fixed: other programs read them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from reprlib import repr as short_repr
from typing import Any

from tripeaks_solver.answer import Answer, Line, Move, Replay, Step, parse_verdict
from tripeaks_solver.cards import UNKNOWN, Card, card_text
from tripeaks_solver.claim import Claim, ToldMove
from tripeaks_solver.codes import DealCode, parse_code
from tripeaks_solver.deal import Deal, parse_deck
from tripeaks_solver.errors import FormatError, TripeaksError
from tripeaks_solver.formats.deal_json import at_told_pace
from tripeaks_solver.goals import Goal, parse_goal
from tripeaks_solver.hidden import Ground, Outlook
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import layout_named
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import named
from tripeaks_solver.scoring import Scoring, scoring_named


def solution_object(replay: Replay, code: DealCode | None, seconds: float) -> dict[str, Any]:
    """Return the object that stands for a replayed answer.

    Args:
        replay: the answer and its replay by the engine.
        code: the code that named the deal, if any.
        seconds: how long the search took.

    """
    answer = replay.answer
    scoring, win = answer.scoring, answer.best_win
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
    if answer.goal:
        fewest = len(replay.steps) if answer.reached else None
        found |= {"goal": answer.goal.text, "reached": answer.reached, "fewest_moves": fewest}
    return found


def outlook_object(found: Outlook, code: DealCode | None, seconds: float) -> dict[str, Any]:
    """Return the object that stands for what holds for a deal with unknown cards.

    It has the names of `solution_object`; those whose values depend on unknown cards are null.

    Args:
        found: what holds.
        code: the code that named the deal, if any.
        seconds: how long the search took.

    """
    share, view = found.share, found.view
    return {
        "code": str(code._replace(rules=found.rules)) if code else None,
        "deck": str(view.deal),
        "rules": found.rules.name,
        "layout": view.deal.layout.name,
        "scoring": found.scoring.name,
        "verdict": found.verdict.value,
        "fewest_draws": None,
        "best_score": None,
        "moves": _move_objects(found.steps),
        "verified": bool(found.steps),
        "states": None,
        "seconds": round(seconds, 6),
        "completions": {
            "count": view.completion_count,
            "searched": found.searched,
            "exact": found.ground is not Ground.SAMPLES,
            "winnable_share": round(share.share, 6),
            "low": round(share.low, 6),
            "high": round(share.high, 6),
            "seed": found.seed,
            "ground": found.ground.value,
        },
    }


def move_object(move: Move, card: Card) -> dict[str, Any]:
    """Return the object that stands for a move; the card is null where it is unknown."""
    told = None if card == UNKNOWN else card_text(card)
    return {"action": move.action, "card": told, "place": move.place}


def _move_objects(steps: Sequence[Step]) -> list[dict[str, Any]]:
    return [
        {"n": number, **move_object(step.move, step.card), "score": step.score}
        for number, step in enumerate(steps, start=1)
    ]


def parse_claims(text: str, source: str, layout: Layout | None = None) -> Iterator[Claim]:
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
            yield _claim(found, layout)
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
            raise FormatError(f"not a solution: {fault}", source=source, line=number) from None
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
    except json.JSONDecodeError:
        raise
    except ValueError:
        raise TripeaksError("a number in it has thousands of digits") from None


_FIELDS = {
    "code", "deck", "rules", "layout", "scoring", "verdict", "fewest_draws", "best_score",
    "best_winning_score", "moves", "winning_moves", "verified", "states", "seconds", "pace", "run",
    "score", "goal", "reached", "fewest_moves",
}  # fmt: skip
"""The names that `solution_object` writes."""


_MOVE_FIELDS = {"n", "action", "card", "place", "score"}


def _claim(found: Mapping[str, Any], own: Layout | None) -> Claim:
    if not isinstance(found, Mapping):
        raise TripeaksError("is not a JSON object")
    _require_kinds(found)
    moves, winning = found["moves"], found.get("winning_moves")
    problem = _problem(found, own)
    win_score = _whole(found.get("best_winning_score"), "best_winning_score")
    answer = Answer(
        problem=problem,
        verdict=parse_verdict(found["verdict"]),
        moves=_moves(moves),
        fewest_draws=_whole(found["fewest_draws"], "fewest_draws"),
        best_score=_whole(found["best_score"], "best_score"),
        winning=_win(winning, moves, win_score),
        reached=None if problem.goal is None else found["reached"],
    )
    if winning is None:  # a win is its own best one where only finished games count
        winning = moves if answer.best_win else []
    return Claim(
        answer=answer,
        code=_code(found["code"]),
        moves=_told(moves),
        winning=_told(winning),
        fewest_moves=_whole(found.get("fewest_moves"), "fewest_moves"),
        unknown=tuple(_unknown(found)),
    )


def _require_kinds(found: Mapping[str, Any]) -> None:
    """Look at the values that tell of the search: nothing follows from them."""
    for name, kinds in {"verified": (bool,), "states": (int,), "seconds": (int, float)}.items():
        if name in found and type(found[name]) not in kinds:
            wanted = "true or false" if bool in kinds else "a number"
            raise TripeaksError(f"{name} is {short_repr(found[name])}: {wanted} is needed")
        if found.get(name, 0) < 0:
            raise TripeaksError(f"{name} is {found[name]}: it cannot be less than 0")
    if found.get("verified") is False:
        raise TripeaksError("verified is false: only answers that were replayed are solutions")


def _unknown(found: Mapping[str, Any]) -> Iterator[str]:
    """Name the fields that mean nothing to us, of the object and of its moves."""
    yield from sorted(map(str, set(found) - _FIELDS))
    for name in ("moves", "winning_moves"):
        fields = {field for move in found.get(name) or () for field in move}
        yield from (f"{name}: {field}" for field in sorted(map(str, fields - _MOVE_FIELDS)))


def _problem(found: Mapping[str, Any], own: Layout | None) -> Problem:
    if not isinstance(found["deck"], str):
        raise TripeaksError(f"deck is {short_repr(found['deck'])}: cards as one text are needed")
    deal = parse_deck(
        found["deck"],
        layout_named(found["layout"], own),
        run=_whole(found.get("run"), "run") or 0,
        score=_whole(found.get("score"), "score"),
    )
    return Problem(deal, named(found["rules"]), _scoring(found), _goal(found, deal))


def _goal(found: Mapping[str, Any], deal: Deal) -> Goal | None:
    """Read the goal of an object, and see that what it tells of it agrees."""
    if "goal" not in found:
        return None
    if not isinstance(found["goal"], str):
        raise TripeaksError(f"goal is {short_repr(found['goal'])}: a text is needed")
    if type(found["reached"]) is not bool:
        raise TripeaksError(f"reached is {short_repr(found['reached'])}: true or false is needed")
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
    scoring, pace = scoring_named(found["scoring"]), found.get("pace")
    return scoring if pace is None else at_told_pace(scoring, pace)


def _told(moves: Sequence[Mapping[str, Any]]) -> tuple[ToldMove, ...]:
    return tuple(ToldMove(move["n"], move["card"], move["score"]) for move in moves)


def _moves(found: Sequence[Mapping[str, Any]]) -> tuple[Move, ...]:
    return tuple(_move(move) for move in found)


def _code(found: object) -> DealCode | None:
    if found is None:
        return None
    if not isinstance(found, str):
        raise TripeaksError(f"code is {short_repr(found)}: a deal code or null is needed")
    return parse_code(found)


def _move(found: Mapping[str, Any]) -> Move:
    place = _whole(found["place"], "place")
    if found["action"] != Move(place).action:
        raise TripeaksError(f"move {found['n']}: a play has a place, a draw has none")
    return Move(place)


def _whole(value: object, name: str) -> int | None:
    if value is not None and type(value) is not int:
        raise TripeaksError(f"{name} is {short_repr(value)}: a whole number or null is needed")
    return value
