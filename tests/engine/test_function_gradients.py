"""Gradients, Jacobians and forward products inside functions: recorded from TensorFlow, and against finite differences."""

import numpy as np
import pytest

import tfshim as tf
import tfshim.engine.gradients.tape as tape_module
from tests.recorded.cases import programs
from tfshim.engine.runtime.state import TS, S

TOPICS = [
    "gradient_corners",
    "gradient_checks",
    "missing_gradients",
    "jacobians",
    "forward",
    "tapes_in_functions",
    "tapes_around_functions",
    "continued_tapes",
    "gradients_around",
    "custom_gradients",
    "derivatives",
    "derivatives_in_graphs",
]


@programs(*TOPICS)
def test_recorded(case):
    case.check(tf)


def test_warnings_come_a_few_times_only(monkeypatch, caplog):
    monkeypatch.setattr(tape_module, "_warned", {})
    monkeypatch.setattr(tf.get_logger(), "propagate", True)
    x = tf.constant(1.0)
    for _ in range(7):
        with tf.GradientTape(persistent=True) as tape:
            tape.watch([x, tf.constant(1)])
            y = x * x
            tape.gradient(y, x)
    texts = [r.getMessage() for r in caplog.records]
    assert sum("watched tensor must be floating (e.g. tf.float32), got tf.int32" in t for t in texts) == 5
    assert sum("on a persistent tape inside its context" in t for t in texts) == 1


def differences(f, x, step=1e-6):
    """The Jacobian of `f` at the array `x` by central differences."""
    columns = []
    for at in np.ndindex(x.shape):
        moved = np.zeros_like(x)
        moved[at] = step
        columns.append((f(tf.constant(x + moved)).numpy() - f(tf.constant(x - moved)).numpy()) / (2 * step))
    return np.stack(columns, -1).reshape(*columns[0].shape, *x.shape)


X = np.random.default_rng(3).normal(size=(3, 2))
K = np.random.default_rng(4).normal(size=(2, 2))


def looped(x):
    y = x
    for _ in tf.range(3):
        if tf.reduce_sum(y) > 0.0:
            y = tf.tanh(y @ K) * x
        else:
            y = y - tf.sin(x[::-1])
    return y


FUNCTIONS = {
    "product": lambda x: tf.tanh(x @ K) * x[:, ::-1],
    "softmax": lambda x: tf.nn.softmax(x, axis=0),
    "mapped": lambda x: tf.map_fn(lambda r: tf.exp(r) * tf.reduce_sum(r), x),
    "scanned": lambda x: tf.scan(lambda a, r: a * r + r, x),
    "solved": lambda x: tf.linalg.solve(tf.matmul(x, x, transpose_a=True) + 3.0 * np.eye(2), tf.transpose(x)),
    "looped": looped,
}


@pytest.mark.parametrize("batched", [True, False])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_jacobian_agrees_with_finite_differences(name, batched):
    f = FUNCTIONS[name]

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float64)])
    def jacobian(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        return tape.jacobian(y, x, experimental_use_pfor=batched)

    np.testing.assert_allclose(jacobian(tf.constant(X)), differences(tf.function(f), X), atol=1e-7)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_hessian_agrees_with_finite_differences(name):
    f = FUNCTIONS[name]

    def gradient(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(f(x) ** 2)
        return tape.gradient(y, x)

    @tf.function
    def hessian(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            g = gradient(x)
        return tape.jacobian(g, x)

    np.testing.assert_allclose(hessian(tf.constant(X)), differences(tf.function(gradient), X), atol=1e-6)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_forward_product_is_that_of_the_jacobian(name):
    f, direction = FUNCTIONS[name], tf.constant(np.cos(X))

    def change(x):
        with tf.autodiff.ForwardAccumulator(x, direction) as accumulator:
            y = f(x)
        return accumulator.jvp(y)

    with tf.GradientTape() as tape:
        x = tf.constant(X)
        tape.watch(x)
        y = tf.function(f)(x)
    expected = tf.tensordot(tape.jacobian(y, x), direction, 2)
    np.testing.assert_allclose(tf.function(change)(x), expected, atol=1e-9)
    unknown = tf.function(change, input_signature=[tf.TensorSpec([None, 2], tf.float64)])
    np.testing.assert_allclose(unknown(x), expected, atol=1e-9)


@pytest.mark.parametrize("persistent", [False, True])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_second_derivatives_by_a_tensor_from_outside_the_function(name, persistent):
    """Of an eager tensor that the function names, as of its argument."""
    f, outside = FUNCTIONS[name], tf.constant(X)

    def second(x):
        with tf.GradientTape(persistent=persistent) as outer:
            outer.watch(x)
            with tf.GradientTape(persistent=persistent) as inner:
                inner.watch(x)
                y = f(x)
            first = inner.gradient(y, x)
        return outer.gradient(first, x)

    np.testing.assert_allclose(tf.function(lambda: second(outside))(), tf.function(second)(outside), atol=1e-9)


@tf.custom_gradient
def _cubed(x):
    return x**3, lambda dy: dy * 3.0 * x**2


_OUTSIDE = tf.constant(X)
NAMING = {
    "custom": lambda x: _cubed(x) * x,
    "recomputed": tf.recompute_grad(lambda x: tf.sin(x) * x),
    "called": tf.function(lambda x: x * _OUTSIDE**2),
}


@pytest.mark.parametrize("name", NAMING)
def test_a_tensor_that_several_functions_name_is_watched_in_all(name):
    f = NAMING[name]

    def first_and_second():
        with tf.GradientTape() as outer:
            outer.watch(_OUTSIDE)
            with tf.GradientTape() as inner:
                inner.watch(_OUTSIDE)
                y = f(_OUTSIDE)
            first = inner.gradient(y, _OUTSIDE)
        return first, outer.gradient(first, _OUTSIDE)

    exact = {
        "custom": (4 * X**3, 12 * X**2),
        "recomputed": (np.cos(X) * X + np.sin(X), 2 * np.cos(X) - np.sin(X) * X),
        "called": (3 * X**2, 6 * X),
    }
    found = tf.function(first_and_second)()
    np.testing.assert_allclose(found[0], exact[name][0], atol=1e-9)
    if name != "recomputed":  # whose own gradient TensorFlow does not differentiate
        np.testing.assert_allclose(found[1], exact[name][1], atol=1e-9)


def test_a_watched_tensor_in_a_function_of_other_variables():
    """Each of the variables that share a trace has its own function with an input for the tensor."""
    outside = tf.constant(5.0)
    times = tf.function(lambda v: v * outside)
    for value in (2.0, 3.0):
        v = tf.Variable(value)

        @tf.function
        def gradients(v=v):
            with tf.GradientTape() as tape:
                tape.watch(outside)
                y = times(v) + outside * 0.0
            return tape.gradient(y, [outside, v])

        assert [float(g) for g in gradients()] == [value, 5.0]


@pytest.mark.parametrize("traced", [False, True])
def test_several_directions_at_once(traced):
    directions = tf.constant(np.random.default_rng(5).normal(size=(4, 3, 2)))

    def both(x):
        with tf.autodiff.ForwardAccumulator._batch_accumulator(x, directions) as accumulator:
            y = tf.tanh(x @ K) * tf.reduce_sum(x)
        one = []
        for direction in tf.unstack(directions):
            with tf.autodiff.ForwardAccumulator(x, direction) as single:
                z = tf.tanh(x @ K) * tf.reduce_sum(x)
            one.append(single.jvp(z))
        return accumulator.jvp(y), tf.stack(one)

    together, apart = (tf.function(both) if traced else both)(tf.constant(X))
    np.testing.assert_allclose(together, apart, atol=1e-12)
    assert together.shape == (4, 3, 2)


@pytest.mark.parametrize("wrap", [lambda f: f, tf.function], ids=["eager", "traced"])
def test_tapes_side_by_side_over_the_same_work(wrap):
    w, u = tf.Variable([[1.0, 2.0], [3.0, 4.0]]), tf.Variable([[1.0], [2.0]])

    def both(x):
        with tf.GradientTape() as first, tf.GradientTape() as second, tf.GradientTape() as third:
            made = tf.tanh(x @ w)
            judged = tf.sigmoid(made @ u)
            one, two, three = tf.reduce_sum(judged * judged), tf.reduce_sum(tf.exp(judged)), tf.reduce_sum(made)
        return first.gradient(one, w), second.gradient(two, u), third.gradient(three, w)

    def alone(x):
        made = []
        for pick, source in enumerate((w, u, w)):
            with tf.GradientTape() as tape:
                y = tf.tanh(x @ w)
                judged = tf.sigmoid(y @ u)
                target = (tf.reduce_sum(judged * judged), tf.reduce_sum(tf.exp(judged)), tf.reduce_sum(y))[pick]
            made.append(tape.gradient(target, source))
        return made

    x = tf.constant([[0.1, -0.2]])
    for _ in range(2):
        for got, want in zip(wrap(both)(x), alone(x)):
            np.testing.assert_allclose(got, want, rtol=1e-6)


@tf.function
def _tape_that_fails(x, i):
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.gather(x * x, i)
        first = tape.gradient(y, x)
    return first, tape.gradient(y, x)


@tf.function
def _accumulator_that_fails(x, i):
    with tf.autodiff.ForwardAccumulator(x, x) as accumulator:
        y = tf.gather(x * x, i)
    return accumulator.jvp(y)


@pytest.mark.parametrize("function", [_tape_that_fails, _accumulator_that_fails])
def test_what_a_failed_function_began_to_record_ends(function):
    x = tf.constant([1.0, 2.0])
    function(x, tf.constant(1))
    before = S.special, TS.tapes
    with pytest.raises(tf.errors.InvalidArgumentError):
        function(x, tf.constant(7))
    assert (S.special, TS.tapes) == before == (0, ())
    with tf.GradientTape() as tape:
        tape.watch(x)
        with pytest.raises(tf.errors.InvalidArgumentError):
            function(x, tf.constant(7))
        assert len(TS.tapes) == 1
        y = x * 3.0
    np.testing.assert_array_equal(tape.gradient(y, x), [3.0, 3.0])


def test_a_session_that_leaves_out_the_end_of_a_tape_ends_it():
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        x = tf.constant([1.0, 2.0])
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * x
        before = S.special
        np.testing.assert_array_equal(session.run(tape.gradient(y, x)), [2.0, 4.0])
        assert S.special == before


class _Held:
    """Keeps a tensor where nobody looks for it."""


def test_tensors_that_a_recursive_gradient_function_hides():
    @tf.custom_gradient
    def f(x):
        held = _Held()
        held.y = tf.cos(x)
        return tf.sin(x), lambda dy: dy * f(x) * held.y

    def derivative(g):
        def d(x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = g(x)
            return tape.gradient(y, x)

        return d

    x = tf.constant([0.5, 0.7])
    second = tf.function(derivative(derivative(f)))
    np.testing.assert_allclose(second(x).numpy(), derivative(derivative(f))(x).numpy(), rtol=1e-6)
    fourth = tf.function(derivative(derivative(derivative(derivative(f)))))
    with pytest.raises(NotImplementedError, match="let the gradient function use local names"):
        fourth(x)


def test_a_recursive_gradient_function_is_not_saved(tmp_path):
    @tf.custom_gradient
    def f(x):
        return tf.sin(x), lambda dy: dy * f(x)

    module = tf.Module()
    module.call = tf.function(f, input_signature=[tf.TensorSpec([2])])
    with pytest.raises(NotImplementedError, match="save the function without it"):
        tf.saved_model.save(module, str(tmp_path))
