"""What a layer is saved as: its configuration, the shapes it was built for, and its own variables."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim.engine.runtime.state import TS, ScopedValue
from tfshim.engine.values import nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras.mixed_precision import policy as policies

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.keras.annotations import Layer, Shapes, Store


# While a SavedModel is written: what gives a layer its children beside its own, {name: child}.
ATTRIBUTES: ScopedValue = ScopedValue(None)


def _plain_shape(shape):
    if isinstance(shape, TensorShape):
        return None if shape.rank is None else tuple(shape.as_list())
    if isinstance(shape, dict):
        return {k: _plain_shape(v) for k, v in shape.items()}
    if isinstance(shape, (list, tuple)):
        if all(x is None or isinstance(x, int) for x in shape):
            return tuple(shape)
        return [_plain_shape(x) for x in shape]
    return shape


class Persistent:
    """How layers are made and built again from configurations, and their variables written and read."""

    def get_config(self) -> dict[str, Any]:
        """What the constructor needs to make this layer again, as a dictionary of plain values.

        Mirrors `tf.keras.layers.Layer.get_config`. Models are saved and cloned with it. Subclasses with arguments of their own add these to
        what `super().get_config()` gives: "name", "trainable", "dtype" and, if it was said, "batch_input_shape". Values are those that JSON
        holds, or objects that have `get_config` themselves.

        Returns:
            A dictionary.

        Raises:
            NotImplementedError: the constructor of a subclass has arguments that are not among these, and there is no override.

        Example:
            >>> class Power(tf.keras.layers.Layer):
            ...     def __init__(self, exponent, **kwargs):
            ...         super().__init__(**kwargs)
            ...         self.exponent = exponent
            ...     def call(self, inputs):
            ...         return inputs**self.exponent
            ...     def get_config(self):
            ...         return {**super().get_config(), "exponent": self.exponent}
            >>> Power.from_config(Power(3).get_config()).exponent
            3
        """
        config = {"name": self.name, "trainable": self.trainable, "dtype": policies.serialize(self._dtype_policy)}
        if "_batch_input_shape" in self.__dict__:
            config["batch_input_shape"] = tuple(self._batch_input_shape)
        if self._dynamic:
            config["dynamic"] = True
        return config if _gives_config(type(self)) else _default_config(self, config)

    get_config._is_default = True

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        """A layer with the arguments that `get_config` gave, with new weights.

        Mirrors `tf.keras.layers.Layer.from_config`. The dictionary is passed as keywords to the constructor; a class whose arguments have
        to be made from plain values first overrides it.

        Arguments:
            config: the dictionary.

        Returns:
            A layer of the class.

        Raises:
            TypeError: the constructor does not take what is in the dictionary.

        Example:
            >>> layer = tf.keras.layers.Dense(3, activation="relu", name="head")
            >>> again = tf.keras.layers.Dense.from_config(layer.get_config())
            >>> again.units, again.name, again is layer
            (3, 'head', False)
        """
        try:
            return cls(**config)
        except Exception as e:
            raise TypeError(f"Error when deserializing class '{cls.__name__}' using config={config}.\n\nException encountered: {e}") from e

    def get_build_config(self) -> dict[str, Any] | None:
        """What `build_from_config` needs to create the weights anew: the shape of the input that the layer was built for.

        Mirrors `tf.keras.layers.Layer.get_build_config`. Files of the format `.keras` hold it for each layer, because the shapes of
        weights depend on
        inputs and not on the configuration alone. A layer whose `build` needs more than one shape overrides this and `build_from_config`.

        Returns:
            A dictionary that can be written as JSON, `{"input_shape": ...}` with None for sizes that are open; None for a layer that
            has not been built.

        Example:
            >>> layer = tf.keras.layers.Dense(2)
            >>> layer.get_build_config() is None
            True
            >>> _ = layer(tf.keras.Input((3,)))
            >>> layer.get_build_config()
            {'input_shape': (None, 3)}
        """
        shape = self.__dict__.get("_build_input_shape")
        return None if shape is None else {"input_shape": _plain_shape(shape)}

    def build_from_config(self, config: dict[str, Any]) -> None:
        """Create the weights from what `get_build_config` returned, as where a model is loaded from a `.keras` file.

        Mirrors `tf.keras.layers.Layer.build_from_config`. It calls `build` with the shape; values come afterwards, by
        `load_own_variables`. A layer
        that is built already, or whose configuration has no shape, is left as it is. Who overrides `get_build_config` overrides this as
        well.

        Arguments:
            config: the dictionary, with `"input_shape"`: a list or tuple of sizes, None for open ones, or a structure of such.

        Returns:
            None.

        Example:
            >>> layer = tf.keras.layers.Dense(2)
            >>> layer.build_from_config({"input_shape": (None, 3)})
            >>> [w.shape.as_list() for w in layer.weights]
            [[3, 2], [2]]
        """
        shape = config["input_shape"]
        if shape is None or self.built:
            return
        # The weights get the names that a call would give them.
        outer, TS.name_scope = TS.name_scope, f"{TS.name_scope}{self.name}/"
        try:
            self._build_for(shape_from_plain(shape))
        finally:
            TS.name_scope = outer

    def save_own_variables(self, store: Store) -> None:
        """Put the values of the variables of this layer itself, without those of layers within it, into a store.

        Mirrors `tf.keras.layers.Layer.save_own_variables`. Saving in the formats `.keras` and `.weights.h5` calls it for each layer,
        optimizer and
        metric. They stand under "0", "1" and so on, the trainable ones first, each group in the order in which they were made. A layer
        with state that is no variable overrides it, and `load_own_variables` with it.

        Arguments:
            store: a mapping from names to arrays, which is written to the file; a dictionary serves as well.

        Returns:
            None.

        Example:
            >>> layer, store = tf.keras.layers.Dense(1, kernel_initializer="ones"), {}
            >>> layer.build((None, 2))
            >>> layer.save_own_variables(store)
            >>> store["0"].tolist(), store["1"].tolist()
            ([[1.0], [1.0]], [0.0])
        """
        # The numbers are Keras' names in files, so trainable weights go first whatever the order they were made in.
        for i, variable in enumerate([*self._trainable_weights, *self._non_trainable_weights]):
            store[str(i)] = variable.numpy()

    def load_own_variables(self, store: Store) -> None:
        """Set the variables of this layer itself from what `save_own_variables` put into a store.

        Mirrors `tf.keras.layers.Layer.load_own_variables`. Loading in the formats `.keras` and `.weights.h5` calls it for each layer,
        after the weights have been created. Names of variables do not matter, only their order.

        Arguments:
            store: a mapping from "0", "1" and so on to arrays of the shapes of the variables.

        Returns:
            None.

        Raises:
            ValueError: there are more or fewer of them than variables, the layer was never built, or a shape differs.

        Example:
            >>> layer = tf.keras.layers.Dense(1)
            >>> layer.build((None, 2))
            >>> layer.load_own_variables({"0": np.array([[1.0], [2.0]]), "1": np.array([3.0])})
            >>> layer(tf.ones([1, 2])).numpy().tolist()
            [[6.0]]
        """
        mine = [*self._trainable_weights, *self._non_trainable_weights]
        if len(store) != len(mine):
            if not mine and not self.built:
                raise ValueError(
                    f"Layer '{self.name}' was never built and thus it doesn't have any variables. However the weights file "
                    f"lists {len(store)} variables for this layer. Either its parent's `build()` must make the state of "
                    "the layers within, or the layer needs `build_from_config(config)`, to be built again when a model "
                    "is loaded."
                )
            raise ValueError(
                f"Layer '{self.name}' expected {len(mine)} variables, but received {len(store)} variables during loading. "
                f"Expected: {[v.name for v in mine]}"
            )
        if any(str(i) not in store for i in range(len(mine))):
            raise ValueError(
                f"Layer '{self.name}' expected the variables 0 to {len(mine) - 1}, but received {sorted(store.keys())} during loading."
            )
        for i, variable in enumerate(mine):
            variable.assign(np.asarray(store[str(i)]))


def _gives_config(cls):
    """Whether the class, or one it derives from, says what its configuration is; else its arguments do."""
    giver = next(base for base in cls.__mro__ if "get_config" in base.__dict__)
    from_base = giver is Persistent or giver.__module__.startswith(("keras.src.engine.", "tfshim.keras.models"))
    return not from_base or cls.__module__.startswith(("keras.", "tfshim."))


def shape_from_plain(shape: Any) -> Shapes:
    """Shapes from JSON, which knows no tuples: a list of sizes is one shape."""
    if isinstance(shape, dict):
        return {k: shape_from_plain(v) for k, v in shape.items()}
    if isinstance(shape, (list, tuple)):
        if all(x is None or isinstance(x, int) for x in shape):
            return TensorShape(list(shape))
        return [shape_from_plain(x) for x in shape]
    return shape


def _default_config(layer: Layer, config: dict[str, Any]) -> dict[str, Any]:
    """The configuration of a layer whose class gives none: `config` and the arguments that it was made with.

    Raises NotImplementedError where they are no plain values.
    """
    args, kwargs = layer.__dict__.get("_given", ((), {}))
    specification = inspect.getfullargspec(type(layer).__init__)
    given = {**kwargs, **dict(zip(specification.args[1:], args))}
    if not all(isinstance(x, (str, int, float, bool, type(None))) for x in nest.flatten(list(given.values()))):
        raise NotImplementedError(
            f"Layer {type(layer).__name__} was created by passing non-serializable argument values in `__init__()`, "
            "and therefore the layer must override `get_config()` in order to be serializable. Please implement "
            "`get_config()`: it returns super().get_config() with the arguments added."
        )
    arguments = {**config, **given}
    # As in Keras: what the constructor does not take is left out, unless it has `**kwargs`.
    if specification.varkw != "kwargs":
        for key in set(config) - set(specification.args[1:]):
            arguments.pop(key)
    return arguments
