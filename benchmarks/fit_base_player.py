"""Fit the weights of the base player to the share of random deals that it wins.

python benchmarks/fit_base_player.py [--quick] [--rules NAME] [--rounds N]

The cross-entropy method: draw weights around a mean, keep the fifth that wins most, move the mean
and the spread towards those, and go on. It prints the weights for `search/base_player.py`.
"""

from __future__ import annotations

import click
import numpy as np
import numpy.typing as npt

from tripeaks_solver.cards import DECK_SIZE, RANK_COUNT
from tripeaks_solver.layouts import classic
from tripeaks_solver.rules import EASY, PRESETS, Rules
from tripeaks_solver.search.compiled import load_kernels
from tripeaks_solver.search.kernels.tables import covers_of, relations_of

SEED = 2029
PLAYERS, KEPT, DEALS = 60, 12, 16_000
"""Players a round, those that are kept, and the deals that each of them plays."""
_INERTIA = 0.3
_LEAST_SPREAD = 0.01

Weights = npt.NDArray[np.float64]


def shares(weights: Weights, rules: Rules, deals: npt.NDArray[np.uint8]) -> Weights:
    """Return the share of deals that each player wins."""
    kernels = load_kernels("blind")
    relations = relations_of((rules,)).plays_on[0]
    table = kernels.Table(covers_of(classic()), relations, rules.draw_only_when_stuck, weights[0])
    won = np.zeros(len(weights))
    wins = np.empty(len(deals), np.int32)
    for player in range(len(weights)):
        kernels.panel_games(table, deals, weights[player : player + 1], wins)
        won[player] = wins.sum() / len(deals)
    return won


def fitted(rules: Rules, rounds: int, deals: int) -> Weights:
    """Run the cross-entropy method from a player that likes to turn up cards."""
    chance, kernels = np.random.default_rng(SEED), load_kernels("blind")
    mean, spread = np.zeros(kernels.WEIGHTS), np.ones(kernels.WEIGHTS)
    mean[[0, 2, 4]] = 2, 2, 1
    mean[2 * kernels.FEATURES] = -3
    deck = np.arange(DECK_SIZE, dtype=np.uint8) % RANK_COUNT
    for number in range(rounds):
        dealt = chance.permuted(np.tile(deck, (deals, 1)), axis=1)
        players = mean + spread * chance.standard_normal((PLAYERS, len(mean)))
        players[0] = mean
        won = shares(players, rules, dealt)
        best = players[np.argsort(-won)[:KEPT]]
        mean = _INERTIA * mean + (1 - _INERTIA) * best.mean(axis=0)
        spread = _INERTIA * spread + (1 - _INERTIA) * best.std(axis=0) + _LEAST_SPREAD
        click.echo(f"round {number + 1}: {won.mean():.2%} on average, {won.max():.2%} the best")
    return mean


@click.command()
@click.option("--quick", is_flag=True, help="Two short rounds, only to see that it runs.")
@click.option("--rules", "name", default=EASY.name, type=click.Choice(list(PRESETS)))
@click.option("--rounds", default=70, show_default=True)
def main(quick: bool, name: str, rounds: int) -> None:
    """Print fitted weights."""
    mean = fitted(PRESETS[name], 2 if quick else rounds, 200 if quick else DEALS)
    click.echo(" ".join(f"{weight:.3f}" for weight in mean))


if __name__ == "__main__":
    main()
