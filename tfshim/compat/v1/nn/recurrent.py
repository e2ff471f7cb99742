"""Running recurrent cells over sequences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1.variables.scopes import variable_scope
from tfshim.engine.graphs.operation import random_operations
from tfshim.engine.random import seeds
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.convert import convert_to_tensor

if TYPE_CHECKING:
    from tfshim.compat.v1.nn.rnn_cell import RNNCell
    from tfshim.compat.v1.variables.scopes import Scope
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


def _swapped(x):
    return tf.transpose(x, [1, 0, *range(2, x.shape.rank)])


def _calls(cell, scope):
    """`cell` as it is called within `scope`: what its first call makes with `get_variable`, the others are given."""

    def call(inputs, state):
        result = cell(inputs, state)
        scope.reuse_variables()
        return result

    return call


@tf_export(v1=["nn.dynamic_rnn"])
def dynamic_rnn(
    cell: RNNCell,
    inputs: TensorLike,
    sequence_length: TensorLike | None = None,
    initial_state: TensorLike | None = None,
    dtype: DTypeLike | None = None,
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    time_major: bool = False,
    scope: Scope | None = None,
) -> tuple[Tensor, Any]:
    """Run `cell` over `inputs` of shape [batch, time, ...] (or time first): (outputs, last state).

    Beyond a row's `sequence_length` outputs are zeros and its state stays. Without `initial_state` a state of zeros of `dtype`
    is taken. Mirrors `tf.compat.v1.nn.dynamic_rnn`; raises ValueError where neither is given.
    """
    with variable_scope(scope or "rnn") as within:
        inputs = convert_to_tensor(inputs)
        steps = inputs if time_major else _swapped(inputs)
        if steps.shape.rank is not None and None in steps.shape.as_list()[2:]:
            raise ValueError(f"Input size (depth of inputs) must be accessible via shape inference, but saw value None for input={steps}.")
        batch = steps.shape.as_list()[1]
        batch = tf.shape(steps)[1] if batch is None else batch
        if initial_state is None:
            if dtype is None:
                raise ValueError("If there is no initial_state, you must give a dtype.")
            initial_state = cell.zero_state(batch, dtype)
        if sequence_length is not None:
            sequence_length = tf.cast(sequence_length, dtypes.int32)
        length = steps.shape.as_list()[0]
        once = _OneCell(_calls(cell, within), length)
        if length is not None:
            outputs, state = _unrolled(once, cell.output_size, steps, length, sequence_length, initial_state)
        else:
            outputs, state = _looped(once, cell.output_size, steps, sequence_length, initial_state)
        return (outputs if time_major else _swapped(outputs)), state


def _masked(time, sequence_length, output, new, old):
    if sequence_length is None:
        return output, new
    running = tf.less(time, sequence_length)

    def choose(a, b):
        return tf.where(tf.reshape(running, [-1] + [1] * (a.shape.rank - 1)), a, b)

    return choose(output, tf.zeros_like(output)), nest.map_structure(choose, new, old)


def _unrolled(cell, size, steps, length, sequence_length, state):
    outputs = []
    for t in range(length):
        output, new = cell(t, steps[t], state)
        if not t and cell.draws and sequence_length is not None:
            return _looped(cell, size, steps, sequence_length, state)  # how often it draws, the lengths tell
        output, state = _masked(t, sequence_length, output, new, state)
        outputs.append(output)
    return tf.stack(outputs), state


class _OneCell:
    """A cell that stands in the graph several times, and draws random numbers as where it stands once, in a loop of TensorFlow.

    `steps`: how many times it is called in each run, where it is called for each step and not in a loop.
    """

    def __init__(self, cell, steps):
        self._cell, self._steps, self._first = cell, steps, None

    @property
    def untried(self):
        """Whether no graph has it yet."""
        return self._first is None

    @property
    def draws(self):
        """Whether its first call put random operations into the graph."""
        return bool(self._first)

    def __call__(self, step, inputs, state):
        graph = TS.graph
        if graph is None:  # an eager call goes on drawing where the one before it ended
            return self._cell(inputs, state)
        before = len(graph._operations)
        if self._first is None:
            made = self._cell(inputs, state)
            # Of what is drawn, the values of new variables are in no later step.
            self._first = [node.rng for node in random_operations(graph, before, nest.flatten(made))]
            return made
        if not self._first:
            return self._cell(inputs, state)
        with seeds.uncounted():
            made = self._cell(inputs, state)
        for node, first in zip(random_operations(graph, before, nest.flatten(made)), self._first):
            node.rng = seeds.StepState(first, step, self._steps) if isinstance(step, int) else first.copy()
        return made


def _looped(cell, size, steps, sequence_length, state):
    """As `_unrolled` for sequences of unknown length: a loop of the graph, which ends with the longest one. Outputs have `size` numbers."""
    if cell.untried:
        cell(0, steps[0], state)  # its variables have to be made outside of the loop
    flat = nest.flatten(state)

    def step(carried, item):
        time, before = carried[0], nest.pack_sequence_as(state, list(carried[1:-1]))
        output, new = cell(time, item, before)
        output, new = _masked(time, sequence_length, output, new, before)
        return (time + 1, *nest.flatten(new), output)

    first = tf.zeros([tf.shape(steps)[1], size], steps.dtype)
    length, known = tf.shape(steps)[0], steps.shape[:1]
    if sequence_length is not None:
        steps = steps[: tf.maximum(1, tf.reduce_max(sequence_length))]
    # `scan` gives what each step carried on, so the last state is found among the results.
    result = tf.scan(step, steps, initializer=(tf.constant(0), *flat, first))
    outputs = result[-1]
    if sequence_length is not None:
        outputs = tf.pad(outputs, [[0, length - tf.shape(outputs)[0]], [0, 0], [0, 0]])
        outputs.set_shape(known + outputs.shape[1:])
    return outputs, nest.pack_sequence_as(state, [x[-1] for x in result[1:-1]])


@tf_export(v1=["nn.static_rnn"])
def static_rnn(
    cell: RNNCell,
    inputs: Sequence[TensorLike],
    initial_state: TensorLike | None = None,
    dtype: DTypeLike | None = None,
    sequence_length: TensorLike | None = None,
    scope: Scope | None = None,
) -> tuple[list[Tensor], Any]:
    """Run `cell` over a list of inputs: (list of outputs, last state). Mirrors `tf.compat.v1.nn.static_rnn`."""
    if not isinstance(inputs, (list, tuple)) or not inputs:
        raise ValueError("inputs must not be empty")
    with variable_scope(scope or "rnn") as within:
        first = convert_to_tensor(inputs[0])
        batch = first.shape.as_list()[0]
        if initial_state is None:
            if dtype is None:
                raise ValueError("If no initial_state is provided, dtype must be specified")
            initial_state = cell.zero_state(tf.shape(first)[0] if batch is None else batch, dtype)
        if sequence_length is not None:
            sequence_length = tf.cast(sequence_length, dtypes.int32)
        outputs, state, call = [], initial_state, _calls(cell, within)
        for t, x in enumerate(inputs):
            output, new = call(x, state)
            output, state = _masked(t, sequence_length, output, new, state)
            outputs.append(output)
        return outputs, state


@tf_export(v1=["nn.bidirectional_dynamic_rnn"])
def bidirectional_dynamic_rnn(
    cell_fw: RNNCell,
    cell_bw: RNNCell,
    inputs: TensorLike,
    sequence_length: TensorLike | None = None,
    initial_state_fw: TensorLike | None = None,
    initial_state_bw: TensorLike | None = None,
    dtype: DTypeLike | None = None,
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    time_major: bool = False,
    scope: Scope | None = None,
) -> tuple[tuple[Tensor, Tensor], tuple[Any, Any]]:
    """Run one cell forwards and one backwards: ((outputs, outputs), (state, state)). Mirrors the function of TensorFlow 1."""
    with variable_scope(scope or "bidirectional_rnn"):
        inputs = convert_to_tensor(inputs)
        with variable_scope("fw") as fw:
            outputs_fw, state_fw = dynamic_rnn(cell_fw, inputs, sequence_length, initial_state_fw, dtype, time_major=time_major, scope=fw)
        time, rows = (0, 1) if time_major else (1, 0)

        def turned(x):
            return tf.reverse(x, [time]) if sequence_length is None else tf.reverse_sequence(x, sequence_length, time, rows)

        with variable_scope("bw") as bw:
            outputs_bw, state_bw = dynamic_rnn(
                cell_bw, turned(inputs), sequence_length, initial_state_bw, dtype, time_major=time_major, scope=bw
            )
        return (outputs_fw, turned(outputs_bw)), (state_fw, state_bw)


@tf_export(v1=["nn.static_bidirectional_rnn"])
def static_bidirectional_rnn(
    cell_fw: RNNCell,
    cell_bw: RNNCell,
    inputs: Sequence[TensorLike],
    initial_state_fw: TensorLike | None = None,
    initial_state_bw: TensorLike | None = None,
    dtype: DTypeLike | None = None,
    sequence_length: TensorLike | None = None,
    scope: Scope | None = None,
) -> tuple[list[Tensor], Any, Any]:
    """Run one cell forwards and one backwards over a list: (list of joined outputs, state, state).

    Mirrors `tf.compat.v1.nn.static_bidirectional_rnn`; raises TypeError for no list, ValueError for an empty one.
    """
    if not isinstance(inputs, (list, tuple)):
        raise TypeError("inputs must be a sequence")
    if not inputs:
        raise ValueError("inputs must not be empty")

    def turned(values):
        if sequence_length is None:
            return list(reversed(values))
        return tf.unstack(tf.reverse_sequence(tf.stack(values), sequence_length, 0, 1))

    with variable_scope(scope or "bidirectional_rnn"):
        with variable_scope("fw") as fw:
            outputs_fw, state_fw = static_rnn(cell_fw, inputs, initial_state_fw, dtype, sequence_length, scope=fw)
        with variable_scope("bw") as bw:
            outputs_bw, state_bw = static_rnn(cell_bw, turned(inputs), initial_state_bw, dtype, sequence_length, scope=bw)
    joined = [tf.concat([a, b], 1) for a, b in zip(outputs_fw, turned(outputs_bw))]
    return joined, state_fw, state_bw


@tf_export(v1=["nn.static_state_saving_rnn"])
def static_state_saving_rnn(
    cell: RNNCell,
    inputs: Sequence[TensorLike],
    state_saver: Any,
    state_name: str | Sequence[str],
    sequence_length: TensorLike | None = None,
    scope: Scope | None = None,
) -> tuple[list[Tensor], Any]:
    """As `static_rnn`, with a state that `state_saver` gives and keeps: its methods `state(name)` and `save_state(name, value)`.

    `state_name`: a name, or for states of several parts a tuple of names. Mirrors `tf.compat.v1.nn.static_state_saving_rnn`.
    """
    size = cell.state_size
    if nest.is_nested(size) != nest.is_nested(state_name):
        raise ValueError(f"state_name should be the same type as cell.state_size.  state_name: {state_name}, cell.state_size: {size}")
    names = nest.flatten(state_name)
    if len(names) != len(nest.flatten(size)):
        raise ValueError(f"#elems(state_name) != #elems(state_size): {len(names)} vs. {len(nest.flatten(size))}")
    first = nest.pack_sequence_as(size, [state_saver.state(n) for n in names]) if nest.is_nested(size) else state_saver.state(state_name)
    outputs, state = static_rnn(cell, inputs, first, sequence_length=sequence_length, scope=scope)
    saved = [state_saver.save_state(n, s) for n, s in zip(names, nest.flatten(state))]
    # Whoever uses the results has the states saved as well.
    with tf.control_dependencies(saved):
        outputs[-1] = nest.map_structure(tf.identity, outputs[-1])
        state = nest.map_structure(tf.identity, state)
    return outputs, state


@tf_export(v1=["nn.raw_rnn"])
def raw_rnn(
    cell: RNNCell,
    loop_fn: Callable[..., tuple[Any, ...]],
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    scope: Scope | None = None,
) -> tuple[Any, Any, Any]:
    """Run `cell` as `loop_fn` says: (TensorArrays of what is emitted, last state, last loop state).

    `loop_fn(time, cell_output, cell_state, loop_state)` gives (finished, next input, next state, what to emit, loop state); at first
    it is called with time 0 and None for the others, and the shape of a row is that of what it emits. Rows that are finished emit zeros
    and keep their state. Mirrors `tf.compat.v1.nn.raw_rnn`; raises TypeError where `loop_fn` is not callable.
    """
    if not callable(loop_fn):
        raise TypeError("loop_fn must be a callable")
    with variable_scope(scope or "rnn") as within:
        time = tf.constant(0)
        finished, inputs, state, emitted, loop_state = loop_fn(time, None, None, None)
        first = nest.flatten(inputs)[0]
        batch = first.shape.as_list()[0]
        batch = tf.shape(first)[0] if batch is None else batch
        call = _calls(cell, within)
        call(inputs, state)  # its variables have to be made outside of the loop
        if emitted is None:
            structure = cell.output_size
            rows = [(tf.TensorShape(n).as_list(), first.dtype) for n in nest.flatten(structure)]
        else:
            structure = emitted
            rows = [(x.shape.as_list() if x.shape.is_fully_defined() else tf.shape(x), x.dtype) for x in nest.flatten(emitted)]
        zeros = [tf.zeros([batch, *shape] if isinstance(shape, list) else tf.concat([[batch], shape], 0), dtype) for shape, dtype in rows]
        arrays = [tf.TensorArray(dtype, size=0, dynamic_size=True) for _, dtype in rows]
        keeps_loop_state = loop_state is not None
        # A loop carries tensors alone: without a state it is a number that nobody reads.
        carried = loop_state if keeps_loop_state else tf.constant(0)

        def where(condition, a, b):
            # What has no rows cannot be chosen row by row.
            if isinstance(a, tf.TensorArray) or a.shape.rank == 0:
                return b
            return tf.where(tf.reshape(condition, [-1] + [1] * (a.shape.rank - 1)), a, b)

        def step(time, done, inputs, arrays, state, carried):
            output, new = call(inputs, state)
            ended, following, new, emit, next_loop_state = loop_fn(time + 1, output, new, carried if keeps_loop_state else None)
            # As in TensorFlow: a row that is done emits zeros and keeps its state.
            emit = [where(done, z, e) for z, e in zip(zeros, nest.flatten(emit))]
            new = nest.map_structure(lambda a, b: where(done, a, b), state, new)
            arrays = [a.write(time, e) for a, e in zip(arrays, emit)]
            return time + 1, tf.logical_or(done, ended), following, arrays, new, carried if next_loop_state is None else next_loop_state

        done = tf.broadcast_to(finished, [batch]) if finished.shape.rank == 0 else finished
        _, _, _, arrays, state, carried = tf.while_loop(
            lambda time, done, *_: tf.logical_not(tf.reduce_all(done)), step, (time, done, inputs, arrays, state, carried)
        )
        emitted = nest.pack_sequence_as(structure, arrays) if nest.is_nested(structure) else arrays[0]
        return emitted, state, carried if keeps_loop_state else None
