"""Answers as JSON objects, and back. The names are fixed: other programs read them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tripeaks_solver.answer import Answer, Move, Verdict
from tripeaks_solver.cards import card_text
from tripeaks_solver.codes import DealCode
from tripeaks_solver.deal import parse_deck
from tripeaks_solver.errors import FormatError, TripeaksError
from tripeaks_solver.rules import named
from tripeaks_solver.verify import Step


def solution_object(
    answer: Answer, steps: Sequence[Step], code: DealCode | None, seconds: float
) -> dict[str, Any]:
    """Return the object that stands for a replayed answer.

    Args:
        answer: the answer.
        steps: its replay by the engine.
        code: the code that named the deal, if any.
        seconds: how long the search took.

    """
    return {
        "code": str(code._replace(rules=answer.rules)) if code else None,
        "deck": str(answer.deal),
        "rules": answer.rules.name,
        "layout": answer.deal.layout.name,
        "scoring": answer.scoring.name,
        "verdict": answer.verdict.value,
        "fewest_draws": answer.fewest_draws,
        "best_score": answer.best_score,
        "moves": [
            {
                "n": number,
                "action": step.move.action,
                "card": card_text(step.card),
                "place": step.move.place,
                "score": step.score,
            }
            for number, step in enumerate(steps, start=1)
        ],
        "verified": True,
        "states": answer.states,
        "seconds": round(seconds, 6),
    }


def parse_solutions(text: str, source: str) -> Iterator[Answer]:
    """Read answers from one JSON object, a list of them, or one object a line.

    Raises:
        FormatError: the text is none of these; the message names the place.

    """
    for number, found in enumerate(_objects(text, source), start=1):
        try:
            yield _answer(found)
        except (KeyError, TypeError, ValueError) as fault:
            what = f"lacks {fault}" if isinstance(fault, KeyError) else str(fault)
            raise FormatError(f"solution {number}: {what}", source=source) from None


def _objects(text: str, source: str) -> list[Any]:
    try:
        found = json.loads(text)
        return found if isinstance(found, list) else [found]
    except RecursionError:
        raise FormatError("nested too deeply to be a solution", source=source) from None
    except json.JSONDecodeError as whole:
        try:
            return [json.loads(line) for line in text.splitlines() if line.strip()]
        except json.JSONDecodeError:
            message = f"neither a certificate nor JSON: column {whole.colno}: {whole.msg}"
            raise FormatError(message, source=source, line=whole.lineno) from None


def _answer(found: Mapping[str, Any]) -> Answer:
    if not isinstance(found, Mapping):
        raise TripeaksError("is no JSON object")
    deal = parse_deck(found["deck"])
    answer = Answer(
        deal=deal,
        rules=named(found["rules"]),
        verdict=Verdict(found["verdict"]),
        moves=tuple(_move(move) for move in found["moves"]),
        fewest_draws=_whole(found["fewest_draws"], "fewest_draws"),
        best_score=_whole(found["best_score"], "best_score"),
    )
    if (found["layout"], found["scoring"]) != (deal.layout.name, answer.scoring.name):
        raise TripeaksError("has another layout or scoring than the classic one and tp1")
    return answer


def _move(found: Mapping[str, Any]) -> Move:
    place = _whole(found["place"], "place")
    if found["action"] != Move(place).action:
        raise TripeaksError(f"move {found['n']}: a play has a place, a draw has none")
    return Move(place)


def _whole(value: object, name: str) -> int | None:
    if value is not None and type(value) is not int:
        raise TripeaksError(f"{name} is {value!r}: a whole number or null is needed")
    return value
