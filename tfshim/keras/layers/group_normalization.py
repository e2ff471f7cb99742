"""Normalization within groups of channels, to unit length, and of weights by their largest singular value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import array_ops, linalg, math, nn
from tfshim._export import tf_export
from tfshim.autodiff import stop_gradient
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras import initializers
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.layers.normalization import _Normalization, checked_axes
from tfshim.keras.layers.wrapper import Wrapper

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, BoolLike, TensorLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import Axes, ConstraintLike, InitializerLike, RegularizerLike


@tf_export("keras.layers.GroupNormalization")
class GroupNormalization(_Normalization):
    """Brings groups of channels of each example to mean 0 and variance 1, and then each channel to a learnt deviation and mean.

    Mirrors `tf.keras.layers.GroupNormalization`. It does not depend on the other examples of the batch, so that it serves where batches are
    small. Statistics are over all axes but the batch, within each group. `gamma` and `beta` have the size of `axis`; shapes stay.

    Arguments:
        groups: how many groups there are, a divisor of the number of channels; 32 by default; -1: each channel by itself.
        axis: that of the channels; -1 by default.
        epsilon: is added to the variance; 0.001 by default.
        center, scale: whether `beta` is added, and `gamma` multiplied with; True.
        beta_initializer, gamma_initializer: "zeros" and "ones".
        beta_regularizer, gamma_regularizer: penalties on the two: names or functions; None: none.
        beta_constraint, gamma_constraint: functions that they pass through after each step of an optimizer; None: none.
        **kwargs: those of `Layer`. A call takes `mask` too: places where it is False do not count.

    Raises:
        ValueError: a number of channels that is unknown, fewer than `groups`, or no multiple of it.

    Example:
        >>> layer = tf.keras.layers.GroupNormalization(groups=2)
        >>> layer(tf.constant([[1.0, 3.0, 10.0, 30.0]])).numpy().round(2)
        array([[-1.,  1., -1.,  1.]], dtype=float32)
    """

    __module__ = "keras.src.layers.normalization.group_normalization"
    _autocasts = True

    def __init__(
        self,
        groups: int = 32,
        axis: int = -1,
        epsilon: float = 1e-3,
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
        self._take(locals())
        self.groups, self.axis = groups, axis

    def build(self, input_shape: ShapeLike) -> None:
        checked_axes(self.axis, input_shape)
        shape = TensorShape(input_shape).as_list()
        size = shape[self.axis]
        if size is None:
            raise ValueError(
                f"Axis {self.axis} of input tensor should have a defined dimension but the layer received an input with "
                f"shape {TensorShape(shape)}."
            )
        if self.groups == -1:
            self.groups = size
        if size < self.groups:
            raise ValueError(f"Number of groups ({self.groups}) cannot be more than the number of channels ({size}).")
        if size % self.groups:
            raise ValueError(f"Number of groups ({self.groups}) must be a multiple of the number of channels ({size}).")
        self.input_spec = InputSpec(ndim=len(shape), axes={self.axis: size})
        self._make((size,))
        super().build(input_shape)

    def _grouped(self, x, at):
        shape = x.shape.as_list()
        sizes = shape if None not in shape else [array_ops.shape(x)[i] if d is None else d for i, d in enumerate(shape)]
        sizes = [*sizes[:at], self.groups, self._in_each(x, at), *sizes[at + 1 :]]
        return array_ops.reshape(x, sizes if None not in shape else array_ops.stack(sizes))

    def _in_each(self, x, at):
        """How many channels a group has."""
        channels = x.shape[at]
        return (array_ops.shape(x)[at] if channels is None else channels) // self.groups

    def call(self, inputs: TensorLike, mask: TensorLike | None = None) -> AnyTensor:
        return self._normalized(inputs, mask) if TS.graph is None else higher.recorded(self._normalized, inputs, mask)

    def _normalized(self, inputs, mask):
        if one_by_one.wanted() and TS.graph is not None and inputs.shape.rank is not None:
            return self._normalized_by_nodes(inputs, mask)
        rank = inputs.shape.rank
        at = self.axis % rank
        x = self._grouped(inputs, at)
        axes = list(range(1, rank + 1))
        axes.pop(self.axis - 1)  # which refuses vectors, as Keras does
        if mask is None:
            mean, variance = nn.moments(x, axes, keepdims=True)
        else:
            weights = array_ops.cast(self._grouped(array_ops.broadcast_to(mask, array_ops.shape(inputs)), at), x.dtype)
            mean, variance = nn.weighted_moments(x, axes, weights, keepdims=True)
        own = [1] * (rank + 1)
        own[at], own[at + 1] = self.groups, -1
        gamma, beta = (None if v is None else array_ops.reshape(v, own) for v in (self.gamma, self.beta))
        y = nn.batch_normalization(x, mean, variance, beta, gamma, self.epsilon)
        shape = inputs.shape.as_list()
        return array_ops.reshape(y, shape if None not in shape else array_ops.shape(inputs))

    def _normalized_by_nodes(self, inputs, mask):
        """As `_normalized`, by the operations that Keras' layer has."""
        rank = inputs.shape.rank
        at, sizes = self.axis % rank, array_ops.shape(inputs)
        weights = array_ops.ones_like(inputs) if mask is None else array_ops.broadcast_to(mask, sizes)

        def grouped(x):
            asked = array_ops.shape(x)
            parts = [asked[i] for i in range(rank)]
            parts[at] = asked[at] // self.groups
            return array_ops.reshape(x, array_ops.stack([*parts[:at], self.groups, *parts[at:]]))

        x, weights = grouped(inputs), grouped(weights)
        axes = list(range(1, rank + 1))
        axes.pop(self.axis - 1)
        mean, variance = nn.weighted_moments(x, axes, weights, keepdims=True)
        own = [1] * rank
        own[at] = sizes[at] // self.groups
        own.insert(at, self.groups)
        gamma, beta = (None if v is None else array_ops.reshape(v, own) for v in (self.gamma, self.beta))
        return array_ops.reshape(nn.batch_normalization(x, mean, variance, beta, gamma, self.epsilon), sizes)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "groups": self.groups, "axis": self.axis, **self._own_config()}


@tf_export("keras.layers.UnitNormalization")
class UnitNormalization(Layer):
    """Brings vectors to length 1: the inputs over their Euclidean norm along `axis`.

    Mirrors `tf.keras.layers.UnitNormalization`. What is shorter than 1e-6 is divided by 1e-6 instead, so that zeros stay zeros. There are
    no weights; shapes stay and masks are passed on. Behind an embedding, products of results are cosines.

    Arguments:
        axis: an axis or a list of them, over which the norm is taken together; -1 by default.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Returns:
        When called, a tensor of the inputs' shape.

    Raises:
        TypeError: an `axis` that is neither an integer nor a list of them. ValueError: an axis that is out of range.

    Example:
        >>> tf.keras.layers.UnitNormalization()(tf.constant([[3.0, 4.0], [0.0, 0.0]])).numpy().round(2)
        array([[0.6, 0.8],
               [0. , 0. ]], dtype=float32)
    """

    __module__ = "keras.src.layers.normalization.unit_normalization"

    def __init__(self, axis: Axes = -1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if not isinstance(axis, (int, list, tuple)):
            raise TypeError(f"Invalid value for `axis` argument: expected an int or a list/tuple of ints. Received: axis={axis}")
        self.axis = axis if isinstance(axis, int) else list(axis)
        self.supports_masking = True

    def build(self, input_shape: ShapeLike) -> None:
        self.axis = checked_axes(self.axis, input_shape)
        self.built = True

    def call(self, inputs: TensorLike) -> AnyTensor:
        return math.l2_normalize(array_ops.cast(inputs, self._compute), axis=list(self.axis))

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape(input_shape)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "axis": self.axis if isinstance(self.axis, int) else list(self.axis)}


@tf_export("keras.layers.SpectralNormalization")
class SpectralNormalization(Wrapper):
    """Wraps a layer and divides its kernel by its largest singular value at each training step, so that the layer cannot enlarge much.

    Mirrors `tf.keras.layers.SpectralNormalization`, which steadies the training of discriminators. Each call with `training=True` improves
    an estimate of that value (kept in the weight `vector_u`) and sets the kernel of the layer anew; other calls leave it.

    Arguments:
        layer: a layer with a `kernel` or, as `Embedding`, `embeddings`: `Dense`, convolutions.
        power_iterations: how often the estimate is improved at each step; 1 by default.
        **kwargs: those of `Layer`.

    Returns:
        When called, what the layer gives.

    Raises:
        ValueError: `power_iterations` that is not positive, or a layer with neither kernel nor embeddings.

    Example:
        >>> layer = tf.keras.layers.SpectralNormalization(tf.keras.layers.Dense(4), power_iterations=20)
        >>> _ = layer(tf.ones([2, 3]), training=True)
        >>> round(float(tf.linalg.svd(layer.layer.kernel, compute_uv=False)[0]), 2)
        1.0
    """

    __module__ = "keras.src.layers.normalization.spectral_normalization"

    def __init__(self, layer: Layer, power_iterations: int = 1, **kwargs: Any) -> None:
        super().__init__(layer, **kwargs)
        if power_iterations <= 0:
            raise ValueError(f"`power_iterations` should be greater than zero. Received: `power_iterations={power_iterations}`")
        self.power_iterations = power_iterations

    def build(self, input_shape: ShapeLike) -> None:  # type: ignore[override]  # as in Keras
        super().build(input_shape)
        self.input_spec = InputSpec(shape=[None, *TensorShape(input_shape).as_list()[1:]])
        for name in ("kernel", "embeddings"):
            if hasattr(self.layer, name):
                self.kernel = getattr(self.layer, name)
                break
        else:
            raise ValueError(f"{type(self.layer).__name__} object has no attribute 'kernel' nor 'embeddings'")
        self.kernel_shape = self.kernel.shape.as_list()
        self.vector_u = self.add_weight(
            "vector_u",
            shape=(1, self.kernel_shape[-1]),
            trainable=False,
            dtype=self.kernel.dtype,
            initializer=initializers.TruncatedNormal(stddev=0.02),
        )

    def call(self, inputs: TensorLike, training: BoolLike | None = False) -> AnyTensor:
        if training:
            self.normalize_weights()
        return self.layer(inputs)

    def normalize_weights(self) -> None:
        """Divide the kernel of the wrapped layer by its largest singular value, in place. Mirrors
        `tf.keras.layers.SpectralNormalization.normalize_weights`.

        Calls with `training=True` do so before the layer runs; others take the kernel as it is. One calls it oneself after weights were
        loaded or set that have not been normalized. The singular value is approximated by `power_iterations` multiplications with the
        kernel, beginning at a vector that the layer keeps from call to call: it is near after one call and nearly exact after several. A
        kernel of zeros stays as it is.

        Returns:
            None. The kernel, seen as a matrix with a column for each filter, has a largest singular value of about 1.

        Raises:
            AttributeError: the layer has not been built.

        Example:
            >>> layer = tf.keras.layers.SpectralNormalization(tf.keras.layers.Dense(2, kernel_initializer="ones"))
            >>> layer.build((None, 3))
            >>> for _ in range(5):
            ...     layer.normalize_weights()
            >>> np.linalg.norm(layer.layer.kernel, 2).round(3)
            1.0
        """
        weights = stop_gradient(array_ops.reshape(self.kernel, [-1, self.kernel_shape[-1]]))
        u = self.vector_u.value()
        for _ in range(self.power_iterations):
            v = math.l2_normalize(linalg.matmul(u, weights, transpose_b=True))
            u = math.l2_normalize(linalg.matmul(v, weights))
        sigma = linalg.matmul(linalg.matmul(v, weights), u, transpose_b=True)
        # A kernel of zeros has no direction: it stays as it is.
        some = math.reduce_any(math.not_equal(weights, 0.0))
        self.vector_u.assign(array_ops.where(some, u, self.vector_u.value()))
        self.kernel.assign(array_ops.where(some, array_ops.reshape(self.kernel / sigma, self.kernel_shape), self.kernel.value()))

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape(self.layer.compute_output_shape(input_shape))

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "power_iterations": self.power_iterations}
