"""The provably best move in a position, in the words that a player sees."""

from __future__ import annotations

from typing import NamedTuple

from tripeaks_solver.answer import Line, Move, Verdict
from tripeaks_solver.cards import card_sign
from tripeaks_solver.deal import Deal
from tripeaks_solver.play.model.kinds import Kind
from tripeaks_solver.rules import Rules
from tripeaks_solver.scoring import SYSTEMS

LOST = "this position cannot be won any more"


class Hint(NamedTuple):
    """A proposed move (None where nothing is gained by any), and what is to be said of it."""

    move: Move | None
    text: str


def best_hint(position: Deal, rules: Rules, kind: Kind) -> Hint:
    """Find the first move to the best win or, where there is none, to the best ending.

    The whole space of what can still happen is searched; only for layouts too large for that a win
    may be found that is not proven to be the best, or no answer at all. Where time counts each
    move is taken to need as long as the scoring system says.

    Raises:
        TripeaksError: there is nothing to search.

    """
    from tripeaks_solver.ask import solve

    answer = solve(position, rules, SYSTEMS[kind.name])
    if win := answer.best_win:
        word = "Good" if answer.fewest_draws is None else "Best"
        return Hint(win.moves[0], f"{word}: {_named(win.moves[0], position)} – {_goal(win, kind)}")
    if answer.verdict is Verdict.UNDECIDED:
        return Hint(None, "Whether this position can be won was not found out")
    if answer.best_score is None:
        return Hint(None, f"No best move is known, but {LOST}")
    if not answer.moves:
        return Hint(None, f"No move gains anything: {LOST}")
    return Hint(answer.moves[0], f"Best: {_named(answer.moves[0], position)} – {LOST}")


def _named(move: Move, position: Deal) -> str:
    return "draw" if move.place is None else f"play {card_sign(position.tableau[move.place])}"


def _goal(win: Line, kind: Kind) -> str:
    """Tell how a win goes; its score only where no real clock takes part in it."""
    count = len(win.moves)
    goal = f"wins in {count} {'move' if count == 1 else 'moves'}"
    is_known = win.score is not None and not kind.scoring.is_timed
    return f"{goal} with {win.score} points" if is_known else goal
