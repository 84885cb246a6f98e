"""What the base player values: the weights behind rollouts, fitted by playing many games.

The base player does the action with the highest value. The value of a play is the sum of its
features, each times its weight; a draw has a value of its own. ``benchmarks/fit_base_player.py``
finds the weights by the cross-entropy method (R. Y. Rubinstein, 1999).
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tripeaks_solver.layout import Layout
from tripeaks_solver.rules import Rules
from tripeaks_solver.search.compiled import load_kernels
from tripeaks_solver.search.kernels.tables import covers_of, relations_of


class Weights(NamedTuple):
    """The weights of a base player.

    Attributes:
        plays: for each feature of a play (turns up a card, turns up two, another free card fits on
            it, several do, two can follow, three can, the share of unseen cards that fit on it,
            free cards of the same rank, cards that are covered by it and one other alone): its
            weight at the first draw, and what is added to it until the last one.
        draw: the value of a draw: at the first draw, what the share of the stock that has been
            drawn adds, and its square; what each card that can be played adds, each card of the
            tableau, and the share of unseen cards that fit on the waste.
        good_play: shift and slope of the logistic curve from the share of games that the base
            player wins to that of the player that asks it, see `estimate.good_play`.

    """

    plays: tuple[tuple[float, float], ...]
    draw: tuple[float, ...]
    good_play: tuple[float, float]

    def array(self) -> npt.NDArray[np.float64]:
        """Return the weights as kernels take them."""
        return np.array([*(weight for pair in self.plays for weight in pair), *self.draw])


LINKED = Weights(
    plays=(
        (1.866, 0.113),
        (1.812, 0.163),
        (0.09, -0.476),
        (-1.508, 0.94),
        (0.14, 0.677),
        (1.651, 0.441),
        (-1.484, -2.208),
        (1.174, -0.578),
        (0.899, -0.135),
    ),
    draw=(-2.559, -0.487, 0.724, -0.596, -1.443, -0.405),
    good_play=(0.298, 0.91),
)
"""For rules with king and ace linked."""

UNLINKED = Weights(
    plays=(
        (1.403, -1.167),
        (1.525, -0.08),
        (0.026, -0.302),
        (-1.456, 0.271),
        (0.024, 0.18),
        (1.349, -0.472),
        (-3.382, -0.779),
        (0.258, -0.341),
        (0.164, 0.127),
    ),
    draw=(-3.345, -0.192, 1.109, -0.167, -1.628, -0.05),
    good_play=(0.174, 0.926),
)
"""For rules without the link."""


PANEL = 50
"""How many players a panel has."""
_SPREAD = 0.5
"""By how much their weights differ: the standard deviation of each."""


@cache
def panel_tastes(rules: Rules) -> npt.NDArray[np.float64]:
    """Return the weights of a panel of players, who differ in what they value.

    They are always the same, so that a rating never changes.

    Returns:
        The weights of each player, shape (`PANEL`, weights).

    """
    own = weights_for(rules).array()
    return own + _SPREAD * np.random.default_rng(PANEL).standard_normal((PANEL, len(own)))


def table_of(layout: Layout, rules: Rules) -> Any:
    """Return what stays the same in games of the base player, see `kernels.blind.Table`."""
    return load_kernels("blind").Table(
        covers_of(layout),
        relations_of((rules,)).plays_on[0],
        rules.draw_only_when_stuck,
        weights_for(rules).array(),
    )


def weights_for(rules: Rules) -> Weights:
    """Return the weights for some rules."""
    return LINKED if rules.king_ace_linked else UNLINKED
