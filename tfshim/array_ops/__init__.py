"""The array operations of the top-level namespace: making, reshaping, joining, slicing and gathering tensors."""

# ruff: noqa: F401
from tfshim.array_ops.casting import bitcast, cast, complex, saturate_cast
from tfshim.array_ops.comparing import edit_distance, fingerprint
from tfshim.array_ops.creation import constant, fill, ones, ones_like, range, zeros, zeros_like
from tfshim.array_ops.gathering import gather, gather_nd
from tfshim.array_ops.joining import concat, parallel_stack, split, stack, unstack
from tfshim.array_ops.masking import boolean_mask, where
from tfshim.array_ops.padding import pad, required_space_to_batch_paddings
from tfshim.array_ops.repeating import meshgrid, repeat, tile
from tfshim.array_ops.scattering import (
    dynamic_partition,
    dynamic_stitch,
    scatter_nd,
    tensor_scatter_nd_add,
    tensor_scatter_nd_max,
    tensor_scatter_nd_min,
    tensor_scatter_nd_sub,
    tensor_scatter_nd_update,
)
from tfshim.array_ops.sequences import linspace, one_hot, sequence_mask, unravel_index
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
from tfshim.array_ops.sorting import argsort, searchsorted, sort
from tfshim.array_ops.transposing import reverse, reverse_sequence, roll, transpose
from tfshim.array_ops.uniques import unique, unique_with_counts
