"""What the replay page is told: a deal, its rules and scoring as data, and the lines to play."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from tripeaks_solver.answer import Answer, Line, Move, Verdict
from tripeaks_solver.cards import GONE, JOKER, Card, rank_of
from tripeaks_solver.deal import Deal
from tripeaks_solver.game import Game, Refusal, Status
from tripeaks_solver.layout import Layout
from tripeaks_solver.render.page.prospects import Table, table_of
from tripeaks_solver.render.picture import COLUMN, FULL_HEIGHT, FULL_WIDTH, ROW, in_words
from tripeaks_solver.rules import Rules
from tripeaks_solver.scoring import TICK_MS, Scoring
from tripeaks_solver.search.prospects import Prospects, prospects
from tripeaks_solver.search.states import fits

_SIDES = {1: ("the",), 2: ("left", "right"), 3: ("left", "middle", "right")}


def page_data(answer: Answer) -> dict[str, Any]:
    """Return all that the scripts of the page need, as JSON can hold it.

    Raises:
        DeckError: there are unknown cards.

    """
    answer.deal.require_known()
    deal, rules = answer.deal.under(answer.rules), answer.rules
    hopes = prospects(answer.deal, rules) if fits(deal.layout) else None
    return {
        "cards": [{"name": in_words(card), "rank": rank_of(card)} for card in range(JOKER + 1)],
        "size": {"width": FULL_WIDTH, "height": FULL_HEIGHT},
        "layout": _layout(deal.layout),
        "deal": _deal(deal, answer.scoring),
        "rules": _rules(rules),
        "scoring": _scoring(answer.scoring, len(deal.layout.peaks)),
        "refusals": {refusal.name: refusal.value for refusal in Refusal},
        "statuses": {status.name: status.value for status in Status},
        "verdict": answer.verdict.name,
        "lines": [_line(answer, name, line, hopes) for name, line in _lines(answer).items()],
        "prospects": _table(hopes),
    }


def _layout(layout: Layout) -> dict[str, Any]:
    return {
        "places": [
            {"x": COLUMN * place.column, "y": ROW * place.row, "name": layout.place_name(number)}
            for number, place in enumerate(layout.places)
        ],
        "covered_by": layout.covered_by,
        "peaks": [
            {"mask": mask, "name": _peak_name(number, len(layout.peaks))}
            for number, mask in enumerate(layout.peaks)
        ],
    }


def _peak_name(number: int, peaks: int) -> str:
    if peaks in _SIDES:
        return f"{_SIDES[peaks][number]} peak"
    return f"peak {number + 1}"


def _deal(deal: Deal, scoring: Scoring) -> dict[str, Any]:
    return {
        "tableau": [_shown(card) for card in deal.tableau],
        "mask": deal.mask,
        "waste": _shown(deal.waste),
        "stock": deal.stock,
        "run": deal.run,
        "score": scoring.start if deal.score is None else deal.score,
    }


def _shown(card: Card) -> Card | None:
    return None if card == GONE else card


def _rules(rules: Rules) -> dict[str, Any]:
    return {**asdict(rules), "plays_on": rules.plays_on}


def _scoring(scoring: Scoring, peaks: int) -> dict[str, Any]:
    """Return a scoring system with its tables; ``peaks_total`` is by the number of empty peaks."""
    totals = [scoring.peaks_total(emptied, peaks) for emptied in range(peaks + 1)]
    return {
        **asdict(scoring),
        "peaks_total": totals,
        "tick_ms": TICK_MS,
        "is_timed": scoring.is_timed,
    }


def _lines(answer: Answer) -> dict[str, Line]:
    """Return the lines by their names: the best one, and the best win where that is another."""
    claimed, best = answer.best_score is not None, Line(answer.moves, answer.best_score)
    lost = answer.verdict is Verdict.NOT_WINNABLE
    lines = {("best ending" if lost else "best score") if claimed else "line of play": best}
    if answer.winning and answer.winning.moves != answer.moves:
        lines["best win"] = answer.winning
    return lines


def _line(answer: Answer, name: str, line: Line, hopes: Prospects | None) -> dict[str, Any]:
    """Return the moves (a place, or nothing for a draw) and from where on they can still win."""
    return {
        "name": name,
        "score": line.score,
        "moves": [move.place for move in line.moves],
        "winnable": _winnable(answer, line.moves, hopes),
    }


def _winnable(
    answer: Answer, moves: tuple[Move, ...], hopes: Prospects | None
) -> list[bool | None]:
    """Tell before the first move and after each whether the game can be won; None if unknown."""
    game = Game(answer.deal, answer.rules, answer.scoring)
    told: list[bool | None] = [_can_win(game, hopes)]
    for move in moves:
        game.make(move)
        told.append(_can_win(game, hopes))
    if hopes is None and game.status is Status.WON:
        return [True] * len(told)
    if hopes is None and answer.verdict is Verdict.NOT_WINNABLE:
        return [False] * len(told)
    return told


def _can_win(game: Game, hopes: Prospects | None) -> bool | None:
    if hopes is None:
        return None
    return hopes.can_win(game.tableau, game.waste_rank, game.drawn)


def _table(hopes: Prospects | None) -> Table | None:
    return None if hopes is None else table_of(hopes)
