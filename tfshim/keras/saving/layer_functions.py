"""What Keras adds to the layers of a model in a SavedModel: functions of their calls, and lists of their parts and variables."""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Iterator
from typing import Any

from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.functions.function import Function, function
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values import nest
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec
from tfshim.engine.variables.auto_trackable import AutoTrackable
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.context import CALLS
from tfshim.keras.engine.persistence import ATTRIBUTES
from tfshim.keras.saving.saved_functions import serving_of

# What is an attribute of the saved layer itself; everything is one of its `keras_api`.
_COMMON = ("variables", "trainable_variables", "regularization_losses")
_COMMON_FUNCTIONS = ("__call__", "call_and_return_all_conditional_losses", "_default_save_signature")

# How saved objects are told apart, see `Layer._object_identifier`.
INPUT_LAYER, METRIC, RNN_LAYER = "_tf_keras_input_layer", "_tf_keras_metric", "_tf_keras_rnn_layer"

Call = tuple[tuple[Any, ...], dict[str, Any]]


class LayerAttributes:
    """Gives each layer that is saved what Keras saves with it, while the block `in_use` runs.

    `add` the models first: layers have functions for what they are called with in models. Without `traces` layers have no functions:
    then only configurations tell what they compute.
    """

    def __init__(self, traces: bool = True) -> None:
        self._traces = traces
        self._found: dict[int, tuple[Layer, dict[str, Any]]] = {}
        self._models: dict[int, Layer] = {}  # those that are called by nobody else among them
        self._within: dict[int, Layer] = {}
        self._losses: dict[int, Function] = {}
        self._calls: dict[int, list[Call]] = {}
        self._serving: dict[int, ConcreteFunction] = {}

    @contextlib.contextmanager
    def in_use(self) -> Iterator[None]:
        """Within it objects are asked for their children, and answer with what is here too."""
        with ATTRIBUTES.set_to(self):
            yield

    def add(self, layer: Any) -> None:
        """Trace the model `layer`, if it is one that no other one contains, in order to know what the layers in it are called with."""
        if not self._traces or not layer._is_container or id(layer) in self._within or id(layer) in self._models:
            return
        self._models[id(layer)] = layer
        self._within.update((id(x), x) for x in layer._flatten_layers(include_self=False))
        with self._recording(layer):
            serving = serving_of(layer)
        if serving is not None:
            self._serving.setdefault(id(layer), serving)

    # ------------------------------------------------------------------ what layers are called with
    @contextlib.contextmanager
    def _recording(self, model: Layer) -> Iterator[None]:
        """Within it the calls of all layers of the model are noted."""
        layers = [x for x in model._flatten_layers(include_self=False) if computes(x)]
        before = [layer.__dict__.get("call") for layer in layers]
        for layer in layers:
            layer.__dict__["call"] = self._noting(layer, layer.call)
        try:
            yield
        finally:
            for layer, call in zip(layers, before, strict=True):
                del layer.__dict__["call"]
                if call is not None:
                    layer.__dict__["call"] = call

    def _noting(self, layer: Layer, call: Any) -> Any:
        @functools.wraps(call)
        def noted(*args: Any, **kwargs: Any) -> Any:
            self._note(layer, args, kwargs)
            return call(*args, **kwargs)

        # What `wraps` copies is of the function, which `self` is a parameter of, where a decorator has set it.
        noted.__signature__ = inspect.signature(call)  # type: ignore[attr-defined]
        return noted

    def _note(self, layer: Layer, args: Any, kwargs: Any) -> None:
        given = nest.map_structure(_spec, (args, {k: v for k, v in kwargs.items() if k != "training"}))
        known = self._calls.setdefault(id(layer), [])
        if given not in known:
            known.append(given)

    # ------------------------------------------------------------------ what they get
    def __call__(self, layer: Any) -> dict[str, Any]:
        """The additional children of a layer or metric by name."""
        if layer._object_identifier == INPUT_LAYER:
            return {}
        found = self._found.get(id(layer))
        if found is None:
            self.add(layer)
            found = self._found[id(layer)] = layer, self._made(layer, first=not self._found)
        return found[1]

    def _made(self, layer: Layer, first: bool) -> dict[str, Any]:
        if not self._traces:
            return {}
        if not layer.built:
            return {"keras_api": AutoTrackable()}
        api = AutoTrackable()
        if layer._object_identifier == METRIC:
            objects, functions = {"variables": list(layer.variables)}, {}
        else:
            objects, functions = self._objects(layer), self._functions(layer)
            if first and id(layer) in self._serving:
                functions["_default_save_signature"] = self._serving[id(layer)]
        for name, value in {**objects, **functions}.items():
            setattr(api, name, value)
        made = {name: getattr(api, name) for name in _COMMON if name in objects}
        if "_random_generator" in layer.__dict__:
            made["_random_generator"] = AutoTrackable()
            generator = getattr(layer._random_generator, "_generator", None)
            if generator is not None:  # its state is a variable that the functions use
                made["_random_generator"]._generator = generator
        return {**made, **{name: functions[name] for name in _COMMON_FUNCTIONS if name in functions}, "keras_api": api}

    def _objects(self, layer: Layer) -> dict[str, Any]:
        below = list(layer.layers) if layer._is_container else _direct(layer)
        found: dict[str, Any] = {
            "variables": list(layer.variables),
            "trainable_variables": list(layer.trainable_variables),
            "non_trainable_variables": list(layer.non_trainable_variables),
            "layers": below,
            "metrics": list(layer.metrics),
            "regularization_losses": [self._loss(f) for x in layer._flatten_layers() for f in x._loss_functions],
            "layer_regularization_losses": [self._loss(f) for f in layer._loss_functions],
            "layer_metrics": {m.name: m for m in layer.__dict__.get("_added_metrics", ()) or ()},
        }
        if layer._object_identifier == RNN_LAYER and layer.stateful:
            found["states"] = [x for x in nest.flatten(layer.states) if x is not None]
        return found

    def _loss(self, f: Any) -> Function:
        made = self._losses.get(id(f))
        if made is None:

            def loss() -> Any:
                return f()

            loss.__name__ = f"loss_fn_{len(self._losses)}"
            made = self._losses[id(f)] = function(loss, input_signature=[])
        return made

    def _functions(self, layer: Layer) -> dict[str, Any]:
        """The functions of a layer, traced for everything that it was called with."""
        found: dict[str, Any] = {}
        calls: list[Call] = self._calls.get(id(layer), [])
        declared: Call | None = None
        if layer._is_container:
            if (spec := layer.save_spec()) is not None:
                calls = [(tuple(spec[0]), {k: v for k, v in spec[1].items() if k != "training"})]
        elif (declared := _declared_call(layer)) is not None and declared not in calls:
            calls = [*calls, declared]
        modes: tuple[bool | None, ...] = (True, False) if _takes_training(layer) else (None,)
        names = {
            "call_and_return_conditional_losses": (True, False),
            "__call__": (False, False),
            "call_and_return_all_conditional_losses": (True, True),
        }
        regularized = layer._activity_regularizer is not None
        for name, (losses, every) in names.items():
            if every and not regularized:
                found[name] = found["call_and_return_conditional_losses"]
                continue
            made = found[name] = _function(layer, name, losses, every)
            for given, training in ((c, mode) for c in calls for mode in modes):
                args, kwargs = given
                try:
                    made.get_concrete_function(*args, **(kwargs if training is None else {**kwargs, "training": training}))
                except Exception as error:
                    if given is declared:  # which is more than it takes
                        continue
                    if id(layer) in self._models:
                        raise
                    # As in Keras: without functions of its own the layer is still part of those of the model.
                    get_logger().warning("Skipping a function of the layer %s, which cannot be traced by itself: %s", layer.name, error)
                    return {}
        if regularized and (traces := found["__call__"]._list_all_concrete_functions_for_serialization()):
            found["activity_regularizer_fn"] = _regularizer(layer, nest.flatten(traces[0].structured_outputs)[0])
        return found


def _declared_call(layer: Layer) -> Call | None:
    """What the class of a layer says that it is called with: by the signature of its call, or by `input_spec` where that has a rank."""
    signature = getattr(layer.call, "input_signature", None)
    if signature is not None:
        return tuple(signature), {}
    if layer.input_spec is None or not layer._called_as_input_spec:
        return None
    specs = nest.map_structure(lambda spec: _spec_of(spec, layer), layer.input_spec)
    return None if any(spec is None for spec in nest.flatten(specs)) else ((specs,), {})


def _spec_of(spec: Any, layer: Layer) -> TensorSpec | None:
    """The TensorSpec for an InputSpec of the layer; None where it leaves the rank open."""
    dtype = getattr(spec, "dtype", None) or layer._compute
    if getattr(spec, "shape", None) is not None:
        return TensorSpec(spec.shape, dtype)
    if getattr(spec, "ndim", None) is None:
        return None
    sizes = [None] * spec.ndim
    for axis, size in (spec.axes or {}).items():
        sizes[axis] = size
    return TensorSpec(sizes, dtype)


def computes(layer: Layer) -> bool:
    """Whether a layer has a call that can be saved: the input of a model and metrics have none."""
    return layer._object_identifier not in (INPUT_LAYER, METRIC)


def _direct(layer: Layer) -> list[Layer]:
    return list(layer._flatten_layers(recursive=False, include_self=False))


def _spec(x: Any) -> Any:
    if isinstance(x, Tensor):
        return TensorSpec(x.shape, x.dtype)
    return x


def _takes_training(layer: Layer) -> bool:
    """Whether the call of a layer, or of one within it, depends on `training`."""
    return any("training" in inspect.signature(x.call).parameters for x in layer._flatten_layers() if computes(x))


def _function(layer: Layer, name: str, losses: bool, every: bool) -> Function:
    given = inspect.signature(layer.call).parameters
    # Where nobody says what it is, a loaded layer is not in training.
    parameters = [p.replace(default=False) if p.name == "training" else p for p in given.values()]
    own = "training" in given
    if not own and _takes_training(layer):
        rest = [p for p in parameters if p.kind == p.VAR_KEYWORD]
        added = inspect.Parameter("training", inspect.Parameter.KEYWORD_ONLY, default=False)
        parameters = [*(p for p in parameters if p.kind != p.VAR_KEYWORD), added, *rest]

    # What comes by place has its name, for layers whose __call__ takes less by place than their call.
    by_place = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    more = any(p.kind is p.VAR_POSITIONAL for p in parameters)

    def call(*args: Any, **kwargs: Any) -> Any:
        if not more:
            args, kwargs = args[:1], {**dict(zip(by_place[1:], args[1:])), **kwargs}
        training = None if own else kwargs.pop("training", None)
        regularizer = layer._activity_regularizer
        outer, CALLS.training = CALLS.training, CALLS.training if training is None else training
        if not every:
            layer.__dict__["_activity_regularizer"] = None
        try:
            outputs = layer(*args, **kwargs)
            found = [loss for x in layer._flatten_layers() for loss in CALLS.losses.get(x._penalties, ())]
        finally:
            layer.__dict__["_activity_regularizer"] = regularizer
            CALLS.training = outer
        return (outputs, found) if losses else outputs

    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    call.__name__ = f"{layer.name}_layer_{'call_fn' if name == '__call__' else name}"
    return function(call, autograph=False)


def _regularizer(layer: Layer, output: Any) -> Function:
    """The penalty of an output of the layer, for any that is like `output`."""
    regularizer, rank = layer._activity_regularizer, output.shape.rank

    def apply(x: Any) -> Any:
        return regularizer(x)

    apply.__name__ = f"{layer.name}_activity_regularizer"
    return function(apply, input_signature=[TensorSpec(None if rank is None else [None] * rank, output.dtype)])


def _saving(layer: Layer) -> contextlib.AbstractContextManager[None]:
    known = ATTRIBUTES.value
    if known is None:
        made = LayerAttributes()
        made.add(layer)
        return made.in_use()
    known.add(layer)
    return contextlib.nullcontext()


higher.install(saving_layer=_saving)
