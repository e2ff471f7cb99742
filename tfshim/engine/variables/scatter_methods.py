"""The methods of `tf.Variable` that change some of its rows or elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.variables import variable_ops

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType


def converted(value: Any, dtype: DType, name: str = "Const") -> Any:
    """`value` as a tensor of `dtype`: what is none yet is a constant `name` beside the operation in graphs, not within its name."""
    made = convert_to_tensor(value, dtype)
    if TS.graph is not None and type(made) is EagerTensor and not isinstance(value, Tensor):
        return TS.graph._constant(made, name)
    return made


class ScatterMixin:
    """What a variable offers beside `assign`: to set single rows and elements, or to combine them with others."""

    if TYPE_CHECKING:  # of the variable
        _dt: DType

        def _written(self, operation: Any, read_value: bool) -> Any: ...

    def scatter_sub(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Subtract rows from rows of the value. Mirrors `tf.Variable.scatter_sub`.

        The other rows stay as they are; rows for one place take part one after the other.

        Arguments:
            sparse_delta: a `tf.IndexedSlices`: the rows, of the dtype of the variable, and their places along the first axis.
            use_locking: has no effect.
            name: a name for the operation in graphs.

        Returns:
            The variable.

        Raises:
            TypeError: it is no IndexedSlices.
            InvalidArgumentError: a place is out of range.

        Example:
            >>> v = tf.Variable([[4.0], [6.0], [8.0]])
            >>> v.scatter_sub(tf.IndexedSlices(tf.constant([[2.0]]), tf.constant([1]))).numpy().tolist()
            [[4.0], [4.0], [8.0]]
        """
        return self._scatter("scatter_sub", sparse_delta, name)

    def scatter_add(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Add rows to the value. Mirrors `tf.Variable.scatter_add`.

        Other rows stay as they are.

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
        """Raise rows of the value to the larger of themselves and of rows, element by element. Mirrors `tf.Variable.scatter_max`.

        The other rows stay as they are; rows for one place take part one after the other.

        Arguments:
            sparse_delta: a `tf.IndexedSlices`: the rows, of the dtype of the variable, and their places along the first axis.
            use_locking: has no effect.
            name: a name for the operation in graphs.

        Returns:
            The variable.

        Raises:
            TypeError: it is no IndexedSlices.
            InvalidArgumentError: a place is out of range.

        Example:
            >>> v = tf.Variable([[4.0], [6.0], [8.0]])
            >>> v.scatter_max(tf.IndexedSlices(tf.constant([[7.0]]), tf.constant([1]))).numpy().tolist()
            [[4.0], [7.0], [8.0]]
        """
        return self._scatter("scatter_max", sparse_delta, name)

    def scatter_min(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Lower rows of the value to the smaller of themselves and of rows, element by element. Mirrors `tf.Variable.scatter_min`.

        The other rows stay as they are; rows for one place take part one after the other.

        Arguments:
            sparse_delta: a `tf.IndexedSlices`: the rows, of the dtype of the variable, and their places along the first axis.
            use_locking: has no effect.
            name: a name for the operation in graphs.

        Returns:
            The variable.

        Raises:
            TypeError: it is no IndexedSlices.
            InvalidArgumentError: a place is out of range.

        Example:
            >>> v = tf.Variable([[4.0], [6.0], [8.0]])
            >>> v.scatter_min(tf.IndexedSlices(tf.constant([[5.0]]), tf.constant([1]))).numpy().tolist()
            [[4.0], [5.0], [8.0]]
        """
        return self._scatter("scatter_min", sparse_delta, name)

    def scatter_mul(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Multiply rows of the value by rows. Mirrors `tf.Variable.scatter_mul`.

        The other rows stay as they are; rows for one place take part one after the other.

        Arguments:
            sparse_delta: a `tf.IndexedSlices`: the rows, of the dtype of the variable, and their places along the first axis.
            use_locking: has no effect.
            name: a name for the operation in graphs.

        Returns:
            The variable.

        Raises:
            TypeError: it is no IndexedSlices.
            InvalidArgumentError: a place is out of range.

        Example:
            >>> v = tf.Variable([[4.0], [6.0], [8.0]])
            >>> v.scatter_mul(tf.IndexedSlices(tf.constant([[2.0]]), tf.constant([1]))).numpy().tolist()
            [[4.0], [12.0], [8.0]]
        """
        return self._scatter("scatter_mul", sparse_delta, name)

    def scatter_div(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Divide rows of the value by rows. Mirrors `tf.Variable.scatter_div`.

        The other rows stay as they are; rows for one place take part one after the other.

        Arguments:
            sparse_delta: a `tf.IndexedSlices`: the rows, of the dtype of the variable, and their places along the first axis.
            use_locking: has no effect.
            name: a name for the operation in graphs.

        Returns:
            The variable.

        Raises:
            TypeError: it is no IndexedSlices.
            InvalidArgumentError: a place is out of range.

        Example:
            >>> v = tf.Variable([[4.0], [6.0], [8.0]])
            >>> v.scatter_div(tf.IndexedSlices(tf.constant([[2.0]]), tf.constant([1]))).numpy().tolist()
            [[4.0], [3.0], [8.0]]
        """
        return self._scatter("scatter_div", sparse_delta, name)

    def scatter_update(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Set rows of the value. Mirrors `tf.Variable.scatter_update`.

        Other rows stay as they are.

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
        """Set elements or rows within each entry of a batch. Mirrors `tf.Variable.batch_scatter_update`.

        Arguments:
            sparse_delta: a `tf.IndexedSlices`; its indices have the shape of the batch and one axis more, and count along the axis of
                the
                variable that follows those of the batch.
            use_locking: has no effect.
            name: a name for the operation in graphs.

        Returns:
            The variable.

        Raises:
            TypeError: it is no IndexedSlices.
            InvalidArgumentError: a place is out of range.

        Example:
            >>> v = tf.Variable([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
            >>> v.batch_scatter_update(tf.IndexedSlices(tf.constant([[10.0], [20.0]]), tf.constant([[0], [2]]))).numpy().tolist()
            [[10.0, 2.0, 3.0], [4.0, 5.0, 20.0]]
        """
        return self._scatter("batch_scatter_update", sparse_delta, name)

    def _scatter(self, what: str, delta: IndexedSlices, name: str | None) -> Any:
        if not isinstance(delta, IndexedSlices):
            raise TypeError(f"Argument `sparse_delta` must be a `tf.IndexedSlices`. Received arg: {delta}")
        values = converted(delta.values, self._dt)
        return self._written(getattr(variable_ops, what)(self, delta.indices, values, name), True)

    def scatter_nd_sub(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Subtract from elements or slices of the value. Mirrors `tf.Variable.scatter_nd_sub`.

        Arguments:
            indices: integers of shape [..., n]: each vector is a coordinate in the first n axes.
            updates: an element or slice for each, of the dtype of the variable; those for one place take part one after the other.
            name: a name for the operation in graphs.

        Returns:
            The variable.

        Raises:
            InvalidArgumentError: a coordinate is out of range, or shapes do not fit.

        Example:
            >>> v = tf.Variable([[4, 6], [8, 9]])
            >>> v.scatter_nd_sub([[0, 1], [1, 0]], [1, 2]).numpy().tolist()
            [[4, 5], [6, 9]]
        """
        return self._written(variable_ops.scatter_nd_sub(self, indices, converted(updates, self._dt), name), True)

    def scatter_nd_add(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Add to elements or slices of the value. Mirrors `tf.Variable.scatter_nd_add`.

        Indices that come twice add twice.

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
        return self._written(variable_ops.scatter_nd_add(self, indices, converted(updates, self._dt), name), True)

    def scatter_nd_update(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Set elements or slices of the value. Mirrors `tf.Variable.scatter_nd_update`.

        Of indices that come twice one value wins, without a rule which.

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
        return self._written(variable_ops.scatter_nd_update(self, indices, converted(updates, self._dt), name), True)

    def scatter_nd_max(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Raise elements or slices of the value to the larger of themselves and of `updates`. Mirrors `tf.Variable.scatter_nd_max`.

        Arguments:
            indices: integers of shape [..., n]: each vector is a coordinate in the first n axes.
            updates: an element or slice for each, of the dtype of the variable; those for one place take part one after the other.
            name: a name for the operation in graphs.

        Returns:
            The variable.

        Raises:
            InvalidArgumentError: a coordinate is out of range, or shapes do not fit.

        Example:
            >>> v = tf.Variable([[4, 6], [8, 9]])
            >>> v.scatter_nd_max([[0, 1], [1, 0]], [7, 5]).numpy().tolist()
            [[4, 7], [8, 9]]
        """
        return self._written(variable_ops.scatter_nd_max(self, indices, converted(updates, self._dt), name), True)

    def scatter_nd_min(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Lower elements or slices of the value to the smaller of themselves and of `updates`. Mirrors `tf.Variable.scatter_nd_min`.

        Arguments:
            indices: integers of shape [..., n]: each vector is a coordinate in the first n axes.
            updates: an element or slice for each, of the dtype of the variable; those for one place take part one after the other.
            name: a name for the operation in graphs.

        Returns:
            The variable.

        Raises:
            InvalidArgumentError: a coordinate is out of range, or shapes do not fit.

        Example:
            >>> v = tf.Variable([[4, 6], [8, 9]])
            >>> v.scatter_nd_min([[0, 1], [1, 0]], [7, 5]).numpy().tolist()
            [[4, 6], [5, 9]]
        """
        return self._written(variable_ops.scatter_nd_min(self, indices, converted(updates, self._dt), name), True)
