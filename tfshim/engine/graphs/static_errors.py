"""What happens while a graph is built where the arguments of an operation are incompatible: the ValueError with its text, or none.

None where a branch or the body of a loop takes a value from the graph around: TensorFlow knows its shape there, and not the value.
Programs choose by sizes between branches of which each fits some sizes only, such as padding and cropping. Here the value is followed
into the branch, which makes shapes more exact; so where one does not fit, it has to be forgotten before that is an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tfshim.engine.graphs import own_nodes
from tfshim.engine.graphs.graph_writer import Functions, GraphWriter
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor, static_value
from tfshim.engine.ops.static_shapes.abstract import stand_ins
from tfshim.engine.ops.static_shapes.size_values import OF_SHAPES
from tfshim.engine.runtime import messages
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.shapes import dims_text

if TYPE_CHECKING:
    from tfshim.engine.ops.building_errors import ShapeMismatch
    from tfshim.engine.values.tensor import Tensor

    Graph: TypeAlias = Any  # of graphs.graph, above this module


def shape_error(mismatch: ShapeMismatch, graph: Graph, o: Any, arguments: list[Any], name: str | None) -> ValueError:
    """The ValueError for the node of `o` that was to be added to `graph` as `name`."""
    node = Operation(graph, graph._name_of_next(o, name), o, arguments, (), "")
    head, shapes, values = f"{{{{node {node.name}}}}}", None, {}
    try:
        head, shapes, values = _described(node)
    except Exception:  # an operation that has no NodeDef is described by its type alone
        shapes = [_shape_text(t) for t in node.inputs]
        head += f" = {o.type}({', '.join(t.op.name for t in node.inputs)})"
    end, how = "", mismatch.how or ""
    known = [f"input[{i}] = {values[i] if how.startswith('computed') else _sizes(values[i])}" for i in mismatch.shown if i in values]
    if known:
        end = f" and with {how}: {(', ' if how.startswith('computed') else ',').join(known)}"
    return ValueError(f"{mismatch.reason} for '{head}' with input shapes: {', '.join(shapes)}{end}.")


def _described(node: Operation) -> tuple[str, list[str], dict[int, str]]:
    """(the node with its attributes and inputs, the shapes of its inputs, the values of those that are constants)."""
    from tensorboard.util.tensor_util import make_ndarray

    *constants, made = GraphWriter(node.graph, Functions()).messages(node)
    if own_nodes.ATTRIBUTE in made.attr:
        raise ValueError
    by_name = {c.name: c for c in constants}
    symbolic = {t.name.removesuffix(":0"): t for t in node.inputs}
    shapes, values = [], {}
    for i, name in enumerate(made.input):
        if name in by_name:
            tensor = by_name[name].attr["value"].tensor
            dims = [d.size for d in tensor.tensor_shape.dim]
            shapes.append("[" + ",".join(map(str, dims)) + "]")
            values[i] = _value(make_ndarray(tensor))
        elif i == 0 and is_variable(node.arguments[0]) and name not in symbolic:
            made.input[0] = f"{_first_use(node)}/resource"
            shapes.append("[]")
        else:
            t = symbolic[name.removesuffix(":0")]
            shapes.append(_shape_text(t))
            if (known := static_value(t)) is not None:
                values[i] = _value(np.asarray(known))
    attributes = ", ".join(f"{key}={_attribute(made.attr[key])}" for key in sorted(made.attr) if not key.startswith("_"))
    return f"{{{{node {made.name}}}}} = {made.op}[{attributes}]({', '.join(made.input)})", shapes, values


def _first_use(node: Operation) -> str:
    """The name of the operation that used the variable of `node` first: a function names the input for its handle by it."""
    variable = node.arguments[0]
    return next((o.name for o in node.graph._operations if o.arguments and o.arguments[0] is variable), node.name)


def _shape_text(t: Tensor) -> str:
    return "?" if t.shape.rank is None else dims_text(t.shape.as_list())


def _value(array: np.ndarray[Any, Any]) -> str:
    if array.ndim != 2:
        return "<" + " ".join(_number(v) for v in array.ravel()) + ">"
    return "<" + "".join(f"[{' '.join(map(_number, row))}]" for row in array) + ">"


def _number(value: Any) -> str:
    return str(value).removesuffix(".0")


def _sizes(value: str) -> str:
    return "[" + ",".join("?" if d == "-1" else d for d in value[1:-1].split()) + "]"


def _attribute(a: Any) -> str:
    kind = a.WhichOneof("value")
    if kind == "type":
        return _type_name(a.type)
    if kind == "b":
        return str(a.b).lower()
    if kind == "s":
        return f'"{a.s.decode()}"'
    if kind == "shape":
        return "<unknown>" if a.shape.unknown_rank else "[" + ",".join("?" if d.size < 0 else str(d.size) for d in a.shape.dim) + "]"
    if kind == "f":
        return _float(a.f)
    if kind == "list":
        items = [
            *(str(i) for i in a.list.i),
            *map(_float, a.list.f),
            *(_type_name(t) for t in a.list.type),
            *(f'"{s.decode()}"' for s in a.list.s),
        ]
        return "[" + ", ".join(items) + "]"
    return str(getattr(a, kind))


def _float(value: float) -> str:
    """A float32 with the fewest digits that tell it."""
    return _number(np.float32(value))


def _type_name(number: int) -> str:
    return messages.types.DataType.Name(number)


def forgotten(graph: Graph, arguments: list[Any]) -> list[Any] | None:
    """`arguments` of an operation in `graph` without the values that come from the graph around; None where there are none."""
    if getattr(graph, "outer_graph", None) is None:
        return None
    taken = {id(inner) for _, inner in graph.captured.values()}
    seen: dict[int, bool] = {}
    made, any_of_them = [], False
    for v in arguments:
        given = v if type(v) is list else [v]
        items = [_without_value(x) if _is_taken(x, taken, seen) else x for x in given]
        any_of_them = any_of_them or any(x is not y for x, y in zip(items, given))
        made.append(items if type(v) is list else items[0])
    return made if any_of_them else None


def _without_value(x: SymbolicTensor) -> SymbolicTensor:
    return SymbolicTensor(x._op, x._index, x._dt, x._shape, *stand_ins(x._shape, x._dt))


def _has_value(x: Tensor) -> bool:
    return x._a is not None and not x._a.is_meta


def _is_taken(x: Any, taken: set[int], seen: dict[int, bool]) -> bool:
    """Whether `x` has a value that depends on one of the inputs `taken`."""
    if type(x) is not SymbolicTensor or not _has_value(x):
        return False
    if id(x) not in seen:
        seen[id(x)] = False
        node = x._op
        inputs = () if node.type in OF_SHAPES else node.inputs
        seen[id(x)] = id(x) in taken or any([_is_taken(i, taken, seen) for i in inputs])
    return seen[id(x)]
