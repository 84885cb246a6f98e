"""Checks claims about deals with the engine and the rules alone; knows nothing of the search."""

from __future__ import annotations

from typing import NamedTuple

from tripeaks_solver.answer import Answer, Move, Verdict
from tripeaks_solver.cards import Card, card_text, rank_of
from tripeaks_solver.certificate import Certificate
from tripeaks_solver.errors import MoveError, Rejected
from tripeaks_solver.game import Game, Status
from tripeaks_solver.goals import Goal


class Step(NamedTuple):
    """One move of a replay: what was done, the new waste card, and the score and draws after."""

    move: Move
    card: Card
    score: int
    draws: int


def replay(answer: Answer) -> tuple[Step, ...]:
    """Play an answer's lines through the engine and confirm its verdict, draws and scores.

    Returns:
        The steps of the line to the best score.

    Raises:
        Rejected: a move is refused, or a game ends otherwise than claimed.

    """
    game, steps = _play(answer, answer.moves)
    _require_best_end(answer, game)
    replay_win(answer)
    return steps


def replay_win(answer: Answer) -> tuple[Step, ...]:
    """Play an answer's best win through the engine and confirm that it wins as claimed.

    Returns:
        The steps of the win; none where none is claimed.

    Raises:
        Rejected: a move is refused, or the game ends otherwise than claimed.

    """
    win = answer.best_win
    if win is None:
        return ()
    game, steps = _play(answer, win.moves)
    if game.status is not Status.WON:
        raise Rejected(f"the moves end with the game {game.status.value}, not {Status.WON.value}")
    _require_score(win.score, game)
    _require_consistent(answer, game)
    return steps


def replay_goal(answer: Answer, goal: Goal) -> tuple[Step, ...]:
    """Play an answer's moves through the engine and confirm that they reach a goal.

    Raises:
        Rejected: a move is refused, or the goal is not reached.

    """
    game, steps = _play(answer, answer.moves)
    if not goal.is_met(game.tableau, game.score):
        raise Rejected(f"the moves do not reach the goal {goal.text}")
    _require_consistent(answer, game)
    return steps


def _play(answer: Answer, moves: tuple[Move, ...]) -> tuple[Game, tuple[Step, ...]]:
    game = Game(answer.deal, answer.rules, answer.scoring)
    steps = []
    for number, move in enumerate(moves, start=1):
        try:
            game.make(move)
        except MoveError as refused:
            raise Rejected(f"move {number} ({_name(answer, move)}): {refused}") from None
        steps.append(Step(move, game.waste[-1], game.score, game.drawn))
    return game, tuple(steps)


def _name(answer: Answer, move: Move) -> str:
    if move.place is None:
        return "draw"
    cards = answer.deal.tableau
    known = 0 <= move.place < len(cards)
    return f"play {card_text(cards[move.place]) if known else f'place {move.place}'}"


def _require_best_end(answer: Answer, game: Game) -> None:
    """The line must end as the answer says that the deal ends at best."""
    if answer.verdict is Verdict.UNDECIDED:
        if answer.fewest_draws is not None or answer.best_score is not None:
            raise Rejected("an undecided answer claims a best result")
        _require_consistent(answer, game)
        return
    won = answer.verdict is Verdict.WINNABLE
    claims_nothing = answer.best_score is None and not answer.moves and not won
    if answer.scoring.finished_only and not claims_nothing:
        end = Status.WON if won else Status.BLOCKED
        if game.status is not end:
            raise Rejected(f"the moves end with the game {game.status.value}, not {end.value}")
        # With few points at the start the floor can make further draws free.
        if answer.deal.score is None and answer.fewest_draws not in (None, game.drawn):
            raise Rejected(f"the moves draw {game.drawn} cards, not {answer.fewest_draws}")
    _require_score(answer.best_score, game)
    _require_consistent(answer, game)


def _require_consistent(answer: Answer, game: Game) -> None:
    """A win, played or claimed, must be one that the answer allows for."""
    lost = answer.verdict is Verdict.NOT_WINNABLE
    if answer.verdict is not Verdict.WINNABLE and answer.winning is not None:
        raise Rejected(f"a win is claimed of a deal that is {answer.verdict}")
    if lost and answer.fewest_draws is not None:
        raise Rejected("draws of a win are claimed of a deal that is not winnable")
    if game.status is not Status.WON:
        return
    if answer.verdict is not Verdict.WINNABLE:
        raise Rejected(f"the moves win a deal that is claimed to be {answer.verdict}")
    fewest = answer.fewest_draws
    if fewest is not None and game.drawn < fewest:
        raise Rejected(f"a win draws {game.drawn} cards, fewer than {fewest}")


def _require_score(claimed: int | None, game: Game) -> None:
    if claimed not in (None, game.score):
        raise Rejected(f"the moves end with {game.score} points, not {claimed}")


def check(certificate: Certificate) -> tuple[Step, ...]:
    """Confirm a certificate: its line by replay, and that nothing better exists by its closed set.

    The closed set holds every state that the rules can reach with at most `draw_limit` draws (or
    more states; never fewer). It contains the deal, no cleared tableau, and every successor of
    every member. So no win needs `draw_limit` draws or fewer, and a win is worth less with each
    further draw (a blocked ending, which lacks a peak, is worth less than any win). For a lost
    deal the limit is the whole stock, and no blocked member may score more than is claimed.

    Raises:
        Rejected: the certificate does not prove what it claims.

    """
    answer = certificate.answer
    steps = replay(answer)
    won = answer.verdict is Verdict.WINNABLE
    decided = answer.verdict is not Verdict.UNDECIDED
    if not decided or answer.best_score is None or won != (answer.fewest_draws is not None):
        raise Rejected("the certificate claims no best result")
    stock_size = len(answer.deal.under(answer.rules).stock)
    limit = answer.fewest_draws - 1 if answer.fewest_draws is not None else stock_size
    _Closure(certificate, limit).require_closed()
    return steps


class _Closure:
    """The members of a certificate, and what must hold for each of them."""

    def __init__(self, certificate: Certificate, draw_limit: int) -> None:
        self.answer = certificate.answer
        self.members = certificate.members
        self.deal = deal = self.answer.deal.under(self.answer.rules)
        self.ranks = [rank_of(card) for card in deal.cards]
        self.stock_size = len(deal.stock)
        # For each rank the set (a mask) of numbers of draws after which such a card comes next.
        self.drawing: dict[int, int] = {}
        for drawn, card in enumerate(deal.stock[: max(draw_limit, 0)]):
            self.drawing[rank_of(card)] = self.drawing.get(rank_of(card), 0) | 1 << drawn
        self.has_start = draw_limit >= 0

    def require_closed(self) -> None:
        deal = self.deal
        if self.has_start:
            self._require(deal.mask, rank_of(deal.waste), 1, "the deal itself")
        if 0 in self.members:
            raise Rejected("the closed set contains a cleared tableau")
        for tableau, draws_of in self.members.items():
            free = list(deal.layout.free(tableau))
            for waste, draws in draws_of.items():
                self._require_successors(tableau, free, waste, draws)

    def _require_successors(self, tableau: int, free: list[int], waste: int, draws: int) -> None:
        rules, ranks = self.answer.rules, self.ranks
        fitting = rules.plays_on[waste]
        plays = [place for place in free if fitting >> ranks[place] & 1]
        for place in plays:
            self._require(tableau ^ 1 << place, ranks[place], draws, "a play")
        if not (plays and rules.draw_only_when_stuck):
            for rank, drawing in self.drawing.items():
                self._require(tableau, rank, (draws & drawing) << 1, "a draw")
        if not plays and draws >> self.stock_size & 1:
            self._require_no_better_end(tableau)

    def _require(self, tableau: int, waste: int, draws: int, what: str) -> None:
        if draws and draws & ~self.members.get(tableau, {}).get(waste, 0):
            raise Rejected(f"the closed set lacks a successor: {what} to tableau {tableau:x}")

    def _require_no_better_end(self, tableau: int) -> None:
        answer = self.answer
        score = self.deal.score_at(answer.scoring, tableau, self.stock_size)
        if answer.best_score is not None and score > answer.best_score:
            raise Rejected(f"the closed set holds a blocked ending worth {score} points")
