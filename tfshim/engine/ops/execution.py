"""Running an operation at once: from converted arguments to the kernel, and from its result to tensors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import torch

from tfshim.engine.ops import kernels
from tfshim.engine.ops.texts import eager as eager_texts
from tfshim.engine.ops.texts.summaries import summary
from tfshim.engine.ops.type_errors import label
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.devices import PROCESSOR, moved
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import FROM_TORCH, LENDERS, OBJECTS
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType

    Op: TypeAlias = Any  # of ops.op, above this module


_OF_ATTRIBUTES = re.compile(r"Value for attr '\w+' of .* (is not in the list of allowed values|must be at least minimum)", re.DOTALL)


class RecordedByTorch(Exception):
    """Something that torch's autograd records is used where no tape does: `higher.recorded_by_torch` has to be around it."""


def usable(x: Tensor, tapes: Any) -> Any:
    """The torch tensor of `x` for use under `tapes`: attached to the recordings among them, else a constant.

    What torch's autograd records stays attached, and the results of the tapes with it; without tapes that is RecordedByTorch.
    """
    r = x._rec
    while r is not None:
        if r in tapes:
            return x._t
        if r.by_torch:
            if not tapes:
                raise RecordedByTorch
            for tape in tapes:
                tape.by_torch = True
            return x._t
        r = r.parent
    return x._t.detach()


def execute(o: Op, values: Any, name: str | None) -> Any:
    """Run the operation on converted `values` and wrap what it returns."""
    if o.lacking is not None:
        kernels.check(o, values, name)
    ts = TS
    tape = ts.tape
    tapes = ts.tapes
    # A copy: dtypes, gradients and errors are told by the tensors, after the kernel has had their storages.
    arguments = list(values)
    dtype = None
    for p in o.tensors:
        at = p.at
        value = values[at]
        if value is None:
            continue
        if p.many:
            storages = [v._t if v._rec is None or v._rec is tape else usable(v, tapes) for v in value]
            if dtype is None and value:
                dtype = value[0]._dt
            arguments[at] = storages
        else:
            r = value._rec
            arguments[at] = value._t if r is None or r is tape else usable(value, tapes)
            if dtype is None:
                dtype = value._dt
    if ts.torch_device is not None:
        _move(o, arguments, ts.torch_device)
    if tape is not None and o.grad != "auto":
        result = higher.call_with_gradient(o, arguments, values)
    else:
        result = call(o, arguments, values, name)
    if type(result) is torch.Tensor:
        if tape is not None:
            # An operation that returns its own input must not hand the tape's alias to the user.
            for a in arguments:
                if a is result:
                    result = torch.ops.aten.alias(result)
                    break
            rec = tape if result.requires_grad else None
        else:
            rec = None
        return wrap(result, _result_dtype(o, values, result), rec)
    return wrap_outputs(o, result, values, tape)


def _result_dtype(o: Op, values: Any, result: Any) -> DType:
    out = o.out
    if out is None:
        found = FROM_TORCH[result.dtype]
        return moved_dtype(found, values) if o.dtype_agnostic and found in LENDERS else found
    if isinstance(out, str):
        for p in o.tensors:
            if p.var == out:
                value = values[p.at]
                if p.many:
                    value = value[0]
                if value is not None:
                    return value.dtype
    return out


def moved_dtype(found: DType, values: Any) -> DType:
    """The dtype of copied elements, whose storage is that of `found`: it may be one that only borrows the storage, a quantized one."""
    for v in values:
        for x in v if type(v) is list else (v,):
            if isinstance(x, Tensor) and x.dtype is not found and x.dtype.torch is found.torch:
                return x.dtype
    return found


def wrap_outputs(o: Op, result: Any, values: Any, tape: Any) -> Any:
    if type(result) is torch.Tensor:
        rec = tape if tape is not None and result.requires_grad else None
        dtype = FROM_TORCH[result.dtype] if values is None else _result_dtype(o, values, result)
        return wrap(result, dtype, rec)
    if isinstance(result, np.ndarray):
        return wrap(result, _object_dtype(o, values, result))
    # Named tuples, such as the results of `tf.nn.top_k`, take their fields one by one.
    if isinstance(result, tuple):
        items = [wrap_outputs(o, r, values, tape) for r in result]
        return type(result)(*items) if hasattr(result, "_fields") else tuple(items)
    if isinstance(result, list):
        return [wrap_outputs(o, r, values, tape) for r in result]
    if isinstance(result, torch.Tensor):  # a subclass, such as a Parameter
        return wrap(result.as_subclass(torch.Tensor), None, tape if tape is not None and result.requires_grad else None)
    return result


def _object_dtype(o: Op, values: Any, result: Any) -> DType:
    if isinstance(o.out, dtypes.DType):
        return o.out
    if values is not None:
        for v in values:
            for item in v if isinstance(v, list) else (v,):
                if type(item) is EagerTensor and item._dt.mask & OBJECTS:
                    return item._dt
    return dtypes.string


def invoke(o: Op, arguments: Any) -> Any:
    """Call the kernel with `arguments`, which are in the order of the signature without `name`."""
    # Kernels do not get `name`, which may stand in the middle of their signature: what follows it goes in by keyword.
    if o.name_last:
        return o.kernel(*arguments)
    shift = o.name_index
    return o.kernel(*arguments[:shift], **dict(zip(o.names[shift + 1 :], arguments[shift:])))


def _move(o: Op, arguments: list[Any], device: torch.device) -> None:
    """Put the tensors among `arguments` on `device`. What only describes the operation may be large, and holds none."""
    if not o.tensors:  # the engine's own operations declare none
        arguments[:] = moved(arguments, device)
    for p in o.tensors:
        if p.at < len(arguments):
            arguments[p.at] = moved(arguments[p.at], device)


def call(o: Op, arguments: Any, values: Any, name: str | None) -> Any:
    """The kernel's result; what torch does not do by itself (strings, narrow types, devices) is arranged for."""
    if any(type(a) is np.ndarray or type(a) is list and any(type(x) is np.ndarray for x in a) for a in arguments):
        # Strings have no place on an accelerator, so what goes with them is wanted on the processor.
        arguments = list(arguments)
        _move(o, arguments, PROCESSOR)
        if o.objects is not None:
            try:
                result = o.objects(*arguments)
            except errors.OpError as e:
                raise _finish(e, o, arguments, name) from None
            except ValueError as e:
                if "could not be broadcast" not in str(e):
                    raise
                shapes = [list(np.shape(a)) for a in arguments if isinstance(a, np.ndarray)]
                raise _finish(
                    invalid("Incompatible shapes: " + " vs. ".join(str(s).replace(" ", "") for s in shapes)), o, arguments, name
                ) from None
            if isinstance(result, bytes):  # NumPy unpacks what has no dimensions
                box = np.empty((), dtype=object)
                box[()] = result
                return box
            return result
        if o.dtype_agnostic:
            try:
                return higher.call_on_objects(o, arguments, name, invoke)
            except errors.OpError as e:
                raise _finish(e, o, arguments, name) from None
    try:
        return invoke(o, arguments)
    except errors.OpError as e:
        raise _finish(e, o, arguments, name) from None
    except NotImplementedError as e:
        failure = e
    except (RuntimeError, IndexError, ValueError, TypeError, MemoryError) as e:
        failure = e
    return higher.after_failure(o, arguments, values, name, failure, invoke)


def _finish(error: Any, o: Op, arguments: Any, name: str | None) -> BaseException:
    """Complete the text of an error that a kernel raised: the operation it happened in."""
    # The kernel may have named the operation itself, or have called it or another one eagerly.
    if "[Op:" in error.message or error.node_def is not None:
        return error
    if _OF_ATTRIBUTES.match(error.message):  # which TensorFlow finds before there is a call
        declared = "" if "NodeDef" in error.message else f"\n\t; NodeDef: {{{{node {o.type}}}}}; {summary(o.type)}"
        return type(error)(None, None, error.message + declared + label(o, name))
    return type(error)(None, None, eager_texts.prefix(o, arguments) + error.message + label(o, name))
