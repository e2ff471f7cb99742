"""Running recurrent cells over sequences."""

import tfshim as tf
from tfshim.compat.v1.variable_scopes import variable_scope
from tfshim.engine import dtypes, nest
from tfshim.engine.convert import convert_to_tensor


def _swapped(x):
    return tf.transpose(x, [1, 0, *range(2, x.shape.rank)])


def dynamic_rnn(cell, inputs, sequence_length=None, initial_state=None, dtype=None, parallel_iterations=None, swap_memory=False,
                time_major=False, scope=None):
    """Run `cell` over `inputs` of shape [batch, time, ...] (or time first): (outputs, last state).

    Beyond a row's `sequence_length` outputs are zeros and its state stays. Without `initial_state` a state of zeros of `dtype`
    is taken. Mirrors `tf.compat.v1.nn.dynamic_rnn`; raises ValueError where neither is given.
    """
    with variable_scope(scope or "rnn"):
        inputs = convert_to_tensor(inputs)
        steps = inputs if time_major else _swapped(inputs)
        batch = steps.shape.as_list()[1]
        batch = tf.shape(steps)[1] if batch is None else batch
        if initial_state is None:
            if dtype is None:
                raise ValueError("If there is no initial_state, you must give a dtype.")
            initial_state = cell.zero_state(batch, dtype)
        if sequence_length is not None:
            sequence_length = tf.cast(sequence_length, dtypes.int32)
        length = steps.shape.as_list()[0]
        if length is not None:
            outputs, state = _unrolled(cell, steps, length, sequence_length, initial_state)
        else:
            outputs, state = _looped(cell, steps, sequence_length, initial_state)
        return (outputs if time_major else _swapped(outputs)), state


def _masked(time, sequence_length, output, new, old):
    if sequence_length is None:
        return output, new
    running = tf.less(time, sequence_length)

    def choose(a, b):
        return tf.where(tf.reshape(running, [-1] + [1] * (a.shape.rank - 1)), a, b)

    return choose(output, tf.zeros_like(output)), nest.map_structure(choose, new, old)


def _unrolled(cell, steps, length, sequence_length, state):
    outputs = []
    for t in range(length):
        output, new = cell(steps[t], state)
        output, state = _masked(t, sequence_length, output, new, state)
        outputs.append(output)
    return tf.stack(outputs), state


def _looped(cell, steps, sequence_length, state):
    """For sequences of unknown length: a loop of the graph."""
    cell(steps[0], state)  # its variables have to be made outside of the loop
    flat = nest.flatten(state)

    def step(carried, item):
        time, before = carried[0], nest.pack_sequence_as(state, list(carried[1:-1]))
        output, new = cell(item, before)
        output, new = _masked(time, sequence_length, output, new, before)
        return (time + 1, *nest.flatten(new), output)

    first = tf.zeros([tf.shape(steps)[1], cell.output_size], steps.dtype)
    result = tf.scan(step, steps, initializer=(tf.constant(0), *flat, first))
    return result[-1], nest.pack_sequence_as(state, [x[-1] for x in result[1:-1]])


def static_rnn(cell, inputs, initial_state=None, dtype=None, sequence_length=None, scope=None):
    """Run `cell` over a list of inputs: (list of outputs, last state). Mirrors `tf.compat.v1.nn.static_rnn`."""
    if not isinstance(inputs, (list, tuple)) or not inputs:
        raise ValueError("inputs must not be empty")
    with variable_scope(scope or "rnn"):
        first = convert_to_tensor(inputs[0])
        batch = first.shape.as_list()[0]
        if initial_state is None:
            if dtype is None:
                raise ValueError("If no initial_state is provided, dtype must be specified")
            initial_state = cell.zero_state(tf.shape(first)[0] if batch is None else batch, dtype)
        if sequence_length is not None:
            sequence_length = tf.cast(sequence_length, dtypes.int32)
        outputs, state = [], initial_state
        for t, x in enumerate(inputs):
            output, new = cell(x, state)
            output, state = _masked(t, sequence_length, output, new, state)
            outputs.append(output)
        return outputs, state


def bidirectional_dynamic_rnn(cell_fw, cell_bw, inputs, sequence_length=None, initial_state_fw=None, initial_state_bw=None, dtype=None,
                              parallel_iterations=None, swap_memory=False, time_major=False, scope=None):
    """Run one cell forwards and one backwards: ((outputs, outputs), (state, state)). Mirrors the function of TensorFlow 1."""
    with variable_scope(scope or "bidirectional_rnn"):
        inputs = convert_to_tensor(inputs)
        with variable_scope("fw") as fw:
            outputs_fw, state_fw = dynamic_rnn(cell_fw, inputs, sequence_length, initial_state_fw, dtype, time_major=time_major, scope=fw)
        time, rows = (0, 1) if time_major else (1, 0)

        def turned(x):
            return tf.reverse(x, [time]) if sequence_length is None else tf.reverse_sequence(x, sequence_length, time, rows)

        with variable_scope("bw") as bw:
            outputs_bw, state_bw = dynamic_rnn(cell_bw, turned(inputs), sequence_length, initial_state_bw, dtype, time_major=time_major,
                                               scope=bw)
        return (outputs_fw, turned(outputs_bw)), (state_fw, state_bw)
