"""Gradients of products of matrices and tensors, and of linear algebra."""

from __future__ import annotations

import string
from typing import Any

import tfshim as tf
from tfshim.engine.graphs.graph_writer import NotWritten
from tfshim.written_forms.form import raw
from tfshim.written_gradients.broadcasting import summed
from tfshim.written_gradients.shapes import like, number, vector_shape
from tfshim.written_gradients.table import gradient_of


@gradient_of("MatMul")
def matmul(op: Any, grad: Any) -> Any:
    a, b = op.inputs
    first, second = op.get_attr("transpose_a"), op.get_attr("transpose_b")

    def product(x: Any, y: Any, tx: bool, ty: bool, result: Any) -> Any:
        return raw("MatMul", [x, y], [like(result)], {"transpose_a": tx, "transpose_b": ty})

    da = db = None
    if 0 not in op.skipped:
        da = product(b, grad, second, True, a) if first else product(grad, b, False, not second, a)
    if 1 not in op.skipped:
        db = product(grad, a, True, first, b) if second else product(a, grad, not first, False, b)
    return [da, db]


@gradient_of("SparseMatMul")
def sparse_matmul(op: Any, grad: Any) -> Any:
    a, b = op.inputs
    first, second = op.get_attr("transpose_a"), op.get_attr("transpose_b")
    sparse = {id(a): op.get_attr("a_is_sparse"), id(b): op.get_attr("b_is_sparse")}

    def product(x: Any, y: Any, tx: bool, ty: bool, result: Any) -> Any:
        known = sparse.get(id(x), False), sparse.get(id(y), False)
        y = tf.transpose(y) if ty else y
        made = tf.matmul(x, y, transpose_a=tx, a_is_sparse=known[0], b_is_sparse=known[1])
        return made if made.dtype == result.dtype else tf.cast(made, result.dtype)

    da = product(b, grad, second, True, a) if first else product(grad, b, False, not second, a)
    db = product(grad, a, True, first, b) if second else product(a, grad, not first, False, b)
    return [da, db]


@gradient_of("BatchMatMul", "BatchMatMulV2", "BatchMatMulV3")
def batch_matmul(op: Any, grad: Any) -> Any:
    a, b = op.inputs
    first, second = op.get_attr("adj_x"), op.get_attr("adj_y")

    def product(x: Any, y: Any, tx: bool, ty: bool) -> Any:
        return raw("BatchMatMulV2", [x, y], [(grad.dtype, None)], {"adj_x": tx, "adj_y": ty}, name="MatMul")

    da = product(b, grad, second, True) if first else product(grad, b, False, not second)
    db = product(grad, a, True, first) if second else product(a, grad, not first, False)
    if None not in (a.shape.rank, b.shape.rank):
        batches = a.shape.as_list()[:-2], b.shape.as_list()[:-2]
        if batches[0] == batches[1] and None not in batches[0]:
            return [da, db]
    # Summed over the batches along which one was broadcast.
    shapes = [vector_shape(x) for x in (a, b)]
    axes = raw("BroadcastGradientArgs", [s[:-2] for s in shapes], [(tf.int32, [None]), (tf.int32, [None])])
    return [raw("Reshape", [summed(g, of, False), s], [like(x)]) for g, of, s, x in zip((da, db), axes, shapes, (a, b))]


@gradient_of("Einsum")
def einsum(op: Any, grad: Any) -> Any:
    equation = op.get_attr("equation").replace(" ", "")
    left, output = equation.split("->")
    labels = left.split(",")
    if len(labels) == 1:
        return [_einsum_part(op, grad, labels, output, 0)]
    for x in op.inputs:
        tf.shape(x)  # which TensorFlow makes though it is of use for dots alone
    return [_einsum_part(op, grad, labels, output, i) for i in range(2)]


def _einsum_part(op: Any, grad: Any, labels: list[str], output: str, at: int) -> Any:
    own, x, dots = labels[at], op.inputs[at], "..." in "".join(labels)
    if dots or len(set(own)) < len(own) or len(set(output)) < len(output):
        if x.shape.rank is None or any(t.shape.rank is None for t in op.inputs):
            raise NotWritten(op.type, op.name)
        labels, output = _without_dots(op, labels, output)
        own = labels[at]
        if len(set(own)) < len(own) or len(set(output)) < len(output):
            raise NotWritten(op.type, op.name)
    others = [(t, label) for i, (t, label) in enumerate(zip(op.inputs, labels)) if i != at]
    known = set(output).union(*(label for _, label in others))
    kept = "".join(c for c in own if c in known)
    plain = kept == own and not dots  # only dots stand for axes along which an operand was broadcast
    made = raw(
        "Einsum",
        [[grad, *[t for t, _ in others]]],
        [like(x) if plain else (grad.dtype, None)],
        {"equation": f"{','.join([output, *[n for _, n in others]])}->{kept}"},
    )
    if plain:
        return made
    shape = tf.shape(x)
    # Axes that only this operand has were summed; those that it has broadcast are summed now.
    if kept != own:
        sizes = tf.stack([shape[i] if c in kept else 1 for i, c in enumerate(own)])
        made = raw("BroadcastTo", [raw("Reshape", [made, sizes], [(grad.dtype, None)]), shape], [like(x)])
    ones = [i for i, c in enumerate(own) if x.shape[i] == 1 and c in kept]
    if ones:
        made = summed(made, ones, True)
    return raw("Reshape", [made, shape], [like(x)])


def _without_dots(op: Any, labels: list[str], output: str) -> tuple[list[str], str]:
    """The labels of an equation with letters for the dots."""
    free = [c for c in string.ascii_letters if c not in "".join([*labels, output])]
    counts = [t.shape.rank - len(label.replace("...", "")) for t, label in zip(op.inputs, labels)]
    most = max([n for n, label in zip(counts, labels) if "..." in label], default=0)
    letters = "".join(free[:most])
    made = [label.replace("...", letters[most - n :]) if "..." in label else label for n, label in zip(counts, labels)]
    return made, output.replace("...", letters)


# ---------------------------------------------------------------------- linear algebra
def _product(a: Any, b: Any, adjoint_a: bool = False, adjoint_b: bool = False) -> Any:
    return tf.matmul(a, b, adjoint_a=adjoint_a, adjoint_b=adjoint_b)


@gradient_of("MatrixInverse")
def inverse(op: Any, grad: Any) -> Any:
    y, adjoint = op.outputs[0], op.get_attr("adjoint")
    made = _product(y, _product(grad, y, adjoint_b=True), adjoint_a=True)
    return -(tf.linalg.matrix_transpose(made) if adjoint else made)


@gradient_of("MatrixDeterminant")
def determinant(op: Any, grad: Any) -> Any:
    inverted = tf.linalg.inv(op.inputs[0], adjoint=True)
    return (grad * op.outputs[0])[..., None, None] * inverted


@gradient_of("LogMatrixDeterminant")
def log_determinant(op: Any, sign: Any, grad: Any) -> Any:
    return None if grad is None else grad[..., None, None] * tf.linalg.inv(op.inputs[0], adjoint=True)


@gradient_of("MatrixSolve")
def solve(op: Any, grad: Any) -> Any:
    a, x, adjoint = op.inputs[0], op.outputs[0], op.get_attr("adjoint")
    db = tf.linalg.solve(a, grad, adjoint=not adjoint)
    return [-_product(x, db, adjoint_b=True) if adjoint else -_product(db, x, adjoint_b=True), db]


@gradient_of("MatrixTriangularSolve")
def triangular_solve(op: Any, grad: Any) -> Any:
    a, b = op.inputs
    if a.shape.rank != b.shape.rank or a.shape.as_list()[:-2] != b.shape.as_list()[:-2]:
        raise NotWritten(op.type, op.name)
    x, lower, adjoint = op.outputs[0], op.get_attr("lower"), op.get_attr("adjoint")
    db = tf.linalg.triangular_solve(a, grad, lower=lower, adjoint=not adjoint)
    da = -_product(x, db, adjoint_b=True) if adjoint else -_product(db, x, adjoint_b=True)
    return [tf.linalg.band_part(da, -1, 0) if lower else tf.linalg.band_part(da, 0, -1), db]


@gradient_of("Cholesky")
def cholesky(op: Any, grad: Any) -> Any:
    y = op.outputs[0]
    inner = _product(y, grad, adjoint_a=True)
    middle = tf.linalg.band_part(inner, -1, 0)
    middle = tf.linalg.set_diag(middle, number(0.5, grad) * tf.linalg.diag_part(middle))
    inverted = tf.linalg.triangular_solve(y, tf.eye(tf.shape(y)[-1], batch_shape=tf.shape(y)[:-2], dtype=y.dtype))
    made = _product(inverted, _product(middle, inverted), adjoint_a=True)
    return number(0.5, grad) * (made + tf.linalg.matrix_transpose(made))
