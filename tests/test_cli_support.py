"""Runs the command line inside the test process, and the deals that its tests share."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from typing import Any, NamedTuple
from unittest.mock import patch

from tripeaks_solver.cli import run
from tripeaks_solver.codes import parse_code

WON, LOST = "TP1-E-AAAAAAB", "TP1-C-AAAAAAB"
"""One deal: won with 10 draws and 762 points under easy rules, lost with 657 in classic."""

OTHER = "TP1-E-AAAAAAD"
DECK = str(parse_code(WON).deal())
SIGNED_DECK = DECK.translate(str.maketrans("CDHS", "♣♦♥♠"))


class Ran(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines on stdout."""
        return self.out.splitlines()

    @property
    def json(self) -> Any:
        """The document on stdout."""
        return json.loads(self.out)

    @property
    def objects(self) -> list[Any]:
        """The objects on stdout, one a line."""
        return [json.loads(line) for line in self.lines]

    @property
    def fault(self) -> str:
        """The message on stderr, which must be one line."""
        assert self.err.startswith("tripeaks: ")
        assert self.err.index("\n") == len(self.err) - 1
        return self.err.removeprefix("tripeaks: ").rstrip("\n")


def tripeaks(*arguments: str, stdin: str = "") -> Ran:
    """Run a command."""
    compile_once()
    out, err = io.StringIO(), io.StringIO()
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(sys, "stdin", io.StringIO(stdin)),
    ):
        code = run(arguments)
    return Ran(code, out.getvalue(), err.getvalue())


@cache
def compile_once() -> None:
    """Let the kernels be compiled, so that no command says that it has to."""
    import numpy as np

    from tripeaks_solver.game import Game
    from tripeaks_solver.players.estimate import estimates
    from tripeaks_solver.search.rate import rate_deals
    from tripeaks_solver.view import view_of

    deal = parse_code(WON).deal()
    rate_deals(np.array([deal.cards], np.uint8))
    estimates(view_of(Game(deal)), samples=1)
