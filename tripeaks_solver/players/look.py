"""What to play to see most, where a game may be taken back or begun again."""

from __future__ import annotations

from typing import NamedTuple

from tripeaks_solver.answer import Move
from tripeaks_solver.cards import UNKNOWN
from tripeaks_solver.game import Game, Refusal
from tripeaks_solver.rules import Rules
from tripeaks_solver.view import View

MOST_POSITIONS = 20_000
"""How many positions are looked at; a plan may miss some reveals beyond them."""


class Plan(NamedTuple):
    """A line of play that meets no unknown card, and what it turns up.

    Attributes:
        moves: the moves.
        places: the places of unknown cards that they turn up, in dealing order.
        draws: how many unknown stock cards can be drawn after them, whatever they are.

    """

    moves: tuple[Move, ...]
    places: tuple[int, ...]
    draws: int = 0

    @property
    def seen(self) -> int:
        """How many unknown cards it shows."""
        return len(self.places) + self.draws


def plan_to_see(view: View, rules: Rules) -> Plan:
    """Find the moves that show the most unknown cards, and the fewest such moves.

    Only cards that are known now are played, so that the plan holds whatever lies there. At its end
    the stock is drawn, as far as the rules allow that for any cards.

    Raises:
        DeckError: a card is unknown that lies in sight.

    """
    view.legal_moves(rules)
    start = Game(view.deal, rules, undo_limit=0)
    best = Plan((), (), _draws(start))
    waiting = [(start, best)]
    seen: set[tuple[int, int, int]] = set()
    for game, plan in waiting:  # grows as positions are found: shorter plans come first
        if plan.seen > best.seen:
            best = plan
        for move in game.legal_moves:
            after = game.copy()
            after.make(move)
            position = after.tableau, after.drawn, after.waste_rank
            if position in seen or len(seen) >= MOST_POSITIONS:
                continue
            seen.add(position)
            found = Plan((*plan.moves, move), _turned_up(view, after), _draws(after))
            waiting.append((after, found))
    return best


def _draws(game: Game) -> int:
    """Count the unknown stock cards that can be drawn one after the other, whatever they are."""
    if game.stock[:1] != (UNKNOWN,) or game.draw_refusal() is not Refusal.UNKNOWN:
        return 0
    if not game.rules.draw_only_when_stuck:
        return game.stock.count(UNKNOWN)
    # A card that has turned up unseen may fit, and then no card may be drawn.
    free = game.deal.layout.free(game.tableau)
    return 0 if any(game.deal.cards[place] == UNKNOWN for place in free) else 1


def _turned_up(view: View, game: Game) -> tuple[int, ...]:
    free = view.deal.layout.free(game.tableau)
    return tuple(place for place in free if view.deal.cards[place] == UNKNOWN)
