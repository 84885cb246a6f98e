"""The colours of the table: for terminals with all colours, and for those with sixteen."""

from __future__ import annotations

from rich.style import Style

from tripeaks_solver.play.drawing.canvas import Look

FULL = {
    Look.FELT: Style.parse("#d8efe2 on #14523a"),
    Look.BLACK: Style.parse("bold #16181c on #f7f5ee"),
    Look.RED: Style.parse("bold #c0182f on #f7f5ee"),
    Look.EDGE: Style.parse("#8f8b80 on #f7f5ee"),
    Look.BLOCKED: Style.parse("#4a4c50 on #b9b6aa"),
    Look.BLOCKED_RED: Style.parse("#8c1526 on #b9b6aa"),
    Look.BACK: Style.parse("#8fb0e6 on #23488c"),
    Look.SLOT: Style.parse("#3f8f6b on #14523a"),
    Look.CURSOR: Style.parse("bold #3a2c00 on #ffd24d"),
    Look.HINT: Style.parse("bold #ffffff on #8a2fb0"),
    Look.TEXT: Style.parse("bold #ffffff on #14523a"),
}

SIXTEEN = {
    Look.FELT: Style.parse("default on default"),
    Look.BLACK: Style.parse("black on bright_white"),
    Look.RED: Style.parse("red on bright_white"),
    Look.EDGE: Style.parse("bright_black on bright_white"),
    Look.BLOCKED: Style.parse("black on white"),
    Look.BLOCKED_RED: Style.parse("red on white"),
    Look.BACK: Style.parse("white on blue"),
    Look.SLOT: Style.parse("green on default"),
    Look.CURSOR: Style.parse("bold black on yellow"),
    Look.HINT: Style.parse("bold bright_white on magenta"),
    Look.TEXT: Style.parse("bold default on default"),
}
