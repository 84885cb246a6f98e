"""A game under way as a file, so that it can be continued however the program ended."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.codes import DealCode, parse_code
from tripeaks_solver.deal import Deal, parse_deck
from tripeaks_solver.errors import FormatError, MoveError, shortened
from tripeaks_solver.layout import Layout, parse_layout
from tripeaks_solver.layouts import numbered_layout
from tripeaks_solver.play.model.kinds import kind_named
from tripeaks_solver.play.model.session import Action, Clock, Session
from tripeaks_solver.play.storage.fields import Fields, parse_fields
from tripeaks_solver.rules import named

FORMAT, VERSION = "tripeaks game", 1

_UNDO = "undo"


def save_text(session: Session) -> str:
    """Write a session as a JSON object that `parse_save` reads."""
    deal = session.deal
    return json.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "name": session.name,
            "game": session.kind.name,
            "rules": session.rules.name,
            "code": str(session.code) if session.code else None,
            "layout": layout_value(deal.layout),
            "deck": str(deal),
            "run": deal.run,
            "score": deal.score,
            "done": [[action.time_ms, move_value(action.move)] for action in session.actions],
            "time_ms": session.game.time_ms,
            "restarts": session.restarts,
            "known": sorted(session.known),
            "counted": session.counted,
        }
    )


def parse_save(data: bytes, *, clock: Clock = time.monotonic) -> Session:
    """Read a session; the engine replays every action.

    Raises:
        TripeaksError: the bytes are not a save, or the rules refuse what it says.

    """
    fields = parse_fields(data)
    fields.require("format", FORMAT)
    fields.require("version", VERSION)
    deal, code = _deal(fields)
    rules, kind = named(fields.get("rules", str)), kind_named(fields.get("game", str))
    session = Session(deal, kind, rules, code, name=fields.get("name", str), clock=clock)
    session.restarts = fields.count("restarts")
    session.counted = fields.get("counted", bool)
    actions = [_action(entry) for entry in fields.get("done", list)]
    try:
        session.replay(actions, fields.count("time_ms"))
    except MoveError as refused:
        number = len(session.actions) + 1
        raise FormatError(f"action {number} of {len(actions)}: {refused}") from None
    session.remember(_places(fields.find("known", list) or [], deal))
    return session


def layout_value(layout: Layout) -> int | str:
    """Return what stands for a layout in JSON: its number, or the text of a layout file."""
    return layout.number or f"name: {layout.name}\n{layout.picture}"


def layout_of(fields: Fields, name: str = "layout") -> Layout:
    """Return the layout that `layout_value` has written.

    Raises:
        TripeaksError: the value is not a layout.

    """
    if fields.holds_text(name):
        return parse_layout(fields.get(name, str))
    return numbered_layout(fields.get(name, int))


def _deal(fields: Fields) -> tuple[Deal, DealCode | None]:
    layout, text = layout_of(fields), fields.find("code", str)
    run, score = fields.count("run"), fields.find("score", int)
    deal = parse_deck(fields.get("deck", str), layout, run=run, score=score)
    deal.require_known()
    code = None if text is None else parse_code(text)._replace(layout=layout.number)
    if code and code.deal(layout) != deal:
        raise FormatError(f"the code {code} deals other cards than the deck")
    return deal, code


def _places(found: list[object], deal: Deal) -> Iterator[int]:
    places = range(len(deal.cards))
    for place in found:
        if type(place) is not int or place not in places:
            told = shortened(str(place), 40)
            raise FormatError(f"known holds {told}: write places from 0 to {places[-1]}")
        yield place


def move_value(move: Move | None) -> int | str:
    """Return what stands for a move in JSON; None is an undo."""
    if move is None:
        return _UNDO
    return DRAW.action if move.place is None else move.place


def move_of(what: object) -> Move | None:
    """Return the move that `move_value` has written.

    Raises:
        FormatError: the value is none.

    """
    if type(what) is int:
        return Move(what)
    if what in (_UNDO, DRAW.action):
        return None if what == _UNDO else DRAW
    raise FormatError(f"done holds {shortened(str(what), 40)}: write a place, draw or undo")


def _action(entry: object) -> Action:
    if isinstance(entry, list) and [*map(type, entry)] in ([int, int], [int, str]):
        return Action(entry[0], move_of(entry[1]))
    found = shortened(str(entry), 40)
    raise FormatError(f"done holds {found}: write [milliseconds, place or draw or undo]")
