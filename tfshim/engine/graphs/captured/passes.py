"""Calls of a captured function that are left out, joined, or done in memory that nobody needs any more."""

from __future__ import annotations

from typing import Any

import torch

from tfshim.engine.graphs.captured.torch_calls import Call, Captured, Value

_LOOK = torch.ops.aten.as_strided.default
_PERMUTE, _TURN = torch.ops.aten.permute.default, torch.ops.aten.t.default
_aten = torch.ops.aten
# By element: what gives the same numbers in the memory of the argument of that place.
_IN_PLACE = {
    _aten.relu.default: (_aten.relu_.default, (0,)),
    _aten.add.Tensor: (_aten.add_.Tensor, (0,)),
    _aten.sub.Tensor: (_aten.sub_.Tensor, (0,)),
    _aten.mul.Tensor: (_aten.mul_.Tensor, (0, 1)),
    _aten.div.Tensor: (_aten.div_.Tensor, (0,)),
    _aten.sigmoid.default: (_aten.sigmoid_.default, (0,)),
    _aten.tanh.default: (_aten.tanh_.default, (0,)),
    _aten.neg.default: (_aten.neg_.default, (0,)),
    _aten.exp.default: (_aten.exp_.default, (0,)),
    _aten.leaky_relu.default: (_aten.leaky_relu_.default, (0,)),
    _aten.hardtanh.default: (_aten.hardtanh_.default, (0,)),
}
_INTO_FIRST = {
    _aten.threshold_backward.default: _aten.threshold_backward.grad_input,
    _aten.sigmoid_backward.default: _aten.sigmoid_backward.grad_input,
    _aten.tanh_backward.default: _aten.tanh_backward.grad_input,
    _aten.leaky_relu_backward.default: _aten.leaky_relu_backward.grad_input,
    _aten.hardtanh_backward.default: _aten.hardtanh_backward.grad_input,
    _aten.gelu_backward.default: _aten.gelu_backward.grad_input,
    _aten.silu_backward.default: _aten.silu_backward.grad_input,
}


def improved(captured: Captured) -> None:
    """Leave out of `captured`, in place, what makes no difference to the results."""
    _order_of_elements(captured)
    _join_views(captured)
    _leave_out(captured)
    _use_memory_again(captured)


class _Renaming:
    """Values that stand for others, applied while going through the calls."""

    def __init__(self) -> None:
        self.values: dict[int, Value] = {}

    def __call__(self, x: Any) -> Any:
        if type(x) is Value:
            return self.values.get(id(x), x)
        if isinstance(x, (tuple, list)):
            return type(x)(map(self, x))
        return x

    def apply(self, call: Call) -> None:
        """Rename what `call` takes."""
        call.args = self(call.args)
        call.kwargs = {k: self(v) for k, v in call.kwargs.items()}


def _join_views(captured: Captured) -> None:
    """One Value for all looks of one kind at the same memory: two permutations that undo each other are none."""
    rename, seen, made = _Renaming(), {}, []
    made_here: set[int] = set()  # ids of memory that is the function's own
    for value in (*captured.inputs, *(v for v, _ in captured.constants)):
        seen[(id(value.base), *value.geometry)] = value
    for call in captured.calls:
        rename.apply(call)
        if call.is_view:
            known = [None if r is None else seen.get((id(r.base), *r.geometry)) for r in call.results]
            if all(k is not None for k in known) and not call.has_effect:
                rename.values.update((id(r), k) for r, k in zip(call.results, known) if k is not None and k is not r)
                continue
            _join_looks(call, made_here)
        for r in call.results:
            if r is not None:
                made_here.add(id(r))
                seen.setdefault((id(r.base), *r.geometry), r)
        made.append(call)
    captured.calls = made
    captured.outputs = rename(captured.outputs)


def _axes(call: Call | None) -> tuple[int, ...] | None:
    """The order that a permutation gives to axes; None for other calls."""
    if call is None:
        return None
    if call.function is _PERMUTE:
        rank = len(call.args[0].size)
        return tuple(a % rank for a in call.args[1])
    return (1, 0) if call.function is _TURN and len(call.args[0].size) == 2 else None


def _join_looks(call: Call, made_here: set[int]) -> None:
    """Let `call`, which looks at a look at memory, look at the memory itself."""
    source, result = call.args[0], call.results[0]
    if call.has_effect or call.many or type(source) is not Value or source.base is source or result is None:
        return
    base = source.base
    # Where others' tensors begin in their memory is not the same each time; torch takes it from them where no place is told.
    if result.dtype != base.dtype or result.offset != base.offset and id(base) not in made_here:
        return
    place = [] if result.offset == base.offset else [result.offset]
    call.function, call.args, call.kwargs = _LOOK, [base, list(result.size), list(result.stride), *place], {}


def _order_of_elements(captured: Captured) -> None:
    """What is computed by element of permuted tensors is computed of the tensors, and permuted afterwards.

    A layer's permutation then meets that of the next layer, which undoes it.
    """
    made, permuted, rename = [], {}, _Renaming()
    bases: dict[int, Value] = {}
    for call in captured.calls:
        rename.apply(call)
        for r in call.results:
            if r is not None:
                r.base = bases.get(id(r.base), r.base)
        axes = _axes(call)
        if axes is not None and len(axes) > 2:
            permuted[id(call.results[0])] = call.args[0], axes
        found = _before_permutation(call, permuted)
        if found is None:
            made.append(call)
            continue
        axes, sources = found
        result = call.results[0]
        inner = Value.__new__(Value)
        inner.base, inner.dtype, inner.offset, inner.is_shared, inner.varies = inner, result.dtype, 0, False, True
        back = [axes.index(i) for i in range(len(axes))]
        inner.size, inner.stride = (tuple(x[b] for b in back) for x in (result.size, result.stride))
        outside = _Renaming()
        outside.values = sources
        outside.apply(call)
        call.results = [inner]
        bases[id(result)], result.base = inner, inner
        turn = Call(_PERMUTE, [inner, list(axes)], {}, [result], False)
        turn.is_view = True
        permuted[id(result)] = inner, axes
        made += [call, turn]
    captured.calls = made


def _before_permutation(call: Call, permuted: dict[int, Any]) -> tuple[tuple[int, ...], dict[int, Value]] | None:
    """The permutation that all tensors of `call` have come through, and what each was before; None where there is none of that kind."""
    if not call.by_element or call.has_effect or call.many or len(call.results) != 1:
        return None
    result = call.results[0]
    common, sources = None, {}
    for x in call.tensors:
        if not x.size:
            continue
        found = permuted.get(id(x))
        if found is None or x.size != result.size or x.stride != result.stride:
            return None
        before, axes = found
        if common is not None and axes != common:
            return None
        common = axes
        sources[id(x)] = before
    # Only what fills memory without gaps: the result then has the order of its arguments' elements.
    if common is None or result is None or result.base is not result or result.offset or not _dense(result):
        return None
    return common, sources


def _dense(value: Value) -> bool:
    """Whether its elements follow one another in memory, in some order of the axes."""
    expected = 1
    for size, stride in sorted(((n, s) for n, s in zip(value.size, value.stride) if n != 1), key=lambda x: x[1]):
        if stride != expected:
            return False
        expected *= size
    return 0 not in value.size


def _leave_out(captured: Captured) -> None:
    """Leave out calls whose results nobody needs, and which change nothing that is needed."""
    needed, kept = set(map(id, captured.outputs)), []
    memory = {id(v.base) for v in captured.outputs}
    for call in reversed(captured.calls):
        changes = call.has_effect and (call.draws or call.number is not None or any(id(x.base) in memory for x in call.tensors))
        if not changes and not any(id(r) in needed for r in call.results):
            continue
        kept.append(call)
        for x in call.tensors:
            needed.add(id(x))
            memory.add(id(x.base))
    captured.calls = kept[::-1]


def _use_memory_again(captured: Captured) -> None:
    """Let calls by element write to the memory of an argument that is not needed afterwards, which lies in the processor's caches."""
    last: dict[int, int] = {}  # id of memory -> the last call that looks at it
    for at, call in enumerate(captured.calls):
        for x in (*call.tensors, *(r for r in call.results if r is not None)):
            last[id(x.base)] = at
    kept = {id(v.base) for v in (*captured.outputs, *captured.inputs)} | {id(v.base) for v, _ in captured.constants}
    for at, call in enumerate(captured.calls):
        in_place, into = _IN_PLACE.get(call.function), _INTO_FIRST.get(call.function)
        if in_place is None and into is None or call.results[0] is None or call.results[0].base is not call.results[0]:
            continue
        result = call.results[0]
        for place in (0,) if in_place is None else in_place[1]:
            x = call.args[place]
            if type(x) is not Value or x.base is not x or x.is_shared or id(x) in kept or last[id(x)] != at:
                continue
            if x.geometry != result.geometry or not _dense(x) or sum(y.base is x for y in call.tensors) > 1:
                continue
            if place:
                call.args = [call.args[1], call.args[0], *call.args[2:]]
            if in_place is not None:
                call.function = in_place[0]
            else:
                call.function, call.kwargs = into, {**call.kwargs, "grad_input": call.args[0]}
            break
