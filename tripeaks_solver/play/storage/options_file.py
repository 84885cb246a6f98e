"""The file that remembers the options from one game to the next."""

from __future__ import annotations

import json
from pathlib import Path

from tripeaks_solver.errors import TripeaksError
from tripeaks_solver.play.model.kinds import kind_named
from tripeaks_solver.play.model.options import Options
from tripeaks_solver.play.model.picks import Pick, pick_named
from tripeaks_solver.play.storage.fields import parse_fields
from tripeaks_solver.play.storage.files import set_aside, write_whole
from tripeaks_solver.play.storage.saves import layout_of, layout_value
from tripeaks_solver.rules import named

FORMAT, VERSION = "tripeaks options", 1


def options_text(options: Options) -> str:
    """Write options as a JSON object that `parse_options` reads."""
    return json.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "layout": layout_value(options.layout),
            "game": options.kind.name,
            "rules": options.rules.name,
            "mistake_help": options.mistake_help,
            "deals": options.deals.value,
        }
    )


def parse_options(data: bytes) -> Options:
    """Read options.

    Raises:
        TripeaksError: the bytes are not options.

    """
    fields = parse_fields(data)
    fields.require("format", FORMAT)
    fields.require("version", VERSION)
    return Options(
        layout_of(fields),
        kind_named(fields.get("game", str)),
        named(fields.get("rules", str)),
        fields.find("mistake_help", bool),
        pick_named(fields.find("deals", str) or Pick.ANY.value),
    )


class OptionsFile:
    """The file in a folder that remembers the options."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "options.json"

    def write(self, options: Options) -> None:
        """Remember options.

        Raises:
            OSError: the file cannot be written.

        """
        write_whole(self.path, options_text(options))

    def read(self) -> tuple[Options, str | None]:
        """Return the options, and a message where a damaged file was renamed.

        Raises:
            OSError: the file cannot be read.

        """
        if not self.path.exists():
            return Options(), None
        try:
            return parse_options(self.path.read_bytes()), None
        except TripeaksError as fault:
            kept = set_aside(self.path)
            return Options(), f"the options could not be read ({fault}); renamed to {kept.name}"
