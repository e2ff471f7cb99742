"""Values that stay in a session: operations that keep them, take them by their handles, and let them go."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tfshim._export import tf_export
from tfshim.compat.v1.graphs.placeholders import placeholder
from tfshim.engine.graphs.graph import current_graph
from tfshim.engine.graphs.operation import InnerOp, Operation
from tfshim.engine.graphs.sessions import arguments
from tfshim.engine.graphs.sessions.arguments import TensorHandle
from tfshim.engine.graphs.sessions.runs import running_session
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.context import device
from tfshim.engine.runtime.device_names import DeviceSpec
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


def _text(handle):
    return handle.item().decode()


def _keep(value):
    return np.array(arguments.held_by(running_session()).add(value).encode(), dtype=object)


def _take(handle, dtype):
    return arguments.own(arguments.storage_of(running_session(), _text(handle)))


def _forget(handle):
    session = running_session()
    arguments.storage_of(session, _text(handle))
    del arguments.held_by(session).storages[_text(handle)]
    return []


_KEEP = InnerOp(arguments.FETCHED, _keep, stateful=True, grad=None)
_TAKE = InnerOp("GetSessionTensor", _take, stateful=True, names=("handle", "dtype"), grad=None)
_FORGET = InnerOp("DeleteSessionTensor", _forget, stateful=True, names=("handle",), grad=None)


@tf_export(v1=["get_session_handle"])
def get_session_handle(data: Tensor, name: str | None = None) -> Tensor:
    """Keeps the value of a tensor in the session, and gives a handle to it. Mirrors `tf.compat.v1.get_session_handle`.

    The value need not come to Python between two runs. Fetching the result gives a handle, which is fed to what
    `tf.compat.v1.get_session_tensor` makes. The value is let go with the handle.

    Arguments:
        data: a tensor of a graph.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A scalar tensor of strings, whose value is a `TensorHandle`.

    Raises:
        TypeError: it is no tensor of a graph.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     handle = sess.run(tf.compat.v1.get_session_handle(tf.constant([1.0, 2.0])))
        ...     place, value = tf.compat.v1.get_session_tensor(handle.handle, tf.float32)
        ...     print(sess.run(value * 10.0, {place: handle.handle}))
        [10. 20.]
    """
    if not isinstance(data, SymbolicTensor):
        raise TypeError("`data` must be of type Tensor.")
    return data.graph._add(_KEEP, [data], abstract.leaf(dtypes.string, []), name or arguments.FETCHED).outputs[0]


def _place_of(handle):
    """A placeholder for handles like the text `handle`, beside the value. Raises ValueError for what is no handle."""
    found = DeviceSpec.from_string(str(handle).rpartition(";")[2])
    with device(found.to_string()):
        return placeholder(dtypes.string)


@tf_export(v1=["get_session_tensor"])
def get_session_tensor(handle: str | TensorHandle, dtype: DTypeLike, name: str | None = None) -> tuple[Tensor, Tensor]:
    """The tensor of a value that a session keeps. Mirrors `tf.compat.v1.get_session_tensor`.

    The graph is built once, with a placeholder: each run is fed the text of the handle whose value it is to use.

    Arguments:
        handle: the text of a handle, as `handle.handle` of what `tf.compat.v1.get_session_handle` gives. It says which device the value is
            on.
        dtype: the dtype of the value.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A pair of the placeholder, a scalar of strings, and the tensor.

    Raises:
        ValueError: it is no text of a handle.
        InvalidArgumentError: the session keeps no such value, when it runs.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     x = tf.compat.v1.placeholder(tf.float32, [])
        ...     keep = tf.compat.v1.get_session_handle(x * 2.0)
        ...     first, second = sess.run(keep, {x: 1.0}), sess.run(keep, {x: 5.0})
        ...     place, value = tf.compat.v1.get_session_tensor(first.handle, tf.float32)
        ...     print([float(sess.run(value, {place: kept.handle})) for kept in (first, second)])
        [2.0, 10.0]
    """
    fed = _place_of(handle)
    dtype = dtypes.as_dtype(dtype)
    return fed, current_graph()._add(_TAKE, [fed, dtype], abstract.leaf(dtype, None), name or "GetSessionTensor").outputs[0]


@tf_export(v1=["delete_session_tensor"])
def delete_session_tensor(handle: str | TensorHandle, name: str | None = None) -> tuple[Tensor, Operation]:
    """An operation that lets a session forget a value that it keeps. Mirrors `tf.compat.v1.delete_session_tensor`.

    It frees the memory before the handle itself is gone. The graph is built once, with a placeholder: each run is fed the text of the
    handle.

    Arguments:
        handle: the text of a handle, as `handle.handle` of what `tf.compat.v1.get_session_handle` gives.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A pair of the placeholder, a scalar of strings, and the operation.

    Raises:
        ValueError: it is no text of a handle.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     handle = sess.run(tf.compat.v1.get_session_handle(tf.constant(1.0)))
        ...     place, forget = tf.compat.v1.delete_session_tensor(handle.handle)
        ...     print(sess.run(forget, {place: handle.handle}))
        None
    """
    fed = _place_of(handle)
    current_graph()._add(_FORGET, [fed], [], name or "DeleteSessionTensor")
    return fed, current_graph()._operations[-1]
