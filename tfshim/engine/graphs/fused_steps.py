"""Steps of a program that share memory or one call: what a large tensor passes through costs a pass over memory for each step.

Two things are found among the nodes of a program, both only where nothing but the next step uses what a step gives:

- steps that may write into the tensor they are given, because the step that made it keeps nothing of it, not even for its gradient;
- pairs of steps that one kernel computes, such as a convolution and its bias.

Random numbers are scaled and shifted where they lie: a program that initializes the variables of a large model holds each once.

Which operations these are is declared beside them. Only float32 and float64 take part: others may need a second try in a wider type.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import torch

from tfshim.engine.graphs.operation import use_counts
from tfshim.engine.values import dtypes
from tfshim.engine.values.readable import at_least, forward_mode, readable

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

_TYPES = (dtypes.float32, dtypes.float64)
_LARGE = 1 << 15  # elements whose pass over memory costs more than finding out where they lie
_TO_LAST = {4: (0, 2, 3, 1), 5: (0, 2, 3, 4, 1)}
_TO_FIRST = {4: (0, 3, 1, 2), 5: (0, 4, 1, 2, 3)}

_relevant: set[Any] = set()  # operations that programs with fused steps have
_owners: set[Any] = set()  # operations
_draws: set[Any] = set()  # operations
_changes: dict[Any, tuple[int, Callable[..., Any]]] = {}  # operation -> as of `_writers`, for random numbers
_writers: dict[Any, tuple[int, Callable[..., Any]]] = {}  # operation -> (how many arguments it may write into, its kernel that does)
_pairs: dict[tuple[Any, Any], tuple[Callable[..., Any], Callable[[Operation, Operation], bool], int]] = {}

_seconds: dict[Any, int] = {}  # the second operations of those -> the place


def owns_result(operation: Any) -> None:
    """Declare that the (first) result of `operation` is always new memory, which neither it nor its gradient looks at again."""
    _owners.add(operation._tfshim_op)
    _relevant.add(operation._tfshim_op)


def in_place(operation: Any, kernel: Callable[..., Any], places: int = 1) -> None:
    """Declare a kernel of `operation` that gives the same, but may write into its first argument.

    With `places` of 2 the operation is commutative, and the kernel gets the argument that it may write into first.
    """
    _writers[operation._tfshim_op] = places, kernel
    _relevant.add(operation._tfshim_op)


def draws(operation: Any) -> None:
    """Declare that the result of `operation` is new memory of random numbers, which have no gradient."""
    _draws.add(operation._tfshim_op)
    _relevant.add(operation._tfshim_op)


def changes_drawn(operation: Any, change: Callable[..., Any], places: int = 1) -> None:
    """Declare torch's `change` of a tensor, by which `operation` is computed where random numbers lie; `places` as of `in_place`."""
    _changes[operation._tfshim_op] = places, _change_of_drawn(change, operation._tfshim_op.kernel)


def as_one(
    first: Any,
    second: Any,
    kernel: Callable[[tuple[Any, ...], tuple[Any, ...]], Any],
    suits: Callable[[Operation, Operation], bool] = lambda first, second: True,
    at: int = 0,
) -> None:
    """Declare a kernel for `second` of what `first` gives: it gets the arguments of `first` and the other ones of `second`.

    `at` is the place, among the arguments of `second`, of what `first` gives.
    It may give None for what it does not compute; then, and where it fails, both run on their own. `suits` is asked once for each
    pair of nodes.
    """
    _pairs[first._tfshim_op, second._tfshim_op] = kernel, suits, at
    _seconds[second._tfshim_op] = at
    _relevant.add(first._tfshim_op)


class FusedSteps:
    """What was found: `writers`, node -> kernel; `pairs`, second node -> (first node, kernel, place); nodes by their `id`."""

    def __init__(self, nodes: Sequence[Operation] = (), inputs: Sequence[Any] = (), outputs: Sequence[Any] = ()) -> None:
        self.writers: dict[int, Callable[..., Any]] = {}
        self.pairs: dict[int, tuple[Operation, Callable[..., Any], int]] = {}
        self._drawn: set[int] = set()  # nodes that give random numbers, or write into them
        if not any(n._op_def in _relevant for n in nodes):
            return
        uses = use_counts(nodes)
        used_outside = {id(t) for t in (*inputs, *outputs)}
        makers = {
            id(n.outputs[0]): n
            for n in nodes
            if n.outputs and uses.get(id(n.outputs[0])) == 1 and id(n.outputs[0]) not in used_outside and n.outputs[0].dtype in _TYPES
        }
        for node in nodes:
            if node._op_def in _draws:
                self._drawn.add(id(node))
            elif node.arguments:
                self._look(node, makers)

    def _look(self, node: Operation, makers: dict[int, Operation]) -> None:
        o = node._op_def
        maker = makers.get(id(node.arguments[_seconds.get(o, 0)]))
        if maker is not None and (maker._op_def, o) in _pairs:
            kernel, suits, at = _pairs[maker._op_def, o]
            if suits(maker, node) and id(maker) not in self.pairs:
                self.pairs[id(node)] = maker, _tried(kernel), at
                self.writers.pop(id(maker), None)
                return
        if o in _changes:
            places, kernel = _changes[o]
            for at in range(places):
                maker = makers.get(id(node.arguments[at]))
                if maker is not None and id(maker) in self._drawn and not _is_small(maker.outputs[0].shape):
                    self.writers[id(node)] = kernel if at == 0 else _exchanged(kernel)
                    self._drawn.add(id(node))
                    return
        if o not in _writers:
            return
        places, kernel = _writers[o]
        for at in range(places):
            maker = makers.get(id(node.arguments[at]))
            if maker is not None and maker._op_def in _owners and not _is_small(maker.outputs[0].shape):
                self.writers[id(node)] = kernel if at == 0 else _exchanged(kernel)
                return


def _is_small(shape: Any) -> bool:
    """Whether a tensor of the static `shape` is sure to be too small for a step in place."""
    size = shape.num_elements()
    return size is not None and size < _LARGE


def _tried(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """`kernel`, or None where it fails: the operations on their own say what is wrong."""

    def run(first: tuple[Any, ...], second: tuple[Any, ...]) -> Any:
        try:
            return kernel(first, second)
        except Exception:
            return None

    return run


def _exchanged(kernel: Callable[..., Any]) -> Callable[..., Any]:
    def run(a: Any, b: Any) -> Any:
        return kernel(b, a)

    return run


def _change_of_drawn(change: Callable[..., Any], kernel: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel that writes into its first argument by `change`, unless a gradient goes to the other or the result is larger."""

    def run(t: torch.Tensor, other: torch.Tensor) -> Any:
        plain = type(t) is torch.Tensor is type(other) and t.dtype is other.dtype and readable(t)
        if not plain or other.requires_grad or t.requires_grad or forward_mode() or not _fits(other.shape, t.shape):
            return kernel(t, other)
        return change(t, other)

    return run


def _fits(shape: Sequence[int], whole: Sequence[int]) -> bool:
    """Whether a tensor of `shape` broadcasts to `whole`."""
    return len(shape) <= len(whole) and all(a in (1, b) for a, b in zip(reversed(shape), reversed(whole)))


class Memory:
    """The tensor that torch records for the whole memory of another, of which that is a view."""

    __slots__ = ("flat", "order", "seen", "whole")

    def __init__(self, seen: torch.Tensor, whole: torch.Tensor, order: tuple[int, ...] | None, flat: bool) -> None:
        self.seen, self.whole, self.order, self.flat = seen, whole, order, flat

    def into(self, x: torch.Tensor) -> torch.Tensor:
        """`x`, of the shape of the view, as it lies beside the whole memory."""
        if self.flat:
            x = x.reshape(self.whole.permute(self.order).shape if self.order is not None else self.whole.shape)
        return x if self.order is None else x.permute(_TO_FIRST[self.whole.ndim])

    def back(self) -> torch.Tensor:
        """The whole memory as the view had seen it."""
        made = self.whole if self.order is None else self.whole.permute(self.order)
        return made.view(self.seen.shape) if self.flat else made


def memory_of(t: torch.Tensor, *others: torch.Tensor) -> Memory | None:
    """Where `t` lies, if changing it there, by what `others` hold, is worth the while; else None.

    Torch would record the change of a view as a copy into the whole, so the whole is what is changed.
    """
    if type(t) is not torch.Tensor or not at_least(t.numel(), _LARGE) or not readable(t) or forward_mode():
        return None
    base = t._base
    if base is None or not torch.is_grad_enabled() or not any(x.requires_grad for x in (t, *others)):
        return Memory(t, t, None, False)
    for order in (None, _TO_LAST.get(base.ndim)):
        whole = base if order is None else base.permute(order)
        if whole.shape == t.shape and whole.stride() == t.stride():
            return Memory(t, base, order, False)
        if whole.numel() == t.numel() and whole.is_contiguous() and t.is_contiguous():
            return Memory(t, base, order, True)
    return None


def elementwise(change: Callable[..., Any], kernel: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel that writes into its first argument by torch's `change`, and is `kernel` where that is not to be changed."""

    def run(t: torch.Tensor, *others: Any) -> Any:
        memory = memory_of(t)
        if memory is None:
            return kernel(t, *others)
        change(memory.whole, *others)
        return memory.back()

    return run
