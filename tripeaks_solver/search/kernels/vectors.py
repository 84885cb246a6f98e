"""Vectors for numba, which has none of its own: rows of bytes held in vector registers.

A vector is the row of a table: for each of `QUESTIONS` questions (a deal under some rules) `LANES`
bytes, one a waste rank. Each operation is emitted as LLVM vector code. Where compilation is off
(``NUMBA_DISABLE_JIT=1``) it is the numpy function that stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

from tripeaks_solver.cards import RANK_COUNT, WILD
from tripeaks_solver.search.kernels.tables import LANES, NEVER

QUESTIONS = 8
"""How many questions one pass answers: enough to share the cost of walking the tables."""
WIDTH = QUESTIONS * LANES


class _Vector(types.Type):
    """A row of `WIDTH` bytes held in vector registers."""

    def __init__(self) -> None:
        super().__init__(name="TripeaksVector")


_VECTOR = _Vector()
_BYTE = ir.IntType(8)
_LLVM_VECTOR = ir.VectorType(_BYTE, WIDTH)
_LLVM_GROUP = ir.VectorType(_BYTE, LANES)


@register_model(_Vector)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager: Any, vector: _Vector) -> None:
        super().__init__(manager, vector, _LLVM_VECTOR)


def operation(twin: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Choose between an operation emitted as LLVM code and its numpy twin."""
    return lambda emitted: twin if config.DISABLE_JIT else intrinsic(emitted)


def _row(context: Any, builder: Any, table_type: Any, table: Any, row: Any, offset: int = 0) -> Any:
    """Return the address of a byte in a row of a table of `WIDTH` bytes a row."""
    array = context.make_array(table_type)(context, builder, table)
    wide = builder.zext(row, ir.IntType(64)) if row.type.width < 64 else row
    first = builder.mul(wide, ir.Constant(wide.type, WIDTH))
    base = builder.bitcast(array.data, _BYTE.as_pointer())
    return builder.gep(base, [builder.add(first, ir.Constant(wide.type, offset))])


def _shuffle(builder: Any, one: Any, other: Any, lanes: list[int]) -> Any:
    order = ir.Constant(ir.VectorType(ir.IntType(32), len(lanes)), lanes)
    return builder.shuffle_vector(one, other, order)


def _group(builder: Any, vector: Any, question: int) -> Any:
    begin = question * LANES
    return _shuffle(builder, vector, vector, list(range(begin, begin + LANES)))


def _joined(builder: Any, groups: list[Any]) -> Any:
    """Join the lanes of all questions to a vector."""
    while len(groups) > 1:
        width = 2 * groups[0].type.count
        pairs = zip(groups[::2], groups[1::2], strict=True)
        groups = [_shuffle(builder, one, two, list(range(width))) for one, two in pairs]
    return groups[0]


def _rotation(step: int) -> list[int]:
    """For each lane the lane of the rank above or below it; king and ace are neighbours."""
    return [
        begin + ((rank + step) % RANK_COUNT if rank < RANK_COUNT else rank)
        for begin in range(0, WIDTH, LANES)
        for rank in range(LANES)
    ]


_FIRST = ir.Constant(ir.IntType(32), 0)
_ABOVE, _BELOW = _rotation(1), _rotation(-1)
_WILD = [begin + WILD for begin in range(0, WIDTH, LANES) for _ in range(LANES)]


def _load_twin(table: Any, row: int) -> Any:
    return table[row].copy()


@operation(_load_twin)
def load(_typing: Any, table: Any, row: Any) -> Any:
    """Read the row of a table."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _row(context, builder, signature.args[0], *arguments)
        return builder.load(builder.bitcast(address, _LLVM_VECTOR.as_pointer()), align=1)

    return _VECTOR(table, row), emit


def _store_twin(table: Any, row: int, vector: Any) -> None:
    table[row] = vector


@operation(_store_twin)
def store(_typing: Any, table: Any, row: Any, vector: Any) -> Any:
    """Write a vector into a row of a table."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        table, row, vector = arguments
        address = _row(context, builder, signature.args[0], table, row)
        builder.store(vector, builder.bitcast(address, _LLVM_VECTOR.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(table, row, vector), emit


def _never_twin() -> Any:
    return np.full(WIDTH, NEVER, np.uint8)


@operation(_never_twin)
def never(_typing: Any) -> Any:
    """Return a vector of `NEVER`."""

    def emit(_context: Any, _builder: Any, _signature: Any, _arguments: Any) -> Any:
        return ir.Constant(_LLVM_VECTOR, [NEVER] * WIDTH)

    return _VECTOR(), emit


@operation(np.minimum)
def least(_typing: Any, one: Any, other: Any) -> Any:
    """Return the lesser byte of each lane."""

    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.select(builder.icmp_unsigned("<", *arguments), *arguments)

    return _VECTOR(one, other), emit


@operation(np.bitwise_or)
def either(_typing: Any, one: Any, other: Any) -> Any:
    """Return the bits of both."""

    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.or_(*arguments)

    return _VECTOR(one, other), emit


def _shuffled(lanes: list[int]) -> Callable[..., Any]:
    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _shuffle(builder, arguments[0], arguments[0], lanes)

    return emit


@operation(lambda vector: vector[_ABOVE])
def from_above(_typing: Any, vector: Any) -> Any:
    """Return for each rank what the rank above it has; for a king, the ace."""
    return _VECTOR(vector), _shuffled(_ABOVE)


@operation(lambda vector: vector[_BELOW])
def from_below(_typing: Any, vector: Any) -> Any:
    """Return for each rank what the rank below it has; for an ace, the king."""
    return _VECTOR(vector), _shuffled(_BELOW)


@operation(lambda vector: vector[_WILD])
def from_wild(_typing: Any, vector: Any) -> Any:
    """Return for each rank what the wild rank has."""
    return _VECTOR(vector), _shuffled(_WILD)


def _at_least_twin(vector: Any, table: Any) -> Any:
    rows = vector.reshape(QUESTIONS, LANES).min(axis=1)
    return table.reshape(-1, QUESTIONS, LANES)[rows, np.arange(QUESTIONS)].ravel()


@operation(_at_least_twin)
def at_least(_typing: Any, vector: Any, table: Any) -> Any:
    """Return the lanes of each question from the row of a table that its least byte names."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vector, table = arguments
        kind = ir.FunctionType(_BYTE, [_LLVM_GROUP])
        name = f"llvm.vector.reduce.umin.v{LANES}i8"
        reduce = cgutils.get_or_insert_function(builder.module, kind, name)
        groups = []
        for question in range(QUESTIONS):
            row = builder.call(reduce, [_group(builder, vector, question)])
            address = _row(context, builder, signature.args[1], table, row, offset=question * LANES)
            groups.append(builder.load(builder.bitcast(address, _LLVM_GROUP.as_pointer()), align=1))
        return _joined(builder, groups)

    return _VECTOR(vector, table), emit
