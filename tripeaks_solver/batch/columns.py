"""The columns of a rating: one table that names, orders, fills and documents them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tripeaks_solver.rules import DEFAULT_RULES
from tripeaks_solver.search.rate import GAMES, Depth, Ratings

GRADE_LIMITS = (0.75, 0.5, 0.25, 0.05)
"""The least mean share of games won by players without foresight for grades 1 to 4."""

Values = npt.NDArray[Any]
Masked = np.ma.MaskedArray[Any, Any]


class Column(NamedTuple):
    """One column for each of the rated rules.

    Attributes:
        name: the name after the name of the rules.
        depth: the least depth of a rating that fills it.
        kind: the type of its values.
        missing: whether it is empty for deals that cannot be won.
        meaning: what it tells.
        values: picks it from a rating, shape (n, 2).
        scored: whether only ratings under a scoring system that was asked for fill it.

    """

    name: str
    depth: Depth
    kind: type[np.generic]
    missing: bool
    meaning: str
    values: Callable[[Any], Values]
    scored: bool = False


def _share(wins: Values) -> Values:
    return np.asarray(wins / GAMES)


def _grade(ratings: Any) -> Values:
    analysis = ratings.analysis
    share = (_share(analysis.random_wins) + _share(analysis.greedy_wins)) / 2
    return np.asarray(1 + np.sum([share < limit for limit in GRADE_LIMITS], axis=0))


COLUMNS = (
    Column(
        "winnable", Depth.VERDICT, np.bool_, False, "whether the deal can be won",
        lambda r: r.winnable,
    ),
    Column(
        "fewest_draws", Depth.EXACT, np.uint8, True, "the fewest draws of any win",
        lambda r: r.fewest_draws,
    ),
    Column(
        "best_score", Depth.EXACT, np.int64, False,
        "the best score: under TP1 scoring of a win or else of a blocked game, under another one "
        "(`--scoring`) of any play",
        lambda r: r.best_scores,
    ),
    Column(
        "best_winning_score", Depth.EXACT, np.int64, True,
        "the best score of a win; only with `--scoring`",
        lambda r: r.best_wins, scored=True,
    ),
    Column(
        "first_moves", Depth.ALL, np.int8, False,
        "how many tableau cards can be played at once",
        lambda r: r.analysis.first_moves,
    ),
    Column(
        "longest_chain", Depth.ALL, np.int8, False,
        "the most tableau cards that can be played before the first draw",
        lambda r: r.analysis.longest_chain,
    ),
    Column(
        "latest_start", Depth.ALL, np.int8, True,
        "the latest stock position at which the deal still wins with a full tableau: the most "
        "cards that can be drawn before the first play of some win",
        lambda r: r.analysis.latest_start,
    ),
    Column(
        "random_share", Depth.ALL, np.float64, False,
        f"the share of {GAMES} games won by a player who plays any card that fits and draws when "
        "none does",
        lambda r: _share(r.analysis.random_wins),
    ),
    Column(
        "greedy_share", Depth.ALL, np.float64, False,
        f"the share of {GAMES} games won by a player who sees face-up cards only, plays a card "
        "that turns up most others, among those one that another face-up card can follow, and "
        "draws when none fits",
        lambda r: _share(r.analysis.greedy_wins),
    ),
    Column(
        "grade", Depth.ALL, np.int8, True,
        "the difficulty from 1 to 5, by the mean of random_share and greedy_share: at least "
        + ", ".join(f"{limit} grade {n}" for n, limit in enumerate(GRADE_LIMITS, start=1))
        + ", below that grade 5",
        _grade,
    ),
)  # fmt: skip


def columns_of(depth: Depth, *, scored: bool = False) -> tuple[Column, ...]:
    """Return the columns that a rating of this depth fills.

    Args:
        depth: the depth of the rating.
        scored: whether a scoring system was asked for.

    """
    depths = list(Depth)
    filled = depths[: depths.index(depth) + 1]
    return tuple(
        column for column in COLUMNS if column.depth in filled and (scored or not column.scored)
    )


def names_of(depth: Depth, *, scored: bool = False) -> list[str]:
    """Return the full names of the columns, in order: those of lesser depth first."""
    return [name for name, _, _ in _by_depth(depth, scored)]


def table(ratings: Ratings, depth: Depth, *, scored: bool = False) -> dict[str, Masked]:
    """Return the columns of ratings under their full names; what does not exist is masked."""
    return {name: _column(ratings, column, rule) for name, column, rule in _by_depth(depth, scored)}


def _column(ratings: Ratings, column: Column, rule: int) -> Masked:
    if ratings.undecided is None:
        values = column.values(ratings)[:, rule]
        missing = ~ratings.winnable[:, rule] if column.missing else np.ma.nomask
    elif column.depth is Depth.VERDICT:
        values, missing = column.values(ratings)[:, rule], ratings.undecided[:, rule]
    else:
        values = np.zeros(len(ratings.winnable))
        missing = np.ones(len(values), bool)
    return np.ma.masked_array(values.astype(column.kind), missing)


def _by_depth(depth: Depth, scored: bool) -> Iterator[tuple[str, Column, int]]:
    """Yield the full name, the column and the rules' number; exact answers of both rules first."""
    for analysis in (False, True):
        for rule, rules in enumerate(DEFAULT_RULES):
            for column in columns_of(depth, scored=scored):
                if (column.depth is Depth.ALL) == analysis:
                    yield f"{rules.name}_{column.name}", column, rule
