"""A game under way as a file, so that it can be gone on with after any end of the program."""

from __future__ import annotations

import json
import time

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.codes import DealCode, parse_code
from tripeaks_solver.deal import Deal, parse_deck
from tripeaks_solver.errors import FormatError, MoveError, shortened
from tripeaks_solver.layout import Layout, parse_layout
from tripeaks_solver.layouts import numbered_layout
from tripeaks_solver.play.model.kinds import kind_named
from tripeaks_solver.play.model.session import Clock, Done, Session
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
            "done": [[done.time_ms, _what(done.move)] for done in session.done],
            "time_ms": session.game.time_ms,
            "restarts": session.restarts,
            "counted": session.counted,
        }
    )


def parse_save(data: bytes, *, clock: Clock = time.monotonic) -> Session:
    """Read a session; the engine plays again all that was done.

    Raises:
        TripeaksError: the bytes are no save, or what they tell cannot be.

    """
    fields = parse_fields(data)
    fields.require("format", FORMAT)
    fields.require("version", VERSION)
    deal, code = _deal(fields)
    rules, kind = named(fields.get("rules", str)), kind_named(fields.get("game", str))
    session = Session(deal, kind, rules, code, name=fields.get("name", str), clock=clock)
    session.restarts = fields.count("restarts")
    session.counted = fields.get("counted", bool)
    done = [_done(entry) for entry in fields.get("done", list)]
    try:
        session.take_up(done, fields.count("time_ms"))
    except MoveError as refused:
        number = len(session.done) + 1
        raise FormatError(f"action {number} of {len(done)}: {refused}") from None
    return session


def layout_value(layout: Layout) -> int | str:
    """Return what stands for a layout in JSON: its number, or the text of a player's own one."""
    return layout.number or f"name: {layout.name}\n{layout.picture}"


def layout_of(fields: Fields, name: str = "layout") -> Layout:
    """Return the layout that `layout_value` has written.

    Raises:
        TripeaksError: there is none.

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


def _what(move: Move | None) -> int | str:
    if move is None:
        return _UNDO
    return DRAW.action if move.place is None else move.place


def _done(entry: object) -> Done:
    if isinstance(entry, list) and [*map(type, entry)] in ([int, int], [int, str]):
        time_ms, what = entry
        if isinstance(what, int):
            return Done(time_ms, Move(what))
        if what in (_UNDO, DRAW.action):
            return Done(time_ms, None if what == _UNDO else DRAW)
    found = shortened(str(entry), 40)
    raise FormatError(f"done holds {found}: write [milliseconds, place or draw or undo]")
