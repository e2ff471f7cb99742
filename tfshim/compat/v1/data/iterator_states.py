"""The places of a graph's iterators, as `tf.compat.v1.train.Saver` saves them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1.data.iterators import Iterator, begun, position_of
from tfshim.data.options import ExternalStatePolicy
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import errors
from tfshim.engine.variables.saveables import SaveableObject, SaveSpec
from tfshim.refusals import refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfshim.engine.graphs.operation import Operation


def _cursor(iterator, ids, values, failing, then):
    position = begun(iterator, ids, values)
    if position.items is None:
        raise errors.FailedPreconditionError(
            None,
            None,
            f"{failing}() failed because the iterator has not been initialized. Ensure that you have run the initializer operation for "
            f"this iterator before {then}.",
        )
    return position.items._cursor


def _state(iterator, ids, values, policy):
    found = _cursor(iterator, ids, values, "Save", "saving it").state(policy=policy)
    return [torch.from_numpy(np.frombuffer(found, np.uint8).copy())]


def _restored(iterator, ids, values, state):
    cursor = _cursor(iterator, ids, values, "Restore", "restoring it")
    session, position = position_of(iterator)
    with session._holding(position.variables):
        cursor.restore(state.numpy().tobytes())
    return []


_SERIALIZE = InnerOp("SerializeIterator", _state, stateful=True, names=("iterator", "ids", "values", "external_state_policy"), grad=None)
_DESERIALIZE = InnerOp("DeserializeIterator", _restored, stateful=True, names=("iterator", "ids", "values", "serialized"), grad=None)


class _IteratorSaveable(SaveableObject):
    """The place of an iterator of a graph."""

    def __init__(self, iterator: Iterator, policy: str) -> None:
        graph, resource = iterator._graph, iterator._iterator_resource
        self._iterator = iterator
        with graph.as_default():
            node = graph._add(_SERIALIZE, [*iterator._arguments(graph), policy], [abstract.leaf(tf.uint8, [None])], "SerializeIterator")
        super().__init__(resource, [SaveSpec(node.outputs[0], "", f"{resource.name}_STATE")], resource.name)

    def restore(self, restored_tensors: Sequence[Any], restored_shapes: Any) -> Operation:
        """The operation that takes the iterator to the place which was saved."""
        graph = self._iterator._graph
        graph._add(_DESERIALIZE, [*self._iterator._arguments(graph), restored_tensors[0]], [], "DeserializeIterator")
        return graph._operations[-1]


def _policy(given):
    """The name of a policy, which is "FAIL" by default. Raises ValueError for what is none."""
    if given is None:
        return "FAIL"
    if isinstance(given, ExternalStatePolicy):
        return given.name
    if given in ("warn", "ignore", "fail"):
        return given.upper()
    raise ValueError(f"Invalid `ExternalStatePolicy.` Supported values include 'warn', 'ignore', and 'fail.' Received {given}.")


@tf_export("data.experimental.make_saveable_from_iterator")
def make_saveable_from_iterator(iterator: Iterator, external_state_policy: Any = None) -> SaveableObject:
    """What saves the place of a graph's iterator. Mirrors `tf.data.experimental.make_saveable_from_iterator`.

    A `tf.compat.v1.train.Saver` takes it among its variables, or finds it in the collection SAVEABLE_OBJECTS: a training that is started
    again goes on with the next element. The program makes the same graph again and initializes the iterator before it restores. In
    TensorFlow 2 it is `tf.train.Checkpoint(iterator=iterator)`.

    Arguments:
        iterator: a `tf.compat.v1.data.Iterator` of a dataset.
        external_state_policy: what happens where functions of the dataset draw random numbers or call Python, whose state is not saved:
            "fail" (the default) raises an error, "warn" and "ignore" save without it; or a `tf.data.experimental.ExternalStatePolicy`.

    Returns:
        An object for a Saver.

    Raises:
        ValueError: another policy.
        FailedPreconditionError: by the policy, or where the iterator is not initialized, when a Saver saves.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     iterator = tf.compat.v1.data.make_initializable_iterator(tf.compat.v1.data.Dataset.range(9))
        ...     element = iterator.get_next()
        ...     saver = tf.compat.v1.train.Saver([tf.data.experimental.make_saveable_from_iterator(iterator)])
        ...     sess.run(iterator.initializer)
        ...     print(int(sess.run(element)), int(sess.run(element)))
        ...     path = saver.save(sess, "./place", write_meta_graph=False)
        ...     sess.run(iterator.initializer)
        ...     saver.restore(sess, path)
        ...     print(int(sess.run(element)))
        0 1
        2
    """
    policy = _policy(external_state_policy)
    if not isinstance(iterator, Iterator):
        raise refused("tf.data.experimental.make_saveable_from_iterator", "eager")
    return _IteratorSaveable(iterator, policy)
