"""One step of a recurrent layer: the cells.

The cells differ in their formulas alone, so they stand together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import array_ops, linalg
from tfshim._export import tf_export
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras import activations
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.random_layer import BaseRandomLayer
from tfshim.keras.layers import _arguments
from tfshim.keras.layers.rnn.cell_steps import initial_state_for
from tfshim.keras.layers.rnn.dropout_masks import DropoutMasks
from tfshim.nn.normalization import bias_add

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, BoolLike, IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import ActivationLike, ConstraintLike, InitializerLike, RegularizerLike


_WEIGHTS = ("kernel", "recurrent", "bias")


@tf_export("keras.layers.AbstractRNNCell")
class AbstractRNNCell(Layer):
    """The base of recurrent cells of one's own: one step from inputs and states to an output and new states.

    Mirrors `tf.keras.layers.AbstractRNNCell`. Subclasses have `state_size` and `output_size` (integers, shapes or structures of them,
    without the batch) and `call(inputs, states)`, which returns (output, new states) in the structure of `state_size`; `build` makes the
    weights. `RNN(cell)` runs it along sequences. `get_initial_state(inputs, batch_size, dtype)` gives zeros unless overridden.

    Arguments:
        **kwargs: those of `Layer`: `name`, `dtype`, `trainable`.

    Raises:
        NotImplementedError: a subclass lacks one of the three.

    Example:
        >>> class Average(tf.keras.layers.AbstractRNNCell):
        ...     state_size = output_size = 1
        ...     def call(self, inputs, states):
        ...         new = 0.5 * (inputs + states[0])
        ...         return new, [new]
        >>> tf.keras.layers.RNN(Average())(tf.constant([[[4.0], [8.0]]])).numpy().tolist()
        [[5.0]]
    """

    __module__ = "keras.src.layers.rnn.abstract_rnn_cell"

    def call(self, inputs: TensorLike, states: TensorLike) -> tuple[Any, Any]:
        """One step of a sequence; subclasses write it. Mirrors `tf.keras.layers.AbstractRNNCell.call`.

        `RNN` calls the cell for each step with the inputs of that step, and with the states that the step before gave. The weights are made
        in `build(input_shape)`, the shape being that of one step. A further argument `training` is handed on where `call` takes one, and
        `constants` those of the layer that are the same for all steps.

        Arguments:
            inputs: the inputs of one step, a tensor [batch, features], or a structure of tensors.
            states: the states before the step, in the structure of `state_size`: a list for several, and a list of one where `state_size`
                is a number and `RNN` calls.

        Returns:
            (output, new states): the output a tensor [batch, ...], the states in the structure of those that came.

        Raises:
            NotImplementedError: a subclass without it.

        Example:
            >>> class Total(tf.keras.layers.AbstractRNNCell):
            ...     state_size = output_size = 1
            ...     def call(self, inputs, states):
            ...         total = states[0] + inputs
            ...         return total, [total]
            >>> layer = tf.keras.layers.RNN(Total(), return_sequences=True)
            >>> layer(tf.constant([[[1.0], [2.0], [3.0]]])).numpy().ravel().tolist()
            [1.0, 3.0, 6.0]
        """
        raise NotImplementedError

    @property
    def state_size(self) -> Any:
        """Integers, shapes, or a structure of them: the sizes of the states without the batch."""
        raise NotImplementedError

    @property
    def output_size(self) -> Any:
        """The size of the output without the batch."""
        raise NotImplementedError

    def get_initial_state(self, inputs: TensorLike | None = None, batch_size: IntLike | None = None, dtype: DTypeLike | None = None) -> Any:
        """The states in which a sequence begins: zeros for each of them. Mirrors `tf.keras.layers.AbstractRNNCell.get_initial_state`.

        `RNN` calls it where no `initial_state` was given. A cell that is to begin otherwise, as with a state that is learnt, overrides it;
        the structure is always that of `state_size`.

        Arguments:
            inputs: a tensor whose first size is the batch and whose dtype is that of the states; None (default): the other two arguments
                say it.
            batch_size: an integer or an integer scalar tensor.
            dtype: of the states. Both count without `inputs` alone.

        Returns:
            A tensor [batch, *size] for each size in `state_size`, in its structure.

        Raises:
            ValueError: neither inputs, nor both a batch size and a dtype.

        Example:
            >>> class Pair(tf.keras.layers.AbstractRNNCell):
            ...     state_size = [1, 2]
            >>> [state.shape for state in Pair().get_initial_state(batch_size=3, dtype="float32")]
            [TensorShape([3, 1]), TensorShape([3, 2])]
        """
        return initial_state_for(self, inputs, batch_size, dtype)


class _Cell(DropoutMasks, BaseRandomLayer):
    """What the three standard cells share."""

    _gates = 1

    def __init__(self, given: dict[str, Any], **kwargs: Any) -> None:
        seed = kwargs.pop("seed", None)
        # Caches copies of variables of remote parameter servers, of which there are none.
        kwargs.pop("enable_caching_device", None)
        super().__init__(seed=seed, rng_type="legacy_stateful", **kwargs)
        units = given["units"]
        if units <= 0:
            raise ValueError(f"Received an invalid value for argument `units`, expected a positive integer, got {units}.")
        self.units, self.use_bias = units, given["use_bias"]
        self.activation = activations.get(given["activation"])
        if "recurrent_activation" in given:
            self.recurrent_activation = activations.get(given["recurrent_activation"])
        _arguments.take(self, given, *_WEIGHTS)
        # Rates outside of [0, 1] are moved to its ends, as in Keras.
        self.dropout, self.recurrent_dropout = (min(1.0, max(0.0, given[d])) for d in ("dropout", "recurrent_dropout"))
        self.state_size = self.output_size = units

    def build(self, input_shape: ShapeLike) -> None:
        size = TensorShape(input_shape)[-1]
        self.kernel = _arguments.make(self, "kernel", (size, self.units * self._gates))
        self.recurrent_kernel = _arguments.make(self, "recurrent", (self.units, self.units * self._gates), "recurrent_kernel")
        self.bias = self._make_bias() if self.use_bias else None
        super().build(input_shape)

    def _make_bias(self):
        return _arguments.make(self, "bias", (self.units * self._gates,))

    def get_initial_state(self, inputs: TensorLike | None = None, batch_size: IntLike | None = None, dtype: DTypeLike | None = None) -> Any:
        """The states in which a sequence begins: zeros. Mirrors `get_initial_state` of `tf.keras.layers.SimpleRNNCell`, `GRUCell` and
        `LSTMCell`.

        The recurrent layers call it where no `initial_state` was given. A loop of one's own over the steps of a sequence begins with it, so
        that it need not know how many states the cell has.

        Arguments:
            inputs: a tensor whose first size is the batch and whose dtype is that of the states; None (default): the other two arguments
                say it.
            batch_size: an integer or an integer scalar tensor.
            dtype: of the states. Both count without `inputs` alone.

        Returns:
            A tensor [batch, units]; for `LSTMCell` a list of two: the output and the memory.

        Raises:
            ValueError: neither inputs, nor both a batch size and a dtype.

        Example:
            >>> cell = tf.keras.layers.LSTMCell(4)
            >>> [state.shape for state in cell.get_initial_state(batch_size=2, dtype="float32")]
            [TensorShape([2, 4]), TensorShape([2, 4])]
        """
        state = initial_state_for(self, inputs, batch_size, dtype)
        return list(state) if nest.is_nested(self.state_size) else state

    def _own_config(self):
        config = {"units": self.units, "activation": activations.serialize(self.activation)}
        if hasattr(self, "recurrent_activation"):
            config["recurrent_activation"] = activations.serialize(self.recurrent_activation)
        return {
            **config,
            "use_bias": self.use_bias,
            **_arguments.recurrent_weight_config(self),
            "dropout": self.dropout,
            "recurrent_dropout": self.recurrent_dropout,
        }

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), **self._own_config()}


@tf_export("keras.layers.SimpleRNNCell")
class SimpleRNNCell(_Cell):
    """One step of `SimpleRNN`: `activation(inputs @ kernel + state @ recurrent_kernel + bias)`.

    Mirrors `tf.keras.layers.SimpleRNNCell`. Called on the inputs [batch, features] of one step and [state], the state being [batch, units].
    It is for loops of one's own and for `RNN` with several cells.

    Arguments:
        units: the size of state and output.
        activation: "tanh" by default.
        use_bias: whether there is a bias; True.
        kernel_initializer, recurrent_initializer, bias_initializer: "glorot_uniform", "orthogonal" and "zeros".
        kernel_regularizer, recurrent_regularizer, bias_regularizer: penalties on the weights: names or functions; None: none.
        kernel_constraint, recurrent_constraint, bias_constraint: functions that the weights pass through after each step of an optimizer;
            None: none.
        dropout, recurrent_dropout: the shares of inputs and of states that are dropped while training; 0.0.
        **kwargs: those of `Layer`, and `seed`.

    Returns:
        When called, (output, [new state]), which are the same.

    Raises:
        ValueError: `units` that are not positive.

    Example:
        >>> cell = tf.keras.layers.SimpleRNNCell(2, kernel_initializer="ones", activation=None)
        >>> output, states = cell(tf.constant([[1.0, 2.0]]), [tf.zeros([1, 2])])
        >>> output.numpy().tolist(), len(states)
        ([[3.0, 3.0]], 1)
    """

    __module__ = "keras.src.layers.rnn.simple_rnn"

    def __init__(
        self,
        units: int,
        activation: ActivationLike = "tanh",
        use_bias: bool = True,
        kernel_initializer: InitializerLike = "glorot_uniform",
        recurrent_initializer: InitializerLike = "orthogonal",
        bias_initializer: InitializerLike = "zeros",
        kernel_regularizer: RegularizerLike = None,
        recurrent_regularizer: RegularizerLike = None,
        bias_regularizer: RegularizerLike = None,
        kernel_constraint: ConstraintLike = None,
        recurrent_constraint: ConstraintLike = None,
        bias_constraint: ConstraintLike = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        **kwargs: Any,
    ) -> None:
        super().__init__(locals(), **kwargs)

    def call(self, inputs: TensorLike, states: TensorLike, training: BoolLike | None = None) -> tuple[AnyTensor, Any]:
        before = states[0] if nest.is_nested(states) else states
        masks = self.get_dropout_mask_for_cell(inputs, training)
        state_masks = self.get_recurrent_dropout_mask_for_cell(before, training)
        y = linalg.matmul(inputs if masks is None else inputs * masks[0], self.kernel)
        if self.bias is not None:
            y = _biased(y, self.bias)
        y = y + linalg.matmul(before if state_masks is None else before * state_masks[0], self.recurrent_kernel)
        if self.activation is not None:
            y = self.activation(y)
        return y, [y] if nest.is_nested(states) else y


def _biased(y, bias):
    """`y` with a bias on its last axis: in graphs by the operation that Keras has for it."""
    return y + bias if TS.graph is None else bias_add(y, bias)


def _of_gates(weights, count):
    """The weights of each of `count` gates; of each None where there are none.

    Going backward they become one array again, where slices would be added to an array of zeros each.
    """
    return [None] * count if weights is None else array_ops.split(weights, count, axis=-1)


@tf_export("keras.layers.GRUCell")
class GRUCell(_Cell):
    """One step of `GRU`: a state that gates partly renew.

    Mirrors `tf.keras.layers.GRUCell`. Called on the inputs [batch, features] of one step and the state [batch, units]. It is for loops of
    one's own and for `RNN` with several cells; `GRU` is quicker.

    Arguments:
        units: the size of state and output.
        activation, recurrent_activation: of what is new ("tanh") and of the gates ("sigmoid").
        use_bias: whether there is a bias; True.
        kernel_initializer, recurrent_initializer, bias_initializer: "glorot_uniform", "orthogonal" and "zeros".
        kernel_regularizer, recurrent_regularizer, bias_regularizer: penalties on the weights: names or functions; None: none.
        kernel_constraint, recurrent_constraint, bias_constraint: functions that the weights pass through after each step of an optimizer;
            None: none.
        dropout, recurrent_dropout: the shares of inputs and of states that are dropped while training; 0.0.
        reset_after: whether the reset gate acts after the product with the recurrent kernel; True by default.
        **kwargs: those of `Layer`, and `seed`.

    Returns:
        When called, (output, new state), which are the same.

    Raises:
        ValueError: `units` that are not positive.

    Example:
        >>> cell = tf.keras.layers.GRUCell(4)
        >>> output, state = cell(tf.ones([2, 3]), tf.zeros([2, 4]))
        >>> output.shape, cell.kernel.shape
        (TensorShape([2, 4]), TensorShape([3, 12]))
    """

    __module__ = "keras.src.layers.rnn.gru"
    _gates = 3

    def __init__(
        self,
        units: int,
        activation: ActivationLike = "tanh",
        recurrent_activation: ActivationLike = "sigmoid",
        use_bias: bool = True,
        kernel_initializer: InitializerLike = "glorot_uniform",
        recurrent_initializer: InitializerLike = "orthogonal",
        bias_initializer: InitializerLike = "zeros",
        kernel_regularizer: RegularizerLike = None,
        recurrent_regularizer: RegularizerLike = None,
        bias_regularizer: RegularizerLike = None,
        kernel_constraint: ConstraintLike = None,
        recurrent_constraint: ConstraintLike = None,
        bias_constraint: ConstraintLike = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        reset_after: bool = True,
        **kwargs: Any,
    ) -> None:
        implementation = kwargs.pop("implementation", 2)
        super().__init__(locals(), **kwargs)
        self.reset_after = reset_after
        # Masks of single gates do not fit one product for all of them.
        self.implementation = 1 if self.recurrent_dropout != 0 else implementation

    def _make_bias(self):
        return _arguments.make(self, "bias", (2, 3 * self.units) if self.reset_after else (3 * self.units,))

    def call(self, inputs: TensorLike, states: TensorLike, training: BoolLike | None = None) -> tuple[AnyTensor, Any]:
        before = states[0] if nest.is_nested(states) else states
        masks = self.get_dropout_mask_for_cell(inputs, training, count=3)
        state_masks = self.get_recurrent_dropout_mask_for_cell(before, training, count=3)
        n, kernel, recurrent = self.units, self.kernel, self.recurrent_kernel
        bias, inner_bias = self.bias, None
        if bias is not None and self.reset_after:
            bias, inner_bias = array_ops.unstack(bias)

        def product(x, w, b=None):
            y = linalg.matmul(x, w)
            return y if b is None else _biased(y, b)

        if self.implementation == 1:
            xs = [inputs] * 3 if masks is None else [inputs * m for m in masks[:3]]
            hs = [before] * 3 if state_masks is None else [before * m for m in state_masks[:3]]
            xz, xr, xh = map(product, xs, _of_gates(kernel, 3), _of_gates(bias, 3))
            inner, own = _of_gates(inner_bias, 3), _of_gates(recurrent, 3)
            hz, hr = map(product, hs[:2], own, inner)
            last = (hs[2], own[2], inner[2])
        else:
            x = product(inputs if masks is None else inputs * masks[0], kernel, bias)
            xz, xr, xh = array_ops.split(x, 3, axis=-1)
            if self.reset_after:
                inner = product(before, recurrent, inner_bias)
            else:
                inner = product(before, recurrent[:, : 2 * n])
            hz, hr, hh = array_ops.split(inner, 3 if self.reset_after and TS.graph is None else [n, n, -1], axis=-1)
            last = (before, None, None)
        z, r = self.recurrent_activation(xz + hz), self.recurrent_activation(xr + hr)
        if self.reset_after:
            if self.implementation == 1:
                hh = product(*last)
            hh = r * hh
        else:
            # Without `reset_after` the gate multiplies the state before the product, which cannot be shared then.
            hh = product(r * last[0], recurrent[:, 2 * n :] if last[1] is None else last[1])
        new = self.activation(xh + hh)
        h = z * before + (1 - z) * new
        return h, [h] if nest.is_nested(states) else h

    def _own_config(self):
        return {**super()._own_config(), "implementation": self.implementation, "reset_after": self.reset_after}


@tf_export("keras.layers.LSTMCell")
class LSTMCell(_Cell):
    """One step of `LSTM`: a state h, which is the output, and a memory c.

    Mirrors `tf.keras.layers.LSTMCell`. Called on the inputs [batch, features] of one step and the states [h, c], each [batch, units]; gates
    are in the order input, forget, cell, output. It is for loops of one's own and for `RNN` with several cells; `LSTM` is quicker.

    Arguments:
        units: the size of state and output.
        activation, recurrent_activation: of what is new ("tanh") and of the gates ("sigmoid").
        use_bias: whether there is a bias; True.
        unit_forget_bias: whether that of the forget gate begins with 1; True.
        kernel_initializer, recurrent_initializer, bias_initializer: "glorot_uniform", "orthogonal" and "zeros".
        kernel_regularizer, recurrent_regularizer, bias_regularizer: penalties on the weights: names or functions; None: none.
        kernel_constraint, recurrent_constraint, bias_constraint: functions that the weights pass through after each step of an optimizer;
            None: none.
        dropout, recurrent_dropout: the shares of inputs and of states that are dropped while training; 0.0.
        **kwargs: those of `Layer`, and `seed`.

    Returns:
        When called, (h, [h, c]).

    Raises:
        ValueError: `units` that are not positive.

    Example:
        >>> cell = tf.keras.layers.LSTMCell(4)
        >>> output, (h, c) = cell(tf.ones([2, 3]), cell.get_initial_state(batch_size=2, dtype="float32"))
        >>> output.shape, h is output, c.shape
        (TensorShape([2, 4]), True, TensorShape([2, 4]))
    """

    __module__ = "keras.src.layers.rnn.lstm"
    _gates = 4

    def __init__(
        self,
        units: int,
        activation: ActivationLike = "tanh",
        recurrent_activation: ActivationLike = "sigmoid",
        use_bias: bool = True,
        kernel_initializer: InitializerLike = "glorot_uniform",
        recurrent_initializer: InitializerLike = "orthogonal",
        bias_initializer: InitializerLike = "zeros",
        unit_forget_bias: bool = True,
        kernel_regularizer: RegularizerLike = None,
        recurrent_regularizer: RegularizerLike = None,
        bias_regularizer: RegularizerLike = None,
        kernel_constraint: ConstraintLike = None,
        recurrent_constraint: ConstraintLike = None,
        bias_constraint: ConstraintLike = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        **kwargs: Any,
    ) -> None:
        implementation = kwargs.pop("implementation", 2)
        super().__init__(locals(), **kwargs)
        self.unit_forget_bias = unit_forget_bias
        # Masks of single gates do not fit one product for all of them.
        self.implementation = 1 if self.recurrent_dropout != 0 else implementation
        self.state_size = [self.units, self.units]

    def _make_bias(self):
        given = self.bias_initializer
        if not self.unit_forget_bias:
            return _arguments.make(self, "bias", (4 * self.units,))

        def initialize(shape, dtype=None, **kwargs):
            n = self.units
            # The forget gate begins open, so that early gradients pass through time.
            ones = array_ops.ones((n,), dtype=dtype)
            return array_ops.concat([given((n,), dtype=dtype), ones, given((2 * n,), dtype=dtype)], 0)

        return self.add_weight(
            "bias", shape=(4 * self.units,), initializer=initialize, regularizer=self.bias_regularizer, constraint=self.bias_constraint
        )

    def call(self, inputs: TensorLike, states: TensorLike, training: BoolLike | None = None) -> tuple[AnyTensor, Any]:
        before, carried = states[0], states[1]
        masks = self.get_dropout_mask_for_cell(inputs, training, count=4)
        state_masks = self.get_recurrent_dropout_mask_for_cell(before, training, count=4)
        if self.implementation == 1:
            xs = [inputs] * 4 if masks is None else [inputs * m for m in masks[:4]]
            hs = [before] * 4 if state_masks is None else [before * m for m in state_masks[:4]]
            z = list(map(linalg.matmul, xs, _of_gates(self.kernel, 4)))
            if self.bias is not None:
                z = [_biased(a, b) for a, b in zip(z, _of_gates(self.bias, 4))]
            c, o = self._compute_carry_and_output(z, hs, carried)
        else:
            x = inputs if masks is None else inputs * masks[0]
            z = linalg.matmul(x, self.kernel) + linalg.matmul(before, self.recurrent_kernel)
            z = array_ops.split(z if self.bias is None else _biased(z, self.bias), 4, axis=1)
            c, o = self._compute_carry_and_output_fused(z, carried)
        h = o * self.activation(c)
        return h, [h, c]

    # Both are overridden by cells with other connections between states and gates.
    def _compute_carry_and_output(self, x, h_tm1, c_tm1):
        """(carry, output gate) of the inputs' and the states' share for each of the four gates."""
        z = [a + linalg.matmul(h, own) for a, h, own in zip(x, h_tm1, _of_gates(self.recurrent_kernel, 4))]
        return self._compute_carry_and_output_fused(z, c_tm1)

    def _compute_carry_and_output_fused(self, z, c_tm1):
        """(carry, output gate) of the sums for the four gates."""
        i, f = self.recurrent_activation(z[0]), self.recurrent_activation(z[1])
        c = f * c_tm1 + i * self.activation(z[2])
        return c, self.recurrent_activation(z[3])

    def _own_config(self):
        return {**super()._own_config(), "implementation": self.implementation}
