"""TensorFlow 1 code within Keras layers and modules: what `get_variable` and layers of that time make belongs to these."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1.graphs.graphs import executing_eagerly_outside_functions
from tfshim.compat.v1.variables.scopes import get_variable_scope, keeping_in, variable_store
from tfshim.compat.v1.variables.store import AUTO_REUSE, VariableStore
from tfshim.engine.runtime.context import init_scope
from tfshim.engine.values import dtypes
from tfshim.engine.variables.variable import Variable
from tfshim.keras.engine.base_layer import Layer
from tfshim.math.reductions import reduce_sum
from tfshim.module import Module

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Initializer, Partitioner, Regularizer
    from tfshim.compat.v1.variables.store import Reuse
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike


class EagerVariableStore(VariableStore, Module):
    """The variables of one module by full name, their penalties, and the Keras layers that its methods make.

    A module itself, so that the one that it is an attribute of has its variables, in memory and in checkpoints.
    """

    __module__ = "keras.src.legacy_tf_layers.variable_scope_shim"

    def __init__(self) -> None:
        VariableStore.__init__(self, eager_too=True)
        self._regularizers = {}
        self._layers = {}

    def get_variable(  # type: ignore[override]  # the rest is handed on
        self,
        name: str,
        shape: ShapeLike | None = None,
        dtype: DTypeLike = dtypes.float32,
        initializer: Initializer | None = None,
        regularizer: Regularizer | None = None,
        reuse: Reuse | None = None,
        trainable: bool | None = None,
        collections: Any = None,
        caching_device: Any = None,
        partitioner: Partitioner | None = None,
        **others: Any,
    ) -> Any:
        """The variable of the full name `name`, made where it is missing: the method is called for each step."""
        if partitioner is not None:
            raise ValueError(
                f"`partitioner` arg for `get_variable` is unsupported in TF2. File a bug if you need help. You passed {partitioner}"
            )
        return super().get_variable(
            name,
            shape,
            dtype,
            initializer,
            regularizer,
            reuse or AUTO_REUSE,
            trainable,
            None,  # there are no collections
            caching_device,
            **others,
        )

    def _made(self, value, **given):
        del given["collections"], given["use_resource"]
        with init_scope():
            return Variable(value, **given)

    def _regularized(self, name, variable, regularizer):
        self.add_regularizer(variable, regularizer)

    def add_regularizer(self, variable: Any, regularizer: Regularizer) -> None:
        """Keep the penalty `regularizer(variable)`, to be computed whenever it is wanted."""
        self._regularizers[variable.name] = functools.partial(regularizer, variable)

    def get_or_create_layer(self, name: str, create_layer_method: Callable[[], Any]) -> Any:
        """The layer `name`, made by `create_layer_method()` at first; its penalties are kept with the others."""
        if name not in self._layers:
            layer = self._layers[name] = create_layer_method()
            if isinstance(layer, Layer):
                self._regularizers[name] = lambda: reduce_sum(layer.losses)
        return self._layers[name]


@tf_export(v1=["keras.utils.track_tf1_style_variables"])
def track_tf1_style_variables(method: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator for methods that make variables as TensorFlow 1 does. Mirrors `tf.compat.v1.keras.utils.track_tf1_style_variables`.

    It lets the forward pass of an old program, with `tf.compat.v1.get_variable`, `variable_scope` and `tf.compat.v1.layers`, run as the
    `call` of a Keras layer: variables are made at the first call, found again by their full names at later ones, and are among the object's
    `variables`, in checkpoints too. A Keras layer has their penalties in `losses`.

    Arguments:
        method: of a `tf.Module`, a Keras layer or a model.

    Returns:
        The method.

    Raises:
        ValueError: when called, on an object that is none of these.

    Example:
        >>> class Linear(tf.keras.layers.Layer):
        ...     @tf.compat.v1.keras.utils.track_tf1_style_variables
        ...     def call(self, inputs):
        ...         with tf.compat.v1.variable_scope("linear"):
        ...             return tf.compat.v1.layers.dense(inputs, 3, name="out")
        >>> layer = Linear()
        >>> _ = layer(tf.ones([1, 2])), layer(tf.ones([1, 2]))
        >>> [variable.name for variable in layer.trainable_variables]
        ['linear/out/bias:0', 'linear/out/kernel:0']
    """

    @functools.wraps(method)
    def tracked(self, *args, **kwargs):
        store = getattr(self, "_tf1_style_var_store", None)
        if store is None:
            if not isinstance(self, Module):
                raise ValueError(
                    "`@tf.compat.v1.keras.utils.track_tf1_layers_and_variables` must be applied to a method of a subclassed `tf.Module`, "
                    "`tf.keras.layers.Layer`, or `tf.keras.Model` and which takes `self` as the first argument. But, the first argument "
                    f"passed to the decorated method was {self}, which does not extend Module, Layer, or Model."
                )
            store = self._tf1_style_var_store = EagerVariableStore()
        before = set(store._regularizers)
        with keeping_in(store):
            result = method(self, *args, **kwargs)
        if isinstance(self, Layer):
            for name, penalty in store._regularizers.items():
                if name not in before:
                    self.add_loss(penalty)
        return result

    return tracked


@tf_export(v1=["keras.utils.get_or_create_layer"])
def get_or_create_layer(name: str, create_layer_method: Callable[[], Any]) -> Any:
    """The Keras layer or model of a name within a method that is decorated. Mirrors `tf.compat.v1.keras.utils.get_or_create_layer`.

    A forward pass of TensorFlow 1 that makes Keras layers as it goes would make new ones, with new weights, at each call. Within a method
    that `tf.compat.v1.keras.utils.track_tf1_style_variables` decorates, this makes a layer once, keeps it with the object, and gives it
    again; its penalties are among those of the object. In a program of TensorFlow 1 every call makes one.

    Arguments:
        name: of the layer, below the variable scope that is open.
        create_layer_method: a function without arguments that makes it.

    Returns:
        What the function made.

    Raises:
        ValueError: eagerly, outside of such a method.

    Example:
        >>> class Model(tf.keras.layers.Layer):
        ...     @tf.compat.v1.keras.utils.track_tf1_style_variables
        ...     def call(self, inputs):
        ...         make = lambda: tf.keras.layers.Dense(1)
        ...         return tf.compat.v1.keras.utils.get_or_create_layer("out", make)(inputs)
        >>> model = Model()
        >>> _ = model(tf.ones([1, 2])), model(tf.ones([1, 2]))
        >>> len(model.trainable_variables)
        2
    """
    store = variable_store()
    if not isinstance(store, EagerVariableStore):
        if not executing_eagerly_outside_functions():
            return create_layer_method()
        raise ValueError(
            "Tried to call get_or_create_layer in eager mode from a method notdecorated with "
            "@tf.compat.v1.keras.utils.track_tf1_style_variables."
        )
    return store.get_or_create_layer(f"{get_variable_scope().name}/{name}", create_layer_method)
