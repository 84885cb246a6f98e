"""Work on more than one machine: the workers of a Dask scheduler.

A task is a function of this package and a group of deals, so a worker that dies loses nothing:
the scheduler gives its tasks to others. Every task names the version that it belongs to.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio import CancelledError as AsyncCancelledError
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any, TypeVar

from distributed import Client
from distributed.comm.core import CommClosedError
from distributed.core import rpc
from distributed.scheduler import KilledWorker

from tripeaks_solver.batch.parallel import Pool
from tripeaks_solver.batch.versions import version
from tripeaks_solver.errors import TripeaksError

Out = TypeVar("Out")

PATIENCE = 10.0
"""Seconds to wait for a scheduler or for its workers to answer."""

RETRIES = 10
"""How often a task may lose its worker before the run gives up."""

_LOGGERS = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio")
"""Where a lost connection is logged with its traceback; here it is said in one line."""

_ASK_VERSION = "__import__('tripeaks_solver.batch.versions', fromlist=['*']).version()"
"""An expression: a function of this package could not be sent to workers that lack it."""


@contextmanager
def cluster(address: str) -> Iterator[Pool]:
    """Work on the cluster of a scheduler, as ``tcp://host:8786``.

    Raises:
        TripeaksError: the scheduler does not answer, has no workers, or workers of other versions.
        ConnectionError: the scheduler is gone, or all workers are.

    """
    for name in _LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    client = _connected(address)
    try:
        threads = client.nthreads()
        if not threads:
            raise TripeaksError("the scheduler has no workers", source=address)
        _require_same_version(client.run(eval, _ASK_VERSION, on_error="return"))
        with _watched(client, _Workers(client)) as workers:
            yield Pool(workers, sum(threads.values()))
    except (CancelledError, AsyncCancelledError, CommClosedError, KilledWorker):
        message = f"{address}: the scheduler or its workers are gone: the same command goes on"
        raise ConnectionError(f"{message} once they are back") from None
    finally:
        client.close(timeout=1)


@contextmanager
def _watched(client: Client, workers: _Workers) -> Iterator[_Workers]:
    """Give up what waits for workers, once there have been none for a while."""
    ended = Event()

    def watch() -> None:
        missed = 0
        while missed < PATIENCE and not ended.wait(1):
            missed = 0 if _has_workers(client) else missed + 1
        if not ended.is_set():
            workers.shutdown(wait=False)

    Thread(target=watch, daemon=True).start()
    try:
        yield workers
    finally:
        ended.set()


def _has_workers(client: Client) -> bool:
    try:
        return bool(client.nthreads())
    except Exception:
        return False


def _connected(address: str) -> Client:
    """Connect to a scheduler, if there is one: a client would wait for a silent server."""
    try:
        asyncio.run(asyncio.wait_for(_identity(address), PATIENCE))
        return Client(address, timeout=PATIENCE)
    except Exception as fault:
        raise TripeaksError(f"no scheduler answers ({_reason(fault)})", source=address) from None


def _reason(fault: Exception) -> str:
    if isinstance(fault, MemoryError):  # its first bytes are no length of a message
        return "another server is there"
    if isinstance(fault, TimeoutError):
        return f"within {PATIENCE:g} seconds"
    return str(fault).splitlines()[0] if str(fault) else type(fault).__name__


async def _identity(address: str) -> Any:
    async with rpc(address, timeout=PATIENCE) as scheduler:
        return await scheduler.identity()


def _require_same_version(found: dict[str, object]) -> None:
    """Compare the versions of workers with ours.

    Raises:
        TripeaksError: one has another version, or none.

    """
    for worker, other in found.items():
        if other != version():
            what = other if isinstance(other, str) else f"none ({other})"
            message = f"it has tripeaks-solver {what}, not {version()}: install the same version"
            raise TripeaksError(message, source=f"worker {worker}")


class _Workers(Executor):
    """An executor whose tasks are done by workers of our version only."""

    def __init__(self, client: Client) -> None:
        self._executor = client.get_executor(retries=RETRIES, pure=False)

    def submit(self, function: Callable[..., Out], /, *args: Any, **named: Any) -> Future[Out]:
        """Send a task."""
        try:
            sent: Future[Out] = self._executor.submit(_checked, version(), function, *args, **named)
        except RuntimeError:  # after the shutdown
            raise CancelledError from None
        return sent

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for all tasks, or cancel them."""
        self._executor.shutdown(wait=wait and not cancel_futures)


def _checked(wanted: str, function: Callable[..., Out], *args: Any, **named: Any) -> Out:
    if version() != wanted:
        raise TripeaksError(f"a worker has tripeaks-solver {version()}, not {wanted}")
    return function(*args, **named)
