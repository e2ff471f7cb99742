"""Steps of recurrent cells that a program runs as one operation."""

import numpy as np
import pytest

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.engine.graphs import executor  # noqa: E402

pytestmark = pytest.mark.usefixtures("steps_on_tensors")

v1 = tf.compat.v1
R = v1.nn.rnn_cell
X = np.random.RandomState(0).normal(size=(3, 5, 4)).astype("float32")
STEPS = executor.as_recurrences


@pytest.fixture
def found(monkeypatch):
    """The numbers of recurrences of the programs that were compiled."""
    counts = []

    def count(nodes, outputs, ordinary):
        made = STEPS(nodes, outputs, ordinary)
        counts.append(sum(n.type == "Recurrence" for n in made))
        return made

    monkeypatch.setattr(executor, "as_recurrences", count)
    return counts


def _run(build, feeds=None, shape=X.shape):
    """What `build(x)` gives, and the gradients of its sum by all variables."""
    with tf.Graph().as_default():
        tf.keras.utils.set_random_seed(1)  # of weights, which begin as Keras has them
        x = v1.placeholder(tf.float32, shape)
        out = tf.nest.flatten(build(x))
        gradients = v1.gradients(tf.add_n([tf.reduce_sum(tf.sin(3 * y)) for y in out]), v1.trainable_variables())
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            return session.run([out, gradients], {x: X, **(feeds or {})})


def _rnn(cell, **options):
    return lambda x: v1.nn.dynamic_rnn(cell, x, dtype=tf.float32, **options)


def _layers(*cells):
    return R.MultiRNNCell(list(cells))


def _own_gru(x):
    """A GRU whose update gate comes first, with a layer of the state that looks like a cell."""
    sizes = {"gates": [7, 6], "new": [7, 3], "shown": [7, 3]}
    w, b = {k: v1.get_variable(k, s) for k, s in sizes.items()}, {k: v1.get_variable(k + "_b", s[1:]) for k, s in sizes.items()}

    def layer(name, *inputs):
        return tf.nn.bias_add(tf.matmul(tf.concat(inputs, 1), w[name]), b[name])

    h, shown = tf.zeros([3, 3]), []
    for t in range(5):
        z, r = tf.split(layer("gates", x[:, t], h), 2, axis=1)
        z, r = tf.sigmoid(z), tf.sigmoid(r)
        shown.append(tf.tanh(layer("shown", tf.cos(x[:, t]), h)))
        h = (1 - z) * tf.tanh(b["new"] + tf.matmul(tf.concat([x[:, t], r * h], 1), w["new"])) + z * h
    return [h, *shown]


BUILDERS = {
    "lstm": (1, lambda: _rnn(R.LSTMCell(3))),
    "basic": (1, lambda: _rnn(R.BasicLSTMCell(3, forget_bias=0.5))),
    "no forget bias": (1, lambda: _rnn(R.LSTMCell(3, forget_bias=0.0))),
    "layers": (2, lambda: _rnn(_layers(R.LSTMCell(3), R.LSTMCell(2)))),
    "lengths": (1, lambda: _rnn(R.LSTMCell(3), sequence_length=[5, 2, 0])),
    "lengths, layers": (2, lambda: _rnn(_layers(R.LSTMCell(3), R.LSTMCell(2)), sequence_length=[5, 2, 0])),
    "dropout": (1, lambda: _rnn(R.DropoutWrapper(R.LSTMCell(3), 0.5, 0.5, seed=2))),
    "dropout between layers": (2, lambda: _rnn(_layers(R.DropoutWrapper(R.LSTMCell(3), 0.5, 0.5, seed=2), R.LSTMCell(2)))),
    "dropout and lengths": (0, lambda: _rnn(R.DropoutWrapper(R.LSTMCell(3), 0.5, 0.5, seed=2), sequence_length=[5, 2, 0])),
    "dropout of the state": (0, lambda: _rnn(R.DropoutWrapper(R.LSTMCell(3), state_keep_prob=0.5, seed=2))),
    "a part of the steps": (1, lambda: lambda x: v1.nn.static_rnn(R.LSTMCell(3), tf.unstack(x, axis=1)[1:4], dtype=tf.float32)),
    "some steps": (1, lambda: lambda x: v1.nn.static_rnn(R.LSTMCell(3), [x[:, t] for t in (3, 1, 4)], dtype=tf.float32)),
    "some rows": (1, lambda: lambda x: v1.nn.static_rnn(R.LSTMCell(3), [tf.transpose(x)[t] for t in (1, 2)], dtype=tf.float32)),
    "steps backwards": (1, lambda: lambda x: v1.nn.static_rnn(R.LSTMCell(3), tf.unstack(x, axis=1)[::-1], dtype=tf.float32)),
    "gru": (1, lambda: _rnn(R.GRUCell(3))),
    "gru, lengths": (1, lambda: _rnn(R.GRUCell(3), sequence_length=[5, 2, 0])),
    "gru of one's own": (1, lambda: _own_gru),
    "gru of relu": (0, lambda: _rnn(R.GRUCell(3, activation=tf.nn.relu))),
    "simple": (1, lambda: _rnn(R.BasicRNNCell(3))),
    "simple, lengths, layers": (3, lambda: _rnn(_layers(R.BasicRNNCell(3), R.GRUCell(2), R.LSTMCell(2)), sequence_length=[5, 2, 0])),
    "simple of relu": (0, lambda: _rnn(R.BasicRNNCell(3, activation=tf.nn.relu))),
    "peepholes": (0, lambda: _rnn(R.LSTMCell(3, use_peepholes=True))),
    "clipped": (0, lambda: _rnn(R.LSTMCell(3, cell_clip=0.1))),
    "projection": (0, lambda: _rnn(R.LSTMCell(3, num_proj=2))),
    "activation": (0, lambda: _rnn(R.LSTMCell(3, activation=tf.nn.relu))),
}


@pytest.mark.parametrize("name", BUILDERS)
def test_same_values_and_gradients(monkeypatch, found, name):
    count, build = BUILDERS[name]
    made = _run(build())
    assert max(found) == count
    monkeypatch.setattr(executor, "as_recurrences", lambda nodes, *_: nodes)
    for got, wanted in zip(made, _run(build())):
        for a, b in zip(got, wanted):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)


def test_rows_of_unknown_number(found):
    made = _run(_rnn(R.LSTMCell(3, initializer=v1.constant_initializer(0.1))), shape=[None, 5, 4])
    assert max(found) == 1
    wanted = _run(_rnn(R.LSTMCell(3, initializer=v1.constant_initializer(0.1))))
    np.testing.assert_allclose(made[0][0], wanted[0][0], rtol=1e-6)


def test_a_cell_that_is_broadcast(found):
    def build(state):
        def run(x):
            return v1.nn.dynamic_rnn(R.LSTMCell(3, initializer=v1.constant_initializer(0.1)), x, initial_state=state(x))

        return run

    def one(x):
        c = v1.placeholder_with_default(np.ones((1, 3), "float32"), [None, 3])
        return R.LSTMStateTuple(c, x[:, 0, :3])

    made = _run(build(one), shape=[None, 5, 4])
    assert max(found) == 1
    wanted = _run(build(lambda x: R.LSTMStateTuple(tf.ones([3, 3]), x[:, 0, :3])))
    for got, expected in zip(made, wanted):
        for a, b in zip(got, expected):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)


def test_a_state_that_does_not_fit():
    with tf.Graph().as_default(), v1.Session() as session:
        x, h = v1.placeholder(tf.float32, [None, 5, 4]), v1.placeholder(tf.float32, [None, 3])
        out, _ = v1.nn.dynamic_rnn(R.LSTMCell(3), x, initial_state=R.LSTMStateTuple(h, h))
        session.run(v1.global_variables_initializer())
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"node rnn/.*lstm_cell/concat"):
            session.run(out, {x: X, h: np.zeros((2, 3), "float32")})


def test_functions_and_tapes(found):
    kernel, bias = tf.Variable(X[0, :4].repeat(2, 0)[:6, :1] * np.ones((1, 8), "float32")), tf.Variable(np.arange(8, dtype="float32") / 8)

    def steps(x):
        h = c = tf.zeros([3, 2])
        for t in range(5):
            z = tf.nn.bias_add(tf.matmul(tf.concat([x[:, t], h], 1), kernel), bias)
            i, j, f, o = tf.split(z, 4, axis=1)
            c = tf.sigmoid(f + 1.0) * c + tf.sigmoid(i) * tf.tanh(j)
            h = tf.sigmoid(o) * tf.tanh(c)
        return h

    def gradients(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(steps(x) ** 2)
        return tape.gradient(loss, [kernel, bias])

    wanted = gradients(tf.constant(X))
    for got in (tf.function(gradients)(tf.constant(X)), tf.function(gradients, jit_compile=False)(tf.constant(X))):
        for a, b in zip(got, wanted):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)
    assert max(found) == 1
    function = tf.function(steps)
    np.testing.assert_allclose(function(tf.constant(X)), steps(tf.constant(X)), rtol=1e-5, atol=1e-6)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(function(tf.constant(X)) ** 2)
    for a, b in zip(tape.gradient(loss, [kernel, bias]), wanted):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)


def test_states_that_effects_stand_between(found):
    with tf.Graph().as_default(), v1.Session() as session:
        x, log = tf.constant(X), v1.Variable(0.0, trainable=False)
        cell = R.LSTMCell(3)
        state = cell.zero_state(3, tf.float32)
        sums = []
        with v1.variable_scope("cell", reuse=v1.AUTO_REUSE):
            for t in range(3):
                _, state = cell(x[:, t], state)
                with tf.control_dependencies([log.assign_add(tf.reduce_sum(state.h))]):
                    sums.append(log.read_value())
        session.run(v1.global_variables_initializer())
        *before, states = session.run([*sums, state])
        assert before[2] - before[1] == pytest.approx(states.h.sum(), abs=1e-5) and len({float(b) for b in before}) == 3


def test_jacobians_and_rows_at_once(found):
    kernel, bias = tf.Variable(np.linspace(-1, 1, 48, dtype="float32").reshape(6, 8)), tf.Variable(np.linspace(0, 1, 8, dtype="float32"))

    def steps(x):
        h = c = tf.zeros([tf.shape(x)[0], 2])
        for t in range(5):
            i, j, f, o = tf.split(tf.nn.bias_add(tf.matmul(tf.concat([x[:, t], h], 1), kernel), bias), 4, axis=1)
            c = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(j)
            h = tf.sigmoid(o) * tf.tanh(c)
        return h

    def jacobian(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = steps(x)
        return tape.jacobian(y, x)

    x = tf.constant(X)
    np.testing.assert_allclose(tf.function(jacobian)(x), jacobian(x), rtol=1e-4, atol=1e-6)
    rows = tf.function(lambda x: tf.vectorized_map(lambda row: steps(row[None]), x))
    np.testing.assert_allclose(rows(x)[:, 0], steps(x), rtol=1e-4, atol=1e-6)
    with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as accumulator:
        y = tf.function(steps)(x)
    np.testing.assert_allclose(accumulator.jvp(y), tf.reduce_sum(jacobian(x), [2, 3, 4]), rtol=1e-4, atol=1e-5)
    assert max(found) == 1


@pytest.mark.parametrize("shown", ["other zeros", "first cell", "first state", "each state"])
@pytest.mark.parametrize("state_first", [False, True])
def test_what_masked_rows_show_may_be_a_state(found, shown, state_first):
    lengths = np.array([2, 5, 0])

    def steps(x, lengths):
        kernel, bias = tf.reshape(tf.linspace(-1.0, 1.0, 48), [6, 8]), tf.linspace(0.0, 1.0, 8)
        c, h, outputs = tf.zeros([3, 2]), tf.ones([3, 2]), []
        if shown == "first state":
            h = c
        first = c
        for t in range(5):
            i, j, f, o = tf.split(tf.nn.bias_add(tf.matmul(tf.concat([x[:, t], h], 1), kernel), bias), 4, axis=1)
            new_c = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(j)
            new_h = tf.sigmoid(o) * tf.tanh(new_c)
            mask = (t < lengths)[:, None]
            other = h if shown == "each state" else tf.zeros([3, 2]) if shown == "other zeros" else first
            chosen = [tf.where(mask, new_h, e) for e in ((h, other) if state_first else (other, h))]
            outputs.append(chosen[state_first])
            h, c = chosen[not state_first], tf.where(mask, new_c, c)
        return [tf.stack(outputs, 1), outputs[0], outputs[-1], h, c]

    wanted = steps(tf.constant(X), tf.constant(lengths))
    with tf.Graph().as_default(), v1.Session() as session:
        x, rows = v1.placeholder(tf.float32, X.shape), v1.placeholder(tf.int64, [3])
        results = steps(x, rows)
        for some in ([0, 3, 4], [2, 3], [1, 2], [1, 0], [0, 1, 2, 3, 4]):  # what is not asked for is not computed
            for got, at in zip(session.run([results[i] for i in some], {x: X, rows: lengths}), some):
                np.testing.assert_allclose(got, wanted[at], rtol=1e-5, atol=1e-6)
    function = tf.function(lambda *given: [steps(*given)[at] for at in (0, 3, 4)])
    for got, at in zip(function(tf.constant(X), tf.constant(lengths)), (0, 3, 4)):
        np.testing.assert_allclose(got, wanted[at], rtol=1e-5, atol=1e-6)
    assert max(found) == 1
