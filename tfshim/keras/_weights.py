"""Weights of losses and metrics, in the shape of what they weigh."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.array_ops.ones_of_shape import ones_of_shape
from tfshim.control_flow import cond, control_dependencies, no_op
from tfshim.debugging.assertion import Assert
from tfshim.debugging.comparing import assert_equal
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.sets import difference

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor

_PREFIX = "weights can not be broadcast to values."


def assert_broadcastable(weights: TensorLike, values: TensorLike) -> Any:
    """Check that `weights` are a scalar, or have the rank of `values` and in each dimension its size or 1.

    The operation that does so where shapes are known later only. Raises ValueError for shapes that are known not to fit,
    InvalidArgumentError when the graph runs.
    """
    with name_scope("assert_broadcastable") as scope:
        weights, values = array_ops.convert_to_tensor(weights, name="weights"), array_ops.convert_to_tensor(values, name="values")
        fit = _fit(weights, values)
        if not fit or one_by_one.wanted() and TS.graph is not None:
            w, of_weights = array_ops.shape(weights, name="weights/shape"), array_ops.rank(weights, name="weights/rank")
            v, of_values = array_ops.shape(values, name="values/shape"), array_ops.rank(values, name="values/rank")
        if fit:
            return no_op(name="static_scalar_check_success" if weights.shape.rank == 0 else "static_dims_check_success")
        scalar = math.equal(0, of_weights, name="is_scalar")

        def nonscalar():
            with name_scope("has_valid_nonscalar_shape") as scope:
                same = math.equal(of_values, of_weights, name="is_same_rank")
                return cond(same, lambda: shown_parts.recorded(_sizes_fit, w, v), lambda: same, name=scope)

        valid = cond(scalar, lambda: scalar, nonscalar, name="is_valid_shape")
        names = (weights.name, values.name) if TS.graph is not None else ("weights", "values")
        told = [_PREFIX, "weights.shape=", names[0], w, "values.shape=", names[1], v, "is_scalar=", scalar]
        return Assert(valid, told, name=scope)


def _sizes_fit(w, v):
    """Whether the shapes `w` and `v`, of one length, have the same size or 1 in `w` everywhere."""
    if not one_by_one.wanted():
        return math.reduce_all(math.logical_or(math.equal(w, 1), math.equal(w, v)))
    with name_scope("has_invalid_dims") as scope:
        sizes = array_ops.expand_dims(v, -1)
        either = array_ops.concat([sizes, ones_of_shape(sizes)], 1)
        unfit = difference(array_ops.expand_dims(w, -1), either)
        return math.equal(0, array_ops.size(unfit.values, name="num_invalid_dims"), name=scope)


def _fit(weights: Tensor, values: Tensor) -> bool:
    """Whether the shapes, as far as they are known, say that `weights` fit; raises ValueError where they say that these do not."""
    w, v = weights.shape, values.shape
    if w.rank == 0:
        return v.rank is not None
    if w.rank is None or v.rank is None:
        return False
    if w.rank != v.rank:
        raise _wrong(f"values.rank={v.rank}. weights.rank={w.rank}. values.shape={v}. weights.shape={w}", weights, values)
    if not (w.is_fully_defined() and v.is_fully_defined()):
        return False
    for i, (size, wanted) in enumerate(zip(w, v)):
        if size not in (1, wanted):
            sizes = f"values.shape={np.array(v.as_list())}, weights.shape={np.array(w.as_list())}"
            raise _wrong(f"Mismatch at dim {i}. {sizes}", weights, values)
    return True


def _wrong(why: str, weights: Tensor, values: Tensor) -> ValueError:
    return ValueError(f"{_PREFIX} {why}. Received weights={weights}, values={values}")


@tf_export("__internal__.ops.broadcast_weights", v1=[])
def broadcast_weights(weights: TensorLike, values: TensorLike) -> Tensor:
    """`weights` in the shape of `values`, by the rule of `assert_broadcastable`. Mirrors `tf.__internal__.ops.broadcast_weights`."""
    with name_scope("broadcast_weights") as scope:
        values = convert_to_tensor(values, name="values")
        weights = convert_to_tensor(weights, values.dtype, name="weights")
        if weights.shape.is_fully_defined() and values.shape.is_fully_defined() and weights.shape.as_list() == values.shape.as_list():
            return weights
        with control_dependencies([assert_broadcastable(weights, values)]):
            return math.multiply(weights, ones_of_shape(values), name=scope)


def spread_weights(weights, values):
    """`broadcast_weights`, in fewer operations where the ranks are known."""
    of_weights, of_values = weights.shape, values.shape
    if of_weights.rank == 0:
        return weights * array_ops.ones_like(values)
    if of_values.rank is None or of_weights.rank is None:
        return broadcast_weights(weights, values)
    if of_weights.is_fully_defined() and of_weights == of_values:
        return weights
    _fit(weights, values)
    return array_ops.broadcast_to(weights, array_ops.shape(values))


def flat_values(values, mask=None):
    """The flat values, as columns, of ragged tensors with the same rows; tensors and `mask` as they are otherwise.

    Raises TypeError where only some are ragged, ValueError or InvalidArgumentError where their rows differ.
    """
    # Eager tensors are never ragged, so most calls end here.
    if all(type(v) is EagerTensor for v in values) and (mask is None or type(mask) is EagerTensor):
        return values, mask
    ragged = [isinstance(v, RaggedTensor) for v in values]
    if not any(ragged):
        if isinstance(mask, RaggedTensor):
            raise TypeError(f"Ragged mask is not allowed with non-ragged inputs. Input received: {values}, mask received: {mask}")
        return values, mask
    if not all(ragged) or (mask is not None and not isinstance(mask, RaggedTensor)):
        raise TypeError(f"Some of the inputs are not tf.RaggedTensor. Input received: {values}")
    everything = [*values, mask] if mask is not None else values
    splits = [v.nested_row_splits for v in everything]
    for other in splits[1:]:
        message = f"Inputs must have identical ragged splits. Input received: {splits}"
        if len(other) != len(splits[0]):
            raise ValueError(message)
        for a, b in zip(splits[0], other):
            assert_equal(a, b, message=message)
    flat = [array_ops.expand_dims(v.flat_values, -1) for v in everything]
    return flat[: len(values)], flat[-1] if mask is not None else None
