"""Operations whose gradient is not torch's: none, none registered, or one that the user registered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import torch

from tfshim.engine.ops import registered_gradients
from tfshim.engine.ops.execution import call
from tfshim.engine.ops.static_shapes.abstract import map_leaves
from tfshim.engine.runtime.interface import higher

if TYPE_CHECKING:
    from tfshim.engine.ops.op import Op


def _tensors(arguments: Any) -> Iterator[torch.Tensor]:
    """The torch tensors among the arguments, flat."""
    for a in arguments:
        if isinstance(a, torch.Tensor):
            yield a
        elif type(a) is list:
            yield from (x for x in a if isinstance(x, torch.Tensor))


def _replaced(arguments: Any, tensors: Iterator[torch.Tensor]) -> Any:
    """`arguments` with its torch tensors taken from the iterator `tensors`."""
    return [
        next(tensors)
        if isinstance(a, torch.Tensor)
        else [next(tensors) if isinstance(x, torch.Tensor) else x for x in a]
        if type(a) is list
        else a
        for a in arguments
    ]


def call_with_gradient(o: Op, arguments: Any, values: Any) -> Any:
    """Run the operation `o`, whose gradient is not torch's own, under a tape."""
    inputs = list(_tensors(arguments))
    if not any(t.requires_grad for t in inputs):
        return call(o, arguments, values, None)
    plain = _replaced(arguments, iter([t.detach() for t in inputs]))
    result = call(o, plain, values, None)
    if o.grad is None:
        return result
    # "missing": looked up in the registry going backward, which raises LookupError if it has no entry either.

    def attached(r: torch.Tensor) -> Any:
        return registered_gradients.attach(o, r, arguments, inputs) if r.is_floating_point() or r.is_complex() else r

    return map_leaves(result, attached, torch.Tensor)


higher.install(call_with_gradient=call_with_gradient)
