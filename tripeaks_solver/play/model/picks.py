"""Which deals a player gets: any, those that can be won, those of a grade, or that of the day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from enum import Enum
from hashlib import sha256
from typing import TYPE_CHECKING

from tripeaks_solver.answer import Verdict
from tripeaks_solver.codes import CODE_COUNT, DealCode
from tripeaks_solver.errors import TripeaksError

if TYPE_CHECKING:
    from tripeaks_solver.play.model.options import Options

_TRIES = 1000
"""How many random deals are looked at; rarer kinds of deal are not waited for."""
_AT_ONCE = 50
"""How many deals are rated together."""

DrawNumber = Callable[[], int]
"""Draws a deal number."""


class Pick(Enum):
    """Which random deals are dealt."""

    ANY = "any"
    WINNABLE = "winnable"
    GRADE_1 = "grade-1"
    GRADE_2 = "grade-2"
    GRADE_3 = "grade-3"
    GRADE_4 = "grade-4"
    GRADE_5 = "grade-5"

    @property
    def grade(self) -> int | None:
        """The grade that is asked for, if one is."""
        _, is_grade, number = self.value.partition("grade-")
        return int(number) if is_grade else None

    @property
    def title(self) -> str:
        """What a player reads."""
        if self.grade is None:
            return {Pick.ANY: "Any deals"}.get(self, "Only deals that can be won")
        ends = {1: ", the easiest", 5: ", the hardest"}
        return f"Only deals of grade {self.grade}{ends.get(self.grade, '')}"


def pick_named(name: str) -> Pick:
    """Return the pick of that name.

    Raises:
        TripeaksError: there is none.

    """
    try:
        return Pick(name)
    except ValueError:
        names = ", ".join(pick.value for pick in Pick)
        raise TripeaksError(f"no deals {name!r}: choose from {names}") from None


def pick_number(options: Options, draw_number: DrawNumber) -> int:
    """Draw deal numbers until one is as the options say, under their rules and on their layout.

    Raises:
        TripeaksError: among many deals there was none.

    """
    pick = options.deals
    if pick is Pick.ANY:
        return draw_number()
    found = _find_winnable(options, draw_number) if pick.grade is None else None
    if pick.grade is not None:
        found = _find_graded(options, pick.grade, draw_number)
    if found is None:
        what = "that can be won" if pick.grade is None else f"of grade {pick.grade}"
        raise TripeaksError(f"among {_TRIES:,} deals there was none {what}")
    return found


def _find_winnable(options: Options, draw_number: DrawNumber) -> int | None:
    from tripeaks_solver.ask import decide

    for _ in range(_TRIES):
        number = draw_number()
        deal = DealCode(number).deal(options.layout)
        if decide(deal, options.rules).verdict is Verdict.WINNABLE:
            return number
    return None


def _find_graded(options: Options, grade: int, draw_number: DrawNumber) -> int | None:
    from tripeaks_solver.batch.columns import Request, table
    from tripeaks_solver.search.rate import Depth, deal_codes, rate_deals

    request = Request((options.rules,), Depth.ALL)
    (name,) = [field.name for field in request.fields if field.column.name == "grade"]
    for _ in range(_TRIES // _AT_ONCE):
        numbers = [draw_number() for _ in range(_AT_ONCE)]
        answers = rate_deals(
            deal_codes(numbers), Depth.ALL, rules=request.rules, layout=options.layout
        )
        grades: list[int | None] = table(answers, request)[name].tolist()
        if grade in grades:
            return numbers[grades.index(grade)]
    return None


def number_of_day(day: date) -> int:
    """Return the number of the deal of a day, the same for everybody.

    It is the SHA-256 sum of ``tripeaks 2026-12-01``, as a number, modulo the number of codes.
    """
    digest = sha256(f"tripeaks {day.isoformat()}".encode()).digest()
    return int(int.from_bytes(digest, "big") % CODE_COUNT)
