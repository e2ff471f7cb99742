"""Which values are followed while a graph is built: small vectors of integers that depend on unknown sizes, and what is computed from
them.

Each has a value under either substitution for unknown sizes (see `abstract`). Where both agree although one of the operands is unknown, as
in `tf.minimum(tf.shape(x)[0], 10)`, the result is unknown all the same: the sizes that stand in for unknown ones are only examples.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.ops.op import Op

# Highly divisible, so that splitting, striding and reshaping by usual factors works; far above usual sizes.
SIZE_A, SIZE_B = 5040, 7560
# How many integers keep values that depend on unknown sizes: those of any shape, and of what is computed on the way to one.
MOST = 64

# Operations that hand on single values as they are: what was known stays known.
_MOVING = frozenset(("Pack", "ConcatV2", "StridedSlice", "Cast", "Unpack"))
# Operations that are computed from unknown values, beside those that act element by element: what programs compute sizes with.
_COMPUTING = _MOVING | frozenset(
    "Slice GatherV2 Reshape ExpandDims Squeeze Identity IdentityN StopGradient PreventGradient Split SplitV Prod Sum Max Min Mean Any All "
    "Cumsum Cumprod ReverseV2 BroadcastArgs BroadcastTo SelectV2 Select AddN AddV2 Add Sub Mul FloorDiv FloorMod Div RealDiv TruncateDiv "
    "TruncateMod Mod Maximum Minimum Neg Abs Sign Square Sqrt Pow Ceil Floor Round Rint Log Exp Equal NotEqual Less LessEqual Greater "
    "GreaterEqual LogicalAnd LogicalOr LogicalNot Bitcast EnsureShape Tile Fill PadV2 Pad Transpose ClipByValue".split()
)

# Operations whose results are the shapes of operands, whatever is in these.
OF_SHAPES = frozenset(("Shape", "ShapeN", "Size", "Rank"))


def unsettled(o: Op, arguments: Any) -> bool:
    """Whether the operation `o` takes a value that is followed and not known."""
    if o.type in OF_SHAPES:
        return False
    for v in arguments:
        for x in v if type(v) is list else (v,):
            if isinstance(x, Tensor) and type(x) is not EagerTensor and x._a is not x._b and x._a is not None and not x._a.is_meta:
                return True
    return False


def computed(o: Op) -> bool:
    """Whether values that are not known are followed through the operation `o`."""
    return o.type in _COMPUTING


def settled(o: Op, arguments: Any, a: torch.Tensor, b: torch.Tensor) -> tuple[Any, Any]:
    """The values `a` and `b` of a result that depends on unknown values, so that they differ where it is unknown; the shapes alone of
    results that no shape is made of."""
    if a.shape != b.shape or a.numel() > MOST:
        return a.to("meta"), b.to("meta")
    if o.type in _MOVING and not a.is_floating_point() and not any(isinstance(arguments[p.at], Tensor) for p in o.static_params):
        return a, b
    same = a == b
    if not same.any():
        return a, b
    if a.dtype is torch.bool:
        return a, torch.where(same, ~b, b)
    return torch.where(same, torch.full_like(a, SIZE_A), a), torch.where(same, torch.full_like(b, SIZE_B), b)
