"""The replay page: one HTML file that plays an answer in a browser, without any network.

It shows the deal, steps through the line of play, and lets a visitor try moves of their own. What
differs between deals, rules and scoring systems goes in as data (`data`); `engine.js` plays by it
as `Game` does, `prospects.js` looks up from where the game can still be won, and the other scripts
show that. The texts of refusals are those of the engine.

All of the file is ASCII. Its security policy lets nothing be loaded, and no script and no style be
used but the two that stand in it.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

from tripeaks_solver.answer import Answer, Verdict
from tripeaks_solver.cards import GONE, Card
from tripeaks_solver.render.page.data import Played, page_data
from tripeaks_solver.render.picture import (
    CARD_RULES,
    FACE_UP,
    TOLD,
    card_shapes,
    escaped,
    face_of,
    style_sheet,
)
from tripeaks_solver.render.terminal import best_result, rules_line

if TYPE_CHECKING:
    from tripeaks_solver.search.prospects import Prospects

_SCRIPTS = (
    "engine.js",
    "prospects.js",
    "line.js",
    "replay.js",
    "dom.js",
    "board.js",
    "timeline.js",
    "figures.js",
    "page.js",
)
"""The parts of the script, in the order in which they need each other."""

_COLOUR_RULES = {":root": "--table:{table};--face:{face};--edge:{edge};--back:{back};--ink:{ink}"}
"""The colours of pictures, for the style of the page to use."""

_VERDICTS = {
    Verdict.WINNABLE: ("won", "This deal can be won"),
    Verdict.NOT_WINNABLE: ("lost", "Proven: this deal cannot be won"),
    Verdict.UNDECIDED: ("open", "Not decided: a limit was reached first"),
}


def replay_page(
    answer: Answer,
    prospects: Prospects | None,
    name: str | None = None,
    played: Played | None = None,
) -> str:
    """Write the page that plays an answer.

    Args:
        answer: the answer; its lines are legal, as `verify.replay` confirms.
        prospects: from which positions the game can still be won; None where nobody knows.
        name: what the deal is called.
        played: a game of the deal that was played, with remarks on its moves.

    Returns:
        The text of an HTML file, all in ASCII.

    """
    deal = answer.problem.opened
    kind, verdict = _VERDICTS[answer.verdict]
    style = page_style()
    script = "\n".join(map(_part, _SCRIPTS))
    page = Template(_part("page.html")).substitute(
        policy=_policy(style, script),
        title=escaped(f"TriPeaks deal {name or f'on the layout {deal.layout.name}'}"),
        rules=escaped(
            f"{rules_line(answer.rules)}; layout {deal.layout.name}; scoring {answer.scoring.name}"
        ),
        kind=kind,
        verdict=verdict,
        result=escaped(" ".join(filter(None, [_result(answer), played and played.summary]))),
        shapes="".join((*card_shapes(), *_faces(deal.cards))),
        style=style,
        data=_data_text(page_data(answer, prospects, played)),
        script=script,
    )
    return page.encode("ascii", "xmlcharrefreplace").decode("ascii")


def page_style() -> str:
    """Return the style of the page, for other pages of the same looks too."""
    return style_sheet({**_COLOUR_RULES, **CARD_RULES}, "auto") + _part("page.css")


def _result(answer: Answer) -> str:
    """Tell the best result in sentences."""
    result = best_result(answer)
    told = [f"{result[0].upper()}{result[1:]}."] if result else []
    if answer.verdict is Verdict.NOT_WINNABLE and answer.best_score is not None:
        told.append("The moves lead to it.")
    return " ".join(told)


def _faces(cards: Iterable[Card]) -> Iterable[str]:
    """Draw each card twice: as it lies open, and as small print tells a covered one."""
    for card in sorted(set(cards) - {GONE}):
        for kind, printed in (("card", FACE_UP), ("told", TOLD)):
            yield f'<g id="{kind}-{card}">{face_of(card, printed)}</g>'


def _data_text(data: Mapping[str, Any]) -> str:
    """Write the data so that nothing in it can end the element in which it stands."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def _policy(style: str, script: str) -> str:
    """Allow this style and this script, and nothing else."""
    rules = [
        "default-src 'none'",
        f"style-src {_digest(style)}",
        f"script-src {_digest(script)}",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    return "; ".join(rules)


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode('ascii')).digest()).decode('ascii')}'"


def _part(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="ascii")
