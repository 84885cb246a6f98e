"""How likely each action wins for a player who does not see the hidden cards: by rollouts.

The unseen cards are dealt at random, again and again; after each action the base player, who sees
no more than the real one, plays the game to its end (G. Tesauro and G. Galperin, "On-line policy
improvement using Monte-Carlo search", 1996). A good player wins more often than the base player:
`good_play` says how often, from games that were played out.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import exp, log, sqrt
from typing import Any, NamedTuple

import numpy as np

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.cards import DECK_SIZE, GONE, UNKNOWN, rank_of
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import require_kind
from tripeaks_solver.layout import Layout
from tripeaks_solver.rules import EASY, Rules
from tripeaks_solver.samples import ADVICE, require_samples
from tripeaks_solver.scoring import TP1, Scoring
from tripeaks_solver.search.base_player import table_of, weights_for
from tripeaks_solver.search.compiled import load_kernels
from tripeaks_solver.search.points import bonus_of, gains_of, times_of, wins_of
from tripeaks_solver.shares import Share, share_of
from tripeaks_solver.view import View

_BATCH = 200
"""How many samples are taken between two looks at the clock."""
_NO_FLOOR = -(10**15)


class Estimate(NamedTuple):
    """What is to be expected of an action.

    Attributes:
        move: the action.
        win: how likely a good player wins after it, with its 95 % interval.
        score: the final score to be expected, if the base player plays on.
        score_low, score_high: its 95 % interval.
        samples: how often the unseen cards were dealt.
        chosen: whether it is what the player does: the action that the base player likes, unless
            another one wins more often by the standard error of the difference.
        is_better: whether the base player clearly wins more often after it than after the action
            that the others are held against: by 1.96 standard errors of the paired difference.

    """

    move: Move
    win: Share
    score: float
    score_low: float
    score_high: float
    samples: int
    chosen: bool
    is_better: bool = False


def estimates(
    view: View,
    rules: Rules = EASY,
    scoring: Scoring = TP1,
    *,
    samples: int = ADVICE,
    seconds: float | None = None,
    seed: int = 0,
    for_score: bool = False,
    against: Move | None = None,
    announce: Callable[[str], None] | None = None,
) -> tuple[Estimate, ...]:
    """Estimate each action that a player can do, in the order of `View.legal_moves`.

    The same seed and samples give the same answer.

    Args:
        view: what the player sees.
        rules: the rules of play.
        scoring: the scoring system.
        samples: how often to deal the unseen cards.
        seconds: stop after so much time instead, with at least one batch of samples.
        seed: what the random numbers begin with.
        for_score: whether the player goes by the expected score instead of the wins.
        against: the action that the others are held against, and that is chosen unless another one
            does better; by default the one that the base player likes.
        announce: is told when the players are compiled for the first time.

    Raises:
        DeckError: a card is unknown that lies in sight.
        TripeaksError: an argument is of the wrong kind.

    """
    require_kind("view", view, View)
    require_kind("rules", rules, Rules)
    require_kind("scoring", scoring, Scoring)
    require_samples(samples, seed)
    moves = view.legal_moves(rules)
    if not moves:
        return ()
    kernels = load_kernels("blind", announce)
    asked = _Asked(view, rules, scoring, kernels)
    numbers = [kernels.DRAW if move == DRAW else move.place for move in moves]
    actions = np.array(numbers, np.int64)
    if against in moves:
        first = moves.index(against)
        actions[[0, first]] = actions[[first, 0]]
    else:
        kernels.like_base(asked.table, asked.cards, asked.unseen, asked.position, actions)
    found, done = asked.roll(actions, samples, seconds, seed)
    best = int(np.argmax(found[:, kernels.SCORES])) if for_score else kernels.best_of(found)
    rows = [actions.tolist().index(number) for number in numbers]
    return tuple(
        _estimate(move, found[row], done, row == best, rules)._replace(
            is_better=_is_better(found[row], found[0], kernels)
        )
        for move, row in zip(moves, rows, strict=True)
    )


class _Asked:
    """A position as the kernels take it."""

    def __init__(self, view: View, rules: Rules, scoring: Scoring, kernels: Any) -> None:
        deal, self.kernels = view.deal.under(rules), kernels
        layout, size = deal.layout, len(deal.layout)
        hidden = [n for n, card in enumerate(deal.cards) if card == UNKNOWN]
        known = sum(1 << n for n in range(size) if deal.cards[n] not in (UNKNOWN, GONE))
        told = [n for n, card in enumerate(deal.cards[size + 1 :]) if card not in (UNKNOWN, GONE)]
        self.hidden = np.array(hidden, np.int64)
        self.pool = np.array([rank_of(card) for card in view.unseen], np.uint8)
        self.unseen = np.array(view.unseen_ranks, np.int64)
        self.table = table_of(layout, rules)
        ranks = [0 if card == UNKNOWN else rank_of(card) for card in deal.cards]
        free = int(kernels.free_places(self.table, deal.mask))
        self.cards = kernels.new_cards(
            np.array(ranks, np.uint8), known & ~free, sum(1 << n for n in told)
        )
        kernels.lay_out(self.table, self.cards)
        drawn = len(deal.cards) - size - 1 - len(deal.stock)
        score = deal.start_score(scoring)
        self.position = kernels.Position(
            deal.mask, free, rank_of(deal.waste), drawn, deal.run, score
        )
        self.worths = _worths(deal, scoring, kernels)

    def roll(self, actions: Any, samples: int, seconds: float | None, seed: int) -> tuple[Any, int]:
        """Take samples in batches; returns what they add up to, and how many there are."""
        found = np.zeros((len(actions), self.kernels.FOUND))
        batch, chance, done = np.empty_like(found), np.uint64(seed & 2**64 - 1), 0
        end = None if seconds is None else time.perf_counter() + seconds
        while done < samples if end is None else not done or time.perf_counter() < end:
            size = _BATCH if end is not None else min(_BATCH, samples - done)
            chance = self.kernels.rollouts(
                *(self.table, self.worths, self.cards, self.hidden, self.pool, self.unseen),
                *(self.position, actions, size, np.uint64(chance), batch),
            )
            found += batch
            done += size
        return found, done


def _worths(deal: Deal, scoring: Scoring, kernels: Any) -> Any:
    """Return what a scoring system makes of the game from here, see `kernels.blind.Worths`."""
    layout, left, stock = deal.layout, deal.mask.bit_count(), len(deal.stock)
    return kernels.Worths(
        peaks=np.array(layout.peaks, np.int64),
        bonus=bonus_of(layout, scoring),
        gains=gains_of(layout, scoring),
        draw=scoring.draw,
        floor=_NO_FLOOR if scoring.floor is None else scoring.floor,
        time=times_of(scoring, left + stock + 1),
        wins=wins_of(layout, scoring, left, stock),
    )


def no_worths(layout: Layout, kernels: Any) -> Any:
    """Return what a game is worth where no points count."""
    cards, peaks = len(layout), len(layout.peaks)
    return kernels.Worths(
        peaks=np.array(layout.peaks, np.int64),
        bonus=np.zeros(peaks + 1, np.int64),
        gains=np.zeros((peaks + 1, cards + 1), np.int64),
        draw=0,
        floor=_NO_FLOOR,
        time=np.zeros(2 * DECK_SIZE, np.int64),
        wins=np.zeros(DECK_SIZE, np.int64),
    )


def _estimate(move: Move, found: Any, samples: int, chosen: bool, rules: Rules) -> Estimate:
    wins, _, total, squares, _ = (float(value) for value in found)
    mean = total / samples
    spread = sqrt(max(squares / samples - mean * mean, 0.0))
    half = 1.96 * spread / sqrt(samples)
    base = share_of(round(wins), samples)
    win = Share(*(good_play(share, rules) for share in base))
    return Estimate(move, win, mean, mean - half, mean + half, samples, chosen)


def _is_better(found: Any, first: Any, kernels: Any) -> bool:
    """Tell whether an action clearly wins more of the same games than the first one."""
    gain = float(found[kernels.WINS] - first[kernels.WINS])
    return gain > 1.96 * sqrt(found[kernels.OTHERWISE])


def good_play(share: float, rules: Rules) -> float:
    """Return how likely a good player wins where the base player wins this share of its games.

    A logistic curve, fitted to games that the advised player has played out.
    """
    if not 0 < share < 1:
        return share
    shift, slope = weights_for(rules).good_play
    return 1 / (1 + exp(-(shift + slope * log(share / (1 - share)))))
