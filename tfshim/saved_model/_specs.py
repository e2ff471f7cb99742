"""Specs of composite tensors in saved functions: the kind by name, and what its constructor takes."""

from tfshim.engine import type_spec_base
from tfshim.engine.indexed_slices_spec import IndexedSlicesSpec
from tfshim.engine.typespec import TensorSpec
from tfshim.ragged import RaggedTensorSpec
from tfshim.sparse import SparseTensorSpec

_KINDS = {c.__name__: c for c in (RaggedTensorSpec, SparseTensorSpec, IndexedSlicesSpec)}


def serializable(spec):
    """The name under which the kind of `spec` is saved, None for a TensorSpec. Raises NotImplementedError for kinds without one."""
    cls = type(spec)
    if cls is TensorSpec:
        return None
    if _KINDS.get(cls.__name__) is cls:
        return cls.__name__
    try:
        return type_spec_base.get_name(cls)
    except ValueError:
        raise NotImplementedError(
            f"tf.saved_model.save: {spec!r} among the arguments or results of a function is not supported: its class has no name to be "
            "found by again. Give the extension type a `__name__`, such as \"my_package.MyType\", or pass tensors.") from None


def kind_named(name):
    """The class of specs that was saved under `name`. Raises ValueError where it is not (or not yet) defined in this program."""
    return _KINDS.get(name) or type_spec_base.lookup(name)
