"""Hold the players against the best blind player, in games so small that it can be computed.

python benchmarks/small_games.py [--quick] [--games N]
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import click
import numpy as np
import numpy.typing as npt

from tripeaks_solver.cards import DECK_SIZE, GONE, RANK_COUNT, Rank
from tripeaks_solver.layout import Layout, parse_layout
from tripeaks_solver.players.games import play_small_games
from tripeaks_solver.players.perfect import best_chance
from tripeaks_solver.rules import CLASSIC, EASY, Rules
from tripeaks_solver.search.compiled import load_kernels
from tripeaks_solver.search.kernels.tables import covers_of, relations_of
from tripeaks_solver.search.rate import Depth, rate_deals
from tripeaks_solver.shares import share_of

SEED = 404
PEAK = parse_layout("name: peak\n\n  A\n B C\nD E F\n")
TWO = parse_layout("name: two peaks\n\n A   B\nC D E F\n")
SAMPLES = (0, 10, 30, 100, 300, 1000)

Deals = npt.NDArray[np.uint8]
Won = npt.NDArray[np.bool_]


def decks() -> Iterator[tuple[str, tuple[Rank, ...]]]:
    """Yield decks of aces and what follows them, with their names."""
    for ranks, copies in ((5, 2), (6, 2), (4, 3)):
        yield f"{ranks} ranks, {copies} each", tuple(range(ranks)) * copies


def ceiling(deals: Deals, rules: Rules, layout: Layout) -> Won:
    """Tell which deals can be won with all cards known: as games whose other cards are gone."""
    suits = np.zeros_like(deals)
    for row in range(len(deals)):
        used = [itertools.count() for _ in range(RANK_COUNT)]
        suits[row] = [next(used[rank]) for rank in deals[row].tolist()]
    gone = np.full((len(deals), DECK_SIZE - deals.shape[1]), GONE, np.uint8)
    cards = np.insert(deals + RANK_COUNT * suits, [len(layout) + 1] * gone.shape[1], gone, axis=1)
    return rate_deals(cards, Depth.VERDICT, rules=(rules,), layout=layout).winnable[:, 0]


def without_foresight(deals: Deals, rules: Rules, layout: Layout, *, greedy: bool) -> Won:
    """Let a player play who draws only when no card fits."""
    wins, first = np.empty((len(deals), 1), np.int32), np.empty((len(deals), 1), np.int8)
    load_kernels("players").play_deals(
        *(covers_of(layout), relations_of((rules,)).plays_on, np.array([SEED]), greedy, 1),
        *(deals, wins, first),
    )
    return wins[:, 0] > 0


@click.command()
@click.option("--quick", is_flag=True, help="A few games, only to see that it runs.")
@click.option("--games", default=20_000, show_default=True, help="Deals of each game.")
def main(quick: bool, games: int) -> None:
    """Print how often each player wins, and how often the best one does."""
    chance = np.random.default_rng(SEED)
    for layout, (name, deck), rules in itertools.product((PEAK, TWO), decks(), (EASY, CLASSIC)):
        if quick and len(deck) > 10:
            continue
        deals = np.tile(np.array(deck, np.uint8), (50 if quick else games, 1))
        deals = chance.permuted(deals, axis=1)
        click.echo(f"{layout.name}, {name}, {rules.name}")
        told = {
            "all cards known": ceiling(deals, rules, layout),
            "random": without_foresight(deals, rules, layout, greedy=False),
            "greedy": without_foresight(deals, rules, layout, greedy=True),
        }
        for samples in SAMPLES:
            player = f"rollout-{samples}" if samples else "base"
            told[player] = play_small_games(deals, rules, layout, samples=samples, seed=SEED)
        click.echo(f"  {'best blind player':18} {best_chance(layout, rules, deck):7.2%}")
        for player, won in told.items():
            share = share_of(int(won.sum()), len(won))
            click.echo(f"  {player:18} {share.share:7.2%} ({share.low:.2%} to {share.high:.2%})")


if __name__ == "__main__":
    main()
