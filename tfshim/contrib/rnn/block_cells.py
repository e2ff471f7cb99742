"""Cells and layers of `tf.contrib.rnn` that are one operation: a step, or a whole sequence."""

import tfshim as tf
from tfshim.compat.v1.initializers.fixed import constant
from tfshim.compat.v1.layers.base import Layer, last_size
from tfshim.compat.v1.nn.recurrent import dynamic_rnn, static_rnn
from tfshim.compat.v1.nn.rnn_cell import LayerRNNCell, LSTMStateTuple

_PEEPHOLES = ("w_i_diag", "w_f_diag", "w_o_diag")


def _weights(layer, size, units, peepholes):
    """The kernel, the bias and the peepholes, which are zeros where there are none."""
    layer._kernel = layer.add_weight("kernel", [size + units, 4 * units])
    layer._bias = layer.add_weight("bias", [4 * units], initializer=constant(0.0))
    layer._holes = [layer.add_weight(name, [units]) for name in _PEEPHOLES] if peepholes else None


class _OfBlocks:
    """What the cell and the layer share."""

    def _set(self, num_units, forget_bias, cell_clip, use_peephole):
        self._num_units, self._forget_bias, self._peepholes = num_units, forget_bias, use_peephole
        self._clip = -1.0 if cell_clip is None else float(cell_clip)

    def _inputs(self, x, c, h):
        holes = self._holes or [tf.zeros([self._num_units], x.dtype)] * 3
        wci, wcf, wco = (tf.convert_to_tensor(w) for w in holes)
        return {
            "x": x, "cs_prev": c, "h_prev": h, "w": tf.convert_to_tensor(self._kernel), "wci": wci, "wcf": wcf, "wco": wco,
            "b": tf.convert_to_tensor(self._bias), "forget_bias": self._forget_bias, "cell_clip": self._clip,
            "use_peephole": self._peepholes,
        }  # fmt: skip


class LSTMBlockCell(_OfBlocks, LayerRNNCell):
    """A long short-term memory whose step is one operation. `cell_clip`: the limit of the memory; `use_peephole`: gates see it."""

    def __init__(self, num_units, forget_bias=1.0, cell_clip=None, use_peephole=False, dtype=None, reuse=None, name="lstm_cell"):
        super().__init__(_reuse=reuse, dtype=dtype, name=name)
        self._set(num_units, forget_bias, cell_clip, use_peephole)

    state_size = property(lambda self: LSTMStateTuple(self._num_units, self._num_units), doc="The sizes of the state.")
    output_size = property(lambda self: self._num_units, doc="The size of the outputs.")

    def build(self, input_shape):
        """Make `kernel`, `bias` and the peepholes."""
        _weights(self, last_size(input_shape, -1, "LSTMBlockCell"), self._num_units, self._peepholes)

    def call(self, inputs, state):
        """One step."""
        if len(state) != 2:
            raise ValueError("Expecting state to be a tuple with length 2.")
        _, c, _, _, _, _, h = tf.raw_ops.LSTMBlockCell(**self._inputs(inputs, *state))
        return h, LSTMStateTuple(c, h)


class LSTMBlockFusedCell(_OfBlocks, Layer):
    """A long short-term memory over a sequence [time, batch, size], or a list of steps, as one operation.

    Called with the inputs it gives the outputs and the last state. `initial_state`: a pair, or none with a `dtype`. What comes after
    `sequence_length` [batch] is zero, and the state is that of the last step before.
    """

    def __init__(self, num_units, forget_bias=1.0, cell_clip=None, use_peephole=False, reuse=None, dtype=None, name="lstm_fused_cell"):
        super().__init__(_reuse=reuse, name=name, dtype=dtype)
        self._set(num_units, forget_bias, cell_clip, use_peephole)

    num_units = property(lambda self: self._num_units, doc="The size of the outputs.")

    def build(self, input_shape):
        """Make `kernel`, `bias` and the peepholes."""
        # Of a list, the shapes of its steps.
        shape = input_shape[0] if isinstance(input_shape, list) else input_shape
        _weights(self, last_size(shape, -1, "LSTMBlockFusedCell"), self._num_units, self._peepholes)

    def call(self, inputs, initial_state=None, dtype=None, sequence_length=None):
        """The whole sequence. Raises ValueError with neither a state nor a dtype."""
        steps = isinstance(inputs, list)
        inputs = tf.stack(inputs) if steps else inputs
        length, batch = tf.shape(inputs)[0], tf.shape(inputs)[1]
        if initial_state is None:
            if dtype is None:
                raise ValueError("Either initial_state or dtype needs to be specified")
            initial_state = 2 * (tf.zeros(tf.stack([batch, self._num_units]), dtype),)
        elif len(initial_state) != 2:
            raise ValueError("Expecting initial_state to be a tuple with length 2 or None")
        first_c, first_h = initial_state
        last = length if sequence_length is None else tf.reduce_max(sequence_length)
        made = tf.raw_ops.BlockLSTM(seq_len_max=tf.cast(last, tf.int64), **self._inputs(inputs, first_c, first_h))
        c, h = made[1], made[6]
        if sequence_length is None:
            state = LSTMStateTuple(c[-1], h[-1])
        else:
            lengths = tf.convert_to_tensor(sequence_length)
            h *= tf.transpose(tf.sequence_mask(lengths, length, dtype=h.dtype))[:, :, None]
            # Before the first step stands the first state, which sequences of no steps end with.
            where = tf.stack([lengths, tf.range(batch, dtype=lengths.dtype)], 1)
            state = LSTMStateTuple(
                *(tf.gather_nd(tf.concat([first[None], all_], 0), where) for first, all_ in ((first_c, c), (first_h, h)))
            )
        return tf.unstack(h) if steps else h, state


class GRUBlockCell(LayerRNNCell):
    """A gated recurrent unit whose step is one operation, with variables by its own names. `cell_size`: an older `num_units`."""

    _NAMES = ("w_ru", "b_ru", "w_c", "b_c")

    def __init__(self, num_units=None, cell_size=None, reuse=None, name="gru_cell"):
        super().__init__(_reuse=reuse, name=name)
        if (cell_size is None) == (num_units is None):
            raise ValueError("Exactly one of num_units or cell_size must be provided.")
        self._num_units = cell_size if num_units is None else num_units

    state_size = output_size = property(lambda self: self._num_units, doc="The size of the outputs and of the state.")

    def build(self, input_shape):
        """Make the kernels and biases of gates and candidate."""
        size, units = last_size(input_shape, -1, "GRUBlockCell") + self._num_units, self._num_units
        gates, gates_bias, candidate, candidate_bias = self._NAMES
        self._gate_kernel = self.add_weight(gates, [size, 2 * units])
        self._gate_bias = self.add_weight(gates_bias, [2 * units], initializer=constant(1.0))
        self._candidate_kernel = self.add_weight(candidate, [size, units])
        self._candidate_bias = self.add_weight(candidate_bias, [units], initializer=constant(0.0))

    def call(self, inputs, state):
        """One step."""
        size = state.shape.with_rank(2)[1]
        if size != self._num_units:
            raise ValueError(f"Shape of h_prev[1] incorrect: cell_size {self._num_units} vs {size}")
        kernels = (self._gate_kernel, self._candidate_kernel, self._gate_bias, self._candidate_bias)
        w_ru, w_c, b_ru, b_c = (tf.convert_to_tensor(w) for w in kernels)
        new = tf.raw_ops.GRUBlockCell(x=inputs, h_prev=state, w_ru=w_ru, w_c=w_c, b_ru=b_ru, b_c=b_c)[3]
        return new, new


class GRUBlockCellV2(GRUBlockCell):
    """A GRUBlockCell with the names of GRUCell's variables."""

    _NAMES = ("gates/kernel", "gates/bias", "candidate/kernel", "candidate/bias")


class FusedRNNCell:
    """Base of what maps a whole sequence: `cell(inputs, initial_state, dtype, sequence_length, scope)` gives outputs and state."""

    def __call__(self, inputs, initial_state=None, dtype=None, sequence_length=None, scope=None):
        raise NotImplementedError(f"{type(self).__name__} does not define __call__.")


class FusedRNNCellAdaptor(FusedRNNCell):
    """A cell as what maps a sequence [time, batch, size], or a list of steps: unrolled, or with `use_dynamic_rnn` by a loop."""

    def __init__(self, cell, use_dynamic_rnn=False):
        self._cell, self._dynamic = cell, use_dynamic_rnn

    def __call__(self, inputs, initial_state=None, dtype=None, sequence_length=None, scope=None):
        steps = isinstance(inputs, list)
        given = {"sequence_length": sequence_length, "initial_state": initial_state, "dtype": dtype, "scope": scope}
        if self._dynamic:
            outputs, state = dynamic_rnn(self._cell, tf.stack(inputs) if steps else inputs, time_major=True, **given)
            return tf.unstack(outputs) if steps else outputs, state
        outputs, state = static_rnn(self._cell, inputs if steps else tf.unstack(inputs), **given)
        return outputs if steps else tf.stack(outputs), state


class TimeReversedFusedRNN(FusedRNNCell):
    """A FusedRNNCell that goes over its inputs from their end."""

    def __init__(self, cell):
        self._cell = cell

    @staticmethod
    def _reversed(x, lengths):
        if isinstance(x, list):
            return x[::-1]
        return tf.reverse(x, [0]) if lengths is None else tf.reverse_sequence(x, lengths, seq_axis=0, batch_axis=1)

    def __call__(self, inputs, initial_state=None, dtype=None, sequence_length=None, scope=None):
        outputs, state = self._cell(
            self._reversed(inputs, sequence_length),
            initial_state=initial_state,
            dtype=dtype,
            sequence_length=sequence_length,
            scope=scope,
        )
        return self._reversed(outputs, sequence_length), state
