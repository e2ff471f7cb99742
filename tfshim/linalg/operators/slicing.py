"""Slices of linear operators: operators of the same kind for some of the matrices of a batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tfshim.array_ops.creation import zeros
from tfshim.array_ops.masking import where
from tfshim.array_ops.shapes import shape
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.linalg.operators.linear_operator import LinearOperator

_ALL = slice(None)


def batch_slice(operator: LinearOperator, slices: Any) -> LinearOperator:
    """The operator of the matrices that `operator[slices]` means."""
    slices = tuple(slices) if isinstance(slices, Sequence) else (slices,)
    if len(slices) == 1 and slices[0] is Ellipsis:
        return type(operator)(**operator.parameters)
    return _of(operator, slices, operator)


def _of(operator, slices, whole):
    """`operator`, which is `whole` or a part of it, with each argument sliced as the batch of `whole` is."""
    made = dict(operator.parameters)
    if "batch_shape" in operator._composite_tensor_fields:
        made["batch_shape"] = _sizes(_sliced(zeros(_sizes_of_batch(operator)), 0, slices, whole))
    for name, axes in operator._experimental_parameter_ndims_to_matrix_ndims.items():
        value = getattr(operator, name)
        if value is not None:
            made[name] = nest.map_structure(lambda v, n: _sliced(v, n, slices, whole), value, axes)
    return type(operator)(**made)


def _sizes_of_batch(operator):
    static = operator.batch_shape
    return static.as_list() if static.is_fully_defined() else operator.batch_shape_tensor()


def _sizes(x):
    return x.shape.as_list() if x.shape.is_fully_defined() else shape(x)


def _sliced(value, axes, slices, whole):
    """What is meant of `value`, of which the last `axes` axes make one matrix; the others broadcast with the batch of `whole`."""
    if isinstance(value, LinearOperator):
        return _of(value, slices, whole)
    x, rank = convert_to_tensor(value), whole.batch_shape.rank
    own = None if x.shape.rank is None else x.shape.rank - axes
    if own == 0 and rank:
        return value
    if None not in (rank, own) and own < rank:
        x = x[(None,) * (rank - own) + (Ellipsis,)]
    items, at, seen = [], 0, False
    for place, item in enumerate(slices):
        if item is Ellipsis:
            if seen:
                raise ValueError(f"Found multiple `...` in slices {slices}")
            seen, at = True, -sum(s is not None for s in slices[place + 1 :])
        elif item is not None:
            item = _within(item, at, x, axes, whole)
            at += 1
        items.append(item)
    return x[(*items, *[_ALL] * axes)] if seen else x[(*items, Ellipsis, *[_ALL] * axes)]


def _within(item, at, x, axes, whole):
    """`item` for an axis of the batch of `whole`; where `x` has a single entry for all of it, what leaves that one."""
    sizes, rank = whole.batch_shape, whole.batch_shape.rank
    if rank is None or not -rank <= at < rank:
        single = whole.batch_shape_tensor()[at] > shape(x)[at if at >= 0 else at - axes]  # raises where there is no such axis
    else:
        own = x.shape[at % rank] if x.shape.rank is not None else None
        if own is not None and own != 1 or sizes[at] == 1:
            return item
        single = own == 1 and sizes[at] is not None or whole.batch_shape_tensor()[at] > shape(x)[at % rank]
    if not isinstance(item, slice):
        return 0 if single is True else where(single, 0, item)
    if single is True:
        return _ALL
    bounds = (item.start, 0), (item.stop, 1), (item.step, 1)
    return slice(*(None if bound is None else where(single, alone, bound) for bound, alone in bounds))
