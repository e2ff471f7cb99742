"""Layers of `tf.contrib.layers` as functions: full connections, dropout, and reshaping."""

import tfshim as tf
from tfshim.compat.v1 import layers
from tfshim.compat.v1.variables.scopes import variable_scope
from tfshim.contrib.framework.arg_scopes import add_arg_scope
from tfshim.contrib.layers.common import XAVIER, ZEROS, channels, collected, finished, weight


@add_arg_scope
def fully_connected(
    inputs,
    num_outputs,
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
    """`activation_fn(inputs @ weights + biases)`, along the last dimension; with `normalizer_fn` that instead of the biases.

    `variables_collections`: names of collections for the variables, or a dictionary of them for "weights" and "biases".
    `outputs_collections`: those for the result. Raises ValueError for a `num_outputs` that is no integer.
    """
    if not isinstance(num_outputs, int):
        raise ValueError(f"num_outputs type should be one of [<class 'int'>], got {type(num_outputs)}.")
    with variable_scope(scope, "fully_connected", [inputs], reuse=reuse):
        inputs = tf.convert_to_tensor(inputs)
        rank, dtype = inputs.shape.rank, inputs.dtype.base_dtype
        size = channels(inputs, -1)
        weights = weight("weights", [size, num_outputs], dtype, weights_initializer, weights_regularizer, trainable, variables_collections)
        x = tf.matmul(inputs, weights) if rank == 2 else tf.tensordot(inputs, weights, [[rank - 1], [0]])
        biases = (
            None
            if biases_initializer is None
            else lambda: weight("biases", [num_outputs], dtype, biases_initializer, biases_regularizer, trainable, variables_collections)
        )
        return collected(outputs_collections, finished(x, normalizer_fn, normalizer_params, activation_fn, biases))


def _with_activation(activation_fn, public):
    """The layer `fully_connected` with a fixed activation, under the name `public`."""

    def layer(inputs, num_outputs, **kwargs):
        return fully_connected(inputs, num_outputs, activation_fn=activation_fn, **kwargs)

    layer.__name__ = layer.__qualname__ = public
    layer.__doc__ = f"`fully_connected` with the activation {public!r} ('linear': none)."
    return layer


linear, relu, relu6 = (_with_activation(a, n) for a, n in ((None, "linear"), (tf.nn.relu, "relu"), (tf.nn.relu6, "relu6")))


@add_arg_scope
def flatten(inputs, outputs_collections=None, scope=None):
    """`inputs` [batch, ...] as [batch, elements]."""
    with tf.compat.v1.name_scope(scope, "Flatten", [inputs]) as named:
        return collected(outputs_collections, layers.flatten(inputs), named)


@add_arg_scope
def dropout(inputs, keep_prob=0.5, noise_shape=None, is_training=True, outputs_collections=None, scope=None, seed=None):
    """`inputs` with random elements set to zero and the others scaled by `1 / keep_prob`, if `is_training` (a bool or boolean tensor)."""
    with variable_scope(scope, "Dropout", [inputs]):
        return collected(outputs_collections, layers.dropout(inputs, 1 - keep_prob, noise_shape, seed, is_training))


@add_arg_scope
def one_hot_encoding(labels, num_classes, on_value=1.0, off_value=0.0, outputs_collections=None, scope=None):
    """Integer `labels` [...] as [..., num_classes], `on_value` at the label and `off_value` elsewhere."""
    with tf.compat.v1.name_scope(scope, "OneHotEncoding", [labels, num_classes]) as named:
        labels = tf.convert_to_tensor(labels)
        labels = tf.cast(labels, tf.int64) if labels.dtype == tf.int32 else labels
        return collected(outputs_collections, tf.one_hot(labels, num_classes, on_value, off_value), named)


@add_arg_scope
def bias_add(
    inputs,
    activation_fn=None,
    initializer=ZEROS,
    regularizer=None,
    reuse=None,
    variables_collections=None,
    outputs_collections=None,
    trainable=True,
    data_format="NHWC",
    scope=None,
):
    """`activation_fn(inputs + biases)` with a bias for each channel, the last dimension or (NCHW) the second."""
    with variable_scope(scope, "BiasAdd", [inputs], reuse=reuse):
        inputs = tf.convert_to_tensor(inputs)
        size = channels(inputs, 1 if data_format == "NCHW" else -1)
        biases = weight("biases", [size], inputs.dtype.base_dtype, initializer, regularizer, trainable, variables_collections)
        x = tf.nn.bias_add(inputs, biases, data_format=data_format)
        return collected(outputs_collections, x if activation_fn is None else activation_fn(x))


@add_arg_scope
def softmax(logits, scope=None):
    """The softmax along the last dimension."""
    with variable_scope(scope, "softmax", [logits]):
        return tf.nn.softmax(logits)


@add_arg_scope
def unit_norm(inputs, dim, epsilon=1e-7, scope=None):
    """`inputs` divided by their L2 norm along `dim`, with `epsilon` added to its square. Raises ValueError unless 0 <= `dim` < rank."""
    with variable_scope(scope, "UnitNorm", [inputs]):
        inputs = tf.convert_to_tensor(inputs)
        if dim < 0 or inputs.shape.rank is not None and dim >= inputs.shape.rank:
            raise ValueError(f"dim must be a dimension of the inputs, whose shape is {inputs.shape}, but got {dim}.")
        return inputs / tf.sqrt(tf.reduce_sum(tf.square(inputs), dim, keepdims=True) + epsilon)


@add_arg_scope
def maxout(inputs, num_units, axis=-1, scope=None):
    """The maximum of each of `num_units` groups of channels along `axis`. Raises ValueError unless `num_units` divides them evenly."""
    with variable_scope(scope, "MaxOut", [inputs]):
        inputs = tf.convert_to_tensor(inputs)
        size, rank = channels(inputs, axis), inputs.shape.rank
        if size % num_units:
            raise ValueError(f"number of features({size}) is not a multiple of num_units({num_units})")
        axis %= rank
        dims = tf.shape(inputs)
        split = tf.reshape(inputs, tf.concat([dims[:axis], [num_units, size // num_units], dims[axis + 1 :]], 0))
        made = tf.reduce_max(split, axis + 1)
        made.set_shape([num_units if a == axis else n for a, n in enumerate(inputs.shape.as_list())])
        return made


# ---------------------------------------------------------------------- layers of layers
def repeat(inputs, repetitions, layer, *args, **kwargs):
    """`layer` applied `repetitions` times, in scopes that are numbered: "conv/conv_1", "conv/conv_2"."""
    scope = kwargs.pop("scope", None)
    with variable_scope(scope, "Repeat", [inputs]):
        if scope is None:
            # A `functools.partial` has no name of its own.
            scope = getattr(layer, "__name__", None) or getattr(getattr(layer, "func", None), "__name__", "repeat")
        for i in range(repetitions):
            inputs = layer(inputs, *args, **{**kwargs, "scope": f"{scope}_{i + 1}"})
        return inputs


def stack(inputs, layer, stack_args, **kwargs):
    """`layer` applied with each of `stack_args` (its second argument, or a tuple of arguments), in numbered scopes.

    Raises ValueError for a `stack_args` that is no list.
    """
    scope = kwargs.pop("scope", None)
    if not isinstance(stack_args, (list, tuple)):
        raise ValueError("stack_args need to be a list or tuple")
    with variable_scope(scope, "Stack", [inputs]):
        if scope is None:
            scope = getattr(layer, "__name__", None) or getattr(getattr(layer, "func", None), "__name__", "stack")
        for i, given in enumerate(stack_args):
            given = given if isinstance(given, (list, tuple)) else (given,)
            inputs = layer(inputs, *given, **{**kwargs, "scope": f"{scope}_{i + 1}"})
        return inputs
