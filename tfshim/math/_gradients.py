"""Where TensorFlow's derivative of an elementwise function is not torch's, or torch has none."""

import torch

from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.values.readable import forward_mode


def needs_grad(*tensors):
    """Whether autograd, in reverse or forward mode, may need a derivative with respect to one of the torch tensors."""
    if not torch.is_grad_enabled():
        return False
    for t in tensors:
        # Within a dual level a tensor may carry a tangent though it requires no gradient.
        if t.requires_grad or t.is_floating_point() and forward_mode():
            return True
    return False


def with_derivative(forward, derivative):
    """A function on one torch tensor that computes `forward(x)` and has the derivative `derivative(x, forward(x))`.

    `derivative` is written in torch operations that have derivatives themselves, so that higher orders work.
    """

    class WithDerivative(Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(x):
            return forward(x)

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(inputs[0], output)
            ctx.save_for_forward(inputs[0], output)

        @staticmethod
        def backward(ctx, grad):
            x, y = ctx.saved_tensors
            slope = derivative(x, y)
            # torch's gradients are conjugated for complex numbers, and so are TensorFlow's of these functions.
            return grad * (slope.conj() if slope.is_complex() else slope)

        @staticmethod
        def jvp(ctx, tangent):
            x, y = ctx.saved_tensors
            return tangent * derivative(x, y)

    def function(x):
        return WithDerivative.apply(x) if needs_grad(x) else forward(x)

    return function


def with_derivatives(forward, *derivatives, conjugate=True):
    """The same for several tensors that broadcast: a derivative `d(*inputs, result)` for each, or None for no gradient.

    `conjugate`: whether the gradient is multiplied by the conjugate of a complex derivative, as it should be.
    TensorFlow leaves that out for some functions, whose gradients are then its own.
    """

    class WithDerivative(Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(*inputs):
            return forward(*inputs)

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(*inputs, output)
            ctx.save_for_forward(*inputs, output)

        @staticmethod
        def backward(ctx, grad):
            saved = ctx.saved_tensors
            made = []
            for i, derivative in enumerate(derivatives):
                if derivative is None or not ctx.needs_input_grad[i]:
                    made.append(None)
                    continue
                slope = derivative(*saved)
                slope = slope.conj() if conjugate and slope.is_complex() else slope
                # Broadcast dimensions were read many times: their gradients add up.
                made.append((grad * slope).sum_to_size(saved[i].shape))
            return tuple(made)

        @staticmethod
        def jvp(ctx, *tangents):
            saved = ctx.saved_tensors
            parts = [t * d(*saved) for t, d in zip(tangents, derivatives) if t is not None and d is not None]
            return sum(parts[1:], parts[0]) if parts else torch.zeros_like(saved[-1])

    def function(*inputs):
        return WithDerivative.apply(*inputs) if needs_grad(*inputs) else forward(*inputs)

    return function
