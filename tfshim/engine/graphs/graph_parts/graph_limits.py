"""What may no longer be done with a graph: adding to it, feeding and fetching."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.tensor import Tensor


class Limits:
    """The methods of a graph that forbid something, and tell what is forbidden."""

    if TYPE_CHECKING:  # what the graph has
        _finalized: bool
        _not_fed: list[Any]
        _not_fetched: list[Any]

    def _check_not_finalized(self) -> None:
        if self._finalized:
            raise RuntimeError("Graph is finalized and cannot be modified.")

    def finalize(self) -> None:
        """Let nothing more be added to the graph. Mirrors `tf.Graph.finalize`.

        Returns:
            None. The property `finalized` is True from now on, and whatever would add an operation raises RuntimeError. There is no way
            back.

        It finds the mistake of programs of TensorFlow 1 that call functions of `tf` in a loop, each time adding operations, so that
        every step is slower than the one before: finalize the graph before the loop. `tf.compat.v1.train.MonitoredTrainingSession` does
        that itself. Sessions run a finalized graph as any other.

        Example:
            >>> graph = tf.Graph()
            >>> graph.finalize()
            >>> with graph.as_default():
            ...     tf.constant(1.0)
            Traceback (most recent call last):
                ...
            RuntimeError: Graph is finalized and cannot be modified.
        """
        self._finalized = True

    finalized = property(lambda self: self._finalized, doc="Whether operations can still be added.")

    def is_feedable(self, tensor: Tensor) -> bool:
        """Tell whether a session may be given a value for a tensor. Mirrors `tf.Graph.is_feedable`.

        Arguments:
            tensor: a `tf.Tensor` of the graph.

        Returns:
            True, unless `prevent_feeding` was called for it.

        In a graph of TensorFlow 1 any tensor may be fed, not just placeholders: `session.run(y, {x: 3.0})` takes 3.0 in the place of
        what would be computed for `x`. `session.run` raises ValueError for a tensor of which this is False.


        Example:
            >>> graph = tf.Graph()
            >>> with graph.as_default():
            ...     x = tf.constant(1.0)
            >>> graph.is_feedable(x)
            True
            >>> graph.prevent_feeding(x)
            >>> graph.is_feedable(x)
            False
        """
        return not any(t is tensor for t in self._not_fed)

    def is_fetchable(self, tensor_or_op: Any) -> bool:
        """Tell whether a session may be asked for a tensor or operation. Mirrors `tf.Graph.is_fetchable`.

        Arguments:
            tensor_or_op: a `tf.Tensor` or `tf.Operation` of the graph.

        Returns:
            True, unless `prevent_fetching` was called for the operation.

        `session.run` raises ValueError for what cannot be fetched. In TensorFlow those are tensors within branches and loops of the old
        kind, which have no one value.


        Example:
            >>> graph = tf.Graph()
            >>> with graph.as_default():
            ...     x = tf.constant(1.0)
            >>> graph.is_fetchable(x)
            True
            >>> graph.prevent_fetching(x.op)
            >>> graph.is_fetchable(x), graph.is_fetchable(x.op)
            (False, False)
        """
        operation = getattr(tensor_or_op, "op", tensor_or_op)
        return not any(o is operation for o in self._not_fetched)

    def prevent_feeding(self, tensor: Tensor) -> None:
        """Let no session be given a value for a tensor. Mirrors `tf.Graph.prevent_feeding`.

        Arguments:
            tensor: a `tf.Tensor` of the graph.

        Returns:
            None. There is no way back.

        `session.run` with a value for it raises ValueError from now on, and `is_feedable(tensor)` is False. It is for code that builds
        graphs for others: a tensor that has to be what was computed, such as a count of steps or a check, cannot be replaced by
        accident. Any other tensor of a graph of TensorFlow 1 may be fed.

        Example:
            >>> graph = tf.Graph()
            >>> with graph.as_default():
            ...     x = tf.constant(1.0)
            >>> graph.prevent_feeding(x)
            >>> graph.is_feedable(x)
            False
        """
        self._not_fed.append(tensor)

    def prevent_fetching(self, op: Operation) -> None:
        """Let no session be asked for an operation. Mirrors `tf.Graph.prevent_fetching`.

        Arguments:
            op: a `tf.Operation` of the graph.

        Returns:
            None. There is no way back.

        `session.run` raises ValueError for the operation and for the tensors that it computes from now on, and `is_fetchable` is False
        of them. Operations that take them as inputs may be fetched as before. It is for code that builds graphs for others and whose
        intermediate results have no meaning outside.

        Example:
            >>> graph = tf.Graph()
            >>> with graph.as_default():
            ...     x = tf.constant(1.0)
            ...     y = x + 1.0
            >>> graph.prevent_fetching(x.op)
            >>> with tf.compat.v1.Session(graph=graph) as session:
            ...     print(session.run(y))
            2.0
        """
        self._not_fetched.append(op)
