"""The divergence of Kullback and Leibler, by formulas that are registered for pairs of distributions."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import Tensor

_formulas: dict[tuple[type, type], Callable[..., Any]] = {}


def _registered(a, b):
    """The formula for the nearest bases of both classes, or None."""
    bases = [(i + j, c, d) for i, c in enumerate(inspect.getmro(a)) for j, d in enumerate(inspect.getmro(b)) if (c, d) in _formulas]
    return _formulas[min(bases, key=lambda x: x[0])[1:]] if bases else None


@tf_export(v1=["distributions.kl_divergence"])
def kl_divergence(distribution_a: Any, distribution_b: Any, allow_nan_stats: bool = True, name: str | None = None) -> Tensor:
    """The divergence of Kullback and Leibler of `distribution_a` from `distribution_b`, for each of the batch.

    Unless `allow_nan_stats`, NaN raises InvalidArgumentError. Mirrors `tf.compat.v1.distributions.kl_divergence`; raises
    NotImplementedError for a pair that no formula is registered for.
    """
    formula = _registered(type(distribution_a), type(distribution_b))
    if formula is None:
        raise NotImplementedError(
            f"No KL(distribution_a || distribution_b) registered for distribution_a type {type(distribution_a).__name__} "
            f"and distribution_b type {type(distribution_b).__name__}"
        )
    with tf.name_scope("KullbackLeibler"):
        made = formula(distribution_a, distribution_b, name=name)
        if allow_nan_stats:
            return made
        text = (
            f"KL calculation between {distribution_a.name} and {distribution_b.name} returned NaN values (and was called with "
            "allow_nan_stats=False). Values:"
        )
        check = tf.debugging.Assert(tf.logical_not(tf.reduce_any(tf.math.is_nan(made))), [text, made])
        with tf.control_dependencies([] if check is None else [check]):
            return tf.identity(made, name="checked_kl")


@tf_export(v1=["distributions.RegisterKL"])
class RegisterKL:
    """Decorates `function(a, b, name=None)` as the formula of `kl_divergence` for two classes and their subclasses.

    Mirrors `tf.compat.v1.distributions.RegisterKL`. Raises TypeError for what cannot be called, ValueError for a pair that has a formula.
    """

    __module__ = "tensorflow.python.ops.distributions.kullback_leibler"

    def __init__(self, dist_cls_a: type, dist_cls_b: type) -> None:
        self._key = dist_cls_a, dist_cls_b

    def __call__(self, kl_fn: Callable[..., Any]) -> Callable[..., Any]:
        if not callable(kl_fn):
            raise TypeError(f"kl_fn must be callable, received: {kl_fn}")
        if self._key in _formulas:
            a, b = self._key
            raise ValueError(f"KL({a.__name__} || {b.__name__}) has already been registered to: {_formulas[self._key]}")
        _formulas[self._key] = kl_fn
        return kl_fn
