"""What makes the new values and the gates of recurrent cells, with slopes that are computed from the results."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch

from tfshim.engine.ops.vectorized import elementary

_Tensor = torch.Tensor


class Function(NamedTuple):
    """`plain` is differentiated by torch; `into(x, out)` writes the same into `out`, which may be `x`; `slope` is of the results."""

    plain: Callable[[_Tensor], _Tensor]
    into: Callable[[_Tensor, _Tensor], _Tensor]
    slope: Callable[[_Tensor], _Tensor]


def _sigmoid_into(x: _Tensor, out: _Tensor) -> _Tensor:
    return torch.sigmoid(x, out=out)


def _relu_into(x: _Tensor, out: _Tensor) -> _Tensor:
    return torch.clamp(x, min=0, out=out)


def _linear_into(x: _Tensor, out: _Tensor) -> _Tensor:
    return out if out is x else out.copy_(x)


def _hard_sigmoid(x: _Tensor) -> _Tensor:
    return (0.2 * x + 0.5).clamp(0, 1)


def _hard_sigmoid_into(x: _Tensor, out: _Tensor) -> _Tensor:
    return torch.mul(x, 0.2, out=out).add_(0.5).clamp_(0, 1)


def _elu_into(x: _Tensor, out: _Tensor) -> _Tensor:
    return torch.nn.functional.elu_(_linear_into(x, out))


def _softplus_into(x: _Tensor, out: _Tensor) -> _Tensor:
    return torch._C._nn.softplus(x, out=out)  # type: ignore[call-arg]  # torch declares it without `out`


BY_NAME = {
    "tanh": Function(torch.tanh, elementary.tanh_into, lambda y: 1 - y * y),
    "sigmoid": Function(torch.sigmoid, _sigmoid_into, lambda y: y - y * y),
    "relu": Function(torch.relu, _relu_into, lambda y: (y > 0).to(y.dtype)),
    "linear": Function(lambda x: x, _linear_into, torch.ones_like),
    "hard_sigmoid": Function(_hard_sigmoid, _hard_sigmoid_into, lambda y: ((y > 0) & (y < 1)).to(y.dtype) * 0.2),
    "elu": Function(torch.nn.functional.elu, _elu_into, lambda y: y.clamp(max=0) + 1),
    "softplus": Function(torch.nn.functional.softplus, _softplus_into, lambda y: 1 - torch.exp(-y)),
}
