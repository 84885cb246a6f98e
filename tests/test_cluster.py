"""A cluster that is none, is lost, or has other versions: one line each, and never a wrong row."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from test_cli_support import WON, tripeaks

pytestmark = pytest.mark.slow

distributed = pytest.importorskip("distributed")

from tripeaks_solver.batch import cluster as module  # noqa: E402
from tripeaks_solver.batch.cluster import cluster  # noqa: E402
from tripeaks_solver.batch.versions import version  # noqa: E402
from tripeaks_solver.errors import TripeaksError  # noqa: E402


@contextmanager
def server(greeting: bytes) -> Iterator[str]:
    """Another server, which greets and then is silent."""
    kept = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                kept.append(connection)
                connection.sendall(greeting)

        threading.Thread(target=serve, daemon=True).start()
        yield f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        for connection in kept:
            connection.close()


@pytest.mark.parametrize(
    ("greeting", "reason"),
    [
        (b"", "within 0.5 seconds"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n" + b"x" * 1000, "another server is there"),
        (b"SSH-2.0-OpenSSH_9.2p1 Debian\r\n", "another server is there"),
    ],
)
def test_another_server_is_no_scheduler(
    greeting: bytes, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.5)
    with server(greeting) as address:
        ran = tripeaks("rate", WON, "--scheduler", address)
    assert ran.code == 2
    assert ran.fault == f"{address}: no scheduler answers ({reason})"


@pytest.fixture
def local() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as local:
        yield local


def test_workers_of_our_version_do_the_work(local: Any) -> None:
    with cluster(local.scheduler_address) as pool:
        assert pool.workers == 1
        assert pool.executor.submit(divmod, 7, 2).result() == (3, 1)


def test_workers_of_another_version_are_named(local: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "version", lambda: "9.9.9 (code 12345678)")
    ran = tripeaks("rate", WON, "--scheduler", local.scheduler_address)
    assert ran.code == 2
    (worker,) = local.workers.values()
    assert ran.fault == (
        f"worker {worker.address}: it has tripeaks-solver {version()}, "
        "not 9.9.9 (code 12345678): install the same version"
    )


def test_workers_without_the_package_are_named(local: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_ASK_VERSION", "__import__('no_such_package')")
    ran = tripeaks("rate", WON, "--scheduler", local.scheduler_address)
    assert ran.code == 2
    assert "it has tripeaks-solver none (No module named 'no_such_package')" in ran.fault


def test_each_task_is_of_one_version() -> None:
    assert module._checked(version(), divmod, 7, 2) == (3, 1)
    with pytest.raises(TripeaksError, match=r"a worker has tripeaks-solver .*, not 9.9.9"):
        module._checked("9.9.9", divmod, 7, 2)


def test_a_scheduler_without_workers_is_told() -> None:
    with distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=None) as local:
        ran = tripeaks("rate", WON, "--scheduler", local.scheduler_address)
    assert (ran.code, ran.fault) == (
        2,
        f"{local.scheduler_address}: the scheduler has no workers",
    )


def gone() -> pytest.RaisesExc[ConnectionError]:
    return pytest.raises(ConnectionError, match="are gone: the same command goes on")


def test_a_scheduler_that_ends_is_told(local: Any) -> None:
    with gone(), cluster(local.scheduler_address) as pool:
        waiting = pool.executor.submit(divmod, 7, 2)
        local.close()
        waiting.result()
        pool.executor.submit(divmod, 7, 2).result()


def test_workers_that_end_are_told(local: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 2.0)
    with gone(), cluster(local.scheduler_address) as pool:
        local.scale(0)
        while True:
            pool.executor.submit(divmod, 7, 2).result()
