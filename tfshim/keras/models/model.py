"""`Model`: a layer that is used on its own, and can save its weights."""

from tfshim.keras.layers._context import CALLS
from tfshim.keras.layers.base_layer import Layer
from tfshim.keras.layers.tracking import unique, weights_within
from tfshim.keras.metrics.base import Metric
from tfshim.keras.models.description import DescriptionMixin
from tfshim.keras.models.training import TrainingMixin


class Model(TrainingMixin, DescriptionMixin, Layer):
    """The base of models: subclass it, make layers in `__init__` and use them in `call`.

    Mirrors `tf.keras.Model`. `Model(inputs, outputs)` with Keras tensors gives a functional model.
    """

    __module__ = "keras.src.engine.training"
    _is_container = True

    def __new__(cls, *args, **kwargs):
        if cls is Model:
            from tfshim.keras.models.functional import Functional, is_functional_call

            if is_functional_call(args, kwargs):
                return object.__new__(Functional)
        return Layer.__new__(cls, *args, **kwargs)

    def __init__(self, *args, **kwargs):
        from tfshim.keras.models.functional import Functional, is_functional_call, make_functional

        if is_functional_call(args, kwargs) and not isinstance(self, Functional):
            make_functional(type(self))
            Functional.__init__(self, *args, **kwargs)
            return
        unknown = [k for k in kwargs if k not in ("trainable", "dtype", "dynamic", "name", "autocast", "inputs", "outputs")]
        if unknown:
            raise TypeError(f"('Keyword argument not understood:', '{unknown[0]}')")
        kwargs.pop("inputs", None)
        kwargs.pop("outputs", None)
        super().__init__(**kwargs)

    def __setattr__(self, name, value):
        if "_own_trainable" not in self.__dict__ and not name.startswith("_self"):
            raise RuntimeError(
                "It looks like you are subclassing `Model` and you forgot to call `super().__init__()`. Always start with this line."
            )
        super().__setattr__(name, value)

    @property
    def layers(self):
        """The layers, in the order in which they were attached."""
        return [layer for layer in self._flatten_layers(recursive=False, include_self=False) if not isinstance(layer, Metric)]

    @property
    def trainable_weights(self):
        """The variables to be trained: those of the layers, then the model's own."""
        if not self._trainable:
            return []
        return unique(weights_within(self._self_tracked, "trainable") + self._own_trainable)

    @property
    def non_trainable_weights(self):
        """The variables that are not to be trained."""
        if self._trainable:
            return unique(weights_within(self._self_tracked, "fixed") + self._own_fixed)
        return unique(weights_within(self._self_tracked, "all") + self._own_trainable + self._own_fixed)

    @property
    def weights(self):
        """All variables, layer by layer, then the model's own."""
        return unique(weights_within(self._self_tracked, "all") + self._own_trainable + self._own_fixed)

    def call(self, inputs, training=None, mask=None):
        """The forward pass; subclasses override it."""
        raise NotImplementedError(
            "Unimplemented `tf.keras.Model.call()`: if you intend to create a `Model` with the Functional API, "
            "please provide `inputs` and `outputs` arguments. Otherwise, subclass `Model` with an overridden "
            "`call()` method."
        )

    def build(self, input_shape):
        """Make the weights by calling the model on shapes alone, where `input_shape` says so before the first call."""
        if CALLS.depth == 0 and type(self).call is not Model.call and not self.built:
            self.built = True
            self.compute_output_shape(input_shape)
        super().build(input_shape)

    def get_layer(self, name=None, index=None):
        """The layer of that name or index. Raises ValueError where there is none."""
        if index is not None and name is not None:
            raise ValueError(f"Provide only a layer name or a layer index. Received: index={index}, name={name}.")
        if index is not None:
            if len(self.layers) <= index:
                raise ValueError(f"Was asked to retrieve layer at index {index} but model only has {len(self.layers)} layers.")
            return self.layers[index]
        if name is None:
            raise ValueError("Provide either a layer name or layer index at `get_layer`.")
        for layer in self.layers:
            if layer.name == name:
                return layer
        raise ValueError(f"No such layer: {name}. Existing layers are: {[layer.name for layer in self.layers]}.")
