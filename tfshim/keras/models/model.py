"""`Model`: a layer that is used on its own, and can save its weights."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import named_as_methods, tf_export
from tfshim.engine.graphs.func_graph import trace
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.errors import InvalidArgumentError
from tfshim.engine.values import nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.variables.variable import Variable
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.output_shapes import as_shapes
from tfshim.keras.engine.tracking import unique, weights_of_model
from tfshim.keras.metrics.base import Metric
from tfshim.keras.models.compiling import CompilingMixin
from tfshim.keras.models.description import DescriptionMixin
from tfshim.keras.models.generators import GeneratorMixin
from tfshim.keras.models.model_steps import StepsMixin
from tfshim.keras.models.network_config import rebuild
from tfshim.keras.models.one_batch import OneBatchMixin
from tfshim.keras.models.training import TrainingMixin
from tfshim.keras.utils.registration import custom_object_scope

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import AnyTensor, BoolLike, TensorLike
    from tfshim.keras.annotations import Shapes


_of_keras_tensors = []  # the class of models between Keras tensors


def of_keras_tensors(cls):
    """Decorate the class that `Model(inputs, outputs)` makes. It derives from `Model`, so its module imports this one."""
    _of_keras_tensors.append(cls)
    return cls


def _functional():
    return _of_keras_tensors[0]


@tf_export("keras.models.Model", "keras.Model")
class Model(TrainingMixin, DescriptionMixin, Layer):
    """A layer that is trained, evaluated and saved for itself: the base class of all models.

    Mirrors `tf.keras.Model`. There are two ways to make one. `Model(inputs, outputs)` with Keras tensors, which `tf.keras.Input` begins and
    calls of layers continue, is a functional model. A subclass makes its layers in `__init__`, after `super().__init__()`, and uses them in
    `call`. Both have `compile`, `fit`, `evaluate`, `predict`, `save` and `summary`.

    Arguments:
        inputs: a Keras tensor, or a list or dictionary of them; calls of the model take values in the same structure.
        outputs: what the model gives: a Keras tensor, or a structure of them, that depends on `inputs`.
        name: the name; by default "model" and a number, or one made of the name of the class.
        trainable, dtype, dynamic: those of `Layer`, for subclasses.

    Returns:
        When called on a batch, the outputs; `training=True` says that layers as `Dropout` act.

    Raises:
        TypeError: an unknown keyword. ValueError: outputs that do not depend on the inputs.
        RuntimeError: a subclass sets layers before `super().__init__()`. NotImplementedError: a subclass without `call` is called.

    Example:
        >>> inputs = tf.keras.Input(shape=(3,))
        >>> outputs = tf.keras.layers.Dense(1, kernel_initializer="ones")(inputs)
        >>> model = tf.keras.Model(inputs, outputs)
        >>> model(tf.constant([[1.0, 2.0, 3.0]])).numpy().tolist()
        [[6.0]]
        >>> class Twice(tf.keras.Model):
        ...     def call(self, inputs, training=None):
        ...         return 2 * inputs
        >>> Twice()(tf.constant([1.0])).numpy().tolist()
        [2.0]
    """

    __module__ = "keras.src.engine.training"
    # What a `tf.Module` around a model does not take for a part of it: how training counts.
    _TF_MODULE_IGNORED_PROPERTIES = Layer._TF_MODULE_IGNORED_PROPERTIES | {
        "_compiled_trainable_state",
        "_predict_counter",
        "_steps_per_execution",
        "_test_counter",
        "_train_counter",
    }
    _is_container = True
    _object_identifier = "_tf_keras_model"
    # What a model of symbolic tensors has in their place.
    inputs: Any = None
    outputs: Any = None
    input_names: Any = None
    output_names: Any = None
    _is_graph_network = False

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        if cls is Model and is_functional_call(args, kwargs):
            return object.__new__(_functional())
        return Layer.__new__(cls, *args, **kwargs)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if is_functional_call(args, kwargs) and not isinstance(self, _functional()):
            # As in Keras the class itself changes, so that `call` and `get_config` of its instances are those of `Functional`.
            make_functional(type(self))
            further = _bases_behind_functional(type(self))
            own = {k: v for k, v in kwargs.items() if not further or k in ("inputs", "outputs", "name", "trainable")}
            _functional().__init__(self, *args, **own)
            for base in further:
                base.__init__(self, *args, **{k: v for k, v in kwargs.items() if k not in own})
            return
        unknown = [k for k in kwargs if k not in ("trainable", "dtype", "dynamic", "name", "autocast", "inputs", "outputs")]
        if unknown:
            raise TypeError("Keyword argument not understood:", unknown[0])
        kwargs.pop("inputs", None)
        kwargs.pop("outputs", None)
        super().__init__(**kwargs)
        if one_by_one.wanted():
            self._make_counters()  # which else are made when they are needed

    def __setattr__(self, name: str, value: Any) -> None:
        # Without the lists that `__init__` makes, layers would not be tracked, and their weights be missing without a word.
        if "_trainable_weights" not in self.__dict__ and not name.startswith("_self"):
            if all(isinstance(x, (Layer, Variable)) for x in nest.flatten(value)):
                raise RuntimeError(
                    "It looks like you are subclassing `Model` and you forgot to call `super().__init__()`. Always start with this line."
                )
            object.__setattr__(self, name, value)
            return
        super().__setattr__(name, value)

    @Layer.stateful.getter
    def stateful(self) -> bool:
        """Whether one of the layers keeps something from one batch to the next, as recurrent ones that are stateful do."""
        return self._stateful or any(getattr(layer, "stateful", False) for layer in self.layers)

    @property
    def layers(self) -> list[Layer]:
        """The layers of the model, in order. Mirrors `tf.keras.Model.layers`.

        Those of a Sequential model without its input; of a functional model with its `InputLayer`s; of a subclass those that its
        attributes hold.

        Returns:
            A list of `tf.keras.layers.Layer`; models within are one of them. `get_layer` finds one by name.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,)), tf.keras.layers.Dense(1)])
            >>> [layer.units for layer in model.layers]
            [2, 1]
        """
        return [layer for layer in self._flatten_layers(recursive=False, include_self=False) if not isinstance(layer, Metric)]

    @property
    def trainable_weights(self) -> list[Variable]:
        """The variables to be trained: of the layers, then its own. Raises ValueError before a `build` of the user made them."""
        self._assert_weights_created()
        if not self._trainable:
            return []
        return unique(weights_of_model(self._self_tracked_trackables, "trainable") + self._trainable_weights)

    @property
    def non_trainable_weights(self) -> list[Variable]:
        """The variables that are not to be trained. Raises ValueError before a `build` of the user made them."""
        self._assert_weights_created()
        if self._trainable:
            return unique(weights_of_model(self._self_tracked_trackables, "fixed") + self._non_trainable_weights)
        return unique(weights_of_model(self._self_tracked_trackables, "all") + self._trainable_weights + self._non_trainable_weights)

    @property
    def weights(self) -> list[Variable]:
        """All variables, layer by layer, then the model's own. Raises ValueError before a `build` of the user made them."""
        self._assert_weights_created()
        return unique(weights_of_model(self._self_tracked_trackables, "all") + self._trainable_weights + self._non_trainable_weights)

    def call(self, inputs: TensorLike, training: BoolLike | None = None, mask: TensorLike | None = None) -> AnyTensor:
        """The forward pass, which subclasses define and calls of the model run; it is not called itself.

        Mirrors `tf.keras.Model.call`. It may use layers, Python's `if`, `for` and `while` (in `fit` they become part of a graph) and any
        TensorFlow function. A parameter `training` gets True in `fit` and False in `evaluate` and `predict`; `mask` gets the masks of the
        inputs. What is not needed may be left out of the signature.

        Arguments:
            inputs: a batch: a tensor or a structure of them.
            training: whether the call is one of training; None where nobody said so.
            mask: a boolean tensor, or a structure of them, or None.

        Returns:
            A tensor or a structure of them.

        Raises:
            NotImplementedError: the class defines none.

        Example:
            >>> class Noisy(tf.keras.Model):
            ...     def call(self, inputs, training=False):
            ...         return inputs + 1.0 if training else inputs
            >>> Noisy()(tf.zeros([1]), training=True).numpy().tolist()
            [1.0]
        """
        raise NotImplementedError(
            "Unimplemented `tf.keras.Model.call()`: if you intend to create a `Model` with the Functional API, "
            "please provide `inputs` and `outputs` arguments. Otherwise, subclass `Model` with an overridden "
            "`call()` method."
        )

    def build(self, input_shape: Shapes) -> None:
        """Makes the weights for inputs of a shape, before the first call.

        Mirrors `tf.keras.Model.build`. A model that was made from Keras tensors, or a Sequential whose first layer knows its input, has
        them already. A subclass runs `call` on shapes alone, so that nothing is computed; after that `summary`, `load_weights` and
        `count_params` work. Without it the weights are made by the first call.

        Arguments:
            input_shape: a tuple as `(None, 3)`, with the batch, which may be None; a list or dictionary of such for several inputs.

        Raises:
            ValueError: a shape that the layers cannot take, or an input whose form cannot be told from a shape.

        Example:
            >>> class Net(tf.keras.Model):
            ...     def __init__(self):
            ...         super().__init__()
            ...         self.dense = tf.keras.layers.Dense(2)
            ...     def call(self, inputs):
            ...         return self.dense(inputs)
            >>> net = Net()
            >>> net.build((None, 3))
            >>> net.count_params()
            8
        """
        if self._is_graph_network:
            super().build(input_shape)
            return
        if input_shape is None:
            raise ValueError("Input shape must be defined when calling `build()` on a `Model` subclass.")
        if not isinstance(input_shape, (tuple, list, TensorShape, dict)):
            raise ValueError(
                "Specified input shape is not one of the valid types. Please specify a batch input shape of type tuple or list of "
                f"input shapes. User provided input type: {type(input_shape)}."
            )
        # By an empty tuple or list nothing is made before the first call.
        if input_shape and not self.inputs:
            self._call_on_shapes(input_shape)
        super().build(input_shape)

    build._is_default = True

    def _call_on_shapes(self, input_shape):
        """Run `call`, in no scope of names and without what `__call__` does besides, on placeholders of a graph that is then dropped."""
        shapes = as_shapes(input_shape)
        missing = self._arguments_to_build_with()

        def run(*inputs):
            return self.call(nest.pack_sequence_as(shapes, list(inputs)), **missing)

        try:
            trace("build_graph", run, [(self._compute, s) for s in nest.flatten(shapes)])
        except (InvalidArgumentError, TypeError) as e:
            raise ValueError(
                "You cannot build your model by calling `build` if your layers do not support float type inputs. Instead, in order to "
                "instantiate and build your model, call your model on real tensor data (of the correct dtype).\n\nThe actual error from "
                f"`call` is: {e}."
            ) from e

    def _arguments_to_build_with(self):
        """What `call` needs besides inputs: whether it trains, if it has no default for that."""
        taken = [p for p in inspect.signature(self.call).parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
        if not taken:
            raise ValueError("You can only call `build()` on a model if its `call()` method accepts an `inputs` argument.")
        needed = [p.name for p in taken[1:] if p.default is p.empty]
        if any(name != "training" for name in needed):
            raise ValueError(
                "Currently, you cannot build your model if it has positional or keyword arguments that are not inputs to the model, but "
                "are required for its `call()` method. Instead, in order to instantiate and build your model, `call()` your model on "
                "real tensor data with all expected call arguments. The argument for `call()` can be a single list/tuple that contains "
                "multiple inputs."
            )
        return dict.fromkeys(needed, False)

    def _assert_weights_created(self):
        if type(self) is not Model:  # which has a `build` that makes none
            super()._assert_weights_created()

    def get_layer(self, name: str | None = None, index: int | None = None) -> Layer:
        """The layer of the model with a name or at a place.

        Mirrors `tf.keras.Model.get_layer`. Places are those of `model.layers`: the order in which layers were attached, for a functional
        model sorted by depth, inputs first. Layers within layers are not found: ask the inner model. It serves to take a part of a model,
        as in `tf.keras.Model(model.inputs, model.get_layer("features").output)`.

        Arguments:
            name: a name, as `summary` shows it, or None.
            index: a place, counted from 0, or None. One of the two is needed.

        Returns:
            The layer itself, no copy.

        Raises:
            ValueError: no such layer, or both arguments or none.

        Example:
            >>> first = tf.keras.layers.Dense(4, name="first", input_shape=(2,))
            >>> model = tf.keras.Sequential([first, tf.keras.layers.Dense(1, name="second")])
            >>> model.get_layer("second").units
            1
            >>> model.get_layer(index=0).name
            'first'
        """
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

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        """The model that a dictionary of `get_config` describes, with new weights.

        Mirrors `tf.keras.Model.from_config`. For a functional model that is its layers and how they are connected; a subclass is called
        with the dictionary as keywords, so that its `get_config` has to return what `__init__` takes.

        Arguments:
            config: the dictionary.
            custom_objects: classes and functions by name that the model needs and that are not registered; None: none.

        Returns:
            A model of the class, not compiled.

        Raises:
            TypeError: the constructor does not take what is in the dictionary. ValueError: an unknown class or function.

        Example:
            >>> inputs = tf.keras.Input(shape=(3,))
            >>> model = tf.keras.Model(inputs, tf.keras.layers.Dense(1, name="last")(inputs))
            >>> again = tf.keras.Model.from_config(model.get_config())
            >>> again.get_layer("last") is model.get_layer("last"), again.output_shape
            (False, (None, 1))
        """
        keys = {"name", "layers", "input_layers", "output_layers"}
        with custom_object_scope(custom_objects or {}):
            if keys <= set(config) and (cls in (_functional(), Model) or is_functional_init(cls)):
                inputs, outputs, beside = rebuild(config, custom_objects)
                model = cls(inputs=inputs, outputs=outputs, name=config.get("name"))
                if beside:
                    model._add_side_outputs(beside)
                if config.get("trainable") is False:
                    model.trainable = False
                return model
            try:
                return cls(**config)
            except TypeError as e:
                raise TypeError(
                    f"Unable to revive model from config. When overriding the `get_config()` method, make sure that the "
                    f"returned config contains all items used as arguments in the constructor to {cls}, which is the default "
                    f"behavior. You can override this default behavior by defining a `from_config(cls, config)` class method "
                    f"to specify how to create an instance of {cls.__name__} from its config.\n\nReceived config={config}\n\n"
                    f"Error encountered during deserialization: {e}"
                ) from e


named_as_methods(Model, TrainingMixin, OneBatchMixin, StepsMixin, CompilingMixin, GeneratorMixin, DescriptionMixin)


def is_functional_call(args: Sequence[Any], kwargs: dict[str, Any]) -> bool:
    """Whether the arguments of `Model(...)` define a functional model."""
    return len(args) == 2 or len(args) == 1 and "outputs" in kwargs or "inputs" in kwargs and "outputs" in kwargs


def is_functional_init(cls: type) -> bool:
    """Whether the constructor of the class takes the inputs and outputs of a functional model."""
    parameters = inspect.signature(cls.__init__).parameters
    # By kind, as annotations stand in their texts.
    kinds = [p.kind for p in parameters.values()][1:]
    return "inputs" in parameters and "outputs" in parameters or kinds == [inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD]


def _bases_behind_functional(cls):
    """The classes that `cls` names behind the model among its bases: they get the keywords that a functional model has not."""
    bases = list(cls.__bases__)
    at = next((i for i, base in enumerate(bases) if issubclass(base, _functional())), len(bases))
    return bases[at + 1 :]


def make_functional(cls: type) -> type:
    """Let the class of a user, which derives from `Model`, derive from `Functional` instead."""
    if cls is Model:
        return _functional()
    if cls is object or issubclass(cls, _functional()):
        return cls
    cls.__bases__ = tuple(make_functional(base) if issubclass(base, Model) else base for base in cls.__bases__)
    return cls
