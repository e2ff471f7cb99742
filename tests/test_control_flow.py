"""Branches, loops and TensorArrays: the same results and gradients eagerly and in graphs."""

import functools
import re

import numpy as np
import pytest

import tfshim as tf


def both(function, *args):
    """The result of `function` eagerly, after checking that a graph gives the same."""
    eager = function(*args)
    traced = tf.function(function, autograph=False)(*args)
    for a, b in zip(tf.nest.flatten(eager), tf.nest.flatten(traced), strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-6)
    return eager


def test_cond_takes_one_branch_and_its_gradient():
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.cond(x > 0, lambda: x * x, lambda: 3 * x)
        return y, tape.gradient(y, x)

    assert [float(v) for v in both(f, tf.constant(4.0))] == [16.0, 8.0]
    assert [float(v) for v in both(f, tf.constant(-4.0))] == [-12.0, 3.0]


def test_branches_must_agree():
    @tf.function
    def f(x):
        return tf.cond(x > 0, lambda: 1, lambda: 2.0)

    with pytest.raises(TypeError, match="true_fn and false_fn arguments to tf.cond must have the same number, type"):
        f(tf.constant(1))
    with pytest.raises(TypeError, match="'true_fn' must be callable"):
        tf.cond(True, 1, lambda: 1)


def test_what_is_told_of_branches_that_do_not_agree():
    def told(error, first, second, **more):
        chosen = tf.function(lambda x: tf.cond(x > 0, first, second))
        with pytest.raises(error) as raised:
            chosen(tf.constant(1))
        return str(raised.value)

    one = functools.partial(tf.constant, 1.0)
    text = told(TypeError, lambda: 1.0, lambda: {"a": 1}.get("a"))
    assert 'true_fn output: Tensor("cond/Identity:0", shape=(), dtype=float32)' in text
    assert 'Tensor("cond/Identity:0", shape=(), dtype=float32) and Tensor("cond/Identity:0", shape=(), dtype=int32) have different' in text
    assert "\n    AssertionError: [2, 1]\n" in told(AssertionError, lambda: (one(), one()), one)
    assert "Lengths of branch outputs of cond must match.\n    len(graphs[0].outputs): 0\n" in told(ValueError, lambda: None, one)
    slices = tf.IndexedSlices(tf.ones([1, 1]), tf.constant([0]))
    assert "Cannot reconcile tf.cond 0-th outputs:\n      branches returned: (<" in told(TypeError, lambda: slices, one)
    text = told(TypeError, object, one)
    assert "in compilation of <class 'object'>, found return value of type object, which is not a Tensor or ExtensionType." in text
    with tf.Graph().as_default(), pytest.raises(TypeError, match=r'true_fn output: Tensor\("Const:0", shape=\(\), dtype=float32\)'):
        tf.compat.v1.cond(tf.compat.v1.placeholder(tf.bool, ()), one, lambda: tf.constant(1))


def test_errors_of_functions_without_a_name():
    picked = tf.function(lambda x, i: tf.gather(x, i))
    with pytest.raises(tf.errors.InvalidArgumentError) as raised:
        picked(tf.ones([3]), tf.constant(7))
    text = re.sub(r"_\d+", "_N", str(raised.value))
    assert text == (
        "{{function_node __inference_<lambda>_N}} indices = 7 is not in [0, 3)\n\t [[{{node GatherV2}}]] [Op:__inference_<lambda>_N]"
    )


def test_a_loop_tells_what_its_body_gave_first():
    with pytest.raises(ValueError, match=r"First structure: type=tuple str=\(<tf.Tensor 'while/Placeholder:0'.*\n *\n *Second.*type=list"):
        tf.function(lambda x: tf.while_loop(lambda i: i < 3, lambda i: (i, i), [x]))(tf.constant(0))


def test_indices_of_slices_become_int64_where_one_branch_has_that():
    def rows(kind, value):
        return tf.IndexedSlices(tf.constant([[value]]), tf.constant([1], kind), tf.constant([2, 1]))

    @tf.function
    def chosen(p):
        pair = tf.cond(p, lambda: (rows(tf.int32, 1.0), rows(tf.int32, 2.0)), lambda: (rows(tf.int32, 3.0), rows(tf.int64, 4.0)))
        return [(s.indices, tf.convert_to_tensor(s)) for s in pair]

    for p, values in ((True, [1.0, 2.0]), (False, [3.0, 4.0])):
        first, second = chosen(tf.constant(p))
        assert [first[0].dtype, second[0].dtype] == [tf.int32, tf.int64]
        assert [first[1].numpy().tolist(), second[1].numpy().tolist()] == [[[0.0], [v]] for v in values]

    @tf.function
    def one_of_three(i):
        return tf.switch_case(i, [lambda k=k: rows(k, 5.0) for k in (tf.int32, tf.int64, tf.int32)])

    found = one_of_three(tf.constant(2))
    assert found.indices.dtype == tf.int64 and found.indices.numpy().tolist() == [1]
    with pytest.raises(TypeError):
        tf.function(lambda p: tf.cond(p, lambda: rows(tf.int32, 1.0), lambda: tf.constant([[1.0]])))(tf.constant(True))


def test_only_the_chosen_branch_assigns():
    v = tf.Variable(1.0)

    @tf.function
    def f(x):
        tf.cond(x > 0, lambda: v.assign_add(1.0), lambda: v.assign(0.0))
        return v.read_value()

    assert float(f(tf.constant(1))) == 2.0
    assert float(f(tf.constant(-1))) == 0.0


def test_while_loop_gradient_reaches_captures_and_variables():
    v = tf.Variable(2.0)

    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            _, y = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x * v), [tf.constant(0), tf.constant(1.0)])
        return [y, *tape.gradient(y, [x, v])]

    assert [float(r) for r in both(f, tf.constant(3.0))] == [216.0, 216.0, 324.0]


def test_maximum_iterations():
    def f(n):
        return tf.while_loop(lambda i: i < 100, lambda i: [i + 1], [n], maximum_iterations=5)

    assert int(both(f, tf.constant(2))[0]) == 7


def test_shape_of_a_loop_variable_may_change_only_by_invariant():
    def grow(invariants):
        return tf.function(lambda x: tf.while_loop(lambda a: tf.size(a) < 5, lambda a: [tf.concat([a, a], 0)], [x], invariants))

    with pytest.raises(ValueError, match=r"enters the loop with shape \(1,\), but has shape \(2,\) after one iteration"):
        grow(None)(tf.constant([1]))
    assert grow([tf.TensorShape([None])])(tf.constant([1]))[0].shape == [8]


def test_case_and_switch_case():
    def f(x):
        return tf.case([(x > 2, lambda: x * 10), (x > 1, lambda: x * 100)], default=lambda: -x)

    assert [int(both(f, tf.constant(n))) for n in (3, 2, 1)] == [30, 200, -1]

    def g(i):
        return tf.switch_case(i, [lambda: tf.constant(5), lambda: tf.constant(6)], default=lambda: tf.constant(7))

    assert [int(both(g, tf.constant(n))) for n in (0, 1, 9, -1)] == [5, 6, 7, 7]
    with pytest.raises(tf.errors.InvalidArgumentError, match="None of conditions evaluated as True"):
        tf.function(lambda x: tf.case([(x > 5, lambda: x)]))(tf.constant(1))


def test_map_scan_and_folds():
    def f(xs):
        with tf.GradientTape() as tape:
            tape.watch(xs)
            y = tf.map_fn(lambda r: tf.reduce_sum(r) * r, xs)
            z = tf.scan(lambda a, b: a * b, y)
            w = tf.foldr(lambda a, b: a - b, z)
            q = tf.vectorized_map(lambda r: tf.reduce_sum(r) * r, z)
            loss = tf.reduce_sum(w) + tf.reduce_sum(q)
        return loss, tape.gradient(loss, xs)

    xs = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    loss, grad = both(f, xs)
    step = 1e-2
    numeric = np.zeros((2, 2))
    for i in range(4):
        d = np.zeros(4)
        d[i] = step
        d = tf.constant(d.reshape(2, 2), tf.float32)
        numeric.flat[i] = (float(f(xs + d)[0]) - float(f(xs - d)[0])) / (2 * step)
    np.testing.assert_allclose(grad.numpy(), numeric, rtol=1e-2)
    assert both(lambda x: tf.scan(lambda a, b: a + b, x, reverse=True), tf.constant([1, 2, 3])).numpy().tolist() == [6, 5, 3]
    pair = both(lambda x: tf.map_fn(lambda r: (r, r * 0.5), x, fn_output_signature=(tf.float32, tf.float32)), tf.constant([2.0]))
    assert pair[1].numpy() == [1.0]


def test_map_fn_of_strings():
    assert tf.function(lambda x: tf.map_fn(tf.identity, x))(tf.constant([b"a", b"b"])).numpy().tolist() == [b"a", b"b"]


def test_assert_in_graph():
    f = tf.function(lambda x: tf.debugging.Assert(x > 5, [x, "small"]) and None)
    with pytest.raises(tf.errors.InvalidArgumentError, match="assertion failed"):
        f(tf.constant(1))
    f(tf.constant(9))


def test_tensor_array():
    def f(x):
        array = tf.TensorArray(tf.float32, size=1, dynamic_size=True)
        with tf.GradientTape() as tape:
            tape.watch(x)
            _, array = tf.while_loop(
                lambda i, _: i < 3, lambda i, a: (i + 1, a.write(i, x * tf.cast(i, tf.float32))), (tf.constant(0), array)
            )
            y = array.stack()
        return y, tape.gradient(y, x)

    y, grad = both(f, tf.constant(2.0))
    assert y.numpy().tolist() == [0.0, 2.0, 4.0] and float(grad) == 3.0


def test_tensor_array_parts():
    def f(x):
        array = tf.TensorArray(tf.float32, size=3).unstack(x)
        parts = tf.TensorArray(tf.float32, size=2, infer_shape=False).split(x, [1, 2])
        scattered = tf.TensorArray(tf.float32, size=3).scatter([2, 0], x[:2])
        return array.gather([2, 0]), parts.concat(), scattered.stack(), parts.size()

    gathered, joined, scattered, size = both(f, tf.constant([1.0, 2.0, 3.0]))
    assert gathered.numpy().tolist() == [3.0, 1.0] and joined.numpy().tolist() == [1.0, 2.0, 3.0]
    assert scattered.numpy().tolist() == [2.0, 0.0, 1.0] and int(size) == 2


def test_eager_tensor_array_refuses():
    array = tf.TensorArray(tf.float32, size=2).write(0, [1.0, 2.0])
    with pytest.raises(ValueError, match=r"Incompatible shape for value"):
        array.write(1, [1.0])
    with pytest.raises(tf.errors.OutOfRangeError, match="Tried to write to index 5 but array is not resizeable and size is: 2"):
        array.write(5, [1.0, 2.0])
    array.read(0)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Could not read index 0 twice"):
        array.read(0)


@pytest.mark.parametrize(
    ("rows", "operation"),
    [
        (lambda t: tf.pad(tf.ones([2, 2]), [[1, t], [0, 0]], constant_values=5.0), "PadV2"),
        (lambda t: tf.range(t), "Range"),
        (lambda t: tf.unique(tf.stack([t, t]))[0], "Unique"),
    ],
)
@pytest.mark.parametrize("wrap", [lambda f: f, tf.function])
def test_rows_that_are_not_computed_at_once(rows, operation, wrap):
    x = tf.constant([2, 2])
    by_rows = wrap(lambda: tf.vectorized_map(rows, x))()
    np.testing.assert_array_equal(by_rows, tf.stack([rows(2), rows(2)]))
    with pytest.raises(ValueError, match=f"No pfor vectorization defined for {operation}, .*Consider enabling the fallback_to_while_loop"):
        wrap(lambda: tf.vectorized_map(rows, x, fallback_to_while_loop=False))()


def test_rows_with_branches_and_loops_need_no_permission_to_take_turns():
    x = tf.constant([1, -2])
    chosen = tf.vectorized_map(lambda t: tf.cond(t > 0, lambda: t, lambda: -t), x, fallback_to_while_loop=False)
    np.testing.assert_array_equal(chosen, [1, 2])
