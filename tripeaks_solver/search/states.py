"""All tableau states of a layout and the removals between them, as tables.

A tableau state is a set of places that still hold their card, such that no covering card stays
when the covered one is gone. States are numbered by level (the number of cards removed) and by
mask within a level: state 0 is the full tableau, the last state the empty one, and every removal
leads from one level to the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from tripeaks_solver.layout import Layout

Masks = npt.NDArray[np.uint32]
Indices = npt.NDArray[np.uint32]
Counts = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


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

    def __len__(self) -> int:
        return len(self.masks)

    @property
    def peaks_emptied(self) -> Counts:
        """The number of emptied peaks of each state, shape (n,)."""
        gone = [(self.masks & np.uint32(peak)) == 0 for peak in self.layout.peaks]
        return np.sum(gone, axis=0)

    @property
    def cards_removed(self) -> Counts:
        """The number of removed cards of each state, shape (n,)."""
        sizes = np.diff(self.level.astype(np.int64))
        return np.repeat(np.arange(len(sizes)), sizes)


@lru_cache(maxsize=4)
def states_of(layout: Layout) -> States:
    """Enumerate the tableau states of a layout, level by level from the full tableau."""
    levels = [np.array([layout.full], np.uint32)]
    sources, cards, targets = [], [], []
    begin = 0
    while levels[-1][0]:
        masks = levels[-1]
        from_here = [_removals(masks, place, layout) for place in range(len(layout))]
        after = np.concatenate([masks[which] ^ np.uint32(1 << p) for p, which in from_here])
        below = np.unique(after)
        sources.append(np.concatenate([which for _, which in from_here]) + begin)
        cards.append(np.concatenate([np.full(len(which), p, np.uint8) for p, which in from_here]))
        begin += len(masks)
        targets.append(np.searchsorted(below, after) + begin)
        levels.append(below)
    source, card, target = map(np.concatenate, (sources, cards, targets))
    count = begin + 1
    leaving, reaching = _by(source, card), _by(target, card)
    return States(
        layout=layout,
        masks=np.concatenate(levels),
        level=_offsets([len(masks) for masks in levels]),
        first=_offsets(np.bincount(source, minlength=count)),
        card=card[leaving],
        child=target[leaving].astype(np.uint32),
        into=_offsets(np.bincount(target, minlength=count)),
        removed=card[reaching],
        parent=source[reaching].astype(np.uint32),
    )


def _removals(masks: Masks, place: int, layout: Layout) -> tuple[int, npt.NDArray[np.intp]]:
    """Find the states in which the card of a place is free."""
    alone = np.uint32(1 << place)
    return place, np.flatnonzero((masks & np.uint32(1 << place | layout.covered_by[place])) == alone)


def _by(state: npt.NDArray[np.intp], card: Bytes) -> npt.NDArray[np.intp]:
    return np.lexsort((card, state))


def _offsets(sizes: npt.ArrayLike) -> Indices:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.uint32)
