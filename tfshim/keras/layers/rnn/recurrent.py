"""`SimpleRNN`, `GRU` and `LSTM`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.runtime.state import TS
from tfshim.keras import _naming, activations, regularizers
from tfshim.keras._random import RandomGenerator
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.layers.rnn import fused as fused_rnn
from tfshim.keras.layers.rnn import written_steps
from tfshim.keras.layers.rnn.base_rnn import RNN
from tfshim.keras.layers.rnn.cells import GRUCell, LSTMCell, SimpleRNNCell
from tfshim.keras.layers.rnn.dropout_masks import DropoutMasks

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import BoolLike, TensorLike
    from tfshim.keras.annotations import ActivationLike, ConstraintLike, InitializerLike, RegularizerLike


_OF_LAYER = ("return_sequences", "return_state", "go_backwards", "stateful", "unroll", "time_major")
_OF_CELL = frozenset(
    """units activation recurrent_activation use_bias kernel_initializer recurrent_initializer bias_initializer
    unit_forget_bias kernel_regularizer recurrent_regularizer bias_regularizer kernel_constraint recurrent_constraint bias_constraint
    dropout recurrent_dropout implementation reset_after""".split()
)


def _of_cell(name):
    return property(lambda self: getattr(self.cell, name), doc=f"The cell's `{name}`.")


class WithOwnCell(RNN):
    """A layer that makes its cell itself: its configuration has the cell's arguments in the place of the cell."""

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        config.pop("cell")
        for name, value in self.cell._own_config().items():
            config[name] = value
            if name == "bias_regularizer":
                config["activity_regularizer"] = regularizers.serialize(self.activity_regularizer)
        return config


class _Recurrent(DropoutMasks, WithOwnCell):
    """A layer of one of the standard cells, which runs as one operation where its arguments allow that."""

    _cell: Any = None
    _function: Any = None  # what Keras calls in graphs, where it is not a loop
    _masks_in_all = 1  # how many masks of the inputs are drawn, one for each gate
    _takes_seed = True  # and `implementation`, both of the cells with gates

    def __init__(self, given: dict[str, Any], **kwargs: Any) -> None:
        seed = kwargs.pop("seed", None) if self._takes_seed else None
        kwargs.pop("enable_caching_device", None)
        implementation = kwargs.pop("implementation", None)
        own = {n: v for n, v in given.items() if n in _OF_CELL}
        if implementation is not None and self._takes_seed:
            own["implementation"] = implementation
        elif implementation is not None:
            get_logger().warning(
                f"The `implementation` argument in `{type(self).__name__}` has been deprecated. Please remove it from your layer call."
            )
        cell = self._cell(
            **own, name=_naming.snake_case(self._cell.__name__), dtype=kwargs.get("dtype"), trainable=kwargs.get("trainable", True)
        )
        super().__init__(cell, **{n: given[n] for n in _OF_LAYER if n in given}, **kwargs)
        self.activity_regularizer = regularizers.get(given["activity_regularizer"])
        self.input_spec = [InputSpec(ndim=3)]
        self._random_generator = RandomGenerator(seed, rng_type="legacy_stateful")

    units, activation, use_bias, dropout, recurrent_dropout = map(
        _of_cell, ("units", "activation", "use_bias", "dropout", "recurrent_dropout")
    )
    kernel_initializer, recurrent_initializer, bias_initializer = map(
        _of_cell, ("kernel_initializer", "recurrent_initializer", "bias_initializer")
    )
    kernel_regularizer, recurrent_regularizer, bias_regularizer = map(
        _of_cell, ("kernel_regularizer", "recurrent_regularizer", "bias_regularizer")
    )
    kernel_constraint, recurrent_constraint, bias_constraint = map(
        _of_cell, ("kernel_constraint", "recurrent_constraint", "bias_constraint")
    )

    def _fuses(self):
        """Whether the standard kernel does what this layer is to do."""
        # With another activation, masks for each gate or unrolled steps the cell runs step by step, as in Keras.
        return self.activation is activations.tanh and self.recurrent_dropout == 0 and not self.unroll

    def call(  # type: ignore[override]  # as in Keras
        self,
        inputs: TensorLike,
        mask: TensorLike | None = None,
        training: BoolLike | None = None,
        initial_state: Sequence[TensorLike] | None = None,
    ) -> Any:
        if not self._fuses():
            made = super().call(inputs, mask=mask, training=training, initial_state=initial_state)
            if self._function is not None and TS.graph is not None:
                written_steps.runtime(0.0)
            return made
        inputs, lengths, mask = self._densely(inputs, mask)
        if isinstance(inputs, list):
            inputs, initial_state = inputs[0], inputs[1:] or None
        if lengths is not None:
            mask = array_ops.sequence_mask(lengths, array_ops.shape(inputs)[1])
        masks = self._input_masks(inputs, training)
        if masks is not None:
            inputs = inputs * masks
        if mask is not None:
            mask = array_ops.cast(mask, "bool")
            mask = mask if mask.shape.rank == 2 else array_ops.squeeze(mask, [-1])
        made = (
            self._all_steps(inputs, initial_state, mask)
            if TS.graph is None
            else shown_parts.recorded(self._all_steps, inputs, initial_state, mask)
        )
        outputs, last, *states = made
        return self._result(last, outputs, states, lengths)

    def _all_steps(self, inputs, initial_state, mask):
        """The results of the kernel, or of the function in the place of which it stands."""
        inputs, initial_state, _ = self._prepare(inputs, initial_state, None)
        cell = self.cell
        if self._function is None and one_by_one.wanted():
            last, outputs, states = self._by_steps(inputs, initial_state, None, mask, None, None)
            return [outputs, last, *states]
        if self._function is not None and cell.bias is not None and one_by_one.wanted():
            about = {"time_major": self.time_major, "reverse": self.go_backwards, "zero_masked": self.zero_output_for_mask}
            return self._function(cell, inputs, initial_state, mask, self.return_sequences, **about)
        return self._kernel(
            inputs,
            *initial_state,
            cell.kernel,
            cell.recurrent_kernel,
            cell.bias,
            mask,
            self.time_major,
            self.go_backwards,
            self.zero_output_for_mask,
            **self._options(),
        )

    def _options(self):
        """Further arguments of the kernel."""
        return {}

    def _input_masks(self, inputs, training):
        self.reset_dropout_mask()
        masks = self.get_dropout_mask_for_cell(inputs, training, count=self._masks_in_all)
        return None if masks is None else masks[0]

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        config = dict(config)
        # Keras 1 had a mode 0, which its files still name.
        if config.get("implementation") == 0:
            config["implementation"] = 1
        return cls(**config)


@tf_export("keras.layers.SimpleRNN")
class SimpleRNN(_Recurrent):
    """A recurrent layer whose output is its state: `activation(inputs @ kernel + state @ recurrent_kernel + bias)` step by step.

    Mirrors `tf.keras.layers.SimpleRNN`. Inputs [batch, steps, features]; the call also takes `mask` [batch, steps], `training` and
    `initial_state`.

    Arguments:
        units: the size of state and output.
        activation: "tanh" by default.
        use_bias: whether there is a bias; True.
        kernel_initializer, recurrent_initializer, bias_initializer: "glorot_uniform", "orthogonal" and "zeros".
        kernel_regularizer, recurrent_regularizer, bias_regularizer, activity_regularizer: penalties on the weights and the output: names or
            functions; None: none.
        kernel_constraint, recurrent_constraint, bias_constraint: functions that the weights pass through after each step of an optimizer;
            None: none.
        dropout, recurrent_dropout: the shares of inputs and of states that are dropped while training; 0.0.
        return_sequences: whether all outputs are given, not the last alone; False.
        return_state: whether the state is given too; False.
        go_backwards, stateful, unroll: as in `RNN`; False.
        **kwargs: those of `RNN`: `time_major`, `name`, `dtype`.

    Returns:
        When called, [batch, units], or [batch, steps, units]; with `return_state` a list: that and the state [batch, units].

    Raises:
        ValueError: `units` that are not positive, states of other sizes.

    Example:
        >>> layer = tf.keras.layers.SimpleRNN(1, activation=None, kernel_initializer="ones", recurrent_initializer="ones")
        >>> layer(tf.constant([[[1.0], [2.0], [3.0]]])).numpy().tolist()
        [[6.0]]
        >>> tf.keras.layers.SimpleRNN(4, return_sequences=True)(tf.ones([2, 5, 3])).shape
        TensorShape([2, 5, 4])
    """

    __module__ = "keras.src.layers.rnn.simple_rnn"
    _cell, _kernel = SimpleRNNCell, staticmethod(fused_rnn.simple)
    _takes_seed = False

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
        activity_regularizer: RegularizerLike = None,
        kernel_constraint: ConstraintLike = None,
        recurrent_constraint: ConstraintLike = None,
        bias_constraint: ConstraintLike = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(locals(), **kwargs)

    def _fuses(self):
        # Keras has no kernel for whole sequences here: in a graph its loop draws masks of its own for each step, eagerly one for all.
        return super()._fuses() and (self.dropout == 0 or TS.graph is None)

    def _input_masks(self, inputs, training):
        if self.dropout == 0:
            return None
        self._forget_masks()
        first = inputs[0] if self.time_major else inputs[:, 0]
        (mask,) = self.cell.get_dropout_mask_for_cell(first, training, count=1)
        return array_ops.expand_dims(mask, 0 if self.time_major else 1)


@tf_export("keras.layers.GRU")
class GRU(_Recurrent):
    """A gated recurrent unit: a state of its own size that each step partly renews.

    Mirrors `tf.keras.layers.GRU`. Inputs [batch, steps, features]; the call also takes `mask` [batch, steps], `training` and
    `initial_state`. The weights are `kernel` [features, 3 * units], `recurrent_kernel` [units, 3 * units] and `bias`, gates in the order
    update, reset, new. With the default activations all steps are one call of torch.

    Arguments:
        units: the size of state and output.
        activation, recurrent_activation: of what is new ("tanh") and of the gates ("sigmoid").
        use_bias: whether there is a bias; True.
        kernel_initializer, recurrent_initializer, bias_initializer: "glorot_uniform", "orthogonal" and "zeros".
        kernel_regularizer, recurrent_regularizer, bias_regularizer, activity_regularizer: penalties on the weights and the output: names or
            functions; None: none.
        kernel_constraint, recurrent_constraint, bias_constraint: functions that the weights pass through after each step of an optimizer;
            None: none.
        dropout, recurrent_dropout: the shares of inputs and of states that are dropped while training; 0.0.
        return_sequences: whether all outputs are given, not the last alone; False.
        return_state: whether the state is given too; False.
        go_backwards, stateful, unroll, time_major: as in `RNN`; False.
        reset_after: whether the reset gate acts after the product with the recurrent kernel; True. Then the bias is [2, 3 * units].
        **kwargs: those of `Layer`.

    Returns:
        When called, [batch, units], or [batch, steps, units]; with `return_state` a list: that and the state [batch, units].

    Example:
        >>> output, state = tf.keras.layers.GRU(4, return_sequences=True, return_state=True)(tf.ones([2, 5, 3]))
        >>> output.shape, state.shape
        (TensorShape([2, 5, 4]), TensorShape([2, 4]))
        >>> bool(tf.reduce_all(output[:, -1] == state))
        True
    """

    __module__ = "keras.src.layers.rnn.gru"
    _cell, _kernel, _masks_in_all = GRUCell, staticmethod(fused_rnn.gru), 3
    _function = staticmethod(written_steps.gru)

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
        activity_regularizer: RegularizerLike = None,
        kernel_constraint: ConstraintLike = None,
        recurrent_constraint: ConstraintLike = None,
        bias_constraint: ConstraintLike = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        time_major: bool = False,
        reset_after: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(locals(), **kwargs)

    recurrent_activation, implementation, reset_after = map(_of_cell, ("recurrent_activation", "implementation", "reset_after"))

    def _fuses(self):
        return super()._fuses() and self.recurrent_activation is activations.sigmoid and self.reset_after


@tf_export("keras.layers.LSTM")
class LSTM(_Recurrent):
    """Long short-term memory: a state h, which is the output, and a memory c, that each step partly forgets and renews.

    Mirrors `tf.keras.layers.LSTM`. Inputs [batch, steps, features]; the call also takes `mask` [batch, steps], `training` and
    `initial_state` ([h, c], each [batch, units]). The weights are `kernel` [features, 4 * units], `recurrent_kernel` [units, 4 * units] and
    `bias` [4 * units], gates in the order input, forget, cell, output. With the default activations all steps are one call of torch.

    Arguments:
        units: the size of state and output.
        activation, recurrent_activation: of what is new ("tanh") and of the gates ("sigmoid").
        use_bias: whether there is a bias; True.
        unit_forget_bias: whether that of the forget gate begins with 1; True.
        kernel_initializer, recurrent_initializer, bias_initializer: "glorot_uniform", "orthogonal" and "zeros".
        kernel_regularizer, recurrent_regularizer, bias_regularizer, activity_regularizer: penalties on the weights and the output: names or
            functions; None: none.
        kernel_constraint, recurrent_constraint, bias_constraint: functions that the weights pass through after each step of an optimizer;
            None: none.
        dropout, recurrent_dropout: the shares of inputs and of states that are dropped while training; 0.0.
        return_sequences: whether all outputs are given, not the last alone; False.
        return_state: whether h and c are given too; False.
        go_backwards, stateful, time_major, unroll: as in `RNN`; False.
        **kwargs: those of `Layer`.

    Returns:
        When called, [batch, units], or [batch, steps, units]; with `return_state` a list: that, h and c.

    Example:
        >>> tf.keras.layers.LSTM(4)(tf.ones([2, 5, 3])).shape
        TensorShape([2, 4])
        >>> output, h, c = tf.keras.layers.LSTM(4, return_sequences=True, return_state=True)(tf.ones([2, 5, 3]))
        >>> output.shape, h.shape, c.shape
        (TensorShape([2, 5, 4]), TensorShape([2, 4]), TensorShape([2, 4]))
    """

    __module__ = "keras.src.layers.rnn.lstm"
    _cell, _kernel, _masks_in_all = LSTMCell, staticmethod(fused_rnn.lstm), 4
    _function = staticmethod(written_steps.lstm)

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
        activity_regularizer: RegularizerLike = None,
        kernel_constraint: ConstraintLike = None,
        recurrent_constraint: ConstraintLike = None,
        bias_constraint: ConstraintLike = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        time_major: bool = False,
        unroll: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(locals(), **kwargs)

    recurrent_activation, implementation, unit_forget_bias = map(_of_cell, ("recurrent_activation", "implementation", "unit_forget_bias"))

    def _fuses(self):
        return super()._fuses() and self.recurrent_activation is activations.sigmoid

    def _options(self):
        return {"wants_states": bool(self.return_state or self.stateful)}
