"""Searches in processes of their own, which can be given up on.

A compiled search cannot be interrupted from within its process. So each search runs in a worker
process; one that takes longer than the limit is killed, with all that it holds, and another
process takes its place.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import NamedTuple

import anyio.to_thread

from tripeaks_solver.errors import SearchesDiffer, TripeaksError, counted

MOST_WAITING = 200
"""How many questions may wait for a worker before further ones are refused."""


class Outcome(NamedTuple):
    """What became of a question.

    Attributes:
        status: the HTTP status.
        text: the answer; or, where the status is none of success, the message.

    """

    status: int
    text: str


class Worker:
    """A process that answers one question after the other.

    Args:
        answer: what answers a question, a function of a module; it may raise `TripeaksError`.

    """

    def __init__(self, answer: Callable[[str, str], str]) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._connection, theirs = spawn.Pipe()
        self._process = spawn.Process(target=_work, args=(theirs, answer), daemon=True)
        self._process.start()
        theirs.close()

    def ask(self, name: str, body: str, seconds: float) -> Outcome:
        """Return the answer to a question.

        Raises:
            TimeoutError: it took too long.
            EOFError, OSError: the process has ended.

        """
        self._connection.send((name, body))
        if not self._connection.poll(seconds):
            raise TimeoutError
        return Outcome(*self._connection.recv())

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()
        self._process.join()
        self._connection.close()


class Workers:
    """Some workers, and the questions that wait for them.

    Args:
        answer: what answers a question; see `Worker`.
        count: how many searches may run at once.
        seconds: how long a search may take.

    Attributes:
        all: the workers, busy and idle.
        seconds: how long a search may take.

    """

    def __init__(self, answer: Callable[[str, str], str], count: int, seconds: float) -> None:
        self._answer, self._waiting, self.seconds = answer, 0, seconds
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self.all: list[Worker] = []
        for _ in range(count):
            self._add()

    def _add(self) -> None:
        worker = Worker(self._answer)
        self.all.append(worker)
        self._idle.put_nowait(worker)

    async def ask(self, name: str, body: str) -> Outcome:
        """Wait for a worker, and return what it answers within the limit of time."""
        if self._waiting >= MOST_WAITING:
            waiting = counted(self._waiting, "question")
            return Outcome(503, f"{waiting} are waiting: ask again later")
        self._waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self._waiting -= 1
        try:
            found = await anyio.to_thread.run_sync(worker.ask, name, body, self.seconds)
        except TimeoutError:
            limit = f"{self.seconds:g} seconds"
            why = f"no answer within {limit}, so the search was stopped: raise --time-limit"
        except (EOFError, OSError):
            why = "the search ended before it had an answer: ask again"
        else:
            self._idle.put_nowait(worker)
            return found
        self.all.remove(worker)
        await anyio.to_thread.run_sync(worker.kill)
        self._add()
        return Outcome(503, why)

    def close(self) -> None:
        """End all processes."""
        for worker in self.all:
            worker.kill()


def _work(connection: Connection, answer: Callable[[str, str], str]) -> None:
    """Answer questions until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers itself
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")
    while True:
        try:
            name, body = connection.recv()
            connection.send(_outcome(answer, name, body))
        except (EOFError, OSError):
            return


def _outcome(answer: Callable[[str, str], str], name: str, body: str) -> Outcome:
    try:
        return Outcome(200, answer(name, body))
    except TripeaksError as fault:
        return Outcome(400, " ".join(str(fault).split()))
    except MemoryError:
        return Outcome(503, "the search needs more memory than there is: ask for less")
    except (Exception, SearchesDiffer):
        traceback.print_exc()
        return Outcome(500, "a fault in the program: its log says where")
