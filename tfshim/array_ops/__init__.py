"""The array operations of the top-level namespace: making, reshaping, joining, slicing and gathering tensors."""

from tfshim.array_ops.casting import bitcast, cast, complex, saturate_cast
from tfshim.array_ops.creation import constant, fill, ones, ones_like, range, zeros, zeros_like
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.joining import concat, parallel_stack, split, stack, unstack
from tfshim.array_ops.masking import boolean_mask, where
from tfshim.array_ops.shapes import (
    broadcast_dynamic_shape,
    broadcast_static_shape,
    broadcast_to,
    ensure_shape,
    expand_dims,
    guarantee_const,
    identity,
    identity_n,
    newaxis,
    rank,
    reshape,
    shape,
    shape_n,
    size,
    squeeze,
)
from tfshim.array_ops.slicing import slice, strided_slice
from tfshim.array_ops.transposing import transpose
