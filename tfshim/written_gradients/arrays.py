"""Gradients of operations that move elements: shapes, slices, concatenation, gathering and scattering."""

from __future__ import annotations

from typing import Any

import numpy as np

import tfshim as tf
from tfshim.engine.graphs.graph_writer import NotWritten
from tfshim.written_forms.form import raw
from tfshim.written_gradients.broadcasting import summed
from tfshim.written_gradients.rows import Rows
from tfshim.written_gradients.shapes import int32_vector, is_eager, is_of_turn, like, name_within, number, reshaped, vector_shape
from tfshim.written_gradients.table import gradient_of


@gradient_of("Reshape", "ExpandDims", "Squeeze")
def reshape(op: Any, grad: Any) -> Any:
    return [reshaped(grad, op.inputs[0]), None][: len(op.inputs)]


@gradient_of("Transpose")
def transpose(op: Any, grad: Any) -> Any:
    order = op.inputs[1]
    back = raw("InvertPermutation", [order], [like(order)])
    return [raw("Transpose", [grad, back], [like(op.inputs[0])], name="transpose"), None]


@gradient_of("ConcatV2")
def concat(op: Any, grad: Any) -> Any:
    *values, axis = op.inputs
    return [*_pieces(op, values, axis, grad), None]


@gradient_of("Concat")
def former_concat(op: Any, grad: Any) -> Any:
    axis, *values = op.inputs
    return [None, *_pieces(op, values, axis, grad)]


def _pieces(op: Any, values: list[Any], axis: Any, grad: Any) -> list[Any]:
    if len(values) == 1:
        return [grad]
    known = tf.get_static_value(axis)
    if is_eager() and known is not None:
        sizes = int32_vector([v.shape[int(known)] for v in values])
        return list(raw("SplitV", [grad, sizes, tf.constant(int(known))], [like(v) for v in values], {"num_split": len(values)}))
    rank = next((v.shape.rank for v in values if v.shape.rank is not None), None)
    if rank is None:
        rank = raw("Rank", [values[0]], [(tf.int32, [])])
    else:
        rank = tf.constant(rank, tf.int32, name="Rank")
    if known is not None and is_of_turn(axis):  # which TensorFlow makes anew
        axis = tf.constant(known)
    axis = axis if axis.dtype == tf.int32 else tf.cast(axis, tf.int32)
    place = raw("FloorMod", [axis, rank], [(tf.int32, [])], name="mod")
    # One after the other where all are known; else the first is asked for alone, and then all of them together.
    shapes = []
    for v in values:
        shapes.append(vector_shape(v))
        if not v.shape.is_fully_defined():
            shapes = raw("ShapeN", [values], [(tf.int32, [v.shape.rank]) for v in values], {"out_type": tf.int32})
            break
    starts = raw("ConcatOffset", [place, shapes], [(tf.int32, [v.shape.rank]) for v in values])
    return [raw("Slice", [grad, start, size], [like(v)]) for v, start, size in zip(values, starts, shapes)]


@gradient_of("Pack")
def pack(op: Any, grad: Any) -> Any:
    n = len(op.inputs)
    made = raw("Unpack", [grad], [like(x) for x in op.inputs], {"num": n, "axis": op.get_attr("axis")}, name="unstack")
    return list(made) if isinstance(made, (list, tuple)) else [made]


def _all(op: Any, grads: Any) -> list[Any]:
    return [tf.zeros_like(y) if g is None else g for y, g in zip(op.outputs, grads)]


@gradient_of("Unpack")
def unpack(op: Any, *grads: Any) -> Any:
    return raw("Pack", [_all(op, grads)], [like(op.inputs[0])], {"axis": op.get_attr("axis")}, name="stack")


def _joined(parts: list[Any], axis: Any, whole: Any) -> Any:
    return parts[0] if len(parts) == 1 else raw("ConcatV2", [parts, axis], [like(whole)], name="concat")


@gradient_of("Split")
def split(op: Any, *grads: Any) -> Any:
    return [None, _joined(_all(op, grads), op.inputs[0], op.inputs[1])]


@gradient_of("SplitV")
def split_by_sizes(op: Any, *grads: Any) -> Any:
    return [_joined(_all(op, grads), op.inputs[2], op.inputs[0]), None, None]


@gradient_of("Slice")
def part(op: Any, grad: Any) -> Any:
    x, begin, _ = op.inputs
    rank, result = x.shape.rank, op.outputs[0]
    count = raw("Rank", [x], [(tf.int32, [])]) if rank is None else tf.constant(rank, tf.int32, name="Rank")
    size = vector_shape(result, begin.dtype)
    column = raw("Pack", [[count, tf.constant(1, tf.int32, name=name_within("stack", "1"))]], [(tf.int32, [2])], {"axis": 0}, name="stack")

    def as_column(v: Any) -> Any:
        return raw("Reshape", [v, column], [(begin.dtype, [rank, 1])])

    before = as_column(begin)
    behind = as_column(vector_shape(x, begin.dtype) - size - begin)
    paddings = raw("ConcatV2", [[before, behind], 1], [(begin.dtype, [rank, 2])], name="concat")
    return [raw("Pad", [grad, paddings], [like(x)]), None, None]


_MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


def _again(v: Any) -> Any:
    """`v`, of which TensorFlow makes another constant where it is known."""
    known = tf.get_static_value(v)
    return v if known is None else known


@gradient_of("StridedSlice")
def strided_slice(op: Any, grad: Any) -> Any:
    x, begin, end, strides = op.inputs
    shape = vector_shape(x, begin.dtype)
    if x.shape.is_fully_defined() and not is_eager():
        shape = np.array(x.shape.as_list(), begin.dtype.as_numpy_dtype)
    begin, end, strides = map(_again, (begin, end, strides))
    made = raw("StridedSliceGrad", [shape, begin, end, strides, grad], [like(x)], {m: op.get_attr(m) for m in _MASKS})
    return [made, None, None, None]


@gradient_of("StridedSliceGrad")
def strided_slice_again(op: Any, grad: Any) -> Any:
    _, begin, end, strides, first = op.inputs
    return [None] * 4 + [raw("StridedSlice", [grad, begin, end, strides], [like(first)], {m: op.get_attr(m) for m in _MASKS})]


@gradient_of("Pad", "PadV2")
def pad(op: Any, grad: Any) -> Any:
    x, paddings = op.inputs[:2]
    rank = x.shape.rank
    count = raw("Rank", [x], [(tf.int32, [])]) if rank is None else tf.constant(rank, tf.int32, name="Rank")
    column = raw("Pack", [[count, tf.constant(1, tf.int32, name=name_within("stack", "1"))]], [(tf.int32, [2])], {"axis": 0}, name="stack")
    before = raw("Slice", [paddings, [0, 0], column], [(paddings.dtype, [rank, 1])])
    before = raw("Reshape", [before, [-1]], [(paddings.dtype, [rank])])
    inside = raw("Slice", [grad, before, vector_shape(x, paddings.dtype)], [like(x)])
    if op.type == "Pad":
        return [inside, None]
    if rank is None:
        raise NotWritten(op.type, op.name)
    every = list(range(rank))
    return [inside, None, summed(grad, every, False, []) - summed(inside, every, False, [])]


@gradient_of("MirrorPad")
def mirror_pad(op: Any, grad: Any) -> Any:
    return [raw("MirrorPadGrad", [grad, op.inputs[1]], [like(op.inputs[0])], {"mode": op.get_attr("mode")}), None]


@gradient_of("MirrorPadGrad")
def mirror_pad_again(op: Any, grad: Any) -> Any:
    return [raw("MirrorPad", [grad, op.inputs[1]], [like(op.inputs[0])], {"mode": op.get_attr("mode")}), None]


@gradient_of("Tile")
def tile(op: Any, grad: Any) -> Any:
    x, multiples = op.inputs
    rank = x.shape.rank
    if rank is None:
        raise NotWritten(op.type, op.name)
    shape = vector_shape(x, multiples.dtype)
    pairs = raw("Pack", [[multiples, shape]], [(multiples.dtype, [2, rank])], {"axis": 0}, name="stack")
    pairs = raw("Transpose", [pairs, [1, 0]], [(multiples.dtype, [rank, 2])], name="transpose")
    sizes = raw("Reshape", [pairs, [-1]], [(multiples.dtype, [2 * rank])])
    axes = raw("Range", [0, tf.constant(2 * rank, tf.int32, name="Size"), 2], [(tf.int32, [rank])], name="range")
    apart = raw("Reshape", [grad, sizes], [(grad.dtype, None)])
    return [summed(apart, axes, False, x.shape), None]


@gradient_of("BroadcastTo")
def broadcast_to(op: Any, grad: Any) -> Any:
    x, shape = op.inputs
    own = vector_shape(x, shape.dtype)
    known = tf.get_static_value(shape)
    if known is not None:
        shape = tf.constant(known, shape.dtype)
    axes = raw("BroadcastGradientArgs", [shape, own], [(shape.dtype, [None]), (shape.dtype, [None])])[1]
    return [raw("Reshape", [summed(grad, axes, True), own], [like(x)]), None]


@gradient_of("Fill")
def fill(op: Any, grad: Any) -> Any:
    return [None, raw("Sum", [grad, tf.range(tf.rank(grad))], [(grad.dtype, [])])]


@gradient_of("ReverseV2", "Reverse")
def reverse(op: Any, grad: Any) -> Any:
    return [raw(op.type, [grad, op.inputs[1]], [like(grad)]), None]


@gradient_of("ReverseSequence")
def reverse_sequence(op: Any, grad: Any) -> Any:
    attributes = {key: op.get_attr(key) for key in ("seq_dim", "batch_dim")}
    return [raw("ReverseSequence", [grad, op.inputs[1]], [like(grad)], attributes), None]


@gradient_of("Roll")
def roll(op: Any, grad: Any) -> Any:
    _, shift, axis = op.inputs
    return [raw("Roll", [grad, -shift, axis], [like(grad)]), None, None]


# ---------------------------------------------------------------------- gathering and scattering
@gradient_of("Gather")
def gather_rows(op: Any, grad: Any) -> Any:
    return [_rows(op.inputs[0], op.inputs[1], grad, _narrow_shape(op.inputs[0])), None]


@gradient_of("ResourceGather")
def gather_rows_of_variable(op: Any, grad: Any) -> Any:
    table = op.inputs[0]
    known = table.shape.is_fully_defined()
    shape = tf.constant(table.shape.as_list(), tf.int32) if known else raw("VariableShape", [table], [(tf.int32, [table.shape.rank])])
    return [_rows(table, op.inputs[1], grad, shape), None]


def _narrow_shape(table: Any) -> Any:
    return raw("Cast", [vector_shape(table, tf.int64)], [(tf.int32, [table.shape.rank])])


def _rows(table: Any, indices: Any, grad: Any, shape: Any) -> Any:
    known = indices.shape.num_elements()
    if known is not None and is_eager():
        count: Any = number(known, shape)
    elif known is not None:
        count = tf.constant(known, tf.int32, name="Size")
    else:
        count = raw("Size", [indices], [(tf.int32, [])])
    count = raw("ExpandDims", [count, 0], [(tf.int32, [1])])
    rest = None if table.shape.rank is None else [table.shape.rank - 1]
    ends = [tf.constant([at], name=name_within("strided_slice", name)) for at, name in ((1, "stack"), (0, "stack_1"), (1, "stack_2"))]
    tail = raw("StridedSlice", [shape, *ends], [(tf.int32, rest)], {"end_mask": 1}, name="strided_slice")
    sizes = raw("ConcatV2", [[count, tail], 0], [(tf.int32, [table.shape.rank])], name="concat")
    row = None if table.shape.rank is None else [known, *table.shape.as_list()[1:]]
    values = raw("Reshape", [grad, sizes], [(grad.dtype, row)])
    return Rows(values, raw("Reshape", [indices, count], [(indices.dtype, [known])]), table, shape)


@gradient_of("GatherV2")
def gather(op: Any, grad: Any) -> Any:
    x, indices, axis = op.inputs
    batches, at = op.get_attr("batch_dims"), op.number(2)
    if at is None or x.shape.rank is None or indices.shape.rank is None:
        raise NotWritten(op.type, op.name)
    at = int(at) % x.shape.rank
    batches = batches + indices.shape.rank if batches < 0 else batches
    if at < batches:  # which TensorFlow's function leaves out then
        batches = 0
    if at == 0 and batches == 0:
        return [_rows(x, indices, grad, _narrow_shape(x)), None, None]
    # The axis goes to the front of what lies behind the batches, and the batches become rows of one table.
    shape, rank, n = tf.shape(x), x.shape.rank, indices.shape.rank
    front = list(range(batches))
    moved = [*front, *range(at, at + n - batches), *range(batches, at), *range(at + n - batches, rank + n - batches - 1)]
    values = tf.transpose(grad, moved)
    rest = [*range(batches, at), *range(at + 1, rank)]
    tail = tf.gather(shape, rest) if rest else tf.constant([], tf.int32)
    count, size = tf.reduce_prod(shape[:batches]), shape[at]
    values = tf.reshape(values, tf.concat([tf.reshape(tf.size(indices), [1]), tail], 0))
    places = tf.reshape(tf.cast(indices, tf.int32), tf.stack([count, -1]))
    places = tf.reshape(places + tf.range(count)[:, None] * size, [-1])
    total = raw("UnsortedSegmentSum", [values, places, count * size], [(grad.dtype, None)])
    order = [*front, at, *rest]
    whole = tf.reshape(total, tf.gather(shape, order))
    back = [int(i) for i in np.argsort(order)]
    return [raw("Transpose", [whole, int32_vector(back)], [like(x)]), None, None]


@gradient_of("GatherNd")
def gather_nd(op: Any, grad: Any) -> Any:
    x, indices = op.inputs
    return [raw("ScatterNd", [indices, grad, vector_shape(x, indices.dtype)], [like(x)]), None]


def _gathered(x: Any, indices: Any, like_values: Any) -> Any:
    return raw("GatherNd", [x, indices], [like(like_values)])


@gradient_of("ScatterNd")
def scatter_nd(op: Any, grad: Any) -> Any:
    return [None, _gathered(grad, op.inputs[0], op.inputs[1]), None]


@gradient_of("TensorScatterUpdate")
def scatter_update(op: Any, grad: Any) -> Any:
    _, indices, updates = op.inputs
    kept = raw("TensorScatterUpdate", [grad, indices, tf.zeros_like(updates)], [like(grad)])
    return [kept, None, _gathered(grad, indices, updates)]


@gradient_of("TensorScatterAdd")
def scatter_add(op: Any, grad: Any) -> Any:
    return [grad, None, _gathered(grad, op.inputs[1], op.inputs[2])]


@gradient_of("TensorScatterSub")
def scatter_sub(op: Any, grad: Any) -> Any:
    return [grad, None, -_gathered(grad, op.inputs[1], op.inputs[2])]


@gradient_of("TensorScatterMax", "TensorScatterMin")
def scatter_extreme(op: Any, grad: Any) -> Any:
    x, indices, updates = op.inputs
    y = op.outputs[0]
    own = tf.cast(tf.equal(x, y), grad.dtype)
    theirs = tf.cast(tf.equal(updates, _gathered(y, indices, updates)), grad.dtype)
    count = raw("TensorScatterAdd", [own, indices, theirs], [like(grad)])
    each = grad / count
    return [each * own, None, _gathered(each, indices, updates) * theirs]


@gradient_of("DynamicStitch", "ParallelDynamicStitch")
def stitch(op: Any, grad: Any) -> Any:
    n = len(op.inputs) // 2
    return [None] * n + [tf.gather(grad, i) for i in op.inputs[:n]]


@gradient_of("DynamicPartition")
def partition(op: Any, *grads: Any) -> Any:
    data, parts = op.inputs
    places = tf.reshape(tf.range(tf.size(parts)), tf.shape(parts))
    n = op.get_attr("num_partitions")
    found = raw("DynamicPartition", [places, parts], [(tf.int32, [None])] * n, {"num_partitions": n})
    found = found if isinstance(found, list) else [found]
    rows = raw("DynamicStitch", [found, _all(op, grads)], [(data.dtype, None)])
    return [reshaped(rows, data), None]


# ---------------------------------------------------------------------- blocks and diagonals
_BLOCKS = {"SpaceToBatchND": "BatchToSpaceND", "BatchToSpaceND": "SpaceToBatchND"}
_DEPTHS = {"SpaceToDepth": "DepthToSpace", "DepthToSpace": "SpaceToDepth"}


@gradient_of(*_BLOCKS)
def blocks(op: Any, grad: Any) -> Any:
    return [raw(_BLOCKS[op.type], [grad, op.inputs[1], op.inputs[2]], [like(op.inputs[0])]), None, None]


@gradient_of(*_DEPTHS)
def depths(op: Any, grad: Any) -> Any:
    attributes = {key: op.get_attr(key) for key in ("block_size", "data_format")}
    return raw(_DEPTHS[op.type], [grad], [like(op.inputs[0])], attributes)


@gradient_of("MatrixBandPart")
def band_part(op: Any, grad: Any) -> Any:
    return [raw("MatrixBandPart", [grad, op.inputs[1], op.inputs[2]], [like(grad)]), None, None]


@gradient_of("MatrixDiag")
def former_diagonal(op: Any, grad: Any) -> Any:
    return raw("MatrixDiagPart", [grad], [like(op.inputs[0])])


@gradient_of("MatrixDiagPart")
def former_diagonal_part(op: Any, grad: Any) -> Any:
    return raw("MatrixSetDiag", [tf.zeros_like(op.inputs[0]), grad], [like(op.inputs[0])])


@gradient_of("Diag")
def diagonal_tensor(op: Any, grad: Any) -> Any:
    return raw("DiagPart", [grad], [like(op.inputs[0])])


@gradient_of("DiagPart")
def diagonal_tensor_part(op: Any, grad: Any) -> Any:
    return raw("Diag", [grad], [like(op.inputs[0])])


@gradient_of("MatrixDiagV3")
def diagonal(op: Any, grad: Any) -> Any:
    x, k = op.inputs[:2]
    padding = np.zeros([], x.dtype.as_numpy_dtype)
    made = raw("MatrixDiagPartV3", [grad, k, padding], [like(x)], {"align": op.get_attr("align")}, name="diag_part")
    return [made, None, None, None, None]


@gradient_of("MatrixDiagPartV3")
def diagonal_part(op: Any, grad: Any) -> Any:
    x, k = op.inputs[:2]
    return [raw("MatrixSetDiagV3", [tf.zeros_like(x), grad, k], [like(x)], {"align": op.get_attr("align")}), None, None]


@gradient_of("MatrixSetDiagV3")
def set_diagonal(op: Any, grad: Any) -> Any:
    x, own, k = op.inputs
    align = {"align": op.get_attr("align")}
    rest = raw("MatrixSetDiagV3", [grad, tf.zeros_like(own), k], [like(x)], align)
    return [rest, raw("MatrixDiagPartV3", [grad, k, number(0.0, x)], [like(own)], align), None]
