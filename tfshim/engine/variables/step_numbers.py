"""Numbers of the steps of optimizers, in the dtype of the variable: TensorFlow computes them there, and rounds them so."""

from typing import Any

import numpy as np
import torch

# bfloat16 has no NumPy dtype: its numbers are float32 here, rounded only where that decides between 0 and something.
_KINDS: dict[torch.dtype, Any] = {torch.float16: np.float16, torch.float32: np.float32, torch.float64: np.float64}


def rounded(x: Any, dtype: torch.dtype) -> Any:
    """A hyperparameter as `tf.cast(x, dtype)` makes it, a NumPy scalar: Python's numbers are float32 before."""
    kind = _KINDS.get(dtype, np.float32)
    if dtype is torch.bfloat16:
        return np.float32(torch.tensor(float(x), dtype=dtype).item())
    return kind(np.float32(x)) if isinstance(x, (float, int)) else kind(x)


def one_minus_power(beta: Any, count: int, dtype: torch.dtype) -> Any:
    """`1 - beta ** count`, a NumPy scalar."""
    if dtype is torch.bfloat16:
        power = torch.tensor(float(beta), dtype=dtype) ** torch.tensor(count, dtype=dtype)
        return np.float32((1 - power).item())  # 0 for the usual 0.999, which is 1 there
    kind = _KINDS.get(dtype, np.float32)
    return kind(1) - rounded(beta, dtype) ** kind(count)


def adam_rate(rate: float, beta_1: Any, beta_2: Any, count: int, dtype: torch.dtype) -> float:
    """The rate of step `count` of Adam, corrected for averages that begin at 0."""
    # Powers of what is above 1 may overflow.
    with np.errstate(all="ignore"):
        first, second = one_minus_power(beta_1, count, dtype), one_minus_power(beta_2, count, dtype)
    return corrected_rate(type(first)(rate), first, second)


def corrected_rate(rate: Any, first: Any, second: Any) -> float:
    """Adam's rate for averages that begin at 0. `first` and `second`: one minus the powers of both decays. NumPy scalars."""
    # A decay of 1 divides by zero, for which TensorFlow does not warn either.
    with np.errstate(all="ignore"):
        return float(rate * np.sqrt(second) / first)


def adamax_rate(rate: float, beta_1: Any, count: int, dtype: torch.dtype) -> float:
    """The rate of step `count` of Adamax, corrected for averages that begin at 0."""
    with np.errstate(all="ignore"):
        return float(_KINDS.get(dtype, np.float32)(rate) / one_minus_power(beta_1, count, dtype))


def nadam_shares(now: Any, following: Any, product: Any) -> tuple[float, float]:
    """The shares of the average and of the gradient in a step of Nadam.

    `now` and `following`: the momentum of this step and of the next; `product`: that of all momenta until now. NumPy scalars of one dtype.
    """
    one = type(now)(1)
    with np.errstate(all="ignore"):
        return float(following / (one - product * following)), float((one - now) / (one - product))
