"""`tf.sparse`: tensors of which only some elements are stored."""

from tfshim.engine.indexed_slices_spec import IndexedSlicesSpec
from tfshim.sparse.elementwise import map_values
from tfshim.sparse.sparse_tensor import SparseTensor
from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec
