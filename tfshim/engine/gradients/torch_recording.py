"""Tensors that torch's own autograd records, and the conversions between its tensors and those of `tf`.

A tensor made of a torch tensor that requires gradients names `TORCH` as its recording. Where no tape records, operations on it
run under that one, as under a tape: the results are recorded by torch and name it too. Under a tape they belong to the tape; if
it takes in anything that torch records beside it, its results stay recorded when it has ended.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import torch

from tfshim.engine.gradients.aliases import Tape
from tfshim.engine.ops.execution import usable
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS, enter_special, leave_special
from tfshim.engine.values.dtypes import FROM_TORCH
from tfshim.engine.values.protocol import is_ragged, is_sparse, is_variable
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap

_alias = torch.ops.aten.alias.default


class _TorchRecording(Tape):
    """What torch's autograd records by itself: it watches nothing, and never ends."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(persistent=True, watch_accessed=False)
        self.by_torch = self.promised = True

    def push(self) -> None:
        """Record in this thread, where no tape does; whether torch's gradients are switched on is the caller's choice."""
        TS.tape, TS.tapes = self, (self,)
        enter_special()

    def pop(self) -> None:
        """Stop recording in this thread."""
        leave_special()
        TS.tape, TS.tapes = None, ()


TORCH = _TorchRecording()


def _recorded_by_torch(function: Callable[..., Any], *args: Any) -> Any:
    TORCH.push()
    try:
        return function(*args)
    finally:
        if TS.tape is TORCH:
            TORCH.pop()


def to_torch(x: Any) -> torch.Tensor:
    """The `torch.Tensor` behind the numeric tensor or variable `x`, without a copy.

    It takes part in torch's autograd if a tape of this thread records `x`, or torch itself does; otherwise, and when the tape
    has ended, it is a constant. Raises TypeError for what has no values: strings, and tensors of a graph that is being built.
    """
    made = x._tfshim_value() if is_variable(x) else x.value() if not hasattr(x, "_t") and hasattr(x, "value") else x
    if isinstance(made, Tensor) and type(made) is not EagerTensor:
        raise TypeError(
            f"to_torch expects a tensor with a value, got {x!r}, which belongs to a graph: in a tf.function, call torch code in a "
            "tf.py_function, or make a layer of it by tfshim.from_module."
        )
    storage = getattr(made, "_t", None)
    if not isinstance(storage, torch.Tensor):
        dense = "x.to_tensor()" if is_ragged(x) else "tf.sparse.to_dense(x)" if is_sparse(x) else None
        raise TypeError(f"to_torch expects a tensor of numbers, got {x!r}{f': give it {dense}' if dense else ''}.")
    if made._rec is None:
        return storage.detach()
    attached = usable(made, TS.tapes or (TORCH,))
    return _alias(attached) if attached.requires_grad else attached.detach()


def from_torch(t: torch.Tensor) -> EagerTensor:
    """The `tf.Tensor` that shares the memory of the torch tensor `t`; `t` must not be changed in place afterwards.

    If `t` requires gradients, they flow through it: those of the tapes that record now, and torch's own, to whatever `to_torch`
    gives of the results. Raises TypeError for a dtype that TensorFlow does not have, and for what is not in memory number by number:
    sparse and nested tensors, and those of the device "meta".
    """
    if not isinstance(t, torch.Tensor):
        raise TypeError(f"from_torch expects a torch.Tensor, got {type(t).__name__}.")
    if t.dtype not in FROM_TORCH:
        raise TypeError(f"torch's {t.dtype} has no counterpart in TensorFlow; convert it first.")
    if t.layout is not torch.strided or t.is_nested:
        kind, remedy = ("nested", "torch.nested.to_padded_tensor") if t.is_nested else (t.layout, "to_dense()")
        raise TypeError(f"from_torch expects a dense tensor, got a {kind} one: use {remedy} first.")
    if t.is_meta:
        raise TypeError("from_torch expects a tensor with values, got one on the device meta.")
    if not t.requires_grad or not torch.is_grad_enabled():
        return wrap(t.detach())
    tapes = TS.tapes
    if tapes and _has_other_starts(t, tapes):
        for tape in tapes:
            tape.by_torch = True
    return wrap(_alias(t), None, TS.tape or TORCH)


def _has_other_starts(t: torch.Tensor, tapes: Collection[Tape]) -> bool:
    """Whether gradients of `t` flow into anything beside what `tapes` watch."""
    own = {id(alias) for tape in tapes for _, alias in tape.tensors.values()}
    own.update(id(alias) for tape in tapes for _, reads in tape.variables.values() for _, alias in reads)
    if t.grad_fn is None:
        return id(t) not in own
    waiting: list[Any] = [t.grad_fn]
    seen = {waiting[0]}
    while waiting:
        node = waiting.pop()
        start = getattr(node, "variable", None)  # of the node that ends at a leaf
        if start is not None and id(start) not in own:
            return True
        for following, _ in node.next_functions:
            if following is not None and following not in seen:
                seen.add(following)
                waiting.append(following)
    return False


higher.install(recorded_by_torch=_recorded_by_torch)
