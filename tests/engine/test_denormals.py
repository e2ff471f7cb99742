"""Numbers below the smallest normal one: zero while programs run, numbers in the user's Python code."""

import os
import sys
import threading

import pytest
import torch

import tfshim as tf
from tests import after_torch
from tests.recorded.cases import programs
from tfshim.engine.runtime.processor import denormals

LEAST = 5e-324


@programs("denormals")
def test_recorded(case):
    case.check(tf)


# Threads that torch had before do what the thread does that runs the function.
THREADS = """
import torch
torch.set_num_threads(2)
x = torch.full((1 << 20,), 1e-38)
assert (x * 0.5 > 0).all()
import tfshim as tf
f = tf.function(lambda x: tf.reduce_sum(tf.cast(x * 0.5 > 0.0, tf.int32)))
print(int(f(tf.constant(x.numpy()))))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="torch's threads are those of another library")
def test_threads_that_were_there_before(tmp_path):
    done = after_torch.python("-c", THREADS, cwd=tmp_path)
    assert done.stdout.strip() == "0"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system does not fork")
def test_in_a_forked_process(tmp_path):
    program = """
import os
import torch
import tfshim as tf
torch.set_num_threads(2)
f = tf.function(lambda x: x * 0.5)
f(tf.constant([1e-38] * 70000))
child = os.fork()
if not child:
    os._exit(3 if float(f(tf.constant(1e-38))) == 0.0 and 5e-324 * float("1") > 0.0 else 4)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    assert after_torch.python("-c", program, cwd=tmp_path).stdout.strip() == "3"


def test_what_a_program_has_set_stays():
    f = tf.function(lambda x: x * 0.5)
    torch.set_flush_denormal(True)
    try:
        assert float(f(tf.constant(1e-38))) == 0.0
        assert LEAST * 1.0 == 0.0
    finally:
        torch.set_flush_denormal(False)
    assert LEAST * 1.0 > 0.0


def test_scopes_within_each_other():
    def inner():
        return LEAST * 1.0, denormals.kept(lambda: LEAST * 1.0), LEAST * 1.0

    assert denormals.flushed(lambda: denormals.flushed(inner)) == (0.0, LEAST, 0.0)
    assert denormals.kept(lambda: LEAST * 1.0) == LEAST


def test_each_thread_for_itself():
    seen = []

    def run():
        thread = threading.Thread(target=lambda: seen.append(LEAST * 1.0))
        thread.start()
        thread.join()
        seen.append(LEAST * 1.0)

    denormals.flushed(run)
    assert seen[1] == 0.0 and LEAST * 1.0 > 0.0
