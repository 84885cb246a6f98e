"""Where a command's work is done: threads of this process, or a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tripeaks_solver.batch.parallel import Pool, threads
from tripeaks_solver.cli.extras import needs


@contextmanager
def pool_of(workers: int | None, scheduler: str | None) -> Iterator[Pool]:
    """Work on so many threads, or on the cluster of a Dask scheduler.

    Raises:
        TripeaksError: the scheduler does not answer.

    """
    if scheduler is None:
        with threads(workers) as pool:
            yield pool
        return
    needs("distributed", "cluster")
    from tripeaks_solver.batch.cluster import cluster

    with cluster(scheduler) as pool:
        yield pool
