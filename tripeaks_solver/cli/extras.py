"""Packages that not every user needs."""

from __future__ import annotations

from importlib.util import find_spec

import click

from tripeaks_solver.installed import command_for


def needs(package: str, extra: str) -> None:
    """Say how to install what a command needs, where it is missing.

    Raises:
        click.ClickException: the package is not installed.

    """
    if find_spec(package) is None:
        raise click.ClickException(f"this needs {package}: {command_for(extra)}")
