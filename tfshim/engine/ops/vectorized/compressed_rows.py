"""Sparse matrices as torch compresses them, row by row."""

from __future__ import annotations

import functools
import warnings

import torch


def matrix(ends: torch.Tensor, columns: torch.Tensor, values: torch.Tensor, shape: tuple[int, int]) -> torch.Tensor:
    """The sparse matrix of what stands in the `columns`: of row i from `ends[i]` to `ends[i + 1]`. Nothing of it is checked."""
    _warned()
    return torch.sparse_csr_tensor(ends, columns, values, shape, check_invariants=False)


@functools.cache
def _warned() -> None:
    """Has torch say now, to nobody, that sparse matrices are in beta state, which it says once."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.sparse_csr_tensor(torch.tensor([0, 0]), torch.zeros(0, dtype=torch.int64), torch.zeros(0), (1, 1), check_invariants=False)
