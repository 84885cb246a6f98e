"""The dialogue of ``tripeaks advise`` as a file, so that it can be taken up again."""

from __future__ import annotations

import json
from dataclasses import replace

from tripeaks_solver.deal import parse_deck
from tripeaks_solver.errors import FormatError, MoveError, TripeaksError
from tripeaks_solver.play.storage.fields import Fields, parse_fields
from tripeaks_solver.play.storage.saves import layout_of, layout_value, move_of, move_value
from tripeaks_solver.players.companion import Companion
from tripeaks_solver.rules import named
from tripeaks_solver.scoring import scoring_named

FORMAT, VERSION = "tripeaks companion", 1


def companion_text(companion: Companion) -> str:
    """Write a dialogue as a JSON object that `parse_companion` reads."""
    return json.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "rules": companion.rules.name,
            "scoring": companion.scoring.name,
            "pace_ms": companion.scoring.pace_ms,
            "layout": layout_value(companion.deal.layout),
            "deck": str(companion.deal),
            "done": [move_value(move) for move in companion.moves],
            "drawing": companion.is_drawing,
        }
    )


def parse_companion(data: bytes, source: str) -> Companion:
    """Read a dialogue; the engine replays every move.

    Raises:
        FormatError: the bytes are no dialogue, or the rules refuse what they say.

    """
    try:
        return _companion(parse_fields(data))
    except TripeaksError as fault:
        raise FormatError(f"not a saved dialogue: {fault}", source=source) from None


def _companion(fields: Fields) -> Companion:
    fields.require("format", FORMAT)
    fields.require("version", VERSION)
    rules, scoring = named(fields.get("rules", str)), scoring_named(fields.get("scoring", str))
    deal = parse_deck(fields.get("deck", str), layout_of(fields)).under(rules)
    moves = [move_of(what) for what in fields.get("done", list)]
    made = tuple(move for move in moves if move is not None)
    if len(made) < len(moves):
        raise FormatError("done holds an undo: a dialogue keeps the moves that stand")
    scoring = replace(scoring, pace_ms=fields.count("pace_ms"))
    companion = Companion(deal, rules, scoring, made)
    if fields.get("drawing", bool):
        if not companion.game.stock:
            raise MoveError("the stock is empty")
        companion.is_drawing = True
    return companion
