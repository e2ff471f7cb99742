"""Operations whose public functions TensorFlow 1 has, by their types."""

from tfshim import array_ops, nn
from tfshim.array_ops.shape_fallbacks import sizes_of
from tfshim.compat.v1 import image, sparse, strings
from tfshim.compat.v1.graphs import flow, placeholders
from tfshim.engine.graphs.symbolic_tensor import static_value
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import InvalidArgumentError, invalid, op_error
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.shapes import dims_text
from tfshim.raw_forms._nodes import unknown, when_run
from tfshim.raw_forms._ranks import of_rank


@raw_op("Placeholder")
def _placeholder(dtype, shape):
    if TS.graph is None:
        raise invalid(f"You must feed a value for placeholder tensor 'Placeholder' with dtype {dtype.proto_name}")
    return placeholders.placeholder(dtype, shape)


@raw_op("PlaceholderWithDefault")
def _with_default(input, shape):  # noqa: A002
    return placeholders.placeholder_with_default(input, shape)


@raw_op("StringSplit")
def _split(input, delimiter, skip_empty):  # noqa: A002
    if unknown(delimiter):
        leaves = [(dt.int64, [None, 2]), (dt.string, [None]), (dt.int64, [2])]
        return when_run("StringSplit", _split, {"input": of_rank(input, 1), "delimiter": delimiter}, leaves, skip_empty=skip_empty)
    if delimiter.shape.rank:
        text = f"delimiter must be a scalar, got shape: {dims_text(delimiter.shape.as_list())}"
        raise op_error(InvalidArgumentError, text, "StringSplit", name=None)
    made = strings._string_split(input, delimiter=bytes(static_value(delimiter)), skip_empty=skip_empty)
    return made.indices, made.values, made.dense_shape


@raw_op("SparseToDense")
def _dense(sparse_indices, output_shape, sparse_values, default_value, validate_indices):
    if sparse_indices.shape.rank is None or sparse_values.shape.rank is None:
        given = {"sparse_indices": sparse_indices, "output_shape": output_shape, "sparse_values": sparse_values}
        given["default_value"] = default_value
        leaf = sparse_values.dtype, sizes_of(output_shape)
        return when_run("SparseToDense", _dense, given, [leaf], validate_indices=validate_indices)
    return sparse._to_dense(sparse_indices, output_shape, sparse_values, default_value, validate_indices)


@raw_op("Print")
def _print(input, data, message, first_n, summarize):  # noqa: A002
    return flow.Print(input, data, message, None if first_n == -1 else first_n, summarize)


@raw_op("FusedResizeAndPadConv2D")
def _resized_convolution(input, size, paddings, filter, resize_align_corners, mode, strides, padding):  # noqa: A002
    resized = image.resize_bilinear(input, size, align_corners=resize_align_corners)
    return nn.conv2d(array_ops.pad(resized, paddings, mode), filter, strides, padding)
