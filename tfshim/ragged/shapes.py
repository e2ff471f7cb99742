"""The shapes and sizes of ragged tensors, and tensors made or changed to such shapes."""

from tfshim import array_ops
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.ragged.broadcasting import broadcast, rebuild
from tfshim.ragged.dynamic_ragged_shape import DynamicRaggedShape, partitions_of, with_partitions
from tfshim.ragged.ragged_tensor import RaggedTensor


def size(input, out_type=None):
    """`tf.size`: the number of values."""
    return array_ops.size(input.flat_values, out_type=out_type or dt.int32)


def rank(input):
    """`tf.rank`: ragged dimensions count."""
    return convert_to_tensor(input.shape.rank, dt.int32)


def shape(input, out_type=None):
    """`tf.shape` of a ragged tensor: a DynamicRaggedShape."""
    return DynamicRaggedShape.from_tensor(input, out_type or dt.int32)


def _filled(shape, function):
    if not isinstance(shape, DynamicRaggedShape):
        convert_to_tensor(shape)  # which refuses ragged tensors, alone or in lists: sizes are none of them
    return with_partitions(shape.row_partitions, function(shape.inner_shape))


def ones(shape, dtype=dt.float32, layout=None):
    """`tf.ones` of a DynamicRaggedShape."""
    _no_layout("tf.ones", layout)
    dtype = dt.as_dtype(dtype)
    return _filled(shape, lambda sizes: array_ops.ones(sizes, dtype))


def zeros(shape, dtype=dt.float32, layout=None):
    """`tf.zeros` of a DynamicRaggedShape."""
    _no_layout("tf.zeros", layout)
    dtype = dt.as_dtype(dtype)
    return _filled(shape, lambda sizes: array_ops.zeros(sizes, dtype))


def _no_layout(function, layout):
    if layout is not None:
        raise ValueError(f"{function} of a ragged shape: `layout` is not supported.")


def fill(dims, value, layout=None):
    """`tf.fill` of a DynamicRaggedShape."""
    _no_layout("tf.fill", layout)
    if not isinstance(dims, DynamicRaggedShape):
        convert_to_tensor(value)
    return _filled(dims, lambda sizes: array_ops.fill(sizes, value))


def reshape(tensor, shape):
    """`tf.reshape` of a ragged tensor, or to a DynamicRaggedShape."""
    flat = tensor.flat_values if isinstance(tensor, RaggedTensor) else convert_to_tensor(tensor)
    if isinstance(shape, DynamicRaggedShape):
        return with_partitions(shape.row_partitions, array_ops.reshape(flat, shape.inner_shape))
    return array_ops.reshape(flat, convert_to_tensor(shape))  # which refuses ragged tensors: sizes are none of them


def broadcast_to(input, shape):
    """`tf.broadcast_to` of a ragged tensor, or to a DynamicRaggedShape."""
    shape = _shape(shape)
    if not shape.row_partitions and not isinstance(input, RaggedTensor):
        return array_ops.broadcast_to(input, shape.inner_shape)
    splits, (flat, like) = broadcast([input, _template(shape)])
    return rebuild(splits, array_ops.broadcast_to(flat, array_ops.shape(like)))


def broadcast_dynamic_shape(shape_x, shape_y):
    """`tf.broadcast_dynamic_shape` where one of the shapes is a DynamicRaggedShape."""
    x, y = _shape(shape_x), _shape(shape_y)
    if x.dtype != y.dtype:
        x, y = x.with_dtype(dt.int64), y.with_dtype(dt.int64)
    if not x.row_partitions and not y.row_partitions:
        return DynamicRaggedShape([], array_ops.broadcast_dynamic_shape(x.inner_shape, y.inner_shape), x.dtype)
    splits, (a, b) = broadcast([_template(x), _template(y)])
    return DynamicRaggedShape.from_tensor(rebuild(splits, a + b), x.dtype)


def _shape(shape):
    return shape if isinstance(shape, DynamicRaggedShape) else DynamicRaggedShape([], shape)


def _template(shape):
    """A tensor of the given shape, whatever its values."""
    return zeros(shape, dt.int32)


BY_NAME = {
    "array_ops.size": size,
    "array_ops.rank": rank,
    "array_ops.shape": shape,
    "array_ops.ones": ones,
    "array_ops.zeros": zeros,
    "array_ops.fill": fill,
    "array_ops.reshape": reshape,
    "array_ops.broadcast_to": broadcast_to,
    "array_ops.broadcast_dynamic_shape": broadcast_dynamic_shape,
}
__all__ = ["BY_NAME", "partitions_of"]
