"""Diagonals and bands of matrices: taken out, put in, made into matrices."""

from __future__ import annotations

import numbers
from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.array_ops._framing import nothing
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import ones, zeros
from tfshim.array_ops.joining import concat
from tfshim.array_ops.shape_fallbacks import dims_of, known_values, same, stand_ins
from tfshim.engine.graphs.declarations import output_shapes
from tfshim.engine.ops.composite import composite, in_name_scope
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid, when_run
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor, is_tensor
from tfshim.engine.values.readable import at_least
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import Tensor
from tfshim.linalg import _shape_fallbacks
from tfshim.math._gradients import needs_grad
from tfshim.math.comparison import minimum
from tfshim.math.reductions import reduce_sum

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


_NO_TRIANGLES = (torch.uint16, torch.uint32, torch.uint64, torch.float8_e5m2, torch.float8_e4m3fn)  # torch makes none of them
_ALIGN = ("LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT")


def _range(k):
    """(lowest, highest) of the diagonals that `k` names."""
    if len(k) not in (1, 2):
        raise invalid(f"diag_index must have only one or two elements, received {len(k)} elements.")
    lower, upper = k[0], k[-1]
    if lower > upper:
        raise invalid(f"lower_diag_index must not be larger than upper_diag_index: {lower} > {upper}")
    return lower, upper


def _check_align(o, align):
    if align not in _ALIGN:
        allowed = ", ".join(f'"{a}"' for a in _ALIGN)
        raise invalid(
            f"Value for attr 'align' of \"{align}\" is not in the list of allowed values: {allowed}\n\t; "
            f"NodeDef: {{{{node {o}}}}}; Op<name={o}>"
        )


def _check_bounds(lower, upper, rows, cols, end):
    for word, k in (("lower", lower), ("upper", upper)):
        if not (-rows < k < cols or k == 0):
            raise invalid(f"{word}_diag_index is out of bound: {k}{end} It must be between {-rows} and {cols}")


def _longest(lower, upper, rows, cols):
    """The length of the longest diagonal of the band."""
    return min(rows + min(upper, 0), cols - max(lower, 0))


def _offset(d, rows, cols, longest, align):
    """Where each of the diagonals `d` starts in its row of the compact form, and how long it is."""
    length = torch.minimum(rows + d.clamp(max=0), cols - d.clamp(min=0))
    left_super, left_sub = align.startswith("LEFT"), align.endswith("LEFT")
    left = torch.zeros_like(d, dtype=torch.bool)
    if left_super:
        left = left | (d >= 0)
    if left_sub:
        left = left | (d <= 0)
    return torch.where(left, torch.zeros_like(d), longest - length), length


def _band(x, lower, upper, rows, cols, longest, align):
    """For each place of a matrix whether it is in the band, and its place in the flat compact form."""
    if rows * cols > 1 << 24:  # a result that is too large raises before anything is computed
        torch.empty((rows, cols), dtype=torch.int64, device=x.device)
    i = torch.arange(rows, device=x.device)[:, None]
    j = torch.arange(cols, device=x.device)[None, :]
    d = j - i
    offset, _ = _offset(d, rows, cols, longest, align)
    inside = (d >= lower) & (d <= upper)
    slot = (upper - d) * longest + torch.minimum(i.expand_as(d), j.expand_as(d)) + offset
    return inside, torch.where(inside, slot, torch.zeros_like(slot)).reshape(-1)


def _filled(value, shape, source):
    """`value` at all places of `shape`, where `source` has no elements; with gradients for it."""
    made = value.expand(shape).clone()
    return made + nothing(source, ()) if source.is_floating_point() or source.is_complex() else made


def _spread(diagonal, lower, upper, rows, cols, longest, align, rest):
    """The matrices with the compact `diagonal` in the band and `rest` elsewhere."""
    batch = diagonal.shape[: diagonal.dim() - (1 if lower == upper else 2)]
    if lower == upper and rows and cols and diagonal.shape[-1]:
        return torch.diagonal_scatter(rest.expand(*batch, rows, cols), diagonal, lower, -2, -1)
    inside, slot = _band(diagonal, lower, upper, rows, cols, longest, align)
    flat = diagonal.reshape(*batch, (upper - lower + 1) * longest)
    # An empty diagonal has no place to be indexed at.
    if not flat.shape[-1] or not rows or not cols:
        return _filled(rest, (*batch, rows, cols), diagonal)
    return torch.where(inside, flat[..., slot].reshape(*batch, rows, cols), rest)


def _ends_of(k):
    """The lowest and highest of the diagonals `k`, where they are known, else None."""
    if isinstance(k, Tensor):
        k = stand_ins(k)[0].reshape(-1).tolist() if known_values(k) else None
    elif isinstance(k, int):
        k = [k]
    return None if not k else (k[0], k[-1])


def _uncounted_diagonals(call):
    """What TensorFlow says where the diagonals that `k` tells are given as a number of rows that is not known."""
    ends, dims = _ends_of(call["k"]), dims_of(call["diagonal"])
    if ends is None or dims is None or ends[0] == ends[1] or len(dims) < 2 or dims[-2] is not None:
        return None
    return (
        "The number of rows of `diagonal` doesn't match the number of diagonals implied from `d_lower` and `d_upper`.\n"
        f"num_diags = -1, d_lower = {ends[0]}, d_upper = {ends[1]} "
    )


def _unlike_diagonals(call):
    """What TensorFlow says where a matrix of unknown sizes gets diagonals: it takes them for a single one."""
    dims, given = dims_of(call["input"]), dims_of(call["diagonal"])
    if dims is None or given is None or None not in dims or len(given) + 1 == len(dims):
        return None
    return f"Shapes must be equal rank, but are {len(dims)} and {len(given) + 1}"


for _type in ("MatrixDiagV2", "MatrixDiagV3"):
    output_shapes.CHECKS[_type] = _uncounted_diagonals
for _type in ("MatrixSetDiagV2", "MatrixSetDiagV3"):
    output_shapes.CHECKS[_type] = _unlike_diagonals


@op(
    "MatrixDiagV3",
    diagonal="T",
    k="ints",
    num_rows="int",
    num_cols="int",
    padding_value="T",
    dtype_agnostic=True,
    shape_fallback=_shape_fallbacks.diagonal_matrix,
)
def _matrix_diag(diagonal, k, num_rows, num_cols, padding_value, align="RIGHT_LEFT", name=None):
    _check_align("MatrixDiagV3", align)
    if not diagonal.dim():
        raise invalid("diagonal must be at least 1-dim, received shape: []")
    lower, upper = _range(k)
    if lower != upper and (diagonal.dim() < 2 or diagonal.shape[-2] != upper - lower + 1):
        raise invalid("The number of diagonals provided in the input does not match the lower_diag_index and upper_diag_index range.")
    longest = diagonal.shape[-1]
    least_rows, least_cols = longest - min(upper, 0), longest + max(lower, 0)
    if num_rows == -1 and num_cols == -1:
        num_rows = num_cols = max(least_rows, least_cols)
    elif num_rows == -1:
        num_rows = least_rows
    elif num_cols == -1:
        num_cols = least_cols
    if num_rows < least_rows:
        raise invalid("The number of rows is too small.")
    if num_cols < least_cols:
        raise invalid("The number of columns is too small.")
    if num_rows != least_rows and num_cols != least_cols:
        raise invalid("The number of rows or columns is not consistent with the specified d_lower, d_upper, and diagonal.")
    return _spread(diagonal, lower, upper, num_rows, num_cols, longest, align, padding_value)


def _padding(value, given):
    """The padding for what was `given`: of a list TensorFlow does not know yet that its elements are bools."""
    return bool(value) if getattr(given, "dtype", None) == dt.bool and not is_tensor(value) else value


@tf_export("linalg.diag", v1=["linalg.diag", "matrix_diag"])
@composite
def diag(
    diagonal: TensorLike,
    name: str | None = "diag",
    k: TensorLike = 0,
    num_rows: TensorLike = -1,
    num_cols: IntLike = -1,
    padding_value: FloatLike = 0,
    align: str | None = "RIGHT_LEFT",
) -> Tensor:
    """Matrices that have given diagonals. Mirrors `tf.linalg.diag`.

    Arguments:
        diagonal: a tensor `[..., n]`, or `[..., count, n]` where `k` is a pair, the highest diagonal first.
        name: a name for the operation in graphs.
        k: which diagonal it is, 0 (the default) the main one, positive numbers above it; or a pair (lowest, highest).
        num_rows, num_cols: the size of the matrices; -1 (the default) for the least possible.
        padding_value: the other elements, 0 by default.
        align: at which end of a row shorter super- and subdiagonals are filled up: "RIGHT_LEFT" (the default), "LEFT_RIGHT",
            "LEFT_LEFT" or "RIGHT_RIGHT".

    Returns:
        A tensor `[..., num_rows, num_cols]` of the same dtype.

    Raises:
        InvalidArgumentError: these do not fit together.

    Example:
        >>> tf.linalg.diag([1, 2, 3]).numpy().tolist()
        [[1, 0, 0], [0, 2, 0], [0, 0, 3]]
        >>> tf.linalg.diag([1, 2], k=1, padding_value=9).numpy().tolist()
        [[9, 1, 9], [9, 9, 2], [9, 9, 9]]
        >>> tf.linalg.diag([[0, 7], [1, 2], [5, 0]], k=(-1, 1)).numpy().tolist()
        [[1, 7], [5, 2]]
    """
    padding_value = _padding(padding_value, diagonal)
    return _matrix_diag(convert_to_tensor(diagonal), k, num_rows, num_cols, padding_value, align, name=name)


@op("MatrixDiagPartV3", input="T", k="ints", padding_value="T", dtype_agnostic=True)
def _matrix_diag_part(input, k, padding_value, align="RIGHT_LEFT", name=None):
    _check_align("MatrixDiagPartV3", align)
    if input.dim() < 2:
        raise invalid(f"input must be at least 2-dim, received shape: {dims_text(input.shape)}")
    lower, upper = _range(k)
    rows, cols = input.shape[-2:]
    _check_bounds(lower, upper, rows, cols, ".")
    if lower == upper:
        return torch.diagonal(input, lower, -2, -1)
    longest = _longest(lower, upper, rows, cols)
    d = torch.arange(upper, lower - 1, -1, device=input.device)[:, None]
    offset, length = _offset(d, rows, cols, longest, align)
    at = torch.arange(longest, device=input.device)[None, :] - offset
    inside = (at >= 0) & (at < length)
    place = (at + (-d).clamp(min=0)) * cols + at + d.clamp(min=0)
    place = torch.where(inside, place, torch.zeros_like(place)).reshape(-1)
    batch = input.shape[:-2]
    if not rows or not cols:
        return _filled(padding_value, (*batch, *inside.shape), input)
    found = input.reshape(*batch, rows * cols)[..., place].reshape(*batch, *inside.shape)
    return torch.where(inside, found, padding_value)


@op("MatrixDiagPartV2", input="T", k="ints", padding_value="T", dtype_agnostic=True)
def _matrix_diag_part_left(input, k, padding_value, name=None):
    return _matrix_diag_part._tfshim_op.kernel(input, k, padding_value, "LEFT_LEFT")


@tf_export("linalg.diag_part", v1=["linalg.diag_part", "matrix_diag_part"])
@composite
def diag_part(
    input: TensorLike, name: str | None = "diag_part", k: TensorLike = 0, padding_value: IntLike = 0, align: str = "RIGHT_LEFT"
) -> Tensor:
    """The diagonals of matrices. Mirrors `tf.linalg.diag_part`.

    Arguments:
        input: a tensor `[..., m, n]`.
        name: a name for the operation in graphs.
        k: which diagonal, 0 (the default) the main one, positive numbers above it; or a pair (lowest, highest).
        padding_value: what shorter diagonals are filled up with, 0 by default.
        align: at which end they are filled up, as for `tf.linalg.diag`; "RIGHT_LEFT" by default.

    Returns:
        A tensor `[..., n]` of the same dtype, or `[..., count, n]` for a pair, the highest diagonal first: the form that
        `tf.linalg.diag` takes.

    Raises:
        InvalidArgumentError: the matrices have no such diagonal.

    Example:
        >>> x = tf.constant([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
        >>> tf.linalg.diag_part(x).numpy().tolist(), tf.linalg.diag_part(x, k=1).numpy().tolist()
        ([1, 5, 9], [2, 6])
        >>> tf.linalg.diag_part(x, k=(-1, 1)).numpy().tolist()
        [[0, 2, 6], [1, 5, 9], [4, 8, 0]]
    """
    padding_value = _padding(padding_value, input)
    return _matrix_diag_part(convert_to_tensor(input), k, padding_value, align, name=name)


def _with_diagonal(input, diagonal, k, *rest):
    dims, given = dims_of(input), dims_of(diagonal)
    if isinstance(k, Tensor) or given is None:
        return input.dtype, dims
    batch = given[: len(given) - (1 if k[0] == k[-1] else 2)]
    if dims is None:
        return input.dtype, [*batch, None, None]
    return input.dtype, [a if a is not None else b for a, b in zip(dims, [*batch, None, None])]


@op("MatrixSetDiagV3", input="T", diagonal="T", k="ints", dtype_agnostic=True, shape_fallback=_with_diagonal)
def _matrix_set_diag(input, diagonal, k, align="RIGHT_LEFT", name=None):
    _check_align("MatrixSetDiagV3", align)
    if input.dim() < 2:
        raise invalid(f"input must be at least 2-dim, received shape: {dims_text(input.shape)}")
    if not diagonal.dim():
        raise invalid("diagonal must be at least 1-dim, received shape: []")
    lower, upper = _range(k)
    rows, cols = input.shape[-2:]
    _check_bounds(lower, upper, rows, cols, "")
    longest = _longest(lower, upper, rows, cols)
    wanted = (*input.shape[:-2], *(() if lower == upper else (upper - lower + 1,)), longest)
    if tuple(diagonal.shape) != wanted:
        raise invalid(
            "Either first dimensions of diagonal don't match input.shape[:-2], or diagonal.shape[:-1] is not equal to "
            "the longests diagonal in range [lower_diag_index:upper_diag_index].\n"
            f"Input shape: {dims_text(input.shape)}\n"
            f"Diagonal shape: {dims_text(diagonal.shape)}\nExpected diagonal shape: {dims_text(wanted)}"
        )
    return _spread(diagonal, lower, upper, rows, cols, longest, align, input)


@tf_export("linalg.set_diag", v1=["linalg.set_diag", "matrix_set_diag"])
@composite
def set_diag(
    input: TensorLike, diagonal: TensorLike, name: str | None = "set_diag", k: TensorLike = 0, align: str = "RIGHT_LEFT"
) -> Tensor:
    """Matrices with other diagonals. Mirrors `tf.linalg.set_diag`.

    Arguments:
        input: a tensor `[..., m, n]`.
        diagonal: the new diagonals, in the form that `tf.linalg.diag_part` gives with the same `k` and `align`.
        name: a name for the operation in graphs.
        k: which diagonal, 0 (the default) the main one, positive numbers above it; or a pair (lowest, highest).
        align: at which end shorter diagonals are filled up, "RIGHT_LEFT" by default; what fills them up does not count.

    Returns:
        A tensor of the shape and dtype of `input`, which stays as it is.

    Raises:
        InvalidArgumentError: the shapes do not fit.

    Example:
        >>> x = tf.ones([2, 3], tf.int32)
        >>> tf.linalg.set_diag(x, [7, 8]).numpy().tolist()
        [[7, 1, 1], [1, 8, 1]]
        >>> tf.linalg.set_diag(x, [7, 8], k=1).numpy().tolist()
        [[1, 7, 1], [1, 1, 8]]
        >>> tf.linalg.set_diag(tf.zeros([4, 2, 2]), tf.ones([4, 2])).shape
        TensorShape([4, 2, 2])
    """
    return _matrix_set_diag(input, diagonal, k, align, name=name)


@tf_export("linalg.tensor_diag", v1=["linalg.tensor_diag", "diag"], keras_defaults=True)
@op("Diag", diagonal="T", T=dt.INEXACT | dt.INDEX, scope="")
def tensor_diag(diagonal: TensorLike, name: str | None = None) -> Tensor:
    """A tensor of twice as many dimensions with `diagonal` on its diagonal. Mirrors `tf.linalg.tensor_diag`.

    Arguments:
        diagonal: a tensor of numbers of at least one dimension.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the same dtype, whose shape is that of `diagonal` twice: `[2, 3]` becomes `[2, 3, 2, 3]`. Elements whose
        first half of indices is equal to the second half are those of `diagonal`, the others are 0.

    Raises:
        InvalidArgumentError: a scalar.

    Of a vector it makes a matrix; of a batch of vectors `tf.linalg.diag` makes a batch of matrices.

    Example:
        >>> tf.linalg.tensor_diag([1, 2, 3]).numpy().tolist()
        [[1, 0, 0], [0, 2, 0], [0, 0, 3]]
        >>> made = tf.linalg.tensor_diag([[1, 2, 3], [4, 5, 6]])
        >>> made.shape, int(made[1, 2, 1, 2]), int(made[1, 2, 1, 1])
        (TensorShape([2, 3, 2, 3]), 6, 0)
    """
    if not diagonal.dim():
        raise invalid("Input must be at least rank 1, got 0")
    return torch.diag_embed(diagonal.reshape(-1)).reshape(*diagonal.shape, *diagonal.shape)


@tf_export("linalg.tensor_diag_part", v1=["linalg.tensor_diag_part", "diag_part"])
@op("DiagPart", input="T", T=dt.INEXACT | dt.INDEX, scope="")
def tensor_diag_part(input: TensorLike, name: str | None = None) -> Tensor:
    """The diagonal of a tensor whose second half of dimensions repeats the first. Mirrors `tf.linalg.tensor_diag_part`.

    Arguments:
        input: a tensor of numbers of an even number of dimensions: `[2, 3, 2, 3]`, or a square matrix.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the same dtype and half the dimensions: of `[2, 3, 2, 3]` one of `[2, 3]`, with the elements whose first
        half of indices is equal to the second half.

    Raises:
        InvalidArgumentError: other shapes.

    It undoes `tf.linalg.tensor_diag`. For a batch of matrices there is `tf.linalg.diag_part`.

    Example:
        >>> tf.linalg.tensor_diag_part([[1, 2], [3, 4]]).numpy().tolist()
        [1, 4]
        >>> tf.linalg.tensor_diag_part(tf.reshape(tf.range(36), [2, 3, 2, 3])).numpy().tolist()
        [[0, 7, 14], [21, 28, 35]]
    """
    rank = input.dim()
    if not rank or rank % 2:
        raise invalid(
            "The rank of the tensor should be  "
            f"                                        even and positive, got shape {dims_text(input.shape)}"
        )
    half = rank // 2
    for d in range(half):
        if input.shape[d] != input.shape[d + half]:
            raise invalid(f"Invalid shape {dims_text(input.shape)}: dimensions {d} and {d + half} do not match.")
    kept = input.shape[:half]
    count = kept.numel()
    return torch.diagonal(input.reshape(count, count)).reshape(kept)


# Diagonals on either side, and elements, where copying them takes less time than looking at every place of the matrix.
_FEW, _MANY = 8, 1 << 14


def _few_diagonals(x, lower, upper):
    made = torch.zeros_like(x, memory_format=torch.contiguous_format)
    for offset in range(-min(lower, x.shape[-2] - 1), min(upper, x.shape[-1] - 1) + 1):
        made.diagonal(offset, -2, -1).copy_(x.diagonal(offset, -2, -1))
    return made


@tf_export("linalg.band_part", v1=["linalg.band_part", "matrix_band_part"], keras_defaults=True)
@op("MatrixBandPart", input="T", num_lower="int", num_upper="int", scope="", shape_fallback=same)
def band_part(input: TensorLike, num_lower: IntLike, num_upper: IntLike, name: str | None = None) -> Tensor:
    """Matrices with zeros outside of a band around the diagonal. Mirrors `tf.linalg.band_part`.

    Arguments:
        input: a tensor `[..., m, n]`.
        num_lower: an integer, how many diagonals below the main one stay; all of them if it is negative.
        num_upper: the same for those above it.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        InvalidArgumentError: a number is greater than there are diagonals.

    (-1, 0) leaves the lower triangle, (0, -1) the upper one and (0, 0) the diagonal alone.

    Example:
        >>> x = tf.constant([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
        >>> tf.linalg.band_part(x, 1, 0).numpy().tolist()
        [[1, 0, 0], [4, 5, 0], [0, 8, 9]]
        >>> tf.linalg.band_part(x, -1, 0).numpy().tolist()
        [[1, 0, 0], [4, 5, 0], [7, 8, 9]]
        >>> tf.linalg.band_part(tf.ones([3, 3], tf.bool), 0, -1).numpy().tolist()
        [[True, True, True], [False, True, True], [False, False, True]]
    """
    if input.dim() < 2:
        raise when_run(f"input must be at least 2-dim, received shape: {dims_text(input.shape)}")
    rows, cols = input.shape[-2:]
    if num_lower > rows:
        raise when_run(f"num_lower must be negative or less or equal to number of rows ({rows}) got: {num_lower}")
    if num_upper > cols:
        raise when_run(f"num_upper must be negative or less or equal to number of columns ({cols}) got: {num_upper}")
    if input.dtype not in _NO_TRIANGLES:
        if 0 <= num_lower <= _FEW and 0 <= num_upper <= _FEW and at_least(input.numel(), _MANY) and not needs_grad(input):
            return _few_diagonals(input, num_lower, num_upper)
        if num_upper < 0:
            return input.triu(-num_lower) if num_lower >= 0 else input.clone()
        below = input.tril(num_upper)
        return below.triu_(-num_lower) if num_lower >= 0 else below
    d = torch.arange(cols, device=input.device)[None, :] - torch.arange(rows, device=input.device)[:, None]
    inside = torch.ones_like(d, dtype=torch.bool)
    if num_lower >= 0:
        inside = inside & (d >= -num_lower)
    if num_upper >= 0:
        inside = inside & (d <= num_upper)
    return torch.where(inside, input, torch.zeros((), dtype=input.dtype, device=input.device))


@tf_export("linalg.trace", v1=["linalg.trace", "trace"])
@composite
@in_name_scope("Trace", last=True)
def trace(x: TensorLike, name: str | None = None) -> Tensor:
    """The sum of the main diagonal of each matrix. Mirrors `tf.linalg.trace`.

    Arguments:
        x: a tensor `[..., m, n]` of numbers; it need not be square.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[...]` of the same dtype: a scalar for one matrix.

    Raises:
        InvalidArgumentError: fewer than two dimensions.

    The trace of a product `a @ b` needs no product: it is the sum of `a * tf.transpose(b)`.

    Example:
        >>> tf.linalg.trace([[1, 2], [3, 4]])
        <tf.Tensor: shape=(), dtype=int32, numpy=5>
        >>> tf.linalg.trace(tf.ones([5, 2, 3])).numpy().tolist()
        [2.0, 2.0, 2.0, 2.0, 2.0]
        >>> a, b = tf.ones([2, 3]), tf.fill([3, 2], 2.0)
        >>> float(tf.linalg.trace(a @ b)), float(tf.reduce_sum(a * tf.transpose(b)))
        (12.0, 12.0)
    """
    return reduce_sum(diag_part(x), [-1], name=name)


def _eye(shape, least, square, rows, columns, dtype, name):
    diagonal = ones(shape(least), dtype=dtype)
    if square:
        return diag(diagonal, name=name or "diag")
    return set_diag(zeros(shape(rows, columns), dtype=dtype), diagonal, name=name or "set_diag")


@tf_export("eye", "linalg.eye")
@composite
def eye(
    num_rows: TensorLike,
    num_columns: TensorLike | None = None,
    batch_shape: SizesLike | None = None,
    dtype: DTypeLike | None = dt.float32,
    name: str | None = None,
) -> Tensor:
    """Identity matrices: ones on the diagonal, zeros elsewhere. Mirrors `tf.eye` and `tf.linalg.eye`.

    Arguments:
        num_rows: how many rows.
        num_columns: how many columns; None (the default) for as many.
        batch_shape: sizes of further axes in front, or None.
        dtype: the dtype of the elements, float32 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape batch_shape + [num_rows, num_columns].

    Raises:
        InvalidArgumentError: a size is negative.

    Example:
        >>> tf.eye(2)
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[1., 0.],
               [0., 1.]], dtype=float32)>
        >>> tf.eye(2, 3, dtype=tf.int32)
        <tf.Tensor: shape=(2, 3), dtype=int32, numpy=
        array([[1, 0, 0],
               [0, 1, 0]], dtype=int32)>
        >>> tf.eye(3, batch_shape=[4]).shape
        TensorShape([4, 3, 3])
    """
    square = num_columns is None
    columns = num_rows if square else num_columns
    known = not is_tensor(num_rows) and not is_tensor(columns)
    if known and not all(isinstance(n, numbers.Integral) or hasattr(n, "_tfshim_value") for n in (num_rows, columns)):
        raise TypeError(
            f"Arguments `num_rows` and `num_columns` must be positive integer values. Received: num_rows={num_rows}, num_columns={columns}"
        )
    least = num_rows if square else min(num_rows, columns) if known else minimum(num_rows, columns)
    batch = () if batch_shape is None else batch_shape

    def shape(*sizes):
        if known and isinstance(batch, (list, tuple)) and any(isinstance(n, float) for n in batch):
            raise TypeError(f"Cannot convert {[*batch, *(int(n) for n in sizes)]} to EagerTensor of dtype int32")
        if known and not is_tensor(batch):
            try:
                return [*(int(n) for n in batch), *(int(n) for n in sizes)]
            except TypeError:  # sizes known to the graph alone
                pass
        sizes = convert_to_tensor([cast(n, dt.int32) for n in sizes], dtype=dt.int32)
        return concat([convert_to_tensor(batch, dtype=dt.int32), sizes], 0) if batch_shape is not None else sizes

    if TS.graph is None:
        made = _eye(shape, least, square, num_rows, columns, dtype, name)
    else:
        with name_scope(name or "eye"):
            made = _eye(shape, least, square, num_rows, columns, dtype, None)
    if known and is_tensor(batch) and made.shape.rank is not None and not hasattr(made, "_t"):
        made.set_shape([*made.shape[:-2], int(num_rows), int(columns)])
    return made
