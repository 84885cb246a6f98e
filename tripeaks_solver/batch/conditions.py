"""Conditions over ratings, written in SQL: expressions over the columns of one row, no more.

The text is parsed into a tree, and each node that the tables here name is translated for Polars.
Nothing else reaches Polars, whose own SQL can read files and the network.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NamedTuple

import polars as pl
from sqlglot import exp
from sqlglot.dialects import Dialect
from sqlglot.errors import ParseError, SqlglotError

from tripeaks_solver.errors import ConditionError, shortened

MOST_CHARACTERS = 10_000
MOST_LEVELS = 100
"""How deep a condition may be nested; any number of terms beside each other is one level."""

_EXACT_DIGITS = 15
"""A longer number is read as a float, which holds it as well as any column does."""


class _Form(NamedTuple):
    """What a kind of node may consist of, and what it means."""

    parts: frozenset[str]
    meaning: Callable[..., pl.Expr]


def _form(parts: str, meaning: Callable[..., pl.Expr]) -> _Form:
    return _Form(frozenset(parts.split()), meaning)


def _numbers(meaning: Callable[..., pl.Expr]) -> Callable[..., pl.Expr]:
    """Work on floats: the small integers of the columns would wrap around."""
    return lambda *parts: meaning(*(part.cast(pl.Float64) for part in parts))


def _joined(parts: list[pl.Expr], join: Callable[[pl.Expr, pl.Expr], pl.Expr]) -> pl.Expr:
    """Join parts as a balanced tree, because Polars descends it on the stack."""
    if len(parts) == 1:
        return parts[0]
    half = len(parts) // 2
    return join(_joined(parts[:half], join), _joined(parts[half:], join))


def _is_in(value: pl.Expr, *others: pl.Expr) -> pl.Expr:
    return _joined([value == other for other in others] or [pl.lit(False)], operator.or_)


def _rounded(value: pl.Expr, places: pl.Expr | None = None) -> pl.Expr:
    count = 0 if places is None else _literal(places)
    if count not in range(_EXACT_DIGITS + 1):
        raise ConditionError(f"round() needs a number of places from 0 to {_EXACT_DIGITS}")
    return value.cast(pl.Float64).round(count)


def _literal(value: pl.Expr) -> Any:
    """Return the value of a literal; None for any other expression."""
    return None if value.meta.root_names() else pl.select(value).item()


def _remainder(value: pl.Expr, divisor: pl.Expr) -> pl.Expr:
    """Divide as SQL does: the remainder has the sign of the dividend."""
    return (value.abs() % divisor.abs()) * value.sign()


_LOGIC: dict[type, Callable[[Any, Any], Any]] = {exp.And: operator.and_, exp.Or: operator.or_}

_FUNCTIONS: dict[type, _Form] = {
    exp.Abs: _form("this", _numbers(pl.Expr.abs)),
    exp.Ceil: _form("this", _numbers(pl.Expr.ceil)),
    exp.Coalesce: _form("this expressions", pl.coalesce),
    exp.Floor: _form("this", _numbers(pl.Expr.floor)),
    exp.Greatest: _form("this expressions", pl.max_horizontal),
    exp.Least: _form("this expressions", pl.min_horizontal),
    exp.Length: _form("this", lambda text: text.str.len_chars()),
    exp.Lower: _form("this", lambda text: text.str.to_lowercase()),
    exp.Round: _form("this decimals", _rounded),
    exp.Upper: _form("this", lambda text: text.str.to_uppercase()),
}

_FORMS: dict[type, _Form] = {
    exp.Paren: _form("this", lambda value: value),
    exp.Not: _form("this", pl.Expr.not_),
    exp.EQ: _form("this expression", operator.eq),
    exp.NEQ: _form("this expression", operator.ne),
    exp.LT: _form("this expression", operator.lt),
    exp.LTE: _form("this expression", operator.le),
    exp.GT: _form("this expression", operator.gt),
    exp.GTE: _form("this expression", operator.ge),
    exp.Is: _form("this expression", pl.Expr.eq_missing),
    exp.Between: _form("this low high", pl.Expr.is_between),
    exp.In: _form("this expressions", _is_in),
    exp.Neg: _form("this", _numbers(operator.neg)),
    exp.Add: _form("this expression", _numbers(operator.add)),
    exp.Sub: _form("this expression", _numbers(operator.sub)),
    exp.Mul: _form("this expression", _numbers(operator.mul)),
    exp.Div: _form("this expression typed safe", _numbers(operator.truediv)),
    exp.Mod: _form("this expression", _numbers(_remainder)),
    **_FUNCTIONS,
}

ALLOWED = (
    "columns, numbers, texts in single quotes, true, false, null, comparisons, and, or, not, "
    "between, in, like, is null, + - * / %, and the functions "
    + ", ".join(kind.__name__.lower() for kind in _FUNCTIONS)
)
"""What a condition may use, in words."""


def parse_condition(text: str) -> pl.Expr:
    """Read a condition in SQL over the columns of a row.

    Raises:
        ConditionError: it is no SQL, uses what is not `ALLOWED`, or is too large.

    """
    if len(text) > MOST_CHARACTERS:
        raise ConditionError(
            f"the condition has {len(text):,} characters: {MOST_CHARACTERS:,} are allowed"
        )
    if not text.strip():
        raise ConditionError("the condition is empty: write one over the columns, as easy_winnable")
    try:
        text.encode()
        return _translated(_parsed(text))
    except UnicodeEncodeError as fault:
        message = f"character {fault.start + 1} of the condition is no text"
        raise ConditionError(message) from None
    except RecursionError:
        raise _too_deep() from None


def _too_deep() -> ConditionError:
    return ConditionError("the condition is nested too deeply: use fewer parentheses")


def _parsed(text: str) -> Any:
    try:
        found = Dialect.get_or_raise(None).parse_into(exp.Condition, text)
    except ParseError as fault:
        place = fault.errors[-1]
        where = f"{place['highlight']}{place['end_context']}" or str(place["start_context"])
        message = f"the condition makes no sense at {shortened(where, 40)}"
        raise ConditionError(message) from None
    except SqlglotError:  # of the tokens: a text or a name that does not end
        raise ConditionError("the condition makes no sense: a quote is not closed") from None
    if len(found) != 1 or found[0] is None:
        raise ConditionError("the condition makes no sense: write one expression")
    return found[0]


def _translated(node: Any, level: int = 0) -> pl.Expr:
    """Translate a node of the tree and all below it."""
    if level > MOST_LEVELS:
        raise _too_deep()
    kind = type(node)
    if kind in _LOGIC:
        return _joined([_translated(part, level + 1) for part in node.flatten()], _LOGIC[kind])
    if kind in (exp.Like, exp.ILike):
        return _like(node, level)
    if isinstance(node, exp.Column | exp.Literal | exp.Boolean | exp.Null):
        return _leaf(node)
    form = _FORMS.get(kind)
    if form is None or not _parts(node) <= form.parts:
        raise _not_allowed(node)
    return form.meaning(*(_translated(part, level + 1) for part in node.iter_expressions()))


def _parts(node: Any) -> set[str]:
    return {name for name, value in node.args.items() if value and name != "ignore_nulls"}


def _leaf(node: Any) -> pl.Expr:
    """Translate a column or a value."""
    if isinstance(node, exp.Boolean | exp.Null):
        return pl.lit(None if isinstance(node, exp.Null) else node.this)
    if isinstance(node, exp.Column):
        # Polars takes a name such as * or ^…$ for a pattern of names.
        if _parts(node) != {"this"} or not node.name.isidentifier():
            raise _not_allowed(node)
        return pl.col(node.name)
    text = str(node.this)
    if node.is_string:
        return pl.lit(text)
    return pl.lit(int(text) if text.isdecimal() and len(text) <= _EXACT_DIGITS else float(text))


_WILD = {"%": ".*", "_": "."}


def _like(node: Any, level: int) -> pl.Expr:
    """Translate a pattern of SQL to a regular expression for the whole text."""
    pattern = node.expression
    if not _parts(node) <= {"this", "expression", "negate"} or not pattern.is_string:
        raise _not_allowed(node)
    body = "".join(_WILD.get(sign) or pl.escape_regex(sign) for sign in pattern.name)
    flags = "is" if isinstance(node, exp.ILike) else "s"
    found: pl.Expr = _translated(node.this, level + 1).str.contains(f"^(?{flags}:{body})$")
    return found.not_() if node.args.get("negate") else found


def _not_allowed(node: Any) -> ConditionError:
    found = shortened(node.sql(), 60)
    return ConditionError(f"{found} is not allowed in a condition, only {ALLOWED}")
