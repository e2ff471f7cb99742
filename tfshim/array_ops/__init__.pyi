# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.array_ops.broadcasting import broadcast_dynamic_shape as broadcast_dynamic_shape
from tfshim.array_ops.broadcasting import broadcast_static_shape as broadcast_static_shape, broadcast_to as broadcast_to
from tfshim.array_ops.casting import bitcast as bitcast, cast as cast, complex as complex
from tfshim.array_ops.comparing import edit_distance as edit_distance, fingerprint as fingerprint
from tfshim.array_ops.creation import constant as constant, convert_to_tensor as convert_to_tensor, fill as fill, ones as ones
from tfshim.array_ops.creation import ones_like as ones_like, range as range, zeros as zeros, zeros_like as zeros_like
from tfshim.array_ops.gathering import gather as gather, gather_nd as gather_nd
from tfshim.array_ops.identities import guarantee_const as guarantee_const, identity as identity, identity_n as identity_n
from tfshim.array_ops.joining import concat as concat, parallel_stack as parallel_stack, split as split, stack as stack, unstack as unstack
from tfshim.array_ops.masking import boolean_mask as boolean_mask, where as where
from tfshim.array_ops.matrices import adjoint as adjoint, matrix_transpose as matrix_transpose
from tfshim.array_ops.padding import pad as pad, required_space_to_batch_paddings as required_space_to_batch_paddings
from tfshim.array_ops.repeating import meshgrid as meshgrid, repeat as repeat, tile as tile
from tfshim.array_ops.scattering import dynamic_partition as dynamic_partition, dynamic_stitch as dynamic_stitch, scatter_nd as scatter_nd
from tfshim.array_ops.scattering import tensor_scatter_nd_add as tensor_scatter_nd_add, tensor_scatter_nd_max as tensor_scatter_nd_max
from tfshim.array_ops.scattering import tensor_scatter_nd_min as tensor_scatter_nd_min, tensor_scatter_nd_sub as tensor_scatter_nd_sub
from tfshim.array_ops.scattering import tensor_scatter_nd_update as tensor_scatter_nd_update
from tfshim.array_ops.sequences import linspace as linspace, one_hot as one_hot, unravel_index as unravel_index
from tfshim.array_ops.shapes import ensure_shape as ensure_shape, expand_dims as expand_dims, rank as rank, reshape as reshape
from tfshim.array_ops.shapes import shape as shape, shape_n as shape_n, size as size, squeeze as squeeze
from tfshim.array_ops.slicing import slice as slice, strided_slice as strided_slice
from tfshim.array_ops.sorting import argsort as argsort, searchsorted as searchsorted, sort as sort
from tfshim.array_ops.transposing import reverse as reverse, reverse_sequence as reverse_sequence, roll as roll, transpose as transpose
from tfshim.array_ops.uniques import unique as unique, unique_with_counts as unique_with_counts
newaxis: None
