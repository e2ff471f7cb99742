"""What glibc's allocator is told: to keep the memory of freed tensors, unless the user has set it otherwise."""

import sys

import pytest

from tests import processes
from tfshim.engine.runtime import allocator

# Sixteen tensors of 8 MiB, freed and made again: how many pages the system hands out for a further round, once what else
# lives between them has found its place.
FAULTS = """
import resource, torch
import tfshim as tf
tf.constant(1.0)
def step():
    kept = [torch.ones(2 << 20) for _ in range(16)]
def faults():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    step()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
print(min(faults() for _ in range(6)))
"""


def faults(folder, **env):
    """How many page faults the round of the program above costs."""
    done = processes.python("-c", FAULTS, cwd=folder, env={"OMP_NUM_THREADS": "1", **env})
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc's allocator")
def test_memory_of_freed_tensors_is_used_again(tmp_path, monkeypatch):
    for name in allocator._SET_BY_USER:
        monkeypatch.delenv(name, raising=False)
    if not allocator.keep_memory():
        pytest.skip("another C library, or set by the environment")
    assert faults(tmp_path) < 100
    # Each page of 4 KiB anew, or each huge one of 2 MiB.
    assert faults(tmp_path, MALLOC_MMAP_THRESHOLD_="131072") >= 64


@pytest.mark.parametrize("name", allocator._SET_BY_USER)
def test_what_the_user_has_set_holds(monkeypatch, name):
    monkeypatch.setenv(name, "1")
    assert not allocator.keep_memory()


def test_other_systems_are_left_alone(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not allocator.keep_memory()
