"""What gradients of gathering and slicing look like, and that they hold at higher orders."""

import numpy as np
import pytest

import tfshim as tf


def table():
    return tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])


def test_rows_of_a_variable_have_a_sparse_gradient():
    v = table()
    with tf.GradientTape() as tape:
        out = tf.gather(v, [0, 2, 0]) * 2.0
    g = tape.gradient(out, v)
    assert isinstance(g, tf.IndexedSlices)
    assert g.indices.dtype == tf.int32 and g.indices.numpy().tolist() == [0, 2, 0]
    assert g.values.numpy().tolist() == [[2.0, 2.0]] * 3
    assert g.dense_shape.numpy().tolist() == [3, 2]


def test_two_gathers_add_up():
    v = table()
    with tf.GradientTape() as tape:
        out = [tf.gather(v, tf.constant([0, 2, 0], tf.int64)) * 2.0, tf.gather(v, tf.constant([1], tf.int64))]
    g = tape.gradient(out, v)
    assert isinstance(g, tf.IndexedSlices) and g.indices.dtype == tf.int64 and len(g.indices) == 4
    assert tf.convert_to_tensor(g).numpy().tolist() == [[4.0, 4.0], [1.0, 1.0], [2.0, 2.0]]


def test_a_dense_use_makes_it_dense():
    v = table()
    with tf.GradientTape() as tape:
        out = [tf.gather(v, [0, 0]), v * 3.0]
    g = tape.gradient(out, v)
    assert isinstance(g, tf.Tensor)
    assert g.numpy().tolist() == [[5.0, 5.0], [3.0, 3.0], [3.0, 3.0]]


@pytest.mark.parametrize("kwargs", [{"axis": 1}, {"batch_dims": 1}])
def test_other_gathers_are_dense(kwargs):
    v = table()
    indices = [[0], [1], [1]] if "batch_dims" in kwargs else [1, 1]
    with tf.GradientTape() as tape:
        out = tf.gather(v, indices, **kwargs)
    expected = [[1, 0], [0, 1], [0, 1]] if "batch_dims" in kwargs else [[0, 2]] * 3
    assert tape.gradient(out, v).numpy().tolist() == expected


def test_what_is_computed_from_a_source_gets_a_dense_gradient():
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        out = tf.gather(x * 2.0, [1, 1])
    g = tape.gradient(out, x)
    assert isinstance(g, tf.Tensor) and g.numpy().tolist() == [[0.0, 0.0], [4.0, 4.0]]


def test_nested_tapes_through_gather():
    v = tf.Variable([1.0, 2.0, 3.0])
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            out = tf.gather(v, [2, 0]) ** 3.0
        first = tf.convert_to_tensor(inner.gradient(out, v))
    assert first.numpy().tolist() == [3.0, 0.0, 27.0]
    np.testing.assert_allclose(tf.convert_to_tensor(outer.gradient(first, v)).numpy(), [6.0, 0.0, 18.0])


def test_gather_nd_of_rows_is_sparse():
    v = table()
    with tf.GradientTape() as tape:
        out = tf.gather_nd(v, [[2], [2]])
    g = tape.gradient(out, v)
    assert isinstance(g, tf.IndexedSlices) and g.indices.numpy().tolist() == [2, 2]


def test_slices_and_iteration_are_recorded():
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        out = x[0] * x[:, 1] + x[::-1, 0]
        for row in x:
            out = out + row
    assert tape.gradient(out, x).numpy().tolist() == [[4.0, 6.0], [2.0, 3.0]]


def test_packing_a_list_is_recorded():
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        out = tf.convert_to_tensor([x, [1.0, x * x][1], 3.0]) * [1.0, 10.0, 100.0]
    assert tape.gradient(out, x).numpy() == 41.0


def test_scatter_maximum_shares_between_equals():
    x, u = tf.constant([1.0, 5.0]), tf.constant([1.0, 7.0])
    with tf.GradientTape() as tape:
        tape.watch([x, u])
        out = tf.tensor_scatter_nd_max(x, [[0], [1]], u)
    gx, gu = tape.gradient(out, [x, u])
    assert gx.numpy().tolist() == [0.5, 0.0] and gu.numpy().tolist() == [0.5, 1.0]


@pytest.mark.parametrize(("shape", "count"), [((3, 500, 40), 300), ((2, 4, 5000), 4000), ((6000, 4), 3)])
def test_many_rows_gathered_from_each_example_and_their_gradients(shape, count):
    rng = np.random.default_rng(0)
    batch_dims = 2 if shape[1] == 4 and len(shape) == 3 else 1
    x = tf.constant(rng.standard_normal(shape).astype("float32"))
    at = rng.integers(0, shape[batch_dims], (*shape[:batch_dims], count)).astype("int32")
    weights = tf.constant(rng.standard_normal((*at.shape, *shape[batch_dims + 1 :])).astype("float32"))

    @tf.function
    def gradient(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            made = tf.gather(x, at, batch_dims=batch_dims)
        return made, tape.gradient(made, x, weights)

    made, slope = gradient(x)
    wanted = np.zeros(shape, "float32")
    for place in np.ndindex(*at.shape):
        wanted[(*place[:-1], at[place])] += weights.numpy()[place]
        np.testing.assert_array_equal(made.numpy()[place], x.numpy()[(*place[:-1], at[place])])
    np.testing.assert_allclose(slope, wanted, rtol=1e-4, atol=1e-5)
    at[(0,) * at.ndim] = shape[batch_dims]
    with pytest.raises(tf.errors.InvalidArgumentError, match=rf"indices\[0.*\] = {shape[batch_dims]} is not in \[0, {shape[batch_dims]}\)"):
        tf.gather(x, at, batch_dims=batch_dims)


def test_many_elements_gathered_along_the_last_axis_and_their_gradients():
    rng = np.random.default_rng(0)
    x, at = tf.constant(rng.standard_normal((3, 3000, 7)).astype("float32")), [6, 0, 0, 3]
    weights = tf.constant(rng.standard_normal((3, 3000, 4)).astype("float32"))

    def derivatives(x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as tape:
                tape.watch(x)
                made = tf.gather(x, at, axis=-1) ** 2
            slope = tape.gradient(made, x, weights)
        return made, slope, outer.gradient(slope, x)

    factors = np.zeros(x.shape, "float32")
    np.add.at(factors, (slice(None), slice(None), at), weights.numpy())
    for made, slope, curvature in (derivatives(x), tf.function(derivatives)(x)):
        np.testing.assert_allclose(made, x.numpy()[..., at] ** 2)
        np.testing.assert_allclose(slope, 2 * factors * x.numpy(), rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(curvature, 2 * factors, rtol=1e-5, atol=1e-5)
    with tf.autodiff.ForwardAccumulator(x, 2 * x) as forward:
        made = tf.gather(x, at, axis=-1)
    np.testing.assert_array_equal(forward.jvp(made), 2 * made.numpy())
    for dtype in ("bfloat16", "complex64", "bool", "uint16"):
        chosen = tf.gather(tf.cast(x, dtype), at, axis=2)
        np.testing.assert_array_equal(chosen.numpy(), tf.cast(x, dtype).numpy()[..., at])
    for wrong, words in (([0, 7], r"indices\[1\] = 7 is not in \[0, 7\)"), ([-1], r"indices\[0\] = -1 is not in \[0, 7\)")):
        with pytest.raises(tf.errors.InvalidArgumentError, match=words):
            tf.gather(x, wrong, axis=-1)
