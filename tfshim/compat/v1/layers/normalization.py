"""Batch normalization of TensorFlow 1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1.initializers.fixed import ones, zeros
from tfshim.compat.v1.layers.base import Layer, last_size
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.keras import initializers
from tfshim.keras.layers import _arguments
from tfshim.keras.layers.normalization import _Normalization
from tfshim.keras.layers.normalizing_in_graphs import by_branches, by_one_kernel, chosen, move
from tfshim.keras.layers.renormalizing import correction, in_sequence
from tfshim.keras.v1.mode import building

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Constraint, Initializer, Regularizer
    from tfshim.compat.v1.variables.store import Reuse
    from tfshim.engine.values.annotations import BoolLike, FloatLike, SizesLike, TensorLike

_ZEROS, _ONES = zeros(), ones()


@tf_export(v1=["layers.BatchNormalization"])
class BatchNormalization(_Normalization, Layer):
    """Inputs normalized by the mean and variance of the batch while training, else by their moving averages.

    Mirrors `tf.compat.v1.layers.BatchNormalization`. In a graph the averages are updated by operations in the collection UPDATE_OPS, which
    a program has to run with each step of training: without them `training=False` normalizes by the first values. Eagerly they are updated
    at once. New code takes `tf.keras.layers.BatchNormalization`.

    Arguments:
        axis: the axis, or axes, with statistics of their own: that of the channels; -1.
        momentum: how much of an average stays at a step; 0.99.
        epsilon: what is added to the variance; 0.001.
        center, scale: whether `beta` is added and `gamma` multiplied; True both. Their initializers, regularizers and constraints: zeros,
            ones, and None.
        moving_mean_initializer, moving_variance_initializer: zeros and ones.
        renorm: whether the batch's statistics are corrected towards averages with `renorm_momentum`, 0.99, within `renorm_clipping`, a
            dictionary of "rmin", "rmax", "dmax"; False.
        fused: for images, False keeps the variance that divides by the number and not by one less; None.
        virtual_batch_size: parts of the batch of that size are normalized each by itself; None.
        adjustment: a function of the shape that gives a scale and a bias for normalized values while training; None.
        trainable, name: True, None.

    Returns:
        When called, with `training=` a bool or a boolean tensor, False by default: a tensor of the shape of the inputs.

    Raises:
        ValueError: what does not go together, or an unknown number of channels.

    Example:
        >>> with tf.Graph().as_default():
        ...     y = tf.compat.v1.layers.BatchNormalization()(tf.ones([4, 2]), training=True)
        ...     print(y.shape, len(tf.compat.v1.get_collection(tf.compat.v1.GraphKeys.UPDATE_OPS)))
        (4, 2) 2
    """

    __module__ = "keras.src.legacy_tf_layers.normalization"

    moving_mean_initializer: Initializer
    moving_variance_initializer: Initializer

    def __init__(
        self,
        axis: int | Sequence[int] = -1,
        momentum: FloatLike = 0.99,
        epsilon: FloatLike = 0.001,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Initializer = _ZEROS,
        gamma_initializer: Initializer = _ONES,
        moving_mean_initializer: Initializer = _ZEROS,
        moving_variance_initializer: Initializer = _ONES,
        beta_regularizer: Regularizer | None = None,
        gamma_regularizer: Regularizer | None = None,
        beta_constraint: Constraint | None = None,
        gamma_constraint: Constraint | None = None,
        renorm: bool = False,
        renorm_clipping: dict[str, FloatLike] | None = None,
        renorm_momentum: FloatLike = 0.99,
        fused: bool | None = None,
        trainable: bool = True,
        virtual_batch_size: int | None = None,
        adjustment: Callable[[Tensor], tuple[TensorLike, TensorLike]] | None = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(trainable=trainable, name=name, **kwargs)
        unknown = set(renorm_clipping or ()) - {"rmax", "rmin", "dmax"}
        if renorm and unknown:
            raise ValueError(
                f"Received invalid keys for `renorm_clipping` argument: {renorm_clipping}. Supported values: 'rmax', 'rmin', 'dmax'."
            )
        several = isinstance(axis, (list, tuple)) and len(axis) > 1
        if fused and (renorm or virtual_batch_size is not None or adjustment is not None or several):
            raise ValueError("`fused=True` goes neither with `renorm`, `virtual_batch_size` or `adjustment` nor with several axes.")
        if virtual_batch_size is not None and virtual_batch_size <= 0:
            raise ValueError(
                "`virtual_batch_size` must be a positive integer that divides the true batch size of the input tensor. "
                f"Received: virtual_batch_size={virtual_batch_size}"
            )
        if virtual_batch_size is not None and adjustment is not None:
            raise ValueError("When using `virtual_batch_size`, adjustment cannot be specified.")
        self._take(locals())
        _arguments.take(self, locals(), "moving_mean", "moving_variance")
        self.axis, self.momentum, self.fused = axis, momentum, fused
        self.renorm, self.renorm_clipping, self.renorm_momentum = renorm, renorm_clipping or {}, renorm_momentum
        self.virtual_batch_size, self.adjustment = virtual_batch_size, adjustment

    def build(self, input_shape: SizesLike) -> None:
        """Make the variables `gamma`, `beta`, `moving_mean` and `moving_variance`. Mirrors `tf.compat.v1.layers.BatchNormalization.build`.

        The first call does so. Each has a number for each place along `axis`; with several axes, or a virtual batch size, they have axes of
        size 1 besides, so that they can be broadcast. With `renorm` there are three averages more. Only the first two are trained.

        Arguments:
            input_shape: the shape of the inputs, whose rank and size along `axis` are known.

        Returns:
            None.

        Raises:
            ValueError: an unknown rank or number of channels, or an axis twice.

        Example:
            >>> layer = tf.compat.v1.layers.BatchNormalization()
            >>> layer.build([None, 3])
            >>> [variable.shape.as_list() for variable in layer.variables]
            [[3], [3], [3], [3]]
        """
        input_shape = TensorShape(input_shape)
        rank = input_shape.rank
        if rank is None:
            raise ValueError(f"Input has undefined rank: {input_shape}")
        given = self.axis if isinstance(self.axis, (list, tuple)) else [self.axis]
        self._axes = [a % rank for a in given]
        if len(set(self._axes)) != len(self._axes):
            raise ValueError(f"Duplicate axis: {self.axis}")
        self.axis = list(self._axes)
        sizes = [last_size(input_shape, a, "BatchNormalization") for a in self._axes]
        self._rank = rank
        if self.virtual_batch_size is not None and 0 in self._axes:
            raise ValueError(
                "When using `virtual_batch_size`, the batch dimension must be 0 and thus axis cannot include 0. "
                f"Received axis={[*self._axes]}"
            )
        if len(sizes) == 1 and self.virtual_batch_size is None:
            shape = sizes
        else:
            shape = [1] * rank
            for a, size in zip(self._axes, sizes):
                shape[a] = size
            if self.virtual_batch_size is not None:  # axis 1 counts the virtual batches
                shape.insert(1, 1)
                self._axes, self._rank = [a + 1 for a in self._axes], rank + 1
        self._make(shape)
        first, second = self.moving_mean_initializer, self.moving_variance_initializer
        self.moving_mean = self._average("moving_mean", shape, first)
        self.moving_variance = self._average("moving_variance", shape, second)
        if self.renorm:

            def deviation(*args, **kwargs):
                return tf.sqrt(second(*args, **kwargs))

            self.moving_stddev = self._average("moving_stddev", shape, deviation)
            self.renorm_mean = self._average("renorm_mean", shape, first)
            self.renorm_stddev = self._average("renorm_stddev", shape, deviation)

        self.built = True

    def _average(self, name, shape, initializer):
        """A moving average, of which each replica of a strategy has its own; together they are the mean."""
        together = {"synchronization": tf.VariableSynchronization.ON_READ, "aggregation": tf.VariableAggregation.MEAN}
        return self.add_weight(name, shape, initializer=initializer, trainable=False, **together)

    def call(self, inputs: TensorLike, training: BoolLike = False) -> Any:
        """The normalized inputs. Mirrors `tf.compat.v1.layers.BatchNormalization.call`.

        Calling the layer does so, and makes the variables at first. While training the averages move towards the statistics of the batch:
        in a graph by operations that are collected in UPDATE_OPS, eagerly at once.

        Arguments:
            inputs: a floating-point tensor of the rank that the layer was built for.
            training: True: the statistics of the batch; False (default): the averages; a boolean tensor, as a placeholder, decides when the
                graph runs.

        Returns:
            A tensor of the shape and dtype of the inputs.

        Example:
            >>> layer = tf.compat.v1.layers.BatchNormalization(epsilon=0.0)
            >>> layer(tf.constant([[1.0], [3.0]]), training=True).numpy().tolist()
            [[-1.0], [1.0]]
            >>> layer.moving_mean.numpy().round(3)
            array([0.02], dtype=float32)
        """
        if self.virtual_batch_size is None:
            return self._normalized(inputs, training)
        shape = tf.concat([[-1], tf.shape(inputs)[1:]], 0)
        parts = tf.reshape(inputs, tf.concat([[self.virtual_batch_size, -1], tf.shape(inputs)[1:]], 0))
        parts.set_shape([self.virtual_batch_size, None, *inputs.shape.as_list()[1:]])
        made = tf.reshape(self._normalized(parts, training), shape)
        made.set_shape(inputs.shape)
        return made

    @property
    def _plain(self):
        """Whether images are normalized by the kernel that does it all, as by TensorFlow."""
        others = self.renorm or self.adjustment is not None or self.virtual_batch_size is not None or len(self._axes) > 1
        return self._rank == 4 and self.fused is not False and not others

    def _normalized(self, inputs, training):
        if TS.graph is not None and self._plain and self._axes in ([1], [3]) and inputs.dtype is tf.float32:
            return by_one_kernel(self, inputs, training, *self._axes)
        axes = [a for a in range(self._rank) if a not in self._axes]
        if self.virtual_batch_size is not None:
            axes.remove(1)
        keep = self.virtual_batch_size is not None or len(self._axes) > 1
        plain = not (keep or self.renorm or self.adjustment is not None or self._plain)
        if plain and TS.graph is not None and (is_variable(training) or isinstance(training, Tensor)):
            return by_branches(self, inputs, training, axes, self._wide)
        mean, variance = chosen(
            training,
            lambda: list(tf.nn.moments(inputs, axes, keepdims=keep)),
            lambda: [self._like(inputs, v, training) for v in (self.moving_mean, self.moving_variance)],
        )
        scale, offset = self._wide(self.gamma), self._wide(self.beta)
        if self.adjustment is not None:
            by, more = self.adjustment(tf.shape(inputs))
            scale, offset = in_sequence(
                chosen(training, lambda: by, lambda: tf.ones_like(by)),
                chosen(training, lambda: more, lambda: tf.zeros_like(more)),
                scale,
                offset,
            )
        if self.renorm:
            r, d = self._corrections(training, self._together(mean), self._together(variance))
            scale, offset = in_sequence(self._wide(tf.stop_gradient(r)), self._wide(tf.stop_gradient(d)), scale, offset)
        if training is not False:
            self._update(training, inputs, mean, variance, axes)
        return tf.nn.batch_normalization(inputs, self._wide(mean), self._wide(variance), offset, scale, self.epsilon)

    def _like(self, inputs, moving, training):
        """A moving average in the shape of the batch's statistics."""
        if self.virtual_batch_size is None:
            return moving if training is False else tf.identity(moving)
        repeats = [1] * self._rank
        return tf.tile(moving, tf.stack([*repeats[:1], tf.shape(inputs)[1], *repeats[2:]]))

    def _wide(self, v):
        """`v` with axes of size 1 where the inputs have others."""
        if v is None or len(self._axes) > 1 or self.virtual_batch_size is not None or self._axes[0] == self._rank - 1:
            return v
        dims = [1] * self._rank
        dims[self._axes[0]] = -1
        return tf.reshape(v, dims)

    def _corrections(self, training, mean, variance):
        """Scale `r` and offset `d` of renormalization for the batch's statistics; its averages are updated with these."""
        deviation = tf.sqrt(variance + self.epsilon)
        r, d = correction(self, mean, deviation)
        made = chosen(training, lambda: [r, d], lambda: [tf.ones_like(r), tf.zeros_like(d)])
        if training is not False:
            keep = self._kept(training, self.renorm_momentum)
            move(self, [(self.renorm_mean, mean, keep), (self.renorm_stddev, deviation, keep)])
        return made

    def _together(self, v):
        """The mean of a statistic over all virtual batches."""
        return v if self.virtual_batch_size is None else tf.reduce_mean(v, axis=1, keepdims=True)

    @staticmethod
    def _kept(training, momentum):
        # With a boolean tensor the update runs in inference too: a decay of one then leaves the average as it is.
        return chosen(training, lambda: float(momentum), lambda: 1.0)

    def _update(self, training, inputs, mean, variance, axes):
        keep = self._kept(training, self.momentum)
        if self._plain:  # the fused kernel keeps the unbiased variance
            count = tf.cast(tf.reduce_prod(tf.gather(tf.shape(inputs), axes)), variance.dtype)
            correction = chosen(training, lambda: count / tf.maximum(count - 1.0, 1.0), lambda: tf.ones_like(count))
            variance = variance * correction
        mean, variance = self._together(mean), self._together(variance)
        if not self.renorm:
            move(self, [(self.moving_mean, mean, keep), (self.moving_variance, variance, keep)])
            return
        moved = move(self, [(self.moving_mean, mean, keep), (self.moving_stddev, tf.sqrt(variance + self.epsilon), keep)])[1]
        moved = tf.convert_to_tensor(moved)
        # The deviation has epsilon in it, and by rounding its square may be less than that.
        value = chosen(training, lambda: tf.nn.relu(moved * moved - self.epsilon), lambda: tf.identity(self.moving_variance))
        assigned = self.moving_variance.assign(value)
        if building() is not None:
            self.add_update([assigned.op])

    def get_config(self) -> dict[str, Any]:
        config = {**super().get_config(), "axis": self.axis, "momentum": self.momentum, **self._own_config()}
        for name in ("moving_mean", "moving_variance"):
            config[f"{name}_initializer"] = initializers.serialize(getattr(self, f"{name}_initializer"))
        if self.renorm:
            config.update(renorm=True, renorm_clipping=dict(self.renorm_clipping), renorm_momentum=self.renorm_momentum)
        if self.virtual_batch_size is not None:
            config["virtual_batch_size"] = self.virtual_batch_size
        return config


@tf_export(v1=["layers.batch_normalization"])
def batch_normalization(
    inputs: TensorLike,
    axis: int | Sequence[int] = -1,
    momentum: FloatLike = 0.99,
    epsilon: FloatLike = 0.001,
    center: bool = True,
    scale: bool = True,
    beta_initializer: Initializer = _ZEROS,
    gamma_initializer: Initializer = _ONES,
    moving_mean_initializer: Initializer = _ZEROS,
    moving_variance_initializer: Initializer = _ONES,
    beta_regularizer: Regularizer | None = None,
    gamma_regularizer: Regularizer | None = None,
    beta_constraint: Constraint | None = None,
    gamma_constraint: Constraint | None = None,
    training: BoolLike = False,
    trainable: bool = True,
    name: str | None = None,
    reuse: Reuse | None = None,
    renorm: bool = False,
    renorm_clipping: dict[str, FloatLike] | None = None,
    renorm_momentum: FloatLike = 0.99,
    fused: bool | None = None,
    virtual_batch_size: int | None = None,
    adjustment: Callable[[Tensor], tuple[TensorLike, TensorLike]] | None = None,
) -> Any:
    """Inputs normalized by the mean and variance of the batch while training, else by moving averages.

    Mirrors `tf.compat.v1.layers.batch_normalization`. A `BatchNormalization` layer is made and called. In a graph its averages are updated
    by operations in the collection UPDATE_OPS: run them with each step, as `with tf.control_dependencies(updates): step =
    optimizer.minimize(loss)`. New code takes `tf.keras.layers.BatchNormalization`.

    Arguments:
        inputs: a floating-point tensor whose number of channels is known.
        axis, momentum, epsilon, center, scale, ...: those of the layer: -1, 0.99, 0.001, True, True.
        training: True, False (default), or a boolean tensor that is fed.
        trainable: whether `gamma` and `beta` go to TRAINABLE_VARIABLES; True.
        name: of the variable scope; None.
        reuse: True takes the variables of the scope `name`; None (default): as the scope around says.
        renorm, renorm_clipping, renorm_momentum, fused, virtual_batch_size, adjustment: those of the layer.

    Returns:
        A tensor of the shape of the inputs.

    Raises:
        ValueError: arguments that do not go together, or an unknown number of channels.

    Example:
        >>> with tf.Graph().as_default():
        ...     y = tf.compat.v1.layers.batch_normalization(tf.ones([4, 2]), training=True)
        ...     updates = tf.compat.v1.get_collection(tf.compat.v1.GraphKeys.UPDATE_OPS)
        ...     print(y.shape, len(updates))
        (4, 2) 2
    """
    layer = BatchNormalization(
        axis,
        momentum,
        epsilon,
        center,
        scale,
        beta_initializer,
        gamma_initializer,
        moving_mean_initializer,
        moving_variance_initializer,
        beta_regularizer,
        gamma_regularizer,
        beta_constraint,
        gamma_constraint,
        renorm,
        renorm_clipping,
        renorm_momentum,
        fused,
        trainable,
        virtual_batch_size,
        adjustment,
        name,
        _reuse=reuse,
        _scope=name,
    )
    return layer(inputs, training=training)
