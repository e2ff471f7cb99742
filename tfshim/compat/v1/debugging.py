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


_CHECK = """Checks that {what}. Mirrors `tf.compat.v1.{name}`.

    In graphs the result has to be waited for, by `with tf.control_dependencies([check]):` around what depends on it; what can be known
    while the graph is built is checked at once. `tf.debugging.{name}` has no `data`, and its `message` comes before `summarize`.

    Arguments:
        {arguments}
        data: a list of tensors that are told when the check fails; None (default): those that were compared.
        summarize: how many elements of each are told; 3 by default.
        message: a text before them.
        name: a name for the operation, "{name}" by default.

    Returns:
        An operation that raises when it is run; while executing eagerly None.

    Raises:
        InvalidArgumentError: it is not so; in graphs when run, or at once where that is known.

    Example:
        >>> tf.compat.v1.{name}({right})
        >>> try:
        ...     tf.compat.v1.{name}({wrong}, message="What was given is wrong.")
        ... except tf.errors.InvalidArgumentError as error:
        ...     print("What was given is wrong." in str(error))
        True
    """
_TWO = "x, y: tensors of one dtype whose shapes broadcast, or what converts to them."
_EACH = "x: a tensor of numbers, or what converts to one. Without elements it always holds."


def _two(name, what, right, wrong):
    function = getattr(tf.debugging, name)

    def check(x, y, data=None, summarize=None, message=None, name=None):
        with told_instead.set_to((data, summarize)):
            return function(x, y, message=message, summarize=summarize, name=name)

    return _named(check, name, what=what, right=f"[1, 2], {right}", wrong=f"[1, 2], {wrong}", arguments=_TWO)


def _one(name, what, right, wrong):
    function = getattr(tf.debugging, name)

    def check(x, data=None, summarize=None, message=None, name=None):
        with told_instead.set_to((data, summarize)):
            return function(x, message, summarize, name)

    return _named(check, name, what=what, right=right, wrong=wrong, arguments=_EACH)


def _named(function, name, **of_text):
    function.__name__ = function.__qualname__ = name
    function.__doc__ = _CHECK.format(name=name, **of_text)
    return function


assert_equal = _two("assert_equal", "elements equal each other", [1, 2], [1, 3])
assert_none_equal = _two("assert_none_equal", "no elements equal each other", [3, 4], [1, 4])
assert_less = _two("assert_less", "each element of `x` is less than that of `y`", [2, 3], [2, 2])
assert_less_equal = _two("assert_less_equal", "each element of `x` is at most that of `y`", [1, 3], [1, 1])
assert_greater = _two("assert_greater", "each element of `x` is greater than that of `y`", [0, 1], [0, 2])
assert_greater_equal = _two("assert_greater_equal", "each element of `x` is at least that of `y`", [1, 1], [1, 3])
assert_negative = _one("assert_negative", "all elements are less than zero", [-1.0, -2.0], [-1.0, 0.0])
assert_non_negative = _one("assert_non_negative", "all elements are at least zero", [0.0, 1.0], [0.0, -1.0])
assert_positive = _one("assert_positive", "all elements are greater than zero", [1.0, 2.0], [1.0, 0.0])
assert_non_positive = _one("assert_non_positive", "all elements are at most zero", [-1.0, 0.0], [-1.0, 1.0])
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
