"""Dtypes that an operation is declared for and that TensorFlow's CPU has no kernel for: refused when the operation runs.

A graph may hold such an operation, a GPU or compiled code may run it, and its gradient in other dtypes is not concerned.
"""

import torch

from tfshim.engine.ops.kernel_table import LACKING
from tfshim.engine.ops.type_errors import not_found, unregistered
from tfshim.engine.runtime.devices import current_torch_device
from tfshim.engine.values.dtypes import as_dtype, masks


def lacking(o):
    """{letter: mask of the dtypes without a kernel} for the declared operation `o`, or None."""
    found = {var: masks(LACKING[o.type, var]) for var in o.masks if (o.type, var) in LACKING}
    return found or None


def served(o):
    """{letter: mask of the dtypes with a kernel}."""
    return o.masks if o.lacking is None else {var: mask & ~o.lacking.get(var, 0) for var, mask in o.masks.items()}


def check(o, values, name):
    """Raise NotFoundError if eager `values` on the CPU have dtypes that TensorFlow's CPU has no kernel for."""
    found = _dtypes_of(o, values)
    if _lacks(o, found) and all(t.device.type == "cpu" for t in _storages(values)):
        raise not_found(o, found, name)


def check_nodes(nodes):
    """Raise InvalidArgumentError if one of the nodes of a graph that is to run on the CPU has no kernel there."""
    for node in nodes:
        o = node._op_def
        if o.lacking is None:
            continue
        found = _dtypes_of(o, node.arguments)
        if _lacks(o, found) and current_torch_device() is None:
            raise unregistered(o, found, node.name)


def _dtypes_of(o, values):
    found = {}
    for p in o.tensors:
        value = values[p.at]
        if p.many:
            value = value[0] if value else None
        if p.var is not None and value is not None:
            found.setdefault(p.var, as_dtype(value.dtype).base_dtype)
    return found


def _lacks(o, found):
    return any(dtype.mask & o.lacking.get(var, 0) for var, dtype in found.items())


def _storages(values):
    for v in values:
        for x in v if isinstance(v, list) else (v,):
            t = getattr(x, "_t", None)
            if isinstance(t, torch.Tensor):
                yield t
