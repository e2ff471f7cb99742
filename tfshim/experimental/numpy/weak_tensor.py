"""Tensors whose dtype gives way to that of others, as those of Python's numbers do."""

# The annotations of fields are looked at when the class is made: they stay classes, not texts.

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfshim._export import tf_private
from tfshim.engine.runtime.errors import InvalidArgumentError, OperatorNotAllowedInGraphError
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import core_types
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.composite_tensor import CompositeGradient
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.extension_types.batching import BatchableExtensionType

_DTYPES = (dt.int32, dt.int64, dt.float32, dt.float64, dt.complex128)


class _Gradient(CompositeGradient):
    """The gradient of a weak tensor is weak."""

    def get_gradient_components(self, value):
        return value.tensor

    def replace_gradient_components(self, value, component_grads):
        return value._type_spec._from_components([component_grads])


@tf_private("tensorflow.python.framework.weak_tensor.WeakTensor")
class WeakTensor(BatchableExtensionType, core_types.Tensor):
    """A tensor whose dtype is weak: together with a tensor of the same kind of numbers it takes the other's dtype.

    `to_tensor()` gives the tensor itself, which whatever is no method here is asked of. `tf.constant(1)` is one after
    `tf.experimental.numpy.experimental_enable_numpy_behavior(dtype_conversion_mode="all")`.
    """

    __name__ = "tf.WeakTensor"
    __module__ = "tensorflow.python.framework.weak_tensor"
    _tfshim_weak = True
    __composite_gradient__ = _Gradient()

    tensor: Tensor

    def __validate__(self):
        if self.tensor.dtype not in _DTYPES:
            raise TypeError(f"{self.tensor.dtype} not allowed as a weak type. The allowed types are {_DTYPES}.")

    @classmethod
    def from_tensor(cls, tensor: Any) -> "WeakTensor":
        """`tensor` as a weak one."""
        if isinstance(tensor, EagerTensor):
            return EagerWeakTensor(tensor)
        if isinstance(tensor, Tensor):
            return GraphWeakTensor(tensor)
        raise InvalidArgumentError(
            None, None, f"WeakTensor can only be constructed from tf.Tensor or tf.WeakTensor, but {type(tensor)} was given."
        )

    def to_tensor(self) -> Tensor:
        """The tensor, which is not weak."""
        return self.tensor

    # How everything that takes what stands for a tensor gets at it.
    def _tfshim_value(self):
        return self.tensor

    def __tf_tensor__(self, dtype=None, name=None):
        return self.tensor.__tf_tensor__(dtype, name)

    def _as_graph_element(self):
        return self.tensor

    @property
    def dtype(self):
        """The DType."""
        return self.tensor.dtype

    @property
    def shape(self):
        """The static shape."""
        return self.tensor.shape

    @property
    def is_tensor_like(self):
        """Whether conversion to a tensor takes it as one."""
        return True

    def __getattr__(self, name):
        if name == "tensor":  # not set yet
            raise AttributeError(name)
        return getattr(self.tensor, name)

    def __repr__(self):
        return _marked(repr(self.tensor))

    def __str__(self):
        return _marked(str(self.tensor))

    def __iter__(self) -> Iterator["WeakTensor"]:
        if TS.graph is not None:
            raise OperatorNotAllowedInGraphError(
                "Iterating over a symbolic `tf.WeakTensor` is not allowed. You can attempt the following resolutions to the problem: run "
                "eagerly, decorate the function with @tf.function, or write the loop with `tf.range`."
            )
        return (WeakTensor.from_tensor(row) for row in self.tensor)

    def __hash__(self):
        return hash(self.tensor)

    def __len__(self):
        return len(self.tensor)

    def __bool__(self):
        return bool(self.tensor)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class EagerWeakTensor(WeakTensor):
    """A weak tensor that has a value."""

    __name__ = "tf.EagerWeakTensor"
    __module__ = "tensorflow.python.framework.weak_tensor"

    def numpy(self) -> Any:
        """The value as a NumPy array or scalar."""
        return self.tensor.numpy()

    def __complex__(self):
        return complex(self.tensor)

    def __int__(self):
        return int(self.tensor)

    def __float__(self):
        return float(self.tensor)

    def __index__(self):
        return self.tensor.__index__()

    def __format__(self, format_spec):
        return f"{format(self.tensor, format_spec)} weakly typed"

    def __array__(self, dtype=None, copy=None):
        return np.array(self.tensor.__array__(dtype))


class GraphWeakTensor(WeakTensor):
    """A weak tensor of a graph, and what a call of a traced function returns for one."""

    __name__ = "tf.GraphWeakTensor"
    __module__ = "tensorflow.python.framework.weak_tensor"


def _marked(text):
    """How a tensor is shown, with a note that it is weak."""
    last = text.rfind(text[-1])
    return f"{text[:last]}, weak=True{text[-1]}"
