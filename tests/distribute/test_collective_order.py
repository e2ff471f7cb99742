"""Sums over workers that one exchange serves, with one worker in this process."""

import pytest
from torch import distributed

import tfshim as tf
from tfshim.distribute import collectives

WORKERS = collectives.Workers(0, 1)


@pytest.fixture
def exchanges(monkeypatch):
    """The sizes of all exchanges, as they come."""
    distributed.init_process_group("gloo", store=distributed.HashStore(), rank=0, world_size=1)
    sizes, run = [], distributed.all_reduce
    monkeypatch.setattr(distributed, "all_reduce", lambda t, **options: (sizes.append(t.numel()), run(t, **options))[1])
    yield sizes
    distributed.destroy_process_group()


def added(*values):
    return collectives.all_reduce(WORKERS, list(values))


def test_sums_that_only_reads_and_arithmetic_lie_between_are_one_exchange(exchanges):
    total, count = tf.Variable(6.0), tf.Variable([2.0, 4.0])

    @tf.function
    def results(x):
        (a,) = added(total.read_value() * x)
        half = a / 2.0
        (b,) = added(count.read_value())
        (c,) = added(x + 1.0)
        return half + b, c

    for _ in range(2):
        exchanges.clear()
        found, c = results(tf.constant(2.0))
        assert found.numpy().tolist() == [8.0, 10.0] and c.numpy() == 3.0
        assert exchanges == [4]


def test_a_sum_of_a_sum_waits_for_it(exchanges):
    @tf.function
    def results(x):
        (a,) = added(x)
        (b,) = added(a * 2.0)
        (c,) = added(x[:1])
        return a, b, c

    a, b, c = results(tf.constant([1.0, 2.0, 3.0]))
    assert (a.numpy().tolist(), b.numpy().tolist(), c.numpy().tolist()) == ([1, 2, 3], [2, 4, 6], [1])
    assert exchanges == [3, 4]


def test_a_sum_stays_behind_an_assignment(exchanges):
    v = tf.Variable(1.0)

    @tf.function
    def results():
        (before,) = added(v.read_value())
        v.assign_add(before)
        (after,) = added(v.read_value())
        return before, after

    assert [t.numpy() for t in results()] == [1.0, 2.0]
    assert exchanges == [1, 1]


def test_gradients_of_sums_side_by_side(exchanges):
    @tf.function
    def results(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            (a,) = added(x * x)
            (b,) = added(x * 3.0)
            y = tf.reduce_sum(a) + tf.reduce_sum(b)
        return y, tape.gradient(y, x)

    y, gradient = results(tf.constant([1.0, 2.0]))
    assert y.numpy() == 14.0 and gradient.numpy().tolist() == [5.0, 7.0]
