"""The methods of `tf.Variable` that change some of its rows or elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.variables import variable_ops

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType


class ScatterMixin:
    """What a variable offers beside `assign`: to set single rows and elements, or to combine them with others."""

    if TYPE_CHECKING:  # of the variable
        _dt: DType

        def _written(self, operation: Any, read_value: bool) -> Any: ...

    def scatter_sub(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Subtract the rows of the `tf.IndexedSlices` `sparse_delta`."""
        return self._scatter("scatter_sub", sparse_delta, name)

    def scatter_add(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Add rows to the value. Mirrors `tf.Variable.scatter_add`.

        Arguments:
            sparse_delta: a `tf.IndexedSlices`: the rows, and their places along the first axis; rows for one place are
                all added.
            use_locking: has no effect.
            name: a name for the operation in graphs.

        Returns:
            The variable.

        Raises:
            TypeError: it is no IndexedSlices.
            InvalidArgumentError: a place is out of range.

        Example:
            >>> v = tf.Variable([[1.0], [2.0], [3.0]])
            >>> v.scatter_add(tf.IndexedSlices(tf.constant([[10.0], [20.0]]), tf.constant([2, 2]))).numpy().tolist()
            [[1.0], [2.0], [33.0]]
        """
        return self._scatter("scatter_add", sparse_delta, name)

    def scatter_max(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Take the greater of the present rows and those of the `tf.IndexedSlices` `sparse_delta`."""
        return self._scatter("scatter_max", sparse_delta, name)

    def scatter_min(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Take the lesser of the present rows and those of the `tf.IndexedSlices` `sparse_delta`."""
        return self._scatter("scatter_min", sparse_delta, name)

    def scatter_mul(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Multiply by the rows of the `tf.IndexedSlices` `sparse_delta`."""
        return self._scatter("scatter_mul", sparse_delta, name)

    def scatter_div(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Divide by the rows of the `tf.IndexedSlices` `sparse_delta`."""
        return self._scatter("scatter_div", sparse_delta, name)

    def scatter_update(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Set rows of the value. Mirrors `tf.Variable.scatter_update`.

        Arguments:
            sparse_delta: a `tf.IndexedSlices`: the rows, and their places along the first axis; of rows for one place
                the last counts.
            use_locking: has no effect.
            name: a name for the operation in graphs.

        Returns:
            The variable.

        Raises:
            TypeError: it is no IndexedSlices.
            InvalidArgumentError: a place is out of range.

        Example:
            >>> v = tf.Variable([[1.0], [2.0], [3.0]])
            >>> v.scatter_update(tf.IndexedSlices(tf.constant([[10.0]]), tf.constant([1]))).numpy().tolist()
            [[1.0], [10.0], [3.0]]
        """
        return self._scatter("scatter_update", sparse_delta, name)

    def batch_scatter_update(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Set rows within each batch: the indices of `sparse_delta` have the batch dimensions of the variable."""
        return self._scatter("batch_scatter_update", sparse_delta, name)

    def _scatter(self, what: str, delta: IndexedSlices, name: str | None) -> Any:
        if not isinstance(delta, IndexedSlices):
            raise TypeError(f"Argument `sparse_delta` must be a `tf.IndexedSlices`. Received arg: {delta}")
        values = convert_to_tensor(delta.values, self._dt)
        return self._written(getattr(variable_ops, what)(self, delta.indices, values), True)

    def scatter_nd_sub(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Subtract `updates` at the positions `indices`, whose last axis indexes into the variable."""
        return self._written(variable_ops.scatter_nd_sub(self, indices, convert_to_tensor(updates, self._dt)), True)

    def scatter_nd_add(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Add to elements or slices of the value. Mirrors `tf.Variable.scatter_nd_add`.

        Arguments:
            indices: integers of shape [..., n]: each vector is a coordinate in the first n axes.
            updates: an element or slice for each, of the dtype of the variable; those for one place are all added.
            name: a name for the operation in graphs.

        Returns:
            The variable.

        Raises:
            InvalidArgumentError: a coordinate is out of range, or shapes do not fit.

        Example:
            >>> v = tf.Variable([1, 2, 3])
            >>> v.scatter_nd_add([[0], [0]], [10, 100]).numpy().tolist()
            [111, 2, 3]
        """
        return self._written(variable_ops.scatter_nd_add(self, indices, convert_to_tensor(updates, self._dt)), True)

    def scatter_nd_update(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Set elements or slices of the value. Mirrors `tf.Variable.scatter_nd_update`.

        Arguments:
            indices: integers of shape [..., n]: each vector is a coordinate in the first n axes.
            updates: an element or slice for each, of the dtype of the variable.
            name: a name for the operation in graphs.

        Returns:
            The variable.

        Raises:
            InvalidArgumentError: a coordinate is out of range, or shapes do not fit.

        Example:
            >>> v = tf.Variable([[1, 2], [3, 4]])
            >>> v.scatter_nd_update([[0, 1], [1, 0]], [20, 30]).numpy().tolist()
            [[1, 20], [30, 4]]
        """
        return self._written(variable_ops.scatter_nd_update(self, indices, convert_to_tensor(updates, self._dt)), True)

    def scatter_nd_max(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Take the greater of the present values and `updates` at the positions `indices`."""
        return self._written(variable_ops.scatter_nd_max(self, indices, convert_to_tensor(updates, self._dt)), True)

    def scatter_nd_min(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Take the lesser of the present values and `updates` at the positions `indices`."""
        return self._written(variable_ops.scatter_nd_min(self, indices, convert_to_tensor(updates, self._dt)), True)
