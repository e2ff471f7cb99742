"""What is done with every operation's result on request: looked over for NaN and infinity, or its device logged."""

from __future__ import annotations

import linecache
import re
import sys
from typing import TYPE_CHECKING, Any

import torch

from tfshim.engine.ops import op, op_defs
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import enter_special, leave_special
from tfshim.engine.runtime.tracebacks import lines_of
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.ops.op import Op


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


# Their results are meant to be as they are: unfilled memory, the check itself, and what only puts elements of its inputs elsewhere or
# chooses among them.
_EXEMPT = frozenset(
    "CheckNumerics CheckNumericsV2 Empty Identity Const ConcatV2 ExpandDims Fill Maximum Minimum Reshape Slice Squeeze StridedSlice "
    "Transpose Unpack".split()
)


@op.op("CheckNumericsV2", tensor="T", T=dtypes.FLOATS, stateful=True, register=False)
def _checked(tensor: torch.Tensor, report: str, name: str | None = None) -> Any:
    if not tensor.is_meta:
        found = _kinds(tensor.detach())
        if found:
            raise invalid(f"{report} : Tensor had {found} values")
    return torch.ops.aten.alias(tensor)


def _kinds(t: torch.Tensor) -> str:
    """ "-Inf", "+Inf and NaN", "-Inf, +Inf, and NaN" or the like for the values of a torch tensor; "" where all are finite."""
    if bool(torch.isfinite(t).all()):
        return ""
    found = [name for name, count in _counts(t) if count]
    return found[0] if len(found) == 1 else " and ".join(found) if len(found) == 2 else f"{', '.join(found[:-1])}, and {found[-1]}"


def _counts(t: torch.Tensor) -> list[tuple[str, int]]:
    infinite = torch.isinf(t)
    negative = infinite & (t < 0)
    return [("-Inf", int(negative.sum())), ("+Inf", int((infinite & ~negative).sum())), ("NaN", int(torch.isnan(t).sum()))]


def inspect_result(o: Op, values: Any, result: Any) -> Any:
    """The result of the operation `o` for `values`, looked at as requested; in a graph a node that looks at it follows."""
    if o.type in _EXEMPT:
        return result
    items = result if isinstance(result, (tuple, list)) else [result]
    tensors = [r for r in items if isinstance(r, Tensor)]
    if not tensors or not all(type(r) is EagerTensor for r in tensors):
        return result if _Request.limits is None else _inspect_symbolic(o, values, result)
    for place, item in enumerate(tensors):
        t = item._t
        if _Request.logging:
            print(f"Executing op {o.type} in device {item.device}", file=sys.stderr)
        if _Request.limits is None or not isinstance(t, torch.Tensor) or not item._dt.mask & dtypes.FLOATS:
            continue
        t = t.detach()
        if not bool(torch.isfinite(t).all()):
            named = [f"  # of {'+' * (name == 'NaN')}{name} elements: {count}" for name, count in _counts(t) if count]
            lines = [*_heading(o, "eagerly-executing", place, len(tensors), item), *named, "", *_inputs(o, values), ""]
            _checked(item, "\n".join(lines) + "\n", name="")
    return result


def _inspect_symbolic(o: Op, values: Any, result: Any) -> Any:
    if isinstance(result, (tuple, list)):
        items = [_look_at(o, values, r, place, len(result)) for place, r in enumerate(result)]
        return type(result)(*items) if hasattr(result, "_fields") else type(result)(items)
    return _look_at(o, values, result, 0, 1)


def _look_at(o: Op, values: Any, result: Any, place: int, count: int) -> Any:
    if not isinstance(result, Tensor) or type(result) is EagerTensor or not result.dtype.mask & dtypes.FLOATS:
        return result
    traced = re.fullmatch(r"__inference_(.*)_\d+", result.graph.name)
    graph = f'  Graph name: "{traced[1] if traced else result.graph.name}"'
    lines = [*_heading(o, "graph", place, count, result), "", *_inputs(o, values), graph, "", *_stack(result.op), ""]
    checked: Any = _checked  # whose annotations are those of the kernel
    return checked(result, "\n".join(lines) + "\n")


def _heading(o: Op, where: str, place: int, count: int, result: Any) -> list[str]:
    return [
        f'\n\n!!! Detected Infinity or NaN in output {place} of {where} op "{o.type}" (# of outputs: {count}) !!!',
        f"  dtype: {result.dtype}",
        f"  shape: {result.shape}",
    ]


def _inputs(o: Op, values: Any) -> list[str]:
    """The lines about what the operation was given, in the order of TensorFlow's declaration."""
    definition = op_defs.find(o.type)
    names = [] if definition is None else [i.name for i in definition.inputs]
    ours = {p.name for p in o.params}
    for axis in [n for n in names if n not in ours][:1]:  # an axis has names of its own, as "reduction_indices"
        names[names.index(axis)] = "axis"
    given = [p for p in o.params if p in o.tensors or p.name in names]
    given.sort(key=lambda p: names.index(p.name) if p.name in names else p.at)
    tensors = [x for p in given if values[p.at] is not None for x in (values[p.at] if p.many else [convert_to_tensor(values[p.at])])]
    if len(tensors) == 1:
        return [f"  Input tensor: {tensors[0]!s}"]
    return [f"  Input tensors ({len(tensors)}):", *(f"         {n}: {x!s}" for n, x in enumerate(tensors))]


def _stack(node: Any) -> list[str]:
    """The lines about where the program, all of which is the user's, added `node` to its graph."""
    height, length = _Request.limits or (30, 50)
    lines = ['  Stack trace of op\'s creation ("->": inferred user code):']
    for file, line, name in lines_of(node)[-height:]:
        path = file if len(file) <= length else "..." + file[3 - length :]
        lines += [f"    + {path} (L{line}) {name}", f" -> |   {linecache.getline(file, line or 0).strip()}"]
    return lines
