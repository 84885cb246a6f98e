"""Players who see what a player sees: a base player, and rollouts that ask it how games go on.

A position is a mask of places that hold a card, a mask of the free ones, the waste rank, the number
of draws, and how many cards of each rank have not been seen. The unseen cards are dealt at random
before a game is played out; no player looks at them before they turn up.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tripeaks_solver.cards import WASTE_RANKS
from tripeaks_solver.search.kernels.bits import count, lowest
from tripeaks_solver.search.machine_code import compiled, inlined

FEATURES = 9
"""How many things the base player looks at when it values a play."""
DRAW_FEATURES = 6
"""How many things it looks at when it values a draw."""
WEIGHTS = 2 * FEATURES + DRAW_FEATURES
"""For each feature of a play a weight and what draws add to it; then the weights of a draw."""
FOUND = 5
WINS, CLEARED, SCORES, SQUARES, OTHERWISE = range(FOUND)
"""What is added up of the games that begin with an action, see `rollouts`."""
ROUND = 100
"""How many samples are taken before actions are dropped that do clearly worse."""
DOUBT = 2.5
"""By how many standard errors of the difference."""
DRAW = -1
"""The action of drawing, where a play is the number of its place."""


class Table(NamedTuple):
    """What stays the same while a deal is played.

    Attributes:
        covers: what covers what, see `tables.Covers`.
        plays_on: for each waste rank the ranks that may be played on it, as masks, shape (14,).
        only_when_stuck: whether the stock may be drawn from only when no card can be played.
        weights: what the base player values, shape (`WEIGHTS`,).

    """

    covers: Any
    plays_on: Any
    only_when_stuck: Any
    weights: Any


class Cards(NamedTuple):
    """Where which rank lies, as the unseen cards are dealt this time.

    Attributes:
        ranks: of the tableau, the waste and the stock in order, uint8.
        at_rank: for each rank the mask of its places, int64, shape (14,).
        fitting: for each waste rank the mask of the places whose cards fit, int64, shape (14,).
        known: the mask of the places whose cards were known before they turned up.
        known_stock: the mask of the stock cards that were known before they were drawn.

    """

    ranks: Any
    at_rank: Any
    fitting: Any
    known: Any
    known_stock: Any


@inlined
def new_random(chance):
    """Return the next state of the random numbers, and one of 32 bits.

    A counter with a mixer after G. L. Steele, D. Lea and C. H. Flood, "Fast splittable
    pseudorandom number generators", 2014.
    """
    chance += np.uint64(0x9E3779B97F4A7C15)
    z = (chance ^ chance >> np.uint64(32)) * np.uint64(0xD6E8FEB86659FD93)
    z = (z ^ z >> np.uint64(32)) * np.uint64(0xD6E8FEB86659FD93)
    return chance, z >> np.uint64(32)


@compiled
def lay_out(table, cards):
    """Note the places of each rank, and those that fit on each waste rank."""
    cards.at_rank[:] = 0
    for place in range(len(table.covers.by)):
        cards.at_rank[cards.ranks[place]] |= 1 << place
    for waste in range(WASTE_RANKS):
        fits, found = table.plays_on[waste], 0
        while fits:
            found |= cards.at_rank[lowest(fits)]
            fits &= fits - 1
        cards.fitting[waste] = found


@compiled
def deal_unseen(table, cards, hidden, pool, chance):
    """Deal the unseen cards to the hidden places at random."""
    for index in range(len(hidden)):
        chance, number = new_random(chance)
        other = index + np.int64(number * np.uint64(len(pool) - index) >> np.uint64(32))
        pool[index], pool[other] = pool[other], pool[index]
        cards.ranks[hidden[index]] = pool[index]
    lay_out(table, cards)
    return chance


@inlined
def turned_up(table, tableau, place):
    """Find the places that become free when the card of a place goes from a tableau."""
    after = tableau ^ 1 << place
    found = 0
    below = table.covers.of[place]
    while below:
        other = lowest(below)
        below &= below - 1
        if not after & table.covers.by[other]:
            found |= 1 << other
    return found


@inlined
def base_action(table, cards, unseen, tableau, free, waste, drawn):
    """Choose the action that the base player likes best: a place, or `DRAW`."""
    options = free & cards.fitting[waste]
    stock = len(cards.ranks) - len(table.covers.by) - 1
    may_draw = drawn < stock and not table.only_when_stuck
    if options == 0:
        return DRAW
    if not may_draw and options & options - 1 == 0:
        return lowest(options)
    weights = table.weights
    hidden = 0
    for rank in range(WASTE_RANKS):
        hidden += unseen[rank]
    late = drawn / max(stock, 1)
    best, action = -1e9, DRAW
    if may_draw:
        fit_now = _unseen_on(table, unseen, waste)
        at = 2 * FEATURES
        best = (
            weights[at]
            + weights[at + 1] * late
            + weights[at + 2] * late * late
            + weights[at + 3] * count(options)
            + weights[at + 4] * count(tableau)
            + weights[at + 5] * fit_now / max(hidden, 1)
        )
    while options:
        place = lowest(options)
        options &= options - 1
        value = _features(table, cards, unseen, hidden, tableau, free, place)
        liking = 0.0
        for k in range(FEATURES):
            liking += value[k] * (weights[2 * k] + weights[2 * k + 1] * late)
        if liking > best:
            best, action = liking, place
    return action


@inlined
def _unseen_on(table, unseen, waste):
    fits, found = table.plays_on[waste], 0
    while fits:
        found += unseen[lowest(fits)]
        fits &= fits - 1
    return found


@inlined
def _features(table, cards, unseen, hidden, tableau, free, place):
    """Look at a play: what it turns up, how it may go on, what is left in sight and unseen."""
    rank = cards.ranks[place]
    others = free & ~(1 << place)
    found = turned_up(table, tableau, place)
    turned = count(found)
    follow = others & cards.fitting[rank]
    chain = 0
    if follow:
        chain = 1
        first = table.plays_on[rank]
        while first:
            one = lowest(first)
            first &= first - 1
            if others & cards.at_rank[one] and others & cards.fitting[one]:
                chain = max(chain, 2)
                second = table.plays_on[one]
                while second:
                    two = lowest(second)
                    second &= second - 1
                    if others & cards.at_rank[two] and count(others & cards.fitting[two]) > 1:
                        chain = 3
    half, below = 0, table.covers.of[place] & ~found
    while below:
        other = lowest(below)
        below &= below - 1
        if count(tableau & table.covers.by[other]) == 2:
            half += 1
    return (
        1.0 if turned > 0 else 0.0,
        1.0 if turned > 1 else 0.0,
        1.0 if follow else 0.0,
        1.0 if count(follow) > 1 else 0.0,
        1.0 if chain > 1 else 0.0,
        1.0 if chain > 2 else 0.0,
        _unseen_on(table, unseen, rank) / max(hidden, 1),
        1.0 * count(others & cards.at_rank[rank]),
        1.0 * half,
    )


@inlined
def act(table, cards, unseen, tableau, free, waste, drawn, action):
    """Do an action; what turns up is seen from then on."""
    if action == DRAW:
        waste = cards.ranks[len(table.covers.by) + 1 + drawn]
        if not cards.known_stock >> drawn & 1:
            unseen[waste] -= 1
        return tableau, free, waste, drawn + 1
    found = turned_up(table, tableau, action)
    free = free & ~(1 << action) | found
    new = found & ~cards.known
    while new:
        unseen[cards.ranks[lowest(new)]] -= 1
        new &= new - 1
    return tableau ^ 1 << action, free, np.int64(cards.ranks[action]), drawn


@compiled
def play_out(table, cards, unseen, tableau, free, waste, drawn):
    """Let the base player play to the end; returns the tableau then."""
    stock = len(cards.ranks) - len(table.covers.by) - 1
    while tableau:
        action = base_action(table, cards, unseen, tableau, free, waste, drawn)
        if action == DRAW and drawn == stock:
            break
        tableau, free, waste, drawn = act(table, cards, unseen, tableau, free, waste, drawn, action)
    return tableau


@compiled
def free_places(table, tableau):
    """Find the places that hold a card and are not covered."""
    found = 0
    left = tableau
    while left:
        place = lowest(left)
        left &= left - 1
        if not tableau & table.covers.by[place]:
            found |= 1 << place
    return found


@compiled
def new_cards(ranks, known, known_stock):
    """Make room for where the cards lie."""
    return Cards(
        ranks, np.zeros(WASTE_RANKS, np.int64), np.zeros(WASTE_RANKS, np.int64), known, known_stock
    )


class Worths(NamedTuple):
    """What a scoring system makes of a game on a layout, from the position that is asked about.

    Attributes:
        peaks: the mask of each peak, int64.
        bonus: what so many emptied peaks have brought, shape (peaks + 1,), int64.
        gains: what a card brings by peaks emptied and length of its run, int64.
        draw: what a draw brings.
        floor: the score never falls below this.
        time: what the time of each action brings, counted from now, int64.
        wins: what a win brings after so many more draws, int64.

    """

    peaks: Any
    bonus: Any
    gains: Any
    draw: Any
    floor: Any
    time: Any
    wins: Any


class Position(NamedTuple):
    """Where a game stands.

    Attributes:
        tableau: the mask of the places that hold a card.
        free: the mask of those that are not covered.
        waste: the waste rank.
        drawn: how many stock cards have been drawn.
        run: how many cards have been played since.
        score: the points so far.

    """

    tableau: Any
    free: Any
    waste: Any
    drawn: Any
    run: Any
    score: Any


@inlined
def _emptied(worths, tableau):
    found = 0
    for peak in range(len(worths.peaks)):
        found += not tableau & worths.peaks[peak]
    return found


@compiled
def scored_game(table, worths, cards, unseen, position, action):
    """Do an action and let the base player play to the end; returns the last tableau and score."""
    tableau, free, waste, drawn, run, score = position
    stock = len(cards.ranks) - len(table.covers.by) - 1
    begun, actions = drawn, 0
    while True:
        if worths.time[actions]:
            score = max(score + worths.time[actions], worths.floor)
        actions += 1
        before = _emptied(worths, tableau)
        tableau, free, waste, drawn = act(table, cards, unseen, tableau, free, waste, drawn, action)
        if action == DRAW:
            run = 0
            score = max(score + worths.draw, worths.floor)
        else:
            run += 1
            after = _emptied(worths, tableau)
            gain = worths.gains[after, run] + worths.bonus[after] - worths.bonus[before]
            if not tableau:
                gain += worths.wins[drawn - begun]
            score = max(score + gain, worths.floor)
        if not tableau:
            return tableau, score
        action = base_action(table, cards, unseen, tableau, free, waste, drawn)
        if action == DRAW and drawn == stock:
            return tableau, score


@compiled
def rollouts(table, worths, cards, hidden, pool, unseen, position, actions, samples, chance, found):
    """Ask the base player how games end that begin with each of some actions.

    The unseen cards are dealt at random again and again; all actions meet the same cards.

    Args:
        table: see `Table`.
        worths: see `Worths`.
        cards: see `Cards`; the ranks at the hidden places are written over.
        hidden: the indices of the hidden places in the common order, int64.
        pool: the ranks of the unseen cards, at least as many, uint8; left in another order.
        unseen: how many there are of each rank, int64, shape (14,).
        position: see `Position`.
        actions: the actions, int64, shape (n,).
        samples: how often to deal.
        chance: the state of the random numbers, uint64.
        found: receives for each action how many games are won, the sum of the shares of the tableau
            that are cleared, of the scores, and of their squares, and how many games end otherwise
            than with the first action, float64, shape (n, `FOUND`).

    Returns:
        The state of the random numbers.

    """
    there = max(count(position.tableau), 1)
    seen_now = np.empty_like(unseen)
    found[:] = 0
    first = 0
    for _ in range(samples):
        chance = deal_unseen(table, cards, hidden, pool, chance)
        for index in range(len(actions)):
            seen_now[:] = unseen
            tableau, score = scored_game(table, worths, cards, seen_now, position, actions[index])
            first = tableau if index == 0 else first
            found[index, WINS] += tableau == 0
            found[index, OTHERWISE] += (tableau == 0) != (first == 0)
            found[index, CLEARED] += 1 - count(tableau) / there
            found[index, SCORES] += score
            found[index, SQUARES] += float(score) * score
    return chance


@compiled
def choose(table, worths, cards, hidden, pool, unseen, position, actions, samples, chance, found):
    """Choose among actions, the first of which is that of the base player, by rollouts.

    Actions that do clearly worse than the first are dropped on the way; see `rollouts` for the
    arguments. The actions that are left come to the front.

    Returns:
        The state of the random numbers, and the index of the action.

    """
    found[:] = 0
    batch = np.empty_like(found)
    left, done = len(actions), 0
    while done < samples and left > 1:
        size = min(ROUND, samples - done)
        chance = rollouts(
            *(table, worths, cards, hidden, pool, unseen, position, actions[:left], size, chance),
            batch,
        )
        done += size
        kept = 0
        for index in range(left):
            found[index] += batch[index]
            gain = value_of(found[index]) - value_of(found[0])
            if gain >= -DOUBT * np.sqrt(found[index, OTHERWISE]):
                actions[kept], found[kept] = actions[index], found[index]
                kept += 1
        left = kept
    return chance, best_of(found[:left])


@compiled
def legal_actions(table, cards, position, actions):
    """Write the actions that can be done, plays first and then the draw; returns how many."""
    options, number = position.free & cards.fitting[position.waste], 0
    stuck = options == 0
    while options:
        actions[number] = lowest(options)
        options &= options - 1
        number += 1
    if position.drawn < len(cards.ranks) - len(table.covers.by) - 1 and (
        stuck or not table.only_when_stuck
    ):
        actions[number] = DRAW
        number += 1
    return number


@compiled
def _seen_by(table, cards, position, hidden, pool, unseen):
    """Note what a player does not know in a position of a deal; returns how many cards."""
    places, number = len(table.covers.by), 0
    unseen[:] = 0
    for index in range(len(cards.ranks)):
        if index < places:
            back = position.tableau & ~position.free & ~cards.known & 1 << index
        else:
            drawn = index - places - 1
            back = drawn >= position.drawn and not cards.known_stock >> drawn & 1
        if back:
            hidden[number], pool[number] = index, cards.ranks[index]
            unseen[cards.ranks[index]] += 1
            number += 1
    return number


@compiled
def rollout_games(table, worths, deals, known, known_stock, samples, telling, seed, won, told):
    """Let the player that asks rollouts play deals.

    Args:
        table: see `Table`.
        worths: see `Worths`.
        deals: ranks in the common order, shape (n, cards), uint8.
        known: the mask of the places whose cards the player knows from the start.
        known_stock: the mask of such stock cards.
        samples: how often to deal the unseen cards for each decision; 0 for the base player.
        telling: how often to deal them again after it, for `told`; 0 where nothing is to be told.
        seed: what the random numbers begin with.
        won: receives whether each deal is won, bool, shape (n,).
        told: receives for each action that was chosen among several, by the number of actions
            before it, the share of fresh rollouts that were won; -1 for others, float64, shape
            (n, cards).

    """
    places = len(table.covers.by)
    told[:] = -1
    size = deals.shape[1]
    hidden, pool = np.empty(size, np.int64), np.empty(size, np.uint8)
    actions, found = np.empty(places + 1, np.int64), np.empty((places + 1, FOUND))
    unseen = np.zeros(WASTE_RANKS, np.int64)
    imagined = new_cards(np.empty(size, np.uint8), known, known_stock)
    full = (1 << places) - 1
    for k in range(len(deals)):
        real = new_cards(deals[k], known, known_stock)
        lay_out(table, real)
        chance = np.uint64(seed) + np.uint64(k) * np.uint64(0x5851F42D4C957F2D)
        position = Position(full, free_places(table, full), np.int64(deals[k, places]), 0, 0, 0)
        while position.tableau:
            number = legal_actions(table, real, position, actions)
            if number == 0:
                break
            best = 0
            if number > 1:
                imagined.ranks[:] = deals[k]
                backs = _seen_by(table, real, position, hidden, pool, unseen)
                like_base(table, real, unseen, position, actions[:number])
                if samples > 0:
                    chance, best = choose(
                        *(table, worths, imagined, hidden[:backs], pool[:backs], unseen, position),
                        *(actions[:number], samples, chance, found),
                    )
                    if telling > 0:  # those that the choice was made by are biased towards it
                        chance = rollouts(
                            *(table, worths, imagined, hidden[:backs], pool[:backs], unseen),
                            *(position, actions[best : best + 1], telling, chance, found),
                        )
                        done = places - count(position.tableau) + position.drawn
                        told[k, done] = found[0, WINS] / telling
            tableau, free, waste, drawn, _, _ = position
            tableau, free, waste, drawn = act(
                table, real, unseen, tableau, free, waste, drawn, actions[best]
            )
            position = Position(tableau, free, waste, drawn, 0, 0)
        won[k] = position.tableau == 0


@compiled
def like_base(table, cards, unseen, position, actions):
    """Move the action of the base player to the front of some actions."""
    tableau, free, waste, drawn, _, _ = position
    liked = base_action(table, cards, unseen, tableau, free, waste, drawn)
    for index in range(len(actions)):
        if actions[index] == liked:
            actions[0], actions[index] = liked, actions[0]


@compiled
def best_of(found):
    """Choose the action that wins most games; the first one, unless another does clearly better.

    Another action must win more by the standard error of the difference, for otherwise it is
    chance that chooses among actions that are worth the same.
    """
    best = 0
    for index in range(1, len(found)):
        gain = value_of(found[index]) - value_of(found[0])
        clearly = gain > np.sqrt(found[index, OTHERWISE])
        if clearly and (best == 0 or value_of(found[index]) > value_of(found[best])):
            best = index
    return best


@compiled
def value_of(found):
    """Return what the player goes by: wins, and a little for what is cleared of lost games."""
    return found[WINS] + 0.02 * (found[CLEARED] - found[WINS])


@compiled
def panel_games(table, deals, tastes, wins):
    """Let each player of a panel play each deal; they differ in what they value.

    Args:
        table: see `Table`; its weights are not used.
        deals: ranks in the common order, shape (n, cards), uint8.
        tastes: the weights of each player, float64, shape (players, `WEIGHTS`).
        wins: receives how many players win each deal, int32, shape (n,).

    """
    places = len(table.covers.by)
    full = (1 << places) - 1
    free = free_places(table, full)
    begun, unseen = np.zeros(WASTE_RANKS, np.int64), np.zeros(WASTE_RANKS, np.int64)
    room = np.empty(deals.shape[1], np.int64), np.empty(deals.shape[1], np.uint8)
    for k in range(len(deals)):
        cards = new_cards(deals[k], 0, 0)
        lay_out(table, cards)
        position = Position(full, free, np.int64(deals[k, places]), 0, 0, 0)
        _seen_by(table, cards, position, room[0], room[1], begun)
        wins[k] = 0
        for player in range(len(tastes)):
            own = Table(table.covers, table.plays_on, table.only_when_stuck, tastes[player])
            unseen[:] = begun
            tableau = play_out(own, cards, unseen, full, free, position.waste, 0)
            wins[k] += tableau == 0
