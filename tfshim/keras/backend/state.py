"""The values of variables, read and set, and the reset of all of Keras' state; in TF 1 graphs they are those in Keras' session."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.engine.values.convert import is_tensor
from tfshim.engine.values.tensor import EagerTensor
from tfshim.keras import _naming
from tfshim.keras.backend import settings
from tfshim.keras.v1 import session
from tfshim.keras.v1.mode import building, outermost

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


@tf_export("keras.backend.clear_session")
def clear_session() -> None:
    """Reset the numbers of layer names and the learning phase; in TF 1 programs the default graph and session too."""
    _naming.reset()
    settings.forget_learning_phase()
    session.forget_graph()
    if outermost() is not None:
        session.clear()


@tf_export("keras.backend.get_value")
def get_value(x: TensorLike) -> Any:
    """The NumPy value of a tensor or variable; other values come back as they are."""
    if building() is not None and is_tensor(x) and type(x) is not EagerTensor:
        return session.value_of(x)
    return x.numpy() if is_tensor(x) else x


@tf_export("keras.backend.batch_get_value")
def batch_get_value(tensors: TensorLike) -> list[Any]:
    """The NumPy values of a list of variables."""
    if building() is not None:
        return session.values_of(tensors)
    return [x.numpy() for x in tensors]


@tf_export("keras.backend.set_value")
def set_value(x: TensorLike, value: TensorLike) -> None:
    """Set the variable `x` to `value`; in a TF 1 graph in Keras' session."""
    if building() is not None:
        batch_set_value([(x, value)])
        return
    x.assign(np.asarray(value, dtype=x.dtype.as_numpy_dtype))


@tf_export("keras.backend.batch_set_value")
def batch_set_value(tuples: Iterable[tuple[Any, TensorLike]]) -> None:
    """Set each variable of the pairs (variable, value)."""
    if building() is not None:
        session.set_values(tuples)
        return
    for x, value in tuples:
        set_value(x, value)
