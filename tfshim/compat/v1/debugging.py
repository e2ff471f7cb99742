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
    """Checks that two tensors are nearly equal. Mirrors `tf.compat.v1.assert_near` and `tf.compat.v1.debugging.assert_near`.

    It is `tf.debugging.assert_near` with what an error tells besides. In a graph the check runs where something waits for it, by
    `tf.control_dependencies`.

    Arguments:
        x, y: tensors of floating-point numbers whose shapes broadcast.
        rtol, atol: how far apart they may be, `atol + rtol * abs(y)`; None (the default) for ten times the precision of the dtype.
        data: a list of tensors that the error tells instead of the two; None by default.
        summarize: how many items of each are told; None (the default) for 3.
        message: a text that the error begins with.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        An operation in a graph; None while executing eagerly.

    Raises:
        InvalidArgumentError: two elements are further apart.

    Example:
        >>> tf.compat.v1.assert_near([1.0, 2.0], [1.0, 2.0000001])
        >>> try:
        ...     tf.compat.v1.assert_near([1.0, 2.0], [1.0, 2.1], message="weights differ")
        ... except tf.errors.InvalidArgumentError as error:
        ...     print("weights differ" in error.message)
        True
    """
    with told_instead.set_to((data, summarize)):
        return tf.debugging.assert_near(x, y, rtol, atol, message, summarize, name)


@tf_export(v1=["assert_integer", "debugging.assert_integer"])
def assert_integer(x: TensorLike, message: str | None = None, name: str | None = None) -> Any:
    """Checks that a tensor has a dtype of integers. Mirrors `tf.compat.v1.assert_integer` and `tf.compat.v1.debugging.assert_integer`.

    The dtype is known when the function is called, so that nothing is left to be checked as a graph runs. It is
    `tf.debugging.assert_integer`, which gives nothing.

    Arguments:
        x: a tensor, or what makes one.
        message: a text that the error begins with.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        An operation that does nothing, for `tf.control_dependencies`, in a graph; None while executing eagerly.

    Raises:
        TypeError: the dtype is another one, bools included.

    Example:
        >>> tf.compat.v1.assert_integer([1, 2])
        >>> try:
        ...     tf.compat.v1.assert_integer([1.5], message="ids")
        ... except TypeError as error:
        ...     print(str(error)[:38])
        ids.  Expected "x" to be integer type.
    """
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
    """Checks how many dimensions a tensor has. Mirrors `tf.compat.v1.assert_rank` and `tf.compat.v1.debugging.assert_rank`.

    Where the rank is known as the function is called, it raises at once. Otherwise the check runs with the graph, where something waits for
    it, by `tf.control_dependencies`.

    Arguments:
        x: a tensor.
        rank: an integer scalar.
        data: a list of tensors that the error tells instead of the shape; None by default.
        summarize: how many items of each are told; None (the default) for 3.
        message: a text that the error begins with.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        An operation in a graph; None while executing eagerly.

    Raises:
        ValueError: the rank is known and another one.
        InvalidArgumentError: it turns out to be another one as the graph runs.

    Example:
        >>> tf.compat.v1.assert_rank([[1, 2]], 2)
        >>> try:
        ...     tf.compat.v1.assert_rank([[1, 2]], 1, message="a vector")
        ... except ValueError as error:
        ...     print("must have rank 1" in str(error))
        True
    """
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
    """Checks that a tensor has so many dimensions or more. Mirrors `tf.compat.v1.assert_rank_at_least` and
    `tf.compat.v1.debugging.assert_rank_at_least`.

    Where the rank is known as the function is called, it raises at once. Otherwise the check runs with the graph, where something waits for
    it, by `tf.control_dependencies`.

    Arguments:
        x: a tensor.
        rank: the least rank, an integer scalar.
        data: a list of tensors that the error tells instead of the shape; None by default.
        summarize: how many items of each are told; None (the default) for 3.
        message: a text that the error begins with.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        An operation in a graph; None while executing eagerly.

    Raises:
        ValueError: the rank is known and less.
        InvalidArgumentError: it turns out to be less as the graph runs.

    Example:
        >>> tf.compat.v1.assert_rank_at_least([[1, 2]], 1)
        >>> try:
        ...     tf.compat.v1.assert_rank_at_least([1, 2], 2)
        ... except ValueError as error:
        ...     print("must have rank at least 2" in str(error))
        True
    """
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
    """Checks that a tensor has one of several numbers of dimensions. Mirrors `tf.compat.v1.assert_rank_in` and
    `tf.compat.v1.debugging.assert_rank_in`.

    Where the rank is known as the function is called, it raises at once. Otherwise the check runs with the graph, where something waits for
    it, by `tf.control_dependencies`.

    Arguments:
        x: a tensor.
        ranks: a list of integer scalars.
        data: a list of tensors that the error tells instead of the shape; None by default.
        summarize: how many items of each are told; None (the default) for 3.
        message: a text that the error begins with.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        An operation in a graph; None while executing eagerly.

    Raises:
        ValueError: the rank is known and none of those.
        InvalidArgumentError: it turns out to be none of them as the graph runs.

    Example:
        >>> tf.compat.v1.assert_rank_in([[1, 2]], [1, 2])
        >>> try:
        ...     tf.compat.v1.assert_rank_in([[1, 2]], [0, 1])
        ... except ValueError as error:
        ...     print("must have rank in" in str(error))
        True
    """
    with told_instead.set_to((data, summarize)):
        return tf.debugging.assert_rank_in(x, ranks, message, name)


@tf_export(v1=["assert_scalar", "debugging.assert_scalar"])
def assert_scalar(tensor: TensorLike, name: str | None = None, message: str | None = None) -> Any:
    """Checks that a tensor is a scalar. Mirrors `tf.compat.v1.assert_scalar` and `tf.compat.v1.debugging.assert_scalar`.

    The static shape is looked at, when the function is called: nothing is checked as a graph runs. `tf.debugging.assert_scalar` does the
    same, gives nothing, and its arguments have another order.

    Arguments:
        tensor: a tensor, or what makes one.
        name: a name for the operation in graphs; by default that of the function.
        message: a text that the error begins with.

    Returns:
        The tensor.

    Raises:
        ValueError: it has dimensions, or its shape is not known.

    Example:
        >>> int(tf.compat.v1.assert_scalar(3))
        3
        >>> try:
        ...     tf.compat.v1.assert_scalar([1, 2], message="the rate")
        ... except ValueError as error:
        ...     print(str(error).startswith("the rate"))
        True
    """
    tensor = tf.convert_to_tensor(tensor)
    tf.debugging.assert_scalar(tensor, message, name)
    return tensor


@tf_export(v1=["assert_type", "debugging.assert_type"])
def assert_type(tensor: TensorLike, tf_type: DTypeLike, message: str | None = None, name: str | None = None) -> Any:
    """Checks that a tensor has a dtype. Mirrors `tf.compat.v1.assert_type` and `tf.compat.v1.debugging.assert_type`.

    The dtype is known when the function is called, so that nothing is left to be checked as a graph runs. It is `tf.debugging.assert_type`,
    which gives nothing.

    Arguments:
        tensor: a tensor, a `tf.SparseTensor` or a `tf.RaggedTensor`; of the last two it is the dtype of the values.
        tf_type: a `tf.DType`, or what is converted to one.
        message: a text that the error begins with.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        An operation that does nothing, for `tf.control_dependencies`, in a graph; None while executing eagerly.

    Raises:
        TypeError: the tensor has another dtype.

    Example:
        >>> tf.compat.v1.assert_type(tf.constant([1.0]), tf.float32)
        >>> try:
        ...     tf.compat.v1.assert_type(tf.constant([1.0]), tf.int32)
        ... except TypeError as error:
        ...     print("must be of type" in str(error))
        True
    """
    return certainly_of_type(tensor, tf_type, message, name)


@tf_export(v1=["debugging.assert_shapes"])
def assert_shapes(
    shapes: Any, data: Sequence[Any] | None = None, summarize: int | None = None, message: str | None = None, name: str | None = None
) -> Any:
    """Checks the shapes of several tensors against each other. Mirrors `tf.compat.v1.debugging.assert_shapes`.

    Sizes are given by numbers, or by letters that have to stand for the same size everywhere. What is known when the function is called is
    checked at once, the rest as the graph runs, where something waits for it.

    Arguments:
        shapes: a list of pairs, or a dictionary, of tensors and their shapes: a tuple of integers, letters and None for any size; `...` at
            the beginning or end for any dimensions; or a str with a letter or digit for each dimension, "*" for dimensions that are not
            looked at.
        data: a list of tensors that the error tells; None by default.
        summarize: how many items of each are told; None (the default) for 3.
        message: a text that the error begins with.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        An operation in a graph; None while executing eagerly.

    Raises:
        ValueError: known shapes differ from what is said.
        InvalidArgumentError: others turn out to as the graph runs.

    Example:
        >>> x, y = tf.zeros([3, 2]), tf.zeros([3])
        >>> tf.compat.v1.debugging.assert_shapes([(x, ("N", 2)), (y, ("N",))])
        >>> try:
        ...     tf.compat.v1.debugging.assert_shapes([(x, ("N", "M")), (y, ("M",))])
        ... except ValueError:
        ...     print("M is 2 and 3")
        M is 2 and 3
    """
    return checked_shapes(shapes, data, summarize, message, name)


@tf_export(v1=["debugging.assert_all_finite"])
def assert_all_finite(
    t: TensorLike | None = None, msg: str | None = None, name: str | None = None, x: TensorLike | None = None, message: str | None = None
) -> Tensor:
    """A tensor, checked to hold neither NaN nor infinity. Mirrors `tf.compat.v1.debugging.assert_all_finite`.

    The check is a part of what uses the result: in a graph nothing is checked unless the tensor that is returned is used. It is
    `tf.debugging.assert_all_finite` with the older names of its arguments besides.

    Arguments:
        t: a tensor of floating-point numbers.
        msg: a text that the error begins with.
        name: a name for the operation in graphs; by default that of the function.
        x, message: the newer names of `t` and `msg`.

    Returns:
        The tensor, with the same values.

    Raises:
        InvalidArgumentError: it holds NaN or infinity, when it runs.
        ValueError: an argument is given by both of its names.

    Example:
        >>> tf.compat.v1.debugging.assert_all_finite([1.0, 2.0], "the loss").numpy().tolist()
        [1.0, 2.0]
        >>> try:
        ...     tf.compat.v1.debugging.assert_all_finite([np.inf], "the loss")
        ... except tf.errors.InvalidArgumentError as error:
        ...     print("Tensor had Inf" in error.message)
        True
    """
    return tf.debugging.assert_all_finite(one_of("x", x, "t", t), one_of("message", message, "msg", msg), name)
