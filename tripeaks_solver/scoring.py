"""Scoring systems as data: what a play, a draw and an emptied peak are worth."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Scoring:
    """Points for the events of a game.

    Attributes:
        name: the name under which people choose it.
        source: where the rule comes from.
        start: the score at the deal.
        play: what removing a tableau card adds.
        draw: what drawing a stock card adds.
        peak: what a removal that empties a whole peak adds on top.
        floor: the score never falls below this.

    """

    name: str
    source: str
    start: int
    play: int
    draw: int
    peak: int
    floor: int

    def after_play(self, score: int, peaks_emptied: int) -> int:
        """Return the score after a removal that emptied so many peaks."""
        return max(self.floor, score + self.play + self.peak * peaks_emptied)

    def after_draw(self, score: int) -> int:
        """Return the score after a draw."""
        return max(self.floor, score + self.draw)

    def total(self, plays: int, draws: int, peaks_emptied: int) -> int:
        """Return the score after so many events, in whatever order they came.

        Exact as long as the floor is out of reach, as it is for `TP1`: 500 points outlast the
        51 actions of a whole game.
        """
        return self.start + self.play * plays + self.draw * draws + self.peak * peaks_emptied


TP1 = Scoring(
    name="tp1",
    source="rule pages of the app with TP1 codes, section on scoring",
    start=500,
    play=-1,
    draw=-1,
    peak=100,
    floor=0,
)
