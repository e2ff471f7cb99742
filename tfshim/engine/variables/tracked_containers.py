"""What lists, dictionaries and tuples become when a trackable object holds them, so that checkpoints find what is in them."""

from __future__ import annotations

import collections
import copy
import functools
import inspect
import operator
from collections.abc import Callable, Iterable
from typing import Any

from tfshim._export import tf_export, tf_private
from tfshim.engine.variables.held_weights import HeldWeights
from tfshim.engine.variables.trackable import NoDependency, Trackable


@tf_export("__internal__.tracking.wrap", v1=[])
def wrap_or_unwrap(value: Any) -> Any:
    """The form in which `value` is stored in an attribute: containers become tracking ones."""
    kind = type(value)
    if kind is NoDependency:
        return value.value
    # Exact types of lists and dictionaries only: a subclass is an object of the user's own and stays what it is, as in TensorFlow.
    if kind is list:
        return ListWrapper(value)
    if kind is dict or kind is collections.OrderedDict or kind is collections.defaultdict:
        return DictWrapper(value)
    # A tuple of plain values stays a plain tuple, as in TensorFlow: it cannot change, so nothing needs to be tracked.
    if isinstance(value, tuple) and not isinstance(value, Trackable):
        return value if not _holds_trackables(value) else TupleWrapper.of(value)
    return value


def _holds_trackables(value: tuple[Any, ...]) -> bool:
    return any(isinstance(x, Trackable) or isinstance(x, (list, dict)) or isinstance(x, tuple) and _holds_trackables(x) for x in value)


@tf_export("__internal__.tracking.TrackableDataStructure", v1=[])
class _Container(HeldWeights, Trackable):
    """What the tracking containers share."""

    def _wrapped(self, value: Any, name: str) -> Any:
        value = wrap_or_unwrap(value)
        if isinstance(value, Trackable):
            self._track_trackable(value, name, overwrite=True)
        return value

    def _is_copied(self) -> bool:
        """Whether the container itself still has what it shares with the one it was made from."""
        return True

    def _take_over(self) -> None:
        """Take over what somebody else has changed."""

    def _notice_changes(self) -> None:
        if not self._is_copied():
            self._take_over()

    def _lookup_dependency(self, name: str, cached_dependencies: Any = None) -> Any:
        self._notice_changes()
        return super()._lookup_dependency(name, cached_dependencies)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        self._notice_changes()
        return super()._trackable_children(save_type, **kwargs)


def _unhashable(self: Any) -> int:
    raise TypeError(f"unhashable type: '{type(self).__name__.lstrip('_')}'")  # as what it stands for, which it is equal to


_NOTHING = object()
_OUTSIDE = (
    "The wrapped {0} was modified outside the wrapper (its final value was {1}, its value when a checkpoint dependency was added was "
    "None), which breaks restoration on object creation.\n\nIf you don't need this {0} checkpointed, wrap it in a {2} object; it will be "
    "subsequently ignored."
)
_OTHER_KEY = (
    "The wrapped dictionary contains a non-string key which maps to a trackable object or mutable data structure.\n\nIf you don't need "
    "this dictionary checkpointed, wrap it in a non-trackable object; it will be subsequently ignored."
)


def _reads(names: str, kind: type) -> Callable[[Any], Any]:
    """A class decorator: the methods `names` of `kind` answer for what is shared, `_storage`, instead of the copy that C code sees."""

    def reading(method: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(method)
        def read(self: Any, *args: Any, **kwargs: Any) -> Any:
            return method(self._storage, *[a._storage if type(a) is type(self) else a for a in args], **kwargs)

        return read

    def decorate(cls: Any) -> Any:
        for name in names.split():
            setattr(cls, name, reading(getattr(kind, name)))
        return cls

    return decorate


@_reads("__len__ __iter__ __getitem__ __reversed__ __contains__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__ index count", list)
class ListWrapper(_Container, list):
    """A list that was assigned to an attribute, whose trackable items are children named by their positions.

    It shares its items with the list it was made from, in which containers become tracking ones as well. As a Python list of its own it
    is a copy, for C code that looks into lists, and tells whether the other one was changed by somebody else.
    """

    _wrapped_type = list

    __module__ = "tensorflow.python.trackable.data_structures"
    __hash__ = _unhashable  # type: ignore[assignment]

    def __init__(self, values: Iterable[Any] = ()) -> None:
        self._non_append = self._external = False
        list.__init__(self)
        self._storage: list[Any] = []
        shared = values if type(values) is list else list(values)
        shared[:] = [self._wrapped(v, str(i)) for i, v in enumerate(shared)]
        list.extend(self, shared)
        self._storage = shared

    def _edges(self) -> dict[str, Any]:
        # Items are not compared with each change, which would make it take as long as the list is.
        if list.__len__(self) != len(self._storage):
            self._take_over()
        return super()._edges()

    def _is_copied(self) -> bool:
        return list.__len__(self) == len(self._storage) and all(map(operator.is_, list.__iter__(self), self._storage))

    def _take_over(self) -> None:
        self._external = True
        self._rename_children()

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        children = super()._trackable_children(save_type, **kwargs)
        if self._external or self._non_append:
            why = _OUTSIDE.format("list", self._storage, "NoDependency")
            if self._non_append:
                why = (
                    "A list element was replaced (__setitem__, __setslice__), deleted (__delitem__, __delslice__), or moved (sort). In "
                    "order to support restoration on object creation, tracking is exclusively for append-only data structures.\n\n"
                    "If you don't need this list checkpointed, wrap it in a non-trackable object; it will be subsequently ignored."
                )
            raise ValueError(
                f"Unable to save the object {self!r} (a list wrapper constructed to track trackable TensorFlow objects). {why}"
            )
        return children

    def append(self, value: Any) -> None:
        """Add `value` at the end."""
        value = self._wrapped(value, str(len(self)))
        self._storage.append(value)
        list.append(self, value)

    def extend(self, values: Iterable[Any]) -> None:
        """Add each of `values` at the end."""
        for v in values:
            self.append(v)

    def __iadd__(self, values: Iterable[Any]) -> ListWrapper:
        self.extend(values)
        return self

    # As in TensorFlow a sum is a plain list: only what is stored in an attribute is tracked.
    def __add__(self, other: Iterable[Any]) -> list[Any]:
        return list(self) + list(other)

    def __radd__(self, other: Iterable[Any]) -> list[Any]:
        return list(other) + list(self)

    def __mul__(self, n: Any) -> list[Any]:
        return list(self) * n

    __rmul__ = __mul__

    def __imul__(self, n: Any) -> ListWrapper:
        self._storage *= n
        self._moved(n <= 0)
        return self

    def __setitem__(self, key: Any, value: Any) -> None:
        replaced = self._storage[key]
        if isinstance(key, slice):
            # Positions move or disappear, so that all names are made anew.
            self._storage[key] = [wrap_or_unwrap(v) for v in value]
        else:
            replaced = [replaced]
            value = self._wrapped(value, str(range(len(self))[key]))
            if isinstance(value, Trackable):
                self._notice_changes()
            self._storage[key] = value
        self._moved(any(isinstance(v, Trackable) for v in replaced))

    def _moved(self, non_append: bool = True) -> None:
        """Positions have changed; `non_append`: in a way that no checkpoint can follow, if it has an item of the list."""
        followed = bool(super()._edges())
        self._rename_children()
        self._non_append = self._non_append or non_append and followed

    def _rename_children(self) -> None:
        """Name the children by their positions, and copy what is shared."""
        list.__setitem__(self, slice(None), self._storage)
        edges = super()._edges()
        edges.clear()
        edges.update({str(i): v for i, v in enumerate(self._storage) if isinstance(v, Trackable)})

    def __delitem__(self, key: Any) -> None:
        del self._storage[key]
        self._moved()

    def insert(self, index: Any, value: Any) -> None:
        """Put `value` before position `index`."""
        self._storage.insert(index, wrap_or_unwrap(value))
        self._moved()

    def pop(self, index: Any = -1) -> Any:
        """Remove and return the item at `index`."""
        value = self._storage.pop(index)
        self._moved()
        return value

    def remove(self, value: Any) -> None:
        """Remove the first item equal to `value`."""
        self._storage.remove(value)
        self._moved()

    def clear(self) -> None:
        """Remove all items."""
        self._storage.clear()
        self._moved()

    def sort(self, **kwargs: Any) -> None:
        """Sort in place."""
        self._storage.sort(**kwargs)
        self._moved()

    def reverse(self) -> None:
        """Reverse in place."""
        self._storage.reverse()
        self._moved()

    def copy(self) -> ListWrapper:
        """Another tracking list of the same items."""
        return ListWrapper(self)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> ListWrapper:
        # The copy is registered before its items are copied: an item may refer to the list.
        made = ListWrapper()
        memo[id(self)] = made
        made.extend(copy.deepcopy(list(self), memo))
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return ListWrapper, (list(self),)

    def __repr__(self) -> str:
        return f"ListWrapper({self._storage!r})"


@tf_private("tensorflow.python.trackable.data_structures._DictWrapper")
@_reads("__len__ __iter__ __reversed__ __contains__ __eq__ __ne__ __or__ __ror__ get keys values items", dict)
class DictWrapper(_Container, dict):
    """A dictionary that was assigned to an attribute, whose trackable values are children named by their keys.

    It shares its items with the dictionary it was made from, as `ListWrapper` does.
    """

    __module__ = "tensorflow.python.trackable.data_structures"
    __hash__ = _unhashable  # type: ignore[assignment]

    def __init__(self, values: Any = ()) -> None:
        dict.__init__(self)
        self._external = self._otherwise_named = False
        self._storage: dict[Any, Any] = {}
        shared = values if type(values) in (dict, collections.OrderedDict, collections.defaultdict) else dict(values)
        for k, v in list(shared.items()):
            self[k] = v
            shared[k] = self._storage[k]
        self._storage = shared

    def _named(self, key: Any, value: Any) -> Any:
        """The form in which `value` is stored under `key`, whose child it becomes if it is trackable."""
        value = wrap_or_unwrap(value)
        self._before_change(key)
        if isinstance(value, Trackable):
            self._track_trackable(value, key if isinstance(key, str) else str(key), overwrite=True)
            self._otherwise_named = self._otherwise_named or not isinstance(key, str)
        else:
            self._edges().pop(key, None)
        return value

    def _edges(self) -> dict[str, Any]:
        # Items are not compared with each change, which would make it take as long as the dictionary is.
        if dict.__len__(self) != len(self._storage):
            self._take_over()
        return super()._edges()

    def _is_copied(self) -> bool:
        shared = self._storage
        return dict.__len__(self) == len(shared) and all(k in shared and shared[k] is v for k, v in dict.items(self))

    def _take_over(self) -> None:
        self._external = True
        edges, shared = super()._edges(), self._storage
        edges.clear()
        edges.update({k if isinstance(k, str) else str(k): v for k, v in shared.items() if isinstance(v, Trackable)})
        dict.clear(self)
        dict.update(self, shared)

    def _before_change(self, key: Any) -> None:
        """Notice that somebody else has changed the item of `key`, which is about to be changed here."""
        if dict.get(self, key, _NOTHING) is not self._storage.get(key, _NOTHING):
            self._take_over()

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        children = super()._trackable_children(save_type, **kwargs)
        if self._otherwise_named or self._external:
            why = _OTHER_KEY if self._otherwise_named else _OUTSIDE.format("dictionary", self, "non-trackable")
            raise ValueError(
                f"Unable to save the object {self} (a dictionary wrapper constructed automatically on attribute assignment). {why}"
            )
        return children

    def __getitem__(self, key: Any) -> Any:
        return self._storage[key]  # which may make what is missing

    def __setitem__(self, key: Any, value: Any) -> None:
        value = self._named(key, value)
        self._storage[key] = value
        dict.__setitem__(self, key, value)

    def __delitem__(self, key: Any) -> None:
        self._before_change(key)
        self._edges().pop(key, None)
        del self._storage[key]
        dict.__delitem__(self, key)

    def __ior__(self, other: Any) -> DictWrapper:  # type: ignore[misc]
        self.update(other)
        return self

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Set items from a mapping, pairs or keywords."""
        for k, v in dict(*args, **kwargs).items():
            self[k] = v

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """The value of `key`, set to `default` if it has none."""
        if key not in self:
            self[key] = default
        return self[key]

    # Of what these take away TensorFlow learns as little as of changes from outside.
    def pop(self, key: Any, *default: Any) -> Any:
        """Remove `key` and return its value."""
        return self._storage.pop(key, *default)

    def popitem(self) -> Any:
        """Remove the item that was set last and return its key and value."""
        return self._storage.popitem()

    def clear(self) -> None:
        """Remove all items."""
        self._storage.clear()

    def copy(self) -> DictWrapper:
        """Another tracking dictionary of the same items."""
        return DictWrapper(dict(self))

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> DictWrapper:
        made = DictWrapper({})
        # The copy is registered before its items are copied: a value may refer to the dictionary.
        memo[id(self)] = made
        for k, v in self.items():
            made[copy.deepcopy(k, memo)] = copy.deepcopy(v, memo)
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return DictWrapper, (dict(self),)

    def __str__(self) -> str:
        return repr(self._storage)

    def __repr__(self) -> str:
        return f"DictWrapper({self})"


DictWrapper.__name__ = DictWrapper.__qualname__ = "_DictWrapper"


@tf_private("tensorflow.python.trackable.data_structures._TupleWrapper")
class TupleWrapper(_Container):
    """A tuple whose trackable items are children named by their positions, before them by the names of a named tuple.

    What is made is a tuple as well: of Python's own class or of the named one, which may have attributes besides.
    """

    _wrapped_type: type = tuple

    __module__ = "tensorflow.python.trackable.data_structures"
    __hash__ = tuple.__hash__

    def __new__(cls, original_wrapped_tuple: tuple[Any, ...] = ()) -> TupleWrapper:
        return TupleWrapper.of(original_wrapped_tuple)

    @staticmethod
    def of(values: tuple[Any, ...]) -> TupleWrapper:
        """The tracking form of a tuple; a named tuple keeps its names."""
        items = [wrap_or_unwrap(v) for v in values]
        kind = values._wrapped_type if isinstance(values, TupleWrapper) else type(values)
        if kind is not tuple and issubclass(kind, tuple):
            made = tuple.__new__(_named(kind), items)
            if hasattr(values, "__dict__"):
                made.__dict__.update(values.__dict__)
        else:
            made = tuple.__new__(_Unnamed, items)
        places = [str(i) for i in range(len(items))]
        for names in (getattr(values, "_fields", ()), places):  # the children of a named tuple have their places as well
            for n, v in zip(names, items):
                if isinstance(v, Trackable):
                    made._track_trackable(v, n)
        return made

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        kind, fields = self._wrapped_type, getattr(self, "_fields", ())
        if fields:
            try:
                inspect.signature(kind.__new__).bind(kind, **dict.fromkeys(fields))
            except TypeError:
                raise ValueError(
                    f"Unable to save because the namedtuple {self} is not constructable from its _fields (i.e. __new__ is overridden). "
                    f"Expected keyword arguments {fields}. If you do not need to save this object, consider wrapping it in a custom "
                    "object that does not inherit from tuple."
                ) from None
        return super()._trackable_children(save_type, **kwargs)

    def __repr__(self) -> str:
        return f"_TupleWrapper({self})"

    def __str__(self) -> str:
        return self._wrapped_type.__repr__(self)  # type: ignore[call-arg]

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (list(self),)  # type: ignore[call-overload]


class _Unnamed(TupleWrapper, tuple):
    __module__ = "tensorflow.python.trackable.data_structures"
    __hash__ = tuple.__hash__


_Unnamed.__name__ = _Unnamed.__qualname__ = "_TupleWrapper"
_named_kinds = {}


def _named(kind: Any) -> Any:
    """A tracking subclass of the user's class of tuples `kind`, which has the attributes of that before those of containers."""
    if kind not in _named_kinds:
        own = {n: x for k in reversed(kind.__mro__) if k not in (tuple, object) for n, x in vars(k).items() if not n.startswith("__")}
        named = hasattr(kind, "_fields")  # else it is made of one sequence
        own |= {"_wrapped_type": kind, "__new__": kind.__new__, "__reduce__": lambda s: (kind, tuple(s) if named else (list(s),))}
        if named:  # what is made of its items is a tuple of the user's class
            own |= {"_make": kind._make, "_replace": lambda s, /, **changes: kind._make(s)._replace(**changes)}
        _named_kinds[kind] = type(kind.__name__ if named else "_TupleWrapper", (TupleWrapper, kind), own)
    return _named_kinds[kind]
