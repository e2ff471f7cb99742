"""What a graph says of an input of a dtype that an operation does not take: TensorFlow's texts for operations under construction."""

from tfshim.engine.ops import op_defs


def _input(o, position):
    """The definition of input `position`, or None where the operation is none of TensorFlow's or has lists of inputs."""
    declared = op_defs.find(o.type)
    if declared is None or any(i.number_attr or i.type_list_attr for i in declared.inputs):
        return None
    return declared.inputs[position] if position < len(declared.inputs) else None


def unlike(o, p, position, want, got):
    """TypeError for the input `position`, parameter `p`, of dtype `got` where the others or the operation ask for `want`."""
    if p.many:
        name = next((i.name for i in getattr(op_defs.find(o.type), "inputs", ()) if i.number_attr), p.name)
        return TypeError(f"Tensors in list passed to '{name}' of '{o.type}' Op have types [{want.name}, {got.name}] that don't all match.")
    declared = _input(o, position)
    name = p.name if declared is None else declared.name
    if p.var is None:
        return TypeError(f"Input '{name}' of '{o.type}' Op has type {got.name} that does not match expected type of {want.name}.")
    first = next(q.name for q in o.tensors if q.var == p.var)
    if declared is not None and declared.type_attr is not None:
        first = next(i.name for i in op_defs.find(o.type).inputs if i.type_attr == declared.type_attr)
    return TypeError(f"Input '{name}' of '{o.type}' Op has type {got.name} that does not match type {want.name} of argument '{first}'.")


def not_allowed(o, var, dtype, allowed):
    """TypeError for the dtype of the parameters that share `var`; `allowed` are the names of those that the operation takes."""
    at = next((i for i, q in enumerate(o.tensors) if q.var == var), None)
    if at is None:
        return None
    declared = _input(o, at)
    name = o.tensors[at].name if declared is None else declared.name
    return TypeError(f"Value passed to parameter '{name}' has DataType {dtype.name} not in list of allowed values: {allowed}")
