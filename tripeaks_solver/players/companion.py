"""A game that is played elsewhere, as far as somebody tells it card by card."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.cards import DECK_SIZE, UNKNOWN, Card, card_text
from tripeaks_solver.deal import Deal, parse_deck, position_name
from tripeaks_solver.errors import DeckError, FormatError, MoveError, TripeaksError
from tripeaks_solver.game import Game
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import classic, layout_named
from tripeaks_solver.rules import Rules, named
from tripeaks_solver.scoring import TP1, Scoring, scoring_named
from tripeaks_solver.view import View, view_of

_FORMAT, _VERSION = "tripeaks companion", 1


class Companion:
    """What is known of a game that is played elsewhere, and the moves made in it.

    Attributes:
        deal: the deal at its start; cards that have not been told are `UNKNOWN`. What has been told
            once stays known, also after an undo.
        rules: the rules of play.
        scoring: the scoring system.
        moves: the moves made so far.

    """

    def __init__(
        self, deal: Deal, rules: Rules, scoring: Scoring = TP1, moves: tuple[Move, ...] = ()
    ) -> None:
        self.deal, self.rules, self.scoring, self.moves = deal, rules, scoring, moves
        self._is_drawing = False
        self.game = self._played(self.deal)

    @classmethod
    def begin(cls, rules: Rules, scoring: Scoring = TP1, layout: Layout | None = None) -> Companion:
        """Return a game of which nothing is known yet.

        Raises:
            TripeaksError: the rules begin with an empty waste or with open peaks.

        """
        if rules.empty_waste or rules.open_peaks:
            raise TripeaksError(
                f"the dialogue does not know {rules.name} rules: give the board as cards instead"
            )
        return cls(Deal((UNKNOWN,) * DECK_SIZE, layout or classic()), rules, scoring)

    @property
    def awaited(self) -> int | None:
        """Where in the common order a card is in sight, or has been drawn, that was not told."""
        size = len(self.deal.layout)
        for index in (*self.deal.layout.free(self.game.tableau), size):
            if self.deal.cards[index] == UNKNOWN:
                return index
        return size + 1 + self.game.drawn if self._is_drawing else None

    @property
    def awaited_name(self) -> str:
        """The place of the awaited card, as people count."""
        return "" if self.awaited is None else position_name(self.awaited, self.deal.layout)

    def view(self) -> View:
        """Return the game as its player knows it."""
        return view_of(self.game, known=range(len(self.deal.cards)))

    def tell(self, card: Card) -> None:
        """Tell the awaited card; a draw that waited for it is made.

        Raises:
            DeckError: no card is awaited, or it lies somewhere else.

        """
        if self.awaited is None:
            raise DeckError("no card is awaited: name a move")
        self._put(self.awaited, card)
        if self._is_drawing:
            self._is_drawing = False
            self.make(DRAW)

    def correct(self, wrong: Card, right: Card) -> None:
        """Replace a card that was told wrongly, and make the moves again.

        Raises:
            DeckError: the wrong card was not told, or the right one lies somewhere else.
            MoveError: a move that was made is impossible with the right card.

        """
        if max(wrong, right) >= DECK_SIZE:
            raise DeckError("name the two cards themselves, as 5h 6h")
        if wrong not in self.deal.cards:
            raise DeckError(f"{card_text(wrong)} has not been told")
        self._put(self.deal.cards.index(wrong), right)

    def make(self, move: Move) -> None:
        """Make a move; the draw of an unknown card waits until the card is told.

        Raises:
            MoveError: the rules refuse it.

        """
        hides_next = self.game.stock[:1] == (UNKNOWN,)
        if move == DRAW and hides_next and move in self.view().legal_moves(self.rules):
            self._is_drawing = True
            return
        self.game.make(move)
        self.moves = (*self.moves, move)

    def undo(self) -> None:
        """Take the last move back, or a draw that waits for its card.

        Raises:
            MoveError: there is none.

        """
        if self._is_drawing:
            self._is_drawing = False
            return
        if not self.moves:
            raise MoveError("there is nothing to undo")
        self.moves = self.moves[:-1]
        self.game = self._played(self.deal)

    def text(self) -> str:
        """Write the game as JSON that `parse_companion` reads."""
        return json.dumps(
            {
                "format": _FORMAT,
                "version": _VERSION,
                "deck": str(self.deal),
                "layout": self.deal.layout.name,
                "rules": self.rules.name,
                "scoring": self.scoring.name,
                "moves": [move.place for move in self.moves],
            }
        )

    def _put(self, index: int, card: Card) -> None:
        cards = (*self.deal.cards[:index], card, *self.deal.cards[index + 1 :])
        deal = replace(self.deal, cards=cards)
        self.game = self._played(deal)  # which may be refused: then nothing has changed
        self.deal = deal

    def _played(self, deal: Deal) -> Game:
        game = Game(deal, self.rules, self.scoring, undo_limit=None)
        for move in self.moves:
            game.make(move)
        return game


def parse_companion(text: str, source: str) -> Companion:
    """Read a game that `Companion.text` has written.

    Raises:
        FormatError: the text is none.

    """
    try:
        found: Any = json.loads(text)
        if (found["format"], found["version"]) != (_FORMAT, _VERSION):
            raise FormatError("another format", source=source)
        moves = tuple(Move(place) for place in found["moves"])
        deal = parse_deck(str(found["deck"]), layout_named(found["layout"], None))
        rules, scoring = named(found["rules"]), scoring_named(found["scoring"])
        return Companion(deal, rules, scoring, moves)
    except (KeyError, TypeError, ValueError, RecursionError, TripeaksError) as fault:
        raise FormatError(f"no game that can be taken up: {fault}", source=source) from None
