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
    """`tensor`, a tensor of floats; raise InvalidArgumentError with `message` if an element is infinite or no number.

    Mirrors `tf.debugging.check_numerics`.
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
    """`x`, a tensor of floats; raise InvalidArgumentError with `message` if an element is infinite or no number.

    Mirrors `tf.debugging.assert_all_finite`.
    """
    with name_scope(name or "VerifyFinite"):
        return check_numerics(x, message, name="")


@tf_export("debugging.enable_check_numerics")
def enable_check_numerics(stack_height_limit: IntLike = 30, path_length_limit: IntLike = 50) -> None:
    """Have every operation fail with InvalidArgumentError if a float or complex result of it is infinite or no number.

    Operations run now are checked at once, those of functions when they are traced after this call.
    stack_height_limit: how many lines of the call stack the message shows; path_length_limit: to how many characters
    the names of files in it are cut (positive integers). Mirrors `tf.debugging.enable_check_numerics`.
    """
    result_checks.enable(int(stack_height_limit), int(path_length_limit))


@tf_export("debugging.disable_check_numerics")
def disable_check_numerics() -> None:
    """Undo `enable_check_numerics`. Mirrors `tf.debugging.disable_check_numerics`."""
    result_checks.disable()
