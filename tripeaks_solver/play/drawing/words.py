"""What the screen tells of a game in words."""

from __future__ import annotations

from collections.abc import Iterator

from tripeaks_solver.cards import GONE, card_sign
from tripeaks_solver.play.model.record import Statistics, Tally, percent, played
from tripeaks_solver.play.model.session import Session
from tripeaks_solver.play.storage.results import result_of

NAME = "TriPeaks"


def clock_text(time_ms: int) -> str:
    """Write a time as ``1:23`` or ``1:02:03``."""
    minutes, seconds = divmod(time_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def status_line(session: Session, width: int) -> str:
    """Tell the state of a game in one line; what it is stands on the right, where there is room."""
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
    """Tell how a game stands, and what is played."""
    game = session.game
    left = game.tableau.bit_count()
    yield f"Score {game.score}    Time {clock_text(game.time_ms)}    Moves {game.moves}"
    yield f"Layout {session.deal.layout.name}, {session.kind.title}, {session.rules.name} rules"
    if session.code:
        yield f"Deal {session.code}"
    if left:
        yield f"{left} {'card' if left == 1 else 'cards'} left"


def result_lines(session: Session, statistics: Statistics) -> Iterator[str]:
    """Tell how a deal ended, and how the deals before it did."""
    yield from standing_lines(session)
    yield ""
    yield _tally("All deals", statistics.all)
    if len(statistics.by_played) > 1:
        of_kind = statistics.by_played.get(played(result_of(session)), Tally())
        yield _tally("As this one", of_kind)


def _tally(name: str, tally: Tally) -> str:
    if not tally.deals:
        return f"{name}: none finished yet"
    counts = f"{tally.won} won, {tally.lost} lost ({percent(tally)})"
    return f"{name}: {counts}; streak {tally.streak}, best {tally.best_streak}"
