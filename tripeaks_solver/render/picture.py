"""Deals and layouts as pictures: SVG files that need no other file, and PNG files.

Lengths are pixels of an SVG picture at its own size. A card is 60 wide and 84 high; the place
(row, column) of a layout has its upper left corner at ``(COLUMN * column, ROW * row)``. A card of a
lower row lies on top, so cards are drawn in the order of the places.

Ranks and suit signs are paths, because no font can be relied on: many have no suit signs, and a
machine that makes PNG files may have no font at all. Only captions are text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias, get_args

from tripeaks_solver.cards import GONE, JOKER, RANKS, SUITS, UNKNOWN, Card, rank_of, suit_of
from tripeaks_solver.deal import Deal
from tripeaks_solver.errors import counted
from tripeaks_solver.layout import Layout
from tripeaks_solver.shares import Share, measured_shares

Theme: TypeAlias = Literal["auto", "light", "dark"]
"""The colours of a picture; with auto the settings of the viewer choose between the other two."""

THEMES: tuple[Theme, ...] = get_args(Theme)

PNG_SCALE = 2
"""Pixels of a PNG picture for each of the SVG picture, as fine screens show it."""

FULL_WIDTH, FULL_HEIGHT = 60, 84
COLUMN, ROW = 33, 45
"""Half a card and half the gap between neighbours, in each direction."""

MARGIN = 24
_NEXT = 2 * COLUMN
"""From a card to its neighbour."""
_LEAST_WIDTH = 4 * _NEXT
"""What a caption needs, however narrow the layout is."""
_SMALL_WIDTH, _SMALL_HEIGHT = 28, 39
"""A stock card whose face is told: two rows of them are as high as a card."""
_SMALL_NEXT = 32
_LINE = 18
"""The height of a line of text."""
_LETTER = 6.5
"""The width of a letter in a caption, roughly."""

_GRID_COLUMNS = 9
_GRID_CELL = (112, 128)
_GRID_PICTURE = (100, 80)
"""The room for a layout in a cell of the grid, above its name."""
_GRID_LEGEND = (
    "cards · share of random deals that can be won in easy/classic rules",
    "cards · winnable in easy/classic",
    "easy/classic",
)
"""What explains the numbers below the layouts, from the longest text to the shortest."""
_GRID_SCALE = 0.17
"""The most that a card of the grid measures against one of a deal."""

COLOURS = {
    "table": ("#e7eeea", "#141c19"),
    "face": ("#ffffff", "#27303a"),
    "edge": ("#8d9a94", "#5d6b78"),
    "back": ("#41618c", "#3a5781"),
    "weave": ("#6483ac", "#56749f"),
    "ink": ("#2b3331", "#e3e8e5"),
    "C": ("#008058", "#2fd6a0"),
    "D": ("#0055b3", "#6fa8ff"),
    "H": ("#bd4600", "#ff9a57"),
    "S": ("#15191c", "#f4f6f8"),
    "joker": ("#a3447a", "#e79cc6"),
}
"""Each colour in light and in dark. Those of the suits are of the kind of Okabe and Ito's palette,
which everybody can tell apart, and stand out from the face as text has to (contrast 4.5)."""

TINTS = (
    ("#6fa8d6", "#4f8fc4"),
    ("#eeb34d", "#c98a22"),
    ("#62bd9b", "#3f9c7a"),
    ("#d897bb", "#b96f99"),
    ("#e28a5b", "#c4683a"),
    ("#9aa5ad", "#7b8791"),
)
"""The colours of the peaks of a layout, left to right."""

_GLYPHS = {
    "A": "M-6 9L0-9L6 9M-3.9 3.2H3.9",
    "2": "M-5.2-4.2C-4.6-10.8 5.4-10.6 5.4-4C5.4.2-4.4 4-5.6 9H5.8",
    "3": "M-5-9H5L-.6-2C7.4-2.2 7.4 9 0 9C-3 9-5 7.6-5.6 5.6",
    "4": "M3 9V-9L-6.2 3.8H6.4",
    "5": "M4.8-9H-3.8L-4.6-1.2C-1-3.4 5.8-2.6 5.8 3C5.8 10-3.6 10.6-5.6 5.8",
    "6": "M3.4-9L-4.6.4M-5.6 3.4a5.6 5.6 0 1 0 11.2 0a5.6 5.6 0 1 0-11.2 0",
    "7": "M-5.6-9H5.6L-1.4 9",
    "8": "M-4.6-4.6a4.6 4.4 0 1 0 9.2 0a4.6 4.4 0 1 0-9.2 0M-5.6 4.4a5.6 4.6 0 1 0 11.2 0"
    "a5.6 4.6 0 1 0-11.2 0",
    "9": "M-3.4 9L4.6-.4M-5.6-3.4a5.6 5.6 0 1 0 11.2 0a5.6 5.6 0 1 0-11.2 0",
    "T": "M-8-6.4L-5.2-9V9M-.6 0a4.6 9 0 1 0 9.2 0a4.6 9 0 1 0-9.2 0",
    "J": "M3.6-9V3.4C3.6 10.8-5.6 10.8-5.6 3.4",
    "Q": "M-6.4 0a6.4 9 0 1 0 12.8 0a6.4 9 0 1 0-12.8 0M1.8 4.6L6.8 10.4",
    "K": "M-5.4-9V9M5.4-9L-5.4 2.6M-1.8-1.2L6 9",
    "0": "M-5.4 0a5.4 9 0 1 0 10.8 0a5.4 9 0 1 0-10.8 0",
    "1": "M-3.4-5.6L.8-9V9",
    "?": "M-5-4.6C-4.6-10.8 5-10.6 5-4.4C5-.4 0-.6 0 3.8M0 8.9V9",
}
"""The strokes of the ranks, of digits and of the question mark, 18 high around the origin."""

_SIGNS = {
    "C": "M-1.4 3.2A5 5 0 1 1-4.2-1.3A5 5 0 1 1 4.2-1.3A5 5 0 1 1 1.4 3.2Q1.6 7.6 4.2 10H-4.2"
    "Q-1.6 7.6-1.4 3.2Z",
    "D": "M0-10.6Q3.4-4.4 8 0Q3.4 4.4 0 10.6Q-3.4 4.4-8 0Q-3.4-4.4 0-10.6Z",
    "H": "M0 9.8C-3.6 5.4-9.6 1.4-9.6-4C-9.6-10.6-1.6-10.8 0-5C1.6-10.8 9.6-10.6 9.6-4"
    "C9.6 1.4 3.6 5.4 0 9.8Z",
    "S": "M0-10.2C3.6-5.8 9.4-2 9.4 3C9.4 8.4 2.8 8.8 1.2 4.4Q1.6 7.8 4.2 10H-4.2Q-1.6 7.8-1.2 4.4"
    "C-2.8 8.8-9.4 8.4-9.4 3C-9.4-2-3.6-5.8 0-10.2Z",
    "joker": "M0-10.4L2.7-3.1L10.5-2.8L4.4 2L6.5 9.5L0 5.2L-6.5 9.5L-4.4 2L-10.5-2.8L-2.7-3.1Z",
}
"""The outlines of the suit signs and of the joker's star, 20 high around the origin."""

CARD_RULES = {
    ".face": "fill:{face};stroke:{edge}",
    ".back": "fill:{back};stroke:{table}",
    ".weave": "fill:none;stroke:{weave}",
    ".gone": "fill:none;stroke:{edge};stroke-width:2;stroke-dasharray:5 4",
    ".strokes": "fill:none;stroke-width:3.2;stroke-linecap:round;stroke-linejoin:round",
    ".ink": "stroke:{ink}",
    **{f".{sign}": f"fill:{{{sign}}};stroke:{{{sign}}}" for sign in _SIGNS},
}
_LAYOUT_RULES = {
    ".card": "stroke:{table};stroke-width:6",
    **{f".tint{number}": f"fill:{{tint{number}}}" for number in range(len(TINTS))},
}
_COMMON_RULES = {
    ".table": "fill:{table}",
    "text": "fill:{ink};font:13px sans-serif;text-anchor:middle",
}

_NO_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_RANK_WORDS = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
_SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")


_STOCK_ORDER = ("stock, next drawn first, row by row", "stock, next first", "stock")
"""What stands above the cards of the stock, from the longest text to the shortest."""


class _Spot(NamedTuple):
    """Where the middle of a character is, and how large it is drawn."""

    x: float
    y: float
    scale: float = 1


class _Print(NamedTuple):
    """How the face of a card is printed: on which shape, and where the characters are."""

    paper: str
    rank: _Spot
    suit: _Spot
    star: _Spot


FACE_UP = _Print("face", _Spot(17, 22, 1.25), _Spot(36, 58, 1.6), _Spot(30, 42, 2))
TOLD = _Print("told", _Spot(19, 22, 0.82), _Spot(41.5, 22, 0.82), _Spot(30, 22))
_SMALL = _Print("small", _Spot(14, 12, 0.62), _Spot(14, 28, 0.62), _Spot(14, 19.5))


def deal_picture(
    deal: Deal, *, hidden: bool = False, theme: Theme = "auto", name: str | None = None
) -> str:
    """Draw a deal: the tableau as it lies, below it the stock and the waste card.

    Args:
        deal: the deal.
        hidden: whether face-down cards and the stock are backs and no more, as a player sees the
            table; otherwise small print tells what they are.
        theme: the colours.
        name: what the deal is called, for the caption.

    Returns:
        The text of an SVG file, all in ASCII.

    """
    told = () if hidden else deal.stock
    width, height = _extent(deal.layout)
    inner = max(width, _piles_width(told), _LEAST_WIDTH)
    piles_x, piles_y = MARGIN + (inner - _piles_width(told)) / 2, MARGIN + height + MARGIN
    piles_y += _LINE if told else 0
    title = f"TriPeaks deal {name or f'on the layout {deal.layout.name}'}"
    body = [
        *_tableau(deal, MARGIN + (inner - width) / 2, hidden),
        _placed("stock", piles_x, piles_y, _stock(len(deal.stock))),
        _placed("waste", piles_x + _NEXT, piles_y, face_of(deal.waste, FACE_UP)),
        *_stock_cards(told, piles_x + _NEXT + FULL_WIDTH + MARGIN, piles_y),
    ]
    bottom = piles_y + FULL_HEIGHT
    if name:
        bottom += MARGIN
        body.append(_caption(name, MARGIN + inner / 2, bottom, inner))
    words = (title, ". ".join(_deal_in_words(deal, hidden)))
    size = (inner + 2 * MARGIN, bottom + MARGIN)
    return _svg(size, words, CARD_RULES, [*card_shapes(), *body], theme)


def layout_picture(layout: Layout, *, theme: Theme = "auto") -> str:
    """Draw a layout, each of its peaks in a colour; the text of an SVG file, all in ASCII."""
    width, height = _extent(layout)
    inner = max(width, _LEAST_WIDTH)
    bottom = MARGIN + height + MARGIN
    at = f"translate({MARGIN + (inner - width) / 2:g} {MARGIN})"
    body = [
        _LAYOUT_SHAPE,
        f'<g transform="{at}">{_layout_cards(layout)}</g>',
        _caption(_numbered(layout), MARGIN + inner / 2, bottom, inner),
    ]
    words = (f"TriPeaks layout {_numbered(layout)}", _layout_in_words(layout))
    return _svg((inner + 2 * MARGIN, bottom + MARGIN), words, _LAYOUT_RULES, body, theme)


def layouts_grid(layouts: Sequence[Layout], *, theme: Theme = "auto") -> str:
    """Draw layouts side by side, small, with their names; the text of an SVG file, all in ASCII."""
    rows = -(-len(layouts) // _GRID_COLUMNS) or 1
    columns = -(-len(layouts) // rows)
    width, height = _GRID_CELL
    cells = (
        _cell(layout, MARGIN + n % columns * width, MARGIN / 2 + n // columns * height)
        for n, layout in enumerate(layouts)
    )
    across, down = columns * width + 2 * MARGIN, rows * height + MARGIN
    legend: list[str] = []
    if any(map(measured_shares, layouts)):
        down += _LINE
        legend += _note(_GRID_LEGEND, across / 2, down - MARGIN / 2, across)
    described = "; ".join(
        f"{_numbered(layout)}, {counted(len(layout), 'card')}{_winnable_in_words(layout)}"
        for layout in layouts
    )
    words = (f"{len(layouts)} TriPeaks layouts", described)
    body = [_LAYOUT_SHAPE, *cells, *legend]
    return _svg((across, down), words, _LAYOUT_RULES, body, theme)


def png_of(svg: str) -> bytes:
    """Turn a picture into the content of a PNG file; theme auto is light there.

    This needs the package `resvg_py`.
    """
    from resvg_py import svg_to_bytes

    return svg_to_bytes(svg_string=svg, zoom=PNG_SCALE)


def _extent(layout: Layout) -> tuple[float, float]:
    """Return the width and height of a tableau."""
    right = max(place.column for place in layout.places)
    bottom = max(place.row for place in layout.places)
    return COLUMN * right + FULL_WIDTH, ROW * bottom + FULL_HEIGHT


def _tableau(deal: Deal, left: float, hidden: bool) -> Iterator[str]:
    layout = deal.layout
    for number, (place, card) in enumerate(zip(layout.places, deal.tableau, strict=True)):
        if layout.is_free(number, deal.mask):
            parts = face_of(card, FACE_UP)
        else:
            parts = _use("back") if hidden else face_of(card, TOLD)
        if card != GONE:
            x, y = left + COLUMN * place.column, MARGIN + ROW * place.row
            yield _placed(f"place-{number}", x, y, parts)


def _piles_width(told: Sequence[Card]) -> float:
    """Return the width of the stock, the waste card, and these stock cards beside them."""
    cards = -(-len(told) // 2) * _SMALL_NEXT - (_SMALL_NEXT - _SMALL_WIDTH)
    return _NEXT + FULL_WIDTH + (MARGIN + cards if told else 0)


def _stock_cards(told: Sequence[Card], left: float, top: float) -> Iterator[str]:
    """Draw what the stock holds in two rows, next drawn first, and say so above."""
    columns = -(-len(told) // 2)
    if told:
        width = _SMALL_NEXT * columns - (_SMALL_NEXT - _SMALL_WIDTH)
        yield from _note(_STOCK_ORDER, left + width / 2, top - _LINE / 2, width)
    for number, card in enumerate(told):
        row, column = divmod(number, columns)
        x, y = left + _SMALL_NEXT * column, top + row * (FULL_HEIGHT - _SMALL_HEIGHT)
        yield _placed(f"stock-{number}", x, y, face_of(card, _SMALL))


def _stock(count: int) -> str:
    """Draw the stock as a back with the number of its cards."""
    if not count:
        return _use("gone")
    digits, advance = str(count), 14
    left = FULL_WIDTH / 2 - advance * (len(digits) - 1) / 2
    spots = (_Spot(left + advance * n, FULL_HEIGHT / 2) for n in range(len(digits)))
    glyphs = (_use(f"glyph-{digit}", spot) for digit, spot in zip(digits, spots, strict=True))
    return f'{_use("counted")}<g class="ink">{"".join(glyphs)}</g>'


def face_of(card: Card, printed: _Print) -> str:
    """Return the shapes of a card's face."""
    if card == GONE:
        return _use("gone")
    if card == UNKNOWN:
        return _use("small-unknown" if printed is _SMALL else "unknown")
    if card == JOKER:
        kind, marks = "joker", _use("sign-joker", printed.star)
    else:
        kind, rank = SUITS[suit_of(card)], RANKS[rank_of(card)]
        marks = _use(f"glyph-{rank}", printed.rank) + _use(f"sign-{kind}", printed.suit)
    return f'{_use(printed.paper)}<g class="{kind}">{marks}</g>'


def card_shapes() -> Iterator[str]:
    """Yield what cards are made of, to be used wherever one lies."""
    shapes = [
        _rect("face", FULL_WIDTH, FULL_HEIGHT, 7),
        _rect("gone", FULL_WIDTH, FULL_HEIGHT, 7),
        _rect("small", _SMALL_WIDTH, _SMALL_HEIGHT, 4, "face"),
        f'<g id="back">{_rect("", FULL_WIDTH, FULL_HEIGHT, 7, "back")}'
        f'<path class="weave" transform="translate(6 6)" d="{_lattice()}"/></g>',
        f'<g id="told">{_use("back")}'
        '<rect class="face" x="6.5" y="9.5" width="47" height="25" rx="6"/></g>',
        f'<g id="counted">{_use("back")}'
        '<rect class="face" x="10.5" y="27.5" width="39" height="29" rx="7"/></g>',
        f'<g id="unknown">{_use("back")}<circle class="face" cx="30" cy="24" r="15"/>'
        f'<g class="ink">{_use("glyph-?", _Spot(30, 24))}</g></g>',
        f'<g id="small-unknown">{_use("unknown", _Spot(0, 0, _SMALL_HEIGHT / FULL_HEIGHT))}</g>',
    ]
    shapes += (f'<path id="glyph-{c}" class="strokes" d="{d}"/>' for c, d in _GLYPHS.items())
    shapes += (f'<path id="sign-{s}" stroke="none" d="{d}"/>' for s, d in _SIGNS.items())
    yield f"<defs>{''.join(shapes)}</defs>"


def _lattice() -> str:
    """Return the lines of a back: the diagonals of a field of 48 by 72, 12 apart.

    They are lines and no fill pattern, which takes several times as long to turn into a PNG file.
    """
    width, height, step = 48, 72, 12
    lines = (
        (max(0, k - height), min(height, k), min(width, k), max(0, k - width))
        for k in range(step, width + height, step)
    )
    return "".join(
        f"M{left} {low}L{right} {high}M{width - left} {low}L{width - right} {high}"
        for left, low, right, high in lines
    )


def _rect(name: str, width: float, height: float, radius: float, kind: str = "") -> str:
    """Draw a card's outline, with its line inside of its width and height."""
    identity = f'id="{name}" ' if name else ""
    return (
        f'<rect {identity}class="{kind or name}" x=".5" y=".5" width="{width - 1:g}" '
        f'height="{height - 1:g}" rx="{radius:g}"/>'
    )


_LAYOUT_SHAPE = (
    '<defs><rect id="card" class="card" x="-2" y="-2" width="64" height="88" rx="7"/></defs>'
)
"""A card with a line so wide that nothing of those below shows in the gap between neighbours."""


def _layout_cards(layout: Layout) -> str:
    """Draw the cards of a layout, tinted by peak."""
    tint_of = {
        number: peak % len(TINTS)
        for peak, mask in enumerate(layout.peaks)
        for number in range(len(layout))
        if mask >> number & 1
    }
    return "".join(
        f'<use class="tint{tint_of[number]}" href="#card" '
        f'x="{COLUMN * place.column}" y="{ROW * place.row}"/>'
        for number, place in enumerate(layout.places)
    )


def _cell(layout: Layout, x: float, y: float) -> str:
    """Draw a layout for the grid; what is too wide is cut at the borders of the cell."""
    (width, height), (most_width, most_height) = _GRID_CELL, _GRID_PICTURE
    wide, high = _extent(layout)
    scale = min(_GRID_SCALE, most_width / wide, most_height / high)
    left, top = (width - scale * wide) / 2, most_height - scale * high
    at = f"translate({left:.4g} {top:.4g}) scale({scale:.4g})"
    return (
        f'<svg x="{x:g}" y="{y:g}" width="{width}" height="{height}">'
        f'<g transform="{at}">{_layout_cards(layout)}</g>'
        f"{_caption(_numbered(layout), width / 2, most_height + _LINE, width)}"
        f"{_caption(_facts(layout), width / 2, most_height + 2 * _LINE, width)}</svg>"
    )


def _facts(layout: Layout) -> str:
    """Tell the number of cards and, where they were measured, the winnable shares in short."""
    shares = [_percent(share) for share in measured_shares(layout).values()]
    return " · ".join([str(len(layout)), *(["/".join(shares)] if shares else [])])


def _percent(share: Share) -> str:
    """Write a share in whole percent; 100% only where it is."""
    return ">99%" if 0.995 <= share.share < 1 else f"{share.share:.0%}"


def _winnable_in_words(layout: Layout) -> str:
    shares = measured_shares(layout).items()
    return "".join(f", {_percent(share)} winnable in {rules}" for rules, share in shares)


def _placed(name: str, x: float, y: float, parts: str) -> str:
    return f'<g id="{name}" transform="translate({x:g} {y:g})">{parts}</g>'


def _use(shape: str, spot: _Spot | None = None) -> str:
    if spot is None:
        return f'<use href="#{shape}"/>'
    size = "" if spot.scale == 1 else f" scale({spot.scale:.4g})"
    return f'<use href="#{shape}" transform="translate({spot.x:g} {spot.y:g}){size}"/>'


def _caption(text: str, x: float, y: float, width: float) -> str:
    letters = int(width / _LETTER)
    shown = text if len(text) <= letters else text[: letters - 1] + "…"
    return f'<text x="{x:g}" y="{y:g}">{escaped(shown)}</text>'


def _note(texts: Iterable[str], x: float, y: float, width: float) -> Iterator[str]:
    """Write the first of some texts that fits whole, if one does."""
    fitting = (text for text in texts if _LETTER * len(text) <= width)
    yield from (_caption(text, x, y, width) for text in islice(fitting, 1))


def escaped(text: str) -> str:
    """Write a text from outside so that it is only text; what XML cannot hold is marked."""
    printable = (c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
    return "".join(printable).translate(_NO_MARKUP)


def _numbered(layout: Layout) -> str:
    return layout.name if layout.number is None else f"{layout.number} {layout.name}"


def _deal_in_words(deal: Deal, hidden: bool) -> Iterator[str]:
    layout = deal.layout
    for number, row in enumerate(layout.rows, start=1):
        cards = (_place_in_words(deal, place, hidden) for place in row)
        yield f"Row {number}: {', '.join(cards)}"
    yield f"Waste: {in_words(deal.waste)}"
    if hidden:
        yield f"Stock: {counted(len(deal.stock), 'card')}"
    else:
        yield f"Stock, next drawn first: {', '.join(map(in_words, deal.stock)) or 'empty'}"


def _place_in_words(deal: Deal, place: int, hidden: bool) -> str:
    card = deal.tableau[place]
    if card == GONE or deal.layout.is_free(place, deal.mask):
        return in_words(card)
    return "face down" if hidden else f"{in_words(card)} face down"


def in_words(card: Card) -> str:
    """Name a card in words, as ``seven of spades``."""
    special = {JOKER: "joker", UNKNOWN: "unknown card", GONE: "empty"}
    if card in special:
        return special[card]
    return f"{_RANK_WORDS[rank_of(card)]} of {_SUIT_WORDS[suit_of(card)]}"


def _layout_in_words(layout: Layout) -> str:
    sizes = ", ".join(str(len(row)) for row in layout.rows)
    cards, peaks = counted(len(layout), "card"), counted(len(layout.peaks), "peak")
    return f"{cards} in {peaks}, row by row {sizes}"


def _svg(
    size: tuple[float, float],
    words: tuple[str, str],
    rules: Mapping[str, str],
    body: Iterable[str],
    theme: Theme,
) -> str:
    """Put a picture together.

    Args:
        size: width and height.
        words: title and description, for those who hear the picture.
        rules: the style of what the body holds.
        body: elements, from the lowest to the uppermost.
        theme: the colours.

    """
    width, height = (f"{length:g}" for length in size)
    title, description = map(escaped, words)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-labelledby="title" '
        'aria-describedby="description">',
        f'<title id="title">{title}</title>',
        f'<desc id="description">{description}.</desc>',
        f"<style>{style_sheet({**_COMMON_RULES, **rules}, theme)}</style>",
        f'<rect class="table" width="{width}" height="{height}" rx="12"/>',
        *body,
        "</svg>\n",
    ]
    return "\n".join(lines).encode("ascii", "xmlcharrefreplace").decode("ascii")


def style_sheet(rules: Mapping[str, str], theme: Theme) -> str:
    """Write the rules with the colours of a theme; with auto a second time for dark."""
    light, dark = (_coloured(rules, column) for column in (0, 1))
    if theme == "auto":
        return f"{light}@media (prefers-color-scheme:dark){{{dark}}}"
    return dark if theme == "dark" else light


def _coloured(rules: Mapping[str, str], column: int) -> str:
    tints = {f"tint{number}": tint for number, tint in enumerate(TINTS)}
    colours = {name: pair[column] for name, pair in {**COLOURS, **tints}.items()}
    return "".join(f"{what}{{{how.format_map(colours)}}}" for what, how in rules.items())
