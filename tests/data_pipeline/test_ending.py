"""A program ends in order while threads still make elements that nobody will take."""

import gc
import sys

import pytest

import tfshim as tf
from tests import after_torch
from tfshim.data import iterators, workers

_MAP = """
import tensorflow as tf
elements = tf.data.Dataset.range(10**6).map(lambda i: tf.random.uniform([300, 300]) @ tf.random.uniform([300, 300]), num_parallel_calls=2)
iterator = iter(elements.prefetch(2))
print(next(iterator).shape)
"""
_QUEUE = """
import tensorflow.compat.v1 as tf
tf.disable_v2_behavior()
x = tf.random_uniform([300, 300])
rows = tf.train.batch([tf.matmul(x, x)], 2, num_threads=2, capacity=50)
session = tf.Session()
threads = tf.train.start_queue_runners(session)
print(session.run(rows).shape)
"""


@pytest.mark.parametrize("source", [_MAP, _QUEUE], ids=["dataset", "queue"])
def test_threads_end_before_python_does(source, tmp_path):
    (tmp_path / "program.py").write_text(source)
    done = after_torch.tfshim("program.py", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr


def test_iterators_dropped_when_the_names_of_their_module_are_gone_say_nothing(monkeypatch):
    told = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    iterator = iter(tf.data.Dataset.range(4).prefetch(2))
    next(iterator)
    for module in (iterators, workers):
        for name in set(vars(module)) - {"__name__", "__builtins__"}:
            if not isinstance(vars(module)[name], type):
                monkeypatch.setitem(vars(module), name, None)
    del iterator
    gc.collect()
    assert told == []
