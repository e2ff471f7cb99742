"""Products of NumPy's arrays, each on one thread.

From a certain size on, the BLAS of NumPy's wheels, OpenBLAS, takes all cores for a product. Its threads and torch's wait in loops,
and take the processor from each other: a step of a small network then takes thirty times as long. So what is larger is torch's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

_total: Any = np.add.reduce

# Multiplications up to which OpenBLAS stays on one thread: of two matrices, of a matrix and a vector, of two vectors.
_MOST, _MOST_BY_VECTOR = 1 << 18, 1 << 13


def product(a: Any, b: Any) -> Any:
    """`a @ b` of matrices."""
    (m, k), n = a.shape, b.shape[1]
    if m * k * n <= (_MOST if m > 1 and n > 1 else _MOST_BY_VECTOR):
        return a.dot(b)
    return _by_torch(torch.mm, a, b)


def products(a: Any, b: Any) -> Any:
    """`a @ b` of arrays of matrices."""
    (m, k), n = a.shape[-2:], b.shape[-1]
    if m * k * n <= (_MOST if m > 1 and n > 1 else _MOST_BY_VECTOR):
        return np.matmul(a, b)
    return _by_torch(torch.matmul, a, b)


def product_of(sizes: Sequence[int | None], others: Sequence[int | None]) -> Callable[..., Any] | None:
    """`product` for matrices of these sizes, and for its gradients; None where all are known to be small, so that `a.dot(b)` does."""
    (m, k), n = sizes, others[1]
    if m is None or k is None or n is None:
        return product
    return None if m * k * n <= (_MOST if min(m, k, n) > 1 else _MOST_BY_VECTOR) else product


def row_sums(x: Any, ones: Any) -> Any:
    """The sum of each row of `x`: the product with `ones`, a vector or a column, takes a third of the time of NumPy's sum."""
    return x.dot(ones) if x.size <= _MOST_BY_VECTOR else _total(x, -1, None, None, ones.ndim > 1)


def square_sum(x: Any) -> Any:
    """The sum of the squares of all elements."""
    flat = x.reshape(-1)
    return flat.dot(flat) if flat.size <= _MOST_BY_VECTOR else _total(flat * flat)


def _by_torch(multiply: Callable[..., torch.Tensor], a: Any, b: Any) -> Any:
    return multiply(tensor_of(a), tensor_of(b)).numpy()


def tensor_of(x: Any) -> torch.Tensor:
    """The array or number `x` as a tensor, in the same memory where torch takes that."""
    # It warns of arrays that may not be written to, and refuses steps backwards.
    usable = type(x) is np.ndarray and x.flags.writeable and min(x.strides, default=0) >= 0
    return torch.from_numpy(x if usable else np.array(x))
