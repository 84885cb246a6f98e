"""Advice as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

import click

from tripeaks_solver.answer import Move, Verdict
from tripeaks_solver.cards import UNKNOWN, Card, card_sign
from tripeaks_solver.errors import counted
from tripeaks_solver.players.advice import Advice, Option
from tripeaks_solver.players.look import Plan
from tripeaks_solver.view import View


def advice_lines(advice: Advice) -> Iterator[str]:
    """Tell the actions, best first, with what is to be expected of them and why."""
    if advice.plan is not None:
        yield from _plan_lines(advice.view, advice.plan)
        yield ""
    for number, option in enumerate(advice.options):
        line = _option_line(option, proven=advice.is_exact)
        yield click.style(line, bold=True) if number == 0 else line
        yield f"    {option.reason}"
    if advice.note:
        yield advice.note[0].upper() + advice.note[1:] + "."
    if advice.is_exact and advice.options:
        yield "Every card is known: the answers are proven. `tripeaks solve` shows the whole line."
    elif advice.options:
        yield from _decided_lines(advice)
        samples = advice.options[0].estimate.samples
        yield (
            f"Chance of winning under good play and expected score, from {samples:,} ways to deal "
            f"{counted(len(advice.view.hidden), 'hidden card')}."
        )


def _decided_lines(advice: Advice) -> Iterator[str]:
    if advice.decided is Verdict.WINNABLE:
        sure = next(option for option in advice.options if option.estimate.win.low == 1)
        move = move_text(sure.move, sure.card)
        yield f"Proven: {move} begins a line of known cards that wins whatever lies there."
    elif advice.decided is Verdict.NOT_WINNABLE:
        yield "Proven: the game cannot be won, whatever lies there."


def _option_line(option: Option, *, proven: bool) -> str:
    win, score = option.estimate.win, option.estimate.score
    move = move_text(option.move, option.card)
    if proven:
        ends = {1.0: "wins", 0.0: "cannot win"}
        return f"{move:<12} {ends.get(win.share, 'undecided')}, best score {score:,.0f}"
    half = max(win.high - win.share, win.share - win.low)
    return f"{move:<12} {win.share:6.1%} ± {half:.1%}   score {score:,.0f}"


def move_text(move: Move, card: Card) -> str:
    """Name an action, with its card where it is known."""
    return move.action if card == UNKNOWN else f"{move.action} {card_sign(card)}"


def _plan_lines(view: View, plan: Plan) -> Iterator[str]:
    deal = view.deal
    if not plan.seen:
        if view.hidden:
            yield "Nothing that can be done for certain shows an unknown card."
        return
    stock = iter(deal.stock)
    named = [
        move_text(move, next(stock) if move.place is None else deal.tableau[move.place])
        for move in plan.moves
    ]
    if plan.places:
        places = "; ".join(map(deal.layout.place_name, plan.places))
        yield f"To see most: {', '.join(named)}."
        yield f"That turns up {counted(len(plan.places), 'hidden card')}: {places}."
    if plan.draws:
        begin = "Then draw" if plan.places else "To see most: draw"
        yield f"{begin}: that shows {counted(plan.draws, 'stock card')}."
    yield "Then undo or restart, and give the board with what you have seen."
