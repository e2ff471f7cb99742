"""The base of the layers of TensorFlow 1: Keras layers with variables by `get_variable`, in a scope of the layer's own."""

from __future__ import annotations

import contextlib
import copy
import functools
import inspect
import warnings
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1.graphs.graphs import GraphKeys, executing_eagerly_outside_functions
from tfshim.compat.v1.keras.tracking import EagerVariableStore
from tfshim.compat.v1.switches import enabled as v2_enabled
from tfshim.compat.v1.variables.partitioned import PartitionedVariable
from tfshim.compat.v1.variables.scope import VariableScope
from tfshim.compat.v1.variables.scopes import get_variable, get_variable_scope, keeping_in, variable_scope, variable_store
from tfshim.compat.v1.variables.store import VariableStore
from tfshim.compat.v1.variables.variables import global_variables
from tfshim.engine.graphs.graph import current_graph
from tfshim.engine.runtime.state import TS, ScopedValue
from tfshim.engine.values import nest
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.variable import Variable
from tfshim.keras import _naming, initializers
from tfshim.keras.engine import base_layer
from tfshim.keras.engine.context import CALLS
from tfshim.keras.v1.mode import building

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Constraint, Initializer, Partitioner, Regularizer
    from tfshim.engine.values.annotations import SizesLike
    from tfshim.engine.values.dtypes import DType, DTypeLike
    from tfshim.engine.values.shapes import TensorShape


class _Style:
    """Whether layers that are made keep their variables themselves, as those of Keras do."""

    of_keras = ScopedValue(False)
    everywhere = False


@tf_export(v1=["layers.experimental.keras_style_scope"])
@contextlib.contextmanager
def keras_style_scope() -> Iterator[None]:
    """A scope in which layers of TensorFlow 1, and its recurrent cells, own their variables as Keras' layers do.

    Mirrors `tf.compat.v1.layers.experimental.keras_style_scope`. Outside of it `tf.compat.v1.layers` keep their variables in the graph by
    name, so that two layers of one name share them where the scope says `reuse`. Within it a layer has its own, whatever the names: it can
    be put into Keras models and copied, and takes neither a scope nor `reuse`. It is for programs on their way to Keras.

    Returns:
        A context manager. Layers that were made before stay as they are.

    Raises:
        ValueError: a layer within it is given a scope or `reuse`.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.layers.experimental.keras_style_scope():
        ...     one, other = (tf.compat.v1.layers.Dense(1, name="same") for _ in range(2))
        ...     _ = one(tf.ones([1, 2])), other(tf.ones([1, 2]))
        ...     print(one.kernel is other.kernel)
        False
    """
    with _Style.of_keras.set_to(True):
        yield


@tf_export(v1=["layers.experimental.set_keras_style"])
def set_keras_style() -> None:
    """Have all layers of TensorFlow 1 from now on own their variables, as within `keras_style_scope`.

    Mirrors `tf.compat.v1.layers.experimental.set_keras_style`. A program calls it once at its start: it holds for layers and recurrent
    cells that are made later, in all threads, and there is no way back. Where only some layers are to be made so, `keras_style_scope` is
    the one to take. Layers then share no variables by name, and take neither a scope nor `reuse`.

    Returns:
        None.

    A test that calls it changes all tests that run after it.

    Example:
        >>> was = tf.compat.v1.layers.experimental.set_keras_style
        >>> callable(was)
        True
    """
    _Style.everywhere = True


@tf_export(v1=["layers.Layer"])
class Layer(base_layer.Layer):
    """The base of layers of TensorFlow 1: its variables are made by `get_variable` in a scope of the layer's name.

    Mirrors `tf.compat.v1.layers.Layer`. A subclass makes variables in `build(input_shape)` by `add_weight`, sets `self.built`, and computes
    in `call(inputs)`. The first call builds it. Penalties go to the collection REGULARIZATION_LOSSES, updates to UPDATE_OPS. New code
    derives from `tf.keras.layers.Layer`.

    Arguments:
        trainable: whether its variables go to TRAINABLE_VARIABLES; True.
        name: of the layer and its variable scope; None: one that is made of the class's name.
        dtype: of its variables; None (default): that of the first inputs.

    Raises:
        ValueError: a scope or `reuse` within `keras_style_scope`.

    Example:
        >>> class Scaled(tf.compat.v1.layers.Layer):
        ...     def build(self, input_shape):
        ...         self.by = self.add_weight("by", [], initializer=tf.compat.v1.ones_initializer())
        ...         self.built = True
        ...     def call(self, inputs):
        ...         return inputs * self.by
        >>> with tf.Graph().as_default():
        ...     _ = Scaled(name="scaled")(tf.ones([2]))
        ...     print(tf.compat.v1.trainable_variables()[0].name)
        scaled/by:0
    """

    __module__ = "keras.src.legacy_tf_layers.base"
    _is_legacy_layer = True

    _dtype: DType  # of the variables

    def __init__(self, trainable: bool = True, name: str | None = None, dtype: DTypeLike | None = None, **kwargs: Any) -> None:
        scope, self._reuse = kwargs.pop("_scope", None), kwargs.pop("_reuse", None)
        self._own_variables = None
        if _Style.everywhere or _Style.of_keras.value:
            for what, given in (("scope", scope), ("reuse", self._reuse)):
                if given is not None:
                    raise ValueError(f"{what} argument not allowed when keras style layers are enabled, but saw: {given}")
            self._own_variables = VariableStore()
        if isinstance(name, VariableScope):
            name = name.name
        self._base_name = name or _naming.snake_case(type(self).__name__)
        self._takes_dtype = dtype is None
        unique = name or f"{self._base_name}_{_naming.uid(self._base_name)}"
        super().__init__(trainable=trainable, name=unique, dtype=dtype, autocast=False, **kwargs)
        self._scope = None
        if scope:
            # Left at once: only the scope's object is wanted, which each call enters.
            with variable_scope(scope) as self._scope:
                pass

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        """A layer of its own with the same variables and tensors, as in TensorFlow: a graph has each of them once."""
        made = memo[id(self)] = type(self).__new__(type(self))
        shared = [self._scope, *(x for x in nest.flatten(list(vars(self).values())) if is_variable(x) or isinstance(x, Tensor))]
        memo.update((id(x), x) for x in shared)
        # Past what assignments do, which would track the copies a second time.
        vars(made).update((name, copy.deepcopy(value, memo)) for name, value in vars(self).items())
        return made

    @property
    def dtype(self) -> str | None:  # type: ignore[override]  # None until the first input decides
        """The dtype of the variables, None as long as it depends on the inputs."""
        return None if self._takes_dtype else self._dtype.name

    @property
    def graph(self) -> None:
        """None: layers keep no graph. Raises RuntimeError while executing eagerly, as in TensorFlow."""
        warnings.warn(
            "`Layer.graph` is deprecated and will be removed in a future version. Please stop using this property because tf.layers layers "
            "no longer track their graph.",
            stacklevel=2,
        )
        if TS.graph is None:
            raise RuntimeError("Layer.graph not supported when executing eagerly.")

    @property
    def scope_name(self) -> str:
        """The full name of the layer's variable scope. Raises ValueError before the layer was used."""
        if self._scope is None:
            raise ValueError(f'No name available for layer scope because the layer "{self.name}" has not been used yet.')
        return self._scope.name

    def add_loss(self, losses: Any, inputs: Any = None) -> None:  # type: ignore[override]  # as in TensorFlow
        """Add penalties, which the loss of a training is to contain. Mirrors `tf.compat.v1.layers.Layer.add_loss`.

        They are in `layer.losses` and in the graph's collection REGULARIZATION_LOSSES, whose sum `tf.compat.v1.losses.get_total_loss()`
        adds to the losses of the model. Regularizers of variables come there by themselves.

        Arguments:
            losses: a scalar tensor, a function without arguments that gives one, or a list of them.
            inputs: the tensors that they depend on, as TensorFlow 1 wanted to know; it changes nothing. None by default.

        Returns:
            None.

        Example:
            >>> with tf.Graph().as_default():
            ...     layer = tf.compat.v1.layers.Dense(1)
            ...     y = layer(tf.ones([1, 2]))
            ...     layer.add_loss(tf.reduce_sum(tf.square(y)))
            ...     print(len(layer.losses), len(tf.compat.v1.losses.get_regularization_losses()))
            1 1
        """
        losses = losses if isinstance(losses, (list, tuple)) else [losses]
        super().add_loss(losses)
        if TS.graph is not None:
            made = [x() if callable(x) and not isinstance(x, (Tensor, Variable)) else x for x in losses]
            self._collect(GraphKeys.REGULARIZATION_LOSSES, [x for x in made if x is not None])

    def add_update(self, updates: Any, inputs: Any = None) -> None:
        """Add operations that are to run with each step of training; within `call`. Mirrors `tf.compat.v1.layers.Layer.add_update`.

        They are in the graph's collection UPDATE_OPS, as those of moving averages: a program has them run before its step by `with
        tf.control_dependencies(tf.compat.v1.get_collection(tf.compat.v1.GraphKeys.UPDATE_OPS)):`. Nothing else runs them. Those
        of a frozen layer, whose `trainable` is False, are not collected. Eagerly an assignment has been made already.

        Arguments:
            updates: an operation, or a list of them.
            inputs: the tensors that they depend on, as TensorFlow 1 wanted to know; it changes nothing. None by default.

        Returns:
            None.

        Example:
            >>> class Counted(tf.compat.v1.layers.Layer):
            ...     def build(self, input_shape):
            ...         self.count = self.add_weight("count", [], trainable=False)
            ...         self.built = True
            ...     def call(self, inputs):
            ...         self.add_update(self.count.assign_add(1.0))
            ...         return inputs
            >>> with tf.Graph().as_default():
            ...     _ = Counted()(tf.ones([2]))
            ...     print(len(tf.compat.v1.get_collection(tf.compat.v1.GraphKeys.UPDATE_OPS)))
            1
        """
        super().add_update(updates)
        if building() is not None and (self.trainable or self.stateful):
            self._collect(GraphKeys.UPDATE_OPS, updates if isinstance(updates, (list, tuple)) else [updates])

    def _collect(self, key, values):
        for value in values:
            current_graph().add_to_collection(key, value)

    def add_weight(  # type: ignore[override]  # as in TensorFlow
        self,
        name: str,
        shape: SizesLike,
        dtype: DTypeLike | None = None,
        initializer: Initializer | None = None,
        regularizer: Regularizer | None = None,
        trainable: bool | None = None,
        constraint: Constraint | None = None,
        use_resource: bool | None = None,
        synchronization: tf.VariableSynchronization = tf.VariableSynchronization.AUTO,
        aggregation: tf.VariableAggregation = tf.VariableAggregation.NONE,
        partitioner: Partitioner | None = None,
        **kwargs: Any,
    ) -> Any:
        """Make a variable of the layer, by `tf.compat.v1.get_variable` in the layer's scope. Mirrors
        `tf.compat.v1.layers.Layer.add_weight`.

        `build` calls it. What the scopes around say holds: custom getters, partitioners, `reuse`, which gives the variable that is there.

        Arguments:
            name: below the layer's scope.
            shape: its sizes, all known.
            dtype: None (default): that of the layer.
            initializer: None (default): that of the scope, else Glorot's uniform numbers.
            regularizer: a function of the variable that gives a penalty; None.
            trainable: None (default): as the layer is.
            constraint: a function that an optimizer applies after a step; None.
            partitioner: cuts it into parts; None.
            use_resource, synchronization, aggregation: as in `tf.compat.v1.get_variable`.

        Returns:
            The variable, or a partitioned one.

        Raises:
            TypeError: another keyword. ValueError: what `get_variable` refuses, as another shape where it is reused.

        Example:
            >>> with tf.Graph().as_default():
            ...     layer = tf.compat.v1.layers.Layer(name="own")
            ...     print(layer.add_weight("bias", [3], dtype=tf.float32).name)
            own/bias:0
        """
        kwargs.pop("experimental_autocast", None)  # these variables are never cast
        if kwargs:
            raise TypeError(f"Unknown keyword argument: {', '.join(kwargs)}")
        trainable = bool(self.trainable if trainable is None else trainable and self.trainable)
        own = self._own_variables
        if initializer is None:
            initializer = get_variable_scope().initializer or _first_values(dtype or self._dtype)
        known = () if regularizer is None or TS.graph is None else {id(v) for v in global_variables()}
        with self._within(), contextlib.nullcontext() if own is None else keeping_in(own):
            made = get_variable(
                name,
                shape,
                dtype or self._dtype,
                initializer,
                None,
                trainable,
                partitioner=partitioner,
                use_resource=use_resource if own is None else True,
                constraint=constraint,
                synchronization=synchronization,
                aggregation=aggregation,
            )
        # The layer collects the penalty itself: `get_variable` would collect it a second time. That of a variable of another layer, which
        # this one shares, is there already.
        shared = known and not executing_eagerly_outside_functions() and all(id(v) in known for v in _parts(made))
        if regularizer is not None and not shared:
            self.add_loss(functools.partial(_penalty, regularizer, made, name))
            # This layer may be made for one call only: the penalties belong to what keeps its variables.
            store = variable_store()
            if isinstance(store, EagerVariableStore):
                store.add_regularizer(made, regularizer)
        for part in _parts(made):
            if isinstance(part, Variable):
                self._track_trackable(part, part.name, overwrite=True)
                self._keep(part)
            else:
                self._keep(part, trainable)  # a custom getter gave a tensor
        return made

    def _build_as(self, inputs):
        if getattr(TS.graph, "name", "").endswith("_scratch_graph"):  # called on Keras tensors
            super()._build_as(inputs)
            return
        # Not lifted out of the graph, as Keras does: `get_variable` finds the one that holds the variables.
        self._build_for(nest.map_structure(lambda x: x.shape, inputs))

    def _scope_in_graph(self):
        return self._scope.original_name_scope

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:  # type: ignore[override]  # as in TensorFlow
        self._enter(kwargs.pop("scope", None))
        # Without a dtype of its own, a layer of TensorFlow 1 has that of its first inputs.
        if self._takes_dtype:
            first = next((x.dtype for x in nest.flatten(inputs) if hasattr(x, "dtype")), None)
            if first is not None and tf.as_dtype(first).is_floating:
                self.__dict__["_dtype"] = self.__dict__["_compute"] = tf.as_dtype(first).base_dtype
            self._takes_dtype = False
        with self._opened():
            CALLS.direct = building() is not None  # no history for Keras' models
            try:
                return super().__call__(inputs, *args, **kwargs)
            finally:
                CALLS.direct = False

    def _add_activity_losses(self, outputs):
        with tf.name_scope(self._scope.original_name_scope), tf.name_scope("ActivityRegularizer"):
            super()._add_activity_losses(outputs)

    def _opened(self):
        """The layer's variable scope, in which one that is called again finds its variables."""
        reuse = self._reuse if not self.built or TS.graph is None else True
        return variable_scope(self._scope, reuse=reuse, auxiliary_name_scope=False)

    def _within(self):
        """The same, unless it is open: `build` may be called by a program as well as by a call."""
        self._enter(None)
        open_now = f"{get_variable_scope().name}/".startswith(f"{self._scope.name}/")
        return contextlib.nullcontext() if open_now else self._opened()

    def _enter(self, scope):
        """Open the layer's variable scope for the first time."""
        if self._scope is None:
            if self._own_variables is not None:
                opened = variable_scope(self.name)
            elif self._reuse:
                opened = variable_scope(scope or self._base_name)
            else:
                opened = variable_scope(scope, default_name=self._base_name)
            with opened as self._scope:
                pass

    def apply(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Call the layer: the older way to say `layer(inputs)`. Mirrors `tf.compat.v1.layers.Layer.apply`.

        Programs of TensorFlow 1.0 to 1.4 say `layer.apply(x)`, and all that a call does is done: variables are made at first, the scope is
        entered, and penalties are collected. Arguments of `call`, such as `training`, and `scope`, the variable scope of the first call,
        are handed on. Layers of Keras warn that the method is deprecated; this one does not.

        Arguments:
            inputs: a tensor, or a structure of tensors.
            *args, **kwargs: those of the layer's `call`.

        Returns:
            What the layer gives.

        Example:
            >>> layer = tf.compat.v1.layers.Dense(2)
            >>> layer.apply(tf.ones([1, 3])).shape
            TensorShape([1, 2])
        """
        return self(inputs, *args, **kwargs)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "dtype": self.dtype}


def _parts(made):
    return made if isinstance(made, PartitionedVariable) else [made]


def _penalty(regularizer, variable, name):
    with tf.name_scope(f"{name}/Regularizer"):
        return regularizer(variable)


def last_size(shape: TensorShape, axis: int, layer: str) -> int:
    """The static size of dimension `axis` of an input. Raises ValueError where it is not known."""
    size = None if shape.rank is None else shape.as_list()[axis]
    if size is None:
        raise ValueError(f"The channel dimension of the inputs to `{layer}` should be defined. Found `None`.")
    return size


def arguments(given: dict[str, Any]) -> dict[str, Any]:
    """What a constructor whose `locals()` are `given` hands on, by name."""
    return {**{k: v for k, v in given.items() if k not in ("self", "__class__", "kwargs")}, **given["kwargs"]}


def function_of(layer: type[base_layer.Layer], name: str, example: tuple[str, str, str]) -> Callable[..., Any]:
    """The function `name` of `tf.compat.v1.layers`: it makes a `layer`, with the arguments of that, and applies it to `inputs`.

    With `reuse` it takes the variables of the layer `name`, where `layer` has any. `example`: a shape of inputs, other arguments, and the
    shape of the result, for the help text.
    """
    kept = [p for p in inspect.signature(layer.__init__).parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD][1:]
    inputs = inspect.Parameter("inputs", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    # Layers without variables have nothing to reuse.
    reuse = [inputs.replace(name="reuse", default=None)] if any(p.name == "trainable" for p in kept) else []
    signature = inspect.Signature([inputs, *kept, *reuse])

    def applied(*args, **kwargs):
        given = signature.bind(*args, **kwargs).arguments
        of, reused = given.pop("inputs"), given.pop("reuse", None)
        return layer(**given, **({"_scope": given.get("name"), "_reuse": reused} if reuse else {}))(of)

    applied.__name__ = applied.__qualname__ = name
    applied.__module__ = layer.__module__
    applied.__signature__ = signature  # type: ignore[attr-defined]
    applied.__doc__ = _applied_text(layer, name, bool(reuse), example)
    return applied


_OF_VARIABLES = """ Its variables stand below the scope `name`, where
    `tf.compat.v1.trainable_variables(name)` finds them; a second call with this name and `reuse=True` takes the same ones."""
_REUSE = """
        reuse: True takes the variables of the scope `name`; None (default): as the scope around says."""


def _applied_text(layer, name, has_variables, example):
    """The help text of a function of layers: the arguments are those that the text of `layer` lists."""
    text = inspect.cleandoc(layer.__doc__ or "")  # none under -OO
    does = text.partition(" Mirrors ")[0]
    listed = text.partition("Arguments:\n")[2].partition("\n\nReturns:")[0]
    listed = "\n".join(f"    {line}" for line in listed.splitlines()).strip()
    given, arguments, shape = example
    return f"""{does} Mirrors `tf.compat.v1.layers.{name}`.

    It makes a `tf.compat.v1.layers.{layer.__name__}` and calls it.{_OF_VARIABLES if has_variables else ""}
    New code makes the layer itself, as `tf.keras.layers.{layer.__name__}`.

    Arguments:
        inputs: a tensor of the shape that the layer takes, with a known number of channels.
        {listed}{_REUSE if has_variables else ""}

    Returns:
        A tensor.

    Raises:
        ValueError: what the layer refuses.

    Example:
        >>> with tf.Graph().as_default():
        ...     print(tf.compat.v1.layers.{name}(tf.ones({given}), {arguments}).shape)
        {shape}
    """


def _first_values(dtype):
    """Keras' initializer for weights without one of their own, where TensorFlow 2's behaviour is on; else None, for TensorFlow 1's."""
    if not v2_enabled() or not (dtype is None or tf.as_dtype(dtype).is_floating):
        return None
    return initializers.GlorotUniform()
