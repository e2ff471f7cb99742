"""Operations that move, combine and number elements."""

from tfshim import array_ops, math, nn
from tfshim.array_ops import sorting
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import InvalidArgumentError, invalid, op_error
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.raw_forms._ranks import of_rank


@raw_op("LowerBound")
def _lower_bound(sorted_inputs, values, out_type):
    return sorting._lower_bound(*_matrices("LowerBound", sorted_inputs, values), out_type)


@raw_op("UpperBound")
def _upper_bound(sorted_inputs, values, out_type):
    return sorting._upper_bound(*_matrices("UpperBound", sorted_inputs, values), out_type)


def _matrices(op_type, sorted_inputs, values):
    """The inputs as tensors, which the operation wants to be matrices; `tf.searchsorted` makes them so."""
    given = {"sorted_inputs": convert_to_tensor(sorted_inputs)}
    given["values"] = convert_to_tensor(values, dtype_hint=given["sorted_inputs"].dtype)
    for name, x in given.items():
        if x.shape.rank not in (2, None):
            why = f"Shape must be rank 2 but is rank {x.shape.rank}"
            if TS.graph is not None:
                raise ValueError(f"{why} for '{op_type}'")
            raise op_error(InvalidArgumentError, f"{why} for `{name}` argument", op_type)
    return given.values()


@raw_op("IdentityN")
def _identities(input):  # noqa: A002
    return array_ops.identity_n(input)


@raw_op("DeepCopy")
def _copy(x):
    return array_ops.identity(x)


@raw_op("DebugGradientIdentity", "Snapshot")
def _seen(input):  # noqa: A002
    return array_ops.identity(input)


@raw_op("Const")
def _constant(value, dtype):
    return array_ops.constant(value, dtype)


@raw_op("Empty")
def _empty(shape, dtype, init):
    """Zeros whether or not `init` asks for them: what is there otherwise is nobody's."""
    del init
    return array_ops.zeros(shape, dtype)


@raw_op("ParallelConcat")
def _rows(values, shape):
    return array_ops.ensure_shape(array_ops.concat(values, 0), shape)


@raw_op("Reverse")
def _reversed(tensor, dims):
    """With a boolean for each dimension: whether it is turned round."""
    sizes = tensor.shape.rank, dims.shape.rank
    if sizes[1] not in (None, 1) or None not in sizes and dims.shape[0] not in (None, sizes[0]):
        raise invalid(f"'dims' must have the same number of values as 'input' has dimensions. 'input' has {tensor.shape.rank} "
                      f"'dims' has {dims.shape[0]} values")  # fmt: skip
    dims = of_rank(dims, 1)
    axes = array_ops.boolean_mask(array_ops.range(array_ops.size(dims)), dims)
    return array_ops.reverse(tensor, axes)


@raw_op("SpaceToBatch")
def _space_to_batch(input, paddings, block_size):  # noqa: A002
    return nn.space_to_batch(_of_pictures("SpaceToBatch", input), [block_size, block_size], paddings)


@raw_op("BatchToSpace")
def _batch_to_space(input, crops, block_size):  # noqa: A002
    return nn.batch_to_space(_of_pictures("BatchToSpace", input), [block_size, block_size], crops)


def _of_pictures(op_type, images):
    """`images`, known to have four dimensions: other than those that came after them, these operations take nothing else."""
    if images.shape.rank not in (None, 4):
        if TS.graph is None:
            raise op_error(InvalidArgumentError, f"Input rank should be: 4instead of: {images.shape.rank}", op_type, None)
        raise ValueError(f"Shape must be rank 4 but is rank {images.shape.rank} for '{{{{node {op_type}}}}}'.")
    return of_rank(images, 4)


@raw_op("NthElement")
def _nth(input, n, reverse):  # noqa: A002
    if input.shape.rank is not None and input.shape.rank < 1:
        raise invalid(f"Input must be at least rank 1 but is rank {input.shape.rank}")
    ordered = array_ops.sort(input, direction="DESCENDING" if reverse else "ASCENDING")
    if n.shape.rank:
        raise invalid(f"N must be scalar but has rank {n.shape.rank}")
    return array_ops.gather(ordered, n, axis=-1)


@raw_op("InplaceUpdate")
def _updated(x, i, v):
    return array_ops.tensor_scatter_nd_update(x, i[:, None], v)


@raw_op("InplaceAdd")
def _added(x, i, v):
    return array_ops.tensor_scatter_nd_add(x, i[:, None], v)


@raw_op("InplaceSub")
def _subtracted(x, i, v):
    return array_ops.tensor_scatter_nd_sub(x, i[:, None], v)


@raw_op("ScatterNdNonAliasingAdd")
def _scattered(input, indices, updates):  # noqa: A002
    return array_ops.tensor_scatter_nd_add(input, indices, updates)


@raw_op("MirrorPadGrad")
def _mirror_pad_grad(input, paddings, mode):  # noqa: A002
    inner = array_ops.shape(input, paddings.dtype) - math.reduce_sum(paddings, 1)
    # Not by a tape, which gives integers zeros: each element goes where the one that padding copied it from lies.
    count = math.reduce_prod(inner)
    places = array_ops.pad(array_ops.reshape(array_ops.range(count), inner), paddings, mode=mode)
    sums = math.unsorted_segment_sum(array_ops.reshape(input, [-1]), array_ops.reshape(places, [-1]), count)
    return array_ops.reshape(sums, inner)


@raw_op("TensorStridedSliceUpdate")
def _slice_updated(input, begin, end, strides, value, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask):  # noqa: A002
    places = array_ops.reshape(array_ops.range(array_ops.size(input)), array_ops.shape(input))
    given = {"begin_mask": begin_mask, "end_mask": end_mask, "ellipsis_mask": ellipsis_mask, "new_axis_mask": new_axis_mask,
             "shrink_axis_mask": shrink_axis_mask}  # fmt: skip
    taken = array_ops.strided_slice(places, begin, end, strides, **given)
    value = array_ops.broadcast_to(value, array_ops.shape(taken))
    flat = array_ops.tensor_scatter_nd_update(
        array_ops.reshape(input, [-1]), array_ops.reshape(taken, [-1, 1]), array_ops.reshape(value, [-1])
    )
    return array_ops.reshape(flat, array_ops.shape(input))


def _check_formats(op_type, src_format, dst_format):
    """Raise InvalidArgumentError unless one layout has the letters of the other, each of them once."""
    for which, name, given in (("Source", "src_format", src_format), ("Destination", "dst_format", dst_format)):
        if len(given) not in (4, 5):
            raise _invalid(op_type, f"{which} format must be of length 4 or 5, received {name} = {given}")
    if len(set(src_format)) != len(src_format) or sorted(src_format) != sorted(dst_format):
        raise _invalid(op_type, f"Destination and source format must determine a permutation, got {src_format} and {dst_format}")


def _invalid(op_type, text):
    return errors.op_error(errors.InvalidArgumentError, text, op_type)


def _names_of(shape, src_format, dst_format):
    """The letters of the dimensions that a tensor of `shape` has numbers or pairs for: all, or those of space alone."""
    op_type, count, text = "DataFormatVecPermute", len(src_format), dims_text(shape.as_list())
    if shape.rank not in (1, 2):
        raise _invalid(op_type, f"input must be a vector or 2D tensor, but got shape {text}")
    if shape[0] not in (count - 2, count):
        what = "1D input" if shape.rank == 1 else "First dimension of 2D input"
        raise _invalid(op_type, f"{what} must be of size {count - 2} or {count}, but got shape {text}")
    if shape.rank == 2 and shape[1] != 2:
        raise _invalid(op_type, f"Second dimension of 2D input must be of size 2, but got shape {text}")
    if shape[0] == count:
        return list(src_format)
    space = "HW" if count == 4 else "DHW"
    if not set(space) <= set(src_format):
        raise _invalid(op_type, f"Format specifier must contain {'H and W' if count == 4 else 'D, H and W'} for 2D case")
    return [c for c in src_format if c in space]


@raw_op("DataFormatDimMap")
def _dimension_of(x, src_format, dst_format):
    """Where each dimension of one layout is in another."""
    _check_formats("DataFormatDimMap", src_format, dst_format)
    places = array_ops.constant([dst_format.index(c) for c in src_format], x.dtype)
    return array_ops.gather(places, math.floormod(x, len(src_format)))


@raw_op("DataFormatVecPermute")
def _in_format(x, src_format, dst_format):
    """A vector, or pairs, for the dimensions of one layout in the order of another."""
    _check_formats("DataFormatVecPermute", src_format, dst_format)
    names = _names_of(x.shape, src_format, dst_format) if x.shape.is_fully_defined() else list(src_format)
    wanted = [c for c in dst_format if c in names]
    return array_ops.gather(x, [names.index(c) for c in wanted])


@raw_op("ParallelDynamicStitch")
def _stitched(indices, data):
    return array_ops.dynamic_stitch(indices, data)


@raw_op("ApproxTopK")
def _approximate_top_k(
    input,  # noqa: A002
    k,
    reduction_dimension,
    recall_target,
    is_max_k,
    reduction_input_size_override,
    aggregate_to_topk,
):
    function = math.approx_max_k if is_max_k else math.approx_min_k
    return function(input, k, reduction_dimension, recall_target, reduction_input_size_override, aggregate_to_topk)
