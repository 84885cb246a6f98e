"""What keeps strangers out: only the own page on the loopback address may ask.

A page of another site that a browser shows can send requests to this machine. Its ``Origin`` tells
that; a name that another site has bound to the loopback address shows in ``Host``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

HOSTS = {"127.0.0.1", "localhost", "[::1]"}
"""The names of the machine itself."""


class Refused(NamedTuple):
    """Why a request is refused: the HTTP status, and the message."""

    status: int
    message: str


def refusal(headers: Mapping[str, str]) -> Refused | None:
    """Tell why a request is refused; None where it is not.

    Args:
        headers: the headers of the request, by their names in lower case.

    """
    host = headers.get("host", "")
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    if name.lower() not in HOSTS:
        return Refused(400, "the Host header names another host: open 127.0.0.1 or localhost")
    origin = headers.get("origin")
    if origin is not None and origin.lower() != f"http://{host}".lower():
        return Refused(403, "a page of another site must not ask: open the page of this server")
    if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        return Refused(403, "another site led here: type the address of this server instead")
    return None
