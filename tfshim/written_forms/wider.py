"""Written forms of operations that TensorFlow has too, for arguments that its own does not take: other ranks, axes, windows in short."""

from __future__ import annotations

import contextlib
from typing import Any

import tfshim as tf
from tfshim.engine.runtime.state import TS
from tfshim.written_forms.convolutions import is_compiled, spaced, through_batch
from tfshim.written_forms.form import keep, loose, raw, scope_name, whole_name, written
from tfshim.written_forms.shapes import joined, moved, rank_of, shape_of


# ---------------------------------------------------------------------- along other axes, of other ranks
def _not_last(logits: Any, axis: Any) -> bool:
    rank, axis = logits.shape.rank, _one(axis)
    return axis not in (None, -1) and (rank is None or axis % rank != rank - 1)


def _one(axis: Any) -> Any:
    return axis[0] if isinstance(axis, (list, tuple)) and len(axis) == 1 else axis


def _softmax_on(op_type: str, logits: Any, axis: int) -> Any:
    if not _not_last(logits, axis):
        return raw(op_type, [logits], [(logits.dtype, logits.shape)], name=whole_name())
    axis = _one(axis)
    if logits.shape.rank is None or not getattr(TS.graph, "shown", False):
        x = moved(logits, axis, -1)
        return moved(raw(op_type, [x], [(x.dtype, x.shape)]), -1, axis)
    rank = _rank(logits)
    axis = (axis + rank if axis < 0 else axis) % logits.shape.rank
    rank = _rank(logits)
    x = _exchanged(logits, axis, rank)
    named = whole_name()
    own = None if named is None or named[:-1].rpartition("/")[2].startswith(op_type) else named  # a name that was asked for is the result's
    made = _exchanged(raw(op_type, [x], [(x.dtype, x.shape)], name=None if own else named), axis, rank, own)
    made.set_shape(logits.shape)
    return made


def _rank(x: Any) -> Any:
    return loose(x.shape.rank, tf.int32, "Rank")


def _exchanged(x: Any, axis: Any, rank: Any, name: str | None = None) -> Any:
    """`x` with `axis` and the last axis in the place of each other."""
    last = tf.subtract(rank, 1)
    return tf.transpose(x, tf.concat([tf.range(axis), [last], tf.range(axis + 1, last), [axis]], 0), name=name)


@written("nn.activations", "softmax", beside=True)
def softmax(logits: Any, axis: int) -> Any:
    return _softmax_on("Softmax", logits, axis)


@written("nn.activations", "log_softmax", beside=True)
def log_softmax(logits: Any, axis: int) -> Any:
    return _softmax_on("LogSoftmax", logits, axis)


@written("nn.losses", "_softmax_cross_entropy")
def softmax_cross_entropy(labels: Any, logits: Any, axis: Any) -> Any:
    low, kind = logits.dtype in (tf.float16, tf.bfloat16), logits.dtype
    if low:
        labels, logits = tf.cast(labels, tf.float32), tf.cast(logits, tf.float32)
    rank = tf.rank(logits)
    if _not_last(logits, axis):
        labels, logits = moved(labels, _one(axis), -1), moved(logits, _one(axis), -1)
    shape = tf.shape(logits)
    rows = _rows_of_classes(logits)
    if labels.shape.rank != logits.shape.rank or not labels.shape.is_fully_defined() or labels.shape != logits.shape:
        labels = labels if _same_axes(labels, logits) else tf.broadcast_to(labels, shape)
    targets = _rows_of_classes(labels)
    leaves = [(logits.dtype, [rows.shape[0]]), (logits.dtype, rows.shape)]
    cost = raw("SoftmaxCrossEntropyWithLogits", [rows, targets], leaves, name=scope_name())[0]
    count = tf.subtract(rank, 1)
    cost = tf.reshape(cost, tf.slice(shape, loose([0], tf.int32, "Slice_2/begin"), [count]))
    return tf.cast(cost, kind) if low else cost


def _same_axes(labels: Any, logits: Any) -> bool:
    """Whether nothing says that the labels would have to be spread."""
    if labels.shape.rank is None or labels.shape.rank != logits.shape.rank:
        return False
    return all(a == b or None in (a, b) and 1 not in (a, b) for a, b in zip(labels.shape.as_list(), logits.shape.as_list()))


def _rows_of_classes(x: Any) -> Any:
    """`x` as a matrix, of which each row has the last axis."""
    rank, shape = tf.rank(x), tf.shape(x)
    last = tf.slice(shape, [tf.subtract(rank, 1)], [1])
    return tf.reshape(x, tf.concat([[-1], last], 0))


@written("nn.losses", "sparse_softmax_cross_entropy_with_logits")
def sparse_softmax_cross_entropy(labels: Any, logits: Any) -> Any:
    low, kind = logits.dtype in (tf.float16, tf.bfloat16), logits.dtype
    if low:
        logits = tf.cast(logits, tf.float32)
    shape, flat = tf.shape(labels), logits.shape.rank == 2
    keep(shape)
    checks = [] if flat else _checks_of_classes(labels, logits)
    with tf.control_dependencies(checks) if checks else contextlib.nullcontext():
        if not flat:
            classes = tf.shape(logits)[tf.rank(logits) - 1]
            logits, labels = tf.reshape(logits, [-1, classes]), tf.reshape(labels, [-1])
        leaves = [(logits.dtype, [logits.shape[0]]), (logits.dtype, logits.shape)]
        name = whole_name() if flat and not low else None
        cost = raw("SparseSoftmaxCrossEntropyWithLogits", [logits, labels], leaves, name=name)[0]
        if not flat:
            cost = tf.reshape(cost, shape)
        return tf.cast(cost, kind) if low else cost


def _checks_of_classes(labels: Any, logits: Any) -> list[Any]:
    """What pages show of the check that labels of sizes that are not known fit; the operation itself makes it."""
    known = labels.shape.is_fully_defined() and logits.shape[:-1].is_fully_defined()
    if known or not getattr(TS.graph, "shown", False):
        return []
    first = len(TS.graph._operations)
    check = tf.debugging.assert_equal(tf.shape(labels), tf.shape(logits)[:-1])
    TS.graph.loose.update(map(id, TS.graph._operations[first:]))  # with the texts that the check leaves beside it
    return [check]


@written("array_ops.transposing", "transpose", when=lambda a, perm, conjugate: bool(conjugate))
def conjugate_transpose(a: Any, perm: Any, conjugate: bool) -> Any:
    if perm is None:
        perm = tf.range(rank_of(a))[::-1]
    shape = None if a.shape.rank is None else [None] * a.shape.rank
    return raw("ConjugateTranspose" if a.dtype.is_complex else "Transpose", [a, perm], [(a.dtype, shape)], name=whole_name())


@written("array_ops.transposing", "_roll", when=lambda x, shift, axis: getattr(shift, "shape", None) is not None and shift.shape.rank == 0)
def roll(input: Any, shift: Any, axis: Any) -> Any:  # noqa: A002 - the kernel's name
    axes = axis if isinstance(axis, tf.Tensor) else [axis] if isinstance(axis, int) else list(axis)
    return raw("Roll", [input, tf.reshape(shift, [1]), tf.reshape(axes, [-1])], [(input.dtype, input.shape)], name=whole_name())


@written("math.elementwise", "sign", when=lambda x: x.dtype.is_complex)
def complex_sign(x: Any) -> Any:  # of which TensorFlow's operation has no gradient
    return tf.math.divide_no_nan(x, tf.cast(tf.abs(x), x.dtype), name=whole_name())


@written("nn.gradient_ops", "fused_batch_norm_grad", when=lambda *a: a[5] is None)
def fused_batch_norm_grad(
    y_backprop: Any,
    x: Any,
    scale: Any,
    mean: Any,
    variance: Any,
    nothing: None,
    epsilon: float,
    data_format: str,
    is_training: bool,
) -> Any:
    vector = (scale.dtype, scale.shape)
    leaves = [(x.dtype, x.shape), vector, vector, (scale.dtype, [None]), (scale.dtype, [None])]
    about = {"epsilon": epsilon, "data_format": data_format, "is_training": bool(is_training)}
    return raw("FusedBatchNormGradV2", [y_backprop, x, scale, mean, variance], leaves, about, name=whole_name())


@written("array_ops.joining", "_concat", when=lambda values, axis: len(values) == 1)
def concat_of_one(values: list[Any], axis: Any) -> Any:
    return tf.identity(values[0], name=whole_name())


@written("array_ops.joining", "_split_v", when=lambda value, sizes, axis: not isinstance(sizes, (list, tuple)))
def split_by_tensor(value: Any, sizes: Any, axis: Any) -> Any:
    count = sizes.shape[0]
    shape = None if value.shape.rank is None else [None] * value.shape.rank
    made = raw("SplitV", [value, sizes, axis], [(value.dtype, shape)] * count, {"num_split": count}, name=whole_name())
    return made if isinstance(made, list) else [made]


@written("array_ops.gathering", "_gather_nd", when=lambda params, indices, batch_dims: batch_dims != 0)
def gather_nd(params: Any, indices: Any, batch_dims: Any) -> Any:
    if batch_dims:
        shape = tf.shape(indices)
        grid = tf.meshgrid(*[tf.range(shape[i]) for i in range(batch_dims)], indexing="ij")
        inner = indices.shape.rank - 1 - batch_dims
        columns = []
        for g in grid:
            column = tf.reshape(tf.cast(g, indices.dtype), tf.concat([shape[:batch_dims], [1] * (inner + 1)], 0))
            columns.append(tf.broadcast_to(column, tf.concat([shape[:-1], [1]], 0)))
        indices = tf.concat([*columns, indices], -1)
    known = indices.shape.rank is not None and params.shape.rank is not None and indices.shape[-1] is not None
    shape = [*indices.shape[:-1], *params.shape[indices.shape[-1] :]] if known else None
    return raw("GatherNd", [params, indices], [(params.dtype, shape)], name=whole_name())


# ---------------------------------------------------------------------- matrices
@written("linalg.contractions", "_einsum", when=lambda inputs, equation: len(inputs) > 2)
def einsum(inputs: list[Any], equation: str) -> Any:
    given, result = equation.replace(" ", "").split("->")
    labels = given.split(",")
    made, left = inputs[0], labels[0]
    for i in range(1, len(inputs)):
        right = labels[i]
        needed = set("".join(labels[i + 1 :]) + result)
        kept = result if i == len(inputs) - 1 else _labels(left, right, needed)
        made = tf.einsum(f"{left},{right}->{kept}", made, inputs[i])
        left = kept
    return made


def _labels(left: str, right: str, needed: set[str]) -> str:
    """What stays of the axes of two factors, axes of batches first."""
    there = left + right
    batch = "..." if "..." in there else ""
    return batch + "".join(dict.fromkeys(c for c in there if c != "." and c in needed))


@written("linalg.decompositions", "_svd", when=lambda tensor, full_matrices: tensor.dtype.is_complex)
def complex_svd(tensor: Any, full_matrices: bool) -> Any:
    unknown = None if tensor.shape.rank is None else [None] * tensor.shape.rank
    values = None if unknown is None else unknown[:-1]
    options = {"compute_uv": True, "full_matrices": bool(full_matrices)}
    s, u, v = raw("Svd", [tensor], [(tensor.dtype, values), (tensor.dtype, unknown), (tensor.dtype, unknown)], options)
    return tf.math.real(s), u, v


@written("linalg.tridiagonal", "_tridiagonal_matmul")
def tridiagonal_matmul(diagonals: Any, rhs: Any) -> Any:
    above, main, below = tf.unstack(diagonals, num=3, axis=-2)
    rows = [tf.expand_dims(x, -2) for x in (above, main, below)]
    return raw("TridiagonalMatMul", [*rows, rhs], [(rhs.dtype, rhs.shape)], name=whole_name())


# The coefficients of the Pade approximant of degree 13 of the exponential.
_PADE = (
    64764752532480000.0, 32382376266240000.0, 7771770303897600.0, 1187353796428800.0, 129060195264000.0, 10559470521600.0,
    670442572800.0, 33522128640.0, 1323241920.0, 40840800.0, 960960.0, 16380.0, 182.0, 1.0,
)  # fmt: skip


@written("linalg.functions", "expm")
def expm(input: Any) -> Any:  # noqa: A002 - the kernel's name
    x = input
    norm = tf.reduce_max(tf.reduce_sum(tf.abs(x), -2), -1)
    doublings = tf.maximum(tf.math.ceil(tf.math.log(tf.maximum(norm, tf.ones_like(norm))) / tf.math.log(tf.constant(2.0, norm.dtype))), 0.0)
    x /= tf.cast(tf.pow(tf.constant(2.0, norm.dtype), doublings), x.dtype)[..., None, None]
    one = tf.eye(tf.shape(x)[-1], dtype=x.dtype)
    c = [tf.cast(v, x.dtype) for v in _PADE]
    x2 = tf.matmul(x, x)
    x4 = tf.matmul(x2, x2)
    x6 = tf.matmul(x4, x2)
    odd = tf.matmul(x, tf.matmul(x6, c[13] * x6 + c[11] * x4 + c[9] * x2) + c[7] * x6 + c[5] * x4 + c[3] * x2 + c[1] * one)
    even = tf.matmul(x6, c[12] * x6 + c[10] * x4 + c[8] * x2) + c[6] * x6 + c[4] * x4 + c[2] * x2 + c[0] * one
    made = tf.linalg.solve(even - odd, even + odd)
    most = tf.reduce_max(doublings)

    def square(i: Any, y: Any) -> Any:
        return i + 1, tf.where((i < doublings)[..., None, None], tf.matmul(y, y), y)

    return tf.while_loop(lambda i, y: i < most, square, [tf.zeros_like(most), made])[1]


# ---------------------------------------------------------------------- windows
def _every(value: Any, n: int, first: bool) -> list[int]:
    """A window for every axis of a picture of `n` dimensions."""
    value = [1] if value is None else [value] if isinstance(value, int) else [int(v) for v in value]
    if len(value) == n + 2:
        return value
    value = value * n if len(value) == 1 else value
    return [1, 1, *value] if first else [1, *value, 1]


def _is_first(data_format: Any) -> bool:
    return str(data_format or "").startswith("NC")


def _unknown(x: Any, channels: Any, first: bool) -> Any:
    rank = x.shape.rank
    return None if rank is None else [x.shape[0], channels, *[None] * (rank - 2)] if first else [x.shape[0], *[None] * (rank - 2), channels]


@written("nn.pooling", "_max_pool_with_argmax")
def max_pool_with_argmax(input: Any, ksize: Any, strides: Any, padding: str, output_dtype: Any, include_batch_in_index: bool) -> Any:  # noqa: A002
    shape = _unknown(input, input.shape[-1], False)
    options = {
        "ksize": _every(ksize, 2, False),
        "strides": _every(strides, 2, False),
        "padding": padding.upper(),
        "Targmax": output_dtype,
        "include_batch_in_index": bool(include_batch_in_index),
    }
    return raw("MaxPoolWithArgmax", [input], [(input.dtype, shape), (output_dtype, shape)], options, name=whole_name())


@written("nn.morphology", "dilation2d")
def dilation2d(input: Any, filters: Any, strides: Any, padding: str, data_format: Any, dilations: Any) -> Any:  # noqa: A002
    options = {"strides": _every(strides, 2, False), "rates": _every(dilations, 2, False), "padding": padding.upper()}
    return raw("Dilation2D", [input, filters], [(input.dtype, _unknown(input, input.shape[-1], False))], options, name=whole_name())


@written("nn.transposed", "conv3d_transpose")
def conv3d_transpose(input: Any, filters: Any, output_shape: Any, strides: Any, padding: Any, data_format: Any, dilations: Any) -> Any:  # noqa: A002
    first = _is_first(data_format)
    options = {
        "strides": _every(strides, 3, first),
        "padding": padding.upper(),
        "data_format": "NCDHW" if first else "NDHWC",
    }
    gaps = _every(dilations, 3, first)
    if not getattr(TS.graph, "shown", False):  # on pages it need not run
        filters, gaps = spaced(filters, gaps[2:] if first else gaps[1:-1]), [1] * 5
    options["dilations"] = gaps
    known = output_shape if isinstance(output_shape, (list, tuple)) else None
    sizes = output_shape if known is None else tf.constant(list(known), tf.int32)
    made = raw("Conv3DBackpropInputV2", [sizes, filters, input], [(input.dtype, known)], options, name=whole_name())
    made.op.names_scope = None  # by its type, as that of images
    return made


def _gaps(input: Any, filters: Any, strides: Any, padding: Any, data_format: Any, dilations: Any) -> bool:  # noqa: A002
    """Whether windows have gaps, for which TensorFlow has no gradient on CPUs: there it moves what lies between into the batch."""
    if isinstance(padding, (list, tuple)) or _is_first(data_format) or dilations is None or input.shape.rank != 4:
        return False
    return max(_every(dilations, 2, False)) > 1 and max(_every(strides, 2, False)) == 1


def _groups(input: Any, filters: Any, strides: Any, padding: Any, data_format: Any, dilations: Any) -> int:  # noqa: A002
    """How many groups of channels an image is convolved in, 1 where that is not known, or where TensorFlow's own operation has them."""
    if input.shape.rank != 4 or filters.shape.rank != 4 or is_compiled(input):
        return 1
    channels, taken = input.shape[1 if _is_first(data_format) else 3], filters.shape[2]
    return int(channels) // int(taken) if channels and taken else 1


def _wider(*arguments: Any) -> bool:
    rank = arguments[0].shape.rank
    return _gaps(*arguments) or rank is not None and rank > 4 or _groups(*arguments) > 1


# With groups it is read as one operation again, which takes a fraction of the time.
@written("nn.convolutions", "conv2d", when=_wider, whole=lambda *a: _groups(*a) > 1)
def conv2d(input: Any, filters: Any, strides: Any, padding: Any, data_format: Any, dilations: Any) -> Any:  # noqa: A002
    groups = _groups(input, filters, strides, padding, data_format, dilations)
    if groups > 1:
        # TensorFlow has neither gradients of groups on CPUs, nor a kernel for what it makes of them and what is added to them.
        axis = 1 if _is_first(data_format) else 3
        parts = zip(tf.split(input, groups, axis), tf.split(filters, groups, 3), strict=True)
        return tf.concat([tf.nn.conv2d(x, w, strides, padding, data_format or "NHWC", dilations) for x, w in parts], axis)

    def convolve(x: Any, padding: Any = "VALID", dilations: Any = None) -> Any:
        return tf.nn.conv2d(x, filters, strides, padding, data_format or "NHWC", dilations, name=whole_name())

    if _gaps(input, filters, strides, padding, data_format, dilations):
        return through_batch(input, filters, padding, _every(dilations, 2, False)[1:3], convolve)
    shape = shape_of(input)
    outer = input.shape.rank - 3
    made = convolve(tf.reshape(input, joined(-1, shape[outer:])), padding, dilations)
    return tf.reshape(made, joined(shape[:outer], shape_of(made)[1:]))


def _gaps_of_volumes(input: Any, filters: Any, strides: Any, padding: Any, data_format: Any, dilations: Any) -> bool:  # noqa: A002
    if data_format == "NCDHW" or dilations is None or input.shape.rank != 5:
        return False
    return max(dilations) > 1 and max(strides) == 1


# For processors TensorFlow has no convolution of volumes with gaps.
@written("nn.convolutions", "conv3d", when=_gaps_of_volumes)
def conv3d(input: Any, filters: Any, strides: Any, padding: Any, data_format: Any, dilations: Any) -> Any:  # noqa: A002
    def convolve(x: Any) -> Any:
        return tf.nn.conv3d(x, filters, strides, "VALID", name=whole_name())

    return through_batch(input, filters, padding, dilations[1:4], convolve)


@written("nn.depthwise", "_depthwise", when=_gaps)
def depthwise(input: Any, filter: Any, strides: Any, padding: Any, data_format: Any, dilations: Any) -> Any:  # noqa: A002
    def convolve(x: Any) -> Any:
        return tf.raw_ops.DepthwiseConv2dNative(input=x, filter=filter, strides=[1] * 4, padding="VALID", name=whole_name())

    node = TS.graph.written_for
    # Within a separable convolution the other operations stand beside it.
    with contextlib.nullcontext() if node.names_scope else tf.name_scope("".join(node.name.rpartition("/")[:2])):
        return through_batch(input, filter, padding, _every(dilations, 2, False)[1:3], convolve, shape_known=True)


# ---------------------------------------------------------------------- sparse and ragged tensors, texts
def _needs_axes(indices: Any, values: Any, shape: Any, axes: Any, keep_dims: bool) -> bool:
    return axes is None or isinstance(axes, tf.Tensor)


def _sparse_reduced(op_type: str, indices: Any, values: Any, shape: Any, axes: Any, keep_dims: bool) -> Any:
    if axes is None:
        count = shape.shape[0]
        axes = tf.range(tf.size(shape)) if count is None else list(range(count))
    axes = tf.reshape(axes, [-1]) if isinstance(axes, tf.Tensor) else tf.constant([axes] if isinstance(axes, int) else list(axes), tf.int32)
    return raw(op_type, [indices, values, shape, axes], [(values.dtype, None)], {"keep_dims": bool(keep_dims)}, name=whole_name())


@written("sparse.reductions", "_reduce_sum", when=_needs_axes)
def sparse_reduce_sum(input_indices: Any, input_values: Any, input_shape: Any, reduction_axes: Any, keep_dims: bool) -> Any:
    return _sparse_reduced("SparseReduceSum", input_indices, input_values, input_shape, reduction_axes, keep_dims)


@written("sparse.reductions", "_reduce_max", when=_needs_axes)
def sparse_reduce_max(input_indices: Any, input_values: Any, input_shape: Any, reduction_axes: Any, keep_dims: bool) -> Any:
    return _sparse_reduced("SparseReduceMax", input_indices, input_values, input_shape, reduction_axes, keep_dims)


@written("ragged.crossing", "_cross_strings", when=lambda values, splits, separator: separator in ("_X_", b"_X_"))
def ragged_cross_strings(values: list[Any], splits: list[Any], separator: Any) -> Any:
    # Integers are crossed as their texts.
    texts = [v if v.dtype is tf.string else tf.strings.as_string(v) for v in values]
    options = {
        "input_order": "R" * len(values),
        "hashed_output": False,
        "num_buckets": 0,
        "hash_key": 0,
        "out_values_type": tf.string,
        "out_row_splits_type": tf.int64,
    }
    made = raw("RaggedCross", [texts, splits, [], [], [], []], [(tf.string, [None]), (tf.int64, None)], options, name=whole_name())
    return made[1], made[0]


def _decoded(
    op_type: str,
    input: Any,  # noqa: A002
    input_encoding: str,
    errors: str,
    replacement_char: int,
    replace_control_characters: bool,
) -> Any:
    options = {
        "input_encoding": input_encoding,
        "errors": errors,
        "replacement_char": int(replacement_char),
        "replace_control_characters": bool(replace_control_characters),
        "Tsplits": tf.int64,
    }
    leaves = [(tf.int64, [None]), (tf.int32, [None]), (tf.int64, [None])]
    splits, points, *offsets = raw(op_type, [tf.reshape(input, [-1])], leaves[: 2 if op_type == "UnicodeDecode" else 3], options)
    return splits[1:] - splits[:-1], points, *offsets


@written("strings.unicode", "_decode")
def unicode_decode_with_offsets(input: Any, *options: Any) -> Any:  # noqa: A002
    return _decoded("UnicodeDecodeWithOffsets", input, *options)


@written("strings.unicode", "_decode_points")
def unicode_decode(input: Any, *options: Any) -> Any:  # noqa: A002
    return _decoded("UnicodeDecode", input, *options)


@written("io.csv_records", "_decode")
def decode_csv(
    records: Any, record_defaults: list[Any], field_delim: str, use_quote_delim: bool, na_value: str, select_cols: Any, types: Any
) -> Any:
    options = {
        "field_delim": field_delim,
        "use_quote_delim": bool(use_quote_delim),
        "na_value": na_value,
        "select_cols": [int(c) for c in select_cols or ()],
    }
    leaves = [(d.dtype, records.shape) for d in record_defaults]
    made = raw("DecodeCSV", [records, record_defaults], leaves, options, name=whole_name())
    return made if isinstance(made, list) else [made]


@written("nn.isotonic", "_isotonic")
def isotonic(input: Any, output_dtype: Any) -> Any:  # noqa: A002 - the kernel's name
    kind = tf.as_dtype(str(output_dtype).removeprefix("torch."))
    leaves = [(kind, input.shape), (tf.int32, input.shape)]
    return raw("IsotonicRegression", [input], leaves, {"output_dtype": kind}, name=whole_name())


@written("nn.activations", "_leaky_relu", when=lambda features, alpha: not features.dtype.is_floating)
def leaky_relu(features: Any, alpha: float) -> Any:
    x = tf.cast(features, tf.float32)
    return raw("LeakyRelu", [x], [(x.dtype, x.shape)], {"alpha": float(alpha)}, name=whole_name())
