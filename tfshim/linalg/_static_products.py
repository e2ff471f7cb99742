"""Static shapes of products of matrices, without the kernel.

torch has the shapes of products on `meta` tensors in Python, on top of its compiler, which takes over a second to load. What is not
plain here, such as sizes that do not fit, is left to the kernel.
"""

from tfshim.engine.ops.static_shapes.abstract import by_sizes
from tfshim.engine.values.shape_parts.broadcasting import broadcast_dims


def _product(x, y, transpose_a=False, transpose_b=False, *rest):
    if len(x) != 2 or len(y) != 2:
        return None
    rows, inner = (x[1], x[0]) if transpose_a else x
    other, columns = (y[1], y[0]) if transpose_b else y
    return [rows, columns] if inner == other else None


def _batched(x, y, adjoint_x=False, adjoint_y=False, *rest):
    if len(x) < 2 or len(y) < 2:
        return None
    rows, inner = (x[-1], x[-2]) if adjoint_x else x[-2:]
    other, columns = (y[-1], y[-2]) if adjoint_y else y[-2:]
    try:
        return [*broadcast_dims(x[:-2], y[:-2]), rows, columns] if inner == other else None
    except ValueError:
        return None


def _along_last(x, w, b=None, *rest):
    fits = len(x) >= 2 and len(w) == 2 and x[-1] == w[0] and (b is None or [*b] == [w[1]])
    return [*x[:-1], w[1]] if fits else None


def partly_along_last(x, w, *rest):
    """What is known of the product along the last axis of `x`, whose size is not."""
    return x.dtype, [*x.shape.as_list()[:-1], w.shape.as_list()[1]] if x.shape.rank and w.shape.rank == 2 else None


product = by_sizes(_product, 2)
batched_product = by_sizes(_batched, 2)
# The product along the last axis of a tensor with a matrix, and with a bias.
along_last = by_sizes(_along_last, 2)
along_last_with_bias = by_sizes(_along_last, 3)
