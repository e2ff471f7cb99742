"""Recurrent cells that only `tf.contrib.rnn` had."""

import tfshim as tf
from tfshim.compat.v1.initializers.drawn import random_uniform
from tfshim.compat.v1.initializers.fixed import constant, zeros
from tfshim.compat.v1.layers.base import last_size
from tfshim.compat.v1.nn.rnn_cell import LSTMStateTuple, RNNCell
from tfshim.compat.v1.variables.scopes import get_variable, get_variable_scope, variable_scope
from tfshim.contrib.rnn.linear import Linear


class LayerNormBasicLSTMCell(RNNCell):
    """A long short-term memory whose gates and memory are normalized, with dropout of what is written into the memory.

    `layer_norm`=False leaves the normalization out; `norm_gain` and `norm_shift` are its first scale and shift;
    `dropout_keep_prob` is what is kept of the candidates.
    """

    def __init__(
        self,
        num_units,
        forget_bias=1.0,
        input_size=None,
        activation=tf.tanh,
        layer_norm=True,
        norm_gain=1.0,
        norm_shift=0.0,
        dropout_keep_prob=1.0,
        dropout_prob_seed=None,
        reuse=None,
    ):
        super().__init__(_reuse=reuse)
        self._num_units, self._forget_bias, self._activation = num_units, forget_bias, activation
        self._normed, self._gain, self._shift = layer_norm, norm_gain, norm_shift
        self._keep_probability, self._seed = dropout_keep_prob, dropout_prob_seed

    state_size = property(lambda self: LSTMStateTuple(self._num_units, self._num_units), doc="The sizes of the state.")
    output_size = property(lambda self: self._num_units, doc="The size of the outputs.")

    def build(self, input_shape):
        """Make `kernel`, the biases or the parameters of the normalization."""
        size = last_size(input_shape, -1, "LayerNormBasicLSTMCell")
        self._kernel = self.add_weight("kernel", [size + self._num_units, 4 * self._num_units])
        if not self._normed:
            self._bias = self.add_weight("bias", [4 * self._num_units], initializer=zeros())
            return
        self._norms = {}
        for scope in ("input", "transform", "forget", "output", "state"):
            with variable_scope(scope):
                self._norms[scope] = (
                    self.add_weight("gamma", [self._num_units], initializer=constant(self._gain)),
                    self.add_weight("beta", [self._num_units], initializer=constant(self._shift)),
                )

    def _norm(self, x, scope):
        if not self._normed:
            return x
        gamma, beta = self._norms[scope]
        mean, variance = tf.nn.moments(x, [1], keepdims=True)
        return tf.nn.batch_normalization(x, mean, variance, beta, gamma, 1e-12)

    def call(self, inputs, state):
        """One step."""
        c, h = state
        gates = tf.matmul(tf.concat([inputs, h], 1), self._kernel)
        if not self._normed:
            gates = tf.nn.bias_add(gates, self._bias)
        i, j, f, o = tf.split(gates, 4, axis=1)
        i, j, f, o = (self._norm(x, s) for x, s in zip((i, j, f, o), ("input", "transform", "forget", "output")))
        candidates = self._activation(j)
        if tf.is_tensor(self._keep_probability) or self._keep_probability < 1:
            candidates = tf.nn.dropout(candidates, 1 - self._keep_probability, seed=self._seed)
        new_c = self._norm(c * tf.sigmoid(f + self._forget_bias) + tf.sigmoid(i) * candidates, "state")
        new_h = self._activation(new_c) * tf.sigmoid(o)
        return new_h, LSTMStateTuple(new_c, new_h)


class _CellWrapper(RNNCell):
    """A cell with something before or after it; where that is a linear layer, it is made by the first call."""

    _linear = None

    def __init__(self, cell, reuse=None):
        super().__init__(_reuse=reuse)
        self._cell = cell

    state_size = property(lambda self: self._cell.state_size, doc="The sizes of the state.")
    output_size = property(lambda self: self._cell.output_size, doc="The size of the outputs.")

    def zero_state(self, batch_size, dtype):
        """A state of zeros for a batch."""
        return self._cell.zero_state(batch_size, dtype)


class OutputProjectionWrapper(_CellWrapper):
    """A cell whose outputs go through a linear layer of `output_size`, and `activation`."""

    def __init__(self, cell, output_size, activation=None, reuse=None):
        if output_size < 1:
            raise ValueError(f"Parameter output_size must be > 0: {output_size}.")
        super().__init__(cell, reuse)
        self._size, self._activation = output_size, activation

    output_size = property(lambda self: self._size, doc="The size of the outputs.")

    def call(self, inputs, state):
        """One step."""
        outputs, new = self._cell(inputs, state)
        self._linear = self._linear or Linear(outputs, self._size, True)
        made = self._linear(outputs)
        return made if self._activation is None else self._activation(made), new


class InputProjectionWrapper(_CellWrapper):
    """A cell whose inputs go through a linear layer of `num_proj`, and `activation`."""

    def __init__(self, cell, num_proj, activation=None, input_size=None, reuse=None):
        super().__init__(cell, reuse)
        self._size, self._activation = num_proj, activation

    def call(self, inputs, state):
        """One step."""
        self._linear = self._linear or Linear(inputs, self._size, True)
        made = self._linear(inputs)
        return self._cell(made if self._activation is None else self._activation(made), state)


class EmbeddingWrapper(_CellWrapper):
    """A cell whose inputs are class numbers, looked up in a variable of `embedding_size` for each of `embedding_classes`."""

    def __init__(self, cell, embedding_classes, embedding_size, initializer=None, reuse=None):
        if embedding_classes <= 0 or embedding_size <= 0:
            raise ValueError(f"Both embedding_classes and embedding_size must be > 0: {embedding_classes}, {embedding_size}.")
        super().__init__(cell, reuse)
        self._classes, self._size, self._initializer = embedding_classes, embedding_size, initializer

    def call(self, inputs, state):
        """One step."""
        # Uniform numbers from minus to plus the root of 3 have the variance 1.
        limit = 3**0.5
        initializer = self._initializer or get_variable_scope().initializer or random_uniform(-limit, limit)
        with tf.device("/cpu:0"):
            dtype = tf.nest.flatten(state)[0].dtype
            embedding = get_variable("embedding", [self._classes, self._size], dtype, initializer)
            return self._cell(tf.nn.embedding_lookup(embedding, tf.reshape(inputs, [-1])), state)
