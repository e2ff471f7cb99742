"""Functions of matrices: exponential, logarithm, square root."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops import shape_fallbacks
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.named_dimensions import by_names
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.shapes import dims_text
from tfshim.linalg._checks import TYPES, check_square, not_finite

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("linalg.expm")
@op("MatrixExponential", input="T", T=dt.INEXACT, scope="", shape_fallback=shape_fallbacks.same)
def expm(input: TensorLike, name: str | None = None) -> Tensor:
    """The exponentials of matrices. Mirrors `tf.linalg.expm`.

    Arguments:
        input: a tensor `[..., n, n]`, float or complex.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the same shape and dtype: the sum of `input` to the power of k, divided by k!, over all k. That is not the
        exponential of the elements, but for diagonal matrices on the diagonal.

    Raises:
        InvalidArgumentError: matrices that are not square, or fewer than two dimensions.

    It solves linear differential equations: `expm(a * t) @ x0` at the time `t`.

    Example:
        >>> tf.linalg.expm([[0.0, 1.0], [0.0, 0.0]]).numpy().tolist()
        [[1.0, 1.0], [0.0, 1.0]]
        >>> turn = tf.linalg.expm(np.pi / 2 * np.array([[0.0, -1.0], [1.0, 0.0]]))
        >>> np.allclose(turn, [[0.0, -1.0], [1.0, 0.0]])
        True
    """
    if input.dim() < 2 or input.shape[-1] != input.shape[-2]:
        raise invalid(f"Matrix size-incompatible: In[0]: {dims_text(input.shape)}, In[1]: {dims_text(input.shape)}")
    lost = not_finite(input)
    made = torch.linalg.matrix_exp(input)
    # All matrices are scaled and squared together, so that what is no number in one is none in any.
    return made if lost is None else torch.where(lost.any(), torch.full_like(made, float("nan")), made)


def _schur(a):
    """`q` unitary and `t` upper triangular with `a = q @ t @ adjoint(q)`, in double precision."""
    # Vectors of a real matrix take half the time while it is real.
    _, vectors = torch.linalg.eig(a if a.is_complex() else a.to(torch.float64))
    a = a.to(torch.complex128)
    q, _ = torch.linalg.qr(vectors.to(torch.complex128))
    return q, (q.mH @ a @ q).triu()


def _triangular_root(t):
    """The principal square root of upper triangular matrices; NaN where two elements of its diagonal are opposite."""
    values = torch.sqrt(torch.diagonal(t, 0, -2, -1))
    root = torch.diag_embed(values)
    for j in range(1, t.shape[-1]):
        # What is above the diagonal of a column: (the root so far + its element of the diagonal) @ column = column of `t`.
        system = root[..., :j, :j].clone()
        torch.diagonal(system, 0, -2, -1).add_(values[..., j, None])
        root[..., :j, j, None] = torch.linalg.solve_triangular(system, t[..., :j, j, None], upper=True)
    # BLAS may take 0 / 0 for 0.
    opposite = (values.unsqueeze(-1) + values.unsqueeze(-2) == 0).triu(1).any(-1).any(-1)
    return root.masked_fill(opposite[..., None, None], float("nan"))


def _root(a):
    """The principal square roots; NaN for real matrices whose root is not real."""
    if a.is_meta or not a.numel():
        return torch.empty_like(a)
    q, t = _schur(a)
    root = q @ _triangular_root(t) @ q.mH
    if a.is_complex():
        return root.to(a.dtype)
    # A real matrix whose root is not real has none here.
    scale = root.abs().amax((-2, -1), keepdim=True)
    real = root.imag.abs().amax((-2, -1), keepdim=True) <= 1e-6 * scale
    return torch.where(real, root.real, torch.full_like(root.real, float("nan"))).to(a.dtype)


class _SquareRoot(Function):
    @staticmethod
    def forward(a):
        return _root(a)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(output)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        n = x.shape[-1]
        if not x.numel():
            return torch.zeros_like(grad)
        # dA = X dX + dX X, so g solves X' g + g X' = grad, here row by row. TensorFlow transposes without a conjugate.
        unit, h = torch.eye(n, dtype=x.dtype, device=x.device), x.mT

        def kron(p, r):
            return torch.einsum("...ij,...kl->...ikjl", p, r).reshape(*x.shape[:-2], n * n, n * n)

        system = kron(h, unit.expand_as(h)) + kron(unit.expand_as(h), h.mT)
        return torch.linalg.solve(system, grad.reshape(*x.shape[:-2], n * n, 1)).reshape(grad.shape)


@tf_export("linalg.sqrtm", "matrix_square_root")
@op("MatrixSquareRoot", input="T", T=TYPES, scope="", shape_fallback=by_names("...nn->...nn"))
def sqrtm(input: TensorLike, name: str | None = None) -> Tensor:
    """The square roots of matrices: those matrices whose product with themselves is the argument. Mirrors
    `tf.linalg.sqrtm` and `tf.matrix_square_root`.

    Arguments:
        input: a tensor of shape [..., n, n]: float32, float64, complex64 or complex128, without negative real
            eigenvalues.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `input`, the principal roots; NaN where a real matrix has no real one.

    Raises:
        InvalidArgumentError: the matrices are not square.

    It is not the root of each element, which `tf.sqrt` gives.

    Example:
        >>> np.round(tf.linalg.sqrtm([[4.0, 0.0], [0.0, 9.0]]), 3)
        array([[2., 0.],
               [0., 3.]], dtype=float32)
    """
    check_square(input)
    lost = not_finite(input)
    if lost is None:
        return _SquareRoot.apply(input)
    root = _SquareRoot.apply(torch.where(lost, torch.zeros_like(input), input))
    return torch.where(lost, torch.full_like(root, float("nan")), root)


# Nodes and weights on [0, 1]: they make the logarithm near 1 a sum of resolvents, exact to double precision there.
_NODES, _WEIGHTS = (v for v in np.polynomial.legendre.leggauss(8))


@tf_export("linalg.logm")
@op("MatrixLogarithm", input="T", T=dt.COMPLEX, grad="missing", scope="")
def logm(input: TensorLike, name: str | None = None) -> Tensor:
    """The principal logarithms of matrices. Mirrors `tf.linalg.logm`.

    Arguments:
        input: a tensor `[..., n, n]`, complex64 or complex128, without negative real eigenvalues.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the same shape and dtype, of which `tf.linalg.expm` gives `input`; the imaginary parts of its eigenvalues
        are between minus pi and pi.

    Raises:
        InvalidArgumentError: other dtypes, and matrices that are not square.

    Real matrices are cast first: `tf.cast(x, tf.complex64)`.

    Example:
        >>> x = tf.constant([[2.0, 0.0], [0.0, 1.0]], tf.complex128)
        >>> np.allclose(tf.linalg.logm(x), [[np.log(2.0), 0.0], [0.0, 0.0]])
        True
        >>> y = tf.constant([[2.0, 1.0], [0.5, 3.0]], tf.complex128)
        >>> np.allclose(tf.linalg.expm(tf.linalg.logm(y)), y)
        True
    """
    check_square(input)
    if input.is_meta or not input.numel():
        return torch.empty_like(input)
    q, t = _schur(input.detach())
    unit = torch.eye(t.shape[-1], dtype=t.dtype, device=t.device)
    roots = 0
    # Roots until the series converges fast; those of a singular matrix never come near 1.
    while roots < 64 and bool(((t - unit).abs().amax((-2, -1)) > 0.1).any()):
        t = _triangular_root(t)
        roots += 1
    x = t - unit
    result = torch.zeros_like(x)
    for node, weight in zip((_NODES + 1) / 2, _WEIGHTS / 2, strict=True):
        result = result + weight * torch.linalg.solve_triangular(unit + node * x, x, upper=True)
    return (q @ (result * 2.0**roots) @ q.mH).to(input.dtype)
