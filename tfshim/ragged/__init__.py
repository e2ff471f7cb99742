"""`tf.ragged`: tensors with rows of different lengths."""

from tfshim._listing import lazily

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
__all__ = """
    boolean_mask constant cross cross_hashed map_flat_values range row_splits_to_segment_ids segment_ids_to_row_splits stack
    stack_dynamic_partitions
""".split()
__getattr__, __dir__ = lazily(globals(), _MODULES)
