"""Moves as people write them: cards, places and draws in one line."""

from __future__ import annotations

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.cards import DECK_SIZE, find_card
from tripeaks_solver.errors import FormatError, MoveError, shortened
from tripeaks_solver.game import Game

DRAW_WORDS = {"draw", "d"}
"""What people write for a draw."""
MOVES_HELP = "cards (5H), places in dealing order from 0 (18), and draw or d"


def read_moves(game: Game, text: str) -> tuple[Move, ...]:
    """Make the moves of a text in a game, and return them.

    Args:
        game: the game.
        text: the moves, separated by white space or commas: see `MOVES_HELP`. A card that is in
            the tableau is played; the upper stock card is drawn.

    Raises:
        FormatError: a move cannot be read, or the rules refuse it; the message names its number.

    """
    made = []
    for number, token in enumerate(text.replace(",", " ").split(), start=1):
        try:
            move = _move(game, token)
            game.make(move)
        except MoveError as fault:
            raise FormatError(f"move {number}, {shortened(token, 12)}: {fault}") from None
        made.append(move)
    return tuple(made)


def _move(game: Game, token: str) -> Move:
    if token.lower() in DRAW_WORDS:
        return DRAW
    if token.isascii() and token.isdecimal():
        return Move(int(token[:4]))
    card = find_card(token)
    if card is None or card >= DECK_SIZE:
        raise MoveError(f"is no move: write {MOVES_HELP}")
    if card in game.deal.tableau:
        return Move(game.deal.tableau.index(card))
    if game.stock[:1] == (card,):
        return DRAW
    raise MoveError("this card is neither in the tableau nor next in the stock")
