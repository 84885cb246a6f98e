"""Loads the compiled kernels, with a cache of machine code that is always the right one.

numba's cache watches only the file of a kernel itself. So each version of these sources, of numba
and of the processor gets a cache directory of its own.
"""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from tripeaks_solver.search.cache import private_directory

_FOLDER = "tripeaks_solver.search.kernels"


def load_kernels(name: str, announce: Callable[[str], None] | None = None) -> ModuleType:
    """Import a module of kernels; takes half a second, and seconds of compiling on its first use.

    Args:
        name: the module.
        announce: is told when this is the first use ever.

    """
    if announce and _will_compile(name):
        announce("compiling the search for this processor: some ten seconds, once …")
    return _module(name)


def _will_compile(name: str) -> bool:
    import numba

    config: Any = numba.config
    directory = _directory()
    known = directory and any(directory.glob(f"**/{name}.*.nbi"))
    return not (config.DISABLE_JIT or known)


@cache
def _module(name: str) -> ModuleType:
    """Import kernels with their cache in its directory; numba reads that as it decorates."""
    import numba

    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(_directory() or "")
    try:
        return importlib.import_module(f"{_FOLDER}.{name}")
    finally:
        config.CACHE_DIR = before


@cache
def _directory() -> Path | None:
    """Return the cache directory of this version of the sources, of numba and of the processor."""
    import llvmlite.binding as llvm
    import numba

    config: Any = numba.config
    processor = f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    base = config.CACHE_DIR or _user_cache()
    return private_directory(Path(base).absolute() / _name_of(f"{numba.__version__} {processor}"))


def _user_cache() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("tripeaks-solver")


def _name_of(platform: str) -> str:
    """Name the cache of these sources on a platform."""
    digest = hashlib.sha256(platform.encode())
    for source in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(source.read_bytes())
    return f"kernels-{digest.hexdigest()[:16]}"
