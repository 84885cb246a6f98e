"""The layouts that come with the program, and those in files of a user's own."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tripeaks_solver.errors import LayoutError, meant, shortened
from tripeaks_solver.files import data_folder, exists, open_text
from tripeaks_solver.layout import Layout, parse_layout

CLASSIC = 1
"""The number of the classic layout."""

_MOST_CHARACTERS = 100_000
"""More than any file of a layout needs."""


@cache
def _files() -> dict[int, Path]:
    paths = sorted((data_folder() / "layouts").glob("[0-9][0-9]-*.txt"))
    return {int(path.name[:2]): path for path in paths}


@cache
def numbered_layout(number: int) -> Layout:
    """Return a layout that comes with the program.

    Raises:
        LayoutError: there is none of that number.

    """
    path = _files().get(number)
    if path is None:
        raise LayoutError(f"no layout {number}: there are {min(_files())} to {max(_files())}")
    return parse_layout(path.read_text(encoding="utf-8"), number)


def shipped_layouts() -> dict[int, Layout]:
    """Return the layouts that come with the program, by their numbers."""
    return {number: numbered_layout(number) for number in _files()}


def classic() -> Layout:
    """Return the classic layout: 28 cards in three peaks."""
    return numbered_layout(CLASSIC)


def find_layout(text: str) -> Layout:
    """Return the layout that a user names by its number, its name, or a file of their own.

    Raises:
        LayoutError: there is none, or the file is faulty.

    """
    if text.isascii() and text.isdecimal() and len(text) <= 3:
        return numbered_layout(int(text))
    if exists(text):
        return _read_layout(Path(text))
    wanted = text.casefold().replace("-", " ")
    if layout := _shipped_under(wanted):
        return layout
    names = [shipped.name for shipped in shipped_layouts().values()]
    raise LayoutError(
        f"no layout {shortened(text, 40)}{meant(wanted, names)}: use a number from 1 to "
        f"{max(_files())}, the name of a layout, or a file"
    )


def layout_named(name: str, own: Layout | None = None) -> Layout:
    """Return the layout that a file names: a user's own one, or one that comes with the program.

    Raises:
        LayoutError: there is none of that name.

    """
    if own and own.name == name:
        return own
    if layout := _shipped_under(name):
        return layout
    raise LayoutError(f"no layout {shortened(name, 40)}: name its file with --layout")


def _shipped_under(name: str) -> Layout | None:
    """Find a layout that comes with the program by its name, reading no more files than needed."""
    return next((found for found in map(numbered_layout, _files()) if found.name == name), None)


def _own(layout: Layout) -> Layout:
    """Return a layout of a user's own, or the one of the program that it is a copy of.

    Raises:
        LayoutError: it has the name of another one, so that files could not tell them apart.

    """
    shipped = _shipped_under(layout.name)
    if shipped is None:
        return layout
    if shipped.places == layout.places:
        return shipped
    raise LayoutError(f"the name {layout.name!r} is that of layout {shipped.number}: use another")


def _read_layout(path: Path) -> Layout:
    try:
        with open_text(path) as file:
            text = file.read(_MOST_CHARACTERS + 1)
        if len(text) > _MOST_CHARACTERS:
            raise LayoutError(
                f"is longer than {_MOST_CHARACTERS:,} characters: this is not a layout"
            )
        return _own(parse_layout(text))
    except LayoutError as fault:
        raise fault.at(str(path)) from None
    except OSError as fault:
        raise LayoutError(f"cannot read: {fault.strerror or fault}", source=str(path)) from None
