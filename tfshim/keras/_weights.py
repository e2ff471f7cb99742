"""Sample weights, broadcast to values."""

from tfshim import array_ops
from tfshim.debugging.comparing import assert_equal
from tfshim.engine.values.tensor import EagerTensor
from tfshim.ragged.ragged_tensor import RaggedTensor

_PREFIX = "weights can not be broadcast to values."


def spread_weights(weights, values):
    """`weights` in the shape of `values`: a scalar, or of the same rank with sizes of 1 or the right ones.

    Raises ValueError naming both shapes where they do not fit.
    """
    of_weights, of_values = weights.shape, values.shape
    if of_weights.rank == 0 or of_values.rank is None or of_weights.rank is None:
        return weights * array_ops.ones_like(values)
    if of_weights.rank != of_values.rank:
        raise ValueError(
            f"{_PREFIX} values.rank={of_values.rank}. weights.rank={of_weights.rank}. values.shape={of_values}. weights.shape={of_weights}."
        )
    same = True
    for i, (w, v) in enumerate(zip(of_weights, of_values)):
        if w != 1 and w is not None and v is not None and w != v:
            raise ValueError(f"{_PREFIX} Mismatch at dim {i}. values.shape={of_values} weights.shape={of_weights}.")
        same = same and w is not None and w == v
    return weights if same else array_ops.broadcast_to(weights, array_ops.shape(values))


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
