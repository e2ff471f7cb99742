"""`tf.debugging.assert_shapes`: shapes of several tensors at once, with symbols for sizes that have to agree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.debugging.assertion import graph_assert, label, nothing, prefix
from tfshim.debugging.ranks import _named, _shaped, assert_rank, assert_rank_at_least, assert_rank_in
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


_ANY_SIZES = (..., "*")
_ANY_SIZE = (None, ".")


def _symbols(x, shape):
    """The entries of a specified shape, and whether it begins with a symbol for any number of dimensions."""
    if not hasattr(shape, "__iter__") and not hasattr(shape, "__getitem__"):
        raise ValueError(
            f"Tensor {_called(x)}.  Specified shape must be an iterable.  An iterable has the attribute `__iter__` or "
            f"`__getitem__`.  Received specified shape: {shape}"
        )
    entries = []
    for at, entry in enumerate(shape):
        entry = getattr(entry, "value", entry)
        if _is(entry, _ANY_SIZES):
            if at:
                raise ValueError(
                    f"Tensor {_called(x)} specified shape index {at}.  Symbol `...` or `*` for a variable number of unspecified "
                    "dimensions is only allowed as the first entry"
                )
            entries.append(...)
            continue
        entries.append(None if _is(entry, _ANY_SIZE) else _number(entry))
    open_ = bool(entries) and entries[0] is ...
    return entries[open_:] or [1], open_  # a scalar is one element of a vector here


def _number(entry):
    """A size that stands for itself as an int, and any other value, a symbol, as it is."""
    try:
        return int(entry)
    except (TypeError, ValueError):
        return entry


def _is(entry, symbols):
    return any(entry is s or isinstance(entry, str) and entry == s for s in symbols)


def _called(x):
    return _named(x) or label(x)


def checked_shapes(shapes, data=None, summarize=None, message=None, name=None):
    """Check as `assert_shapes` does; in a graph, gives the operation that makes the checks that are left to make."""
    pairs = list(shapes.items()) if isinstance(shapes, Mapping) else list(shapes)
    with name_scope(name or "assert_shapes"):
        pairs = [(_shaped(x), shape) for x, shape in pairs if shape is not None]
        specified = [(x, *_symbols(x, shape)) for x, shape in pairs]
        made = [_check_rank(x, entries, open_, message) for x, entries, open_ in specified]
        found = {}
        for x, entries, open_ in specified:
            for at, entry in enumerate(entries):
                if entry is not None:
                    made.append(_check_size(x, at - len(entries) if open_ else at, entry, found, data, summarize, message))
    if TS.graph is None:
        return None
    with TS.graph.control_dependencies([m for m in made if m is not None]):
        return nothing("group_deps")


@tf_export("debugging.assert_shapes", v1=[])
def assert_shapes(
    shapes: Any, data: TensorLike | None = None, summarize: int | None = None, message: str | None = None, name: str | None = None
) -> Any:
    """Make sure that tensors have the shapes that are written down for them. Mirrors `tf.debugging.assert_shapes`.

    Letters stand for sizes that are not known before but must agree: in `[(x, ("n", 3)), (y, ("n",))]` there are as many elements of
    `y` as rows of `x`.

    Arguments:
        shapes: pairs (tensor, shape), or a dictionary from one to the other. An entry of a shape is a number, a symbol (any other
            value, usually a letter) that is one size wherever it stands, None or "." for any size; `...` or "*" as the first entry is
            any number of dimensions. A shape of one entry also fits a scalar, as one of size 1.
        data: tensors to show where the check is made when a graph runs; None for the sizes.
        summarize: how many elements of each to show; 3 by default, -1 for all.
        message: a text to put before that of the error; None by default.
        name: a name for the operation in graphs.

    Returns:
        None; what a graph checks in a `tf.function` is run by itself.

    Raises:
        ValueError: a shape is known and does not fit.
        InvalidArgumentError: that shows only when a graph runs.

    Example:
        >>> x, y = tf.zeros([5, 3]), tf.zeros([5])
        >>> tf.debugging.assert_shapes([(x, ("n", 3)), (y, ("n",))])
        >>> try:
        ...     tf.debugging.assert_shapes([(x, ("n", "n"))])
        ... except ValueError as error:
        ...     print("dimension" in str(error))
        True
    """
    checked_shapes(shapes, data, summarize, message, name)


def _check_rank(x, entries, open_, message):
    if open_:
        return assert_rank_at_least(x, len(entries), message=message) if len(entries) > 1 else None
    if len(entries) <= 1:
        return assert_rank_in(x, [0, 1], message=message)
    return assert_rank(x, len(entries), message=message)


def _size(x, axis):
    """The size of a dimension, 1 of a scalar: an int if it is known, else a tensor."""
    if x.shape.rank == 0:
        return 1
    if x.shape.rank is not None and x.shape[axis] is not None:
        return x.shape[axis]
    return array_ops.shape(x)[axis]


def _check_size(x, axis, entry, found, data, summarize, message):
    size = _size(x, axis)
    if isinstance(entry, int) and not isinstance(entry, bool):
        wanted, origin = entry, "Specified explicitly"
    elif entry in found:
        wanted, origin = found[entry]
    else:
        found[entry] = size, f"Specified by tensor {_called(x)} dimension {axis}"
        return None
    if isinstance(size, int) and isinstance(wanted, int):
        if size == wanted:
            return None
        raise ValueError(
            f"{prefix(message)}{origin}.  Tensor {_called(x)} dimension {axis} must have size {wanted}.  "
            f"Received size {size}, shape {x.shape}"
        )
    shown = (
        data
        if data is not None
        else [
            prefix(message),
            origin,
            f"Tensor {_called(x)} dimension",
            axis,
            "must have size",
            wanted,
            "Received shape: ",
            array_ops.shape(x),
        ]
    )
    return graph_assert(math.equal(size, wanted), shown, summarize, "Assert")
