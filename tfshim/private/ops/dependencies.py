"""Values that come after operations, as private modules of TensorFlow offer them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim.array_ops import identity
from tfshim.control_flow import control_dependencies
from tfshim.engine.runtime.context import executing_eagerly

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor


def with_dependencies(dependencies: Sequence[Any], output_tensor: AnyTensor, name: str | None = None) -> AnyTensor:
    """`output_tensor`, once the operations `dependencies` have run; itself where all of them have run already."""
    if executing_eagerly():
        return output_tensor
    with control_dependencies(dependencies):
        return identity(output_tensor, name=name or "control_dependency")
