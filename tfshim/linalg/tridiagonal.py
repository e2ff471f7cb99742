"""Matrices of which only a few diagonals are not zero."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from tfshim import debugging
from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import zeros_like
from tfshim.array_ops.identities import identity
from tfshim.array_ops.joining import concat, stack
from tfshim.array_ops.masking import boolean_mask
from tfshim.array_ops.matrices import adjoint, matrix_transpose
from tfshim.array_ops.shapes import expand_dims, squeeze
from tfshim.control_flow import control_dependencies
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import on_processor, readable
from tfshim.engine.values.shapes import dims_text
from tfshim.linalg import _perturbed, _shape_fallbacks
from tfshim.linalg._checks import check_pair
from tfshim.linalg.decompositions import eigh, eigvalsh
from tfshim.linalg.diagonals import _spread, diag, diag_part
from tfshim.math.complex_parts import conj, real
from tfshim.math.logical import logical_and

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


_TYPES = dt.float32.mask | dt.float64.mask | dt.COMPLEX
_FEW_ROWS, _FEW_COLUMNS = 64, 64  # rows from which on, and columns up to which, a loop over numbers is quicker
_DENSE = 256  # up to this size a full matrix is quicker than a loop over rows


def _dense(d):
    upper, main, lower = d.unbind(-2)
    return torch.diag_embed(main) + torch.diag_embed(upper[..., :-1], 1) + torch.diag_embed(lower[..., 1:], -1)


def _sweep(d, rhs, pivoting):
    """Gaussian elimination row by row; `pivoting` exchanges neighbouring rows where that is more stable."""
    upper, main, lower = (x.unsqueeze(-1) for x in d.unbind(-2))
    n = main.shape[-2]
    zero = torch.zeros_like(main[..., 0, :])
    rows = []  # of each finished row: its three elements from the diagonal on, and the right-hand side
    a, b, c, y = main[..., 0, :], upper[..., 0, :] if n > 1 else zero, zero, rhs[..., 0, :]
    for i in range(1, n):
        p, q, s, z = lower[..., i, :], main[..., i, :], upper[..., i, :] if i + 1 < n else zero, rhs[..., i, :]
        if pivoting:
            swap = p.abs() > a.abs()
            a, p = torch.where(swap, p, a), torch.where(swap, a, p)
            b, q = torch.where(swap, q, b), torch.where(swap, b, q)
            # A row that moves up brings an element two beyond the diagonal along: `c`.
            c, s = torch.where(swap, s, c), torch.where(swap, c, s)
            y, z = torch.where(swap, z, y), torch.where(swap, y, z)
        rows.append((a, b, c, y))
        factor = p / a
        a, b, c, y = q - factor * b, s - factor * c, zero, z - factor * y
    rows.append((a, b, c, y))
    solved, after, second = [], torch.zeros_like(rhs[..., 0, :]), torch.zeros_like(rhs[..., 0, :])
    for a, b, c, y in reversed(rows):
        x = (y - b * after - c * second) / a
        solved.append(x)
        after, second = x, after
    return torch.stack(solved[::-1], -2)


def _swept_numbers(upper, main, lower, right, pivoting):
    """`_sweep` of one matrix and one column, lists of Python numbers; ZeroDivisionError where a pivot is 0."""
    rows = []
    a, b, c, y = main[0], upper[0] if len(main) > 1 else 0.0, 0.0, right[0]
    for p, q, s, z in zip(lower[1:], main[1:], [*upper[1:-1], 0.0], right[1:]):
        if pivoting and abs(p) > abs(a):
            rows.append((p, q, s, z))
            factor = a / p
            a, b, c, y = b - factor * q, c - factor * s, 0.0, y - factor * z
        else:
            rows.append((a, b, c, y))
            factor = p / a
            a, b, c, y = q - factor * b, s - factor * c, 0.0, z - factor * y
    rows.append((a, b, c, y))
    solved, after, second = [], 0.0, 0.0
    for a, b, c, y in reversed(rows):
        after, second = (y - b * after - c * second) / a, after
        solved.append(after)
    return solved[::-1]


def _by_numbers(d, rhs, pivoting):
    """The solutions, each computed with Python's numbers; None where that would take longer, or a pivot is 0."""
    columns = rhs.mT.reshape(-1, rhs.shape[-2])
    if len(columns) > _FEW_COLUMNS or not on_processor(rhs) or not readable(d):
        return None
    diagonals = d.expand(*rhs.shape[:-2], *d.shape[-2:]).reshape(-1, *d.shape[-2:]).tolist()
    each = len(columns) // max(len(diagonals), 1)
    try:
        made = [_swept_numbers(*diagonals[at // each], column, pivoting) for at, column in enumerate(columns.tolist())]
    except (ZeroDivisionError, OverflowError):
        return None
    return torch.tensor(made, dtype=rhs.dtype).view(*rhs.shape[:-2], rhs.shape[-1], rhs.shape[-2]).mT.contiguous()


def _solved(d, rhs, pivoting, perturbing):
    """The solutions: by a dense solver where that is quicker, else by elimination."""
    if rhs.is_meta or not rhs.numel():
        return torch.empty_like(rhs)
    if perturbing:
        return _perturbed.solved(d, rhs)
    made = _by_numbers(d, rhs, pivoting) if d.shape[-1] > _FEW_ROWS or not pivoting else None
    if made is not None:
        return made
    if pivoting and d.shape[-1] <= _DENSE:
        x, info = torch.linalg.solve_ex(_dense(d), rhs)
        # TensorFlow gives NaN for a singular matrix, as the sweep does, and no error.
        nan = torch.full((), float("nan"), dtype=x.dtype, device=x.device)
        return torch.where((info != 0)[..., None, None], nan, x)
    return _sweep(d, rhs, pivoting)


def _adjoint(d):
    """The diagonals of the adjoint matrices."""
    upper, main, lower = d.conj().unbind(-2)
    zero = torch.zeros_like(upper[..., :1])
    return torch.stack([torch.cat([lower[..., 1:], zero], -1), main, torch.cat([zero, upper[..., :-1]], -1)], -2)


class _Solve(Function):
    @staticmethod
    def forward(d, rhs, pivoting, perturbing):
        return _solved(d, rhs, pivoting, perturbing)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0], output)
        ctx.how = inputs[2:]

    @staticmethod
    def backward(ctx, grad):
        d, x = ctx.saved_tensors
        # The gradient of a solution is the solution of the adjoint system.
        g = _Solve.apply(_adjoint(d), grad, *ctx.how)
        h = x.conj()
        zero = torch.zeros_like(g[..., :1, 0])
        upper = torch.cat([-(g[..., :-1, :] * h[..., 1:, :]).sum(-1), zero], -1)
        lower = torch.cat([zero, -(g[..., 1:, :] * h[..., :-1, :]).sum(-1)], -1)
        return torch.stack([upper, -(g * h).sum(-1), lower], -2), g, None, None


@op("TridiagonalSolve", diagonals="T", rhs="T", T=_TYPES, scope="", shape_fallback=_shape_fallbacks.right_hand_side)
def _tridiagonal_solve(diagonals, rhs, partial_pivoting=True, perturb_singular=False, name=None):
    if perturb_singular and not partial_pivoting:
        raise invalid("Setting perturb_singular requires also setting partial_pivoting.")
    check_pair(diagonals, rhs)
    if diagonals.shape[-2] != 3:
        raise invalid(f"Expected diagonals to have 3 rows, got {diagonals.shape[-2]}")
    if diagonals.shape[-1] != rhs.shape[-2]:
        raise invalid(f"The length of diagonals and right-hand sides differ: {diagonals.shape[-1]} and {rhs.shape[-2]}")
    return _Solve.apply(diagonals, rhs, bool(partial_pivoting), bool(perturb_singular))


def _compact(diagonals, form):
    """The three diagonals of any of the three forms, in the compact one."""
    if form == "compact":
        diagonals[..., :, :]  # noqa: B018 - an array or a tensor; a list cannot be cut so
        return convert_to_tensor(diagonals)
    if form == "sequence":
        if not isinstance(diagonals, (tuple, list)) or len(diagonals) != 3:
            raise ValueError("Expected diagonals to be a sequence of length 3.")
        upper, main, lower = (convert_to_tensor(x) for x in diagonals)
        n = main.shape[-1]

        def fill(x, after):
            if n is None or x.shape[-1] is None or x.shape[-1] == n:
                return x
            if x.shape[-1] != n - 1:
                raise ValueError(f"Expected {n} or {n - 1} elements in each of the outer diagonals, got {x.shape[-1]}")
            zero = zeros_like(x[..., :1]) if n > 1 else zeros_like(main)
            return concat([x, zero] if after else [zero, x], -1)

        return stack([fill(upper, True), main, fill(lower, False)], axis=-2)
    if form == "matrix":
        diagonals.shape  # noqa: B018 - an array or a tensor; a list is none
        matrix = convert_to_tensor(diagonals)
        rows, cols = matrix.shape[-2], matrix.shape[-1]
        if rows is not None and cols is not None and rows != cols:
            raise ValueError(f"Expected last two dimensions of diagonals to be same, got {rows} and {cols}")
        return diag_part(matrix, k=(-1, 1), align="LEFT_RIGHT")
    raise ValueError(f"Unrecognized diagonals_format: {form}")


@tf_export("linalg.tridiagonal_solve")
@composite
def tridiagonal_solve(
    diagonals: TensorLike,
    rhs: TensorLike,
    diagonals_format: str = "compact",
    transpose_rhs: bool = False,
    conjugate_rhs: bool = False,
    name: str | None = None,
    partial_pivoting: bool = True,
    perturb_singular: bool = False,
) -> Tensor:
    """The solutions `x` of `a @ x = rhs` with tridiagonal matrices `a`. Mirrors `tf.linalg.tridiagonal_solve`.

    Arguments:
        diagonals: float or complex, in the form that `diagonals_format` says: "compact" (the default) `[..., 3, n]`:
            superdiagonal, whose last element does not count, diagonal, subdiagonal, whose first does not; "sequence" of these
            three; or "matrix" `[..., n, n]`.
        rhs: a tensor `[..., n]` or `[..., n, k]`.
        transpose_rhs, conjugate_rhs: what is done to it first; False by default.
        partial_pivoting: whether rows are exchanged for stability; True by default.
        perturb_singular: whether pivots close to zero are moved away from it, so that singular matrices have finite solutions;
            False by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape of `rhs`. Singular matrices give NaN unless they are perturbed.

    Raises:
        ValueError: the shapes do not fit, another form, or `perturb_singular` without `partial_pivoting`.

    Example:
        >>> compact = tf.constant([[1.0, 2.0, 0.0], [4.0, 4.0, 4.0], [0.0, 1.0, 2.0]])
        >>> np.round(tf.linalg.tridiagonal_solve(compact, tf.constant([5.0, 7.0, 6.0])), 4).tolist()
        [1.0, 1.0, 1.0]
        >>> np.round(tf.linalg.tridiagonal_solve(compact, tf.constant([[5.0], [7.0], [6.0]])), 4).tolist()
        [[1.0], [1.0], [1.0]]
    """
    if perturb_singular and not partial_pivoting:
        raise ValueError("partial_pivoting must be True if perturb_singular is.")
    # Tensors they are, or TensorFlow finds no rank in them.
    if diagonals_format == "compact":
        diagonals.shape.rank  # noqa: B018
    elif diagonals_format == "sequence":
        for x in diagonals:
            x.shape.is_compatible_with  # noqa: B018
    compact = _compact(diagonals, diagonals_format)
    rhs.shape.rank  # noqa: B018
    rhs = convert_to_tensor(rhs)
    if compact.shape.rank is not None and compact.shape[-2] is not None and compact.shape[-2] != 3:
        raise ValueError(f"Expected 3 diagonals got {compact.shape[-2]}")
    rank, wide = rhs.shape.rank, compact.shape.rank
    vector = rank is not None and wide is not None and rank == wide - 1
    if vector:
        rhs = expand_dims(conj(rhs) if conjugate_rhs else rhs, -1)
    elif transpose_rhs:
        rhs = adjoint(rhs) if conjugate_rhs else matrix_transpose(rhs)
    elif conjugate_rhs:
        rhs = conj(rhs)
    n, m = (None if x.shape.rank is None else x.shape[at] for x, at in ((compact, -1), (rhs, -2)))
    if n is not None and m is not None and n != m:
        raise ValueError(f"Expected number of left-hand sided and right-hand sides to be equal, got {n} and {m}")
    result = _tridiagonal_solve(compact, rhs, partial_pivoting, perturb_singular, name=name)
    return squeeze(result, -1) if vector else result


@op("TridiagonalMatMul", diagonals="T", rhs="T", T=_TYPES, scope="", shape_fallback=_shape_fallbacks.right_hand_side)
def _tridiagonal_matmul(diagonals, rhs, name=None):
    check_pair(diagonals, rhs)
    if diagonals.shape[-1] != rhs.shape[-2] or diagonals.shape[-2] != 3:
        raise invalid("Invalid superdiagonal shape.")
    upper, main, lower = (x.unsqueeze(-1) for x in diagonals.unbind(-2))
    zero = torch.zeros_like(rhs[..., :1, :])
    above = torch.cat([upper[..., :-1, :] * rhs[..., 1:, :], zero], -2) if rhs.shape[-2] else rhs
    below = torch.cat([zero, lower[..., 1:, :] * rhs[..., :-1, :]], -2) if rhs.shape[-2] else rhs
    return main * rhs + above + below


@tf_export("linalg.tridiagonal_matmul")
@composite
def tridiagonal_matmul(diagonals: TensorLike, rhs: TensorLike, diagonals_format: str = "compact", name: str | None = None) -> Tensor:
    """The products of tridiagonal matrices and others. Mirrors `tf.linalg.tridiagonal_matmul`.

    Arguments:
        diagonals: the matrices in one of the forms that `tf.linalg.tridiagonal_solve` takes.
        rhs: a tensor `[..., n, k]` of the same dtype.
        diagonals_format: "compact" (the default), "sequence" or "matrix".
        name: a name for the operation in graphs.

    Returns:
        A tensor `[..., n, k]` of the same dtype.

    Raises:
        InvalidArgumentError: the shapes do not fit.
        ValueError: another form.

    It takes three products for each element, however large the matrices are.

    Example:
        >>> compact = tf.constant([[1.0, 2.0, 0.0], [4.0, 4.0, 4.0], [0.0, 1.0, 2.0]])
        >>> tf.linalg.tridiagonal_matmul(compact, [[1.0], [1.0], [1.0]]).numpy().tolist()
        [[5.0], [7.0], [6.0]]
        >>> above, middle, below = tf.unstack(compact)
        >>> tf.linalg.tridiagonal_matmul((above, middle, below), tf.eye(3), diagonals_format="sequence").numpy().tolist()
        [[4.0, 1.0, 0.0], [1.0, 4.0, 2.0], [0.0, 2.0, 4.0]]
    """
    compact = _compact(diagonals, diagonals_format)
    return _tridiagonal_matmul(compact, convert_to_tensor(rhs, dtype_hint=compact.dtype), name=name)


@tf_export("linalg.banded_triangular_solve", v1=[])
@op("BandedTriangularSolve", bands="T", rhs="T", T=_TYPES, scope="", shape_fallback=_shape_fallbacks.solution)
def banded_triangular_solve(
    bands: TensorLike, rhs: TensorLike, lower: bool = True, adjoint: bool = False, name: str | None = None
) -> Tensor:
    """The solutions `x` of `a @ x = rhs` with banded triangular `a`. Mirrors `tf.linalg.banded_triangular_solve`.

    Arguments:
        bands: a tensor `[..., count, n]`, float or complex: the diagonals from the uppermost down, the main one among them.
            Subdiagonals end at the right, superdiagonals start at the left; what is beyond them does not count.
        rhs: a tensor `[..., n, k]` of the same dtype; leading dimensions broadcast.
        lower: whether `a` is lower triangular, True by default: the main diagonal is the first row of `bands`.
        adjoint: whether the adjoint of `a` is meant; False by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[..., n, k]` of the same dtype.

    Raises:
        InvalidArgumentError: a zero on the diagonal, or shapes that do not fit.

    Example:
        >>> bands = tf.constant([[2.0, 4.0, 5.0], [0.0, 1.0, 3.0]])
        >>> tf.linalg.banded_triangular_solve(bands, [[2.0], [9.0], [11.0]]).numpy().tolist()
        [[1.0], [2.0], [1.0]]
        >>> full = tf.constant([[2.0, 0.0, 0.0], [1.0, 4.0, 0.0], [0.0, 3.0, 5.0]])
        >>> tf.linalg.triangular_solve(full, [[2.0], [9.0], [11.0]]).numpy().tolist()
        [[1.0], [2.0], [1.0]]
    """
    for i, x in enumerate((bands, rhs)):
        if x.dim() < 2:
            raise invalid(f"In[{i}] ndims must be >= 2: {x.dim()}")
        if not x.numel() and not x.is_meta:
            kind = dt.FROM_TORCH[x.dtype].proto_name
            raise invalid(f"In[{i}] must not be an empty tensor: Tensor<type: {kind} shape: {dims_text(x.shape)} values: >")
    count, n = bands.shape[-2:]
    if bands.is_meta and not 0 < count <= n:  # which only TensorFlow's shape function minds
        raise invalid(f"{count} bands do not fit a matrix of the size {n}")
    if n != rhs.shape[-2]:
        sizes = f"{dims_text(bands.shape)} {dims_text(rhs.shape)} {lower:d} {adjoint:d}"
        raise invalid(f"In[0] mismatch In[1] shape: {n} vs. {rhs.shape[-2]}: {sizes}")
    try:
        torch.broadcast_shapes(bands.shape[:-2], rhs.shape[:-2])
    except RuntimeError:
        text = f"In[0] and In[1] must have compatible batch dimensions: {dims_text(bands.shape)} vs. {dims_text(rhs.shape)}"
        raise invalid(text) from None
    # Of more bands than rows the outer ones lie outside of the matrix.
    used = min(count, n)
    bands = bands[..., :used, :] if lower else bands[..., count - used :, :]
    main = bands[..., 0 if lower else used - 1, :] if used else bands.reshape(*bands.shape[:-2], 0)
    if not main.is_meta and bool((main == 0).any()):
        raise invalid("Input matrix is not invertible.")
    low, high = (1 - used, 0) if lower else (0, used - 1)
    zero = torch.zeros((), dtype=bands.dtype, device=bands.device)
    matrix = _spread(bands if used > 1 else main, low, high, n, n, n, "LEFT_RIGHT", zero)
    return torch.linalg.solve_triangular(matrix.mH if adjoint else matrix, rhs, upper=bool(lower) == bool(adjoint))


@tf_export("linalg.eigh_tridiagonal")
@composite
def eigh_tridiagonal(
    alpha: TensorLike,
    beta: TensorLike,
    eigvals_only: bool = True,
    select: str = "a",
    select_range: Any = None,
    tol: FloatLike | None = None,
    name: str | None = None,
) -> Any:
    """Eigenvalues of one self-adjoint tridiagonal matrix, and its eigenvectors. Mirrors `tf.linalg.eigh_tridiagonal`.

    Arguments:
        alpha: a tensor `[n]`, the real diagonal.
        beta: a tensor `[n - 1]`, the diagonal above it; below it stand the conjugates.
        eigvals_only: True (the default) for the eigenvalues alone, False for (e, v).
        select: "a" (the default) for all, "i" for those whose places are in `select_range` (both ends included), "v" for
            those in the interval `select_range`, which has its ends too.
        select_range: a pair of numbers for the latter two.
        tol: an error that may be left; here it is always near the least possible.
        name: a name for the operation in graphs.

    Returns:
        The eigenvalues from the least up; or a pair of them and a matrix whose columns are the eigenvectors.

    Raises:
        ValueError: another `select`.
        InvalidArgumentError: the lengths do not fit, or nothing can be in `select_range`.

    Example:
        >>> e = tf.linalg.eigh_tridiagonal([2.0, 2.0, 2.0], [1.0, 1.0])
        >>> np.round(e, 3).tolist()
        [0.5860000252723694, 2.0, 3.4140000343322754]
        >>> np.round(tf.linalg.eigh_tridiagonal([2.0, 2.0, 2.0], [1.0, 1.0], select="i", select_range=(0, 0)), 3).tolist()
        [0.5860000252723694]
    """
    alpha, beta = convert_to_tensor(alpha), convert_to_tensor(beta)
    if alpha.dtype != beta.dtype:
        raise ValueError(f"alpha and beta must have the same dtype. Received {alpha.dtype.name} and {beta.dtype.name}; cast one of them.")
    if select not in ("a", "i", "v"):
        raise ValueError("'select must have a value in {'a', 'i', 'v'}.")
    n, m = alpha.shape[0], beta.shape[0]
    if n is not None and m is not None and m != max(n - 1, 0):
        raise invalid(f"Incompatible shapes: [{n}] vs. [{m + 1}]")
    if select != "a":
        first, last = select_range[0], select_range[1]
        check, kind = (debugging.assert_less_equal, "index range") if select == "i" else (debugging.assert_less, "interval")
        check = check(first, last, message=f"Got empty {kind} in select_range.")
        if check is not None:  # the node that checks it while a graph runs
            with control_dependencies([check]):
                alpha = identity(alpha)
    if alpha.dtype.is_complex:
        # The diagonal of a matrix that is its own adjoint is real: TensorFlow ignores the imaginary part.
        alpha = cast(real(alpha), alpha.dtype)
    matrix = diag(alpha)
    if n is None or n > 1:
        matrix = matrix + diag(beta, k=1) + diag(conj(beta), k=-1)
    e, v = (eigvalsh(matrix), None) if eigvals_only else eigh(matrix)
    e = real(e)
    if select == "i":
        e, v = e[first : last + 1], None if v is None else v[:, first : last + 1]
    elif select == "v":
        inside = logical_and(e >= first, e <= last)
        e, v = boolean_mask(e, inside), None if v is None else boolean_mask(v, inside, axis=1)
    return e if eigvals_only else (e, v)
