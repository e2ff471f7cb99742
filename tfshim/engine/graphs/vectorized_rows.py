"""The function of a row, run on all rows at once, as `tf.vectorized_map` does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim.engine.graphs.control_flow import run_sequence
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import in_rows

if TYPE_CHECKING:
    from tfshim.engine.graphs.func_graph import FuncGraph


def _of_one_length(elements: Sequence[Any]) -> list[Any]:
    """`elements` of as many rows as the longest: a single row serves all. Raises InvalidArgumentError for other numbers of rows."""
    n, shortest = max(len(e) for e in elements), min((len(e) for e in elements if len(e) != 1), default=1)
    if shortest not in (1, n):
        raise invalid(f"indices[{shortest}] = {shortest} is not in [0, {shortest})")
    broadcast = [torch.broadcast_to if isinstance(e, torch.Tensor) else np.broadcast_to for e in elements]
    return [e if len(e) == n else to(e, (n, *e.shape[1:])) for e, to in zip(elements, broadcast)]


# What TensorFlow computes for all rows at once and torch does not.
_BATCHED_ELSEWHERE = frozenset("If StatelessIf While StatelessWhile UnsortedSegmentSum".split())


def run_vectorized(body: FuncGraph, elements: Sequence[Any], captures: Sequence[Any], likes: Sequence[Any], fall_back: bool) -> list[Any]:
    """`body` on every row of `elements` at once, or one after the other where torch has no batched form of an operation.

    Without `fall_back` that is a ValueError, but where TensorFlow has such a form.
    """
    program = body.program()
    if len({e.shape[:1] for e in elements}) > 1:
        elements = _of_one_length(elements)
    with in_rows.set_to(True):
        try:
            return list(torch.vmap(lambda *rows: program(*rows, *captures), randomness="different")(*elements))
        except Exception as error:  # whatever cannot be batched, the loop can do, or raise TensorFlow's error for it
            made = run_sequence(body, (), elements, captures, False, likes)
            failure = getattr(error, "_failure", None)
            if fall_back or failure is None or failure.node is None or failure.node.type in _BATCHED_ELSEWHERE:
                return made
            # The error says what torch lacks, which is no concern of who reads it.
            raise ValueError(
                f"No pfor vectorization defined for {failure.node.type}, here the node '{failure.node.name}'. Consider enabling the "
                "fallback_to_while_loop option to pfor, which may run slower."
            ) from None
