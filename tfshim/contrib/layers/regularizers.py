"""Regularizers of `tf.contrib.layers`: functions of weights that give a penalty."""

import numbers

from tfshim.compat.v1.graphs.graphs import GraphKeys, get_collection, name_scope
from tfshim.engine.graphs.graph import current_graph
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.math import abs as absolute
from tfshim.math import add_n, reduce_sum
from tfshim.nn import l2_loss


def _check(scale):
    if isinstance(scale, numbers.Integral):
        raise ValueError(f"scale cannot be an integer: {scale}")
    if isinstance(scale, numbers.Real) and scale < 0.0:
        raise ValueError(f"Setting a scale less than 0 on a regularizer: {scale}")


def l1_regularizer(scale, scope=None):
    """`scale` times the sum of absolute values; nothing for a scale of zero. Raises ValueError for integers and negative numbers."""
    _check(scale)
    if scale == 0.0:
        return lambda _: None

    def l1(weights):
        with name_scope(scope, "l1_regularizer", [weights]):
            weights = convert_to_tensor(weights)
            return convert_to_tensor(scale, weights.dtype) * reduce_sum(absolute(weights))

    return l1


def l2_regularizer(scale, scope=None):
    """`scale` times half the sum of squares; nothing for a scale of zero. Raises ValueError for integers and negative numbers."""
    _check(scale)
    if scale == 0.0:
        return lambda _: None

    def l2(weights):
        with name_scope(scope, "l2_regularizer", [weights]):
            weights = convert_to_tensor(weights)
            return convert_to_tensor(scale, weights.dtype) * l2_loss(weights)

    return l2


def l1_l2_regularizer(scale_l1=1.0, scale_l2=1.0, scope=None):
    """Both penalties."""
    for scale in (scale_l1, scale_l2):
        _check(scale)
    scope = scope or "l1_l2_regularizer"
    if scale_l1 == 0.0:
        return l2_regularizer(scale_l2, scope)
    if scale_l2 == 0.0:
        return l1_regularizer(scale_l1, scope)
    return sum_regularizer([l1_regularizer(scale_l1), l2_regularizer(scale_l2)], scope=scope)


def sum_regularizer(regularizer_list, scope=None):
    """The sum of the penalties of a list of regularizers; None in it is left out."""
    kept = [r for r in regularizer_list if r is not None]
    if not kept:
        return None

    def total(weights):
        with name_scope(scope, "sum_regularizer", [weights]):
            parts = [p for p in (r(weights) for r in kept) if p is not None]
            return add_n(parts) if len(parts) > 1 else parts[0] if parts else None

    return total


def apply_regularization(regularizer, weights_list=None):
    """The sum of the penalties of `weights_list` (the collection WEIGHTS), which is added to REGULARIZATION_LOSSES."""
    weights = get_collection(GraphKeys.WEIGHTS) if not weights_list else weights_list
    if not weights:
        raise ValueError("No weights to regularize.")
    with name_scope(None, "get_regularization_penalty", weights):
        penalties = [p if p is not None else convert_to_tensor(0.0) for p in (regularizer(w) for w in weights)]
        total = add_n(penalties)
    if TS.graph is not None:
        current_graph().add_to_collection(GraphKeys.REGULARIZATION_LOSSES, total)
    return total
