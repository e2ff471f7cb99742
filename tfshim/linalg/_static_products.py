"""Static shapes of products of matrices, without the kernel.

torch has the shapes of products on `meta` tensors in Python, on top of its compiler, which takes over a second to load. What is not
plain here - sizes that do not fit, integers of known values - is left to the kernel.
"""

from tfshim.engine.ops.infer import leaf_of_sizes, sizes_of


def _both(function, *operands):
    """The leaf of what `function` makes of the sizes of `operands` under each substitution; None where it has no answer."""
    if any(x._dt._kind in "iub" for x in operands):
        return None
    sizes = [sizes_of(x) for x in operands]
    if None in sizes:
        return None
    made = [function(*under) for under in zip(*sizes)]
    return None if None in made else leaf_of_sizes(operands[0]._dt, *made)


def product(a, b, transpose_a=False, transpose_b=False, *rest):
    """The leaf of the product of two matrices."""

    def sizes(x, y):
        if len(x) != 2 or len(y) != 2:
            return None
        rows, inner = (x[1], x[0]) if transpose_a else x
        other, columns = (y[1], y[0]) if transpose_b else y
        return [rows, columns] if inner == other else None

    return _both(sizes, a, b)


def batched_product(a, b, adjoint_a=False, adjoint_b=False, *rest):
    """The leaf of products of matrices whose leading dimensions broadcast."""

    def sizes(x, y):
        if len(x) < 2 or len(y) < 2:
            return None
        rows, inner = (x[-1], x[-2]) if adjoint_a else x[-2:]
        other, columns = (y[-1], y[-2]) if adjoint_b else y[-2:]
        batch = _broadcast(x[:-2], y[:-2])
        return [*batch, rows, columns] if inner == other and batch is not None else None

    return _both(sizes, a, b)


def _broadcast(first, second):
    """The dimensions that two lists of dimensions broadcast to, or None."""
    longer, shorter = (first, second) if len(first) >= len(second) else (second, first)
    shorter = [1] * (len(longer) - len(shorter)) + [*shorter]
    fits = all(m == n or 1 in (m, n) for m, n in zip(longer, shorter))
    return [n if m == 1 else m for m, n in zip(longer, shorter)] if fits else None


def along_last(x, w, *rest):
    """The leaf of the product along the last axis of `x` with the matrix `w`, and that with a bias `b`."""

    def sizes(x, w, *b):
        fits = len(x) >= 2 and len(w) == 2 and x[-1] == w[0] and all([*bias] == [w[1]] for bias in b)
        return [*x[:-1], w[1]] if fits else None

    return _both(sizes, x, w, *(b for b in rest if hasattr(b, "_dt")))
