"""Loops over small tensors run on NumPy's arrays: with the values, dtypes, random draws and errors of the ordinary loop."""

import numpy as np
import pytest

import tfshim
from tests import attempts

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.engine.graphs.programs.arrays import array_loops  # noqa: E402
from tfshim.engine.ops.op import REGISTRY  # noqa: E402

v1 = tf.compat.v1
rng = np.random.RandomState(0)


@pytest.fixture
def served(monkeypatch):
    """Whether each loop that asked ran on arrays."""
    return attempts.noted(array_loops, monkeypatch)


def both_ways(monkeypatch, build):
    """What fetches of a new graph give in two runs, on arrays and on tensors."""
    made = []
    for arrays in (True, False):
        with monkeypatch.context() as patch:
            if not arrays:
                patch.setattr(array_loops, "attempt", lambda *_: None)
            with tf.Graph().as_default():
                v1.set_random_seed(3)
                fetches = build()
                with v1.Session() as session:
                    session.run(v1.global_variables_initializer())
                    made.append([session.run(fetches) for _ in range(2)])
    return made


def same(one, other):
    for a, b in zip(tf.nest.flatten(one), tf.nest.flatten(other)):
        assert a.dtype == b.dtype and a.shape == b.shape
        np.testing.assert_allclose(a, b, rtol=2e-5, atol=1e-6)


def loop(body, *start, turns=5, **more):
    return tf.while_loop(lambda i, *_: i < turns, lambda i, *a: [i + 1, *body(i, *a)], [tf.constant(0), *start], **more)


def test_a_recurrent_network(monkeypatch, served):
    w, u = rng.randn(2, 12, 12).astype("float32") * 0.3

    def build():
        bias = v1.get_variable("bias", initializer=np.linspace(-1, 1, 12).astype("float32"))

        def body(i, h, total):
            gates = tf.split(tf.matmul(h, w) + tf.matmul(h, u, transpose_b=True) + bias, 3, axis=1)
            kept = tf.sigmoid(gates[0]) * tf.tanh(gates[1]) + tf.nn.relu(gates[2]) * tf.cast(i, tf.float32)
            h = tf.concat([kept, kept**2, tf.nn.softmax(kept)], 1)
            return [h, total + tf.reduce_mean(h, axis=1, keepdims=True) - tf.reduce_max(tf.exp(-tf.abs(h)))]

        return loop(body, tf.ones([3, 12]), tf.zeros([3, 1]))

    same(*both_ways(monkeypatch, build))
    assert served == [True, True]


def test_what_is_drawn_and_ranked(monkeypatch, served):
    table = rng.randn(20, 8).astype("float32")

    def build():
        def body(i, word, text):
            x = tf.gather(table, word)
            scores = tf.matmul(tf.nn.log_softmax(x / tf.sqrt(tf.reduce_sum(tf.square(x), -1, keepdims=True))), table, transpose_b=True)
            values, places = tf.nn.top_k(scores, 5)
            scores = tf.where(scores < values[:, -1:], tf.ones_like(scores) * -1e10, scores)
            drawn = v1.multinomial(scores, 1, output_dtype=tf.int32)
            best = tf.argmax(scores, axis=-1, output_type=tf.int32)
            return [tf.squeeze(drawn, [1]), tf.concat([text, drawn, best[:, None], places[:, :2]], 1)]

        text = tf.zeros([3, 0], tf.int32)
        invariants = [tf.TensorShape([]), tf.TensorShape([3]), tf.TensorShape([3, None])]
        return loop(body, tf.constant([1, 5, 7]), text, shape_invariants=invariants)

    same(*both_ways(monkeypatch, build))
    assert served == [True, True]


def test_shapes_that_change(monkeypatch, served):
    given = rng.randn(2, 3).astype("float32")

    def build():
        def body(i, x):
            rows, columns = tf.unstack(tf.shape(x))
            mask = tf.cast(tf.range(rows)[:, None] >= tf.range(columns) - columns + rows, tf.float32)
            y = tf.reshape(tf.transpose(tf.stack([x * mask, x], 1), [2, 0, 1]), [columns, -1])[:2, ::3]
            return [tf.concat([x, tf.reduce_sum(y) + x[:1]], 0)]

        return loop(body, tf.constant(given), shape_invariants=[tf.TensorShape([]), tf.TensorShape([None, 3])])

    same(*both_ways(monkeypatch, build))
    assert served == [True, True]


@pytest.mark.parametrize("shift", [2, -1])
def test_an_index_out_of_range(shift, served):
    def body(i, x):
        return [tf.tanh(tf.gather(x, [i + shift]) * tf.ones([4])) * x + tf.exp(x) + tf.sqrt(tf.square(x))]

    with tf.Graph().as_default():
        y = loop(body, tf.ones([4]), turns=6)
        with v1.Session() as session, pytest.raises(tf.errors.InvalidArgumentError, match=r"is not in \[0, 4\)"):
            session.run(y)
    assert served == [False]


def test_draws_start_again_where_arrays_do_not_serve(monkeypatch, served):
    def build():
        def body(i, x):
            drawn = tf.cast(v1.multinomial(tf.tanh(x) * 2 + x * x - 1, 1, output_dtype=tf.int32), tf.float32)
            # The third turn ranks a NaN, which NumPy orders in another way.
            x = tf.where(tf.equal(i, 2), x * float("nan"), x + drawn)
            return [tf.where(tf.equal(tf.nn.top_k(x, 2)[1], 9), x[:, :2], tf.cast(tf.nn.top_k(x, 2)[1], tf.float32)) + drawn]

        return loop(body, tf.constant([[0.5, 1.0], [2.0, 0.0]]))

    same(*both_ways(monkeypatch, build))
    assert served == [False, False]


def test_results_keep_what_they_are(served):
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=np.ones(4, "float32"), use_resource=True)

        def body(i, x, y):
            return [v.read_value(), tf.tanh(y) * y + tf.exp(y) - tf.sqrt(tf.abs(y)) + x]

        _, x, y = loop(body, tf.zeros([4]), tf.ones([4]))
        with tf.control_dependencies([x, y]):
            changed = v.assign_add(tf.ones([4]))
        with v1.Session() as session:
            session.run(v.initializer)
            before, after = session.run([x, changed])
            np.testing.assert_array_equal(before, np.ones(4))
            np.testing.assert_array_equal(after, np.full(4, 2.0))
    assert served == [True]


def test_large_tensors_stay_tensors(served):
    with tf.Graph().as_default():
        y = loop(lambda i, x: [tf.tanh(x) * x + tf.exp(-tf.square(x)) + tf.sqrt(tf.abs(x))], tf.ones([200, 200]))
        with v1.Session() as session:
            session.run(y)
    assert served == [False]


def test_gradients_are_those_of_tensors(served):
    with tf.Graph().as_default():
        x = tf.constant([0.3, -0.2])
        y = loop(lambda i, h: [tf.tanh(h) * h + tf.exp(-h) - tf.sqrt(tf.square(h) + 1.0)], x, turns=2)[1]
        with v1.Session() as session:
            got = session.run(tf.gradients(y, x)[0])

    def once(h):
        return np.tanh(h) * h + np.exp(-h) - np.sqrt(h * h + 1)

    at, d = np.array([0.3, -0.2]), 1e-6
    np.testing.assert_allclose(got, (once(once(at + d)) - once(once(at - d))) / (2 * d), rtol=1e-4)
    assert True not in served


@pytest.mark.parametrize("samples", [1, 3])
def test_draws_of_many_turns(monkeypatch, served, samples):
    logits = rng.randn(3, 7).astype("float32")
    logits[1, 2] = -np.inf

    def build():
        def body(i, text, other):
            scores = tf.constant(logits) * tf.cast(i, tf.float32) + tf.tanh(tf.cast(text[:, :7], tf.float32)) - 1.0
            wide = tf.cast(tf.tanh(scores[:2]) * 3.0, tf.float64)
            drawn = v1.multinomial(scores, samples, output_dtype=tf.int32)
            also = v1.multinomial(wide * wide + wide - 1.0, 2)
            return [tf.concat([text, drawn], 1), tf.concat([other, also], 1)]

        start = [tf.zeros([3, 7], tf.int32), tf.zeros([2, 0], tf.int64)]
        shapes = [tf.TensorShape([]), tf.TensorShape([3, None]), tf.TensorShape([2, None])]
        return loop(body, *start, turns=80, shape_invariants=shapes)

    arrays, tensors = both_ways(monkeypatch, build)
    for a, b in zip(tf.nest.flatten(arrays), tf.nest.flatten(tensors)):
        np.testing.assert_array_equal(a, b)
    assert served == [True, True]


@pytest.mark.parametrize("rows", [(), (1,), (3,), (2, 5)])
@pytest.mark.parametrize("positions", [True, False])
@pytest.mark.parametrize("k", [1, 4, 30])
def test_the_greatest_of_rows_with_equal_ones(monkeypatch, served, rows, positions, k):
    given = np.round(rng.randn(4, *rows, 30).astype("float32"), 1)
    given[..., ::7] = 0.0
    given[..., 3] = -0.0

    def build():
        def body(i, x, values, places):
            found = tf.nn.top_k(tf.gather(given, i) * 1.0 + tf.zeros_like(x) - 0.0, k)
            return [tf.tanh(x) * x, found.values, found.indices if positions else places]

        return loop(body, tf.zeros([*rows, 30]), tf.zeros([*rows, k]), tf.zeros([*rows, k], tf.int32), turns=4)

    arrays, tensors = both_ways(monkeypatch, build)
    for a, b in zip(tf.nest.flatten(arrays), tf.nest.flatten(tensors)):
        np.testing.assert_array_equal(a, b)
        np.testing.assert_array_equal(np.signbit(a), np.signbit(b))
    assert served == [True, True]


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64"])
def test_what_does_not_change_and_single_numbers(monkeypatch, served, dtype):
    rows = rng.randint(1, 5, (3, 1)).astype(dtype)
    largest = 2**31 - 1

    def build():
        number = v1.get_variable("number", initializer=np.array(3, dtype), use_resource=True)

        def body(i, x, count, total):
            y = tf.maximum(x * rows + number, tf.ones_like(x)) - tf.zeros_like(x) + tf.constant([1, 2], dtype)
            z = (tf.constant(rows) - y) * tf.cast(count, dtype) if dtype in ("int32", "int64") else (rows - y) / (number + 1)
            return [z - tf.minimum(number, x), count + 1, total * 3 + tf.constant(largest)]

        return loop(body, tf.ones([3, 2], dtype), tf.constant(1, tf.int32), tf.constant(7))

    arrays, tensors = both_ways(monkeypatch, build)
    for a, b in zip(tf.nest.flatten(arrays), tf.nest.flatten(tensors)):
        assert a.dtype == b.dtype and a.shape == b.shape
        np.testing.assert_array_equal(a, b)
    assert served == [True, True]


@pytest.mark.parametrize("width", [4, None])
def test_parts_of_known_and_unknown_lengths(monkeypatch, served, width):
    def build():
        x = v1.placeholder_with_default(np.arange(12, dtype="float32").reshape(3, 4), [3, width])

        def body(i, x):
            a, b = tf.split(tf.reshape(x, [3, -1]), 2, axis=1)
            (whole,) = tf.split(x, 1, axis=1)
            c, d, e = tf.unstack(tf.stack([a, b], axis=-1), axis=0)
            joined = tf.stack([c + d, tf.tanh(e)], 1)
            return [tf.reshape(tf.concat([a * 2.0, b], 1) - tf.reduce_sum(joined) + whole * 1.5, tf.shape(x))]

        return loop(body, x)

    same(*both_ways(monkeypatch, build))
    assert served == [True, True]


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_rows_by_negative_numbers_are_an_error(served, dtype):
    def body(i, x):
        return [tf.tanh(tf.gather(x, tf.cast([1, 0], dtype) - tf.cast(i, dtype)) * x) + x * x - 1.0 + tf.exp(x) * 2.0]

    with tf.Graph().as_default():
        y = loop(body, tf.ones([2]))
        with v1.Session() as session, pytest.raises(tf.errors.InvalidArgumentError, match=r"is not in \[0, 2\)"):
            session.run(y)
    assert served == [False]


@pytest.mark.parametrize("size", [5, 3])
def test_lists_written_in_a_loop(monkeypatch, served, size):
    def build():
        out = tf.TensorArray(tf.float32, size, element_shape=[2])

        def body(i, x, out):
            x = tf.tanh(x) * x + tf.exp(-x) - tf.sqrt(tf.abs(x)) * 2.0
            return [x, out.write(i, x)]

        return loop(body, tf.ones([2]), out)[2].stack()

    if size == 5:
        same(*both_ways(monkeypatch, build))
    else:
        with pytest.raises(tf.errors.InvalidArgumentError, match="Trying to modify element 3 in a list with 3 elements"):
            both_ways(monkeypatch, build)
    assert set(served) == {size == 5}


@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
def test_biases_of_either_layout(monkeypatch, served, data_format):
    start = rng.randn(1, 3, 2, 3).astype("float32")

    def build():
        def body(i, x):
            return [tf.nn.bias_add(tf.tanh(x) * 2.0 + x * x - tf.exp(-x * x), tf.constant([1.0, 2.0, 3.0]), data_format=data_format)]

        return loop(body, tf.constant(start))

    same(*both_ways(monkeypatch, build))
    assert served == [True, True]


@pytest.mark.parametrize(("erf", "size"), [(False, 6), (False, 8), (True, 6)])
def test_formulas_spelled_out(monkeypatch, served, erf, size):
    given, x = rng.randn(2, size).astype("float32"), rng.randn(3, 4, size).astype("float32")

    def build():
        factor, summand = (v1.get_variable(n, initializer=value) for n, value in zip("ab", given))

        def body(i, x):
            middle = x - tf.reduce_mean(x, -1, keepdims=True)
            x = middle * tf.math.rsqrt(tf.reduce_mean(tf.square(middle), -1, keepdims=True) + 1e-5) * factor + summand
            for weight in (0.1, 0.2, 0.3):
                x += tf.square(x) * weight - tf.abs(x)
            if erf:
                return [0.5 * x * (1 + tf.math.erf(x / np.float32(np.sqrt(2))))]
            return [x * 0.5 * (1 + tf.tanh(np.float32(np.sqrt(2 / np.pi)) * (x + 0.044715 * tf.pow(x, 3))))]

        return loop(body, tf.constant(x), turns=1)

    same(*both_ways(monkeypatch, build))
    assert served == [True, True]


@pytest.mark.parametrize("count", [3, 300])
def test_what_sizes_alone_decide(monkeypatch, served, count):
    def build():
        def body(i, x, mask, places):
            size = tf.shape(x)[0]
            seen = tf.cast(tf.range(size)[:, None] >= tf.range(size)[None] - size + 4, tf.float32)
            x = tf.concat([x, tf.reduce_sum(x[-4:] * seen[:4, :1], keepdims=True)[:, 0][:, None] / 8], 0)
            return [x, 1 - seen, places + tf.reduce_sum(tf.range(tf.shape(mask)[1]) * size)]

        shapes = [tf.TensorShape(s) for s in ([], [None, 1], [None, None], [])]
        return loop(body, tf.ones([4, 1]), tf.zeros([1, 1]), tf.constant(0), turns=count, shape_invariants=shapes)

    same(*both_ways(monkeypatch, build))
    assert served == [True, True]


def test_what_sizes_decide_is_never_changed_in_place(served):
    @tf.function
    def masks(start):
        def body(i, x, mask):
            size = tf.shape(x)[0]
            return [tf.concat([x, x[:1] * 2], 0), tf.cast(tf.range(size) >= 2, tf.float32)]

        shapes = [tf.TensorShape(s) for s in ([], [None], [None])]
        return loop(body, start, tf.zeros([0]), turns=3, shape_invariants=shapes)[2]

    for _ in range(3):
        made = tf.Variable(masks(tf.ones([2])))
        np.testing.assert_array_equal(made.numpy(), [0, 0, 1, 1])
        made.assign_add(tf.ones([4]))
        np.testing.assert_array_equal(made.numpy(), [1, 1, 2, 2])
    assert served == [True] * 3


@pytest.mark.parametrize("direction", ["ASCENDING", "DESCENDING"])
@pytest.mark.parametrize("loaded", [True, False])
def test_sorts_whether_or_not_the_greatest_elements_were_ever_asked_for(direction, loaded, monkeypatch):
    # A sort is a `TopKV2` with arguments of its own, and modules are loaded when something of theirs is used.
    assert tf.nn.top_k([1.0, 2.0])[0].shape == 1
    if not loaded:
        monkeypatch.delitem(REGISTRY, "TopKV2")
    given = rng.randn(2, 5).astype("float32")

    def build():
        def turn(i, x, places):
            ranked = tf.sort(x * -1.5, axis=-1, direction=direction)
            return [i + 1, ranked, places + tf.argsort(x, axis=-1, direction=direction)]

        start = [0, tf.constant(given), tf.zeros([2, 5], tf.int32)]
        return v1.while_loop(lambda i, *_: i < 3, turn, start)[1:]

    wanted, places = given, np.zeros((2, 5), np.int32)
    sign = 1 if direction == "ASCENDING" else -1
    for _ in range(3):
        places = places + np.argsort(sign * wanted, -1, "stable")
        wanted = sign * np.sort(sign * (wanted * np.float32(-1.5)), -1)
    for runs in both_ways(monkeypatch, build):
        for values, order in runs:
            np.testing.assert_array_equal(values, wanted)
            np.testing.assert_array_equal(order, places)
