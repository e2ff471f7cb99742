"""Recurrent networks of TensorFlow 1 as pages of graphs show them: one loop, which reads and writes arrays, with the cell once in it.

What runs has the cell's operations for each step where the number of steps is known, and is an operation over the sequence elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import tfshim as tf
from tfshim.compat.v1.debugging import Assert
from tfshim.compat.v1.nn.cell_protocol import first_state
from tfshim.compat.v1.nn.rnn_cell import LayerRNNCell, _dims, _sizes
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.graphs import func_graph
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.rows_in_loops import in_line

Cell = Callable[[Any, Any], tuple[Any, Any]]


class Shown:
    """A call of `dynamic_rnn` whose results are `compute(inputs, sequence_length, state)`, as it is shown.

    cell, dtype, time_major, parallel: as `dynamic_rnn` takes them.
    """

    def __init__(self, cell: Any, scope: str, dtype: Any, time_major: bool, parallel: int | None) -> None:
        self.scope = scope  # that of its variables
        self.cell, self.dtype, self.time_major, self.parallel = cell, dtype, time_major, parallel or 32
        self.body: Any = None  # the graph of a step

    def trace(self, call: Cell, inputs: Any, state: Any) -> list[Any]:
        """Trace a step, for `inputs` of one and the first `state`: what it takes from around it."""
        graph, xs, states = TS.graph, nest.flatten(inputs), nest.flatten(state)

        def step(*given: Any) -> list[Any]:
            made, new = call(nest.pack_sequence_as(inputs, given[: len(xs)]), nest.pack_sequence_as(state, given[len(xs) :]))
            return [*nest.flatten(made), *nest.flatten(new)]

        scope = f"{TS.name_scope or ''}while"
        specs = [(x.dtype, x.shape) for x in (*xs, *states)]
        name = f"{scope}_body".replace("/", "_")
        collected = {key: list(values) for key, values in graph._collections.items()}
        self.body = func_graph.trace(name, step, specs, outer=graph, keep_tapes=True, part_of=scope)
        for key, values in graph._collections.items():  # which are to have nothing of what is shown only
            values[:] = collected.get(key, [])
        # A layer opens the scope that it had at its first call, which is in the loop; another cell that of the variables.
        around = (TS.name_scope or "").removesuffix("/")
        self.body.shown_scopes = {around: "" if isinstance(self.cell, LayerRNNCell) else self.scope.rpartition("/")[2]}
        captured: list[Any] = self.body.outer_captures
        return captured

    def recorded(self, inputs: list[Any], sequence_length: Any, state: Any, captures: Sequence[Any]) -> list[Any]:
        """The outputs and the last state, flat, of what TensorFlow has there."""
        xs = inputs if self.time_major else [_swapped(x) for x in inputs]
        if sequence_length is not None:
            sequence_length = tf.cast(sequence_length, dtypes.int32)
            sequence_length = tf.identity(sequence_length, name="sequence_length")
        batch = xs[0].shape[1]
        batch = tf.shape(xs[0])[1] if batch is None else batch
        if state is None:
            state = first_state(self.cell, batch, self.dtype)
        if sequence_length is not None:
            sequence_length = _checked(sequence_length, batch)
        outputs, last = self._looped(xs, sequence_length, nest.flatten(state), captures)
        return [*(outputs if self.time_major else map(_swapped, outputs)), *last]

    def _looped(self, xs: list[Any], sequence_length: Any, state: list[Any], captures: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        count = tf.shape(xs[0])[0]
        batch = xs[0].shape[1]
        rows = tf.shape(xs[0])[1] if batch is None else batch
        sizes = nest.flatten(self.cell.output_size)
        dtype = self.dtype if self.dtype is not None else state[0].dtype
        zeros = [tf.zeros(tf.concat(_dims(rows, _sizes(size)), 0), dtype) for size in sizes]
        until = count
        if sequence_length is not None:
            tf.reduce_min(sequence_length)
            until = tf.reduce_max(sequence_length)
        first = tf.constant(0, name="time")
        shapes = [tf.TensorShape([batch, *_sizes(size)]) for size in sizes]
        with tf.name_scope("dynamic_rnn") as within:
            pass

        def array(dtype: Any, shape: Any, name: str) -> Any:
            return tf.TensorArray(dtype, count, element_shape=shape, tensor_array_name=f"{within}{name}")

        results = tuple(array(dtype, shape, f"output_{i}") for i, shape in enumerate(shapes))
        arrays = [array(x.dtype, x.shape[1:], f"input_{i}") for i, x in enumerate(xs)]
        arrays = [array.unstack(x) for array, x in zip(arrays, xs)]

        def step(time: Any, results: Any, *state: Any) -> Any:
            items = [a.read(time) for a in arrays]
            ended = None if sequence_length is None else time >= sequence_length
            made = in_line(self.body, [*items, *state], captures)
            if ended is not None:
                made = [_chosen(ended, old, new) for old, new in zip((*zeros, *state), made)]
            results = tuple(r.write(time, v) for r, v in zip(results, made))
            return time + 1, results, *made[len(zeros) :]

        most = tf.minimum(count, tf.maximum(1, until))
        _, results, *last = tf.while_loop(
            lambda time, *_: time < most, step, (first, results, *state), maximum_iterations=count, parallel_iterations=self.parallel
        )
        outputs = [r.stack() for r in results]
        for size in sizes:
            if xs[0].shape[:2].is_fully_defined():
                tf.constant(xs[0].shape[:2].as_list())
            tf.constant(_sizes(size))
        return outputs, last


def _chosen(ended: Any, old: Any, new: Any) -> Any:
    return new if new.shape.rank == 0 else tf.compat.v1.where(ended, old, new)


def _swapped(x: Any) -> Any:
    """`x` with its first two axes in the other order."""
    return tf.transpose(x, tf.concat([[1, 0], tf.range(2, tf.constant(x.shape.rank, name="Rank"))], 0))


def _checked(sequence_length: Any, batch: Any) -> Any:
    """The lengths, where there are as many as examples."""
    found = tf.shape(sequence_length)
    wanted = tf.stack([batch])
    same = tf.reduce_all(tf.equal(found, wanted))
    check = Assert(same, [f"Expected shape for Tensor {sequence_length.name} is ", wanted, " but saw shape: ", found])
    with tf.control_dependencies([check]):
        return tf.identity(sequence_length, name="CheckSeqLen")


def recorded(
    compute: Callable[[Any, Any, Any], tuple[Any, Any, Cell, Any, Any]], shown: Shown, inputs: Any, sequence_length: Any, state: Any
) -> tuple[Any, Any]:
    """The outputs and the last state that `compute(inputs, sequence_length, state)` gives, shown as `shown` is.

    It gives, after these two, the cell as it is called, and the inputs and the state of its first step.
    """
    if TS.graph is None or one_by_one.wanted() or not func_graph.has_switches(TS.graph):
        return compute(inputs, sequence_length, state)[:2]
    graph, results = TS.graph, []

    def both(xs: list[Any], lengths: list[Any], states: list[Any], captures: list[Any]) -> list[Any]:
        if results:
            return shown.recorded(xs, lengths[0] if lengths else None, states or None, captures)
        first = nest.pack_sequence_as(state, states) if states else None
        outputs, last, call, items, before = compute(nest.pack_sequence_as(inputs, xs), lengths[0] if lengths else None, first)
        results.extend((outputs, last))
        captures.extend(shown.trace(call, items, before))
        return [*nest.flatten(outputs), *nest.flatten(last)]

    lengths = [] if sequence_length is None else [tf.convert_to_tensor(sequence_length)]
    start = len(graph._operations)
    states = [] if state is None else [tf.convert_to_tensor(x) for x in nest.flatten(state)]
    shown_parts.recorded(both, nest.flatten(inputs), lengths, states, [], several=True)
    made = graph._operations[start:]
    variables = {node.beside for node in made if node.beside is not None}
    apart = [node for node in made if _is_of(node, variables)]
    part = next((node.shown_part for node in made if node.shown_part is not None), None)
    for node in apart:  # which are shown as they are
        node.shown_part = None
    if part is not None:
        part.nodes = [node for node in part.nodes if node.shown_part is part]
    return results[0], results[1]


def _is_of(node: Any, variables: set[str]) -> bool:
    """Whether `node` is one of those that make one of the `variables`."""
    return node.beside is not None or any(node.name.startswith(f"{name}/") for name in variables)


__all__ = ["Shown", "recorded"]
