"""The lines of a stream that may be slow, as a person who types or a program that computes."""

from __future__ import annotations

import codecs
import io
import select
from collections import deque
from collections.abc import Iterator

from tripeaks_solver.files import encoding_of
from tripeaks_solver.formats.deal_json import MOST_CHARACTERS

_CHUNK = 1 << 16
_PATIENCE = 0.002
"""Seconds to wait for the next bytes: a program that writes without a pause fills a whole group."""


class Lines:
    """The lines of a byte stream; what is no text becomes a mark that no reader takes.

    They end with one that is longer than a JSON document may be.
    """

    def __init__(self, stream: io.BufferedIOBase) -> None:
        self._stream = stream
        self._held: deque[str] = deque()
        self._is_read = False

    def __iter__(self) -> Iterator[str]:
        self._is_read, rest = True, ""
        chunk = self._stream.read1(_CHUNK)
        decode = io.IncrementalNewlineDecoder(
            codecs.getincrementaldecoder(encoding_of(chunk))("replace"), translate=True
        ).decode
        while chunk and len(rest) <= MOST_CHARACTERS:
            *lines, rest = (rest + decode(chunk)).split("\n")
            self._held.extend(lines)
            while self._held:
                yield self._held.popleft() + "\n"
            chunk = self._stream.read1(_CHUNK)
        self._is_read = False
        if rest := rest + decode(b"", final=True):
            yield rest

    def ready(self) -> bool:
        """Tell whether the next line, or the end, can be had at once.

        True before the first line was asked for and after the last one: who reads more streams than
        this one does not wait for it. Also true where the system cannot tell.
        """
        if self._held or not self._is_read:
            return True
        try:
            return bool(select.select([self._stream.fileno()], [], [], _PATIENCE)[0])
        except OSError:  # no file, or one of a kind that cannot be asked
            return True
