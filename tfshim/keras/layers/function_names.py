"""The names under which Keras knows functions that are called on its tensors: `tf.math.add` is "math.add"."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from typing import Any

from tfshim._export import declared

_ROOT = "tfshim.array_ops"
_found = {}  # id of a function -> (function, name)


def _lookup(path):
    """The public function of that path below the root, or None."""
    module, _, name = path.rpartition(".")
    try:
        home = importlib.import_module(f"tfshim.{module}" if module else _ROOT)
    except ImportError:
        return None
    return getattr(home, name, None)


def _path_of(function):
    parts = function.__module__.split(".")
    if parts[0] != "tfshim" or len(parts) < 2:
        return None
    top, name = parts[1], function.__name__.lstrip("_")
    homes = [""] if top == "array_ops" else [top, ""]
    if top == "keras" and len(parts) > 2:
        homes = [".".join(parts[1:3])]
    for home in homes:
        path = f"{home}.{name}" if home else name
        public = _lookup(path)
        if inspect.isfunction(public) and (public is function or function.__name__ != name and _covers(public, function)):
            return path, public
    return None


def _covers(public, private):
    """Whether the public function takes what the private operation behind it takes."""
    return set(inspect.signature(private).parameters) <= set(inspect.signature(public).parameters)


def name_of(function: Callable[..., Any]) -> tuple[Callable[..., Any], str | None]:
    """The public function for `function` and its canonical name, as "math.add"; itself and None where `tf` has no such function."""
    known = _found.get(id(function))
    if known is not None and known[0] is function:
        return known[1], known[2]
    found = _path_of(function)
    if found is not None:
        path, public = found
        known = declared(public)
        if known is not None and known.names:
            path = known.keras or known.names[0]
    elif hasattr(function, "_tfshim_op"):
        path, public = f"raw_ops.{function._tfshim_op.type}", function
    else:
        path, public = None, function
    _found[id(function)] = function, public, path
    return public, path


def keeps_defaults(public: Callable[..., Any]) -> bool:
    """Whether Keras records every argument of the public function, also those that have their default."""
    known = declared(public)
    return known is not None and known.keras_defaults
