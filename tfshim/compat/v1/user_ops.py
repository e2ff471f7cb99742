"""`tf.compat.v1.user_ops`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._listing import listing
from tfshim.array_ops.creation import constant

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import Tensor

__all__ = ["my_fact"]
__dir__ = listing(globals())


def my_fact(name: str | None = None) -> Tensor:
    """The fact that TensorFlow's example of an own operation gives."""
    return constant("0! == 1", name=name or "Fact")
