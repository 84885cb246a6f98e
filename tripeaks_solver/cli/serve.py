"""``tripeaks serve``: a page on this machine to enter and solve boards."""

from __future__ import annotations

import socket
import webbrowser
from contextlib import suppress

import click

from tripeaks_solver.cli.extras import needs
from tripeaks_solver.cli.options import say

_ADDRESS = "127.0.0.1"


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8765,
    show_default=True,
    metavar="N",
    help="Port of the page; 0 takes a free one.",
)
@click.option("--no-browser", is_flag=True, help="Do not open the page in your browser.")
@click.option(
    "--time-limit",
    type=click.FloatRange(0, 86_400, min_open=True),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="How long a search may take before it is stopped.",
)
@click.option(
    "--searches",
    type=click.IntRange(1, 64),
    default=2,
    show_default=True,
    metavar="N",
    help="How many searches may run at once; others wait.",
)
def serve(port: int, no_browser: bool, time_limit: float, searches: int) -> None:
    """Open a page in your browser to enter, solve and play boards.

    Click the cards of a board onto its layout, or paste, type or drop a deal; cards that you do not
    know may stay unknown. The page solves, rates, advises and reviews. It is served on this machine
    alone, to no other, and needs no network. Ctrl+C ends it.
    """
    for package in ("starlette", "uvicorn"):
        needs(package, "web")
    import uvicorn

    from tripeaks_solver.web.app import Limits, make_app

    listening = _listen(port)
    url = f"http://{_ADDRESS}:{listening.getsockname()[1]}/"
    app = make_app(Limits(seconds=time_limit, searches=searches))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", server_header=False))
    say(f"{url} until you press Ctrl+C")
    # The socket listens already: a browser that is too early waits.
    if not no_browser:
        webbrowser.open(url)
    with listening, suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


def _listen(port: int) -> socket.socket:
    """Return a socket that listens on the loopback address.

    Raises:
        click.ClickException: the port is taken.

    """
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((_ADDRESS, port))
    except OSError as fault:
        listening.close()
        why = (fault.strerror or str(fault)).lower()
        raise click.ClickException(f"port {port}: {why}: choose another with --port") from None
    listening.listen(128)
    return listening
