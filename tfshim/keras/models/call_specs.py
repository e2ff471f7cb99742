"""What a model is called with: the types of the arguments of its first call, by which it is saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.values import nest
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec, TypeSpec, type_spec_from_value
from tfshim.engine.variables.variable import Variable
from tfshim.keras.engine.keras_tensor import KerasTensor
from tfshim.keras.engine.node import type_spec_of


def call_specs(inputs: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """The specs of the arguments of a call: of `inputs` and further ones by position, and of those by keyword that are tensors."""
    named = {}
    for key, value in kwargs.items():
        specs = [_spec(x) for x in nest.flatten(value)]
        if None not in specs:
            named[key] = nest.pack_sequence_as(value, specs)
    return [_named(inputs, ()), *nest.map_structure(_spec, list(args))], named


def with_any_batch(specs: Any) -> Any:
    """The specs, whose first size is unknown."""
    return nest.map_structure(lambda s: _any_batch(s) if isinstance(s, TypeSpec) else s, specs)


def _any_batch(spec):
    if isinstance(spec, TensorSpec):
        return TensorSpec([None, *spec.shape.as_list()[1:]], spec.dtype, spec.name) if spec.shape.rank else spec
    shape = getattr(spec, "_shape", None)
    if shape is None or not shape.rank:
        return spec
    changed = spec._deserialize(spec._serialize())
    changed._shape = type(shape)([None, *shape.as_list()[1:]])
    return changed


def _spec(x):
    """The spec of a tensor, or of what says of itself that it stands for one; None for anything else."""
    if isinstance(x, TypeSpec):
        return x
    if isinstance(x, KerasTensor):
        return type_spec_of(x)
    if isinstance(x, SymbolicTensor):  # its name is that of a node, which says nothing of the argument
        return TensorSpec(x.shape, x.dtype)
    if isinstance(x, (Tensor, Variable)) or nest.is_composite(x):
        return type_spec_from_value(x)
    if isinstance(x, (np.ndarray, np.generic)):
        return TensorSpec(x.shape, x.dtype)
    return None


def _named(inputs, path):
    """The specs of the first argument, in its structure: tensors have the names that TensorFlow's signatures give them."""
    if isinstance(inputs, Mapping):
        return type(inputs)((k, _named(v, (*path, _part(k, path)))) for k, v in inputs.items())
    if isinstance(inputs, (list, tuple)):
        keys = getattr(inputs, "_fields", range(len(inputs)))
        found = [_named(v, (*path, _part(k, path))) for k, v in zip(keys, inputs)]
        return type(inputs)(*found) if hasattr(inputs, "_fields") else type(inputs)(found)
    spec = _spec(inputs)
    if isinstance(spec, TensorSpec) and isinstance(inputs, (Tensor, Variable)):
        return TensorSpec(spec.shape, spec.dtype, "_".join(path) or "input_1")
    return spec


def _part(key, path):
    """What a key adds to the name of an input: numbers count from 1."""
    if not isinstance(key, int):
        return str(key)
    return str(key + 1) if path else f"input_{key + 1}"
