"""TP1 deal codes and the shuffle behind them.

The shuffle is this project's own, version 1: the app whose rules are followed does not publish
how it deals a code. It holds every fact that the app's rule pages publish. `docs/dealing.md`
describes it in full.
"""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from tripeaks_solver.cards import DASHES, DECK_SIZE, Card, parse_card
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import CodeError, LayoutError, counted, require_kind, shortened
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import CLASSIC as CLASSIC_LAYOUT
from tripeaks_solver.layouts import numbered_layout
from tripeaks_solver.rules import CLASSIC, EASY, Rules

LETTERS = 7
OWN = "OWN"
"""What stands after ``/L`` for a layout of a user's own, which has no number."""
CODE_COUNT = 26**LETTERS
"""How many deal numbers there are: 0 to this less one."""

_REFERENCE_TEXT = """
    3C 7C 4C AC 5C 6C 8C 5S 9S 9C TC JC QC 8H AD 3D 4D KD 5D 6D 7D 8D 2D 9D TD 4S
    AS 3S JD QD AH 2H 7S 3H 4H 5H 6H 7H 9H TH JH QH KH KC 2S 6S 8S TS JS QS KS 2C
"""
REFERENCE_DECK: tuple[Card, ...] = tuple(map(parse_card, _REFERENCE_TEXT.split()))
"""The order before the shuffle; twelve places are set by the published cards of AAAAAAB."""

_PLAIN = str.maketrans(ascii_lowercase + DASHES, ascii_uppercase + "-" * len(DASHES))
"""Upper case and plain hyphens, letter for letter, so that places in the text stay true."""

_RULES_OF = {"E": EASY, "C": CLASSIC, "N": EASY}
_WORD = 2**64 - 1
_GAMMA, _MIX_1, _MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


class DealCode(NamedTuple):
    """A deal number, the rules and the layout that go with it.

    Attributes:
        number: the deal number.
        rules: the rules; None where the code names none.
        layout: the number of the layout; None for one of a user's own, written ``/LOWN``.

    """

    number: int
    rules: Rules | None = EASY
    layout: int | None = CLASSIC_LAYOUT

    def __str__(self) -> str:
        letter = "C" if self.rules and not self.rules.king_ace_linked else "E"
        suffix = "" if self.layout == CLASSIC_LAYOUT else f"/L{self.layout or OWN}"
        return f"TP1-{letter}-{_letters(self.number)}{suffix}"

    def allows(self, rules: Rules) -> bool:
        """Tell whether the code names these rules, as far as codes name rules, or none."""
        return self.rules is None or self.rules.king_ace_linked == rules.king_ace_linked

    def layout_or(self, chosen: Layout | None) -> Layout:
        """Return the layout to deal on: the one chosen, else the code's own.

        Raises:
            CodeError: the code names one and another one was chosen, or it is of a layout of a
                user's own and none was chosen.

        """
        if self.layout is None:
            if chosen is None:
                raise CodeError(f"{str(self)!r} is of a layout of your own: add --layout FILE")
            return chosen
        own = numbered_layout(self.layout)
        if chosen and own.number != CLASSIC_LAYOUT and chosen != own:
            raise CodeError(f"{str(self)!r} names a layout: leave out --layout {chosen.name}")
        return chosen or own

    def deal(self, layout: Layout | None = None) -> Deal:
        """Deal the cards of this code, by default on its own layout."""
        return Deal(shuffled(self.number), layout or self.layout_or(None))


def parse_code(text: str) -> DealCode:
    """Read a code: ``TP1-E-AAAAAAB``, ``TP1-AAAAAAB`` without rules, with ``/L7`` for layout 7.

    ``/LOWN`` stands for a layout of a user's own, whose file must be named beside the code.

    Upper or lower case and white space around it do not matter.

    Raises:
        CodeError: the text is no code; the message says what is wrong with which character.

    """
    code = text.strip()
    shown = shortened(code, 40)
    body, slash, suffix = code.translate(_PLAIN).partition("/")
    parts = body.split("-")
    if parts[0] != "TP1" or not 2 <= len(parts) <= 3:
        raise CodeError(f"{shown} is not a deal code: write it as TP1-E-AAAAAAB")
    if len(parts) == 3 and parts[1] not in _RULES_OF:
        letter = shortened(parts[1], 20)
        raise CodeError(
            f"{shown}: {letter} (character 5) names no rules: use E (easy) or C (classic)"
        )
    offset = len(body) - len(parts[-1])
    for index, letter in enumerate(parts[-1]):
        if not "A" <= letter <= "Z":
            raise CodeError(f"{shown}: character {offset + index + 1} is {letter!r}: use A to Z")
    if len(parts[-1]) != LETTERS:
        count = counted(len(parts[-1]), "letter")
        raise CodeError(f"{shown} ends in {count}: {LETTERS} are needed")
    rules = _RULES_OF[parts[1]] if len(parts) == 3 else None
    return DealCode(_number(parts[-1]), rules, _layout(suffix, shown) if slash else CLASSIC_LAYOUT)


def _layout(suffix: str, shown: str) -> int | None:
    if suffix == f"L{OWN}":
        return None
    number = suffix.removeprefix("L")
    if (
        not suffix.startswith("L")
        or not (number.isascii() and number.isdecimal())
        or len(number) > 3
    ):
        raise CodeError(
            f"{shown}: {shortened(suffix, 20)} after the slash names no layout: write it as /L7"
        )
    try:
        return numbered_layout(int(number)).number or CLASSIC_LAYOUT
    except LayoutError as fault:
        raise CodeError(f"{shown}: {fault}") from None


def looks_like_code(text: str) -> bool:
    """Tell whether a text is meant as a deal code, well-formed or not."""
    return text.strip().translate(_PLAIN).startswith("TP1")


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A")
    return number


def _require_number(number: int) -> None:
    require_kind("the deal number", number, int)
    if not 0 <= number < CODE_COUNT:
        raise CodeError(f"deal number {number} has no code: 0 to {CODE_COUNT - 1} have one")


def _letters(number: int) -> str:
    _require_number(number)
    return "".join(chr(ord("A") + number // 26**i % 26) for i in reversed(range(LETTERS)))


def shuffled(number: int) -> tuple[Card, ...]:
    """Return the 52 cards of a deal number in the common order, by shuffle version 1.

    SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014)
    started at the deal number drives a Fisher–Yates shuffle of the reference deck from its end.

    Raises:
        CodeError: there is no such deal number.

    """
    _require_number(number)
    cards = list(REFERENCE_DECK)
    state = number
    for i in range(DECK_SIZE - 1, 0, -1):
        state = (state + _GAMMA) & _WORD
        z = state
        z = ((z ^ z >> 30) * _MIX_1) & _WORD
        z = ((z ^ z >> 27) * _MIX_2) & _WORD
        z ^= z >> 31
        j = (z >> 32) * (i + 1) >> 32
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)
