"""Gradients of what replicas of one process compute together: they go back together too."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tfshim.array_ops.identities import identity
from tfshim.engine.gradients.aliases import Accumulation
from tfshim.engine.graph_gradients.custom_gradient import custom_gradient
from tfshim.engine.graph_gradients.replica_gradients import given_to
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.tensor import Tensor
from tfshim.refusals import refused


def has_gradient(x: Any) -> bool:
    """Whether a gradient may go back to `x`."""
    return isinstance(x, Tensor) and (x.dtype.is_floating or x.dtype.is_complex)


def with_gradient(own: Any, joint: Any, gradient: Callable[[Any, Any], Any]) -> Any:
    """`joint`, which the replicas made of what each has for `own`, with the gradient `gradient(own, dy)` for `own`, for which they meet."""

    @custom_gradient
    def known(own):
        return identity(joint), lambda dy: gradient(own, dy)

    return known(own)


def in_graph(own: Any, joint: Any) -> Any:
    """`joint`, which the replicas made in a graph of what each has for `own`: this one's copy, which its tapes record as they do `own`."""
    follows = own._rec is not None and TS.tape is not None
    if not follows:
        return given_to(identity(joint), False)
    tape, tapes = TS.tape, TS.tapes
    if any(isinstance(t, Accumulation) for t in tapes):
        raise refused("tf.distribute.ReplicaContext", "tangent")
    try:
        # It was recorded by the tapes of all replicas, and is not cut off here.
        TS.tapes = (*tapes, joint._rec)
        copied = identity(joint)
    finally:
        TS.tapes, TS.tape = tapes, tape
    return given_to(copied, True)


def of_thread() -> list[Any]:
    """The tapes that record in the graph that is built here, but for those of a caller outside of it."""
    return [] if TS.graph is None else [t for t in TS.tapes if t.handle is not None]


@contextlib.contextmanager
def paused(tapes: Sequence[Any]) -> Iterator[None]:
    """A context in which `tapes` of a replica do not record what others do while the graph runs."""
    for tape in reversed(tapes):
        higher.tape_closed(tape)
    yield
    for tape in tapes:
        higher.tape_opened(tape)


@contextlib.contextmanager
def recording(tapes: Sequence[Any]) -> Iterator[None]:
    """A context between replicas that all their `tapes` record."""
    before = TS.tape, TS.tapes
    for tape in tapes:
        higher.tape_opened(tape)
    if tapes:
        TS.tapes = (*TS.tapes, *tapes)
        TS.tape = tapes[-1]
    try:
        yield
    finally:
        TS.tape, TS.tapes = before
        for tape in reversed(tapes):
            higher.tape_closed(tape)
