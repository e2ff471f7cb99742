"""What functions of `tf.nn` look at before they convert their tensors, and in which order."""

import numpy as np
import pytest

import tfshim as tf

IMAGE = [[[[1.0], [2.0]], [[3.0], [4.0]]]]
FILTER = [[[[1.0]]]]


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda: tf.nn.conv2d(IMAGE, tf.constant(FILTER), 1, "SAME"), AttributeError),
        (lambda: tf.nn.conv2d(None, FILTER, 1, "SAME"), AttributeError),
        (lambda: tf.nn.conv2d(IMAGE, FILTER, [1, 1, 1], "SAME"), ValueError),
        (lambda: tf.nn.conv2d(tf.ones([1, 2, 2, 1], tf.uint8), tf.ones([1, 1, 1, 1], tf.uint8), [1, 1, 1], "same"), ValueError),
        (lambda: tf.nn.conv2d(tf.ones([1, 2, 2, 1]), tf.ones([1, 1, 1, 1]), [1, 1, 1], "same"), ValueError),
        (lambda: tf.nn.conv3d([IMAGE], tf.ones([1, 1, 1, 1, 1]), [1] * 5, "SAME"), AttributeError),
        (lambda: tf.nn.max_pool(IMAGE, 2, 2, "SAME"), AttributeError),
        (lambda: tf.nn.max_pool2d(tf.ones([1, 2, 2, 1], tf.bool), [2, 2], [1, 1, 1], "SAME"), ValueError),
        (lambda: tf.nn.avg_pool2d(tf.ones([1, 2, 2, 1], tf.int32), 2, 1, True), TypeError),
        (lambda: tf.nn.avg_pool2d(tf.ones([1, 2, 2, 1]), 2, [1, 1, 1], [[0, 0]] * 4), ValueError),
        (lambda: tf.nn.depthwise_conv2d(IMAGE, np.ones([1, 1, 1, 1], "int64"), 1, "SAME"), TypeError),
        (lambda: tf.nn.depthwise_conv2d(tf.ones([1, 4, 4, 1], "float64"), tf.ones([2, 2, 1, 1], "float64"), [1, 2, 1, 1], "SAME"),
         tf.errors.InvalidArgumentError),
        (lambda: tf.nn.conv1d([[[1], [2]]], [[[1.5]]], 1, "SAME"), tf.errors.InvalidArgumentError),
        (lambda: tf.nn.conv1d_transpose(tf.ones([1, 2, 1]), tf.ones([1, 1, 1]), 4, 2), TypeError),
        (lambda: tf.nn.moments([[1.0, 2.0]], 0), AttributeError),
        (lambda: tf.nn.batch_normalization(tf.ones([1, 2]), [1.0, 1.0], [1.0, 1.0], None, None, 0.1), TypeError),
        (lambda: tf.nn.normalize_moments(tf.constant(2), 1.0, 2.0, None), tf.errors.NotFoundError),
        (lambda: tf.nn.log_poisson_loss([1.0], tf.constant([1.0], tf.float16)), tf.errors.InvalidArgumentError),
        (lambda: tf.nn.weighted_cross_entropy_with_logits([1.0], [1.0], [2.0]), TypeError),
        (lambda: tf.nn.sparse_softmax_cross_entropy_with_logits(0, tf.ones([3, 1], tf.uint32)), ValueError),
        (lambda: tf.nn.sigmoid_cross_entropy_with_logits(np.ones([2], "float64"), 0.0), ValueError),
        (lambda: tf.nn.softmax_cross_entropy_with_logits(tf.ones([2, 3]), tf.ones([2, 3]), axis=-2), tf.errors.InvalidArgumentError),
        (lambda: tf.nn.max_pool_with_argmax(tf.ones([0, 3, 3, 1]), 2, 2, "SAME"), tf.errors.InvalidArgumentError),
        (lambda: tf.nn.embedding_lookup([1.0, 2.0], 0), IndexError),
        (lambda: tf.nn.erosion2d(tf.ones([1, 2, 2, 1], tf.uint8), tf.ones([1, 1, 1], tf.uint8), [1] * 4, "SAME", "NHWC", [1] * 4),
         tf.errors.InvalidArgumentError),
        (lambda: tf.keras.backend.sqrt([1.0]), AttributeError),
        (lambda: tf.keras.backend.softmax(tf.ones([3])), ValueError),
        (lambda: tf.keras.activations.hard_sigmoid(np.ones([3], "float32")), AttributeError),
        (lambda: tf.keras.regularizers.L1L2(0.1, 0.2)(1.5), AttributeError),
        (lambda: tf.keras.layers.Permute((1,))(None), TypeError),
        (lambda: tf.keras.layers.Add()([tf.ones([4]), [1.0, 2.0, 3.0, 4.0]]), ValueError),
    ],
)  # fmt: skip
def test_raises(call, error):
    with pytest.raises(error) as caught:
        call()
    assert type(caught.value) is error


def test_dtypes_of_arrays():
    assert tf.nn.max_pool2d(np.ones([1, 2, 2, 1]), 2, 2, "SAME").dtype == tf.float32
    assert tf.nn.max_pool2d([[[[1], [2]]]], 2, 2, "SAME").dtype == tf.int32
    assert tf.nn.lrn([[[[0, 4]]]]).dtype == tf.float32
    assert tf.nn.conv2d_transpose(IMAGE, tf.constant(FILTER, tf.float16), [1, 2, 2, 1], 1).dtype == tf.float16
    assert tf.keras.losses.huber(tf.ones([2], tf.float16), tf.ones([2], tf.float16)).dtype == tf.float32


def test_weights_that_sum_to_nothing():
    mean, variance = tf.nn.weighted_moments([], -1, [])
    assert float(mean) == float(variance) == 0.0


def test_int32_wraps():
    y = tf.nn.conv2d(tf.constant([[[[2]]]]), tf.constant([[[[2**31 - 1]]]]), 1, "VALID")
    assert y.numpy().ravel().tolist() == [-2]


def test_in_a_function():
    @tf.function
    def f(x):
        return tf.nn.conv2d(x, tf.ones([1, 1, 1, 1]), [1, 1, 1], "SAME")

    with pytest.raises(ValueError):
        f(tf.ones([1, 2, 2, 1]))


def test_batch_dot_of_arrays():
    x, y = np.arange(8.0).reshape(2, 2, 2), np.ones([2, 2, 2])
    assert np.array_equal(tf.keras.backend.batch_dot(x, y).numpy(), x @ y)


@pytest.mark.parametrize("frames, losses", [
    (tf.constant([5, 3]), [3.8039, 3.2207]),
    (tf.constant([5.0, 3.0]), [3.8039, 3.2207]),
    (tf.constant([4.5, 2.2]), [3.58, 1.6689]),
    (tf.constant([5.0, 3.0], tf.float64), [3.8039, 3.2207]),
])  # fmt: skip
def test_lengths_of_a_ctc_loss_may_be_floats(frames, losses):
    """Their whole part counts; values from TensorFlow."""
    logits = np.random.RandomState(0).normal(size=(5, 2, 4)).astype("float32")
    for call in tf.nn.ctc_loss, tf.function(tf.nn.ctc_loss):
        found = call(tf.constant([[1, 2, 0], [3, 0, 0]]), tf.constant(logits), tf.constant([2, 1]), frames)
        np.testing.assert_allclose(found, losses, atol=1e-4)
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.nn.ctc_loss(tf.constant([[1]]), tf.constant(logits[:, :1]), tf.constant([1.0]), tf.constant([5]))
