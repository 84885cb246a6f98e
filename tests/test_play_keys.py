"""The keys of the game: the page and the document list what is bound, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from play_support import Player, play
from textual.binding import Binding

from tripeaks_solver.play.ui.keys_page import MOUSE, KeyRow, key_rows, keys_page
from tripeaks_solver.play.ui.screen import PlayScreen
from tripeaks_solver.play.ui.table import Table

ROWS = [MOUSE, *key_rows(Table.BINDINGS), *key_rows(PlayScreen.BINDINGS)]


def test_bindings_in_turn_with_the_same_effect_share_a_row() -> None:
    bindings = [
        Binding("a", "x", tooltip="first"),
        Binding("question_mark", "y", tooltip="second", key_display="?"),
        Binding("b", "y", tooltip="second"),
        Binding("c", "x", tooltip="first"),
    ]
    assert [*key_rows(bindings)] == [("a", "first"), ("? b", "second"), ("c", "first")]


def test_the_page_lists_every_binding_with_its_effect(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        # What the framework binds for its own ends is no key of the game.
        owners = (player.screen, player.table)
        active = [b for b in player.screen.active_bindings.values() if b.node in owners]
        own = [
            b.binding for b in active if b.binding.action in actions(PlayScreen) | actions(Table)
        ]
        assert len(own) >= len(PlayScreen.BINDINGS) + len(Table.BINDINGS)
        await player.press("question_mark")
        lines = player.told.splitlines()
        for binding in own:
            key = binding.key_display or binding.key
            assert binding.tooltip, f"{key} has no tooltip for the page of keys"
            assert any(
                key in line.split() and line.endswith(f"  {binding.tooltip}") for line in lines
            )

    play(tmp_path, script)


def actions(owner: type[PlayScreen] | type[Table]) -> set[str]:
    return {binding.action for binding in owner.BINDINGS if isinstance(binding, Binding)}


def test_the_page_fits_a_screen_of_24_lines() -> None:
    lines = keys_page(Table.BINDINGS, PlayScreen.BINDINGS).splitlines()
    assert len(lines) <= 22
    assert max(map(len, lines)) <= 74


def test_the_document_lists_the_same_keys(root: Path) -> None:
    text = (root / "docs" / "playing.md").read_text(encoding="utf-8")
    table = text.partition("## Keys\n\n")[2].partition("\n\n")[0].splitlines()[2:]
    found = [KeyRow(*(cell.strip() for cell in line.strip("|").split("|"))) for line in table]
    assert [KeyRow(row.keys.replace("`", ""), row.effect) for row in found] == ROWS


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.keys)
def test_every_row_says_something(row: KeyRow) -> None:
    assert row.keys and row.effect
