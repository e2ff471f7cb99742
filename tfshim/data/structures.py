"""Elements of datasets: nested structures of tensors, where a list is not structure but a tensor to be."""

from tfshim.engine import nest
from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.tensor import EagerTensor
from tfshim.engine.typespec import TensorSpec


def normalized(value, what):
    """`value` with every leaf, lists among them, made into a tensor; tuples and mappings stay what they are."""
    if nest.is_mapping(value):
        made = {k: normalized(v, what) for k, v in value.items()}
        return made if type(value) is dict else nest.pack_sequence_as(value, nest.flatten(made))
    if isinstance(value, tuple):
        items = [normalized(v, what) for v in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if nest.is_composite(value):
        raise NotImplementedError(f"{what}: components of type {type(value).__name__} are not supported; give dense tensors.")
    return convert_to_tensor(value)


def spec_of(structure):
    """The structure of `tf.TensorSpec`s of a normalized structure of tensors."""
    return nest.map_structure(lambda x: TensorSpec(x.shape, x.dtype), structure)


def eager_leaves(structure, what):
    """The flat eager tensors of a normalized structure. Raises NotImplementedError for tensors of a graph."""
    flat = nest.flatten(structure)
    for x in flat:
        if type(x) is not EagerTensor:
            raise NotImplementedError(f"{what}: datasets are made of eager tensors; make the dataset outside of tf.function.")
    return flat


def call(function, spec, flat):
    """`function` on one element: a tuple is spread over its arguments."""
    element = nest.pack_sequence_as(spec, flat)
    if type(element) is tuple:
        return function(*element)
    return function(element)
