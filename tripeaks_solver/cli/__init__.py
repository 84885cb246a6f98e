"""The command line: one module a command, heavy imports inside the callbacks."""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from tripeaks_solver import __version__
from tripeaks_solver.cli.advise import advise
from tripeaks_solver.cli.completion import completion
from tripeaks_solver.cli.deal import deal
from tripeaks_solver.cli.find import find
from tripeaks_solver.cli.interrupts import leave
from tripeaks_solver.cli.layouts import layouts
from tripeaks_solver.cli.play import play
from tripeaks_solver.cli.rate import rate
from tripeaks_solver.cli.record import record
from tripeaks_solver.cli.review import review
from tripeaks_solver.cli.scoring import scoring
from tripeaks_solver.cli.serve import serve
from tripeaks_solver.cli.solve import solve
from tripeaks_solver.cli.stats import stats
from tripeaks_solver.cli.verify import verify
from tripeaks_solver.errors import Rejected, SearchesDiffer, TripeaksError, WriteError
from tripeaks_solver.files import exists

ERROR, BAD_INPUT, REJECTED, INTERRUPTED = 1, 2, 5, 130

_COMPLETION = "_TRIPEAKS_COMPLETE"

EPILOG = """\b
Exit codes: 0 answered yes or done; 1 error (as a full disk); 2 bad usage or bad input;
3 answered no (not winnable, nothing found); 4 undecided;
5 certificate or solution rejected; 130 interrupted."""


FORMER = {"statistics": "record"}
"""Former names of commands, which still work."""


class _Group(click.Group):
    """Commands, some of which have a former name; the list shows summaries whole."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name or by a former one."""
        return super().get_command(ctx, FORMER.get(cmd_name, cmd_name))

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002
        formatter: click.HelpFormatter,
    ) -> None:
        """List the commands, each with the first sentence of its help."""
        whole = [(name, _summary(command)) for name, command in sorted(self.commands.items())]
        with formatter.section("Commands"):
            formatter.write_dl(whole)


def _summary(command: click.Command) -> str:
    first, _, _ = (command.help or "").partition("\n\n")
    return " ".join(first.split())


@click.group(
    cls=_Group,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EPILOG,
)
@click.version_option(__version__, "-V", "--version", message="tripeaks %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """Solve, rate, find and verify deals of TriPeaks solitaire."""
    if os.environ.get("NO_COLOR"):
        context.color = False


for command in (
    deal,
    solve,
    advise,
    review,
    rate,
    find,
    stats,
    play,
    serve,
    record,
    layouts,
    scoring,
    verify,
    completion,
):
    cli.add_command(command)


def main() -> None:
    """Run the command line and leave the process with its exit code."""
    code = run(sys.argv[1:])
    if code == INTERRUPTED:
        leave(code)
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run the command line; every fault becomes one line on stderr and an exit code."""
    _open_what_is_closed()
    _spell_out_what_cannot_be_shown()
    if _COMPLETION in os.environ:
        cli.main(prog_name="tripeaks", complete_var=_COMPLETION)
    try:
        code = _invoke(arguments)
        _flush_quietly()
    except Rejected as fault:
        return _fail(f"rejected: {fault}", REJECTED)
    except TripeaksError as fault:
        return _fail(str(fault), BAD_INPUT)
    except click.UsageError as fault:
        path = fault.ctx.command_path if fault.ctx else "tripeaks"
        return _fail(f"{fault.format_message()} (see {path} --help)", BAD_INPUT)
    except click.ClickException as fault:
        return _fail(fault.format_message(), ERROR)
    except (click.Abort, KeyboardInterrupt):
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:
        _discard_output()
        return 0
    except (WriteError, SearchesDiffer) as fault:
        return _fail(str(fault), ERROR)
    except OSError as fault:
        place = f"{fault.filename}: " if fault.filename else ""
        return _fail(f"{place}{fault.strerror or fault}", ERROR)
    return code


def _invoke(arguments: Sequence[str]) -> int:
    """Call a command; unlike click's own way this leaves closed pipes and interrupts to us."""
    try:
        with cli.make_context("tripeaks", [*map(_as_typed, arguments)]) as context:
            code = cli.invoke(context)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    return code if isinstance(code, int) else 0


def _as_typed(argument: str) -> str:
    """Return an argument as UTF-8, where the system's own encoding could not read its bytes."""
    if argument.isascii() or exists(argument):
        return argument
    try:
        return os.fsencode(argument).decode("utf-8")
    except UnicodeError:
        return argument


def _open_what_is_closed() -> None:
    """Write to nowhere where the shell has closed an output (``>&-``)."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


_SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_PLAIN = {**_SUITS, "▒": "#", "█": "#", "·": "-", "–": "-", "…": "..."}


def _spell_out_what_cannot_be_shown() -> None:
    """Write letters for suit signs where the encoding of the output has none."""

    def spelled(fault: UnicodeError) -> tuple[str, int]:
        if not isinstance(fault, UnicodeEncodeError):
            raise fault
        signs = fault.object[fault.start : fault.end]
        return "".join(_PLAIN.get(sign, "?") for sign in signs), fault.end

    codecs.register_error("tripeaks.spelled", spelled)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="tripeaks.spelled")


def _fail(message: str, code: int) -> int:
    _flush_quietly()
    click.echo(f"tripeaks: {' '.join(message.split())}", err=True)
    return code


def _flush_quietly() -> None:
    """Write what is left, to whoever still reads it."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()


def _discard_output() -> None:
    """Keep the interpreter from writing at its end what nobody reads."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
