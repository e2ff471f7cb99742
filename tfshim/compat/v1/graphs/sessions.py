"""Sessions of TensorFlow 1, with what a fetch of a sparse or ragged tensor gives."""

from tfshim._export import tf_export
from tfshim.engine.graphs.sessions.arguments import register_fetch
from tfshim.engine.graphs.sessions.session import InteractiveSession, Session, SparseTensorValue
from tfshim.engine.ops.indexed_slices import IndexedSlices, IndexedSlicesValue
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.ragged.ragged_tensor_value import RaggedTensorValue
from tfshim.sparse.sparse_tensor import SparseTensor

__all__ = ["IndexedSlicesValue", "InteractiveSession", "RaggedTensorValue", "Session", "SparseTensorValue"]

# Declared here and not where they are defined, because only with this module do sessions know what such fetches give.
tf_export(v1=["Session"])(Session)
tf_export(v1=["InteractiveSession"])(InteractiveSession)
tf_export(v1=["SparseTensorValue"])(SparseTensorValue)


def _ragged_parts(x):
    def finish(values):
        made = values[-1]
        for splits in reversed(values[:-1]):
            made = RaggedTensorValue(made, splits)
        return made

    return [*x.nested_row_splits, x.flat_values], finish


register_fetch(SparseTensor, lambda x: ([x.indices, x.values, x.dense_shape], lambda values: SparseTensorValue(*values)))
register_fetch(RaggedTensor, _ragged_parts)
register_fetch(IndexedSlices, lambda x: ([x.values, x.indices, x.dense_shape], lambda values: IndexedSlicesValue(*values)))
