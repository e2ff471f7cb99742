"""`tf.experimental.dlpack`: tensors handed to and from other libraries without a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from tfshim._listing import listing
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, wrap

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike

__all__ = ["from_dlpack", "to_dlpack"]
__dir__ = listing(globals())


def to_dlpack(tf_tensor: TensorLike) -> Any:
    """A DLPack capsule that shares the memory of the eager tensor `tf_tensor`. Mirrors `tf.experimental.dlpack.to_dlpack`.

    Raises ValueError for what is no eager tensor of numbers.
    """
    made = convert_to_tensor(tf_tensor)
    if not isinstance(made, EagerTensor) or not isinstance(made._t, torch.Tensor):
        raise ValueError(f"to_dlpack takes an eager tensor of numbers, got {tf_tensor!r}")
    return torch.utils.dlpack.to_dlpack(made._t.detach())


def from_dlpack(dlcapsule: Any) -> EagerTensor:
    """The eager tensor that shares the memory of a DLPack capsule. Mirrors `tf.experimental.dlpack.from_dlpack`."""
    return wrap(torch.utils.dlpack.from_dlpack(dlcapsule))
