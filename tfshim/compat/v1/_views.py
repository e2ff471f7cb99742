"""Namespaces of `tf.compat.v1` that are those of `tf`, but for what came after TensorFlow 1 and a few older names."""

from __future__ import annotations

import importlib
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import tfshim
from tfshim._listing import places, with_standard
from tfshim._tables import v1

_views = {}


class View(ModuleType):
    """The namespace `path` (such as "keras.losses") of `tf.compat.v1`, derived from that of `tf`.

    What it does not list can be used all the same.
    """

    def __init__(self, path: str) -> None:
        target = resolve(path)
        super().__init__(f"tfshim.compat.v1.{path}", f"`tf.compat.v1.{path}`, as `tf.{path}`.")
        self.__spec__ = ModuleSpec(self.__name__, None, is_package=True)
        self.__path__ = []  # so that namespaces below it can be imported
        self.__package__ = self.__name__
        self.__all__ = names(path)
        self._path, self._target, self._added = path, target, added(path)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        if name in self._added:
            module, own = self._added[name]
            return getattr(importlib.import_module(module), own)
        value = getattr(self._target, name)
        return shared(f"{self._path}.{name}", value) if isinstance(value, ModuleType) else value

    def __dir__(self):
        return with_standard(self.__all__, vars(self))


def added(path: str) -> dict[str, tuple[str, str]]:
    """{name: (module, name there)} that the namespace `path` of `tf.compat.v1` has in addition to that of `tf`."""
    return places(v1.ADDED.get(path, {}), "tfshim")


def names(path: str) -> list[str]:
    """The public names of the namespace `path` of `tf.compat.v1`, where that is the one of `tf` but for what the tables say."""
    return sorted({*resolve(path).__all__, *added(path)} - {*v1.LACKING.get(path, "").split()})


def shared(path: str, found: ModuleType | None = None) -> ModuleType:
    """The namespace `path` of `tf` (`found`, if it is at hand), or its view where `tf.compat.v1` differs in it or in what is below."""
    if not any(f"{differing}.".startswith(f"{path}.") for differing in (*v1.ADDED, *v1.LACKING)):
        return found or resolve(path)
    if path not in _views:
        _views[path] = View(path)
    return _views[path]


def resolve(path: str) -> Any:
    """The object at `path` below `tf`."""
    value: Any = tfshim
    for part in path.split("."):
        value = getattr(value, part)
    return value
