"""Written forms of decompositions and what is computed with them."""

from __future__ import annotations

from typing import Any

import numpy as np

import tfshim as tf
from tfshim.written_forms.form import raw, whole_name, written


def _values(op_type: str, x: Any, dtype: Any, options: dict[str, Any], count: int) -> Any:
    vectors = (dtype, None)
    shape = None if x.shape.rank is None else [*x.shape[:-2], _least(x) if op_type == "Svd" else x.shape[-1]]
    return raw(op_type, [x], [(dtype, shape), *[vectors] * (count - 1)], options, name=whole_name())[0]


def _least(x: Any) -> int | None:
    rows, columns = x.shape[-2:]
    return None if rows is None or columns is None else min(rows, columns)


@written("linalg.decompositions", "_eigvals")
def eigvals(tensor: Any) -> Any:
    dtype = {tf.float32: tf.complex64, tf.float64: tf.complex128}.get(tensor.dtype, tensor.dtype)
    return _values("Eig", tensor, dtype, {"compute_v": False, "Tout": dtype}, 2)


@written("linalg.decompositions", "_singular_values")
def singular_values(tensor: Any) -> Any:
    # The operation gives the values of complex matrices in their own dtype.
    found = _values("Svd", tensor, tensor.dtype, {"compute_uv": False, "full_matrices": False}, 3)
    return tf.math.real(found) if tensor.dtype.is_complex else found


@written("linalg.decompositions", "eigvalsh")
def eigvalsh(tensor: Any) -> Any:
    return _values("SelfAdjointEigV2", tensor, tensor.dtype, {"compute_v": False}, 2)


@written("linalg.decompositions", "initial_qr")
def initial_qr(input: Any) -> Any:  # noqa: A002 - the kernel's name
    unknown = None if input.shape.rank is None else [None] * input.shape.rank
    return raw("Qr", [input], [(input.dtype, unknown)] * 2, {"full_matrices": False}, name=whole_name())


@written("keras.initializers.drawn", "_orthogonalized")
def orthogonalized(drawn: Any, shape: Any, gain: float) -> Any:
    q, r = raw("Qr", [drawn], [(drawn.dtype, [None, None])] * 2, {"full_matrices": False})
    q *= tf.sign(tf.linalg.diag_part(r))
    if int(np.prod(shape[:-1])) < shape[-1]:
        q = tf.transpose(q)
    return tf.cast(gain, drawn.dtype) * tf.reshape(q, shape)


def _greatest_side(a: Any) -> Any:
    return tf.cast(tf.reduce_max(tf.shape(a)[-2:]), a.dtype)


@written("linalg.solvers", "_matrix_rank")
def matrix_rank(a: Any, tol: Any) -> Any:
    s = _values("Svd", a, a.dtype, {"compute_uv": False, "full_matrices": False}, 3)
    if tol is None:
        step = np.finfo(a.dtype.as_numpy_dtype).eps
        tol = step * _greatest_side(a) * tf.reduce_max(s, -1, keepdims=True)
    return tf.reduce_sum(tf.cast(s > tol, tf.int32), -1)


@written("linalg.solvers", "_pinv")
def pinv(a: Any, rcond: Any) -> Any:
    unknown = None if a.shape.rank is None else [None] * a.shape.rank
    values = None if a.shape.rank is None else unknown[:-1]  # type: ignore[index]
    s, u, v = raw("Svd", [a], [(a.dtype, values), (a.dtype, unknown), (a.dtype, unknown)], {"compute_uv": True, "full_matrices": False})
    if rcond is None:
        rcond = 10.0 * _greatest_side(a) * np.finfo(a.dtype.as_numpy_dtype).eps
    else:
        rcond = tf.expand_dims(rcond, -1)
    s = tf.where(s > rcond * tf.reduce_max(s, -1, keepdims=True), s, tf.constant(np.inf, s.dtype))
    return tf.matmul(v / tf.expand_dims(s, -2), u, adjoint_b=True)
