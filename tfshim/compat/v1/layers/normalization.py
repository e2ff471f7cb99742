"""Batch normalization of TensorFlow 1."""

import tfshim as tf
from tfshim.compat.v1.initializers import ones, zeros
from tfshim.compat.v1.layers.base import Layer, last_size
from tfshim.compat.v1.layers.core import chosen
from tfshim.engine.state import TS

_ZEROS, _ONES = zeros(), ones()


class BatchNormalization(Layer):
    """Inputs normalized by the mean and variance of the batch while training, else by their moving averages.

    The averages are updated by operations in the collection UPDATE_OPS, eagerly at once. `renorm`, `virtual_batch_size` and
    `adjustment` are refused. Mirrors `tf.compat.v1.layers.BatchNormalization`.
    """

    def __init__(self, axis=-1, momentum=0.99, epsilon=0.001, center=True, scale=True, beta_initializer=_ZEROS, gamma_initializer=_ONES,
                 moving_mean_initializer=_ZEROS, moving_variance_initializer=_ONES, beta_regularizer=None, gamma_regularizer=None,
                 beta_constraint=None, gamma_constraint=None, renorm=False, renorm_clipping=None, renorm_momentum=0.99, fused=None,
                 trainable=True, virtual_batch_size=None, adjustment=None, name=None, **kwargs):
        if renorm or renorm_clipping is not None or virtual_batch_size is not None or adjustment is not None:
            raise NotImplementedError("tf.layers.BatchNormalization: `renorm`, `renorm_clipping`, `virtual_batch_size` and `adjustment` "
                                      "are not supported; leave them out.")
        super().__init__(trainable, name, **kwargs)
        self.axis, self.momentum, self.epsilon, self.center, self.scale, self.fused = axis, momentum, epsilon, center, scale, fused
        self._made = {"gamma": (gamma_initializer, gamma_regularizer, gamma_constraint),
                      "beta": (beta_initializer, beta_regularizer, beta_constraint)}
        self._moving = moving_mean_initializer, moving_variance_initializer

    def build(self, input_shape):
        """Make `gamma`, `beta` and the moving averages."""
        axis = self.axis[0] if isinstance(self.axis, (list, tuple)) and len(self.axis) == 1 else self.axis
        if not isinstance(axis, int):
            raise NotImplementedError("tf.layers.BatchNormalization: more than one `axis` is not supported.")
        rank = input_shape.rank
        if rank is None:
            raise ValueError(f"Input has undefined rank: {input_shape}")
        self._at = axis % rank
        size = last_size(input_shape, self._at, "BatchNormalization")
        self.gamma = self.beta = None
        for name, wanted in (("gamma", self.scale), ("beta", self.center)):
            if wanted:
                initializer, regularizer, constraint = self._made[name]
                setattr(self, name, self.add_weight(name, [size], initializer=initializer, regularizer=regularizer, constraint=constraint))
        self.moving_mean = self.add_weight("moving_mean", [size], initializer=self._moving[0], trainable=False)
        self.moving_variance = self.add_weight("moving_variance", [size], initializer=self._moving[1], trainable=False)

    def call(self, inputs, training=False):
        """The normalized `inputs`; `training` is a bool or a boolean tensor."""
        rank = inputs.shape.rank
        axes = [a for a in range(rank) if a != self._at]
        mean, variance = chosen(training, lambda: list(tf.nn.moments(inputs, axes)),
                                lambda: [tf.identity(self.moving_mean), tf.identity(self.moving_variance)])
        if training is not False:
            self._update(training, inputs, mean, variance, axes, rank)
        dims = [1] * rank
        dims[self._at] = -1

        def wide(v):
            return None if v is None else tf.reshape(v, dims) if self._at != rank - 1 else v

        return tf.nn.batch_normalization(inputs, wide(mean), wide(variance), wide(self.beta), wide(self.gamma), self.epsilon)

    def _update(self, training, inputs, mean, variance, axes, rank):
        keep = chosen(training, lambda: tf.constant(float(self.momentum)), lambda: tf.constant(1.0))
        if rank == 4 and self.fused is not False:  # the fused kernel keeps the unbiased variance
            count = tf.cast(tf.reduce_prod(tf.gather(tf.shape(inputs), axes)), variance.dtype)
            correction = chosen(training, lambda: count / tf.maximum(count - 1.0, 1.0), lambda: tf.ones_like(count))
            variance = variance * correction
        updates = []
        for moving, value in ((self.moving_mean, mean), (self.moving_variance, variance)):
            step = (moving - tf.stop_gradient(tf.cast(value, moving.dtype))) * tf.cast(1.0 - keep, moving.dtype)
            updates.append(moving.assign_sub(step, name="AssignMovingAvg"))
        if TS.graph is not None:
            self.add_update([u.op for u in updates])


def batch_normalization(inputs, axis=-1, momentum=0.99, epsilon=0.001, center=True, scale=True, beta_initializer=_ZEROS,
                        gamma_initializer=_ONES, moving_mean_initializer=_ZEROS, moving_variance_initializer=_ONES,
                        beta_regularizer=None, gamma_regularizer=None, beta_constraint=None, gamma_constraint=None, training=False,
                        trainable=True, name=None, reuse=None, renorm=False, renorm_clipping=None, renorm_momentum=0.99, fused=None,
                        virtual_batch_size=None, adjustment=None):
    """A `BatchNormalization` layer applied to `inputs`. Mirrors `tf.compat.v1.layers.batch_normalization`."""
    layer = BatchNormalization(axis, momentum, epsilon, center, scale, beta_initializer, gamma_initializer, moving_mean_initializer,
                               moving_variance_initializer, beta_regularizer, gamma_regularizer, beta_constraint, gamma_constraint,
                               renorm, renorm_clipping, renorm_momentum, fused, trainable, virtual_batch_size, adjustment, name,
                               _reuse=reuse, _scope=name)
    return layer(inputs, training=training)
