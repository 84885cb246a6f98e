"""Where a command's work is done: threads of this process, or a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tripeaks_solver.batch.parallel import Pool, threads
from tripeaks_solver.cli.extras import needs


@dataclass(frozen=True)
class Workers:
    """Who does the work.

    Attributes:
        workers: how many threads; None for one each core.
        scheduler: the address of a Dask scheduler whose workers do it instead.

    """

    workers: int | None
    scheduler: str | None


@contextmanager
def pool_of(asked: Workers) -> Iterator[Pool]:
    """Work on so many threads, or on the cluster of a Dask scheduler.

    Raises:
        TripeaksError: the scheduler does not answer.

    """
    if asked.scheduler is None:
        with threads(asked.workers) as pool:
            yield pool
        return
    needs("distributed", "cluster")
    from tripeaks_solver.batch.cluster import cluster

    with cluster(asked.scheduler) as pool:
        yield pool
