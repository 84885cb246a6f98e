"""Measure how long advice for one position takes, and how exact it is.

python benchmarks/advice.py [--quick] [--positions N]
"""

from __future__ import annotations

import time
from random import Random

import click
import numpy as np

from tripeaks_solver.deal import Deal
from tripeaks_solver.game import Game
from tripeaks_solver.players.estimate import estimates
from tripeaks_solver.rules import CLASSIC, EASY, Rules
from tripeaks_solver.samples import ADVICE
from tripeaks_solver.view import View, view_of

MOST_MOVES = 30
"""Positions come after up to so many random moves."""
SAMPLES = (300, 1000, ADVICE)


def positions(rules: Rules, count: int) -> list[View]:
    """Play some random moves of seeded deals, until there is a choice."""
    found: list[View] = []
    chance = Random(0)
    for seed in range(10 * count):
        game = Game(Deal.random(seed), rules)
        for _ in range(chance.randrange(MOST_MOVES)):
            if game.legal_moves:
                game.make(chance.choice(game.legal_moves))
        if len(game.legal_moves) > 1 and len(found) < count:
            found.append(view_of(game))
    return found


def measure(view: View, rules: Rules, samples: int) -> tuple[float, float]:
    """Return the milliseconds of processor time, and the widest half interval of a chance."""
    begin = time.process_time()
    found = estimates(view, rules, samples=samples)
    taken = time.process_time() - begin
    return 1e3 * taken, max(one.win.high - one.win.low for one in found) / 2


@click.command()
@click.option("--quick", is_flag=True, help="A few positions, only to see that it runs.")
@click.option("--positions", "count", default=200, show_default=True)
def main(quick: bool, count: int) -> None:
    """Print the time of advice and the half width of its 95 % intervals."""
    for rules in (EASY, CLASSIC):
        views = positions(rules, 5 if quick else count)
        estimates(views[0], rules, samples=1)  # which compiles it
        for samples in SAMPLES:
            times, halves = np.array([measure(view, rules, samples) for view in views]).T
            click.echo(
                f"{rules.name:8} {samples:5,} samples: median {np.median(times):.1f} ms, "
                f"slowest {times.max():.1f} ms, widest interval ± {halves.max():.2%}"
            )


if __name__ == "__main__":
    main()
