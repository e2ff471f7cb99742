"""Specs of composite tensors in saved functions: the class by name, and the arguments of its constructor."""

from tfshim.engine.ops.indexed_slices_spec import IndexedSlicesSpec
from tfshim.engine.values import type_spec_base
from tfshim.engine.values.typespec import TensorSpec
from tfshim.ragged.ragged_tensor_spec import RaggedTensorSpec
from tfshim.refusals import refused
from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec

_KINDS = {c.__name__: c for c in (RaggedTensorSpec, SparseTensorSpec, IndexedSlicesSpec)}


def serializable(spec):
    """The name under which the class of `spec` is saved, None for a TensorSpec. Raises NotImplementedError for others."""
    cls = type(spec)
    if cls is TensorSpec:
        return None
    if _KINDS.get(cls.__name__) is cls:
        return cls.__name__
    try:
        return type_spec_base.get_name(cls)
    except ValueError:
        raise refused("tf.saved_model.save", "class", spec=spec) from None


def kind_named(name):
    """The class of specs that was saved under `name`. Raises ValueError where it is not (or not yet) defined in this program."""
    return _KINDS.get(name) or type_spec_base.lookup(name)
