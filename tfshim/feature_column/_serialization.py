"""Columns as plain values, and back."""

from __future__ import annotations

import importlib
from typing import Any

from tfshim import random
from tfshim._listing import LateBound
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import DType

# What configurations name beside columns is what Keras' files name.
_above = LateBound(
    "tfshim.keras",
    {"initializers": "class_named", "_safe_mode": "in_safe_mode", "utils.registration": "get_registered_object"},
)
_MODULES = ("numeric", "categorical", "crossed", "dense", "sequences")


class TruncatedNormal:
    """Normal numbers less than two deviations from `mean`, as embeddings start by default."""

    __module__ = "tensorflow.python.ops.init_ops"

    def __init__(self, mean=0.0, stddev=1.0, seed=None, dtype=dtypes.float32):
        self.mean, self.stddev, self.seed, self.dtype = mean, stddev, seed, dtypes.as_dtype(dtype)

    def __call__(self, shape, dtype=None, partition_info=None):
        return random.truncated_normal(shape, self.mean, self.stddev, self.dtype if dtype is None else dtype, seed=self.seed)

    def get_config(self):
        """The arguments of the constructor."""
        return {"mean": self.mean, "stddev": self.stddev, "seed": self.seed, "dtype": self.dtype.name}

    @classmethod
    def from_config(cls, config):
        """The initializer that `get_config` described."""
        return cls(**config)


class Described:
    """What columns, which are named tuples, share: their fields as plain values, and back."""

    _fields: tuple[str, ...]

    def get_config(self) -> dict[str, Any]:
        """The fields as plain values; columns among them as {"class_name", "config"}."""
        return {name: serialize(value) for name, value in zip(self._fields, tuple(self), strict=True)}

    @classmethod
    def from_config(
        cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None, columns_by_name: dict[Any, Any] | None = None
    ) -> Any:
        """The column that `get_config` described; functions are found by name in `custom_objects`.

        Raises ValueError for a column that would open a file, while loading safely.
        """
        fields = {}
        for name in cls._fields:
            # Columns that were saved before there was this field have none.
            value = config.get(name, True) if name == "use_safe_embedding_lookup" else config[name]
            if value and name in ("vocabulary_file", "ckpt_to_load_from") and _above.in_safe_mode():
                raise ValueError(
                    f"The saved feature column {cls.__name__} names the file {value!r} as its {name}, and no file may name "
                    "another file to be opened. If you trust the source of the saved model, pass `safe_mode=False` to the loading "
                    "function."
                )
            if name in ("shape", "boundaries", "vocabulary_list", "default_value") and isinstance(value, list):
                value = as_tuples(value)
            if name == "keys":
                value = tuple(deserialize(k, custom_objects, columns_by_name) for k in value)
            elif name == "dtype":
                value = dtypes.as_dtype(value)
            elif name in ("normalizer_fn", "initializer") and isinstance(value, str):
                value = _function(value, custom_objects)
            else:
                value = deserialize(value, custom_objects, columns_by_name)
            fields[name] = value
        return cls(**fields)


def serialize(x):
    """A column or another object as {"class_name", "config"}, a function as its name, plain values as they are."""
    if isinstance(x, DType):
        return x.name
    if isinstance(x, tuple) and not hasattr(x, "_fields"):
        return tuple(serialize(i) for i in x)
    if hasattr(x, "get_config"):
        return {"class_name": type(x).__name__, "config": x.get_config()}
    return x.__name__ if callable(x) and hasattr(x, "__name__") else x


def _class(name):
    for module in _MODULES:
        found = getattr(importlib.import_module(f"tfshim.feature_column.{module}"), name, None)
        if isinstance(found, type) and issubclass(found, Described):
            return found
    return None


def deserialize(x, custom_objects=None, columns_by_name=None):
    """What `serialize` described. Raises ValueError for classes that are not known."""
    if isinstance(x, Described) or not isinstance(x, dict) or "class_name" not in x:
        return x
    name, config = x["class_name"], x["config"]
    cls = (custom_objects or {}).get(name) or _class(name)
    if cls is None:
        cls = TruncatedNormal if name == "TruncatedNormal" else _above.class_named(name)
        if cls is None:
            raise ValueError(f"Unknown feature_column_v2: {name}; name it in `custom_objects`.")
        known = dict(config)
        if cls is not TruncatedNormal:
            known.pop("dtype", None)
        return cls.from_config(known)
    made = cls.from_config(config, custom_objects=custom_objects, columns_by_name=columns_by_name)
    if columns_by_name is not None:  # columns that are equal become one
        return columns_by_name.setdefault((name, made.name), made)
    return made


def as_tuples(x):
    """Nested lists as tuples; anything else as it is."""
    return tuple(as_tuples(i) for i in x) if isinstance(x, list) else x


def _function(name, custom_objects):
    found = _above.get_registered_object(name, custom_objects)
    if found is None:
        raise ValueError(f"Unknown function: {name}; name it in `custom_objects`.")
    return found
