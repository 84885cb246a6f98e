"""What the solver claims about a deal, as a file that an independent checker confirms.

A certificate is a text: a header with the deal and the claims, a line of play that reaches the
best result, and a closed set of states that proves that nothing better exists. One line of the
set is a tableau (hexadecimal mask of the places that still hold their card) and, for each waste
rank (``*`` is that of a joker or an empty waste), the set of numbers of cards drawn (hexadecimal,
bit *d* stands for *d* draws). A joker is named with its place, as ``JK@12``::

    tripeaks certificate 1
    deck: TS 6S 7H …
    layout: classic
    rules: classic
    scoring: tp1
    verdict: not winnable
    fewest draws: none
    best score: 657
    moves: 2D draw draw …
    tableaus: 1834
    fffffff A1 2fffffc …
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TypeVar

from tripeaks_solver.answer import DRAW, Answer, Move, parse_verdict
from tripeaks_solver.cards import JOKER, RANKS, card_text
from tripeaks_solver.deal import Deal, parse_deck
from tripeaks_solver.errors import FormatError, TripeaksError, counted, shortened
from tripeaks_solver.files import aside
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import layout_named
from tripeaks_solver.problem import Problem
from tripeaks_solver.rules import named
from tripeaks_solver.scoring import TP1

TITLE = "tripeaks certificate 1"
_FIELDS = (
    "deck", "layout", "rules", "scoring", "verdict", "fewest draws", "best score", "moves",
    "tableaus",
)  # fmt: skip
_RANKS = RANKS + "*"
"""The letters of the ranks; the star is the wild one, of a joker or an empty waste."""
_ROW = re.compile(rf"[0-9a-f]+( [{_RANKS}][0-9a-f]+)+")

Value = TypeVar("Value")

Members = Mapping[int, Mapping[int, int]]
"""Tableau mask → waste rank → set of numbers of cards drawn, as a mask."""


@dataclass(frozen=True)
class Certificate:
    """An answer, and the closed set of states that proves that nothing better exists."""

    answer: Answer
    members: Members

    def __repr__(self) -> str:
        return f"<Certificate of {self.answer!r}, {counted(len(self.members), 'tableau')}>"


def write_certificate(certificate: Certificate, path: Path) -> None:
    """Write a certificate; the file appears whole or not at all.

    Raises:
        WriteError: the file cannot be written.

    """
    with aside(path) as beside, beside.open("w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in certificate_lines(certificate))


def certificate_lines(certificate: Certificate) -> Iterator[str]:
    """Yield the lines of a certificate, as `parse_certificate` reads them."""
    answer = certificate.answer
    yield TITLE
    yield f"deck: {answer.deal}"
    yield f"layout: {answer.deal.layout.name}"
    yield f"rules: {answer.rules.name}"
    yield f"scoring: {answer.scoring.name}"
    yield f"verdict: {answer.verdict}"
    yield f"fewest draws: {'none' if answer.fewest_draws is None else answer.fewest_draws}"
    yield f"best score: {'none' if answer.best_score is None else answer.best_score}"
    yield f"moves: {' '.join(_move_text(answer.deal, move) for move in answer.moves)}".rstrip()
    yield f"tableaus: {len(certificate.members)}"
    for tableau, draws_of in certificate.members.items():
        sets = (f"{_RANKS[rank]}{draws:x}" for rank, draws in draws_of.items())
        yield f"{tableau:x} {' '.join(sets)}"


def _move_text(deal: Deal, move: Move) -> str:
    if move.place is None:
        return DRAW.action
    card = deal.tableau[move.place]
    return card_text(card) if card != JOKER else f"{card_text(card)}@{move.place}"


def looks_like_certificate(text: str) -> bool:
    """Tell whether a text is meant as a certificate."""
    return text.lstrip("\ufeff").startswith("tripeaks certificate")


def parse_certificate(text: str, source: str, layout: Layout | None = None) -> Certificate:
    """Read a certificate that `write_certificate` wrote.

    Args:
        text: the content of the file.
        source: its name, for messages.
        layout: the layout, where it is a user's own one.

    Raises:
        FormatError: the text is no certificate; the message names the line.

    """
    lines = text.lstrip("\ufeff").splitlines()
    if not lines or lines[0].strip() != TITLE:
        raise FormatError(f"a certificate begins with {TITLE!r}", source=source, line=1)
    header = _Header(lines[1 : 1 + len(_FIELDS)], source)
    answer = _answer(header, layout)
    count = header.read("tableaus", int)
    rows = lines[1 + len(_FIELDS) :]
    if len(rows) != count:
        message = f"{count} tableaus announced, {len(rows)} found: the file is cut or was changed"
        raise FormatError(message, source=source, line=len(lines))
    return Certificate(answer, _members(rows, source))


class _Header:
    """The fields of a certificate, each on a line of its own in a fixed order."""

    def __init__(self, lines: Sequence[str], source: str) -> None:
        self.source = source
        self.values = {}
        for name, line in zip_longest(_FIELDS, lines, fillvalue=""):
            key, colon, value = line.partition(":")
            if key != name or not colon:
                raise self._fault(name, f"expected '{name}: …'")
            self.values[name] = value.strip()

    def read(self, name: str, parse: Callable[[str], Value]) -> Value:
        """Read one field; a value that makes no sense is told with its line."""
        try:
            return parse(self.values[name])
        except ValueError as fault:
            raise self._fault(name, f"bad {name}: {fault}") from None

    def _fault(self, name: str, message: str) -> FormatError:
        return FormatError(message, source=self.source, line=2 + _FIELDS.index(name))


def _answer(header: _Header, own: Layout | None) -> Answer:
    layout = header.read("layout", lambda name: layout_named(name, own))
    header.read("scoring", lambda name: _only(name, TP1.name))
    deal = header.read("deck", lambda text: parse_deck(text, layout))
    rules = header.read("rules", named)
    return Answer(
        problem=header.read("deck", lambda _: Problem(deal, rules)),
        verdict=header.read("verdict", parse_verdict),
        moves=header.read("moves", lambda text: tuple(_moves(text, deal))),
        fewest_draws=header.read("fewest draws", _number_or_none),
        best_score=header.read("best score", _number_or_none),
    )


def _only(name: str, known: str) -> None:
    if name != known:
        raise TripeaksError(f"{shortened(name, 40)} is unknown: only {known!r} can be checked")


def _number_or_none(text: str) -> int | None:
    if text == "none":
        return None
    if not re.fullmatch(r"-?[0-9]{1,12}", text):
        raise TripeaksError(f"{shortened(text, 40)} is not a number")
    return int(text)


def _moves(text: str, deal: Deal) -> Iterator[Move]:
    place_of = {_move_text(deal, Move(place)): Move(place) for place in range(len(deal.tableau))}
    for number, token in enumerate(text.split(), start=1):
        move = DRAW if token == "draw" else place_of.get(token)
        if move is None:
            raise TripeaksError(
                f"move {number}, {shortened(token, 40)}, does not name a tableau card"
            )
        yield move


def _members(rows: Iterable[str], source: str) -> Members:
    members: dict[int, dict[int, int]] = {}
    for number, row in enumerate(rows, start=2 + len(_FIELDS)):
        if not _ROW.fullmatch(row):
            message = "expected a tableau and its sets of draws, as 'fffffff A1'"
            raise FormatError(message, source=source, line=number)
        tableau, *sets = row.split()
        draws_of = {_RANKS.index(s[0]): int(s[1:], 16) for s in sets}
        if int(tableau, 16) in members or len(draws_of) < len(sets):
            raise FormatError("a tableau or a rank appears twice", source=source, line=number)
        members[int(tableau, 16)] = draws_of
    return members
