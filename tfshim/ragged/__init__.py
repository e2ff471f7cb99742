"""`tf.ragged`: tensors with rows of different lengths."""

from tfshim._listing import listing
from tfshim.ragged.crossing import cross, cross_hashed
from tfshim.ragged.factories import boolean_mask, constant, map_flat_values, range
from tfshim.ragged.filling import ragged_fill_empty_rows, ragged_fill_empty_rows_grad
from tfshim.ragged.gathering import stack_dynamic_partitions
from tfshim.ragged.joining import stack_tensors as stack
from tfshim.ragged.partitions import row_splits_to_segment_ids, segment_ids_to_row_splits
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.ragged.ragged_tensor_spec import RaggedTensorSpec

__all__ = """
    boolean_mask constant cross cross_hashed map_flat_values range row_splits_to_segment_ids segment_ids_to_row_splits stack
    stack_dynamic_partitions
""".split()
__dir__ = listing(globals())
