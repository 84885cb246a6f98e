"""A slow solver that shares nothing with the fast one: the oracle of the test-suite.

It walks through every position that a deal can really reach, one move at a time, and reads the
answers off the positions where a game ends. Nothing is pruned, ordered or packed, so that the code
can be checked by reading it against the rules. It uses the standard library only and imports
nothing of the package under test; the classic layout, the score and the shuffle behind the deal
codes are written here a second time, from the text of the rules.

Cards are ranks from 0 (ace) to 12 (king), and 13 for a joker. A set of places is an integer with
bit *p* set for place *p*; places are numbered in the order of dealing, top row to bottom row, left
to right.

What other scoring systems give for a game is in `naive_scoring`.

A deal of the classic layout has some hundred thousand positions and takes a few seconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# --- The classic layout ---------------------------------------------------------------------------

CLASSIC_PLACES = 28
ROW_2, ROW_3, BOTTOM_ROW = 3, 9, 18  # the first place of each row below the three tops


def _run(first: int, count: int) -> int:
    """The set of *count* neighbouring places from *first* on."""
    return ((1 << count) - 1) << first


def _classic_covered_by() -> tuple[int, ...]:
    """For each place of the classic layout, the two places of the next row that cover it."""
    tops = [_run(ROW_2 + 2 * p, 2) for p in range(3)]
    # Row 2 has two places a peak, row 3 has three: hence the jump from peak to peak.
    row_2 = [_run(ROW_3 + 3 * (i // 2) + i % 2, 2) for i in range(6)]
    row_3 = [_run(BOTTOM_ROW + j, 2) for j in range(9)]
    return (*tops, *row_2, *row_3, *[0] * 10)


def _classic_peaks() -> tuple[int, ...]:
    """The places of the left, the middle and the right peak: 9, 9 and 10 cards."""
    bottoms = (3, 3, 4)  # the tenth card of the bottom row counts for the right peak
    return tuple(
        _run(p, 1) | _run(ROW_2 + 2 * p, 2) | _run(ROW_3 + 3 * p, 3) | _run(BOTTOM_ROW + 3 * p, n)
        for p, n in enumerate(bottoms)
    )


CLASSIC_COVERED_BY = _classic_covered_by()
CLASSIC_PEAKS = _classic_peaks()

# --- Rules ----------------------------------------------------------------------------------------

RANKS = "A23456789TJQK"
ACE, KING = 0, 12
JOKER = 13
EMPTY = 14  # no rank, but what stands in its place while no card lies on the waste

# What there is to know of a position: the places that still hold a card, the number of stock cards
# drawn, and the rank on top of the waste, or EMPTY.
State = tuple[int, int, int]


def fits(rank: int, waste: int, linked: bool, king_stops: bool = False) -> bool:
    """Whether a card may be played on the waste.

    *linked* makes king and ace neighbours; with *king_stops* nothing goes on a king.
    """
    if king_stops and waste == KING:
        return False
    if waste == EMPTY:  # the first card may be any
        return True
    if JOKER in (rank, waste):  # a joker goes on every card, and every card on it
        return True
    return abs(rank - waste) == 1 or (linked and {rank, waste} == {ACE, KING})


@dataclass(frozen=True)
class Game:
    """One deal together with the rules that it is played by.

    ``covered_by`` gives, for each place, the places that must be empty before it can be played.
    With ``only_when_stuck`` a card may be drawn only while no tableau card fits. The waste may be
    EMPTY at the start. A game that is taken up under way has lost the places ``gone`` already; what
    their cards were does not matter, and its stock holds only what is left to draw.
    """

    tableau: Sequence[int]
    waste: int
    stock: Sequence[int]
    linked: bool
    only_when_stuck: bool = False
    covered_by: Sequence[int] = CLASSIC_COVERED_BY
    peaks: Sequence[int] = CLASSIC_PEAKS
    gone: int = 0
    king_stops: bool = False

    def __post_init__(self) -> None:
        if len(self.tableau) != len(self.covered_by):
            raise ValueError("the layout and the tableau differ in size")
        if self.gone >> len(self.tableau):
            raise ValueError("places are gone that the layout does not have")

    @property
    def start(self) -> State:
        """The position after dealing, or where the game is taken up."""
        return _run(0, len(self.tableau)) & ~self.gone, 0, self.waste

    @cached_property
    def fitting(self) -> list[list[int]]:
        """For each rank on the waste, and for none, the places whose card fits it by rank."""
        return [
            [
                place
                for place, rank in enumerate(self.tableau)
                if fits(rank, waste, self.linked, self.king_stops)
            ]
            for waste in (*range(len(RANKS)), JOKER, EMPTY)
        ]

    def playable(self, state: State) -> list[int]:
        """The places whose card can be played now: there, uncovered and of a rank that fits."""
        mask, _, waste = state
        return [
            place
            for place in self.fitting[waste]
            if mask >> place & 1 and not mask & self.covered_by[place]
        ]

    def over(self, state: State) -> bool:
        """Whether the game ends here: won, or blocked: nothing left to draw, nothing to play."""
        mask, drawn, _ = state
        return mask == 0 or (drawn == len(self.stock) and not self.playable(state))

    def moves(self, state: State) -> dict[int | None, State]:
        """Every move, a place or None for a draw, with where it leads; none when all is over."""
        mask, drawn, _ = state
        if mask == 0:  # a won game stops, whatever is left in the stock
            return {}
        places = self.playable(state)
        after: dict[int | None, State] = {
            place: (mask & ~(1 << place), drawn, self.tableau[place]) for place in places
        }
        if drawn < len(self.stock) and not (self.only_when_stuck and places):
            after[None] = (mask, drawn + 1, self.stock[drawn])
        return after

    def successors(self, state: State) -> list[State]:
        """Every position that one move leads to."""
        return list(self.moves(state).values())

    def empty_peaks(self, mask: int) -> int:
        """How many peaks have no card left."""
        return sum(not mask & peak for peak in self.peaks)


def layers(game: Game) -> Iterator[set[State]]:
    """The positions that can be reached in 0, 1, 2, … moves.

    Every move either takes a card off the tableau or draws one, and none is ever taken back, so a
    position tells how many moves led to it: the layers have no position in common.
    """
    layer = {game.start}
    while layer:
        yield layer
        layer = {after for state in layer for after in game.successors(state)}


def states(game: Game) -> set[State]:
    """Every position that the deal can reach, the start and the ends of games among them."""
    return set().union(*layers(game))


# --- Answers --------------------------------------------------------------------------------------

START_SCORE = 500
PEAK_BONUS = 100


@dataclass(frozen=True)
class Truth:
    """What is true of a deal under perfect play that knows all cards."""

    winnable: bool
    fewest_draws: int | None
    """The fewest stock cards drawn in any won game; none if no game can be won."""
    best_score: int
    """The highest final score of any finished game, won or blocked, without undo."""


def score(game: Game, state: State) -> int:
    """The points that a position is worth: 500, less 1 a move, plus 100 for each emptied peak.

    The rules count the points move by move and never let them fall below 0. A game without undo
    has at most as many moves as there are cards to play and to draw, so with no more than 500 of
    them the floor is never touched. Then the order of the moves does not matter, and the position
    alone tells the score: the empty places are the cards played, an empty peak is a bonus earned.
    A game that is taken up under way has its 500 points there; what it lost before counts no more.
    """
    if len(game.tableau) + len(game.stock) > START_SCORE:
        raise ValueError("with so many cards the score depends on the order of the moves")
    mask, drawn, _ = state
    at_first = game.start[0]
    played = at_first.bit_count() - mask.bit_count()
    emptied = game.empty_peaks(mask) - game.empty_peaks(at_first)
    return START_SCORE - played - drawn + PEAK_BONUS * emptied


def truth(game: Game) -> Truth:
    """The answers, by looking at every end that any game of the deal can come to."""
    draws: list[int] = []
    scores: list[int] = []
    for layer in layers(game):
        for state in filter(game.over, layer):
            scores.append(score(game, state))
            mask, drawn, _ = state
            if mask == 0:
                draws.append(drawn)
    return Truth(bool(draws), min(draws, default=None), max(scores))


# --- Deals ----------------------------------------------------------------------------------------

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CODE_LETTERS = 7
DEALS = len(LETTERS) ** CODE_LETTERS

REFERENCE_DECK = (
    "3C 7C 4C AC 5C 6C 8C 5S 9S 9C TC JC QC 8H AD 3D 4D KD 5D 6D 7D 8D 2D 9D TD 4S "
    "AS 3S JD QD AH 2H 7S 3H 4H 5H 6H 7H 9H TH JH QH KH KC 2S 6S 8S TS JS QS KS 2C"
)

_WORD = 2**64


def letters_of(number: int) -> str:
    """The seven letters of a deal number: base 26, the first letter most significant."""
    letters = ""
    for _ in range(CODE_LETTERS):
        number, digit = divmod(number, len(LETTERS))
        letters = LETTERS[digit] + letters
    return letters


def number_of(letters: str) -> int:
    """The deal number that seven letters stand for."""
    number = 0
    for letter in letters:
        number = number * len(LETTERS) + LETTERS.index(letter)
    return number


def _splitmix64(state: int) -> Iterator[int]:
    """The numbers that SplitMix64 (Steele, Lea and Flood 2014) yields from a state onwards."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) % _WORD
        z = state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % _WORD
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % _WORD
        yield z ^ (z >> 31)


def deal_cards(number: int) -> list[str]:
    """The 52 cards of a deal number in the order of dealing, such as ``"TS"``."""
    deck = REFERENCE_DECK.split()
    for i, output in zip(range(51, 0, -1), _splitmix64(number), strict=False):
        j = ((output >> 32) * (i + 1)) >> 32
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def ranks_of(cards: Sequence[str]) -> list[int]:
    """The ranks of cards given as text; ``JK`` is a joker, no jack."""
    return [JOKER if card == "JK" else RANKS.index(card[0]) for card in cards]


def classic_game(
    cards: Sequence[str],
    *,
    linked: bool,
    only_when_stuck: bool = False,
    empty_waste: bool = False,
) -> Game:
    """The game on the classic layout: 28 tableau cards, one waste card, the rest is the stock.

    With ``empty_waste`` the card that would open the waste is the first of the stock instead.
    """
    ranks = ranks_of(cards)
    tableau, stock = ranks[:CLASSIC_PLACES], ranks[CLASSIC_PLACES:]
    waste = EMPTY if empty_waste else stock.pop(0)
    return Game(tableau, waste, stock, linked, only_when_stuck)
