"""Products of two matrices in the way that is faster on this processor.

torch multiplies by its BLAS, which uses half of the width of some processors' vector units, and less for few columns; the oneDNN
inside torch uses all of it. Which of the two is faster, and how products of few columns are, are questions of their own.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import torch

from tfshim.engine.runtime import determinism
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.wanted import wanted
from tfshim.engine.values.readable import at_least, forward_mode, on_processor, readable

# Below this number of multiplications, oneDNN's longer way to the first of them costs more than it saves.
_MANY = 5 << 19
LEAST_SIDE = 16
# Rows of the first matrix from which oneDNN is worth it, with many columns: BLAS has a fast way for one row.
_LEAST_ROWS = 4
# Elements of the first matrix from which a product of fewer columns than that, for which MKL has slow kernels on some processors, is
# worth the call of an autograd function.
_MANY_NARROW = 2**15
# What is gained has to be more than the luck of a measurement, and than what a call costs in Python.
_WORTH_IT = 0.75


def _promising() -> bool:
    """Whether this processor is one of those whose width BLAS may leave unused."""
    if not torch.backends.mkldnn.is_available() or torch.backends.cpu.get_cpu_capability() != "AVX512":
        return False
    try:
        with open("/proc/cpuinfo") as file:
            return "AuthenticAMD" in next((line for line in file if line.startswith("vendor_id")), "")
    except OSError:
        return False


# False where oneDNN may be the faster one.
BLAS_IS_FASTEST = not _promising()


class Choice:
    """Which products oneDNN takes: `rows`, of matrices that lie row by row; `transposed`, where the first lies column by column.

    `few`: of few columns, where the first matrix lies row by row. `narrow`: whether other products of few columns are computed as the
    transpose of the product of the transposed matrices.
    None: not measured yet; False: none.
    """

    rows: bool | None = False if BLAS_IS_FASTEST else None  # so that small products cost nothing elsewhere
    transposed: bool | None = None
    few: bool | None = rows
    narrow: bool | None = rows


def mm(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """The product of the matrices `a` [m, k] and `b` [k, n]; errors are those of `torch.mm`."""
    if not (Choice.rows is False is Choice.narrow) and _large(a.numel(), b.numel()) and _suits(a, b):
        return _Product.apply(a, b, None) if torch.is_grad_enabled() and (a.requires_grad or b.requires_grad) else fast(a, b, None)
    return torch.mm(a, b)


def addmm(bias: torch.Tensor, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """The product of the matrices `a` [m, k] and `b` [k, n] and the vector `bias` [n]; errors are those of `torch.addmm`."""
    if not (Choice.rows is False is Choice.narrow) and _large(a.numel(), b.numel()) and _suits(a, b) and _fits(bias, b):
        recorded = torch.is_grad_enabled() and (a.requires_grad or b.requires_grad or bias.requires_grad)
        return _Product.apply(a, b, bias) if recorded else fast(a, b, bias)
    return torch.addmm(bias, a, b)


def along_last(x: torch.Tensor, w: torch.Tensor, bias: torch.Tensor | None = None) -> torch.Tensor:
    """The product of the last axis of `x` [..., k] with the matrix `w` [k, n], and the vector `bias` [n] added where there is one."""
    if x.dim() == 2:
        return mm(x, w) if bias is None else addmm(bias, x, w)
    if x.dim() > 2 and w.dim() == 2 and x.shape[-1] == w.shape[0]:
        flat = x.flatten(0, -2)  # a copy where the axes lie in another order, which torch's product would make as well
        made = mm(flat, w) if bias is None else addmm(bias, flat, w)
        return made.view(*x.shape[:-1], w.shape[1])
    return torch.matmul(x, w) if bias is None else torch.matmul(x, w) + bias


def multiplying(a: torch.Tensor, b: torch.Tensor) -> Callable[..., torch.Tensor]:
    """What multiplies matrices of the sizes of `a` [m, k] and `b` [k, n] as `torch.mm` does, chosen once for all steps of a recurrence.

    Autograd does not see what it does.
    """
    return _multiply if _by_onednn(a, b) else torch.mm


def adding(a: torch.Tensor, b: torch.Tensor) -> Callable[[torch.Tensor, torch.Tensor, torch.Tensor], torch.Tensor]:
    """What adds the product of matrices of these sizes to a third one in place, as `torch.Tensor.addmm_` does; chosen as above."""
    return _add_product if _by_onednn(a, b) else torch.Tensor.addmm_


def _by_onednn(a: torch.Tensor, b: torch.Tensor) -> bool:
    return Choice.rows is not False and b.shape[1] >= LEAST_SIDE and _large(a.numel(), b.numel()) and _suits(a, b)


def _multiply(a: torch.Tensor, b: torch.Tensor, *, out: torch.Tensor | None = None) -> torch.Tensor:
    return _of_rows(a, b) if out is None else out.copy_(_of_rows(a, b))


def _add_product(out: torch.Tensor, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return out.add_(_of_rows(a, b))


def _large(first: int, second: int) -> bool:
    """Whether matrices of so many elements may suit."""
    return at_least(first * second, _MANY) or at_least(first, _MANY_NARROW) and second < LEAST_SIDE * LEAST_SIDE


def _suits(a: torch.Tensor, b: torch.Tensor) -> bool:
    if a.dtype is not torch.float32 or b.dtype is not torch.float32 or a.dim() != 2 or b.dim() != 2 or not (a.is_cpu and b.is_cpu):
        return False
    (m, k), (inner, n) = a.shape, b.shape
    if n < LEAST_SIDE:
        enough = 1 < n and m >= LEAST_SIDE and m * k >= _MANY_NARROW and _of_few_columns(a) is not False
    else:
        enough = m >= _LEAST_ROWS and m * k * n >= _MANY and Choice.rows is not False
    return (
        enough and k == inner and readable(a) and readable(b) and allowed() and bool(_of_few_columns(a) if n < LEAST_SIDE else Choice.rows)
    )


def _of_few_columns(a: torch.Tensor) -> bool | None:
    """Whether a product of `a` with few columns is better made in another way than BLAS's; None where it is to be measured."""
    if Choice.few is not False and not _lies_in_columns(a):
        return Choice.few
    # Short sums BLAS makes faster the other way about.
    return Choice.narrow if a.shape[1] >= LEAST_SIDE else False


def _lies_in_columns(a: torch.Tensor) -> bool:
    return a.stride(1) != 1 and a.stride(0) == 1


def allowed() -> bool:
    """Whether another way than BLAS's may be taken at all, here and now."""
    return (
        # The autograd functions have no rule for forward mode.
        not forward_mode()
        # What was measured may differ between processes.
        and not determinism.enabled()
        and torch._C._get_mkldnn_enabled()
        and _measured()
    )


def _fits(bias: torch.Tensor, b: torch.Tensor) -> bool:
    return bias.dtype is torch.float32 and bias.dim() == 1 and bias.shape[0] == b.shape[1] and on_processor(bias)


class _Product(Function):
    """`a @ b`, with a bias or None, whose gradients are products by the same rule and so can be differentiated again."""

    @staticmethod
    def forward(ctx: Any, a: torch.Tensor, b: torch.Tensor, bias: torch.Tensor | None) -> torch.Tensor:
        ctx.save_for_backward(a, b)
        return fast(a, b, bias)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        a, b = ctx.saved_tensors
        return (
            mm(grad, b.t()) if wanted(ctx, 0) else None,
            mm(a.t(), grad) if wanted(ctx, 1) else None,
            grad.sum(0) if ctx.needs_input_grad[2] else None,
        )


def fast(a: torch.Tensor, b: torch.Tensor, bias: torch.Tensor | None) -> torch.Tensor:
    """The product of matrices that suit, by oneDNN where that is faster."""
    if b.shape[1] < LEAST_SIDE:
        if Choice.few and not _lies_in_columns(a):
            return _of_rows(a, b, bias)
        made = _narrow(a, b)
        return made if bias is None else made.add_(bias)
    if _lies_in_columns(a):
        if bias is None:
            return _of_transposed(a, b) if Choice.transposed else torch.mm(a, b)
        # oneDNN would copy the first matrix into rows.
        return torch.addmm(bias, a, b)
    return _of_rows(a, b, bias)


def _narrow(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.mm(b.t(), a.t()).t().contiguous()


def _of_rows(a: torch.Tensor, b: torch.Tensor, bias: torch.Tensor | None = None) -> torch.Tensor:
    if not (b.is_contiguous() or b.t().is_contiguous()):
        # For a part of a matrix oneDNN has no kernel: it goes from number to number, a thousand times as long.
        b = b.contiguous()
    made: torch.Tensor = torch.ops.mkldnn._linear_pointwise.default(a, b.t(), bias, "none", [], "")
    return made


def _of_transposed(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    # Of rows again once one of the two is transposed in memory: the one that is less to copy, where that is `b` with the result.
    if a.numel() <= b.numel() + a.shape[0] * b.shape[1]:
        return _of_rows(a.contiguous(), b)
    return _of_rows(b.t().contiguous(), a.t()).t().contiguous()


def _measured() -> bool:
    """Whether any product is faster in another way than BLAS's, measured by the first that suits."""
    if Choice.rows is None or Choice.few is None or Choice.narrow is None:
        rows, transposed, few, narrow = _measure() if _promising() else (False, False, False, False)
        if Choice.rows is None:
            Choice.rows, Choice.transposed = rows, transposed
        if Choice.few is None:
            Choice.few = few
        if Choice.narrow is None:
            Choice.narrow = narrow
    return bool(Choice.rows or Choice.few or Choice.narrow)


def _measure() -> tuple[bool, bool, bool, bool]:
    """Which of `rows`, `transposed`, `few` and `narrow` is clearly faster; takes some milliseconds."""
    with torch.no_grad():
        a, b, few = torch.full((256, 256), 0.5), torch.full((256, 256), 0.5), torch.full((256, 10), 0.5)
        rows = _compared(_of_rows, a, b)
        return rows, rows and _compared(_of_transposed, a.t(), b), _compared(_of_rows, a, few), _compared(_narrow, a.t(), few)


def _compared(candidate: Callable[..., torch.Tensor], a: torch.Tensor, b: torch.Tensor) -> bool:
    least: dict[Callable[..., torch.Tensor], float] = {candidate: float("inf"), torch.mm: float("inf")}
    for _ in range(6):  # the first call of each finds out how it is done
        for multiply in least:
            start = time.perf_counter()
            multiply(a, b)
            least[multiply] = min(least[multiply], time.perf_counter() - start)
    return least[candidate] < _WORTH_IT * least[torch.mm]
