"""Calling a layer on Keras tensors: it runs once on symbolic tensors, which infers the specs of its results."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim.engine.graphs.func_graph import FuncGraph, building
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.values.typespec import TensorSpec, type_spec_from_value
from tfshim.keras.engine import input_spec as specs
from tfshim.keras.engine.keras_tensor import KerasTensor, is_registered, keras_tensor_from_type_spec
from tfshim.keras.engine.node import Node, map_keras_tensors
from tfshim.keras.engine.output_shapes import HasOutputShapes

if TYPE_CHECKING:
    from tfshim.keras.annotations import KerasTensors, Layer


class ScratchGraph(FuncGraph):
    """The graph in which a layer is traced once on symbolic tensors; nobody runs it.

    So it may use tensors of any other graph but those within it: of scratch graphs, which objects hold that one layer gave and another
    is called on, and of the step that is traced while a loss computes with tensors of the step and of the model.
    """

    def _local(self, x: SymbolicTensor, within: str | None = None) -> SymbolicTensor:
        """`x` in this graph: a placeholder for a tensor of another one."""
        graph = x._op.graph
        while graph is not None and graph is not self:
            graph = getattr(graph, "outer_graph", None)
        if graph is self:
            return super()._local(x, within)
        known = self._foreign.get(id(x))
        if known is None:
            known = self._foreign[id(x)] = (x, self.placeholder(x.dtype, x.shape))
        return known[1]

    @functools.cached_property
    def _foreign(self) -> dict[int, tuple[SymbolicTensor, SymbolicTensor]]:
        return {}


def call_symbolically(layer: Layer, inputs: Any, args: Sequence[Any], kwargs: dict[str, Any], run: Callable[..., Any]) -> KerasTensors:
    """The Keras tensors that `layer` gives for arguments among which there are Keras tensors; `run` calls it on others."""
    if layer.input_spec is not None:
        specs.check(layer.input_spec, inputs, layer.name)
    if layer._is_container:
        layer._set_save_spec(inputs, args, kwargs)
    if layer.dynamic:
        outputs = _declared(layer, inputs)
        Node(layer, call_args=(inputs, *args), call_kwargs=kwargs, outputs=outputs)
        return outputs
    # Messages of errors tell a call on Keras tensors by the end of this name.
    graph = ScratchGraph(f"{layer.name}_scratch_graph", None)
    known = {}

    def stand_in(x):
        placeholder = known.get(id(x))
        if placeholder is None:
            placeholder = known[id(x)] = _placeholder(graph, x)
        return placeholder

    with building(graph):
        symbolic = map_keras_tensors((inputs, args, kwargs), stand_in)
        outputs = run(symbolic[0], *symbolic[1], **symbolic[2])
        outputs = nest.map_structure(_as_keras, outputs)
    if "_build_input_shape" not in layer.__dict__:
        layer.__dict__["_build_input_shape"] = nest.map_structure(lambda x: x.shape if hasattr(x, "shape") else np.shape(x), inputs)
    Node(layer, call_args=(inputs, *args), call_kwargs=kwargs, outputs=outputs)
    return outputs


def _declared(layer, inputs):
    """The Keras tensors of a layer whose `call` runs eagerly alone, by what it says of its outputs."""
    if type(layer).compute_output_shape is HasOutputShapes.compute_output_shape:
        raise NotImplementedError(
            f"Please run in eager mode or implement the `compute_output_shape` method on your layer ({type(layer).__name__})."
        )
    signature = layer.compute_output_signature(nest.map_structure(lambda x: TensorSpec(x.shape, x.dtype), inputs))
    return nest.map_structure(lambda spec: KerasTensor(TensorSpec(spec.shape, spec.dtype)), signature)


def _placeholder(graph, x):
    if x._symbolic_object is not None:
        return x._symbolic_object
    spec = x.type_spec
    if isinstance(spec, TensorSpec):
        placeholder = graph.placeholder(spec.dtype, spec.shape)
        if x._inferred_value is not None:
            give_values(placeholder, x._inferred_value, x.shape)
    else:
        placeholder = nest.map_structure(lambda s: graph.placeholder(s.dtype, s.shape), spec, expand_composites=True)
    mask = getattr(x, "_keras_mask", None)
    if mask is not None:
        placeholder._keras_mask = _placeholder(graph, mask)
    return placeholder


def give_values(placeholder: Any, values: Sequence[Any], shape: TensorShape) -> None:
    """Let a symbolic integer tensor carry the sizes that are known of it."""

    def filled(size):
        t = torch.tensor([size if v is None else v for v in values], dtype=placeholder.dtype.torch)
        return t.reshape(shape.as_list())

    # Shape inference runs everything with both, and takes for unknown what differs.
    a = filled(abstract.SIZE_A)
    placeholder._a, placeholder._b = a, a if None not in values else filled(abstract.SIZE_B)


def _as_keras(x):
    """The Keras tensor for a result of a symbolic call."""
    if is_registered(x):
        value = convert_to_tensor(x)
        keras_tensor = KerasTensor(TensorSpec(value.shape, value.dtype), symbolic_object=x)
    elif isinstance(x, Tensor):
        keras_tensor = KerasTensor(TensorSpec(x.shape, x.dtype), _known_values(x), x.name if isinstance(x, SymbolicTensor) else None)
    elif nest.is_composite(x):
        keras_tensor = keras_tensor_from_type_spec(type_spec_from_value(x))
    elif hasattr(x, "_tfshim_value"):
        return _as_keras(x._tfshim_value())
    elif isinstance(x, (bool, int, float, complex, np.ndarray, np.generic)):
        return _as_keras(convert_to_tensor(x))
    else:
        return x
    mask = getattr(x, "_keras_mask", None)
    if mask is not None:
        keras_tensor._keras_mask = _as_keras(mask)
    return keras_tensor


def _known_values(x):
    """What is known of the elements of a small int32 tensor: a list with None where nothing is, or None."""
    # Keras carries along the values of small integers alone, from which later layers compute shapes.
    if x.dtype.name != "int32" or x.shape.rank not in (0, 1) or not x.shape.is_fully_defined():
        return None
    if type(x) is EagerTensor:
        return x.numpy().ravel().tolist()
    a, b = x._a, x._b
    if a is None or b is None or a.is_meta or b.is_meta:
        return None
    # A size of -1, which is to be found from the others, is not known either.
    known = [p if p == q and p >= 0 else None for p, q in zip(a.ravel().tolist(), b.ravel().tolist())]
    return known if TensorShape(known).rank is not None else None
