"""What a solution file claims: an answer, and all that is told beside it."""

from __future__ import annotations

from typing import NamedTuple

from tripeaks_solver.answer import Answer
from tripeaks_solver.codes import DealCode


class ToldMove(NamedTuple):
    """What a file tells of a move beside where it is made.

    Attributes:
        number: which move it is, counted from 1.
        card: the card, as `cards.card_text` writes it.
        score: the points after it.

    """

    number: int
    card: str
    score: int


class Claim(NamedTuple):
    """An answer as a file tells it.

    Attributes:
        answer: the answer.
        code: the code that the deal is said to have, if any.
        moves: what is told of the moves.
        winning: what is told of the moves of the best win.
        fewest_moves: in how many moves the goal is said to be reached.
        unknown: the names of fields that mean nothing to us.

    """

    answer: Answer
    code: DealCode | None
    moves: tuple[ToldMove, ...]
    winning: tuple[ToldMove, ...]
    fewest_moves: int | None = None
    unknown: tuple[str, ...] = ()
