"""Steps of training in functions, whose gradients are taken by tapes, on NumPy's arrays: with the values of the ordinary program."""

import numpy as np
import pytest

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.engine.graphs.programs import training_steps  # noqa: E402

rng = np.random.RandomState(0)
X, W = rng.randn(6, 5).astype("f"), rng.randn(5, 4).astype("f")
PLACES = np.array([3, 0, 3, 1], "int32")


def both_ways(monkeypatch, build, *inputs, calls=6):
    """What calls of a new function give, and then its variables: on arrays from the third call on, and on tensors."""
    made = []
    for arrays in (True, False):
        with monkeypatch.context() as patch:
            if not arrays:
                patch.setattr(training_steps.FunctionStep, "on_arrays", lambda *_: None)
            tf.random.set_seed(3)
            variables = [tf.Variable(W, name="w"), tf.Variable(np.ones(4, "f"), name="b")]
            function = tf.function(build(*variables))
            results = [function(*map(tf.constant, inputs)) for _ in range(calls)]
            made.append([x.numpy() for x in tf.nest.flatten([results, variables], expand_composites=True)])
    return made


def assert_alike(one, other):
    for a, b in zip(one, other, strict=True):
        assert a.dtype == b.dtype and a.shape == b.shape
        np.testing.assert_allclose(a, b, rtol=2e-5, atol=1e-6)


def squares(w, b):
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.nn.relu(tf.matmul(x, w) + b)))
        of_w, of_b = tape.gradient(loss, [w, b])
        w.assign_sub(0.1 * of_w)
        b.assign_sub(0.1 * of_b)
        return loss, of_w

    return step


def two_tapes(w, b):
    def step(x):
        with tf.GradientTape() as one, tf.GradientTape() as other:
            h = tf.nn.dropout(tf.nn.relu(tf.matmul(x, w)), 0.3, seed=1)
            y = tf.nn.elu(h + b)
            first, second = tf.reduce_mean(y), tf.reduce_sum(tf.tanh(y * h))
        of_w = one.gradient(first, w)
        w.assign_sub(0.1 * of_w)
        b.assign_sub(0.1 * other.gradient(second, b))
        return first, second, h

    return step


def watched(w, b):
    def step(x):
        before = tf.matmul(x, w)
        with tf.GradientTape(persistent=True) as tape:
            tape.watch([x, before])
            h = tf.sigmoid(before + tf.matmul(x, w))
            y = h * h
        weights = tf.ones_like(y) * 0.5
        return *tape.gradient([y, h], [x, before, h, w], [weights, None]), tape.gradient(y, b, unconnected_gradients="zero")

    return step


def rows(w, b):
    optimizers = [tf.keras.optimizers.legacy.SGD(0.1, momentum=0.9), tf.keras.optimizers.Adam(0.01)]

    def step(places):
        with tf.GradientTape(persistent=True) as tape:
            flat, wide = tf.gather(w, places), tf.nn.embedding_lookup(b, tf.reshape(places, [2, 2]))
            loss = tf.reduce_sum(tf.square(flat - 0.5)) + tf.reduce_sum(wide * wide)
        found = tape.gradient(loss, [w, b])
        optimizers[0].apply_gradients([(found[0], w)])
        optimizers[1].apply_gradients([(found[1], b)])
        return loss, *found

    return step


def moving_averages(w, b):
    mean = tf.Variable(np.zeros(4, "f"), trainable=False)

    def step(x):
        with tf.GradientTape() as tape:
            y = tf.matmul(x, w)
            mean.assign(mean * 0.9 + tf.reduce_mean(y, 0) * 0.1)
            loss = tf.reduce_sum(tf.square(y - tf.reduce_mean(y, 0)) * b)
        of_w, of_b = tape.gradient(loss, [w, b])
        w.assign_sub(0.01 * of_w)
        return loss, of_b, tf.identity(mean)

    return step


@pytest.mark.parametrize("build", [squares, two_tapes, watched, rows, moving_averages])
def test_the_values_are_those_of_the_ordinary_program(monkeypatch, served, build):
    assert_alike(*both_ways(monkeypatch, build, PLACES if build is rows else X))
    assert served == [True] * 4


def keras_training():
    """What some steps of a small model give."""
    tf.keras.utils.set_random_seed(1)
    model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dropout(0.2, seed=4), tf.keras.layers.Dense(3)])
    model.build([None, 5])
    optimizer, accuracy = tf.keras.optimizers.Adam(0.05), tf.keras.metrics.SparseCategoricalAccuracy()
    loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            predicted = model(x, training=True)
            loss = loss_of(y, predicted)
        found = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(found, model.trainable_variables))
        accuracy.update_state(y, predicted)
        return loss

    losses = [step(tf.constant(X), tf.constant([0, 1, 2, 0, 1, 2])).numpy() for _ in range(6)]
    return [*losses, *model.get_weights(), accuracy.result().numpy()]


def test_layers_and_optimizers_of_keras(monkeypatch, served):
    made = keras_training()
    assert served == [True] * 4
    monkeypatch.setattr(training_steps.FunctionStep, "on_arrays", lambda *_: None)
    assert_alike(made, keras_training())


def again(w, b):
    def step(x):
        with tf.GradientTape() as outer:
            with tf.GradientTape() as inner:
                y = tf.reduce_sum(tf.tanh(tf.matmul(x, w)) ** 2)
            slope = tf.reduce_sum(tf.square(inner.gradient(y, w)))
        return outer.gradient(slope, w)

    return step


def read_twice(w, b):
    def step(x):
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(tf.matmul(x, w))
            w.assign(w * 0.5)
            y += tf.reduce_sum(tf.matmul(x, w) ** 2)
        return tape.gradient(y, w)

    return step


def read_after(w, b):
    def step(x):
        b.assign_add(tf.ones(4))
        with tf.GradientTape() as tape:
            y = tf.reduce_sum((tf.matmul(x, w) + b) ** 2)
        return tape.gradient(y, [w, b])

    return step


def stopped(w, b):
    def step(x):
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(tf.matmul(x, w) ** 2)
            with tape.stop_recording():
                z = y * tf.reduce_sum(b)
            y = y + z
        return tape.gradient(y, w)

    return step


def one_after_the_other(w, b, optimizer):
    def step(x):
        with tf.GradientTape() as tape:
            y = tf.reduce_sum((tf.matmul(x, w) + b) ** 2)
        optimizer.apply_gradients([(tape.gradient(y, w), w)])
        with tf.GradientTape() as tape:
            z = tf.reduce_sum(tf.nn.relu(tf.matmul(x, w) + b))
        return y, tape.gradient(z, [w, b])

    return step


def by_a_new_optimizer(w, b):
    return one_after_the_other(w, b, tf.keras.optimizers.Adam(0.5))


def by_an_old_optimizer(w, b):
    return one_after_the_other(w, b, tf.keras.optimizers.legacy.SGD(0.5))


def by_one_of_tensorflow_1(w, b):
    return one_after_the_other(w, b, tf.compat.v1.train.MomentumOptimizer(0.5, 0.9))


def by_python(w, b):
    def step(x):
        tf.py_function(lambda: b.assign_add(np.ones(4, "f")).read_value(), [], tf.float32)
        with tf.GradientTape() as tape:
            y = tf.reduce_sum((tf.matmul(x, w) + b) ** 2)
        return tape.gradient(y, [w, b])

    return step


def by_another_function(w, b):
    @tf.function
    def change():
        b.assign_add(tf.ones(4))

    def step(x):
        change()
        with tf.GradientTape() as tape:
            y = tf.reduce_sum((tf.matmul(x, w) + b) ** 2)
        return tape.gradient(y, [w, b])

    return step


CHANGES = [by_a_new_optimizer, by_an_old_optimizer, by_one_of_tensorflow_1, by_python, by_another_function]


@pytest.mark.parametrize("build", [again, read_twice, read_after, stopped, *CHANGES])
def test_what_needs_tapes_has_them(monkeypatch, served, build):
    assert_alike(*both_ways(monkeypatch, build, X))
    assert not any(served)


def test_rows_of_what_has_no_known_rank(served):
    @tf.function(input_signature=[tf.TensorSpec(None)])
    def step(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(tf.gather(x, [1, 1]) ** 2)
        found = tape.gradient(y, x)
        return found.values, found.indices, found.dense_shape

    for _ in range(4):
        values, indices, sizes = step(tf.constant(W))
    np.testing.assert_allclose(values, 2 * W[[1, 1]], rtol=1e-6)
    assert indices.numpy().tolist() == [1, 1] and sizes.numpy().tolist() == [5, 4]
    assert not any(served)


def test_calls_within_a_tape_run_on_tensors(served):
    w = tf.Variable(W)
    step = tf.function(squares(w, tf.Variable(np.ones(4, "f"))))
    for _ in range(4):
        step(tf.constant(X))
    with tf.GradientTape() as tape:
        loss, _ = step(tf.constant(X))
    assert tape.gradient(loss, w) is not None
    assert served == [True] * 2 + [False]


def test_an_error_is_that_of_the_ordinary_program_and_changes_nothing(served):
    table, size = tf.Variable(W), tf.Variable(np.ones(4, "f"))
    step = tf.function(rows(table, size))
    for _ in range(4):
        step(tf.constant(PLACES))
    before = table.numpy(), size.numpy()
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices\[2\] = 9 is not in \[0, 5\)"):
        step(tf.constant([0, 1, 9, 2], tf.int32))
    assert (before[0] == table.numpy()).all() and (before[1] == size.numpy()).all()
    assert served == [True] * 2 + [False]


def test_a_batch_of_any_size(served):
    step = tf.function(squares(tf.Variable(W), tf.Variable(np.ones(4, "f"))), input_signature=[tf.TensorSpec([None, 5])])
    for n in (6, 6, 3, 200_000, 1):
        step(tf.constant(np.ones((n, 5), "f")))
    assert served == [True, False, True]
