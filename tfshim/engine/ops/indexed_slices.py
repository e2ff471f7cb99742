"""`tf.IndexedSlices`: some rows of a larger tensor, as gradients of gathers come."""

from __future__ import annotations

import collections
from typing import Any

import torch

from tfshim._export import tf_export, tf_private
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import int32, int64
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap


@tf_export("IndexedSlices")
class IndexedSlices:
    """Some rows of a tensor, and their places: the gradient of what only gathers rows. Mirrors `tf.IndexedSlices`.

    Arguments:
        values: the rows, a tensor of shape [n, ...].
        indices: their places along the first axis of the whole tensor, int32 or int64 of shape [n]. A place may occur
            more than once; its rows add up.
        dense_shape: the shape of the whole tensor, an integer vector, or None.

    Optimizers and `Variable.scatter_add` take it, so that large embeddings are not updated as a whole.
    `tf.convert_to_tensor` makes the whole tensor, which needs `dense_shape`.

    Example:
        >>> slices = tf.IndexedSlices(tf.constant([[1.0, 2.0], [10.0, 20.0]]), tf.constant([2, 2]), tf.constant([3, 2]))
        >>> tf.convert_to_tensor(slices)
        <tf.Tensor: shape=(3, 2), dtype=float32, numpy=
        array([[ 0.,  0.],
               [ 0.,  0.],
               [11., 22.]], dtype=float32)>
    """

    __module__ = "tensorflow.python.framework.indexed_slices"
    is_tensor_like = True

    def __init__(self, values: Any, indices: Any, dense_shape: Any = None) -> None:
        self._values, self._indices, self._dense_shape = values, indices, dense_shape

    values = property(lambda self: self._values, doc="The rows: a tensor of shape [n, ...].")
    indices = property(lambda self: self._indices, doc="Their places: an integer tensor of shape [n].")
    dense_shape = property(lambda self: self._dense_shape, doc="The shape of the larger tensor, or None.")
    dtype = property(lambda self: self._values.dtype, doc="The dtype of the rows.")
    name = property(lambda self: self._values.name, doc="The name of the values (in graphs).")
    device = property(lambda self: self._values.device, doc="The device of the values.")
    op = property(lambda self: self._values.op, doc="The operation of the values (in graphs).")
    graph = property(lambda self: self._values.graph, doc="The graph of the values (in graphs).")

    @property
    def shape(self) -> TensorShape:
        """The static shape of the larger tensor; unknown where `dense_shape` is None."""
        if self._dense_shape is None:
            return TensorShape(None)
        shape = self._dense_shape
        if isinstance(shape, Tensor) and not hasattr(shape, "_t"):  # symbolic
            return higher.shape_of_sizes(shape)
        return TensorShape(shape._t.tolist() if hasattr(shape, "_t") else shape)

    def consumers(self) -> Any:
        """The operations of a graph that use the values. Mirrors `tf.IndexedSlices.consumers`.

        Rows of a gradient, which `tf.gather` and embeddings give, are used by what applies them to a variable: so a program that
        walks through a graph of TensorFlow 1 goes on from them. The indices have consumers of their own,
        `slices.indices.consumers()`.

        Returns:
            A list of `tf.Operation`s, in the order in which they were made. Eager tensors have no consumers.

        Example:
            >>> with tf.Graph().as_default():
            ...     rows = tf.IndexedSlices(tf.constant([[1.0, 2.0]]), tf.constant([3]))
            ...     doubled = rows.values * 2.0
            ...     print([op.type for op in rows.consumers()])
            ['Mul']
        """
        return self._values.consumers()

    @property
    def _type_spec(self) -> Any:
        return higher.spec_of(self)

    def _tfshim_value(self) -> Tensor:
        return to_dense(self)

    def __neg__(self) -> IndexedSlices:
        return IndexedSlices(-self._values, self._indices, self._dense_shape)

    def __str__(self) -> str:
        # `str`, because formatting a tensor gives its bare value.
        shape = f", dense_shape={self._dense_shape!s}" if self._dense_shape is not None else ""
        indices, values = str(self._indices), str(self._values)
        return f"IndexedSlices(indices={indices}, values={values}{shape})"


IndexedSlicesValue = collections.namedtuple("IndexedSlicesValue", ["values", "indices", "dense_shape"])
IndexedSlicesValue.__module__ = "tensorflow.python.framework.indexed_slices"
tf_private("tensorflow.python.framework.indexed_slices.IndexedSlicesValue")(IndexedSlicesValue)


def to_dense(slices: IndexedSlices) -> Tensor:
    """The dense tensor that `slices` represent. Raises ValueError where its shape is not known."""
    if slices.dense_shape is None:
        raise ValueError(f"Tensor conversion requested for IndexedSlices for argument `value` without dense_shape: {slices}")
    # Any of them may be what becomes a tensor: nothing was converted when the slices were made.
    values, indices, shape = (convert_to_tensor(x) for x in (slices.values, slices.indices, slices.dense_shape))
    if type(values) is type(indices) is type(shape) is EagerTensor and _is_plain(values, indices):
        try:
            out = torch.zeros(tuple(shape._t.tolist()), dtype=values._t.dtype).index_add(0, indices._t.long(), values._t)
        except (RuntimeError, IndexError, TypeError):
            pass  # the operation says what is wrong, or does with it what torch does not
        else:
            return wrap(out, values._dt, TS.tape if out.requires_grad and TS.tape is not None else None)
    return higher.dense_of_rows(values, indices, shape)


def _is_plain(values: Tensor, indices: Tensor) -> bool:
    """Whether torch takes only such rows and places as TensorFlow does."""
    return values.dtype.is_floating and indices.dtype in (int32, int64) and values._t.device.type == "cpu"


def from_sparse(
    sparse: torch.Tensor, rec: Any, index_dtype: torch.dtype = torch.int64, shape_dtype: torch.dtype = torch.int32
) -> IndexedSlices:
    """IndexedSlices from the sparse COO gradient that `gather` leaves; the types are those TensorFlow gives there."""
    shape = wrap(torch.tensor(list(sparse.shape), dtype=shape_dtype))
    return IndexedSlices(wrap(sparse._values(), None, rec), wrap(sparse._indices()[0].to(index_dtype), None), shape)
