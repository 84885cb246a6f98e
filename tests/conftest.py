"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

for name, examples in (("fast", 40), ("thorough", 400)):
    settings.register_profile(
        name,
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))

# Without compilation numpy warns where the integers of the kernels wrap around, as they should.
np.seterr(over="ignore")

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def compiled() -> bool:
    """Whether numba compiles; without it the kernels are numpy, and slow."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
