"""Declaring how an operation that TensorFlow does not have as one is written with those that it has.

    @written("nn.activations", "crelu")
    def crelu(features, axis):
        return tf.nn.relu(tf.concat([features, -features], axis))

The function gets the arguments of the kernel, with tensors of a graph among them, and gives the results of the operation. It is
named by the module below `tfshim` and the name of the kernel, so that nothing is imported that is not written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from tfshim import raw_ops
from tfshim.engine.graphs.operation import InnerOp
from tfshim.engine.ops import infer
from tfshim.engine.ops.op_defs import find
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor, Tensor

Function = TypeVar("Function", bound=Callable[..., Any])


class Form:
    """`function` says the operation in TensorFlow's; one that is `whole` is written as the call of a function, which is read as one
    operation again."""

    __slots__ = ("function", "whole", "beside")

    def __init__(self, function: Callable[..., Any], whole: bool, beside: bool) -> None:
        self.function, self.whole, self.beside = function, whole, beside


_FORMS: dict[tuple[str, str], Form] = {}  # (module, name of the kernel or type of the operation) -> its form


def written(module: str, *names: str, whole: bool = False, beside: bool = False) -> Callable[[Function], Function]:
    """A decorator for the written form of operations in `module`, by the names of their kernels or their types.

    `beside`: the nodes are named beside that of the operation and not within its name.
    """

    def decorate(function: Function) -> Function:
        for name in names:
            if (module, name) in _FORMS:
                raise ValueError(f"two written forms for {module}.{name}")
            _FORMS[module, name] = Form(function, whole, beside)
        return function

    return decorate


def form_of(o: Any) -> Form | None:
    """The written form of the operation `o`, or None."""
    o = getattr(o, "original", o)
    kernel = getattr(o, "kernel", None)
    module = getattr(kernel, "__module__", "").removeprefix("tfshim.")
    found = _FORMS.get((module, o.type))
    return _FORMS.get((module, getattr(kernel, "__name__", ""))) if found is None else found


def declared_forms() -> dict[tuple[str, str], Form]:
    """All forms, by module and name."""
    return dict(_FORMS)


# ---------------------------------------------------------------------- for the functions
def whole_name() -> str | None:
    """The name of the operation itself, for the one of its nodes that TensorFlow names so."""
    return TS.name_scope if TS.graph is not None and TS.name_scope else None


class RawOp(InnerOp):
    """An operation of TensorFlow that is written and never run here."""

    def __init__(self, op_type: str, attributes: dict[str, Any]) -> None:
        definition: Any = find(op_type)
        super().__init__(op_type, stateful=definition.stateful, names=tuple(i.name for i in definition.inputs), grad=None)
        self.attributes = attributes


def raw(op_type: str, inputs: Sequence[Any], outputs: Sequence[Any], attributes: dict[str, Any] | None = None, name: str | None = None) -> Any:
    """The results of TensorFlow's operation `op_type`, by the static shapes and dtypes in `outputs`: for functions of ours that have
    another form than the operation of that type. A list where TensorFlow declares several.

    inputs: tensors, variables for their handles, lists of tensors. Outside of graphs the function of `tf.raw_ops` is called.
    """
    definition: Any = find(op_type)
    graph = TS.graph
    if graph is None:
        given = {i.name: _eager(i, x) for i, x in zip(definition.inputs, inputs, strict=True)}
        return getattr(raw_ops, op_type)(**given, **(attributes or {}))
    arguments = []
    for declared, x in zip(definition.inputs, inputs, strict=True):
        if isinstance(x, (list, tuple)) and (declared.number_attr or declared.type_list_attr):
            arguments.append([_symbolic(graph, v, None) for v in x])
        else:
            arguments.append(x if is_variable(x) else _symbolic(graph, x, declared.dtype))
    node = graph.add(RawOp(op_type, attributes or {}), arguments, [infer.leaf(dtype, shape) for dtype, shape in outputs], name or op_type)
    return node.outputs[0] if len(definition.outputs) == 1 and len(outputs) == 1 else list(node.outputs)


def _eager(declared: Any, x: Any) -> Any:
    return x if is_variable(x) or isinstance(x, (list, tuple)) else convert_to_tensor(x, declared.dtype)


def _symbolic(graph: Any, x: Any, dtype: Any) -> Any:
    made = x if isinstance(x, Tensor) else convert_to_tensor(x, dtype)
    return graph.as_node(made) if type(made) is EagerTensor else made
