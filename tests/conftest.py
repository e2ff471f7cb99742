"""Settings that all tests share."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# One thread each: the tests are many small tensors, and machines that run them run several at a time.
os.environ.setdefault("OMP_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

# How long an example takes says nothing on a busy machine.
settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")


@pytest.fixture(autouse=True)
def _fresh_seeds():
    """Each test starts with the random numbers of a new process: no global seed, no stream begun."""
    from tfshim.engine.random import seeds

    seeds.set_seed(None)
