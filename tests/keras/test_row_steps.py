"""Steps on large tables of which some rows have a gradient: what a step on the gradient of the whole table does."""

import numpy as np
import pytest

import tfshim as tf
from tfshim.keras.optimizers import row_steps

optimizers, legacy = tf.keras.optimizers, tf.keras.optimizers.legacy
SHAPE = [8192, 32]
# Rows that occur several times, the first and the last.
PLACES = [5, 0, 8191, 5, 77, 5]

OPTIMIZERS = {
    "sgd": lambda: optimizers.SGD(0.1),
    "momentum": lambda: optimizers.SGD(0.1, momentum=0.9),
    "nesterov": lambda: optimizers.SGD(0.1, momentum=0.9, nesterov=True),
    "rmsprop": lambda: optimizers.RMSprop(0.01),
    "centered": lambda: optimizers.RMSprop(0.01, centered=True, momentum=0.5),
    "adagrad": lambda: optimizers.Adagrad(0.1),
    "adam": lambda: optimizers.Adam(0.01),
    "amsgrad": lambda: optimizers.Adam(0.01, amsgrad=True),
    "adamw": lambda: optimizers.AdamW(0.01, weight_decay=0.1),
    "averages": lambda: optimizers.Adam(0.01, use_ema=True, ema_overwrite_frequency=2),
    "schedule": lambda: optimizers.SGD(optimizers.schedules.ExponentialDecay(0.1, 1, 0.5)),
    "adamax": lambda: optimizers.Adamax(0.01),
    "legacy adam": lambda: legacy.Adam(0.01),
    "legacy amsgrad": lambda: legacy.Adam(0.01, amsgrad=True),
}


def _gradients(dtype):
    rng = np.random.default_rng(0)
    return [(rng.normal(size=[len(PLACES), SHAPE[1]]).astype(dtype), rng.normal(size=[3]).astype(dtype)) for _ in range(3)]


def _trained(make, sparse, dtype="float32", compiled=False):
    """All variables after three steps on a table and a vector; `sparse`: by gradients of rows."""
    table = tf.Variable(np.random.default_rng(1).normal(size=SHAPE).astype(dtype))
    vector = tf.Variable(np.ones(3, dtype))
    optimizer = make()

    def step(values, of_vector):
        rows = tf.IndexedSlices(values, tf.constant(PLACES), tf.constant(SHAPE))
        optimizer.apply_gradients([(rows if sparse else tf.convert_to_tensor(rows), table), (of_vector, vector)])

    if compiled:
        step = tf.function(step)
    for values, of_vector in _gradients(dtype):
        step(tf.constant(values), tf.constant(of_vector))
    kept = optimizer.variables() if callable(optimizer.variables) else optimizer.variables
    return [v.numpy() for v in (table, vector, *kept)]


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("name", OPTIMIZERS)
def test_rows_step_as_the_whole_table_does(name, compiled):
    for a, b in zip(_trained(OPTIMIZERS[name], True, compiled=compiled), _trained(OPTIMIZERS[name], False)):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("name", ["adam", "centered", "momentum", "adagrad"])
def test_rows_of_float64(name):
    for a, b in zip(_trained(OPTIMIZERS[name], True, "float64"), _trained(OPTIMIZERS[name], False, "float64")):
        np.testing.assert_allclose(a, b, rtol=1e-12)


def test_no_gradient_of_the_whole_table_is_made():
    """A table of 32 MiB; the step may not need as much again."""
    table = tf.Variable(tf.zeros([1 << 18, 32]))
    optimizer = optimizers.Adagrad(0.1)
    optimizer.build([table])
    rows = row_steps.rows_of(tf.ones([2, 32])._t, tf.constant([3, 9])._t, table._t, 1 << 15)
    assert rows.indices.tolist() == [3, 9]
    values, indices = optimizer._given(tf.IndexedSlices(tf.ones([2, 32]), tf.constant([3, 9])), table)
    assert values.shape == [2, 32] and indices.shape == [2]
    optimizer.apply_gradients([(tf.IndexedSlices(values, indices), table)])
    changed = np.flatnonzero(table.numpy().any(axis=1))
    assert changed.tolist() == [3, 9]


@pytest.mark.parametrize("rows", [4, SHAPE[0]])
@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("make", [optimizers.Adam, optimizers.Adafactor, legacy.Adam, legacy.SGD])
def test_rows_outside_of_the_table(rows, compiled, make):
    table = tf.Variable(tf.zeros([rows, SHAPE[1]]))
    optimizer = make()

    def step(place):
        optimizer.apply_gradients([(tf.IndexedSlices(tf.ones([1, SHAPE[1]]), place[tf.newaxis]), table)])

    step = tf.function(step) if compiled else step
    for place in (-1, rows):
        with pytest.raises(tf.errors.InvalidArgumentError, match=rf"indices\[0\] = {place} is not in \[0, {rows}\)"):
            step(tf.constant(place))
    assert not table.numpy().any()


def test_values_of_another_width():
    table = tf.Variable(tf.zeros(SHAPE))
    optimizer = optimizers.Adam()
    with pytest.raises((ValueError, tf.errors.InvalidArgumentError)):
        optimizer.apply_gradients([(tf.IndexedSlices(tf.ones([1, 5]), tf.constant([0])), table)])
    assert not table.numpy().any()


def test_bounds():
    """The norm is that of the values as they are given, so that a row that occurs twice counts by both."""
    table = tf.Variable(tf.zeros(SHAPE))
    rows = tf.IndexedSlices(tf.ones([4, SHAPE[1]]), tf.constant([1, 2, 2, 3]))
    optimizers.SGD(1.0, clipnorm=1.0).apply_gradients([(rows, table)])
    each = 1 / np.sqrt(4 * SHAPE[1])
    np.testing.assert_allclose(table.numpy()[:5, 0], [0, -each, -2 * each, -each, 0], rtol=1e-6)


@pytest.mark.parametrize("make", [lambda: legacy.RMSprop(0.1), lambda: legacy.Nadam(0.1)])
def test_legacy_optimizers_move_only_rows_with_a_gradient(make):
    table = tf.Variable(tf.ones(SHAPE))
    optimizer = make()
    for places in ([1, 2], [2, 3]):
        optimizer.apply_gradients([(tf.IndexedSlices(tf.ones([2, SHAPE[1]]), tf.constant(places)), table)])
    once, twice, late, none = (table.numpy()[i, 0] for i in (1, 2, 3, 4))
    assert none == 1 and once < 1 and late < 1 and twice < min(once, late)
    slots = [optimizer.get_slot(table, n).numpy()[:, 0] for n in optimizer.get_slot_names() if n != "momentum"]
    # What is kept for the row of the first step has decayed in the second.
    assert all(0 < s[1] < s[3] < s[2] and s[4] == 0 for s in slots)
