"""The server: routes, limits, and what is refused."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from tripeaks_solver.web.answers import REPLAY, answer_text
from tripeaks_solver.web.guard import refusal
from tripeaks_solver.web.openapi import document
from tripeaks_solver.web.operations import OPERATIONS
from tripeaks_solver.web.page import MEDIA, index_html, static_files, tables
from tripeaks_solver.web.workers import Outcome, Workers

MOST_BYTES = 65_536
"""How long the body of a request may be; a deal takes some hundreds of bytes."""

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""Nothing is loaded but from this server. The replay page has a policy of its own in it."""
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_JSON = "application/json"


class Limits(NamedTuple):
    """What a request may take.

    Attributes:
        seconds: how long a search may take.
        searches: how many searches may run at once.
        most_bytes: how long the body of a request may be.

    """

    seconds: float = 60
    searches: int = 2
    most_bytes: int = MOST_BYTES


def make_app(limits: Limits = Limits()) -> Starlette:  # noqa: B008
    """Return the application that a server runs."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.workers = Workers(answer_text, limits.searches, limits.seconds)
        try:
            yield
        finally:
            app.state.workers.close()

    routes = [
        Route("/", _text(index_html, "text/html", {"Content-Security-Policy": _POLICY})),
        Route("/static/{name}", _static),
        Route("/openapi.json", _text(lambda: json.dumps(document()), _JSON)),
        Route("/api/layouts", _text(lambda: json.dumps(tables()), _JSON)),
        Route("/replay", _replay),
        *(
            Route(operation.path, _operation(operation.name, limits), methods=["POST"])
            for operation in OPERATIONS
        ),
    ]
    handlers: dict[Any, Any] = {HTTPException: _told}
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)
    app.add_middleware(_Guard)
    return app


class _Guard:
    """Refuses strangers, and adds the headers that all answers have."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refused = refusal(Headers(scope=scope))
        if refused:
            answer = _fault(refused.status, refused.message)
            answer.headers.update(_HEADERS)
            await answer(scope, receive, send)
            return

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] += [
                    (n.lower().encode(), v.encode()) for n, v in _HEADERS.items()
                ]
            await send(message)

        await self._app(scope, receive, send_with_headers)


_Endpoint = Callable[[Request], Awaitable[Response]]


def _text(write: Callable[[], str], media: str, headers: dict[str, str] | None = None) -> _Endpoint:
    """Return what answers with a text that is always the same."""

    async def endpoint(_request: Request) -> Response:
        return Response(write(), media_type=media, headers=headers)

    return endpoint


async def _static(request: Request) -> Response:
    name = request.path_params["name"]
    if (text := static_files().get(name)) is None:
        return _fault(404, "there is no such file")
    return Response(text, media_type=MEDIA[name[name.rindex(".") :]])


def _operation(name: str, limits: Limits) -> _Endpoint:
    async def endpoint(request: Request) -> Response:
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _JSON:
            return _fault(400, f"the request is not JSON: send it with Content-Type: {_JSON}")
        body = await _body(request, limits.most_bytes)
        if body is None:
            most = f"{limits.most_bytes:,} bytes"
            return _fault(413, f"the request is longer than {most}: send one deal")
        try:
            text = body.decode("utf-8")
        except UnicodeDecodeError:
            return _fault(400, "the request is not UTF-8: encode it so")
        return _answered(await request.app.state.workers.ask(name, text), _JSON)

    return endpoint


async def _body(request: Request, most: int) -> bytes | None:
    """Return the body of a request; None where it is too long, without reading all of it."""
    size = request.headers.get("content-length", "")
    if size.isdecimal() and int(size[:20]) > most:
        return None
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            return None
    return bytes(body)


async def _replay(request: Request) -> Response:
    """Answer with the replay page of a deal, whose fields are in the address."""
    fields: dict[str, Any] = dict(request.query_params)
    if fields.get("layout", "").isdecimal():
        fields["layout"] = int(fields["layout"][:4])
    if "pace" in fields:
        try:
            fields["pace"] = float(fields["pace"])
        except ValueError:
            return _fault(400, "pace is a number of seconds, as 2.5")
    return _answered(await request.app.state.workers.ask(REPLAY, json.dumps(fields)), "text/html")


def _answered(outcome: Outcome, media: str) -> Response:
    if outcome.status == 200:
        return Response(outcome.text, media_type=media)
    return _fault(outcome.status, outcome.text)


def _fault(status: int, message: str) -> JSONResponse:
    headers = {"Retry-After": "1"} if status == 503 else None
    return JSONResponse({"error": message}, status, headers)


async def _told(_request: Request, fault: HTTPException) -> Response:
    messages = {
        404: "there is no such page: GET /openapi.json lists what there is",
        405: "this method is not for this path: GET /openapi.json lists what there is",
    }
    answer = _fault(fault.status_code, messages.get(fault.status_code, fault.detail))
    answer.headers.update(fault.headers or {})
    return answer
