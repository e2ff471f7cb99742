"""What users of TF-Slim do first, of what runs with TensorFlow 2.15: layers without convolutions of `tf.layers`, losses, metrics."""

import numpy as np
import tensorflow.compat.v1 as tf
import tf_slim as slim

RNG = np.random.default_rng(0)
X = RNG.standard_normal((16, 8, 8, 3)).astype("float32")
Y = RNG.integers(0, 4, 16)


def step_layers():
    found = {}
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.constant(X)
        start = tf.initializers.variance_scaling(seed=2)
        made = {
            "separable": slim.separable_conv2d(x, 4, [3, 3], 1, weights_initializer=start),
            "transposed": slim.conv2d_transpose(x, 2, [2, 2], 2, weights_initializer=start),
            "normalized": slim.layer_norm(x),
            "unit": slim.unit_norm(x, 3),
            "hot": slim.one_hot_encoding(tf.constant(Y), 4),
            "softmax": slim.softmax(tf.reshape(x, [16, -1])[:, :5]),
        }
        session.run(tf.global_variables_initializer())
        for name, tensor in made.items():
            found[name] = session.run(tensor)[:2]
    return found


def step_losses_and_metrics():
    with tf.Graph().as_default(), tf.Session() as session:
        logits = tf.constant(X[:, 0, 0, :]) * tf.constant([[1.0, 2.0, 0.5]])
        made = {
            "entropy": slim.losses.sparse_softmax_cross_entropy(logits, tf.constant(Y % 3)),
            "hinge": slim.losses.hinge_loss(logits[:, :1], tf.constant(Y[:, None] % 2)),
            "squares": slim.losses.mean_squared_error(logits, tf.zeros_like(logits), weights=2.0),
            "total": slim.losses.get_total_loss(),
        }
        values, updates = slim.metrics.aggregate_metric_map({"accuracy": tf.metrics.accuracy(tf.constant(Y % 3), tf.argmax(logits, 1))})
        session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        session.run(list(updates.values()))
        return {name: session.run(t) for name, t in made.items()}, session.run(values), [t.op.name for t in slim.losses.get_losses()]
