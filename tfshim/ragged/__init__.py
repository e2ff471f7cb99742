"""`tf.ragged`: tensors with rows of different lengths."""

from tfshim._listing import lazily, names

_MODULES = {
    "crossing": "cross cross_hashed",
    "factories": "boolean_mask constant map_flat_values range",
    "filling": "ragged_fill_empty_rows ragged_fill_empty_rows_grad",
    "gathering": "stack_dynamic_partitions",
    "joining": "stack=stack_tensors",
    "partitions": "row_splits_to_segment_ids segment_ids_to_row_splits",
    "ragged_tensor": "RaggedTensor",
    "ragged_tensor_spec": "RaggedTensorSpec",
}
_TOP_LEVEL = {"RaggedTensor", "RaggedTensorSpec", "ragged_fill_empty_rows", "ragged_fill_empty_rows_grad"}  # names of `tf` itself
__all__ = sorted({*names(_MODULES)} - _TOP_LEVEL)
__getattr__, __dir__ = lazily(globals(), _MODULES)
