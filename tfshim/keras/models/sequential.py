"""`Sequential`: layers one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.runtime.context import init_scope
from tfshim.engine.runtime.locks import lock_of
from tfshim.engine.values import nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.input_layer import Input, InputLayer
from tfshim.keras.engine.keras_tensor import is_keras
from tfshim.keras.engine.module_wrapper import ModuleWrapper
from tfshim.keras.engine.node import node_of
from tfshim.keras.models.functional import Functional
from tfshim.keras.models.model import Model
from tfshim.keras.models.network import refuse_legacy
from tfshim.keras.models.network_config import layer_configs, layer_from_config
from tfshim.keras.v1.mode import building
from tfshim.module import Module

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import AnyTensor, BoolLike, TensorLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import KerasTensors, Shapes


_ONE_OUTPUT = "All layers in a Sequential model should have a single output tensor. For multi-output layers, use the functional API."


@tf_export("keras.models.Sequential", "keras.Sequential")
class Sequential(Functional):
    """Layers one after the other: each takes what the one before gives.

    Mirrors `tf.keras.Sequential`. Where the first layer has an `input_shape`, or a `tf.keras.Input` comes first, the weights are made at
    once and `summary`, `inputs` and `outputs` are there; otherwise with the first call, `fit` or `build`. For several inputs, outputs or
    branches use `tf.keras.Model(inputs, outputs)`.

    Arguments:
        layers: a list of layers (models are layers, too), or a single one; None (default): none yet, see `add`.
        name: the name; by default "sequential" and a number.

    Returns:
        When called on a batch, what the last layer gives.

    Raises:
        TypeError: something that is no layer. ValueError: two layers of one name, layers with several outputs, shapes that do not fit.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.Flatten(input_shape=(2, 2)), tf.keras.layers.Dense(3)])
        >>> model.output_shape, model.count_params()
        ((None, 3), 15)
        >>> model(tf.zeros([5, 2, 2])).shape
        TensorShape([5, 3])
    """

    __module__ = "keras.src.engine.sequential"
    _object_identifier = "_tf_keras_sequential"
    _auto_track_sub_layers = False
    _attributes_kept_in = "_beside_layers"  # layers set as attributes are none of its layers, as in Keras

    def __init__(self, layers: Sequence[Layer | KerasTensors] | Layer | None = None, name: str | None = None) -> None:
        Model.__init__(self, name=name, autocast=False)
        own = self.__dict__
        own.update(
            supports_masking=True,
            _is_graph_network=False,
            _has_explicit_input_shape=False,
            _inferred_input_shape=None,
            _no_graph=False,
            _made_nodes=set(),
            _nested_inputs=None,
            _nested_outputs=None,
            _flat_inputs=None,
            _flat_outputs=None,
            _input_specs=None,
            _network=None,
            _build_input_shape=None,
        )
        if layers:
            for layer in layers if isinstance(layers, (list, tuple)) else [layers]:
                self.add(layer)

    @property
    def layers(self) -> list[Layer]:
        """The layers, without the input."""
        layers = super().layers
        # Keras does not count the input layer among those of a Sequential.
        return layers[1:] if layers and isinstance(layers[0], InputLayer) else layers

    # ------------------------------------------------------------------ adding and removing
    def add(self, layer: Layer | KerasTensors) -> None:
        """Puts a layer at the end.

        Mirrors `tf.keras.Sequential.add`. If the model knows the shape of its input, the weights of the layer are made at once. A model
        that was compiled has to be compiled again.

        Arguments:
            layer: a layer or a model, a function being none: wrap it in `tf.keras.layers.Lambda`; as the first one also
                `tf.keras.Input(...)`.

        Returns:
            None.

        Raises:
            TypeError: something that is no layer. ValueError: a name that another layer has, or a shape that does not fit.

        Example:
            >>> model = tf.keras.Sequential()
            >>> model.add(tf.keras.Input(shape=(4,)))
            >>> model.add(tf.keras.layers.Dense(2, name="dense"))
            >>> [layer.name for layer in model.layers], model.output_shape
            (['dense'], (None, 2))
        """
        if is_keras(layer) and isinstance(layer._keras_history.layer, InputLayer):
            layer = layer._keras_history.layer
        if not isinstance(layer, Layer):
            if not isinstance(layer, Module):
                raise TypeError(f"The added layer must be an instance of class Layer. Received: layer={layer} of type {type(layer)}.")
            layer = ModuleWrapper(layer)
        refuse_legacy([layer])
        if any(known.name == layer.name and known is not layer for known in self._self_tracked_trackables):
            raise ValueError(
                f'All layers added to a Sequential model should have unique names. Name "{layer.name}" is already the name '
                "of a layer in this model. Update the `name` argument to pass a unique name."
            )
        own = self.__dict__
        own["built"] = False
        tracked = self._self_tracked_trackables
        connected = False
        if not tracked:
            if isinstance(layer, InputLayer):
                connected = True
            else:
                shape, dtype = _first_shape_and_dtype(layer)
                if shape:  # one without dimensions, as of a layer that was adapted to single values, says nothing to Keras
                    layer(Input(batch_input_shape=shape, dtype=dtype, name=f"{layer.name}_input"))
                    connected = True
            if connected:
                outputs = nest.flatten(layer._inbound_nodes[-1].outputs)
                if len(outputs) != 1:
                    raise ValueError(_ONE_OUTPUT)
                own["_flat_outputs"], own["_nested_outputs"] = outputs, outputs[0]
                source = outputs[0]
                while not node_of(source).is_input:
                    source = node_of(source).keras_inputs[0]
                own["_flat_inputs"], own["_nested_inputs"] = [source], source
                own["_has_explicit_input_shape"] = True
        elif self._flat_outputs:
            connected = True
            output = layer(self._flat_outputs[0])
            if len(nest.flatten(output)) != 1:
                raise ValueError(_ONE_OUTPUT)
            own["_flat_outputs"], own["_nested_outputs"] = [output], output
        if connected or self._is_graph_network:
            self._init_graph_network(self._nested_inputs, self._nested_outputs)
        else:
            tracked.append(layer)
            self._attach_children()

    def pop(self) -> None:
        """Takes the last layer away.

        Mirrors `tf.keras.Sequential.pop`. The other layers keep their weights, so that a trained model can get another end: take its last
        layer away, `add` new ones, and compile again. Nothing is returned; the layer itself is `model.layers[-1]` before.

        Returns:
            None.

        Raises:
            TypeError: there is no layer.

        A model that was compiled before has to be compiled again before it is trained.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(4, input_shape=(3,)), tf.keras.layers.Dense(10)])
            >>> model.pop()
            >>> model.add(tf.keras.layers.Dense(2))
            >>> model.output_shape
            (None, 2)
        """
        if not self.layers:
            raise TypeError("There are no layers in the model.")
        own = self.__dict__
        layer = self._self_tracked_trackables.pop()
        if not self.layers:
            own.update(
                _flat_inputs=None,
                _flat_outputs=None,
                _nested_inputs=None,
                _nested_outputs=None,
                built=False,
                _inferred_input_shape=None,
                _has_explicit_input_shape=False,
                _is_graph_network=False,
                _input_specs=None,
            )
        elif self._is_graph_network:
            last = self.layers[-1]
            layer._inbound_nodes[-1:] = []
            last.__dict__["_outbound_nodes"][:] = []
            own["_nested_outputs"] = last._inbound_nodes[-1].outputs
            own["_flat_outputs"] = [self._nested_outputs]
            self._init_graph_network(self._nested_inputs, self._nested_outputs)
        self._attach_children()

    # ------------------------------------------------------------------ making the weights
    def build(self, input_shape: ShapeLike = None) -> None:
        """Makes the weights, for inputs of a given shape. Mirrors `tf.keras.Sequential.build`.

        It is for a model whose first layer does not say which inputs it takes, and that is to have weights before it is called or
        trained, as for `summary` and `load_weights`. A model that has them is left as it is.

        Arguments:
            input_shape: the shape of a batch, its first size included and mostly None, as (None, 28, 28).

        Returns:
            Nothing.

        Raises:
            ValueError: no shape, for a model that knows none.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(3), tf.keras.layers.Dense(1)])
            >>> model.build((None, 4))
            >>> [weight.shape.as_list() for weight in model.weights]
            [[4, 3], [3], [3, 1], [1]]
        """
        if self._is_graph_network:
            self._init_graph_network(self._nested_inputs, self._nested_outputs)
            return
        if input_shape is None:
            raise ValueError("You must provide an `input_shape` argument.")
        self._infer_graph(TensorShape(input_shape), None)
        if not self.built:
            self.__dict__["_build_input_shape"] = tuple(input_shape)
            super().build(input_shape)

    def _infer_graph(self, shape, dtype):
        """Make the network for inputs of `shape`; a size that differs from the one seen before becomes unknown."""
        own = self.__dict__
        tracked = self.layers
        if not tracked or self._has_explicit_input_shape or self._no_graph:
            return
        seen = self._inferred_input_shape
        if seen is None:
            wanted = None if shape.rank is None else tuple(shape.as_list())
        else:
            if shape.rank is None or len(seen) != shape.rank:
                return
            wanted = tuple(a if a == b else None for a, b in zip(seen, shape.as_list()))
        if wanted is None or wanted == seen:
            return
        with lock_of(self), init_scope():
            if seen is not self._inferred_input_shape:  # another thread has just made one
                self._infer_graph(shape, dtype)
                return
            x = first = Input(batch_input_shape=wanted, dtype=dtype, name=f"{tracked[0].name}_input")
            nodes = set()
            for layer in tracked:
                # Without the calls of the network that was made for another shape.
                layer._inbound_nodes[:] = [n for n in layer._inbound_nodes if n not in self._made_nodes]
                layer._outbound_nodes[:] = [n for n in layer._outbound_nodes if n not in self._made_nodes]
                try:
                    y = layer(x)
                except Exception:  # such a layer may still run on values: then they go through one after the other
                    own["_no_graph"] = True
                    return
                if len(nest.flatten(y)) != 1:
                    raise ValueError(_ONE_OUTPUT)
                nodes.add(layer._inbound_nodes[-1])
                if first is x:
                    node_of(first).layer._outbound_nodes[:] = [layer._inbound_nodes[-1]]
                x = y
            own["_made_nodes"] = nodes
            self._init_graph_network(first, x)
        own["_inferred_input_shape"] = wanted
        own["_build_input_shape"] = wanted

    def _maybe_build(self, inputs):
        """The weights are made by `call`, which sees the inputs: one of a class of the user may make other ones, or none."""
        if not self.built and type(self).call is not Sequential.call:
            self.__dict__["built"] = True

    def call(self, inputs: TensorLike, training: BoolLike | None = None, mask: TensorLike | None = None) -> AnyTensor:
        """Puts inputs through the layers, one after the other. Mirrors `tf.keras.Sequential.call`.

        `model(inputs)` calls it and does more, such as casting the inputs: use that. The first call makes the weights, if none were there.

        Arguments:
            inputs: a tensor, mostly with the batch as its first axis, or what the first layer takes.
            training: whether layers such as `Dropout` behave as in training; None (default): as the caller does, and else no.
            mask: for the first layer, which positions count; None (default): all, or what the inputs carry.

        Returns:
            What the last layer gives.

        Raises:
            ValueError: a layer other than the last gives several outputs, or shapes that the layers do not take.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dropout(0.9)])
            >>> model(tf.ones([1, 2, 2]), training=False).numpy().tolist()
            [[1.0, 1.0, 1.0, 1.0]]
        """
        if not self._has_explicit_input_shape:
            if isinstance(inputs, Tensor):
                # In a TF 1 graph the layers are called on the inputs themselves, so that their outputs depend on what is fed.
                if building() is None:
                    self._infer_graph(inputs.shape, inputs.dtype)
            else:
                self.__dict__["_no_graph"] = True
        if self._is_graph_network:
            return super().call(inputs, training=training, mask=mask)
        if mask is not None:
            inputs._keras_mask = mask
        for layer in self.layers:
            inputs = layer(inputs)
        self.__dict__["built"] = True
        return inputs

    def compute_mask(self, inputs: TensorLike, mask: TensorLike | None = None) -> Any:
        """The mask that comes out of the last layer. Mirrors `tf.keras.Sequential.compute_mask`.

        A mask says which steps of sequences count: `Embedding(mask_zero=True)` and `Masking` make it, and layers hand it on. A model within
        a model is asked for it, so that layers behind it know which steps to leave out. The inputs run through all layers for it.

        Arguments:
            inputs: a tensor as the model is called on.
            mask: the mask of the inputs, a tensor of bools [batch, steps]; None (default): all of them count, unless a layer makes a mask.

        Returns:
            A tensor of bools, or None where the last layer hands no mask on, as recurrent layers without `return_sequences` do not.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Embedding(10, 4, mask_zero=True)])
            >>> model.compute_mask(tf.constant([[3, 1, 0]]), None).numpy().tolist()
            [[True, True, False]]
            >>> model.add(tf.keras.layers.GRU(2))
            >>> model.compute_mask(tf.constant([[3, 1, 0]]), None) is None
            True
        """
        return getattr(self.call(inputs, mask=mask), "_keras_mask", None)

    def compute_output_shape(self, input_shape: ShapeLike) -> Shapes:
        """The shape of the output for inputs of a given shape. Mirrors `tf.keras.Sequential.compute_output_shape`.

        Each layer is asked in its turn; nothing is computed, but layers of one's own may have to be called once to find out.

        Arguments:
            input_shape: the shape of a batch, its first size included; None stands for a size that is not known, and stays None.

        Returns:
            A `tf.TensorShape`, or a structure of them.

        Raises:
            ValueError: a shape that a layer does not take.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Conv2D(8, 3), tf.keras.layers.GlobalMaxPooling2D()])
            >>> model.compute_output_shape((None, 28, 28, 1))
            TensorShape([None, 8])
        """
        shape = input_shape
        for layer in self.layers:
            shape = layer.compute_output_shape(shape)
        return shape

    # ------------------------------------------------------------------ facts
    @property
    def input_spec(self) -> Any:
        """The `InputSpec` of the input, where the model was made with a shape; else None."""
        if self._is_graph_network and not self._has_explicit_input_shape and not self.__dict__.get("_given_spec"):
            return None
        return self._input_specs

    @input_spec.setter
    def input_spec(self, value: Any) -> None:
        self.__dict__.update(_input_specs=value, _given_spec=True)

    @property
    def inputs(self) -> list[Any] | None:  # type: ignore[override]
        """The Keras tensor that enters, in a list; None before it is known."""
        return self._flat_inputs

    @property
    def outputs(self) -> list[Any] | None:  # type: ignore[override]
        """The Keras tensor that comes out, in a list; None before it is known."""
        return self._flat_outputs

    @property
    def input(self) -> KerasTensors:
        """The Keras tensor that enters. Raises AttributeError before it is known."""
        if self._nested_inputs is None:
            raise AttributeError(f"Layer {self.name} is not connected, no input to return.")
        return self._nested_inputs

    @property
    def output(self) -> KerasTensors:
        """The Keras tensor that comes out. Raises AttributeError before it is known."""
        if self._nested_outputs is None:
            raise AttributeError(f"Layer {self.name} has no inbound nodes.")
        return self._nested_outputs

    @property
    def input_shape(self) -> Any:
        """The shape of the input. Raises AttributeError before it is known."""
        if self._nested_inputs is None:
            return Layer.input_shape.fget(self)
        return Functional.input_shape.fget(self)

    @property
    def output_shape(self) -> Any:
        """The shape of the output. Raises AttributeError before it is known."""
        if self._nested_outputs is None:
            return Layer.output_shape.fget(self)
        return Functional.output_shape.fget(self)

    def _assert_weights_created(self):
        # As in Keras, where classes of the user that have no `build` of their own count what is there.
        if not self.built and "build" in vars(type(self)) and self._self_tracked_trackables and not self._is_graph_network:
            raise ValueError(
                f"Weights for model '{self.name}' have not yet been created. Weights are created when the model is first "
                "called on inputs or `build()` is called with an `input_shape`."
            )

    # ------------------------------------------------------------------ configuration
    def get_config(self) -> dict[str, Any]:
        """What the model is made of, without its weights. Mirrors `tf.keras.Sequential.get_config`.

        `tf.keras.Sequential.from_config` makes a model like it, with new weights; `to_json` writes it as a text, and saved models hold it.

        Returns:
            A dictionary with "name" and "layers": a list of a configuration for each layer, with the names of its class and module beside
            its arguments. Where the shape of the inputs is known an `InputLayer` is the first.

        Raises:
            NotImplementedError: a layer of one's own with arguments of the constructor and no `get_config`.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(3, input_shape=(4,))], name="small")
            >>> config = model.get_config()
            >>> config["name"], [layer["class_name"] for layer in config["layers"]]
            ('small', ['InputLayer', 'Dense'])
        """
        config = {"name": self.name, "layers": layer_configs(self, Model.layers.fget(self))}
        if not self._is_graph_network and self._build_input_shape is not None:
            config["build_input_shape"] = self._build_input_shape
        return config

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        """A model of the layers that a dictionary describes. Mirrors `tf.keras.Sequential.from_config`.

        Its weights are new, and are made at once where the shape of the inputs is in the dictionary.

        Arguments:
            config: what `get_config` gave.
            custom_objects: {name: class or function} for what is not Keras' own and not registered by
                `tf.keras.saving.register_keras_serializable`; None by default.

        Returns:
            A new `tf.keras.Sequential`, not compiled.

        Raises:
            ValueError or TypeError: a class that is not known, or arguments that it does not take.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(3, input_shape=(4,))])
            >>> again = tf.keras.Sequential.from_config(model.get_config())
            >>> again.output_shape, np.array_equal(again.weights[0], model.weights[0])
            ((None, 3), False)
        """
        name = config.get("name") if isinstance(config, dict) else None
        shape = config.get("build_input_shape") if isinstance(config, dict) else None
        model = cls(name=name)
        known = bool(shape) and isinstance(shape, (tuple, list))
        for c in config["layers"] if isinstance(config, dict) else config:
            model.add(layer_from_config(c, custom_objects, called=known or bool(model.inputs)))
        if not model.inputs and known:
            model.build(tuple(shape))
        return model


def _first_shape_and_dtype(layer):
    """The shape and dtype that the first layer of a model says it takes; None where it says nothing.

    Of a Sequential model it is that of its first layer, which knows none where the model was given an input or was built: the model
    around it is then built when it is called, as in Keras.
    """
    while isinstance(layer, Functional) and "_batch_input_shape" not in layer.__dict__:
        if not isinstance(layer, Sequential):
            if not layer.__dict__.get("_is_graph_network"):
                break
            x = layer.inputs[0]
            return tuple(x.shape.as_list()), x.dtype
        if not layer.layers:
            raise ValueError("An empty Model cannot be used as a Layer.")
        layer = layer.layers[0]
    shape = layer.__dict__.get("_batch_input_shape")
    return shape, layer.dtype if shape is not None else None
