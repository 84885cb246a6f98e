"""What the replay page is told: a deal, its rules and scoring as data, and the lines to play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NamedTuple

from tripeaks_solver.answer import Answer, Line, Move, Verdict
from tripeaks_solver.cards import GONE, JOKER, Card, rank_of
from tripeaks_solver.deal import Deal
from tripeaks_solver.game import Refusal, Status
from tripeaks_solver.layout import Layout
from tripeaks_solver.problem import Problem
from tripeaks_solver.render.page.prospects import table_of
from tripeaks_solver.render.picture import COLUMN, FULL_HEIGHT, FULL_WIDTH, ROW, in_words
from tripeaks_solver.rules import Rules
from tripeaks_solver.scoring import TICK_MS, Scoring

if TYPE_CHECKING:
    from tripeaks_solver.search.prospects import Prospects

_SIDES = {1: ("the",), 2: ("left", "right"), 3: ("left", "middle", "right")}


class Played(NamedTuple):
    """A game that was played, to be shown before the lines of the answer.

    Attributes:
        line: its moves, which are legal, and its score.
        remarks: what is to be said of each move; empty texts for nothing.
        summary: what it comes to, in sentences.

    """

    line: Line
    remarks: tuple[str, ...]
    summary: str


def page_data(
    answer: Answer, prospects: Prospects | None, played: Played | None = None
) -> dict[str, Any]:
    """Return all that the scripts of the page need, as JSON can hold it.

    Args:
        answer: the answer; its lines are legal, as `verify.replay` confirms.
        prospects: from which positions the game can still be won; None where nobody knows.
        played: a game of the deal that was played.

    """
    problem, verdict = answer.problem, answer.verdict
    layout = problem.deal.layout
    lines = [_line(problem, name, line, prospects, verdict) for name, line in _lines(answer)]
    if played:
        own = _line(problem, "your game", played.line, prospects, verdict)
        lines.insert(0, own | {"remarks": played.remarks})
    return {
        "cards": [{"name": in_words(card), "rank": rank_of(card)} for card in range(JOKER + 1)],
        "size": {"width": FULL_WIDTH, "height": FULL_HEIGHT},
        "layout": _layout(layout),
        "deal": _deal(problem),
        "rules": _rules(problem.rules),
        "scoring": _scoring(problem.scoring, len(layout.peaks)),
        "refusals": {refusal.name: refusal.value for refusal in Refusal},
        "statuses": {status.name: status.value for status in Status},
        "verdict": verdict.name,
        "lines": lines,
        "prospects": None if prospects is None else table_of(prospects),
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


def _deal(problem: Problem) -> dict[str, Any]:
    deal = problem.opened
    return {
        "tableau": [_shown(card) for card in deal.tableau],
        "mask": deal.mask,
        "waste": _shown(deal.waste),
        "stock": deal.stock,
        "run": deal.run,
        "score": problem.start_score,
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


def _lines(answer: Answer) -> Iterator[tuple[str, Line]]:
    """Yield the lines with their names: the best one, and the best win where that is another."""
    claimed, best = answer.best_score is not None, Line(answer.moves, answer.best_score)
    lost = answer.verdict is Verdict.NOT_WINNABLE
    yield ("best ending" if lost else "best score") if claimed else "line of play", best
    if answer.winning and answer.winning.moves != answer.moves:
        yield "best win", answer.winning


def _line(
    problem: Problem, name: str, line: Line, prospects: Prospects | None, verdict: Verdict
) -> dict[str, Any]:
    """Return the moves (a place, or nothing for a draw) and from where on they can still win."""
    return {
        "name": name,
        "score": line.score,
        "moves": [move.place for move in line.moves],
        "winnable": _winnable(problem.opened, line.moves, prospects, verdict),
    }


def _winnable(
    deal: Deal, moves: tuple[Move, ...], prospects: Prospects | None, verdict: Verdict
) -> list[bool | None]:
    """Tell before the first move and after each whether the game can be won; None if unknown."""
    positions = list(_positions(deal, moves))
    if prospects is not None:
        return [prospects.can_win(*position) for position in positions]
    if not positions[-1][0]:  # a line that wins can be won all along
        return [True] * len(positions)
    return [False if verdict is Verdict.NOT_WINNABLE else None] * len(positions)


def _positions(deal: Deal, moves: tuple[Move, ...]) -> Iterator[tuple[int, int, int]]:
    """Yield tableau, waste rank and draws before the first move and after each."""
    tableau, rank, drawn = deal.mask, rank_of(deal.waste), 0
    yield tableau, rank, drawn
    for move in moves:
        if move.place is None:
            rank, drawn = rank_of(deal.stock[drawn]), drawn + 1
        else:
            tableau, rank = tableau ^ 1 << move.place, rank_of(deal.tableau[move.place])
        yield tableau, rank, drawn
