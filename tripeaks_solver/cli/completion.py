"""``tripeaks completion``: completion for the shell."""

from __future__ import annotations

import click


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"], case_sensitive=False))
def completion(shell: str) -> None:
    """Print a script that completes commands and options in a shell.

    For bash: eval "$(tripeaks completion bash)", best in ~/.bashrc.
    """
    from click.shell_completion import get_completion_class

    from tripeaks_solver.cli import _COMPLETION, cli

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"no completion for {shell}")
    click.echo(kind(cli, {}, "tripeaks", _COMPLETION).source())
