"""Values that stay in a session: operations that keep them, take them by their handles, and let them go."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tfshim._export import tf_export
from tfshim.compat.v1.graphs.placeholders import placeholder
from tfshim.engine.graphs import session_arguments
from tfshim.engine.graphs.graph import current_graph
from tfshim.engine.graphs.operation import InnerOp, Operation
from tfshim.engine.graphs.session_arguments import TensorHandle
from tfshim.engine.graphs.session_runs import running_session
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
    return np.array(session_arguments.held_by(running_session()).add(value).encode(), dtype=object)


def _take(handle, dtype):
    return session_arguments.own(session_arguments.storage_of(running_session(), _text(handle)))


def _forget(handle):
    session = running_session()
    session_arguments.storage_of(session, _text(handle))
    del session_arguments.held_by(session).storages[_text(handle)]
    return []


_KEEP = InnerOp(session_arguments.FETCHED, _keep, stateful=True, grad=None)
_TAKE = InnerOp("GetSessionTensor", _take, stateful=True, names=("handle", "dtype"), grad=None)
_FORGET = InnerOp("DeleteSessionTensor", _forget, stateful=True, names=("handle",), grad=None)


@tf_export(v1=["get_session_handle"])
def get_session_handle(data: Tensor, name: str | None = None) -> Tensor:
    """A string tensor; fetching it keeps the value of `data` in the session and gives a `TensorHandle`, to be fed in later runs.

    Mirrors `tf.compat.v1.get_session_handle`; raises TypeError unless `data` is a tensor of a graph.
    """
    if not isinstance(data, SymbolicTensor):
        raise TypeError("`data` must be of type Tensor.")
    return data.graph._add(_KEEP, [data], abstract.leaf(dtypes.string, []), name or session_arguments.FETCHED).outputs[0]


def _place_of(handle):
    """A placeholder for handles like the text `handle`, beside the value. Raises ValueError for what is no handle."""
    found = DeviceSpec.from_string(str(handle).rpartition(";")[2])
    with device(found.to_string()):
        return placeholder(dtypes.string)


@tf_export(v1=["get_session_tensor"])
def get_session_tensor(handle: str | TensorHandle, dtype: DTypeLike, name: str | None = None) -> tuple[Tensor, Tensor]:
    """(placeholder, tensor of `dtype`): the value of the handle that is fed for the placeholder, a text such as `handle`.

    A run raises InvalidArgumentError where the session has no such value. Mirrors `tf.compat.v1.get_session_tensor`; raises
    ValueError for a text that is no handle.
    """
    fed = _place_of(handle)
    dtype = dtypes.as_dtype(dtype)
    return fed, current_graph()._add(_TAKE, [fed, dtype], abstract.leaf(dtype, None), name or "GetSessionTensor").outputs[0]


@tf_export(v1=["delete_session_tensor"])
def delete_session_tensor(handle: str | TensorHandle, name: str | None = None) -> tuple[Tensor, Operation]:
    """(placeholder, operation that lets the session forget the value of the handle that is fed).

    Mirrors `tf.compat.v1.delete_session_tensor`; raises ValueError for a text that is no handle.
    """
    fed = _place_of(handle)
    current_graph()._add(_FORGET, [fed], [], name or "DeleteSessionTensor")
    return fed, current_graph()._operations[-1]
