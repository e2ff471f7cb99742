"""Strings split into pieces, and numbers in steps of few bits."""

from tfshim import array_ops, io, quantization, sparse, strings
from tfshim.engine.graphs.declarations import output_shapes
from tfshim.engine.graphs.symbolic_tensor import static_value
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import InvalidArgumentError, op_error
from tfshim.engine.values.shapes import dims_text
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.raw_forms._nodes import unknown, when_run
from tfshim.raw_forms.ragged_pieces import counts_when_run, length_of
from tfshim.sparse import tallies
from tfshim.strings import splitting


def _sparse(rows):
    """(indices, values, shape) of the pieces of each string."""
    made = rows.to_sparse()
    return made.indices, made.values, made.dense_shape


@raw_op("StringFormat")
def _formatted(inputs, template, placeholder, summarize):
    return strings.format(template, inputs, placeholder, summarize)


@raw_op("DecodeCSV")
def _columns(records, record_defaults, field_delim, use_quote_delim, na_value, select_cols):
    return io.decode_csv(records, record_defaults, field_delim, use_quote_delim, na_value, select_cols or None)


@raw_op("StringSplitV2")
def _split(input, sep, maxsplit):  # noqa: A002
    if input.shape.rank not in (None, 1):
        text = f"input must be a vector, got shape: {dims_text(input.shape.as_list())}"
        raise op_error(InvalidArgumentError, text, "StringSplitV2", name=None)
    pieces, lengths = splitting.split_pieces(input, sep, maxsplit)
    return _sparse(RaggedTensor.from_row_lengths(pieces, lengths, validate=False))


@raw_op("UnicodeDecode")
def _decoded(input, input_encoding, errors, replacement_char, replace_control_characters, Tsplits):  # noqa: A002, N803
    rows = strings.unicode_decode(array_ops.reshape(input, [-1]), input_encoding, errors, replacement_char, replace_control_characters)
    return array_ops.cast(rows.row_splits, Tsplits), rows.values


@raw_op("QuantizeV2")
def _quantized(input, min_range, max_range, T, mode, round_mode, narrow_range, axis, ensure_minimum_range):  # noqa: A002, N803
    return quantization.quantize(
        input, min_range, max_range, T, mode, round_mode, None, narrow_range, None if axis == -1 else axis, ensure_minimum_range
    )


def _in_steps(input, low, high, signed, bits, given, mode, narrow, axis):  # noqa: A002
    return quantization.quantize_and_dequantize(
        input, low, high, signed, bits, given, mode, narrow_range=narrow, axis=None if axis == -1 else axis
    )


@raw_op("QuantizeAndDequantizeV2")
def _rounded(input, input_min, input_max, signed_input, num_bits, range_given, round_mode, narrow_range, axis):  # noqa: A002
    return _in_steps(input, input_min, input_max, signed_input, num_bits, range_given, round_mode, narrow_range, axis)


@raw_op("QuantizeAndDequantizeV3")
def _rounded_to(input, input_min, input_max, num_bits, signed_input, range_given, narrow_range, axis):  # noqa: A002
    if unknown(num_bits):
        tensors = {"input": input, "input_min": input_min, "input_max": input_max, "num_bits": num_bits}
        options = {"signed_input": signed_input, "range_given": range_given, "narrow_range": narrow_range, "axis": axis}
        return when_run("QuantizeAndDequantizeV3", _rounded_to, tensors, [(input.dtype, input.shape)], **options)
    bits = int(static_value(num_bits))
    return _in_steps(input, input_min, input_max, signed_input, bits, range_given, "HALF_TO_EVEN", narrow_range, axis)


@raw_op("SparseBincount")
def _sparse_counts(indices, values, dense_shape, size, weights, binary_output):
    return tallies.of_sparse(indices, values, dense_shape, size, weights, binary_output)


@raw_op("RaggedBincount")
def _ragged_counts(splits, values, size, weights, binary_output):
    return tallies.of_ragged(splits, values, size, weights, binary_output)


@raw_op("DenseCountSparseOutput")
def _dense_counts(values, weights, minlength, maxlength, binary_output):
    if weights.shape.num_elements() is None or values.shape.rank is None:
        given = {"values": values, "weights": weights}
        return counts_when_run("DenseCountSparseOutput", _dense_counts, given, minlength, maxlength, binary_output)
    given = None if weights.shape.num_elements() == 0 else weights
    made = sparse.bincount(values, given, 0 if values.shape.rank == 1 else -1, length_of(minlength), length_of(maxlength), binary_output)
    return made.indices, array_ops.cast(made.values, weights.dtype), made.dense_shape


def _unlike_weights(call):
    """What is wrong with the ranks of values and weights. No weights are a vector of none."""
    values, weights = call["values"].shape, call["weights"].shape
    if values.rank is None or weights.rank in (None, values.rank) or weights.num_elements() == 0:
        return None
    return f"Shapes must be equal rank, but are {weights.rank} and {values.rank}"


output_shapes.CHECKS["DenseCountSparseOutput"] = _unlike_weights


@raw_op("UnicodeDecodeWithOffsets")
def _decoded_with_offsets(input, input_encoding, errors, replacement_char, replace_control_characters, Tsplits):  # noqa: A002, N803
    options = errors, replacement_char, replace_control_characters
    points, offsets = strings.unicode_decode_with_offsets(array_ops.reshape(input, [-1]), input_encoding, *options)
    return array_ops.cast(points.row_splits, Tsplits), points.values, offsets.values
