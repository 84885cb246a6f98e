"""Moves as people write them: cards, places and draws in one line."""

from __future__ import annotations

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.cards import DECK_SIZE, UNKNOWN, find_card
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import FormatError, MoveError, shortened
from tripeaks_solver.game import Game
from tripeaks_solver.rules import Rules
from tripeaks_solver.scoring import Scoring
from tripeaks_solver.view import View, view_of

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


def seen_view(deal: Deal, rules: Rules, scoring: Scoring, moves: str) -> View:
    """Return what a player sees of a deal after some moves.

    A board with unknown cards, or one that is under way, shows what the player knows. Of a whole
    deal only what turns up is seen.

    Raises:
        TripeaksError: a move cannot be read or made.

    """
    is_board = UNKNOWN in deal.cards or deal.is_under_way
    game = Game(deal, rules, scoring)
    read_moves(game, moves)
    return view_of(game, known=range(len(deal.cards)) if is_board else ())


def _move(game: Game, token: str) -> Move:
    if token.lower() in DRAW_WORDS:
        return DRAW
    if token.isascii() and token.isdecimal():
        return Move(int(token[:4]))
    card = find_card(token)
    if card is None or card >= DECK_SIZE:
        raise MoveError(f"is not a move: write {MOVES_HELP}")
    if card in game.deal.tableau:
        return Move(game.deal.tableau.index(card))
    if game.stock[:1] == (card,):
        return DRAW
    raise MoveError("this card is neither in the tableau nor next in the stock")
