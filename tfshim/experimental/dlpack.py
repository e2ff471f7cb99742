"""`tf.experimental.dlpack`: tensors handed to and from other libraries without a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from tfshim._listing import listing
from tfshim.engine.runtime import errors
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, wrap

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike

__all__ = ["from_dlpack", "to_dlpack"]
__dir__ = listing(globals())


def to_dlpack(tf_tensor: TensorLike) -> Any:
    """Hand a tensor to another library without a copy. Mirrors `tf.experimental.dlpack.to_dlpack`.

    CuPy, JAX, PyTorch and others make an array of the capsule that shares the tensor's memory, on the CPU or a GPU. Tensors are not to be
    changed, so that the other side should not write into it.

    Arguments:
        tf_tensor: an eager tensor of numbers, or what converts to one, of any shape.

    Returns:
        a DLPack capsule, which can be used once.

    Raises:
        ValueError: it is no eager tensor of numbers: a string tensor, or one of a graph.

    Example:
        >>> capsule = tf.experimental.dlpack.to_dlpack(tf.constant([1.0, 2.0]))
        >>> type(capsule).__name__
        'PyCapsule'
        >>> tf.experimental.dlpack.from_dlpack(capsule).numpy()
        array([1., 2.], dtype=float32)
    """
    made = convert_to_tensor(tf_tensor)
    if not isinstance(made, EagerTensor) or not isinstance(made._t, torch.Tensor):
        raise ValueError(f"to_dlpack takes an eager tensor of numbers, got {tf_tensor!r}")
    return torch.utils.dlpack.to_dlpack(made._t.detach())


def from_dlpack(dlcapsule: Any) -> EagerTensor:
    """A tensor made of what another library hands over, without a copy. Mirrors `tf.experimental.dlpack.from_dlpack`.

    The tensor shares the memory of the other library's array: what is written into that one later shows in the tensor, also in results that
    are computed afterwards.

    Arguments:
        dlcapsule: a DLPack capsule that was not used yet, such as `torch.utils.dlpack.to_dlpack(t)` or `array.__dlpack__()` gives.

    Returns:
        an eager tensor of its shape and dtype, on its device.

    Raises:
        TypeError: it is no capsule.
        tf.errors.InvalidArgumentError: it was used already.

    Example:
        >>> array = np.array([[1.0, 2.0]], np.float32)
        >>> tf.experimental.dlpack.from_dlpack(array.__dlpack__())
        <tf.Tensor: shape=(1, 2), dtype=float32, numpy=array([[1., 2.]], dtype=float32)>
    """
    if type(dlcapsule).__name__ != "PyCapsule":
        raise TypeError(
            f"tf.experimental.dlpack.from_dlpack takes a DLPack capsule, got {dlcapsule!r}: give what its `__dlpack__()` returns."
        )
    try:
        return wrap(torch.utils.dlpack.from_dlpack(dlcapsule))
    except RuntimeError as error:
        raise errors.InvalidArgumentError(None, None, f"The DLPack capsule cannot be used: {error}") from None
