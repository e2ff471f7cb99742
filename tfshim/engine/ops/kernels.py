"""Dtypes that an operation is declared for and that TensorFlow's CPU has no kernel for: refused when the operation runs.

A graph may hold such an operation, a GPU or compiled code may run it, and its gradient in other dtypes is not concerned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import torch

from tfshim.engine.ops.kernel_table import LACKING
from tfshim.engine.ops.type_errors import not_found, unregistered
from tfshim.engine.runtime.devices import current_torch_device
from tfshim.engine.values.dtypes import as_dtype, masks

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType

    Op: TypeAlias = Any  # of ops.op, above this module


def lacking(o: Op) -> dict[str, int] | None:
    """{letter: mask of the dtypes without a kernel} for the declared operation `o`, or None."""
    found = {var: masks(LACKING[o.type, var]) for var in o.masks if (o.type, var) in LACKING}
    return found or None


def served(o: Op) -> dict[str, int]:
    """{letter: mask of the dtypes with a kernel}."""
    return o.masks if o.lacking is None else {var: mask & ~o.lacking.get(var, 0) for var, mask in o.masks.items()}


def check(o: Op, values: Any, name: str | None) -> None:
    """Raise NotFoundError if eager `values` on the CPU have dtypes that TensorFlow's CPU has no kernel for."""
    found = _dtypes_of(o, values)
    if _lacks(o, found) and all(t.device.type == "cpu" for t in _storages(values)):
        raise not_found(o, found, name)


def check_nodes(nodes: Sequence[Any]) -> None:
    """Raise InvalidArgumentError if one of the nodes of a graph that is to run on the CPU has no kernel there."""
    for node in nodes:
        o = node._op_def
        if o.lacking is None:
            continue
        found = _dtypes_of(o, node.arguments)
        if _lacks(o, found) and current_torch_device() is None:
            raise unregistered(o, found, node.name)


def _dtypes_of(o: Op, values: Any) -> dict[str, DType]:
    found = {}
    for p in o.tensors:
        value = values[p.at]
        if p.many:
            value = value[0] if value else None
        if p.var is not None and value is not None:
            found.setdefault(p.var, as_dtype(value.dtype).base_dtype)
    return found


def _lacks(o: Op, found: dict[str, DType]) -> bool:
    return any(dtype.mask & o.lacking.get(var, 0) for var, dtype in found.items())


def _storages(values: Any) -> Iterator[torch.Tensor]:
    for v in values:
        for x in v if isinstance(v, list) else (v,):
            t = getattr(x, "_t", None)
            if isinstance(t, torch.Tensor):
                yield t
