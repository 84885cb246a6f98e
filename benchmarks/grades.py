"""Hold what ratings say of difficulty against how often a blind player wins each deal.

python benchmarks/grades.py [--quick] [--deals N] [--games N]
"""

from __future__ import annotations

import sys

import click
import numpy as np
import numpy.typing as npt

from tripeaks_solver.cards import DECK_SIZE
from tripeaks_solver.players.games import play_games
from tripeaks_solver.ratings import rate
from tripeaks_solver.rules import CLASSIC, EASY, Rules
from tripeaks_solver.search.arrays import Cards

SEED = 303
SAMPLES = 200
BATCH = 50

Values = npt.NDArray[np.float64]


def ranks(values: Values) -> Values:
    """Return the ranks of values; equal ones share the mean of theirs."""
    _, where, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[where])


def spearman(one: Values, other: Values) -> float:
    """Return the rank correlation of two measures."""
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def won_share(cards: Cards, rules: Rules, games: int) -> Values:
    """Return the share of games that the rollout player wins of each deal."""
    shares = []
    with click.progressbar(range(0, len(cards), BATCH), label=rules.name, file=sys.stderr) as all_:
        for first in all_:
            some = np.repeat(cards[first : first + BATCH], games, axis=0)
            won = play_games(some, rules, samples=SAMPLES, seed=SEED + first).won
            shares.append(won.reshape(-1, games).mean(axis=1))
    return np.concatenate(shares)


@click.command()
@click.option("--quick", is_flag=True, help="A few deals, only to see that it runs.")
@click.option("--deals", default=500, show_default=True, help="Deals under each of the rules.")
@click.option("--games", default=12, show_default=True, help="Games of each deal.")
def main(quick: bool, deals: int, games: int) -> None:
    """Print the rank correlation of each measure with the share of games won."""
    deals, games = (8, 2) if quick else (deals, games)
    chance = np.random.default_rng(SEED)
    cards = np.array([chance.permutation(DECK_SIZE).astype(np.uint8) for _ in range(deals)])
    rated = rate(cards, columns="all")
    for rules in (EASY, CLASSIC):
        random, greedy, panel = (
            np.asarray(rated[f"{rules.name}_{name}_share"])
            for name in ("random", "greedy", "panel")
        )
        measures = {
            "random_share": random,
            "greedy_share": greedy,
            "panel_share": panel,
            "mean of random and greedy": (random + greedy) / 2,
            "mean of random and panel": (random + panel) / 2,
        }
        won = won_share(cards, rules, games)
        for name, values in measures.items():
            click.echo(f"{rules.name:8} {name:26} {spearman(values, won):.3f}")


if __name__ == "__main__":
    main()
