"""The columns of a rating: one table that names, orders, fills and documents them.

Each column stands once under each of the rules that deals are rated under. A `Field` is a column
under one of them; a `Request` says which fields a batch fills.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.rules import DEFAULT_RULES, PRESETS, Rules
from tripeaks_solver.samples import require_samples
from tripeaks_solver.scoring import TP1, Scoring
from tripeaks_solver.search.base_player import PANEL
from tripeaks_solver.search.choice import Search
from tripeaks_solver.search.rate import GAMES, Answers, Depth, require_told

GRADE_LIMITS = (0.75, 0.5, 0.25, 0.05)
"""The least mean of `random_share` and `panel_share` for grades 1 to 4."""

Values = npt.NDArray[Any]
Masked = np.ma.MaskedArray[Any, Any]


class Column(NamedTuple):
    """One column for each of the rated rules.

    Attributes:
        name: the name after the name of the rules.
        heading: the word above its values in a table for people, at most 8 letters.
        depth: the least depth of a rating that fills it.
        kind: the type of its values.
        missing: whether it is empty for deals that cannot be won.
        meaning: what it tells.
        values: picks it from a rating, shape (n, len(rules)).
        only_with: what a request must ask for besides, if anything.

    """

    name: str
    heading: str
    depth: Depth
    kind: type[np.generic]
    missing: bool
    meaning: str
    values: Callable[[Any], Values]
    only_with: Literal["scoring", "samples"] | None = None


def _share(wins: Values) -> Values:
    return np.asarray(wins / GAMES)


def _completions(answers: Any) -> Values:
    """Return share, low and high; a deal of which all cards are known is its only completion."""
    if answers.completions is not None:
        return np.asarray(answers.completions)
    return np.repeat(np.asarray(answers.winnable, float)[..., None], 3, axis=2)


def _grade(answers: Any) -> Values:
    analysis = answers.analysis
    share = (_share(analysis.random_wins) + analysis.panel_wins / PANEL) / 2
    return np.asarray(1 + np.sum([share < limit for limit in GRADE_LIMITS], axis=0))


COLUMNS = (
    Column(
        "winnable", "winnable", Depth.VERDICT, np.bool_, False, "whether the deal can be won",
        lambda r: r.winnable,
    ),
    Column(
        "winnable_share", "share", Depth.VERDICT, np.float64, False,
        "the share of completions that can be won; only with `--samples`",
        lambda r: _completions(r)[..., 0], only_with="samples",
    ),
    Column(
        "winnable_low", "low", Depth.VERDICT, np.float64, False,
        "the lower end of its 95 % interval; only with `--samples`",
        lambda r: _completions(r)[..., 1], only_with="samples",
    ),
    Column(
        "winnable_high", "high", Depth.VERDICT, np.float64, False,
        "the upper end of its 95 % interval; only with `--samples`",
        lambda r: _completions(r)[..., 2], only_with="samples",
    ),
    Column(
        "fewest_draws", "draws", Depth.EXACT, np.uint8, True, "the fewest draws of any win",
        lambda r: r.fewest_draws,
    ),
    Column(
        "best_score", "best", Depth.EXACT, np.int64, False,
        "the best score: under TP1 scoring of a win or else of a blocked game, under another one "
        "(`--scoring`) of any play",
        lambda r: r.best_scores,
    ),
    Column(
        "best_winning_score", "win", Depth.EXACT, np.int64, True,
        "the best score of a win; only with `--scoring`",
        lambda r: r.best_wins, only_with="scoring",
    ),
    Column(
        "first_moves", "moves", Depth.ALL, np.int8, False,
        "how many tableau cards can be played at once",
        lambda r: r.analysis.first_moves,
    ),
    Column(
        "longest_chain", "chain", Depth.ALL, np.int8, False,
        "the most tableau cards that can be played before the first draw",
        lambda r: r.analysis.longest_chain,
    ),
    Column(
        "latest_start", "latest", Depth.ALL, np.int8, True,
        "the latest stock position at which the deal still wins with a full tableau: the most "
        "cards that can be drawn before the first play of some win",
        lambda r: r.analysis.latest_start,
    ),
    Column(
        "random_share", "random", Depth.ALL, np.float64, False,
        f"the share of {GAMES} games won by a player who plays any card that fits and draws when "
        "none does",
        lambda r: _share(r.analysis.random_wins),
    ),
    Column(
        "greedy_share", "greedy", Depth.ALL, np.float64, False,
        f"the share of {GAMES} games won by a player who sees face-up cards only, plays a card "
        "that turns up most others, among those one that another face-up card can follow, and "
        "draws when none fits",
        lambda r: _share(r.analysis.greedy_wins),
    ),
    Column(
        "panel_share", "panel", Depth.ALL, np.float64, False,
        f"the share of {PANEL} good players who win; they see face-up cards only, value what "
        "turns up, what can follow and what is unseen, and differ in how much",
        lambda r: np.asarray(r.analysis.panel_wins / PANEL),
    ),
    Column(
        "grade", "grade", Depth.ALL, np.int8, True,
        "the difficulty from 1 to 5, by the mean of random_share and panel_share: at least "
        + ", ".join(f"{limit} grade {n}" for n, limit in enumerate(GRADE_LIMITS, start=1))
        + ", below that grade 5",
        _grade,
    ),
)  # fmt: skip


INDEX = ("number", "code", "deck")
"""What stands before the columns in a store: which deal a row is about."""

VERDICT = COLUMNS[0]
"""The column that tells whether a deal can be won; empty where that is undecided."""


class Field(NamedTuple):
    """A column under one of the rules: what a row has one value of."""

    rules: Rules
    column: Column

    @property
    def name(self) -> str:
        """The name of the rules and that of the column, as an SQL identifier."""
        return f"{self.rules.name.replace('-', '_')}_{self.column.name}"


@dataclass(frozen=True)
class Request:
    """What to tell of each deal.

    Attributes:
        rules: the rules to rate it under, each once.
        depth: how much to tell under each of them.
        scoring: the scoring system of the scores; None for TP1 scores without those of a win alone.
        search: which search to ask.
        samples: how many completions of a deal with unknown cards to sample where they are not all
            searched; None where deals with unknown cards are refused.
        seed: what the random numbers of the samples begin with.

    Raises:
        TripeaksError: there are no rules, some are given twice, or the search cannot find what is
            asked for.

    """

    rules: tuple[Rules, ...] = DEFAULT_RULES
    depth: Depth = Depth.EXACT
    scoring: Scoring | None = None
    search: Search = Search.TABLES
    samples: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if not self.rules:
            raise TripeaksError("no rules to rate under: name one at least")
        for number, rules in enumerate(self.rules):
            if rules in self.rules[:number]:
                raise TripeaksError(f"the rules {rules.name} are given twice: name them once")
        if self.search is not Search.TABLES and self.scoring not in (None, TP1):
            raise TripeaksError("the depth-first search finds TP1 scores: leave out the scoring")
        if self.samples is not None:
            require_samples(self.samples, self.seed)
        if self.samples is not None and self.search is not Search.TABLES:
            raise TripeaksError("--search needs all cards: leave out --samples")
        require_told(self.search, self.depth)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns that are filled, under each of the rules."""
        depths = list(Depth)
        filled = depths[: depths.index(self.depth) + 1]
        return tuple(
            column
            for column in COLUMNS
            if column.depth in filled
            and (column.only_with is None or getattr(self, column.only_with) is not None)
        )

    @property
    def fields(self) -> Iterator[Field]:
        """The fields of a row, in order: the exact answers under all rules come first."""
        for analysis in (False, True):
            for rules in self.rules:
                for column in self.columns:
                    if (column.depth is Depth.ALL) == analysis:
                        yield Field(rules, column)

    @property
    def names(self) -> list[str]:
        """The names of the fields."""
        return [field.name for field in self.fields]


def merged(rules: tuple[Rules, ...], others: Collection[Rules]) -> tuple[Rules, ...]:
    """Return rules and then the others that are not among them, in the order of the presets."""
    return rules + tuple(one for one in PRESETS.values() if one in others and one not in rules)


def every_field() -> Iterator[Field]:
    """Yield each column under each of the rules that have a name."""
    return (Field(rules, column) for rules in PRESETS.values() for column in COLUMNS)


def find_field(name: str) -> Field | None:
    """Return the field of that name, if there is one."""
    return next((field for field in every_field() if field.name == name), None)


def verdicts_among(names: Iterable[str]) -> list[Field]:
    """Return the fields among some names that tell whether a deal can be won."""
    fields = {field.name: field for field in every_field() if field.column is VERDICT}
    return [fields[name] for name in names if name in fields]


def table(answers: Answers, request: Request) -> dict[str, Masked]:
    """Return the fields of ratings under their names; what does not exist is masked.

    Args:
        answers: the answers, under the rules of the request.
        request: what was asked for.

    """
    return {
        field.name: _values(answers, field.column, request.rules.index(field.rules))
        for field in request.fields
    }


def _values(answers: Answers, column: Column, rule: int) -> Masked:
    undecided = answers.undecided
    if column.only_with == "samples" and answers.completions is not None:
        return np.ma.masked_array(column.values(answers)[:, rule])
    if undecided is not None and answers.best_scores is None and column is not VERDICT:
        return np.ma.masked_array(np.zeros(len(undecided), column.kind), True)
    values = column.values(answers)[:, rule]
    missing = ~answers.winnable[:, rule] if column.missing else np.zeros(len(values), bool)
    if undecided is not None:
        missing |= undecided[:, rule]
    return np.ma.masked_array(values.astype(column.kind), missing)
