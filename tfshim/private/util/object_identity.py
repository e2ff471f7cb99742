"""Replaces `tensorflow.python.util.object_identity`: dictionaries and sets that tell their members apart by identity."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, MutableMapping, MutableSet
from typing import Any

from tfshim.engine.values.tensor import Reference

_REPLACES = "tensorflow.python.util.object_identity"
__all__ = [
    "ObjectIdentityDictionary",
    "ObjectIdentitySet",
    "ObjectIdentityWeakKeyDictionary",
    "ObjectIdentityWeakSet",
    "Reference",
]


class _ObjectIdentityWrapper(Reference):
    """What stands for a member in the storage of a set or dictionary."""

    __slots__ = ()
    __module__ = _REPLACES

    def __repr__(self) -> str:
        return f"<{type(self).__name__} wrapping {self._wrapped!r}>"


class _WeakObjectIdentityWrapper(_ObjectIdentityWrapper):
    """The same without keeping the member alive. An object has one weak reference of this kind, so its identity serves."""

    __slots__ = ()
    __module__ = _REPLACES

    def __init__(self, wrapped: Any) -> None:
        super().__init__(weakref.ref(wrapped))

    unwrapped = property(lambda self: self._wrapped())


class ObjectIdentityDictionary(MutableMapping[Any, Any]):
    """A dictionary that looks its keys up by identity; they need not be hashable."""

    __slots__ = ("_storage",)
    __module__ = _REPLACES

    def __init__(self) -> None:
        self._storage: dict[Any, Any] = {}

    def _wrap_key(self, key: Any) -> Any:
        return _ObjectIdentityWrapper(key)

    def __getitem__(self, key: Any) -> Any:
        return self._storage[self._wrap_key(key)]

    def __setitem__(self, key: Any, value: Any) -> None:
        self._storage[self._wrap_key(key)] = value

    def __delitem__(self, key: Any) -> None:
        del self._storage[self._wrap_key(key)]

    def __len__(self) -> int:
        return len(self._storage)

    def __iter__(self) -> Iterator[Any]:
        return (key.unwrapped for key in self._storage)

    def __repr__(self) -> str:
        return f"ObjectIdentityDictionary({self._storage!r})"


class ObjectIdentityWeakKeyDictionary(ObjectIdentityDictionary):
    """The same with keys that it does not keep alive; those that are gone are passed over.

    As in TensorFlow they count until a program has gone through the keys, which forgets them.
    """

    __slots__ = ("__weakref__",)
    __module__ = _REPLACES

    def _wrap_key(self, key: Any) -> Any:
        return _WeakObjectIdentityWrapper(key)

    def __iter__(self) -> Iterator[Any]:
        for key in list(self._storage):
            alive = key.unwrapped
            if alive is None:
                del self._storage[key]
            else:
                yield alive


class ObjectIdentitySet(MutableSet[Any]):
    """A set that tells its members apart by identity; they need not be hashable."""

    __slots__ = ("__weakref__", "_storage")
    __module__ = _REPLACES

    def __init__(self, *args: Iterable[Any]) -> None:
        self._storage = {self._wrap_key(member) for member in list(*args)}

    @staticmethod
    def _from_storage(storage: set[Any]) -> ObjectIdentitySet:
        made = ObjectIdentitySet()
        made._storage = storage
        return made

    def _wrap_key(self, key: Any) -> Any:
        return _ObjectIdentityWrapper(key)

    # Compares with Python's own sets alone, and what stands for the members rather than these: so does TensorFlow.
    def __le__(self, other: Any) -> bool:
        if not isinstance(other, set):
            return NotImplemented
        return len(self) <= len(other) and all(member in other for member in self._storage)

    def __ge__(self, other: Any) -> bool:
        if not isinstance(other, set):
            return NotImplemented
        return len(self) >= len(other) and all(member in self for member in other)

    def __contains__(self, key: Any) -> bool:
        return self._wrap_key(key) in self._storage

    def add(self, key: Any) -> None:
        """Puts an object in."""
        self._storage.add(self._wrap_key(key))

    def discard(self, key: Any) -> None:
        """Takes an object out, if it is there."""
        self._storage.discard(self._wrap_key(key))

    def update(self, items: Iterable[Any]) -> None:
        """Puts objects in."""
        self._storage.update([self._wrap_key(item) for item in items])

    def clear(self) -> None:
        """Takes all out."""
        self._storage.clear()

    def intersection(self, items: Iterable[Any]) -> set[Any]:
        """Those that are in both; as in TensorFlow an ordinary set of what stands for them."""
        return self._storage.intersection([self._wrap_key(item) for item in items])

    def difference(self, items: Iterable[Any]) -> ObjectIdentitySet:
        """Those that are not among `items`."""
        return ObjectIdentitySet._from_storage(self._storage.difference([self._wrap_key(item) for item in items]))

    def __len__(self) -> int:
        return len(self._storage)

    def __iter__(self) -> Iterator[Any]:
        for key in list(self._storage):
            yield key.unwrapped


class ObjectIdentityWeakSet(ObjectIdentitySet):
    """The same with members that it does not keep alive."""

    __slots__ = ()
    __module__ = _REPLACES

    def _wrap_key(self, key: Any) -> Any:
        return _WeakObjectIdentityWrapper(key)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Any]:
        for key in list(self._storage):
            alive = key.unwrapped
            if alive is None:
                self._storage.discard(key)
            else:
                yield alive
