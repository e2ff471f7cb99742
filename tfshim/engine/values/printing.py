"""The text of tensors: NumPy's layout inside TensorFlow's frame, whichever NumPy is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import torch

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType

    EagerTensor: TypeAlias = Any  # of values.tensor, above this module


def torch_to_numpy(t: torch.Tensor, dtype: DType) -> np.ndarray:
    """The NumPy view (or copy, where the memory cannot be shared) of the torch tensor `t` of DType `dtype`."""
    if t.requires_grad:
        t = t.detach()
    if t.device.type != "cpu":
        t = t.cpu()
    if t.is_conj() or t.is_neg():
        t = t.resolve_conj().resolve_neg()
    if dtype._numpy is None:  # NumPy lacks the type: ml_dtypes has it, through the bits
        if dtype._kind == "f":
            bits = torch.uint16 if t.dtype.itemsize == 2 else torch.uint8
            return t.contiguous().view(bits).numpy().view(dtype.as_numpy_dtype)
        return t.numpy().astype(dtype.as_numpy_dtype)
    return t.numpy()  # quantized types as the integers that hold them


def _printable(x: EagerTensor) -> np.ndarray:
    """The array to print; without ml_dtypes a bfloat16 is printed from float32."""
    try:
        value = x._numpy()
        if type(value) is bytes:  # NumPy's own type for bytes would drop zero bytes at the end
            box = np.empty((), dtype=object)
            box[()] = value
            return box
        return np.asarray(value)
    except NotImplementedError:
        return x._t.detach().float().cpu().numpy()


def _scalar_text(value: np.ndarray) -> str:
    value = value[()]
    if isinstance(value, np.generic):
        return str(value) if not isinstance(value, (np.bytes_, np.str_)) else repr(value.item())
    return repr(value)


def _array_repr(array: np.ndarray) -> str:
    """The repr of an array with the plain name of its dtype, which newer versions of ml_dtypes wrap: `dtype=dtype(bfloat16)`."""
    text, dtype = repr(array), array.dtype
    if not text.endswith(shown := f"dtype={dtype!r})"):
        return text
    text, named = text[: -len(shown)].rstrip(), f"dtype={dtype.name})"
    # Where NumPy begins a new line for it.
    fits = len(text) - text.rfind("\n") + len(named) <= np.get_printoptions()["linewidth"]
    return f"{text} {named}" if fits else f"{text}\n{' ' * len('array(')}{named}"


def numpy_text(x: EagerTensor, is_repr: bool = False) -> str:
    """What follows `numpy=` in a repr, or is printed inside `tf.Tensor(...)`."""
    if x.dtype._kind == "o":
        content = x._t[()] if isinstance(x._t, np.ndarray) else None
        text = getattr(content, "_text_of_variant", "<unprintable>")
    else:
        array = _printable(x)
        if array.ndim == 0:
            text = _scalar_text(array)
        else:
            text = _array_repr(array) if is_repr else str(array)
    return "\n" + text if "\n" in text else text


def tensor_repr(x: EagerTensor) -> str:
    """`<tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>`"""
    return f"<tf.Tensor: shape={x._shape_tuple()}, dtype={x.dtype.name}, {value_text(x)}>"


def value_text(x: EagerTensor) -> str:
    """`numpy=array([1., 2.], dtype=float32)`, or `value=<unprintable>` where there is no such array."""
    text = numpy_text(x, is_repr=True)
    return f"value={text}" if x.dtype._kind == "o" else f"numpy={text}"


def tensor_str(x: EagerTensor) -> str:
    """`tf.Tensor([1. 2.], shape=(2,), dtype=float32)`"""
    return f"tf.Tensor({numpy_text(x)}, shape={x._shape_tuple()}, dtype={x.dtype.name})"
