"""Objects that hold state, and the named edges between them: what checkpoints save.

`auto_trackable.py` has objects whose attributes are edges, `tracked_containers.py` what containers become in them.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tfshim._export import tf_export, tf_private
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.variables import saveables


@tf_export("__internal__.tracking.Trackable", v1=[])
class Trackable:
    """An object that can be a node of a checkpoint's object graph.

    Values that a checkpoint holds for an object which does not exist yet wait in `_deferred` until it is attached.
    """

    # Where TensorFlow's class lives: `repr` and error messages show it.
    __module__ = "tensorflow.python.trackable.base"

    def _edges(self) -> dict[str, Any]:
        """The dictionary name -> child of this object, made on first use."""
        edges = self.__dict__.get("_self_edges")
        if edges is None:
            edges = self.__dict__["_self_edges"] = {}
        return edges

    def _maybe_initialize_trackable(self) -> None:
        """Make what children are kept in, once: classes that do not call `__init__` of this one call this before they add any."""
        self._edges()

    @property
    def _setattr_tracking(self) -> bool:
        """Whether what is assigned to attributes becomes a child. Classes set it to False and back around assignments."""
        return getattr(self, "_self_setattr_tracking", True)

    @_setattr_tracking.setter
    def _setattr_tracking(self, value: bool) -> None:
        self._self_setattr_tracking = value

    @property
    def _unconditional_dependency_names(self) -> dict[str, Any]:
        """The children that do not depend on where they are asked for, by name: what is put in is a child."""
        return self._edges()

    @property
    def _unconditional_checkpoint_dependencies(self) -> list[TrackableReference]:
        """The same as references, in the order in which they were added."""
        return [TrackableReference(name, ref) for name, ref in self._edges().items()]

    @property
    def _checkpoint_dependencies(self) -> list[TrackableReference]:
        """The children as references. Classes add others by overriding it, since before `_trackable_children` there was."""
        return self._unconditional_checkpoint_dependencies

    def _track_trackable(self, trackable: Any, name: str, overwrite: bool = False) -> Any:
        """Make `trackable` the child `name`. Raises ValueError where another one has the name."""
        if not isinstance(trackable, Trackable):
            raise TypeError(
                f"Trackable._track_trackable() can only be used to track objects of type Trackable. Got type {type(trackable)}."
            )
        if not getattr(self, "_self_manual_tracking", True):
            return trackable
        edges = self._edges()
        known = edges.get(name)
        if known is not None and known is not trackable and not overwrite:
            raise ValueError(
                f"Called Trackable._track_trackable() with name='{name}', but a Trackable with this name is already "
                "declared as a dependency. Names must be unique (or overwrite=True)."
            )
        edges[name] = trackable
        self._handle_deferred_dependencies(name, trackable)
        return trackable

    def _in_saved_model(self) -> contextlib.AbstractContextManager[None]:
        """Within it this object, which is being saved in a SavedModel, and those below it have the children that they have only there."""
        return contextlib.nullcontext()

    def _no_dependency(self, value: Any) -> Any:
        """`value` as it is to be assigned to an attribute in order not to become a child."""
        return value

    def _lookup_dependency(self, name: str, cached_dependencies: Any = None) -> Any:
        found = self._edges().get(name)
        return self.__dict__.get("_self_former_children", {}).get(name) if found is None else found

    def _track_former(self, trackable: Any, name: str) -> None:
        """Restore `trackable` from older checkpoints, which have it as the child `name`, without making it one."""
        self.__dict__.setdefault("_self_former_children", {})[name] = trackable
        self._handle_deferred_dependencies(name, trackable)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        """The children by name."""
        return {name: ref for name, ref in self._checkpoint_dependencies}

    def _handle_deferred_dependencies(self, name: str, trackable: Any) -> None:
        """Restore what waits for the child `name`."""
        waiting = self.__dict__.get("_self_deferred")
        if waiting and name in waiting:
            for restore in waiting.pop(name):
                restore(trackable)

    def _defer(self, name: str, restore: Callable[[Any], object]) -> None:
        """Call `restore(child)` when the child `name` is attached."""
        waiting = self.__dict__.setdefault("_self_deferred", {})
        waiting.setdefault(name, []).append(restore)

    def _gather_saveables_for_checkpoint(self) -> dict[str, Any]:
        """The same as variables, saveable objects or functions that make these: what classes override instead of the two below."""
        return {VARIABLE_VALUE: self} if is_variable(self) else {}

    def _serialize_to_tensors(self) -> dict[str, Any]:
        """The tensors this object itself contributes to a checkpoint, by local name."""
        return saveables.tensors_of(self._gather_saveables_for_checkpoint())

    def _restore_from_tensors(self, restored_tensors: Mapping[str, Any]) -> None:
        """Take back what `_serialize_to_tensors` gave."""
        saveables.restore(
            self._gather_saveables_for_checkpoint(),
            restored_tensors,
            lambda variable, value: variable._restore_from_tensors({VARIABLE_VALUE: value}),
        )


VARIABLE_VALUE = "VARIABLE_VALUE"


@tf_export("__internal__.tracking.TrackableReference", v1=[])
class TrackableReference:
    """A child `ref` under its `name`; it unpacks as the two of them and equals such a tuple."""

    __module__ = "tensorflow.python.trackable.base"
    __slots__ = ("_name", "_ref")

    def __init__(self, name: str, ref: Any) -> None:
        self._name, self._ref = name, ref

    name = property(lambda self: self._name, doc="The name of the child.")
    ref = property(lambda self: self._ref, doc="The child.")

    def __iter__(self) -> Iterator[Any]:
        return iter((self._name, self._ref))

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self._name}, ref={self._ref})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (tuple, TrackableReference)) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]


@tf_private("tensorflow.python.trackable.data_structures.NoDependency")
class NoDependency:
    """Assigned to an attribute, keeps the value out of the object graph: `self.x = NoDependency(value)`."""

    def __init__(self, value: Any) -> None:
        self.value = value


@tf_export("__internal__.tracking.no_automatic_dependency_tracking", v1=[])
def no_automatic_dependency_tracking(method: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator for methods: what they assign to attributes does not become a child, and containers stay what they are."""

    @functools.wraps(method)
    def untracked(self: Any, *args: Any, **kwargs: Any) -> Any:
        before = getattr(self, "_self_setattr_tracking", True)
        self._self_setattr_tracking = False
        try:
            return method(self, *args, **kwargs)
        finally:
            self._self_setattr_tracking = before

    return untracked


@tf_private("tensorflow.python.trackable.base.no_automatic_dependency_tracking_scope")
@contextlib.contextmanager
def no_automatic_dependency_tracking_scope(obj: Any) -> Iterator[None]:
    """Within it, what is assigned to attributes of `obj` does not become a child, and containers stay what they are."""
    before = getattr(obj, "_self_setattr_tracking", True)
    obj._self_setattr_tracking = False
    try:
        yield
    finally:
        obj._self_setattr_tracking = before


@tf_private("tensorflow.python.trackable.base.no_manual_dependency_tracking_scope")
@contextlib.contextmanager
def no_manual_dependency_tracking_scope(obj: Any) -> Iterator[None]:
    """Within it `obj._track_trackable` makes no children."""
    before = getattr(obj, "_self_manual_tracking", True)
    obj._self_manual_tracking = False
    try:
        yield
    finally:
        obj._self_manual_tracking = before
