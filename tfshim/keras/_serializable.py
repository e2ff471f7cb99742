"""The base classes of what Keras writes as dictionaries: layers, losses, optimizers ..., each announced where it is defined."""

from __future__ import annotations

from typing import TypeVar

_bases = []
T = TypeVar("T")


def serializable(cls: type[T]) -> type[T]:
    """Decorate the base class of a category of objects. A file may name its subclasses by their module."""
    _bases.append(cls)
    return cls


def is_serializable(cls: type) -> bool:
    """Whether the class derives from one of those."""
    return issubclass(cls, tuple(_bases))
