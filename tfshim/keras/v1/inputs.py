"""Where values enter models in graphs of TensorFlow 1: placeholders."""

from tfshim.engine.graphs.func_graph import PLACEHOLDER
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.dtypes import as_dtype, int64
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.typespec import TensorSpec
from tfshim.keras.engine.symbolic import give_values
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.refusals import refused
from tfshim.sparse.sparse_tensor import SparseTensor
from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec


def placeholder(dtype, shape, name=None):
    """A tensor of the graph whose value a session is fed."""
    return TS.graph._add(PLACEHOLDER, [], abstract.leaf(as_dtype(dtype), TensorShape(shape)), name).outputs[0]


def for_spec(spec, name):
    """A placeholder for values of the type `spec`: dense, sparse or ragged. Raises NotImplementedError for other types."""
    if isinstance(spec, TensorSpec):
        return placeholder(spec.dtype, spec.shape, name)
    shape = getattr(spec, "_shape", None) if not hasattr(spec, "shape") else spec.shape
    if hasattr(spec, "_ragged_rank") or hasattr(spec, "ragged_rank"):
        return _ragged(spec, shape, name)
    if isinstance(spec, SparseTensorSpec):
        return _sparse(spec, shape, name)
    raise refused("tf.keras.Input", "type_spec", spec=spec)


def _sparse(spec, shape, name):
    sizes = placeholder(int64, [shape.rank], f"{name}/shape")
    if shape.rank is not None:
        give_values(sizes, shape.as_list(), sizes.shape)
    return SparseTensor(placeholder(int64, [None, shape.rank], f"{name}/indices"), placeholder(spec.dtype, [None], f"{name}/values"), sizes)


def _ragged(spec, shape, name):
    rank = spec.ragged_rank
    made = placeholder(spec.dtype, [None, *shape.as_list()[rank + 1 :]], f"{name}/flat_values")
    for i in reversed(range(rank)):
        made = RaggedTensor.from_row_splits(made, placeholder(int64, [None], f"{name}/row_splits_{i}"), validate=False)
    return made


def is_fed(x):
    """Whether `x` is a placeholder, which has no value of its own."""
    return getattr(getattr(x, "op", None), "type", "Placeholder") == "Placeholder"
