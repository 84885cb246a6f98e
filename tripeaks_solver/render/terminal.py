"""Deals and lines of play as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from tripeaks_solver.answer import Answer, Verdict
from tripeaks_solver.cards import Card, card_sign, suit_of
from tripeaks_solver.deal import Deal
from tripeaks_solver.rules import Rules
from tripeaks_solver.verify import Step

_COLUMN = 3
"""Characters a column of a layout (half a card) takes."""
_CELL = 5
_RED_SUITS = (1, 2)
_BACK = "▒▒▒"


def deal_lines(deal: Deal, *, hidden: bool = False) -> Iterator[str]:
    """Draw a deal: the tableau as it lies, the waste card, the stock.

    Args:
        deal: the deal.
        hidden: whether face-down cards are shown as backs, as a player sees the table;
            otherwise they stand in parentheses.

    """
    layout = deal.layout
    for row in layout.rows:
        line, width = "", 0
        for place in row:
            left = 1 + layout.places[place].column * _COLUMN
            face_up = layout.is_free(place, layout.full)
            line += " " * (left - width) + _cell(deal.tableau[place], face_up, hidden)
            width = left + _CELL
        yield line.rstrip()
    yield ""
    yield f"waste  {_painted(deal.waste)}"
    if hidden:
        yield f"stock  {len(deal.stock)} cards"
    else:
        yield f"stock  {' '.join(map(_painted, deal.stock))}"


def _cell(card: Card, face_up: bool, hidden: bool) -> str:
    text = card_sign(card) if face_up else _BACK if hidden else f"({card_sign(card)})"
    before, after = text.center(_CELL).split(text)
    painted = _coloured(card, text) if face_up else click.style(text, dim=True)
    return f"{before}{painted}{after}"


def _painted(card: Card) -> str:
    return _coloured(card, card_sign(card))


def _coloured(card: Card, text: str) -> str:
    return click.style(text, fg="red") if suit_of(card) in _RED_SUITS else text


def rules_line(rules: Rules) -> str:
    """Say in one line what the rules are."""
    link = "linked" if rules.king_ace_linked else "not linked"
    draws = "draw only when stuck" if rules.draw_only_when_stuck else "draw at any time"
    return f"{rules.name} rules: king and ace {link}, {draws}"


def answer_lines(answer: Answer, steps: Sequence[Step], seconds: float) -> Iterator[str]:
    """Tell the verdict, the best result, and the line of play that reaches it."""
    yield f"{_verdict(answer)}  {best_result(answer)}"
    covered = "" if answer.best_score is None else "; the whole space was searched"
    yield (
        f"{answer.states:,} pairs of tableau and waste rank in {seconds:.3f} s{covered}. "
        f"The engine replayed the moves."
    )
    yield ""
    yield from line_of_play(answer, steps)


def best_result(answer: Answer) -> str:
    """Tell the best result in a few words."""
    if answer.best_score is None:
        return ""
    score = f"best score {answer.best_score}"
    return score if answer.fewest_draws is None else f"fewest draws {answer.fewest_draws}, {score}"


def _verdict(answer: Answer) -> str:
    colour = "green" if answer.verdict is Verdict.WINNABLE else "yellow"
    return click.style(answer.verdict.value.capitalize(), fg=colour, bold=True)


def line_of_play(answer: Answer, steps: Sequence[Step]) -> Iterator[str]:
    """Write a line of play, a line for each waste card: the run on it, and the score after it."""
    score = answer.scoring.start
    line = f"  deal       {_painted(answer.deal.waste)}"
    for number, step in enumerate(steps, start=1):
        if step.move.place is None:
            yield f"{line}  = {score}"
            line = f"  {number:>4}  draw {_painted(step.card)}"
        else:
            bonus = step.score - score - answer.scoring.run[0]
            line += f" {_painted(step.card)}"
            line += click.style(f" (+{bonus})", fg="green") if bonus else ""
        score = step.score
    yield f"{line}  = {score}"
