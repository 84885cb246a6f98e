"""A map over threads that keeps the order and holds only a few items at a time."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

In = TypeVar("In")
Out = TypeVar("Out")

_AHEAD = 3
"""How many items each worker may be ahead of the reader."""


def _cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def ordered_map(
    function: Callable[[In], Out], items: Iterable[In], workers: int | None = None
) -> Iterator[Out]:
    """Yield ``function(item)`` for each item, in order, computed by so many threads (all cores).

    The function should release the GIL. Closing the iterator drops what has not begun.
    """
    workers = workers or _cores()
    waiting: deque[Future[Out]] = deque()
    pool = ThreadPoolExecutor(workers, thread_name_prefix="tripeaks")
    try:
        for item in items:
            waiting.append(pool.submit(function, item))
            if len(waiting) > workers * _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
