"""Work on more than one machine: the workers of a Dask scheduler.

A task is a function of this package and a group of deals, so a worker that dies loses nothing:
the scheduler gives its tasks to others.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from distributed import Client

from tripeaks_solver.batch.parallel import Pool
from tripeaks_solver.errors import TripeaksError

PATIENCE = "10s"
"""How long to wait for a scheduler to answer."""

RETRIES = 10
"""How often a task may lose its worker before the run gives up."""


@contextmanager
def cluster(address: str) -> Iterator[Pool]:
    """Work on the cluster of a scheduler, as ``tcp://host:8786``.

    Raises:
        TripeaksError: the scheduler does not answer, or has no workers.

    """
    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TimeoutError) as fault:
        reason = str(fault).splitlines()[0]
        raise TripeaksError(f"no scheduler answers ({reason})", source=address) from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise TripeaksError("the scheduler has no workers", source=address)
        yield Pool(client.get_executor(retries=RETRIES, pure=False), threads)
