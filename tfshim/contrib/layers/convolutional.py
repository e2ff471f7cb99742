"""Convolutions and pooling of `tf.contrib.layers`."""

import tfshim as tf
from tfshim.compat.v1.variables.scopes import variable_scope
from tfshim.contrib.framework.arg_scopes import add_arg_scope
from tfshim.contrib.layers.common import XAVIER, ZEROS, channels, collected, finished, weight

_FORMATS = {3: ("NWC", "NCW"), 4: ("NHWC", "NCHW"), 5: ("NDHWC", "NCDHW")}


def _several(value, n):
    return [value] * n if isinstance(value, int) else [int(v) for v in value]


def _order(data_format, rank):
    """The format, by its name or the default, and where the channels are. Raises ValueError for others."""
    if data_format not in (None, *_FORMATS[rank]):
        raise ValueError(f"data_format has to be one of {' or '.join(_FORMATS[rank])}, but got {data_format}.")
    made = data_format or _FORMATS[rank][0]
    return made, 1 if made.startswith("NC") else -1


def _convolution(rank, default_name):
    """The layer for inputs of `rank` dimensions; None: 3 to 5."""

    def layer(
        inputs,
        num_outputs,
        kernel_size,
        stride=1,
        padding="SAME",
        data_format=None,
        rate=1,
        activation_fn=tf.nn.relu,
        normalizer_fn=None,
        normalizer_params=None,
        weights_initializer=XAVIER,
        weights_regularizer=None,
        biases_initializer=ZEROS,
        biases_regularizer=None,
        reuse=None,
        variables_collections=None,
        outputs_collections=None,
        trainable=True,
        scope=None,
    ):
        with variable_scope(scope, default_name, [inputs], reuse=reuse):
            inputs = tf.convert_to_tensor(inputs)
            known = inputs.shape.rank
            if known is None or known not in _FORMATS or rank not in (None, known):
                raise ValueError(f"Convolution expects input with rank {rank or '3, 4 or 5'}, got {known}")
            order, axis = _order(data_format, known)
            kernel = _several(kernel_size, known - 2)
            dtype = inputs.dtype.base_dtype
            weights = weight(
                "weights",
                [*kernel, channels(inputs, axis), num_outputs],
                dtype,
                weights_initializer,
                weights_regularizer,
                trainable,
                variables_collections,
            )
            x = tf.nn.convolution(inputs, weights, _several(stride, known - 2), padding.upper(), order, _several(rate, known - 2))
            biases = (
                None
                if biases_initializer is None
                else lambda: weight(
                    "biases", [num_outputs], dtype, biases_initializer, biases_regularizer, trainable, variables_collections
                )
            )
            return collected(outputs_collections, finished(x, normalizer_fn, normalizer_params, activation_fn, biases, order))

    layer.__name__ = layer.__qualname__ = {None: "convolution", 3: "conv1d", 4: "conv2d", 5: "conv3d"}[rank]
    layer.__doc__ = f"""A convolution of pictures of rank {rank or "3 to 5"}, with biases or `normalizer_fn`, activated.

    `data_format`: channels last unless it begins with "NC". `rate` spreads the kernel. `variables_collections` and
    `outputs_collections` name collections. Raises ValueError for other ranks and formats."""
    return add_arg_scope(layer)


convolution, conv1d, conv2d, conv3d = _convolution(None, "Conv"), _convolution(3, "Conv"), _convolution(4, "Conv"), _convolution(5, "Conv")
convolution1d, convolution2d, convolution3d = conv1d, conv2d, conv3d


@add_arg_scope
def conv2d_transpose(
    inputs,
    num_outputs,
    kernel_size,
    stride=1,
    padding="SAME",
    data_format="NHWC",
    activation_fn=tf.nn.relu,
    normalizer_fn=None,
    normalizer_params=None,
    weights_initializer=XAVIER,
    weights_regularizer=None,
    biases_initializer=ZEROS,
    biases_regularizer=None,
    reuse=None,
    variables_collections=None,
    outputs_collections=None,
    trainable=True,
    scope=None,
):
    """The transpose of a convolution, `stride` times as large; see `conv2d`."""
    with variable_scope(scope, "Conv2d_transpose", [inputs], reuse=reuse):
        inputs = tf.convert_to_tensor(inputs)
        order, axis = _order(data_format, 4)
        kernel, strides, dtype = _several(kernel_size, 2), _several(stride, 2), inputs.dtype.base_dtype
        weights = weight(
            "weights",
            [*kernel, num_outputs, channels(inputs, axis)],
            dtype,
            weights_initializer,
            weights_regularizer,
            trainable,
            variables_collections,
        )
        at = (2, 3) if axis == 1 else (1, 2)
        known, running = inputs.shape.as_list(), tf.shape(inputs)
        sizes = []
        for a, k, s in zip(at, kernel, strides):
            # Without padding a window that is wider than the stride reaches beyond its step.
            extra = max(k - s, 0) if padding.upper() == "VALID" else 0
            sizes.append((running[a] if known[a] is None else known[a]) * s + extra)
        batch = running[0] if known[0] is None else known[0]
        shape = [batch, num_outputs, *sizes] if axis == 1 else [batch, *sizes, num_outputs]
        x = tf.nn.conv2d_transpose(inputs, weights, tf.stack(shape), strides, padding.upper(), order)
        # Sizes that are known are lost where others are not.
        x.set_shape([None if tf.is_tensor(n) else n for n in shape])
        biases = (
            None
            if biases_initializer is None
            else lambda: weight("biases", [num_outputs], dtype, biases_initializer, biases_regularizer, trainable, variables_collections)
        )
        return collected(outputs_collections, finished(x, normalizer_fn, normalizer_params, activation_fn, biases, order))


convolution2d_transpose = conv2d_transpose


@add_arg_scope
def separable_conv2d(
    inputs,
    num_outputs,
    kernel_size,
    depth_multiplier=1,
    stride=1,
    padding="SAME",
    data_format="NHWC",
    rate=1,
    activation_fn=tf.nn.relu,
    normalizer_fn=None,
    normalizer_params=None,
    weights_initializer=XAVIER,
    pointwise_initializer=None,
    weights_regularizer=None,
    biases_initializer=ZEROS,
    biases_regularizer=None,
    reuse=None,
    variables_collections=None,
    outputs_collections=None,
    trainable=True,
    scope=None,
):
    """A convolution of each channel, then one of single pixels across channels; without the second if `num_outputs` is None."""
    with variable_scope(scope, "SeparableConv2d", [inputs], reuse=reuse):
        inputs = tf.convert_to_tensor(inputs)
        order, axis = _order(data_format, 4)
        count, dtype = channels(inputs, axis), inputs.dtype.base_dtype
        kernel, strides, rates = _several(kernel_size, 2), _several(stride, 2), _several(rate, 2)
        strides = [1, 1, *strides] if axis == 1 else [1, *strides, 1]
        depthwise = weight(
            "depthwise_weights",
            [*kernel, count, depth_multiplier],
            dtype,
            weights_initializer,
            weights_regularizer,
            trainable,
            variables_collections,
        )
        if num_outputs is None:
            outputs = count * depth_multiplier
            x = tf.nn.depthwise_conv2d(inputs, depthwise, strides, padding.upper(), order, rates)
        else:
            outputs = num_outputs
            pointwise = weight(
                "pointwise_weights",
                [1, 1, count * depth_multiplier, outputs],
                dtype,
                pointwise_initializer or weights_initializer,
                weights_regularizer,
                trainable,
                variables_collections,
            )
            x = tf.nn.separable_conv2d(inputs, depthwise, pointwise, strides, padding.upper(), order, rates)
        biases = (
            None
            if biases_initializer is None
            else lambda: weight("biases", [outputs], dtype, biases_initializer, biases_regularizer, trainable, variables_collections)
        )
        return collected(outputs_collections, finished(x, normalizer_fn, normalizer_params, activation_fn, biases, order))


separable_convolution2d = separable_conv2d


def _pooling(function, rank, default_name, public, what):
    """The pooling layer for inputs of `rank` dimensions."""

    def layer(inputs, kernel_size, stride=2, padding="VALID", data_format=_FORMATS[rank][0], outputs_collections=None, scope=None):
        with tf.compat.v1.name_scope(scope, default_name, [inputs]) as named:
            order, _ = _order(data_format, rank)
            x = function(inputs, _several(kernel_size, rank - 2), _several(stride, rank - 2), padding.upper(), order)
            return collected(outputs_collections, x, named)

    layer.__name__ = layer.__qualname__ = public
    layer.__doc__ = f"The {what} of each window of `kernel_size`, `stride` apart."
    return add_arg_scope(layer)


max_pool2d = _pooling(tf.nn.max_pool2d, 4, "MaxPool2D", "max_pool2d", "greatest value")
avg_pool2d = _pooling(tf.nn.avg_pool2d, 4, "AvgPool2D", "avg_pool2d", "mean")
max_pool3d = _pooling(tf.nn.max_pool3d, 5, "MaxPool3D", "max_pool3d", "greatest value")
avg_pool3d = _pooling(tf.nn.avg_pool3d, 5, "AvgPool3D", "avg_pool3d", "mean")
