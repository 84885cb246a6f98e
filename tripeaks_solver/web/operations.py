"""What the server can be asked, as one table: the paths, their fields, and what answers.

Each answer is the object that the command of the same name writes with ``--json``. The functions
here run in worker processes; what they need is imported when they are called.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tripeaks_solver.cards import UNKNOWN
from tripeaks_solver.errors import CodeError, FormatError, LayoutError, TripeaksError
from tripeaks_solver.formats.deal_json import at_told_pace, deal_object
from tripeaks_solver.formats.moves import MOVES_HELP, read_moves, seen_view
from tripeaks_solver.formats.sources import Entry, read_entry
from tripeaks_solver.game import Game
from tripeaks_solver.goals import GOALS_HELP, parse_goal
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import layout_named, numbered_layout
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import DEFAULT_RULES, NAMES_HELP, Rules, named
from tripeaks_solver.samples import ADVICE, COMPLETIONS, REVIEW
from tripeaks_solver.scoring import SYSTEMS, TP1, Scoring, scoring_named
from tripeaks_solver.view import View
from tripeaks_solver.web.fields import Field, read_fields

MOST_SAMPLES = 100_000
"""How many samples may be asked for: more would take more memory than a page should."""


class Asked(NamedTuple):
    """A request whose common fields have been read.

    Attributes:
        entry: the deal.
        rules: the rules that were chosen, if any.
        scoring: the scoring system that was chosen, if any.
        options: the values of the other fields by their names.

    """

    entry: Entry
    rules: Rules | None
    scoring: Scoring | None
    options: Mapping[str, Any]

    @property
    def played(self) -> Rules:
        """The rules: those chosen, else those of the deal.

        Raises:
            CodeError: the code names no rules and none were chosen.

        """
        try:
            return self.entry.rules_or(self.rules)
        except CodeError as fault:
            raise CodeError(fault.message.replace("--rules", "the field rules")) from None

    @property
    def worth(self) -> Scoring:
        """The scoring system: that chosen, else that beside the deal."""
        return self.scoring or self.entry.terms.scoring or TP1

    def option(self, name: str, default: int) -> int:
        """Return the value of a field that is a whole number."""
        value = self.options[name]
        return default if value is None else int(value)


class Operation(NamedTuple):
    """Something that the server can be asked.

    Attributes:
        name: its name; its path is ``/api/`` and the name.
        summary: what it does, in a sentence.
        fields: what a request may hold.
        answers: the names of the schemas that the answer may have.
        run: what answers a request; it returns what JSON can hold.
        is_list: whether the answer is a list of such objects.

    """

    name: str
    summary: str
    fields: tuple[Field, ...]
    answers: tuple[str, ...]
    run: Callable[[Asked], Any]
    is_list: bool = False

    @property
    def path(self) -> str:
        """The path of its URL."""
        return f"/api/{self.name}"

    def answer(self, request: object) -> Any:
        """Answer a request.

        Raises:
            TripeaksError: something is wrong with the request; the message says what.

        """
        return self.run(_asked(read_fields(request, self.fields)))


def _asked(options: dict[str, Any]) -> Asked:
    rules, scoring = options.get("rules"), options.get("scoring")
    return Asked(
        _entry(options["deal"], _layout(options.get("layout"))),
        None if rules is None else named(rules),
        _scoring(scoring, options.get("pace")),
        options,
    )


def _entry(deal: str | dict[str, Any], layout: Layout | None) -> Entry:
    return read_entry(deal if isinstance(deal, str) else json.dumps(deal), layout)


def _layout(chosen: str | int | None) -> Layout | None:
    """Return the layout of a number or a name; no file is opened."""
    if chosen is None:
        return None
    if isinstance(chosen, int):
        return numbered_layout(chosen)
    try:
        return layout_named(chosen)
    except LayoutError as fault:
        message = fault.message.partition(":")[0]
        raise LayoutError(f"{message}: GET /api/layouts lists all") from None


def _scoring(name: str | None, pace: float | None) -> Scoring | None:
    scoring = None if name is None else scoring_named(name)
    return scoring if pace is None else at_told_pace(scoring, pace)


def _read(asked: Asked) -> dict[str, Any]:
    return deal_object(asked.entry.deal, asked.entry.code)


def _solve(asked: Asked) -> dict[str, Any]:
    from tripeaks_solver.ask import find_solution
    from tripeaks_solver.formats.solution import outlook_object, solution_object

    entry, deal = asked.entry, asked.entry.deal
    text = entry.terms.goal if asked.options["goal"] is None else asked.options["goal"]
    if UNKNOWN in deal.cards:
        view = View(deal)
        if view.known is None:
            if text is not None:
                raise FormatError("a goal needs all cards, but some are unknown: leave it out")
            begin = time.perf_counter()
            found = _outlook(view, asked)
            return outlook_object(found, entry.code, time.perf_counter() - begin)
        deal = view.known
    goal = None if text is None else parse_goal(text, deal)
    solution = find_solution(
        Problem(deal, asked.played, asked.worth, goal),
        verdict_only=bool(asked.options["verdict_only"]),
    )
    return solution_object(solution.replay, entry.code, solution.seconds)


def _outlook(view: View, asked: Asked) -> Any:
    from tripeaks_solver.hidden import outlook

    return outlook(
        *(view, asked.played, asked.worth),
        samples=asked.option("samples", COMPLETIONS),
        seed=asked.option("seed", 0),
    )


def _rate(asked: Asked) -> dict[str, Any]:
    from tripeaks_solver.batch.columns import Request
    from tripeaks_solver.batch.parallel import threads
    from tripeaks_solver.batch.rating import rate_items
    from tripeaks_solver.search.rate import Depth

    depth = Depth(asked.options["columns"] or Depth.EXACT.value)
    if asked.scoring and depth is Depth.VERDICT:
        raise FormatError("columns verdict has no scores: leave out scoring")
    request = Request(
        rules=(asked.rules,) if asked.rules else DEFAULT_RULES,
        depth=depth,
        scoring=asked.scoring,
        samples=asked.option("samples", COMPLETIONS) if _is_unknown(asked) else None,
        seed=asked.option("seed", 0),
    )
    with threads(1) as pool:
        (rated,) = rate_items([asked.entry], request, pool)
    if isinstance(rated, TripeaksError):
        raise rated
    (row,) = rated.rows()
    return row


def _is_unknown(asked: Asked) -> bool:
    return UNKNOWN in asked.entry.deal.cards


def _advise(asked: Asked) -> dict[str, Any]:
    from tripeaks_solver.formats.advice import advice_object
    from tripeaks_solver.players.advice import Aim, advise

    view = seen_view(asked.entry.deal, asked.played, asked.worth, asked.options["moves"] or "")
    advice = advise(
        *(view, asked.played, asked.worth),
        aim=Aim(asked.options["for"] or Aim.WIN.value),
        samples=asked.option("samples", ADVICE),
        seed=asked.option("seed", 0),
    )
    return advice_object(advice)


def _review(asked: Asked) -> list[dict[str, Any]]:
    from tripeaks_solver.formats.review import review_objects
    from tripeaks_solver.review import review

    deal = asked.entry.deal
    deal.require_known()
    terms = asked.played, asked.worth
    moves = read_moves(Game(deal, *terms), asked.options["moves"])
    samples, seed = asked.option("samples", REVIEW), asked.option("seed", 0)
    return review_objects(review(deal, moves, *terms, samples=samples, seed=seed))


def replay_html(request: object) -> str:
    """Return the page that plays the solution of a deal, for moves of a visitor's own too.

    Args:
        request: an object with the fields `REPLAY_FIELDS`.

    Raises:
        TripeaksError: something is wrong with the request, or there are unknown cards.

    """
    from tripeaks_solver.ask import find_solution
    from tripeaks_solver.render.page import replay_page

    asked = _asked(read_fields(request, REPLAY_FIELDS))
    problem = Problem(asked.entry.deal, asked.played, asked.worth)
    solution = find_solution(problem, with_prospects=True)
    code = asked.entry.code
    name = str(code._replace(rules=problem.rules)) if code else None
    return replay_page(solution.answer, solution.prospects, name)


_DEAL = Field(
    "deal",
    (str, dict),
    "A code, a number as ms:12345, or 52 cards, in any format of docs/formats.md (?? for an "
    "unknown card, -- for one that is gone); or an object as /api/deal/read returns it.",
    required=True,
)
_LAYOUT = Field("layout", (int, str), "Number or name of the layout; default: that of the deal.")
_RULES = Field("rules", (str,), f"Name of the rules: {NAMES_HELP}; default: those of the deal.")
_SCORING = Field("scoring", (str,), "Name of the scoring system.", choices=tuple(SYSTEMS))
_PACE = Field("pace", (float,), "Seconds that an action takes, where the scoring counts time.")
_SAMPLES = Field(
    "samples", (int,), "How often to deal the cards that nobody has seen.", most=MOST_SAMPLES
)
_SEED = Field("seed", (int,), "What the random numbers begin with; default: 0.")
_TERMS = (_DEAL, _LAYOUT, _RULES, _SCORING, _PACE)
REPLAY_FIELDS = _TERMS
"""What the address of the replay page may hold."""

OPERATIONS = (
    Operation(
        "deal/read",
        "Read a deal in any format, and return its board.",
        (_DEAL, _LAYOUT),
        ("Deal",),
        _read,
    ),
    Operation(
        "solve",
        "Decide a deal: winnable or not, the best score, and moves that reach it; with unknown "
        "cards, what holds whatever lies there.",
        (
            *_TERMS,
            Field("goal", (str,), f"The fewest moves to a goal: {GOALS_HELP}."),
            Field("verdict_only", (bool,), "Whether to stop at the first win."),
            _SAMPLES,
            _SEED,
        ),
        ("Solution", "Outlook"),
        _solve,
    ),
    Operation(
        "rate",
        "Rate a deal: winnable, fewest draws, best score, as columns; by default under easy and "
        "classic rules.",
        (
            *_TERMS,
            Field(
                "columns",
                (str,),
                "How much to tell; default: exact.",
                choices=("verdict", "exact", "all"),
            ),
            _SAMPLES,
            _SEED,
        ),
        ("Rating",),
        _rate,
    ),
    Operation(
        "advise",
        "Say what to play when only the cards in sight are known.",
        (
            *_TERMS,
            Field("moves", (str,), f"The moves made so far: {MOVES_HELP}."),
            Field(
                "for", (str,), "What to play for; default: win.", choices=("win", "score", "look")
            ),
            _SAMPLES,
            _SEED,
        ),
        ("Advice",),
        _advise,
    ),
    Operation(
        "review",
        "Judge a game move by move: what each move lost, and what was better.",
        (
            *_TERMS,
            Field("moves", (str,), f"The moves that were made: {MOVES_HELP}.", required=True),
            _SAMPLES,
            _SEED,
        ),
        ("Judged",),
        _review,
        is_list=True,
    ),
)
"""All that can be asked, in the order of the page."""
