"""What glibc's allocator is told: to keep the memory of freed tensors, unless the user has set it otherwise."""

import ctypes
import os
import sys

import pytest

from tests import processes
from tfshim.engine.runtime.processor import allocator

# Sixteen tensors of 8 MiB, freed and made again: how many pages the system hands out for a further round, once what else
# lives between them has found its place. And whether Linux was asked for huge pages ("hg") where a new tensor of eight megabytes lies;
# whether it has any to give is another matter.
TOLD = """
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

kept = torch.ones(2 << 20)
place = kept.data_ptr() + (4 << 20)
inside = False
for line in open("/proc/self/smaps"):
    first, _, rest = line.partition(" ")
    if ":" not in first:
        start, end = (int(n, 16) for n in first.split("-"))
        inside = start <= place < end
    elif inside and first == "VmFlags:":
        print("hg" in rest.split())
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """(page faults of a round of that program, whether huge pages were asked for): for nothing set by the user, and for a threshold."""
    found = []
    with pytest.MonkeyPatch.context() as patch:
        for name in allocator._SET_BY_USER:
            patch.delenv(name, raising=False)
        for environment in ({}, {"MALLOC_MMAP_THRESHOLD_": "131072"}):
            environment["OMP_NUM_THREADS"] = "1"
            done = processes.python("-c", TOLD, cwd=tmp_path_factory.mktemp("told"), env=environment)
            assert done.returncode == 0, done.stderr
            faults, asked = done.stdout.split()
            found.append((int(faults), asked == "True"))
    return found


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc's allocator")
def test_memory_of_freed_tensors_is_used_again(told, monkeypatch):
    for name in allocator._SET_BY_USER:
        monkeypatch.delenv(name, raising=False)
    if not allocator.keep_memory():
        pytest.skip("another C library, or set by the environment")
    (faults, _), (faults_as_set, _) = told
    assert faults < 100
    # Each page of 4 KiB anew, or each huge one of 2 MiB.
    assert faults_as_set >= 64


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc's allocator")
def test_linux_is_asked_for_huge_pages(told, monkeypatch):
    for name in allocator._SET_BY_USER:
        monkeypatch.delenv(name, raising=False)
    if not allocator.keep_memory() or not allocator.addresses_are_free():
        pytest.skip("another C library, or no huge pages")
    assert [asked for _, asked in told] == [True, False]  # what the user has set holds


def test_addresses_that_count_as_memory_are_not_taken_beforehand(tmp_path, monkeypatch):
    given = {
        "_HUGE_PAGES": "always [madvise] never\n",
        "_OVERCOMMIT": "0\n",
        "_LIMITS": "Max data size  unlimited  unlimited  bytes\nMax address space  unlimited  unlimited  bytes\n",
    }
    for name, text in given.items():
        (tmp_path / name).write_text(text)
        monkeypatch.setattr(allocator, name, str(tmp_path / name))
    monkeypatch.setattr(os, "sysconf", lambda name: {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 1 << 20}[name])
    monkeypatch.setattr(ctypes, "sizeof", lambda kind: 8)
    assert allocator.addresses_are_free()
    for name, text in (
        ("_HUGE_PAGES", "always madvise [never]\n"),
        ("_OVERCOMMIT", "2\n"),
        ("_LIMITS", given["_LIMITS"].replace("data size  unlimited", "data size  1048576")),
    ):
        (tmp_path / name).write_text(text)
        assert not allocator.addresses_are_free()
        (tmp_path / name).write_text(given[name])
    monkeypatch.setattr(allocator, "_LIMITS", str(tmp_path / "none"))
    assert not allocator.addresses_are_free()


@pytest.mark.parametrize("name", allocator._SET_BY_USER)
def test_what_the_user_has_set_holds(monkeypatch, name):
    monkeypatch.setenv(name, "1")
    assert not allocator.keep_memory()


def test_other_systems_are_left_alone(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not allocator.keep_memory()
