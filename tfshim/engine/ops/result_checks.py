"""What is done with every operation's result on request: looked over for NaN and infinity, or its device logged."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from tfshim.engine.ops import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import enter_special, leave_special
from tfshim.engine.values import dtypes
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.ops.op import Op
    from tfshim.engine.values.dtypes import DType


class _Request:
    limits = None  # (lines of the call stack, characters of a file's name) while results are looked over
    logging = False


def complaint(t: torch.Tensor) -> str:
    """ "NaN", "Inf", "Inf and NaN" or "" for the values of a torch tensor."""
    if not bool(torch.isfinite(t).all()):
        nan, inf = bool(torch.isnan(t).any()), bool(torch.isinf(t).any())
        return "Inf and NaN" if nan and inf else "NaN" if nan else "Inf"
    return ""


def enable(stack_height_limit: int, path_length_limit: int) -> None:
    """Have every result looked over; failures show so many lines of the stack, with file names so long."""
    _change(limits=(stack_height_limit, path_length_limit))


def disable() -> None:
    """Stop looking over results."""
    _change(limits=None)


def log_placement(enabled: bool) -> None:
    """Write the device of every operation that runs to standard error, or stop doing so."""
    _change(logging=enabled)


def _change(**changes: Any) -> None:
    before = _active()
    for name, value in changes.items():
        setattr(_Request, name, value)
    after = _active()
    if after and not before:
        op.set_inspector(inspect_result)
        enter_special()
    elif before and not after:
        op.set_inspector(None)
        leave_special()


def _active() -> bool:
    return _Request.limits is not None or _Request.logging


# Their results are meant to be as they are: unfilled memory, and the check itself.
_EXEMPT = frozenset(["CheckNumerics", "CheckNumericsV2", "Empty", "Identity", "IdentityN", "StopGradient", "Const"])


@op.op("CheckNumericsV2", tensor="T", T=dtypes.FLOATS | dtypes.COMPLEX, stateful=True, register=False)
def _check_in_graph(tensor: torch.Tensor, report: Callable[..., Any], name: str | None = None) -> Any:
    if not tensor.is_meta and complaint(tensor.detach()):
        raise invalid(report(tensor.detach()))
    return torch.ops.aten.alias(tensor)


def inspect_result(o: Op, result: Any) -> Any:
    """The result of the operation `o`, looked at as requested; in a graph a node that looks at it follows."""
    if o.type in _EXEMPT:
        return result
    items = result if isinstance(result, (tuple, list)) else [result]
    tensors = [r for r in items if isinstance(r, Tensor)]
    if not tensors or not all(type(r) is EagerTensor for r in tensors):
        return _inspect_symbolic(o, result)
    for place, item in enumerate(tensors):
        t = item._t
        if _Request.logging:
            print(f"Executing op {o.type} in device {item.device}", file=sys.stderr)
        if _Request.limits is None or not isinstance(t, torch.Tensor) or item._dt._kind not in "fc":
            continue
        if complaint(t.detach()):
            raise invalid(_report(o.type, "eagerly-executed", place, len(tensors), item._dt, t.detach()))
    return result


def _inspect_symbolic(o: Op, result: Any) -> Any:
    if _Request.limits is None:
        return result
    if isinstance(result, (tuple, list)):
        items = [_inspect_symbolic(o, r) for r in result]
        return type(result)(*items) if hasattr(result, "_fields") else type(result)(items)
    if not isinstance(result, Tensor) or type(result) is EagerTensor or result.dtype._kind not in "fc":
        return result
    dtype = result.dtype
    return _check_in_graph(result, lambda t: _report(o.type, "graph", 0, 1, dtype, t))


def _report(op_type: str, where: str, place: int, count: int, dtype: DType, t: torch.Tensor) -> str:
    height, length = _Request.limits or (30, 50)
    infinite = torch.isinf(t)
    negative = infinite & (torch.real(t) < 0)
    lines = [
        f'\n\n!!! Detected {_words(t)} in output {place} of {where} op "{op_type}" (# of outputs: {count}) !!!',
        f"  dtype: {dtype!r}",
        f"  shape: {tuple(t.shape)}",
        f"  # of -Inf elements: {int(negative.sum())}",
        f"  # of +Inf elements: {int((infinite & ~negative).sum())}",
        f"  # of +NaN elements: {int(torch.isnan(t).sum())}",
        "",
        "  Stack trace of op's execution (most recent call last):",
    ]
    frames = [f for f in traceback.extract_stack() if "tfshim" not in f.filename][-height:]
    for f in frames:
        path = f.filename if len(f.filename) <= length else "..." + f.filename[-length:]
        lines.append(f"    -> {path} line {f.lineno}: {f.name}")
    return "\n".join(lines)


def _words(t: torch.Tensor) -> str:
    nan, inf = bool(torch.isnan(t).any()), bool(torch.isinf(t).any())
    return " and ".join(["Infinity"] * inf + ["NaN"] * nan)
