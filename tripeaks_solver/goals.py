"""Goals besides winning, as daily challenges set them: what must be gone, or be earned."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tripeaks_solver.cards import DECK_SIZE, GONE, RANKS, card_text, find_card, rank_of
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import TripeaksError, shortened

GOALS_HELP = (
    "win (in the fewest moves), most-cards (clear as many as possible), clear:3Q (three queens), "
    "points:600, or turn-up:7S (the place of that card, or its number)"
)
WIN, MOST_CARDS = "win", "most-cards"
GOAL_BEGINNINGS = (WIN, MOST_CARDS, "clear:", "points:", "turn-up:")
"""How goals begin."""
_CLEAR = re.compile(rf"(\d{{1,2}})(10|[{RANKS}])", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class Goal:
    """Something to reach in as few moves as possible.

    It is reached when so many of some places are empty, and so many points have been earned.

    Attributes:
        text: how it is asked for, in the one way in which we write it.
        places: the mask of the places that count.
        count: how many of them must be empty; None for as many as possible.
        points: the points that must have been earned, or None.

    """

    text: str
    places: int = 0
    count: int | None = 0
    points: int | None = None

    def is_met(self, tableau: int, score: int) -> bool:
        """Tell whether a game with these places left and this score has reached the goal."""
        enough = self.points is None or score >= self.points
        return enough and self.emptied(tableau) >= (self.count or 0)

    def emptied(self, tableau: int) -> int:
        """Count the places that count and are empty."""
        return (self.places & ~tableau).bit_count()


def parse_goal(text: str, deal: Deal) -> Goal:
    """Read a goal for a deal.

    Raises:
        TripeaksError: the text is none, or names what the deal does not have.

    """
    kind, _, what = text.strip().partition(":")
    layout = deal.layout
    match kind.lower():
        case "win" if not what:
            return Goal(WIN, layout.full, len(layout))
        case "most-cards" if not what:
            return Goal(MOST_CARDS, deal.mask, None)
        case "clear" if parts := _CLEAR.fullmatch(what):
            count, rank = int(parts[1]), find_card(f"{parts[2]}C")
            return Goal(
                f"clear:{count}{parts[2].upper()}", _places_of(deal, rank_of(rank or 0)), count
            )
        case "points" if re.fullmatch(r"-?\d{1,9}", what, re.ASCII):
            return Goal(f"points:{int(what)}", points=int(what))
        case "turn-up":
            covers = layout.covered_by[_place(deal, what)]
            return Goal(f"turn-up:{what.upper()}", covers, covers.bit_count())
    raise TripeaksError(f"no goal {shortened(text, 40)}: use {GOALS_HELP}")


def _places_of(deal: Deal, rank: int) -> int:
    cards = enumerate(deal.tableau)
    return sum(1 << place for place, card in cards if card < DECK_SIZE and rank_of(card) == rank)


def _place(deal: Deal, text: str) -> int:
    """Return the place that a number or the card on it names."""
    if text.isascii() and text.isdecimal() and len(text) <= 3 and int(text) < len(deal.layout):
        return int(text)
    card = find_card(text)
    if card is None or card not in deal.tableau or card == GONE:
        what = text if card is None else card_text(card)
        last = len(deal.layout) - 1
        raise TripeaksError(f"{what!r} is neither a tableau card nor a place from 0 to {last}")
    return deal.tableau.index(card)
