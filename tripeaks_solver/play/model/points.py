"""Where the points of a game come from, item by item, and what a scoring system gives for what."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from tripeaks_solver.errors import counted
from tripeaks_solver.game import Game
from tripeaks_solver.play.model.session import Session
from tripeaks_solver.scoring import TICK_MS, Scoring


class Item(NamedTuple):
    """Points, and what they are for."""

    points: int
    what: str


def items_of(session: Session) -> list[Item]:
    """Return what adds up to the score of a session: the start first, then all that is not 0.

    Moves that were taken back count for nothing.
    """
    game, scoring = session.game, session.kind.scoring
    start, layout = session.deal.start_score(scoring), session.deal.layout
    cards, peaks_before = _cards(session), layout.peaks_emptied(session.deal.mask)
    emptied, peaks = layout.peaks_emptied(game.tableau), len(layout.peaks)
    worth_of_peaks = scoring.peaks_total(emptied, peaks) - scoring.peaks_total(peaks_before, peaks)
    items = [
        Item(sum(cards), counted(len(cards), "card")),
        Item(game.drawn * scoring.draw, counted(game.drawn, "draw")),
        Item(worth_of_peaks, counted(emptied - peaks_before, "peak")),
        Item(scoring.time_points(0, game.time_ms), "clock"),
    ]
    if session.is_won:
        items += [
            Item(scoring.win_card * len(layout), "win"),
            Item(
                scoring.win_stock_card * len(game.stock),
                f"{counted(len(game.stock), 'card')} left in the stock",
            ),
            Item(scoring.time_bonus(game.time_ms), "time bonus"),
        ]
    rest = game.score - start - sum(item.points for item in items)
    items.append(Item(rest, f"never below {scoring.floor}"))
    return [Item(start, "start"), *(item for item in items if item.points)]


def _cards(session: Session) -> list[int]:
    """Return what each card brought that has been played."""
    scoring, layout = session.kind.scoring, session.deal.layout
    game, worths = Game(session.deal, session.rules, scoring), []
    for move in session.line:
        game.make(move)
        if move.place is not None:
            worths.append(scoring.card(game.run, layout.peaks_emptied(game.tableau)))
    return worths


def scoring_lines(scoring: Scoring, cards: int, peaks: int) -> Iterator[str]:
    """Say what a scoring system gives, on a layout of so many cards and peaks."""
    if scoring.start:
        yield f"{signed(scoring.start).lstrip('+')} at the start"
    first, second, third, *_, last = scoring.run[: max(cards, 4)]
    if first == last:
        yield f"{signed(first)} a card"
    else:
        yield f"the cards between two draws: {signed(first)}, {signed(second)}, {signed(third)}, …"
    if scoring.draw:
        yield f"{signed(scoring.draw)} a draw"
    totals = [scoring.peaks_total(number, peaks) for number in range(peaks + 1)]
    worths = [after - before for before, after in pairwise(totals)]
    if len({*worths}) == 1 and worths[0]:
        yield f"{signed(worths[0])} a peak"
    elif any(worths):
        yield f"the peaks: {', '.join(map(signed, worths))}"
    if scoring.peak_factor != 1:
        yield f"each cleared peak multiplies what cards bring by {scoring.peak_factor}"
    if scoring.tick:
        yield f"{signed(scoring.tick)} every full {TICK_MS // 1000} seconds"
    if scoring.win_card:
        yield f"{signed(scoring.win_card * cards)} for a win"
    if scoring.win_stock_card:
        yield f"{signed(scoring.win_stock_card)} at a win for each card left in the stock"
    if scoring.win_time:
        yield f"for a win {scoring.win_time:,} divided by the seconds taken"
    if scoring.floor is not None:
        yield f"never below {scoring.floor}"


def signed(points: int) -> str:
    """Write points with their sign, a minus as it is printed."""
    return f"−{-points:,}" if points < 0 else f"+{points:,}"
