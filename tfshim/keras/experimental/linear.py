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
    """The sum over the inputs of `input @ weights`, plus a bias: a linear or logistic regression. Mirrors
    `tf.keras.experimental.LinearModel`.

    Alone it is regression, with `activation="sigmoid"` and the loss "binary_crossentropy" logistic regression; with a deep model it makes a
    `WideDeepModel`.

    Arguments:
        units: how many outputs; 1.
        activation: of the sum; None: none.
        use_bias: whether a bias is added; True by default.
        kernel_initializer, bias_initializer: "zeros" both, since nothing in a linear model needs random weights.
        kernel_regularizer, bias_regularizer: None. **kwargs: those of `tf.keras.Model`, as `name`.

    Returns:
        When called on a tensor [batch, features], a list or a dictionary of them: a tensor [batch, units].

    Raises:
        ValueError: a dictionary that lacks an input that the model was built for.

    Example:
        >>> model = tf.keras.experimental.LinearModel(kernel_initializer="ones")
        >>> model({"age": tf.constant([[2.0]]), "size": tf.constant([[1.0, 3.0]])}).numpy().tolist()
        [[6.0]]
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
        """Make the weights: a layer for each input, and the bias. Mirrors `tf.keras.experimental.LinearModel.build`.

        The first call does so. Inputs in a dictionary have layers of their names, in the order of the alphabet, `dense_layers`; the bias is
        the weight `bias`, and all of them are added.

        Arguments:
            input_shape: the shape of the input, [batch, features], of which the batch may be None; or a list of `tf.TensorShape`s, or a
                dictionary {name: shape}, for several.

        Returns:
            None.

        Raises:
            ValueError: an unknown number of features.

        Example:
            >>> model = tf.keras.experimental.LinearModel(units=2)
            >>> model.build({"size": tf.TensorShape([None, 3]), "age": tf.TensorShape([None, 1])})
            >>> [layer.name for layer in model.dense_layers], model.bias.shape.as_list()
            (['age', 'size'], [2])
        """
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
        """A model from what `get_config` gave. Mirrors `tf.keras.experimental.LinearModel.from_config`.

        It has weights of its own, made by the initializers, when it is called. Loading a saved model does so before it sets the weights.

        Arguments:
            config: a dictionary of arguments of the constructor; what is missing has its default. "trainable" and "dtype" have no effect,
                as those that `get_config` writes.
            custom_objects: is not looked at, as in Keras: initializers and regularizers of one's own are found in a
                `tf.keras.utils.custom_object_scope`.

        Returns:
            A new model.

        Example:
            >>> config = tf.keras.experimental.LinearModel(units=3, name="wide").get_config()
            >>> model = tf.keras.experimental.LinearModel.from_config(config)
            >>> model.name, model(tf.ones([2, 4])).shape
            ('wide', TensorShape([2, 3]))
        """
        return cls(**{k: v for k, v in config.items() if k not in ("trainable", "dtype")})
