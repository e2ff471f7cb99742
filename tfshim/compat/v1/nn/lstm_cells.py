"""Cells with a long short-term memory, plain and with peepholes, projections and bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1.initializers.fixed import zeros
from tfshim.compat.v1.nn.rnn_cell import LayerRNNCell, LSTMStateTuple, activation_of, known_size
from tfshim.compat.v1.variables.partitioners import fixed_size_partitioner
from tfshim.engine.runtime.state import TS
from tfshim.keras import activations, initializers

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Initializer
    from tfshim.compat.v1.variables.store import Reuse
    from tfshim.engine.values.annotations import FloatLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.keras.annotations import ActivationLike


def _columns(x, parts, axis):
    """The parts of `x` along its second axis, of which graphs show the constant `axis`."""
    graph = TS.graph
    if graph is not None and not graph.building_function:
        graph.given_inputs["Split", "split_dim"] = axis
    made = tf.split(x, parts, axis=1)
    if graph is not None and graph.building_function:
        made[0].op.static_inputs = {"split_dim": axis}
    return made


@tf_export(v1=["nn.rnn_cell.BasicLSTMCell"])
class BasicLSTMCell(LayerRNNCell):
    """A long short-term memory without peepholes or projection. Mirrors `tf.compat.v1.nn.rnn_cell.BasicLSTMCell`.

    `LSTMCell` computes the same and can do more; in TensorFlow 2: `tf.keras.layers.LSTMCell`, whose gates are in another order.

    Arguments:
        num_units: the size of memory and outputs.
        forget_bias: what is added to the forget gate before its sigmoid; 1.0 by default. It is not in the variable `bias`.
        state_is_tuple: whether the state is an `LSTMStateTuple` (default), or one tensor [batch, 2 * num_units].
        activation: a function or its name; None (default): tanh.
        reuse: whether it takes variables that its scope has already; None (default): as the scope says.
        name: of its scope, "basic_lstm_cell" by default.
        dtype: of its variables; None: that of the first inputs.

    Returns:
        A cell: `cell(inputs, state)` with inputs [batch, n] gives (outputs [batch, num_units], state). Its variables are `kernel`
        [n + num_units, 4 * num_units], with columns for input gate, candidate, forget gate and output gate, and `bias`.

    Example:
        >>> with tf.Graph().as_default():
        ...     cell = tf.compat.v1.nn.rnn_cell.BasicLSTMCell(3)
        ...     outputs, state = cell(tf.ones([2, 4]), cell.zero_state(2, tf.float32))
        ...     print(outputs.shape, type(state).__name__, cell.variables[0].shape)
        (2, 3) LSTMStateTuple (7, 12)
    """

    __module__ = "keras.src.layers.rnn.legacy_cells"
    _of_floats = True

    def __init__(
        self,
        num_units: int,
        forget_bias: FloatLike = 1.0,
        state_is_tuple: bool = True,
        activation: ActivationLike | None = None,
        reuse: Reuse | None = None,
        name: str | None = None,
        dtype: DTypeLike | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, dtype=dtype, _reuse=reuse, **kwargs)
        self._num_units, self._forget_bias, self._tuple = num_units, forget_bias, state_is_tuple
        self._activation = activation_of(activation)

    state_size = property(
        lambda self: LSTMStateTuple(self._num_units, self._num_units) if self._tuple else 2 * self._num_units, doc="The sizes of the state."
    )
    output_size = property(lambda self: self._num_units, doc="The size of the outputs.")

    def build(self, input_shape: SizesLike) -> None:
        """Makes the variables `kernel` and `bias`. Mirrors `tf.compat.v1.nn.rnn_cell.BasicLSTMCell.build`.

        Calling the cell does so the first time. Their columns are those of the input gate, the candidate, the forget gate and the output
        gate.

        Arguments:
            input_shape: the shape of inputs, [batch, features], whose last size has to be known.

        Raises:
            ValueError: the number of features is not known.

        Example:
            >>> with tf.Graph().as_default():
            ...     cell = tf.compat.v1.nn.rnn_cell.BasicLSTMCell(4)
            ...     cell.build([None, 3])
            ...     print([(v.name, v.shape.as_list()) for v in cell.variables])
            [('basic_lstm_cell/kernel:0', [7, 16]), ('basic_lstm_cell/bias:0', [16])]
        """
        size = known_size(input_shape)
        self._kernel = self.add_weight("kernel", [size + self._num_units, 4 * self._num_units])
        self._bias = self.add_weight("bias", [4 * self._num_units], initializer=zeros())
        self.built = True

    def call(self, inputs: TensorLike, state: Any) -> tuple[Any, Any]:
        """One step of a long short-term memory. Mirrors `tf.compat.v1.nn.rnn_cell.BasicLSTMCell.call`.

        `forget_bias` is added to the forget gate here, since the bias of checkpoints is without it. Call the cell itself, which makes the
        variables first.

        Arguments:
            inputs: a tensor [batch, features].
            state: an `LSTMStateTuple` of `c` and `h`, each [batch, units]; with `state_is_tuple=False` one tensor [batch, 2 * units].

        Returns:
            A pair of the output, which is the new `h`, and the new state.

        Example:
            >>> with tf.Graph().as_default():
            ...     cell = tf.compat.v1.nn.rnn_cell.BasicLSTMCell(2)
            ...     output, state = cell(tf.ones([1, 3]), cell.zero_state(1, tf.float32))
            ...     print(output.shape, state.h is output, state.c.shape)
            (1, 2) True (1, 2)
        """
        axis = None if TS.graph is None else tf.constant(1)
        c, h = state if self._tuple else _columns(state, 2, axis)
        gates = tf.nn.bias_add(tf.matmul(tf.concat([inputs, h], 1), self._kernel), self._bias)
        # TensorFlow's order of the gates, in which checkpoints have the columns of the kernel.
        i, j, f, o = _columns(gates, 4, axis)
        # Added here, since the bias in checkpoints is without it.
        forget = tf.sigmoid(tf.add(f, tf.constant(self._forget_bias, f.dtype)))
        new_c = tf.add(tf.multiply(c, forget), tf.multiply(tf.sigmoid(i), self._activation(j)))
        new_h = tf.multiply(self._activation(new_c), tf.sigmoid(o))
        return new_h, LSTMStateTuple(new_c, new_h) if self._tuple else tf.concat([new_c, new_h], 1)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "num_units": self._num_units,
            "forget_bias": self._forget_bias,
            "state_is_tuple": self._tuple,
            "activation": activations.serialize(self._activation),
            "reuse": self._reuse,
        }


@tf_export(v1=["nn.rnn_cell.LSTMCell"])
class LSTMCell(LayerRNNCell):
    """A long short-term memory, with peepholes, a projection and limits where asked. Mirrors `tf.compat.v1.nn.rnn_cell.LSTMCell`.

    Arguments:
        num_units: the size of the memory, and of the outputs without a projection.
        use_peepholes: whether gates see the memory, by diagonal weights; False by default.
        cell_clip: the memory is limited to [-cell_clip, cell_clip]; None (default): not.
        initializer: of all matrices; None (default): that of the scope.
        num_proj: the size to which outputs are projected; None (default): no projection.
        proj_clip: limits what is projected; None.
        num_unit_shards, num_proj_shards: into how many parts the kernel and the projection are divided; None: one.
        forget_bias: what is added to the forget gate before its sigmoid; 1.0 by default.
        state_is_tuple: whether the state is an `LSTMStateTuple` (default), or one tensor with both parts.
        activation: a function or its name; None (default): tanh.
        reuse, name ("lstm_cell"), dtype: as for all layers of TensorFlow 1.

    Returns:
        A cell: `cell(inputs, state)` with inputs [batch, n] gives (outputs [batch, num_proj or num_units], state).

    Raises:
        ValueError: at the first call, inputs whose last size is not known.

    Example:
        >>> with tf.Graph().as_default():
        ...     cell = tf.compat.v1.nn.rnn_cell.LSTMCell(8, num_proj=3)
        ...     outputs, state = tf.compat.v1.nn.dynamic_rnn(cell, tf.ones([2, 5, 4]), dtype=tf.float32)
        ...     print(outputs.shape, state.c.shape, state.h.shape)
        (2, 5, 3) (2, 8) (2, 3)
    """

    __module__ = "keras.src.layers.rnn.legacy_cells"
    _of_floats = True

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        cell_clip: FloatLike | None = None,
        initializer: Initializer | None = None,
        num_proj: int | None = None,
        proj_clip: FloatLike | None = None,
        num_unit_shards: int | None = None,
        num_proj_shards: int | None = None,
        forget_bias: FloatLike = 1.0,
        state_is_tuple: bool = True,
        activation: ActivationLike | None = None,
        reuse: Reuse | None = None,
        name: str | None = None,
        dtype: DTypeLike | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, dtype=dtype, _reuse=reuse, **kwargs)
        self._num_units, self._peepholes, self._cell_clip, self._initializer = (
            num_units,
            use_peepholes,
            cell_clip,
            initializers.get(initializer),
        )
        self._num_proj, self._proj_clip, self._forget_bias, self._tuple = num_proj, proj_clip, forget_bias, state_is_tuple
        self._activation = activation_of(activation)
        self._num_unit_shards, self._num_proj_shards = num_unit_shards, num_proj_shards
        self._shards = [None if n is None else fixed_size_partitioner(n) for n in (num_unit_shards, num_proj_shards)]

    output_size = property(lambda self: self._num_proj or self._num_units, doc="The size of the outputs.")

    @property
    def state_size(self) -> Any:
        """The sizes of the state."""
        sizes = LSTMStateTuple(self._num_units, self.output_size)
        return sizes if self._tuple else sum(sizes)

    def build(self, input_shape: SizesLike) -> None:
        """Makes the kernel, the bias and what else was asked for. Mirrors `tf.compat.v1.nn.rnn_cell.LSTMCell.build`.

        Calling the cell does so the first time. With `use_peepholes` there are three vectors by which the gates see the memory, and with
        `num_proj` a kernel that makes outputs smaller.

        Arguments:
            input_shape: the shape of inputs, [batch, features], whose last size has to be known.

        Raises:
            ValueError: the number of features is not known.

        Example:
            >>> with tf.Graph().as_default():
            ...     cell = tf.compat.v1.nn.rnn_cell.LSTMCell(4, use_peepholes=True, num_proj=2)
            ...     cell.build([None, 3])
            ...     print(sorted(v.op.name[10:] for v in cell.variables))
            ['bias', 'kernel', 'projection/kernel', 'w_f_diag', 'w_i_diag', 'w_o_diag']
        """
        size, units = known_size(input_shape), self._num_units
        self._kernel = self.add_weight(
            "kernel", [size + self.output_size, 4 * units], initializer=self._initializer, partitioner=self._shards[0]
        )
        self._bias = self.add_weight("bias", [4 * units], initializer=zeros())
        if self._peepholes:
            self._w_f = self.add_weight("w_f_diag", [units], initializer=self._initializer)
            self._w_i = self.add_weight("w_i_diag", [units], initializer=self._initializer)
            self._w_o = self.add_weight("w_o_diag", [units], initializer=self._initializer)
        if self._num_proj is not None:
            self._projection = self.add_weight(
                "projection/kernel", [units, self._num_proj], initializer=self._initializer, partitioner=self._shards[1]
            )
        self.built = True

    def call(self, inputs: TensorLike, state: Any) -> tuple[Any, Any]:
        """One step of a long short-term memory, with peepholes and a projection if asked for. Mirrors
        `tf.compat.v1.nn.rnn_cell.LSTMCell.call`.

        Call the cell itself, which makes the variables first.

        Arguments:
            inputs: a tensor [batch, features].
            state: an `LSTMStateTuple` of `c` [batch, units] and `h` [batch, outputs]; with `state_is_tuple=False` one tensor of both.

        Returns:
            A pair of the output, which is the new `h`, and the new state.

        Raises:
            ValueError: the number of features is not known.

        Example:
            >>> with tf.Graph().as_default():
            ...     cell = tf.compat.v1.nn.rnn_cell.LSTMCell(4, num_proj=2)
            ...     output, state = cell(tf.ones([1, 3]), cell.zero_state(1, tf.float32))
            ...     print(output.shape, state.c.shape, state.h is output)
            (1, 2) (1, 4) True
        """
        c, m = state if self._tuple else tf.split(state, [self._num_units, self.output_size], axis=1)
        gates = tf.nn.bias_add(tf.matmul(tf.concat([inputs, m], 1), self._kernel), self._bias)
        # TensorFlow's order of the gates, in which checkpoints have the columns of the kernel.
        i, j, f, o = tf.split(gates, 4, axis=1)
        if self._peepholes:
            f, i = f + self._w_f * c, i + self._w_i * c
        new_c = tf.sigmoid(f + self._forget_bias) * c + tf.sigmoid(i) * self._activation(j)
        if self._cell_clip is not None:
            new_c = tf.clip_by_value(new_c, -self._cell_clip, self._cell_clip)
        if self._peepholes:
            o = o + self._w_o * new_c
        new_m = tf.sigmoid(o) * self._activation(new_c)
        if self._num_proj is not None:
            new_m = tf.matmul(new_m, self._projection)
            if self._proj_clip is not None:
                new_m = tf.clip_by_value(new_m, -self._proj_clip, self._proj_clip)
        return new_m, LSTMStateTuple(new_c, new_m) if self._tuple else tf.concat([new_c, new_m], 1)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "num_units": self._num_units,
            "use_peepholes": self._peepholes,
            "cell_clip": self._cell_clip,
            "initializer": initializers.serialize(self._initializer),
            "num_proj": self._num_proj,
            "proj_clip": self._proj_clip,
            "num_unit_shards": self._num_unit_shards,
            "num_proj_shards": self._num_proj_shards,
            "forget_bias": self._forget_bias,
            "state_is_tuple": self._tuple,
            "activation": activations.serialize(self._activation),
            "reuse": self._reuse,
        }
