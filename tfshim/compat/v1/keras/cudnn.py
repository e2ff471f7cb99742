"""`CuDNNLSTM` and `CuDNNGRU`: recurrent layers with the weights that cuDNN's kernels had, on any device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops import concat, ones, reshape
from tfshim.keras import layers

if TYPE_CHECKING:
    from tfshim.keras.annotations import ConstraintLike, InitializerLike, RegularizerLike


class _LSTMCell(layers.LSTMCell):
    """A cell with two biases, one of the inputs and one of the state, one after the other."""

    __module__ = "keras.src.layers.rnn.lstm"

    def _make_bias(self):
        given, n = self.bias_initializer, self.units

        def initialize(shape, dtype=None, **kwargs):
            if not self.unit_forget_bias:
                return given(shape, dtype=dtype)
            # The first 4n are the bias of the inputs, then comes that of the state, in which the forget gate begins with ones.
            return concat([given((5 * n,), dtype=dtype), ones((n,), dtype=dtype), given((2 * n,), dtype=dtype)], 0)

        return self.add_weight(
            "bias", shape=(8 * n,), initializer=initialize, regularizer=self.bias_regularizer, constraint=self.bias_constraint
        )

    @property
    def bias(self):
        """The sum of both."""
        whole = self.__dict__["_both"].value()
        # The gates see only the sum of the two.
        return whole[: 4 * self.units] + whole[4 * self.units :]

    @bias.setter
    def bias(self, variable):
        self.__dict__["_both"] = variable


class _GRUCell(layers.GRUCell):
    """A cell with two biases, one of the inputs and one of the state, one after the other."""

    __module__ = "keras.src.layers.rnn.gru"

    def _make_bias(self):
        return self.add_weight(
            "bias",
            shape=(6 * self.units,),
            initializer=self.bias_initializer,
            regularizer=self.bias_regularizer,
            constraint=self.bias_constraint,
        )

    @property
    def bias(self):
        """Both, as rows."""
        return reshape(self.__dict__["_both"].value(), [2, 3 * self.units])

    @bias.setter
    def bias(self, variable):
        self.__dict__["_both"] = variable


_FIXED = (
    "activation",
    "recurrent_activation",
    "use_bias",
    "dropout",
    "recurrent_dropout",
    "implementation",
    "reset_after",
    "unroll",
    "zero_output_for_mask",
)


class _CuDNN:
    """What both layers share."""

    cell: Any = None  # each layer has its own

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor, as a dictionary. Mirrors `get_config` of `tf.compat.v1.keras.layers.CuDNNLSTM` and `CuDNNGRU`.

        What cuDNN's kernels do not let one choose, as activations and dropout, is not in it, unlike in that of `LSTM` and `GRU`.
        `from_config` of the class makes a layer like it, with weights of its own; saved models hold both.

        Returns:
            A dictionary: "units", the initializers, regularizers and constraints, "return_sequences", "return_state", "go_backwards",
                "stateful", "time_major", and those of each layer.

        Example:
            >>> layer = tf.compat.v1.keras.layers.CuDNNGRU(4, return_sequences=True)
            >>> config = layer.get_config()
            >>> config["units"], config["return_sequences"], "activation" in config
            (4, True, False)
            >>> tf.compat.v1.keras.layers.CuDNNGRU.from_config(config).units
            4
        """
        return {k: v for k, v in super().get_config().items() if k not in _FIXED}


@tf_export(v1=["keras.layers.CuDNNLSTM"])
class CuDNNLSTM(_CuDNN, layers.LSTM):
    """Long short-term memory with the weights that cuDNN's kernel had, on any device. Mirrors `tf.compat.v1.keras.layers.CuDNNLSTM`.

    In TensorFlow 1 it was the quick one, for GPUs alone; here it computes as `LSTM` does, and is there so that programs and files of that
    time go on working. It has two biases in one weight, and its activations are tanh and sigmoid. New code takes `tf.keras.layers.LSTM`.

    Arguments:
        units: the size of state and output.
        kernel_initializer, recurrent_initializer, bias_initializer: "glorot_uniform", "orthogonal" and "zeros"; regularizers and
            constraints: None. `unit_forget_bias`: whether the forget gate begins with a bias of 1; True.
        return_sequences: whether all outputs are given, and not the last; False.
        return_state: whether the states come with them; False.
        go_backwards, stateful: False. **kwargs: those of `Layer`.

    Returns:
        When called on [batch, steps, features]: [batch, units], or [batch, steps, units]; with `return_state` a list.

    Example:
        >>> layer = tf.compat.v1.keras.layers.CuDNNLSTM(4)
        >>> layer(tf.ones([2, 5, 3])).shape, [weight.shape.as_list() for weight in layer.weights]
        (TensorShape([2, 4]), [[3, 16], [4, 16], [32]])
    """

    __module__ = "keras.src.layers.rnn.cudnn_lstm"
    _cell = _LSTMCell

    def __init__(
        self,
        units: int,
        kernel_initializer: InitializerLike = "glorot_uniform",
        recurrent_initializer: InitializerLike = "orthogonal",
        bias_initializer: InitializerLike = "zeros",
        unit_forget_bias: bool = True,
        kernel_regularizer: RegularizerLike | None = None,
        recurrent_regularizer: RegularizerLike | None = None,
        bias_regularizer: RegularizerLike | None = None,
        activity_regularizer: RegularizerLike | None = None,
        kernel_constraint: ConstraintLike | None = None,
        recurrent_constraint: ConstraintLike | None = None,
        bias_constraint: ConstraintLike | None = None,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            units,
            kernel_initializer=kernel_initializer,
            recurrent_initializer=recurrent_initializer,
            bias_initializer=bias_initializer,
            unit_forget_bias=unit_forget_bias,
            kernel_regularizer=kernel_regularizer,
            recurrent_regularizer=recurrent_regularizer,
            bias_regularizer=bias_regularizer,
            activity_regularizer=activity_regularizer,
            kernel_constraint=kernel_constraint,
            recurrent_constraint=recurrent_constraint,
            bias_constraint=bias_constraint,
            return_sequences=return_sequences,
            return_state=return_state,
            go_backwards=go_backwards,
            stateful=stateful,
            **kwargs,
        )


@tf_export(v1=["keras.layers.CuDNNGRU"])
class CuDNNGRU(_CuDNN, layers.GRU):
    """Gated recurrent units with the weights that cuDNN's kernel had, on any device. Mirrors `tf.compat.v1.keras.layers.CuDNNGRU`.

    In TensorFlow 1 it was the quick one, for GPUs alone; here it computes as `GRU` does, and is there so that programs and files of that
    time go on working. It has two biases in one weight, and its activations are tanh and sigmoid; the reset gate acts after the product.
    New code takes `tf.keras.layers.GRU`.

    Arguments:
        units: the size of state and output.
        kernel_initializer, recurrent_initializer, bias_initializer: "glorot_uniform", "orthogonal" and "zeros"; regularizers and
            constraints: None.
        return_sequences: whether all outputs are given, and not the last; False.
        return_state: whether the states come with them; False.
        go_backwards, stateful: False. **kwargs: those of `Layer`.

    Returns:
        When called on [batch, steps, features]: [batch, units], or [batch, steps, units]; with `return_state` a list.

    Example:
        >>> layer = tf.compat.v1.keras.layers.CuDNNGRU(4)
        >>> layer(tf.ones([2, 5, 3])).shape, [weight.shape.as_list() for weight in layer.weights]
        (TensorShape([2, 4]), [[3, 12], [4, 12], [24]])
    """

    __module__ = "keras.src.layers.rnn.cudnn_gru"
    _cell = _GRUCell

    def __init__(
        self,
        units: int,
        kernel_initializer: InitializerLike = "glorot_uniform",
        recurrent_initializer: InitializerLike = "orthogonal",
        bias_initializer: InitializerLike = "zeros",
        kernel_regularizer: RegularizerLike | None = None,
        recurrent_regularizer: RegularizerLike | None = None,
        bias_regularizer: RegularizerLike | None = None,
        activity_regularizer: RegularizerLike | None = None,
        kernel_constraint: ConstraintLike | None = None,
        recurrent_constraint: ConstraintLike | None = None,
        bias_constraint: ConstraintLike | None = None,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            units,
            kernel_initializer=kernel_initializer,
            recurrent_initializer=recurrent_initializer,
            bias_initializer=bias_initializer,
            kernel_regularizer=kernel_regularizer,
            recurrent_regularizer=recurrent_regularizer,
            bias_regularizer=bias_regularizer,
            activity_regularizer=activity_regularizer,
            kernel_constraint=kernel_constraint,
            recurrent_constraint=recurrent_constraint,
            bias_constraint=bias_constraint,
            return_sequences=return_sequences,
            return_state=return_state,
            go_backwards=go_backwards,
            stateful=stateful,
            reset_after=True,
            **kwargs,
        )
