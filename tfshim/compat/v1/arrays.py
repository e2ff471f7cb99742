"""Top-level functions on tensors whose arguments TensorFlow 2 renamed or reordered."""

import numpy as np

import tfshim as tf
from tfshim._export import tf_export
from tfshim.array_ops import creation
from tfshim.array_ops.uniques import list_difference
from tfshim.compat.v1._renamed import one_of
from tfshim.engine.values import convert, dtypes
from tfshim.engine.values.dtypes import as_dtype
from tfshim.sparse.sparse_tensor import is_sparse_value


@tf_export(v1=["convert_to_tensor"])
def convert_to_tensor(value, dtype=None, name=None, preferred_dtype=None, dtype_hint=None):
    """`value` as a tensor; see `tf.convert_to_tensor`. `preferred_dtype` is the older name of `dtype_hint`.

    Mirrors `tf.compat.v1.convert_to_tensor`.
    """
    made = convert.convert_to_tensor(value, dtype, one_of("dtype_hint", dtype_hint, "preferred_dtype", preferred_dtype), name)
    return convert.in_graph(made, name or "Const")


@tf_export(v1=["convert_to_tensor_or_indexed_slices"])
def convert_to_tensor_or_indexed_slices(value, dtype=None, name=None):
    """`value` as a tensor, unless it is an IndexedSlices. Mirrors the function of that name."""
    return value if isinstance(value, tf.IndexedSlices) else convert_to_tensor(value, dtype, name)


@tf_export(v1=["convert_to_tensor_or_sparse_tensor"])
def convert_to_tensor_or_sparse_tensor(value, dtype=None, name=None):
    """`value` as a tensor, unless it is a SparseTensor. Mirrors the function of that name."""
    if is_sparse_value(value):
        return tf.SparseTensor(*value)
    if isinstance(value, tf.SparseTensor):
        if dtype is not None and not as_dtype(dtype).is_compatible_with(value.dtype):
            raise RuntimeError(f"Sparse dtype mismatch. Requested: {as_dtype(dtype).name},  Actual: {value.dtype.name}")
        return value
    return convert_to_tensor(value, dtype, name)


@tf_export(v1=["constant"])
def constant(value, dtype=None, shape=None, name="Const", verify_shape=False):
    """The tensor that holds `value`; fewer values than `shape` has elements are followed by the last of them.

    With `verify_shape` their shapes have to agree, else TypeError. Mirrors `tf.compat.v1.constant`.
    """
    if shape is None:
        return creation.constant(value, dtype, None, name)
    dims = tf.TensorShape(shape).as_list()
    array = np.asarray(convert.convert_to_tensor(value, dtype).numpy(), dtype=None)
    if verify_shape and list(array.shape) != dims:
        raise TypeError(f"Expected Tensor's shape: {tuple(dims)}, but got {array.shape}.")
    count = int(np.prod(dims, dtype=np.int64))
    if array.size > count:
        raise ValueError(f"Too many elements provided. Takes at most {count}, but got {array.size}")
    flat = array.reshape(-1)
    if 0 < flat.size < count:
        flat = np.concatenate([flat, np.repeat(flat[-1:], count - flat.size)])
    made = convert.convert_to_tensor(flat.reshape(dims), dtype if dtype is not None else convert.convert_to_tensor(value).dtype)
    return creation.constant(made, None, None, name)


@tf_export(v1=["argmax", "math.argmax"])
def argmax(input, axis=None, name=None, dimension=None, output_type=dtypes.int64):
    """The index, of dtype `output_type`, of the greatest element along `axis` (0). Mirrors `tf.compat.v1.argmax`."""
    axis = one_of("axis", axis, "dimension", dimension)
    return tf.argmax(input, 0 if axis is None else axis, output_type, name)


@tf_export(v1=["argmin", "math.argmin"])
def argmin(input, axis=None, name=None, dimension=None, output_type=dtypes.int64):
    """The index, of dtype `output_type`, of the least element along `axis` (0). Mirrors `tf.compat.v1.argmin`."""
    axis = one_of("axis", axis, "dimension", dimension)
    return tf.argmin(input, 0 if axis is None else axis, output_type, name)


@tf_export(v1=["arg_max"])
def arg_max(input, dimension, output_type=dtypes.int64, name=None):
    """The index of the greatest element along `dimension`. Mirrors `tf.compat.v1.arg_max`."""
    return tf.argmax(input, dimension, output_type, name)


@tf_export(v1=["arg_min"])
def arg_min(input, dimension, output_type=dtypes.int64, name=None):
    """The index of the least element along `dimension`. Mirrors `tf.compat.v1.arg_min`."""
    return tf.argmin(input, dimension, output_type, name)


@tf_export(v1=["expand_dims"])
def expand_dims(input, axis=None, name=None, dim=None):
    """`input` with a dimension of one at `axis`. Mirrors `tf.compat.v1.expand_dims`; ValueError without an axis."""
    axis = one_of("axis", axis, "dim", dim)
    if axis is None:
        raise ValueError("Must specify an axis argument to tf.expand_dims()")
    return tf.expand_dims(input, axis, name)


@tf_export(v1=["stack"])
def stack(values, axis=0, name="stack"):
    """The tensors in `values` along a new dimension at `axis`. Mirrors `tf.compat.v1.stack`."""
    return convert.in_graph(tf.stack(values, axis, name), name)


@tf_export(v1=["squeeze"])
def squeeze(input, axis=None, name=None, squeeze_dims=None):
    """`input` without its dimensions of one, or those in `axis`. Mirrors `tf.compat.v1.squeeze`."""
    return tf.squeeze(input, one_of("axis", axis, "squeeze_dims", squeeze_dims), name)


@tf_export(v1=["gather"])
def gather(params, indices, validate_indices=None, name=None, axis=None, batch_dims=0):
    """The slices of `params` at `indices` along `axis`; see `tf.gather`. Mirrors `tf.compat.v1.gather`.

    `validate_indices` has no effect, as in TensorFlow: indices are always checked.
    """
    return tf.gather(params, indices, axis=axis, batch_dims=batch_dims, name=name)


@tf_export(v1=["gather_nd", "manip.gather_nd"])
def gather_nd(params, indices, name=None, batch_dims=0):
    """The elements or slices of `params` at `indices`; see `tf.gather_nd`. Mirrors `tf.compat.v1.gather_nd`."""
    return tf.gather_nd(params, indices, batch_dims, name)


@tf_export(v1=["batch_gather"])
def batch_gather(params, indices, name=None):
    """`tf.gather` with all dimensions of `indices` but the last as batch dimensions. Mirrors `tf.compat.v1.batch_gather`."""
    indices = convert.convert_to_tensor(indices)
    if indices.shape.rank is None:
        raise ValueError("batch_gather does not allow indices with unknown shape.")
    return tf.gather(params, indices, batch_dims=indices.shape.rank - 1, name=name)


@tf_export(v1=["ones_like"])
def ones_like(tensor, dtype=None, name=None, optimize=True):
    """Ones in the shape of `tensor`. Mirrors `tf.compat.v1.ones_like`."""
    return tf.ones_like(tensor, dtype, name)


@tf_export(v1=["zeros_like"])
def zeros_like(tensor, dtype=None, name=None, optimize=True):
    """Zeros in the shape of `tensor`. Mirrors `tf.compat.v1.zeros_like`."""
    return tf.zeros_like(tensor, dtype, name)


@tf_export(v1=["pad"])
def pad(tensor, paddings, mode="CONSTANT", name=None, constant_values=0):
    """`tensor` with `paddings` [rank, 2] elements added before and after each dimension; see `tf.pad`. Mirrors `tf.compat.v1.pad`."""
    return tf.pad(tensor, paddings, mode, constant_values, name)


@tf_export(v1=["transpose"])
def transpose(a, perm=None, name="transpose", conjugate=False):
    """`a` with its dimensions in the order `perm`. Mirrors `tf.compat.v1.transpose`."""
    return tf.transpose(a, perm, conjugate, name)


@tf_export(v1=["shape"])
def shape(input, name=None, out_type=None):
    """The shape of `input` as a tensor of `out_type` (int32). Mirrors `tf.compat.v1.shape`."""
    return tf.shape(input, dtypes.int32 if out_type is None else out_type, name)


@tf_export(v1=["size"])
def size(input, name=None, out_type=None):
    """The number of elements of `input` as a tensor of `out_type` (int32). Mirrors `tf.compat.v1.size`."""
    return tf.size(input, dtypes.int32 if out_type is None else out_type, name)


@tf_export(v1=["boolean_mask"])
def boolean_mask(tensor, mask, name="boolean_mask", axis=None):
    """The elements of `tensor` where the boolean `mask` is true; see `tf.boolean_mask`. Mirrors `tf.compat.v1.boolean_mask`."""
    return tf.boolean_mask(tensor, mask, axis, name)


@tf_export(v1=["reverse_sequence"])
def reverse_sequence(input, seq_lengths, seq_axis=None, batch_axis=None, name=None, seq_dim=None, batch_dim=None):
    """`input` with the first elements of each sequence reversed. Mirrors `tf.compat.v1.reverse_sequence`."""
    return tf.reverse_sequence(
        input, seq_lengths, one_of("seq_axis", seq_axis, "seq_dim", seq_dim), one_of("batch_axis", batch_axis, "batch_dim", batch_dim), name
    )


@tf_export(v1=["space_to_batch"])
def space_to_batch(input, paddings, block_size=None, name=None, block_shape=None):
    """`input` [batch, height, width, ...] with spatial blocks moved to the batch dimension; see `tf.space_to_batch`.

    `block_size`, or `block_shape` for each spatial dimension. Mirrors `tf.compat.v1.space_to_batch`.
    """
    block = one_of("block_shape", block_shape, "block_size", block_size)
    return tf.space_to_batch_nd(input, [block, block] if isinstance(block, int) else block, paddings, name)


@tf_export(v1=["batch_to_space"])
def batch_to_space(input, crops, block_size, name=None, block_shape=None):
    """The inverse of `space_to_batch`, with `crops` [spatial dimensions, 2] cut off. Mirrors `tf.compat.v1.batch_to_space`."""
    block = block_size if block_shape is None else block_shape
    return tf.batch_to_space(input, [block, block] if isinstance(block, int) else block, crops, name)


@tf_export(v1=["where"])
def where(condition, x=None, y=None, name=None):
    """The positions where `condition` holds; with `x` and `y` elements of `x` there and of `y` elsewhere.

    Without broadcasting: `x` and `y` have one shape, and `condition` has it too or is a vector that selects rows. Mirrors
    `tf.compat.v1.where`; raises ValueError for other shapes.
    """
    if x is None and y is None:
        return tf.where(condition, name=name)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    condition, x = convert.convert_to_tensor(condition), convert.convert_to_tensor(x)
    y = convert.convert_to_tensor(y, x.dtype.base_dtype)
    if not x.shape.is_compatible_with(y.shape):
        raise ValueError(f"Dimensions of `x` and `y` must be equal in tf.compat.v1.where, but are {x.shape} and {y.shape}.")
    if condition.shape.rank == 1 and x.shape.rank is not None and x.shape.rank > 1:
        if not condition.shape.is_compatible_with(x.shape[:1]):
            raise ValueError(f"`condition` is a vector of shape {condition.shape} for rows of `x`, whose shape is {x.shape}.")
        condition = tf.reshape(condition, [-1] + [1] * (x.shape.rank - 1))
    elif condition.shape.rank != 0 and not condition.shape.is_compatible_with(x.shape):
        raise ValueError(f"`condition` must be a scalar, a vector, or of the shape of `x`: {condition.shape} and {x.shape}.")
    return tf.where(condition, x, y, name)


@tf_export(v1=["setdiff1d"])
def setdiff1d(x, y, index_dtype=dtypes.int32, name=None):
    """(elements of the vector `x` that are not in `y`, their positions of dtype `index_dtype`). Mirrors `tf.compat.v1.setdiff1d`."""
    return list_difference(x, y, as_dtype(index_dtype), name)


@tf_export(v1=["extract_image_patches", "image.extract_image_patches"])
def extract_image_patches(images, ksizes=None, strides=None, rates=None, padding=None, name=None, sizes=None):
    """Patches of `images`, flat in the last dimension; see `tf.image.extract_patches`. Mirrors the function of that name."""
    return tf.image.extract_patches(images, one_of("sizes", sizes, "ksizes", ksizes), strides, rates, padding, name)


@tf_export(v1=["verify_tensor_all_finite"])
def verify_tensor_all_finite(t=None, msg=None, name=None, x=None, message=None):
    """The tensor, checked to hold no NaN and no infinity. Mirrors `tf.compat.v1.verify_tensor_all_finite`."""
    return tf.debugging.check_numerics(one_of("x", x, "t", t), one_of("message", message, "msg", msg), name)


@tf_export(v1=["quantize_v2"])
def quantize_v2(
    input,
    min_range,
    max_range,
    T,
    mode="MIN_COMBINED",
    name=None,
    round_mode="HALF_AWAY_FROM_ZERO",  # noqa: N803
    narrow_range=False,
    axis=None,
    ensure_minimum_range=0.01,
):
    """`input` as quantized integers; see `tf.quantization.quantize`. Mirrors `tf.compat.v1.quantize_v2`."""
    return tf.quantization.quantize(input, min_range, max_range, T, mode, round_mode, name, narrow_range, axis, ensure_minimum_range)
