"""`tf.compat`: text and shapes across versions of Python and TensorFlow, and the namespaces of both versions."""

from __future__ import annotations

import datetime
import importlib
import numbers
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

import tfshim as v2
from tfshim._listing import absent, listing
from tfshim.engine.values.shape_parts.dimensions import dimension_value
from tfshim.engine.values.shapes import dimension_at_index
from tfshim.engine.values.text import as_bytes, as_text

__all__ = [
    "as_bytes",
    "as_str",
    "as_str_any",
    "as_text",
    "bytes_or_text_types",
    "complex_types",
    "dimension_at_index",
    "dimension_value",
    "forward_compatibility_horizon",
    "forward_compatible",
    "integral_types",
    "path_to_str",
    "real_types",
    "v1",
    "v2",
]
__dir__ = listing(globals())

bytes_or_text_types = (bytes, str)
complex_types = (numbers.Complex, np.number)
integral_types = (numbers.Integral, np.integer)
real_types = (numbers.Real, np.integer, np.floating)

# The day up to which TensorFlow 2.15 says that it is safe to use what is new.
_horizon = datetime.date(2023, 10, 10)


def as_str(bytes_or_text: str | bytes, encoding: str = "utf-8") -> str:
    """`bytes_or_text` (bytes or str) as str; `TypeError` for anything else. Mirrors `tf.compat.as_str`."""
    return as_text(bytes_or_text, encoding)


def as_str_any(value: Any, encoding: str = "utf-8") -> str:
    """`value` as str: bytes decoded, anything else by `str`. Mirrors `tf.compat.as_str_any`."""
    return as_text(value, encoding) if isinstance(value, bytes) else str(value)


def path_to_str(path: Any) -> Any:
    """The string of a path object; anything else unchanged. Mirrors `tf.compat.path_to_str`."""
    return as_str_any(os.fspath(path)) if isinstance(path, os.PathLike) else path


def forward_compatible(year: int, month: int, day: int) -> bool:
    """Whether code may rely on what is new on that date. Mirrors `tf.compat.forward_compatible`."""
    return _horizon > datetime.date(year, month, day)


@contextmanager
def forward_compatibility_horizon(year: int, month: int, day: int) -> Iterator[None]:
    """A context in which `forward_compatible` is true for dates before the given one.

    Mirrors `tf.compat.forward_compatibility_horizon`.
    """
    global _horizon
    before, _horizon = _horizon, datetime.date(year, month, day)
    try:
        yield
    finally:
        _horizon = before


def __getattr__(name):
    if name != "v1":
        raise absent(__name__, name)
    module = importlib.import_module("tfshim.compat.v1")
    globals()["v1"] = module
    return module
