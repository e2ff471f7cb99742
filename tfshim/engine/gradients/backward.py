"""Going backward with torch's engine: the gradients of targets for what a recording watched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from tfshim.engine.gradients.aliases import Tape, aliases, is_within, set_multithreading
from tfshim.engine.ops.execution import usable
from tfshim.engine.ops.indexed_slices import from_sparse
from tfshim.engine.runtime.errors import dtype_mismatch, invalid
from tfshim.engine.runtime.state import TS, in_rows
from tfshim.engine.values import memory
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor, wrap

_engine = torch.autograd.Variable._execution_engine.run_backward


def leads_back(t: torch.Tensor) -> bool:
    """Whether gradients flow back from `t`.

    Torch records nothing of rows that are computed all at once: then it raises RuntimeError, and they are taken one by one.
    """
    if not t.requires_grad and in_rows.value and torch._C._functorch.is_batchedtensor(t):
        raise RuntimeError("gradients of what is computed for all rows at once are not supported")
    return t.requires_grad


def seeded(targets: Sequence[torch.Tensor], weights: Sequence[Any]) -> tuple[list[torch.Tensor], list[Any]]:
    """Those of `targets`, torch tensors, that gradients reach, and what going backward begins with at each of them."""
    outputs, seeds = [], []
    for t, w in zip(targets, weights):
        if leads_back(t):
            outputs.append(t)
            seeds.append(torch.ones_like(t) if w is None else fitted(w, t.shape))
    return outputs, seeds


def run_backward(
    outputs: Sequence[torch.Tensor], inputs: Sequence[torch.Tensor], grad_outputs: Sequence[Any], retain_graph: bool, create_graph: bool
) -> Any:
    """`torch.autograd.grad` without its checks of the arguments, which cost more than small gradients do."""
    set_multithreading(False)
    try:
        return _engine(
            tuple(outputs), tuple(grad_outputs), retain_graph, create_graph, tuple(inputs), allow_unreachable=True, accumulate_grad=False
        )
    except RuntimeError as e:
        if memory.shortage(e):
            raise memory.error(e) from None
        raise


def fitted(weight: torch.Tensor, shape: torch.Size) -> torch.Tensor:
    """A gradient of a result of that shape: broadcast, or with its very numbers, as TensorFlow's gradients of reductions take it."""
    if weight.shape == shape:
        return weight
    return weight.reshape(shape) if weight.ndim > len(shape) and weight.numel() == shape.numel() else weight.expand(shape)


def compute(tape: Tape, targets: Sequence[Any], sources: Any, weights: Sequence[Any]) -> list[Any]:
    """The gradients (eager tensors, IndexedSlices or None) of `targets`, weighted, for each of `sources`."""
    outputs, grad_outputs = [], []
    for t, w in zip(targets, weights):
        t = t if isinstance(t, Tensor) else convert_to_tensor(t)
        known = tape.tensors.get(id(t))
        storage = known[1] if known is not None and known[0] is t else t._t
        if type(storage) is not torch.Tensor or not storage.requires_grad or (known is None and not is_within(t._rec, tape)):
            continue
        outputs.append(storage)
        if w is None:
            grad_outputs.append(torch.ones_like(storage))
        else:
            w = convert_to_tensor(w, None if isinstance(w, Tensor) else t.dtype)
            if w.dtype != t.dtype:
                raise dtype_mismatch("Mul", 1, w.dtype, t.dtype)
            given = w._t if w._rec is None else usable(w, TS.tapes)
            # TensorFlow lets output gradients have other shapes; torch's engine wants the very shape.
            try:
                grad_outputs.append(fitted(given, storage.shape))
            except RuntimeError:
                raise invalid(f"Incompatible shapes: {list(given.shape)} vs. {list(storage.shape)} [Op:Mul] name:") from None
    places, inputs = [], []
    for i, s in enumerate(sources):
        for alias in aliases(tape, s):
            places.append(i)
            inputs.append(alias)
    results = [None] * len(sources)
    if not outputs or not inputs:
        return results
    # Under a tape the gradients are themselves recorded, for derivatives of higher order.
    again = bool(TS.tapes)
    found = run_backward(outputs, inputs, grad_outputs, tape.persistent or tape.shared or tape.by_torch or again, again)
    rows = {}  # of sparse gradients: the alias that was looked up in last
    for i, alias, g in zip(places, inputs, found):
        if g is not None:  # the aliases of one source, e.g. a variable read before and after an assignment, add up
            results[i] = g if results[i] is None else results[i] + g
            if g.is_sparse:
                rows[i] = alias
    tape_around = TS.tape if again else None
    return [None if g is None else _wrap_gradient(g, s, tape_around, rows.get(i)) for i, (g, s) in enumerate(zip(results, sources))]


def _wrap_gradient(g: torch.Tensor, source: Any, around: Tape | None, alias: torch.Tensor | None) -> Any:
    rec = around if around is not None and g.requires_grad else None
    if alias is not None and g.is_sparse:
        return from_sparse(g, rec, *getattr(alias, "_index_dtypes", (torch.int64, torch.int32)))
    if g.is_conj():  # torch conjugates lazily, and such tensors have no `numpy()`
        g = g.resolve_conj()
    return wrap(g, source.dtype, rec)
