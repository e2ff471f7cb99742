"""`tf.contrib.slim.model_analyzer`: the sizes of variables and of the results of operations, printed and added up."""

from tfshim.contrib._names import defined
from tfshim.engine.graphs.references import is_by_reference


def tensor_description(var):
    """The dtype and the sizes of a tensor or variable, as "(float32 1x8x8x1024)"."""
    name = var.dtype.name + ("_ref" if is_by_reference(var) else "")
    return f"({name} {'x'.join(str(size) for size in var.shape)})"


def _heading(title):
    print("---------", title, "---------", sep="\n")


def analyze_ops(graph, print_info=False):
    """The number of elements of all results of the operations of `graph`; those of unknown size count as none."""
    if print_info:
        _heading("Operations: name -> (type shapes) [size]")
    total = 0
    for op in graph.get_operations():
        size = sum(output.shape.num_elements() or 0 for output in op.outputs)
        total += size
        if print_info:
            # Neither scalars nor unknown ranks are described.
            shown = ", ".join(tensor_description(output) for output in op.outputs if output.shape.rank)
            print(op.name, "\t->", shown, f"[{size}]")
    return total


def analyze_vars(variables, print_info=False):
    """The number of elements of `variables`, and of their bytes; those of unknown size count as none."""
    if print_info:
        _heading("Variables: name (type shape) [size]")
    total_size = total_bytes = 0
    for variable in variables:
        size = variable.shape.num_elements() or 0
        total_size += size
        total_bytes += size * variable.dtype.size
        if print_info:
            print(variable.name, tensor_description(variable), f"[{size}, bytes: {size * variable.dtype.size}]")
    if print_info:
        print(f"Total size of variables: {total_size}")
        print(f"Total bytes of variables: {total_bytes}")
    return total_size, total_bytes


__all__ = defined(globals())
