"""Recurrent cells of TensorFlow 1 whose states are one thing for the whole batch, that are built before they run, and that drop by variables."""

import numpy as np

v1 = tf.compat.v1
cells = v1.nn.rnn_cell
ROWS = np.array([[[1], [2], [3], [4]], [[5], [6], [7], [8]]], np.float32)


class Counting(cells.RNNCell):
    output_size = property(lambda self: 1)
    state_size = property(lambda self: tf.TensorShape([]))

    def zero_state(self, batch_size, dtype):
        return tf.zeros([], tf.int32)

    def call(self, x, state, scope=None):
        return x * 2, state + 1


class TwoOutputs(Counting):
    output_size = property(lambda self: (tf.TensorShape(1), tf.TensorShape(2)))

    def call(self, x, state, scope=None):
        return (x, tf.concat([x, x], -1)), state + 1


class Collecting(Counting):
    state_size = property(lambda self: (tf.TensorShape([]), ()))

    def zero_state(self, batch_size, dtype):
        return tf.zeros([], tf.int32), tf.TensorArray(tf.float32, size=0, dynamic_size=True)

    def call(self, x, state, scope=None):
        return x, (state[0] + 1, state[1].write(state[0], x))


def _given(cell, x, **lengths):
    outputs, state = v1.nn.dynamic_rnn(cell, x, dtype=tf.float32, **lengths)
    return outputs, (state[0], state[1].stack()) if isinstance(cell, Collecting) else state


def _each(run):
    return [
        run(cell(), **lengths)
        for cell in (Counting, TwoOutputs, Collecting)
        for lengths in ({}, {"sequence_length": [4, 1]}, {"sequence_length": [2, 1]})
    ]


def case_eagerly():
    return _each(lambda cell, **lengths: tf.nest.map_structure(lambda t: t.numpy().tolist(), _given(cell, ROWS, **lengths)))


def _in_graph(shape):
    def run(cell, **lengths):
        with tf.Graph().as_default(), v1.Session() as s:
            x = v1.placeholder(tf.float32, shape)
            made = _given(cell, x, **lengths)
            return tf.nest.map_structure(lambda t: t.tolist(), s.run(made, {x: ROWS}))

    return _each(run)


def case_in_graphs():
    return _in_graph([2, 4, 1])


def case_of_unknown_length():
    return _in_graph([2, None, 1])


def case_step_by_step():
    with tf.Graph().as_default(), v1.Session() as s:
        outputs, state = v1.nn.static_rnn(Counting(), [tf.constant([[1.0]])] * 3, dtype=tf.float32, sequence_length=[3])
        return [x.tolist() for x in s.run(outputs)], s.run(state).tolist()


def case_built_first():
    found = []
    for cell in (cells.BasicRNNCell, cells.BasicLSTMCell, cells.GRUCell, cells.LSTMCell):
        with tf.Graph().as_default():
            one, other = cell(3), cell(3)
            one.build([None, 5])
            other.build((7, 5))
            before = one.built, [v.name for v in one.variables]
            output, _ = one(tf.ones([2, 5]), one.get_initial_state(inputs=None, batch_size=2, dtype=tf.float32))
            found.append((before, [v.name for v in one.variables], [v.name for v in other.variables], output.shape.as_list()))
    return found


def case_dropout_by_variables():
    found = []
    for name in ("input_keep_prob", "output_keep_prob", "state_keep_prob"):
        for resource in (False, True):
            with tf.Graph().as_default(), v1.Session() as s:
                keep = v1.Variable(1.0, use_resource=resource)
                cell = cells.DropoutWrapper(cells.GRUCell(2, kernel_initializer="ones"), dtype=tf.float32, **{name: keep})
                outputs, _ = v1.nn.dynamic_rnn(cell, tf.ones([1, 2, 3]), dtype=tf.float32)
                s.run(v1.global_variables_initializer())
                found.append(np.round(s.run(outputs), 4).tolist())
    return found
