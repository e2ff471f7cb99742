"""Gradients of decompositions whose singular values or eigenvalues repeat, as those of an identity do.

torch divides by the differences of the values, which gives NaN. TensorFlow leaves out what it would divide by zero.
"""

import torch

from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.values.readable import readable


def repeat(x: torch.Tensor, values: torch.Tensor) -> bool:
    """Whether a gradient of the decomposition of `x` would divide by zero: `values`, in order, repeat or are 0."""
    if not (x.requires_grad and torch.is_grad_enabled()) or not readable(values):
        return False
    known = values.detach()
    return bool((known.diff() == 0).any()) or bool((known == 0).any())


def _inverse(x):
    none = x == 0
    return torch.where(none, 0.0, 1.0 / torch.where(none, 1.0, x))


class RepeatedSvd(Function):
    """`torch.linalg.svd` of real matrices, without full matrices."""

    @staticmethod
    def forward(ctx, a):
        u, s, vh = torch.linalg.svd(a, full_matrices=False)
        ctx.save_for_backward(u, s, vh)
        return u, s, vh

    @staticmethod
    def backward(ctx, of_u, of_s, of_vh):
        u, s, vh = ctx.saved_tensors
        squares = s * s
        apart = _inverse(squares.unsqueeze(-2) - squares.unsqueeze(-1))
        left, right = u.mT @ of_u, vh @ of_vh.mT
        inner = (left - left.mT) * apart * s.unsqueeze(-2) + s.unsqueeze(-1) * (right - right.mT) * apart + torch.diag_embed(of_s)
        made, inverse = u @ inner @ vh, _inverse(s)
        if u.shape[-2] > s.shape[-1]:
            made = made + ((of_u - u @ left) * inverse.unsqueeze(-2)) @ vh
        if vh.shape[-1] > s.shape[-1]:
            made = made + u @ (inverse.unsqueeze(-1) * (of_vh - right.mT @ vh))
        return made


class RepeatedEigh(Function):
    """`torch.linalg.eigh`."""

    @staticmethod
    def forward(ctx, a):
        e, v = torch.linalg.eigh(a)
        ctx.save_for_backward(e, v)
        return e, v

    @staticmethod
    def backward(ctx, of_e, of_v):
        e, v = ctx.saved_tensors
        apart = _inverse(e.unsqueeze(-2) - e.unsqueeze(-1))
        return v @ ((v.mH @ of_v) * apart + torch.diag_embed(of_e).to(v.dtype)) @ v.mH
