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

    Mirrors `tf.train.TrackableView`. `children(obj)` gives a dictionary {name: object}, `descendants()` all
    objects, the root first. `root`
    is the root itself.

    Nothing is written.

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
        """Tell what an object holds of which checkpoints know. Mirrors `tf.train.TrackableView.children`.

        Arguments:
            obj: the object: a module, a model, an optimizer, a `tf.train.Checkpoint`.
            save_type: "checkpoint", or "savedmodel" for what a SavedModel has of it.
            **kwargs: what the object's own method takes; mostly nothing.

        Returns:
            A dictionary from the names by which the object holds them, mostly its attributes, to the objects; an empty one for a
            variable.

        Example:
            >>> module = tf.Module()
            >>> module.w = tf.Variable(1.0)
            >>> module.inner = tf.Module()
            >>> sorted(tf.train.TrackableView.children(module))
            ['inner', 'w']
        """
        return dict(obj._trackable_children(save_type, **kwargs))

    def descendants(self) -> list[Any]:
        """List all objects that hang on the root, which a checkpoint of it would hold. Mirrors `tf.train.TrackableView.descendants`.

        Returns:
            A list: the root first, then what it holds, then what that holds, and so on; each object once, also where several hold it.

        It shows why something is not in a checkpoint: what is not in this list is no attribute of anything that is. Lists and
        dictionaries among the attributes are objects of their own in it.

        Example:
            >>> module = tf.Module()
            >>> module.inner = tf.Module()
            >>> module.inner.w = tf.Variable(1.0)
            >>> [type(obj).__name__ for obj in tf.train.TrackableView(module).descendants()]
            ['Module', 'Module', 'ResourceVariable']
        """
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

    Mirrors `tf.train.CheckpointView`. 0 is the root; `children(number)` gives a dictionary {name: number}, `descendants()` all
    numbers, and `diff(checkpointed_object)` what a program's object and the checkpoint do not have in common.

    It is for looking into files.

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
        """Tell what an object of the checkpoint held. Mirrors `tf.train.CheckpointView.children`.

        Arguments:
            node_id: the number of the object, an int; 0 is the root.

        Returns:
            A dictionary from names to the numbers of the objects; an empty one for a variable.

        Raises:
            IndexError: there is no such number.

        The names are those of the attributes by which objects held each other when the checkpoint was written, and by which it is
        matched with the objects of a program when it is restored.

        Example:
            >>> path = tf.train.Checkpoint(weights=tf.Variable([1.0, 2.0])).write("saved")
            >>> view = tf.train.CheckpointView(path)
            >>> sorted(view.children(0))
            ['weights']
            >>> view.children(view.children(0)["weights"])
            {}
        """
        return dict((name, number) for name, number in self._nodes[node_id]["children"])

    def descendants(self) -> list[Any]:
        """List the numbers of all objects of the checkpoint. Mirrors `tf.train.CheckpointView.descendants`.

        Returns:
            A list of ints: 0, the root, first, then what it held, then what that held, and so on; each once.

        `children(number)` tells the names by which an object held others. How many there are, and which names, shows what kind of
        program wrote a checkpoint whose code is not at hand; `tf.train.list_variables` lists the names of the values with their shapes.

        Example:
            >>> path = tf.train.Checkpoint(weights=tf.Variable([1.0, 2.0])).write("saved")
            >>> view = tf.train.CheckpointView(path)
            >>> len(view.descendants()), view.descendants()[0]
            (2, 0)
        """
        found, seen = [0], {0}
        for node in found:
            for number in self.children(node).values():
                if number not in seen:
                    seen.add(number)
                    found.append(number)
        return found

    def match(self, obj: Any) -> dict[Any, Any]:
        """Find the objects of the checkpoint in this program. Mirrors `tf.train.CheckpointView.match`.

        Arguments:
            obj: the object that stands for the root.

        Returns:
            A dictionary from the numbers of the checkpoint's objects to those of the program, as far as both hold them by the same names
            on the way from the root. Restoring would give their values to these.

        Whether the values fit, in shape and dtype, is not looked at. `diff` tells what is left on both sides.

        Example:
            >>> path = tf.train.Checkpoint(weights=tf.Variable([1.0, 2.0])).write("saved")
            >>> w = tf.Variable([0.0, 0.0])
            >>> matched = tf.train.CheckpointView(path).match(tf.train.Checkpoint(weights=w))
            >>> w in [obj for obj in matched.values() if isinstance(obj, tf.Variable)]
            True
        """
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
        """Tell what the checkpoint and an object of this program do not have in common. Mirrors `tf.train.CheckpointView.diff`.

        Arguments:
            obj: the object that stands for the root.

        Returns:
            A triple: the dictionary of what both have, as `match` gives it; the numbers of the checkpoint's objects that the program has
            not; and the objects of the program that the checkpoint has not.

        It shows before restoring what `assert_consumed` would complain of afterwards.

        Example:
            >>> path = tf.train.Checkpoint(weights=tf.Variable([1.0, 2.0])).write("saved")
            >>> b = tf.Variable(0.0)
            >>> matched, missing_here, missing_there = tf.train.CheckpointView(path).diff(tf.train.Checkpoint(bias=b))
            >>> len(missing_here), [obj is b for obj in missing_there]
            (1, [True])
        """
        matched = self.match(obj)
        ours = {id(x) for x in matched.values()}
        return (
            matched,
            [n for n in self.descendants() if n not in matched],
            [x for x in TrackableView(obj).descendants() if id(x) not in ours],
        )
