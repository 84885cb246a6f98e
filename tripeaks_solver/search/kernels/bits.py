"""Sets as masks in kernels."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types

from tripeaks_solver.search.kernels.vectors import operation


def _lowest_twin(mask: int) -> int:
    return (int(mask) & -int(mask)).bit_length() - 1


@operation(_lowest_twin)
def lowest(_typing: Any, _mask: Any) -> Any:
    """Return the number of the lowest bit that is set in a mask that is not empty."""

    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), emit


def _count_twin(mask: int) -> int:
    return int(mask).bit_count()


@operation(_count_twin)
def count(_typing: Any, _mask: Any) -> Any:
    """Count the bits that are set."""

    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), emit
