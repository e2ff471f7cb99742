"""Configurations of Keras objects: `serialize`, `deserialize` and `get` of each category."""

from __future__ import annotations

import collections.abc
import importlib
from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any

from tfshim._listing import places
from tfshim._tables import NAMES
from tfshim.keras.saving.serialization import deserialize_keras_object, serialize_keras_object
from tfshim.keras.utils import registration

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.keras.annotations import Identifier

_FUNCTIONS = ("deserialize", "get", "serialize")  # what each namespace has for its own objects
KINDS = {}  # public module, as "keras.losses" -> the Kind of its objects


class PublicNames(collections.abc.Mapping):
    """{name: object} of what a namespace of Keras shows, such as "keras.losses": each is imported when it is asked for.

    `without`: names that are none of its objects; `also`: others, {name: object or the public name that it stands for}, which may be
    that of another namespace, as "keras.layers.ReLU".
    """

    def __init__(self, namespace: str, without: Sequence[str] = (), also: dict[str, str] | None = None) -> None:
        self._module, self._also = f"tfshim.{namespace}", also or {}
        self._shown = {*places(NAMES[namespace])} - {*without, *_FUNCTIONS}

    def __getitem__(self, name):
        found = self._also.get(name, name)
        if not isinstance(found, str):
            return found
        if name in self._also:
            namespace, _, found = found.rpartition(".")
            if namespace:
                return getattr(importlib.import_module(f"tfshim.{namespace}"), found)
        # Files may hold any name: what is not listed is not looked for.
        if found not in self._shown:
            raise KeyError(name)
        return getattr(importlib.import_module(self._module), found)

    def __iter__(self):
        return iter({**dict.fromkeys(sorted(self._shown)), **self._also})

    def __len__(self):
        return len(self._shown | {*self._also})


class Kind:
    """The objects of one category (initializers, losses, ...) and the names by which they are known.

    `names` maps a name to a class or function; `module` is the public module, for the configuration. `short`: whether a function of the
    category is written by its name alone.
    """

    def __init__(self, what: str, module: str, names: Mapping[str, Any], config_is_plain: bool = False, short: bool = True) -> None:
        self.what, self.module, self.names, self.plain, self.short = what, module, names, config_is_plain, short
        KINDS[module] = self

    def serialize(self, value: TensorLike, use_legacy_format: bool = False) -> str | dict[str, Any] | None:
        """The configuration of `value`: None, a name for a function of this category, else class name and configuration.

        `use_legacy_format`: the form of earlier versions, without the module of the class.
        """
        if value is None:
            return None
        if not hasattr(value, "get_config"):
            if not hasattr(value, "__name__"):
                raise ValueError(f"Cannot serialize {value} because it doesn't implement `get_config()`.")
            if use_legacy_format:
                return registration.get_registered_name(value)
            known = self.names.get(value.__name__) if self.short else None
            # Keras goes by the name of an activation: that of `tf.nn.softmax` is the same.
            if known is value or self.what == "activation function" and type(known) is type(value) is FunctionType:
                return known.__name__
        elif use_legacy_format:
            return {"class_name": registration.get_registered_name(type(value)), "config": value.get_config()}
        return serialize_keras_object(value)

    def deserialize(self, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Any:
        """The object that `config`, made by `serialize`, or a name describes."""
        if config is None:
            return None
        if isinstance(config, str):
            return self._named(config, custom_objects)
        if "class_name" not in config or "config" not in config:
            raise ValueError(f"Improper config format for {config}. Expecting python dict contains `class_name` and `config` as keys")
        if config["class_name"] == "function":
            return self._named(config["config"], custom_objects)
        if config["class_name"] == "__lambda__":
            return deserialize_keras_object(config, custom_objects)
        cls = self._found(config.get("registered_name"), custom_objects) or self._named(config["class_name"], custom_objects)
        return cls.from_config(dict(config.get("config") or {}))

    def _found(self, name, custom_objects):
        return registration.get_registered_object(name, custom_objects, self.names) if name else None

    def _named(self, name, custom_objects=None):
        # Registered names are "package>name".
        found = self._found(name, custom_objects) or self._found(name.rpartition(">")[2], custom_objects)
        if found is None:
            if self.what == "activation function":
                raise ValueError(f"Unknown activation function '{name}' cannot be deserialized.")
            raise ValueError(
                f"Unknown {self.what}: '{name}'. Please ensure you are using a `keras.utils.custom_object_scope` and that "
                "this object is included in the scope. See https://www.tensorflow.org/guide/keras/save_and_serialize"
                "#registering_the_custom_object for details."
            )
        return found

    def get(self, identifier: Identifier) -> Any:
        """An object from None, a name, a configuration, a class or the object itself."""
        if identifier is None:
            return None
        if isinstance(identifier, dict):
            return self.deserialize(identifier)
        if isinstance(identifier, str):
            found = self.deserialize(identifier)
            return found() if isinstance(found, type) else found
        if isinstance(identifier, type):
            return identifier()
        if callable(identifier):
            return identifier
        raise ValueError(f"Could not interpret {self.what} identifier: {identifier}")
