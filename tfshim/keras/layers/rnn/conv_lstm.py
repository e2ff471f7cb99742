"""Long short-term memories whose products are convolutions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math, nn
from tfshim._export import tf_export
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.variables.variable import Variable
from tfshim.keras import activations, regularizers
from tfshim.keras._random import RandomGenerator
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.layers import _arguments
from tfshim.keras.layers._arguments import output_size, sizes
from tfshim.keras.layers.rnn.base_rnn import _NO_BATCH
from tfshim.keras.layers.rnn.dropout_masks import DropoutMasks
from tfshim.keras.layers.rnn.recurrent import WithOwnCell, _of_cell
from tfshim.keras.v1.session import with_values_at_hand

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import AnyTensor, BoolLike, TensorLike, Window
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import ActivationLike, ConstraintLike, InitializerLike, RegularizerLike, Shapes


_OF_LAYER = ("return_sequences", "return_state", "go_backwards", "stateful")
_WEIGHTS = ("kernel", "recurrent", "bias")
_ONLY_LAYER = frozenset((*_OF_LAYER, "activity_regularizer", "self", "kwargs", "__class__"))


class _ConvLSTMCell(DropoutMasks, Layer):
    """One step on images [batch, *space, channels] of `rank` axes; states [h, c]."""

    rank = 2

    def __init__(self, given: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        rank, self.filters = self.rank, given["filters"]
        self.kernel_size = sizes(given["kernel_size"], rank, "kernel_size")
        self.strides = sizes(given["strides"], rank, "strides", zero=True)
        self.padding, self.data_format = _arguments.padding(given["padding"]), _arguments.data_format(given["data_format"])
        self.dilation_rate = sizes(given["dilation_rate"], rank, "dilation_rate")
        self.activation, self.recurrent_activation = (activations.get(given[n]) for n in ("activation", "recurrent_activation"))
        self.use_bias, self.unit_forget_bias = given["use_bias"], given["unit_forget_bias"]
        _arguments.take(self, given, *_WEIGHTS)
        self.dropout, self.recurrent_dropout = (min(1.0, max(0.0, given[d])) for d in ("dropout", "recurrent_dropout"))
        self.state_size = (self.filters, self.filters)
        self._random_generator = RandomGenerator(None, rng_type="legacy_stateful")

    def build(self, input_shape: ShapeLike) -> None:
        channels = TensorShape(input_shape)[1 if self.data_format == "channels_first" else -1]
        if channels is None:
            raise ValueError(
                "The channel dimension of the inputs (last axis) should be defined. Found None. Full input shape received: "
                f"input_shape={input_shape}"
            )
        n = self.filters
        self.kernel = _arguments.make(self, "kernel", (*self.kernel_size, channels, 4 * n))
        self.recurrent_kernel = _arguments.make(self, "recurrent", (*self.kernel_size, n, 4 * n), "recurrent_kernel")
        self.bias = None
        if self.use_bias:
            given, forget = self.bias_initializer, self.unit_forget_bias

            def initialize(shape, dtype=None, **kwargs):
                parts = [given((n,), dtype=dtype), array_ops.ones((n,), dtype=dtype), given((2 * n,), dtype=dtype)]
                return array_ops.concat(parts, 0)

            self.bias = self.add_weight(
                "bias",
                shape=(4 * n,),
                initializer=initialize if forget else given,
                regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
            )
        self.built = True

    def _convolve(self, x, kernel, strides, padding, rates):
        return nn.convolution(
            x,
            kernel,
            strides=list(strides),
            padding=padding.upper(),
            dilations=list(rates),
            data_format=_arguments.format_name(self.rank, self.data_format),
        )

    def _gates(self, x, masks, kernel, *how):
        """The convolutions of the four gates; as one convolution where no dropout mask differs between gates."""
        axis = 1 if self.data_format == "channels_first" else -1
        if masks is None:
            return array_ops.split(self._convolve(x, kernel, *how), 4, axis=axis)
        return [self._convolve(x * m, k, *how) for m, k in zip(masks, array_ops.split(kernel, 4, axis=-1))]

    def _gates_one_by_one(self, x, before, masks, state_masks):
        """What comes to the four gates from the inputs, with the biases, and from the states, in the operations of Keras."""
        kernels, of_states = (array_ops.split(k, 4, axis=self.rank + 1) for k in (self.kernel, self.recurrent_kernel))
        form = "N..C" if self.data_format == "channels_last" else "NC.."
        biases = [None] * 4 if self.bias is None else array_ops.split(self.bias, 4)
        xs = []
        for i, (kernel, bias) in enumerate(zip(kernels, biases)):
            y = self._convolve(x if masks is None else x * masks[i], kernel, self.strides, self.padding, self.dilation_rate)
            xs.append(y if bias is None else nn.bias_add(y, bias, data_format=form))
        ones = (1,) * self.rank
        hs = [
            self._convolve(before if state_masks is None else before * state_masks[i], kernel, ones, "same", ones)
            for i, kernel in enumerate(of_states)
        ]
        return xs, hs

    def call(self, inputs: TensorLike, states: Sequence[TensorLike], training: BoolLike | None = None) -> tuple[AnyTensor, list[AnyTensor]]:
        before, carried = states
        masks = self.get_dropout_mask_for_cell(inputs, training, count=4)
        state_masks = self.get_recurrent_dropout_mask_for_cell(before, training, count=4)
        if one_by_one.wanted():
            xs, hs = self._gates_one_by_one(inputs, before, masks, state_masks)
        else:
            xs = self._gates(inputs, masks, self.kernel, self.strides, self.padding, self.dilation_rate)
            # Always "same" with stride 1: a state keeps its size from step to step.
            hs = self._gates(before, state_masks, self.recurrent_kernel, (1,) * self.rank, "same", (1,) * self.rank)
            if self.bias is not None:
                form = "N..C" if self.data_format == "channels_last" else "NC.."
                xs = [nn.bias_add(x, b, data_format=form) for x, b in zip(xs, array_ops.split(self.bias.value(), 4))]
        i, f = self.recurrent_activation(xs[0] + hs[0]), self.recurrent_activation(xs[1] + hs[1])
        c = f * carried + i * self.activation(xs[2] + hs[2])
        o = self.recurrent_activation(xs[3] + hs[3])
        h = o * self.activation(c)
        return h, [h, c]

    def _space(self, space):
        """The axes of space of what the cell makes of images with axes `space`."""
        return [output_size(d, k, self.padding, s, r) for d, k, s, r in zip(space, self.kernel_size, self.strides, self.dilation_rate)]

    def _own_config(self):
        return {
            **{n: getattr(self, n) for n in ("filters", "kernel_size", "strides", "padding", "data_format", "dilation_rate")},
            "activation": activations.serialize(self.activation),
            "recurrent_activation": activations.serialize(self.recurrent_activation),
            "use_bias": self.use_bias,
            **_arguments.recurrent_weight_config(self),
            "dropout": self.dropout,
            "recurrent_dropout": self.recurrent_dropout,
        }

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), **self._own_config()}


_CELLS = {
    n: type(f"ConvLSTM{n}DCell", (_ConvLSTMCell,), {"rank": n, "__module__": __name__, "__doc__": _ConvLSTMCell.__doc__}) for n in (1, 2, 3)
}


class _ConvLSTM(WithOwnCell):
    rank = 2
    _calls_layer = False

    def __init__(self, given: dict[str, Any], **kwargs: Any) -> None:
        own = {n: v for n, v in given.items() if n not in _ONLY_LAYER}
        cell = _CELLS[self.rank](own, name="conv_lstm_cell", dtype=kwargs.get("dtype"), trainable=kwargs.get("trainable", True))
        for refused in ("unroll", "time_major"):
            if kwargs.pop(refused, False):
                raise TypeError(
                    f"Unrolling isn't possible with {type(self).__name__}."
                    if refused == "unroll"
                    else f"{type(self).__name__} takes batches first; `time_major=True` is not supported."
                )
        super().__init__(cell, **{n: given[n] for n in _OF_LAYER}, **kwargs)
        self.activity_regularizer = regularizers.get(given["activity_regularizer"])
        self.input_spec = [InputSpec(ndim=self.rank + 3)]

    filters, kernel_size, strides, padding, data_format, dilation_rate = map(
        _of_cell, ("filters", "kernel_size", "strides", "padding", "data_format", "dilation_rate")
    )
    activation, recurrent_activation, use_bias, unit_forget_bias, dropout, recurrent_dropout = map(
        _of_cell, ("activation", "recurrent_activation", "use_bias", "unit_forget_bias", "dropout", "recurrent_dropout")
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

    def _state_shape(self, shape):
        """The shape of a state for inputs of `shape`, a list with batch and time."""
        first = self.data_format == "channels_first"
        space = self.cell._space(shape[3:] if first else shape[2:-1])
        return [shape[0], self.filters, *space] if first else [shape[0], *space, self.filters]

    def compute_output_shape(self, input_shape: Shapes) -> Shapes:
        if isinstance(input_shape, list) and isinstance(input_shape[0], (list, tuple, TensorShape)):
            input_shape = input_shape[0]
        shape = TensorShape(input_shape).as_list()
        state = self._state_shape(shape)
        output = TensorShape([state[0], shape[1], *state[1:]] if self.return_sequences else state)
        return [output, TensorShape(state), TensorShape(state)] if self.return_state else output

    def build(self, input_shape: Shapes) -> None:
        shape = TensorShape(input_shape[0] if isinstance(input_shape, list) else input_shape).as_list()
        self.input_spec = [InputSpec(shape=(shape[0] if self.stateful else None, None, *shape[2:]))]
        if not self.cell.built:
            # Without a scope of names of its own, as in Keras.
            self.cell.build(TensorShape([shape[0], *shape[2:]]))
        if self.state_spec is not None:
            at = 1 if self.data_format == "channels_first" else self.rank + 1
            if [s.shape[at] for s in nest.flatten(self.state_spec)] != list(self.cell.state_size):
                raise ValueError(
                    "An `initial_state` was passed that is not compatible with `cell.state_size`. Received state shapes "
                    f"{[s.shape for s in nest.flatten(self.state_spec)]}. However `cell.state_size` is "
                    f"{self.cell.state_size}"
                )
        else:
            state = self._state_shape([None, None, *shape[2:]])
            self.state_spec = [InputSpec(shape=state), InputSpec(shape=state)]
        if self.stateful:
            self.reset_states()
        self.built = True

    @property
    def _states_are_shown_otherwise(self):
        # What is drawn is drawn once.
        return TS.graph is not None and not one_by_one.wanted() and not (self.dropout or self.recurrent_dropout)

    def _by_steps(self, inputs, initial_state, constants, mask, lengths, training):
        if not self._states_are_shown_otherwise:
            return super()._by_steps(inputs, initial_state, constants, mask, lengths, training)
        flat = None if initial_state is None else list(initial_state)
        last, outputs, *states = shown_parts.recorded(self._flat_results, inputs, flat, constants, mask, lengths, training, several=True)
        return last, outputs, states

    def _flat_results(self, inputs, initial_state, *rest):
        initial_state = self.get_initial_state(inputs) if initial_state is None else initial_state
        last, outputs, states = super()._by_steps(inputs, initial_state, *rest)
        return [last, outputs, *states]

    def get_initial_state(self, inputs: TensorLike) -> list[Any]:
        if one_by_one.wanted() and TS.graph is not None:  # Keras convolves zeros to know the size
            cell, images = self.cell, math.reduce_sum(array_ops.zeros_like(inputs), axis=1)
            zeros = array_ops.zeros([*cell.kernel.shape[:-1], self.filters], inputs.dtype)
            state = cell._convolve(images, zeros, cell.strides, cell.padding, cell.dilation_rate)
            return [state, state]
        shape = inputs.shape.as_list()
        if None in shape:
            known = array_ops.shape(inputs)
            shape = [known[i] if d is None else d for i, d in enumerate(shape)]
        state = self._state_shape(shape)
        zeros = array_ops.zeros(state if all(isinstance(d, int) for d in state) else array_ops.stack(state), dtype=inputs.dtype)
        return [zeros, zeros]

    @with_values_at_hand
    def reset_states(self, states: Sequence[TensorLike] | None = None) -> None:
        """Set the states of a stateful layer, to zeros or to given values. Mirrors `reset_states` of `tf.keras.layers.ConvLSTM2D` and its
        kin.

        A layer with `stateful=True` begins each batch with the states in which the batch before ended: call it between sequences that do
        not belong together. `model.reset_states()` does so for all layers.

        Arguments:
            states: None (default): zeros. Else a list of two NumPy arrays, the output and the memory, each [batch, rows, columns, filters]
                with the rows and columns that the convolution gives, or channels first where the layer has them so.

        Returns:
            None.

        Raises:
            AttributeError: the layer is not stateful.
            ValueError: batch or sizes of the images are not known, since there is no `batch_input_shape`; or states of another number or
                shape.

        Example:
            >>> layer = tf.keras.layers.ConvLSTM1D(2, 3, stateful=True, batch_input_shape=(1, 4, 8, 1))
            >>> first, second = layer(tf.ones([1, 4, 8, 1])), layer(tf.ones([1, 4, 8, 1]))
            >>> layer.reset_states()
            >>> again = layer(tf.ones([1, 4, 8, 1]))
            >>> np.allclose(first, second), np.allclose(first, again)
            (False, True)
        """
        if self.stateful and nest.flatten(self.states)[0] is None:
            shape = self.input_spec[0].shape
            if shape is None or None in (shape[0], *shape[2:]):
                raise ValueError(_NO_BATCH)
            state = self._state_shape(list(shape))
            self.states = [Variable(array_ops.zeros(state, dtype=self.variable_dtype), trainable=False) for _ in range(2)]
            if states is None:
                return
        super().reset_states(states)

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        return cls(**config)


def _init(strides, dilation_rate):
    """The constructor of a layer; they differ in two defaults."""

    def __init__(
        self,
        filters: int,
        kernel_size: Window,
        strides: Window = strides,
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: Window = dilation_rate,
        activation: ActivationLike = "tanh",
        recurrent_activation: ActivationLike = "hard_sigmoid",
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
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        **kwargs: Any,
    ) -> None:
        given = dict(locals())
        _ConvLSTM.__init__(self, given, **kwargs)

    return __init__


@tf_export("keras.layers.ConvLSTM1D")
class ConvLSTM1D(_ConvLSTM):
    """An LSTM over sequences of rows, whose products are convolutions along one axis.

    Mirrors `tf.keras.layers.ConvLSTM1D`. [batch, time, steps, channels] give [batch, new steps, filters], or with `return_sequences`
    [batch, time, new steps, filters]. States keep their place, so that patterns are followed as they move.

    Arguments:
        filters: how many channels state and output have. kernel_size: the steps of a window.
        strides, padding, data_format, dilation_rate: as in `Conv1D`, for the inputs; states keep their size.
        activation, recurrent_activation: of what is new ("tanh") and of the gates ("hard_sigmoid").
        use_bias, unit_forget_bias, dropout, recurrent_dropout: as in `LSTM`.
        kernel_initializer, recurrent_initializer, bias_initializer: "glorot_uniform", "orthogonal" and "zeros".
        kernel_regularizer, recurrent_regularizer, bias_regularizer, activity_regularizer: penalties on the weights and the output: names or
            functions; None: none.
        kernel_constraint, recurrent_constraint, bias_constraint: functions that the weights pass through after each step of an optimizer;
            None: none.
        return_sequences, return_state, go_backwards, stateful: as in `RNN`; False.
        **kwargs: those of `Layer`.

    Example:
        >>> layer = tf.keras.layers.ConvLSTM1D(4, 3, padding="same", return_sequences=True)
        >>> layer(tf.ones([2, 5, 10, 3])).shape
        TensorShape([2, 5, 10, 4])
    """

    __module__ = "keras.src.layers.rnn.conv_lstm1d"
    rank, __init__ = 1, _init(1, 1)


@tf_export("keras.layers.ConvLSTM2D")
class ConvLSTM2D(_ConvLSTM):
    """An LSTM over films, whose products are convolutions over images.

    Mirrors `tf.keras.layers.ConvLSTM2D`. [batch, time, rows, columns, channels] give [batch, new rows, new columns, filters], or with
    `return_sequences` [batch, time, new rows, new columns, filters]. States keep their place, so that patterns are followed as they move:
    the next picture of a film, weather maps.

    Arguments:
        filters: how many channels state and output have. kernel_size: rows and columns of a window.
        strides, padding, data_format, dilation_rate: as in `Conv2D`, for the inputs; states keep their size.
        activation, recurrent_activation: of what is new ("tanh") and of the gates ("hard_sigmoid").
        use_bias, unit_forget_bias, dropout, recurrent_dropout: as in `LSTM`.
        kernel_initializer, recurrent_initializer, bias_initializer: "glorot_uniform", "orthogonal" and "zeros".
        kernel_regularizer, recurrent_regularizer, bias_regularizer, activity_regularizer: penalties on the weights and the output: names or
            functions; None: none.
        kernel_constraint, recurrent_constraint, bias_constraint: functions that the weights pass through after each step of an optimizer;
            None: none.
        return_sequences, return_state, go_backwards, stateful: as in `RNN`; False.
        **kwargs: those of `Layer`.

    Example:
        >>> layer = tf.keras.layers.ConvLSTM2D(4, 3, padding="same")
        >>> layer(tf.ones([1, 2, 6, 6, 3])).shape
        TensorShape([1, 6, 6, 4])
        >>> layer.cell.kernel.shape
        TensorShape([3, 3, 3, 16])
    """

    __module__ = "keras.src.layers.rnn.conv_lstm2d"
    rank, __init__ = 2, _init((1, 1), (1, 1))


@tf_export("keras.layers.ConvLSTM3D")
class ConvLSTM3D(_ConvLSTM):
    """An LSTM over sequences of volumes, whose products are convolutions over three axes.

    Mirrors `tf.keras.layers.ConvLSTM3D`. [batch, time, d1, d2, d3, channels] give [batch, new d1, new d2, new d3, filters], or with
    `return_sequences` [batch, time, new d1, new d2, new d3, filters].

    Arguments:
        filters: how many channels state and output have. kernel_size: the sizes of a window.
        strides, padding, data_format, dilation_rate: as in `Conv3D`, for the inputs; states keep their size.
        activation, recurrent_activation: of what is new ("tanh") and of the gates ("hard_sigmoid").
        use_bias, unit_forget_bias, dropout, recurrent_dropout: as in `LSTM`.
        kernel_initializer, recurrent_initializer, bias_initializer: "glorot_uniform", "orthogonal" and "zeros".
        kernel_regularizer, recurrent_regularizer, bias_regularizer, activity_regularizer: penalties on the weights and the output: names or
            functions; None: none.
        kernel_constraint, recurrent_constraint, bias_constraint: functions that the weights pass through after each step of an optimizer;
            None: none.
        return_sequences, return_state, go_backwards, stateful: as in `RNN`; False.
        **kwargs: those of `Layer`.

    Example:
        >>> layer = tf.keras.layers.ConvLSTM3D(2, 2, padding="same")
        >>> layer(tf.ones([1, 2, 3, 3, 3, 1])).shape
        TensorShape([1, 3, 3, 3, 2])
    """

    __module__ = "keras.src.layers.rnn.conv_lstm3d"
    rank, __init__ = 3, _init((1, 1, 1), (1, 1, 1))
