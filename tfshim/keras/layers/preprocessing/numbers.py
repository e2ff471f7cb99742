"""`Normalization` and `Discretization` of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, math, nn, ragged
from tfshim._export import tf_export
from tfshim.array_ops.sorting import bucketize
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.variable import Variable
from tfshim.keras.backend.settings import epsilon, floatx
from tfshim.keras.layers.preprocessing import encoding
from tfshim.keras.layers.preprocessing.base import PreprocessingLayer, as_list, ensure_tensor, one_of
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.sparse.sparse_tensor import SparseTensor
from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import Axes, Batches, Store


@tf_export("keras.layers.Normalization")
class Normalization(PreprocessingLayer):
    """Brings numbers to mean 0 and variance 1, by a mean and variance that `adapt` learns from data.

    Mirrors `tf.keras.layers.Normalization`. `(inputs - mean) / sqrt(variance)`; unlike in `BatchNormalization` nothing changes while the
    model is trained. As the first layer of a model it keeps the numbers with it.

    Arguments:
        axis: the axis, or axes, whose places have statistics of their own: the last by default, for a mean of each feature; None: one mean
            and variance for all numbers.
        mean, variance: both, to give them in place of `adapt`: numbers, or lists that broadcast to `axis`.
        invert: whether the layer does the opposite: from normalized numbers to plain ones; False by default.
        **kwargs: those of `Layer`.

    Returns:
        When called, a tensor of the inputs' shape and the layer's dtype, float32 by default.

    Raises:
        ValueError: one of `mean` and `variance` without the other, an axis that is out of range or of unknown size.

    Example:
        >>> layer = tf.keras.layers.Normalization()
        >>> layer.adapt(np.array([[1.0, 10.0], [3.0, 30.0]], np.float32))
        >>> layer(tf.constant([[2.0, 40.0]])).numpy().tolist()
        [[0.0, 2.0]]
        >>> tf.keras.layers.Normalization(mean=5.0, variance=4.0)(tf.constant([[9.0]])).numpy().tolist()
        [[2.0]]
    """

    __module__ = "keras.src.layers.preprocessing.normalization"
    _built_for_tensors = True

    def __init__(
        self,
        axis: Axes | None = -1,
        mean: TensorLike | None = None,
        variance: TensorLike | None = None,
        invert: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.axis = () if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
        for name, value in (("mean", mean), ("variance", variance)):
            if isinstance(value, Variable):
                raise ValueError(f"Normalization does not support passing a Variable for the `{name}` init arg.")
        if (mean is None) != (variance is None):
            raise ValueError(
                f"When setting values directly, both `mean` and `variance` must be set. Got mean: {mean} and variance: {variance}"
            )
        self.input_mean, self.input_variance, self.invert = mean, variance, invert

    def build(self, input_shape: ShapeLike) -> None:
        super().build(input_shape)
        if isinstance(input_shape, (list, tuple)) and all(isinstance(s, TensorShape) for s in input_shape):
            raise ValueError(
                "Normalization only accepts a single input. If you are passing a python list or tuple as a single input, "
                "please convert to a numpy array or `tf.Tensor`."
            )
        shape = TensorShape(input_shape).as_list()
        rank = len(shape)
        if any(not -rank <= a < rank for a in self.axis):
            raise ValueError(f"All `axis` values must be in the range [-ndim, ndim). Found ndim: `{rank}`, axis: {self.axis}")
        kept = sorted(a % rank for a in self.axis)
        for a in kept:
            if shape[a] is None:
                raise ValueError(
                    f"All `axis` values to be kept must have known shape. Got axis: {self.axis}, input shape: {shape}, with "
                    f"unknown axis at index: {a}"
                )
        own = [shape[a] for a in kept]
        self.__dict__["_reduced"] = [a for a in range(rank) if a not in kept]
        self.__dict__["_wide"] = [shape[a] if a in kept else 1 for a in range(rank)]
        if self.input_mean is None:
            self.adapt_mean = self.add_weight("mean", shape=own, dtype=self.compute_dtype, initializer="zeros", trainable=False)
            self.adapt_variance = self.add_weight("variance", shape=own, dtype=self.compute_dtype, initializer="ones", trainable=False)
            self.count = self.add_weight("count", shape=(), dtype="int64", initializer="zeros", trainable=False)
            self.finalize_state()
        else:
            given = [v.numpy() if isinstance(v, Tensor) else v for v in (self.input_mean, self.input_variance)]
            self.mean, self.variance = (array_ops.constant((v * np.ones(own)).reshape(self._wide), dtype=self.compute_dtype) for v in given)

    def _ready(self, inputs):
        return ensure_tensor(inputs, self._compute)

    def update_state(self, data: Batches) -> None:
        if self.input_mean is not None:
            raise ValueError(
                "Cannot `adapt` a Normalization layer that is initialized with static `mean` and `variance`, you passed mean "
                f"{self.input_mean} and variance {self.input_variance}."
            )
        if not self.built:
            raise RuntimeError("`build` must be called before `update_state`.")
        data = self._ready(data)
        mean, variance = nn.moments(data, self._reduced)
        shape = array_ops.shape(data, out_type="int64")
        rows = math.reduce_prod(array_ops.gather(shape, self._reduced)) if self._reduced else array_ops.constant(1, "int64")
        total = rows + self.count
        weight = array_ops.cast(rows, self._compute) / array_ops.cast(total, self._compute)
        rest = 1.0 - weight
        new_mean = self.adapt_mean * rest + mean * weight
        # Two groups of data as one: to the variance of each comes the distance of its mean from the common one.
        new_variance = (self.adapt_variance + (self.adapt_mean - new_mean) ** 2) * rest + (variance + (mean - new_mean) ** 2) * weight
        self.adapt_mean.assign(new_mean)
        self.adapt_variance.assign(new_variance)
        self.count.assign(total)

    def reset_state(self) -> None:
        if self.input_mean is not None or not self.built:
            return
        self.adapt_mean.assign(array_ops.zeros_like(self.adapt_mean))
        self.adapt_variance.assign(array_ops.ones_like(self.adapt_variance))
        self.count.assign(array_ops.zeros_like(self.count))

    def finalize_state(self) -> None:
        if self.input_mean is not None or not self.built:
            return
        self.mean = array_ops.reshape(self.adapt_mean.value(), self._wide)
        self.variance = array_ops.reshape(self.adapt_variance.value(), self._wide)

    def call(self, inputs: TensorLike) -> AnyTensor:
        inputs = self._ready(inputs)
        # A feature that is always the same has no deviation to divide by.
        deviation = math.maximum(math.sqrt(self.variance), epsilon())
        return self.mean + inputs * deviation if self.invert else (inputs - self.mean) / deviation

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape(input_shape)

    def compute_output_signature(self, input_spec: Any) -> Any:
        return input_spec

    def load_own_variables(self, store: Store) -> None:
        super().load_own_variables(store)
        self.finalize_state()

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "axis": self.axis,
            "invert": self.invert,
            "mean": as_list(self.input_mean),
            "variance": as_list(self.input_variance),
        }


def _compressed(summary, epsilon):
    """A summary (values, weights) with at most about 1 / epsilon values."""
    if summary.shape[1] * epsilon < 1:
        return summary
    places = epsilon + np.arange(0.0, 1.0, epsilon)
    weights = summary[1].cumsum()
    values = np.interp(places, weights / weights[-1], summary[0])
    weights = np.interp(places, weights / weights[-1], weights)
    return np.stack((values, weights - np.concatenate((np.array([0]), weights[:-1])))).astype(np.float32)


@tf_export("keras.layers.Discretization")
class Discretization(PreprocessingLayer):
    """Puts numbers into bins between boundaries, which are given or learnt by `adapt`.

    Mirrors `tf.keras.layers.Discretization`. Bin 0 holds what is below the first boundary, bin i what is from boundary i-1 on and below
    boundary i. Inputs may be dense, ragged or sparse, of any shape.

    Arguments:
        bin_boundaries: ascending numbers; None (default): learnt.
        num_bins: how many bins `adapt` makes, so that they hold about as many numbers each.
        epsilon: by how much the shares may differ; 0.01 by default.
        output_mode: "int" (default): the bins; "one_hot", "multi_hot", "count": rows, as in `CategoryEncoding`.
        sparse: whether rows are a `tf.SparseTensor`; False by default.
        **kwargs: those of `Layer`.

    Returns:
        When called, int64 bins of the inputs' shape, or rows of float32.

    Raises:
        ValueError: both of `bin_boundaries` and `num_bins`, another mode, or a call before `adapt`.

    Example:
        >>> layer = tf.keras.layers.Discretization(bin_boundaries=[0.0, 1.0, 2.0])
        >>> layer([[-1.5, 0.0, 1.7, 5.0]]).numpy().tolist()
        [[0, 1, 2, 3]]
    """

    __module__ = "keras.src.layers.preprocessing.discretization"
    bin_boundaries: list[float]
    input_bin_boundaries: list[float] | None

    def __init__(
        self,
        bin_boundaries: Sequence[float] | None = None,
        num_bins: int | None = None,
        epsilon: float = 0.01,
        output_mode: str = "int",
        sparse: bool = False,
        **kwargs: Any,
    ) -> None:
        bins = kwargs.pop("bins", None)  # Keras' former name for both
        if bins is not None:
            get_logger().warning("bins is deprecated, please use bin_boundaries or num_bins instead.")
            if isinstance(bins, int) and num_bins is None:
                num_bins = bins
            elif bin_boundaries is None:
                bin_boundaries = bins
        given = kwargs.get("dtype")
        if given is None:
            kwargs["dtype"] = "int64" if output_mode == "int" else floatx()
        elif output_mode == "int" and not dtypes.as_dtype(given).is_integer:
            kwargs["dtype"] = "int64"
        super().__init__(**kwargs)
        one_of(output_mode, ("int", "one_hot", "multi_hot", "count"), type(self).__name__, "output_mode")
        if sparse and output_mode == "int":
            raise ValueError(
                "`sparse` may only be true if `output_mode` is `'one_hot'`, `'multi_hot'`, or `'count'`. "
                f"Received: sparse={sparse} and output_mode={output_mode}"
            )
        if num_bins is not None and num_bins < 0:
            raise ValueError(f"`num_bins` must be greater than or equal to 0. You passed `num_bins={num_bins}`")
        if num_bins is not None and bin_boundaries is not None:
            raise ValueError(
                "Both `num_bins` and `bin_boundaries` should not be set. "
                f"You passed `num_bins={num_bins}` and `bin_boundaries={bin_boundaries}`"
            )
        self.input_bin_boundaries = as_list(bin_boundaries)
        self.bin_boundaries = as_list(bin_boundaries) if bin_boundaries is not None else []
        self.num_bins, self.epsilon, self.output_mode, self.sparse = num_bins, epsilon, output_mode, sparse

    def build(self, input_shape: ShapeLike) -> None:
        super().build(input_shape)
        if self.input_bin_boundaries is None:
            self.summary = Variable(np.zeros((2, 0), np.float32), shape=[2, None], trainable=False, name="summary")

    def update_state(self, data: Batches) -> None:
        if self.input_bin_boundaries is not None:
            raise ValueError(
                "Cannot adapt a Discretization layer that has been initialized with `bin_boundaries`, use `num_bins` instead. "
                f"You passed `bin_boundaries={self.input_bin_boundaries}`."
            )
        if not self.built:
            raise RuntimeError("`build` must be called before `update_state`.")
        if isinstance(data, (RaggedTensor, SparseTensor)):
            raise TypeError(
                f"Failed to convert elements of {data} to Tensor: Discretization adapts to dense tensors of numbers. Give it the values of "
                "a ragged or sparse tensor."
            )
        values = np.sort(array_ops.cast(convert_to_tensor(data), "float32").numpy().ravel())
        # In float32, as Keras computes it, so that it is cut off alike.
        step = int(np.float32(len(values)) / (1.0 / self.epsilon))
        chosen = values[step :: max(step, 1)]
        new = np.stack([chosen, np.full_like(chosen, max(step, 1))])
        merged = np.concatenate([new, self.summary.numpy()], axis=1)
        merged = merged[:, np.argsort(merged[0], kind="stable")]
        self.summary.assign(_compressed(merged, self.epsilon).astype(np.float32))

    def finalize_state(self) -> None:
        if self.input_bin_boundaries is None and self.built:
            self.bin_boundaries = _compressed(self.summary.numpy(), 1.0 / self.num_bins)[0, :-1].tolist()

    def reset_state(self) -> None:
        if self.input_bin_boundaries is None and self.built:
            self.summary.assign(np.zeros((2, 0), np.float32))

    def call(self, inputs: TensorLike) -> AnyTensor:
        def bins(x):
            return bucketize(x, list(self.bin_boundaries))

        if isinstance(inputs, RaggedTensor):
            indices = ragged.map_flat_values(bins, inputs)
        elif isinstance(inputs, SparseTensor):
            indices = SparseTensor(inputs.indices, bins(inputs.values), inputs.dense_shape)
        else:
            indices = bins(inputs)
        return encoding.encode(indices, self.output_mode, len(self.bin_boundaries) + 1, self.compute_dtype, self.sparse)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape(input_shape)

    def compute_output_signature(self, input_spec: Any) -> Any:
        return encoding.signature(self, input_spec, self.compute_dtype, isinstance(input_spec, SparseTensorSpec))

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "bin_boundaries": self.input_bin_boundaries,
            "num_bins": self.num_bins,
            "epsilon": self.epsilon,
            "output_mode": self.output_mode,
            "sparse": self.sparse,
        }
