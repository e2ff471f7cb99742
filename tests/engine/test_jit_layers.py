"""What layers do inside `jit_compile=True`: random numbers, rows of tables, recurrences, sizes."""

import logging
import shutil

import numpy as np
import pytest

import tfshim as tf

pytestmark = pytest.mark.skipif(not (shutil.which("g++") or shutil.which("clang++")), reason="Inductor needs a C++ compiler")


@pytest.fixture(autouse=True)
def compiled(caplog):
    """Nothing in here may run without being compiled."""
    caplog.set_level(logging.WARNING)
    yield
    assert "without being compiled" not in caplog.text


def test_dropout_draws_anew_at_every_call_and_its_gradient_has_the_same_mask():
    @tf.function(jit_compile=True)
    def step(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.nn.dropout(x, 0.25) * 3.0
        return y, tape.gradient(y, x)

    x = tf.constant(np.linspace(1, 2, 20_000), tf.float32)
    kept = []
    for _ in range(2):
        y, gradient = (t.numpy() for t in step(x))
        np.testing.assert_allclose(gradient, y / x.numpy(), rtol=1e-5)
        assert set(np.unique(gradient)) == {np.float32(0), np.float32(4)}
        assert abs((gradient > 0).mean() - 0.75) < 0.02
        kept.append(gradient > 0)
    assert 0.5 < (kept[0] == kept[1]).mean() < 0.75


def test_dropout_under_a_tape_around_the_compiled_function():
    @tf.function(jit_compile=True)
    def drop(x):
        return tf.nn.dropout(x, 0.5)

    x = tf.ones([10_000])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = drop(x)
    np.testing.assert_array_equal(tape.gradient(y, x), y)
    assert abs(y.numpy().mean() - 1) < 0.1


DRAWS = (
    (tf.random.uniform, 0, 1, 0.5, 12**-0.5),
    (tf.random.normal, -7, 7, 0, 1),
    (tf.random.truncated_normal, -2, 2, 0, 0.88),
)


# What is alike stands in one function: each that is compiled starts a C++ compiler, which takes seconds.
def test_unseeded_numbers_are_drawn_at_every_call():
    function = tf.function(lambda x: [x + draw([20_000]) for draw, *_ in DRAWS], jit_compile=True)
    drawn, again = (function(tf.zeros([])) for _ in range(2))
    for a, b, (draw, low, high, mean, deviation) in zip(drawn, again, DRAWS, strict=True):
        a, b = a.numpy(), b.numpy()
        assert a.dtype == np.float32 and low <= a.min() and a.max() <= high and (a != b).mean() > 0.99, draw
        assert abs(a.mean() - mean) < 0.05 and abs(a.std() - deviation) < 0.05, draw


TABLES = [(lookups, also_dense) for lookups in (1, 2) for also_dense in (False, True)]


def test_gradients_of_tables_are_slices_where_they_are_without_compiling():
    rows = np.random.RandomState(0).rand(7, 3).astype(np.float32)
    tables = [tf.Variable(rows) for _ in TABLES]

    def gradient(table, ids, lookups, also_dense):
        with tf.GradientTape() as tape:
            rows = sum(tf.reduce_sum(tf.sin(tf.nn.embedding_lookup(table, (ids + i) % 7)) ** 2) for i in range(lookups))
            loss = rows + tf.reduce_sum(table**3) if also_dense else rows
        gradient = tape.gradient(loss, table)
        return (tf.convert_to_tensor(gradient), gradient) if isinstance(gradient, tf.IndexedSlices) else (gradient,)

    def step(ids):
        return [gradient(table, ids, *how) for table, how in zip(tables, TABLES, strict=True)]

    ids = tf.constant([[1, 2, 1], [0, 5, 2]])
    compiled, plain = (tf.function(step, jit_compile=how)(ids) for how in (True, False))
    for (lookups, also_dense), (dense, *slices), (wanted, *wanted_slices) in zip(TABLES, compiled, plain, strict=True):
        np.testing.assert_allclose(dense, wanted, rtol=1e-5)
        assert len(slices) == len(wanted_slices) == (not also_dense)
        for s, w in zip(slices, wanted_slices):
            assert s.values.shape == [6 * lookups, 3] and s.indices.dtype == w.indices.dtype
            np.testing.assert_array_equal(s.dense_shape, w.dense_shape)
            if lookups == 1:  # the order of several lookups is free
                np.testing.assert_array_equal(s.indices, w.indices)
                np.testing.assert_allclose(s.values, w.values, rtol=1e-5)


def test_gradients_of_tables_under_a_tape_around_the_compiled_function():
    table = tf.Variable(np.random.RandomState(0).rand(7, 3).astype(np.float32))
    ids = tf.constant([1, 4, 1])

    def gradient(**how):
        look_up = tf.function(lambda ids: tf.tanh(tf.nn.embedding_lookup(table, ids)), **how)
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(look_up(ids) ** 2)
        return tf.convert_to_tensor(tape.gradient(loss, table))

    np.testing.assert_allclose(gradient(jit_compile=True), gradient(), rtol=1e-5)


def test_recurrences():
    layers = [kind(4, return_sequences=True) for kind in (tf.keras.layers.LSTM, tf.keras.layers.GRU)]
    x = tf.constant(np.random.RandomState(1).rand(2, 2, 5), tf.float32)
    for layer in layers:
        layer(x)

    def step(x):
        found = []
        for layer in layers:
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(tf.sin(layer(x)))
            found += [loss, *tape.gradient(loss, layer.trainable_variables)]
        return found

    for found, wanted in zip(tf.function(step, jit_compile=True)(x), tf.function(step)(x), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-6)


def test_sizes_that_are_known_are_no_values_to_be_asked_for():
    @tf.function(jit_compile=True, input_signature=[tf.TensorSpec([None, 6])])
    def positions(x):
        return x + tf.cast(tf.range(tf.shape(x)[-1]), tf.float32)

    np.testing.assert_array_equal(positions(tf.zeros([2, 6])), [np.arange(6)] * 2)


def test_a_model_with_an_optimizer_trains_compiled():
    layers = tf.keras.layers
    model = tf.keras.Sequential([layers.Embedding(20, 8), layers.Dropout(0.1), layers.GlobalMaxPooling1D(), layers.Dense(2)])
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(tf.keras.optimizers.Adam(0.05), loss, ["accuracy"], jit_compile=True)
    x = np.random.RandomState(0).randint(0, 20, (64, 5))
    history = model.fit(x, (x[:, 0] > 9).astype(int), batch_size=32, epochs=15, verbose=0).history["loss"]
    assert history[-1] < 0.75 * history[0]


def test_two_optimizers_in_one_step():
    def training(**how):
        a, b = tf.Variable([1.0, 2.0]), tf.Variable([3.0, 4.0])
        optimizers = [tf.keras.optimizers.Adam(0.1), tf.keras.optimizers.SGD(0.1)]
        for optimizer, v in zip(optimizers, (a, b)):
            optimizer.build([v])

        @tf.function(**how)
        def step(x):
            with tf.GradientTape() as first, tf.GradientTape() as second:
                made = tf.tanh(a * x)
                losses = tf.reduce_sum((made * b) ** 2), tf.reduce_sum(tf.sin(made * b))
            optimizers[0].apply_gradients([(first.gradient(losses[0], a), a)])
            optimizers[1].apply_gradients([(second.gradient(losses[1], b), b)])
            return losses, a + b

        results = [step(tf.constant([0.3, 0.4])) for _ in range(3)]
        return [t.numpy() for t in tf.nest.flatten(results)] + [a.numpy(), b.numpy()]

    for found, wanted in zip(training(jit_compile=True), training(), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-5)


def test_what_does_not_depend_on_an_effect_is_compiled_and_what_may_see_it_comes_after_it(capfd):
    v = tf.Variable(1.0)

    @tf.function(jit_compile=True)
    def f(x):
        y = tf.exp(x)
        tf.print("y", tf.reduce_sum(y))
        v.assign_add(tf.reduce_sum(y))
        return y * 2.0, v * x, tf.sin(x)

    x = tf.constant([0.0, 0.0])
    for seen in (3.0, 5.0):
        for found, wanted in zip(f(x), ([2.0, 2.0], [0.0, 0.0], [0.0, 0.0])):
            np.testing.assert_allclose(found, wanted)
        assert float(v) == seen
    np.testing.assert_allclose(f(tf.ones([1]))[1], [5.0 + np.e], rtol=1e-6)
    assert [line for line in capfd.readouterr().err.splitlines() if line.startswith("y ")][:2] == ["y 2", "y 2"]


def test_gradients_of_overlapping_windows():
    """Where Inductor makes code of the gradient of `unfold` itself, positions are counted twice, and memory is overwritten."""
    w = tf.Variable(np.linspace(-1, 1, 3 * 3 * 128 * 128).reshape(3, 3, 128, 128), dtype=tf.float32)
    x = tf.constant(np.linspace(-2, 2, 8 * 2 * 2 * 128).reshape(8, 2, 2, 128), tf.float32)

    def step(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.nn.relu(tf.nn.conv2d(tf.nn.relu(x), w, 1, "SAME"))
            y = tf.reduce_sum(y * y)
        return tape.gradient(y, [x, w])

    for made, wanted in zip(tf.function(step, jit_compile=True)(x), step(x)):
        np.testing.assert_allclose(made, wanted, rtol=1e-4, atol=1e-4 * np.abs(wanted).max())


def test_variables_whose_values_change_their_strides():
    """Code is made for the strides of the first values; those that come out of a product may be others."""
    v = tf.Variable(np.arange(12).reshape(3, 4), dtype=tf.float32)
    square = tf.constant(np.arange(9).reshape(3, 3), tf.float32)

    @tf.function(jit_compile=True)
    def step(x):
        v.assign(tf.transpose(tf.matmul(v, x, transpose_a=True)) + 1.0)
        return tf.reduce_sum(v * tf.range(4.0)), v + 1.0

    value = v.numpy()
    for _ in range(3):
        value = (value.T @ square.numpy()).T + 1
        total, more = step(square)
        np.testing.assert_allclose(total, (value * np.arange(4)).sum(), rtol=1e-5)
        np.testing.assert_allclose(more, value + 1, rtol=1e-5)


def test_a_variable_of_unknown_shape_takes_a_value_of_another():
    v = tf.Variable([1.0, 2.0], shape=[None])
    double = tf.function(lambda: v * 2.0, jit_compile=True)
    assert double().numpy().tolist() == [2, 4]
    v.assign([1.0, 2.0, 3.0])
    assert double().numpy().tolist() == [2, 4, 6]
