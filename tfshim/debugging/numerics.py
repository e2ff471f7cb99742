"""Checks for values that are no numbers: of one tensor, or of every result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.engine.ops import result_checks
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("debugging.check_numerics", v1=["debugging.check_numerics", "check_numerics"], elementwise="unary")
@op("CheckNumerics", tensor="T", T=dtypes.FLOATS, stateful=True)
def check_numerics(tensor: TensorLike, message: str, name: str | None = None) -> AnyTensor:
    """The tensor itself, if all of its elements are finite. Mirrors `tf.debugging.check_numerics`.

    As `tf.debugging.assert_all_finite`, with the name of the operation in the text; the gradient goes through it, and is checked too.

    Arguments:
        tensor: a tensor of floats, or what converts to one.
        message: a text to put before that of the error.
        name: a name for the operation in graphs.

    Returns:
        `tensor` as a tensor. In a graph, use what is returned: it is checked when that is computed.

    Raises:
        InvalidArgumentError: an element is infinite or no number; the text says which of them there are.

    Example:
        >>> x = tf.constant([1.0, 0.0])
        >>> try:
        ...     tf.debugging.check_numerics(tf.math.log(x), "log of x")
        ... except tf.errors.InvalidArgumentError as error:
        ...     print("log of x" in error.message, "Inf values" in error.message)
        True True
    """
    if not isinstance(message, str):
        raise TypeError(f"Expected string for argument 'message' not {message!r}.")
    if not tensor.is_meta:
        complaint = result_checks.complaint(tensor)
        if complaint:
            raise invalid(f"{message} : Tensor had {complaint} values")
    return torch.ops.aten.alias(tensor)


@tf_export("debugging.assert_all_finite")
def assert_all_finite(x: TensorLike, message: str, name: str | None = None) -> Tensor:
    """The tensor itself, if all of its elements are finite. Mirrors `tf.debugging.assert_all_finite`.

    To find out where a training goes wrong, put it around a loss or an activation; `tf.debugging.enable_check_numerics` does so for every
    operation.

    Arguments:
        x: a tensor of floats, or what converts to one.
        message: a text to put before that of the error.
        name: a name for the operation in graphs.

    Returns:
        `x` as a tensor. In a graph, use what is returned: it is checked when that is computed.

    Raises:
        InvalidArgumentError: an element is infinite or no number.

    Example:
        >>> tf.debugging.assert_all_finite([1.0, 2.0], "the loss").numpy()
        array([1., 2.], dtype=float32)
        >>> try:
        ...     tf.debugging.assert_all_finite([1.0, np.nan], "the loss")
        ... except tf.errors.InvalidArgumentError as error:
        ...     print("the loss" in error.message, "NaN" in error.message)
        True True
    """
    with name_scope(name or "VerifyFinite"):
        return check_numerics(x, message, name="")


@tf_export("debugging.enable_check_numerics")
def enable_check_numerics(stack_height_limit: IntLike = 30, path_length_limit: IntLike = 50) -> None:
    """Have every operation fail whose float or complex result is not finite. Mirrors `tf.debugging.enable_check_numerics`.

    The first infinite value, or the first that is no number, ends the program where it comes up, and the message has the lines that
    led to it. Operations that run now are checked at once, those of functions if they are traced after this call. It costs time:
    `tf.debugging.disable_check_numerics` ends it.

    Arguments:
        stack_height_limit: how many lines of the call stack the message shows, a positive int; 30 by default.
        path_length_limit: to how many characters names of files in it are cut, a positive int; 50 by default.

    Returns:
        None.

    Raises:
        InvalidArgumentError: from then on, where an operation gives such a result.

    Example:
        >>> tf.debugging.enable_check_numerics()
        >>> try:
        ...     tf.math.log(-1.0)
        ... except tf.errors.InvalidArgumentError as error:
        ...     print("NaN" in error.message)
        True
        >>> tf.debugging.disable_check_numerics()
    """
    result_checks.enable(int(stack_height_limit), int(path_length_limit))


@tf_export("debugging.disable_check_numerics")
def disable_check_numerics() -> None:
    """Undo `tf.debugging.enable_check_numerics`. Mirrors `tf.debugging.disable_check_numerics`.

    Functions that were traced while it held keep their checks; those that are traced afterwards have none. Where it was not enabled,
    nothing happens, so a test can call it in any case. For a single tensor `tf.debugging.check_numerics` is enough, which costs nothing
    elsewhere and needs no undoing.

    Returns:
        None.

    Example:
        >>> tf.debugging.enable_check_numerics()
        >>> tf.debugging.disable_check_numerics()
        >>> tf.math.log(-1.0).numpy()
        nan
        >>> tf.debugging.disable_check_numerics()  # once more does no harm
        >>> tf.math.log(0.0).numpy()
        -inf
    """
    result_checks.disable()
