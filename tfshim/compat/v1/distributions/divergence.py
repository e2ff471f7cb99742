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
    """The divergence of Kullback and Leibler of a distribution from another one. Mirrors `tf.compat.v1.distributions.kl_divergence`.

    It is the mean of `a.log_prob(x) - b.log_prob(x)` for samples x of the first: zero for equal distributions, positive for others, and not
    the same the other way round.

    Arguments:
        distribution_a: a distribution.
        distribution_b: another one, of a batch that broadcasts with that.
        allow_nan_stats: False raises where the result is NaN; True by default.
        name: the name scope of the operations; None by default.

    Returns:
        A tensor of the shape of the batch.

    Raises:
        NotImplementedError: no formula is registered for the pair; see `tf.compat.v1.distributions.RegisterKL`.
        InvalidArgumentError: the result is NaN, and that is not allowed.

    Example:
        >>> a, b = tf.compat.v1.distributions.Normal([0.0, 1.0], 1.0), tf.compat.v1.distributions.Normal(0.0, 1.0)
        >>> tf.compat.v1.distributions.kl_divergence(a, b).numpy().tolist()
        [0.0, 0.5]
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
    """Registers a formula for the divergence of two classes of distributions. Mirrors `tf.compat.v1.distributions.RegisterKL`.

    It is a decorator. `tf.compat.v1.distributions.kl_divergence` takes the formula of the nearest classes that the two distributions derive
    from.

    Arguments:
        dist_cls_a: the class of the first distribution.
        dist_cls_b: that of the second.

    Raises:
        TypeError: what is decorated cannot be called.
        ValueError: the pair has a formula already.

    Example:
        >>> class Point(tf.compat.v1.distributions.Normal):
        ...     pass
        >>> @tf.compat.v1.distributions.RegisterKL(Point, Point)
        ... def divergence(a, b, name=None):
        ...     return tf.abs(a.mean() - b.mean())
        >>> float(tf.compat.v1.distributions.kl_divergence(Point(1.0, 1.0), Point(3.0, 1.0)))
        2.0
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
