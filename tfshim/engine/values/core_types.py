"""`tf.__internal__.types.Tensor`: what tensors and variables have in common."""

from typing import Any

from tfshim._export import tf_export


@tf_export("__internal__.types.Tensor", v1=[])
class Tensor:
    """The base of dense tensors and variables, also of those that libraries define."""

    __slots__ = ()
    __module__ = "tensorflow.python.types.core"

    @property
    def shape(self) -> Any:
        """The shape of the tensor."""

    @property
    def dtype(self) -> Any:
        """The type of the elements."""
