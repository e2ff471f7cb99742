"""Values that stay in a session between its runs, and the handles by which later runs take them."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from tfshim._export import tf_private
from tfshim.engine.runtime import errors
from tfshim.engine.values.dtypes import DType
from tfshim.engine.values.tensor import wrap

_DEVICE = "/job:localhost/replica:0/task:0/device:CPU:0"
FETCHED = "GetSessionHandle"  # the type of the operations whose outputs are fetched as handles


def own(storage: Any) -> Any:
    """A copy: programs may compute in the memory of what they are given."""
    return storage.clone() if isinstance(storage, torch.Tensor) else storage.copy()


class _Held:
    """The storages that a session holds, by handle."""

    def __init__(self) -> None:
        self.storages: dict[str, Any] = {}
        self._count = 0

    def add(self, storage: Any) -> str:
        """The handle of `storage`, a new one."""
        handle = f"{FETCHED};{self._count};{_DEVICE}"
        self._count += 1
        self.storages[handle] = own(storage)
        return handle


def held_by(session: Any) -> _Held:
    """What the session holds."""
    return session.store("handles", _Held)


def storage_of(session: Any, handle: str) -> Any:
    """The storage of a handle. Raises InvalidArgumentError where the session has it not, or no longer."""
    found = held_by(session).storages.get(handle)
    if found is None:
        raise errors.InvalidArgumentError(None, None, f"The tensor with handle '{handle}' is not in the session store.")
    return found


@tf_private("tensorflow.python.ops.session_ops.TensorHandle")
class TensorHandle:
    """What a fetch of `tf.compat.v1.get_session_handle` gives: a value of `dtype` that `session` holds under the text `handle`.

    It can be fed in the value's place. The value goes with the object, unless `get_raw_handle` was asked for.
    """

    __module__ = "tensorflow.python.ops.session_ops"

    def __init__(self, handle: Any, dtype: DType, session: Any) -> None:
        self._handle = handle.decode() if isinstance(handle, bytes) else str(handle)
        self._dtype, self._session, self._owned = dtype, session, True

    def __del__(self):
        if self._owned and not self._session._closed:
            held_by(self._session).storages.pop(self._handle, None)

    def __str__(self) -> str:
        return self._handle

    handle = property(lambda self: self._handle, doc="The text that stands for the value.")

    def storage(self, dtype: DType) -> Any:
        """The value to be fed for a tensor of `dtype`. Raises InvalidArgumentError for another one."""
        if dtype != self._dtype:
            raise errors.InvalidArgumentError(None, None, f"Expects arg[0] to be {dtype.name} but {self._dtype.name} is provided")
        return own(storage_of(self._session, self._handle))

    def _value(self):
        if not self._owned:
            raise TypeError(f"Persistent tensor {self._handle} may have already been deleted.")
        return storage_of(self._session, self._handle)

    def eval(self) -> np.ndarray:
        """The value as an array. Raises TypeError once it is deleted."""
        return np.asarray(wrap(self._value(), self._dtype).numpy())

    def delete(self) -> None:
        """Let the session forget the value. Raises TypeError where it has."""
        self._value()
        self._owned = False
        del held_by(self._session).storages[self._handle]

    def get_raw_handle(self) -> str:
        """The text, for a value that stays until it is deleted by `tf.compat.v1.delete_session_tensor`."""
        self._owned = False
        return self._handle

    def to_numpy_array(self) -> Any:
        """Raises NotImplementedError, as in TensorFlow: feed the handle, or use `eval`."""
        raise NotImplementedError("TensorHandles cannot be converted to arrays: use eval().")
