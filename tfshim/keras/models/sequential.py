"""`Sequential`: layers one after the other."""

from tfshim.engine.shapes import TensorShape
from tfshim.engine.state import TS
from tfshim.keras.layers.base_layer import Layer, SymbolicInput
from tfshim.keras.layers.core import InputLayer
from tfshim.keras.models.model import Model


class Sequential(Model):
    """Layers one after the other; mirrors `tf.keras.Sequential`.

    If the first layer has an `input_shape`, the weights are made at once, else with the first call.
    """

    __module__ = "keras.src.engine.sequential"

    def __init__(self, layers=None, name=None):
        super().__init__(name=name)
        self.__dict__["_shape"] = None  # the shape that the next layer will get, where known
        self.__dict__["_inputs"] = None
        self.supports_masking = True
        if layers:
            for layer in layers if isinstance(layers, (list, tuple)) else [layers]:
                self.add(layer)

    @property
    def layers(self):
        """The layers, without the input."""
        return list(self._self_tracked)

    def add(self, layer):
        """Put `layer` at the end. Raises TypeError for what is no layer, ValueError for a name that is taken."""
        if isinstance(layer, SymbolicInput):
            layer = InputLayer(batch_input_shape=tuple(layer.shape), dtype=layer.dtype, name=layer.name)
        if not isinstance(layer, Layer):
            raise TypeError(f"The added layer must be an instance of class Layer. Received: layer={layer} of type {type(layer)}.")
        if any(known.name == layer.name for known in self._self_tracked):
            raise ValueError(f'All layers added to a Sequential model should have unique names. Name "{layer.name}" is already the name '
                             "of a layer in this model. Update the `name` argument to pass a unique name.")
        if isinstance(layer, InputLayer):
            self._take_shape(layer._batch_input_shape)
            return
        if not self._self_tracked and self._shape is None:
            self._take_shape(_first_shape(layer))
        self._self_tracked.append(layer)
        if self._shape is not None:
            self._extend(layer)
        else:
            self.built = False
        self._attach_children()

    def pop(self):
        """Remove the last layer. Raises TypeError for an empty model."""
        if not self._self_tracked:
            raise TypeError("There are no layers in the model.")
        self._self_tracked.pop()
        self.__dict__["_shape"] = None
        if self._inputs is not None:
            self._take_shape(self._inputs)
            for layer in self._self_tracked:
                self.__dict__["_shape"] = TensorShape(layer.compute_output_shape(self._shape))
        self._attach_children()

    def _take_shape(self, shape):
        if shape is not None:
            self.__dict__["_inputs"] = self.__dict__["_shape"] = TensorShape(shape)

    def _extend(self, layer):
        """Make the weights of `layer` for the shape that reaches it."""
        scope, TS.name_scope = TS.name_scope, ""
        try:
            if not layer.built:
                TS.name_scope = f"{layer.name}/"
                layer._build_for(self._shape)
                TS.name_scope = ""
            self.__dict__["_shape"] = TensorShape(layer.compute_output_shape(self._shape))
        finally:
            TS.name_scope = scope
        self.built = True

    def build(self, input_shape=None):
        """Make the weights for inputs of `input_shape`, which includes the batch. Raises ValueError without any shape."""
        if self._inputs is None:
            if input_shape is None:
                raise ValueError("Input shape must be defined when calling `build()` on a `Sequential` model.")
            self._take_shape(input_shape)
            for layer in self._self_tracked:
                self._extend(layer)
            self.__dict__["_build_input_shape"] = input_shape
            self._attach_children()
        self.built = True

    def call(self, inputs, training=None, mask=None):
        """The layers one after the other."""
        if mask is not None:
            inputs._keras_mask = mask
        for layer in self._self_tracked:
            inputs = layer(inputs)
        return inputs

    def _maybe_build(self, inputs):
        if self._inputs is None and hasattr(inputs, "shape"):
            shape = TensorShape(inputs.shape)
            # Other batch sizes will come.
            self.build(TensorShape([None, *shape.as_list()[1:]]) if shape.rank else shape)
            # A shape that was seen is not one that was demanded.
        self.built = True

    @property
    def weights(self):
        """All variables. Raises ValueError before they are made."""
        if not self.built and self._self_tracked:
            raise ValueError(f"Weights for model '{self.name}' have not yet been created. Weights are created when the model is first "
                             "called on inputs or `build()` is called with an `input_shape`.")
        return Model.weights.fget(self)

    @property
    def trainable_weights(self):
        """The variables to be trained. Raises ValueError before they are made."""
        self.weights  # noqa: B018 - complains where there are none
        return Model.trainable_weights.fget(self)

    @property
    def non_trainable_weights(self):
        """The variables that are not to be trained. Raises ValueError before they are made."""
        self.weights  # noqa: B018 - complains where there are none
        return Model.non_trainable_weights.fget(self)

    @property
    def output_shape(self):
        """The shape of the output. Raises AttributeError before it is known."""
        if self._shape is None:
            raise AttributeError(f"The model '{self.name}' has no output shape before it is built.")
        return tuple(self._shape.as_list())

    @property
    def input_shape(self):
        """The shape of the input. Raises AttributeError before it is known."""
        if self._inputs is None:
            raise AttributeError(f"The model '{self.name}' has no input shape before it is built.")
        return tuple(self._inputs.as_list())

    def compute_output_shape(self, input_shape):
        for layer in self._self_tracked:
            input_shape = layer.compute_output_shape(input_shape)
        return TensorShape(input_shape)

    # ------------------------------------------------------------------ checkpoints
    def _layer_children(self):
        children, with_weights = {}, 0
        for i, layer in enumerate(self._self_tracked):
            try:
                has = bool(layer.weights)
            except ValueError:
                has = False
            if has:
                children[f"layer_with_weights-{with_weights}"] = layer
                with_weights += 1
            children[f"layer-{i}"] = layer
        return children

    def _trackable_children(self, save_type="checkpoint", **kwargs):
        return {**self._layer_children(), **super()._trackable_children(save_type, **kwargs)}

    def _lookup_dependency(self, name, cached_dependencies=None):
        return self._layer_children().get(name) or super()._lookup_dependency(name, cached_dependencies)

    def _attach_children(self):
        """Restore what waits for a layer that has come to be known under a name."""
        if self.__dict__.get("_self_deferred"):
            for name, layer in self._layer_children().items():
                self._handle_deferred_dependencies(name, layer)

    def get_config(self):
        from tfshim.keras.utils import serialize_keras_object

        return {"name": self.name, "layers": [serialize_keras_object(layer) for layer in self._self_tracked]}

    @classmethod
    def from_config(cls, config, custom_objects=None):
        from tfshim.keras.utils import deserialize_keras_object

        return cls([deserialize_keras_object(c, custom_objects) for c in config["layers"]], name=config.get("name"))


def _first_shape(layer):
    """The shape that the first layer of a model says it takes, or None."""
    shape = layer.__dict__.get("_batch_input_shape")
    if shape is None and isinstance(layer, Sequential) and layer._inputs is not None:
        shape = layer._inputs
    return shape
