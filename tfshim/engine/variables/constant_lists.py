"""Lists with tensors in them, which `tf.constant` does not take: the errors that say so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.variables.variable import Variable


def holds_tensor(value: Sequence[Any]) -> bool:
    """Whether nested lists hold a tensor or variable."""
    # Elements are many and their types few.
    for kind in set(map(type, value)):
        if (
            issubclass(kind, (Tensor, Variable))
            or issubclass(kind, (list, tuple))
            and any(holds_tensor(v) for v in value if type(v) is kind)
        ):
            return True
    return False


def not_constant(value: Any) -> ValueError:
    """The ValueError for nested lists with tensors in them, which TensorFlow takes for sequences once it has seen what comes first."""
    first = value
    while isinstance(first, (list, tuple)) and first:
        first = first[0]
    if isinstance(first, Variable):
        return ValueError(f"TypeError: object of type '{type(first).__name__}' has no len()\n")
    if isinstance(first, Tensor):
        return ValueError(
            "TypeError: Scalar tensor has no `len()`: tf.constant takes Python values only. Use tf.stack or "
            "tf.convert_to_tensor for lists with tensors in them."
        )
    if isinstance(value[0], (list, tuple)) and any(isinstance(v, Tensor) and v.shape.rank == 0 for v in value):
        return ValueError("Can't convert non-rectangular Python sequence to Tensor.")
    return ValueError("Can't convert Python sequence with mixed types to Tensor.")


def symbolic_in(value: Any) -> Tensor | None:
    """The first tensor of a graph in nested lists, or None."""
    if isinstance(value, (list, tuple)):
        return next((found for v in value if (found := symbolic_in(v)) is not None), None)
    return value if isinstance(value, Tensor) and not isinstance(value, EagerTensor) else None
