"""What `tensorflow.compiler.tf2xla.python.xla` has that libraries call inside compiled functions and no public function does."""

from __future__ import annotations

import collections
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import tfshim as tf
from tfshim._export import tf_private
from tfshim.distribute.current import get_replica_context
from tfshim.refusals import refused, refusing

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor

XlaKeyValueSort = collections.namedtuple("XlaKeyValueSort", ["sorted_keys", "sorted_values"])


@tf_private("tensorflow.compiler.tf2xla.python.xla.replica_id")
def replica_id(name: str | None = None) -> Tensor:
    """The number of the replica that runs this, a scalar int32; 0 without replicas."""
    context = get_replica_context()
    return tf.identity(tf.cast(0 if context is None else context.replica_id_in_sync_group, tf.int32), name=name)


@tf_private("tensorflow.compiler.tf2xla.python.xla.variadic_reduce")
def variadic_reduce(
    inputs: Sequence[TensorLike],
    init_values: Sequence[TensorLike],
    dimensions_to_reduce: Sequence[int],
    reducer: Callable[..., Any],
    name: Any = None,
) -> list[Any]:
    """Each of `inputs`, tensors of one static shape, without the dimensions `dimensions_to_reduce`.

    `reducer(*first, *second)` gives the scalars that stand for two elements, for all inputs at once, and is associative;
    `init_values`, a scalar for each input, change nothing.
    """
    inputs = [tf.convert_to_tensor(x) for x in inputs]
    shape = inputs[0].shape
    if not shape.is_fully_defined():
        raise refused("tensorflow.compiler.tf2xla.python.xla.variadic_reduce", "shape")
    axes = [axis % shape.rank for axis in dimensions_to_reduce]
    kept = [axis for axis in range(shape.rank) if axis not in axes]
    sizes = shape.as_list()
    rest, count = [sizes[axis] for axis in kept], int(np.prod([sizes[axis] for axis in axes]))
    with tf.name_scope(name or "XlaVariadicReduce"):
        rows = [tf.reshape(tf.transpose(x, axes + kept), [count, -1]) for x in inputs]
        starts = [tf.fill([1, int(np.prod(rest))], tf.cast(v, x.dtype)) for x, v in zip(inputs, init_values)]
        rows = [tf.concat([start, row], 0) for start, row in zip(starts, rows)]

        def both(elements):
            first, second = elements
            made = reducer(*first, *second)
            return tuple(made) if isinstance(made, (list, tuple)) else (made,)

        while (length := int(rows[0].shape[0])) > 1:  # neighbours become one, until one is left
            half = length // 2
            first, second = (tuple(tf.reshape(r[at : 2 * half : 2], [-1]) for r in rows) for at in (0, 1))
            made = tf.vectorized_map(both, (first, second))
            rows = [tf.concat([tf.reshape(m, [half, -1]), r[2 * half :]], 0) for m, r in zip(made, rows)]
        return [tf.reshape(r, rest) for r in rows]


@tf_private("tensorflow.compiler.tf2xla.python.xla.reduce")
def reduce(  # noqa: A001 - the name there
    input: TensorLike,  # noqa: A002
    init_value: TensorLike,
    dimensions_to_reduce: Sequence[int],
    reducer: Callable[..., Any],
    name: str | None = None,
) -> Tensor:
    """As `variadic_reduce`, of one tensor."""
    return variadic_reduce([input], [init_value], dimensions_to_reduce, reducer, name)[0]


@tf_private("tensorflow.compiler.tf2xla.python.xla.sort")
def sort(input: TensorLike, name: str | None = None) -> Tensor:  # noqa: A002
    """`input` with its elements in ascending order along the last dimension."""
    return tf.sort(input, name=name)


@tf_private("tensorflow.compiler.tf2xla.python.xla.key_value_sort")
def key_value_sort(keys: TensorLike, values: TensorLike, name: str | None = None) -> XlaKeyValueSort:
    """`keys`, a vector, in ascending order, and `values` in the same order."""
    keys, order = tf.convert_to_tensor(keys), tf.argsort(keys, stable=True, name=name)
    return XlaKeyValueSort(tf.gather(keys, order), tf.gather(values, order))


# A module is a program of StableHLO, for which there is no compiler here.
call_module = refusing("tensorflow.compiler.tf2xla.python.xla.call_module", "args, **attributes")
tf_private("tensorflow.compiler.tf2xla.python.xla.call_module")(call_module)


@tf_private("tensorflow.compiler.tf2xla.python.xla.call_module_maximum_supported_version")
def call_module_maximum_supported_version() -> int:
    """The newest version of the form in which `call_module` would take programs."""
    return 9
