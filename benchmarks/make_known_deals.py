"""Write the known deals: codes with the answers that every change of the solver must keep.

    python benchmarks/make_known_deals.py [DIRECTORY]

The answers come from the slow solver of the test-suite, which shares no code with the package. The
choice of deals is seeded, so every run writes the same bytes. It takes about an hour on one core;
rows are written as they are found.
"""

from __future__ import annotations

import csv
import random
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

import naive  # noqa: E402  (found only now that its directory is on the path)

SEED = 1
NAMED = ("AAAAAAA", "AAAAAAB", "AAAAAAD", "ZZZZZZZ")

# How many deals of each kind to choose, beside the named ones. A kind is whether the deal can be
# won under the easy and under the classic rules. Rare kinds get more than their share, because
# lost deals are where a search that cuts off too much, or too little, shows.
Kind = tuple[bool, bool]
BOTH, EASY_ONLY, CLASSIC_ONLY, NEITHER = (True, True), (True, False), (False, True), (False, False)
DRAW_AT_ANY_TIME: Mapping[Kind, int] = {BOTH: 46, EASY_ONLY: 58, NEITHER: 12}
# When a card must be played as long as one fits, the link of king and ace can force a play that
# spoils the deal: hence, rarely, a deal that can be won under the classic rules alone.
DRAW_WHEN_STUCK: Mapping[Kind, int] = {BOTH: 12, EASY_ONLY: 12, CLASSIC_ONLY: 1, NEITHER: 11}

COLUMNS = (
    "code",
    "easy_winnable",
    "easy_fewest_draws",
    "easy_best_score",
    "classic_winnable",
    "classic_fewest_draws",
    "classic_best_score",
)

Answered = tuple[int, naive.Truth, naive.Truth]


def answer(number: int, *, easy: bool, only_when_stuck: bool) -> naive.Truth:
    """Ask the slow solver about one deal under one set of rules."""
    cards = naive.deal_cards(number)
    return naive.truth(naive.classic_game(cards, linked=easy, only_when_stuck=only_when_stuck))


def choose(wanted: Mapping[Kind, int], *, only_when_stuck: bool) -> Iterator[Answered]:
    """Yield the named deals, then random ones until there are as many of each kind as wanted."""
    for letters in NAMED:
        number = naive.number_of(letters)
        easy, classic = (
            answer(number, easy=easy, only_when_stuck=only_when_stuck) for easy in (True, False)
        )
        yield number, easy, classic
    missing = Counter(wanted)
    rng = random.Random(SEED)
    while missing.total():
        number = rng.randrange(naive.DEALS)
        easy = answer(number, easy=True, only_when_stuck=only_when_stuck)
        if not any(missing[easy.winnable, winnable] for winnable in (True, False)):
            continue  # whatever the other rules say; this saves half of the work
        classic = answer(number, easy=False, only_when_stuck=only_when_stuck)
        kind = easy.winnable, classic.winnable
        if missing[kind]:
            missing[kind] -= 1
            yield number, easy, classic


def cells(truth: naive.Truth) -> list[str]:
    """Fill the three columns of one set of rules."""
    draws = "" if truth.fewest_draws is None else str(truth.fewest_draws)
    return [str(truth.winnable).lower(), draws, str(truth.best_score)]


def write(path: Path, deals: Iterator[Answered]) -> None:
    """Write one table, row by row as the deals come."""
    with path.open("w", encoding="ascii", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(COLUMNS)
        for number, easy, classic in deals:
            code = f"TP1-E-{naive.letters_of(number)}"
            table.writerow([code, *cells(easy), *cells(classic)])
            file.flush()


def main() -> None:
    """Write both tables into the given directory, or into the project's own."""
    directory = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "data" / "known-deals"
    write(directory / "stuck.csv", choose(DRAW_WHEN_STUCK, only_when_stuck=True))
    write(directory / "tp1.csv", choose(DRAW_AT_ANY_TIME, only_when_stuck=False))


if __name__ == "__main__":
    main()
