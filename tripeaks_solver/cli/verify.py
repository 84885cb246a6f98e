"""``tripeaks verify``: check a solution or a certificate with the engine alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from tripeaks_solver.cli.options import layout_option
from tripeaks_solver.errors import Rejected
from tripeaks_solver.files import read_whole
from tripeaks_solver.layout import Layout


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path())
@layout_option
def verify(files: tuple[str, ...], layout: Layout | None) -> None:
    """Check solutions and certificates with the engine alone.

    FILE is the JSON of `solve` or a certificate; - is standard input. The engine replays the moves.
    The closed set of a certificate is checked state by state: it holds the deal, no cleared
    tableau, and every successor of every state, so nothing better than the claim exists. No code of
    the search takes part. What a solution claims and only a certificate can prove is named as not
    checked. Exit code 5 if a claim does not hold.
    """
    for file in files:
        _verify(read_whole(file), "standard input" if file == "-" else file, layout)


def _verify(text: str, source: str, layout: Layout | None) -> None:
    from tripeaks_solver.certificate import looks_like_certificate, parse_certificate
    from tripeaks_solver.formats.solution import parse_claims
    from tripeaks_solver.render.verification import certificate_line, claim_line
    from tripeaks_solver.verify import check, confirm

    if looks_like_certificate(text):
        certificate = parse_certificate(text, source, layout)
        with _placed(source):
            check(certificate)
        click.echo(f"{source}: {certificate_line(certificate)}")
        return
    for number, claim in enumerate(parse_claims(text, source, layout), start=1):
        with _placed(f"{source}: solution {number}"):
            found = confirm(claim)
        click.echo(f"{source}: {claim_line(found)}")


@contextmanager
def _placed(source: str) -> Iterator[None]:
    """Say where the claim stands that is rejected."""
    try:
        yield
    except Rejected as fault:
        raise fault.at(source) from None
