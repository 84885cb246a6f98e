"""A map over workers that keeps the order and holds only a few items at a time."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

In = TypeVar("In")
Out = TypeVar("Out")

_AHEAD = 4
"""How many items may wait beside those that the workers are at."""


class Pool(NamedTuple):
    """Where the work is done, and by how many workers."""

    executor: Executor
    workers: int


@contextmanager
def threads(workers: int | None = None) -> Iterator[Pool]:
    """Work on threads of this process, by default one for each core; the kernels free the GIL."""
    workers = workers or _cores()
    executor = ThreadPoolExecutor(workers, thread_name_prefix="tripeaks")
    try:
        yield Pool(executor, workers)
    except BaseException:
        # Whoever is interrupted must not wait for what compiled code is at.
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    executor.shutdown(cancel_futures=True)


def _cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def ordered_map(
    function: Callable[[In], Out], items: Iterable[In | None], pool: Pool
) -> Iterator[Out]:
    """Yield ``function(item)`` for each item, in order, computed by the workers of a pool.

    An item that is None says that there are no more right now: the results of all before it are
    yielded before the next one is asked for.
    """
    waiting: deque[Future[Out]] = deque()
    for item in items:
        if item is not None:
            waiting.append(pool.executor.submit(function, item))
        while len(waiting) > (pool.workers + _AHEAD if item is not None else 0):
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
