"""A game that is played elsewhere, as far as somebody tells it card by card."""

from __future__ import annotations

from dataclasses import replace

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.cards import DECK_SIZE, UNKNOWN, Card, card_text
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import DeckError, MoveError
from tripeaks_solver.game import Game
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import classic
from tripeaks_solver.rules import Rules
from tripeaks_solver.scoring import TP1, Scoring
from tripeaks_solver.view import View, view_of


class Companion:
    """What is known of a game that is played elsewhere, and the moves made in it.

    Attributes:
        deal: the deal at its start; cards that have not been told are `UNKNOWN`. What has been told
            once stays known, also after an undo.
        rules: the rules of play.
        scoring: the scoring system.
        moves: the moves made so far.
        is_drawing: whether a draw waits for its card to be told.

    """

    def __init__(
        self,
        deal: Deal,
        rules: Rules,
        scoring: Scoring = TP1,
        moves: tuple[Move, ...] = (),
        *,
        is_drawing: bool = False,
    ) -> None:
        self.deal, self.rules, self.scoring, self.moves = deal, rules, scoring, moves
        self.is_drawing = is_drawing
        self.game = self._played(self.deal)

    @classmethod
    def begin(cls, rules: Rules, scoring: Scoring = TP1, layout: Layout | None = None) -> Companion:
        """Return a game of which nothing is known yet."""
        deal = Deal((UNKNOWN,) * DECK_SIZE, layout or classic())
        return cls(deal.under(rules), rules, scoring)

    @property
    def awaited(self) -> int | None:
        """Where in the common order a card is in sight, or has been drawn, that was not told."""
        size, game = len(self.deal.layout), self.game
        there = (place for place in range(size) if game.tableau >> place & 1)
        for index in (*filter(game.is_face_up, there), size):
            if game.tableau and self.deal.cards[index] == UNKNOWN:
                return index
        return size + 1 + game.drawn if self.is_drawing else None

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
        if self.is_drawing:
            self.is_drawing = False
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
            raise DeckError(f"{card_text(wrong)} has not been named")
        self._put(self.deal.cards.index(wrong), right)

    def make(self, move: Move) -> None:
        """Make a move; the draw of an unknown card waits until the card is told.

        Raises:
            MoveError: the rules refuse it.

        """
        hides_next = self.game.stock[:1] == (UNKNOWN,)
        if move == DRAW and hides_next and move in self.view().legal_moves(self.rules):
            self.is_drawing = True
            return
        self.game.make(move)
        self.moves = (*self.moves, move)

    def undo(self) -> None:
        """Take the last move back, or a draw that waits for its card.

        Raises:
            MoveError: there is none.

        """
        if self.is_drawing:
            self.is_drawing = False
            return
        if not self.moves:
            raise MoveError("there is nothing to undo")
        self.moves = self.moves[:-1]
        self.game = self._played(self.deal)

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
