"""Asserts that compare values, element by element."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim import math
from tfshim._export import tf_export
from tfshim.debugging.assertion import Assert, as_node, flat_array, graph_assert, label, nothing, prefix, told_instead
from tfshim.engine.graphs.symbolic_tensor import static_value
from tfshim.engine.ops.composite import composite
from tfshim.engine.runtime.context import eager_mode, name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike


def _is_eager(*tensors):
    return TS.graph is None and all(isinstance(t, EagerTensor) or hasattr(type(t), "_tfshim_value") for t in tensors)


def _first_elements(x, limit):
    flat = flat_array(x)
    return flat if limit < 0 else flat[:limit]


def _difference_text(sign, condition, x, y, summarize, message):
    """The message of an eager comparison: where it fails, the values there, and the first values of both."""
    limit = 3 if summarize is None else summarize
    lines = [message] if message else []
    lines.append(f"Condition x {sign} y did not hold.")
    if x.shape == y.shape and x.shape.rank:
        wrong = np.argwhere(~np.asarray(condition.numpy()))
        wrong = wrong if limit < 0 else wrong[:limit]
        at = tuple(wrong.T)
        lines += [f"Indices of first {len(wrong)} different values:", str(wrong)]
        lines += ["Corresponding x values:", str(np.asarray(x.numpy())[at]), "Corresponding y values:", str(np.asarray(y.numpy())[at])]
    for which, tensor in (("x", x), ("y", y)):
        first = _first_elements(tensor, limit)
        lines += [f"First {len(first)} elements of {which}:", str(first)]
    return "\n".join(lines)


def _list_text(data, summarize):
    """The message of an eager comparison with a constant: strings and scalars as they are, other tensors as lists of texts."""
    limit = 3 if summarize is None else summarize
    lines = []
    for item in data:
        if isinstance(item, EagerTensor):
            flat = flat_array(item)
            shown = [str(v) for v in (flat if limit < 0 else flat[:limit])]
            item = str(shown + ["..."] * (0 <= limit < len(flat))) if item.shape.rank else str(flat[0])
        lines.append(str(item))
    return "\n".join(lines)


# Operations of which TensorFlow's functions tell the value without running them, where they tell those of the inputs.
_TOLD = frozenset("Cast Concat ConcatV2 Equal Fill NotEqual Pack Range Split StopGradient Unpack".split())


def _told(x):
    """Whether TensorFlow's functions tell the value of `x` while they build a graph, rather than leave it to a check that runs."""
    if not isinstance(x, Tensor) or isinstance(x, EagerTensor):
        return True
    node = x.op
    if node.type not in _TOLD:
        return node.type in ("Const", "Rank", "Shape", "ShapeN", "Size")
    return all(_told(t) for t in node.inputs)


def _compare(sign, function, x, y, message, summarize, name, default_name, data=None):
    if x is y and sign == "==" and TS.graph is None:
        return None  # without a look at it, as in TensorFlow: NaN, a sparse tensor and None equal themselves
    with name_scope(name or default_name):
        x, y = as_node(x, "x"), as_node(y, "y")
        condition = function(x, y, name="")
        if told_instead.value[0] is not None:
            data = [*([message] if message else []), *told_instead.value[0]]
        if _is_eager(x, y):
            if bool(np.asarray(condition.numpy()).all()):
                return None
            text = _list_text(data, summarize) if data is not None else _difference_text(sign, condition, x, y, summarize, message)
            raise invalid(text)
        if data is None:
            data = [
                *([message] if message else []),
                f"Condition x {sign} y did not hold element-wise:",
                f"x ({label(x)}) = ",
                x,
                f"y ({label(y)}) = ",
                y,
            ]
        values = [static_value(t) if _told(t) else None for t in (x, y)]
        if all(v is not None for v in values):
            with eager_mode():
                known = [convert_to_tensor(v, dtype=t.dtype) for v, t in zip(values, (x, y), strict=True)]
                held = bool(np.asarray(function(*known).numpy()).all())
            if not held:
                values = {id(x): known[0], id(y): known[1]}
                raise invalid(_list_text([values.get(id(d), d) for d in data], summarize))
        return graph_assert(math.reduce_all(condition), data, summarize, "Assert")


_COMPARISON = """Raise an error unless `x {sign} y` holds for every pair of elements. Mirrors `tf.debugging.{name}`.

Arguments:
    x: a tensor of numbers, or what converts to one; shapes themselves count as tensors.
    y: a tensor of the same dtype; the shapes broadcast.
    message: a text to put before that of the error; None by default.
    summarize: how many elements of each to show; None (the default) is 3, -1 all.
    name: a name for the operation in graphs.

Returns:
    None; in a graph the operation that checks when the graph runs, which in a `tf.function` it does by itself.

Raises:
    InvalidArgumentError: a pair does not fulfil it; the message shows the elements.

Example:
    >>> tf.debugging.{name}({holds})
    >>> try:
    ...     tf.debugging.{name}({fails}, message="not so")
    ... except tf.errors.InvalidArgumentError as error:
    ...     print(error.message.splitlines()[0])
    not so
"""
# What is compared in the examples: where it holds, and where it does not.
_HOLDS = {
    "==": ("[1, 2], [1, 2]", "[1, 2], [1, 5]"),
    "!=": ("[1, 2], [5, 6]", "[1, 2], [1, 5]"),
    "<": ("[1, 2], 3", "[1, 2], 2"),
    "<=": ("[1, 2], 2", "[1, 2], 1"),
    ">": ("[1, 2], 0", "[1, 2], 1"),
    ">=": ("[1, 2], 1", "[1, 2], 2"),
}


def _comparison(name, sign, function):
    if name == "assert_none_equal":

        def check(x, y, summarize=None, message=None, name=None):
            return _compare(sign, function, x, y, message, summarize, name, check.__name__)
    else:

        def check(x, y, message=None, summarize=None, name=None):
            if TS.graph is not None and sign == "==":
                with name_scope(name or check.__name__):  # as TensorFlow does to look whether both are one tensor
                    if x is y:
                        return nothing("NoOp")
            return _compare(sign, function, x, y, message, summarize, name, check.__name__)

    check.__name__ = check.__qualname__ = name
    check.__doc__ = _COMPARISON.format(sign=sign, name=name, holds=_HOLDS[sign][0], fails=_HOLDS[sign][1])
    return composite(check)


assert_equal = _comparison("assert_equal", "==", math.equal)
assert_none_equal = _comparison("assert_none_equal", "!=", math.not_equal)
assert_less = _comparison("assert_less", "<", math.less)
assert_less_equal = _comparison("assert_less_equal", "<=", math.less_equal)
assert_greater = _comparison("assert_greater", ">", math.greater)
assert_greater_equal = _comparison("assert_greater_equal", ">=", math.greater_equal)
tf_export("debugging.assert_equal", "assert_equal", elementwise="assert")(assert_equal)
tf_export("debugging.assert_greater", "assert_greater", elementwise="assert")(assert_greater)
tf_export("debugging.assert_less", "assert_less", elementwise="assert")(assert_less)
tf_export("debugging.assert_greater_equal", elementwise="assert")(assert_greater_equal)
tf_export("debugging.assert_less_equal", elementwise="assert")(assert_less_equal)
tf_export("debugging.assert_none_equal", elementwise="assert")(assert_none_equal)

_SIGN = """Make sure that every element of a tensor is {text}. Mirrors `tf.debugging.{name}`.

Arguments:
    x: a tensor of numbers, or what converts to one.
    message: a text to put before that of the error; None by default.
    summarize: how many elements to show; None (the default) is 3, -1 all.
    name: a name for the operation in graphs.

Returns:
    None; in a graph the operation that checks when the graph runs, which in a `tf.function` it does by itself.

Raises:
    InvalidArgumentError: an element is not; the message shows the elements.

Example:
    >>> tf.debugging.{name}({good})
    >>> try:
    ...     tf.debugging.{name}({bad})
    ... except tf.errors.InvalidArgumentError as error:
    ...     print("Condition x {sign} 0 did not hold" in error.message)
    True
"""
# Values that fulfil a condition, and such as do not.
_EXAMPLES = {"<": ("[-1, -2]", "[-1, 0]"), ">": ("[1, 2]", "[0, 1]"), ">=": ("[0, 1]", "[-1, 1]"), "<=": ("[0, -1]", "[1, -1]")}


def _sign_check(name, sign, kind, zero_first, text, apart=True):
    function = math.less if kind == "assert_less" else math.less_equal

    def check(x, message=None, summarize=None, name=None):
        with name_scope(name or check.__name__):
            x = convert_to_tensor(x)
            zero = convert_to_tensor(0, dtype=x.dtype)
            zero = zero if TS.graph is None else TS.graph._constant(zero, "Const")
            says = f"Condition x {sign} 0 did not hold element-wise:", f"x ({label(x)}) = "
            data = [prefix(message), *(says if apart else ("".join(says),)), x]
            pair = (zero, x) if zero_first else (x, zero)
            return _compare(sign, function, *pair, None, summarize, None, kind, data)

    check.__name__ = check.__qualname__ = name
    good, bad = _EXAMPLES[sign]
    check.__doc__ = _SIGN.format(text=text, name=name, sign=sign, good=good, bad=bad)
    return composite(check)


assert_negative = _sign_check("assert_negative", "<", "assert_less", False, "below 0")
assert_positive = _sign_check("assert_positive", ">", "assert_less", True, "above 0")
assert_non_negative = _sign_check("assert_non_negative", ">=", "assert_less_equal", True, "0 or above")
tf_export("debugging.assert_negative")(assert_negative)
tf_export("debugging.assert_non_negative")(assert_non_negative)
tf_export("debugging.assert_positive")(assert_positive)
# TensorFlow's text for this one lacks a line break, and programs may match it.
assert_non_positive = _sign_check("assert_non_positive", "<=", "assert_less_equal", False, "0 or below", apart=False)
tf_export("debugging.assert_non_positive")(assert_non_positive)


@tf_export("debugging.assert_near", elementwise="assert")
@composite
def assert_near(
    x: TensorLike,
    y: TensorLike,
    rtol: FloatLike | None = None,
    atol: FloatLike | None = None,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Any:
    """Make sure that the elements of two tensors are close to each other. Mirrors `tf.debugging.assert_near`.

    Fulfilled where `|x - y| < atol + rtol * |y|` for every pair of elements.

    Arguments:
        x: a tensor of floats or complex numbers, or what converts to one.
        y: a tensor of the same dtype; the shapes broadcast.
        rtol: the tolerance in relation to `y`; 10 times the least step of the dtype at 1 by default.
        atol: the tolerance added to it; the same by default.
        message: a text to put before that of the error; None by default.
        summarize: how many elements of each to show; 3 by default, -1 for all.
        name: a name for the operation in graphs.

    Returns:
        None; in a graph the operation that checks when the graph runs, which in a `tf.function` it does by itself.

    Raises:
        ValueError: the dtype is that of integers.
        InvalidArgumentError: a pair is too far apart; the message shows the elements.

    Example:
        >>> tf.debugging.assert_near(1.0, 1.0 + 1e-7)
        >>> try:
        ...     tf.debugging.assert_near([1.0, 2.0], [1.0, 2.1], atol=0.01)
        ... except tf.errors.InvalidArgumentError as error:
        ...     print("x and y not equal to tolerance" in error.message)
        True
    """
    with name_scope(name or "assert_near"):
        x = as_node(x, "x")
        y = as_node(y, "y", x.dtype)
        real = x.dtype.real_dtype
        if real._kind != "f":
            raise ValueError(f"data type {np.dtype(real.as_numpy_dtype).type} not inexact")
        least = torch.finfo(real.torch).eps * 10
        rtol = as_node(least if rtol is None else rtol, "rtol", real)
        atol = as_node(least if atol is None else atol, "atol", real)
        limit = atol + rtol * math.abs(y)  # first, as TensorFlow's graphs have it
        condition = math.reduce_all(math.less(math.abs(x - y), limit))
        tolerances = f"x and y not equal to tolerance rtol = {rtol!s}, atol = {atol!s}"
        data = [prefix(message), tolerances, f"x ({label(x)}) = ", x, f"y ({label(y)}) = ", y]
        return Assert(condition, data if told_instead.value[0] is None else told_instead.value[0], summarize=summarize)
