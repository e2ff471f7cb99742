"""Operations whose public functions TensorFlow 1 has, by their types."""

from tfshim import array_ops, nn
from tfshim.compat.v1 import image, strings
from tfshim.compat.v1.graphs import flow, placeholders
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.refusals import refused


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
    if not hasattr(delimiter, "numpy"):
        raise refused("tf.raw_ops", "attribute", op_type="StringSplit", key="delimiter (known when the graph runs)")
    made = strings._string_split(input, delimiter=delimiter.numpy().decode(), skip_empty=skip_empty)
    return made.indices, made.values, made.dense_shape


@raw_op("Print")
def _print(input, data, message, first_n, summarize):  # noqa: A002
    return flow.Print(input, data, message, None if first_n == -1 else first_n, summarize)


@raw_op("FusedResizeAndPadConv2D")
def _resized_convolution(input, size, paddings, filter, resize_align_corners, mode, strides, padding):  # noqa: A002
    resized = image.resize_bilinear(input, size, align_corners=resize_align_corners)
    return nn.conv2d(array_ops.pad(resized, paddings, mode), filter, strides, padding)
