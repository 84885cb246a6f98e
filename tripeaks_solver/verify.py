"""Checks claims about deals with the engine and the rules alone; knows nothing of the search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tripeaks_solver.answer import Answer, Move, Replay, Step, Verdict
from tripeaks_solver.cards import card_text, rank_of
from tripeaks_solver.certificate import Certificate
from tripeaks_solver.claim import Claim, ToldMove
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import MoveError, Rejected, counted
from tripeaks_solver.game import Game, Status
from tripeaks_solver.goals import WIN, Goal

_ENDS = {
    Status.RUNNING: "before the game is over",
    Status.WON: "in a win",
    Status.BLOCKED: "in a blocked game",
}
"""How a line of play may end; all cards of a problem are known."""


class _Played(NamedTuple):
    """A line as the engine has played it, and the game at its end."""

    game: Game
    steps: tuple[Step, ...]


def replay(answer: Answer) -> Replay:
    """Play each line of an answer once through the engine; confirm verdict, draws and scores.

    Raises:
        Rejected: a move is refused, or a game ends otherwise than claimed.

    """
    best = _play(answer, answer.moves)
    if answer.goal is not None:
        _require_goal(answer, best)
        return Replay(answer, best.steps)
    _require_best_end(answer, best.game)
    return Replay(answer, best.steps, _winning(answer, best))


def _winning(answer: Answer, best: _Played) -> tuple[Step, ...]:
    """Confirm the best win, which may be the line to the best score, and return its steps."""
    win = answer.best_win
    if win is None:
        return ()
    game, steps = best if win.moves == answer.moves else _play(answer, win.moves)
    if game.status is not Status.WON:
        raise Rejected(f"the moves end {_ENDS[game.status]}, not {_ENDS[Status.WON]}")
    _require_score(win.score, game)
    _require_consistent(answer, game)
    return steps


def _require_goal(answer: Answer, line: _Played) -> None:
    """The moves must reach the goal, where the answer says that it can be reached."""
    goal, game = answer.goal, line.game
    if answer.reached and goal and not goal.is_met(game.tableau, game.score):
        raise Rejected(f"the moves do not reach the goal {goal.text}")
    if answer.reached and goal and goal.count is None and _could_play_on(game):
        raise Rejected(f"more cards can be cleared: the moves do not reach the goal {goal.text}")
    if not answer.reached and line.steps:
        raise Rejected("moves are told to a goal that is claimed to be out of reach")
    _require_consistent(answer, game)


def _could_play_on(game: Game) -> bool:
    """Tell whether some card can be played after no more than draws; ends the game otherwise."""
    while not game.plays():
        if game.draw_refusal():
            return False
        game.draw()
    return True


def _play(answer: Answer, moves: tuple[Move, ...]) -> _Played:
    game = Game(answer.deal, answer.rules, answer.scoring)
    return _Played(game, steps_of(game, moves))


def steps_of(game: Game, moves: Iterable[Move]) -> tuple[Step, ...]:
    """Make moves in a game, and return what each of them has led to.

    Raises:
        Rejected: the rules refuse one of them.

    """
    steps = []
    for number, move in enumerate(moves, start=1):
        try:
            game.make(move)
        except MoveError as refused:
            raise Rejected(f"move {number} ({_name(game.deal, move)}): {refused}") from None
        steps.append(Step(move, game.waste[-1], game.score, game.drawn))
    return tuple(steps)


def _name(deal: Deal, move: Move) -> str:
    if move.place is None:
        return "draw"
    cards = deal.tableau
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
            raise Rejected(f"the moves end {_ENDS[game.status]}, not {_ENDS[end]}")
        # With few points at the start the floor can make further draws free.
        exact = answer.scoring.is_orderless_from(answer.deal.score)
        if exact and answer.fewest_draws not in (None, game.drawn):
            raise Rejected(
                f"the moves draw {counted(game.drawn, 'card')}, not {answer.fewest_draws}"
            )
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
        raise Rejected(f"a win draws {counted(game.drawn, 'card')}, fewer than {fewest}")


def _require_score(claimed: int | None, game: Game) -> None:
    if claimed not in (None, game.score):
        raise Rejected(f"the moves end with {counted(game.score, 'point')}, not {claimed}")


def check(certificate: Certificate) -> Replay:
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
    replayed = replay(answer)
    won = answer.verdict is Verdict.WINNABLE
    decided = answer.verdict is not Verdict.UNDECIDED
    if not decided or answer.best_score is None or won != (answer.fewest_draws is not None):
        raise Rejected("the certificate claims no best result")
    stock_size = len(answer.problem.opened.stock)
    limit = answer.fewest_draws - 1 if answer.fewest_draws is not None else stock_size
    _Closure(certificate, limit).require_closed()
    return replayed


class Confirmation(NamedTuple):
    """What is known of a claim after a check.

    Attributes:
        replay: the answer as the engine has replayed it.
        unproven: what the claim says beyond that, and only a search or a certificate can prove.

    """

    replay: Replay
    unproven: tuple[str, ...]


def confirm(claim: Claim) -> Confirmation:
    """Replay the answer of a claim, confirm all that is told of it, and name what stays unproven.

    Raises:
        Rejected: something in the claim is not so.

    """
    answer = claim.answer
    _require_code(claim)
    _require_possible(answer)
    if answer.goal:
        _require_goal_agrees(claim)
    found = replay(answer)
    _require_as_told(found.steps, claim.moves)
    _require_as_told(found.winning, claim.winning)
    unproven = [*_unproven(found), *(f"the unknown field {name!r}" for name in claim.unknown)]
    return Confirmation(found, tuple(unproven))


def _require_code(claim: Claim) -> None:
    """The code must deal these cards, on this layout and under these rules."""
    code, deal, rules = claim.code, claim.answer.deal, claim.answer.rules
    if code is None:
        return
    if code.deal(deal.layout).cards != deal.cards:
        raise Rejected(f"the code {code} deals other cards than the deck")
    if code.layout != deal.layout.number:
        raise Rejected(f"the code {code} names another layout than {deal.layout.name}")
    if not code.allows(rules):
        raise Rejected(f"the code {code} has other rules than {rules.name}")


def _require_possible(answer: Answer) -> None:
    """What no game can have is no claim that needs a proof to be refused."""
    draws, stock = answer.fewest_draws, len(answer.problem.opened.stock)
    if draws is not None and not 0 <= draws <= stock:
        raise Rejected(f"{draws} draws are claimed, but the stock has {counted(stock, 'card')}")
    if draws is not None and answer.verdict is not Verdict.WINNABLE:
        raise Rejected(f"draws of a win are claimed of a deal that is {answer.verdict}")


def _require_goal_agrees(claim: Claim) -> None:
    answer, goal = claim.answer, claim.answer.goal
    if claim.fewest_moves != (len(answer.moves) if answer.reached else None):
        raise Rejected("moves, fewest_moves and reached contradict each other")
    if answer.best_score is not None or answer.winning is not None:
        raise Rejected("an answer for a goal has no best score")
    won = answer.verdict is Verdict.WINNABLE
    if goal and goal.text == WIN:
        draws = sum(move.place is None for move in answer.moves)
        if answer.reached != won or (won and answer.fewest_draws not in (None, draws)):
            raise Rejected("the goal win, the verdict and the fewest draws contradict each other")


def _require_as_told(steps: Sequence[Step], told: Sequence[ToldMove]) -> None:
    if len(steps) != len(told):
        raise Rejected(f"it lists {counted(len(told), 'move')}, but there are {len(steps)}")
    for number, (step, claim) in enumerate(zip(steps, told, strict=True), start=1):
        if claim != (number, card_text(step.card), step.score):
            found = f"move {number}, {card_text(step.card)} with {counted(step.score, 'point')}"
            told_here = "move {}, {} with {}".format(*claim)
            raise Rejected(f"it is {found}, not {told_here[:60]}")


def _unproven(found: Replay) -> Iterator[str]:
    """Name what an answer claims and its lines do not show."""
    answer = found.answer
    if answer.goal:
        yield from _unproven_of_goal(found, answer.goal)
        return
    if answer.verdict is Verdict.NOT_WINNABLE:
        yield "that no win exists"
    draws = answer.fewest_draws
    if draws is not None:
        wins = (found.winning, found.steps if _wins(found) else ())
        shown = draws in (line[-1].draws if line else None for line in wins)
        yield "that no win draws fewer cards" if shown else f"that some win draws only {draws}"
    if answer.best_score is not None:
        yield "that no game scores more"
    if answer.winning and answer.winning.score not in (None, answer.best_score):
        yield "that no win scores more"


def _wins(found: Replay) -> bool:
    """Tell whether the line to the best score wins."""
    plays = sum(step.move.place is not None for step in found.steps)
    return plays == found.answer.deal.mask.bit_count()


def _unproven_of_goal(found: Replay, goal: Goal) -> Iterator[str]:
    answer = found.answer
    if not answer.reached:
        yield "that the goal cannot be reached"
    elif goal.count is None:
        yield "that no play clears more cards, or as many in fewer moves"
    else:
        yield "that the goal cannot be reached in fewer moves"
    if answer.verdict is not Verdict.UNDECIDED and not _wins(found):
        yield f"that the deal is {answer.verdict}"
    if answer.fewest_draws is not None:
        yield f"that the fewest draws of a win are {answer.fewest_draws}"


class _Closure:
    """The members of a certificate, and what must hold for each of them."""

    def __init__(self, certificate: Certificate, draw_limit: int) -> None:
        self.answer = certificate.answer
        self.members = certificate.members
        self.deal = deal = self.answer.problem.opened
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
            raise Rejected(f"the closed set holds a blocked ending worth {counted(score, 'point')}")
