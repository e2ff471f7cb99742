"""`tf.linalg.experimental`: solving linear equations step by step."""

import collections

from tfshim import math as m
from tfshim._listing import listing
from tfshim.array_ops.creation import zeros_like
from tfshim.array_ops.shapes import expand_dims
from tfshim.control_flow import while_loop
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor
from tfshim.linalg.norms import norm

CGState = collections.namedtuple("CGState", ["i", "x", "r", "p", "gamma"])


def conjugate_gradient(operator, rhs, preconditioner=None, x=None, tol=1e-5, max_iter=20, name="conjugate_gradient"):
    """Solve `operator @ x = rhs` by conjugate gradients, which need products alone. Mirrors `tf.linalg.experimental.conjugate_gradient`.

    Arguments:
        operator: self-adjoint and positive definite, with `matvec`, `shape` and `dtype`, such as a `tf.linalg.LinearOperator`.
        rhs: a tensor `[..., n]`.
        preconditioner: such an operator near the inverse of `operator`, with which there are fewer steps; None by default.
        x: where to start, a tensor `[..., n]`; None, the default, for zeros.
        tol: it ends when the norm of the residual is at most this times that of `rhs`; 1e-5 by default.
        max_iter: after how many steps it ends at the latest; 20 by default.
        name: a name for the operations in graphs.

    Returns:
        A named tuple (i, x, r, p, gamma): steps taken, solution, residual, direction and squared norm of the residual.

    Raises:
        ValueError: an operator is said not to be self-adjoint or not positive definite.

    Example:
        >>> a = tf.linalg.LinearOperatorFullMatrix([[4.0, 1.0], [1.0, 3.0]], is_self_adjoint=True, is_positive_definite=True)
        >>> found = tf.linalg.experimental.conjugate_gradient(a, tf.constant([1.0, 2.0]))
        >>> int(found.i), found.x.numpy().round(4)
        (2, array([0.0909, 0.6364], dtype=float32))
    """
    for o in (operator, preconditioner):
        if o is not None and not (o.is_self_adjoint and o.is_positive_definite):
            raise ValueError("Expected a self-adjoint, positive definite operator.")
    limit = tol * norm(rhs, axis=-1)
    rhs.dtype.base_dtype  # noqa: B018 - a tensor; arrays and lists have no such type

    def dot(a, b):
        return m.reduce_sum(m.conj(a) * b, -1)

    def conditioned(r):
        return r if preconditioner is None else preconditioner.matvec(r)

    def unfinished(i, x, r, p, gamma):
        return m.logical_and(i < max_iter, m.reduce_any(m.real(norm(r, axis=-1)) > m.real(limit)))

    def step(i, x, r, p, gamma):
        z = operator.matvec(p)
        alpha = expand_dims(gamma / dot(p, z), -1)
        x, r = x + alpha * p, r - alpha * z
        q = conditioned(r)
        fresh = dot(r, q)
        return i + 1, x, r, q + expand_dims(fresh / gamma, -1) * p, fresh

    if x is None:
        x, r = zeros_like(rhs), rhs
    else:
        x = convert_to_tensor(x, dtype=rhs.dtype)
        r = rhs - operator.matvec(x)
    p = conditioned(r)
    state = convert_to_tensor(0), x, r, p, dot(r, p)
    if type(rhs) is EagerTensor:
        while unfinished(*state):
            state = step(*state)
    else:
        state = while_loop(unfinished, step, state)
    return CGState(*state)


__all__ = ["conjugate_gradient"]
__dir__ = listing(globals())
