"""Configurations of Keras objects: `serialize`, `deserialize` and `get` of each category."""

from __future__ import annotations

import collections.abc
import importlib
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tfshim._listing import places
from tfshim._tables import NAMES
from tfshim.engine.runtime.state import Initial
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
    category is written by its name alone. `refuses`: whether `get` refuses an unknown name, which it gives back else. `called`: what the
    errors of `get` call an object, where that is not `what`. `base`: the name of the class in `module` that objects to write are of;
    others are written with a warning.
    """

    def __init__(
        self,
        what: str,
        module: str,
        names: Mapping[str, Any],
        short: bool = True,
        refuses: bool = True,
        called: str | None = None,
        base: str | None = None,
    ) -> None:
        self.what, self.module, self.names, self.short, self.refuses, self.called = what, module, names, short, refuses, called or what
        self.base = base
        KINDS[module] = self

    def is_of_base(self, value: Any) -> bool:
        """Whether an object is of the class that those to write are of."""
        return isinstance(value, getattr(importlib.import_module(f"tfshim.{self.module}"), str(self.base)))

    def serialize(self, value: TensorLike, use_legacy_format: bool = False) -> str | dict[str, Any] | None:
        """The configuration of `value`: None, a name for a function of this category, else class name and configuration.

        `use_legacy_format`: the form of earlier versions, without the module of the class.
        """
        if value is None:
            return None
        if self.base is not None and not self.is_of_base(value):
            warnings.warn(
                f"The `{self.module}.serialize()` API should only be used for objects of type `{self.module}.{self.base}`. "
                f"Found an instance of type {type(value)}, which may lead to improper serialization.",
                stacklevel=3,
            )
        use_legacy_format = use_legacy_format or not Initial.v2  # programs of TensorFlow 1 know no other
        if not hasattr(value, "get_config"):
            if not hasattr(value, "__name__"):
                if use_legacy_format:
                    raise ValueError(f"Cannot serialize {value} because it doesn't implement `get_config()`.")
                return serialize_keras_object(value)
            if use_legacy_format:
                return registration.get_registered_name(value)
            known = self.names.get(value.__name__) if self.short else None
            if known is value or known is not None and self._stands_for(known, value):
                return known.__name__
        elif use_legacy_format:
            return {"class_name": registration.get_registered_name(type(value)), "config": value.get_config()}
        return serialize_keras_object(value)

    def deserialize(self, config: Any, custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False) -> Any:
        """The object that `config`, made by `serialize`, or a name describes.

        As in Keras, an unknown name is given back as it is, except with `use_legacy_format`, which refuses it, and where activations are
        asked for; so is what is neither a name nor a dictionary.
        """
        if config is None:
            return None
        if use_legacy_format:
            return self._of_legacy_format(config, custom_objects)
        if isinstance(config, (list, tuple)):
            return [deserialize_keras_object(x, custom_objects) for x in config]
        if not isinstance(config, dict):
            hash(config)  # Keras looks it up among names, whatever it is
            found = self._known(config, custom_objects) if isinstance(config, str) else None
            return self._instead_of(config, config) if found is None else self._made(found, {})
        if "class_name" not in config:
            raise ValueError(f"Unknown `config` as a `dict`, config={config}")
        name = config["class_name"]
        if name == "function":
            name = config["config"] if config.get("module") == "builtins" else config.get("registered_name") or config["config"]
            found = self._known(name, custom_objects) or self._known(config["config"], custom_objects)
            return self._instead_of(name, config) if found is None else found
        if name == "__lambda__":
            return deserialize_keras_object(config, custom_objects)
        found = self._found(config.get("registered_name"), custom_objects) or self._known(name, custom_objects)
        if found is None and config.get("module", "_") is None:
            raise TypeError(
                f"Cannot deserialize object of type `{name}`. If `{name}` is a custom class, please register it using the "
                "`@keras.saving.register_keras_serializable()` decorator."
            )
        return self._instead_of(name, config) if found is None else self._made(found, config.get("config"))

    def _stands_for(self, known, function):
        """Whether `function` is written by the name of `known`, which is another function of that name."""
        return False

    def _instead_of(self, name, config):
        """What is given where `name` is unknown."""
        return name

    def _made(self, found, config):
        return found.from_config(dict(config or {})) if isinstance(found, type) else found

    def _known(self, name, custom_objects):
        # Registered names are "package>name".
        if not isinstance(name, str):
            return None
        return self._found(name, custom_objects) or self._found(name.rpartition(">")[2], custom_objects)

    def _of_legacy_format(self, config, custom_objects):
        if isinstance(config, str):
            return self._made(self._named(config, custom_objects), {})
        if not isinstance(config, dict):
            raise ValueError(f"Could not interpret serialized {self.what}: {config}")
        if "class_name" not in config or "config" not in config:
            raise ValueError(f"Improper config format for {config}. Expecting python dict contains `class_name` and `config` as keys")
        if config["class_name"] == "function":
            return self._named(config["config"], custom_objects)
        if config["class_name"] == "__lambda__":
            return deserialize_keras_object(config, custom_objects)
        found = self._found(config.get("registered_name"), custom_objects) or self._named(config["class_name"], custom_objects)
        return self._made(found, config["config"])

    def _found(self, name, custom_objects):
        return registration.get_registered_object(name, custom_objects, self.names) if name else None

    def _named(self, name, custom_objects=None):
        found = self._known(name, custom_objects)
        if found is None:
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
            return self.deserialize(identifier, use_legacy_format=self._is_legacy(identifier))
        if isinstance(identifier, str):
            return self.deserialize(str(identifier), use_legacy_format=self.refuses)
        if callable(identifier):
            return identifier
        # In a formatted text an eager tensor is shown by its numbers alone.
        raise ValueError(f"Could not interpret {self.called} identifier: {identifier}")

    def _is_legacy(self, config):
        """Whether a configuration that `get` is given is of the form of earlier versions."""
        return "module" not in config
