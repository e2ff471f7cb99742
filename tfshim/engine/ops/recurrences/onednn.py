"""oneDNN's LSTM over whole sequences, called directly.

`torch._VF.lstm` reaches the same kernel, but takes half as long again around it: it records views of every weight and the
parts of every result, and goes back through all of them.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import torch

from tfshim.engine.values.readable import readable


@functools.cache
def _available() -> bool:
    return torch.backends.mkldnn.is_available()


def serves(x: torch.Tensor) -> bool:
    """Whether the kernel is there for an LSTM over `x`; torch's compiler does not know it."""
    if x.device.type != "cpu" or x.dtype is not torch.float32 or not x.numel():
        return False
    return _available() and torch._C._get_mkldnn_enabled() and readable(x)


def forward(given: Sequence[torch.Tensor], trains: bool) -> tuple[torch.Tensor, ...]:
    """(states of all steps, last state, last cell, what `backward` needs).

    `given`: the inputs [time, batch, features], their weights [4 * units, features], those of the states [4 * units, units], two vectors
    that are added [4 * units], the first state and the first cell; gates in the order input, forget, cell, output. None of them may be
    recorded, and each has its elements side by side, since unlike others the kernel does not look at strides.
    """
    size = given[5].shape[1]
    # What `backward` needs is kept only in this mode.
    with torch.set_grad_enabled(trains):
        return torch.ops.aten.mkldnn_rnn_layer.default(*given, False, [], 2, size, 1, True, False, False, trains)


def backward(
    given: Sequence[torch.Tensor], results: Sequence[torch.Tensor], gradients: Sequence[torch.Tensor | None]
) -> tuple[torch.Tensor, ...]:
    """The gradients of all that was `given` to `forward`, from its `results` and the `gradients` of the first three."""
    *made, workspace = results
    options = (False, 2, given[5].shape[1], 1, True, True, False, [], False)
    return torch.ops.aten.mkldnn_rnn_layer_backward.default(*given, *made, *gradients, *options, workspace)
