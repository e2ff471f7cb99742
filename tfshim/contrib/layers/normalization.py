"""Normalization of `tf.contrib.layers`: of batches, layers and instances."""

import tfshim as tf
from tfshim.compat.v1.graphs.graphs import GraphKeys, add_to_collections
from tfshim.compat.v1.initializers.fixed import ones, zeros
from tfshim.compat.v1.layers import BatchNormalization
from tfshim.compat.v1.variables.scopes import variable_scope
from tfshim.contrib.framework.arg_scopes import add_arg_scope
from tfshim.contrib.layers.common import ZEROS, channels, collected, collections_for, weight
from tfshim.refusals import refused

_ONES = ones()


class _Batch(BatchNormalization):
    """Batch normalization whose updates are left to the caller; `beta_first`: the order in which the variables are made."""

    beta_first = False

    def _make(self, shape):
        if not self.beta_first:
            super()._make(shape)
            return
        scaled, self.scale = self.scale, False
        super()._make(shape)
        beta, self.scale, centered, self.center = self.beta, scaled, self.center, False
        super()._make(shape)
        self.beta, self.center = beta, centered

    def _collect(self, key, values):
        if key != GraphKeys.UPDATE_OPS:
            super()._collect(key, values)


@add_arg_scope
def batch_norm(
    inputs,
    decay=0.999,
    center=True,
    scale=False,
    epsilon=0.001,
    activation_fn=None,
    param_initializers=None,
    param_regularizers=None,
    updates_collections=GraphKeys.UPDATE_OPS,
    is_training=True,
    reuse=None,
    variables_collections=None,
    outputs_collections=None,
    trainable=True,
    batch_weights=None,
    fused=None,
    data_format="NHWC",
    zero_debias_moving_mean=False,
    scope=None,
    renorm=False,
    renorm_clipping=None,
    renorm_decay=0.99,
    adjustment=None,
):
    """Batch normalization. Its updates go to `updates_collections`; None: they run before the result is there.

    `param_initializers` and `param_regularizers`: dictionaries for beta, gamma, moving_mean and moving_variance.
    `is_training`: a bool or boolean tensor. `batch_weights` and `zero_debias_moving_mean` are refused.
    """
    if batch_weights is not None or zero_debias_moving_mean:
        raise refused("tf.contrib.layers.batch_norm", "zero_debias_moving_mean" if batch_weights is None else "batch_weights", value=True)
    if data_format not in ("NHWC", "NCHW"):
        raise ValueError("data_format has to be either NCHW or NHWC.")
    first, penalty = param_initializers or {}, param_regularizers or {}

    # The layer makes its variables itself: only a getter can put them into the collections of `contrib`.
    def getter(make, name, *args, **kwargs):
        kwargs["collections"] = [
            *(collections_for(variables_collections, name.rpartition("/")[2]) or []),
            GraphKeys.GLOBAL_VARIABLES,
            GraphKeys.MODEL_VARIABLES,
        ]
        return make(name, *args, **kwargs)

    inputs = tf.convert_to_tensor(inputs)
    rank = inputs.shape.rank
    # TensorFlow has a way of its own for these, by the fused kernel: rows are pictures of one pixel there.
    apart = fused is not False and not renorm and adjustment is None and rank in (2, 4)
    rows = apart and rank == 2
    with variable_scope(scope, "BatchNorm", [inputs], reuse=reuse, custom_getter=getter) as opened:
        layer = _Batch(
            1 if data_format == "NCHW" else -1,
            decay,
            epsilon,
            center,
            scale,
            first.get("beta", ZEROS),
            first.get("gamma", _ONES),
            first.get("moving_mean", ZEROS),
            first.get("moving_variance", _ONES),
            penalty.get("beta"),
            penalty.get("gamma"),
            renorm=renorm,
            renorm_clipping=renorm_clipping,
            renorm_momentum=renorm_decay,
            adjustment=adjustment,
            fused=fused,
            trainable=trainable,
            _scope=opened,
            _reuse=reuse,
        )
        layer.beta_first = rows or updates_collections != GraphKeys.UPDATE_OPS
        given = inputs
        if rows:
            size = channels(inputs, -1)
            given = tf.reshape(inputs, [-1, size, 1, 1] if data_format == "NCHW" else [-1, 1, 1, size])
        outputs = layer(given, training=is_training)
        if rows:
            outputs = tf.reshape(outputs, tf.shape(inputs))
            outputs.set_shape(inputs.shape)
        if updates_collections is None:
            with tf.control_dependencies(layer.updates):
                outputs = tf.identity(outputs)
        else:
            keys = [updates_collections] if isinstance(updates_collections, str) else updates_collections
            for update in layer.updates:
                add_to_collections(keys, update)
        return collected(outputs_collections, outputs if activation_fn is None else activation_fn(outputs))


@add_arg_scope
def layer_norm(
    inputs,
    center=True,
    scale=True,
    activation_fn=None,
    reuse=None,
    variables_collections=None,
    outputs_collections=None,
    trainable=True,
    begin_norm_axis=1,
    begin_params_axis=-1,
    scope=None,
):
    """Inputs normalized to mean 0 and variance 1 over the dimensions from `begin_norm_axis` on, then scaled and shifted.

    The parameters have the shape of the dimensions from `begin_params_axis` on.
    """
    with variable_scope(scope, "LayerNorm", [inputs], reuse=reuse):
        inputs = tf.convert_to_tensor(inputs)
        rank, dtype = inputs.shape.rank, inputs.dtype.base_dtype
        if rank is None:
            raise ValueError("Inputs must have known rank.")
        begin_norm_axis, begin_params_axis = (a + rank if a < 0 else a for a in (begin_norm_axis, begin_params_axis))
        if begin_params_axis >= rank or begin_norm_axis >= rank:
            raise ValueError(
                f"begin_params_axis ({begin_params_axis}) and begin_norm_axis ({begin_norm_axis}) must be < rank(inputs) ({rank})"
            )
        shape = inputs.shape.as_list()[begin_params_axis:]
        if None in shape:
            raise ValueError(f"The dimensions from {begin_params_axis} on must be known, but the shape is {inputs.shape}.")
        beta = weight("beta", shape, dtype, zeros(), None, trainable, variables_collections) if center else None
        gamma = weight("gamma", shape, dtype, ones(), None, trainable, variables_collections) if scale else None
        mean, variance = tf.nn.moments(inputs, list(range(begin_norm_axis, rank)), keepdims=True)
        # In float16 1e-12 is zero.
        x = tf.nn.batch_normalization(inputs, mean, variance, beta, gamma, 1e-3 if dtype == tf.float16 else 1e-12)
        return collected(outputs_collections, x if activation_fn is None else activation_fn(x))


@add_arg_scope
def instance_norm(
    inputs,
    center=True,
    scale=True,
    epsilon=1e-6,
    activation_fn=None,
    param_initializers=None,
    reuse=None,
    variables_collections=None,
    outputs_collections=None,
    trainable=True,
    data_format="NHWC",
    scope=None,
):
    """Each channel of each image normalized to mean 0 and variance 1, then scaled and shifted."""
    if data_format not in ("NHWC", "NCHW"):
        raise ValueError("data_format has to be either NCHW or NHWC.")
    first = param_initializers or {}
    with variable_scope(scope, "InstanceNorm", [inputs], reuse=reuse):
        inputs = tf.convert_to_tensor(inputs)
        rank, dtype = inputs.shape.rank, inputs.dtype.base_dtype
        axis = 1 if data_format == "NCHW" else rank - 1
        size = channels(inputs, axis)
        wide = [size if a == axis else 1 for a in range(rank)]

        def parameter(name, wanted, initializer):
            if not wanted:
                return None
            made = weight(name, [size], dtype, first.get(name, initializer), None, trainable, variables_collections)
            # They must broadcast to channels that are not the last dimension.
            return tf.reshape(made, wide) if axis == 1 else made

        beta, gamma = parameter("beta", center, zeros()), parameter("gamma", scale, ones())
        mean, variance = tf.nn.moments(inputs, [a for a in range(1, rank) if a != axis], keepdims=True)
        x = tf.nn.batch_normalization(inputs, mean, variance, beta, gamma, epsilon)
        return collected(outputs_collections, x if activation_fn is None else activation_fn(x))
