"""Answering an interrupt at once, whatever compiled code is at."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from threading import Thread
from typing import TypeVar

Found = TypeVar("Found")

_LOOK = 0.1
"""Seconds between two looks at a thread; only systems whose waits take no interrupt need them."""


def interruptible(work: Callable[[], Found]) -> Found:
    """Do some work in a thread of its own and wait for it, so that an interrupt ends the wait.

    Python sees an interrupt only between two of its own steps, and a search or a compiler is one
    step that can take minutes. The thread is left to itself then: it ends with the process.

    Raises:
        BaseException: what the work raised.

    """
    found: list[Found] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            found.append(work())
        except BaseException as fault:
            raised.append(fault)

    thread = Thread(target=run, name="tripeaks-work", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(_LOOK)
    if raised:
        raise raised[0]
    return found[0]


def leave(code: int) -> None:
    """End the process at once, without waiting for threads that are still at work."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code)
