"""The parts of an operator that is made of several others: checked, and what they have together."""

from __future__ import annotations

from collections.abc import Iterable

from tfshim.array_ops.broadcasting import broadcast_dynamic_shape, broadcast_to
from tfshim.array_ops.casting import cast
from tfshim.array_ops.joining import concat
from tfshim.array_ops.shapes import shape
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape, broadcast_static_shapes
from tfshim.linalg.diagonals import diag_part, set_diag


def checked(operators, as_argument=False):
    """`operators`, all of one dtype, as a list. Errors tell of the argument `operators`, or of what was found."""
    operators = listed(operators)
    if not operators:
        if as_argument:
            raise ValueError(f"Argument `operators` must be a list of >=1 operators. Received: {operators}.")
        raise ValueError(f"Expected a non-empty list of operators. Found: {operators}")
    if any(o.dtype != operators[0].dtype for o in operators):
        named = [str((o.name, o.dtype)) for o in operators]
        if as_argument:
            raise TypeError(f"Expected every operation in argument `operators` to have the same dtype. Received {named}.")
        raise TypeError(f"Expected all operators to have the same dtype.  Found {'   '.join(named)}")
    return operators


def listed(operators):
    """The list of `operators`, which are several."""
    if not isinstance(operators, Iterable) or hasattr(operators, "to_dense"):
        raise TypeError(f'Expected argument "values" to be iterable.  Found: {type(operators)}')
    return list(operators)


def added_to_diagonals(x, numbers):
    """`x` with `numbers` added to its main diagonals: for what has elements nowhere else."""
    matrices = convert_to_tensor(x)
    diagonals = diag_part(matrices)
    return set_diag(matrices, (cast(numbers, diagonals.dtype) if isinstance(numbers, int) else numbers) + diagonals)


def common_batch(operators):
    """The common static batch shape."""
    shape = TensorShape([])
    for o in operators:
        shape = TensorShape(broadcast_static_shapes(shape, o.batch_shape))
    return shape


def hint_of_all(operators, hint, given, what):
    """The hint of the whole: what all parts are; raises ValueError where `given` denies it.

    `what` is the text of the error, with places for the property in words and for the name of the hint.
    """
    if all(getattr(o, hint) for o in operators):
        if given is False:
            raise ValueError(what.format(hint.removeprefix("is_").replace("_", "-"), hint))
        return True
    return given


def total(parts):
    """The sum of sizes, None where one is unknown."""
    return None if None in parts else sum(parts)


def added(values):
    """The sum of tensors, from the first to the last."""
    made = values[0]
    for v in values[1:]:
        made = made + v
    return made


def multiplied(values):
    """The product of tensors or sizes, from the first to the last."""
    made = values[0]
    for v in values[1:]:
        made = made * v
    return made


def joined(parts, axis):
    """Tensors with batch dimensions that broadcast, concatenated along `axis`, -1 or -2."""
    tail = -axis  # how many dimensions are no batch dimensions: vectors are joined along -1, matrices along -2
    batches = {tuple(p.shape.as_list()[:-tail]) if p.shape.rank is not None else (None,) for p in parts}
    if len(batches) > 1 or any(None in b for b in batches):
        batch = shape(parts[0])[:-tail]
        for p in parts[1:]:
            batch = broadcast_dynamic_shape(batch, shape(p)[:-tail])
        parts = [broadcast_to(p, concat([batch, shape(p)[-tail:]], 0)) for p in parts]
    return concat(parts, axis)
