"""Functions that several threads trace and call."""

import threading
import time

import numpy as np

import tfshim as tf
from tests.threads.racing import TIMEOUT, race


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


def test_names_of_functions_differ():
    def made(number):
        return [tf.function(lambda x: x + 1).get_concrete_function(tf.TensorSpec([], tf.float32)).name for _ in range(15)]

    names = [n for part in race(made) for n in part]
    assert len(set(names)) == len(names)


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


def test_tracing_waits_for_one_that_takes_long():
    count = []

    @tf.function
    def f(x):
        count.append(1)
        time.sleep(0.05)
        return x + 1

    race(lambda n: f(tf.constant(float(n))), threads=8)
    assert len(count) == f.experimental_get_tracing_count() == 1


def test_retracings_are_counted_exactly():
    f = tf.function(lambda x, n: x + n)
    x = tf.constant(1.0)
    race(lambda number: [f(x, n) for n in range(12)] and None)
    assert f.experimental_get_tracing_count() == 12


def test_each_thread_has_its_own_tape_device_and_scope():
    v = tf.Variable(3.0)

    def run(number):
        for i in range(30):
            with tf.GradientTape() as tape, tf.name_scope(f"thread{number}"), tf.device("CPU:0"):
                assert tf.get_current_name_scope() == f"thread{number}"
                y = v * float(number + i)
            assert float(tape.gradient(y, v)) == number + i

    race(run)


def test_the_default_graph_is_one():
    from tfshim.engine import graph

    before = graph._default
    try:
        for _ in range(20):
            graph._default = None
            assert len({id(g) for g in race(lambda _: tf.compat.v1.get_default_graph(), threads=8)}) == 1
    finally:
        graph._default = before
