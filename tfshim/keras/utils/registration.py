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
    """The dictionary of what users have registered."""
    return _custom


@tf_export("keras.utils.custom_object_scope", "keras.saving.custom_object_scope", "keras.utils.CustomObjectScope")
class custom_object_scope:  # noqa: N801 - Keras' name
    """Within it (a `with` statement) the names of the dictionaries `args` are known; mirrors `tf.keras.saving.custom_object_scope`."""

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
    """Decorate a class or function so that it is known as `package>name`. Raises ValueError for a class without get_config."""

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
    """The name under which `obj` is registered, or its own."""
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
    """The object registered as `name`, or None. `program`: also look among those of a `program_scope`."""
    if not isinstance(name, str):
        return None
    # The order is Keras': a scope and what is registered go before the arguments.
    for known in (_scoped.value, _custom, custom_objects or {}, module_objects or {}, _of_program.value if program else {}):
        if name in known:
            return known[name]
    return None
