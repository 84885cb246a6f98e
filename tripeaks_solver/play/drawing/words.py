"""What the screen says of a game."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean

from tripeaks_solver.cards import GONE, card_sign
from tripeaks_solver.errors import counted
from tripeaks_solver.game import Game
from tripeaks_solver.layout import Layout
from tripeaks_solver.play.model.points import items_of
from tripeaks_solver.play.model.record import Record, Records, result_of
from tripeaks_solver.play.model.session import Session


def clock_text(time_ms: int) -> str:
    """Write a time as ``1:23`` or ``1:02:03``."""
    minutes, seconds = divmod(time_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def status_line(session: Session) -> str:
    """Write the state of a game in one line."""
    game = session.game
    waste = card_sign(game.waste[-1] if game.waste and not session.is_hidden else GONE)
    return (
        f" Stock {len(game.stock):<2}  Waste {waste:<3}  Score {game.score:,}"
        f"  Time {clock_text(game.time_ms)}  Moves {game.moves}"
    )


def setup_line(session: Session, width: int) -> str:
    """Say what is played in one line; where that is too narrow, the rules stay longest."""
    layout, rules = f"{session.deal.layout.name} layout", f"{session.rules.name} rules"
    code = [str(session.code)] if session.code else []
    lines = [[layout, session.kind.title, rules, *code], [layout, session.kind.title, rules]]
    written = [" · ".join(parts) for parts in [*lines, [layout, rules]]]
    return next((line for line in written if len(line) <= width), rules)


def peak_line(game: Game, before: int) -> str:
    """Say which peak the last move cleared, and its points; nothing where it cleared none.

    Args:
        game: the game after the move.
        before: the mask of its tableau before the move.

    """
    layout = game.deal.layout
    cleared = [peak for peak in layout.peaks if peak & before and not peak & game.tableau]
    if not cleared:
        return ""
    was, now = (
        game.scoring.peaks_total(layout.peaks_emptied(tableau), len(layout.peaks))
        for tableau in (before, game.tableau)
    )
    points = f" (+{now - was:,})" if now > was else ""
    return f"{_side(layout, cleared[0])}peak cleared{points}".capitalize()


_SIDES = {2: ("left ", "right "), 3: ("left ", "middle ", "right ")}


def _side(layout: Layout, peak: int) -> str:
    """Return where a peak stands among its neighbours, if there is a word for it."""
    columns = [
        mean(layout.places[place].column for place in range(len(layout)) if mask >> place & 1)
        for mask in layout.peaks
    ]
    sides = _SIDES.get(len({*columns})) if len({*columns}) == len(columns) else None
    return sides[sorted(columns).index(columns[layout.peaks.index(peak)])] if sides else ""


def standing_lines(session: Session) -> Iterator[str]:
    """Say how a game stands, and what is played."""
    game = session.game
    yield f"Score {game.score:,}    Time {clock_text(game.time_ms)}    Moves {game.moves}"
    yield f"Layout {session.deal.layout.name}, {session.kind.title}, {session.rules.name} rules"
    if session.code:
        yield f"Deal {session.code}"
    if game.tableau:
        yield f"{counted(game.tableau.bit_count(), 'card')} left"


def result_lines(session: Session, records: Records) -> Iterator[str]:
    """Say how a deal ended, and how the player's deals ended so far."""
    yield from standing_lines(session)
    yield points_line(session)
    yield ""
    yield _record_line("All deals", records.all)
    if len(records.by_setup) > 1:
        same = records.by_setup.get(result_of(session).setup, Record())
        yield _record_line("This layout, game and rules", same)


def points_line(session: Session) -> str:
    """Say what the score is made of: ``472 = 500 − 20 (20 cards) − 8 (8 draws)``."""
    start, *items = items_of(session)
    sums = [
        f"{'−' if item.points < 0 else '+'} {abs(item.points):,} ({item.what})" for item in items
    ]
    return " ".join([_plain(session.game.score), "=", _plain(start.points), *sums])


def _plain(points: int) -> str:
    return f"{points:,}".replace("-", "−")


def _record_line(name: str, record: Record) -> str:
    if not record.deals:
        return f"{name}: none finished yet"
    counts = f"{record.won} won, {record.lost} lost ({record.percentage})"
    return f"{name}: {counts}; streak {record.streak}, best {record.best_streak}"
