# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.ragged.crossing import cross as cross, cross_hashed as cross_hashed
from tfshim.ragged.factories import boolean_mask as boolean_mask, constant as constant, map_flat_values as map_flat_values, range as range
from tfshim.ragged.gathering import stack_dynamic_partitions as stack_dynamic_partitions
from tfshim.ragged.joining import stack_tensors as stack
from tfshim.ragged.partitions import row_splits_to_segment_ids as row_splits_to_segment_ids
from tfshim.ragged.partitions import segment_ids_to_row_splits as segment_ids_to_row_splits
