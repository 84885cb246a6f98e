"""All tableau states of a layout and the removals between them, as tables.

A tableau state is a set of places that still hold their card, such that no covering card stays
when the covered one is gone. States are numbered by level (the number of cards removed) and by
mask within a level: state 0 is the full tableau, the last state the empty one, and every removal
leads from one level to the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tripeaks_solver.errors import LayoutError
from tripeaks_solver.layout import Layout
from tripeaks_solver.scoring import Scoring

Masks = npt.NDArray[np.uint32]
Indices = npt.NDArray[np.uint32]
Counts = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


class Removals(NamedTuple):
    """The removals of one place's card from all states of a level in which it is free."""

    place: int
    parents: Indices
    children: Indices


@dataclass(frozen=True, eq=False)
class States:
    """The tableau states of a layout (*n* of them) and their removals (*m*).

    Removals are stored twice as compressed rows: those from state *i* are the entries
    ``first[i]`` to ``first[i + 1]`` of `card` and `child`, those into it the entries
    ``into[i]`` to ``into[i + 1]`` of `removed` and `parent`.

    Attributes:
        layout: the layout.
        masks: the mask of each state, shape (n,).
        level: where each level begins, shape (cards + 2,).
        first, card, child: removals by the state they leave, shapes (n + 1,), (m,), (m,).
        into, removed, parent: removals by the state they reach, shapes (n + 1,), (m,), (m,).
        steps: for each level but the last its removals place by place.

    """

    layout: Layout
    masks: Masks
    level: Indices
    first: Indices
    card: Bytes
    child: Indices
    into: Indices
    removed: Bytes
    parent: Indices
    steps: tuple[tuple[Removals, ...], ...]

    def __len__(self) -> int:
        return len(self.masks)

    def has(self, mask: int) -> bool:
        """Tell whether a mask is that of a state."""
        if not 0 <= mask <= self.layout.full:
            return False
        index = self.index(mask)
        return index < len(self) and int(self.masks[index]) == mask

    def index(self, mask: int) -> int:
        """Return the number of the state with this mask."""
        removed = len(self.layout) - mask.bit_count()
        begin, end = int(self.level[removed]), int(self.level[removed + 1])
        return begin + int(np.searchsorted(self.masks[begin:end], np.uint32(mask)))

    @property
    def peaks_emptied(self) -> Counts:
        """The number of emptied peaks of each state, shape (n,)."""
        gone = [(self.masks & np.uint32(peak)) == 0 for peak in self.layout.peaks]
        return np.asarray(np.sum(gone, axis=0), np.int64)

    @property
    def cards_removed(self) -> Counts:
        """The number of removed cards of each state, shape (n,)."""
        begins = self.level.astype(np.int64)
        return np.repeat(np.arange(len(begins) - 1), begins[1:] - begins[:-1])


def worth_of_states(scoring: Scoring, states: States) -> Counts:
    """Return what the plays and the peaks up to each state are worth, shape (n,).

    Exact only where a card is worth the same whenever it is played.
    """
    peaks = len(states.layout.peaks)
    bonus = np.array([scoring.peaks_total(emptied, peaks) for emptied in range(peaks + 1)])
    return bonus[states.peaks_emptied] + scoring.run[0] * states.cards_removed


MOST_STATES = 1_000_000
"""The most tableau states whose tables are made: some hundred megabytes for a search."""


@lru_cache(maxsize=32)
def fits(layout: Layout) -> bool:
    """Tell whether a layout has few enough tableau states for tables of them."""
    try:
        states_of(layout)
    except LayoutError:
        return False
    return True


@lru_cache(maxsize=4)
def states_of(layout: Layout) -> States:
    """Enumerate the tableau states of a layout, level by level from the full tableau.

    Raises:
        LayoutError: there are more than `MOST_STATES`.

    """
    levels = [np.array([layout.full], np.uint32)]
    steps: list[tuple[Removals, ...]] = []
    begin = 0
    while levels[-1][0]:
        if begin + len(levels[-1]) > MOST_STATES:
            raise LayoutError(f"layout {layout.name} has more than {MOST_STATES:,} tableau states")
        freed = [_removals(levels[-1], place, layout) for place in range(len(layout))]
        below = _distinct(np.concatenate([after for _, after in freed]))
        end = begin + len(levels[-1])
        steps.append(
            tuple(
                Removals(place, _index(begin, parents), _index(end, np.searchsorted(below, after)))
                for place, (parents, after) in enumerate(freed)
                if len(parents)
            )
        )
        levels.append(below)
        begin = end
    return _tabulate(layout, levels, tuple(steps))


def _removals(masks: Masks, place: int, layout: Layout) -> tuple[npt.NDArray[np.intp], Masks]:
    """Find the states in which the card of a place is free, and their masks without it."""
    alone = np.uint32(1 << place)
    parents = np.flatnonzero(masks & np.uint32(1 << place | layout.covered_by[place]) == alone)
    return parents, masks[parents] ^ alone


def _distinct(masks: Masks) -> Masks:
    """Sort masks and drop doubles; numpy's own way would load its masked arrays first."""
    masks.sort()
    first = np.concatenate([[True], masks[1:] != masks[:-1]])
    return np.compress(first, masks)


def _tabulate(
    layout: Layout, levels: list[Masks], steps: tuple[tuple[Removals, ...], ...]
) -> States:
    """Store the removals of all levels as compressed rows, from either side."""
    removals = [removal for step in steps for removal in step]
    parent = np.concatenate([removal.parents for removal in removals])
    child = np.concatenate([removal.children for removal in removals])
    places = np.array([removal.place for removal in removals], np.uint8)
    card = np.repeat(places, [len(removal.parents) for removal in removals])
    # Places come in order within a level, so a stable sort keeps them in order within a state.
    leaving, reaching = parent.argsort(kind="stable"), child.argsort(kind="stable")
    masks = np.concatenate(levels)
    return States(
        layout=layout,
        masks=masks,
        level=_offsets([len(level) for level in levels]),
        first=_offsets(np.bincount(parent, minlength=len(masks))),
        card=card[leaving],
        child=child[leaving],
        into=_offsets(np.bincount(child, minlength=len(masks))),
        removed=card[reaching],
        parent=parent[reaching],
        steps=steps,
    )


def _index(begin: int, within: npt.NDArray[np.intp]) -> Indices:
    return (begin + within).astype(np.uint32)


def _offsets(sizes: npt.ArrayLike) -> Indices:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.uint32)
