"""What to play to see most, where a game may be taken back or begun again."""

from __future__ import annotations

from typing import NamedTuple

from tripeaks_solver.answer import Move
from tripeaks_solver.cards import UNKNOWN
from tripeaks_solver.game import Game
from tripeaks_solver.rules import Rules
from tripeaks_solver.view import View

MOST_POSITIONS = 20_000
"""How many positions are looked at; a plan may miss some reveals beyond them."""


class Plan(NamedTuple):
    """A line of play that meets no unknown card, and what it turns up.

    Attributes:
        moves: the moves.
        places: the places of unknown cards that they turn up, in dealing order.

    """

    moves: tuple[Move, ...]
    places: tuple[int, ...]


def plan_to_see(view: View, rules: Rules) -> Plan:
    """Find the moves that turn up the most unknown cards, and the fewest such moves.

    Only cards that are known now are played and drawn, so that the plan holds whatever lies there.

    Raises:
        DeckError: a card is unknown that lies in sight.

    """
    view.legal_moves(rules)
    best = Plan((), ())
    waiting = [(Game(view.deal, rules, undo_limit=0), Plan((), ()))]
    seen: set[tuple[int, int, int]] = set()
    for game, plan in waiting:  # grows as positions are found: shorter plans come first
        if len(plan.places) > len(best.places):
            best = plan
        for move in game.legal_moves:
            after = game.copy()
            after.make(move)
            position = after.tableau, after.drawn, after.waste_rank
            if position in seen or len(seen) >= MOST_POSITIONS:
                continue
            seen.add(position)
            waiting.append((after, Plan((*plan.moves, move), _turned_up(view, after))))
    return best


def _turned_up(view: View, game: Game) -> tuple[int, ...]:
    free = view.deal.layout.free(game.tableau)
    return tuple(place for place in free if view.deal.cards[place] == UNKNOWN)
