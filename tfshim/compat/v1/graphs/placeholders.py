"""`tf.compat.v1.placeholder` and its kin: values that a session is fed with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

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
    """A tensor of `dtype` and `shape` (None: any) whose value each run is fed. Mirrors `tf.compat.v1.placeholder`.

    Raises RuntimeError while executing eagerly.
    """
    if TS.graph is None:
        raise RuntimeError("tf.placeholder() is not compatible with eager execution.")
    shape = shape if isinstance(shape, TensorShape) else TensorShape(shape)
    return TS.graph.add(PLACEHOLDER, [], abstract.leaf(as_dtype(dtype).base_dtype, shape), name or "Placeholder").outputs[0]


@tf_export(v1=["placeholder_with_default"])
def placeholder_with_default(input: TensorLike, shape: ShapeLike, name: str | None = None) -> Tensor:
    """The tensor `input`, in whose place a run may be fed another value of `shape`.

    Eagerly it is `input`. Mirrors `tf.compat.v1.placeholder_with_default`.
    """
    if TS.graph is None:
        return convert_to_tensor(input)
    name = TS.graph.unique_name(name or "PlaceholderWithDefault") + "/"
    value = convert_to_tensor(input)
    value = TS.graph.constant(value, f"{name}input/") if type(value) is EagerTensor else as_graph_tensor(TS.graph, value)
    shape = shape if isinstance(shape, TensorShape) else TensorShape(shape)
    if not shape.is_compatible_with(value.shape):
        raise ValueError(f"placeholder_with_default: the default has shape {value.shape}, which is not compatible with {shape}.")
    return TS.graph.add(PLACEHOLDER_WITH_DEFAULT, [value], abstract.leaf(value.dtype, shape), name).outputs[0]


@tf_export(v1=["sparse.placeholder", "sparse_placeholder"])
def sparse_placeholder(dtype: DTypeLike, shape: ShapeLike | None = None, name: str | None = None) -> SparseTensor:
    """A SparseTensor whose value each run is fed, as a SparseTensorValue or (indices, values, shape).

    `shape`: its sizes, None or -1 for one that is not known; or an int64 tensor [rank] of them.
    Mirrors `tf.compat.v1.sparse_placeholder`; raises RuntimeError while executing eagerly.
    """
    if TS.graph is None:
        raise RuntimeError("`sparse_placeholder` is not compatible with eager execution.")
    name, default, known = name or "Placeholder", None, TensorShape(None)
    if isinstance(shape, Tensor):
        default, known = shape, constant_value_as_shape(shape)
    elif shape is not None:
        known = _with_unknown(TensorShape(shape).as_list() if isinstance(shape, TensorShape) else shape)
        default = convert_to_tensor([-1 if d is None else d for d in known.as_list()], int64)
    if default is None:
        dense_shape = placeholder(int64, [None], f"{name}/shape")
    else:  # a shape that is known needs no feed, and takes one all the same
        dense_shape = placeholder_with_default(default, [known.rank], f"{name}/shape")
    indices = placeholder(int64, [None, known.rank], f"{name}/indices")
    made = SparseTensor(indices, placeholder(dtype, [None], f"{name}/values"), dense_shape)
    if known.rank is not None:
        made.set_shape(known)
    return made


def _with_unknown(sizes: Iterable[Any]) -> TensorShape:
    """A shape in which -1 stands for a size that is not known."""
    return TensorShape([None if size == -1 else size for size in sizes])


def ragged_placeholder(
    dtype: DTypeLike, ragged_rank: int, value_shape: ShapeLike | None = None, name: str | None = None
) -> RaggedTensor | Tensor:
    """A RaggedTensor whose value each run is fed, as a RaggedTensorValue. Mirrors `tf.compat.v1.ragged.placeholder`."""
    if TS.graph is None:
        raise RuntimeError("`ragged.placeholder` is not compatible with eager execution.")
    name = name or "Placeholder"
    result = placeholder(dtype, [None, *TensorShape(value_shape or []).as_list()], f"{name}/flat_values")
    for i in reversed(range(ragged_rank)):
        result = RaggedTensor.from_row_splits(result, placeholder(int64, [None], f"{name}/row_splits_{i}"), validate=False)
    return result
