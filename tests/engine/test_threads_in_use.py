"""How many threads torch gets: no more than other programs leave, and what the user has set."""

import os
import subprocess
import sys
import time

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from tests import processes
from tfshim.engine.runtime.processor import threads

CORES = threads.processors()
# As a user starts it: the tests themselves run with one thread.
UNSET = {name: "" for name in threads._SET_BY_USER}


@given(st.integers(1, 64), st.floats(0, 64), st.integers(1, 64))
def test_as_many_as_others_leave(cores, others, now):
    number = threads.wanted(cores, others, min(now, cores))
    assert 1 <= number <= cores
    assert number > cores - others - 1  # a processor that is partly in use counts as one
    if others < 0.25:
        assert number == cores
    if others > cores - 0.5:
        assert number == 1


@pytest.mark.parametrize(("others", "now", "number"), [(0.3, 4, 4), (0.3, 3, 3), (0.2, 3, 4), (1.0, 4, 3), (1.3, 3, 3), (3.9, 1, 1)])
def test_between_the_limits_the_number_stays(others, now, number):
    assert threads.wanted(4, others, now) == number


@pytest.mark.parametrize(
    ("files", "cores"),
    [
        ({"cpu.max": "150000 100000\n"}, 2),
        ({"cpu.max": "50000 100000\n"}, 1),
        ({"cpu.max": "max 100000\n"}, 10**6),
        ({"cpu/cpu.cfs_quota_us": "100000\n", "cpu/cpu.cfs_period_us": "100000\n"}, 1),
        ({"cpu/cpu.cfs_quota_us": "-1\n", "cpu/cpu.cfs_period_us": "100000\n"}, 10**6),
        ({"cpu.max": "what\n"}, 10**6),
        ({}, 10**6),
    ],
)
def test_no_more_than_the_container_may_use(tmp_path, files, cores):
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    here = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    assert threads.processors(str(tmp_path)) == min(here, cores)


def test_what_other_processors_do_does_not_count(tmp_path):
    tick = os.sysconf("SC_CLK_TCK")
    (tmp_path / "stat").write_text(
        "cpu  9 9 9 9 9 9 9 9 9 9\n"
        f"cpu0 {tick} {tick} {tick} 77 77 {tick} {tick} {tick} 77 77\n"
        f"cpu1 {2 * tick} 0 0 77 77 0 0 0 77 77\n"
        "cpu12 5 5 5 5 5 5 5 5 5 5\nintr 1\n"
    )
    assert threads.busy_seconds({0, 1}, str(tmp_path / "stat")) == 8.0
    assert threads.busy_seconds({0}, str(tmp_path / "none")) is None


ADAPTS = """
import os, time, torch
import tensorflow as tf

{setting}
step = tf.function(lambda x: x + 1)
step(tf.ones(3))
open("ready{number}", "w").close()
while not os.path.exists("busy"):
    time.sleep(0.01)
until = time.monotonic() + 20
while time.monotonic() < until and torch.get_num_threads() > 1:
    step(tf.ones(3))
print(torch.get_num_threads())
open("done{number}", "w").close()
"""
# The second is the most that one operation takes, as in TensorFlow.
ADAPTING = ["", "tf.config.threading.set_intra_op_parallelism_threads(2)"]
BUSY = "while True: pass"

# In the time in which the program above takes fewer threads.
KEEPS = """
import os, time, torch
import tensorflow as tf

CORES = {cores}
{setting}
before = torch.get_num_threads()
step = tf.function(lambda x: x + 1)
step(tf.ones(3))
open("ready{number}", "w").close()
while not os.path.exists("busy"):
    time.sleep(0.01)
until = time.monotonic() + 1.5
while time.monotonic() < until or not (os.path.exists("done0") and os.path.exists("done1")):
    step(tf.ones(3))
print(before, torch.get_num_threads())
"""
# What the user sets, the environment, and the threads that this gives.
SETTINGS = [
    ("", {"OMP_NUM_THREADS": "2"}, 2),
    ("torch.set_num_threads(CORES + 1)", {}, CORES + 1),
    ("tf.config.experimental.enable_op_determinism()\ntorch.set_num_threads(2)", {}, 2),
]
if torch.backends.mkl.is_available():
    # It shows by the threads of products alone: as many as there are processors is what torch has by itself.
    SETTINGS.append(("torch.set_num_threads(CORES)", {}, CORES))


@pytest.fixture(scope="module")
def beside_busy_processes(tmp_path_factory):
    """What the programs print beside processes that keep every processor busy. All run at the same time, for that costs as much as one."""
    if CORES < 2:
        pytest.skip("one thread is used anyway")
    folder = tmp_path_factory.mktemp("programs")
    others = []
    try:
        programs = []
        adapting = [(ADAPTS, setting, {}) for setting in ADAPTING]
        keeping = [(KEEPS, setting, environment) for setting, environment, _ in SETTINGS]
        for number, (source, setting, environment) in enumerate([*adapting, *keeping]):
            (folder / f"program{number}.py").write_text(source.format(setting=setting, number=number, cores=CORES))
            programs.append(processes.begun("-m", "tfshim", f"program{number}.py", cwd=folder, env={**UNSET, **environment}))
        # Loading torch beside busy processes would take most of the time.
        while not all((folder / f"ready{n}").exists() or p.poll() is not None for n, p in enumerate(programs)):
            time.sleep(0.02)
        others = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(CORES)]
        (folder / "busy").touch()
        said = [program.communicate(timeout=600) for program in programs]
    finally:
        for process in others:
            process.kill()
            process.wait()
    assert not any(program.returncode for program in programs), said
    return [printed.split() for printed, _ in said]


@pytest.mark.skipif(not os.path.exists("/proc/stat"), reason="needs a system that says how busy its processors are")
def test_busy_processors_are_left_to_others(beside_busy_processes):
    assert beside_busy_processes[: len(ADAPTING)] == [["1"]] * len(ADAPTING)


@pytest.mark.parametrize("number", range(len(SETTINGS)), ids=[setting or "environment" for setting, _, _ in SETTINGS])
def test_what_the_user_has_set_holds(number, beside_busy_processes):
    assert beside_busy_processes[len(ADAPTING) + number] == [str(SETTINGS[number][2])] * 2


WORKERS = """
import threading, torch
import tensorflow as tf

torch.set_num_threads(3)
seen = set()
def note(x):
    seen.add(torch.get_num_threads())
    return x
list(tf.data.Dataset.range(8).map(lambda x: tf.py_function(note, [x], tf.int64), num_parallel_calls=2).prefetch(2))
later = threading.Thread(target=lambda: seen.add(torch.get_num_threads() * 10))
later.start(); later.join()
print(sorted(seen), torch.get_num_threads())
"""


def test_workers_of_a_dataset_use_one_thread_each_and_nobody_else_does(tmp_path):
    (tmp_path / "program.py").write_text(WORKERS)
    done = processes.tfshim("program.py", cwd=tmp_path, env=UNSET)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[1, 30] 3"
