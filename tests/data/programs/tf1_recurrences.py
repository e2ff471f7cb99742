"""Recurrent cells of TensorFlow 1 over known numbers of steps: results, gradients, and gradients of gradients."""

import functools
import logging

import numpy as np

v1 = tf.compat.v1
R = v1.nn.rnn_cell
X = np.random.RandomState(0).normal(size=(3, 5, 4))
LENGTHS = [4, 0, 5]


def in_graph(function):
    """`function` in a graph of its own, with loops of TensorFlow 1."""

    @functools.wraps(function)
    def run():
        logger = logging.getLogger("tensorflow")
        logger.disabled = True
        v1.disable_control_flow_v2()
        try:
            with tf.Graph().as_default():
                return function()
        finally:
            logger.disabled = False
            v1.enable_control_flow_v2()

    return run


def summary(value):
    """The weighted sum of an array to three digits, without a negative zero."""
    value = np.asarray(value, "float64")
    return round(float((value * np.cos(np.arange(value.size)).reshape(value.shape)).sum()), 3) + 0.0


def results(build, dtype=tf.float64, again=False, used=lambda out: out):
    """What `build(x)` gives, its gradients by x and the variables, and, if `again`, the gradients of their squares."""
    x = v1.placeholder(dtype, X.shape)
    out = build(x)
    variables = v1.trainable_variables()
    loss = tf.add_n([tf.reduce_sum(tf.sin(3 * y)) for y in tf.nest.flatten(used(out))])
    gradients = tf.gradients(loss, [x, *variables])
    fetched = [*tf.nest.flatten(out), *gradients]
    if again:
        fetched += tf.gradients(tf.add_n([tf.reduce_sum(g * g) for g in gradients]), [x, *variables])
    draw = np.random.RandomState(1)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        for v in variables:
            v.load(draw.normal(size=v.shape.as_list()) * 0.4, session)
        return [summary(v) for v in session.run(fetched, {x: X})]


def dynamic(cell, **options):
    return lambda x: v1.nn.dynamic_rnn(cell, x, dtype=x.dtype, **options)


def static(cell, **options):
    return lambda x: v1.nn.static_rnn(cell, tf.unstack(x, axis=1), dtype=x.dtype, **options)


def layers(*cells):
    return R.MultiRNNCell(list(cells))


@in_graph
def case_outputs():
    return results(dynamic(R.LSTMCell(3)), tf.float32)


@in_graph
def case_outputs_alone():
    return results(dynamic(R.BasicLSTMCell(3, forget_bias=0.25)), tf.float32, used=lambda out: out[0])


@in_graph
def case_state_alone():
    return results(dynamic(R.LSTMCell(3)), tf.float32, used=lambda out: out[1])


@in_graph
def case_one_step_in_the_middle():
    return results(dynamic(R.LSTMCell(3)), used=lambda out: out[0][:, 2])


@in_graph
def case_gradients_of_gradients():
    return results(static(R.LSTMCell(3)), again=True)


@in_graph
def case_gradients_of_gradients_of_layers():
    return results(static(layers(R.LSTMCell(3), R.BasicLSTMCell(2))), again=True)


@in_graph
def case_lengths():
    return results(dynamic(R.LSTMCell(3), sequence_length=LENGTHS), tf.float32)


@in_graph
def case_lengths_and_outputs_alone():
    return results(dynamic(R.LSTMCell(3), sequence_length=LENGTHS), tf.float32, used=lambda out: (out[0], out[1].h))


@in_graph
def case_lengths_of_layers():
    return results(dynamic(layers(R.LSTMCell(3), R.LSTMCell(2)), sequence_length=LENGTHS))


@in_graph
def case_lengths_of_layers_with_shortcuts():
    return results(dynamic(layers(R.LSTMCell(4), R.ResidualWrapper(R.LSTMCell(4))), sequence_length=LENGTHS))


@in_graph
def case_time_major():
    return results(lambda x: dynamic(R.LSTMCell(3), time_major=True)(tf.transpose(x, [1, 0, 2])))


@in_graph
def case_first_state():
    def build(x):
        state = R.LSTMStateTuple(tf.tanh(x[:, 0, :3]), tf.sin(x[:, 1, :3]))
        return v1.nn.dynamic_rnn(R.LSTMCell(3), x, initial_state=state)

    return results(build, tf.float32)


@in_graph
def case_state_in_one_tensor():
    return results(dynamic(R.BasicLSTMCell(3, state_is_tuple=False)))


@in_graph
def case_other_activation():
    return results(dynamic(R.LSTMCell(3, activation=tf.nn.relu)))


@in_graph
def case_peepholes_and_limits():
    return results(dynamic(R.LSTMCell(3, use_peepholes=True, cell_clip=0.5)))


@in_graph
def case_projection():
    return results(dynamic(R.LSTMCell(3, num_proj=2)))


@in_graph
def case_list_of_steps():
    return results(static(R.LSTMCell(3)), tf.float32)


@in_graph
def case_list_of_steps_with_lengths():
    return results(static(R.LSTMCell(3), sequence_length=LENGTHS), again=True)


@in_graph
def case_both_directions():
    def build(x):
        return v1.nn.bidirectional_dynamic_rnn(R.LSTMCell(3), R.LSTMCell(2), x, sequence_length=LENGTHS, dtype=x.dtype)

    return results(build)


@in_graph
def case_a_state_that_gradients_are_taken_by():
    x = tf.constant(X)
    cell = R.LSTMCell(3, initializer=v1.constant_initializer(0.3))
    states = [cell.zero_state(3, x.dtype)]
    with v1.variable_scope("cell", reuse=v1.AUTO_REUSE):
        for t in range(5):
            states.append(cell(x[:, t], states[-1])[1])
    gradients = tf.gradients(tf.reduce_sum(states[-1].h), [states[2].c, states[2].h, states[4].h])
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        return [summary(g) for g in session.run(gradients)]


@in_graph
def case_outputs_fed_back():
    def build(x):
        cell = R.LSTMCell(4)
        y, state = x[:, 0], cell.zero_state(3, x.dtype)
        with v1.variable_scope("cell", reuse=v1.AUTO_REUSE):
            for _ in range(4):
                y, state = cell(y, state)
        return y, state

    return results(build)


@in_graph
def case_variables_that_change_between_steps():
    x = tf.constant(X)
    cell = R.LSTMCell(3, initializer=v1.constant_initializer(0.3))
    state = cell.zero_state(3, x.dtype)
    with v1.variable_scope("cell", reuse=v1.AUTO_REUSE):
        for t in range(4):
            with tf.control_dependencies([state[0]]):
                _, state = cell(x[:, t], state)
            with tf.control_dependencies([v1.assign(cell.variables[0], cell.variables[0] * 0.5)] if t == 1 else []):
                state = tf.nest.map_structure(tf.identity, state)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        return [summary(s) for s in session.run(state)]


class Plain(R.RNNCell):
    """A cell that gets its variables anew in each call, as those written before layers did."""

    state_size = output_size = 3

    def __call__(self, inputs, state, scope=None):
        with v1.variable_scope(scope or "plain"):
            return (self._of("sum", inputs, state),) * 2

    @staticmethod
    def _of(name, inputs, state):
        with v1.variable_scope(name, reuse=False):
            kernel = v1.get_variable("kernel", [inputs.shape[-1] + 3, 3], inputs.dtype)
            return tf.tanh(tf.concat([inputs, state], 1) @ kernel)


def _plain(run):
    found = results(run)
    return found, [v.name for v in v1.global_variables()]


@in_graph
def case_cells_that_get_variables_in_steps():
    return _plain(static(Plain()))


@in_graph
def case_cells_that_get_variables_in_loops():
    x = v1.placeholder(tf.float64, [3, None, 4])
    with v1.variable_scope("other"):
        out, last = v1.nn.dynamic_rnn(Plain(), x, dtype=x.dtype, sequence_length=LENGTHS)
    variables = v1.trainable_variables()
    gradients = tf.gradients(tf.reduce_sum(tf.sin(out)), [x, *variables])
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        variables[0].load(np.random.RandomState(1).normal(size=(7, 3)), session)
        return [summary(y) for y in session.run([out, last, *gradients], {x: X})], [v.name for v in variables]


@in_graph
def case_cells_that_get_variables_both_ways():
    return _plain(lambda x: v1.nn.static_bidirectional_rnn(Plain(), Plain(), tf.unstack(x, axis=1), dtype=x.dtype))


@in_graph
def dropped(build, fetched=lambda out: out, seed=None):
    """What two runs of `build(x)` give and the gradients by x, whose dropout draws others in each step; then what is drawn after it."""
    v1.set_random_seed(seed)
    x = v1.placeholder(tf.float32, X.shape)
    out = fetched(build(x))
    gradients = tf.gradients(tf.add_n([tf.reduce_sum(y * y) for y in tf.nest.flatten(out)]), [x])
    after = [] if seed is None else [tf.random.uniform([3])]
    draw = np.random.RandomState(1)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        if seed is None:
            for v in v1.trainable_variables():
                v.load(draw.normal(size=v.shape.as_list()) * 0.4, session)
        return [[summary(v) for v in session.run([*tf.nest.flatten(out), *gradients, *after], {x: X})] for _ in range(2)]


def case_dropout_of_each_step():
    def once(cell, keep=(0.7, 0.6, 0.5), seed=5, **options):
        wrapped = R.DropoutWrapper(cell, *keep, seed=seed)
        return lambda x: v1.nn.dynamic_rnn(wrapped, x, dtype=x.dtype, parallel_iterations=1, **options)

    def open_length(build):
        return lambda x: build(v1.placeholder_with_default(x, [3, None, 4]))

    def stack():
        cells = [R.DropoutWrapper(R.GRUCell(n), 0.8, 0.6) for n in (2, 3)]
        return dynamic(R.MultiRNNCell(cells), parallel_iterations=1)

    for lengths in None, LENGTHS, [2, 3, 1]:
        print(lengths, dropped(once(R.LSTMCell(2), sequence_length=lengths)))
        print(lengths, dropped(open_length(once(R.BasicRNNCell(3), sequence_length=lengths))))
    print(dropped(once(R.GRUCell(3)), lambda out: out[0][:, -1]))
    print(dropped(once(R.GRUCell(3), (1.0, 0.5, 1.0)), lambda out: out[0][:, 2:]))
    print(dropped(lambda x: stack()(x), seed=3))
    print(dropped(open_length(lambda x: stack()(x)), seed=3))


class _OfPairs(R.RNNCell):
    """A cell with two inputs, two outputs and a state of two parts."""

    state_size, output_size = (1, 1), (2, 1)

    def call(self, inputs, state):
        return (inputs[0] + state[0], inputs[1]), (state[0] + inputs[1], state[1] + 1.0)


def _of_pairs(lengths, known):
    with tf.Graph().as_default(), v1.Session() as session:
        pair = tf.reshape(tf.range(12.0), [2, 3, 2]), tf.reshape(tf.range(6.0), [2, 3, 1])
        if not known:
            pair = tuple(v1.placeholder_with_default(x, [None, None, n]) for x, n in zip(pair, (2, 1)))
        made = v1.nn.dynamic_rnn(_OfPairs(), pair, lengths, dtype=tf.float32)
        return [x.tolist() for x in tf.nest.flatten(session.run(made))]


def case_structures_of_inputs_and_outputs():
    return [_of_pairs(lengths, known) for lengths in (None, [3, 2], [1, 1]) for known in (True, False)]


def case_cells_of_keras():
    with tf.Graph().as_default(), v1.Session() as session:
        cells = [kind(3, kernel_initializer="ones", recurrent_initializer="ones") for kind in (tf.keras.layers.GRUCell, tf.keras.layers.LSTMCell)]
        made = [v1.nn.dynamic_rnn(cell, tf.ones([2, 5, 4]), dtype=tf.float32) for cell in cells]
        session.run(v1.global_variables_initializer())
        return [summary(x) for x in tf.nest.flatten(session.run(made))]


def case_what_cells_and_their_runs_refuse():
    gru, lstm = lambda: R.GRUCell(3), lambda: R.BasicLSTMCell(3)  # noqa: E731
    tries = [
        lambda: v1.nn.dynamic_rnn(3, tf.ones([2, 5, 4]), dtype=tf.float32),
        lambda: v1.nn.static_rnn(3, [tf.ones([2, 4])], dtype=tf.float32),
        lambda: v1.nn.bidirectional_dynamic_rnn(gru(), 3, tf.ones([2, 5, 4]), dtype=tf.float32),
        lambda: v1.nn.static_bidirectional_rnn(3, gru(), [tf.ones([2, 4])], dtype=tf.float32),
        lambda: v1.nn.raw_rnn(3, len),
        lambda: v1.nn.raw_rnn(gru(), 3),
        lambda: v1.nn.dynamic_rnn(gru(), tf.ones([2, 5, 4])),
        lambda: v1.nn.static_rnn(gru(), [tf.ones([2, 4])]),
        lambda: v1.nn.static_rnn(gru(), [], dtype=tf.float32),
        lambda: v1.nn.static_bidirectional_rnn(gru(), gru(), (), dtype=tf.float32),
        lambda: v1.nn.static_rnn(gru(), v1.placeholder(tf.float32, [2, 3], name="x"), dtype=tf.float32),
        lambda: v1.nn.dynamic_rnn(gru(), tf.ones([2, 5, 4]), 2, dtype=tf.float32),
        lambda: v1.nn.static_rnn(gru(), [tf.ones([2, 4])], sequence_length=[[2, 2]], dtype=tf.float32),
        lambda: v1.nn.dynamic_rnn(gru(), v1.placeholder(tf.float32, [None, None]), dtype=tf.float32),
        lambda: v1.nn.static_state_saving_rnn(lstm(), [tf.ones([2, 4])], None, "a"),
        lambda: v1.nn.static_state_saving_rnn(lstm(), [tf.ones([2, 4])], None, ("a",)),
        lambda: gru()(v1.placeholder(tf.float32, [None, None]), tf.ones([2, 3])),
        lambda: gru()(tf.ones([2, 3], tf.int32), tf.ones([2, 3])),
        lambda: lstm()(tf.ones([2, 3]), lstm().zero_state(2, tf.int32)),
        lambda: R.DropoutWrapper(3),
        lambda: R.ResidualWrapper(gru())(tf.ones([2, 4]), tf.ones([2, 3])),
        lambda: gru().get_initial_state(),
        lambda: gru().get_initial_state(tf.ones([2, 3]), batch_size=3),
        lambda: gru().get_initial_state(tf.ones([2, 3]), dtype=tf.float64),
    ]
    made = []
    for attempt in tries:
        with tf.Graph().as_default():
            try:
                made.append(str(attempt()))
            except (TypeError, ValueError) as e:
                made.append(f"{type(e).__name__}: {e}")
    return made


def case_names_and_devices_of_first_states():
    with tf.Graph().as_default():
        wrapped = [R.DeviceWrapper(R.GRUCell(3), "/cpu:0"), R.ResidualWrapper(R.GRUCell(3)), R.GRUCell(3)]
        return [(x.name, x.device) for cell in wrapped for x in tf.nest.flatten(cell.zero_state(2, tf.float32))]
