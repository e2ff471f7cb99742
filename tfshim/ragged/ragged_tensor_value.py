"""The value of a ragged tensor in NumPy's arrays, which sessions take and give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.typespec import register_type_spec_from_value_converter
from tfshim.ragged.ragged_tensor import RaggedTensor, above

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType


@tf_export(v1=["ragged.RaggedTensorValue"])
class RaggedTensorValue:
    """The value of a ragged tensor, of NumPy's arrays. Mirrors `tf.compat.v1.ragged.RaggedTensorValue`.

    A session gives it for a `tf.RaggedTensor`, and is fed it for a `tf.compat.v1.ragged.placeholder`. It has `flat_values`,
    `nested_row_splits`, `ragged_rank`, `dtype` and `shape` as well.

    Arguments:
        values: an array with all rows one behind the other, or again such a value.
        row_splits: where rows begin and end, a vector of int32 or int64 numbers, one more than there are rows.

    Raises:
        TypeError: an argument is something else.
        ValueError: the splits of two dimensions have different dtypes.

    Example:
        >>> made = tf.compat.v1.ragged.RaggedTensorValue(np.array([1, 2, 3]), np.array([0, 2, 2, 3]))
        >>> made.to_list(), made.shape
        ([[1, 2], [], [3]], (3, None))
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     print(sess.run(tf.ragged.constant([[1], [2, 3]])).to_list())
        [[1], [2, 3]]
    """

    __module__ = "tensorflow.python.ops.ragged.ragged_tensor_value"

    def __init__(self, values: np.ndarray | RaggedTensorValue, row_splits: np.ndarray) -> None:
        if not (isinstance(row_splits, (np.ndarray, np.generic)) and row_splits.dtype in (np.int64, np.int32) and row_splits.ndim == 1):
            raise TypeError("row_splits must be a 1D int32 or int64 numpy array")
        if not isinstance(values, (np.ndarray, np.generic, RaggedTensorValue)):
            raise TypeError("values must be a numpy array or a RaggedTensorValue")
        if isinstance(values, RaggedTensorValue) and row_splits.dtype != values.row_splits.dtype:
            raise ValueError("row_splits and values.row_splits must have the same dtype")
        self._values, self._row_splits = values, row_splits

    row_splits = property(lambda self: self._row_splits, doc="Where the rows begin and end in `values`.")
    values = property(lambda self: self._values, doc="The rows, one after the other.")
    dtype = property(lambda self: self._values.dtype, doc="NumPy's dtype of the elements.")

    @property
    def flat_values(self) -> np.ndarray:
        """The innermost values, an array."""
        return self._values.flat_values if isinstance(self._values, RaggedTensorValue) else self._values

    @property
    def nested_row_splits(self) -> tuple[np.ndarray, ...]:
        """The splits of all ragged dimensions, the outermost first."""
        return self._row_splits, *(self._values.nested_row_splits if isinstance(self._values, RaggedTensorValue) else ())

    @property
    def ragged_rank(self) -> int:
        """The number of ragged dimensions."""
        return len(self.nested_row_splits)

    @property
    def shape(self) -> tuple[int | None, ...]:
        """The sizes; None where rows may differ."""
        return self._row_splits.shape[0] - 1, None, *self._values.shape[1:]

    def __str__(self) -> str:
        return f"<tf.RaggedTensorValue {self.to_list()}>"

    def __repr__(self) -> str:
        return f"tf.RaggedTensorValue(values={self._values!r}, row_splits={self._row_splits!r})"

    def to_list(self) -> list[Any]:
        """The rows as nested lists of Python values. Mirrors `tf.compat.v1.ragged.RaggedTensorValue.to_list`.

        Lists are nested as deeply as the value has dimensions. It is for looking at a value, and for code that knows nothing of arrays;
        `tf.compat.v1.ragged.constant_value` is the way back.

        The array with all elements one behind the other is `flat_values`, and `nested_row_splits` tells where the rows of each dimension
        begin.

        Returns:
            A list of lists.

        Example:
            >>> made = tf.compat.v1.ragged.RaggedTensorValue(np.array([1, 2, 3]), np.array([0, 2, 2, 3]))
            >>> made.to_list()
            [[1, 2], [], [3]]
            >>> tf.compat.v1.ragged.RaggedTensorValue(made, np.array([0, 1, 3])).to_list()
            [[[1, 2]], [[], [3]]]
        """
        rows = self._values.to_list() if isinstance(self._values, RaggedTensorValue) else self._values.tolist()
        return [rows[start:end] for start, end in zip(self._row_splits[:-1], self._row_splits[1:], strict=True)]

    def _tensor(self) -> RaggedTensor:
        """The same as a ragged tensor."""
        values = self._values._tensor() if isinstance(self._values, RaggedTensorValue) else convert_to_tensor(self._values)
        return RaggedTensor._make(values, convert_to_tensor(self._row_splits))

    @staticmethod
    def _tfshim_dispatch(function: Any, args: Any, kwargs: dict[str, Any]) -> Any:
        return above.dispatch(function, args, {name: _with_tensors(x) for name, x in kwargs.items()})


def _with_tensors(x):
    if type(x) is list or type(x) is tuple:
        return type(x)(map(_with_tensors, x))
    return x._tensor() if isinstance(x, RaggedTensorValue) else x


def ragged_or_tensor(x: Any, dtype: DType | None = None, name: str | None = None) -> Any:
    """`x` as a ragged tensor, where it is one or a value of one from a session, else as a tensor; `name` is that of the argument.

    Raises ValueError where it has another dtype than `dtype`.
    """
    if isinstance(x, RaggedTensorValue):
        x = x._tensor()
    if not isinstance(x, RaggedTensor):
        return convert_to_tensor(x, dtype, name=name)
    if dtype is not None and x.dtype is not dtype:
        raise ValueError(f"Tensor conversion requested dtype {dtype.name} for RaggedTensor with dtype {x.dtype.name}: {x!r}.")
    return x


register_type_spec_from_value_converter(RaggedTensorValue, lambda value: value._tensor()._type_spec)
