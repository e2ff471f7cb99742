"""`tf.compat.v1.placeholder` and its kin: values that a session is fed with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.engine.graphs.func_graph import PLACEHOLDER, PLACEHOLDER_WITH_DEFAULT, as_graph_tensor
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype, int64
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.protos.tensors import constant_value_as_shape
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.sparse.sparse_tensor import SparseTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike

__all__ = ["placeholder", "placeholder_with_default", "sparse_placeholder"]


@tf_export(v1=["placeholder"])
def placeholder(dtype: DTypeLike, shape: ShapeLike | None = None, name: str | None = None) -> Tensor:
    """A tensor whose value each run of a session is fed. Mirrors `tf.compat.v1.placeholder`.

    TensorFlow 2 has no placeholders: a `tf.function` has arguments, a Keras model `tf.keras.Input`.

    Arguments:
        dtype: of what is fed.
        shape: its shape, with None for sizes that each run may choose: [None, 28, 28] for batches of images. None (default): any shape.
        name: a name, "Placeholder" by default.

    Returns:
        A tensor. A run that needs its value gets it in `feed_dict`, as a NumPy array, a list or a number.

    Raises:
        RuntimeError: while executing eagerly.
        InvalidArgumentError: in a run that needs it and is not fed it. What is fed in another shape raises ValueError.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     x = tf.compat.v1.placeholder(tf.float32, [None, 2], name="x")
        ...     total = tf.reduce_sum(x, axis=1)
        ...     print(session.run(total, feed_dict={x: [[1.0, 2.0], [3.0, 4.0]]}), total.shape)
        [3. 7.] (None,)
    """
    if TS.graph is None:
        raise RuntimeError("tf.placeholder() is not compatible with eager execution.")
    shape = shape if isinstance(shape, TensorShape) else TensorShape(shape)
    try:
        found = as_dtype(dtype)
    except TypeError:
        raise TypeError(f"Expected DataType for argument 'dtype' not {dtype!r}.") from None
    return TS.graph._add(PLACEHOLDER, [], abstract.leaf(found.base_dtype, shape), name or "Placeholder").outputs[0]


@tf_export(v1=["placeholder_with_default"])
def placeholder_with_default(input: TensorLike, shape: ShapeLike, name: str | None = None) -> Tensor:
    """A tensor with a value that a run may replace by another one. Mirrors `tf.compat.v1.placeholder_with_default`.

    Settings such as the rate of dropout, or whether a model is being trained, are given so: most runs need not say them.

    Arguments:
        input: the value where nothing is fed, anything that converts to a tensor; also one that is computed.
        shape: of what may be fed, with None for sizes that may differ; it has to fit the default.
        name: a name, "PlaceholderWithDefault" by default.

    Returns:
        A tensor of the dtype of `input` and of `shape`. While executing eagerly it is `input`.

    Raises:
        ValueError: a shape that does not fit the default.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     keep = tf.compat.v1.placeholder_with_default(1.0, shape=[])
        ...     x = keep * 10.0
        ...     print(session.run(x), session.run(x, {keep: 0.5}))
        10.0 5.0
    """
    if TS.graph is None:
        return convert_to_tensor(input)
    name = TS.graph.unique_name(name or "PlaceholderWithDefault") + "/"
    value = convert_to_tensor(input)
    value = TS.graph._constant(value, f"{name}input/") if type(value) is EagerTensor else as_graph_tensor(TS.graph, value)
    shape = shape if isinstance(shape, TensorShape) else TensorShape(shape)
    if not shape.is_compatible_with(value.shape):
        raise ValueError(f"placeholder_with_default: the default has shape {value.shape}, which is not compatible with {shape}.")
    return TS.graph._add(PLACEHOLDER_WITH_DEFAULT, [value], abstract.leaf(value.dtype, shape), name).outputs[0]


@tf_export(v1=["sparse.placeholder", "sparse_placeholder"])
def sparse_placeholder(dtype: DTypeLike, shape: ShapeLike | None = None, name: str | None = None) -> SparseTensor:
    """A sparse tensor whose value each run is fed. Mirrors `tf.compat.v1.sparse_placeholder`.

    Feed it a `tf.compat.v1.SparseTensorValue`, or a tuple of indices, values and dense shape.

    Arguments:
        dtype: the dtype of the values.
        shape: the dense shape, a list in which None or -1 stands for any size; an int64 tensor of the sizes; or None (the default) for any
            shape.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A `tf.SparseTensor` of the graph.

    Raises:
        RuntimeError: eager execution is on.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     x = tf.compat.v1.sparse_placeholder(tf.float32, [None, 3])
        ...     total = tf.sparse.reduce_sum(x, axis=1)
        ...     value = tf.compat.v1.SparseTensorValue([[0, 1], [1, 2]], [5.0, 6.0], [2, 3])
        ...     print(sess.run(total, {x: value}))
        [5. 6.]
    """
    if TS.graph is None:
        raise RuntimeError("`sparse_placeholder` is not compatible with eager execution.")
    default, known = None, TensorShape(None)

    def part(of: str) -> str | None:
        return f"{name}/{of}" if name else None

    if isinstance(shape, Tensor):
        default, known = shape, constant_value_as_shape(shape)
    elif shape is not None:
        known = _with_unknown(TensorShape(shape).as_list() if isinstance(shape, TensorShape) else shape)
        sizes = np.array([-1 if d is None else d for d in known.as_list()], np.int64)
        default = TS.graph._constant(convert_to_tensor(sizes), part("shape_default") or "Const")
    if default is None:
        dense_shape = placeholder(int64, [None], part("shape"))
    else:  # a shape that is known needs no feed, and takes one all the same
        dense_shape = placeholder_with_default(default, [known.rank], part("shape"))
    values = placeholder(dtype, [None], part("values"))
    made = SparseTensor(placeholder(int64, [None, known.rank], part("indices")), values, dense_shape)
    if known.rank is not None:
        made.set_shape(known)
    return made


def _with_unknown(sizes: Iterable[Any]) -> TensorShape:
    """A shape in which -1 stands for a size that is not known."""
    return TensorShape([None if size == -1 else size for size in sizes])


def ragged_placeholder(
    dtype: DTypeLike, ragged_rank: int, value_shape: ShapeLike | None = None, name: str | None = None
) -> RaggedTensor | Tensor:
    """A ragged tensor whose value each run is fed. Mirrors `tf.compat.v1.ragged.placeholder`.

    Feed it a `tf.compat.v1.ragged.RaggedTensorValue`, as `tf.compat.v1.ragged.constant_value` makes it of nested lists.

    Arguments:
        dtype: the dtype of the values.
        ragged_rank: how many dimensions are ragged; 0 gives an ordinary placeholder.
        value_shape: the shape of what rows hold; None (the default) for numbers.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A `tf.RaggedTensor` of the graph.

    Raises:
        RuntimeError: eager execution is on.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     x = tf.compat.v1.ragged.placeholder(tf.int32, ragged_rank=1)
        ...     sums = tf.reduce_sum(x, axis=1)
        ...     print(sess.run(sums, {x: tf.compat.v1.ragged.constant_value([[1, 2], [], [3]], dtype=np.int32)}))
        [3 0 3]
    """
    if TS.graph is None:
        raise RuntimeError("`ragged.placeholder` is not compatible with eager execution.")
    name = name or "Placeholder"
    result = placeholder(dtype, [None, *TensorShape(value_shape or []).as_list()], f"{name}/flat_values")
    for i in reversed(range(ragged_rank)):
        result = RaggedTensor.from_row_splits(result, placeholder(int64, [None], f"{name}/row_splits_{i}"), validate=False)
    return result
