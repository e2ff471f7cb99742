"""`Functional`: a model between Keras tensors."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from tfshim import array_ops
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.variables.variable import Variable
from tfshim.keras import _naming
from tfshim.keras.engine.context import CALLS
from tfshim.keras.engine.input_layer import InputLayer
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.engine.keras_tensor import holds_keras_tensors, is_keras, is_registered
from tfshim.keras.engine.node import shapes_of
from tfshim.keras.engine.output_shapes import as_shapes
from tfshim.keras.layers.op_layers import AddLoss, AddMetric
from tfshim.keras.models import network
from tfshim.keras.models.model import Model, is_functional_init, of_keras_tensors
from tfshim.keras.models.network_config import network_config
from tfshim.keras.v1.calls import give_history
from tfshim.keras.v1.mode import building

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, BoolLike, TensorLike
    from tfshim.keras.annotations import KerasTensors, Shapes


@of_keras_tensors
class Functional(Model):
    """What `tf.keras.Model(inputs, outputs)` makes: a model of the layers between Keras tensors.

    `inputs`, `outputs`: Keras tensors, or lists and dictionaries of them. Raises ValueError where the outputs cannot be computed
    from the inputs, or where two layers have one name.
    """

    __module__ = "keras.src.engine.functional"
    _object_identifier = "_tf_keras_network"
    _takes_any_name = True
    _TF_MODULE_IGNORED_PROPERTIES = Model._TF_MODULE_IGNORED_PROPERTIES | frozenset(
        (
            "_network",
            "_plan",
            "_nested_inputs",
            "_nested_outputs",
            "_flat_inputs",
            "_flat_outputs",
            "_input_specs",
            "_made_nodes",
            "_ends",
            "_one_output",
        )
    )

    def __init__(self, inputs: KerasTensors, outputs: KerasTensors, name: str | None = None, trainable: bool = True, **kwargs: Any) -> None:
        if kwargs:
            raise TypeError("Keyword argument not understood:", next(iter(kwargs)))
        if not name and type(self) is Functional:
            name = _naming.unique_name("model")
        Model.__init__(self, name=name, trainable=trainable, autocast=False)
        self._init_graph_network(inputs, outputs)

    def _init_graph_network(self, inputs, outputs):
        own = self.__dict__
        # Keras takes a list of one for what is in it.
        if isinstance(inputs, list) and len(nest.flatten(inputs)) == 1:
            inputs = inputs[0]
        if isinstance(outputs, list) and len(nest.flatten(outputs)) == 1:
            outputs = outputs[0]
        _check(inputs, outputs)
        if building() is not None:
            _warn_of_results(inputs, self.name)
        elif any(not isinstance(x._keras_history.layer, InputLayer) for x in nest.flatten(inputs)):
            # A model may begin behind other layers: then it gets input layers of its own.
            inputs, outputs = network.cut_at(inputs, outputs)
        own["_nested_inputs"], own["_nested_outputs"], own["_one_output"] = inputs, outputs, is_keras(outputs)
        own["_flat_inputs"], own["_flat_outputs"] = nest.flatten(inputs), nest.flatten(outputs)
        own["_network"] = network.map_network(self._flat_inputs, self._flat_outputs)
        own["_self_tracked_trackables"] = list(self._network.layers)
        self._make_plan()
        own["_input_layers"] = [x._keras_history.layer for x in self._flat_inputs]
        own["_output_layers"] = [x._keras_history.layer for x in self._flat_outputs]
        own["input_names"] = [layer.name for layer in self._input_layers]
        own["output_names"] = _output_names(self._flat_outputs)
        own["_enable_dict_to_input_mapping"] = not nest.is_nested(inputs) or not any(
            nest.is_nested(x) for x in (inputs.values() if isinstance(inputs, dict) else inputs)
        )
        own["_input_specs"] = self._make_input_spec()
        own["built"] = own["_is_graph_network"] = True
        own["_build_input_shape"] = self.input_shape
        self._attach_children()

    def _make_plan(self):
        self.__dict__["_plan"] = network.Plan(self._network, self._flat_inputs, self._flat_outputs)

    # ------------------------------------------------------------------ facts
    @property
    def inputs(self) -> list[Any]:
        """The Keras tensors that enter, as a list."""
        return self._flat_inputs

    @property
    def outputs(self) -> list[Any]:
        """The Keras tensors that come out, as a list."""
        return self._flat_outputs

    # Where Keras keeps the calls of layers, which code that walks over a model reads.
    @property
    def _nodes_by_depth(self) -> dict[int, list[Any]]:
        return self._network.nodes_by_depth

    # What a caller has to give; all inputs but those that stand for tensors of their own.
    @property
    def _feed_inputs(self) -> list[Any]:
        return [layer.input for layer in self._fed_layers()]

    @property
    def _feed_input_names(self) -> list[str]:
        return [layer.name for layer in self._fed_layers()]

    @property
    def _feed_input_shapes(self) -> list[Any]:
        return [layer._batch_input_shape for layer in self._fed_layers()]

    def _fed_layers(self):
        return [layer for layer in self._input_layers if layer.is_placeholder]

    @property
    def input(self) -> KerasTensors:
        """What the model was made from, as it was given."""
        return self._nested_inputs

    @property
    def output(self) -> KerasTensors:
        """What the model gives, as it was given."""
        return self._nested_outputs

    @property
    def input_shape(self) -> Any:
        """The shapes of the inputs."""
        return shapes_of(self.input)

    @property
    def output_shape(self) -> Any:
        """The shapes of the outputs."""
        return shapes_of(self.output)

    @property
    def input_spec(self) -> Any:
        """The requirements on the inputs: a list of `InputSpec`."""
        return self._input_specs

    @input_spec.setter
    def input_spec(self, value: Any) -> None:
        self.__dict__["_input_specs"] = value

    def _make_input_spec(self):
        nested = self._nested_inputs
        # Inputs that are nested deeper are not checked, as in Keras.
        if isinstance(nested, (dict, list, tuple)) and len(nested) != len(self._flat_inputs):
            return None
        names = sorted(nested) if isinstance(nested, dict) else self.input_names
        specs = []
        for name, x in zip(names, self._flat_inputs):
            # As in Keras, batches of any size are taken, whatever size the model was made with.
            shape = None if x.shape.rank is None else [None, *x.shape.as_list()[1:]][: x.shape.rank]
            specs.append(InputSpec(shape=shape, allow_last_axis_squeeze=True, name=name))
        return specs

    # ------------------------------------------------------------------ running
    def call(self, inputs: TensorLike, training: BoolLike | None = None, mask: TensorLike | None = None) -> Any:
        """The layers between inputs and outputs, in order."""
        values = self._values_of(inputs)
        if mask is None:
            # The layer's call hands on the masks that inputs have: here none counts, as a caller may have said.
            for x in values:
                if getattr(x, "_keras_mask", None) is not None:
                    x._keras_mask = None
        else:
            for x, m in zip(values, nest.flatten(mask)):
                x._keras_mask = m
        found = self._plan(values)
        return found[0] if self._one_output else nest.pack_sequence_as(self._nested_outputs, found)

    def _values_of(self, inputs):
        """The flat list of tensors for `inputs`, in the ranks and dtypes that the model was made with."""
        if isinstance(inputs, dict):
            inputs = self._by_name(inputs)
        flat = [inputs] if isinstance(inputs, Tensor) else nest.flatten(inputs)
        if len(flat) != len(self._flat_inputs):
            raise ValueError(
                f'Layer "{self.name}" expects {len(self._flat_inputs)} input(s), but it received {len(flat)} input tensors. '
                f"Inputs received: {flat}"
            )
        return [_conformed(x, ref) for x, ref in zip(flat, self._flat_inputs)]

    def _by_name(self, inputs):
        nested = self._nested_inputs
        names = sorted(nested) if isinstance(nested, dict) else self.input_names
        if set(inputs) - set(names):
            unused = sorted(set(inputs) - set(names))
            warnings.warn(
                f"Input dict contained keys {unused} which did not match any model input. They will be ignored by the model.", stacklevel=4
            )
        try:
            return [inputs[n] for n in names]
        # As in Keras: where a name is missing, the values count in their order.
        except KeyError:
            return nest.flatten(inputs)

    def compute_mask(self, inputs: TensorLike, mask: TensorLike | None = None) -> Any:
        """The masks of the outputs."""
        outputs = self.call(inputs, mask=mask)
        return nest.map_structure(lambda x: getattr(x, "_keras_mask", None), outputs)

    def compute_output_shape(self, input_shape: Shapes) -> Shapes:
        """The shapes of the outputs. Where a layer runs only eagerly, each is asked for its own, and nothing is called."""
        if not self.dynamic:
            return super().compute_output_shape(input_shape)
        shapes = nest.flatten(as_shapes(input_shape))
        if len(shapes) != len(self._flat_inputs):
            raise ValueError(
                f"Invalid `input_shape` argument {as_shapes(input_shape)}: the model expects {len(self._flat_inputs)} input tensors."
            )
        found = network.output_shapes(self._network, self._flat_inputs, self._flat_outputs, shapes)
        return nest.pack_sequence_as(self._nested_outputs, found)

    def _set_masks(self, inputs, outputs, given):
        """Nothing: the layers within have set the masks of the outputs."""

    # ------------------------------------------------------------------ symbolic losses
    def add_loss(self, losses: Any, **kwargs: Any) -> None:
        """Add penalties that are part of the loss of each step, beside that of `compile`. Mirrors `tf.keras.Model.add_loss`.

        In a model of Keras tensors a penalty may be computed of any tensor of it, inputs included, which is how variational autoencoders
        and models whose labels are inputs are written: every call computes it then, and `model.losses` shows it. A model whose whole loss
        is added is compiled without `loss`, and fitted without labels.

        Arguments:
            losses: a Keras tensor of this model, a tensor of the call that runs, or a function without arguments, which is called at each
                step; or a list of them. Each counts with the mean over its elements.
            **kwargs: `inputs`, of TensorFlow 1, has no effect.

        Returns:
            None.

        Raises:
            TypeError: another keyword.

        Example:
            >>> inputs = tf.keras.Input((2,))
            >>> outputs = tf.keras.layers.Dense(1, kernel_initializer="ones")(inputs)
            >>> model = tf.keras.Model(inputs, outputs)
            >>> model.add_loss(tf.reduce_mean(tf.square(outputs)))
            >>> model.compile("sgd")
            >>> float(model.evaluate(np.ones([4, 2]), verbose=0))
            4.0
        """
        for x in losses if isinstance(losses, (list, tuple)) else [losses]:
            if holds_keras_tensors(x):
                self._add_side_outputs([AddLoss(unconditional=False)(x)])
            else:
                super().add_loss(x, **kwargs)

    def add_metric(self, value: AnyTensor, name: str | None = None, **kwargs: Any) -> None:
        """Add a metric of any tensor of the model, without labels. Mirrors `tf.keras.Model.add_metric`.

        `fit` and `evaluate` then show it among the metrics: the mean size of an activation, the share of units that are zero, the part that
        one penalty has in the loss. Those of `compile` see labels and outputs alone. In a model of Keras tensors every call computes the
        value; within `call` of a layer, `self.add_metric` does the same.

        Arguments:
            value: a Keras tensor of this model, or a tensor of the call that runs.
            name: under which it is shown; required for Keras tensors.
            **kwargs: `aggregation="mean"` says that the value is averaged over the batches of an epoch.

        Returns:
            None.

        Raises:
            ValueError: no name, a value that is no tensor, or the result of a metric.

        Example:
            >>> inputs = tf.keras.Input((2,))
            >>> outputs = tf.keras.layers.Dense(1, kernel_initializer="ones")(inputs)
            >>> model = tf.keras.Model(inputs, outputs)
            >>> model.add_metric(tf.reduce_mean(tf.abs(outputs)), name="size")
            >>> model.compile("sgd", "mse")
            >>> model.evaluate(np.ones([4, 2]), np.ones([4, 1]), verbose=0, return_dict=True)["size"]
            2.0
        """
        if not holds_keras_tensors(value):
            if getattr(value, "_metric_obj", None) is not None and not CALLS.depth and building() is not None:
                raise ValueError(
                    "Using the result of calling a `Metric` object when calling `add_metric` on a Functional Model is not supported. "
                    "Please pass the Tensor to monitor directly."
                )
            super().add_metric(value, name=name, **kwargs)
            return
        if name is None:
            raise ValueError("Please provide a name for your metric like `self.add_metric(tf.reduce_sum(inputs), name='mean_activation')`")
        if not is_keras(value):  # a structure of them
            raise ValueError(f"Expected a symbolic Tensor for the metric value, received: {value}")
        self._add_side_outputs([AddMetric(kwargs.pop("aggregation", None), name, **kwargs)(value)])

    def _add_side_outputs(self, tensors):
        """Have each call compute the Keras tensors `tensors` too, on which no output depends: their layers record losses and metrics."""
        own = self.__dict__
        for x in tensors:
            own.setdefault("_ends", []).append(x)
            grown = network.map_network(self._flat_inputs, [*self._flat_outputs, *self._ends])
            known = set(map(id, self._network.layers))
            # Layers that are known keep their places, by which weights are saved.
            new = [layer for layer in grown.layers if id(layer) not in known]
            own["_self_tracked_trackables"] += new
            own["_network"] = grown._replace(layers=[*self._network.layers, *new])
        self._make_plan()

    # ------------------------------------------------------------------ checkpoints
    def _layer_children(self):
        children, with_weights = {}, 0
        for i, layer in enumerate(self.layers):
            try:
                # An inner model that is not built yet refuses to list its weights.
                has = bool(layer.weights) or getattr(layer, "keeps_vocabulary", False)
            except ValueError:
                has = False
            if has:
                # The names in Keras' checkpoints: layers with weights are counted apart, so that others may come or go between them.
                children[f"layer_with_weights-{with_weights}"] = layer
                with_weights += 1
            children[f"layer-{i}"] = layer
        return children

    def _trackable_children(self, save_type="checkpoint", **kwargs):
        return {**self._layer_children(), **super()._trackable_children(save_type, **kwargs)}

    def _lookup_dependency(self, name, cached_dependencies=None):
        return self._layer_children().get(name) or super()._lookup_dependency(name, cached_dependencies)

    def _attach_children(self):
        """Run the deferred restores of a layer that is now tracked under a name."""
        if self.__dict__.get("_self_deferred"):
            for name, layer in self._layer_children().items():
                self._handle_deferred_dependencies(name, layer)

    # ------------------------------------------------------------------ configuration
    def get_config(self) -> dict[str, Any]:
        """Layers and the connections between them."""
        if not self._has_functional_config():
            config = Model.get_config(self)
            return {k: v for k, v in config.items() if k != "dtype"}
        return network_config(self, {"name": self.name, "trainable": self.trainable})

    get_config._is_default = True

    def _has_functional_config(self):
        """Whether the constructor takes inputs and outputs; that of a subclass may make its own."""
        return type(self) is Functional or is_functional_init(type(self))


def _check(inputs, outputs):
    flat = nest.flatten(inputs)
    if len({id(x) for x in flat}) != len(flat):
        raise ValueError(
            "The list of inputs passed to the model contains the same input multiple times. All inputs should only appear "
            f"once.Received inputs={inputs}"
        )
    for x in flat:
        if not is_keras(x):
            shown = x.numpy() if isinstance(x, EagerTensor) else x
            raise ValueError(
                "Found unexpected instance while processing input tensors for keras functional model. Expecting KerasTensor "
                f"which is from tf.keras.Input() or output from keras layer call(). Got: {shown}"
            )
    batches = {x.shape[0] for x in flat if x.shape.rank} - {None}
    if len(batches) > 1:
        get_logger().warning("Found incompatible static batch sizes among the inputs. Batch sizes: %s", sorted(batches))
    if building() is not None:
        give_history(nest.flatten(outputs))
    for x in nest.flatten(outputs):
        if getattr(x, "_keras_history", None) is None:
            raise ValueError(
                "Output tensors of a Functional model must be the output of a TensorFlow `Layer` (thus holding past layer "
                f"metadata). Found: {x}"
            )


def _warn_of_results(inputs, name):
    """In graphs of TensorFlow 1 no model begins behind other layers; Keras warns of it before it misses the inputs of those."""
    for x in nest.flatten(inputs):
        layer = x._keras_history.layer
        if not isinstance(layer, InputLayer):
            get_logger().warning(
                "Functional model inputs must come from `tf.keras.Input` (thus holding past layer metadata). They cannot be the output of "
                f'a previous non-Input layer. Here, a tensor specified as input to "{name}" was not an Input tensor, it was generated by '
                f'layer "{layer.name}".\nNote that input tensors are instantiated via `tensor = tf.keras.Input(shape)`.\n'
                f"The tensor that caused the issue was: {x}"
            )


def _output_names(outputs):
    names = []
    for x in outputs:
        name, count = x._keras_history.layer.name, 1
        proposal = name
        while proposal in names:
            proposal = f"{name}_{count}"
            count += 1
        names.append(proposal)
    return names


def _conformed(x, ref):
    """`x` with the rank and dtype of the Keras tensor `ref`: vectors become columns and the other way round, as in Keras."""
    if isinstance(x, Variable):
        x = x.value()
    if not isinstance(x, Tensor) and not is_keras(x):
        if nest.is_composite(x):
            return x
        x = convert_to_tensor(x) if is_registered(x) else array_ops.constant(x, dtype=ref.dtype)
    shape, want = x.shape, ref.shape
    rank, expected = shape.rank, want.rank
    if rank is not None and expected is not None and rank != expected:
        # The operations below give tensors without it.
        mask = getattr(x, "_keras_mask", None)
        if rank == expected + 1 and shape[-1] == 1:
            x = array_ops.squeeze(x, axis=-1)
        elif rank == expected - 1 and want[-1] == 1:
            x = array_ops.expand_dims(x, axis=-1)
        if mask is not None:
            x._keras_mask = mask
    if x.dtype is not ref.dtype:
        mask = getattr(x, "_keras_mask", None)
        x = array_ops.cast(x, ref.dtype)
        if mask is not None:
            x._keras_mask = mask
    return x
