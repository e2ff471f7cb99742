"""`tf.compat.v1.user_ops`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.array_ops.creation import constant
from tfshim.compat.v1._fallback import exported

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import Tensor

__all__, __getattr__, __dir__ = exported(globals())


@tf_export(v1=["user_ops.my_fact"])
def my_fact(name: str | None = None) -> Tensor:
    """The fact that TensorFlow's example of an own operation gives."""
    return constant("0! == 1", name=name or "Fact")
