"""`tf.keras.initializers`: the values that weights start from."""

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

__all__, __getattr__, __dir__ = exported(globals())


@tf_export("keras.initializers.Initializer")
@serializable
class Initializer(PicklesAtHome):
    """The base: `initializer(shape, dtype=None)` gives a tensor. Mirrors `tf.keras.initializers.Initializer`."""

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
    """Zeros. Mirrors `tf.keras.initializers.Zeros`."""

    __module__ = "keras.src.initializers.initializers"

    def __call__(self, shape: SizesLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        shape, dtype = _shape(self, shape, dtype, kwargs)
        return array_ops.zeros(shape, _filled(dtype))


@tf_export("keras.initializers.Ones", "keras.initializers.ones")
class Ones(Initializer):
    """Ones. Mirrors `tf.keras.initializers.Ones`."""

    __module__ = "keras.src.initializers.initializers"

    def __call__(self, shape: SizesLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        shape, dtype = _shape(self, shape, dtype, kwargs)
        return array_ops.ones(shape, _filled(dtype))


@tf_export("keras.initializers.Constant", "keras.initializers.constant")
class Constant(Initializer):
    """The number `value` everywhere. Mirrors `tf.keras.initializers.Constant`."""

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
    """Uniform numbers in [minval, maxval). Mirrors `tf.keras.initializers.RandomUniform`."""

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
    """Normal numbers. Mirrors `tf.keras.initializers.RandomNormal`."""

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
    """Normal numbers within two standard deviations. Mirrors `tf.keras.initializers.TruncatedNormal`."""

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
    """Numbers whose variance is `scale` over the fan of `mode`; mirrors `tf.keras.initializers.VarianceScaling`.

    `mode`: "fan_in", "fan_out" or "fan_avg"; `distribution`: "truncated_normal", "untruncated_normal" or "uniform".
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


GlorotUniform = _scaled("GlorotUniform", 1.0, "fan_avg", "uniform", "Uniform, variance 2 / (fan_in + fan_out).")
GlorotNormal = _scaled("GlorotNormal", 1.0, "fan_avg", "truncated_normal", "Normal, variance 2 / (fan_in + fan_out).")
LecunUniform = _scaled("LecunUniform", 1.0, "fan_in", "uniform", "Uniform, variance 1 / fan_in.")
LecunNormal = _scaled("LecunNormal", 1.0, "fan_in", "truncated_normal", "Normal, variance 1 / fan_in.")
HeUniform = _scaled("HeUniform", 2.0, "fan_in", "uniform", "Uniform, variance 2 / fan_in.")
HeNormal = _scaled("HeNormal", 2.0, "fan_in", "truncated_normal", "Normal, variance 2 / fan_in.")


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
    """A matrix with orthogonal rows or columns, times `gain`. Mirrors `tf.keras.initializers.Orthogonal`."""

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
    """The identity matrix times `gain`. Mirrors `tf.keras.initializers.Identity`."""

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
get = _KIND.get


@tf_export("keras.initializers.serialize")
def serialize(initializer: Callable[..., Any] | None, use_legacy_format: bool = False) -> str | dict[str, Any] | None:
    """The configuration of an initializer; `use_legacy_format` leaves out the module."""
    return _KIND.serialize(initializer, use_legacy_format)


@tf_export("keras.initializers.deserialize")
def deserialize(config: str | dict[str, Any] | None, custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False) -> Any:
    """The initializer that a configuration or name describes. The format, legacy or not, is recognized from the keys."""
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
tf_export("keras.initializers.get")(get)
