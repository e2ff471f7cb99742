"""Whether branches give the same: dtypes of indices that are made to agree, and what is told of all else that does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from tfshim.engine.graphs import func_graph
from tfshim.engine.graphs.func_graph import FuncGraph
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values import dtypes, nest


def match_indices(graphs: Sequence[FuncGraph], public: str) -> None:
    """Let the indices of IndexedSlices that one branch gives as int32 and another as int64 be int64 in all, as TensorFlow does.

    Raises AssertionError where branches give different numbers of things, TypeError where some give IndexedSlices and others do not.
    """
    leaves = [nest.flatten(g.structured_outputs) for g in graphs]
    counts = [len(found) for found in leaves]
    if len(set(counts)) > 1:
        raise AssertionError(counts)
    for place, given in enumerate(zip(*leaves)):
        slices = [isinstance(x, IndexedSlices) for x in given]
        if any(slices) and not all(slices):
            raise TypeError(f"Cannot reconcile {public} {place}-th outputs:\n  branches returned: {given}")
        if not any(slices) or len({s.indices.dtype for s in given}) == 1:
            continue
        for graph, found, one in zip(graphs, leaves, given):
            if one.indices.dtype == dtypes.int64:
                continue
            with func_graph.building(graph, keep_tapes=True):
                found[place] = IndexedSlices(one.values, higher.cast(one.indices, dtypes.int64), one.dense_shape)
                graph.structured_outputs = nest.pack_sequence_as(graph.structured_outputs, found)
                graph.outputs = func_graph.convert_outputs(graph, graph.structured_outputs)


def check_same(graphs: Sequence[FuncGraph], labels: Sequence[str], public: str, in_function: bool) -> None:
    """Raise what TensorFlow does unless all branches give the same structure with the same dtypes.

    `in_function`: whether they are part of a function, whose branches pass on what they give by nodes of their own.
    """
    first, label = graphs[0], labels[0]

    def fail(other: int, detail: str) -> NoReturn:
        raise TypeError(
            f"{label} and {labels[other]} arguments to {public} must have the same number, type, and overall structure of return "
            f"values.\n\n{label} output: {shown(0)[0]}\n{labels[other]} output: {shown(other)[0]}\n\nError details:\n{detail}"
        )

    made: dict[int, Any] = {}

    def shown(number: int) -> Any:
        """(the structure that a branch gives, its flat results), as they are called in messages."""
        if number not in made:
            graph = graphs[number]
            flat = graph.outputs
            if in_function:
                with func_graph.building(graph, keep_tapes=True):
                    flat = [func_graph.returned(graph, x) for x in flat]
            made[number] = nest.pack_sequence_as(graph.structured_outputs, flat, expand_composites=True), flat
        return made[number]

    for number, other in enumerate(graphs[1:], 1):
        try:
            nest.assert_same_structure(first.structured_outputs, other.structured_outputs, expand_composites=True)
        except (ValueError, TypeError):
            try:  # again, for a message about the results and not about numbers of Python
                nest.assert_same_structure(shown(0)[0], shown(number)[0], expand_composites=True)
            except (ValueError, TypeError) as e:
                fail(number, str(e))
            raise
        counts = [sum(x is not None for x in g.outputs) for g in (first, other)]
        if counts[0] != counts[1]:
            raise ValueError(
                f"Lengths of branch outputs of {'cond' if public == 'tf.cond' else 'case'} must match.\n"
                f"len(graphs[0].outputs): {counts[0]}\nlen(graphs[{number}].outputs): {counts[1]}\n"
            )
        for place, (a, b) in enumerate(zip(first.outputs, other.outputs)):
            if a is not None and b is not None and a.dtype != b.dtype:
                fail(number, f"{shown(0)[1][place]} and {shown(number)[1][place]} have different types")
