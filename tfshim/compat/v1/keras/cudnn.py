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
        """The arguments of the constructor."""
        return {k: v for k, v in super().get_config().items() if k not in _FIXED}


@tf_export(v1=["keras.layers.CuDNNLSTM"])
class CuDNNLSTM(_CuDNN, layers.LSTM):
    """A layer of long short-term memory with the weights of cuDNN's kernel. Mirrors `tf.compat.v1.keras.layers.CuDNNLSTM`.

    Arguments as in `tf.keras.layers.LSTM`; the activations are tanh and sigmoid.
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
    """A layer of gated recurrent units with the weights of cuDNN's kernel. Mirrors `tf.compat.v1.keras.layers.CuDNNGRU`.

    Arguments as in `tf.keras.layers.GRU`; the activations are tanh and sigmoid, and the reset gate acts after the product.
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
