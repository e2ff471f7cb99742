"""What the operations on matrices demand of their arguments, in TensorFlow's words."""

import cmath

import torch

from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.readable import readable

# The dtypes of decompositions; float16 is computed in float32.
TYPES = dt.float16.mask | dt.float32.mask | dt.float64.mask | dt.COMPLEX


def check_matrix(x, index=0):
    """Raise unless the torch tensor `x`, argument number `index`, has two dimensions at least."""
    if x.dim() < 2:
        raise invalid(f"Input tensor {index} must have rank >= 2, got {x.dim()}")


def check_square(x):
    """Raise unless `x` holds square matrices."""
    check_matrix(x)
    if x.shape[-1] != x.shape[-2]:
        raise invalid("Input matrix must be square.")


def check_pair(a, b):
    """Raise unless the matrices `a` and the right-hand sides `b` agree in rank and leading dimensions."""
    if a.dim() != b.dim():
        raise invalid("All input tensors must have the same rank.")
    check_matrix(a)
    if a.shape[:-2] != b.shape[:-2]:
        raise invalid("All input tensors must have the same outer dimensions.")


def _total(x):
    """The sum of all elements as a Python number: finite if there is no NaN, in one pass; infinities may make one, or overflow."""
    return x.detach().sum().item()


def not_finite(x):
    """Which matrices of `x` hold NaN or infinity, as booleans of shape `[..., 1, 1]`; None if it is none of them."""
    if readable(x) and cmath.isfinite(_total(x)):
        return None
    return ~torch.isfinite(x).all(-1, keepdim=True).all(-2, keepdim=True)


def check_finite(x, what, lower=False):
    """Raise where the matrices `x`, or only their `lower` triangles, hold NaN or infinity, for which no iteration converges."""
    if readable(x) and x.shape[-1] and not cmath.isfinite(_total(x)):
        if not bool(torch.isfinite(x.detach().tril() if lower else x).all()):
            raise invalid(f"{what} decomposition was not successful. The input might not be valid.")


def has_nan(x):
    """Whether a NaN may be among the elements of `x`; False where they cannot be looked at."""
    return readable(x) and cmath.isnan(_total(x))


def no_number(x):
    """What TensorFlow fills results with that it has not found: NaN, but zero where the type is complex."""
    return torch.full((), 0 if x.is_complex() else float("nan"), dtype=x.dtype, device=x.device)


def check_pivots(x, message):
    """Raise if a pivot of the square matrices `x` is NaN, which torch takes for one that is not zero."""
    if has_nan(x) and bool(torch.isnan(x).any()):
        factors, _, _ = torch.linalg.lu_factor_ex(x.detach())
        if bool(torch.isnan(torch.diagonal(factors, 0, -2, -1)).any()):
            raise invalid(message)


def check_info(info, message):
    """Raise if torch's `info` of a factorization reports a failure; unknown while only shapes are computed."""
    if not info.is_meta and (info.any() if info.dim() else info.item()):
        raise invalid(message)
