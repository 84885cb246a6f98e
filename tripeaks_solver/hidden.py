"""What holds for a deal with unknown cards: whatever lies there, or how often.

A *completion* is a deal with known cards at the hidden places. Whether it can be won is asked with
all cards known, as of any other deal. What a player can reach who does not see them is another
question, see `players`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from tripeaks_solver.answer import DRAW, Step, Verdict
from tripeaks_solver.ask import decide
from tripeaks_solver.cards import GONE, JOKER, UNKNOWN, Card
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import require_kind
from tripeaks_solver.game import Game, Status
from tripeaks_solver.layout import Layout
from tripeaks_solver.rules import EASY, Rules
from tripeaks_solver.samples import COMPLETIONS, require_samples
from tripeaks_solver.scoring import TP1, Scoring
from tripeaks_solver.search.rate import Depth, load_rating_kernels, rate_checked
from tripeaks_solver.shares import Share, share_of
from tripeaks_solver.verify import steps_of
from tripeaks_solver.view import View

MOST_COMPLETIONS = 5000
"""Up to how many completions by rank are all searched."""


class Ground(StrEnum):
    """What an outlook rests on."""

    LINE = "a line that meets no unknown card"
    WILD = "it cannot be won even if every unknown card fits on every other"
    ALL = "every completion was searched"
    SAMPLES = "sampled completions"


@dataclass(frozen=True)
class Outlook:
    """What holds for a deal with unknown cards.

    Attributes:
        view: the deal.
        rules: the rules of play.
        scoring: what the scores of a line are counted by.
        verdict: winnable whatever lies there, not winnable whatever lies there, or undecided: it
            depends on what lies there. The first two are proven.
        ground: what the verdict or the share rests on.
        share: the share of completions that can be won, with its 95 % interval.
        searched: how many completions were searched.
        seed: what the random numbers began with, where completions were sampled.
        steps: a line that wins whatever lies there, replayed by the engine; empty where there is
            none or none was looked for.

    """

    view: View
    rules: Rules
    scoring: Scoring
    verdict: Verdict
    ground: Ground
    share: Share
    searched: int = 0
    seed: int | None = None
    steps: tuple[Step, ...] = ()


def outlook(
    view: View,
    rules: Rules = EASY,
    scoring: Scoring = TP1,
    *,
    samples: int = COMPLETIONS,
    seed: int = 0,
    announce: Callable[[str], None] | None = None,
) -> Outlook:
    """Decide a deal with unknown cards as far as that can be done.

    Args:
        view: the deal.
        rules: the rules of play.
        scoring: what the scores of the line are counted by.
        samples: how many completions to sample where there are more than `MOST_COMPLETIONS`.
        seed: what the random numbers begin with; the same seed gives the same answer.
        announce: is told when the search is compiled for the first time.

    Raises:
        TripeaksError: an argument is of the wrong kind.
        Rejected: the engine does not confirm a line.

    """
    require_kind("view", view, View)
    require_kind("rules", rules, Rules)
    require_kind("scoring", scoring, Scoring)
    require_samples(samples, seed)
    asked = view, rules, scoring
    steps = safe_line(view.deal, rules, scoring)
    if steps or not view.deal.mask:
        return Outlook(*asked, Verdict.WINNABLE, Ground.LINE, Share(1, 1, 1), steps=steps)
    load_rating_kernels((rules,), announce)
    if not _may_be_won(view, rules):
        return Outlook(*asked, Verdict.NOT_WINNABLE, Ground.WILD, Share(0, 0, 0))
    if view.completion_count <= MOST_COMPLETIONS:
        return _searched(*asked)
    return _sampled(*asked, samples, seed)


def safe_line(deal: Deal, rules: Rules, scoring: Scoring) -> tuple[Step, ...]:
    """Find a win that plays and draws known cards alone, and let the engine replay it.

    Returns:
        The line; nothing where there is none.

    Raises:
        Rejected: the engine does not confirm the line.

    """
    game = Game(deal, rules, scoring)
    first = (DRAW,) if game.waste and game.waste[-1] == UNKNOWN else ()
    if UNKNOWN in deal.tableau or (first and game.draw_refusal()):
        return ()
    for move in first:
        game.make(move)
    answer = decide(_up_to_the_unknown(game.position()), rules)
    if answer.verdict is not Verdict.WINNABLE:
        return ()
    replayed = Game(deal, rules, scoring)
    steps = steps_of(replayed, (*first, *answer.moves))
    if replayed.status is not Status.WON:
        raise AssertionError("the line wins without the cards behind the unknown one")
    return steps


def _up_to_the_unknown(deal: Deal) -> Deal:
    """Leave in the stock only what lies before its first unknown card.

    On a joker any card can be played, as on an empty waste, which no game has once cards are drawn.
    """
    if UNKNOWN not in deal.stock:
        return deal
    known = tuple(itertools.takewhile(lambda card: card != UNKNOWN, deal.stock))
    drawn = len(deal.cards) - len(deal.layout) - 1 - len(known)
    waste = JOKER if deal.waste == GONE else deal.waste
    return replace(deal, cards=(*deal.tableau, waste, *[GONE] * drawn, *known))


def _may_be_won(view: View, rules: Rules) -> bool:
    """Tell whether the deal could be won if every unknown card were a joker.

    A joker fits on every card and every card on it, so whatever can be done with the real card can
    be done with it. Where drawing must wait for want of plays, it need not wait here, for jokers
    might otherwise forbid a draw.
    """
    loose = replace(rules, draw_only_when_stuck=False)
    wild = [JOKER if card == UNKNOWN else card for card in view.deal.cards]
    won, open_ = _verdicts([wild], view.deal.layout, loose)
    return bool(won[0] or open_[0])


def _searched(view: View, rules: Rules, scoring: Scoring) -> Outlook:
    """Search every completion by rank."""
    found = list(view.completions())
    weights = np.array([completion.weight for completion in found], np.float64)
    won, open_ = _verdicts([completion.deal.cards for completion in found], view.deal.layout, rules)
    total = float(weights.sum())
    low = float(weights[won].sum()) / total
    high = low + float(weights[open_].sum()) / total
    verdict = Verdict.UNDECIDED
    if won.all():
        verdict, low, high = Verdict.WINNABLE, 1.0, 1.0
    elif not (won | open_).any():
        verdict = Verdict.NOT_WINNABLE
    share = Share(low, low, high)
    return Outlook(view, rules, scoring, verdict, Ground.ALL, share, searched=len(found))


def _sampled(view: View, rules: Rules, scoring: Scoring, samples: int, seed: int) -> Outlook:
    """Search completions that are drawn at random, each arrangement as likely as another."""
    chance = np.random.default_rng(seed)
    pool = np.tile(np.array(view.unseen, np.uint8), (samples, 1))
    cards = np.tile(np.array(view.deal.cards, np.uint8), (samples, 1))
    cards[:, view.hidden] = chance.permuted(pool, axis=1)[:, : len(view.hidden)]
    won, open_ = _verdicts(cards, view.deal.layout, rules)
    share = share_of(int(won.sum()), samples, int(open_.sum()))
    asked = view, rules, scoring
    return Outlook(*asked, Verdict.UNDECIDED, Ground.SAMPLES, share, samples, seed)


def _verdicts(
    cards: Sequence[Sequence[Card]] | npt.NDArray[np.uint8], layout: Layout, rules: Rules
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Return which completions can be won, and which were left undecided."""
    found = rate_checked(np.array(cards, np.uint8), Depth.VERDICT, (rules,), layout)
    won = found.winnable[:, 0]
    open_ = np.zeros(len(won), np.bool_) if found.undecided is None else found.undecided[:, 0]
    return won & ~open_, open_
