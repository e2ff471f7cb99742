"""`tf.zeros_initializer` and the other initializers of the `tf` namespace itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import array_ops, random
from tfshim._export import tf_export
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import as_dtype
from tfshim.keras import initializers

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.engine.values.tensor import Tensor


def _refused(dtype):
    return ValueError(f"Argument `dtype` expected to be numeric or boolean. Received {dtype}.")


def _countable(dtype):
    """`dtype`, or None. Raises ValueError for one that has neither numbers nor booleans."""
    if dtype is not None and as_dtype(dtype) in (dtypes.string, dtypes.resource, dtypes.variant):
        raise _refused(as_dtype(dtype))
    return dtype


def _named_as_shown(cls):
    """The class with the name that TensorFlow's has: configurations of Keras hold it."""
    cls.__name__ = cls.__qualname__
    return cls


@tf_export("zeros_initializer")
@_named_as_shown
class zeros_initializer(initializers.Zeros):  # noqa: N801 - TensorFlow's name
    """Calls with a shape and a dtype give zeros. Mirrors `tf.zeros_initializer`."""

    __module__ = "tensorflow.python.ops.init_ops_v2"
    __qualname__ = "Zeros"
    _home = __name__

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = "float32", **kwargs: Any) -> Tensor:
        """Zeros with `shape`. Raises ValueError for a dtype of strings or handles."""
        return super().__call__(shape, _countable(dtype), **kwargs)


@tf_export("ones_initializer")
@_named_as_shown
class ones_initializer(initializers.Ones):  # noqa: N801 - TensorFlow's name
    """Calls with a shape and a dtype give ones. Mirrors `tf.ones_initializer`."""

    __module__ = "tensorflow.python.ops.init_ops_v2"
    __qualname__ = "Ones"
    _home = __name__

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = "float32", **kwargs: Any) -> Tensor:
        """Ones with `shape`. Raises ValueError for a dtype of strings or handles."""
        return super().__call__(shape, _countable(dtype), **kwargs)


@tf_export("constant_initializer")
@_named_as_shown
class constant_initializer(initializers.Constant):  # noqa: N801 - TensorFlow's name
    """A number, or values that fill the shape exactly. Mirrors `tf.constant_initializer`."""

    __module__ = "tensorflow.python.ops.init_ops_v2"
    __qualname__ = "Constant"
    _home = __name__

    def __init__(self, value: TensorLike = 0, support_partition: bool = False) -> None:
        super().__init__(value)
        self._support_partition = support_partition  # whole variables are made in any case

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        """The values with `shape`; their own dtype where none is given."""
        if dtype is not None:
            return super().__call__(shape, dtype, **kwargs)
        return array_ops.constant(self.value, shape=initializers._shape(self, shape, "float32", kwargs)[0])


class _Random(initializers.Initializer):
    """With a seed the same numbers each time; without one, those of the stateful operation."""

    def _drawn(self, what, shape, dtype, kwargs, *parameters):
        shape, dtype = initializers._shape(self, shape, dtype or "float32", kwargs)
        if self.seed is not None:
            # The pair that TensorFlow makes of one seed: equal calls give equal numbers.
            return getattr(random, f"stateless_{what}")(shape, [self.seed, 0], *parameters, dtype)
        return getattr(random, what)(shape, *parameters, dtype)


@tf_export("random_uniform_initializer")
@_named_as_shown
class random_uniform_initializer(_Random):  # noqa: N801 - TensorFlow's name
    """Calls with a shape and a dtype give uniform numbers in [minval, maxval). Mirrors `tf.random_uniform_initializer`.

    `seed`: an integer, with which each call gives the same numbers, or None. A call raises ValueError for a dtype that is neither
    floating-point nor integer.
    """

    __module__ = "tensorflow.python.ops.init_ops_v2"
    __qualname__ = "RandomUniform"
    _home = __name__

    def __init__(self, minval: TensorLike = -0.05, maxval: TensorLike = 0.05, seed: int | None = None) -> None:
        self.minval, self.maxval, self.seed = minval, maxval, seed

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = "float32", **kwargs: Any) -> Tensor:
        kind = as_dtype(dtype or "float32")
        if not kind.is_floating and not kind.is_integer:
            raise _refused(kind)
        return self._drawn("uniform", shape, dtype, kwargs, self.minval, self.maxval)

    def get_config(self) -> dict[str, Any]:
        return {"minval": self.minval, "maxval": self.maxval, "seed": self.seed}


@tf_export("random_normal_initializer")
@_named_as_shown
class random_normal_initializer(_Random):  # noqa: N801 - TensorFlow's name
    """Calls with a shape and a dtype give normal numbers of `mean` and `stddev`. Mirrors `tf.random_normal_initializer`.

    `seed`: an integer, with which each call gives the same numbers, or None. A call raises ValueError for a dtype that is not
    floating-point.
    """

    __module__ = "tensorflow.python.ops.init_ops_v2"
    __qualname__ = "RandomNormal"
    _home = __name__

    def __init__(self, mean: TensorLike = 0.0, stddev: TensorLike = 0.05, seed: int | None = None) -> None:
        self.mean, self.stddev, self.seed = mean, stddev, seed

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = "float32", **kwargs: Any) -> Tensor:
        if not as_dtype(dtype or "float32").is_floating:
            raise ValueError(f"Argument `dtype` is expected to be floating point. Received: {as_dtype(dtype)}.")
        return self._drawn("normal", shape, dtype, kwargs, self.mean, self.stddev)

    def get_config(self) -> dict[str, Any]:
        return {"mean": self.mean, "stddev": self.stddev, "seed": self.seed}


# By these names pickled objects find their classes.
Zeros, Ones, Constant = zeros_initializer, ones_initializer, constant_initializer
RandomUniform, RandomNormal = random_uniform_initializer, random_normal_initializer
