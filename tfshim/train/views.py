"""Object graphs, of programs and of checkpoints, to look at."""

from __future__ import annotations

import collections.abc
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.variables.trackable import TrackableReference
from tfshim.train import _files
from tfshim.train.object_graph import ObjectGraph

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


@tf_export("train.TrackableView", v1=[])
class TrackableView:
    """The objects that hang on a root, as a checkpoint of it would hold them.

    Mirrors `tf.train.TrackableView`. `children(obj)` gives a dictionary {name: object}, `descendants()` all objects, the root first. `root`
    is the root itself.

    Arguments:
        root: a `tf.Module`, a model, a `tf.train.Checkpoint` or another object that keeps track of what it holds.

    Example:
        >>> module = tf.Module()
        >>> module.weights = tf.Variable(1.0)
        >>> view = tf.train.TrackableView(module)
        >>> sorted(view.children(module)), view.descendants()[1] is module.weights
        (['weights'], True)
    """

    def __init__(self, root: Any) -> None:
        self._root = root

    @property
    def root(self) -> Any:
        """The object at the top."""
        return self._root

    @classmethod
    def children(cls, obj: Any, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        """{name: object} of what `obj` holds directly."""
        return dict(obj._trackable_children(save_type, **kwargs))

    def descendants(self) -> list[Any]:
        """All objects, breadth first, the root first."""
        return ObjectGraph(self._root, slots=False).objects


class ObjectIdentityDictionary(collections.abc.Mapping):
    """Something for each of some objects, which are told apart by identity."""

    def __init__(self, pairs: Any) -> None:
        self._pairs = {id(key): (key, value) for key, value in pairs}

    def __getitem__(self, key: Any) -> Any:
        return self._pairs[id(key)][1]

    def __iter__(self) -> Any:
        return (key for key, _ in self._pairs.values())

    def __len__(self) -> int:
        return len(self._pairs)


@tf_export("__internal__.tracking.ObjectGraphView", v1=[])
class ObjectGraphView(TrackableView):
    """The objects that hang on `root`, with the references by which they do; it also has those of `attached_dependencies`."""

    def __init__(self, root: Any, attached_dependencies: Any = None) -> None:
        super().__init__(root)
        self._attached = attached_dependencies

    @property
    def attached_dependencies(self) -> Any:
        """References that the root has beside its own, or None."""
        return self._attached

    def list_children(self, obj: Any, save_type: str = "checkpoint", **kwargs: Any) -> list[TrackableReference]:
        """The references of what `obj` holds directly."""
        made = [TrackableReference(name, child) for name, child in TrackableView.children(obj, save_type, **kwargs).items()]
        return [*made, *self._attached] if obj is self.root and self._attached else made

    def children(self, obj: Any, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:  # type: ignore[override]  # as there
        """{name: object} of what `obj` holds directly."""
        return {name: child for name, child in self.list_children(obj, save_type, **kwargs)}

    def breadth_first_traversal(self) -> tuple[list[Any], ObjectIdentityDictionary]:
        """(the objects, the root first, {object: the references that lead to it})."""
        found = [self.root]
        paths: dict[int, tuple[TrackableReference, ...]] = {id(self.root): ()}
        for obj in found:  # which grows
            for reference in self.list_children(obj):
                if id(reference.ref) not in paths:
                    paths[id(reference.ref)] = (*paths[id(obj)], reference)
                    found.append(reference.ref)
        return found, ObjectIdentityDictionary([(obj, paths[id(obj)]) for obj in found])

    _breadth_first_traversal = breadth_first_traversal


@tf_export("train.CheckpointView", v1=[])
class CheckpointView:
    """The objects that a checkpoint describes, by number, without loading them.

    Mirrors `tf.train.CheckpointView`. 0 is the root; `children(number)` gives a dictionary {name: number}, `descendants()` all numbers, and
    `diff(checkpointed_object)` what a program's object and the checkpoint do not have in common.

    Arguments:
        save_path: the prefix of a checkpoint.

    Raises:
        NotFoundError or ValueError: there is no checkpoint.

    Example:
        >>> path = tf.train.Checkpoint(weights=tf.Variable([1.0, 2.0])).write("saved")
        >>> sorted(tf.train.CheckpointView(path).children(0))
        ['weights']
    """

    def __init__(self, save_path: Path) -> None:
        _, self._nodes = _files.read(save_path)

    def children(self, node_id: int) -> dict[str, Any]:
        """{name: number} of what a node holds directly."""
        return dict((name, number) for name, number in self._nodes[node_id]["children"])

    def descendants(self) -> list[Any]:
        """The numbers of all nodes, breadth first, the root first."""
        found, seen = [0], {0}
        for node in found:
            for number in self.children(node).values():
                if number not in seen:
                    seen.add(number)
                    found.append(number)
        return found

    def match(self, obj: Any) -> dict[Any, Any]:
        """{number: object} of the nodes that an object graph of this program has too, by the names of the ways to them."""
        found, todo = {0: obj}, [0]
        while todo:
            number = todo.pop(0)
            held = TrackableView.children(found[number])
            for name, child in self.children(number).items():
                if name in held and child not in found:
                    found[child] = held[name]
                    todo.append(child)
        return found

    def diff(self, obj: Any) -> Any:
        """(pairs of number and object, numbers without object, objects without number)."""
        matched = self.match(obj)
        ours = {id(x) for x in matched.values()}
        return (
            matched,
            [n for n in self.descendants() if n not in matched],
            [x for x in TrackableView(obj).descendants() if id(x) not in ours],
        )
