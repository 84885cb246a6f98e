"""What to play in a position, in the words that a player sees: fair advice, and proven hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tripeaks_solver.answer import Line, Move, Verdict
from tripeaks_solver.cards import card_sign
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import counted
from tripeaks_solver.play.model.kinds import Kind
from tripeaks_solver.play.model.session import Session
from tripeaks_solver.rules import Rules
from tripeaks_solver.samples import REVIEW
from tripeaks_solver.scoring import SYSTEMS

if TYPE_CHECKING:
    from tripeaks_solver.review import Review


class Hint(NamedTuple):
    """A proposed move (None where no move gains anything), and what to say about it."""

    move: Move | None
    text: str


def fair_hint(session: Session) -> Hint:
    """Say what the advised player does, who sees no more than the player has seen.

    What had turned up before an undo is known.

    Raises:
        TripeaksError: there is nothing to advise on.

    """
    from tripeaks_solver.players.advice import advise
    from tripeaks_solver.view import view_of

    view = view_of(session.game, session.seen_places())
    advice = advise(view, session.rules, SYSTEMS[session.kind.name])
    if not advice.options:
        return Hint(None, advice.note)
    option = advice.options[0]
    named = _named(option.move, view.deal)
    if advice.is_exact:
        return Hint(option.move, f"Advice: {named} – all cards are known now")
    chance = f"{option.estimate.win.share:.0%} chance of winning"
    return Hint(option.move, f"Advice: {named} – {chance}; {option.reason}")


def review_of(session: Session, samples: int = REVIEW) -> Review:
    """Review the line of play that stands, with all cards known.

    Args:
        session: the game.
        samples: how often the hidden cards are dealt for the advice at each move; 0 for no advice,
            which is quicker.

    Raises:
        TripeaksError: there is nothing to search.

    """
    from tripeaks_solver.review import review

    moves = [action.move for action in session.actions]
    scoring = SYSTEMS[session.kind.name]
    asked = session.deal, moves, session.rules, scoring
    return review(*asked, known=session.known, samples=samples)


def best_hint(position: Deal, start: Deal, rules: Rules, kind: Kind) -> Hint:
    """Find the first move to the best win or, where there is none, to the best ending.

    The search covers everything that can still happen. Only on layouts too large for that it may
    find a win that is not proven to be the best, or no answer. Where time counts, each move takes
    as long as the scoring system says.

    Args:
        position: the game as it stands.
        start: the deal that it began with; it decides what is said of a position that is lost.
        rules: the rules of play.
        kind: the kind of game, which gives the points.

    Raises:
        TripeaksError: there is nothing to search.

    """
    from tripeaks_solver.ask import solve

    answer = solve(position, rules, SYSTEMS[kind.name])
    if win := answer.best_win:
        word = "Good" if answer.fewest_draws is None else "Best"
        return Hint(win.moves[0], f"{word}: {_named(win.moves[0], position)} – {_goal(win, kind)}")
    if answer.verdict is Verdict.UNDECIDED:
        return Hint(None, "The search found no answer: this position may or may not be winnable")
    lost = lost_text(start, rules)
    if answer.best_score is None:
        return Hint(None, f"No best move is known: {lost}")
    if not answer.moves:
        return Hint(None, f"No move gains anything: {lost}")
    return Hint(answer.moves[0], f"Best: {_named(answer.moves[0], position)} – {lost}")


def lost_text(start: Deal, rules: Rules) -> str:
    """Say that a position is lost: through play, or because its deal could never be won."""
    from tripeaks_solver.ask import decide

    match decide(start, rules).verdict:
        case Verdict.WINNABLE:
            return "this position can no longer be won"
        case Verdict.NOT_WINNABLE:
            return "this deal cannot be won"
        case Verdict.UNDECIDED:
            return "this position cannot be won"


def _named(move: Move, position: Deal) -> str:
    return "draw" if move.place is None else f"play {card_sign(position.tableau[move.place])}"


def _goal(win: Line, kind: Kind) -> str:
    """Describe a win; its score only where it does not depend on the real clock."""
    goal = f"wins in {counted(len(win.moves), 'move')}"
    if win.score is None or kind.scoring.is_timed:
        return goal
    return f"{goal} with {counted(win.score, 'point')}"
