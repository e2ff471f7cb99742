"""Comparisons, and what is asked of many truth values, by NumPy where that is faster.

torch takes five to forty times as long for large tensors on one thread. All of these are decided alike, by the times that a comparison
and a question to all of the numbers take; the results do not depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from tfshim.engine.ops.vectorized import choice
from tfshim.engine.ops.vectorized.choice import Rivals
from tfshim.engine.values.readable import at_least, on_processor

_KINDS = (torch.float32, torch.float64, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8, torch.bool)
_TYPE = torch.Tensor


def _other(x: Any) -> Any:
    # Bytes torch compares at once with others, and each by itself with a number.
    return x if x.itemsize > 1 else 1


RIVALS = Rivals(lambda x: torch.lt(x, _other(x)), lambda x, out: np.less(x, _other(x), out=out), 0, 1, _KINDS, same=True)
# Those that ask all or any of many truth values.
REDUCED = Rivals(torch.all, lambda x, out: np.logical_and.reduce(x, None, out=out), 1, 1, _KINDS, same=True)
_suits = RIVALS.numpy_wins


# Of these torch compares each by itself, and NumPy more slowly still: as wider numbers, or by their bits.
_HALVES = {torch.float16: (0x7FFF, 0x7C00), torch.bfloat16: (0x7FFF, 0x7F80)}  # dtype -> bits but the sign, and those of infinity


def _are_many_halves(x: torch.Tensor) -> bool:
    return x.dtype in _HALVES and at_least(x.numel(), choice.MANY) and on_processor(x)


def _by_numpy(function: Callable[..., Any], x: torch.Tensor, *others: Any) -> torch.Tensor:
    made = torch.empty_like(x, dtype=torch.bool)
    with np.errstate(all="ignore"):
        function(x.detach().numpy(), *others, out=made.numpy())
    return made


def _has(dtype: torch.dtype, y: int) -> bool:
    """Whether `y` is one of the integers that `dtype` has; not all of them are."""
    if dtype is torch.bool:
        return False
    most = 127 if dtype.itemsize == 1 else 32767
    return (-most if dtype.is_signed else 0) <= y <= most


def _spreads(y: torch.Tensor, x: torch.Tensor) -> bool:
    missing = x.dim() - y.dim()
    return missing >= 0 and all(n in (1, m) for n, m in zip(y.shape, x.shape[missing:]))


def _compared(by_torch: Callable[..., torch.Tensor], by_numpy: Callable[..., Any]) -> Callable[..., torch.Tensor]:
    def compare(x: torch.Tensor, y: Any) -> torch.Tensor:
        if x.__class__ is not _TYPE or not at_least(x.numel(), choice.MANY):
            return by_torch(x, y)
        if x.dtype in _HALVES:
            known = y.__class__ is _TYPE and y.dtype is x.dtype and _are_many_halves(x) and (not y.dim() or y.shape == x.shape)
            return compare(x.float(), y.float()) if known else by_torch(x, y)
        if _suits(x):
            if y.__class__ is not _TYPE:
                # An integer that the dtype has; NumPy refuses others.
                known = type(y) is int and _has(x.dtype, y) or type(y) is float and x.is_floating_point()
                return _by_numpy(by_numpy, x, y) if known else by_torch(x, y)
            if y.dtype is x.dtype and (y.shape == x.shape or not y.dim() or _spreads(y, x)) and _suits(y):
                return _by_numpy(by_numpy, x, y.detach().numpy())
        return by_torch(x, y)

    compare.__name__ = by_torch.__name__
    return compare


eq, ne = _compared(torch.eq, np.equal), _compared(torch.ne, np.not_equal)
lt, le = _compared(torch.lt, np.less), _compared(torch.le, np.less_equal)
gt, ge = _compared(torch.gt, np.greater), _compared(torch.ge, np.greater_equal)


def _asked(
    by_torch: Callable[..., torch.Tensor], by_numpy: Callable[..., Any], by_bits: Callable[..., torch.Tensor]
) -> Callable[..., torch.Tensor]:
    """The question as torch and as NumPy ask it, and as it is asked of the bits without the sign and of those of infinity."""

    def ask(x: torch.Tensor) -> torch.Tensor:
        if _are_many_halves(x):
            unsigned, infinity = _HALVES[x.dtype]
            return by_bits(x.detach().view(torch.int16).bitwise_and(unsigned), infinity)
        return _by_numpy(by_numpy, x) if at_least(x.numel(), choice.MANY) and _suits(x) else by_torch(x)

    ask.__name__ = by_torch.__name__
    return ask


isnan, isinf = _asked(torch.isnan, np.isnan, gt), _asked(torch.isinf, np.isinf, eq)
isfinite = _asked(torch.isfinite, np.isfinite, lt)


_WORD, _MOST_WORDS = 8, 8  # bytes of a word, and words of a row, up to which these are combined in less time than NumPy begins a row


def _of_words(x: torch.Tensor, dims: Sequence[int]) -> bool:
    """Whether the last axis of truth values, along which alone they are combined, is a few whole words."""
    wide = x.shape[-1] if x.dim() > 1 else 0
    return len(dims) == 1 and dims[0] in (-1, x.dim() - 1) and 0 < wide <= _WORD * _MOST_WORDS and wide % _WORD == 0 and x.is_contiguous()


def _by_words(x: torch.Tensor, combine: Callable[..., Any]) -> torch.Tensor:
    words = x.view(torch.int64).unbind(-1)
    made = words[0]
    both = torch.bitwise_and if combine == np.logical_and.reduce else torch.bitwise_or
    for word in words[1:]:
        made = both(made, word)
    return eq(made, 0x0101010101010101) if both is torch.bitwise_and else ne(made, 0)


_OF_BITS: dict[Any, Callable[..., Any]] = {np.logical_and.reduce: np.bitwise_and.reduce, np.logical_or.reduce: np.bitwise_or.reduce}


def _reduced(by_torch: Callable[..., torch.Tensor], by_numpy: Callable[..., Any]) -> Callable[..., torch.Tensor]:
    def reduce(x: torch.Tensor, dims: Sequence[int], keepdims: bool) -> torch.Tensor:
        if at_least(x.numel(), choice.MANY) and REDUCED.numpy_wins(x):
            if x.dtype is torch.bool and _of_words(x, dims):
                made = _by_words(x, by_numpy)
                return made.unsqueeze(-1) if keepdims else made
            array, reduce = x.numpy(), by_numpy
            if x.dtype is torch.bool and len(dims) == 1 and dims[0] in (-1, x.dim() - 1):  # bits are combined many at a time
                array, reduce = x.view(torch.uint8).numpy(), _OF_BITS[by_numpy]
            made = np.asarray(reduce(array, axis=tuple(dims), keepdims=keepdims))
            return torch.from_numpy(made if made.dtype == np.bool_ else made.view(np.bool_))
        return by_torch(x, dims, keepdims)

    reduce.__name__ = by_torch.__name__
    return reduce


all_of, any_of = _reduced(torch.all, np.logical_and.reduce), _reduced(torch.any, np.logical_or.reduce)
