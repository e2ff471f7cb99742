"""`prevent_gradient`: a tensor of which no gradient may be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_private
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.autograd_function import Function

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


class _Prevented(Function):
    """Its input, and an error for who goes back, or forward, through it."""

    @staticmethod
    def forward(ctx, x, message):
        ctx.message = message
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        raise _disabled(ctx.message)

    @staticmethod
    def jvp(ctx, tangent, _):
        raise _disabled(ctx.message)


def _disabled(message):
    return LookupError(f"Gradient explicitly disabled. Reason: {message.encode()!r}")


@op("PreventGradient", input="any", scope="")
def _prevent_gradient(input, message="", name=None):
    return _Prevented.apply(input, message) if input.requires_grad else input.view_as(input)


@tf_private("tensorflow.python.ops.array_ops.prevent_gradient")
def prevent_gradient(input: TensorLike, message: str = "", name: str | None = None) -> AnyTensor:  # noqa: A002 - TensorFlow's name
    """`input`; asking for a gradient through it raises LookupError with `message`."""
    return _prevent_gradient(input, message, name)
