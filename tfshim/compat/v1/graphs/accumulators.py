"""Accumulators of TensorFlow 1: gradients of several threads, averaged or added up."""

from __future__ import annotations

import collections
import copy
import functools
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.compat.v1.graphs.accumulated_sums import Sum, check_rows, checked_count
from tfshim.engine.graphs.executor import as_object
from tfshim.engine.graphs.graph import current_graph, last_operation
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.graphs.sessions.runs import running_session
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.annotations import IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.engine.values.tensor import Tensor

_Taken = collections.namedtuple(  # type: ignore[name-match]  # shown under its name in TensorFlow
    "SparseAccumulatorTakeGradient", ["indices", "values", "shape"], module="tensorflow.python.ops.gen_data_flow_ops"
)


def _store(accumulator):
    session = running_session()
    if session is None:
        raise RuntimeError(f"The accumulator {accumulator.name} belongs to a graph: run its operations in a session.")
    shared_on = None if accumulator._key is accumulator else accumulator._accumulator_ref.device or ""
    return session._store(accumulator._key, Sum, shared_on)


_operation = functools.partial(op, stateful=True, grad=None, register=False)


@_operation("ResourceAccumulatorApplyGradient", gradient="any", local_step="int", shape_fn=lambda *_: ())
def _apply(accumulator, local_step, gradient, name=None):
    if not accumulator._shape.is_compatible_with(tuple(gradient.shape)):
        raise invalid(f"Shape mismatch: expected {accumulator._shape}, got {list(gradient.shape)}")
    _store(accumulator).add_dense(gradient, local_step)
    return ()


@_operation("ResourceAccumulatorTakeGradient", count="int", shape_fn=lambda accumulator, _: (accumulator._dtype, accumulator._shape))
def _take(accumulator, count, name=None):
    store = _store(accumulator)
    return store.taken(checked_count(count), lambda: store.total / store.count if accumulator._mean else store.total)


@_operation("SparseAccumulatorApplyGradient", indices="any", values="any", shape="any", local_step="int", shape_fn=lambda *_: ())
def _apply_rows(accumulator, local_step, indices, values, shape, known, name=None):
    check_rows(accumulator._shape, indices, shape.tolist() if known else None)
    _store(accumulator).add_rows(indices, values, local_step)
    return ()


@_operation(
    "SparseAccumulatorTakeGradient",
    count="int",
    shape_fn=lambda accumulator, _: [(dtypes.int64, None), (accumulator._dtype, None), (dtypes.int64, None)],
)
def _take_rows(accumulator, count, name=None):
    store = _store(accumulator)
    return store.taken(checked_count(count), lambda: store.taken_rows(accumulator._mean, accumulator._shape, accumulator._dtype))


@_operation("AccumulatorNumAccumulated", shape_fn=lambda *_: (dtypes.int32, ()))
def _count(accumulator, name=None):
    return torch.tensor(_store(accumulator).count, dtype=torch.int32)


@_operation("ResourceAccumulatorSetGlobalStep", step="int", shape_fn=lambda *_: ())
def _set_step(accumulator, step, name=None):
    store = _store(accumulator)
    with store.changed:
        store.step = step
    return ()


def _of(accumulator):
    """The accumulator that gathers: one that was made from another's `accumulator_ref` is that one."""
    return accumulator if isinstance(accumulator, _Accumulator) else accumulator._accumulator_ref.op.arguments[0]


@tf_export(v1=["ConditionalAccumulatorBase"])
class ConditionalAccumulatorBase:
    """What both accumulators of gradients can do. Mirrors `tf.compat.v1.ConditionalAccumulatorBase`.

    An accumulator adds up the gradients of several workers until there are enough, and leaves out stale ones: those whose `local_step` is
    before the step of the accumulator. `tf.compat.v1.ConditionalAccumulator` takes dense gradients,
    `tf.compat.v1.SparseConditionalAccumulator` those of some rows. Each session has its own sums.

    Arguments:
        dtype: the dtype of the gradients.
        shape: their shape, as far as it is known.
        accumulator_ref: the tensor of the accumulator.

    Raises:
        RuntimeError: eager execution is on.

    Example:
        >>> with tf.Graph().as_default():
        ...     gathered = tf.compat.v1.ConditionalAccumulator(tf.float32, shape=[2], name="gradients")
        ...     print(isinstance(gathered, tf.compat.v1.ConditionalAccumulatorBase), gathered.dtype, gathered.name)
        True <dtype: 'float32'> gradients
    """

    __module__ = "tensorflow.python.ops.data_flow_ops"

    def __init__(self, dtype: DTypeLike, shape: ShapeLike, accumulator_ref: Tensor) -> None:
        self._dtype, self._shape, self._accumulator_ref = dtypes.as_dtype(dtype), TensorShape(shape), accumulator_ref

    accumulator_ref = property(lambda self: self._accumulator_ref, doc="The symbolic tensor that stands for the accumulator.")
    name = property(lambda self: self._accumulator_ref.op.name, doc="The name of the accumulator in its graph.")
    dtype = property(lambda self: self._dtype, doc="The dtype of the gradients.")

    def num_accumulated(self, name: str | None = None) -> Tensor:
        """How many gradients have been added up since the last were taken. Mirrors `tf.compat.v1.ConditionalAccumulator.num_accumulated`.

        Stale gradients, which were left out, do not count. `take_grad` waits until this number is what it requires, and sets it to zero.

        Arguments:
            name: a name for the operation in graphs; by default that of the function.

        Returns:
            An int32 scalar tensor.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     gathered = tf.compat.v1.ConditionalAccumulator(tf.float32, shape=[2])
            ...     add, count = gathered.apply_grad([1.0, 2.0]), gathered.num_accumulated()
            ...     print(sess.run(count))
            ...     for _ in range(3):
            ...         sess.run(add)
            ...     print(sess.run(count))
            0
            3
        """
        return _count(_of(self), name=name or f"{self.name}_NumAccumulated")

    def set_global_step(self, new_global_step: IntLike, name: str | None = None) -> Operation:
        """An operation that tells the accumulator the step. Mirrors `tf.compat.v1.ConditionalAccumulator.set_global_step`.

        Gradients that were computed from older weights, with a `local_step` before it, are left out from then on. `take_grad` raises the
        step by one itself; after a checkpoint was restored it has to be told.

        Arguments:
            new_global_step: the step, an int64 scalar. One that is before the present step is told by a message, and then holds.
            name: a name for the operation in graphs; by default that of the function.

        Returns:
            The operation, which a session runs.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     gathered = tf.compat.v1.ConditionalAccumulator(tf.float32, shape=[])
            ...     sess.run(gathered.set_global_step(5))
            ...     sess.run(gathered.apply_grad(1.0, local_step=4))
            ...     sess.run(gathered.apply_grad(1.0, local_step=5))
            ...     print(sess.run(gathered.num_accumulated()))
            1
        """
        _set_step(_of(self), new_global_step, name=name)
        return last_operation()


class _Accumulator(ConditionalAccumulatorBase):
    """An accumulator that a graph gets."""

    def __init__(
        self, dtype: DTypeLike, shape: ShapeLike, shared_name: str | None, name: str | None, reduction_type: str, kind: str
    ) -> None:
        if reduction_type not in ("MEAN", "SUM"):
            raise ValueError(f"Attr 'reduction_type' of '{kind}' Op passed string '{reduction_type}' not in: \"MEAN\", \"SUM\".")
        if TS.graph is None:
            raise RuntimeError(f"{type(self).__name__} is not supported when eager execution is enabled.")
        self._mean = reduction_type == "MEAN"
        # Accumulators with one shared name are one accumulator.
        self._key = self if shared_name is None else ("accumulator", shared_name)
        node = InnerOp(kind, as_object, stateful=True, names=("accumulator",), grad=None)
        made = current_graph()._add(node, [self], abstract.leaf(dtypes.resource, TensorShape(shape)), name).outputs[0]
        super().__init__(dtype, shape, made)

    @property
    def graph_handle(self) -> Any:
        """The symbolic tensor that stands for the accumulator in its graph."""
        return self._accumulator_ref

    def _as_plain(self) -> list[Any]:
        """All that makes the accumulator anew."""
        return [self._dtype, self._shape, self._mean, None if self._key is self else self._key[1]]

    @classmethod
    def _from_plain(cls, plain: Any) -> _Accumulator:
        """The accumulator that `_as_plain` describes, which belongs to no node yet."""
        dtype, shape, mean, shared = plain
        made: Any = cls.__new__(cls)
        ConditionalAccumulatorBase.__init__(made, dtype, shape, None)  # the node comes later
        made._mean, made._key = mean, made if shared is None else ("accumulator", shared)
        return made

    def _for_node(self, handle: Tensor) -> None:
        """Belong to the node that gives `handle`."""
        self._accumulator_ref = handle

    def _shared_as(self, name: str) -> _Accumulator:
        """The same accumulator under a name by which tasks share it, without a node; its own if it has one."""
        made: Any = copy.copy(self)
        made._accumulator_ref, made._key = None, ("accumulator", name) if self._key is self else self._key
        return made


@tf_export(v1=["ConditionalAccumulator"])
class ConditionalAccumulator(_Accumulator):
    """Adds up dense gradients until there are enough. Mirrors `tf.compat.v1.ConditionalAccumulator`.

    Workers add theirs by `apply_grad`, and what updates the weights takes the mean by `take_grad`, which waits for as many as it requires.
    `tf.compat.v1.train.SyncReplicasOptimizer` is made of it.

    Arguments:
        dtype: the dtype of the gradients.
        shape: their shape; None (the default) for any.
        shared_name: accumulators of one session with the same name are one; None (the default) for the name of the node.
        name: the name of the node, "conditional_accumulator" by default.
        reduction_type: "MEAN" (the default) or "SUM".

    Raises:
        RuntimeError: eager execution is on.
        InvalidArgumentError: there is no such reduction.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     gathered = tf.compat.v1.ConditionalAccumulator(tf.float32, shape=[2])
        ...     x = tf.compat.v1.placeholder(tf.float32, [2])
        ...     add, mean = gathered.apply_grad(x), gathered.take_grad(2)
        ...     sess.run(add, {x: [1.0, 2.0]})
        ...     sess.run(add, {x: [3.0, 4.0]})
        ...     print(sess.run(mean))
        [2. 3.]
    """

    __module__ = "tensorflow.python.ops.data_flow_ops"

    def __init__(
        self,
        dtype: DTypeLike,
        shape: ShapeLike | None = None,
        shared_name: str | None = None,
        name: str = "conditional_accumulator",
        reduction_type: str = "MEAN",
    ) -> None:
        super().__init__(dtype, shape, shared_name, name, reduction_type, "ResourceConditionalAccumulator")

    def apply_grad(self, grad: TensorLike, local_step: IntLike = 0, name: str | None = None) -> Operation:
        """An operation that adds a gradient. Mirrors `tf.compat.v1.ConditionalAccumulator.apply_grad`.

        A stale one, whose `local_step` is before the step of the accumulator, is left out without an error.

        Arguments:
            grad: a tensor of the accumulator's dtype and shape.
            local_step: the step whose weights it was computed from, an int64 scalar; 0 by default.
            name: a name for the operation in graphs; by default that of the function.

        Returns:
            The operation, which a session runs.

        Raises:
            ValueError: the static shape is another one.
            InvalidArgumentError: the shape turns out to be another one, when it runs.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     gathered = tf.compat.v1.ConditionalAccumulator(tf.float32, shape=[2], reduction_type="SUM")
            ...     add = gathered.apply_grad([1.0, 2.0], local_step=0)
            ...     for _ in range(3):
            ...         sess.run(add)
            ...     print(sess.run(gathered.take_grad(1)))
            [3. 6.]
        """
        grad = convert_to_tensor(grad, self._dtype)
        grad.shape.assert_is_compatible_with(self._shape)
        _apply(self, local_step, grad, name=name)
        return last_operation()

    def take_grad(self, num_required: IntLike, name: str | None = None) -> Tensor:
        """The mean of the gradients, as soon as there are enough. Mirrors `tf.compat.v1.ConditionalAccumulator.take_grad`.

        A run waits until there are as many. Then the sum is set to zero and the step of the accumulator is raised by one, so that gradients
        of earlier weights are left out from then on. With the reduction "SUM" it is the sum.

        Arguments:
            num_required: how many gradients there have to be, an int32 scalar. Where there are more, all of them are in the mean.
            name: a name for the operation in graphs; by default that of the function.

        Returns:
            A tensor of the accumulator's dtype and shape.

        Raises:
            InvalidArgumentError: `num_required` is not positive, when it runs.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     gathered = tf.compat.v1.ConditionalAccumulator(tf.float32, shape=[])
            ...     x = tf.compat.v1.placeholder(tf.float32, [])
            ...     add = gathered.apply_grad(x)
            ...     for value in (1.0, 2.0, 6.0):
            ...         sess.run(add, {x: value})
            ...     print(sess.run(gathered.take_grad(1)), sess.run(gathered.num_accumulated()))
            3.0 0
        """
        return _take(self, num_required, name=name)


@tf_export(v1=["SparseConditionalAccumulator", "sparse.SparseConditionalAccumulator"])
class SparseConditionalAccumulator(_Accumulator):
    """Adds up gradients of some rows until there are enough. Mirrors `tf.compat.v1.SparseConditionalAccumulator`.

    Gradients of embeddings are of this kind. The mean of a row is over those gradients that have it. `apply_indexed_slices_grad` and
    `take_indexed_slices_grad` do with `tf.IndexedSlices` what the other methods do with their parts.

    Arguments:
        dtype: the dtype of the gradients.
        shape: the shape of the whole variable; None (the default) for any.
        shared_name: accumulators of one session with the same name are one; None (the default) for the name of the node.
        name: the name of the node, "sparse_conditional_accumulator" by default.
        reduction_type: "MEAN" (the default) or "SUM".

    Raises:
        RuntimeError: eager execution is on.
        InvalidArgumentError: there is no such reduction.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     gathered = tf.compat.v1.SparseConditionalAccumulator(tf.float32, shape=[5, 1])
        ...     sess.run(gathered.apply_grad([1, 3], [[2.0], [4.0]]))
        ...     sess.run(gathered.apply_grad([3], [[8.0]]))
        ...     taken = sess.run(gathered.take_grad(2))
        ...     print(taken.indices.tolist(), taken.values.tolist())
        [1, 3] [[2.0], [6.0]]
    """

    __module__ = "tensorflow.python.ops.data_flow_ops"

    def __init__(
        self,
        dtype: DTypeLike,
        shape: ShapeLike | None = None,
        shared_name: str | None = None,
        name: str = "sparse_conditional_accumulator",
        reduction_type: str = "MEAN",
    ) -> None:
        super().__init__(dtype, shape, shared_name, name, reduction_type, "SparseConditionalAccumulator")

    def apply_grad(
        self,
        grad_indices: TensorLike,
        grad_values: TensorLike,
        grad_shape: SizesLike | None = None,
        local_step: IntLike = 0,
        name: str | None = None,
    ) -> Operation:
        """An operation that adds a gradient of some rows. Mirrors `tf.compat.v1.SparseConditionalAccumulator.apply_grad`.

        A stale one, whose `local_step` is before the step of the accumulator, is left out without an error.

        Arguments:
            grad_indices: a vector of the numbers of the rows, int64.
            grad_values: a tensor [rows, ...] of the accumulator's dtype.
            grad_shape: the shape of the whole variable; None (the default) for one that is not looked at.
            local_step: the step whose weights it was computed from, an int64 scalar; 0 by default.
            name: a name for the operation in graphs; by default that of the function.

        Returns:
            The operation, which a session runs.

        Raises:
            InvalidArgumentError: shapes do not fit each other or the accumulator, when it runs.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     gathered = tf.compat.v1.SparseConditionalAccumulator(tf.float32, shape=[5, 2])
            ...     sess.run(gathered.apply_grad([4], [[1.0, 2.0]], grad_shape=[5, 2]))
            ...     print(sess.run(gathered.num_accumulated()))
            1
        """
        _apply_rows(
            self,
            local_step,
            cast(grad_indices, dtypes.int64),
            convert_to_tensor(grad_values, self._dtype),
            cast([] if grad_shape is None else grad_shape, dtypes.int64),
            grad_shape is not None,
            name=name,
        )
        return last_operation()

    def apply_indexed_slices_grad(self, grad: IndexedSlices, local_step: IntLike = 0, name: str | None = None) -> Operation:
        """An operation that adds a gradient given as IndexedSlices. Mirrors
        `tf.compat.v1.SparseConditionalAccumulator.apply_indexed_slices_grad`.

        It is `apply_grad` with the parts of these, which is what `tf.gradients` gives for a variable that rows were gathered from.

        Arguments:
            grad: a `tf.IndexedSlices` of the accumulator's dtype.
            local_step: the step whose weights it was computed from, an int64 scalar; 0 by default. Stale ones are left out.
            name: a name for the operation in graphs; by default that of the function.

        Returns:
            The operation, which a session runs.

        Raises:
            InvalidArgumentError: shapes do not fit the accumulator, when it runs.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     gathered = tf.compat.v1.SparseConditionalAccumulator(tf.float32, shape=[5, 1])
            ...     rows = tf.IndexedSlices(values=tf.constant([[2.0]]), indices=tf.constant([3], tf.int64))
            ...     sess.run(gathered.apply_indexed_slices_grad(rows))
            ...     print(sess.run(gathered.take_indexed_slices_grad(1)).indices.tolist())
            [3]
        """
        return self.apply_grad(grad.indices, grad.values, grad.dense_shape, local_step, name)

    def take_grad(self, num_required: IntLike, name: str | None = None) -> _Taken:
        """The mean of the gradients of each row, as soon as there are enough. Mirrors
        `tf.compat.v1.SparseConditionalAccumulator.take_grad`.

        A run waits until there are as many. Then the sums are set to zero and the step of the accumulator is raised by one. With the
        reduction "SUM" it gives sums.

        Arguments:
            num_required: how many gradients there have to be, an int32 scalar. Where there are more, all of them are in the means.
            name: a name for the operation in graphs; by default that of the function.

        Returns:
            A named tuple of `indices`, the rows that some gradient had, `values`, and `shape`, that of the whole
            variable.

        Raises:
            InvalidArgumentError: `num_required` is not positive, when it runs.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     gathered = tf.compat.v1.SparseConditionalAccumulator(tf.float32, shape=[5, 1])
            ...     sess.run(gathered.apply_grad([0, 3], [[1.0], [4.0]]))
            ...     sess.run(gathered.apply_grad([3], [[8.0]]))
            ...     taken = sess.run(gathered.take_grad(1))
            ...     print(taken.indices.tolist(), taken.values.tolist())
            [0, 3] [[1.0], [6.0]]
        """
        return _Taken(*_take_rows(self, num_required, name=name))

    def take_indexed_slices_grad(self, num_required: IntLike, name: str | None = None) -> IndexedSlices:
        """The mean of the gradients of each row as IndexedSlices. Mirrors
        `tf.compat.v1.SparseConditionalAccumulator.take_indexed_slices_grad`.

        It is what `take_grad` gives, in the form that `tf.compat.v1.train.Optimizer.apply_gradients` takes. A run waits until there are as
        many gradients as required.

        Arguments:
            num_required: how many gradients there have to be, an int32 scalar.
            name: a name for the operation in graphs; by default that of the function.

        Returns:
            A `tf.IndexedSlices` with the rows that some gradient had.

        Raises:
            InvalidArgumentError: `num_required` is not positive, when it runs.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     gathered = tf.compat.v1.SparseConditionalAccumulator(tf.float32, shape=[5, 1])
            ...     sess.run(gathered.apply_grad([3], [[4.0]]))
            ...     taken = sess.run(gathered.take_indexed_slices_grad(1))
            ...     print(taken.indices.tolist(), taken.values.tolist())
            [3] [[4.0]]
        """
        taken = self.take_grad(num_required, name)
        return IndexedSlices(taken.values, taken.indices, taken.shape)
