"""`tf.compat.v1.debugging`: assertions with the arguments of TensorFlow 1; in a graph they give operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1._renamed import one_of
from tfshim.debugging.assertion import told_instead
from tfshim.debugging.shapes import checked_shapes
from tfshim.debugging.types import certainly_integer, certainly_of_type

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",), target="tfshim.debugging")


def _two(name):
    function = getattr(tf.debugging, name)

    def check(x, y, data=None, summarize=None, message=None, name=None):
        with told_instead.set_to((data, summarize)):
            return function(x, y, message=message, summarize=summarize, name=name)

    return _named(check, name)


def _one(name):
    function = getattr(tf.debugging, name)

    def check(x, data=None, summarize=None, message=None, name=None):
        with told_instead.set_to((data, summarize)):
            return function(x, message, summarize, name)

    return _named(check, name)


def _named(function, name):
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"See `tf.debugging.{name}`; `data`, a list of tensors, is told in place of its text. Mirrors `tf.compat.v1.{name}`."
    return function


assert_equal, assert_none_equal = _two("assert_equal"), _two("assert_none_equal")
assert_less, assert_less_equal = _two("assert_less"), _two("assert_less_equal")
assert_greater, assert_greater_equal = _two("assert_greater"), _two("assert_greater_equal")
assert_negative, assert_non_negative = _one("assert_negative"), _one("assert_non_negative")
assert_positive, assert_non_positive = _one("assert_positive"), _one("assert_non_positive")
tf_export(v1=["assert_equal", "debugging.assert_equal"])(assert_equal)
tf_export(v1=["assert_greater", "debugging.assert_greater"])(assert_greater)
tf_export(v1=["assert_greater_equal", "debugging.assert_greater_equal"])(assert_greater_equal)
tf_export(v1=["assert_less", "debugging.assert_less"])(assert_less)
tf_export(v1=["assert_less_equal", "debugging.assert_less_equal"])(assert_less_equal)
tf_export(v1=["assert_negative", "debugging.assert_negative"])(assert_negative)
tf_export(v1=["assert_non_negative", "debugging.assert_non_negative"])(assert_non_negative)
tf_export(v1=["assert_non_positive", "debugging.assert_non_positive"])(assert_non_positive)
tf_export(v1=["assert_none_equal", "debugging.assert_none_equal"])(assert_none_equal)
tf_export(v1=["assert_positive", "debugging.assert_positive"])(assert_positive)


@tf_export(v1=["assert_near", "debugging.assert_near"])
def assert_near(
    x: TensorLike,
    y: TensorLike,
    rtol: FloatLike | None = None,
    atol: FloatLike | None = None,
    data: Sequence[Any] | None = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Any:
    """See `tf.debugging.assert_near`; `data`, a list of tensors, is told in place of its text. Mirrors `tf.compat.v1.assert_near`."""
    with told_instead.set_to((data, summarize)):
        return tf.debugging.assert_near(x, y, rtol, atol, message, summarize, name)


@tf_export(v1=["assert_integer", "debugging.assert_integer"])
def assert_integer(x: TensorLike, message: str | None = None, name: str | None = None) -> Any:
    """As `tf.debugging.assert_integer`; in graphs it gives an operation to wait for. Mirrors `tf.compat.v1.assert_integer`."""
    return certainly_integer(x, message, name)


@tf_export(v1=["assert_rank", "debugging.assert_rank"])
def assert_rank(
    x: TensorLike,
    rank: TensorLike,
    data: Sequence[Any] | None = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Any:
    """See `tf.debugging.assert_rank`; `data`, a list of tensors, is told in place of its text. Mirrors `tf.compat.v1.assert_rank`."""
    with told_instead.set_to((data, summarize)):
        return tf.debugging.assert_rank(x, rank, message, name)


@tf_export(v1=["assert_rank_at_least", "debugging.assert_rank_at_least"])
def assert_rank_at_least(
    x: TensorLike,
    rank: TensorLike,
    data: Sequence[Any] | None = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Any:
    """See `tf.debugging.assert_rank_at_least`; `data`, a list of tensors, is told in place of its text.
    Mirrors `tf.compat.v1.assert_rank_at_least`."""
    with told_instead.set_to((data, summarize)):
        return tf.debugging.assert_rank_at_least(x, rank, message, name)


@tf_export(v1=["assert_rank_in", "debugging.assert_rank_in"])
def assert_rank_in(
    x: TensorLike,
    ranks: Sequence[TensorLike],
    data: Sequence[Any] | None = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Any:
    """See `tf.debugging.assert_rank_in`; `data`, a list of tensors, is told in place of its text. Mirrors `tf.compat.v1.assert_rank_in`."""
    with told_instead.set_to((data, summarize)):
        return tf.debugging.assert_rank_in(x, ranks, message, name)


@tf_export(v1=["assert_scalar", "debugging.assert_scalar"])
def assert_scalar(tensor: TensorLike, name: str | None = None, message: str | None = None) -> Any:
    """See `tf.debugging.assert_scalar`. Mirrors `tf.compat.v1.assert_scalar`."""
    return tf.debugging.assert_scalar(tensor, message, name)


@tf_export(v1=["assert_type", "debugging.assert_type"])
def assert_type(tensor: TensorLike, tf_type: DTypeLike, message: str | None = None, name: str | None = None) -> Any:
    """As `tf.debugging.assert_type`; in graphs it gives an operation to wait for. Mirrors `tf.compat.v1.assert_type`."""
    return certainly_of_type(tensor, tf_type, message, name)


@tf_export(v1=["debugging.assert_shapes"])
def assert_shapes(
    shapes: Any, data: Sequence[Any] | None = None, summarize: int | None = None, message: str | None = None, name: str | None = None
) -> Any:
    """As `tf.debugging.assert_shapes`; in graphs it gives an operation to wait for. Mirrors `tf.compat.v1.debugging.assert_shapes`."""
    return checked_shapes(shapes, data, summarize, message, name)


@tf_export(v1=["debugging.assert_all_finite"])
def assert_all_finite(
    t: TensorLike | None = None, msg: str | None = None, name: str | None = None, x: TensorLike | None = None, message: str | None = None
) -> Tensor:
    """See `tf.debugging.assert_all_finite`. Mirrors `tf.compat.v1.debugging.assert_all_finite`."""
    return tf.debugging.assert_all_finite(one_of("x", x, "t", t), one_of("message", message, "msg", msg), name)
