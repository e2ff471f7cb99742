"""More recurrent cells that only `tf.contrib.rnn` had: found by search, with attention to the past, with highways, over pictures."""

import tfshim as tf
from tfshim.compat.v1.initializers.fixed import constant, zeros
from tfshim.compat.v1.layers.base import last_size
from tfshim.compat.v1.nn.rnn_cell import LayerRNNCell, LSTMStateTuple, RNNCell
from tfshim.compat.v1.variables.scopes import get_variable, get_variable_scope, variable_scope
from tfshim.contrib.rnn.linear import Linear


class NASCell(LayerRNNCell):
    """The cell that neural architecture search found (Zoph and Le). `num_proj`: the size that outputs are projected to."""

    _PARTS = 8

    def __init__(self, num_units, num_proj=None, use_bias=False, reuse=None, **kwargs):
        super().__init__(_reuse=reuse, **kwargs)
        self._num_units, self._num_proj, self._use_bias = num_units, num_proj, use_bias

    output_size = property(lambda self: self._num_proj or self._num_units, doc="The size of the outputs.")
    state_size = property(lambda self: LSTMStateTuple(self._num_units, self.output_size), doc="The sizes of the state.")

    def build(self, input_shape):
        """Make the kernels, and the bias and the projection where they are asked for."""
        size, width = last_size(input_shape, -1, "NASCell"), self._PARTS * self._num_units
        self._recurrent = self.add_weight("recurrent_kernel", [self.output_size, width])
        self._kernel = self.add_weight("kernel", [size, width])
        self._bias = self.add_weight("bias", [width], initializer=zeros()) if self._use_bias else None
        if self._num_proj is not None:
            self._projection = self.add_weight("projection_weights", [self._num_units, self._num_proj])

    def call(self, inputs, state):
        """One step."""
        c, m = state
        past = tf.matmul(m, self._recurrent)
        if self._bias is not None:
            past = tf.nn.bias_add(past, self._bias)
        h, x = tf.split(past, self._PARTS, axis=1), tf.split(tf.matmul(inputs, self._kernel), self._PARTS, axis=1)
        first = tf.tanh(tf.sigmoid(x[0] + h[0]) * tf.nn.relu(x[1] + h[1]))
        second = tf.tanh(tf.sigmoid(x[2] + h[2]) + tf.nn.relu(x[3] * h[3]))
        third = tf.tanh(tf.tanh(x[4] + h[4]) * tf.sigmoid(x[5] + h[5]))
        fourth = tf.sigmoid(tf.tanh(x[6] + h[6]) + tf.sigmoid(x[7] + h[7]))
        new_c = tf.tanh(first + c) * second
        new_m = tf.tanh(new_c * tf.tanh(third + fourth))
        if self._num_proj is not None:
            new_m = tf.matmul(new_m, self._projection)
        return new_m, LSTMStateTuple(new_c, new_m)


class AttentionCellWrapper(RNNCell):
    """A cell whose inputs and outputs are joined with what is read of its last `attn_length` outputs.

    `attn_size` (the outputs'): of what is read and given out; `attn_vec_size`: of the small network that chooses; `input_size`: of
    what the cell gets. Without `state_is_tuple` the state is one tensor. Raises ValueError for a length below one.
    """

    def __init__(self, cell, attn_length, attn_size=None, attn_vec_size=None, input_size=None, state_is_tuple=True, reuse=None):
        super().__init__(_reuse=reuse)
        if tf.nest.is_nested(cell.state_size) and not state_is_tuple:
            raise ValueError(f"Cell returns tuple of states, but the flag state_is_tuple is not set. State size is: {cell.state_size}")
        if attn_length <= 0:
            raise ValueError(f"attn_length should be greater than zero, got {attn_length}")
        self._cell, self._length, self._tuple = cell, attn_length, state_is_tuple
        self._size = cell.output_size if attn_size is None else attn_size
        self._vector = self._size if attn_vec_size is None else attn_vec_size
        self._input_size, self._linears = input_size, {}

    output_size = property(lambda self: self._size, doc="The size of the outputs.")

    @property
    def state_size(self):
        """The sizes of the state: the cell's, what was read, and the last outputs."""
        sizes = (self._cell.state_size, self._size, self._size * self._length)
        return sizes if self._tuple else sum(sizes)

    def _linear(self, name, args, size):
        """A linear layer, made by the first call in the scope of that."""
        if name not in self._linears:
            self._linears[name] = Linear(args, size, True)
        return self._linears[name](args)

    def call(self, inputs, state):
        """One step."""
        if not self._tuple:
            state = tf.split(state, [self._cell.state_size, self._size, self._size * self._length], axis=1)
        state, read, past = state
        past = tf.reshape(past, [-1, self._length, self._size])
        size = inputs.shape.as_list()[1] if self._input_size is None else self._input_size
        outputs, new = self._cell(self._linear("inputs", [inputs, read], size), state)
        query = tf.concat(tf.nest.flatten(new), 1) if self._tuple else new
        read = self._attention(query, past)
        with variable_scope("attn_output_projection"):
            outputs = self._linear("outputs", [outputs, read], self._size)
        # The oldest output makes room for the newest.
        past = tf.reshape(tf.concat([past[:, 1:], outputs[:, None]], 1), [-1, self._length * self._size])
        return outputs, (new, read, past) if self._tuple else tf.concat([new, read, past], 1)

    def _attention(self, query, past):
        with variable_scope("attention"):
            kernel = get_variable("attn_w", [1, 1, self._size, self._vector])
            score = get_variable("attn_v", [self._vector])
            values = tf.reshape(past, [-1, self._length, 1, self._size])
            keys = tf.nn.conv2d(values, kernel, [1, 1, 1, 1], "SAME")
            asked = tf.reshape(self._linear("query", query, self._vector), [-1, 1, 1, self._vector])
            weights = tf.nn.softmax(tf.reduce_sum(score * tf.tanh(keys + asked), [2, 3]))
            read = tf.reduce_sum(tf.reshape(weights, [-1, self._length, 1, 1]) * values, [1, 2])
            return tf.reshape(read, [-1, self._size])


class HighwayWrapper(RNNCell):
    """A cell past which a part of its inputs is carried; how much, a gate says, whose bias begins with `carry_bias_init`.

    What the cell adds is the rest, or with `couple_carry_transform_gates`=False what another gate lets through.
    """

    def __init__(self, cell, couple_carry_transform_gates=True, carry_bias_init=1.0):
        super().__init__()
        self._cell, self._coupled, self._bias = cell, couple_carry_transform_gates, carry_bias_init

    state_size = property(lambda self: self._cell.state_size, doc="The sizes of the state.")
    output_size = property(lambda self: self._cell.output_size, doc="The size of the outputs.")

    def zero_state(self, batch_size, dtype):
        """A state of zeros for a batch."""
        return self._cell.zero_state(batch_size, dtype)

    def _gate(self, inputs, name, bias):
        size = inputs.shape.with_rank(2)[1]
        weights, biases = get_variable(f"{name}_w", [size, size]), get_variable(f"{name}_b", [size], initializer=constant(bias))
        return tf.sigmoid(tf.nn.bias_add(tf.matmul(inputs, weights), biases))

    def _highway(self, inputs, outputs):
        inputs.shape.assert_is_compatible_with(outputs.shape)
        carried = self._gate(inputs, "carry", self._bias)
        added = 1 - carried if self._coupled else self._gate(inputs, "transform", -self._bias)
        return inputs * carried + outputs * added

    def __call__(self, inputs, state, scope=None):
        """One step, with the variables of the gates in the scope of the call."""
        outputs, new = self._cell(inputs, state, scope=scope)
        tf.nest.assert_same_structure(inputs, outputs)
        return tf.nest.map_structure(self._highway, inputs, outputs), new


class UGRNNCell(RNNCell):
    """A recurrent network with one gate, of what is new (Collins, Sohl-Dickstein and Sussillo)."""

    def __init__(self, num_units, initializer=None, forget_bias=1.0, activation=tf.tanh, reuse=None):
        super().__init__(_reuse=reuse)
        self._num_units, self._initializer, self._forget_bias = num_units, initializer, forget_bias
        self._activation, self._linear = activation, None

    state_size = output_size = property(lambda self: self._num_units, doc="The size of the outputs, which are the state.")

    def call(self, inputs, state):
        """One step."""
        joined = tf.concat([inputs, state], 1)
        with variable_scope(get_variable_scope(), initializer=self._initializer):
            self._linear = self._linear or Linear(joined, 2 * self._num_units, True)
        gate, candidate = tf.split(self._linear(joined), 2, axis=1)
        kept = tf.sigmoid(gate + self._forget_bias)
        new = kept * state + (1 - kept) * self._activation(candidate)
        return new, new


class IntersectionRNNCell(RNNCell):
    """A recurrent network with a gate through time and one through depth, for inputs of `num_units`, or with `num_in_proj` of any size."""

    def __init__(self, num_units, num_in_proj=None, initializer=None, forget_bias=1.0, y_activation=tf.nn.relu, reuse=None):
        super().__init__(_reuse=reuse)
        self._num_units, self._projected, self._initializer = num_units, num_in_proj, initializer
        self._forget_bias, self._activation = forget_bias, y_activation
        self._first = self._second = None

    state_size = output_size = property(lambda self: self._num_units, doc="The size of the outputs and of the state.")

    def call(self, inputs, state):
        """One step. Raises ValueError for inputs of another size that are not projected."""
        with variable_scope(get_variable_scope(), initializer=self._initializer):
            if inputs.shape.with_rank(2)[1] != self._num_units:
                if not self._projected:
                    raise ValueError(
                        "Must have input size == output size for Intersection RNN. To fix, num_in_proj should be set to num_units "
                        "at cell init."
                    )
                with variable_scope("in_projection"):
                    self._first = self._first or Linear(inputs, self._num_units, True)
                inputs = self._first(inputs)
            joined = tf.concat([inputs, state], 1)
            self._second = self._second or Linear(joined, 4 * self._num_units, True)
        gate_h, h, gate_y, y = tf.split(self._second(joined), 4, axis=1)
        kept, passed = tf.sigmoid(gate_h + self._forget_bias), tf.sigmoid(gate_y + self._forget_bias)
        return passed * inputs + (1 - passed) * self._activation(y), kept * state + (1 - kept) * tf.tanh(h)


class ConvLSTMCell(RNNCell):
    """A long short-term memory over inputs of `input_shape`, `conv_ndims` sizes and channels, by convolutions of `kernel_shape`.

    `skip_connection`: whether outputs have the inputs beside them. Raises ValueError for another rank.
    """

    _CONVOLUTIONS = {1: tf.nn.conv1d, 2: tf.nn.conv2d, 3: tf.nn.conv3d}

    def __init__(
        self,
        conv_ndims,
        input_shape,
        output_channels,
        kernel_shape,
        use_bias=True,
        skip_connection=False,
        forget_bias=1.0,
        initializers=None,
        name="conv_lstm_cell",
    ):
        super().__init__(name=name)
        if conv_ndims != len(input_shape) - 1:
            raise ValueError(f"Invalid input_shape {input_shape} for conv_ndims={conv_ndims}.")
        self._rank, self._sizes, self._channels = conv_ndims, list(input_shape), output_channels
        self._window, self._use_bias = list(kernel_shape), use_bias
        self._skip, self._forget_bias = skip_connection, forget_bias

    @property
    def output_size(self):
        """The shape of the outputs."""
        return tf.TensorShape([*self._sizes[:-1], self._channels + (self._sizes[-1] if self._skip else 0)])

    @property
    def state_size(self):
        """The shapes of the state."""
        return LSTMStateTuple(*2 * [tf.TensorShape([*self._sizes[:-1], self._channels])])

    def call(self, inputs, state):
        """One step."""
        c, h = state
        joined = tf.concat([inputs, h], -1)
        width = 4 * self._channels
        kernel = get_variable("kernel", [*self._window, joined.shape[-1], width], dtype=inputs.dtype)
        strides = 1 if self._rank == 1 else [1] * (self._rank + 2)
        gates = self._CONVOLUTIONS[self._rank](joined, kernel, strides, "SAME")
        if self._use_bias:
            gates = gates + get_variable("biases", [width], dtype=inputs.dtype, initializer=constant(0.0, dtype=inputs.dtype))
        i, j, f, o = tf.split(gates, 4, axis=-1)
        new_c = tf.sigmoid(f + self._forget_bias) * c + tf.sigmoid(i) * tf.tanh(j)
        outputs = tf.tanh(new_c) * tf.sigmoid(o)
        if self._skip:
            outputs = tf.concat([outputs, inputs], -1)
        # As in TensorFlow, whose state is all that is given out.
        return outputs, LSTMStateTuple(new_c, outputs)


def _of_rank(rank, public, name):
    """The class of cells over inputs of `rank` sizes."""

    def __init__(self, name=name, **kwargs):
        ConvLSTMCell.__init__(self, conv_ndims=rank, name=name, **kwargs)

    return type(public, (ConvLSTMCell,), {"__init__": __init__, "__doc__": f"A ConvLSTMCell of {rank}.", "__module__": __name__})


Conv1DLSTMCell = _of_rank(1, "Conv1DLSTMCell", "conv_1d_lstm_cell")
Conv2DLSTMCell = _of_rank(2, "Conv2DLSTMCell", "conv_2d_lstm_cell")
Conv3DLSTMCell = _of_rank(3, "Conv3DLSTMCell", "conv_3d_lstm_cell")


class SRUCell(LayerRNNCell):
    """A simple recurrent unit (Lei and others), whose products do not wait for the step before."""

    def __init__(self, num_units, activation=None, reuse=None, name=None, **kwargs):
        super().__init__(_reuse=reuse, name=name, **kwargs)
        self._num_units, self._activation = num_units, activation or tf.tanh

    state_size = output_size = property(lambda self: self._num_units, doc="The size of the outputs and of the state.")

    def build(self, input_shape):
        """Make `kernel` and `bias`."""
        self._kernel = self.add_weight("kernel", [last_size(input_shape, -1, "SRUCell"), 4 * self._num_units])
        self._bias = self.add_weight("bias", [2 * self._num_units], initializer=zeros())

    def call(self, inputs, state):
        """One step."""
        x, f, r, passed = tf.split(tf.matmul(inputs, self._kernel), 4, axis=1)
        f, r = tf.split(tf.sigmoid(tf.nn.bias_add(tf.concat([f, r], 1), self._bias)), 2, axis=1)
        new = f * state + (1 - f) * x
        return r * self._activation(new) + (1 - r) * passed, new


class GLSTMCell(RNNCell):
    """A long short-term memory of `number_of_groups` groups of units, each with its part of inputs and outputs (Kuchaiev and Ginsburg).

    Raises ValueError for sizes that cannot be divided so.
    """

    def __init__(
        self,
        num_units,
        initializer=None,
        num_proj=None,
        number_of_groups=1,
        forget_bias=1.0,
        activation=tf.tanh,
        reuse=None,
    ):
        super().__init__(_reuse=reuse)
        for what, size in (("num_units", num_units), ("num_proj", num_proj)):
            if size and size % number_of_groups:
                raise ValueError(f"{what} must be divisible by number_of_groups")
        self._num_units, self._num_proj, self._groups = num_units, num_proj, number_of_groups
        self._initializer, self._forget_bias, self._activation = initializer, forget_bias, activation
        self._linears, self._projection = [None] * number_of_groups, None

    output_size = property(lambda self: self._num_proj or self._num_units, doc="The size of the outputs.")
    state_size = property(lambda self: LSTMStateTuple(self._num_units, self.output_size), doc="The sizes of the state.")

    def _grouped(self, inputs, m):
        """The four gates [batch, units] of all groups."""
        parts = []
        for i, part in enumerate(zip(tf.split(inputs, self._groups, 1), tf.split(m, self._groups, 1))):
            joined = tf.concat(part, 1)
            with variable_scope(f"group{i}"):
                self._linears[i] = self._linears[i] or Linear(joined, 4 * self._num_units // self._groups, False)
            parts.append(tf.split(self._linears[i](joined), 4, 1))
        return [tf.concat(gates, 1) for gates in zip(*parts)]

    def call(self, inputs, state):
        """One step."""
        c, m = state
        size = inputs.shape[1]
        if size is None:
            raise ValueError("input size must be statically known")
        if size % self._groups:
            raise ValueError(f"input size ({size}) must be divisible by number_of_groups ({self._groups})")
        with variable_scope(get_variable_scope(), initializer=self._initializer):
            gates = self._grouped(inputs, m)
            begin = constant(0.0, dtype=inputs.dtype)
            biases = [get_variable(f"bias_{n}", [self._num_units], inputs.dtype, begin) for n in "ijfo"]
            i, j, f, o = (tf.nn.bias_add(g, b) for g, b in zip(gates, biases))
        new_c = tf.sigmoid(f + self._forget_bias) * c + tf.sigmoid(i) * tf.tanh(j)
        new_m = tf.sigmoid(o) * self._activation(new_c)
        if self._num_proj is not None:
            with variable_scope("projection"):
                self._projection = self._projection or Linear(new_m, self._num_proj, False)
            new_m = self._projection(new_m)
        return new_m, LSTMStateTuple(new_c, new_m)
