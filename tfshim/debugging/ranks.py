"""Asserts about numbers of dimensions."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.debugging.assertion import graph_assert, label, nothing, prefix, told_instead, with_dependencies
from tfshim.debugging.types import check_type
from tfshim.engine.graphs.symbolic_tensor import static_value
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import int32
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


def _shaped(x):
    """`x` itself where it has a static shape, else as a tensor; outside of graphs a variable has the shape of its value."""
    known = isinstance(x, Tensor) or hasattr(x, "shape") and hasattr(x, "dtype") and not isinstance(x, (np.ndarray, np.generic))
    if known and TS.graph is None and hasattr(type(x), "_tfshim_value"):
        known = x.shape.is_fully_defined()
    return x if known else convert_to_tensor(x)


def _named(x):
    return "" if isinstance(x, EagerTensor) or hasattr(type(x), "_tfshim_value") else getattr(x, "name", "")


def _rank_value(rank):
    """A given rank as a tensor, and as an int where it is known before the graph runs."""
    rank = convert_to_tensor(rank)
    check_type(rank, int32)
    known = static_value(rank)
    if rank.shape.rank not in (None, 0) or known is not None and np.ndim(known) != 0:
        raise ValueError("Rank must be a scalar.")
    return rank, None if known is None else int(known)


def _check(x, ranks, holds, text, condition, message, name):
    with name_scope(name):
        x = _shaped(x)
        ranks = [_rank_value(r) for r in ranks]
        known = [k for _, k in ranks]
        have = x.shape.rank
        shown = ", ".join(map(str, known))
        if have is not None and None not in known:
            if holds(have, known):
                return None if TS.graph is None else _known_to_hold(x, ranks)
            wanted = str(tuple(known)) if text == "in" else shown
            raise ValueError(
                f"{prefix(message)}Tensor {_named(x)} must have rank {text + ' ' if text else ''}{wanted}.  "
                f"Received rank {have}, shape {x.shape}"
            )
        ranks, sizes = _looked_at(x, [r for r, _ in ranks])
        what = f"Tensor {label(x)} must have rank{' ' + text if text else ''}"
        told, summarize = told_instead.value
        data = [prefix(message), what, *ranks, "Received shape: ", sizes] if told is None else told
        wanted = condition(array_ops.rank(x), ranks)
        for rank, value in zip(ranks, known, strict=True):
            if value is None:  # a vector would be compared number by number
                with told_instead.set_to((["Rank must be a scalar. Received rank: ", rank], None)):
                    wanted = with_dependencies([assert_rank(rank, 0)], wanted)
        return graph_assert(wanted, data, summarize, "Assert")


def _looked_at(x, ranks):
    """What TensorFlow's graphs have before a check is made: gives the ranks as nodes, and the sizes of `x` if they are to be told."""
    ranks = [TS.graph._constant(rank, "rank") if type(rank) is EagerTensor else rank for rank in ranks]
    sizes = array_ops.shape(x) if told_instead.value[0] is None else None
    for i in range(len(ranks)):  # within the scopes in which the dtypes of the ranks were checked
        scope = f"{TS.name_scope}assert_type_{i}" if i else f"{TS.name_scope}assert_type"
        nothing(f"{scope}/statically_determined_correct_type/")
    return ranks, sizes


def _known_to_hold(x, ranks):
    """What they have of one that holds whatever runs: gives an operation that does nothing."""
    _looked_at(x, [rank for rank, _ in ranks])
    return nothing("static_checks_determined_all_ok")


@tf_export("debugging.assert_rank", "assert_rank")
def assert_rank(x: TensorLike, rank: TensorLike, message: str | None = None, name: str | None = None) -> Any:
    """Raise an error unless a tensor has a given number of dimensions. Mirrors `tf.debugging.assert_rank`.

    Arguments:
        x: a tensor of numbers, or what converts to one.
        rank: the number, an int32 scalar.
        message: a text to put before that of the error.
        name: a name for the operation in graphs.

    Returns:
        None; in a graph the operation that checks when the graph runs.

    Raises:
        ValueError: the rank, where it is known, is another one.
        InvalidArgumentError: the rank turns out to be another one when a graph runs.

    `tf.debugging.assert_rank_at_least` and `assert_rank_in` allow several; `tf.debugging.assert_shapes` looks at sizes.

    Example:
        >>> tf.debugging.assert_rank([[1.0, 2.0]], 2)
        >>> try:
        ...     tf.debugging.assert_rank([1.0], 2)
        ... except ValueError as error:
        ...     print(type(error).__name__)
        ValueError
    """
    return _check(x, [rank], lambda have, r: have == r[0], "", lambda have, r: math.equal(have, r[0]), message, name or "assert_rank")


@tf_export("debugging.assert_rank_at_least")
def assert_rank_at_least(x: TensorLike, rank: TensorLike, message: str | None = None, name: str | None = None) -> Any:
    """Make sure that a tensor has some number of dimensions or more. Mirrors `tf.debugging.assert_rank_at_least`.

    Arguments:
        x: a tensor, dense, sparse or ragged, or what converts to one.
        rank: the least number of dimensions, an int or a scalar of int32.
        message: a text to put before that of the error; None by default.
        name: a name for the operation in graphs.

    Returns:
        None; in a graph the operation that checks when the graph runs, which in a `tf.function` it does by itself.

    Raises:
        ValueError: the rank of `x` is known and less.
        InvalidArgumentError: that shows only when a graph runs.

    Example:
        >>> tf.debugging.assert_rank_at_least(tf.zeros([2, 3]), 1)
        >>> try:
        ...     tf.debugging.assert_rank_at_least(tf.zeros([2, 3]), 3, message="images are wanted.")
        ... except ValueError as error:
        ...     print(str(error).startswith("images are wanted."))
        True
    """
    return _check(
        x,
        [rank],
        lambda have, r: have >= r[0],
        "at least",
        lambda have, r: math.greater_equal(have, r[0]),
        message,
        name or "assert_rank_at_least",
    )


@tf_export("debugging.assert_rank_in")
def assert_rank_in(x: TensorLike, ranks: TensorLike, message: str | None = None, name: str | None = None) -> Any:
    """Make sure that the number of dimensions of a tensor is one of some. Mirrors `tf.debugging.assert_rank_in`.

    Arguments:
        x: a tensor, dense, sparse or ragged, or what converts to one.
        ranks: the numbers of dimensions that it may have, a list of ints or of scalars of int32.
        message: a text to put before that of the error; None by default.
        name: a name for the operation in graphs.

    Returns:
        None; in a graph the operation that checks when the graph runs, which in a `tf.function` it does by itself.

    Raises:
        ValueError: the rank of `x` is known and none of them.
        InvalidArgumentError: that shows only when a graph runs.

    Example:
        >>> tf.debugging.assert_rank_in(tf.zeros([2, 3]), (2, 3))
        >>> try:
        ...     tf.debugging.assert_rank_in(tf.zeros([4]), (2, 3), message="one row or several.")
        ... except ValueError as error:
        ...     print(str(error).startswith("one row or several."))
        True
    """
    return _check(
        x,
        list(ranks),
        lambda have, r: have in r,
        "in",
        lambda have, r: functools.reduce(math.logical_or, (math.equal(wanted, have) for wanted in r)),
        message,
        name or "assert_rank_in",
    )


@tf_export("debugging.assert_scalar")
def assert_scalar(tensor: TensorLike, message: str | None = None, name: str | None = None) -> Any:
    """Make sure that a tensor is a scalar. Mirrors `tf.debugging.assert_scalar`.

    The shape is looked at when this is called: in a traced function while it is traced, so that a tensor whose rank is not known then
    passes no check.

    Arguments:
        tensor: a tensor, or what converts to one.
        message: a text to put before that of the error; None by default.
        name: a name for the operation in graphs.

    Returns:
        None eagerly; while a graph is built, `tensor` as a tensor.

    Raises:
        ValueError: the static shape is not that of a scalar; the text has it.

    Example:
        >>> _ = tf.debugging.assert_scalar(3.0)
        >>> try:
        ...     tf.debugging.assert_scalar([3.0], message="a rate.")
        ... except ValueError as error:
        ...     print(str(error).startswith("a rate."), "(1,)" in str(error))
        True True
    """
    with name_scope(name or "assert_scalar"):
        tensor = _shaped(tensor)
        if tensor.shape.rank != 0:
            called = _named(tensor)
            raise ValueError(f"{prefix(message)}Expected scalar shape{' for ' + called if called else ''}, saw shape: {tensor.shape}.")
        return None if isinstance(tensor, EagerTensor) else tensor
