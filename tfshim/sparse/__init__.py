"""`tf.sparse`: tensors of which only some elements are stored."""

from tfshim._listing import lazily, names

_MODULES = {
    "tfshim.engine.ops.indexed_slices_spec": "IndexedSlicesSpec",
    "arithmetic": "add maximum minimum softmax sparse_dense_matmul",
    "conversion": "eye from_dense to_dense to_indicator",
    "counting": "bincount",
    "tfshim.ragged.sparse_crossing": "cross cross_hashed",
    "elementwise": "map_values",
    "joining": "concat slice split",
    "masking": "mask",
    "rearranging": "expand_dims fill_empty_rows reorder reset_shape reshape retain transpose",
    "reductions": "reduce_max reduce_sum",
    "segments": "segment_mean segment_sqrt_n segment_sum",
    "sparse_tensor": "SparseTensor",
    "sparse_tensor_spec": "SparseTensorSpec",
}
_TOP_LEVEL = {"IndexedSlicesSpec", "SparseTensorSpec"}  # names of `tf` itself
__all__ = sorted({*names(_MODULES)} - _TOP_LEVEL)
__getattr__, __dir__ = lazily(globals(), _MODULES)
