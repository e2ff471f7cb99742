"""Variables that several threads change and read."""

import os
import signal
import threading

import numpy as np
import pytest

import tfshim as tf
from tests import after_torch
from tests.threads.racing import race
from tfshim.engine.variables.in_place import in_place

_TIMES = 500


def _repeat(step):
    def run(_):
        for _ in range(_TIMES):
            step()

    return run


def test_every_addition_counts():
    v = tf.Variable(0)
    one = tf.constant(1)

    def run(_):
        for _ in range(1000):
            v.assign_add(one)

    race(run)
    assert v.numpy() == 4000


_ROWS = tf.IndexedSlices(tf.constant([1.0]), tf.constant([2]))
_UPDATES = {
    "assign_sub": (lambda v: v.assign_sub([0.0, 0.0, -1.0]), 1),
    "scatter_add": (lambda v: v.scatter_add(_ROWS), 1),
    "scatter_sub": (lambda v: v.scatter_sub(_ROWS), -1),
    "scatter_nd_add": (lambda v: v.scatter_nd_add([[2]], [1.0]), 1),
    "scatter_nd_sub": (lambda v: v.scatter_nd_sub([[2]], [1.0]), -1),
    "raw AssignAddVariableOp": (lambda v: tf.raw_ops.AssignAddVariableOp(resource=v, value=tf.constant([0.0, 0.0, 1.0])), 1),
    "raw ResourceScatterAdd": (lambda v: tf.raw_ops.ResourceScatterAdd(resource=v, indices=[2], updates=[1.0]), 1),
}


@pytest.mark.parametrize("name", _UPDATES)
def test_every_update_counts(name):
    update, change = _UPDATES[name]
    v = tf.Variable([0.0, 0.0, 0.0])
    race(_repeat(lambda: update(v)))
    np.testing.assert_array_equal(v.numpy(), [0, 0, 4 * _TIMES * change])


def test_updates_of_types_that_torch_cannot_add():
    v = tf.Variable(tf.constant(0, tf.uint32))
    one = tf.constant(1, tf.uint32)
    race(_repeat(lambda: v.assign_add(one)))
    assert v.numpy() == 4 * _TIMES


def test_rows_that_each_thread_sets_for_itself():
    v = tf.Variable(tf.zeros([4, 3]))

    def run(number):
        for i in range(200):
            v[number].assign(tf.fill([3], float(i)))
            assert v.numpy()[number].tolist() == [i] * 3

    race(run)


def test_every_number_of_a_count_comes_once():
    v = tf.Variable(0)
    found = race(lambda _: [int(v.count_up_to(10_000)) for _ in range(_TIMES)])
    assert sorted(n for part in found for n in part) == list(range(4 * _TIMES))


def test_counters_in_functions():
    v = tf.Variable(0)

    @tf.function
    def step(x):
        v.assign_add(x)

    one = tf.constant(1)
    step(one)
    v.assign(0)
    race(_repeat(lambda: step(one)))
    assert v.numpy() == 4 * _TIMES


@pytest.mark.parametrize("wrap", [lambda f: f, tf.function])
def test_counters_in_maps(wrap):
    v = tf.Variable(0, dtype=tf.int64)

    def count(x):
        v.assign_add(1)
        return x

    ds = tf.data.Dataset.range(1000).map(wrap(count), num_parallel_calls=4)
    assert [int(x) for x in ds] == list(range(1000))
    assert v.numpy() == 1000


def test_what_was_read_stays():
    v = tf.Variable(tf.zeros([200_000]))
    one = tf.ones([200_000])

    def run(number):
        for _ in range(40):
            if number % 2:
                v.assign_add(one)
                continue
            value = v.read_value()
            seen = value.numpy()
            assert seen.min() == seen.max(), "a value in the midst of a change"
            np.testing.assert_array_equal(value.numpy(), seen)

    race(run)
    assert v.numpy()[0] == 80


def test_an_assignment_during_an_addition_is_not_lost():
    v = tf.Variable(tf.zeros([100_000]))
    one = tf.ones([100_000])

    def run(number):
        for i in range(60):
            if number:
                v.assign_add(one)
            else:
                v.assign(tf.fill([100_000], -1000.0 * (i + 1)))
                assert -1000 * (i + 1) <= v.numpy()[0] < -1000 * (i + 1) + 200

    race(run)


def test_optimizers_count_every_step():
    v, w = tf.Variable(tf.zeros([1000])), tf.Variable(tf.zeros([10]))
    for optimizer in (tf.keras.optimizers.SGD(1.0), tf.keras.optimizers.legacy.SGD(1.0)):
        v.assign(tf.zeros([1000]))
        w.assign(tf.zeros([10]))
        gradients = [(tf.ones([1000]), v), (tf.ones([10]), w)]
        race(lambda _, optimizer=optimizer, gradients=gradients: [optimizer.apply_gradients(gradients) for _ in range(100)] and None)
        assert optimizer.iterations.numpy() == 400
        assert set(v.numpy()) == set(w.numpy()) == {-400.0}


def test_sessions_in_threads():
    with tf.Graph().as_default():
        v = tf.compat.v1.get_variable("v", initializer=0, use_resource=False)
        add = tf.compat.v1.assign_add(v, 1)
        with tf.compat.v1.Session() as session:
            session.run(v.initializer)
            race(lambda _: [session.run(add) for _ in range(50)] and None)
            assert session.run(v) == 200


def test_a_change_within_a_change():
    v, w = tf.Variable([1.0, 2.0]), tf.Variable(5.0)
    with in_place(v, v, w) as (a, b, c):
        assert a is b
        assert v.numpy().tolist() == [1, 2]  # a signal handler may read
        v.assign_add([1.0, 1.0])
        w.assign(7.0)
        w.assign_add(1.0)
        a.add_(1)
    assert v.numpy().tolist() == [3, 4]
    assert w.numpy() == 8
    with pytest.raises(tf.errors.InvalidArgumentError):
        v.assign_add([1.0, 1.0, 1.0])
    assert v.numpy().tolist() == [3, 4]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")
def test_a_signal_handler_that_reads_and_writes():
    v, seen = tf.Variable(tf.zeros([50_000])), []

    def handler(*_):
        seen.append(v.numpy()[0])
        v.assign_add(tf.fill([50_000], 1000.0))

    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
        one = tf.ones([50_000])
        for _ in range(300):
            v.assign_add(one)
        signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert v.numpy()[0] == 300 + 1000 * len(seen)
    assert set(v.numpy()) == {v.numpy()[0]}


# A library such as h5py takes its lock before a fork, and before variables are asked, because it was imported after them.
FORKS = """
import os, signal, threading
import tfshim as tf
from tfshim.engine.variables.in_place import in_place

library = threading.Lock()
os.register_at_fork(before=library.acquire, after_in_parent=library.release, after_in_child=library.release)
v, holds, done = tf.Variable(tf.zeros([3])), threading.Event(), threading.Event()

def change():
    with in_place(v):
        holds.set()
        while not done.is_set():
            with library:
                pass

thread = threading.Thread(target=change)
thread.start()
holds.wait()
child = os.fork()
if not child:
    signal.alarm(20)
    os._exit(0 if v.numpy().tolist() == [0, 0, 0] and v.assign_add(tf.ones(3)).numpy().tolist() == [1, 1, 1] else 1)
print(os.waitpid(child, 0)[1])
done.set()
thread.join()
print(v.numpy().tolist())
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_fork_does_not_wait_for_a_thread_that_waits_for_the_fork(tmp_path):
    done = after_torch.python("-c", FORKS, cwd=tmp_path)
    assert done.stdout.split("\n")[:2] == ["0", "[0.0, 0.0, 0.0]"], done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_process_goes_on():
    v, stop = tf.Variable(tf.zeros([1000])), threading.Event()
    one = tf.ones([1000])
    busy = [threading.Thread(target=lambda: [v.assign_add(one) for _ in iter(stop.is_set, True)], daemon=True) for _ in range(3)]
    for thread in busy:
        thread.start()
    try:
        for _ in range(10):
            child = os.fork()
            if not child:
                signal.alarm(20)
                value = v.numpy()
                v.assign_add(one)
                os._exit(0 if (v.numpy() == value + 1).all() and value.min() == value.max() else 1)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        stop.set()
        for thread in busy:
            thread.join()
