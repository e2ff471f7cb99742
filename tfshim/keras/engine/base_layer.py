"""`Layer`: what all layers and models share.

What it holds - attributes, weights, dtypes, metrics, penalties - is in the classes that it derives from, and so is how it is built. Here
is how a layer is called; half of the lines say what its methods do.
"""

from __future__ import annotations

import functools
import inspect
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import named_as_methods, tf_export
from tfshim.array_ops.casting import cast
from tfshim.engine.autograph import convert_unless_disabled
from tfshim.engine.runtime.context import eager_outside_functions, in_session_graph, name_scope, outermost_graph
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.processor.threads import adapt
from tfshim.engine.runtime.state import TS, Initial
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.variables.held_weights import HeldWeights, in_order
from tfshim.engine.variables.variable import Variable
from tfshim.keras import _naming, regularizers
from tfshim.keras._serializable import serializable
from tfshim.keras.backend import settings
from tfshim.keras.engine import input_spec as specs
from tfshim.keras.engine.building import IsBuilt, is_default
from tfshim.keras.engine.connectivity import Connected
from tfshim.keras.engine.context import CALLS, Penalties
from tfshim.keras.engine.failures import explained
from tfshim.keras.engine.keras_tensor import CLASSES, holds_keras_tensors
from tfshim.keras.engine.output_shapes import HasOutputShapes
from tfshim.keras.engine.own_attributes import INTERNAL, KEPT, HoldsAttributes
from tfshim.keras.engine.own_dtypes import HasDtypes
from tfshim.keras.engine.own_losses import HoldsLosses
from tfshim.keras.engine.own_metrics import HoldsMetrics
from tfshim.keras.engine.own_weights import HoldsWeights
from tfshim.keras.engine.persistence import ATTRIBUTES, Persistent
from tfshim.keras.engine.symbolic import call_symbolically
from tfshim.keras.mixed_precision import policy as policies
from tfshim.module import Module
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.sparse.sparse_tensor import SparseTensor

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.keras.annotations import PolicyLike

_CAST = Tensor, RaggedTensor, SparseTensor  # what comes to a layer in the dtype of its computation


_LAYER_ARGUMENTS = {
    "input_dim",
    "input_shape",
    "batch_input_shape",
    "batch_size",
    "weights",
    "activity_regularizer",
    "autocast",
    "implementation",  # that of recurrent layers, which Keras lets every layer have
}
_signatures = {}
MISSING: Any = object()  # in the place of the first argument of a call, which may be given by name


def _call_arguments(cls):
    """Whether `call` of the class takes `training` and `mask`, and the default of `training`."""
    found = _signatures.get(cls)
    # A program may put another function in the place of `call`, on the class, after the first layer of it was called.
    if found is None or found[0] is not cls.call:
        parameters = inspect.signature(cls.call).parameters
        # `**kwargs` counts as taking both, as in Keras: wrappers hand them on to layers that do.
        anything = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
        training = parameters.get("training")
        default = training.default if training is not None and training.default is not inspect.Parameter.empty else None
        found = _signatures[cls] = (cls.call, training is not None or anything, "mask" in parameters or anything, default)
    return found


class _Scope(name_scope):
    """The scope of a layer, which Keras has as a method that gives the name."""

    def __call__(self) -> str:
        return f"{TS.name_scope}{self._name}/"


def _reopens_scopes() -> bool:
    """Whether a further call of a layer is recorded in the scope of the first one: not by the layers of graphs of TensorFlow 1."""
    return Initial.v2 and outermost_graph() is None


class _BeforeInit:
    """What a layer has until its constructor has run, and only then."""

    def __get__(self, layer: Any, owner: Any = None) -> Any:
        if layer is None:
            return self
        raise RuntimeError("You must call `super().__init__()` in the layer constructor.")


@tf_export("keras.layers.Layer")
@serializable
class Layer(HoldsAttributes, HoldsWeights, Module, IsBuilt, HasDtypes, HasOutputShapes, Connected, HoldsMetrics, HoldsLosses, Persistent):
    """The base of all layers: weights, and a transformation of tensors that uses them.

    Mirrors `tf.keras.layers.Layer`. `layer(inputs, ...)` calls `build(input_shape)` at first, which makes the weights by `add_weight`, and
    then `call(inputs, ...)`. Layers, variables and lists of them that are set as attributes are tracked: their weights are among `weights`,
    `trainable_weights` and `non_trainable_weights`, are saved with models and trained. For saving, subclasses have `get_config`. NumPy
    arrays and numbers as inputs become tensors, lists are structures of several inputs, and floating-point tensors are cast to `dtype`.

    Arguments:
        trainable: whether the weights are to be trained; True by default.
        name: the name; None (default): one made of the name of the class, with a number.
        dtype: the dtype of the weights and of the computation, or a `tf.keras.mixed_precision.Policy`; None (default): the global policy,
            float32 at first.
        dynamic: whether it may only run eagerly; False by default.
        **kwargs: `input_shape` or `batch_input_shape`, `batch_size`, `weights` to begin with, `autocast`, `activity_regularizer`.

    Raises:
        TypeError: an unknown keyword.

    Example:
        >>> class Scale(tf.keras.layers.Layer):
        ...     def build(self, input_shape):
        ...         self.factor = self.add_weight("factor", shape=[input_shape[-1]], initializer="ones")
        ...     def call(self, inputs):
        ...         return inputs * self.factor
        >>> layer = Scale()
        >>> layer(tf.constant([[1.0, 2.0]])).numpy().tolist(), len(layer.trainable_weights)
        ([[1.0, 2.0]], 1)
    """

    __module__ = "keras.src.engine.base_layer"
    _object_identifier = "_tf_keras_layer"  # in a SavedModel: of what kind the object is
    _is_container = False  # whether it passes `training` to user-defined layers, which expect None where no caller gave it
    _is_legacy_layer = False  # whether it is one of tf.compat.v1.layers, of which models are not made
    _is_layer = True
    _is_metric = False  # metrics are layers by inheritance, but not sublayers
    _TF_MODULE_IGNORED_PROPERTIES = INTERNAL.difference(KEPT) | {"_obj_reference_counts_dict"}
    # What a layer has until it says otherwise; `input_spec` is an `InputSpec`, or a structure of them for several inputs.
    input_spec: Any = None
    supports_masking = _stateful = False
    _compute: Any = _BeforeInit()
    _autocast: Any = _BeforeInit()
    _dynamic: Any = _BeforeInit()
    _takes_any_name = False  # of models of Keras tensors and sequences Keras does not look at it

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        layer = object.__new__(cls)
        if not cls.__module__.startswith(("keras.", "tfshim.")):
            # Before `__init__`, since that of a user may change what it was given before it calls this one.
            layer.__dict__["_given"] = args, kwargs  # for the configuration of classes that give none
        return layer

    def __init__(
        self, trainable: bool = True, name: str | None = None, dtype: PolicyLike = None, dynamic: bool = False, **kwargs: Any
    ) -> None:
        for unknown in kwargs:
            if unknown not in _LAYER_ARGUMENTS:
                raise TypeError("Keyword argument not understood:", unknown)
        known = isinstance(trainable, bool) or isinstance(trainable, (Tensor, Variable)) and trainable.dtype is dtypes.bool
        # Keras' layers of TensorFlow 1 take anything that has a truth.
        if not known and eager_outside_functions():
            raise TypeError(f"Expected `trainable` argument to be a boolean, but got: {trainable}")
        own = self.__dict__
        # Not reset: what was assigned before `super().__init__()` is tracked as well.
        for kept in KEPT:
            own.setdefault(kept, [])
        own["_loss_functions"], own["_penalties"] = [], Penalties()
        own["_inbound_nodes"], own["_outbound_nodes"] = [], []
        own["_trainable"] = trainable
        if self._takes_any_name:
            name = name or None
        elif name is not None and not isinstance(name, str):
            raise TypeError(f"Expected `name` argument to be a string, but got: {name}")
        own["_name"] = _naming.observed(name) if name is not None else _naming.unique_name(_naming.snake_case(type(self).__name__))
        if not isinstance(dynamic, bool):
            raise TypeError(f"Expected `dynamic` argument to be a boolean, but got: {dynamic}")
        own["_dynamic"] = dynamic
        self._set_dtype_policy(policies.get_policy(dtype))
        own["_autocast"] = kwargs.get("autocast", True)
        own["built"] = False
        own.setdefault("input_spec", None)
        own["_activity_regularizer"] = regularizers.get(kwargs.get("activity_regularizer"))
        # As in Keras, a class with a `compute_mask` of its own need not say that it supports masks.
        own["supports_masking"] = not is_default(type(self).compute_mask)
        own["_stateful"] = False
        if "input_dim" in kwargs and "input_shape" not in kwargs:
            kwargs["input_shape"] = (kwargs["input_dim"],)
        if "batch_input_shape" in kwargs or "input_shape" in kwargs:
            shape = kwargs.get("batch_input_shape") or (kwargs.get("batch_size"), *tuple(kwargs["input_shape"]))
            own["_batch_input_shape"] = tuple(shape)
        own["_initial_weights"] = kwargs.get("weights")

    # ------------------------------------------------------------------ facts
    @property
    def name(self) -> str:
        """The name of the layer. Mirrors `tf.keras.layers.Layer.name`.

        It is that of the constructor, or made from the name of the class with a number, unique in the process until
        `tf.keras.backend.clear_session()`. Variables have it before their own names, and `model.get_layer` finds layers by it.

        Returns:
            A string.

        Example:
            >>> tf.keras.layers.Dense(2, name="out").name
            'out'
        """
        return self._name

    @property
    def stateful(self) -> bool:
        """Whether the layer keeps something from one batch to the next; False unless it says so."""
        return self._stateful

    @stateful.setter
    def stateful(self, value: bool) -> None:
        self._stateful = value

    @property
    def dynamic(self) -> bool:
        """Whether the layer can only run eagerly. Mirrors `tf.keras.layers.Layer.dynamic`.

        `Layer(dynamic=True)` says so, for a `call` that no graph can be made of; a model with such a layer trains step by step, and not
        in a `tf.function`.

        Returns:
            A bool: true where it holds for the layer or for one within it.

        Example:
            >>> tf.keras.layers.Dense(2).dynamic, tf.keras.layers.Layer(dynamic=True).dynamic
            (False, True)
        """
        return any(layer._dynamic for layer in self._flatten_layers())

    @property
    def name_scope(self) -> AbstractContextManager[str]:
        """The scope of names for this layer; called, it gives the scope's whole name, as in Keras."""
        return _Scope(self._name)

    @property
    def trainable(self) -> bool:
        """Whether the weights are trained, to be read and set. Mirrors `tf.keras.layers.Layer.trainable`.

        Setting it sets it for the layers within. False moves the weights from `trainable_weights` to `non_trainable_weights`, and lets
        BatchNormalization use its averages. A compiled model goes by what was set before `compile`.

        Returns:
            A bool, True at first.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,)), tf.keras.layers.Dense(1)])
            >>> model.layers[0].trainable = False
            >>> len(model.trainable_weights), len(model.non_trainable_weights)
            (2, 2)
        """
        return self._trainable

    @trainable.setter
    def trainable(self, value: bool) -> None:
        for layer in self._flatten_layers():
            layer.__dict__["_trainable"] = bool(value)

    # ------------------------------------------------------------------ what it holds
    def _flatten_layers(self, recursive=True, include_self=True):
        if include_self:
            yield self
        waiting, seen = list(self.__dict__.get("_self_tracked_trackables", ())), set()
        while waiting:
            x = waiting.pop(0)
            if id(x) in seen:
                continue
            seen.add(id(x))
            if isinstance(x, Layer):
                if x._is_metric:
                    continue
                yield x
                if recursive:
                    waiting = list(x.__dict__.get("_self_tracked_trackables", ())) + waiting
            elif isinstance(x, HeldWeights):
                # In the place of the container: weights come in the order in which layers were assigned.
                waiting = in_order(x) + waiting
            # Layers within a module that is no layer are its own: only their weights are found, as in TensorFlow.

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        children = super()._trackable_children(save_type, **kwargs)
        more = None if save_type == "checkpoint" else ATTRIBUTES.value
        # Keras' first: names of variables in the files are of the shortest way, and of the first of those.
        return children if more is None else {**more(self), **children}

    @property
    def _called_as_input_spec(self) -> bool:
        """Whether `input_spec` says all that is needed to trace a call: classes of programs often set no more than a rank."""
        return type(self).__module__.startswith(("keras.src.", "tfshim."))

    def _in_saved_model(self) -> AbstractContextManager[None]:
        return higher.saving_layer(self)

    # ------------------------------------------------------------------ calling
    def call(self, inputs: TensorLike, *args: Any, **kwargs: Any) -> AnyTensor:
        """The transformation itself, which subclasses define and calls of the layer run; it is not called itself.

        Mirrors `tf.keras.layers.Layer.call`. When it runs, weights are there and inputs are tensors of the layer's dtype. A parameter
        `training` gets what the caller, or the model around, says; a parameter `mask` gets the mask of the inputs, if there is one.

        Arguments:
            inputs: a tensor or a structure of them.
            *args, **kwargs: what else a subclass takes.

        Returns:
            A tensor or a structure of them; here the inputs.

        Example:
            >>> class Plus(tf.keras.layers.Layer):
            ...     def call(self, inputs, amount=1.0):
            ...         return inputs + amount
            >>> Plus()(tf.zeros([2]), amount=3.0).numpy().tolist()
            [3.0, 3.0]
        """
        return inputs

    def compute_mask(self, inputs: TensorLike, mask: TensorLike | None = None) -> AnyTensor | None:
        """The mask that goes on to the next layer. Mirrors `tf.keras.layers.Layer.compute_mask`.

        A layer that makes a mask, as `Embedding(mask_zero=True)`, or changes it, overrides this.

        Arguments:
            inputs: a tensor, or a structure of them.
            mask: the mask that came in, a bool tensor of shape [batch, steps], or None (default).

        Returns:
            A bool tensor, or None: the mask that came in where `supports_masking` is true.

        Raises:
            TypeError: a mask comes in, and the layer does not support any.

        Example:
            >>> layer = tf.keras.layers.Embedding(5, 2, mask_zero=True)
            >>> layer.compute_mask(tf.constant([[3, 1, 0]])).numpy()
            array([[ True,  True, False]])
        """
        if not self.supports_masking:
            if any(m is not None for m in nest.flatten(mask)):
                raise TypeError(f"Layer {self.name} does not support masking, but was passed an input_mask: {mask}")
            return None
        return mask

    def finalize_state(self) -> None:
        """Compute the state of a preprocessing layer from the data that `adapt` has gone through; other layers have none.

        Mirrors `tf.keras.layers.Layer.finalize_state`. `adapt` calls it at its end, after `update_state` for each batch: a
        `Normalization` then takes over
        mean and variance, a `StringLookup` its vocabulary. Who feeds `update_state` by hand, as for data that come bit by bit, calls it
        as well.

        Returns:
            None.

        Example:
            >>> layer = tf.keras.layers.Normalization(axis=None)
            >>> layer.build((None,))
            >>> layer.update_state(np.array([1.0, 3.0]))
            >>> layer.finalize_state()
            >>> float(layer.mean)
            2.0
        """

    def _finalize_states(self, include_self: bool = True) -> None:
        """`finalize_state` of every layer within this one, whose variables have got new values, and of itself with `include_self`."""
        for layer in self._flatten_layers(include_self=include_self):
            layer.finalize_state()

    def __call__(self, inputs: TensorLike = MISSING, /, *args: Any, **kwargs: Any) -> AnyTensor:
        # A single eager tensor, by far the most frequent input, needs no search for Keras tensors.
        if type(inputs) is not EagerTensor:
            if inputs is MISSING:
                inputs = self._first_argument(kwargs)
            if type(inputs) in CLASSES or holds_keras_tensors((inputs, args, kwargs)):
                return call_symbolically(self, inputs, args, kwargs, functools.partial(Layer.__call__, self))
            if in_session_graph():
                # `in_graph` calls this layer again for the call itself, with `direct` set; the layers within keep their own history.
                if not CALLS.direct:
                    return CALLS.in_graph(self, inputs, args, kwargs, functools.partial(Layer.__call__, self))
                # For this one call: the layers within it take the way above.
                CALLS.direct = False
            inputs = self._as_inputs(inputs)
        elif kwargs and not CLASSES.isdisjoint(map(type, kwargs.values())) or args and not CLASSES.isdisjoint(map(type, args)):
            return call_symbolically(self, inputs, args, kwargs, functools.partial(Layer.__call__, self))
        else:
            # As in Keras before the cast, which may give another dtype than the one that is asked for.
            if self.input_spec is not None:
                specs.check(self.input_spec, inputs, self._name)
            if inputs._dt is not self._compute and inputs._dt.is_floating and self._autocast and self._compute.is_floating:
                inputs = self._in_scope(cast, inputs, self._compute)
        ts, calls = TS, CALLS
        _, takes_training, takes_mask, default = _call_arguments(type(self))
        outer_scope, outer_training, outer_cast = ts.name_scope, calls.training, calls.autocast
        training = kwargs.get("training")
        if takes_training:
            if training is None and "training" not in kwargs and args:
                training = self._positional(args, "training")
            if training is None:
                # Keras' order: the argument, the enclosing call, the learning phase if somebody set it, the default in the signature.
                training = outer_training
                if training is None:
                    training = bool(settings.learning_phase()) if settings.global_learning_phase_is_set() else default
                    # In graphs of TensorFlow 1 a None that was given is taken as it is.
                    if training is not None and training is default and ts.graph is not None and outermost_graph() is not None:
                        if "training" in kwargs or args and self._has_positional(args, "training"):
                            training = None
                if training is None and ts.graph is not None and outermost_graph() is not None:
                    training = self._training_in_graph()
                if args and self._has_positional(args, "training"):
                    # None by position says as little as no argument.
                    at = list(inspect.signature(self.call).parameters).index("training") - 1
                    args = (*args[:at], training, *args[at + 1 :])
                else:
                    kwargs["training"] = training
        elif "training" in kwargs:
            kwargs.pop("training")
        # A mask that is given holds, None too: the inputs' own counts only where none was.
        if takes_mask and "mask" not in kwargs and (self.supports_masking or "mask" in inspect.signature(self.call).parameters):
            masks = _masks_of(inputs)
            if masks is not None and not (args and self._has_positional(args, "mask")):
                kwargs["mask"] = masks
        calls.depth += 1
        if training is not None:
            calls.training = training
        # `losses` are those of the latest outermost call, as in Keras: not of each layer within it.
        if calls.depth == 1 and not (ts.graph is not None and outermost_graph() is not None):
            self._clear_losses()
        if ts.graph is not None:
            ts.name_scope = ts.graph._enter_scope(self._scope_in_graph(), outer_scope)
        else:
            if calls.depth == 1:
                adapt()
            ts.name_scope = f"{outer_scope}{self._name}/" if self._name else ""
        try:
            # `build` may set `built` before it has made all weights: while it runs, other threads wait for it in `_maybe_build`.
            if not self.built or self._being_built:
                self._maybe_build(inputs)
            calls.autocast = self._compute
            try:
                outputs = self._run(inputs, *args, **kwargs)
            except Exception as error:
                raise explained(error, self, inputs, args, kwargs) from None
            calls.autocast = outer_cast
            # As in Keras within the layer's scope, and under its `training`: `compute_mask` may call layers.
            if self._activity_regularizer is not None:
                self._add_activity_losses(outputs)
            if "mask" in kwargs:
                given = kwargs["mask"]
            elif args and takes_mask and self._has_positional(args, "mask"):
                given = self._positional(args, "mask")
            else:
                given = MISSING
            self._set_masks(inputs, outputs, given)
            # Of a call that failed nothing is known.
            if self._is_container and self.__dict__.get("_call_specs") is None:
                self._set_save_spec(inputs, args, kwargs)
        finally:
            calls.depth -= 1
            calls.autocast = outer_cast
            calls.training = outer_training
            ts.name_scope = outer_scope
        return outputs

    def _scope_in_graph(self):
        """The name of the scope of a call in a graph; with "/" at its end that very scope once more, as TensorFlow 2 has it."""
        return f"{TS.name_scope}{self._name}/" if self._name and _reopens_scopes() else self._name

    def _training_in_graph(self):
        """The default of `training` for a layer in a TF 1 graph: the learning phase, for layers of Keras itself."""
        if self._is_container or not _is_ours(type(self).call):
            return None
        return settings.learning_phase()

    def _first_argument(self, kwargs):
        """The first argument of `call`, which was given by name."""
        first = next(iter(inspect.signature(self.call).parameters), None)
        if first not in kwargs:
            raise ValueError("The first argument to `Layer.call` must always be passed.")
        return kwargs.pop(first)

    def _run(self, inputs, *args, **kwargs):
        call = self.call
        # Layers of this package have no control flow that AutoGraph would have to convert.
        if TS.graph is not None and not _is_ours(type(self).call):
            call = convert_unless_disabled(call)
        return call(inputs, *args, **kwargs)

    def _has_positional(self, args, which):
        names = list(inspect.signature(self.call).parameters)
        return which in names[1 : len(args) + 1]

    def _positional(self, args, which):
        names = list(inspect.signature(self.call).parameters)
        return args[names.index(which) - 1] if which in names[1 : len(args) + 1] else None

    def _as_inputs(self, inputs):
        """Tensors of Python numbers and arrays, checked, and floats in the layer's dtype; variables stay what they are."""
        compute = self._compute if self._autocast and self._compute.is_floating else None
        other = False  # whether there are floats of another dtype

        def is_other(x):
            return compute is not None and isinstance(x, _CAST) and x.dtype is not compute and x.dtype.is_floating

        def convert(x):
            nonlocal other
            if isinstance(x, (np.ndarray, float, int)):
                x = convert_to_tensor(x)
            other = other or is_other(x)
            return x

        inputs = nest.map_structure(convert, inputs)
        if self.input_spec is not None:
            specs.check(self.input_spec, inputs, self._name)
        if not other:
            return inputs
        return self._in_scope(nest.map_structure, lambda x: cast(x, compute) if is_other(x) else x, inputs)

    def _in_scope(self, function, *arguments):
        """`function(*arguments)` in the scope of a call, as far as that can be entered before the call."""
        if TS.graph is None or not _reopens_scopes():
            return function(*arguments)
        outer, TS.name_scope = TS.name_scope, self._scope_in_graph()
        try:
            return function(*arguments)
        finally:
            TS.name_scope = outer

    def _set_masks(self, inputs, outputs, given):
        if not self.supports_masking:
            return
        mask = given if given is not MISSING else _masks_of(inputs)
        # A `compute_mask` of the layer's own may make a mask where none came in.
        if mask is None and is_default(type(self).compute_mask):
            return
        flat = nest.flatten(outputs)
        if all(getattr(x, "_keras_mask", None) is not None for x in flat):
            return  # `call`, or a layer within it, has said what the masks are
        masks = self.compute_mask(inputs, mask)
        for x, m in zip(flat, nest.flatten(masks)):
            if m is not None and isinstance(x, Tensor):
                x._keras_mask = m

    compute_mask._is_default = True


# As in Keras, which takes all by `*args`: functions made of layers call their inputs `args_0` and so on.
_ANY = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD
Layer.__call__.__signature__ = inspect.Signature([
    inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD),
    *(inspect.Parameter(name, kind) for name, kind in zip(("args", "kwargs"), _ANY)),
])  # fmt: skip

named_as_methods(
    Layer, HoldsAttributes, HoldsWeights, IsBuilt, HasDtypes, HasOutputShapes, Connected, HoldsMetrics, HoldsLosses, Persistent
)


def _masks_of(inputs):
    if isinstance(inputs, Tensor):
        return getattr(inputs, "_keras_mask", None)
    masks = [getattr(x, "_keras_mask", None) for x in nest.flatten(inputs)]
    return nest.pack_sequence_as(inputs, masks) if any(m is not None for m in masks) else None


def _is_ours(method):
    """Whether a method is this package's; users may have made a `tf.function` of theirs, which has no globals."""
    return getattr(method, "__globals__", {}).get("__name__", "").startswith("tfshim.")
