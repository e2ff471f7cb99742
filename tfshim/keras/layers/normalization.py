"""Batch and layer normalization."""

from __future__ import annotations

import sys
import warnings
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math, nn
from tfshim._export import tf_export
from tfshim.array_ops import cast, constant, ensure_shape, expand_dims, ones_like, reshape, where, zeros_like
from tfshim.control_flow import cond
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.protocol import read_if_variable
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.synchronization import VariableAggregation, VariableSynchronization
from tfshim.engine.variables.variable import Variable
from tfshim.keras import initializers
from tfshim.keras.backend.settings import learning_phase
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.layers import _arguments
from tfshim.keras.layers.normalizing import _batch_norm, _fixed_batch_norm, _layer_norm, _moving_batch_norm
from tfshim.keras.layers.normalizing_in_graphs import by_branches, by_one_kernel
from tfshim.keras.layers.renormalizing import RARE, RareForms
from tfshim.keras.v1.mode import building
from tfshim.nn.normalization import fused_batch_norm
from tfshim.ragged.ragged_tensor import RaggedTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, BoolLike, TensorLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import Axes, ConstraintLike, InitializerLike, RegularizerLike


def checked_axes(axis: Axes, shape: ShapeLike) -> list[int]:
    """`axis`, an integer or several, as a list of axes of `shape` axes from 0. Raises ValueError for others."""
    shape = TensorShape(shape)
    rank = shape.rank
    if not rank:
        raise ValueError(f"Input has undefined rank. Received: input_shape={shape}")
    axes = [axis] if isinstance(axis, int) else list(axis)
    axes = [a + rank if a < 0 else a for a in axes]
    if any(not 0 <= a < rank for a in axes):
        raise ValueError(
            f"Invalid value for `axis` argument. Expected 0 <= axis < inputs.rank (with inputs.rank={rank}). Received: axis={tuple(axes)}"
        )
    if len(set(axes)) != len(axes):
        raise ValueError(f"Duplicate axis: {tuple(axes)}")
    return axes


def _warn_of_mask():
    warnings.warn("BatchNormalization of images and volumes takes no mask; it is not used for the normalization.", stacklevel=4)


class _Normalization(Layer):
    """What all have: `gamma` and `beta`, with their initializers, regularizers and constraints."""

    _autocasts = False  # whether gamma and beta are seen in the dtype of the computation

    def _take(self, given):
        self.epsilon, self.center, self.scale = given["epsilon"], given["center"], given["scale"]
        _arguments.take(self, given, "beta", "gamma")
        self.supports_masking = True

    def _make(self, shape):
        """Make `gamma` and `beta`."""
        for name, wanted in (("gamma", self.scale), ("beta", self.center)):
            setattr(
                self,
                name,
                _arguments.make(self, name, shape, dtype=self._param_dtype, experimental_autocast=self._autocasts) if wanted else None,
            )

    @property
    def _param_dtype(self):
        return self.dtype

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape(input_shape)

    def _own_config(self):
        return {
            "epsilon": self.epsilon,
            "center": self.center,
            "scale": self.scale,
            **_arguments.weight_config(self, ("beta", "gamma"), activity=False),
        }


@tf_export("keras.layers.BatchNormalization")
class BatchNormalization(RareForms, _Normalization):
    """Brings each channel to mean 0 and variance 1 over the batch, and then to a learnt deviation and mean.

    Mirrors `tf.keras.layers.BatchNormalization`. With `training=True`, as in `fit`, it uses mean and variance of the batch, and moves the
    averages `moving_mean` and `moving_variance` towards them; otherwise, and always while `trainable` is False, it uses these averages.
    `gamma` and `beta` are trained; all four have the size of `axis`. Inputs of any rank keep their shape.

    Arguments:
        axis: the axis (or axes) whose places have statistics of their own: that of the channels, -1 by default, 1 for "channels_first".
        momentum: the share of the averages that stays in an update; 0.99 by default.
        epsilon: is added to the variance; 0.001 by default.
        center, scale: whether `beta` is added, and `gamma` multiplied with; True.
        beta_initializer, gamma_initializer, moving_mean_initializer, moving_variance_initializer: "zeros", "ones", "zeros", "ones".
        beta_regularizer, gamma_regularizer: penalties on the two: names or functions; None: none.
        beta_constraint, gamma_constraint: functions that they pass through after each step of an optimizer; None: none.
        synchronized: whether statistics are those of all replicas of a strategy together; False by default.
        **kwargs: those of `Layer`, and of older Keras: `renorm=True` corrects the batch's statistics towards averages of their own, which
            `renorm_momentum` (0.99) moves, within `renorm_clipping`, a dictionary of "rmin", "rmax", "dmax"; with a `virtual_batch_size`
            parts of the batch of that size are normalized each by itself; an `adjustment` is a function of the inputs' shape that gives a
            factor and an offset for the normalized values while training; `fused=False` keeps images from the kernel that does it all.

    Raises:
        ValueError: an axis that is out of range or of unknown size. TypeError: an `axis` that is neither an integer nor a list.

    Example:
        >>> layer = tf.keras.layers.BatchNormalization(momentum=0.5)
        >>> x = tf.constant([[1.0, 10.0], [3.0, 30.0]])
        >>> layer(x, training=True).numpy().round(2)
        array([[-1., -1.],
               [ 1.,  1.]], dtype=float32)
        >>> layer.moving_mean.numpy().tolist()
        [1.0, 10.0]
    """

    __module__ = "keras.src.layers.normalization.batch_normalization"
    fused: bool | None

    def __init__(
        self,
        axis: Axes = -1,
        momentum: float = 0.99,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: InitializerLike = "zeros",
        gamma_initializer: InitializerLike = "ones",
        moving_mean_initializer: InitializerLike = "zeros",
        moving_variance_initializer: InitializerLike = "ones",
        beta_regularizer: RegularizerLike = None,
        gamma_regularizer: RegularizerLike = None,
        beta_constraint: ConstraintLike = None,
        gamma_constraint: ConstraintLike = None,
        synchronized: bool = False,
        **kwargs: Any,
    ) -> None:
        fused = kwargs.pop("fused", None)
        rare = {name: kwargs.pop(name) for name in RARE if name in kwargs}
        super().__init__(**kwargs)
        if not isinstance(axis, (list, tuple, int)):
            raise TypeError(f"Expected an int or a list/tuple of ints for the argument 'axis', but received: {axis!r}")
        if synchronized and fused:
            raise ValueError("`fused=True` is not supported when `synchronized=True`.")
        fused = self._take_rare(rare, fused, axis)
        self._take(locals())
        self.axis, self.momentum, self.synchronized = axis if isinstance(axis, int) else list(axis), momentum, synchronized
        self.__dict__["fused"] = False if synchronized else fused
        _arguments.take(self, locals(), "moving_mean", "moving_variance")

    @property
    def _param_dtype(self):
        # As in Keras: in half precision small steps of the averages would be lost.
        return "float32" if self.dtype in ("float16", "bfloat16") else self.dtype

    def build(self, input_shape: ShapeLike) -> None:
        axes = checked_axes(self.axis, input_shape)
        shape = TensorShape(input_shape).as_list()
        self.axis = list(axes)
        self._check_parts(axes)
        rank = len(shape)
        # The kernel's moving variance is the unbiased one.
        self.__dict__["fused"] = self._is_fused(self.fused, list(axes), shape)
        for a in axes:
            if shape[a] is None:
                raise ValueError(f"Input has undefined `axis` dimension. Received input with shape {tuple(shape)} and axis={tuple(axes)}")
        self.input_spec = InputSpec(ndim=rank, axes={a: shape[a] for a in axes})
        own = [shape[axes[0]]] if len(axes) == 1 else [shape[i] if i in axes else 1 for i in range(rank)]
        if self.virtual_batch_size is not None:
            own = self._shape_for_parts(shape)
        self._make(own)

        def average(name: str, initializer: Any) -> Any:
            return self.add_weight(
                name,
                shape=own,
                initializer=initializer,
                trainable=False,
                dtype=self._param_dtype,
                experimental_autocast=False,
                # Each replica moves its own averages, which are joined when they are read.
                synchronization=VariableSynchronization.ON_READ,
                aggregation=VariableAggregation.MEAN,
            )

        self.moving_mean = average("moving_mean", self.moving_mean_initializer)
        self.moving_variance = average("moving_variance", self.moving_variance_initializer)
        if self.renorm:
            self._make_averages(average)
        self.built = True

    def _get_training_value(self, training: BoolLike | None = None) -> Any:
        """Whether a call trains: `training`, or the learning phase, though never if the layer is frozen. Layers of libraries ask."""
        if training is None:
            training = learning_phase()
        if isinstance(training, int):
            training = bool(training)
        return training if self.trainable else False

    def call(self, inputs: TensorLike, training: BoolLike | None = None, mask: TensorLike | None = None) -> AnyTensor:
        # As in Keras 2: a frozen layer uses its moving averages in training too.
        if training is None or not self.trainable:
            training = False
        if inputs.shape.rank is None:  # what it was built for
            inputs = ensure_shape(inputs, [self.input_spec.axes.get(i) for i in range(self.input_spec.ndim)])
        if inputs.dtype is not self._compute:  # integers, which no layer converts by itself
            inputs = cast(inputs, self._compute)
        if self._rare:
            return self._in_parts(inputs, training if isinstance(training, (Tensor, Variable)) else bool(training), mask)
        if isinstance(training, (bool, int)):
            if training and building() is not None:
                return self._in_graph(True, inputs, mask)
            return self._train(inputs, mask) if training else self._infer(inputs)
        if not isinstance(training, (Tensor, Variable)):
            if training not in {0, 1}:  # for a list, that it cannot be hashed
                raise TypeError(f"`pred` must be a Tensor, or a Python bool, or 1 or 0. Received: {type(training)}")
            return self._train(inputs, mask) if training else self._infer(inputs)
        if building() is not None:
            return self._in_graph(training, inputs, mask)
        return cond(training, lambda: self._train(inputs, mask), lambda: self._infer(inputs))

    def _train(self, inputs, mask):
        if self.fused and not self.synchronized and building() is None and isinstance(self.momentum, (int, float)):
            if mask is not None:
                _warn_of_mask()
            y, mean, variance = _moving_batch_norm(
                inputs,
                self.gamma,
                self.beta,
                self.moving_mean,
                self.moving_variance,
                self.axis[0],
                float(self.epsilon),
                1.0 - self.momentum,
            )
            self.moving_mean.assign(mean, None, "AssignNewValue")
            self.moving_variance.assign(variance, None, "AssignNewValue")
            return y
        if mask is None and not self.synchronized and building() is None:
            return shown_parts.recorded(self._normalized_and_moved, inputs, None)
        return self._normalized_and_moved(inputs, mask)

    def _normalized_and_moved(self, inputs, mask):
        if one_by_one.wanted() and TS.graph is not None and not self.fused:
            return self._by_moments(inputs, mask)
        y, mean, variance = self._normalized(inputs, mask)
        self._move(mean, variance, 1.0 - self.momentum)
        return y

    def _by_moments(self, inputs, mask):
        """The same by the operations that Keras has for it."""
        x = cast(inputs, "float32") if inputs.dtype.name in ("float16", "bfloat16") else inputs
        others = [i for i in range(inputs.shape.rank) if i not in self.axis]
        mean, variance = self._moments(x, others, len(self.axis) > 1, mask)
        for moving, now in ((self.moving_mean, mean), (self.moving_variance, variance)):
            with name_scope("AssignMovingAvg") as scope:
                decay = constant(1.0 - self.momentum, dtypes.float32, name="decay")
                moving.assign_sub((moving - cast(now, moving.dtype)) * decay, name=scope)
        return self._apply(inputs, mean, variance)

    def _move(self, mean, variance, step):
        """Update the moving averages by the fraction `step` towards the statistics of the batch."""
        moved = []
        for moving, now in ((self.moving_mean, mean), (self.moving_variance, variance)):
            moved.append(moving.assign_sub((moving - cast(now, moving.dtype)) * step))
        if building() is not None:
            self.add_update(moved)

    def _in_graph(self, training, inputs, mask):
        """In a graph of TensorFlow 1, by a truth value or a boolean tensor: other operations update the moving averages."""
        if self.synchronized or len(self.axis) > 1 or inputs.dtype is not dtypes.float32 or mask is not None and not self.fused:
            return self._train(inputs, mask) if training is True else self._train_or_infer(training, inputs, mask)
        if self.fused and inputs.shape.rank == 4:
            if mask is not None:
                _warn_of_mask()
            return by_one_kernel(self, inputs, training, *self.axis)
        if self.fused:
            return self._train(inputs, mask) if training is True else self._train_or_infer(training, inputs, mask)
        return by_branches(self, inputs, training, [i for i in range(inputs.shape.rank) if i not in self.axis], self._wide(inputs))

    def _wide(self, inputs):
        """What gives a vector of the channels the shape in which it goes with `inputs`."""
        rank = inputs.shape.rank
        if self.axis[0] == rank - 1:
            return lambda v: v
        shape = [-1 if i == self.axis[0] else 1 for i in range(rank)]
        return lambda v: None if v is None else reshape(v, shape)

    def _train_or_infer(self, training, inputs, mask):
        """Both, in a TF 1 graph, by the boolean tensor `training`: the moving averages are updated by separate update operations."""
        averages = self.moving_mean.value(), self.moving_variance.value()
        y, mean, variance, step = cond(
            training,
            lambda: (*self._normalized(inputs, mask), constant(1.0 - self.momentum)),
            lambda: (self._apply(inputs, *averages), *averages, constant(0.0)),
        )
        self._move(mean, variance, cast(step, mean.dtype))
        return y

    def _normalized(self, inputs, mask):
        context = _replicas_together() if self.synchronized else None
        rank, axes = inputs.shape.rank, self.axis
        if self.fused and mask is not None:
            _warn_of_mask()
            mask = None
        if len(axes) == 1 and mask is None and context is None:
            y, mean, variance = _batch_norm(inputs, self.gamma, self.beta, axes[0], float(self.epsilon), bool(self.fused))
        else:
            x = cast(inputs, "float32") if inputs.dtype.name in ("float16", "bfloat16") else inputs
            others = [i for i in range(rank) if i not in axes]
            if context is None:
                mean, variance = self._moments(x, others, len(axes) > 1, mask)
            else:
                mean, variance = _moments_of_all(context, x, others, len(axes) > 1, mask)
            y = self._apply(inputs, mean, variance)
        return y, mean, variance

    def _moments(self, inputs: TensorLike, reduction_axes: list[int], keep_dims: bool, mask: TensorLike | None = None) -> Any:
        """Mean and variance of `inputs` over `reduction_axes`, of the steps where `mask` is True. Layers of libraries ask."""
        if mask is None:
            return nn.moments(inputs, reduction_axes, keepdims=keep_dims)
        return nn.weighted_moments(inputs, reduction_axes, expand_dims(cast(mask, inputs.dtype), -1), keepdims=keep_dims)

    def _assign_moving_average(self, variable: Any, value: TensorLike, momentum: Any, inputs_size: TensorLike | None) -> Any:
        """Move `variable` towards `value`, not for an `inputs_size` of 0. Layers of libraries ask."""
        delta = (variable - cast(value, variable.dtype)) * cast(1.0 - momentum, variable.dtype)
        if inputs_size is not None:
            delta = where(inputs_size > 0, delta, zeros_like(delta))
        return variable.assign_sub(delta)

    def _support_zero_size_input(self) -> bool:
        """Whether the strategy gives replicas empty batches. Layers of libraries ask."""
        distribute = sys.modules.get("tfshim.distribute")
        strategy = distribute.get_strategy() if distribute is not None and distribute.has_strategy() else None
        return strategy is not None and getattr(strategy.extended, "enable_partial_batch_handling", False)

    def _infer(self, inputs):
        if TS.graph is not None and self.fused and not self.synchronized:
            return shown_parts.recorded(self._by_averages, inputs)
        return self._apply(inputs, self.moving_mean, self.moving_variance)

    def _by_averages(self, inputs):
        if not one_by_one.wanted():
            return self._apply(inputs, self.moving_mean, self.moving_variance)
        known = self.moving_mean, self.moving_variance
        return _fixed_batch_norm(inputs, self.gamma, self.beta, *known, float(self.epsilon), self.axis[0])

    def _apply(self, inputs, mean, variance):
        rank, axes = inputs.shape.rank, self.axis
        parameters = [self.gamma, self.beta, mean, variance]  # in Keras' order
        if TS.graph is not None and self.fused and list(axes) == [3] and inputs.dtype.name == "float32":
            return _fixed_batch_norm(inputs, self.gamma, self.beta, mean, variance, float(self.epsilon))
        if TS.graph is None:
            parameters = [read_if_variable(v) for v in parameters]
        if len(axes) == 1 and axes[0] != rank - 1:
            shape = [1] * rank
            shape[axes[0]] = -1
            parameters = [None if v is None else reshape(v, shape) for v in parameters]
        scale, offset, mean, variance = parameters
        parameters = [mean, variance, offset, scale]
        if inputs.dtype.name in ("float16", "bfloat16"):
            return cast(nn.batch_normalization(cast(inputs, "float32"), *parameters, self.epsilon), inputs.dtype)
        return nn.batch_normalization(inputs, *parameters, self.epsilon)

    def get_config(self) -> dict[str, Any]:
        config = {
            **super().get_config(),
            "axis": self.axis if isinstance(self.axis, int) else list(self.axis),
            "momentum": self.momentum,
            **self._own_config(),
        }
        config.update(
            {f"{n}_initializer": initializers.serialize(getattr(self, f"{n}_initializer")) for n in ("moving_mean", "moving_variance")}
        )
        # Keras lists all initializers before what the weights are held to.
        config.update({name: config.pop(name) for name in [n for n in config if n.endswith(("_regularizer", "_constraint"))]})
        return config | self._rare_config()


def _replicas_together():
    """The context of the replica that runs, if there are several; else None."""
    distribute = sys.modules.get("tfshim.distribute")
    if distribute is None or not distribute.has_strategy() or distribute.get_strategy().num_replicas_in_sync == 1:
        return None
    return distribute.get_replica_context()


def _moments_of_all(context, x, axes, keep_dims, mask):
    """Mean and variance of the inputs of all replicas over `axes`, of the steps where `mask` is True."""
    weights = None if mask is None else expand_dims(cast(mask, x.dtype), -1)
    own = [x, math.square(x)] if weights is None else [x * weights, math.square(x) * weights]
    sums = [math.reduce_sum(t, axes, keepdims=keep_dims) for t in own]
    # How many there are differs from replica to replica at the end of an epoch.
    counted = math.reduce_sum(ones_like(x) if weights is None else weights * ones_like(x), axes, keepdims=keep_dims)
    total, squares, count = context.all_reduce("SUM", [*sums, counted])
    mean = math.divide_no_nan(total, count)
    return mean, math.divide_no_nan(squares, count) - math.square(mean)


@tf_export("keras.layers.LayerNormalization")
class LayerNormalization(_Normalization):
    """Brings each example to mean 0 and variance 1 along `axis`, and then to a learnt deviation and mean.

    Mirrors `tf.keras.layers.LayerNormalization`. Unlike `BatchNormalization` it uses nothing but the example itself, and does the same in
    training and otherwise. The weights `gamma` and `beta` have the sizes of `axis`. Inputs of any rank, ragged ones too, keep their shape.

    Arguments:
        axis: an axis or a list of them, over which mean and variance are taken together; -1 by default.
        epsilon: is added to the variance; 0.001 by default.
        center, scale: whether `beta` is added, and `gamma` multiplied with; True.
        beta_initializer, gamma_initializer: "zeros" and "ones".
        beta_regularizer, gamma_regularizer: penalties on the two: names or functions; None: none.
        beta_constraint, gamma_constraint: functions that they pass through after each step of an optimizer; None: none.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: an axis that is out of range. TypeError: an `axis` that is neither an integer nor a list of them.

    Example:
        >>> layer = tf.keras.layers.LayerNormalization()
        >>> layer(tf.constant([[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]])).numpy().round(2)
        array([[-1.22,  0.  ,  1.22],
               [-1.22,  0.  ,  1.22]], dtype=float32)
        >>> [w.shape for w in layer.weights]
        [TensorShape([3]), TensorShape([3])]
    """

    __module__ = "keras.src.layers.normalization.layer_normalization"

    def __init__(
        self,
        axis: Axes = -1,
        epsilon: float = 0.001,
        center: bool = True,
        scale: bool = True,
        beta_initializer: InitializerLike = "zeros",
        gamma_initializer: InitializerLike = "ones",
        beta_regularizer: RegularizerLike = None,
        gamma_regularizer: RegularizerLike = None,
        beta_constraint: ConstraintLike = None,
        gamma_constraint: ConstraintLike = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        if not isinstance(axis, (list, tuple, int)):
            raise TypeError(f"Expected an int or a list/tuple of ints for the argument 'axis', but received: {axis!r}")
        self._take(locals())
        self.axis = axis if isinstance(axis, int) else list(axis)

    def build(self, input_shape: ShapeLike) -> None:
        self.axis = checked_axes(self.axis, input_shape)
        shape = TensorShape(input_shape).as_list()
        self._make([shape[a] for a in self.axis])
        self.built = True

    def call(self, inputs: TensorLike) -> AnyTensor:
        if isinstance(inputs, RaggedTensor):
            return RaggedTensor.from_tensor(self.call(inputs.to_tensor()), _arguments.row_lengths(inputs))
        shape, axes = inputs.shape.as_list(), list(self.axis)
        kind = self._compute
        if inputs.dtype is not kind:  # integers, which no layer converts by itself
            inputs = cast(inputs, kind)
        if axes == list(range(len(shape) - len(axes), len(shape))):
            if kind is not self._dtype:
                return cast(self._over_last(cast(inputs, self._dtype)), kind)
            return shown_parts.recorded(self._over_last, inputs)
        if kind is not self._dtype:
            return cast(self._over_others(cast(inputs, self._dtype)), kind)
        return shown_parts.recorded(self._over_others, inputs)

    def _over_others(self, inputs):
        if one_by_one.wanted():
            return self._by_moments(inputs)
        shape, axes = inputs.shape.as_list(), list(self.axis)
        mean, variance = nn.moments(inputs, axes, keepdims=True)
        # gamma and beta have the axes in the order given; the reshape must not see them sorted.
        own = [d if i in axes else 1 for i, d in enumerate(shape)]
        gamma, beta = (None if v is None else reshape(v, own) for v in (self.gamma, self.beta))
        y = (inputs - mean) * math.rsqrt(variance + self.epsilon)
        y = y if gamma is None else y * gamma
        return y if beta is None else y + beta

    def _over_last(self, inputs):
        if one_by_one.wanted():
            fused = inputs.dtype is dtypes.float32 and self.epsilon >= 1.001e-5
            return self._by_rows(inputs) if fused else self._by_moments(inputs)
        return _layer_norm(inputs, self.gamma, self.beta, len(self.axis), float(self.epsilon))

    def _by_rows(self, inputs):
        """The result by the operations that Keras has for it: those of images, of which each channel is what is normalized."""
        sizes, first = array_ops.shape(inputs), self.axis[0]
        rows, columns = math.reduce_prod(sizes[:first]), math.reduce_prod(sizes[first:])
        images = reshape(inputs, [1, rows, columns, 1])
        images.set_shape([1, inputs.shape[:first].num_elements(), inputs.shape[first:].num_elements(), 1])
        ones, zeros = array_ops.ones([rows], self.dtype), array_ops.zeros([rows], self.dtype)
        y = fused_batch_norm(images, ones, zeros, *[constant([], dtypes.float32) for _ in range(2)], self.epsilon, "NCHW")[0]
        y = reshape(y, sizes)
        gamma, beta = self._beside(self.gamma, inputs), self._beside(self.beta, inputs)
        y = y if gamma is None else y * cast(gamma, y.dtype)
        return y if beta is None else y + cast(beta, y.dtype)

    def _by_moments(self, inputs):
        """The result by the operations that Keras has for other axes, other dtypes and a small `epsilon`."""
        mean, variance = nn.moments(inputs, list(self.axis), keepdims=True)
        gamma, beta = self._beside(self.gamma, inputs), self._beside(self.beta, inputs)
        return nn.batch_normalization(inputs, mean, variance, beta, gamma, self.epsilon)

    def _beside(self, weight, inputs):
        """`weight` with the axes of `inputs`, unless it is a vector for the last one."""
        rank = inputs.shape.rank
        if weight is None or weight.shape.rank == rank or list(self.axis) == [rank - 1]:
            return weight
        return reshape(weight, [n if i in self.axis else 1 for i, n in enumerate(inputs.shape.as_list())])

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "axis": self.axis if isinstance(self.axis, int) else list(self.axis), **self._own_config()}
