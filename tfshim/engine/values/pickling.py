"""Pickling of objects whose class shows TensorFlow's module, where pickle would look for the class in vain."""

from __future__ import annotations

import importlib
import types
from collections.abc import Callable
from typing import Any, SupportsIndex, TypeVar

T = TypeVar("T")


def _new(module: str, qualname: str) -> Any:
    found: Any = importlib.import_module(module)
    for part in qualname.split("."):
        found = getattr(found, part)
    return found.__new__(found)


def named_as_shown(cls: type[T]) -> type[T]:
    """`cls`, by the name that TensorFlow's class has, its `__qualname__`: configurations of Keras hold it."""
    cls.__name__ = cls.__qualname__
    return cls


def methods_of(module: str, name: str) -> Callable[[type[T]], type[T]]:
    """A decorator for a class whose methods are those of the class `name` of `module`, which inherits them from it alone.

    They are named as that class': errors about arguments tell whose method was called, and pickle looks for functions by it.
    """

    def named(cls: type[T]) -> type[T]:
        for key, value in vars(cls).items():
            if isinstance(value, types.FunctionType):
                value.__module__, value.__qualname__ = module, f"{name}.{key}"
        return cls

    return named


class PicklesAtHome:
    """An object that pickle finds again by the module of tfshim in which its class is public.

    A root class sets `_home` to that module. Classes that users derive are pickled as any class of theirs.
    """

    _home: str | None = None

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        cls = type(self)
        if not cls.__module__.startswith(("keras.src.", "tensorflow.python.")):
            return super().__reduce_ex__(protocol)
        state = self.__getstate__() if hasattr(self, "__getstate__") else self.__dict__.copy()
        return _new, (self._home, cls.__name__), state
