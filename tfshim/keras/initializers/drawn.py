"""Initializers that draw random numbers, and random rotations."""

from __future__ import annotations

import math as python_math
import operator
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.values.shapes import TensorShape
from tfshim.linalg._householder import initial_qr

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, SizesLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor

from tfshim.keras.initializers.base import Seeded, checked


@tf_export("keras.initializers.RandomUniform", "keras.initializers.random_uniform")
class RandomUniform(Seeded):
    """Uniform random numbers between two bounds. As a name: "random_uniform" or "uniform".

    Mirrors `tf.keras.initializers.RandomUniform`, also under `random_uniform`; embeddings begin with it. The numbers are those that
    TensorFlow draws from the same seed.

    Arguments:
        minval, maxval: the bounds, the upper one excluded; -0.05 and 0.05.
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight.
        dtype: its dtype, of floats or integers; None: `tf.keras.backend.floatx()`.

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
        shape, dtype = checked(self, shape, dtype, kwargs)
        if not (dtype.is_floating or dtype.is_integer):
            raise ValueError(f"Expected float or integer dtype, got {dtype}.")
        return self._random_generator.random_uniform(shape, self.minval, self.maxval, dtype, self._part_number(kwargs))

    def get_config(self) -> dict[str, Any]:
        return {"minval": self.minval, "maxval": self.maxval, "seed": self.seed}


@tf_export("keras.initializers.RandomNormal", "keras.initializers.random_normal")
class RandomNormal(Seeded):
    """Normal random numbers. As a name: "random_normal" or "normal".

    Mirrors `tf.keras.initializers.RandomNormal`, also under `random_normal`. The numbers are those that TensorFlow draws from the same
    seed.

    Arguments:
        mean: their mean; 0.0 by default.
        stddev: their standard deviation; 0.05 by default.
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight.
        dtype: its dtype; None: `tf.keras.backend.floatx()`.

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
        shape, dtype = checked(self, shape, dtype, kwargs, number=True)
        return getattr(self._random_generator, self._method)(shape, self.mean, self.stddev, dtype, self._part_number(kwargs))

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
        shape: when called: the sizes of the weight.
        dtype: its dtype; None: `tf.keras.backend.floatx()`.

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
class Orthogonal(Seeded):
    """A random matrix with orthonormal rows or columns, whichever are fewer, times a number. As a name: "orthogonal".

    Mirrors `tf.keras.initializers.Orthogonal`, also under `orthogonal`; kernels of recurrent layers on states begin with it, since products
    with it keep lengths. Weights of a higher rank are made as a matrix [all but the last size, last size].

    Arguments:
        gain: the number; 1.0 by default.
        seed: an integer, with which each call gives the same numbers; None (default): from the global seed, once for the initializer.
        shape: when called: the sizes of the weight, two at least.
        dtype: its dtype; None: `tf.keras.backend.floatx()`.

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
        shape, dtype = checked(self, shape, dtype, kwargs, number=True, parts=False)
        if len(shape) < 2:
            raise ValueError(f"The tensor to initialize must be at least two-dimensional. Received: shape={shape} of rank {len(shape)}.")
        self._warn_reuse()
        shape = tuple(operator.index(d) for d in shape)
        rows, columns = python_math.prod(shape[:-1]), shape[-1]
        drawn = self._random_generator.random_normal((max(rows, columns), min(rows, columns)), dtype=dtype)
        return _orthogonalized(drawn, shape, self.gain)

    def get_config(self) -> dict[str, Any]:
        return {"gain": self.gain, "seed": self.seed}
