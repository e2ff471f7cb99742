"""Running recurrent cells over sequences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1.nn import shown_turns
from tfshim.compat.v1.nn.cell_protocol import assert_like_rnncell, first_state
from tfshim.compat.v1.variables.scopes import variable_scope
from tfshim.engine.graphs import control_flow
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


def _by_time(x):
    """Inputs [batch, time, ...] as [time, batch, ...]."""
    x.shape.with_rank_at_least(3)
    return _swapped(x)


def _lengths(sequence_length):
    """The lengths of sequences as an int32 vector."""
    if sequence_length is None:
        return None
    sequence_length = tf.cast(sequence_length, dtypes.int32)
    if sequence_length.shape.rank not in (None, 1):
        raise ValueError(
            "Argument sequence_length must be a vector of length batch_size. "
            f"Received sequence_length={sequence_length} of shape: {sequence_length.shape}"
        )
    return sequence_length


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
    """Runs a cell over sequences of any length: a loop of the graph with one step of the cell in it.

    Mirrors `tf.compat.v1.nn.dynamic_rnn`.

    Arguments:
        cell: an `RNNCell`.
        inputs: a tensor [batch, time, ...], or with `time_major` [time, batch, ...]; or a structure of such tensors.
        sequence_length: an integer tensor [batch]: beyond it the outputs of a row are zeros and its state stays. None (default): the
            whole of `inputs`.
        initial_state: the state in which sequences begin; None (default): zeros of `dtype`.
        dtype: of the first state; needed without `initial_state`.
        parallel_iterations, swap_memory: have no effect on results.
        time_major: whether time is the first axis, which saves two transpositions; False by default.
        scope: the variable scope, "rnn" by default: the cell's variables are named "rnn/basic_lstm_cell/kernel".

    Returns:
        A pair (outputs [batch, time, output_size] or time first, the state after the last step of each row).

    Raises:
        ValueError: neither a state nor a dtype, inputs without a known last size, or sequence lengths of another rank than one.
        TypeError: `cell` is not one: it has to be callable, with sizes and a first state. Keras' cells are.

    Example:
        >>> class Adding(tf.compat.v1.nn.rnn_cell.RNNCell):
        ...     state_size = output_size = 1
        ...     def call(self, inputs, state):
        ...         return inputs + state, inputs + state
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     x = tf.constant([[[1.0], [2.0], [3.0]], [[5.0], [6.0], [7.0]]])
        ...     outputs, state = tf.compat.v1.nn.dynamic_rnn(Adding(), x, sequence_length=[3, 2], dtype=tf.float32)
        ...     print(session.run(outputs)[..., 0].tolist(), session.run(state)[:, 0])
        [[1.0, 3.0, 6.0], [5.0, 11.0, 0.0]] [ 6. 11.]
    """
    assert_like_rnncell("cell", cell)
    with variable_scope(scope or "rnn") as within:
        inputs = nest.map_structure(convert_to_tensor, inputs)

        def compute(inputs, sequence_length, state):
            steps = inputs if time_major else nest.map_structure(_by_time, inputs)
            for x in nest.flatten(steps):
                if x.shape.rank is not None and None in x.shape.as_list()[2:]:
                    raise ValueError(
                        f"Input size (depth of inputs) must be accessible via shape inference, but saw value None for input={x}."
                    )
            first = nest.flatten(steps)[0]
            length, batch = first.shape.as_list()[:2]
            batch = tf.shape(first)[1] if batch is None else batch
            if state is None:
                state = first_state(cell, batch, dtype)
            sequence_length = _lengths(sequence_length)
            once = _OneCell(_calls(cell, within), length)
            run = _looped if length is None else partial(_unrolled, length=length)
            outputs, last = run(once, steps, sequence_length=sequence_length, state=state)
            outputs = outputs if time_major else nest.map_structure(_swapped, outputs)
            return outputs, last, partial(once, tf.constant(0)), nest.map_structure(lambda x: x[0], steps), state

        shown = shown_turns.Shown(cell, within.name, dtype, time_major, parallel_iterations)
        return shown_turns.recorded(compute, shown, inputs, sequence_length, initial_state)


def _masked(time, sequence_length, output, new, old):
    if sequence_length is None:
        return output, new
    running = tf.less(time, sequence_length)

    def zeros(x):
        return x if _without_rows(x) else tf.zeros_like(x)

    def choose(a, b):
        return a if _without_rows(a) else by_rows(running, a, b)

    return nest.map_structure(lambda x: choose(x, zeros(x)), output), nest.map_structure(choose, new, old)


def _without_rows(x):
    """Whether `x` is one thing for the whole batch, which cannot be chosen row by row."""
    return isinstance(x, tf.TensorArray) or x.shape.rank == 0


def by_rows(condition, a, b):
    """The rows of `a` where the vector `condition` holds, and those of `b` elsewhere."""
    return tf.where(tf.reshape(condition, [-1] + [1] * (a.shape.rank - 1)), a, b)


def _unrolled(cell, steps, sequence_length, state, length):
    outputs = []
    for t in range(length):
        output, new = cell(t, nest.map_structure(lambda x, t=t: x[t], steps), state)
        if not t and sequence_length is not None and (cell.draws or TS.graph is not None and any(map(_without_rows, nest.flatten(new)))):
            # How often it draws, and a state of the whole batch is computed, the lengths tell.
            return _looped(cell, steps, sequence_length, state)
        output, state = _masked(t, sequence_length, output, new, state)
        outputs.append(output)
    return nest.map_structure(lambda *each: tf.stack(each), *outputs), state


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


def _looped(cell, steps, sequence_length, state):
    """As `_unrolled` for sequences of unknown length: a loop of the graph, which ends with the longest one."""
    if cell.untried:
        cell(0, nest.map_structure(lambda x: x[0], steps), state)  # its variables have to be made outside of the loop
    rows, made = nest.flatten(steps), []

    def step(carried, items):
        time, before = carried[0], nest.pack_sequence_as(state, list(carried[1:]))
        output, new = cell(time, nest.pack_sequence_as(steps, items), before)
        output, new = _masked(time, sequence_length, output, new, before)
        made.append(output)
        return [time + 1, *nest.flatten(new)], nest.flatten(output)

    length, known = tf.shape(rows[0])[0], rows[0].shape[:1]
    if sequence_length is not None:
        until = tf.maximum(1, tf.reduce_max(sequence_length))
        rows = [x[:until] for x in rows]
    carried = [tf.constant(0), *nest.flatten(state)]
    if any(isinstance(x, tf.TensorArray) for x in carried):
        (_, *last), outputs = _sequence_with_arrays(step, carried, rows)
    else:
        (_, *last), outputs = control_flow.sequence(step, carried, rows)
    if sequence_length is not None:
        for i, x in enumerate(outputs):
            outputs[i] = tf.pad(x, [[0, length - tf.shape(x)[0]], *[[0, 0]] * (x.shape.rank - 1)])
            outputs[i].set_shape(known + x.shape[1:])
    return nest.pack_sequence_as(made[0], outputs), nest.pack_sequence_as(state, last)


def _sequence_with_arrays(step, carried, rows):
    """`control_flow.sequence` for what is carried from step to step and is no tensor: a loop that writes what the steps give."""
    length = tf.shape(rows[0])[0]
    given = step(carried, [x[0] for x in rows])[1]  # nothing runs this: it tells what a step gives
    arrays = [tf.TensorArray(x.dtype, size=length, element_shape=x.shape) for x in given]

    def turn(carried, arrays):
        time = carried[0]
        carried, given = step(carried, [x[time] for x in rows])
        return carried, [a.write(time, x) for a, x in zip(arrays, given)]

    last, arrays = tf.while_loop(lambda carried, arrays: carried[0] < length, turn, [carried, arrays])
    return last, [a.stack() for a in arrays]


def _needs_steps(inputs):
    if not isinstance(inputs, (list, tuple)):
        raise TypeError(f"Argument `inputs` must be a sequence. Received: {inputs}")
    if not inputs:
        raise ValueError("Argument `inputs` must not be empty.")


@tf_export(v1=["nn.static_rnn"])
def static_rnn(
    cell: RNNCell,
    inputs: Sequence[TensorLike],
    initial_state: TensorLike | None = None,
    dtype: DTypeLike | None = None,
    sequence_length: TensorLike | None = None,
    scope: Scope | None = None,
) -> tuple[list[Tensor], Any]:
    """Runs a cell over a list of inputs: the graph has a copy of the cell's operations for each step.

    Mirrors `tf.compat.v1.nn.static_rnn`. For long sequences, or lengths that are not known, `dynamic_rnn` makes smaller graphs.

    Arguments:
        cell: an `RNNCell`.
        inputs: a list of tensors [batch, n], one for each step, or of structures of them.
        initial_state: the state in which sequences begin; None (default): zeros of `dtype`.
        dtype: of the first state; needed without `initial_state`.
        sequence_length: an integer tensor [batch]: beyond it outputs are zeros and the state stays; None (default): all steps.
        scope: the variable scope, "rnn" by default.

    Returns:
        A pair (list of outputs [batch, output_size], the last state).

    Raises:
        ValueError: no inputs, or neither a state nor a dtype.
        TypeError: `inputs` is no list, or `cell` is no cell.

    Example:
        >>> class Adding(tf.compat.v1.nn.rnn_cell.RNNCell):
        ...     state_size = output_size = 1
        ...     def call(self, inputs, state):
        ...         return inputs + state, inputs + state
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     outputs, state = tf.compat.v1.nn.static_rnn(Adding(), [tf.constant([[1.0]]), tf.constant([[2.0]])], dtype=tf.float32)
        ...     print(session.run(outputs)[1], session.run(state))
        [[3.]] [[3.]]
    """
    assert_like_rnncell("cell", cell)
    _needs_steps(inputs)
    with variable_scope(scope or "rnn") as within:
        first = convert_to_tensor(nest.flatten(inputs)[0])
        batch = first.shape.as_list()[0]
        if initial_state is None:
            initial_state = first_state(cell, tf.shape(first)[0] if batch is None else batch, dtype)
        if sequence_length is not None:
            sequence_length = tf.cast(tf.convert_to_tensor(sequence_length, name="sequence_length"), dtypes.int32)
            if sequence_length.shape.rank not in (None, 1):
                raise ValueError(
                    f"Argument `sequence_length` must be a vector of length {batch}. Received sequence_length={sequence_length}."
                )
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
    """Runs one cell forwards and another one backwards over the same sequences. Mirrors `tf.compat.v1.nn.bidirectional_dynamic_rnn`.

    Backwards each row begins at its own length, and outputs are turned again, so that both belong to the same steps. Their outputs are
    usually joined by `tf.concat(outputs, 2)`. In TensorFlow 2: `tf.keras.layers.Bidirectional`.

    Arguments:
        cell_fw, cell_bw: the cells, two objects.
        inputs: a tensor [batch, time, ...], or with `time_major` [time, batch, ...].
        sequence_length: an integer tensor [batch]; None (default): the whole of `inputs`.
        initial_state_fw, initial_state_bw: the states in which they begin; None (default): zeros of `dtype`.
        dtype: of the first states; needed without these.
        parallel_iterations, swap_memory: have no effect on results.
        time_major: whether time is the first axis; False by default.
        scope: the variable scope, "bidirectional_rnn" by default, with "fw" and "bw" below it.

    Returns:
        ((outputs forwards, outputs backwards), (state forwards, state backwards)).

    Raises:
        ValueError: neither a state nor a dtype.
        TypeError: no cells.

    Example:
        >>> class Adding(tf.compat.v1.nn.rnn_cell.RNNCell):
        ...     state_size = output_size = 1
        ...     def call(self, inputs, state):
        ...         return inputs + state, inputs + state
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     x = tf.constant([[[1.0], [2.0], [3.0]]])
        ...     outputs, states = tf.compat.v1.nn.bidirectional_dynamic_rnn(Adding(), Adding(), x, dtype=tf.float32)
        ...     print(session.run(tf.concat(outputs, 2)).tolist())
        [[[1.0, 6.0], [3.0, 5.0], [6.0, 3.0]]]
    """
    assert_like_rnncell("cell_fw", cell_fw)
    assert_like_rnncell("cell_bw", cell_bw)
    with variable_scope(scope or "bidirectional_rnn"):
        inputs = nest.map_structure(convert_to_tensor, inputs)
        with variable_scope("fw") as fw:
            outputs_fw, state_fw = dynamic_rnn(cell_fw, inputs, sequence_length, initial_state_fw, dtype, time_major=time_major, scope=fw)
        time, rows = (0, 1) if time_major else (1, 0)

        def turned(x):
            return tf.reverse(x, [time]) if sequence_length is None else tf.reverse_sequence(x, sequence_length, time, rows)

        with variable_scope("bw") as bw:
            outputs_bw, state_bw = dynamic_rnn(
                cell_bw, nest.map_structure(turned, inputs), sequence_length, initial_state_bw, dtype, time_major=time_major, scope=bw
            )
    return (outputs_fw, nest.map_structure(turned, outputs_bw)), (state_fw, state_bw)


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
    """Runs one cell forwards and another one backwards over a list of inputs. Mirrors `tf.compat.v1.nn.static_bidirectional_rnn`.

    As `bidirectional_dynamic_rnn`, with a copy of the cells' operations for each step, and with outputs that are joined already.

    Arguments:
        cell_fw, cell_bw: the cells, two objects.
        inputs: a list of tensors [batch, n], one for each step.
        initial_state_fw, initial_state_bw: the states in which they begin; None (default): zeros of `dtype`.
        dtype: of the first states; needed without these.
        sequence_length: an integer tensor [batch]; None (default): all steps.
        scope: the variable scope, "bidirectional_rnn" by default.

    Returns:
        (list of outputs [batch, forwards + backwards], state forwards, state backwards).

    Raises:
        ValueError: no inputs, or neither a state nor a dtype.
        TypeError: `inputs` is no list, or no cells.

    Example:
        >>> class Adding(tf.compat.v1.nn.rnn_cell.RNNCell):
        ...     state_size = output_size = 1
        ...     def call(self, inputs, state):
        ...         return inputs + state, inputs + state
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     steps = [tf.constant([[1.0]]), tf.constant([[2.0]])]
        ...     outputs, forwards, backwards = tf.compat.v1.nn.static_bidirectional_rnn(Adding(), Adding(), steps, dtype=tf.float32)
        ...     print(session.run(outputs)[0], session.run(outputs)[1])
        [[1. 3.]] [[3. 2.]]
    """
    assert_like_rnncell("cell_fw", cell_fw)
    assert_like_rnncell("cell_bw", cell_bw)
    _needs_steps(inputs)

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
    """Runs a cell over a list of inputs, with a state that is kept elsewhere between calls.

    Mirrors `tf.compat.v1.nn.static_state_saving_rnn`. Long sequences are trained piece by piece so: each call begins in the state in
    which the one before ended.

    Arguments:
        cell: an `RNNCell`.
        inputs: a list of tensors [batch, n], one for each step.
        state_saver: an object with the methods `state(name)`, which gives a tensor, and `save_state(name, value)`, which gives an
            operation.
            What is returned depends on these operations.
        state_name: the name of the state; a tuple of names where the cell's state has several parts.
        sequence_length: an integer tensor [batch]; None (default): all steps.
        scope: the variable scope, "rnn" by default.

    Returns:
        A pair (list of outputs, the last state).

    Raises:
        ValueError: `state_name` has another structure than the cell's state.

    Example:
        >>> class Keeping:
        ...     def __init__(self):
        ...         self.kept = tf.compat.v1.get_variable("kept", [1, 1], initializer=tf.compat.v1.zeros_initializer())
        ...     def state(self, name):
        ...         return tf.identity(self.kept)
        ...     def save_state(self, name, value):
        ...         return tf.compat.v1.assign(self.kept, value)
        >>> class Adding(tf.compat.v1.nn.rnn_cell.RNNCell):
        ...     state_size = output_size = 1
        ...     def call(self, inputs, state):
        ...         return inputs + state, inputs + state
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     outputs, state = tf.compat.v1.nn.static_state_saving_rnn(Adding(), [tf.constant([[1.0]])] * 3, Keeping(), "sum")
        ...     session.run(tf.compat.v1.global_variables_initializer())
        ...     print(session.run(state), session.run(state))
        [[3.]] [[6.]]
    """
    size = cell.state_size
    if nest.is_nested(size) != nest.is_nested(state_name):
        raise ValueError(
            "Argument `state_name` should be the same type as `cell.state_size`. "
            f"Received: state_name={state_name}, cell.state_size={size}."
        )
    names = nest.flatten(state_name)
    if len(names) != len(nest.flatten(size)):
        raise ValueError(
            f"Number of elements in argument `state_name` and `cell.state_size` are mismatched. Received state_name={state_name} with "
            f"{len(names)} elements and cell.state_size={size} with {len(nest.flatten(size))} elements."
        )
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
    """Runs a cell as a function says that gives each step its inputs: decoders that read their own outputs.

    Mirrors `tf.compat.v1.nn.raw_rnn`.

    Arguments:
        cell: an `RNNCell`.
        loop_fn: a function `loop_fn(time, cell_output, cell_state, loop_state)` that gives (finished, next inputs, next state, what
            to emit,
            next loop state). It is called with time 0 and None for the rest at first, and says then by what it emits which shape and
            dtype a row of that has (None: those of the cell's outputs). `finished` is a boolean tensor [batch]: such rows emit
            zeros and keep their state; all of them finished ends the loop.
        parallel_iterations, swap_memory: have no effect on results.
        scope: the variable scope, "rnn" by default.

    Returns:
        (a TensorArray of what was emitted, or a structure of them; the last state; the last loop state).

    Raises:
        TypeError: no cell, or `loop_fn` cannot be called.

    Example:
        >>> class Adding(tf.compat.v1.nn.rnn_cell.RNNCell):
        ...     state_size = output_size = 1
        ...     def call(self, inputs, state):
        ...         return inputs + state, inputs + state
        >>> def feed_back(time, output, state, loop_state):
        ...     if output is None:
        ...         return tf.constant([False]), tf.ones([1, 1]), tf.zeros([1, 1]), None, None
        ...     return tf.expand_dims(time >= 4, 0), output, state, output, None
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     emitted, state, _ = tf.compat.v1.nn.raw_rnn(Adding(), feed_back)
        ...     print(session.run(emitted.stack())[:, 0, 0])
        [1. 2. 4. 8.]
    """
    assert_like_rnncell("cell", cell)
    if not callable(loop_fn):
        raise TypeError(f"Argument `loop_fn` must be a callable. Received: {loop_fn}.")
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
            return b if _without_rows(a) else by_rows(condition, a, b)

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
