"""Dtypes that an operation is declared for and that TensorFlow's CPU has no kernel for: refused when the operation runs.

A graph may hold such an operation, a GPU or compiled code may run it, and its gradient in other dtypes is not concerned.
"""

import torch

from tfshim.engine.ops.binding import in_order, label
from tfshim.engine.ops.kernel_table import LACKING
from tfshim.engine.runtime import errors
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


def not_found(o, found, name):
    """The error of an eager call of `o` whose inputs have the dtypes `found`, {letter: dtype}."""
    return errors.NotFoundError(
        None,
        None,
        f"Could not find device for node: {{{{node {o.type}}}}} = {o.type}[{_attributes(found)}]\n"
        f"All kernels registered for op {o.type}:\n{_kernels(o, found)}\n{label(o, name)}",
    )


def unregistered(o, found, node):
    """The error of the node called `node` in a graph."""
    return errors.InvalidArgumentError(
        None,
        None,
        f"No OpKernel was registered to support Op '{o.type}' used by {{{{node {node}}}}} with these attrs: "
        f"[{_attributes(found)}]\nRegistered devices: [CPU]\nRegistered kernels:\n{_kernels(o, found)}\n\n\t [[{node}]]",
    )


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


def _proto(dtype):
    return "DT_" + dtype.proto_name.upper()


def _attributes(found):
    return ", ".join(f"{var}={_proto(dtype)}" for var, dtype in found.items())


def _kernels(o, found):
    """The dtypes that have kernels, and what to do."""
    allowed = "; ".join(f"{var} in [{', '.join(map(_proto, in_order(mask)))}]" for var, mask in o.served.items() if var in o.lacking)
    wanting = " and ".join(d.name for var, d in found.items() if d.mask & o.lacking.get(var, 0))
    return f"  device='CPU'; {allowed}\nThere is no kernel for {wanting}: convert the input to one of these types first, with tf.cast."
