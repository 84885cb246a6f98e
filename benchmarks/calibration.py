"""Compare the chances that the advice tells with how often the advised player wins.

python benchmarks/calibration.py [--quick] [--games N] [--fit] [--svg FILE]
"""

from __future__ import annotations

import sys
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np
import numpy.typing as npt

from tripeaks_solver.cards import DECK_SIZE
from tripeaks_solver.players.estimate import good_play
from tripeaks_solver.players.games import Games, play_games
from tripeaks_solver.rules import CLASSIC, EASY, Rules

FITTED, FRESH = 101, 202
"""Seeds of the games that the curves are fitted to, and of those that they are tested on."""
SAMPLES, TELLING = 300, 150
BATCH = 100
MIDDLES = tuple(tenth / 10 for tenth in range(1, 10))
WIDTH = 0.1


class Bin(NamedTuple):
    """Positions whose chance is told to be near some value.

    Attributes:
        positions: how many there are.
        told: the mean of what is told.
        won: the share of them that were won.
        error: the standard error of the difference; positions of one game share its end.

    """

    positions: int
    told: float
    won: float
    error: float


def played(rules: Rules, games: int, seed: int) -> Games:
    """Let the advised player play random deals, and tell its chance at each choice."""
    chance = np.random.default_rng(seed)
    cards = np.array([chance.permutation(DECK_SIZE) for _ in range(games)])
    found = []
    with click.progressbar(range(0, games, BATCH), label=rules.name, file=sys.stderr) as batches:
        for first in batches:
            some = cards[first : first + BATCH]
            found.append(
                play_games(some, rules, samples=SAMPLES, telling=TELLING, seed=seed + first)
            )
    return Games(
        np.concatenate([one.won for one in found]), np.concatenate([one.told for one in found])
    )


def near(games: Games, told: npt.NDArray[np.float64], middle: float) -> Bin | None:
    """Compare what is told of positions near a chance with what became of them."""
    chosen = (games.told >= 0) & (abs(told - middle) < WIDTH)
    counts = chosen.sum(axis=1)
    if not counts.any():
        return None
    excess = np.where(chosen, told - games.won[:, None], 0).sum(axis=1)
    count = int(counts.sum())
    bias = excess.sum() / count
    error = sqrt(float(((excess - bias * counts) ** 2).sum())) / count
    mean = float(told[chosen].mean())
    return Bin(count, mean, mean - float(bias), error)


def fitted(games: Games) -> tuple[float, float]:
    """Fit the shift and the slope of the logistic curve, by Newton's method."""
    there = (games.told > 0) & (games.told < 1)
    won = np.broadcast_to(games.won[:, None], there.shape)[there]
    logit = np.log(games.told[there] / (1 - games.told[there]))
    features, weights = np.stack([np.ones_like(logit), logit], axis=1), np.array([0.0, 1.0])
    for _ in range(20):
        chance = 1 / (1 + np.exp(-features @ weights))
        curvature = (features * (chance * (1 - chance))[:, None]).T @ features
        weights += np.linalg.solve(curvature, features.T @ (won - chance))
    return float(weights[0]), float(weights[1])


def draw(bins: dict[str, list[Bin]], file: Path) -> None:
    """Draw what is told against what is won, with 95 % intervals."""
    import matplotlib.pyplot as plt

    plt.rcParams |= {"svg.fonttype": "none", "svg.hashsalt": "calibration"}
    figure, axes = plt.subplots(figsize=(5, 5))
    ends = np.array([0, 100])
    axes.fill_between(ends, ends - 3, ends + 3, color="0.9", label="± 3 points")
    axes.plot(ends, ends, color="0.6", linewidth=1)
    for (name, found), marker in zip(bins.items(), "os", strict=True):
        told, won = ([100 * getattr(one, field) for one in found] for field in ("told", "won"))
        half = [196 * one.error for one in found]
        axes.errorbar(told, won, half, fmt=marker, markersize=5, capsize=2, label=name)
    axes.set(xlim=(0, 100), ylim=(0, 100), aspect="equal")
    axes.set(xlabel="chance told, %", ylabel="won, % (95 % interval)")
    axes.legend(loc="upper left", frameon=False)
    figure.savefig(file, bbox_inches="tight", metadata={"Date": None})


@click.command()
@click.option("--quick", is_flag=True, help="A few games, only to see that it runs.")
@click.option("--games", default=4000, show_default=True, help="Games under each of the rules.")
@click.option("--fit", is_flag=True, help="Fit the curves to other games instead.")
@click.option("--svg", type=click.Path(path_type=Path), help="Draw a picture.")
def main(quick: bool, games: int, fit: bool, svg: Path | None) -> None:
    """Print what is told and what is won, or fit the curves."""
    bins: dict[str, list[Bin]] = {}
    for rules in (EASY, CLASSIC):
        found = played(rules, 4 if quick else games, FITTED if fit else FRESH)
        if fit:
            shift, slope = fitted(found)
            click.echo(f"{rules.name}: shift {shift:.3f}, slope {slope:.3f}")
            continue
        told = np.vectorize(good_play)(found.told, rules)
        bins[rules.name] = [one for m in MIDDLES if (one := near(found, told, m)) is not None]
        for one in bins[rules.name]:
            told_won = f"told {one.told:.1%}, won {one.won:.1%} ± {1.96 * one.error:.1%}"
            click.echo(f"{rules.name:8} {one.positions:7,} positions: {told_won}")
    if svg:
        draw(bins, svg)


if __name__ == "__main__":
    main()
