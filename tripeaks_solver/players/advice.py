"""What to play when only the cards in sight are known, and why."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from tripeaks_solver.answer import DRAW, Move, Verdict, card_of
from tripeaks_solver.ask import solve
from tripeaks_solver.cards import UNKNOWN, Card, Rank, card_sign, rank_of
from tripeaks_solver.errors import counted
from tripeaks_solver.game import Game, Refusal, Status
from tripeaks_solver.hidden import outlook
from tripeaks_solver.players.estimate import Estimate, estimates
from tripeaks_solver.players.look import Plan, plan_to_see
from tripeaks_solver.rules import EASY, Rules, ranks_in
from tripeaks_solver.samples import ADVICE
from tripeaks_solver.scoring import TP1, Scoring
from tripeaks_solver.shares import Share
from tripeaks_solver.view import View, view_of

_SOME = 4
"""Up to how many cards are named."""


class Aim(StrEnum):
    """What a player plays for."""

    WIN = "win"
    SCORE = "score"
    LOOK = "look"


@dataclass(frozen=True)
class Option:
    """An action that can be done now.

    Attributes:
        move: the action.
        card: the card that it puts on the waste; `UNKNOWN` for the draw of a hidden card.
        estimate: what is to be expected of it.
        reason: what speaks for it or against it.

    """

    move: Move
    card: Card
    estimate: Estimate
    reason: str


@dataclass(frozen=True)
class Advice:
    """What to do in a position.

    Attributes:
        view: what the player sees.
        rules: the rules of play.
        scoring: the scoring system.
        aim: what the player plays for.
        options: the actions that can be done, best first; the first is recommended.
        note: what else is to be said: why nothing else can be done, or how the game has ended.
        is_exact: whether every card is known, so that the numbers are proven.
        decided: whether the win is proven, or that there is none, whatever lies at the unknown
            places; `Verdict.UNDECIDED` where neither is.
        plan: what to play to see most, for `Aim.LOOK`.

    """

    view: View
    rules: Rules
    scoring: Scoring
    aim: Aim
    options: tuple[Option, ...]
    note: str = ""
    is_exact: bool = False
    decided: Verdict = Verdict.UNDECIDED
    plan: Plan | None = None


def advise(
    view: View,
    rules: Rules = EASY,
    scoring: Scoring = TP1,
    *,
    aim: Aim = Aim.WIN,
    samples: int = ADVICE,
    seconds: float | None = None,
    seed: int = 0,
    announce: Callable[[str], None] | None = None,
) -> Advice:
    """Compare all actions of a player who sees no more than a view shows.

    Where all cards are known or follow from the others, the answers are proven by the solver. Where
    some are unknown, but a line of known cards wins, or nothing can win, now or after an action,
    that is proven too.

    Args:
        view: what the player sees.
        rules: the rules of play.
        scoring: the scoring system.
        aim: what the player plays for.
        samples: how often to deal the unseen cards; see `estimates`.
        seconds: for how long to do so instead.
        seed: what the random numbers begin with.
        announce: is told when the players are compiled for the first time.

    Raises:
        DeckError: a card is unknown that lies in sight.
        TripeaksError: an argument is of the wrong kind.

    """
    moves = view.legal_moves(rules)
    known, decided = view.known, Verdict.UNDECIDED
    if known is not None:
        found = tuple(_proven(Game(known, rules, scoring), move) for move in moves)
    else:
        found = estimates(
            *(view, rules, scoring),
            samples=samples,
            seconds=seconds,
            seed=seed,
            for_score=aim is Aim.SCORE,
            announce=announce,
        )
        if moves:
            found, decided = _decided(found, view, rules, scoring, aim, announce)
    ranked = sorted(found, key=lambda one: _worth(one, aim), reverse=True)
    return Advice(
        *(view, rules, scoring, aim),
        options=tuple(_option(view, rules, estimate) for estimate in ranked),
        note=_note(view, rules, moves),
        is_exact=known is not None,
        decided=decided,
        plan=plan_to_see(view, rules) if aim is Aim.LOOK else None,
    )


def _decided(
    found: tuple[Estimate, ...],
    view: View,
    rules: Rules,
    scoring: Scoring,
    aim: Aim,
    announce: Callable[[str], None] | None,
) -> tuple[tuple[Estimate, ...], Verdict]:
    """Replace estimated chances by those that are proven whatever lies at the unknown places."""
    whatever = outlook(view, rules, scoring, samples=1, announce=announce)
    if whatever.verdict is Verdict.NOT_WINNABLE:
        return tuple(one._replace(win=Share(0, 0, 0)) for one in found), whatever.verdict
    if not whatever.steps:  # that every completion can be won tells nothing of those who see none
        return tuple(
            one._replace(win=Share(0, 0, 0), chosen=False)
            if _is_lost(view, rules, scoring, one.move, announce)
            else one
            for one in found
        ), Verdict.UNDECIDED
    first = whatever.steps[0].move
    found = tuple(one._replace(win=Share(1, 1, 1)) if one.move == first else one for one in found)
    if aim is not Aim.SCORE:
        found = tuple(one._replace(chosen=one.move == first) for one in found)
    return found, whatever.verdict


def _is_lost(
    view: View,
    rules: Rules,
    scoring: Scoring,
    move: Move,
    announce: Callable[[str], None] | None,
) -> bool:
    """Tell whether it is proven that nothing wins after an action, whatever lies there."""
    game = Game(view.deal, rules, scoring)
    if move == DRAW and game.draw_refusal():
        return False  # the card is unknown
    game.make(move)
    seen = view_of(game, known=range(len(view.deal.cards)))
    after = replace(seen, discarded=view.discarded | seen.discarded, first_empty=view.first_empty)
    found = outlook(after, rules, scoring, samples=1, announce=announce)
    return found.verdict is Verdict.NOT_WINNABLE


def _worth(estimate: Estimate, aim: Aim) -> tuple[float, ...]:
    by_score = estimate.score, estimate.win.share
    return (estimate.chosen, *(by_score if aim is Aim.SCORE else reversed(by_score)))


def _proven(game: Game, move: Move) -> Estimate:
    """Return what the solver proves of an action."""
    game.make(move)
    if game.status is Status.WON:
        return Estimate(move, Share(1, 1, 1), game.score, game.score, game.score, 0, False)
    answer = solve(game.position(), game.rules, game.scoring)
    score = float(answer.best_score if answer.best_score is not None else game.score)
    ends = {Verdict.WINNABLE: (1, 1, 1), Verdict.NOT_WINNABLE: (0, 0, 0)}
    win = Share(*ends.get(answer.verdict, (0.5, 0, 1)))
    return Estimate(move, win, score, score, score, 0, False)


def _option(view: View, rules: Rules, estimate: Estimate) -> Option:
    place = estimate.move.place
    reasons = _of_draw(view, rules) if place is None else _of_play(view, rules, place)
    if estimate.samples and estimate.win == Share(0, 0, 0):  # no sampled interval is a point
        reasons = itertools.chain(["proven: cannot win after it"], reasons)
    return Option(estimate.move, card_of(estimate.move, view.deal), estimate, "; ".join(reasons))


def _of_play(view: View, rules: Rules, place: int) -> Iterator[str]:
    """Say what a play does, in the numbers that the players go by."""
    deal, layout = view.deal, view.deal.layout
    after = deal.mask ^ 1 << place
    if not after:
        yield "clears the tableau"
        return
    others = [p for p in layout.free(deal.mask) if p != place]
    turned = [p for p in layout.free(after) if p not in others]
    if turned:
        yield f"turns up {counted(len(turned), 'card')}"
    rank = rank_of(deal.tableau[place])
    follow = [deal.tableau[p] for p in others if rules.fits(rank_of(deal.tableau[p]), rank)]
    if follow:
        yield f"{_named(follow)} can follow"
    if alike := [deal.tableau[p] for p in others if rank_of(deal.tableau[p]) == rank]:
        yield f"keeps {_named(alike)}"
    yield from _fitting(view, rules, rank)


def _of_draw(view: View, rules: Rules) -> Iterator[str]:
    deal = view.deal
    free = {rank_of(deal.tableau[p]) for p in deal.layout.free(deal.mask)}
    if deal.stock[0] == UNKNOWN:
        useful = sum(
            count
            for rank, count in enumerate(view.unseen_ranks)
            if any(rules.fits(other, rank) for other in free)
        )
        yield f"a free card fits on {useful} of {counted(len(view.unseen), 'unseen card')}"
    elif any(rules.fits(other, rank_of(deal.stock[0])) for other in free):
        yield "a free card fits on it"
    left = len(deal.stock) - 1
    yield f"leaves {counted(left, 'stock card')}" if left else "takes the last stock card"


def _fitting(view: View, rules: Rules, rank: Rank) -> Iterator[str]:
    """Say how many of the unseen cards fit on a rank, and of which ranks few are left."""
    ranks = [one for one in ranks_in(rules.plays_on[rank]) if one < len(_NAMES)]
    count = sum(view.unseen_ranks[one] for one in ranks)
    if view.unseen:
        yield f"{count} of {counted(len(view.unseen), 'unseen card')} {_fit(count)} on it"
    for one in ranks:
        if view.unseen_ranks[one] < 2:
            left = "one" if view.unseen_ranks[one] else "no"
            yield f"{left} {_NAMES[one]} is unseen"


_NAMES = (
    *("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king"),
)


def _fit(count: int) -> str:
    return "fits" if count == 1 else "fit"


def _named(cards: list[Card]) -> str:
    if len(cards) > _SOME:
        return counted(len(cards), "free card")
    signs = [card_sign(card) for card in cards]
    return " and ".join([", ".join(signs[:-1]), signs[-1]] if signs[1:] else signs)


def _note(view: View, rules: Rules, moves: list[Move]) -> str:
    """Say why there is one action only, or none."""
    game = Game(view.deal, rules)
    if not game.tableau:
        return "the tableau is cleared: the game is won"
    waste = f"the {card_sign(game.waste[-1])} on the waste" if game.waste else "the empty waste"
    if not moves:
        return f"nothing can be done: no free card fits on {waste}, and the stock is empty"
    if len(moves) > 1:
        return ""
    if moves == [DRAW]:
        return f"the only action: no free card fits on {waste}"
    others = {
        Refusal.STOCK_EMPTY: "the stock is empty",
        Refusal.NOT_STUCK: "the stock may be drawn from only when no card can be played",
    }
    why = others.get(game.draw_refusal() or Refusal.STOCK_EMPTY, "")
    return f"the only action: no other free card fits on {waste}, and {why}"
