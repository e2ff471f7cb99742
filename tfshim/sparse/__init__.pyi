# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.ragged.sparse_crossing import cross as cross, cross_hashed as cross_hashed
from tfshim.sparse.arithmetic import add as add, maximum as maximum, minimum as minimum, softmax as softmax
from tfshim.sparse.arithmetic import sparse_dense_matmul as sparse_dense_matmul
from tfshim.sparse.conversion import eye as eye, from_dense as from_dense, to_dense as to_dense, to_indicator as to_indicator
from tfshim.sparse.counting import bincount as bincount
from tfshim.sparse.elementwise import map_values as map_values
from tfshim.sparse.joining import concat as concat, slice as slice, split as split
from tfshim.sparse.masking import mask as mask
from tfshim.sparse.rearranging import expand_dims as expand_dims, fill_empty_rows as fill_empty_rows, reorder as reorder
from tfshim.sparse.rearranging import reset_shape as reset_shape, reshape as reshape, retain as retain, transpose as transpose
from tfshim.sparse.reductions import reduce_max as reduce_max, reduce_sum as reduce_sum
from tfshim.sparse.segments import segment_mean as segment_mean, segment_sqrt_n as segment_sqrt_n, segment_sum as segment_sum
from tfshim.sparse.sparse_tensor import SparseTensor as SparseTensor
