"""What recorded answers cannot show: memory layout, random draws without a seed, graphs with unknown sizes."""

import numpy as np
import pytest

import tfshim as tf


def _images(*shape):
    return tf.constant(np.random.RandomState(0).uniform(-1, 1, shape).astype(np.float32))


@pytest.mark.parametrize(
    "run",
    [
        lambda x: tf.nn.conv2d(x, tf.ones([3, 3, 4, 8]), 1, "SAME"),
        lambda x: tf.nn.conv2d(x, tf.ones([3, 3, 4, 8]), 2, "SAME"),
        lambda x: tf.nn.conv2d_transpose(x, tf.ones([2, 2, 6, 4]), [8, 16, 16, 6], 2),
        lambda x: tf.nn.depthwise_conv2d(x, tf.ones([3, 3, 4, 2]), [1, 1, 1, 1], "SAME"),
        lambda x: tf.nn.max_pool2d(x, 2, 2, "SAME"),
        lambda x: tf.nn.avg_pool2d(x, 3, 2, "SAME"),
    ],
)
def test_channels_last_stays_contiguous(run):
    """Nothing is copied into another layout on the way out: the next layer reads what this one wrote."""
    assert run(_images(8, 8, 8, 4))._t.is_contiguous()


def test_public_names_are_those_of_tensorflow():
    assert "relu" in dir(tf.nn) and "experimental" in dir(tf.nn)
    assert "conv" not in dir(tf.nn) and "fused_batch_norm" not in dir(tf.nn)
    assert all(callable(getattr(tf.nn, name)) for name in dir(tf.nn) if name != "experimental" and not name.startswith("__"))


def test_dropout_without_a_seed():
    x = tf.ones([100, 100])
    first, second = tf.nn.dropout(x, 0.25), tf.nn.dropout(x, 0.25)
    for kept in (first.numpy(), second.numpy()):
        assert set(np.unique(kept)) == {0.0, np.float32(1 / 0.75)}
        assert abs((kept != 0).mean() - 0.75) < 0.03
    assert (first.numpy() != second.numpy()).any()


def test_dropout_without_a_seed_whose_noise_has_a_shape_known_only_in_the_graph():
    """A fixed seed would draw the same numbers after each start."""
    x = tf.ones([500, 3])

    @tf.function
    def drop(rows):
        return tf.nn.dropout(x, 0.5, noise_shape=tf.stack([rows, 1]))

    kept = [drop(tf.constant(500)).numpy()[:, 0]]
    drop = tf.function(drop.python_function)
    kept.append(drop(tf.constant(500)).numpy()[:, 0])
    assert set(np.unique(kept)) == {0.0, 2.0} and (kept[0] != kept[1]).any()


def test_dropout_drops_the_same_in_the_gradient():
    x = tf.ones([50])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.nn.dropout(x, 0.5)
    np.testing.assert_array_equal(tape.gradient(y, x).numpy(), y.numpy())


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("rate", [0.1, 0.5, 0.999])
def test_dropout_of_many_elements(dtype, rate):
    x = tf.ones([3, 33333], dtype)
    kept = tf.nn.dropout(x, rate).numpy()
    np.testing.assert_allclose(np.unique(kept), [0, 1 / (1 - rate)], rtol=1e-6)
    error = 5 * np.sqrt(rate * (1 - rate) / kept.size)
    assert abs((kept == 0).mean() - rate) < error
    # Neighbours come out of one random number.
    together = ((kept[:, :-1] == 0) & (kept[:, 1:] == 0)).mean()
    assert abs(together - rate**2) < 5 * np.sqrt(rate**2 / kept.size)


def test_gradients_of_dropout_of_many_elements():
    x = tf.reshape(tf.linspace(-1.0, 1.0, 8000), [80, 100])
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tf.nn.dropout(x, 0.25)
            z = y**3
        first = inner.gradient(z, x)
    scale = np.where(y.numpy() != 0, 1 / 0.75, 0)
    np.testing.assert_allclose(first.numpy(), 3 * x.numpy() ** 2 * scale**3, rtol=1e-5)
    np.testing.assert_allclose(outer.gradient(first, x).numpy(), 6 * x.numpy() * scale**3, rtol=1e-5)
    with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as forward:
        y = tf.nn.dropout(x, 0.25)
    np.testing.assert_allclose(forward.jvp(y).numpy(), np.where(y.numpy() != 0, 1 / 0.75, 0), rtol=1e-6)


def test_dropout_in_a_function_goes_on():
    tf.random.set_seed(4)
    run = tf.function(lambda x: tf.nn.dropout(x, 0.5), autograph=False)
    x = tf.ones([64])
    first, second = run(x).numpy(), run(x).numpy()
    assert (first != second).any()
    tf.random.set_seed(4)
    np.testing.assert_array_equal(run(x).numpy(), first)


def test_windows_of_unknown_size():
    spec = tf.TensorSpec([None, None, None, None], tf.float32)
    run = tf.function(lambda x, w: tf.nn.conv2d(x, w, 1, "VALID"), autograph=False, input_signature=[spec, spec])
    assert run.get_concrete_function().output_shapes.as_list() == [None, None, None, None]
    x, w = _images(2, 7, 6, 3), _images(2, 3, 3, 5)
    np.testing.assert_allclose(run(x, w).numpy(), tf.nn.conv2d(x, w, 1, "VALID").numpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("shape, channels", [([2, 9, 4], 6), ([2, 5, 9, 4], 6), ([3, 2, 5, 9, 4], 6)])
def test_further_batch_axes_and_ranks_agree(shape, channels):
    """What has more axes in front is convolved piece by piece."""
    x = _images(*shape)
    if len(shape) == 5:
        w = _images(3, 3, 4, channels)
        whole = tf.nn.conv2d(x, w, 1, "SAME").numpy()
        parts = np.stack([tf.nn.conv2d(part, w, 1, "SAME").numpy() for part in x])
    else:
        w = _images(*[3] * (len(shape) - 2), 4, channels)
        whole = tf.nn.convolution(x, w, padding="SAME").numpy()
        parts = np.concatenate([tf.nn.convolution(part[None], w, padding="SAME").numpy() for part in x])
    np.testing.assert_allclose(whole, parts, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("stride", [1, 2, 3])
@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_transposed_convolution_is_the_gradient(stride, padding):
    x, w = _images(2, 9, 8, 3), _images(4, 3, 3, 5)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.nn.conv2d(x, w, stride, padding)
    back = tf.nn.conv2d_transpose(tf.ones_like(y), w, [2, 9, 8, 3], stride, padding)
    np.testing.assert_allclose(back.numpy(), tape.gradient(y, x).numpy(), rtol=1e-4, atol=1e-5)


def test_an_argument_that_is_not_supported_is_named():
    with pytest.raises(NotImplementedError, match="NCHW_VECT_C"):
        tf.nn.depth_to_space(tf.ones([1, 2, 2, 4]), 2, data_format="NCHW_VECT_C")
    with pytest.raises(AttributeError, match="module 'tensorflow.nn' has no attribute 'no_such_thing'"):
        tf.nn.no_such_thing  # noqa: B018


@pytest.mark.parametrize("alpha, below", [(0.0, 0.0), (0.5, 0.5)])
def test_a_rectifier_up_to_six_is_one_operation(alpha, below):
    """As in Keras, which makes it `tf.nn.relu6`: the gradient is 0 at both corners."""
    x = tf.constant([-2.0, 0.0, 3.0, 6.0, 7.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.keras.activations.relu(x, alpha=alpha, max_value=6)
    np.testing.assert_array_equal(y.numpy(), [-2 * alpha, 0, 3, 6, 6])
    np.testing.assert_array_equal(tape.gradient(y, x).numpy(), [below, 0, 1, 0, 0])
    graph = tf.function(lambda x: tf.keras.activations.relu(x, alpha=alpha, max_value=6.0)).get_concrete_function(x).graph
    types = [node.type for node in graph.get_operations()]
    assert "Relu6" in types and "Minimum" not in types


@pytest.mark.parametrize("loss", ["nce_loss", "sampled_softmax_loss"])
@pytest.mark.parametrize("num_true", [1, 2])
def test_sampled_losses_have_the_gradients_of_their_differences(loss, num_true):
    rng = np.random.RandomState(0)
    weights, biases, inputs = (tf.constant(rng.uniform(-1, 1, s)) for s in ([5, 3], [5], [2, 3]))
    labels = tf.constant([[1, 2], [4, 0]][:2], tf.int64)[:, :num_true]
    sampled = tf.constant([3, 1], tf.int64), tf.fill([2, num_true], 0.4), tf.constant([0.3, 0.6])

    def run(weights, biases, inputs):
        made = getattr(tf.nn, loss)(weights, biases, labels, inputs, 2, 5, num_true, sampled, remove_accidental_hits=loss[0] == "n")
        return tf.reduce_sum(made * [1.0, 2.0])

    theory, numeric = tf.test.compute_gradient(run, [weights, biases, inputs], delta=1e-4)
    for t, n in zip(theory, numeric):
        np.testing.assert_allclose(t, n, atol=1e-6)


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_depthwise_strides_that_differ(padding):
    """As TensorFlow has it by oneDNN's kernels, which it computes float32 with; recorded are those without them, which raise."""
    x, f = tf.random.normal([2, 7, 6, 3], seed=1), tf.random.normal([3, 2, 3, 2], seed=2)
    within = [[0, 0], [1, 1], [0, 1], [0, 0]] if padding == "SAME" else padding  # what SAME adds for 4 and 6 of these sizes
    expected = tf.nn.depthwise_conv2d(x, f, [1, 1, 1, 1], within)[:, ::2]
    np.testing.assert_allclose(tf.nn.depthwise_conv2d(x, f, [1, 2, 1, 1], padding), expected, rtol=1e-5, atol=1e-5)
    with pytest.raises(tf.errors.InvalidArgumentError, match="equal length strides"):
        tf.nn.depthwise_conv2d(tf.cast(x, tf.float64), tf.cast(f, tf.float64), [1, 2, 1, 1], padding)


def test_an_infinite_square_reaches_all_channels_in_local_response_normalization():
    y = tf.nn.lrn(np.float32([[[[1e30, 2, 3, 4]]]]), 1)
    np.testing.assert_array_equal(y.numpy(), [[[[0, 0, np.nan, np.nan]]]])


@pytest.mark.parametrize(
    "beta, expected",
    [(2.0, [np.nan, 0.03125, 0.005671077407896519, 0.011080333031713963]), (0.75, [np.nan] + [2 / 8**0.75, 3 / 23**0.75, 4 / 19**0.75])],
)
def test_local_response_normalization_has_no_power_of_negative_numbers(beta, expected):
    y = tf.nn.lrn(np.float32([[[[1, 2, 3, 4]]]]), 1, bias=-6.0, beta=beta)
    np.testing.assert_allclose(y.numpy().reshape(-1), expected, rtol=1e-5)
