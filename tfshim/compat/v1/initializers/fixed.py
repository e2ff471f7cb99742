"""Initializers that draw nothing: zeros, ones, given values, the identity."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tfshim._export import tf_export
from tfshim.array_ops import constant as _constant
from tfshim.array_ops import ones as _ones
from tfshim.array_ops import zeros as _zeros
from tfshim.compat.v1.initializers.base import Initializer, floating, sizes_of
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.pickling import named_as_shown
from tfshim.linalg import eye

if TYPE_CHECKING:
    from tfshim.compat.v1.variables.partitioned import PartitionInfo
    from tfshim.engine.values.annotations import FloatLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.engine.values.tensor import Tensor


@tf_export(v1=["initializers.zeros", "zeros_initializer", "keras.initializers.Zeros", "keras.initializers.zeros"])
@named_as_shown
class zeros(Initializer):  # noqa: N801 - TensorFlow's name
    """Makes first values of variables: zeros. Mirrors `tf.compat.v1.zeros_initializer`.

    In TensorFlow 2 `tf.zeros_initializer` has no dtype of its own. An initializer in a graph of TensorFlow 1 is an operation that
    runs once, with the others, by `tf.compat.v1.global_variables_initializer()`. A call `initializer(shape, dtype=None)` gives the
    tensor; `tf.compat.v1.get_variable(name, shape, initializer=...)` makes that call.

    Arguments:
        dtype: the dtype of the tensor where a call names none, float32 by default.

    Example:
        >>> tf.compat.v1.zeros_initializer(tf.int32)([2, 2]).numpy().tolist()
        [[0, 0], [0, 0]]
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     w = tf.compat.v1.get_variable("w", [2], initializer=tf.compat.v1.zeros_initializer())
        ...     session.run(tf.compat.v1.global_variables_initializer())
        ...     print(session.run(w))
        [0. 0.]
    """

    __module__ = "tensorflow.python.ops.init_ops"
    __qualname__ = "Zeros"
    _keras_name = "Zeros"
    _fields = ("dtype",)

    def __init__(self, dtype: DTypeLike = dtypes.float32) -> None:
        self.dtype = as_dtype(dtype)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: PartitionInfo | None = None) -> Tensor:
        return _zeros(sizes_of(shape), self._type(dtype))


@tf_export(v1=["initializers.ones", "ones_initializer", "keras.initializers.Ones", "keras.initializers.ones"])
@named_as_shown
class ones(Initializer):  # noqa: N801
    """Makes first values of variables: ones. Mirrors `tf.compat.v1.ones_initializer`.

    In TensorFlow 2 `tf.ones_initializer` has no dtype of its own. An initializer in a graph of TensorFlow 1 is an operation that runs
    once, with the others, by `tf.compat.v1.global_variables_initializer()`. A call `initializer(shape, dtype=None)` gives the tensor;
    `tf.compat.v1.get_variable(name, shape, initializer=...)` makes that call.

    Arguments:
        dtype: the dtype of the tensor where a call names none, float32 by default.

    Example:
        >>> tf.compat.v1.ones_initializer(tf.int32)([2, 2]).numpy().tolist()
        [[1, 1], [1, 1]]
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     w = tf.compat.v1.get_variable("w", [2], initializer=tf.compat.v1.ones_initializer())
        ...     session.run(tf.compat.v1.global_variables_initializer())
        ...     print(session.run(w))
        [1. 1.]
    """

    __module__ = "tensorflow.python.ops.init_ops"
    __qualname__ = "Ones"
    _keras_name = "Ones"
    _fields = ("dtype",)

    def __init__(self, dtype: DTypeLike = dtypes.float32) -> None:
        self.dtype = as_dtype(dtype)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: PartitionInfo | None = None) -> Tensor:
        return _ones(sizes_of(shape), self._type(dtype))


@tf_export(v1=["initializers.constant", "constant_initializer", "keras.initializers.Constant", "keras.initializers.constant"])
@named_as_shown
class constant(Initializer):  # noqa: N801
    """Makes first values of variables: given ones. Mirrors `tf.compat.v1.constant_initializer`.

    A list or array has as many elements as the shape; in a graph it may have fewer, and the last one is repeated. A call
    `initializer(shape, dtype=None)` gives the tensor; `tf.compat.v1.get_variable(name, shape, initializer=...)` makes that call.

    Arguments:
        value: a number, or a list or array of numbers; 0 by default.
        dtype: the dtype of the tensor where a call names none, float32 by default.
        verify_shape: whether the shapes have to agree, False by default.

    Raises:
        TypeError: values that are no numbers; with `verify_shape`, another shape.

    Example:
        >>> tf.compat.v1.constant_initializer([1.0, 2.0])([2]).numpy().tolist()
        [1.0, 2.0]
        >>> tf.compat.v1.constant_initializer(3)([2], dtype=tf.int32).numpy().tolist()
        [3, 3]
    """

    __module__ = "tensorflow.python.ops.init_ops"
    __qualname__ = "Constant"
    _keras_name = "Constant"
    _fields = ("value", "dtype")

    def __init__(self, value: TensorLike = 0, dtype: DTypeLike = dtypes.float32, verify_shape: bool = False) -> None:
        if not (np.isscalar(value) or isinstance(value, (list, tuple, np.ndarray))):
            raise TypeError(
                f"Invalid type for initial value={value} of type: {type(value).__name__}. Expected Python scalar, list or "
                "tuple of values, or numpy.ndarray."
            )
        self.value, self.dtype, self._verify_shape = value, as_dtype(dtype), verify_shape

    def __call__(
        self,
        shape: ShapeLike,
        dtype: DTypeLike | None = None,
        partition_info: PartitionInfo | None = None,
        verify_shape: bool | None = None,
    ) -> Tensor:
        verify = self._verify_shape if verify_shape is None else verify_shape
        value, dims = np.asarray(self.value), list(sizes_of(shape))
        if verify and list(value.shape) != dims:
            shown = f"{_constant(self.value, self._type(dtype), None).numpy()} (converted from {str(self.value)})"
            raise TypeError(f"Expected Tensor {shown} with shape {tuple(dims)}, but got shape {value.shape}.")
        if TS.graph is None:  # where nothing is repeated, as in TensorFlow
            return _constant(self.value, self._type(dtype), dims)
        count = int(np.prod(dims, dtype=np.int64))
        if value.size > count:
            raise ValueError(f"Too many elements provided. Needed at most {count}, but received {value.size}")
        flat = value.reshape(-1)
        if 0 < flat.size < count:
            flat = np.concatenate([flat, np.repeat(flat[-1:], count - flat.size)])
        return _constant(value if value.size == 1 else flat.reshape(dims), self._type(dtype), dims)


@tf_export(v1=["initializers.identity", "keras.initializers.Identity", "keras.initializers.identity"])
@named_as_shown
class identity(Initializer):  # noqa: N801
    """Makes first values of variables: the identity matrix. Mirrors `tf.compat.v1.initializers.identity`.

    A recurrent network that begins with it passes its state on. A call `initializer(shape, dtype=None)` gives the tensor;
    `tf.compat.v1.get_variable(name, shape, initializer=...)` makes that call.

    Arguments:
        gain: a factor of the matrix, 1.0 by default.
        dtype: the dtype of the tensor where a call names none, float32 by default.

    Raises:
        ValueError: a shape of other than two axes.

    Example:
        >>> tf.compat.v1.initializers.identity(gain=2.0)([2, 3]).numpy().tolist()
        [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0]]
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     w = tf.compat.v1.get_variable("w", [2, 2], initializer=tf.compat.v1.initializers.identity())
        ...     session.run(tf.compat.v1.global_variables_initializer())
        ...     print(session.run(w).tolist())
        [[1.0, 0.0], [0.0, 1.0]]
    """

    __module__ = "tensorflow.python.ops.init_ops"
    __qualname__ = "Identity"
    _keras_name = "Identity"
    _fields = ("gain", "dtype")

    def __init__(self, gain: FloatLike = 1.0, dtype: DTypeLike = dtypes.float32) -> None:
        self.gain, self.dtype = gain, floating(dtype)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: PartitionInfo | None = None) -> Tensor:
        dims = sizes_of(shape)
        if len(dims) != 2:
            raise ValueError(
                f"The tensor to initialize, specified by argument `shape` must be at least two-dimensional. Received shape={shape}"
            )
        return self.gain * eye(dims[0], dims[1], dtype=self._type(dtype))
