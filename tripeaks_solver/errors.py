"""What can be wrong with something that the program was given."""

from __future__ import annotations

from collections.abc import Iterable


def elided(text: str, length: int) -> str:
    """Return a text, at most so many characters of it; the last one is an ellipsis then."""
    return text if len(text) <= length else text[: length - 1] + "…"


def shortened(text: str, length: int) -> str:
    """Quote a text for a message, at most so many characters of it."""
    return repr(elided(text, length))


def counted(count: int, noun: str) -> str:
    """Write a count with its noun, as ``1 card`` or ``1,234 cards``."""
    return f"{count:,} {noun if count == 1 else noun + 's'}"


def meant(text: str, names: Iterable[str]) -> str:
    """Ask whether the likest of some names was meant, as `` (did you mean 'castle'?)``.

    Nothing where none is like the text; upper and lower case are the same.
    """
    from difflib import get_close_matches

    like = get_close_matches(text[:60].casefold(), list(names), n=1)
    return f" (did you mean {like[0]!r}?)" if like else ""


def require_kind(name: str, value: object, *kinds: type) -> None:
    """See that an argument is of one of some types.

    Raises:
        TripeaksError: it is of none of them; the message names it, what it is, and what is needed.

    """
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        found = f"{type(value).__name__} {shortened(str(value), 40)}"
        needed = " or ".join("None" if kind is type(None) else kind.__name__ for kind in kinds)
        raise TripeaksError(f"{name} is {found}: {needed} is needed")


class TripeaksError(ValueError):
    """A fault in an input, told in one line: what is wrong, where, and how to fix it.

    Attributes:
        message: what is wrong and how to fix it.
        source: the name of the input (a file name, "standard input"), if there is one.
        line: the 1-based line of the input, if it has lines.

    """

    def __init__(self, message: str, *, source: str | None = None, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.source = source
        self.line = line

    def at(self, source: str, line: int | None = None) -> TripeaksError:
        """Return the same fault with the place where the input came from."""
        return type(self)(self.message, source=source, line=line or self.line)

    def __str__(self) -> str:
        place = [self.source] if self.source else []
        place += [f"line {self.line}"] if self.line else []
        return ": ".join([", ".join(place), self.message] if place else [self.message])


class CardError(TripeaksError):
    """A text that is no card."""


class CodeError(TripeaksError):
    """A text that is not a deal code."""


class DeckError(TripeaksError):
    """Cards that do not make a deck; the message names every fault."""


class LayoutError(TripeaksError):
    """A layout file that cannot be used."""


class FormatError(TripeaksError):
    """A file that is not of the format that it should be."""


class StoreError(TripeaksError):
    """A store of ratings that is damaged, incomplete, or of other settings."""


class ConditionError(TripeaksError):
    """A condition over ratings that makes no sense."""


class MoveError(TripeaksError):
    """A move that the rules refuse."""


class WriteError(OSError):
    """A file that cannot be written: the fault is not in what the program was given.

    It has the ``errno``, the ``strerror`` and the ``filename`` of any `OSError`.
    """

    def __str__(self) -> str:
        return f"cannot write {self.filename}: {self.strerror}"


class Rejected(TripeaksError):  # noqa: N818
    """A claim (a solution or a certificate) that does not hold."""


class SearchesDiffer(AssertionError):  # noqa: N818
    """Two searches answer one question differently, so one of them is wrong: a fault in here."""
