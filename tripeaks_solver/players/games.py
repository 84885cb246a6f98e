"""Whole games of players who do not see the hidden cards, for measuring how well they play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from tripeaks_solver.cards import JOKER, WILD
from tripeaks_solver.errors import DeckError, TripeaksError, require_kind
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import classic
from tripeaks_solver.players.estimate import no_worths
from tripeaks_solver.rules import EASY, Rules
from tripeaks_solver.search.arrays import checked_cards, ranks_of
from tripeaks_solver.search.base_player import table_of
from tripeaks_solver.search.compiled import load_kernels


class Knows(StrEnum):
    """What a player knows besides the cards in sight."""

    NOTHING = "nothing more"
    STOCK = "the order of the stock"
    BACKS = "the hidden cards of the tableau"


@dataclass(frozen=True, eq=False)
class Games:
    """How *n* games ended.

    Attributes:
        won: whether each game was won, bool, shape (n,).
        told: for each action that was chosen among several, by the number of actions before it,
            the share of fresh rollouts after it that were won; -1 for others, and where nothing
            was to be told, shape (n, cards).

    """

    won: npt.NDArray[np.bool_]
    told: npt.NDArray[np.float64]


def play_games(
    cards: npt.ArrayLike,
    rules: Rules = EASY,
    layout: Layout | None = None,
    *,
    samples: int,
    telling: int = 0,
    seed: int = 0,
    knows: Knows = Knows.NOTHING,
) -> Games:
    """Let a player play deals from the start; it asks rollouts about every choice.

    Args:
        cards: whole deals in the common order, shape (n, m), see `Deal`.
        rules: the rules of play.
        layout: the layout, by default the classic one.
        samples: how often the unseen cards are dealt for each choice; 0 for the base player, who
            asks no rollouts.
        telling: how often they are dealt again to tell the chance after each choice.
        seed: what the random numbers begin with; the same seed gives the same games.
        knows: what the player knows besides the cards in sight.

    Raises:
        DeckError: a row is no whole deal with a waste card.
        TripeaksError: another argument is of the wrong kind.

    """
    layout = classic() if layout is None else layout
    require_kind("rules", rules, Rules)
    require_kind("knows", knows, Knows)
    if min(samples, telling) < 0:
        raise TripeaksError(f"{min(samples, telling)} samples: take none or more")
    checked = checked_cards(cards, layout)
    if checked.max(initial=0) > JOKER:
        raise DeckError("players begin with whole deals and a waste card")
    return _play(
        *(ranks_of(checked), rules, layout),
        samples=samples,
        telling=telling,
        seed=seed,
        knows=knows,
    )


def play_small_games(
    ranks: npt.ArrayLike, rules: Rules, layout: Layout, *, samples: int, seed: int = 0
) -> npt.NDArray[np.bool_]:
    """Let the same player play with a deck of another size, whose cards it knows.

    Args:
        ranks: the ranks of deals in the common order, shape (n, m); all hold the same cards.
        rules: the rules of play.
        layout: the layout.
        samples: how often the unseen cards are dealt for each choice; 0 for the base player.
        seed: what the random numbers begin with.

    Returns:
        Whether each game was won, shape (n,).

    Raises:
        DeckError: the deals do not hold the same cards, or too few for the layout.

    """
    found = np.ascontiguousarray(ranks, np.uint8)
    if found.ndim != 2 or found.shape[1] <= len(layout) or found.max(initial=0) > WILD:
        raise DeckError(f"deals need the ranks of more than {len(layout)} cards each")
    if (np.sort(found, axis=1) != np.sort(found[:1], axis=1)).any():
        raise DeckError("all deals must hold the same cards")
    return _play(found, rules, layout, samples=samples, seed=seed).won


def _play(
    ranks: npt.NDArray[np.uint8],
    rules: Rules,
    layout: Layout,
    *,
    samples: int,
    telling: int = 0,
    seed: int,
    knows: Knows = Knows.NOTHING,
) -> Games:
    kernels = load_kernels("blind")
    won, told = np.empty(len(ranks), np.bool_), np.empty(ranks.shape)
    kernels.rollout_games(
        *(table_of(layout, rules), no_worths(layout, kernels), ranks),
        *(layout.full if knows is Knows.BACKS else 0, -1 if knows is Knows.STOCK else 0),
        *(samples, telling, seed, won, told),
    )
    return Games(won, told)
