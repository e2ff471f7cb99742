"""`tf.keras.initializers`: the values that weights start from.

They stand in one module because pickles and files name the classes by it; half of the lines are their documentation.
"""

from __future__ import annotations

import math as python_math
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.engine.ops.op import op
from tfshim.engine.values import dtypes, memory
from tfshim.engine.values.pickling import PicklesAtHome
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras._random import RandomGenerator
from tfshim.keras._serializable import serializable
from tfshim.keras._serialization import Kind, PublicNames
from tfshim.keras.backend.settings import floatx
from tfshim.linalg._householder import initial_qr
from tfshim.refusals import refused

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import FloatLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor
    from tfshim.keras.annotations import Identifier

__all__, __getattr__, __dir__ = exported(globals())


@tf_export("keras.initializers.Initializer")
@serializable
class Initializer(PicklesAtHome):
    """The base of initializers: what the weights of a layer begin with.

    Mirrors `tf.keras.initializers.Initializer`. Subclasses have `__call__(shape, dtype=None, **kwargs)`, which gives a tensor of that
    shape, and `get_config` for their arguments; `from_config` makes one again. Layers take an initializer, a configuration, a name as
    "he_normal", or such a function itself.

    Arguments:
        shape: when called: the sizes of the weight. dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        NotImplementedError: a subclass without `__call__`.

    Example:
        >>> class Steps(tf.keras.initializers.Initializer):
        ...     def __init__(self, step):
        ...         self.step = step
        ...     def __call__(self, shape, dtype=None, **kwargs):
        ...         return tf.reshape(self.step * tf.range(tf.reduce_prod(shape), dtype=dtype or "float32"), shape)
        ...     def get_config(self):
        ...         return {"step": self.step}
        >>> Steps(0.5)((2, 2)).numpy().tolist()
        [[0.0, 0.5], [1.0, 1.5]]
    """

    __module__ = "keras.src.initializers.initializers"
    _home = __name__

    def __call__(self, shape: SizesLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        raise NotImplementedError("Initializer subclasses must implement the `__call__()` method.")

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor, as a dictionary."""
        return {}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        """An initializer with the arguments `config`."""
        # Initializers of TensorFlow 1 have it in their configurations.
        config.pop("dtype", None)
        return cls(**config)


def _shape(initializer, shape, dtype, kwargs, number=False):
    unknown = set(kwargs) - {"partition_shape", "partition_offset", "layout"}
    if unknown:
        raise TypeError(f"Unknown keyword arguments: {sorted(unknown)}")
    given = [k for k, v in kwargs.items() if v is not None]
    if given:
        raise refused("tf.keras.initializers.Initializer", "part", argument=given[0], kind=type(initializer).__name__)
    dtype = dtypes.as_dtype(dtype or floatx())
    if number and not (dtype.is_floating or dtype.is_complex):
        raise ValueError(
            f"Expected float or integer dtype, got {dtype}." if not dtype.is_integer else f"Expected float dtype, got {dtype}."
        )
    return shape, dtype


def _filled(dtype):
    """`dtype`, which can hold zeros and ones. Raises ValueError for others."""
    if dtype == dtypes.string or not dtype.is_numpy_compatible:
        raise ValueError(f"Expected numeric or boolean dtype, got {dtype}.")
    return dtype


@tf_export("keras.initializers.Zeros", "keras.initializers.zeros")
class Zeros(Initializer):
    """Zeros; the usual beginning of biases. As a name: "zeros".

    Mirrors `tf.keras.initializers.Zeros`, also under `zeros`. For kernels it would keep all units of a layer the same for ever. It has no
    arguments of its own.

    Arguments:
        shape: when called: the sizes of the weight. dtype: its dtype, numbers or booleans; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a dtype of strings.

    Example:
        >>> tf.keras.initializers.Zeros()((2, 2))
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[0., 0.],
               [0., 0.]], dtype=float32)>
        >>> tf.keras.layers.Dense(1, kernel_initializer="zeros").kernel_initializer((2,), dtype="int32").numpy().tolist()
        [0, 0]
    """

    __module__ = "keras.src.initializers.initializers"

    def __call__(self, shape: SizesLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        shape, dtype = _shape(self, shape, dtype, kwargs)
        return array_ops.zeros(shape, _filled(dtype))


@tf_export("keras.initializers.Ones", "keras.initializers.ones")
class Ones(Initializer):
    """Ones; the usual beginning of scales, as those of normalization. As a name: "ones".

    Mirrors `tf.keras.initializers.Ones`, also under `ones`. It has no arguments of its own.

    Arguments:
        shape: when called: the sizes of the weight. dtype: its dtype, numbers or booleans; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a dtype of strings.

    Example:
        >>> tf.keras.initializers.Ones()((2, 2))
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[1., 1.],
               [1., 1.]], dtype=float32)>
        >>> tf.keras.initializers.get("ones")((2,), dtype="bool").numpy().tolist()
        [True, True]
    """

    __module__ = "keras.src.initializers.initializers"

    def __call__(self, shape: SizesLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        shape, dtype = _shape(self, shape, dtype, kwargs)
        return array_ops.ones(shape, _filled(dtype))


@tf_export("keras.initializers.Constant", "keras.initializers.constant")
class Constant(Initializer):
    """One number everywhere, or given numbers.

    Mirrors `tf.keras.initializers.Constant`, also under `constant`. A bias that begins with the logit of a rare class, or an embedding that
    begins with vectors from elsewhere (`embeddings_initializer=Constant(matrix)`) are made with it.

    Arguments:
        value: a number, 0 by default, or an array of the shape of the weight.
        shape: when called: the sizes of the weight. dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        TypeError or ValueError, when called: an array of another number of elements.

    Example:
        >>> tf.keras.initializers.Constant(3.0)((2,)).numpy().tolist()
        [3.0, 3.0]
        >>> tf.keras.initializers.Constant([[1.0, 2.0]])((1, 2)).numpy().tolist()
        [[1.0, 2.0]]
    """

    __module__ = "keras.src.initializers.initializers"

    def __init__(self, value: TensorLike = 0) -> None:
        self.value = value

    def __call__(self, shape: SizesLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        shape, dtype = _shape(self, shape, dtype, kwargs)
        return array_ops.constant(self.value, dtype=dtype, shape=shape)

    def get_config(self) -> dict[str, Any]:
        return {"value": self.value}


class _Seeded(Initializer):
    """An initializer that draws; its seed is taken when it first does."""

    def __init__(self, seed: int | None) -> None:
        self.seed = seed
        # Stateless, as in Keras: one initializer gives the same numbers in each call.
        self._random_generator = RandomGenerator(seed, rng_type="stateless")


@tf_export("keras.initializers.RandomUniform", "keras.initializers.random_uniform")
class RandomUniform(_Seeded):
    """Uniform random numbers between two bounds. As a name: "random_uniform" or "uniform".

    Mirrors `tf.keras.initializers.RandomUniform`, also under `random_uniform`; embeddings begin with it. The numbers are those that
    TensorFlow draws from the same seed.

    Arguments:
        minval, maxval: the bounds, the upper one excluded; -0.05 and 0.05.
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight. dtype: its dtype, of floats or integers; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Example:
        >>> w = tf.keras.initializers.RandomUniform(0.0, 1.0, seed=7)((1000,))
        >>> bool(tf.reduce_all((w >= 0) & (w < 1))), round(float(tf.reduce_mean(w)), 1)
        (True, 0.5)
    """

    __module__ = "keras.src.initializers.initializers"

    def __init__(self, minval: FloatLike = -0.05, maxval: FloatLike = 0.05, seed: int | None = None) -> None:
        self.minval, self.maxval = minval, maxval
        super().__init__(seed)

    def __call__(self, shape: SizesLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        shape, dtype = _shape(self, shape, dtype, kwargs)
        return self._random_generator.random_uniform(shape, self.minval, self.maxval, dtype)

    def get_config(self) -> dict[str, Any]:
        return {"minval": self.minval, "maxval": self.maxval, "seed": self.seed}


@tf_export("keras.initializers.RandomNormal", "keras.initializers.random_normal")
class RandomNormal(_Seeded):
    """Normal random numbers. As a name: "random_normal" or "normal".

    Mirrors `tf.keras.initializers.RandomNormal`, also under `random_normal`. The numbers are those that TensorFlow draws from the same
    seed.

    Arguments:
        mean: their mean; 0.0 by default.
        stddev: their standard deviation; 0.05 by default.
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight. dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a dtype that is not of floats.

    Example:
        >>> w = tf.keras.initializers.RandomNormal(stddev=2.0, seed=7)((10000,))
        >>> round(float(tf.math.reduce_std(w)), 1)
        2.0
    """

    __module__ = "keras.src.initializers.initializers"
    _method = "random_normal"

    def __init__(self, mean: FloatLike = 0.0, stddev: FloatLike = 0.05, seed: int | None = None) -> None:
        self.mean, self.stddev = mean, stddev
        super().__init__(seed)

    def __call__(self, shape: SizesLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        shape, dtype = _shape(self, shape, dtype, kwargs, number=True)
        return getattr(self._random_generator, self._method)(shape, self.mean, self.stddev, dtype)

    def get_config(self) -> dict[str, Any]:
        return {"mean": self.mean, "stddev": self.stddev, "seed": self.seed}


@tf_export("keras.initializers.TruncatedNormal", "keras.initializers.truncated_normal")
class TruncatedNormal(RandomNormal):
    """Normal random numbers, drawn again where they lie further from the mean than two standard deviations.

    Mirrors `tf.keras.initializers.TruncatedNormal`, also under `truncated_normal`. The standard deviation of what is left is about 0.88
    times `stddev`. The numbers are those that TensorFlow draws from the same seed.

    Arguments:
        mean: their mean; 0.0 by default.
        stddev: the standard deviation before numbers are left out; 0.05 by default.
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight. dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a dtype that is not of floats.

    Example:
        >>> w = tf.keras.initializers.TruncatedNormal(stddev=1.0, seed=7)((10000,))
        >>> float(tf.reduce_max(tf.abs(w))) <= 2.0, round(float(tf.math.reduce_std(w)), 2)
        (True, 0.88)
    """

    __module__ = "keras.src.initializers.initializers"
    _method = "truncated_normal"


def _fans(shape):
    """How many inputs and outputs a weight of this shape connects."""
    shape = tuple(int(d) for d in shape)
    if len(shape) < 1:
        return 1, 1
    if len(shape) == 1:
        return shape[0], shape[0]
    receptive = python_math.prod(shape[:-2])
    return shape[-2] * receptive, shape[-1] * receptive


# What is left of the deviation of a standard normal distribution cut at two deviations.
_TRUNCATED_DEVIATION = 0.87962566103423978


@tf_export("keras.initializers.VarianceScaling", "keras.initializers.variance_scaling")
class VarianceScaling(_Seeded):
    """Random numbers whose variance is `scale` over the number of a weight's inputs, outputs, or their mean.

    Mirrors `tf.keras.initializers.VarianceScaling`, also under `variance_scaling`; those of Glorot, He and LeCun are cases of it. For a
    kernel [..., inputs, outputs] the sizes in front multiply both numbers.

    Arguments:
        scale: positive; 1.0 by default.
        mode: "fan_in" (default): the inputs; "fan_out": the outputs; "fan_avg": their mean.
        distribution: "truncated_normal" (default), "untruncated_normal" or "uniform".
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight. dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a `scale` that is not positive, another `mode` or `distribution`, a dtype that is not of floats.

    Example:
        >>> w = tf.keras.initializers.VarianceScaling(scale=2.0, seed=7)((50, 400))
        >>> round(float(tf.math.reduce_variance(w)), 2)
        0.04
    """

    __module__ = "keras.src.initializers.initializers"

    def __init__(
        self, scale: FloatLike = 1.0, mode: str = "fan_in", distribution: str = "truncated_normal", seed: int | None = None
    ) -> None:
        if scale <= 0.0:
            raise ValueError(f"`scale` must be positive float. Received: scale={scale}.")
        if mode not in {"fan_in", "fan_out", "fan_avg"}:
            raise ValueError(f"Invalid `mode` argument: {mode}. Please use one of {{'fan_in', 'fan_out', 'fan_avg'}}.")
        distribution = distribution.lower()
        # The name in earlier versions of Keras.
        if distribution == "normal":
            distribution = "truncated_normal"
        if distribution not in {"uniform", "truncated_normal", "untruncated_normal"}:
            raise ValueError(
                f"Invalid `distribution` argument: {distribution}. Allowed distributions: "
                "{'uniform', 'truncated_normal', 'untruncated_normal'}."
            )
        self.scale, self.mode, self.distribution = scale, mode, distribution
        super().__init__(seed)

    def __call__(self, shape: SizesLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        shape, dtype = _shape(self, shape, dtype, kwargs, number=True)
        fan_in, fan_out = _fans(shape)
        fan = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2.0}[self.mode]
        # A weight with a size of zero has no fan to divide by.
        scale = self.scale / max(1.0, fan)
        draw = self._random_generator
        if self.distribution == "uniform":
            limit = python_math.sqrt(3.0 * scale)
            return draw.random_uniform(shape, -limit, limit, dtype)
        if self.distribution == "untruncated_normal":
            return draw.random_normal(shape, 0.0, python_math.sqrt(scale), dtype)
        return draw.truncated_normal(shape, 0.0, python_math.sqrt(scale) / _TRUNCATED_DEVIATION, dtype)

    def get_config(self) -> dict[str, Any]:
        return {"scale": self.scale, "mode": self.mode, "distribution": self.distribution, "seed": self.seed}


def _scaled(name, scale, mode, distribution, doc):
    def __init__(self, seed=None):
        VarianceScaling.__init__(self, scale, mode, distribution, seed)

    return type(
        name,
        (VarianceScaling,),
        {"__init__": __init__, "__doc__": doc, "__module__": Initializer.__module__, "get_config": lambda self: {"seed": self.seed}},
    )


GlorotUniform = _scaled(
    "GlorotUniform",
    1.0,
    "fan_avg",
    "uniform",
    """Uniform random numbers with the variance 2 / (inputs + outputs) (Glorot and Bengio, 2010). As a name: "glorot_uniform".

    Mirrors `tf.keras.initializers.GlorotUniform`, also under `glorot_uniform`; kernels of most layers begin with it. The bounds are
    `sqrt(6 / (inputs + outputs))` either way. For a convolution both numbers count the places of a window, too.

    Arguments:
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight. dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a dtype that is not of floats.

    Example:
        >>> w = tf.keras.initializers.GlorotUniform(seed=7)((400, 200))
        >>> bool(tf.reduce_max(tf.abs(w)) <= 0.1), round(float(tf.math.reduce_variance(w)) * 600, 1)
        (True, 2.0)
    """,
)
GlorotNormal = _scaled(
    "GlorotNormal",
    1.0,
    "fan_avg",
    "truncated_normal",
    """Normal random numbers with the variance 2 / (inputs + outputs) (Glorot and Bengio, 2010). As a name: "glorot_normal".

    Mirrors `tf.keras.initializers.GlorotNormal`, also under `glorot_normal`. Numbers beyond two standard deviations are drawn again. For
    a convolution both numbers count the places of a window, too.

    Arguments:
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight. dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a dtype that is not of floats.

    Example:
        >>> w = tf.keras.initializers.GlorotNormal(seed=7)((400, 200))
        >>> round(float(tf.math.reduce_variance(w)) * 600, 1)
        2.0
    """,
)
LecunUniform = _scaled(
    "LecunUniform",
    1.0,
    "fan_in",
    "uniform",
    """Uniform random numbers with the variance 1 / inputs (LeCun et al., 1998). As a name: "lecun_uniform".

    Mirrors `tf.keras.initializers.LecunUniform`, also under `lecun_uniform`. The bounds are `sqrt(3 / inputs)` either way. For a
    convolution the inputs are the channels times the places of a window.

    Arguments:
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight. dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a dtype that is not of floats.

    Example:
        >>> w = tf.keras.initializers.LecunUniform(seed=7)((300, 200))
        >>> bool(tf.reduce_max(tf.abs(w)) <= 0.1), round(float(tf.math.reduce_variance(w)) * 300, 1)
        (True, 1.0)
    """,
)
LecunNormal = _scaled(
    "LecunNormal",
    1.0,
    "fan_in",
    "truncated_normal",
    """Normal random numbers with the variance 1 / inputs (LeCun et al., 1998). As a name: "lecun_normal".

    Mirrors `tf.keras.initializers.LecunNormal`, also under `lecun_normal`; it goes with the activation "selu". Numbers beyond two
    standard deviations are drawn again. For a convolution the inputs are the channels times the places of a window.

    Arguments:
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight. dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a dtype that is not of floats.

    Example:
        >>> w = tf.keras.initializers.LecunNormal(seed=7)((300, 200))
        >>> round(float(tf.math.reduce_variance(w)) * 300, 1)
        1.0
    """,
)
HeUniform = _scaled(
    "HeUniform",
    2.0,
    "fan_in",
    "uniform",
    """Uniform random numbers with the variance 2 / inputs (He et al., 2015). As a name: "he_uniform".

    Mirrors `tf.keras.initializers.HeUniform`, also under `he_uniform`; it goes with the activation "relu", which halves the variance.
    The bounds are `sqrt(6 / inputs)` either way. For a convolution the inputs are the channels times the places of a window.

    Arguments:
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight. dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a dtype that is not of floats.

    Example:
        >>> w = tf.keras.initializers.HeUniform(seed=7)((600, 100))
        >>> bool(tf.reduce_max(tf.abs(w)) <= 0.1), round(float(tf.math.reduce_variance(w)) * 600, 1)
        (True, 2.0)
    """,
)
HeNormal = _scaled(
    "HeNormal",
    2.0,
    "fan_in",
    "truncated_normal",
    """Normal random numbers with the variance 2 / inputs (He et al., 2015). As a name: "he_normal".

    Mirrors `tf.keras.initializers.HeNormal`, also under `he_normal`; it goes with the activation "relu", which halves the variance.
    Numbers beyond two standard deviations are drawn again. For a convolution the inputs are the channels times the places of a window.

    Arguments:
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight. dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a dtype that is not of floats.

    Example:
        >>> w = tf.keras.initializers.HeNormal(seed=7)((600, 100))
        >>> round(float(tf.math.reduce_variance(w)) * 600, 1)
        2.0
    """,
)


@op("Orthogonalize", register=False, drawn="T", grad=None, shape_fn=lambda drawn, shape, gain: (drawn.dtype, TensorShape(shape)))
def _orthogonalized(drawn, shape, gain, name=None):
    """The orthogonal factor of a matrix of normal numbers, in `shape`, times `gain`."""
    q, r = initial_qr(drawn)
    # Unique with a positive diagonal of `r`, so that orthogonal matrices are equally likely.
    q = q * torch.sign(torch.diagonal(r))
    # Drawn as a tall matrix, whose columns are orthogonal: a wide one is its transpose.
    if python_math.prod(shape[:-1]) < shape[-1]:
        q = q.T
    return gain * q.reshape(shape).contiguous()


@tf_export("keras.initializers.Orthogonal", "keras.initializers.orthogonal")
class Orthogonal(_Seeded):
    """A random matrix with orthonormal rows or columns, whichever are fewer, times a number. As a name: "orthogonal".

    Mirrors `tf.keras.initializers.Orthogonal`, also under `orthogonal`; kernels of recurrent layers on states begin with it, since products
    with it keep lengths. Weights of a higher rank are made as a matrix [all but the last size, last size].

    Arguments:
        gain: the number; 1.0 by default.
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight, two at least. dtype: its dtype; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a vector, or a dtype that is not of floats.

    Example:
        >>> w = tf.keras.initializers.Orthogonal(seed=7)((2, 5))
        >>> np.abs(tf.matmul(w, w, transpose_b=True).numpy()).round(3)
        array([[1., 0.],
               [0., 1.]], dtype=float32)
    """

    __module__ = "keras.src.initializers.initializers"

    def __init__(self, gain: FloatLike = 1.0, seed: int | None = None) -> None:
        self.gain = gain
        super().__init__(seed)

    def __call__(self, shape: SizesLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        shape, dtype = _shape(self, shape, dtype, kwargs, number=True)
        shape = tuple(operator.index(d) for d in shape)
        if len(shape) < 2:
            raise ValueError(f"The tensor to initialize must be at least two-dimensional. Received: shape={shape} of rank {len(shape)}.")
        rows, columns = python_math.prod(shape[:-1]), shape[-1]
        drawn = self._random_generator.random_normal((max(rows, columns), min(rows, columns)), dtype=dtype)
        return _orthogonalized(drawn, shape, self.gain)

    def get_config(self) -> dict[str, Any]:
        return {"gain": self.gain, "seed": self.seed}


@tf_export("keras.initializers.Identity", "keras.initializers.identity")
class Identity(Initializer):
    """The identity matrix times a number. As a name: "identity".

    Mirrors `tf.keras.initializers.Identity`, also under `identity`. A matrix that is not square has ones along its main diagonal. It is for
    matrices alone: convolutions have another rank.

    Arguments:
        gain: the number; 1.0 by default.
        shape: when called: two sizes. dtype: the dtype of floats; None: `tf.keras.backend.floatx()`.

    Returns:
        When called, a tensor.

    Raises:
        ValueError: a shape of another rank, or a dtype that is not of floats.

    Example:
        >>> tf.keras.initializers.Identity(gain=2.0)((2, 3)).numpy().tolist()
        [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0]]
    """

    __module__ = "keras.src.initializers.initializers"

    def __init__(self, gain: FloatLike = 1.0) -> None:
        self.gain = gain

    def __call__(self, shape: SizesLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        shape, dtype = _shape(self, shape, dtype, kwargs, number=True)
        if len(shape) != 2:
            raise ValueError(f"Identity matrix initializer can only be used for 2D matrices. Received: shape={shape} of rank {len(shape)}.")
        try:
            made = self.gain * np.eye(int(shape[0]), int(shape[1]))
        except (MemoryError, ValueError) as e:  # NumPy's ValueError is of sizes that it cannot count
            raise memory.error(e, tuple(int(d) for d in shape), dtypes.as_dtype(dtype)) from None
        return array_ops.constant(made, dtype=dtype)

    def get_config(self) -> dict[str, Any]:
        return {"gain": self.gain}


_KIND = Kind(
    "initializer",
    "keras.initializers",
    PublicNames("keras.initializers", also={"uniform": "RandomUniform", "normal": "RandomNormal", "one": "Ones", "zero": "Zeros"}),
)


@tf_export("keras.initializers.get")
def get(identifier: Identifier) -> Any:
    """An initializer from what stands for one: a name, a configuration, a class, a function, or None.

    Mirrors `tf.keras.initializers.get`; layers use it for their arguments. Names are those of the classes, as "HeNormal"
    or "he_normal", and those that were registered; one gets the defaults of the class.

    Arguments:
        identifier: a name; a dictionary of `serialize`; a class; an object or function, which is given back; None.

    Returns:
        A function of a shape, or None for None.

    Raises:
        ValueError: an unknown name or another kind of object.

    Example:
        >>> type(tf.keras.initializers.get("he_normal")).__name__
        'HeNormal'
        >>> print(tf.keras.initializers.get(None))
        None
    """
    return _KIND.get(identifier)


@tf_export("keras.initializers.serialize")
def serialize(initializer: Callable[..., Any] | None, use_legacy_format: bool = False) -> str | dict[str, Any] | None:
    """The class and the arguments of an initializer, as a dictionary of plain values.

    Mirrors `tf.keras.initializers.serialize`; configurations of layers hold it. `deserialize` makes an initializer of it again.

    Arguments:
        initializer: an initializer, a function, or None.
        use_legacy_format: whether only "class_name" and "config" are given, as earlier versions of Keras wrote it; False by default.

    Returns:
        A dictionary, the name of a function, or None.

    Example:
        >>> config = tf.keras.initializers.serialize(tf.keras.initializers.HeNormal(seed=1))
        >>> config["class_name"], config["config"]
        ('HeNormal', {'seed': 1})
        >>> tf.keras.initializers.serialize(tf.keras.initializers.Zeros(), use_legacy_format=True)
        {'class_name': 'Zeros', 'config': {}}
    """
    return _KIND.serialize(initializer, use_legacy_format)


@tf_export("keras.initializers.deserialize")
def deserialize(config: str | dict[str, Any] | None, custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False) -> Any:
    """The initializer that a dictionary of `serialize`, or a name, describes.

    Mirrors `tf.keras.initializers.deserialize`. Both formats are recognized by their keys. Names are looked up among those of Keras and
    those that were registered or are given.

    Arguments:
        config: the dictionary or the name.
        custom_objects: classes and functions by name; None (default): none.
        use_legacy_format: need not be said.

    Returns:
        An initializer.

    Raises:
        ValueError: an unknown name. TypeError: arguments that the class does not take.

    Example:
        >>> tf.keras.initializers.deserialize({"class_name": "Constant", "config": {"value": 2.0}})((2,)).numpy().tolist()
        [2.0, 2.0]
    """
    return _KIND.deserialize(config, custom_objects)


def class_named(name: str) -> type[Initializer] | None:
    """The class of initializers that Keras' files know by `name`, or None."""
    return _KIND.names.get(name)


tf_export("keras.initializers.GlorotNormal", "keras.initializers.glorot_normal")(GlorotNormal)
tf_export("keras.initializers.GlorotUniform", "keras.initializers.glorot_uniform")(GlorotUniform)
tf_export("keras.initializers.HeNormal", "keras.initializers.he_normal")(HeNormal)
tf_export("keras.initializers.HeUniform", "keras.initializers.he_uniform")(HeUniform)
tf_export("keras.initializers.LecunNormal", "keras.initializers.lecun_normal")(LecunNormal)
tf_export("keras.initializers.LecunUniform", "keras.initializers.lecun_uniform")(LecunUniform)
