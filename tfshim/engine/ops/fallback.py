"""What to do when a kernel fails: another dtype, another device, or an error in TensorFlow's words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
import torch

from tfshim.engine.ops import op_defs
from tfshim.engine.ops.texts import eager as eager_texts
from tfshim.engine.ops.type_errors import label
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.devices import PROCESSOR, current_torch_device, moved
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values import dtypes, memory
from tfshim.engine.values.dtypes import FROM_TORCH
from tfshim.engine.values.memory import shortage
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import wrap

if TYPE_CHECKING:
    from tfshim.engine.ops.op import Op

_WIDER = {
    torch.uint16: torch.int32,
    torch.uint32: torch.int64,
    # torch has no wider integer; sums, differences and products have the same bits, signed or not
    torch.uint64: torch.int64,
    torch.float16: torch.float32,
    torch.bfloat16: torch.float32,
    torch.float8_e5m2: torch.float32,
    torch.float8_e4m3fn: torch.float32,
    torch.int8: torch.int32,
    torch.int16: torch.int32,
    torch.uint8: torch.int32,
    torch.bool: torch.uint8,
}


def _tensors(arguments: Any) -> Iterator[torch.Tensor]:
    for a in arguments:
        if isinstance(a, torch.Tensor):
            yield a
        elif isinstance(a, list):
            yield from (x for x in a if isinstance(x, torch.Tensor))


def _storages(arguments: Any) -> Iterator[Any]:
    for a in arguments:
        yield from (x for x in (a if isinstance(a, list) else [a]) if isinstance(x, (torch.Tensor, np.ndarray)))


def _mapped(arguments: Any, function: Callable[..., Any], kinds: Any = torch.Tensor) -> Any:
    def mapped(a: Any) -> Any:
        if isinstance(a, kinds):
            return function(a)
        return [mapped(x) for x in a] if isinstance(a, list) else a

    return [mapped(a) for a in arguments]


def as_tensors(arguments: Any) -> Any:
    """The arguments of a kernel with eager tensors for their storages."""

    def made(a: Any) -> Any:
        return wrap(a, dtypes.string if type(a) is np.ndarray else FROM_TORCH[a.dtype])

    return _mapped(arguments, made, (torch.Tensor, np.ndarray))


def _back(result: Any, wide: torch.dtype, narrow: torch.dtype, like: Any) -> Any:
    """`result`, computed in the type `wide`, in the types of `like`; without it, `narrow` wherever it is `wide`."""
    if isinstance(result, torch.Tensor):
        kind = like.dtype if isinstance(like, torch.Tensor) else like or (narrow if result.dtype == wide else result.dtype)
        return result.to(kind)
    if isinstance(result, (tuple, list)):
        likes = like if isinstance(like, (tuple, list)) and len(like) == len(result) else [None] * len(result)
        items = [_back(r, wide, narrow, k) for r, k in zip(result, likes)]
        return type(result)(*items) if hasattr(result, "_fields") else type(result)(items)
    return result


def _shape_fallback(o: Op, arguments: Any, invoke: Callable[..., Any]) -> Any:
    """The result as shapes and types alone, which distinguishes the positions that a kernel gives from its values."""
    try:
        with torch.no_grad():
            return invoke(o, _mapped(arguments, lambda t: t.to("meta")))
    except Exception:  # what depends on values has no shape_fallback
        return None


def _declared(o: Op) -> Any:
    """The torch dtypes of the results that have the same one whatever the arguments; None for the others."""
    definition = op_defs.find(o.type)
    if definition is None:
        return None
    kinds = [r.dtype.torch if r.dtype is not None else None for r in definition.outputs]
    return kinds if len(kinds) > 1 else kinds[0] if kinds else None


def described(text: str, storages: Sequence[torch.Tensor]) -> str:
    """torch's message for incompatible operands, with their shapes."""
    shapes = [dims_text(t.shape) for t in storages]
    if len(shapes) == 2 and any(sign in text for sign in _UNLIKE):
        return f"Incompatible shapes: {shapes[0]} vs. {shapes[1]}"
    if text.startswith("mat1 and mat2 shapes cannot be multiplied") and len(shapes) > 1:
        return f"Matrix size-incompatible: In[0]: {shapes[0]}, In[1]: {shapes[1]}"
    dtypes = ", ".join(str(t.dtype).removeprefix("torch.") for t in storages)
    return f"{text} (inputs: shapes {', '.join(shapes)}; dtypes {dtypes})"


_UNLIKE = ("must match the size", "not broadcastable", "shape mismatch", "doesn't match the broadcast")


def _again(o: Op, arguments: Any, values: Any, name: str | None, invoke: Callable[..., Any]) -> Any:
    """The kernel's result for other arguments, of which a further one may be wrong."""
    try:
        return invoke(o, arguments)
    except errors.OpError:
        raise
    except (RuntimeError, IndexError, ValueError, TypeError, MemoryError) as e:
        failure = e
    return after_failure(o, arguments, values, name, failure, invoke)


def after_failure(o: Op, arguments: Any, values: Any, name: str | None, failure: BaseException, invoke: Callable[..., Any]) -> Any:
    """Try again on one device or in a wider dtype; raise the error TensorFlow would raise where that fails too."""
    if shortage(failure):
        no_memory(o, arguments, name, failure)
    text = str(failure)  # torch raises plain RuntimeErrors: only the text says what has failed
    device = next((t.device for t in _tensors(arguments) if not t.is_cpu), None)
    if device is not None:
        if any(t.device != device for t in _tensors(arguments)):
            return _again(o, moved(arguments, device), values, name, invoke)
        if "type tensor to numpy" in text or "Could not run" in text:
            return moved(_again(o, moved(arguments, PROCESSOR), values, name, invoke), device)
    if isinstance(failure, NotImplementedError) and "not implemented for" not in text and "Could not run" not in text:
        raise failure  # the kernel's own, not torch's
    if "not implemented for" in text or "not supported" in text or "unsupported" in text.lower():
        kinds = [t.dtype for t in _tensors(arguments) if t.dtype in _WIDER]
        # A condition beside the values is rarely what torch has no kernel for.
        narrow = next((k for k in kinds if k is not torch.bool or "'Bool'" in text), kinds[0] if kinds else None)
        if narrow is not None:
            wide = _WIDER[narrow]
            widened = _mapped(arguments, lambda t: t.to(wide) if t.dtype == narrow else t)
            # A kernel may give positions or counts beside values: only what has the narrow type as a rule is narrowed again.
            like = _shape_fallback(o, arguments, invoke)
            return _back(_again(o, widened, values, name, invoke), wide, narrow, _declared(o) if like is None else like)
        if device is not None:
            return moved(_again(o, moved(arguments, PROCESSOR), values, name, invoke), device)
    of_scalar = "only one element tensors can be converted" in text  # of a number that has axes
    if isinstance(failure, (TypeError, ValueError)) and not isinstance(failure, RuntimeError) and not of_scalar:
        raise failure
    message = described(text, list(_tensors(arguments)))
    raise invalid(eager_texts.prefix(o, arguments) + message + label(o, name)) from failure


def no_memory(o: Op, arguments: Any, name: str | None, failure: BaseException) -> NoReturn:
    """Raise the error for an operation whose allocation failed."""
    storages = list(_storages(arguments))
    device = next((t.device for t in storages if isinstance(t, torch.Tensor)), None) or current_torch_device() or torch.device("cpu")
    made, message = memory.translated(failure, o, as_tensors(arguments), storages, device.type)
    raise made(None, None, eager_texts.prefix(o, arguments) + message + label(o, name)) from None


higher.install(after_failure=after_failure)
