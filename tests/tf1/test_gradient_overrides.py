"""`Graph.gradient_override_map`: the gradient that is named holds for every type of operation, also for those that run without a kernel."""

import numpy as np
import pytest

import tfshim as tf

v1 = tf.compat.v1
VALUES = np.arange(1, 13, dtype="float32").reshape(3, 4) / 10
OPERATIONS = {
    "Identity": tf.identity,
    "Reshape": lambda x: tf.reshape(x, [4, 3]),
    "Transpose": tf.transpose,
    "Softmax": tf.nn.softmax,
    "LogSoftmax": tf.nn.log_softmax,
    "Square": tf.square,
    "Pow": lambda x: x**3.0,
    "Mean": tf.reduce_mean,
    "Sum": tf.reduce_sum,
    "MatMul": lambda x: tf.matmul(x, tf.ones([4, 2])),
    "BatchMatMulV2": lambda x: tf.matmul(tf.reshape(x, [1, 3, 4]), tf.ones([1, 4, 2])),
    "ConcatV2": lambda x: tf.concat([x, [[1.0] * 4]], 0),
    "Squeeze": lambda x: tf.squeeze(x[:, :, None], 2),
    "ExpandDims": lambda x: tf.expand_dims(x, 0),
    "StridedSlice": lambda x: x[1:],
    "Cast": lambda x: tf.cast(x, tf.float64),
    "Pack": lambda x: tf.stack([x, tf.ones([3, 4])]),
    "Relu": tf.nn.relu,
    "Mul": lambda x: x * 3.0,
    "AddV2": lambda x: x + 1.0,
    "MaxPool": lambda x: tf.nn.max_pool2d(tf.reshape(x, [1, 3, 4, 1]), 2, 1, "SAME"),
    "Conv2D": lambda x: tf.nn.conv2d(tf.reshape(x, [1, 3, 4, 1]), tf.ones([2, 2, 1, 1]), 1, "SAME"),
}


@tf.RegisterGradient("AlwaysSeven")
def _seven(operation, grad):
    return [None if x.dtype.is_integer else 7 * tf.ones_like(x) for x in operation.inputs]


@pytest.mark.parametrize("kind", OPERATIONS)
def test_the_named_gradient_is_taken(kind):
    with tf.Graph().as_default() as graph:
        x = v1.placeholder(tf.float32, [3, 4])
        with graph.gradient_override_map({kind: "AlwaysSeven"}):
            y = OPERATIONS[kind](x)
        gradient = tf.gradients(tf.exp(y), x)[0]  # what comes after it has its own
        with v1.Session() as session:
            np.testing.assert_array_equal(session.run(gradient, {x: VALUES}), np.full_like(VALUES, 7))
