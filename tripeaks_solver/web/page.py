"""The page on which a board is entered: its files, and what its scripts are told."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from string import Template
from typing import Any

from tripeaks_solver.cards import CARD_TEXTS, DECK_SIZE
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import shipped_layouts
from tripeaks_solver.render.page import page_style
from tripeaks_solver.render.picture import (
    COLUMN,
    FACE_UP,
    FULL_HEIGHT,
    FULL_WIDTH,
    ROW,
    card_shapes,
    face_of,
    in_words,
)
from tripeaks_solver.rules import VARIANTS
from tripeaks_solver.scoring import SYSTEMS

MEDIA = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""What the files of the page are, by the ends of their names."""
_FOLDER = Path(__file__).with_name("static")


@cache
def index_html() -> str:
    """Return the page, with the shapes of the cards in it."""
    faces = (f'<g id="card-{card}">{face_of(card, FACE_UP)}</g>' for card in range(len(CARD_TEXTS)))
    shapes = "".join((*card_shapes(), *faces))
    return Template(_text("index.html")).substitute(shapes=shapes)


@cache
def static_files() -> dict[str, str]:
    """Return the files beside the page by their names; the looks are those of the replay page."""
    names = [path.name for path in _FOLDER.iterdir() if path.suffix in MEDIA]
    return {"replay.css": page_style()} | {name: _text(name) for name in sorted(names)}


@cache
def tables() -> dict[str, Any]:
    """Return what the scripts of the page need: cards, layouts, rules and scoring systems."""
    return {
        "cards": [
            {"number": card, "text": CARD_TEXTS[card], "name": in_words(card)}
            for card in range(len(CARD_TEXTS))
        ],
        "deck_size": DECK_SIZE,
        "size": {"width": FULL_WIDTH, "height": FULL_HEIGHT},
        "layouts": [*map(_layout, shipped_layouts().values())],
        "rules": [
            {"word": rule.word, "label": rule.label, "meaning": rule.meaning} for rule in VARIANTS
        ],
        "scoring": [*SYSTEMS],
    }


def _layout(layout: Layout) -> dict[str, Any]:
    return {
        "number": layout.number,
        "name": layout.name,
        "rows": layout.rows,
        "places": [
            {"x": COLUMN * place.column, "y": ROW * place.row, "name": layout.place_name(number)}
            for number, place in enumerate(layout.places)
        ],
    }


def _text(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
