"""Ragged tensors as dense ones."""

from tfshim.engine import errors
from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.shapes import TensorShape


def coordinates(x):
    """For each innermost value of `x` its place along each ragged dimension: a list of `ragged_rank + 1` vectors."""
    from tfshim.array_ops import gather, range
    from tfshim.ragged.ragged_tensor import RaggedTensor

    ids = x.value_rowids()
    within = range(x.row_splits[-1]) - gather(x.row_splits, ids)
    if not isinstance(x.values, RaggedTensor):
        return [ids, within]
    first, *rest = coordinates(x.values)
    return [gather(ids, first), gather(within, first), *rest]


def to_dense(x, default_value=None, shape=None):
    """The rows of `x` in a dense tensor, see `RaggedTensor.to_tensor`."""
    from tfshim.array_ops import boolean_mask, broadcast_to, stack, tensor_scatter_nd_update, zeros
    from tfshim.math import reduce_all

    flat = x.flat_values
    default = None if default_value is None else convert_to_tensor(default_value, flat.dtype)
    if default is not None and default.shape.rank and default.shape.rank >= flat.shape.rank:
        raise errors.InvalidArgumentError(
            None, None,
            f"default_value.shape={default.shape.as_list()} and rt_input.flat_values.shape={flat.shape.as_list()} are "
            f"incompatible: default_value.rank = {default.shape.rank}  must be less than rt_input.flat_values.rank = "
            f"{flat.shape.rank}",
        )
    sizes = x.bounding_shape()
    places = stack(coordinates(x), axis=1)
    static = x.shape
    if shape is not None:
        wanted = TensorShape(shape).as_list()
        if len(wanted) != x.shape.rank:
            raise ValueError(f"Shape {TensorShape(shape)} must have rank {x.shape.rank}")
        sizes = stack([sizes[i] if n is None else convert_to_tensor(n, sizes.dtype) for i, n in enumerate(wanted)])
        keep = reduce_all(places < sizes[: x.ragged_rank + 1], axis=1)
        places, flat = boolean_mask(places, keep), boolean_mask(flat, keep)
        static = TensorShape(wanted).merge_with(x.shape) if wanted[0] is None else TensorShape(wanted)
    base = zeros(sizes, flat.dtype) if default is None else broadcast_to(default, sizes)
    made = tensor_scatter_nd_update(base, places, flat)
    if not hasattr(made, "_t"):
        made.set_shape(static)
    return made
