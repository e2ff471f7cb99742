"""Indices as they are, or as rows of zeros and ones, counts or weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math, sparse
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.typespec import TensorSpec
from tfshim.sparse.sparse_tensor import SparseTensor
from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike


INT, ONE_HOT, MULTI_HOT, COUNT, TF_IDF = "int", "one_hot", "multi_hot", "count", "tf_idf"


def signature(layer: Any, spec: Any, dtype: DTypeLike, is_sparse: bool = False) -> TensorSpec | SparseTensorSpec:
    """The spec of what `layer` gives for inputs of a spec, where the dtype is not that of its computations."""
    shape = layer.compute_output_shape(spec.shape)
    return SparseTensorSpec(shape, dtype) if is_sparse else TensorSpec(shape, dtype)


def expand_dims(x: TensorLike, axis: int) -> AnyTensor:
    """`expand_dims` of a dense, ragged or sparse tensor."""
    return sparse.expand_dims(x, axis) if isinstance(x, SparseTensor) else array_ops.expand_dims(x, axis)


def encode(
    inputs: TensorLike,
    output_mode: str,
    depth: int,
    dtype: DTypeLike = "float32",
    make_sparse: bool = False,
    count_weights: TensorLike | None = None,
    idf_weights: TensorLike | None = None,
) -> AnyTensor:
    """The indices `inputs` in the form `output_mode` with `depth` columns. Raises ValueError for more than two axes."""
    if output_mode == INT:
        return array_ops.identity(array_ops.cast(inputs, dtype)) if not isinstance(inputs, SparseTensor) else array_ops.cast(inputs, dtype)
    before = inputs.shape
    if before.rank == 0:
        inputs = expand_dims(inputs, -1)
    if output_mode == ONE_HOT and inputs.shape[-1] != 1:
        inputs = expand_dims(inputs, -1)
    if inputs.shape.rank > 2:
        raise ValueError(
            f"When output_mode is not `'int'`, maximum supported output rank is 2. Received output_mode {output_mode} and "
            f"input shape {before}, which would result in output rank {inputs.shape.rank}."
        )
    binary = output_mode in (MULTI_HOT, ONE_HOT)
    if make_sparse:
        counts = sparse.bincount(inputs, weights=count_weights, minlength=depth, maxlength=depth, axis=-1, binary_output=binary)
        values = array_ops.cast(counts.values, dtype)
        shape = array_ops.shape(inputs) if not isinstance(inputs, SparseTensor) else inputs.dense_shape
        shape = (
            [depth] if inputs.shape.rank == 1 else array_ops.stack([array_ops.cast(shape[0], "int64"), array_ops.constant(depth, "int64")])
        )
        if output_mode == TF_IDF:
            values = array_ops.gather(idf_weights, counts.indices[:, -1]) * values
        return SparseTensor(counts.indices, values, shape)
    counts = math.bincount(inputs, weights=count_weights, minlength=depth, maxlength=depth, dtype=dtype, axis=-1, binary_output=binary)
    if not hasattr(counts, "_t"):
        counts.set_shape([depth] if inputs.shape.rank == 1 else [inputs.shape[0], depth])
    return counts if output_mode != TF_IDF else math.multiply(counts, idf_weights)


def encoded_shape(shape: ShapeLike, output_mode: str, depth: int) -> TensorShape:
    """The shape of `encode` for indices of `shape`."""
    if output_mode == INT:
        return TensorShape(shape)
    shape = list(TensorShape(shape).as_list())
    if not shape:
        return TensorShape([depth])
    return TensorShape([*shape, depth] if output_mode == ONE_HOT and shape[-1] != 1 else [*shape[:-1], depth])
