"""Lines that fit the width of a terminal without a break in a word."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

GLUE = "\N{NO-BREAK SPACE}"
"""Stands for a space where a line must not break; it is written as a plain one."""

_WORD = re.compile(r" *[^ ]+")
_TEXT_COLUMN = re.compile(r"\S {2,}(?=\S)")


def wrapped(line: str, width: int | None) -> Iterator[str]:
    """Break a line between words, where it is longer than the width.

    The rest stands below the text behind the first gap of two or more spaces: ``stock  A♦ 2♥``
    goes on below the first card. A word that is longer than the width stands alone.

    Args:
        line: the line, with the codes of colours or without.
        width: how many columns there are; None for as many as are needed.

    """
    if width is None or _length(line) <= width:
        yield line.replace(GLUE, " ")
        return
    indent = " " * min(_hanging(line), width // 2)
    part = ""
    for word in _WORD.findall(line):
        if part.strip() and _length(part + word) > width:
            yield part.replace(GLUE, " ")
            part = indent + word.lstrip(" ")
        else:
            part += word
    yield part.replace(GLUE, " ")


def _length(text: str) -> int:
    return len(click.unstyle(text))


def _hanging(line: str) -> int:
    """Return the column at which the rest of a line begins."""
    plain = click.unstyle(line)
    gap = _TEXT_COLUMN.search(plain)
    return gap.end() if gap else len(plain) - len(plain.lstrip(" "))
