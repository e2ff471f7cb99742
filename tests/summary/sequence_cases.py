"""Recurrent networks of TensorFlow 1, for graphs that are compared with those of TensorFlow."""


def sequences(tf):
    """A cell over sequences of different lengths, of which the last state is used."""
    v1 = tf.compat.v1
    x, lengths = v1.placeholder(tf.float32, [None, 5, 3]), v1.placeholder(tf.int32, [None])
    _, state = v1.nn.dynamic_rnn(v1.nn.rnn_cell.LSTMCell(4), x, lengths, dtype=tf.float32)
    v1.layers.dense(state.h, 2)


def trained_sequences(tf):
    """A cell over sequences, which is trained."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float32, [None, 5, 3])
    _, state = v1.nn.dynamic_rnn(v1.nn.rnn_cell.GRUCell(4), x, dtype=tf.float32)
    v1.train.AdamOptimizer().minimize(tf.reduce_mean(v1.layers.dense(state, 2)))


def sequences_of_any_length(tf):
    """The same for an unknown number of steps, and different lengths."""
    v1 = tf.compat.v1
    x, lengths = v1.placeholder(tf.float32, [None, None, 3]), v1.placeholder(tf.int32, [None])
    _, state = v1.nn.dynamic_rnn(v1.nn.rnn_cell.GRUCell(4), x, lengths, dtype=tf.float32)
    v1.train.AdamOptimizer(0.1).minimize(tf.reduce_sum(state))


def sequences_of_sequences(tf):
    """A cell with a first state of its own, and one over what that gives, with time first."""
    v1 = tf.compat.v1
    x, lengths, cell = v1.placeholder(tf.float32, [4, 5, 3]), v1.placeholder(tf.int32, [4]), v1.nn.rnn_cell.BasicLSTMCell(4)
    made, _ = v1.nn.dynamic_rnn(cell, x, lengths, initial_state=cell.zero_state(4, tf.float32))
    made, _ = v1.nn.dynamic_rnn(v1.nn.rnn_cell.BasicRNNCell(4), made, dtype=tf.float32, time_major=True, scope="second")
    v1.train.AdamOptimizer(0.1).minimize(tf.reduce_sum(made))


def cells_on_cells(tf):
    """Cells above each other, with dropout."""
    v1 = tf.compat.v1
    cells = v1.nn.rnn_cell
    layers = [cells.DropoutWrapper(cells.BasicLSTMCell(4), output_keep_prob=0.5) for _ in range(2)]
    v1.nn.dynamic_rnn(cells.MultiRNNCell(layers), v1.placeholder(tf.float32, [None, 5, 3]), dtype=tf.float32)


def both_ways(tf):
    """Cells in both directions."""
    v1 = tf.compat.v1
    x, lengths = v1.placeholder(tf.float32, [None, 5, 3]), v1.placeholder(tf.int32, [None])
    cells = [v1.nn.rnn_cell.LSTMCell(4) for _ in range(2)]
    v1.nn.bidirectional_dynamic_rnn(*cells, x, lengths, dtype=tf.float32)


def own_cell(tf):
    """A cell of a program's own, which is trained."""
    v1 = tf.compat.v1

    class Own(v1.nn.rnn_cell.RNNCell):
        state_size = output_size = 4

        def call(self, inputs, state):
            made = tf.tanh(tf.concat([inputs, state], 1) @ v1.get_variable("own", [7, 4]))
            return made, made

    made, _ = v1.nn.dynamic_rnn(Own(), v1.placeholder(tf.float32, [2, 4, 3]), dtype=tf.float32)
    v1.train.AdamOptimizer(0.1).minimize(tf.reduce_sum(made))


PROGRAMS = (
    sequences,
    trained_sequences,
    sequences_of_any_length,
    sequences_of_sequences,
    cells_on_cells,
    both_ways,
    own_cell,
)
