"""`tf.sparse`: tensors of which only some elements are stored."""

from tfshim._listing import listing
from tfshim.engine.ops.indexed_slices_spec import IndexedSlicesSpec
from tfshim.sparse.arithmetic import add, maximum, minimum, softmax, sparse_dense_matmul
from tfshim.sparse.conversion import eye, from_dense, to_dense, to_indicator
from tfshim.sparse.counting import bincount
from tfshim.sparse.crossing import cross, cross_hashed
from tfshim.sparse.elementwise import map_values
from tfshim.sparse.joining import concat, slice, split
from tfshim.sparse.masking import mask
from tfshim.sparse.rearranging import expand_dims, fill_empty_rows, reorder, reset_shape, reshape, retain, transpose
from tfshim.sparse.reductions import reduce_max, reduce_sum
from tfshim.sparse.segments import segment_mean, segment_sqrt_n, segment_sum
from tfshim.sparse.sparse_tensor import SparseTensor
from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec

__all__ = """
    SparseTensor add bincount concat cross cross_hashed expand_dims eye fill_empty_rows from_dense map_values mask maximum minimum
    reduce_max reduce_sum reorder reset_shape reshape retain segment_mean segment_sqrt_n segment_sum slice softmax
    sparse_dense_matmul split to_dense to_indicator transpose
""".split()
__dir__ = listing(globals())
