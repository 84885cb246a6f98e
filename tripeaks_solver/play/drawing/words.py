"""What the screen says of a game."""

from __future__ import annotations

from collections.abc import Iterator

from tripeaks_solver.cards import GONE, card_sign
from tripeaks_solver.errors import counted
from tripeaks_solver.play.model.record import Record, Records, result_of
from tripeaks_solver.play.model.session import Session


def clock_text(time_ms: int) -> str:
    """Write a time as ``1:23`` or ``1:02:03``."""
    minutes, seconds = divmod(time_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def status_line(session: Session, width: int) -> str:
    """Write the state of a game in one line, and what is played on the right where it fits."""
    game = session.game
    waste = card_sign(game.waste[-1] if game.waste and not session.is_hidden else GONE)
    left = (
        f" Stock {len(game.stock):<2}  Waste {waste:<3}  Score {game.score}"
        f"  Time {clock_text(game.time_ms)}  Moves {game.moves}"
    )
    for right in _names(session):
        if len(left) + 2 + len(right) < width:
            return f"{left}{right:>{width - len(left) - 1}} "
    return left


def _names(session: Session) -> Iterator[str]:
    """Name what is played, ever shorter."""
    layout, kind, rules = session.deal.layout.name, session.kind.title, session.rules.name
    if session.code:
        yield f"{layout} · {kind} · {rules} · {session.code}"
        yield f"{layout} · {session.code}"
        yield str(session.code)
    yield f"{layout} · {kind} · {rules}"
    yield layout


def standing_lines(session: Session) -> Iterator[str]:
    """Say how a game stands, and what is played."""
    game = session.game
    yield f"Score {game.score}    Time {clock_text(game.time_ms)}    Moves {game.moves}"
    yield f"Layout {session.deal.layout.name}, {session.kind.title}, {session.rules.name} rules"
    if session.code:
        yield f"Deal {session.code}"
    if game.tableau:
        yield f"{counted(game.tableau.bit_count(), 'card')} left"


def result_lines(session: Session, records: Records) -> Iterator[str]:
    """Say how a deal ended, and how the player's deals ended so far."""
    yield from standing_lines(session)
    yield ""
    yield _record_line("All deals", records.all)
    if len(records.by_setup) > 1:
        same = records.by_setup.get(result_of(session).setup, Record())
        yield _record_line("This layout, game and rules", same)


def _record_line(name: str, record: Record) -> str:
    if not record.deals:
        return f"{name}: none finished yet"
    counts = f"{record.won} won, {record.lost} lost ({record.percentage})"
    return f"{name}: {counts}; streak {record.streak}, best {record.best_streak}"
