"""Layers of `tf.contrib.layers` as functions."""

import tfshim as tf
from tfshim.compat.v1 import layers
from tfshim.compat.v1.initializers import zeros
from tfshim.compat.v1.variable_scopes import variable_scope
from tfshim.contrib.layers.initializers import xavier_initializer

_XAVIER, _ZEROS = xavier_initializer(), zeros()
relu, softmax = tf.nn.relu, tf.nn.softmax


def _refuse(function, **arguments):
    for name, value in arguments.items():
        if value is not None:
            raise NotImplementedError(f"tf.contrib.layers.{function}: `{name}` is not supported; leave it out.")


def _normalized(x, normalizer_fn, normalizer_params, activation_fn):
    if normalizer_fn is not None:
        x = normalizer_fn(x, **(normalizer_params or {}))
    return x if activation_fn is None else activation_fn(x)


def fully_connected(inputs, num_outputs, activation_fn=tf.nn.relu, normalizer_fn=None, normalizer_params=None,
                    weights_initializer=_XAVIER, weights_regularizer=None, biases_initializer=_ZEROS, biases_regularizer=None,
                    reuse=None, variables_collections=None, outputs_collections=None, trainable=True, scope=None):
    """`activation_fn(inputs @ weights + biases)`; with `normalizer_fn` that instead of the biases.

    The variables are called `kernel` and `bias` here. `variables_collections` and `outputs_collections` are refused.
    """
    _refuse("fully_connected", variables_collections=variables_collections, outputs_collections=outputs_collections)
    with variable_scope(scope, "fully_connected", reuse=reuse) as opened:
        layer = layers.Dense(num_outputs, None, normalizer_fn is None and biases_initializer is not None, weights_initializer,
                             biases_initializer, weights_regularizer, biases_regularizer, trainable=trainable, _scope=opened,
                             _reuse=reuse)
        return _normalized(layer(inputs), normalizer_fn, normalizer_params, activation_fn)


def linear(inputs, num_outputs, **kwargs):
    """`fully_connected` without an activation."""
    return fully_connected(inputs, num_outputs, activation_fn=None, **kwargs)


def conv2d(inputs, num_outputs, kernel_size, stride=1, padding="SAME", data_format=None, rate=1, activation_fn=tf.nn.relu,
           normalizer_fn=None, normalizer_params=None, weights_initializer=_XAVIER, weights_regularizer=None,
           biases_initializer=_ZEROS, biases_regularizer=None, reuse=None, variables_collections=None, outputs_collections=None,
           trainable=True, scope=None):
    """A convolution, normalized and activated. `variables_collections` and `outputs_collections` are refused."""
    _refuse("conv2d", variables_collections=variables_collections, outputs_collections=outputs_collections)
    order = "channels_first" if data_format and data_format.startswith("NC") else "channels_last"
    with variable_scope(scope, "Conv", reuse=reuse) as opened:
        layer = layers.Conv2D(num_outputs, kernel_size, stride, padding, order, rate, None,
                              normalizer_fn is None and biases_initializer is not None, weights_initializer, biases_initializer,
                              weights_regularizer, biases_regularizer, trainable=trainable, _scope=opened, _reuse=reuse)
        return _normalized(layer(inputs), normalizer_fn, normalizer_params, activation_fn)


convolution2d = conv2d


def max_pool2d(inputs, kernel_size, stride=2, padding="VALID", data_format="NHWC", outputs_collections=None, scope=None):
    """The greatest value of each window. `outputs_collections` is refused."""
    _refuse("max_pool2d", outputs_collections=outputs_collections)
    with tf.name_scope(scope or "MaxPool2D"):
        return tf.nn.max_pool2d(inputs, kernel_size, stride, padding, data_format)


def avg_pool2d(inputs, kernel_size, stride=2, padding="VALID", data_format="NHWC", outputs_collections=None, scope=None):
    """The mean of each window. `outputs_collections` is refused."""
    _refuse("avg_pool2d", outputs_collections=outputs_collections)
    with tf.name_scope(scope or "AvgPool2D"):
        return tf.nn.avg_pool2d(inputs, kernel_size, stride, padding, data_format)


def flatten(inputs, outputs_collections=None, scope=None):
    """One row of numbers for each of the batch. `outputs_collections` is refused."""
    _refuse("flatten", outputs_collections=outputs_collections)
    with tf.name_scope(scope or "Flatten"):
        return layers.flatten(inputs)


def dropout(inputs, keep_prob=0.5, noise_shape=None, is_training=True, outputs_collections=None, scope=None, seed=None):
    """Zeros instead of a part of the inputs; `keep_prob` are kept. `outputs_collections` is refused."""
    _refuse("dropout", outputs_collections=outputs_collections)
    with tf.name_scope(scope or "Dropout"):
        return layers.dropout(inputs, 1 - keep_prob, noise_shape, seed, is_training)


def batch_norm(inputs, decay=0.999, center=True, scale=False, epsilon=0.001, activation_fn=None, is_training=True, reuse=None,
               trainable=True, scope=None, data_format="NHWC", updates_collections="update_ops"):
    """Batch normalization; its updates go to the collection UPDATE_OPS, no other."""
    if updates_collections != "update_ops":
        raise NotImplementedError("tf.contrib.layers.batch_norm: `updates_collections` other than UPDATE_OPS is not supported.")
    with variable_scope(scope, "BatchNorm", reuse=reuse) as opened:
        layer = layers.BatchNormalization(1 if data_format == "NCHW" else -1, decay, epsilon, center, scale, trainable=trainable,
                                          _scope=opened, _reuse=reuse)
        outputs = layer(inputs, training=is_training)
        return outputs if activation_fn is None else activation_fn(outputs)


def one_hot_encoding(labels, num_classes, on_value=1.0, off_value=0.0, outputs_collections=None, scope=None):
    """Labels as rows of `num_classes` with one `on_value`. `outputs_collections` is refused."""
    _refuse("one_hot_encoding", outputs_collections=outputs_collections)
    return tf.one_hot(tf.cast(labels, tf.int64), num_classes, on_value, off_value)
