"""Compiling kernels, and keeping their machine code: where that fails they are compiled again."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import FunctionCache, IndexDataCacheFile

from tripeaks_solver.search.cache import say_once

_DIGEST_SIZE = hashlib.sha256().digest_size


def inlined(kernel: Callable[..., Any]) -> Any:
    """Compile a small kernel into those that call it, so that no arrays are handed over."""
    return _compiled(kernel, into_callers=True)


def compiled(kernel: Callable[..., Any]) -> Any:
    """Compile a kernel, with a cache in the directory that numba has been told, if any."""
    return _compiled(kernel, into_callers=False)


def _compiled(kernel: Callable[..., Any], *, into_callers: bool) -> Any:
    config: Any = numba.config
    make = numba.njit(nogil=True, error_model="numpy", forceinline=into_callers)
    dispatcher: Any = make(kernel)
    if config.CACHE_DIR and not config.DISABLE_JIT:
        dispatcher._cache = _Cache(kernel)  # as its enable_caching() does
    return dispatcher


class _Cache(FunctionCache):
    """A cache whose faults are told once, and cost no more than compiling again."""

    def __init__(self, kernel: Callable[..., Any]) -> None:
        super().__init__(kernel)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = _CheckedFile(self.cache_path, self._impl.filename_base, stamp)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load machine code; None where there is none that can be used."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:
            say_once(f"the cache in {self.cache_path} is damaged: the search is compiled again")
            self._forget()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep machine code, where there is room for it."""
        try:
            super().save_overload(sig, data)
        except OSError as fault:
            reason = fault.strerror or str(fault)
            say_once(f"the compiled search cannot be kept in {self.cache_path}: {reason}")

    def _forget(self) -> None:
        """Leave the damaged files unused, so that good ones can be written."""
        try:
            self.flush()
        except OSError:
            self.disable()


class _CheckedFile(IndexDataCacheFile):
    """Files whose machine code begins with its digest: a wrong bit could mean wrong answers."""

    def _save_data(self, name: str, data: Any) -> None:
        dumped = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(hashlib.sha256(dumped).digest() + dumped)

    def _load_data(self, name: str) -> Any:
        data = Path(self._data_path(name)).read_bytes()
        digest, dumped = data[:_DIGEST_SIZE], data[_DIGEST_SIZE:]
        if hashlib.sha256(dumped).digest() != digest:
            raise ValueError(name)
        return pickle.loads(dumped)
