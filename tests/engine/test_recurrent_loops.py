"""Loops over sequences of unknown length whose body is recurrent cells, which a program runs as one operation."""

import numpy as np
import pytest

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.engine.graphs.programs import recurrent_loops  # noqa: E402

pytestmark = pytest.mark.usefixtures("steps_on_tensors")

v1 = tf.compat.v1
R = v1.nn.rnn_cell
X = np.random.RandomState(0).normal(size=(3, 5, 4)).astype("float32")
WHOLE = recurrent_loops._Body.whole


@pytest.fixture
def whole(monkeypatch):
    """For each run of a loop that could be one: whether it was run as a whole."""
    runs = []

    def run(self, *arguments):
        made = WHOLE(self, *arguments)
        runs.append(made is not None)
        return made

    monkeypatch.setattr(recurrent_loops._Body, "whole", run)
    return runs


def _run(build, x=X, seed=1):
    """What `build(x)` gives, and the gradients of its sum by the input and by all variables."""
    with tf.Graph().as_default():
        tf.keras.utils.set_random_seed(1)  # of weights, which begin as Keras has them
        v1.set_random_seed(seed)
        given = v1.placeholder(tf.float32, [None, None, 4])
        out = tf.nest.flatten(build(given))
        total = tf.add_n([tf.reduce_sum(tf.sin(3 * y)) for y in out])
        gradients = v1.gradients(total, [given, *v1.trainable_variables()])
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            return session.run([out, gradients], {given: x})


def _rnn(cell, outputs_only=False, **options):
    def build(x):
        made = v1.nn.dynamic_rnn(cell, x, dtype=tf.float32, **options)
        return made[0] if outputs_only else made

    return build


def _both(cell=R.LSTMCell, **options):
    return lambda x: v1.nn.bidirectional_dynamic_rnn(cell(3), cell(2), x, dtype=tf.float32, **options)


def _layers(*cells):
    return R.MultiRNNCell(list(cells))


def _dropped(cell):
    return R.DropoutWrapper(cell, 0.5, 0.5, seed=2)


class _Around(R.RNNCell):
    def __init__(self, cell):
        super().__init__()
        self.cell = cell

    @property
    def state_size(self):
        return self.cell.state_size

    @property
    def output_size(self):
        return self.cell.output_size


class _Projected(_Around):
    """Takes and gives what it multiplies, within the variables of the layer's own scope."""

    def call(self, inputs, state):
        by = v1.get_variable("by", [3, 3])
        output, state = self.cell(tf.concat([inputs, tf.sin(inputs)], 1), state)
        return tf.tanh(tf.matmul(output, by)) * tf.reduce_sum(by), state


def _layer(*inputs):
    """What a cell without gates computes, of `inputs`."""
    both = tf.concat(inputs, 1)
    matrix = v1.get_variable("matrix", [both.shape[1], 3])
    return tf.tanh(tf.nn.bias_add(tf.matmul(both, matrix), v1.get_variable("vector", [3])))


class _Extended(_Around):
    """Takes what a layer makes of the inputs."""

    def call(self, inputs, state):
        return self.cell(_layer(inputs, tf.sin(inputs)), state)


class _Looking(_Around):
    """Gives what a layer makes of the inputs and of the state that the step began with."""

    def call(self, inputs, state):
        output, following = self.cell(inputs, state)
        return _layer(inputs, state) + output, following


class _Centred(_Around):
    """Gives states without the mean over the rows, masked ones included."""

    def call(self, inputs, state):
        output, state = self.cell(inputs, state)
        return output - tf.reduce_mean(output, 0), state


# How many loops are run as a whole, and what builds them.
BUILDERS = {
    "lstm": (1, lambda: _rnn(R.LSTMCell(3))),
    "basic": (1, lambda: _rnn(R.BasicLSTMCell(3, forget_bias=0.5))),
    "layers": (1, lambda: _rnn(_layers(R.LSTMCell(3), R.BasicLSTMCell(2), R.LSTMCell(4)))),
    "lengths": (1, lambda: _rnn(R.LSTMCell(3), sequence_length=[5, 2, 0])),
    "short lengths": (1, lambda: _rnn(R.LSTMCell(3), sequence_length=[3, 2, 0])),
    "no lengths": (1, lambda: _rnn(R.LSTMCell(3), sequence_length=[0, 0, 0])),
    "lengths, outputs": (1, lambda: _rnn(R.LSTMCell(3), True, sequence_length=[4, 2, 0])),
    "lengths, layers": (1, lambda: _rnn(_layers(R.LSTMCell(3), R.LSTMCell(2)), sequence_length=[5, 2, 0])),
    "lengths, layers, outputs": (1, lambda: _rnn(_layers(R.LSTMCell(3), R.LSTMCell(2)), True, sequence_length=[5, 2, 0])),
    "both directions": (2, lambda: _both()),
    "both directions, lengths": (2, lambda: _both(sequence_length=[5, 2, 0])),
    "dropout": (1, lambda: _rnn(_dropped(R.LSTMCell(3)))),
    "dropout and lengths": (1, lambda: _rnn(_dropped(R.LSTMCell(3)), sequence_length=[5, 2, 0])),
    "dropout between layers": (1, lambda: _rnn(_layers(_dropped(R.LSTMCell(3)), _dropped(R.LSTMCell(2))), sequence_length=[5, 2, 0])),
    "dropout of the state": (0, lambda: _rnn(R.DropoutWrapper(R.LSTMCell(3), state_keep_prob=0.5, seed=2))),
    "residual": (1, lambda: _rnn(R.ResidualWrapper(R.LSTMCell(4)))),
    "residual, dropout and lengths": (1, lambda: _rnn(R.ResidualWrapper(_dropped(R.LSTMCell(4))), sequence_length=[5, 2, 0])),
    "residual of layers": (1, lambda: _rnn(_layers(R.ResidualWrapper(R.LSTMCell(4)), R.ResidualWrapper(R.LSTMCell(4))))),
    "projected": (1, lambda: _rnn(_Projected(R.LSTMCell(3)), sequence_length=[5, 2, 0])),
    "rows that meet": (0, lambda: _rnn(_Centred(R.LSTMCell(3)), sequence_length=[5, 2, 0])),
    "peepholes": (0, lambda: _rnn(R.LSTMCell(3, use_peepholes=True))),
    "projection": (0, lambda: _rnn(R.LSTMCell(3, num_proj=2))),
    "gru": (1, lambda: _rnn(R.GRUCell(3))),
    "gru, lengths": (1, lambda: _rnn(R.GRUCell(3), sequence_length=[5, 2, 0])),
    "gru, layers and others": (1, lambda: _rnn(_layers(R.GRUCell(3), R.BasicRNNCell(2), R.LSTMCell(2)), sequence_length=[5, 2, 0])),
    "gru, residual and dropout": (1, lambda: _rnn(R.ResidualWrapper(_dropped(R.GRUCell(4))), sequence_length=[5, 2, 0])),
    "gru, both directions": (2, lambda: _both(R.GRUCell, sequence_length=[5, 2, 0])),
    "gru of relu": (0, lambda: _rnn(R.GRUCell(3, activation=tf.nn.relu))),
    "simple": (1, lambda: _rnn(R.BasicRNNCell(3))),
    "simple, lengths": (1, lambda: _rnn(R.BasicRNNCell(3), True, sequence_length=[5, 2, 0])),
    "simple, layers": (1, lambda: _rnn(_layers(_dropped(R.BasicRNNCell(3)), R.BasicRNNCell(2)))),
    "a layer like a cell": (1, lambda: _rnn(_Extended(R.GRUCell(3)), sequence_length=[5, 2, 0])),
    "a layer like a cell, of a state": (0, lambda: _rnn(_Looking(R.GRUCell(3)))),
}


@pytest.mark.parametrize("name", BUILDERS)
def test_same_values_and_gradients(monkeypatch, whole, name):
    count, build = BUILDERS[name]
    made = _run(build())
    assert whole == [True] * count
    monkeypatch.setattr(recurrent_loops, "as_whole", lambda nodes, *_: nodes)
    for got, wanted in zip(made, _run(build())):
        for a, b in zip(got, wanted):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)


def test_a_sequence_without_steps(whole):
    (out, c, h), _ = _run(_rnn(R.LSTMCell(3)), X[:, :0])
    assert not out.size and h.shape == c.shape == (3, 3) and not c.any() and not h.any()
    assert whole == [False]


def test_cells_of_the_user_forwards_and_backwards(monkeypatch, whole):
    kernel, bias = np.linspace(-1, 1, 48, dtype="float32").reshape(6, 8), np.linspace(0, 1, 8, dtype="float32")

    def build(reverse):
        def run(x):
            w, b = v1.get_variable("w", initializer=kernel), v1.get_variable("b", initializer=bias)

            def step(before, x):
                h, c = before
                i, j, f, o = tf.split(tf.nn.bias_add(tf.matmul(tf.concat([x, h], 1), w), b), 4, axis=1)
                c = tf.sigmoid(f + 1.0) * c + tf.sigmoid(i) * tf.tanh(j)
                return tf.sigmoid(o) * tf.tanh(c), c

            zeros = tf.zeros([tf.shape(x)[0], 2])
            return tf.scan(step, tf.transpose(x, [1, 0, 2]), (zeros, zeros), reverse=reverse)[0]

        return run

    for reverse in (False, True):
        del whole[:]
        made = _run(build(reverse))
        # All cells are collected too, which one operation does not give.
        assert whole == []
        monkeypatch.setattr(recurrent_loops, "as_whole", lambda nodes, *_: nodes)
        for got, wanted in zip(made, _run(build(reverse))):
            for a, b in zip(got, wanted):
                np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)
        monkeypatch.undo()


def test_a_state_that_does_not_fit():
    with tf.Graph().as_default(), v1.Session() as session:
        x, h = v1.placeholder(tf.float32, [None, None, 4]), v1.placeholder(tf.float32, [None, 3])
        out, _ = v1.nn.dynamic_rnn(R.LSTMCell(3), x, initial_state=R.LSTMStateTuple(h, h))
        session.run(v1.global_variables_initializer())
        with pytest.raises(tf.errors.InvalidArgumentError, match="ConcatOp : Dimension"):
            session.run(out, {x: X, h: np.zeros((2, 3), "float32")})


def test_dropout_without_a_seed_differs_between_steps(whole):
    cell = R.DropoutWrapper(R.LSTMCell(50), output_keep_prob=0.5)
    (out,), _ = _run(_rnn(cell, True, sequence_length=[5, 3, 5]), seed=None)
    assert whole == [True]
    kept = out != 0
    assert not kept[1, 3:].any() and 0.4 < kept[[0, 2]].mean() < 0.6
    assert all((kept[0, t] != kept[0, t + 1]).any() for t in range(4))
