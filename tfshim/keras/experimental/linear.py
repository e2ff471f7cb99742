"""A linear model of one or several inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import nn
from tfshim._export import tf_export
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras import activations, initializers, regularizers
from tfshim.keras.layers import Dense
from tfshim.keras.models import Model

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import AnyTensor, IntLike, SizesLike, TensorLike
    from tfshim.keras.annotations import ActivationLike, InitializerLike, RegularizerLike


@tf_export("keras.experimental.LinearModel", v1=["keras.experimental.LinearModel", "keras.models.LinearModel"])
class LinearModel(Model):
    """The sum over the inputs of `input @ weights`, plus a bias; mirrors `tf.keras.experimental.LinearModel`.

    Inputs are one tensor, a list, or a dictionary, whose names become those of the layers. A dictionary that lacks one of the
    inputs it was built for raises ValueError.
    """

    __module__ = "keras.src.premade_models.linear"

    def __init__(
        self,
        units: IntLike = 1,
        activation: ActivationLike | None = None,
        use_bias: bool = True,
        kernel_initializer: InitializerLike = "zeros",
        bias_initializer: InitializerLike = "zeros",
        kernel_regularizer: RegularizerLike | None = None,
        bias_regularizer: RegularizerLike | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.units, self.activation, self.use_bias = units, activations.get(activation), use_bias
        self.kernel_initializer, self.bias_initializer = initializers.get(kernel_initializer), initializers.get(bias_initializer)
        self.kernel_regularizer, self.bias_regularizer = regularizers.get(kernel_regularizer), regularizers.get(bias_regularizer)

    def build(self, input_shape: SizesLike) -> None:
        """Make a layer for each input, and the bias."""
        if isinstance(input_shape, dict):
            named = sorted(input_shape.items())
        elif isinstance(input_shape, (tuple, list)) and all(isinstance(s, TensorShape) for s in input_shape):
            named = [(None, s) for s in input_shape]
        else:
            named = [(None, input_shape)]
        self.dense_layers = []
        for name, shape in named:
            layer = Dense(
                self.units,
                use_bias=False,
                kernel_initializer=self.kernel_initializer,
                kernel_regularizer=self.kernel_regularizer,
                name=name,
            )
            layer.build(shape)
            self.dense_layers.append(layer)
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                "bias",
                shape=[self.units],
                initializer=self.bias_initializer,
                regularizer=self.bias_regularizer,
                dtype=self.dtype,
                trainable=True,
            )
        self.built = True

    def call(self, inputs: TensorLike) -> AnyTensor:  # type: ignore[override]  # as in Keras
        if isinstance(inputs, dict):
            names = [layer.name for layer in self.dense_layers]
            missing = set(names) - set(inputs)
            if missing:
                raise ValueError(
                    "The `inputs` dictionary does not match the structure expected by the model.\n"
                    f"\tExpected keys: {set(names)}\n\tReceived keys: {set(inputs)}\n\tMissing keys: {missing}"
                )
            inputs = [inputs[n] for n in names]
        parts = inputs if isinstance(inputs, (tuple, list)) else [inputs]
        result = None
        for part, layer in zip(parts, self.dense_layers):
            result = layer(part) if result is None else result + layer(part)
        if self.bias is not None:
            result = nn.bias_add(result, self.bias)
        return self.activation(result) if self.activation is not None else result

    def get_config(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "trainable": self.trainable,
            "dtype": self.dtype,
            "units": self.units,
            "activation": activations.serialize(self.activation),
            "use_bias": self.use_bias,
            "kernel_initializer": initializers.serialize(self.kernel_initializer),
            "bias_initializer": initializers.serialize(self.bias_initializer),
            "kernel_regularizer": regularizers.serialize(self.kernel_regularizer),
            "bias_regularizer": regularizers.serialize(self.bias_regularizer),
        }

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        """A model with the arguments `config`."""
        return cls(**{k: v for k, v in config.items() if k not in ("trainable", "dtype")})
