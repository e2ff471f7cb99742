"""What loss scaling computes: whether gradients are finite, and what the scale becomes then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math
from tfshim.control_flow import cond, group, no_op
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import UNNAMED, name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.variables.variable import Variable

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import Tensor


def all_finite(gradients: Sequence[Any]) -> Tensor:
    """Whether all elements of the gradients that there are, are finite, a boolean scalar."""
    finite = [math.reduce_all(math.is_finite(_elements(g))) for g in gradients if g is not None]
    if one_by_one.wanted() and TS.graph is not None and finite:
        # As Keras gives the list itself, of which all axes are counted first.
        with name_scope("Rank") as scope:
            array_ops.stack(finite, name="packed")
            rank = array_ops.constant(1, name=scope)
        return math.reduce_all(array_ops.stack(finite, name=UNNAMED), array_ops.range(0, rank))
    return math.reduce_all(array_ops.stack(finite)) if finite else array_ops.constant(True)


def _elements(gradient: Any) -> Tensor:
    """The elements of a gradient: those of slices that do not tell of what size the whole is are their own."""
    if isinstance(gradient, IndexedSlices) and gradient.dense_shape is None:
        return gradient.values
    return convert_to_tensor(gradient)


def adapt_by_branches(scale: Variable, good_steps: Variable, finite: Tensor, period: int, multiplier: float) -> None:
    """As `adapt`, by the branches that Keras has for it."""

    def assign_if_finite(value):
        return cond(math.is_finite(value), lambda: scale.assign(value).op, no_op)

    def grow():
        return group(assign_if_finite(scale * multiplier), good_steps.assign(0))

    def good():
        return cond(good_steps + 1 >= period, grow, lambda: good_steps.assign_add(1).op)

    def bad():
        smaller = math.maximum(scale / multiplier, 1)
        return group(good_steps.assign(0), scale.assign(smaller))

    cond(finite, good, bad)


def adapt(scale: Variable, good_steps: Variable, finite: Tensor, period: int, multiplier: float) -> list[Any]:
    """Assign to both variables what they are after a step whose gradients were `finite`: what the two assignments give.

    After `period` good steps the scale is multiplied, unless that is infinite; after a bad one it is divided, to no less than 1.
    """
    now, steps = scale.read_value(), good_steps.read_value() + 1
    grows = steps >= period
    larger = now * multiplier
    larger = array_ops.where(math.logical_and(grows, math.is_finite(larger)), larger, now)
    counts = math.logical_and(finite, math.logical_not(grows))
    return [
        scale.assign(array_ops.where(finite, larger, math.maximum(now / multiplier, 1.0))),
        good_steps.assign(array_ops.where(counts, steps, array_ops.zeros_like(steps))),
    ]


def times(g: Any, factor: Tensor) -> Any:
    """A gradient, dense or IndexedSlices, times the scalar `factor`."""
    factor = array_ops.cast(factor, g.dtype)
    return IndexedSlices(g.values * factor, g.indices, g.dense_shape) if isinstance(g, IndexedSlices) else g * factor
