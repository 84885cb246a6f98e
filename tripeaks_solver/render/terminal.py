"""Deals and lines of play as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from tripeaks_solver.answer import Answer, Replay, Step, Verdict
from tripeaks_solver.cards import DECK_SIZE, GONE, UNKNOWN, Card, card_sign, suit_of
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import counted
from tripeaks_solver.render.wrapping import GLUE
from tripeaks_solver.rules import VARIANTS, Rules

_COLUMN = 3
"""Characters a column of a layout (half a card) takes."""
_CELL = 5
_RED_SUITS = (1, 2)
_BACK = "▒▒▒"


def deal_lines(deal: Deal, *, width: int | None = None) -> Iterator[str]:
    """Draw a deal: the tableau as it lies, the waste card, the stock.

    Covered cards stand in parentheses, and unknown ones show their backs. Where the drawing is
    wider than the terminal, the rows are told one after the other.

    Args:
        deal: the deal.
        width: the columns of the terminal; None for as many as are needed.

    """
    columns = 1 + max(place.column for place in deal.layout.places) * _COLUMN + _CELL
    yield from (_drawn_rows if width is None or columns <= width else _told_rows)(deal)
    yield ""
    yield f"waste  {_painted(deal.waste)}"
    if set(deal.stock) == {UNKNOWN}:
        yield f"stock  {counted(len(deal.stock), 'card')}"
    else:
        yield f"stock  {' '.join(map(_painted, deal.stock))}"


def _drawn_rows(deal: Deal) -> Iterator[str]:
    """Draw the rows of the tableau as they lie."""
    for row in deal.layout.rows:
        line, filled = "", 0
        for place in row:
            left = 1 + deal.layout.places[place].column * _COLUMN
            text, painted = _cell(deal, place)
            before, after = text.center(_CELL).split(text)
            line += f"{' ' * (left - filled)}{before}{painted}{after}"
            filled = left + _CELL
        yield line.rstrip()


def _told_rows(deal: Deal) -> Iterator[str]:
    """Tell the rows of the tableau from the top, card by card."""
    for number, row in enumerate(deal.layout.rows, start=1):
        cells = " ".join(_cell(deal, place)[1] for place in row)
        yield f"{f'row {number}':<6}  {cells}"


def _cell(deal: Deal, place: int) -> tuple[str, str]:
    """Return how a card of the tableau is written, without and with its colour."""
    card, face_up = deal.tableau[place], not deal.mask & deal.layout.covered_by[place]
    text = card_sign(card) if face_up else _BACK if card == UNKNOWN else f"({card_sign(card)})"
    return text, _coloured(card, text) if face_up else click.style(text, dim=True)


def _painted(card: Card) -> str:
    return _coloured(card, card_sign(card))


def _coloured(card: Card, text: str) -> str:
    is_red = card < DECK_SIZE and suit_of(card) in _RED_SUITS
    return click.style(text, fg="red") if is_red else text


def rules_line(rules: Rules) -> str:
    """Say in one line what the rules are."""
    told = [
        f"king and ace {'linked' if rules.king_ace_linked else 'not linked'}",
        *([] if rules.draw_only_when_stuck else ["draw at any time"]),
        *(variant.told for variant in VARIANTS if getattr(rules, variant.field)),
    ]
    return f"{rules.name} rules: {', '.join(told)}"


def answer_lines(replay: Replay, seconds: float) -> Iterator[str]:
    """Tell the verdict, the best result, and the lines of play that reach it."""
    answer = replay.answer
    if answer.goal:
        yield click.style(goal_result(replay), bold=True)
    else:
        yield f"{_verdict(answer)}  {best_result(answer)}".rstrip()
    covered = "; the whole space was searched" if _is_complete(replay) else ""
    replayed = " The engine replayed the moves." if replay.steps else ""
    yield (
        f"{answer.states:,} pairs of tableau and waste rank in {seconds:.3f} s{covered}.{replayed}"
    )
    if replay.steps:
        yield ""
        yield from line_of_play(answer, replay.steps)
    if replay.winning and replay.winning != replay.steps:
        yield ""
        yield "The best win:"
        yield ""
        yield from line_of_play(answer, replay.winning)


def summary_line(replay: Replay, name: str | None) -> str:
    """Tell an answer in one line: the deal, the rules, the verdict and the best result.

    Args:
        replay: the answer and its replay.
        name: what the deal is called; None for its cards.

    """
    answer = replay.answer
    begin = f"{name or answer.deal}  {answer.rules.name}"
    if answer.goal:
        return f"{begin}  {goal_result(replay)}"
    return f"{begin}  {answer.verdict:<12}  {best_result(answer)}".rstrip()


def _is_complete(replay: Replay) -> bool:
    return replay.answer.goal is not None or replay.answer.best_score is not None


def best_result(answer: Answer) -> str:
    """Tell the best result in a few words."""
    told = [] if answer.fewest_draws is None else [f"fewest draws {answer.fewest_draws}"]
    if answer.best_score is not None:
        told.append(f"best score {answer.best_score:,}")
    win = answer.best_win
    if win and win.score is not None and win.score != answer.best_score:
        told.append(f"with a win only {win.score:,}")
    return ", ".join(told)


def goal_result(replay: Replay) -> str:
    """Tell what became of a goal in a few words."""
    goal = replay.answer.goal
    if goal is None or not replay.answer.reached:
        return f"Goal {goal.text if goal else ''} cannot be reached"
    moves = f"Goal {goal.text} reached in {counted(len(replay.steps), 'move')}"
    if goal.count is not None:
        return moves
    cards = sum(step.move.place is not None for step in replay.steps)
    return f"{moves}: {counted(cards, 'card')} cleared, no play clears more"


def _verdict(answer: Answer) -> str:
    colour = "green" if answer.verdict is Verdict.WINNABLE else "yellow"
    return click.style(answer.verdict.value.capitalize(), fg=colour, bold=True)


def line_of_play(answer: Answer, steps: Sequence[Step]) -> Iterator[str]:
    """Write a line of play, a line for each waste card: the run on it, and the score after it.

    Behind a card stands what it brought beside its own worth: for a peak, or at the win.
    """
    scoring, deal = answer.scoring, answer.problem.opened
    score = answer.problem.start_score
    line = f"  deal       {_painted(deal.waste) if deal.waste != GONE else 'empty waste'}"
    run, peaks, tableau = deal.run, deal.layout.peaks_emptied(deal.mask), deal.mask
    for number, step in enumerate(steps, start=1):
        place = step.move.place
        if place is None:
            yield f"{line}  ={GLUE}{score:,}"
            line, run = f"  {number:>4}  draw{GLUE}{_painted(step.card)}", 0
        else:
            tableau ^= 1 << place
            run, emptied = run + 1, deal.layout.peaks_emptied(tableau)
            bonus = 0
            if emptied > peaks or not tableau:
                bonus = step.score - score - scoring.card(run, emptied)
            peaks = emptied
            line += f" {_painted(step.card)}"
            line += click.style(f"{GLUE}(+{bonus:,})", fg="green") if bonus > 0 else ""
        score = step.score
    yield f"{line}  ={GLUE}{score:,}"
