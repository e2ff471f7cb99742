"""`tf.zeros_initializer` and the other initializers of the `tf` namespace itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, random
from tfshim._export import tf_export
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.pickling import named_as_shown
from tfshim.keras import initializers
from tfshim.keras.initializers.base import checked

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


_PARTS = ["partition_shape", "partition_offset"]


def _only_parts(kwargs):
    """`kwargs`. Raises TypeError for keywords that tell of no part of a variable."""
    for keyword in kwargs:
        if keyword not in _PARTS:
            raise TypeError(f"Keyword argument should be one of {_PARTS}. Received: {keyword}")
    return kwargs


@tf_export("zeros_initializer")
@named_as_shown
class zeros_initializer(initializers.Zeros):  # noqa: N801 - TensorFlow's name
    """Makes first values of variables: zeros. Mirrors `tf.zeros_initializer`.

    A call `initializer(shape, dtype=tf.float32)` gives a tensor of zeros, False for bool.

    The object has no state, so one serves any number of variables; `get_config()` gives an empty dictionary.

    Raises:
        ValueError: in a call, the dtype is string or another one without numbers.

    It is taken wherever Keras takes an initializer, too, as the bias of most layers has it by default.

    Example:
        >>> tf.zeros_initializer()([2, 2], dtype=tf.int32)
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[0, 0],
               [0, 0]], dtype=int32)>
    """

    __module__ = "tensorflow.python.ops.init_ops_v2"
    __qualname__ = "Zeros"
    _home = __name__

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = "float32", **kwargs: Any) -> Tensor:
        """Zeros with `shape`. Raises ValueError for a dtype of strings or handles."""
        return super().__call__(shape, _countable(dtype), **_only_parts(kwargs))


@tf_export("ones_initializer")
@named_as_shown
class ones_initializer(initializers.Ones):  # noqa: N801 - TensorFlow's name
    """Makes first values of variables: ones. Mirrors `tf.ones_initializer`.

    A call `initializer(shape, dtype=tf.float32)` gives a tensor of ones, True for bool.

    The object has no state, so one serves any number of variables; `get_config()` gives an empty dictionary, and `from_config` makes it
    again. In a call, `shape` is a list of sizes, and `partition_shape` the shape of a part where the variable is divided among servers.

    Raises:
        ValueError: in a call, the dtype is string or another one without numbers.

    It is taken wherever Keras takes an initializer, too: scales of normalization layers have it by default.

    Example:
        >>> tf.Variable(tf.ones_initializer()([3])).numpy().tolist()
        [1.0, 1.0, 1.0]
    """

    __module__ = "tensorflow.python.ops.init_ops_v2"
    __qualname__ = "Ones"
    _home = __name__

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = "float32", **kwargs: Any) -> Tensor:
        """Ones with `shape`. Raises ValueError for a dtype of strings or handles."""
        return super().__call__(shape, _countable(dtype), **_only_parts(kwargs))


@tf_export("constant_initializer")
@named_as_shown
class constant_initializer(initializers.Constant):  # noqa: N801 - TensorFlow's name
    """Makes first values of variables: a number, or given values. Mirrors `tf.constant_initializer`.

    Arguments:
        value: a number, for every element; or a list or array with as many elements as the shape that is asked for,
            which are laid out row by row. 0 by default.
        support_partition: whether a call takes the keywords `partition_shape` and `partition_offset`, which change nothing of what it
            gives; False by default.

    Raises:
        TypeError, ValueError: in a call, the number of values is not that of the shape, or the dtype does not fit.

    A call `initializer(shape, dtype=None)` gives a tensor; without a dtype it is that of the value.

    Example:
        >>> tf.constant_initializer([1.0, 2.0, 3.0, 4.0])([2, 2])
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[1., 2.],
               [3., 4.]], dtype=float32)>
        >>> tf.constant_initializer(7)([3])
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([7, 7, 7], dtype=int32)>
    """

    __module__ = "tensorflow.python.ops.init_ops_v2"
    __qualname__ = "Constant"
    _home = __name__

    def __init__(self, value: TensorLike = 0, support_partition: bool = False) -> None:
        if not (np.isscalar(value) or isinstance(value, (list, tuple, np.ndarray))):
            what = type(value).__name__
            raise TypeError(f"Invalid type for initial value: {what}. Expected Python scalar, list or tuple of values, or numpy.ndarray.")
        super().__init__(value)
        self._support_partition = support_partition

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        """The values with `shape`; their own dtype where none is given."""
        if _only_parts(kwargs) and not self._support_partition:
            raise ValueError("Constant initializer doesn't support partition-related arguments")
        return array_ops.constant(self.value, shape=shape) if dtype is None else super().__call__(shape, dtype)


class _Random(initializers.Initializer):
    """With a seed the same numbers each time; without one, those of the stateful operation."""

    def _drawn(self, what, shape, dtype, kwargs, *parameters):
        shape, dtype = checked(self, shape, dtype or "float32", _only_parts(kwargs))
        if self.seed is not None:
            # The pair that TensorFlow makes of one seed: equal calls give equal numbers.
            return getattr(random, f"stateless_{what}")(shape, [self.seed, 0], *parameters, dtype)
        return getattr(random, what)(shape, *parameters, dtype)


@tf_export("random_uniform_initializer")
@named_as_shown
class random_uniform_initializer(_Random):  # noqa: N801 - TensorFlow's name
    """Makes first values of variables: uniform random numbers. Mirrors `tf.random_uniform_initializer`.

    Arguments:
        minval: the least number, -0.05 by default.
        maxval: the bound, which is not reached, 0.05 by default; for integers both have to be given.
        seed: an integer, with which every call gives the same numbers; None (the default) for other ones each time.

    Raises:
        ValueError: in a call, the dtype is neither of floating point nor an integer one.

    A call `initializer(shape, dtype=tf.float32)` gives a tensor. For equal seeds the numbers are TensorFlow's.

    Example:
        >>> values = tf.random_uniform_initializer(1.0, 2.0, seed=1)([1000])
        >>> bool(tf.reduce_min(values) >= 1.0), bool(tf.reduce_max(values) < 2.0)
        (True, True)
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
@named_as_shown
class random_normal_initializer(_Random):  # noqa: N801 - TensorFlow's name
    """Makes first values of variables: normal random numbers. Mirrors `tf.random_normal_initializer`.

    Arguments:
        mean: the mean, a number, 0.0 by default.
        stddev: the standard deviation, 0.05 by default.
        seed: an integer, with which every call gives the same numbers; None (the default) for other ones each time.

    Raises:
        ValueError: in a call, the dtype is not of floating point.

    A call `initializer(shape, dtype=tf.float32)` gives a tensor. For equal seeds the numbers are TensorFlow's.

    Example:
        >>> initializer = tf.random_normal_initializer(mean=10.0, stddev=0.1, seed=1)
        >>> values = initializer([1000])
        >>> values.shape, bool(abs(tf.reduce_mean(values) - 10.0) < 0.05)
        (TensorShape([1000]), True)
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
