"""Objects by name: what users register."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tfshim._export import tf_export
from tfshim.engine.runtime.state import ScopedValue

_custom = {}
_registered_names = {}
_scoped = ScopedValue({})  # the names that scopes of this thread know
_of_program = ScopedValue({})  # the same of `program_scope`


@tf_export("keras.utils.get_custom_objects", "keras.saving.get_custom_objects")
def get_custom_objects() -> dict[str, Any]:
    """The dictionary of classes and functions that are known by name in the whole program.

    Mirrors `tf.keras.utils.get_custom_objects`, also in `tf.keras.saving`. What is put in is found when models are loaded, in all threads;
    it is the dictionary itself, so that `get_custom_objects().clear()` empties it. For a part of a program use `custom_object_scope`, and
    for classes of one's own `register_keras_serializable`.

    Returns:
        A dictionary {name: class or function}.

    Example:
        >>> tf.keras.utils.get_custom_objects()["halve"] = lambda x: x / 2
        >>> tf.keras.activations.get("halve")(tf.constant(3.0)).numpy().tolist()
        1.5
        >>> _ = tf.keras.utils.get_custom_objects().pop("halve")
    """
    return _custom


@tf_export("keras.utils.custom_object_scope", "keras.saving.custom_object_scope", "keras.utils.CustomObjectScope")
class custom_object_scope:  # noqa: N801 - Keras' name
    """Within it classes and functions are known by the names of dictionaries.

    Mirrors `tf.keras.utils.custom_object_scope`, also under `CustomObjectScope` and in `tf.keras.saving`. It is a `with` statement for
    loading models; scopes may stand within each other, and hold for the thread that opened them.

    Arguments:
        *args: dictionaries {name: class or function}.

    Example:
        >>> with tf.keras.utils.custom_object_scope({"halve": lambda x: x / 2}):
        ...     layer = tf.keras.layers.Dense(1, activation="halve", kernel_initializer="ones")
        >>> layer(tf.constant([[3.0]])).numpy().tolist()
        [[1.5]]
    """

    __module__ = "keras.src.saving.object_registration"

    def __init__(self, *args: dict[str, Any]) -> None:
        self.custom_objects = args
        self.backup = None

    def __enter__(self):
        self.backup = _scoped.value
        names = dict(self.backup)
        for objects in self.custom_objects:
            names.update(objects)
        _scoped.value = names
        return self

    def __exit__(self, *args, **kwargs):
        _scoped.value = self.backup


CustomObjectScope = custom_object_scope


@tf_export("keras.utils.register_keras_serializable", "keras.saving.register_keras_serializable")
def register_keras_serializable(package: str = "Custom", name: str | None = None) -> Callable[..., Any]:
    """Makes a class or function known by a name, so that models with it are loaded without `custom_objects`.

    Mirrors `tf.keras.utils.register_keras_serializable`, also `tf.keras.saving.register_keras_serializable`. It is a decorator; the name in
    files is "package>name". The program that loads has to have run the decorator, too.

    Arguments:
        package: the first part of the name; "Custom" by default.
        name: the second; None (default): that of the class or function.

    Returns:
        A decorator, which gives back what it decorates.

    Raises:
        ValueError: a class without `get_config`, or a name that is taken.

    Example:
        >>> @tf.keras.utils.register_keras_serializable(package="docs")
        ... class Double(tf.keras.layers.Layer):
        ...     def call(self, inputs):
        ...         return 2 * inputs
        >>> tf.keras.utils.get_registered_name(Double)
        'docs>Double'
        >>> layer = tf.keras.layers.deserialize(tf.keras.layers.serialize(Double()))
        >>> float(layer(tf.constant(4.0)))
        8.0
    """

    def decorate(thing):
        class_name = name if name is not None else thing.__name__
        full = f"{package}>{class_name}"
        if isinstance(thing, type) and not hasattr(thing, "get_config"):
            raise ValueError("Cannot register a class that does not have a get_config() method.")
        _custom[full] = thing
        _registered_names[thing] = full
        return thing

    return decorate


@tf_export("keras.utils.get_registered_name", "keras.saving.get_registered_name")
def get_registered_name(obj: Any) -> str:
    """The name under which a class or function is registered.

    Mirrors `tf.keras.utils.get_registered_name`, also in `tf.keras.saving`. Registered ones have "package>name", as
    `register_keras_serializable` made it; others their own name.

    Arguments:
        obj: a class or function.

    Returns:
        A string.

    Files of models hold this name.

    Example:
        >>> tf.keras.utils.get_registered_name(tf.keras.layers.Dense)
        'Dense'
        >>> @tf.keras.utils.register_keras_serializable("docs", name="twice")
        ... def double(x):
        ...     return 2 * x
        >>> tf.keras.utils.get_registered_name(double)
        'docs>twice'
    """
    try:
        return _registered_names.get(obj, obj.__name__)
    except TypeError:  # what does not hash is not registered
        return obj.__name__


def program_scope(objects: dict[str, Any]) -> Iterator[None]:
    """Within it the names of the dictionary `objects`, not registered, are known, except where code to run is looked up by name."""
    return _of_program.set_to({**_of_program.value, **objects})


@tf_export("keras.utils.get_registered_object", "keras.saving.get_registered_object")
def get_registered_object(
    name: str, custom_objects: dict[str, Any] | None = None, module_objects: dict[str, Any] | None = None, program: bool = True
) -> Any:
    """The class or function that is registered under a name.

    Mirrors `tf.keras.utils.get_registered_object`, also in `tf.keras.saving`. It is looked for among those of scopes and
    `get_custom_objects()`, then in the dictionaries that are given.

    Arguments:
        name: the name, as "package>name".
        custom_objects: a dictionary to look in as well; None: none.
        module_objects: another, which is asked last; None: none.

    Returns:
        The class or function, or None.

    Example:
        >>> @tf.keras.utils.register_keras_serializable("docs", name="thrice")
        ... def triple(x):
        ...     return 3 * x
        >>> tf.keras.utils.get_registered_object("docs>thrice") is triple
        True
        >>> print(tf.keras.utils.get_registered_object("docs>unknown"))
        None
    """
    if not isinstance(name, str):
        return None
    # The order is Keras': a scope and what is registered go before the arguments.
    for known in (_scoped.value, _custom, custom_objects or {}, module_objects or {}, _of_program.value if program else {}):
        if name in known:
            return known[name]
    return None
