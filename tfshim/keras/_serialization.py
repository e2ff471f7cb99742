"""Configurations of Keras objects: `serialize`, `deserialize` and `get` of each kind."""


class Kind:
    """The objects of one kind (initializers, losses, ...) and the names by which they are known.

    `names` maps a name to a class or function; `module` is the public module, for the configuration.
    """

    def __init__(self, what, module, names, config_is_plain=False):
        self.what, self.module, self.names, self.plain = what, module, names, config_is_plain

    def serialize(self, value, use_legacy_format=False):
        """The configuration of `value`: None, a name for a function, else class name and configuration.

        `use_legacy_format` leaves out what tells the module.
        """
        if value is None:
            return None
        if not hasattr(value, "get_config"):
            if hasattr(value, "__name__"):
                return value.__name__
            raise ValueError(f"Cannot serialize {value} because it doesn't implement `get_config()`.")
        cls = type(value)
        if use_legacy_format:
            return {"class_name": cls.__name__, "config": value.get_config()}
        ours = self.names.get(cls.__name__) is cls
        return {"module": self.module if ours else cls.__module__, "class_name": cls.__name__, "config": value.get_config(),
                "registered_name": None if ours else cls.__name__}

    def deserialize(self, config, custom_objects=None):
        """The object that `config`, made by `serialize`, or a name describes."""
        if config is None:
            return None
        if isinstance(config, str):
            return self._named(config, custom_objects)
        cls = self._named(config["class_name"], custom_objects)
        return cls.from_config(dict(config.get("config") or {}))

    def _named(self, name, custom_objects=None):
        from tfshim.keras.utils import get_custom_objects

        for known in (custom_objects or {}, get_custom_objects(), self.names):
            if name in known:
                return known[name]
        raise ValueError(f"Unknown {self.what}: '{name}'. Please ensure you are using a `keras.utils.custom_object_scope` and that "
                         f"this object is included in the scope.")

    def get(self, identifier):
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
