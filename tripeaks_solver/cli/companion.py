"""The dialogue of ``tripeaks advise``: it is told what turns up, and says what to play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.cards import DECK_SIZE, Card, parse_card
from tripeaks_solver.errors import FormatError, MoveError, TripeaksError
from tripeaks_solver.formats.moves import DRAW_WORDS
from tripeaks_solver.game import Game
from tripeaks_solver.render.advice import advice_lines, move_text
from tripeaks_solver.render.terminal import deal_lines, rules_line

if TYPE_CHECKING:
    from tripeaks_solver.players.advice import Advice
    from tripeaks_solver.players.companion import Companion
    from tripeaks_solver.view import View

HELP = """\
Enter            do what is advised
5h               play this card; where a card is asked for, this one turned up
draw, d          draw from the stock
undo, u          take the last move back; what was seen stays known
fix 5h 6h        the card told as 5h is really 6h
quit, q          save and quit; tripeaks advise --resume takes the game up again
?                show this help"""

_QUIT = {"quit", "q"}


def converse(companion: Companion, advise: Callable[[View], Advice], file: Path | None) -> None:
    """Talk with a player until the game is over or the player quits.

    Args:
        companion: the game.
        advise: gives advice on what the player sees.
        file: where the game is saved after each answer; None for nowhere.

    """
    click.echo(f"{rules_line(companion.rules)}\n")
    click.echo("Name each card that turns up, as 5h or 10s. ? shows what else you can say.\n")
    try:
        while _turn(companion, advise, file):
            pass
    except (click.Abort, EOFError):
        click.echo()
    if file is not None:
        click.echo(f"The game is saved. To go on: tripeaks advise --resume ({file})")


def _turn(companion: Companion, advise: Callable[[View], Advice], file: Path | None) -> bool:
    """Ask for what has turned up, advise, and ask what was done; False at the end of the game."""
    while companion.awaited is not None:
        _hear(companion, f"Which card lies at {companion.awaited_name}?", None)
        _save(companion, file)
    click.echo()
    for line in deal_lines(companion.view().deal, hidden=True):
        click.echo(line)
    click.echo()
    advice = advise(companion.view())
    for line in advice_lines(advice):
        click.echo(line)
    click.echo()
    best = advice.options[0] if advice.options else None
    question = "What now?" if best is None else f"You did [{move_text(best.move, best.card)}]"
    if not companion.game.tableau:
        return False
    _hear(companion, question, None if best is None else best.move)
    _save(companion, file)
    return True


def _hear(companion: Companion, question: str, advised: Move | None) -> None:
    """Ask until an answer makes sense, and do what it says."""
    while True:
        answer = click.prompt(question, default="", show_default=False, prompt_suffix=" ").strip()
        if answer.lower() in _QUIT:
            raise click.Abort
        if answer == "?":
            click.echo(HELP)
            continue
        try:
            _do(companion, answer.lower(), advised)
        except TripeaksError as fault:
            click.echo(f"  {fault}")
            continue
        return


def _do(companion: Companion, answer: str, advised: Move | None) -> None:
    words = answer.split()
    if not words:
        if advised is None:
            raise FormatError("name a card, as 5h; ? shows what else you can say")
        companion.make(advised)
    elif words[0] in ("undo", "u"):
        companion.undo()
    elif words[0] == "fix" and len(words) == 3:
        companion.correct(parse_card(words[1]), parse_card(words[2]))
    elif words[0] in DRAW_WORDS:
        companion.make(DRAW)
    elif len(words) > 1:
        raise FormatError("one thing at a time; ? shows what you can say")
    elif companion.awaited is not None:
        companion.tell(_card(words[0]))
    else:
        companion.make(_play(companion.game, _card(words[0])))


def _card(text: str) -> Card:
    card = parse_card(text)
    if card >= DECK_SIZE:
        raise FormatError("name the card itself, as 5h")
    return card


def _play(game: Game, card: Card) -> Move:
    if card in game.deal.tableau:
        return Move(game.deal.tableau.index(card))
    raise MoveError("this card is not in the tableau; to draw, say draw")


def _save(companion: Companion, file: Path | None) -> None:
    from tripeaks_solver.play.storage.files import write_whole

    if file is not None:
        write_whole(file, companion.text())
