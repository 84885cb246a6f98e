"""The dialogue of ``tripeaks advise``: it is told what turns up, and says what to play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tripeaks_solver.answer import DRAW, Move
from tripeaks_solver.cards import DECK_SIZE, Card, parse_card
from tripeaks_solver.cli.options import output_width, say, show
from tripeaks_solver.deal import position_name
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
3s 5s kc         several cards, one after the other
draw, d          draw from the stock
undo, u          take the last move back; what was seen stays known
fix 5h 6h        the card told as 5h is really 6h
quit, q          save and quit; tripeaks advise --resume takes the game up again
?                show this help"""

_QUIT = {"quit", "q"}


class Keeper:
    """Saves a dialogue after each answer, or says once that it cannot."""

    def __init__(self, file: Path) -> None:
        self.file: Path | None = file

    def save(self, companion: Companion) -> None:
        """Save the dialogue as it stands."""
        from tripeaks_solver.play.storage.companions import companion_text
        from tripeaks_solver.play.storage.files import write_whole

        if self.file is None:
            return
        try:
            write_whole(self.file, companion_text(companion))
        except OSError as fault:
            say(f"{fault}; the dialogue goes on, but it is not saved")
            self.file = None


def converse(companion: Companion, advise: Callable[[View], Advice], keeper: Keeper) -> None:
    """Talk with a player until the game is over or the player quits.

    Args:
        companion: the game.
        advise: gives advice on what the player sees.
        keeper: saves the game after each answer.

    """
    click.echo(f"{rules_line(companion.rules)}\n")
    click.echo("Name the cards in sight, as 5h or 10s. ? shows what else you can say.\n")
    try:
        while _turn(companion, advise, keeper):
            pass
    except (click.Abort, EOFError):
        click.echo()
    if keeper.file is not None:
        click.echo(f"The game is saved in {keeper.file}. To go on: tripeaks advise --resume")


def _turn(companion: Companion, advise: Callable[[View], Advice], keeper: Keeper) -> bool:
    """Ask for what has turned up, advise, and ask what was done; False at the end of the game."""
    while companion.awaited is not None:
        _hear(companion, _question(companion), None)
        keeper.save(companion)
    click.echo()
    show([*deal_lines(companion.view().deal, width=output_width()), ""])
    advice = advise(companion.view())
    show([*advice_lines(advice), ""])
    if not companion.game.tableau:
        return False
    best = advice.options[0] if advice.options else None
    question = "To go back, say undo; to end, q."
    if best is not None:
        question = f"What did you do? [{move_text(best.move, best.card)}]"
    _hear(companion, question, None if best is None else best.move)
    keeper.save(companion)
    return True


def _question(companion: Companion) -> str:
    """Ask for the awaited card."""
    index, layout = companion.awaited, companion.deal.layout
    if index is None or index > len(layout):
        return "Which card did you draw?"
    if index == len(layout):
        return "Which card is on the waste?"
    turned = "turned up at " if companion.moves else "is "
    return f"Which card {turned}{position_name(index, layout)}?"


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
            fault = _do(companion, answer.lower(), advised)
        except TripeaksError as refused:
            click.echo(f"  {refused}")
            continue
        if fault:
            click.echo(f"  {fault}")
        return


def _do(companion: Companion, answer: str, advised: Move | None) -> str:
    """Do what an answer says; return why its rest was not done, where only its beginning was.

    Raises:
        TripeaksError: nothing was done.

    """
    words = answer.replace(",", " ").split()
    if not words:
        if advised is None:
            raise FormatError("name a card, as 5h; ? shows what else you can say")
        companion.make(advised)
    elif words[0] == "fix" and len(words) == 3:
        companion.correct(parse_card(words[1]), parse_card(words[2]))
    else:
        for number, word in enumerate(words):
            try:
                _do_word(companion, word)
            except TripeaksError as fault:
                if number == 0:
                    raise FormatError(f"{word}: {fault}" if words[1:] else str(fault)) from None
                return f"{' '.join(words[:number])}: done. {word}: {fault}"
    return ""


def _do_word(companion: Companion, word: str) -> None:
    """Do one thing: take back, draw, tell the card that is asked for, or play one."""
    if word in ("undo", "u"):
        companion.undo()
    elif word in DRAW_WORDS:
        companion.make(DRAW)
    elif companion.awaited is not None:
        companion.tell(_card(word))
    else:
        companion.make(_play(companion.game, _card(word)))


def _card(text: str) -> Card:
    try:
        card = parse_card(text)
    except TripeaksError as fault:
        raise FormatError(f"{fault}; ? shows what else you can say") from None
    if card >= DECK_SIZE:
        raise FormatError("name the card itself, as 5h")
    return card


def _play(game: Game, card: Card) -> Move:
    if card in game.deal.tableau:
        return Move(game.deal.tableau.index(card))
    raise MoveError("this card is not in the tableau; to draw, say draw")
