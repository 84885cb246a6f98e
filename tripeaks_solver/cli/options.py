"""Options, arguments and helpers that several commands share."""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from enum import Enum
from functools import wraps
from itertools import chain, islice, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import click

from tripeaks_solver.codes import DealCode, parse_code
from tripeaks_solver.errors import TripeaksError, shortened
from tripeaks_solver.files import exists
from tripeaks_solver.formats.numbers import PREFIXES
from tripeaks_solver.formats.texts import FORMATS
from tripeaks_solver.goals import GOAL_BEGINNINGS
from tripeaks_solver.layout import Layout
from tripeaks_solver.layouts import find_layout, shipped_layouts
from tripeaks_solver.render.picture import THEMES
from tripeaks_solver.render.wrapping import wrapped
from tripeaks_solver.rules import PRESETS, Rules, named
from tripeaks_solver.scoring import SYSTEMS, TP1, Scoring, scoring_named
from tripeaks_solver.search.choice import Search

if TYPE_CHECKING:
    from tripeaks_solver.formats.sources import Entry, Item


Command = TypeVar("Command", bound=Callable[..., Any])

OWN_SHUFFLE = (
    "The app whose rules are followed does not publish its shuffle: every fact that its rule pages "
    "publish holds here, but other cards of a code may differ from that app's, so give decks from "
    "elsewhere as cards."
)

SOURCES_HELP = (
    "DEAL is a code (TP1-E-AAAAAAB), 52 cards (tableau top row to bottom row, left to right, then "
    "the waste card, then the stock, next drawn first), a deal number of another program "
    "(pysol:12345, ms:12345), a file of any of these or of deals in one of the formats (see "
    "--format), or - for standard input."
)


class Form(Enum):
    """The form of the output."""

    PEOPLE = "people"
    JSON = "json"
    NL = "nl"
    CSV = "csv"
    NONE = "none"


def sources_argument(command: Command) -> Command:
    """Add the deals that a command is about."""
    return click.argument("sources", nargs=-1, metavar="DEAL...", type=_SourceType())(command)


def form_options(*forms: Form) -> Callable[[Command], Command]:
    """Add the options that choose the form of the output; the default is for people."""
    texts = {
        Form.JSON: "One JSON document.",
        Form.NL: "One JSON object a line.",
        Form.CSV: "Comma-separated values with a header line.",
    }

    def add(command: Command) -> Command:
        for form in reversed(forms):
            command = click.option(
                f"--{form.value}", "form", flag_value=form, type=Form, help=texts[form]
            )(command)
        return command

    return add


class _Parsed(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A text that one of our own readers reads; its fault is one of usage."""

    names: Iterable[str] = ()
    """What the shell may complete it to."""
    may_be_file = False

    def parse(self, text: str) -> Any:
        """Read the text; as it is, unless a subclass reads more out of it.

        Raises:
            TripeaksError: it makes no sense.

        """
        return text

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read a text; what has been read already stays as it is."""
        if not isinstance(value, str):
            return value
        try:
            return self.parse(value)
        except TripeaksError as fault:
            self.fail(str(fault), param, ctx)

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[Any]:
        """Complete the names, where there are some."""
        from click.shell_completion import CompletionItem

        found = [CompletionItem(name) for name in self.names if name.startswith(incomplete)]
        return [*found, CompletionItem(incomplete, type="file")] if self.may_be_file else found


class RulesType(_Parsed):
    """The name of rules."""

    name = "rules"
    names = PRESETS

    def parse(self, text: str) -> Rules:
        """Turn a name into rules."""
        return named(text)


class Budget(NamedTuple):
    """How much work an answer may take: a number of samples, or seconds."""

    samples: int | None
    seconds: float | None


class BudgetType(_Parsed):
    """A number of samples (4000) or of seconds (0.5s)."""

    name = "budget"

    def parse(self, text: str) -> Budget:
        """Read a budget."""
        number = text.strip().lower()
        if re.fullmatch(r"[0-9]{1,8}", number) and int(number):
            return Budget(int(number), None)
        if re.fullmatch(r"[0-9]{0,4}[.]?[0-9]{1,3}s", number) and float(number[:-1]):
            return Budget(None, float(number[:-1]))
        raise TripeaksError(
            f"{shortened(text, 20)}: write a number of samples as 4000, or of seconds as 0.5s"
        )


class CodeType(_Parsed):
    """A deal code."""

    name = "code"

    def parse(self, text: str) -> DealCode:
        """Turn a text into a deal code."""
        return parse_code(text)


class LayoutType(_Parsed):
    """A layout, by its number, its name, or a file."""

    name = "layout"
    may_be_file = True

    @property
    def names(self) -> Iterable[str]:  # type: ignore[override]
        """The numbers and names of the layouts of the program, as one word each."""
        layouts = shipped_layouts().values()
        return [
            *(str(own.number) for own in layouts),
            *(own.name.replace(" ", "-") for own in layouts),
        ]

    def parse(self, text: str) -> Layout:
        """Turn a number, a name or a file into a layout."""
        return find_layout(text)


class GoalType(_Parsed):
    """A goal; only with the deal can it be read."""

    name = "goal"
    names = GOAL_BEGINNINGS


class _SourceType(_Parsed):
    """What names deals: the reader of deals tells what it is."""

    name = "deal"
    names = ("TP1-E-", "TP1-C-", *(f"{prefix}:" for prefix in PREFIXES))
    may_be_file = True


def layout_option(command: Command) -> Command:
    """Add the option that chooses the layout."""
    return click.option(
        "--layout",
        type=LayoutType(),
        metavar="N|FILE",
        help="Layout of the deals, by number, name or file; default: that of the code.",
    )(command)


def format_option(command: Command) -> Command:
    """Add the option that says in which format deals are given."""
    meanings = "; ".join(f"{name}: {form.meaning}" for name, form in FORMATS.items())
    return click.option(
        "--format",
        "format_name",
        type=click.Choice(tuple(FORMATS), case_sensitive=False),
        help=f"Read deals in this format only; default: any, recognised by its form. {meanings}.",
    )(command)


class ScoringType(_Parsed):
    """The name of a scoring system."""

    name = "scoring"
    names = SYSTEMS

    def parse(self, text: str) -> Scoring:
        """Turn a name into a scoring system."""
        return scoring_named(text)


def scoring_options(command: Command) -> Command:
    """Add the options that choose the scoring system."""
    scoring = click.option(
        "--scoring",
        type=ScoringType(),
        metavar="NAME",
        help="Scoring system of the best scores (see `tripeaks scoring`); default: tp1.",
    )
    pace = click.option(
        "--pace",
        type=float,
        metavar="SECONDS",
        help="Seconds that an action takes, for systems that count time; default: 3.",
    )
    return scoring(pace(command))


def scoring_for(scoring: Scoring | None, pace: float | None) -> Scoring:
    """Return the scoring system that options choose.

    Raises:
        click.UsageError: there is a pace, but time does not count.
        TripeaksError: the pace is impossible.

    """
    chosen = scoring or TP1
    if pace is None:
        return chosen
    if not chosen.is_timed:
        raise click.UsageError(f"--pace is for systems that count time: {chosen.name} does not")
    return chosen.at_pace(pace)


_FORCE = "tripeaks.force"


def _remember_force(context: click.Context, _parameter: click.Parameter, force: bool) -> None:
    context.meta[_FORCE] = force


def force_option(command: Command) -> Command:
    """Add the option that lets a command overwrite files, see `OutputFile`."""
    return click.option(
        "--force",
        is_flag=True,
        is_eager=True,  # known before the files are looked at
        expose_value=False,
        callback=_remember_force,
        help="Overwrite files that exist.",
    )(command)


class OutputFile(click.Path):
    """A file to write to, or - for standard output; an existing file needs --force."""

    def __init__(self, *, allow_dash: bool = False) -> None:
        super().__init__(dir_okay=False, allow_dash=allow_dash, path_type=Path)

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        """Return the path; refuse one whose content would be lost."""
        path, forced = super().convert(value, param, ctx), ctx and ctx.meta.get(_FORCE)
        name = os.fsdecode(path)
        if name != "-" and not forced and exists(name) and Path(name).is_file():
            self.fail(f"{name} exists: add --force to overwrite it", param, ctx)
        return path


def picture_option(name: str, meaning: str) -> Callable[[Command], Command]:
    """Add an option that draws a picture to a file or, without one, to standard output."""
    return click.option(
        name,
        type=OutputFile(allow_dash=True),
        is_flag=False,
        flag_value="-",
        metavar="[FILE]",
        help=meaning,
    )


def theme_option(default: str) -> Callable[[Command], Command]:
    """Add the option that chooses the colours of a picture."""
    return click.option(
        "--theme",
        type=click.Choice(THEMES, case_sensitive=False),
        help=f"Colours of a picture; default: {default}.",
    )


def only_deal(items: Iterator[Item], wanted: str) -> Entry:
    """Return the deal of a command that takes one.

    Args:
        items: what was read.
        wanted: what to name, for whoever has named none or several.

    Raises:
        TripeaksError: the deal has a fault.

    """
    found = list(islice(items, 2))
    if len(found) != 1:
        raise click.UsageError(wanted)
    if isinstance(found[0], TripeaksError):
        raise found[0]
    return found[0]


def several(items: Iterator[Item]) -> tuple[bool, Iterator[Item]]:
    """Tell whether there is more than one deal, and give all of them.

    What is printed follows from that number, wherever the deals come from.
    """
    first = list(islice(items, 2))
    return len(first) > 1, chain(first, items)


@contextmanager
def progress(
    total: int | None, label: str, *, shown: bool = True
) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on stderr, only on a terminal; yields a function that advances it.

    Args:
        total: how much there is to do, or None where nobody knows.
        label: what is being done.
        shown: whether to show it at all.

    """
    if not shown or not sys.stderr.isatty():
        yield lambda _: None
        return
    begin, done = time.monotonic(), 0

    def rate(_: object) -> str:
        passed = time.monotonic() - begin
        return f"{done / passed:,.0f}/s" if done and passed else ""

    with click.progressbar(
        repeat(None), total, label, show_pos=True, item_show_func=rate, file=sys.stderr
    ) as bar:

        def advance(count: int) -> None:
            nonlocal done
            done += count
            bar.update(count)

        yield advance


def gathered(**groups: type[Any]) -> Callable[[Command], Command]:
    """Hand a command the options that belong together as one argument.

    Args:
        groups: for each argument the dataclass whose fields have the names of its options.

    """

    def add(command: Command) -> Command:
        @wraps(command)
        def with_groups(**options: Any) -> Any:
            made = {
                argument: group(**{field.name: options.pop(field.name) for field in fields(group)})
                for argument, group in groups.items()
            }
            return command(**options, **made)

        return cast("Command", with_groups)

    return add


def keep_going_option(command: Command) -> Command:
    """Add the option that says what becomes of lines that cannot be read."""
    return click.option(
        "--keep-going",
        is_flag=True,
        help="Continue after a line that cannot be read (exit code 1).",
    )(command)


class Faults:
    """What becomes of lines that cannot be read: the end, or a message each."""

    def __init__(self, keep_going: bool) -> None:
        self.keep_going = keep_going
        self.exit_code = 0

    def handle(self, fault: TripeaksError) -> None:
        """Tell a fault and go on, or end with it.

        Raises:
            TripeaksError: the fault, unless the user wants to go on.

        """
        if not self.keep_going:
            raise fault
        say(str(fault))
        self.exit_code = 1


def output_width() -> int | None:
    """Return the columns of the terminal; None where the output goes elsewhere."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def show(lines: Iterable[str]) -> None:
    """Write lines for people, so that they fit the terminal."""
    width = output_width()
    for line in lines:
        for part in wrapped(line, width):
            click.echo(part)


def is_terminal() -> bool:
    """Tell whether input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def say(message: str) -> None:
    """Tell a person something beside the results."""
    click.echo(f"tripeaks: {message}", err=True)


def columns_option(command: Command) -> Command:
    """Add the option that says how much to tell of each deal."""
    return click.option(
        "--columns",
        type=click.Choice(["verdict", "exact", "all"], case_sensitive=False),
        default="exact",
        show_default=True,
        help="Only whether deals can be won; fewest draws and best scores too; or all analysis.",
    )(command)


def search_option(command: Command) -> Command:
    """Add the option that chooses the search."""
    return click.option(
        "--search",
        type=click.Choice([search.value for search in Search], case_sensitive=False),
        default=Search.TABLES.value,
        show_default=True,
        callback=lambda _context, _option, value: Search(value),
        help="All states as tables; depth first as a second opinion; or both, which must agree.",
    )(command)


def samples_option(default: int | None, meaning: str) -> Callable[[Command], Command]:
    """Add the option that says how many completions of a deal to sample."""
    return click.option(
        "--samples",
        type=click.IntRange(1, 10**7),
        default=default,
        show_default=True,
        metavar="N",
        help=meaning,
    )


def seed_option(meaning: str, name: str = "seed") -> Callable[[Command], Command]:
    """Add the option that says what random numbers begin with; the command gets it by the name."""
    return click.option(
        "--seed",
        name,
        type=click.IntRange(0, 2**63 - 1),
        default=0,
        show_default=True,
        metavar="N",
        help=meaning,
    )


def workers_options(command: Command) -> Command:
    """Add the options that say who does the work."""
    workers = click.option(
        "--workers",
        type=click.IntRange(min=1),
        metavar="N",
        help="Threads that search; default: all cores.",
    )
    scheduler = click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="Search on a Dask cluster instead, as tcp://host:8786.",
    )
    return workers(scheduler(command))
