"""The collections of a graph: lists of values under names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any


class Collections:
    """What a graph has of collections. `_collections` of the graph maps each name to its list."""

    if TYPE_CHECKING:  # what the graph has
        _collections: dict[Any, list[Any]]

        def _check_not_finalized(self) -> None: ...

    collections = property(lambda self: list(self._collections), doc="The names of the collections.")

    def add_to_collection(self, name: Any, value: Any) -> None:
        """Put a value into a collection of the graph. Mirrors `tf.Graph.add_to_collection`.

        Arguments:
            name: the name of the collection, such as `tf.compat.v1.GraphKeys.LOSSES`, or one of your own. It is made if there is none.
            value: the value, mostly a tensor, an operation or a variable; it is put at the end, also where it is in the list already.

        Returns:
            None.

        Raises:
            RuntimeError: the graph is finalized.

        Programs of TensorFlow 1 find by collections what was made elsewhere: all losses, all updates, all trainable variables.
        `tf.compat.v1.add_to_collection` does it with the graph in force.

        Example:
            >>> graph = tf.Graph()
            >>> graph.add_to_collection("sizes", 32)
            >>> graph.add_to_collection("sizes", 64)
            >>> graph.get_collection("sizes")
            [32, 64]
        """
        self._check_not_finalized()
        self._collections.setdefault(name, []).append(value)

    def add_to_collections(self, names: str | Iterable[Any], value: Any) -> None:
        """Put a value into several collections of the graph. Mirrors `tf.Graph.add_to_collections`.

        Arguments:
            names: the names of the collections, a list, or one name. A name that comes twice counts once.
            value: the value, mostly a tensor, an operation or a variable.

        Returns:
            None.

        Raises:
            RuntimeError: the graph is finalized.

        It is what functions with an argument `collections` do, as variables that are both `GLOBAL_VARIABLES` and `TRAINABLE_VARIABLES`.

        Example:
            >>> graph = tf.Graph()
            >>> graph.add_to_collections(["sizes", "all"], 32)
            >>> graph.get_collection("sizes"), graph.get_collection("all")
            ([32], [32])
        """
        for name in {names} if isinstance(names, str) else dict.fromkeys(names):
            self.add_to_collection(name, value)

    def get_collection(self, name: Any, scope: str | None = None) -> list[Any]:
        """List the values of a collection. Mirrors `tf.Graph.get_collection`.

        Arguments:
            name: the name of the collection, such as `tf.compat.v1.GraphKeys.TRAINABLE_VARIABLES`.
            scope: a pattern of regular expressions which the names of values have to match at their beginning, mostly the name of a
                scope; values without a name are left out. None: all values.

        Returns:
            A new list; an empty one where there is no such collection. Changing it does not change the collection: see
            `get_collection_ref`.

        Example:
            >>> graph = tf.Graph()
            >>> with graph.as_default():
            ...     for layer in ("first", "second"):
            ...         with tf.compat.v1.variable_scope(layer):
            ...             w = tf.compat.v1.get_variable("w", [2])
            >>> [v.name for v in graph.get_collection("variables")]
            ['first/w:0', 'second/w:0']
            >>> [v.name for v in graph.get_collection("variables", scope="first/")]
            ['first/w:0']
        """
        values = self._collections.get(name, [])
        if scope is None:
            return list(values)
        pattern = re.compile(scope)
        return [v for v in values if hasattr(v, "name") and pattern.match(v.name)]

    def get_collection_ref(self, name: Any) -> list[Any]:
        """Give a collection itself, to change it. Mirrors `tf.Graph.get_collection_ref`.

        Arguments:
            name: the name of the collection; it is made if there is none.

        Returns:
            The list that the graph holds: what is put into it or taken out of it is in the collection or no longer there.

        To look at the values take `get_collection`, which gives a copy; to put one in, `add_to_collection`. This is for what they cannot
        do: taking a value out, or changing the order.

        Example:
            >>> graph = tf.Graph()
            >>> graph.add_to_collection("sizes", 32)
            >>> graph.add_to_collection("sizes", 64)
            >>> graph.get_collection_ref("sizes").remove(32)
            >>> graph.get_collection("sizes")
            [64]
        """
        return self._collections.setdefault(name, [])

    def get_all_collection_keys(self) -> list[str]:
        """List the names of the collections that are in use. Mirrors `tf.Graph.get_all_collection_keys`.

        Returns:
            A list of strings, in the order in which the collections were made. Names that are no strings, which a program may use for
            itself, are left out.

        Variables put themselves into "variables" and "trainable_variables", losses of `tf.compat.v1.losses` into "losses", summaries
        into "summaries": `tf.compat.v1.GraphKeys` has constants for these. `get_collection(name)` lists the values.

        Example:
            >>> graph = tf.Graph()
            >>> with graph.as_default():
            ...     w = tf.compat.v1.get_variable("w", [2])
            >>> sorted(graph.get_all_collection_keys())
            ['trainable_variables', 'variables']
        """
        return [k for k in self._collections if isinstance(k, str)]

    def clear_collection(self, name: Any) -> None:
        """Take all values out of a collection. Mirrors `tf.Graph.clear_collection`.

        Arguments:
            name: the name of the collection. Where there is none, nothing happens.

        Returns:
            None. The values themselves, as variables and operations, stay in the graph.

        Raises:
            RuntimeError: the graph is finalized.

        It is for collections that are filled anew, such as the losses of a second model in the same graph. To take out one value, change
        `get_collection_ref(name)`.

        Example:
            >>> graph = tf.Graph()
            >>> graph.add_to_collection("sizes", 32)
            >>> graph.clear_collection("sizes")
            >>> graph.get_collection("sizes")
            []
        """
        self._check_not_finalized()
        self._collections.pop(name, None)
