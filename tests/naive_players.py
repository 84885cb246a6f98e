"""The base player in plain Python: what `search/kernels/blind.py` must agree with."""

from __future__ import annotations

from collections import Counter

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.cards import rank_of
from tripeaks_solver.game import Game
from tripeaks_solver.search.base_player import Weights
from tripeaks_solver.view import view_of


def base_action(game: Game, weights: Weights, *, all_known: bool = False) -> Move | None:
    """Choose the action with the highest value; None where nothing can be done."""
    unseen = Counter() if all_known else Counter(map(rank_of, view_of(game).unseen))
    moves = game.legal_moves
    best, chosen = float("-inf"), None
    for move in [*(m for m in moves if m == DRAW), *(m for m in moves if m != DRAW)]:
        values = _draw_value if move == DRAW else _play_value
        value = values(game, weights, unseen, move)
        if value > best:
            best, chosen = value, move
    return chosen


def _share_that_fits(game: Game, unseen: Counter[int], waste: int) -> float:
    fitting = sum(n for rank, n in unseen.items() if game.rules.fits(rank, waste))
    return fitting / max(1, sum(unseen.values()))


def _late(game: Game) -> float:
    whole = len(game.deal.cards) - len(game.deal.layout) - 1
    return (whole - len(game.stock)) / max(1, whole)


def _draw_value(game: Game, weights: Weights, unseen: Counter[int], _move: Move) -> float:
    late = _late(game)
    sights = (
        1.0,
        late,
        late * late,
        len(game.plays()),
        game.tableau.bit_count(),
        _share_that_fits(game, unseen, game.waste_rank),
    )
    return sum(weight * sight for weight, sight in zip(weights.draw, sights, strict=True))


def _play_value(game: Game, weights: Weights, unseen: Counter[int], move: Move) -> float:
    place = move.place
    assert place is not None
    layout, deal = game.deal.layout, game.deal
    free = [p for p in range(len(layout)) if layout.is_free(p, game.tableau)]
    others = [rank_of(deal.tableau[p]) for p in free if p != place]
    rank = rank_of(deal.tableau[place])
    after = game.tableau & ~(1 << place)
    turned = [
        p
        for p in range(len(layout))
        if layout.covered_by[p] >> place & 1 and not layout.covered_by[p] & after
    ]
    half = [
        p
        for p in range(len(layout))
        if layout.covered_by[p] >> place & 1
        and (layout.covered_by[p] & game.tableau).bit_count() == 2
        and game.tableau >> p & 1
    ]
    follow = sum(game.rules.fits(other, rank) for other in others)
    chain = _chain(game, others, rank, 3)
    sights = (
        len(turned) > 0,
        len(turned) > 1,
        follow > 0,
        follow > 1,
        chain > 1,
        chain > 2,
        _share_that_fits(game, unseen, rank),
        others.count(rank),
        len(half),
    )
    late = _late(game)
    return sum(
        sight * (weight + late * more)
        for (weight, more), sight in zip(weights.plays, sights, strict=True)
    )


def _chain(game: Game, others: list[int], rank: int, most: int) -> int:
    """How many of the free cards can follow a card of a rank, one on the other."""
    best = 0
    for index, other in enumerate(others):
        if most and game.rules.fits(other, rank):
            rest = others[:index] + others[index + 1 :]
            best = max(best, 1 + _chain(game, rest, other, most - 1))
    return best
