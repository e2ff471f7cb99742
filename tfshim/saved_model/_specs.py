"""The specs of what saved functions take: those of inputs, and of composite tensors the class by name."""

from tfshim.engine.ops.indexed_slices_spec import IndexedSlicesSpec
from tfshim.engine.values import nest, type_spec_base
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


def takes_inputs_alone(arguments):
    """Whether a function with these `arguments` was pruned from a wrapped one: it has inputs, but no Python function's arguments."""
    return arguments is None


def input_specs(arguments, placeholders):
    """The TensorSpecs of the inputs of a function: those in the structure `arguments`, else those of its `placeholders`."""
    if takes_inputs_alone(arguments):
        return [TensorSpec(t.shape, t.dtype) for t in placeholders()]
    return [x for x in nest.flatten(arguments, expand_composites=True) if isinstance(x, TensorSpec)]
