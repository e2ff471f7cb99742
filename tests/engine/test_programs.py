"""What a program leaves out and merges: with the values, gradients and errors of its nodes one by one."""

import numpy as np
import pytest
import torch

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

v1 = tf.compat.v1


def run(build, feeds=None):
    with tf.Graph().as_default():
        made = build()
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            return session.run(made, None if feeds is None else {session.graph.get_tensor_by_name(k): v for k, v in feeds.items()})


def calls_of(monkeypatch, name):
    """The calls of the torch function `name` from now on."""
    made, function = [], getattr(torch, name)
    monkeypatch.setattr(torch, name, lambda *a, **k: made.append(a) or function(*a, **k))
    return made


def test_the_same_is_computed_once(monkeypatch):
    calls = calls_of(monkeypatch, "softmax")

    def build():
        x = v1.placeholder(tf.float32, [None], "x")
        return tf.nn.softmax(x) * 2.0 + tf.nn.softmax(x)

    np.testing.assert_allclose(run(build, {"x:0": [0.0, 0.0]}), [1.5, 1.5])
    assert sum(x.shape == (2,) for x, _ in calls) == 1  # others find out shapes


def test_gradients_tell_the_same_apart():
    def build():
        x = tf.constant([1.0, 2.0])
        a, b = tf.exp(x), tf.exp(x)
        y = a * b
        return [tf.gradients(y, a)[0], tf.gradients(y, x)[0]]

    by_a, by_x = run(build)
    np.testing.assert_allclose(by_a, np.exp([1, 2]), rtol=1e-6)
    np.testing.assert_allclose(by_x, 2 * np.exp([2, 4]), rtol=1e-6)


def test_a_tape_outside_tells_constants_apart():
    a, b = tf.constant(2.0), tf.constant(2.0)

    @tf.function
    def f():
        return a * a + b

    assert f().numpy() == 6.0
    with tf.GradientTape() as tape:
        tape.watch(a)
        y = f()
    assert tape.gradient(y, a).numpy() == 4.0


def test_draws_are_not_the_same():
    one, other = run(lambda: [v1.random_uniform([8]) + 0.0, v1.random_uniform([8]) + 0.0])
    assert (one != other).any()


def test_a_constant_that_is_fed():
    def build():
        size = tf.constant(2, name="size")
        return [tf.reshape(v1.placeholder(tf.float32, [None], "x"), [size, -1]), tf.ones([3])[:size], size * 2 + 1]

    rows, ones, number = run(build, {"x:0": np.arange(6.0), "size:0": 3})
    assert rows.shape == (3, 2) and ones.shape == (3,) and number == 7


def test_a_shape_that_is_fed():
    def build():
        shape = tf.shape(tf.ones([2, 3]), name="dims")
        return tf.zeros([shape[0] + 1, shape[1]])

    assert run(build).shape == (3, 3)
    assert run(build, {"dims:0": [4, 1]}).shape == (5, 1)


def test_an_assertion_that_holds_is_left_out(monkeypatch):
    calls = calls_of(monkeypatch, "all")

    @tf.function(input_signature=[tf.TensorSpec([4, 5], tf.float32)])
    def cut(x):
        enough = tf.logical_and(tf.reduce_all(tf.shape(x) >= [2, 3]), tf.logical_not(tf.reduce_any(tf.shape(x) > 9)))
        with tf.control_dependencies([tf.debugging.Assert(enough, ["too small", tf.shape(x)])]):
            return x[:2, :3] + 1.0

    cut(tf.ones([4, 5]))
    done = len(calls)  # beforehand
    assert cut(tf.ones([4, 5])).numpy().tolist() == [[2.0] * 3] * 2 and len(calls) == done

    @tf.function
    def never(x):
        with tf.control_dependencies([tf.debugging.Assert(tf.reduce_all(tf.shape(x) >= [5, 3]), ["too small", tf.shape(x)])]):
            return x + 1.0

    for _ in range(2):
        with pytest.raises(tf.errors.InvalidArgumentError, match="too small"):
            never(tf.ones([4, 5]))


def test_the_condition_of_an_assertion_that_is_fed():
    def build():
        holds = tf.constant(True, name="holds")
        with tf.control_dependencies([tf.debugging.Assert(tf.logical_and(holds, True), ["fed otherwise"])]):
            return tf.constant(3.0) + 1.0

    assert run(build) == 4.0
    with pytest.raises(tf.errors.InvalidArgumentError, match="fed otherwise"):
        run(build, {"holds:0": False})


def test_sizes_left_open_beside_nothing():
    def build():
        x = v1.placeholder(tf.float32, [None, None], "x")
        return [tf.reshape(x, [-1, 0]), tf.reshape(x, [-1, tf.shape(x)[0]]), tf.reshape(x, [tf.shape(x)[1], -1])]

    assert [y.shape for y in run(build, {"x:0": np.ones((0, 2))})] == [(2, 0), (2, 0), (2, 0)]


FAILING = {
    "Reshape": (lambda x: tf.reshape(x, [-1, 4]), "requested shape requires a multiple of 4"),
    "strided_slice": (lambda x: x[:, 3], "slice index 3 of dimension 1 out of bounds"),
    "concat": (lambda x: tf.concat([x, x[:1]], 1), r"Dimension 0 in both shapes must be equal: shape\[0\] = \[3,2\] vs"),
    "stack": (lambda x: tf.stack([x, x[:1]], 1), "Shapes of all inputs must match"),
    "MatMul": (lambda x: tf.matmul(x[None], x[None]), "Matrix size-incompatible|incompatible"),
    "SelectV2": (lambda x: tf.where(x > 0, x, tf.ones([7, 2])), "must be broadcastable"),
}


@pytest.mark.parametrize("name", FAILING)
def test_the_kernel_says_what_fails(name):
    function, text = FAILING[name]
    with pytest.raises(tf.errors.InvalidArgumentError, match=text) as caught:
        run(lambda: function(v1.placeholder(tf.float32, [None, None], "x")), {"x:0": np.ones((3, 2))})
    assert caught.value.op.name.startswith(name)


# ---------------------------------------------------------------------- GELU spelled out
SPELLED = {
    "factors in front": lambda x: 0.5 * x * (1 + tf.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * tf.pow(x, 3)))),
    "a distribution": lambda x: x * (0.5 * (1.0 + tf.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * tf.pow(x, 3))))),
    "no approximation": lambda x: 0.5 * x * (1.0 + tf.math.erf(x / tf.sqrt(tf.constant(2.0, x.dtype)))),
    "no approximation, a product": lambda x: x * (tf.math.erf(x * np.sqrt(0.5)) + 1) * 0.5,
    "factors behind": lambda x: (tf.tanh((tf.pow(x, 3) * 0.044715 + x) * np.sqrt(2 / np.pi)) + 1) * x * 0.5,
}
OTHERS = {
    "another divisor": lambda x: 0.5 * x * (1 + tf.math.erf(x / 2.0)),
    "another factor": lambda x: 0.4 * x * (1 + tf.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * tf.pow(x, 3)))),
    "another power": lambda x: 0.5 * x * (1 + tf.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * tf.pow(x, 2)))),
    "another tensor": lambda x: 0.5 * tf.exp(x) * (1 + tf.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * tf.pow(x, 3)))),
    "another weight": lambda x: 0.5 * x * (1 + tf.tanh(np.sqrt(2 / np.pi) * (x + 0.04 * tf.pow(x, 3)))),
}


@pytest.mark.parametrize("name", [*SPELLED, *OTHERS])
def test_gelu_spelled_out(name, monkeypatch):
    function = (SPELLED | OTHERS)[name]
    given = np.linspace(-4, 4, 31).astype("float32")

    def build():
        x = v1.placeholder(tf.float32, [None], "x")
        y = function(x + 0.0)
        return [y, tf.gradients(y, x)[0], tf.gradients(tf.gradients(y, x)[0], x)[0]]

    with tf.Graph().as_default():
        made, calls = build(), []
        gelu = torch.nn.functional.gelu
        monkeypatch.setattr(torch.nn.functional, "gelu", lambda *a, **k: calls.append(a) or gelu(*a, **k))
        with v1.Session() as session:
            got = session.run(made, {"x:0": given})
    assert len(calls) == (name in SPELLED)
    x = tf.constant(given, tf.float64)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        first = tape.gradient(y, x)
    for a, b in zip(got, [y, first, outer.gradient(first, x)]):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=2e-6)


def test_a_constant_of_gelu_that_is_differentiated_by():
    def build():
        half, x = tf.constant(0.5), v1.placeholder(tf.float32, [None], "x")
        y = half * x * (1 + tf.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * tf.pow(x, 3))))
        return [y, tf.gradients(y, half)[0]]

    y, by_half = run(build, {"x:0": [1.0, 2.0]})
    np.testing.assert_allclose(by_half, 2 * y.sum(), rtol=1e-6)


def test_a_part_of_gelu_that_is_fetched():
    def build():
        x = v1.placeholder(tf.float32, [None], "x")
        bend = tf.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * tf.pow(x, 3)))
        return [0.5 * x * (1 + bend), bend]

    y, bend = run(build, {"x:0": [1.0, 2.0]})
    np.testing.assert_allclose(y, 0.5 * np.array([1, 2]) * (1 + bend), rtol=1e-6)


# ---------------------------------------------------------------------- updates side by side
OPTIMIZERS = {
    "adam": (lambda: v1.train.AdamOptimizer(0.1), "_fused_adam_"),
    "descent": (lambda: v1.train.GradientDescentOptimizer(0.1), "_foreach_sub_"),
    "momentum": (lambda: v1.train.MomentumOptimizer(0.1, 0.9), "_fused_sgd_"),
    "nesterov": (lambda: v1.train.MomentumOptimizer(0.1, 0.9, use_nesterov=True), "_fused_sgd_"),
}


def trained(make):
    with tf.Graph().as_default():
        values = [v1.get_variable(f"v{i}", initializer=np.linspace(i, 1, 5).astype("float32"), use_resource=True) for i in range(4)]
        step = make().minimize(tf.add_n([tf.reduce_sum(v * v * (i + 1)) for i, v in enumerate(values)]))
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            for _ in range(3):
                session.run(step)
            return session.run(values)


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_updates_go_together(name, monkeypatch):
    make, function = OPTIMIZERS[name]
    calls = calls_of(monkeypatch, function)
    got = trained(make)
    assert len(calls) == 3 and all(len(c[0]) == 4 for c in calls)
    monkeypatch.undo()
    values = [tf.Variable(np.linspace(i, 1, 5).astype("float32")) for i in range(4)]
    optimizer = make()
    for _ in range(3):
        optimizer.minimize(lambda: tf.add_n([tf.reduce_sum(v * v * (i + 1)) for i, v in enumerate(values)]), var_list=values)
    for a, v in zip(got, values):
        np.testing.assert_array_equal(a, v.numpy())


def test_updates_that_cannot_go_together():
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=[1.0, 2.0], use_resource=True)
        w = v1.get_variable("w", initializer=[3.0, 4.0], use_resource=True)
        optimizer = v1.train.GradientDescentOptimizer(0.5)
        step = optimizer.apply_gradients([(v.read_value(), v), (w.read_value(), w), (tf.constant([1.0, 1.0]), v)])
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            session.run(step)
            one, other = session.run([v, w])
    np.testing.assert_allclose(one, [0.0, 0.5])
    np.testing.assert_allclose(other, [1.5, 2.0])


def test_inputs_that_only_an_order_names_are_not_the_same():
    @tf.function
    def f(x, y):
        return tf.tuple([x, y])

    a, b = f(tf.constant([1.0, 2.0]), tf.constant([3, 4]))
    assert (a.numpy().tolist(), b.numpy().tolist()) == ([1.0, 2.0], [3, 4])


def source_of(function, *specs):
    concrete = tf.function(function).get_concrete_function(*specs)
    concrete(*[tf.zeros([2 if d is None else d for d in s.shape]) for s in specs])
    return concrete, concrete._program._variants["plain"]._source


def test_a_reshape_to_the_shape_that_is_there_is_left_out():
    for sizes in ([2, 3], [-1, 3], [2, -1]):
        concrete, text = source_of(lambda x, sizes=sizes: tf.tanh(tf.reshape(tf.tanh(x), sizes)), tf.TensorSpec([2, 3]))
        assert "reshape" not in text
        np.testing.assert_allclose(concrete(tf.ones([2, 3])), np.tanh(np.tanh(np.ones([2, 3]))), rtol=1e-6)
    _, text = source_of(lambda x: tf.tanh(tf.reshape(tf.tanh(x), [-1, 3])), tf.TensorSpec([None, 3]))
    assert "reshape" not in text


def test_of_two_reshapes_the_first_is_left_out_where_nothing_else_needs_it():
    concrete, text = source_of(lambda x: tf.tanh(tf.reshape(tf.reshape(x, [3, 2]), [6])), tf.TensorSpec([2, 3]))
    assert text.count("reshape") == 1
    np.testing.assert_allclose(concrete(tf.ones([2, 3])), np.tanh(np.ones(6)), rtol=1e-6)

    def both(x):
        y = tf.reshape(x, [3, 2])
        return tf.tanh(tf.reshape(y, [6])), tf.tanh(y), y

    concrete, _ = source_of(both, tf.TensorSpec([2, 3]))
    assert [r.shape.as_list() for r in concrete(tf.ones([2, 3]))] == [[6], [3, 2], [3, 2]]


def test_reshapes_that_may_not_fit_still_fail():
    for sizes in ([4, 3], [2, 3]):
        concrete = tf.function(lambda x, sizes=sizes: tf.tanh(tf.reshape(tf.tanh(x), sizes))).get_concrete_function(
            tf.TensorSpec([None, 3])
        )
        with pytest.raises(tf.errors.InvalidArgumentError, match="Input to reshape is a tensor with 9 values"):
            concrete(tf.ones([3, 3]))
    concrete = tf.function(lambda x: tf.reshape(tf.reshape(x, [3, 2]), [6])).get_concrete_function(tf.TensorSpec([None]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Input to reshape is a tensor with 8 values"):
        concrete(tf.ones([8]))


def test_gradients_by_what_has_the_value_of_another():
    def build():
        x = tf.constant([2.0, 3.0]) * 1.0
        y, z = tf.identity(x), tf.reshape(x, [2])
        first = tf.reduce_sum(x * y * z) + tf.reduce_sum(x * x * 5.0)
        again = tf.tanh(tf.reshape(tf.reshape(x, [1, 2]), [2]))
        return v1.gradients(first, [x, y, z]), v1.gradients(again, x)

    (by_x, by_y, by_z), (through,) = run(build)
    np.testing.assert_allclose(by_x, [32, 57])
    np.testing.assert_allclose([by_y, by_z], [[4, 9], [4, 9]])
    np.testing.assert_allclose(through, 1 - np.tanh([2.0, 3.0]) ** 2, rtol=1e-4)


def test_a_product_and_its_bias_are_one_call(monkeypatch):
    calls = calls_of(monkeypatch, "addmm")

    def build():  # too large to be computed on arrays
        x, w, b = (
            tf.constant(np.full([1, 300], 0.5, "f")),
            v1.get_variable("w", initializer=np.full([300, 300], 0.02, "f")),
            v1.get_variable("b", initializer=np.ones(300, "f")),
        )
        y = tf.nn.bias_add(tf.matmul(x, w), b)
        return y, v1.gradients(tf.reduce_sum(y * y), [w, b])

    y, (by_w, by_b) = run(build)
    assert calls
    np.testing.assert_allclose(y, np.full([1, 300], 4.0), rtol=1e-5)
    np.testing.assert_allclose(by_w, np.full([300, 300], 4.0), rtol=1e-5)
    np.testing.assert_allclose(by_b, np.full(300, 8.0), rtol=1e-5)


def test_adam_under_control_dependencies_steps_all_variables_at_once(monkeypatch):
    def trained(wait):
        with tf.Graph().as_default(), v1.Session() as session:
            a = v1.get_variable("a", initializer=np.float32([1, -2, 3]))
            b = v1.get_variable("b", initializer=np.float32([[0.5, 4]]))
            moving = v1.get_variable("moving", initializer=np.float32(0), trainable=False)
            update = v1.assign(moving, moving * 0.5 + tf.reduce_sum(a))
            with tf.control_dependencies([update] if wait else []):
                train = v1.train.AdamOptimizer(0.1).minimize(tf.reduce_sum(tf.sin(a)) * tf.reduce_sum(b * b))
            session.run(v1.global_variables_initializer())
            calls = calls_of(monkeypatch, "_fused_adam_")
            for _ in range(3):
                session.run([train, update])
            monkeypatch.undo()
            return [len(calls), *session.run([a, b, moving])]

    waiting, free = trained(True), trained(False)
    assert waiting[0] == 3
    for x, y in zip(waiting, free):
        np.testing.assert_array_equal(x, y)


@pytest.mark.parametrize("write", ["assign_add", "scatter_add", "cond"])
def test_reads_around_a_write_are_two(write):
    def build():
        v = v1.get_variable("v", initializer=np.float32([1, 2]), use_resource=True)
        other = v1.get_variable("other", initializer=np.float32(5), use_resource=True)
        with tf.control_dependencies([tf.constant(0)]):
            before = v.read_value() * 10.0
        with tf.control_dependencies([before]):
            write_other = other.assign_add(1.0)
        with tf.control_dependencies([write_other]):
            between = v.read_value() * 10.0
        with tf.control_dependencies([between]):
            if write == "assign_add":
                done = v.assign_add([1.0, 1.0])
            elif write == "scatter_add":
                done = v1.scatter_add(v, [0, 1], [1.0, 1.0])
            else:
                done = tf.cond(other > 0.0, lambda: v.assign_add([1.0, 1.0]), lambda: v.read_value())
        with tf.control_dependencies([done]):
            return before, between, v.read_value() * 10.0

    assert [x.tolist() for x in run(build)] == [[10, 20], [10, 20], [20, 30]]
