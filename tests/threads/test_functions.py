"""Functions that several threads trace and call."""

import threading

import numpy as np

import tfshim as tf
from tests.threads.racing import TIMEOUT, race
from tfshim.engine.graphs import graph


def test_a_method_is_traced_once():
    for _ in range(10):

        class Model(tf.Module):
            traced = 0
            w = None

            @tf.function
            def __call__(self, x):
                Model.traced += 1
                if self.w is None:
                    self.w = tf.Variable(tf.ones([2]))
                return x * self.w

        model, x = Model(), tf.constant([1.0, 2.0])
        results = race(lambda _, model=model, x=x: model(x), threads=8)
        assert Model.traced == 2  # the first trace makes the variable, the second has it
        assert len({id(v) for v in model.variables}) == 1
        for r in results:
            np.testing.assert_array_equal(r.numpy(), [1, 2])


def test_functions_that_call_each_other_do_not_wait_for_ever():
    meet = threading.Barrier(2)

    def calling(other):
        def run(x):
            if threading.current_thread().name in waiting:
                waiting.discard(threading.current_thread().name)
                meet.wait(TIMEOUT)  # both are being traced now
                return other()(x) + 1
            return x

        return tf.function(run)

    waiting = set()
    f = calling(lambda: g)
    g = calling(lambda: f)

    def run(number):
        waiting.add(threading.current_thread().name)
        return float((f, g)[number](tf.constant(1.0)))

    assert sorted(race(run, threads=2)) == [2.0, 3.0]


def test_the_default_graph_is_one():
    before = graph._default
    try:
        for _ in range(20):
            graph._default = None
            assert len({id(g) for g in race(lambda _: tf.compat.v1.get_default_graph(), threads=8)}) == 1
    finally:
        graph._default = before
