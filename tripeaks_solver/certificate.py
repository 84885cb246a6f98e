"""What the solver claims about a deal, as a file that an independent checker confirms.

A certificate is a text: a header with the deal and the claims, a line of play that reaches the
best result, and a closed set of states that proves that nothing better exists. One line of the
set is a tableau (hexadecimal mask of the places that still hold their card) and, for each waste
rank, the set of numbers of cards drawn (hexadecimal, bit *d* stands for *d* draws)::

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
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tripeaks_solver.answer import DRAW, Answer, Move, Verdict
from tripeaks_solver.cards import RANKS, card_text
from tripeaks_solver.deal import Deal, parse_deck
from tripeaks_solver.errors import FormatError, TripeaksError
from tripeaks_solver.files import aside
from tripeaks_solver.layout import classic
from tripeaks_solver.rules import named
from tripeaks_solver.scoring import TP1

TITLE = "tripeaks certificate 1"
_FIELDS = (
    "deck", "layout", "rules", "scoring", "verdict", "fewest draws", "best score", "moves",
    "tableaus",
)  # fmt: skip
_ROW = re.compile(rf"[0-9a-f]+( [{RANKS}][0-9a-f]+)+")

Members = Mapping[int, Mapping[int, int]]
"""Tableau mask → waste rank → set of numbers of cards drawn, as a mask."""


@dataclass(frozen=True)
class Certificate:
    """An answer, and the closed set of states that proves that nothing better exists."""

    answer: Answer
    members: Members


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def write_certificate(certificate: Certificate, path: Path) -> None:
    """Write a certificate; the file appears whole or not at all.

    Raises:
        TripeaksError: the file cannot be written.

    """
    try:
        with aside(path) as beside, beside.open("w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in _lines(certificate))
    except OSError as fault:
        raise TripeaksError(f"cannot write: {fault.strerror}", source=str(path)) from None


def _lines(certificate: Certificate) -> Iterator[str]:
    answer = certificate.answer
    yield TITLE
    yield f"deck: {answer.deal}"
    yield f"layout: {answer.deal.layout.name}"
    yield f"rules: {answer.rules.name}"
    yield f"scoring: {answer.scoring.name}"
    yield f"verdict: {answer.verdict}"
    yield f"fewest draws: {'none' if answer.fewest_draws is None else answer.fewest_draws}"
    yield f"best score: {answer.best_score}"
    yield f"moves: {' '.join(_move_text(answer.deal, move) for move in answer.moves)}".rstrip()
    yield f"tableaus: {len(certificate.members)}"
    for tableau, draws_of in certificate.members.items():
        sets = (f"{RANKS[rank]}{draws:x}" for rank, draws in draws_of.items())
        yield f"{tableau:x} {' '.join(sets)}"


def _move_text(deal: Deal, move: Move) -> str:
    return "draw" if move.place is None else card_text(deal.tableau[move.place])


def looks_like_certificate(text: str) -> bool:
    """Tell whether a text is meant as a certificate."""
    return text.lstrip("\ufeff").startswith("tripeaks certificate")


def parse_certificate(text: str, source: str) -> Certificate:
    """Read a certificate that `write_certificate` wrote.

    Args:
        text: the content of the file.
        source: its name, for messages.

    Raises:
        FormatError: the text is no certificate; the message names the line.

    """
    lines = text.lstrip("\ufeff").splitlines()
    if not lines or lines[0].strip() != TITLE:
        raise FormatError(f"a certificate begins with {TITLE!r}", source=source, line=1)
    fields = {}
    for number, name in enumerate(_FIELDS, start=2):
        key, colon, value = lines[number - 1].partition(":") if number <= len(lines) else ("",) * 3
        if key != name or not colon:
            raise FormatError(f"expected '{name}: …'", source=source, line=number)
        fields[name] = value.strip()
    try:
        answer = _answer(fields)
        count = int(fields["tableaus"])
    except ValueError as fault:
        raise FormatError(f"bad header: {fault}", source=source) from None
    rows = lines[1 + len(_FIELDS) :]
    if len(rows) != count:
        message = f"{count} tableaus announced, {len(rows)} found: the file is cut or was changed"
        raise FormatError(message, source=source)
    return Certificate(answer, _members(rows, source))


def _answer(fields: Mapping[str, str]) -> Answer:
    if fields["layout"] != classic().name or fields["scoring"] != TP1.name:
        raise TripeaksError(f"unknown layout or scoring {fields['layout']}, {fields['scoring']}")
    deal = parse_deck(fields["deck"])
    draws = fields["fewest draws"]
    place_of = {card_text(card): Move(place) for place, card in enumerate(deal.tableau)}
    place_of["draw"] = DRAW
    try:
        moves = tuple(place_of[token] for token in fields["moves"].split())
    except KeyError as unknown:
        raise TripeaksError(f"move {unknown} names no card of the tableau") from None
    return Answer(
        deal=deal,
        rules=named(fields["rules"]),
        verdict=Verdict(fields["verdict"]),
        moves=moves,
        fewest_draws=None if draws == "none" else int(draws),
        best_score=int(fields["best score"]),
    )


def _members(rows: Iterable[str], source: str) -> Members:
    members: dict[int, dict[int, int]] = {}
    for number, row in enumerate(rows, start=2 + len(_FIELDS)):
        if not _ROW.fullmatch(row):
            message = "expected a tableau and its sets of draws, as 'fffffff A1'"
            raise FormatError(message, source=source, line=number)
        tableau, *sets = row.split()
        members[int(tableau, 16)] = {RANKS.index(s[0]): int(s[1:], 16) for s in sets}
    return members
