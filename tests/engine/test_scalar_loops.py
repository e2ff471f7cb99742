"""Loops over single numbers run on NumPy's numbers: with the values, dtypes and errors of the ordinary loop."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tests.recorded.cases import programs  # noqa: E402
from tfshim.engine.graphs import scalar_loops  # noqa: E402
from tfshim.engine.graphs.programs.arrays import array_gradients  # noqa: E402


def both_ways(function, *arguments):
    """What the traced `function` gives without a tape, and under one, where only the ordinary loop serves."""
    plain = function(*arguments)
    with tf.GradientTape():
        ordinary = function(*arguments)
    return tf.nest.flatten(plain), tf.nest.flatten(ordinary)


@tf.function
def arithmetic(n, x, y, k):
    i = tf.constant(0)
    while i < n and not tf.equal(y, 0.0):
        x = (x * y - tf.cast(i, tf.float32)) / (tf.abs(x) + 1.0) + tf.square(y) * 0.25
        y = -y + 0.5
        k = tf.maximum(k * 3 + i, k // 2 - i % 7)
        i += 1
    return i, x, y, k


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 40), st.floats(-1e3, 1e3, width=32), st.floats(-8, 8, width=32), st.integers(-(2**31), 2**31 - 1))
def test_arithmetic_is_that_of_tensors(n, x, y, k):
    plain, ordinary = both_ways(arithmetic, tf.constant(n), tf.constant(x, tf.float32), tf.constant(y, tf.float32), tf.constant(k))
    for a, b in zip(plain, ordinary):
        assert a.dtype == b.dtype and a.shape == b.shape
        np.testing.assert_array_equal(a.numpy(), b.numpy())


def test_numbers_beside_tensors():
    @tf.function
    def f(x):
        i = tf.constant(0, tf.int64)
        while tf.reduce_sum(x) < 100.0:
            x = x * tf.cast(i + 1, tf.float32)
            i += 1
        return i, x

    plain, ordinary = both_ways(f, tf.constant([1.0, 2.0]))
    assert [v.numpy().tolist() for v in plain] == [v.numpy().tolist() for v in ordinary] == [5, [120.0, 240.0]]


def test_division_by_zero_is_told_by_the_ordinary_loop():
    @tf.function
    def f(n):
        x = tf.constant(1)
        while x < n:
            x = x // (x - x)
        return x

    with pytest.raises(tf.errors.InvalidArgumentError, match="Integer division by zero"):
        f(tf.constant(3))


def test_counting_is_done_on_numbers(monkeypatch):
    served = []
    attempt = scalar_loops.attempt
    monkeypatch.setattr(scalar_loops, "attempt", lambda *a: served.append(attempt(*a)) or served[-1])
    assert int(arithmetic(tf.constant(4), tf.constant(1.0), tf.constant(2.0), tf.constant(1))[0]) == 4
    assert served[0] is not None


def test_counting_under_a_tape(monkeypatch):
    served = []
    monkeypatch.setattr(array_gradients, "attempt", lambda *_: None)
    attempt = scalar_loops.attempt
    monkeypatch.setattr(scalar_loops, "attempt", lambda *a: served.append(attempt(*a)) or served[-1])
    w = tf.Variable([[0.5, -0.25], [1.0, 0.75]])

    @tf.function
    def f(x, turns):
        with tf.GradientTape() as tape:
            tape.watch(x)
            i, power = tf.constant(0), tf.constant(1.0)
            h = x
            while i < turns:
                h = tf.tanh(tf.matmul(h, w)) * tf.cast(i + 1, tf.float32) * power
                power *= 0.5 + h[0, 0]
                i += 1
        return i, h, tape.gradient(h, [x, w])

    def by_hand(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            h, power = x, tf.constant(1.0)
            for i in range(4):
                h = tf.tanh(tf.matmul(h, w)) * (i + 1.0) * power
                power *= 0.5 + h[0, 0]
        return h, tape.gradient(h, [x, w])

    x = tf.constant([[0.3, 0.6]])
    turns, h, gradients = f(x, tf.constant(4))
    expected, by = by_hand(x)
    assert int(turns) == 4 and served and served[0] is not None
    np.testing.assert_allclose(h, expected, rtol=1e-6)
    for a, b in zip(gradients, by):
        np.testing.assert_allclose(a, b, rtol=1e-5)


@tf.function
def steps_of_collatz(n):
    count = tf.constant(0)
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        count += 1
    return count, n


@tf.function
def branches_of_all_kinds(n):
    a, b, seen = tf.constant(1, tf.int64), tf.constant(2.5, tf.float64), tf.constant(False)
    total = tf.constant(0)
    for i in tf.range(n):
        if seen:
            a, b = a * 3, b / 2.0
        else:
            seen = i > 2
        if not seen or i == 5:
            b = b + tf.cast(a, tf.float64)
            if i % 2 == 1 and a < 2:
                continue
        if total > 12:
            break
        total += i
    return a, b, seen, total


@tf.function
def branches_that_pass_tensors(x, n):
    y, i = x * 2.0, tf.constant(0)
    while i < n:
        if i % 2 == 0:
            x, y = y, x
        i += 1
    return x, y


@pytest.mark.parametrize(
    "function, arguments, expected",
    [
        (steps_of_collatz, [27], [111, 1]),
        (steps_of_collatz, [1], [0, 1]),
        (branches_of_all_kinds, [0], [1, 2.5, False, 0]),
        (branches_of_all_kinds, [7], [27, 5.1875, True, 14]),
        (branches_that_pass_tensors, [[1.0, 2.0], 3], [[1.0, 2.0], [2.0, 4.0]]),
    ],
)
def test_branches_are_part_of_the_loop(monkeypatch, function, arguments, expected):
    given = [tf.constant(x) for x in arguments]
    assert [v.numpy().tolist() for v in both_ways(function, *given)[1]] == expected
    served = []
    attempt = scalar_loops.attempt
    monkeypatch.setattr(scalar_loops, "attempt", lambda *a: served.append(attempt(*a)) or served[-1])
    assert [v.numpy().tolist() for v in tf.nest.flatten(function(*given))] == expected
    assert served and served[-1] is not None


def test_errors_of_branches_are_told_by_the_ordinary_loop():
    @tf.function
    def f(n):
        x = tf.constant(5)
        for i in tf.range(n):
            if i > 2:
                x = x // (i - 3)
            else:
                x += 1
        return x

    assert int(f(tf.constant(3))) == 8
    with pytest.raises(tf.errors.InvalidArgumentError, match="Integer division by zero"):
        f(tf.constant(6))


@programs("assigning_loops")
def test_loops_that_assign_are_those_of_tensorflow(case):
    case.check(tf)


def assigning_runs(monkeypatch):
    """A list that gets True for each loop with assignments that runs on numbers, False for one that has to run as it is."""
    found, made = [], scalar_loops._made

    def noted(*arguments):
        run = made(*arguments)
        found.append(run is not None and run._effects)
        return run

    monkeypatch.setattr(scalar_loops, "_made", noted)
    return found


def test_loops_that_assign_run_on_numbers(monkeypatch):
    found, n, row = assigning_runs(monkeypatch), tf.Variable(0), tf.Variable([1.0, 3.0])

    @tf.function
    def f():  # more numbers than names of variables by their count, once the same
        i, a, b, x, y, p = tf.constant(0), tf.constant(1), tf.constant(2), tf.constant(1.0), tf.constant(0.5), tf.constant([1.0, 2.0])
        while i < 6:
            n.assign(a)
            a, x = tf.maximum(i, a), y * 0.5 + x
            n.assign_add(i)
            p = row * x
            b, a, i = a, i + a, i + 1
        return i, a, b, x, p

    assert [t.numpy().tolist() for t in f()] == [6, 16, 11, 2.5, [2.5, 7.5]] and n.numpy() == 16
    assert found == [True]


def test_a_turn_that_fails_is_not_run_again(monkeypatch):
    found, n, rows = assigning_runs(monkeypatch), tf.Variable(0), tf.constant([[1, 2], [3, 4]])

    @tf.function
    def f():
        i, j, seen = tf.constant(0), tf.constant(1), tf.zeros([2], tf.int32)
        while i < 6:
            n.assign_add(i + j)
            seen = tf.gather(rows, i)
            i, j = i + 1, j * 2
        return seen

    with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices = 2 is not in \[0, 2\)"):
        f()
    assert n.numpy() == (0 + 1) + (1 + 2) + (2 + 4) and found == [True]


def test_loops_whose_numbers_may_fail_run_as_they_are(monkeypatch):
    found, n = assigning_runs(monkeypatch), tf.Variable(3)

    @tf.function
    def f():
        i, d = tf.constant(0), tf.constant(2)
        while i < 6:
            n.assign_add(8 // d)
            i, d = i + 1, d - 1
        return i

    with pytest.raises(tf.errors.InvalidArgumentError, match="division by zero"):
        f()
    assert n.numpy() == 3 + 4 + 8 and found == [False]
