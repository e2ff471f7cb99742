"""Replaces `tensorflow.python.util.serialization`: the `default` of `json.dumps` for objects of TensorFlow."""

from __future__ import annotations

import collections.abc
import enum
from typing import Any

import numpy as np

from tfshim.engine.values.dtypes import DType
from tfshim.engine.values.shape_parts.dimensions import Dimension
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.type_spec_base import TypeSpec

_REPLACES = "tensorflow.python.util.serialization"


def get_json_type(obj: Any) -> Any:
    """What JSON holds for `obj`. Raises TypeError for what it cannot hold."""
    if hasattr(obj, "get_config"):
        return {"class_name": obj.__class__.__name__, "config": obj.get_config()}
    if type(obj).__module__ == np.__name__:
        return obj.tolist() if isinstance(obj, np.ndarray) else obj.item()
    if callable(obj) and not isinstance(obj, (TypeSpec, DType)):
        return obj.__name__
    if isinstance(obj, Dimension):
        return obj.value
    if isinstance(obj, TensorShape):
        return obj.as_list()
    if isinstance(obj, DType):
        return obj.name
    if isinstance(obj, collections.abc.Mapping):
        return dict(obj)
    if obj is Ellipsis:
        return {"class_name": "__ellipsis__"}
    if isinstance(obj, enum.Enum):
        return obj.value
    raise TypeError(
        f"Object {obj} is not JSON-serializable. You may implement a `get_config()` method on the class (returning a JSON-serializable "
        "dictionary) to make it serializable."
    )
