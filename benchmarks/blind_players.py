"""Measure players who do not see the hidden cards: the same seeded deals for all of them.

python benchmarks/blind_players.py [--quick] [--games N] [--rules NAME] [--player NAME …]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from math import sqrt
from typing import NamedTuple

import click
import numpy as np
import numpy.typing as npt

from tripeaks_solver.cards import DECK_SIZE
from tripeaks_solver.layouts import classic
from tripeaks_solver.players.games import Knows, play_games
from tripeaks_solver.rules import EASY, PRESETS, Rules
from tripeaks_solver.search.arrays import Cards
from tripeaks_solver.search.compiled import load_kernels
from tripeaks_solver.search.kernels.tables import covers_of, relations_of
from tripeaks_solver.search.rate import Depth, rate_deals
from tripeaks_solver.shares import share_of

SEED = 2028
BATCH = 250
"""How many deals are played between two looks at the clock."""

Won = npt.NDArray[np.bool_]


def seeded_deals(count: int) -> Cards:
    """Shuffle decks; the first deals of a longer list are those of a shorter one."""
    chance = np.random.default_rng(SEED)
    deck = np.arange(DECK_SIZE, dtype=np.uint8)
    return np.array([chance.permutation(deck) for _ in range(count)])


def ceiling(cards: Cards, rules: Rules) -> Won:
    """Win whatever can be won with all cards known."""
    return rate_deals(cards, Depth.VERDICT, rules=(rules,)).winnable[:, 0]


def without_foresight(cards: Cards, rules: Rules, *, greedy: bool) -> Won:
    """Let a player play who draws only when no card fits."""
    ranks = np.ascontiguousarray(cards % 13)
    wins, first = np.empty((len(cards), 1), np.int32), np.empty((len(cards), 1), np.int8)
    load_kernels("players").play_deals(
        *(covers_of(classic()), relations_of((rules,)).plays_on, np.array([SEED]), greedy, 1),
        *(ranks, wins, first),
    )
    return wins[:, 0] > 0


def rollouts(cards: Cards, rules: Rules, *, samples: int, knows: Knows = Knows.NOTHING) -> Won:
    """Let a player play who asks the base player so often how games end; never for 0 samples."""
    return play_games(cards, rules, samples=samples, seed=SEED, knows=knows).won


PLAYERS: dict[str, Callable[[Cards, Rules], Won]] = {
    "ceiling": ceiling,
    "random": partial(without_foresight, greedy=False),
    "greedy": partial(without_foresight, greedy=True),
    "base": partial(rollouts, samples=0),
    **{f"rollout-{n}": partial(rollouts, samples=n) for n in (100, 300, 1000, 3000)},
    "stock-known-300": partial(rollouts, samples=300, knows=Knows.STOCK),
    "backs-known-300": partial(rollouts, samples=300, knows=Knows.BACKS),
}


class Measured(NamedTuple):
    """What a player did.

    Attributes:
        won: which deals it won.
        seconds: the processor time.

    """

    won: Won
    seconds: float


def measured(player: str, cards: Cards, rules: Rules) -> Measured:
    """Let a player play deals, a batch after the other."""
    play = PLAYERS[player]
    play(cards[:1], rules)  # which compiles it
    begin, won = time.process_time(), np.zeros(len(cards), np.bool_)
    batches = range(0, len(cards), BATCH)
    with click.progressbar(batches, label=player, file=sys.stderr) as shown:
        for first in shown:
            won[first : first + BATCH] = play(cards[first : first + BATCH], rules)
    return Measured(won, time.process_time() - begin)


def row(player: str, found: Measured, greedy: Won | None) -> str:
    """Return a row of the table: the share, its interval, the difference to greedy, the time."""
    games = len(found.won)
    share = share_of(int(found.won.sum()), games)
    told = f"{player:16} {games:7,} {share.share:7.2%} {share.low:7.2%} {share.high:7.2%}"
    if greedy is not None:
        gain = found.won.astype(float) - greedy
        half = 1.96 * float(gain.std()) / sqrt(games)
        told += f"  {gain.mean():+7.2%} ± {half:.2%}"
    return f"{told}  {found.seconds / games * 1e3:10.3f} ms"


@click.command()
@click.option("--quick", is_flag=True, help="A few games, only to see that it runs.")
@click.option("--games", default=10_000, show_default=True, help="Deals to play.")
@click.option("--rules", "name", default=EASY.name, type=click.Choice(list(PRESETS)))
@click.option("--player", "players", multiple=True, type=click.Choice(list(PLAYERS)))
def main(quick: bool, games: int, name: str, players: tuple[str, ...]) -> None:
    """Print the table of players, each on the same deals."""
    rules, cards = PRESETS[name], seeded_deals(20 if quick else games)
    click.echo(
        f"{name}: games, share won, 95 % interval, difference to greedy (paired), time a game"
    )
    greedy = None
    for player in players or PLAYERS:
        if quick and player.endswith("000"):
            continue
        found = measured(player, cards, rules)
        greedy = found.won if player == "greedy" else greedy
        click.echo(row(player, found, greedy))


if __name__ == "__main__":
    main()
