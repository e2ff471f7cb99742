"""What optimizers are given as numbers - `beta_1`, `epsilon` and their like - as the numbers that torch's kernels take."""

from __future__ import annotations

from typing import Any

from tfshim.array_ops.casting import cast
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import dtype_mismatch
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.refusals import refused


def plain(value: Any, operation: str = "Mul") -> float:
    """`value` as a number, read where a step begins: a variable may have changed since the last one.

    Arguments:
        value: a number, or an array, a tensor or a variable without axes.
        operation: what Keras computes first with it, which names what is of another dtype; "Cast" takes every dtype.

    Raises:
        NotImplementedError: a value with axes. Else what TensorFlow raises of values that are no numbers.
    """
    if type(value) is float or type(value) is int:
        return value
    if operation == "AddV2" and not hasattr(value, "dtype"):
        tensor = convert_to_tensor(value, dtypes.float32)
    else:
        tensor = convert_to_tensor(value, dtype_hint=dtypes.float32)
    if tensor.shape.rank:
        raise refused("tf.keras.optimizers.Optimizer", "numbers", shape=tensor.shape)
    if tensor.dtype is dtypes.string and operation != "AddV2":
        cast(tensor, dtypes.float32)  # which says that strings are no numbers
    if operation != "Cast" and hasattr(value, "dtype") and tensor.dtype != dtypes.float32 and not hasattr(value, "__array_interface__"):
        raise dtype_mismatch(operation, 1, dtypes.float32, tensor.dtype)
    return tensor.numpy().item()


def number_of(value: Any, dtype: Any) -> Any:
    """A hyperparameter in the dtype of a variable, by the node that Keras has for it in graphs; whole where variables are of integers."""
    if TS.graph is not None and isinstance(value, (int, float)) and (dtype.is_floating or dtype.is_complex):
        with name_scope("Cast"):
            return TS.graph._constant(convert_to_tensor(value, dtype), "x")
    return cast(value, dtype)
