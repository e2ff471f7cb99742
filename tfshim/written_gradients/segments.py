"""Gradients of sums, means and extremes over segments, and of products with sparse tensors."""

from __future__ import annotations

from typing import Any

import tfshim as tf
from tfshim.engine.graphs.graph_writer import NotWritten
from tfshim.written_forms.form import raw
from tfshim.written_gradients.shapes import like
from tfshim.written_gradients.table import gradient_of


def _columns(values: Any, like_this: Any) -> Any:
    """One number for each row of `like_this`, with its rank."""
    rank = like_this.shape.rank
    if rank is None:
        raise NotWritten("a segment of unknown rank", "")
    return tf.reshape(values, [-1, *[1] * (rank - 1)])


@gradient_of("SegmentSum")
def segment_sum(op: Any, grad: Any) -> Any:
    return [tf.gather(grad, op.inputs[1]), None]


@gradient_of("SegmentMean")
def segment_mean(op: Any, grad: Any) -> Any:
    x, ids = op.inputs
    count = raw("SegmentSum", [tf.ones_like(ids, grad.dtype), ids], [(grad.dtype, [None])])
    return [tf.gather(grad / _columns(tf.maximum(count, 1.0), x), ids), None]


@gradient_of("SegmentMax", "SegmentMin")
def segment_extreme(op: Any, grad: Any) -> Any:
    x, ids = op.inputs
    chosen = tf.equal(x, tf.gather(op.outputs[0], ids))
    count = raw("SegmentSum", [tf.cast(chosen, grad.dtype), ids], [like(op.outputs[0])])
    return [tf.where(chosen, tf.gather(grad / count, ids), tf.zeros_like(x)), None]


def _taken(values: Any, ids: Any) -> Any:
    """The rows `ids` of `values`, zeros for negative ones."""
    found = tf.gather(values, tf.maximum(ids, 0))
    rank = None if values.shape.rank is None or ids.shape.rank is None else values.shape.rank - 1
    if rank is None:
        raise NotWritten("a segment of unknown rank", "")
    inside = tf.reshape(ids >= 0, tf.concat([tf.shape(ids), [1] * rank], 0))
    return tf.where(inside, found, tf.zeros_like(found))


@gradient_of("UnsortedSegmentSum")
def unsorted_sum(op: Any, grad: Any) -> Any:
    return [_taken(grad, op.inputs[1]), None, None]


@gradient_of("UnsortedSegmentMax", "UnsortedSegmentMin")
def unsorted_extreme(op: Any, grad: Any) -> Any:
    x, ids, n = op.inputs
    chosen = tf.equal(x, _taken(op.outputs[0], ids))
    chosen = tf.cast(chosen, grad.dtype)
    count = raw("UnsortedSegmentSum", [chosen, ids, n], [like(op.outputs[0])])
    return [chosen * _taken(tf.math.divide_no_nan(grad, count), ids), None, None]


@gradient_of("SparseSegmentSum", "SparseSegmentMean", "SparseSegmentSqrtN")
def sparse_segments(op: Any, grad: Any) -> Any:
    x, indices, ids = op.inputs
    return [raw(f"{op.type}Grad", [grad, indices, ids, tf.shape(x)[0]], [like(x)]), None, None]


@gradient_of("SparseTensorDenseMatMul")
def sparse_product(op: Any, grad: Any) -> Any:
    indices, values, shape, b = op.inputs
    first, second = op.get_attr("adjoint_a"), op.get_attr("adjoint_b")
    about = {"adjoint_a": not first, "adjoint_b": False}
    sizes = b.shape.as_list() if b.shape.rank == 2 else [None, None]
    db = raw("SparseTensorDenseMatMul", [indices, values, shape, grad], [(grad.dtype, sizes[::-1] if second else sizes)], about)
    db = tf.linalg.matrix_transpose(db) if second else db
    rows, columns = indices[:, 0], indices[:, 1]
    of_grad = tf.gather(grad, columns if first else rows)
    of_b = tf.gather(tf.transpose(b) if second else b, rows if first else columns)
    products = tf.matmul(tf.expand_dims(of_grad, -2), tf.expand_dims(of_b, -2), transpose_b=True)
    return [None, tf.squeeze(products, [-2, -1]), None, db]


@gradient_of("SparseReorder")
def reorder(op: Any, _: Any, grad: Any) -> Any:
    indices, _values, shape = op.inputs
    if grad is None:
        return None
    places = tf.range(tf.shape(indices)[0], dtype=tf.int64)
    made = raw("SparseReorder", [indices, places, shape], [like(indices), (tf.int64, [None])])
    back = raw("InvertPermutation", [made[1]], [(tf.int64, [None])])
    return [None, tf.gather(grad, back), None]


@gradient_of("SparseToDense")
def sparse_to_dense(op: Any, grad: Any) -> Any:
    indices = op.inputs[0]
    if indices.shape.rank != 2:
        raise NotWritten(op.type, op.name)
    values = tf.gather_nd(grad, indices)
    return [None, None, values, tf.reduce_sum(grad) - tf.reduce_sum(values)]
