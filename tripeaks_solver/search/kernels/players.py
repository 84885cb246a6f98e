"""Players without foresight, each of whom plays a deal many times."""

from __future__ import annotations

import numpy as np

from tripeaks_solver.cards import WASTE_RANKS
from tripeaks_solver.search.kernels.bits import count, lowest
from tripeaks_solver.search.machine_code import compiled


@compiled
def play_deals(covers, plays_on, seeds, greedy, games, deals, wins, first_moves):
    """Let a player without foresight play each deal many times under each rules.

    Both players draw only when no free card fits and see only face-up cards. The random one
    plays any card that fits. The greedy one plays a card that turns up most cards; among those
    one on which another face-up card fits; among those any.

    Args:
        covers: what covers what, see `tables.Covers`.
        plays_on: see `tables.Relations`.
        seeds: for each rules what the random numbers begin with, int64.
        greedy: whether the greedy player plays, or the random one.
        games: how many games to play of each deal under each rules.
        deals: ranks in the common order, shape (n, cards), uint8.
        wins: receives how many of them are won, shape (n, rules), int32.
        first_moves: receives how many cards fit at the start, shape (n, rules), int8.

    """
    places = len(covers.by)
    uncovered = 0
    for place in range(places):
        if covers.by[place] == 0:
            uncovered |= 1 << place
    fitting = np.empty(WASTE_RANKS, np.int64)
    for k in range(len(deals)):
        ranks = deals[k]
        for rule in range(len(plays_on)):
            fitting[:] = 0
            for waste in range(WASTE_RANKS):
                for place in range(places):
                    if plays_on[rule, waste] >> ranks[place] & 1:
                        fitting[waste] |= 1 << place
            first_moves[k, rule] = count(uncovered & fitting[ranks[places]])
            chance = _seed(ranks, seeds[rule])
            wins[k, rule] = 0
            for _ in range(games):
                chance, won = _play_out(covers, fitting, greedy, uncovered, ranks, chance)
                wins[k, rule] += won


@compiled
def _play_out(covers, fitting, greedy, free, ranks, chance):
    """Play one game; returns the state of the random numbers and whether it was won."""
    places = len(covers.by)
    tableau = (1 << places) - 1
    top = places
    waste = ranks[top]
    while tableau:
        options = free & fitting[waste]
        if options == 0:
            top += 1
            if top == len(ranks):
                return chance, False
            waste = ranks[top]
            continue
        if options & options - 1:
            if greedy:
                options = _greedy_options(options, covers, fitting, free, tableau, ranks)
            chance += np.uint64(0x9E3779B97F4A7C15)
            z = (chance ^ chance >> np.uint64(32)) * np.uint64(0xD6E8FEB86659FD93)
            number = (z >> np.uint64(32)) * np.uint64(count(options)) >> np.uint64(32)
            for _ in range(number):
                options &= options - 1
        place = lowest(options)
        tableau ^= 1 << place
        free ^= 1 << place
        waste = ranks[place]
        below = covers.of[place]
        while below:
            other = lowest(below)
            below &= below - 1
            if not tableau & covers.by[other]:
                free |= 1 << other
    return chance, True


@compiled
def _greedy_options(options, covers, fitting, free, tableau, ranks):
    """Keep the options that the greedy player likes best."""
    best, kept = -1, 0
    while options:
        place = lowest(options)
        options &= options - 1
        after = tableau ^ 1 << place
        liking = 1 if free & fitting[ranks[place]] else 0
        below = covers.of[place]
        while below:
            if not after & covers.by[lowest(below)]:
                liking += 2
            below &= below - 1
        if liking > best:
            best, kept = liking, 0
        if liking == best:
            kept |= 1 << place
    return kept


@compiled
def _seed(ranks, seed):
    """Derive the random numbers of a deal from its ranks, so that a rating never changes."""
    seed = np.uint64(seed)
    for rank in ranks:
        seed = seed * np.uint64(0x5851F42D4C957F2D) + np.uint64(rank + 1)
    return seed
