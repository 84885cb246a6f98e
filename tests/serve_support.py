"""A real server on a free port of the loopback address, and what workers of tests answer."""

from __future__ import annotations

import http.client
import json
import os
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

import uvicorn

from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.web.app import Limits, make_app

LOOPBACK = "127.0.0.1"


class Got(NamedTuple):
    """What a server answered."""

    status: int
    text: str
    headers: dict[str, str]

    @property
    def found(self) -> Any:
        return json.loads(self.text)

    @property
    def error(self) -> str:
        (fault,) = self.found.values()
        assert list(self.found) == ["error"]
        return str(fault)


class Client(NamedTuple):
    """Asks a server."""

    port: int
    workers: Any = None

    @property
    def url(self) -> str:
        return f"http://{LOOPBACK}:{self.port}/"

    def send(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Got:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=120)
        try:
            connection.request(method, path, body, named)
            answer = connection.getresponse()
            text = answer.read().decode("utf-8")
            told = {name.lower(): value for name, value in answer.getheaders()}
            return Got(answer.status, text, told)
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Got:
        return self.send("GET", path, None, headers)

    def post(self, path: str, request: Any, **headers: str) -> Got:
        body = request if isinstance(request, bytes) else json.dumps(request).encode()
        headers.setdefault("Content_Type", "application/json")
        return self.send("POST", path, body, headers)


@contextmanager
def serving(limits: Limits) -> Iterator[Client]:
    """Run a server in a thread of its own."""
    listening = socket.create_server((LOOPBACK, 0), backlog=128)
    app = make_app(limits)
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", server_header=False))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        while not server.started and thread.is_alive():
            time.sleep(0.01)
        yield Client(listening.getsockname()[1], app.state.workers)
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


def answer_for_tests(name: str, body: str) -> str:
    """Answer as the test wants: after some seconds, with a fault, or by ending the process."""
    if name == "sleep":
        time.sleep(float(body))
    elif name == "end":
        os._exit(3)
    elif name == "refuse":
        raise TripeaksError(body)
    elif name == "break":
        raise AssertionError("a fault of the program")
    elif name == "fill":
        raise MemoryError
    return f"{os.getpid()} {body}"
