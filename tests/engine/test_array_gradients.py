"""Gradients of loops over small tensors, taken on NumPy's arrays: those of the ordinary loop."""

import threading

import numpy as np
import pytest

import tfshim
from tests import attempts

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.engine.graphs import control_flow  # noqa: E402
from tfshim.engine.graphs.programs.arrays import array_gradients  # noqa: E402

v1 = tf.compat.v1
rng = np.random.RandomState(0)


@pytest.fixture(autouse=True)
def _same_numbers_in_any_order():
    rng.seed(2)


@pytest.fixture
def served(monkeypatch):
    """Whether each loop that asked ran on arrays."""
    return attempts.noted(array_gradients, monkeypatch)


def both_ways(monkeypatch, run):
    """What `run` gives with loops on arrays and on tensors."""
    made = [run()]
    with monkeypatch.context() as patch:
        patch.setattr(control_flow.array_gradients, "attempt", lambda *_: None)
        made.append(run())
    return made


def same(one, other, **near):
    one, other = tf.nest.flatten(one), tf.nest.flatten(other)
    assert len(one) == len(other)
    for a, b in zip(one, other):
        a, b = np.asarray(a), np.asarray(b)
        assert a.dtype == b.dtype and a.shape == b.shape
        np.testing.assert_allclose(a, b, **{"rtol": 2e-5, "atol": 1e-6, **near})


def of_session(loop, *start):
    """A function that gives, in a session, the results of `loop(*start)` and the gradients of the floats among them."""

    def run():
        with tf.Graph().as_default():
            x = [tf.constant(s) for s in start]
            results = tf.nest.flatten(loop(*x))
            floats = [r for r in results if r.dtype.is_floating]
            found = v1.gradients([r * np.linspace(1, 2, num=3, dtype=r.dtype.as_numpy_dtype)[i % 3] for i, r in enumerate(floats)], x)
            with v1.Session() as session:
                return session.run([results, [g for g in found if g is not None]])

    return run


def of_function(loop, *start):
    """The same by a tape in a function."""

    def run():
        @tf.function
        def f(*x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                results = tf.nest.flatten(loop(*x))
                total = tf.add_n([tf.cast(tf.reduce_sum(tf.sin(r)), tf.float32) for r in results if r.dtype.is_floating])
            return results, [g for g in tape.gradient(total, x) if g is not None]

        return f(*map(tf.constant, start))

    return run


# Each makes of `h` [3, 4] and `w` [4, 4] the next `h`.
FORMS = {
    "arithmetic": lambda h, w: (h + w[:3] - h * w[1]) / (h * h + 1.5) - w[:, 0] + 0.5 * h[:, :1],
    "biases": lambda h, w: tf.tanh(tf.nn.bias_add(h, w[0])) * tf.nn.bias_add(h[None], w[:3, 1], data_format="NCW")[0],
    "numbers": lambda h, w: tf.reduce_sum(w) * h / (1.0 + tf.reduce_mean(h * h)) - w[0, 0] * h,
    "curves": lambda h, w: tf.exp(-tf.square(h)) + tf.math.log(tf.abs(h) + 1.2) - tf.sqrt(h * h + 0.1) * tf.math.rsqrt(h * h + 1.0),
    "powers": lambda h, w: tf.pow(tf.tanh(h), 3) + tf.sigmoid(h) ** 2 - tf.nn.relu(h - 0.1) - (-h) + tf.math.squared_difference(h, w[1:]),
    "products": lambda h, w: tf.tanh(tf.matmul(h, w) + tf.matmul(h, w, transpose_b=True) - tf.transpose(tf.matmul(w, h, transpose_b=True))),
    "turned": lambda h, w: tf.tanh(tf.transpose(tf.matmul(w, h, transpose_a=True, transpose_b=True)) * 0.5),
    "batches": lambda h, w: tf.tanh(tf.matmul(tf.stack([h, h * 2.0]), w)[1] + tf.matmul(
        h[None], tf.stack([w, w + 1.0]), transpose_b=True)[0]),
    "parts": lambda h, w: tf.concat([p * (i + 1.0) for i, p in enumerate(tf.split(h, 2, axis=1)[::-1])], 1) * 0.4 + tf.stack(
        [r * 0.3 for r in tf.unstack(h, axis=0)][:2] + [w[0]], 0),
    "unused parts": lambda h, w: tf.split(tf.concat([h, h * w[0]], 0), 2)[1] * 0.5 + tf.unstack(w)[2] * tf.split(h, 4, axis=1)[1],
    "shapes": lambda h, w: tf.reshape(tf.transpose(tf.reshape(h, [3, 2, 2]), [1, 0, 2]), [3, 4]) * 0.5 + tf.squeeze(h[:, None], 1) * w[0]
    + tf.expand_dims(h[1, 1:3], 0)[:, :1] - h[::2][:1],
    "softmax": lambda h, w: tf.nn.softmax(h * 2.0) * tf.nn.log_softmax(tf.matmul(h, w)),
    "sums": lambda h, w: tf.reduce_sum(h, 0) * 0.1 + tf.reduce_mean(h, 1, keepdims=True) * tf.stop_gradient(h[0, 0]) - tf.reduce_sum(
        h, -1)[:, None] * 0.2,
    "choices": lambda h, w: tf.where(h > 0.1, h * 0.5, w[:1] - h) + tf.where(tf.reduce_sum(h) > 0.0, h, tf.zeros_like(h) + w[0, 0]),
    "other types": lambda h, w: tf.cast(tf.tanh(tf.cast(h, tf.float64 if h.dtype == tf.float32 else tf.float32) * 2.0), h.dtype) * tf.cast(
        tf.argmax(h, -1)[:, None], h.dtype),
}  # fmt: skip


@pytest.mark.parametrize("way", [of_session, of_function])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("form", FORMS)
def test_derivatives(monkeypatch, served, form, dtype, way):
    def loop(h, w):
        def body(i, h, unused):
            return i + 1, FORMS[form](h, w), unused

        return tf.while_loop(lambda i, *_: i < 3, body, [tf.constant(0), h * 1.0, w[0]])

    run = way(loop, rng.randn(3, 4).astype(dtype) * 0.7, rng.randn(4, 4).astype(dtype) * 0.5)
    same(*both_ways(monkeypatch, run))
    assert served == [True] or form == "biases"


@pytest.mark.parametrize("way", [of_session, of_function])
@pytest.mark.parametrize("start", [-1.5, 0.0, np.nan, np.inf])
def test_derivatives_where_they_are_not_finite(monkeypatch, served, start, way):
    def loop(x):
        def body(i, x, y):
            return i + 1, tf.sqrt(x) / x + tf.math.log(x) * 2.0, tf.nn.relu(y) + tf.abs(y) * tf.math.rsqrt(x)

        return tf.while_loop(lambda i, *_: i < 2, body, [tf.constant(0), x, x * 2.0])

    same(*both_ways(monkeypatch, way(loop, np.array([start, 0.5], "float32"))), rtol=1e-5)
    assert served == [True]


@pytest.mark.parametrize("shape", [(), (0, 3), (2, 0), (1, 1)])
@pytest.mark.parametrize("turns", [0, 1, 5])
def test_sizes_and_numbers_of_turns(monkeypatch, served, shape, turns):
    def loop(x, factor):
        def body(i, x, other):
            return i + 1, tf.tanh(x * factor + tf.reduce_sum(other)) * 0.5 + other * other, x - other * 0.1

        return tf.while_loop(lambda i, *_: i < turns, body, [tf.constant(0), x, x * 0.5])

    run = of_session(loop, rng.randn(*shape).astype("float32") if shape else np.float32(0.3), np.float32(1.5))
    same(*both_ways(monkeypatch, run))
    assert served == [True]


def test_a_shape_that_grows(monkeypatch, served):
    def loop(x):
        def body(i, x):
            more = tf.tanh(tf.reduce_sum(x, axis=0, keepdims=True) * x) * 0.5
            return i + 1, tf.transpose(tf.transpose(x + more) * 2.0) - tf.exp(-x)

        grown = [tf.TensorShape([]), tf.TensorShape([None, 2])]
        return tf.while_loop(lambda i, *_: i < 3, body, [tf.constant(0), x], shape_invariants=grown)

    same(*both_ways(monkeypatch, of_session(loop, rng.randn(3, 2).astype("float32"))))
    assert served == [True]


def test_variables_that_are_read_within(monkeypatch, served):
    w = tf.Variable(rng.randn(3, 3).astype("float32") * 0.5)
    b = tf.Variable(0.25, trainable=False)

    def run():
        @tf.function
        def f(x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                h = x
                for i in tf.range(4):
                    h = tf.tanh(tf.matmul(h, w) * w[0] + b) * tf.cast(i + 1, tf.float32)
            return h, tape.gradient(h, [x, w, b], unconnected_gradients="zero"), [v is w for v in tape.watched_variables()]

        made = [f(tf.ones([2, 3]))]
        w.assign(w * 1.5)
        made.append(f(tf.ones([2, 3])))
        w.assign(w / 1.5)
        return made

    same(*both_ways(monkeypatch, run))
    assert served == [True] * 2


def test_second_derivatives(monkeypatch, served):
    def loop(x, w):
        return tf.while_loop(
            lambda i, *_: i < 3, lambda i, x: (i + 1, tf.tanh(x * w) + x * x * 0.3 - tf.exp(-x) * 0.1), [tf.constant(0), x])[1]  # fmt: skip

    def of_graph():
        with tf.Graph().as_default():
            x, w = tf.constant([0.3, -0.2]), tf.constant([0.5, 1.5])
            y = loop(x, w * x)
            first = tf.gradients(y, [x, w])
            second = tf.gradients(first[0] * 2.0 + first[1], [x, w])
            with v1.Session() as session:
                return session.run([y, first, second, tf.hessians(y, [x])])

    def of_tapes():
        v = tf.Variable([0.5, 1.5])

        @tf.function
        def f(x):
            with tf.GradientTape() as outer:
                outer.watch(x)
                with tf.GradientTape() as inner:
                    inner.watch(x)
                    y = tf.while_loop(lambda i, *_: i < 3, lambda i, y: (i + 1, tf.tanh(y * v) + y * x), [tf.constant(0), x])[1]
                first = inner.gradient(y, [x, v])
            return first, outer.gradient(first, [x, v])

        return f(tf.constant([0.3, -0.2]))

    same(*both_ways(monkeypatch, of_graph))
    same(*both_ways(monkeypatch, of_tapes))
    assert False not in served


def test_second_derivatives_of_a_sum_that_starts_from_a_constant(monkeypatch, served):
    def run():
        with tf.Graph().as_default():
            x, unused = tf.constant([0.3, -0.2]), tf.constant([1.0, 2.0])

            def body(i, y, total):
                return i + 1, tf.tanh(y * x + unused), total + tf.reduce_sum(y[1:] * x[:1])

            _, y, total = tf.while_loop(lambda i, *_: i < 4, body, [tf.constant(0), x, tf.constant(0.0)])
            first = tf.gradients([tf.reduce_sum(y * y), total], [x])[0]
            with v1.Session() as session:
                return session.run([y, total, first, tf.gradients(first, [x])])

    same(*both_ways(monkeypatch, run))
    assert False not in served


@pytest.mark.parametrize("batched", [True, False])
def test_jacobians_and_products_forward(monkeypatch, batched):
    def loop(x):
        return tf.while_loop(lambda i, *_: i < 3, lambda i, x: (i + 1, tf.tanh(x * x) + tf.reduce_sum(x) * 0.3), [tf.constant(0), x])[1]

    def run():
        @tf.function
        def f(x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = loop(x)
            with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as accumulator:
                z = loop(x)
            return tape.jacobian(y, x, experimental_use_pfor=batched), accumulator.jvp(z)

        return f(tf.constant([0.3, -0.2, 1.0]))

    same(*both_ways(monkeypatch, run))


def test_gradients_asked_for_twice(monkeypatch, served):
    def run():
        @tf.function
        def f(x):
            with tf.GradientTape(persistent=True) as tape:
                tape.watch(x)
                _, y, z = tf.while_loop(lambda i, *_: i < 3, lambda i, y, z: (i + 1, tf.tanh(y * z), z + y), [tf.constant(0), x, x * 2.0])
            return tape.gradient(y, x), tape.gradient([y, z], x), tape.gradient(z, x)

        return f(tf.constant([0.3, -0.2, 1.0]))

    same(*both_ways(monkeypatch, run))
    assert served == [True]


def test_loops_within_loops(monkeypatch):
    def loop(x):
        def inner(h):
            return tf.while_loop(lambda j, _: j < 2, lambda j, h: (j + 1, tf.tanh(h * x) + h * 0.5), [tf.constant(0), h])[1]

        return tf.while_loop(lambda i, _: i < 3, lambda i, h: (i + 1, inner(h) - h * h * 0.1), [tf.constant(0), x])

    same(*both_ways(monkeypatch, of_session(loop, np.array([0.4, -0.3], "float32"))))


def test_what_has_a_gradient_of_its_own(monkeypatch, served):
    @tf.custom_gradient
    def odd(x):
        return tf.tanh(x), lambda g: g * 3.0

    name = "OddTanhOfALoop"
    if name not in test_what_has_a_gradient_of_its_own.__dict__:
        tf.RegisterGradient(name)(lambda op, g: g * 5.0)
        test_what_has_a_gradient_of_its_own.__dict__[name] = True

    def custom(x):
        return tf.while_loop(lambda i, _: i < 2, lambda i, x: (i + 1, odd(x) * x + x - x * x), [tf.constant(0), x])

    def overridden(x):
        def body(i, x):
            with tf.compat.v1.get_default_graph().gradient_override_map({"Tanh": name}):
                return i + 1, tf.tanh(x) * x + x - x * x

        return tf.while_loop(lambda i, _: i < 2, body, [tf.constant(0), x])

    for loop in (custom, overridden):
        same(*both_ways(monkeypatch, of_session(loop, np.array([0.4, -0.3], "float32"))))
    assert True not in served


def test_an_error_within_is_that_of_the_ordinary_loop(served):
    with tf.Graph().as_default():
        x = tf.constant([0.5, 0.25])

        def body(i, y):
            return i + 1, tf.tanh(y * x) + tf.gather(tf.constant([1.0, 2.0]), i) * y

        y = tf.while_loop(lambda i, _: i < 5, body, [tf.constant(0), x])[1]
        with v1.Session() as session, pytest.raises(tf.errors.InvalidArgumentError, match=r"is not in \[0, 2\)"):
            session.run(v1.gradients(y, x))
    assert served == [False]


def test_a_constant_that_a_tape_watches(monkeypatch):
    c = tf.constant([0.5, 0.25])

    def run():
        @tf.function
        def f(x):
            return tf.while_loop(lambda i, _: i < 3, lambda i, y: (i + 1, tf.tanh(y * c) + y * x), [tf.constant(0), x])[1]

        f(tf.ones([2]))
        with tf.GradientTape() as tape:
            tape.watch(c)
            y = f(tf.ones([2]))
        return y, tape.gradient(y, c)

    same(*both_ways(monkeypatch, run))


def test_an_update_between_a_loop_and_its_gradient(monkeypatch):
    def run():
        w = tf.Variable([0.5, 0.25])

        @tf.function
        def f(x):
            with tf.GradientTape() as tape:
                y = tf.while_loop(lambda i, _: i < 3, lambda i, y: (i + 1, tf.tanh(y * w) + y), [tf.constant(0), x])[1]
                w.assign_add([10.0, 10.0])
            return y, tape.gradient(y, w)

        return f(tf.ones([2])), f(tf.ones([2]))

    same(*both_ways(monkeypatch, run))


def test_large_tensors_stay_tensors(served):
    with tf.Graph().as_default():
        x = tf.ones([200, 200])
        y = tf.while_loop(lambda i, _: i < 2, lambda i, x: (i + 1, tf.tanh(x) * x + x), [tf.constant(0), x])[1]
        with v1.Session() as session:
            session.run(v1.gradients(y, x))
    assert served == [False]


def test_threads():
    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.while_loop(lambda i, _: i < 20, lambda i, y: (i + 1, tf.tanh(y * x) + y * 0.5), [tf.constant(0), x])[1]
        return tape.gradient(y, x)

    starts = [tf.constant(np.linspace(0, 1, 4).astype("float32") + k) for k in range(4)]
    expected = [f(s).numpy() for s in starts]
    wrong = []

    def work(k):
        for _ in range(30):
            if not np.array_equal(f(starts[k]).numpy(), expected[k]):
                wrong.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong
