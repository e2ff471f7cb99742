"""Products of matrices: `matmul` and `matvec`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.shapes import expand_dims, squeeze
from tfshim.engine.ops import batched_products
from tfshim.engine.ops.composite import composite, in_name_scope
from tfshim.engine.ops.op import op
from tfshim.engine.ops.products import along_last, mm
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor, is_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import EagerTensor
from tfshim.linalg import _shape_fallbacks, _static_products
from tfshim.math.complex_parts import conj

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


_MATMUL_TYPES = dt.INEXACT | dt.INDEX | dt.UNSIGNED_INTS
_V3_TYPES = dt.INEXACT | dt.SIGNED_INTS | dt.uint8.mask
_SPARSE_TYPES = dt.bfloat16.mask | dt.float32.mask
_BYTES = (torch.int8, torch.uint8)


def _product(a, b, multiply):
    """`multiply(a, b)`; integers, for which an accelerator has no product, as a sum of products."""
    try:
        return multiply(a, b)
    except RuntimeError as failure:
        if a.is_floating_point() or a.is_complex() or "not implemented for" not in str(failure) or a.device.type == "cpu":
            raise
    return torch.sum(a.unsqueeze(-1) * b.unsqueeze(-3), -2, dtype=a.dtype)


def _check_inner_sizes(a, b, inner_a, inner_b, batch):
    """Raise TensorFlow's error for matrices that cannot be multiplied; return if nothing is wrong."""
    if batch:
        for i, x in enumerate((a, b)):
            if x.dim() < 2:
                raise invalid(f"In[{i}] ndims must be >= 2: {x.dim()}")
    elif a.dim() != b.dim():
        message = f"In[0] and In[1] has different ndims: {dims_text(a.shape)} vs. {dims_text(b.shape)}"
        raise invalid(message)
    elif a.dim() != 2:
        raise invalid(f"In[0] and In[1] ndims must be == 2: {a.dim()}")
    if batch:
        for m, n in zip(reversed(a.shape[:-2]), reversed(b.shape[:-2])):
            if m != n and m != 1 and n != 1:
                raise invalid(f"In[0] and In[1] must have compatible batch dimensions: {dims_text(a.shape)} vs. {dims_text(b.shape)}")
    if a.shape[inner_a] != b.shape[inner_b]:
        raise invalid(f"Matrix size-incompatible: In[0]: {dims_text(a.shape)}, In[1]: {dims_text(b.shape)}")


@op(
    "MatMul",
    a="T",
    b="T",
    T=_MATMUL_TYPES,
    scope="",
    shape_fn=_static_products.product,
    shape_fallback=_shape_fallbacks.product,
)
def _mat_mul(a, b, transpose_a=False, transpose_b=False, name=None):
    try:
        # `mm` takes nothing but two matrices, so the good path needs no check.
        return _product(a.t() if transpose_a else a, b.t() if transpose_b else b, mm)
    except (RuntimeError, IndexError):
        _check_inner_sizes(a, b, -2 if transpose_a else -1, -1 if transpose_b else -2, False)
        raise


def _batched(x, y, adj_x, adj_y):
    if x.dim() >= 2 and y.dim() >= 2:
        try:
            return _product(x.mH if adj_x else x, y.mH if adj_y else y, along_last if y.dim() == 2 else batched_products.matmul)
        except RuntimeError:
            _check_inner_sizes(x, y, -2 if adj_x else -1, -1 if adj_y else -2, True)
            raise
    _check_inner_sizes(x, y, -1, -2, True)


@op(
    "BatchMatMulV2",
    x="T",
    y="T",
    T=_MATMUL_TYPES | dt.int16.mask,
    scope="",
    shape_fn=_static_products.batched_product,
    shape_fallback=_shape_fallbacks.batched_product,
)
def _batch_mat_mul(x, y, adj_x=False, adj_y=False, name=None):
    return _batched(x, y, adj_x, adj_y)


@op("BatchMatMulV3", x="Ta", y="Tb", Ta=_V3_TYPES, Tb=_V3_TYPES, scope="")
def _batch_mat_mul_v3(x, y, Tout=None, adj_x=False, adj_y=False, name=None):
    wanted = Tout.torch
    if x.dtype == y.dtype == wanted:
        return _batched(x, y, adj_x, adj_y)
    small = x.dtype in _BYTES, y.dtype in _BYTES
    # The other combinations have no kernel in TensorFlow either.
    known = (
        all(small)
        and wanted == torch.int32
        or wanted == torch.bfloat16
        and (small[0] and y.dtype == torch.bfloat16 or small[1] and x.dtype == torch.bfloat16)
    )
    if not known:
        types = ", ".join(
            f"{label}=DT_{dt.FROM_TORCH[t].proto_name.upper()}" for label, t in (("Ta", x.dtype), ("Tb", y.dtype), ("Tout", wanted))
        )
        raise errors.NotFoundError(
            None,
            None,
            f"Could not find device for node: {{{{node BatchMatMulV3}}}} = BatchMatMulV3[{types}, "
            f"adj_x={str(bool(adj_x)).lower()}, adj_y={str(bool(adj_y)).lower()}]: there is no product of these types "
            "with this `output_type`; cast `a` and `b` first",
        )
    return _batched(x.to(wanted), y.to(wanted), adj_x, adj_y)


def _of_floats(a, b, transpose_a, transpose_b, *rest):
    return dt.float32, _shape_fallbacks.product(a, b, transpose_a, transpose_b)[1]


@op("SparseMatMul", a="Ta", b="Tb", Ta=_SPARSE_TYPES, Tb=_SPARSE_TYPES, scope="", shape_fallback=_of_floats)
def _sparse_mat_mul(a, b, transpose_a=False, transpose_b=False, a_is_sparse=False, b_is_sparse=False, name=None):
    for label, x in (("a", a), ("b", b)):
        if x.dim() != 2:
            raise invalid(f"{label} is not a matrix")
    a, b = a.float(), b.float()
    a, b = a.t() if transpose_a else a, b.t() if transpose_b else b
    if a.shape[1] != b.shape[0]:
        raise invalid(f"Matrix size incompatible: a: {dims_text(a.shape)}, b: {dims_text(b.shape)}")
    return mm(a, b)


def _conj(x):
    return conj(x)


def _rank(x):
    return len(x._t.shape) if type(x) is EagerTensor else x.shape.rank


def _flag(own, other, argument):
    """An attribute of the operation: the flag that it has itself, or the other one, which was made the same by then."""
    if other or own is None:
        return bool(other)
    if not isinstance(own, bool):
        raise TypeError(f"Expected bool for argument '{argument}' not {own!r}.")
    return own


@tf_export("linalg.matmul", "matmul")
@composite
def matmul(
    a: TensorLike,
    b: TensorLike,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool | None = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    output_type: DTypeLike | None = None,
    name: str | None = None,
) -> AnyTensor:
    """Products of matrices. Mirrors `tf.linalg.matmul`, and the operator `@` of tensors.

    Arguments:
        a: a tensor of shape [..., m, k]: floats, complex numbers or integers.
        b: a tensor of shape [..., k, n] of the same dtype; the axes in front broadcast.
        transpose_a: True swaps the last two axes of `a` first; False by default, as the following.
        transpose_b: likewise for `b`.
        adjoint_a: True swaps and conjugates them.
        adjoint_b: likewise for `b`.
        a_is_sparse: a hint that many elements are 0, which lets float32 and bfloat16 meet.
        b_is_sparse: likewise.
        output_type: the dtype of the result, for products of int8 in int32; None keeps that of the arguments.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [..., m, n].

    Raises:
        ValueError: a matrix is to be transposed and adjoined.
        InvalidArgumentError: shapes or dtypes do not fit, or an argument is a vector: use `tf.linalg.matvec`.

    Example:
        >>> tf.matmul([[1.0, 2.0], [3.0, 4.0]], [[1.0], [10.0]])
        <tf.Tensor: shape=(2, 1), dtype=float32, numpy=
        array([[21.],
               [43.]], dtype=float32)>
        >>> tf.matmul([[1, 2]], [[3, 4]], transpose_b=True)
        <tf.Tensor: shape=(1, 1), dtype=int32, numpy=array([[11]], dtype=int32)>
        >>> (tf.ones([7, 2, 3]) @ tf.ones([3, 4])).shape
        TensorShape([7, 2, 4])
    """
    if type(a) is not EagerTensor or type(b) is not EagerTensor:
        if not is_tensor(a):
            a = convert_to_tensor(a)
        if not is_tensor(b):
            b = convert_to_tensor(b, dtype_hint=a.dtype.base_dtype)
        # The value of an autocast variable is of another dtype than its `dtype`.
        a, b = (x._tfshim_value() if hasattr(x, "_cast_dtype") else x for x in (a, b))
    if not (transpose_a or adjoint_a or transpose_b or adjoint_b or a_is_sparse or b_is_sparse or output_type):
        if _rank(a) == 2 and _rank(b) == 2 and a.dtype is b.dtype:
            return _mat_mul(a, b, False, False, name)
    for side, transposed, adjoined in (("a", transpose_a, adjoint_a), ("b", transpose_b, adjoint_b)):
        if transposed and adjoined:
            raise ValueError(
                f"Only one of `transpose_{side}` and `adjoint_{side}` can be True. Received "
                f"`transpose_{side}`={transposed}, `adjoint_{side}`={adjoined}."
            )
    if TS.graph is not None and (a.dtype.is_complex or b.dtype.is_complex) and (adjoint_a or adjoint_b or transpose_a or transpose_b):
        with name_scope(name or "MatMul") as scope:  # conjugates are named within it
            return _multiplied(a, b, transpose_a, transpose_b, adjoint_a, adjoint_b, a_is_sparse, b_is_sparse, output_type, scope)
    return _multiplied(a, b, transpose_a, transpose_b, adjoint_a, adjoint_b, a_is_sparse, b_is_sparse, output_type, name)


def _multiplied(a, b, transpose_a, transpose_b, adjoint_a, adjoint_b, a_is_sparse, b_is_sparse, output_type, name):
    """The product of tensors, by the operation that TensorFlow takes."""
    batches = [rank is None or rank > 2 for rank in (_rank(a), _rank(b))]
    output_type = None if output_type is None else dt.as_dtype(output_type)
    own_type = output_type is not None and (output_type != a.dtype or output_type != b.dtype)
    if (any(batches) or own_type) and not a_is_sparse and not b_is_sparse:
        # The batched operations adjoin but do not transpose.
        a = _conj(a) if transpose_a and a.dtype.is_complex else a
        b = _conj(b) if transpose_b and b.dtype.is_complex else b
        flags = _flag(adjoint_a, transpose_a, "adj_x"), _flag(adjoint_b, transpose_b, "adj_y")
        if own_type:
            return _batch_mat_mul_v3(a, b, output_type, *flags, name=name)
        return _batch_mat_mul(a, b, *flags, name=name)
    a = _conj(a) if adjoint_a and a.dtype.is_complex else a
    b = _conj(b) if adjoint_b and b.dtype.is_complex else b
    flags = _flag(transpose_a, adjoint_a, "transpose_a"), _flag(transpose_b, adjoint_b, "transpose_b")
    if _for_sparse(a.dtype, b.dtype, a_is_sparse or b_is_sparse):
        product = _sparse_mat_mul(a, b, *flags, bool(a_is_sparse), bool(b_is_sparse), name=name)
        if a.dtype == dt.bfloat16 and b.dtype == dt.bfloat16:
            return cast(product, dt.bfloat16)
        return product
    if own_type:
        return _batch_mat_mul_v3(a, b, output_type, *flags, name=name)
    return _mat_mul(a, b, *flags, name=name)


def _for_sparse(a, b, hinted):
    """Whether TensorFlow's SparseMatMul, which returns float32, takes the product of these dtypes."""
    if hinted and a.mask & _SPARSE_TYPES and b.mask & _SPARSE_TYPES:
        return True
    return a != b and dt.bfloat16 in (a, b) and dt.int8 not in (a, b) and dt.uint8 not in (a, b)


@tf_export("linalg.matvec")
@composite
@in_name_scope("MatVec")
def matvec(
    a: TensorLike,
    b: TensorLike,
    transpose_a: bool = False,
    adjoint_a: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """The products of matrices and vectors. Mirrors `tf.linalg.matvec`.

    Arguments:
        a: a tensor `[..., m, k]`, or `[..., k, m]` with `transpose_a`.
        b: a tensor `[..., k]` of the same dtype; leading dimensions broadcast.
        transpose_a: whether the matrices are transposed first; False by default.
        adjoint_a: whether they are transposed and conjugated first; False by default.
        a_is_sparse, b_is_sparse: whether many elements are 0, which changes no result.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[..., m]` of the same dtype.

    Raises:
        InvalidArgumentError: the shapes do not fit, or the dtypes differ.
        ValueError: both `transpose_a` and `adjoint_a`.

    Example:
        >>> a = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
        >>> tf.linalg.matvec(a, [1.0, 10.0]).numpy().tolist()
        [21.0, 43.0, 65.0]
        >>> tf.linalg.matvec(a, [1.0, 0.0, 1.0], transpose_a=True).numpy().tolist()
        [6.0, 8.0]
        >>> tf.linalg.matvec(tf.ones([7, 3, 2]), tf.ones([7, 2])).shape
        TensorShape([7, 3])
    """
    if not is_tensor(b):
        b = convert_to_tensor(b, dtype_hint=a.dtype.base_dtype if is_tensor(a) else None)
    column = expand_dims(b, axis=-1)
    return squeeze(
        matmul(a, column, transpose_a=transpose_a, adjoint_a=adjoint_a, a_is_sparse=a_is_sparse, b_is_sparse=b_is_sparse, name=name),
        axis=-1,
    )
